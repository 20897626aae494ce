//! The rooms of `machine` have one direction in their methods, too: `Atari` is one type in many files, so that no import tells which room
//! a call leads to.

use std::collections::BTreeSet;

use syn::visit::{self, Visit};

use super::{Source, assert_none, sources};

/// The type that all rooms add methods to.
const SHARED: &str = "Atari";
/// The rooms, each of which may call its own methods and those of the rooms before it.
const ROOMS: [&str; 3] = ["src/machine/board/", "src/machine/runs/", "src/machine/"];

/// The methods that a file adds to the shared type, and those that it calls of it as `self.name(…)`.
#[derive(Default)]
struct Methods {
    added: BTreeSet<String>,
    called: BTreeSet<String>,
}

impl Visit<'_> for Methods {
    fn visit_item_impl(&mut self, item: &syn::ItemImpl) {
        let is_shared = matches!(&*item.self_ty, syn::Type::Path(path) if path.path.is_ident(SHARED));
        if is_shared {
            for item in &item.items {
                if let syn::ImplItem::Fn(function) = item {
                    self.added.insert(function.sig.ident.to_string());
                }
            }
            visit::visit_item_impl(self, item);
        }
    }

    fn visit_expr_method_call(&mut self, call: &syn::ExprMethodCall) {
        if matches!(&*call.receiver, syn::Expr::Path(path) if path.path.is_ident("self")) {
            self.called.insert(call.method.to_string());
        }
        visit::visit_expr_method_call(self, call);
    }
}

fn methods(source: &Source) -> Methods {
    let mut methods = Methods::default();
    let syntax = syn::parse_file(&source.text).unwrap_or_else(|error| panic!("{}: {error}", source.path));
    methods.visit_file(&syntax);
    methods
}

/// The room of a file: the first whose folder it lies in.
fn room(path: &str) -> Option<usize> {
    ROOMS.iter().position(|folder| path.starts_with(folder))
}

/// Calls of methods of rooms behind one's own.
fn violations(sources: &[Source]) -> Vec<String> {
    let read: Vec<(usize, &str, Methods)> = sources
        .iter()
        .filter_map(|source| Some((room(&source.path)?, source.path.as_str(), methods(source))))
        .collect();
    let added = |room: usize| read.iter().filter(move |it| it.0 == room).flat_map(|it| &it.2.added);
    let mut found = Vec::new();
    for (room, path, Methods { called, .. }) in &read {
        let known: BTreeSet<&String> = (0..=*room).flat_map(added).collect();
        let behind: BTreeSet<&String> = (room + 1..ROOMS.len()).flat_map(added).collect();
        let wrong = called.iter().filter(|name| behind.contains(name) && !known.contains(name));
        found.extend(wrong.map(|name| format!("{path}: `{name}` is of a room behind {}", ROOMS[*room])));
    }
    found
}

#[test]
fn the_board_calls_nothing_of_the_runs() {
    assert_none(&violations(&sources("src/machine", &["rs"])), "invariant 16 of src/lib.rs");
}

#[test]
fn a_call_of_a_room_behind_is_found() {
    let source = |path: &str, text: &str| Source { path: path.into(), text: text.into() };
    let board =
        source("src/machine/board/a.rs", "impl Atari { fn a(&mut self) { if true { self.b().c() } } }");
    let runs =
        source("src/machine/runs/b.rs", "impl Atari { fn b(&self) -> u8 { self.a() } fn c(&self) {} }");
    assert_eq!(
        violations(&[board, runs]),
        ["src/machine/board/a.rs: `b` is of a room behind src/machine/board/"]
    );
}
