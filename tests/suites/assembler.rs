//! The assembler against cases of MADS: the same bytes, or a refusal where that assembler refuses. Where it is
//! otherwise on purpose, `tests/data/assembler-differences.txt` says how and why; a case of that list that
//! agrees is a failure, too.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use front800::assembler::{Format, MemoryFiles, Options, assemble, format, render};
use libtest_mimic::{Failed, Trial};

use crate::data::{Files, archive};

/// Where the reference accepts nothing and crashes, or takes a form for a mistake that can only be meant in one
/// way: nothing is said.
const UNSAID: [&str; 3] = ["ex082.asm", "b_expr_str.asm", "imm_adr.asm"];

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
    fn moved(&self, all: &Files) -> Option<Vec<u8>> {
        let text = String::from_utf8_lossy(&all[&self.path]).into_owned();
        let (definitions, rest): (Vec<&str>, Vec<&str>) = {
            let mut depth = 0;
            text.lines().partition(|line| {
                let lower = line.to_ascii_lowercase();
                let words: Vec<&str> = lower.split_whitespace().take(2).collect();
                let opens = |word: &&str| OPENERS.contains(word);
                let closes = |word: &&str| CLOSERS.contains(word);
                depth += words.iter().copied().filter(|word| opens(word)).count();
                let inside = depth > 0;
                depth -= words.iter().copied().filter(|word| closes(word)).count().min(depth);
                !inside && is_definition(line)
            })
        };
        if definitions.is_empty() {
            return None;
        }
        Some(
            rest.into_iter()
                .chain(definitions)
                .flat_map(|line| [line, "\n"])
                .collect::<String>()
                .into_bytes(),
        )
    }
}

const OPENERS: [&str; 15] = [
    ".macro", ".struct", ".enum", ".proc", ".local", ".rept", ".if", ".ifdef", ".ifndef", "ift", ".array",
    "#if", "#while", ".test", ".pages",
];
const CLOSERS: [&str; 15] = [
    ".endm", ".ends", ".ende", ".endp", ".endl", ".endr", ".endif", "eif", ".enda", "#end", ".end", ".mend",
    ".pend", ".endtest", ".endpg",
];

/// `name = value` in column 1, where the value is not one of this place.
fn is_definition(line: &str) -> bool {
    let name = line.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
    let rest = line[name..].trim_start();
    let starts = line.bytes().next().is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    let value = rest.strip_prefix('=').filter(|value| !value.starts_with('='));
    starts && value.is_some_and(|value| !value.contains(['*', '@', '#', '?', '\\', '{', '.', ':']))
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
        Some(_) if outcome == Outcome::Same => Err("it agrees with MADS now: take it off the list".into()),
        Some(how) if *how == outcome.to_string() => Ok(()),
        Some(how) => Err(format!("{outcome}, and the list says {how}: {said}").into()),
    }
}

/// The order of definitions makes no difference, or an error.
fn check_moved(case: &Case, all: &Files, moved: &[u8]) -> Result<(), Failed> {
    let (mut files, main) = case.files(all);
    let before = assemble(&files, &main, &case.options()).output.map(|output| output.xex());
    files.add(&main, moved);
    let after = assemble(&files, &main, &case.options()).output.map(|output| output.xex());
    match (before, after) {
        (Some(before), Some(after)) if before != after => {
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

/// A trial for every case, and one for every case with definitions that can be moved.
pub fn trials() -> Vec<Trial> {
    let all = Arc::new(archive("assembler-cases"));
    let differences = Arc::new(differences());
    let cases = index(&all);
    for path in differences.keys() {
        assert!(cases.iter().any(|case| case.path == *path), "`{path}` of the list is no case");
    }
    let mut trials = Vec::new();
    for case in cases {
        let name = case.path.trim_end_matches(".asm").to_owned();
        if let Some(moved) = case.moved(&all) {
            let (case, all) = (case.clone(), all.clone());
            trials.push(Trial::test(format!("assembler/moved/{name}"), move || {
                check_moved(&case, &all, &moved)
            }));
        }
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
