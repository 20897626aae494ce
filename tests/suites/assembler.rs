//! The assembler against cases of MADS: the same bytes, or a refusal where that assembler refuses. Where it is
//! otherwise on purpose, `tests/data/assembler-differences.txt` says how and why; a case of that list that
//! agrees is a failure, too.

use std::collections::BTreeMap;
use std::fmt;
use std::path::Path;
use std::sync::Arc;

use front800::assembler::{Format, MemoryFiles, Options, assemble, format, render};
use front800::titles::Sources;
use front800::titles::shelf::SHELF;
use libtest_mimic::{Failed, Trial};

use crate::data::{Files, archive};
use crate::moved::{Moved, moved};
use crate::recorded;

/// Where the reference crashes: nothing is said.
const UNSAID: [&str; 1] = ["ex082.asm"];

/// Label tables and listings that are the same here to the last character. Ours leave out anonymous labels
/// and numbers of tables, and show the turns of a repeat and the parts of a line in one row.
const EXACT_TEXTS: [&str; 3] = ["lab3.lab", "lab4.lab", "lst1.lst"];

/// A line of the index.
#[derive(Clone)]
struct Case {
    /// Path of the source in the archive.
    path: String,
    options: Vec<String>,
}

/// How a case went, beside MADS.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Outcome {
    Same,
    Other,
    Refused,
    Accepted,
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Outcome::Same => "same",
            Outcome::Other => "other",
            Outcome::Refused => "refused",
            Outcome::Accepted => "accepted",
        })
    }
}

fn index(files: &Files) -> Vec<Case> {
    let text = String::from_utf8_lossy(&files["index.txt"]).into_owned();
    let case = |line: &str| {
        let mut parts = line.split(" | ").map(str::trim);
        let path = parts.next().unwrap_or_default().to_owned();
        let options = parts.find_map(|part| part.strip_prefix("options:")).unwrap_or_default();
        Case { path, options: options.split_whitespace().map(str::to_owned).collect() }
    };
    text.lines().map(case).collect()
}

/// Cases that differ on purpose: by path, how and why.
fn differences() -> BTreeMap<String, String> {
    let text = include_str!("../data/assembler-differences.txt");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split(" | ").map(str::trim);
            let path = parts.next().unwrap_or_default();
            let how = parts.next().unwrap_or_default();
            assert!(parts.next().is_some_and(|why| !why.is_empty()), "no reason is given: {line}");
            assert!(matches!(how, "refused" | "accepted"), "other bytes are a mistake: {line}");
            (path.to_owned(), how.to_owned())
        })
        .collect()
}

impl Case {
    fn options(&self) -> Options {
        let number = |text: &str| match text.strip_prefix('$') {
            Some(digits) => i64::from_str_radix(digits, 16).expect("a number"),
            None => text.parse().expect("a number"),
        };
        let mut options = Options::default();
        for option in &self.options {
            if let Some(define) = option.strip_prefix("-d:") {
                let (name, value) = define.split_once('=').unwrap_or((define, "1"));
                options.defines.push((name.to_owned(), number(value)));
            }
            options.include.extend(option.strip_prefix("-i:").map(str::to_owned));
            options.case_sensitive |= option == "-c";
            options.origin =
                option.strip_prefix("-b:").map(|address| number(address) as u16).or(options.origin);
            options.fill = option.strip_prefix("-fv:").map(|byte| number(byte) as u8).or(options.fill);
            options.column_one |= option == "-f";
            options.drop_unused |= option == "-x";
        }
        options
    }

    /// The files of the case, as its source names them, and the name of the source.
    fn files(&self, all: &Files) -> (MemoryFiles, String) {
        let (folder, main) = self.path.rsplit_once('/').unwrap_or(("", &self.path));
        let prefix = if folder.is_empty() { String::new() } else { format!("{folder}/") };
        let mut files = MemoryFiles::default();
        for (path, bytes) in all {
            match path.strip_prefix(&prefix) {
                Some(name) if !prefix.is_empty() || path == &self.path => files.add(name, bytes),
                _ => {}
            }
        }
        (files, main.to_owned())
    }

    /// What MADS makes of it; nothing if it refuses.
    fn expected(&self, all: &Files) -> Option<Vec<u8>> {
        let stem = self.path.trim_end_matches(".asm");
        if all.contains_key(&format!("{stem}.err")) {
            return None;
        }
        Some(all.get(&format!("{stem}.obx")).cloned().unwrap_or_default())
    }

    fn run(&self, all: &Files) -> (Outcome, String, bool) {
        let (files, main) = self.files(all);
        let assembly = assemble(&files, &main, &self.options());
        let found = assembly.output.map(|output| output.xex());
        let outcome = match (&found, &self.expected(all)) {
            (Some(found), Some(expected)) if found == expected => Outcome::Same,
            (None, None) => Outcome::Same,
            (Some(_), Some(_)) => Outcome::Other,
            (None, Some(_)) => Outcome::Refused,
            (Some(_), None) => Outcome::Accepted,
        };
        let said = render(&assembly.diagnostics, Format::Short);
        (outcome, format!("{said}{found:02x?}"), !assembly.diagnostics.is_empty())
    }

    /// The label table and the listing of MADS, where the archive has them, begin as ours.
    fn check_text(&self, all: &Files) -> Result<(), Failed> {
        let stem = self.path.trim_end_matches(".asm");
        let (files, main) = self.files(all);
        let options = Options { listing: true, ..self.options() };
        let Some(output) = assemble(&files, &main, &options).output else { return Ok(()) };
        for (ending, found) in [("lab", output.mads_labels()), ("lst", output.mads_listing())] {
            let path = format!("{stem}.{ending}");
            let is_exact = EXACT_TEXTS.contains(&path.as_str());
            let Some(wanted) = all.get(&path).filter(|_| is_exact) else { continue };
            let wanted = String::from_utf8_lossy(wanted);
            if wanted != found {
                return Err(format!("{path}: expected\n{wanted}found\n{found}").into());
            }
        }
        Ok(())
    }

    /// The source with its definitions behind everything else; nothing if it has none.
    fn moved(&self, all: &Files, what: Moved) -> Option<Vec<u8>> {
        moved(&String::from_utf8_lossy(&all[&self.path]), what).map(String::into_bytes)
    }
}

/// A case passes as MADS has it, or as the list says.
fn check(case: &Case, all: &Files, listed: Option<&String>) -> Result<(), Failed> {
    let (outcome, said, is_said) = case.run(all);
    match listed {
        None if outcome == Outcome::Same => case.check_text(all),
        Some(_) if !is_said && !UNSAID.contains(&case.path.as_str()) => {
            Err(format!("{outcome} in silence: {said}").into())
        }
        None => Err(format!("{outcome}: {said}").into()),
        Some(_) if outcome == Outcome::Same => Err("it agrees with MADS now: use it off the list".into()),
        Some(how) if *how == outcome.to_string() => Ok(()),
        Some(how) => Err(format!("{outcome}, and the list says {how}: {said}").into()),
    }
}

/// What is recorded of a case that assembles, and fills no gaps.
fn check_recorded(case: &Case, all: &Files) -> Result<(), Failed> {
    let (files, main) = case.files(all);
    let fills = String::from_utf8_lossy(&all[&case.path]).contains("f+");
    match assemble(&files, &main, &case.options()).output {
        Some(output) if !fills => Ok(recorded::check(&output)?),
        _ => Ok(()),
    }
}

/// What is recorded of the titles and of the operating system, which fills gaps.
fn check_own_recorded() -> Result<(), Failed> {
    let sources = Sources::embedded();
    for entry in &SHELF {
        let title = sources.title(entry).map_err(|error| error.to_string())?;
        let checked = recorded::check(&title.output).and_then(|()| recorded::check_working(&title.output));
        checked.map_err(|error| format!("{}: {error}", entry.name))?;
    }
    let os = sources.os().map_err(|error| error.to_string())?;
    recorded::check_working(&os.output).map_err(|error| format!("operating system: {error}"))?;
    Ok(())
}

/// The order of definitions makes no difference, or something is said.
fn check_moved(case: &Case, all: &Files, moved: &[u8]) -> Result<(), Failed> {
    let (mut files, main) = case.files(all);
    let before = assemble(&files, &main, &case.options()).output.map(|output| output.xex());
    files.add(&main, moved);
    let assembly = assemble(&files, &main, &case.options());
    match (before, assembly.output.map(|output| output.xex())) {
        (Some(before), Some(after)) if before != after && assembly.diagnostics.is_empty() => {
            Err(format!("{before:02x?} became {after:02x?} in silence").into())
        }
        _ => Ok(()),
    }
}

/// Formatted, every case gives the same bytes or the same refusal.
fn check_formatted(case: &Case, all: &Files) -> Result<(), Failed> {
    let (mut files, main) = case.files(all);
    let bytes =
        |files: &MemoryFiles| assemble(files, &main, &case.options()).output.map(|output| output.xex());
    let before = bytes(&files);
    for (name, text) in
        files.files.iter_mut().filter(|(name, _)| name.ends_with(".asm") || name.ends_with(".inc"))
    {
        let formatted = format(text);
        if format(&formatted) != formatted {
            return Err(format!("{name} changes when it is formatted again").into());
        }
        *text = formatted;
    }
    if bytes(&files) != before {
        return Err("other bytes when formatted".into());
    }
    Ok(())
}

/// Every file of our own sources with its definitions at its end: each title is the same to the byte.
fn check_own_moved() -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let desk = tempfile::tempdir()?;
    let mut count = 0;
    for folder in ["asm", "fonts", "maps"] {
        copy(&root.join(folder), &desk.path().join(folder), &mut |text| {
            let text = moved(text, Moved::Blocks)?;
            count += 1;
            Some(text)
        })?;
    }
    if count < 20 {
        return Err(format!("{count} files have definitions").into());
    }
    let (plain, moved) = (Sources::embedded(), Sources::folder(desk.path()));
    for entry in &SHELF {
        let xex = |sources: &Sources| sources.title(entry).map(|title| title.output.xex());
        if xex(&plain).map_err(|error| error.to_string())?
            != xex(&moved).map_err(|error| error.to_string())?
        {
            return Err(format!("{} has other bytes", entry.name).into());
        }
    }
    if plain.os().map_err(|error| error.to_string())?.rom
        != moved.os().map_err(|error| error.to_string())?.rom
    {
        return Err("the operating system has other bytes".into());
    }
    Ok(())
}

/// A folder with all its files, of which sources may get another text.
fn copy(from: &Path, to: &Path, change: &mut dyn FnMut(&str) -> Option<String>) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    for entry in std::fs::read_dir(from)? {
        let path = entry?.path();
        let target = to.join(path.file_name().unwrap_or_default());
        if path.is_dir() {
            copy(&path, &target, change)?;
            continue;
        }
        let bytes = std::fs::read(&path)?;
        let is_source = path.extension().is_some_and(|ending| ending == "asm" || ending == "inc");
        let text = std::str::from_utf8(&bytes).ok().filter(|_| is_source).and_then(&mut *change);
        std::fs::write(target, text.map_or(bytes, String::into_bytes))?;
    }
    Ok(())
}

/// A trial for every case, and one for every case with definitions that can be moved.
pub fn trials() -> Vec<Trial> {
    let all = Arc::new(archive("assembler-cases"));
    let differences = Arc::new(differences());
    let cases = index(&all);
    for path in differences.keys() {
        assert!(cases.iter().any(|case| case.path == *path), "`{path}` of the list is no case");
    }
    let mut trials = vec![
        Trial::test("assembler/moved_own", check_own_moved),
        Trial::test("assembler/recorded_own", check_own_recorded),
    ];
    for case in cases {
        let name = case.path.trim_end_matches(".asm").to_owned();
        let values = case.moved(&all, Moved::Values).map(|text| ("moved", text));
        let blocks = case.moved(&all, Moved::Blocks).map(|text| ("moved_blocks", text));
        let blocks = blocks.filter(|(_, text)| values.as_ref().is_none_or(|(_, values)| values != text));
        for (how, moved) in values.into_iter().chain(blocks) {
            let (case, all) = (case.clone(), all.clone());
            trials.push(Trial::test(format!("assembler/{how}/{name}"), move || {
                check_moved(&case, &all, &moved)
            }));
        }
        let (noted, files) = (case.clone(), all.clone());
        trials
            .push(Trial::test(format!("assembler/recorded/{name}"), move || check_recorded(&noted, &files)));
        let (formatted, files) = (case.clone(), all.clone());
        trials.push(Trial::test(format!("assembler/formatted/{name}"), move || {
            check_formatted(&formatted, &files)
        }));
        let (all, differences) = (all.clone(), differences.clone());
        trials.push(Trial::test(format!("assembler/{name}"), move || {
            check(&case, &all, differences.get(&case.path))
        }));
    }
    trials
}
