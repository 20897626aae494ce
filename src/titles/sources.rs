//! From the sources of the built-in programs to what a machine takes.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use include_dir::{Dir, include_dir};

use super::labels::MissingLabel;
use super::rasputitsa::Rules;
use super::shelf::{self, Entry, SHELF};
use crate::assembler::{
    self, Assembly, Diagnostic, Files, Format, HARDWARE, NoCart, Options, Output, REGISTERS, SYSTEM,
};
use crate::assets::{Assets, Problem};
use crate::media::cart::Cart;
use crate::media::os_rom::{self, OsRom};
use crate::media::xex::Xex;

/// The source with the names of registers, variables and entries of the system.
const OFFICIAL_NAMES: &str = "hardware.inc";

/// The operating system's source within `asm`.
const OS_MAIN: &str = "os/os.asm";
/// The folder in which the sources find the files that [`Assets`] makes.
const GENERATED_FOLDER: &str = "generated/";

static ASM: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/asm");
static FONTS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/fonts");
static MAPS: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/maps");

/// The files inside the binary, by their paths from the root: a folder is slow to look into.
fn embedded_files() -> &'static BTreeMap<String, &'static [u8]> {
    static FILES: OnceLock<BTreeMap<String, &'static [u8]>> = OnceLock::new();
    FILES.get_or_init(|| {
        let mut files = BTreeMap::new();
        for (root, folder) in [("asm", &ASM), ("fonts", &FONTS), ("maps", &MAPS)] {
            add_files(root, folder, &mut files);
        }
        files
    })
}

fn add_files(root: &str, folder: &'static Dir<'_>, files: &mut BTreeMap<String, &'static [u8]>) {
    for file in folder.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        files.insert(format!("{root}/{path}"), file.contents());
    }
    folder.dirs().for_each(|inner| add_files(root, inner, files));
}

/// The operating system.
#[derive(Clone, Debug)]
pub struct Os {
    /// What lies from $D800 to $FFFF.
    pub rom: OsRom,
    /// All that the assembler knows about it.
    pub output: Output,
}

impl Os {
    /// The official names of registers, of the system's variables and of its entries, in the order in which they are defined.
    pub fn official_names(&self) -> impl Iterator<Item = (&str, u16)> {
        let symbols = self.output.symbols.iter().filter(|symbol| symbol.file.ends_with(OFFICIAL_NAMES));
        symbols.filter_map(|symbol| Some((symbol.name.as_str(), u16::try_from(symbol.value).ok()?)))
    }

    /// Those of the official names that are no places: commands and status codes, which alone have an underscore.
    pub fn codes(&self) -> impl Iterator<Item = (&str, u16)> {
        self.official_names().filter(|(name, _)| name.contains('_'))
    }

    /// Those that are places.
    pub fn places(&self) -> impl Iterator<Item = (&str, u16)> {
        self.official_names().filter(|(name, _)| !name.contains('_'))
    }
}

/// A program for the machine.
#[derive(Clone, Debug)]
pub struct Title {
    /// The binary-load file.
    pub xex: Xex,
    /// All that the assembler knows about it.
    pub output: Output,
}

/// A program as a cartridge.
#[derive(Clone, Debug)]
pub struct CartTitle {
    /// The cartridge.
    pub cart: Cart,
    /// All that the assembler knows about it.
    pub output: Output,
}

/// Why a built-in program could not be built.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TitleError {
    /// Mistakes in `fonts` or `maps`.
    Assets(Vec<Problem>),
    /// There is no such main source file; with the folder that it should be in.
    NoSource(String),
    /// Mistakes in `asm`.
    Assembly(Vec<Diagnostic>),
    /// The operating system does not fill its ROM exactly.
    OsBounds {
        /// First and last address of what the source gives.
        bounds: Option<(u16, u16)>,
    },
    /// The program's file holds nothing that could be loaded.
    NoProgram,
    /// The program makes no cartridge.
    NoCart(NoCart),
    /// The program has not a label that is needed.
    NoLabel(MissingLabel),
    /// The program does not come to a label.
    NotReached {
        /// The label.
        label: String,
        /// Frames in which it should have.
        frames: u64,
    },
}

impl fmt::Display for TitleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TitleError::Assets(problems) => {
                writeln!(f, "the fonts or maps have mistakes")?;
                problems.iter().try_for_each(|problem| writeln!(f, "{problem}"))
            }
            TitleError::NoSource(path) => write!(f, "its source {path} is not there"),
            TitleError::Assembly(diagnostics) => {
                writeln!(f, "the source has errors")?;
                f.write_str(&assembler::render(diagnostics, Format::Human { color: false }))
            }
            TitleError::OsBounds { bounds: None } => {
                write!(f, "the source gives no bytes where the ROM is $D800 to $FFFF")
            }
            TitleError::OsBounds { bounds: Some((first, last)) } => {
                write!(f, "the source gives ${first:04X} to ${last:04X} where the ROM is $D800 to $FFFF")
            }
            TitleError::NoProgram => write!(f, "the source gives no segment that could be loaded"),
            TitleError::NoCart(reason) => write!(f, "the source gives no cartridge: {reason}"),
            TitleError::NoLabel(missing) => write!(f, "{missing}"),
            TitleError::NotReached { label, frames } => {
                write!(f, "the program has not come to its label `{label}` in {frames} frames")
            }
        }
    }
}

impl std::error::Error for TitleError {}

/// Where the sources of the built-in programs come from.
///
/// # Examples
///
/// ```
/// use front800::titles::Sources;
///
/// let sources = Sources::embedded();
/// assert_eq!(sources.os()?.rom.len(), 10_240);
/// assert!(sources.rasputitsa()?.output.symbol("start").is_some());
/// # Ok::<(), front800::titles::TitleError>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Sources {
    folder: Option<PathBuf>,
}

impl Sources {
    /// The sources inside the binary.
    pub fn embedded() -> Self {
        Sources { folder: None }
    }

    /// The folders `asm`, `fonts` and `maps` below `folder`.
    pub fn folder(folder: &Path) -> Self {
        Sources { folder: Some(folder.to_path_buf()) }
    }

    /// A file by its path from the root, with `/`.
    pub fn read(&self, path: &str) -> Option<Vec<u8>> {
        if let Some(folder) = &self.folder {
            return std::fs::read(folder.join(path)).ok();
        }
        embedded_files().get(path).map(|&bytes| bytes.to_vec())
    }

    /// The text of a program's [tour](Entry::tour_path), if it has one.
    pub fn tour(&self, entry: &Entry) -> Option<String> {
        String::from_utf8(self.read(&entry.tour_path())?).ok()
    }

    /// Character sets and map. Those inside the binary are built once.
    ///
    /// # Errors
    /// As those of [`Sources::build_assets`].
    pub fn assets(&self) -> Result<Arc<Assets>, TitleError> {
        static BUILT: Cache<Assets> = Cache::new();
        self.cached(Some(&BUILT), || self.build_assets())
    }

    /// The operating system. The one inside the binary is built once.
    ///
    /// # Errors
    /// As those of [`Sources::assets`] and [`Sources::build_os`].
    pub fn os(&self) -> Result<Arc<Os>, TitleError> {
        static BUILT: Cache<Os> = Cache::new();
        self.cached(Some(&BUILT), || self.build_os(&*self.assets()?))
    }

    /// The wargame with the rules it has when none are named, for loading. See
    /// [`Sources::rasputitsa_with`].
    ///
    /// # Errors
    /// As those of [`Sources::title`].
    pub fn rasputitsa(&self) -> Result<Arc<Title>, TitleError> {
        self.rasputitsa_with(Rules::default())
    }

    /// The wargame for loading. Those inside the binary are built once.
    ///
    /// # Errors
    /// As those of [`Sources::title`].
    pub fn rasputitsa_with(&self, rules: Rules) -> Result<Arc<Title>, TitleError> {
        self.title(rules.entry())
    }

    /// A program for loading. Those inside the binary are built once.
    ///
    /// # Errors
    /// As those of [`Sources::build_title`].
    pub fn title(&self, entry: &'static Entry) -> Result<Arc<Title>, TitleError> {
        static BUILT: [Cache<Title>; shelf::COUNT] = [const { Cache::new() }; shelf::COUNT];
        self.cached(entry.place().map(|place| &BUILT[place]), || self.build_title(entry))
    }

    /// A program as a cartridge. Those inside the binary are built once.
    ///
    /// # Errors
    /// As those of [`Sources::build_cartridge`].
    pub fn cartridge(&self, entry: &'static Entry) -> Result<Arc<CartTitle>, TitleError> {
        static BUILT: [Cache<CartTitle>; shelf::COUNT] = [const { Cache::new() }; shelf::COUNT];
        self.cached(entry.place().map(|place| &BUILT[place]), || self.build_cartridge(entry))
    }

    /// What is in the cache, or built; sources elsewhere are built each time.
    fn cached<T>(
        &self,
        cache: Option<&'static Cache<T>>,
        build: impl FnOnce() -> Result<T, TitleError>,
    ) -> Result<Arc<T>, TitleError> {
        let build = || build().map(Arc::new);
        match cache.filter(|_| self.folder.is_none()) {
            Some(cache) => cache.get_or_init(build).clone(),
            None => build(),
        }
    }

    /// Builds character sets and map.
    ///
    /// # Errors
    /// [`TitleError::Assets`]: files that are missing, or mistakes in them.
    pub fn build_assets(&self) -> Result<Assets, TitleError> {
        let fonts: Vec<&'static str> = SHELF.iter().filter_map(|entry| entry.font).collect();
        Assets::build(|path| String::from_utf8(self.read(path)?).ok(), &fonts).map_err(TitleError::Assets)
    }

    /// Builds the operating system.
    ///
    /// # Errors
    /// As those of [`Sources::assemble`], or [`TitleError::OsBounds`].
    pub fn build_os(&self, assets: &Assets) -> Result<Os, TitleError> {
        let output = self.assemble(OS_MAIN, assets, &[])?;
        let bounds = output.bounds();
        if bounds != Some((os_rom::START, u16::MAX)) {
            return Err(TitleError::OsBounds { bounds });
        }
        let bytes = output.range(os_rom::START, u16::MAX, 0xFF);
        let rom = OsRom::try_from(&bytes[..]).expect("it is as long as its place in memory");
        Ok(Os { rom, output })
    }

    /// Builds a program for loading.
    ///
    /// # Errors
    /// [`TitleError::NoSource`], [`TitleError::Assets`], [`TitleError::Assembly`] or [`TitleError::NoProgram`].
    pub fn build_title(&self, entry: &Entry) -> Result<Title, TitleError> {
        let output = self.assemble_entry(entry, &[])?;
        match Xex::parse(&output.xex()) {
            Ok((xex, _)) if !xex.segments.is_empty() => Ok(Title { xex, output }),
            _ => Err(TitleError::NoProgram),
        }
    }

    /// Builds a program as a cartridge.
    ///
    /// # Errors
    /// [`TitleError::NoSource`], [`TitleError::Assets`], [`TitleError::Assembly`] or [`TitleError::NoCart`].
    pub fn build_cartridge(&self, entry: &Entry) -> Result<CartTitle, TitleError> {
        let output = self.assemble_entry(entry, &[shelf::FORM_CART])?;
        let cart = output.cart().map_err(TitleError::NoCart)?;
        Ok(CartTitle { cart, output })
    }

    fn assemble_entry(&self, entry: &Entry, more: &[(&str, i64)]) -> Result<Output, TitleError> {
        self.check_source(entry)?;
        self.assemble(entry.source, &*self.assets()?, &[entry.defines, more].concat())
    }

    fn check_source(&self, entry: &Entry) -> Result<(), TitleError> {
        let path = format!("asm/{}", entry.source);
        if self.read(&path).is_some() {
            return Ok(());
        }
        let whole = self.folder.as_ref().map(|folder| folder.join(&path).to_string_lossy().into_owned());
        Err(TitleError::NoSource(whole.unwrap_or(path)))
    }

    /// The source files that a program is made of, by their paths within `asm`, in the order of these. Those that the
    /// assets make are not among them.
    ///
    /// # Errors
    /// If it cannot be built: what is missing then may be among them.
    pub fn files_of(&self, entry: &Entry) -> Result<Vec<String>, TitleError> {
        self.check_source(entry)?;
        let assets = self.assets()?;
        let assembly = self.assembly(entry.source, &assets, entry.defines);
        if assembly.output.is_none() {
            return Err(TitleError::Assembly(assembly.diagnostics));
        }
        let read: BTreeSet<String> = assembly.read.iter().filter_map(|path| normal(path)).collect();
        let own = read.into_iter().filter(|path| self.read(&format!("asm/{path}")).is_some());
        Ok(own.filter(|path| path.ends_with(".asm") || path.ends_with(".inc")).collect())
    }

    /// Assembles the source `main`, a path within `asm`, with the labels of `defines` set.
    ///
    /// # Errors
    /// [`TitleError::Assembly`]: mistakes in the sources, or one that is missing.
    pub fn assemble(
        &self,
        main: &str,
        assets: &Assets,
        defines: &[(&str, i64)],
    ) -> Result<Output, TitleError> {
        let assembly = self.assembly(main, assets, defines);
        assembly.output.ok_or(TitleError::Assembly(assembly.diagnostics))
    }

    fn assembly(&self, main: &str, assets: &Assets, defines: &[(&str, i64)]) -> Assembly {
        let defines = defines.iter().map(|&(name, value)| (name.to_string(), value)).collect();
        let options = Options { defines, references: true, ..Options::default() };
        assembler::assemble(&TitleFiles::new(self, assets), main, &options)
    }
}

/// Where [`HARDWARE`] is among ours.
const HARDWARE_SOURCE: &str = "asm/lib/hardware.inc";
/// What its second part, [`SYSTEM`], begins with; the first one is [`REGISTERS`].
const SYSTEM_HEADING: &str = "; --- Operating system";

/// What every source can include, if a path means that: [`HARDWARE`] among these sources, or one of its parts.
fn on_board(path: &str, sources: &Sources) -> Option<Vec<u8>> {
    let part = [HARDWARE, REGISTERS, SYSTEM].into_iter().find(|part| path.ends_with(part))?;
    let mut text = sources.read(HARDWARE_SOURCE)?;
    if part != HARDWARE {
        let heading = SYSTEM_HEADING.as_bytes();
        let system = text.windows(heading.len()).position(|window| window == heading)?;
        let system = text.split_off(system);
        if part == SYSTEM {
            text = system;
        }
    }
    Some(text)
}

/// What was built from the sources inside the binary.
type Cache<T> = OnceLock<Result<Arc<T>, TitleError>>;

/// The files that front800 has for sources that take them, in whatever folder they are looked for: the names of the hardware and the
/// system, `front800/hardware.inc`, its parts `front800/registers.inc` and `front800/system.inc`, and `generated/…`, which the assets make. Built when first asked for.
#[derive(Clone, Debug)]
pub struct Generated {
    sources: Sources,
    assets: OnceLock<Option<Arc<Assets>>>,
}

impl Generated {
    /// Those made from the fonts and maps of `sources`.
    pub fn new(sources: Sources) -> Self {
        Generated { sources, assets: OnceLock::new() }
    }

    /// Those for a source file on disk: made from the `fonts` and `maps` beside one of the folders
    /// it is in, or else from those inside the binary.
    pub fn beside(source: &Path) -> Self {
        let both = |folder: &&Path| folder.join("fonts").is_dir() && folder.join("maps").is_dir();
        let absolute = source.canonicalize().unwrap_or_else(|_| source.to_path_buf());
        Generated::new(absolute.ancestors().find(both).map_or_else(Sources::embedded, Sources::folder))
    }
}

impl Files for Generated {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        if let Some(text) = on_board(path, &Sources::embedded()) {
            return Some(text);
        }
        let place = path.rfind(GENERATED_FOLDER)?;
        self.assets.get_or_init(|| self.sources.assets().ok()).as_ref()?.file(&path[place..])
    }

    fn is_builtin(&self, path: &str) -> bool {
        self.read(path).is_some()
    }
}

/// What the sources of the built-in programs see, and others beside them: the files of `asm`, among them those that the assets make,
/// and `front800/hardware.inc` with its parts.
#[derive(Debug)]
pub struct TitleFiles<'a> {
    sources: &'a Sources,
    assets: &'a Assets,
}

impl<'a> TitleFiles<'a> {
    /// The files of `sources`, with those of `assets`.
    pub fn new(sources: &'a Sources, assets: &'a Assets) -> Self {
        TitleFiles { sources, assets }
    }
}

impl TitleFiles<'_> {
    /// What is none of the files of `asm`.
    fn made(&self, path: &str) -> Option<Vec<u8>> {
        let place = path.rfind(GENERATED_FOLDER);
        let generated = place.and_then(|place| self.assets.file(&path[place..]));
        generated.or_else(|| on_board(path, self.sources))
    }
}

impl Files for TitleFiles<'_> {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        self.made(path).or_else(|| self.sources.read(&normal(&format!("asm/{path}"))?))
    }

    fn is_builtin(&self, path: &str) -> bool {
        self.made(path).is_some()
    }
}

/// The path without `.` and `..`; none if it leads out of the root.
fn normal(path: &str) -> Option<String> {
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            name => parts.push(name),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_made_normal_and_cannot_leave_the_root() {
        assert_eq!(normal("asm/os/../lib/./hardware.inc").as_deref(), Some("asm/lib/hardware.inc"));
        assert_eq!(normal("asm/../../etc"), None);
    }

    #[test]
    fn the_files_of_a_title_are_those_it_is_made_of() {
        let sources = Sources::embedded();
        let entry = shelf::named("magna").unwrap();
        let files = sources.files_of(entry).unwrap_or_else(|error| panic!("{error}"));
        assert!(files.contains(&entry.source.to_owned()), "{files:?}");
        assert!(files.iter().any(|file| file.starts_with("lib/")), "{files:?}");
        // Its own, one of them changed, and those that the assets make come to the same and to another program.
        let assets = sources.assets().unwrap();
        let build = |more: &str| {
            let mut edited = assembler::MemoryFiles::default();
            let text = sources.read("asm/magna/magna.asm").expect("it is there");
            edited.add(entry.source, [text.as_slice(), more.as_bytes()].concat());
            let files = TitleFiles::new(&sources, &assets);
            let all = assembler::Overlay(&edited, &files);
            assembler::assemble(&all, entry.source, &Options::default()).output.map(|output| output.xex())
        };
        let plain = sources.title(entry).unwrap_or_else(|error| panic!("{error}")).output.xex();
        assert_eq!(build("").as_ref(), Some(&plain));
        assert_ne!(build("\n run $2000\n").as_ref(), Some(&plain));
        // And everybody's names of the hardware are there.
        let hardware = TitleFiles::new(&sources, &assets).read("own/front800/hardware.inc");
        assert!(hardware.is_some_and(|text| Some(text) == sources.read(HARDWARE_SOURCE)));
    }

    #[test]
    fn the_operating_system_fills_its_rom() {
        let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}"));
        let reset = u16::from_le_bytes([os.rom[0x27FC], os.rom[0x27FD]]);
        assert!(reset >= os_rom::START, "the reset vector leads to ${reset:04X}");
    }

    #[test]
    fn a_folder_without_sources_is_an_error_that_names_a_file() {
        let empty = tempfile::tempdir().unwrap();
        let error = Sources::folder(empty.path()).os().unwrap_err().to_string();
        assert!(error.contains("fonts/os.txt"), "{error}");
    }
}
