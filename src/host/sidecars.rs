//! Files beside a program that tell about its names and lines.

use std::path::{Component, Path, PathBuf};

use crate::files;
use crate::inspect::debug_info::DebugInfo;

/// Endings of such files. Those that tell more come first.
const ENDINGS: [&str; 4] = ["dbg", "lab", "lbl", "lst"];
/// Folders around that of such a file in which sources are looked for.
const MAX_PARENT_FOLDERS: usize = 3;

/// What stands beside a program about it.
#[derive(Clone, Debug, Default)]
pub struct Sidecars {
    /// What its files tell; nothing if there are none.
    pub debug_info: Option<DebugInfo>,
    /// What is to be said of them, each with the name of the file in front.
    pub notes: Vec<String>,
}

impl Sidecars {
    /// Reads what stands beside `game.xex`: `game.dbg`, `game.lab`, `game.lbl` and `game.lst`, or the same behind the whole name, as
    /// `game.xex.dbg`. Sources that are named in them are looked for in their folder first. No output of this process replaces these files.
    pub fn of(program: &Path) -> Sidecars {
        let mut beside = Sidecars::default();
        for path in names(program).filter(|path| path != program && path.is_file()) {
            // What has been read here is not to be lost to an output, as a label file to `--trace game.lab`.
            files::protect(&path);
            match read(&path) {
                Ok(Some(info)) => {
                    beside.notes.extend(older(&path, program));
                    match &mut beside.debug_info {
                        Some(known) => known.complete(info),
                        none => *none = Some(info),
                    }
                }
                Ok(None) => {}
                Err(error) => {
                    beside.notes.push(format!("{}: warning: it is passed over: {error}", path.display()));
                }
            }
        }
        beside
    }

    /// Whether there is such a file.
    pub fn exists(program: &Path) -> bool {
        names(program).any(|path| path != program && path.is_file())
    }
}

fn names(program: &Path) -> impl Iterator<Item = PathBuf> {
    let whole = program.as_os_str().to_owned();
    ENDINGS.iter().flat_map(move |ending| {
        let mut behind = whole.clone();
        behind.push(format!(".{ending}"));
        [Path::new(&whole).with_extension(ending), behind.into()]
    })
}

/// What such a file tells; nothing if it is a listing of an assembler whose listings do not have final addresses.
fn read(path: &Path) -> Result<Option<DebugInfo>, String> {
    let bytes = files::read(path, files::MOST_BYTES).map_err(|error| error.to_string())?;
    let is_listing = path.extension().is_some_and(|ending| ending == "lst");
    // A listing repeats its source, which may be in any encoding.
    let text = if is_listing { String::from_utf8_lossy(&bytes) } else { utf_8(&bytes)?.into() };
    let text = text.trim_start_matches('\u{FEFF}');
    if is_listing && !DebugInfo::is_listing(text) {
        return Ok(None);
    }
    if path.extension().is_some_and(|ending| ending == "dbg") && !DebugInfo::is_of_cc65(text) {
        return Err("line 1: expected debug information of cc65, which begins with `version`".to_string());
    }
    let mut info = DebugInfo::read(text)?;
    info.lines.rename(|file| source(path, file));
    Ok(Some(info))
}

/// The source that is called so in a file: from the file's folder, or one of those around it, in which it was perhaps made.
fn source(of: &Path, called: &str) -> Option<String> {
    let absolute = std::path::absolute(of).ok()?;
    let around = absolute.ancestors().skip(1).take(1 + MAX_PARENT_FOLDERS).count();
    let folder = of.parent().unwrap_or(Path::new(""));
    let folders = (0..around).map(|up| folder.join("../".repeat(up)));
    let found = folders.map(|folder| without_detours(&folder.join(called))).find(|path| path.is_file())?;
    Some(found.to_string_lossy().into_owned())
}

/// A path without `folder/..`, as editors write it.
fn without_detours(path: &Path) -> PathBuf {
    let mut short = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(short.components().next_back(), Some(Component::Normal(_))) => {
                short.pop();
            }
            part => short.push(part),
        }
    }
    short
}

fn utf_8(bytes: &[u8]) -> Result<&str, String> {
    std::str::from_utf8(bytes).map_err(|error| {
        let line = 1 + bytes[..error.valid_up_to()].iter().filter(|&&byte| byte == b'\n').count();
        format!("line {line}: expected UTF-8 text")
    })
}

/// That a file is older than the program, so that what it tells may lie elsewhere.
fn older(path: &Path, program: &Path) -> Option<String> {
    let changed = |path: &Path| path.metadata().and_then(|data| data.modified()).ok();
    (changed(path) < changed(program)).then(|| {
        let (path, program) = (path.display(), program.display());
        format!("{path}: warning: its labels are older than {program}: assemble both together, or remove it")
    })
}
