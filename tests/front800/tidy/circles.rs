//! No circles: neither among files that import each other, nor among the folders of a folder.
//!
//! What a file depends on are the items that its `use` lines and the paths in its code name. A
//! re-export is a name, not a dependency: it leads to the file where the item is defined.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::tarjan_scc;
use petgraph::graphmap::DiGraphMap;
use syn::visit::{self, Visit};

use super::{Source, assert_none, sources};

/// A module's path from the crate's root.
type Module = Vec<String>;

/// A `use` of one name.
struct Import {
    /// Under which the file knows it; `*` for all names of a module.
    name: String,
    /// From the root, or from a crate that is not ours.
    path: Module,
    /// It hands the name on, too.
    is_public: bool,
}

/// What a source file says about others.
#[derive(Default)]
struct File {
    path: String,
    module: Module,
    imports: Vec<Import>,
    /// Paths in code, from the root where they say so, otherwise as written.
    paths: BTreeSet<Module>,
    /// Modules within it that are only tests.
    tests: Vec<Module>,
}

/// Reads a [`File`].
struct Reader {
    file: File,
    /// Where we are: the file's module, or one that it holds within.
    place: Module,
}

impl Reader {
    fn absolute(&self, path: &[String]) -> Module {
        let mut place = self.place.clone();
        let mut rest = path;
        match path.first().map(String::as_str) {
            Some("crate") => (place, rest) = (Vec::new(), &path[1..]),
            Some("self") => rest = &path[1..],
            Some("super") => {}
            _ => return path.to_vec(),
        }
        while rest.first().is_some_and(|part| part == "super") {
            place.pop();
            rest = &rest[1..];
        }
        place.insert(0, "crate".into());
        place.extend_from_slice(rest);
        place
    }

    fn import(&mut self, tree: &syn::UseTree, before: &mut Module, is_public: bool) {
        let mut add = |path: Module, name: String| {
            let path = if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
                path[..path.len() - 1].to_vec()
            } else {
                path
            };
            let name = if name == "self" { path.last().cloned().unwrap_or_default() } else { name };
            let path = self.absolute(&path);
            self.file.imports.push(Import { name, path, is_public });
        };
        match tree {
            syn::UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.import(&path.tree, before, is_public);
                before.pop();
            }
            syn::UseTree::Name(name) => {
                let name = name.ident.to_string();
                add([&before[..], std::slice::from_ref(&name)].concat(), name);
            }
            syn::UseTree::Rename(rename) => {
                add([&before[..], &[rename.ident.to_string()]].concat(), rename.rename.to_string())
            }
            syn::UseTree::Glob(_) => add(before.clone(), "*".into()),
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|item| self.import(item, before, is_public));
            }
        }
    }
}

fn is_test(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute.parse_args::<syn::Path>().is_ok_and(|path| path.is_ident("test"))
    })
}

impl Visit<'_> for Reader {
    fn visit_item_mod(&mut self, module: &syn::ItemMod) {
        self.place.push(module.ident.to_string());
        if is_test(&module.attrs) {
            self.file.tests.push(self.place.clone());
        } else {
            visit::visit_item_mod(self, module);
        }
        self.place.pop();
    }

    fn visit_item_use(&mut self, item: &syn::ItemUse) {
        let is_public = !matches!(item.vis, syn::Visibility::Inherited);
        self.import(&item.tree, &mut Vec::new(), is_public);
    }

    // `pub(in path)` needs nothing from there.
    fn visit_visibility(&mut self, _: &syn::Visibility) {}

    fn visit_path(&mut self, path: &syn::Path) {
        let parts: Module = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        let is_local = parts.len() == 1 && !self.file.imports.iter().any(|import| import.name == parts[0]);
        if !is_local {
            self.file.paths.insert(self.absolute(&parts));
        }
        visit::visit_path(self, path);
    }
}

fn read(source: &Source) -> File {
    let syntax = syn::parse_file(&source.text).unwrap_or_else(|error| panic!("{}: {error}", source.path));
    let module: Module = match source.path.trim_start_matches("src/").trim_end_matches(".rs") {
        "lib" => Vec::new(),
        path => path.split('/').map(str::to_string).collect(),
    };
    let file = File { path: source.path.clone(), module: module.clone(), ..File::default() };
    let mut reader = Reader { file, place: module };
    reader.visit_file(&syntax);
    reader.file
}

/// The crate by its modules.
struct Crate(BTreeMap<Module, File>);

impl Crate {
    fn of(sources: &[Source]) -> Self {
        let files: Vec<File> = sources.iter().map(read).collect();
        let tests: BTreeSet<Module> = files.iter().flat_map(|file| file.tests.clone()).collect();
        let is_test = |file: &File| tests.iter().any(|test| file.module.starts_with(test));
        Crate(
            files.into_iter().filter(|file| !is_test(file)).map(|file| (file.module.clone(), file)).collect(),
        )
    }

    /// The file in which the item of a path stands that is written in `file`.
    fn find(&self, file: &File, path: &[String], depth: u32) -> Option<Module> {
        let (first, rest) = path.split_first()?;
        if depth > 16 {
            return None;
        }
        if first == "crate" {
            return self.descend(Vec::new(), rest, depth);
        }
        let child = [&file.module[..], std::slice::from_ref(first)].concat();
        if self.0.contains_key(&child) {
            return self.descend(child, rest, depth);
        }
        // An import of this very name may be of another crate.
        let import = file.imports.iter().find(|import| import.name == *first && import.path != path)?;
        self.find(file, &[&import.path[..], rest].concat(), depth + 1)
    }

    fn descend(&self, mut module: Module, mut rest: &[String], depth: u32) -> Option<Module> {
        while let Some((first, behind)) = rest.split_first() {
            module.push(first.clone());
            if !self.0.contains_key(&module) {
                module.pop();
                break;
            }
            rest = behind;
        }
        let file = self.0.get(&module)?;
        match rest.first() {
            Some(name) if file.imports.iter().any(|import| import.name == *name) => {
                self.find(file, rest, depth + 1)
            }
            _ => Some(module),
        }
    }

    /// Who needs whom, as (file, file).
    fn uses(&self) -> BTreeSet<(&Module, &Module)> {
        let mut uses = BTreeSet::new();
        for file in self.0.values() {
            let imported = file.imports.iter().filter(|import| !import.is_public).map(|import| &import.path);
            for path in imported.chain(&file.paths) {
                if let Some(found) = self.find(file, path, 0)
                    && found != file.module
                    && let Some((found, _)) = self.0.get_key_value(&found)
                {
                    uses.insert((&file.module, found));
                }
            }
        }
        uses
    }
}

/// Circles in a graph, as sorted lists of names.
fn circles(edges: impl Iterator<Item = (String, String)>) -> Vec<String> {
    let edges: BTreeSet<(String, String)> = edges.filter(|(from, to)| from != to).collect();
    let graph: DiGraphMap<&str, ()> =
        edges.iter().map(|(from, to)| (from.as_str(), to.as_str(), ())).collect();
    let mut found: Vec<String> = tarjan_scc(&graph)
        .into_iter()
        .filter(|circle| circle.len() > 1)
        .map(|circle| {
            let is_in = |name: &str| circle.contains(&name);
            let within = edges.iter().filter(|(from, to)| is_in(from) && is_in(to));
            within.map(|(from, to)| format!("{from} -> {to}")).collect::<Vec<_>>().join(", ")
        })
        .collect();
    found.sort();
    found
}

fn file_circles(files: &Crate) -> Vec<String> {
    circles(files.uses().into_iter().map(|(from, to)| (files.0[from].path.clone(), files.0[to].path.clone())))
}

/// Circles among what lies directly in one folder, each with all that lies below it.
fn folder_circles(files: &Crate) -> Vec<String> {
    let uses = files.uses();
    let folders: BTreeSet<&[String]> = files
        .0
        .keys()
        .filter(|module| !module.is_empty())
        .map(|module| &module[..module.len() - 1])
        .collect();
    folders
        .into_iter()
        .flat_map(|folder| {
            let part = |module: &Module| {
                (module.starts_with(folder) && module.len() > folder.len())
                    .then(|| module[..folder.len() + 1].join("/"))
            };
            circles(uses.iter().filter_map(|(from, to)| Some((part(from)?, part(to)?))))
        })
        .collect()
}

#[test]
fn no_files_import_each_other_in_a_circle() {
    assert_none(&file_circles(&Crate::of(&sources("src", &["rs"]))), "circles of files");
}

#[test]
fn no_folders_import_each_other_in_a_circle() {
    assert_none(&folder_circles(&Crate::of(&sources("src", &["rs"]))), "circles of folders");
}

#[test]
fn the_rooms_of_the_machine_have_one_direction() {
    let files = Crate::of(&sources("src", &["rs"]));
    let above = |room: &str| -> &[&str] {
        match room {
            "src/machine/devices" => &["src/machine/board", "src/machine/runs", "src/machine.rs"],
            "src/machine/board" => &["src/machine/runs", "src/machine.rs"],
            _ => &["src/machine.rs"],
        }
    };
    let mut found = Vec::new();
    for (from, to) in files.uses() {
        let (from, to) = (&files.0[from].path, &files.0[to].path);
        for room in ["src/machine/devices", "src/machine/board", "src/machine/runs"] {
            if from.starts_with(room) && above(room).iter().any(|above| to.starts_with(above)) {
                found.push(format!("{from} -> {to}"));
            }
        }
    }
    assert_none(&found, "imports that run upwards in `machine`");
}

/// A crate of some files.
fn made_up(files: &[(&str, &str)]) -> Crate {
    let source = |&(path, text): &(&str, &str)| Source { path: path.into(), text: text.into() };
    Crate::of(&files.iter().map(source).collect::<Vec<_>>())
}

#[test]
fn circles_are_found_in_every_form() {
    let a_needs_b = ("src/a.rs", "use crate::b::thing;\npub fn other() { thing() }");
    for b in [
        "use crate::a::other;\npub fn thing() { other() }",
        "pub fn thing() { super::a::other() }",
        "use super::a;\npub fn thing() { a::other() }",
        "use crate::{a::other as renamed};\npub fn thing() { renamed() }",
        "use super::a::*;\npub fn thing() { other() }",
    ] {
        let files = made_up(&[("src/lib.rs", "pub mod a;\npub mod b;"), a_needs_b, ("src/b.rs", b)]);
        assert_eq!(file_circles(&files), ["src/a.rs -> src/b.rs, src/b.rs -> src/a.rs"], "{b}");
    }
}

#[test]
fn re_exports_and_tests_make_no_circle() {
    let library = ("src/lib.rs", "pub mod a;\npub use a::inner::thing;");
    let a = ("src/a.rs", "pub mod inner;\npub use inner::thing;\npub fn other() {}");
    let inner = "use crate::a::other;\npub fn thing() { other() }\n#[cfg(test)]\nmod tests { use super::*; }";
    let files = made_up(&[library, a, ("src/a/inner.rs", inner)]);
    assert_eq!(file_circles(&files), [""; 0]);
    // But who uses what it hands on depends on it.
    let a = ("src/a.rs", "pub mod inner;\npub use inner::thing;\npub fn other() { thing() }");
    let files = made_up(&[library, a, ("src/a/inner.rs", inner)]);
    assert_eq!(file_circles(&files).len(), 1);
}

#[test]
fn folders_make_circles_though_files_do_not() {
    let files = made_up(&[
        ("src/lib.rs", "mod a;\nmod b;"),
        ("src/a.rs", "pub mod one;\npub mod two;"),
        ("src/b.rs", "pub mod three;\npub mod four;"),
        ("src/a/one.rs", "use crate::b::three::f;\npub fn g() { f() }"),
        ("src/a/two.rs", "pub fn h() {}"),
        ("src/b/three.rs", "pub fn f() {}"),
        ("src/b/four.rs", "use crate::a::two::h;\npub fn i() { h() }"),
    ]);
    assert_eq!(file_circles(&files), [""; 0]);
    assert_eq!(folder_circles(&files), ["a -> b, b -> a"]);
}
