//! Every output of every subcommand where nothing can be written: none keeps another one from coming out, and none is not told of.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::os::unix::fs::symlink;

use super::*;

/// A program that prints a letter, with something to warn of.
const PRINTS: &str = " org $2000\nstart lda #65\n jsr $f6a4\nend jmp end\nunused nop\n run start\n";
/// A routine with a test.
const TESTS: &str = " org $2000\nroutine rts\n .test \"it returns\"\n jsr routine\n .assert 1\n .endtest\n";

/// A subcommand with all its outputs, and the names that they are given: is a folder's ends in a slash.
struct Case {
    line: &'static str,
    outputs: &'static [(&'static str, &'static str)],
}

const CASES: [Case; 9] = [
    Case {
        line: "run prints.asm --frames 40 --every 20",
        outputs: &[
            ("--screenshot", "s.png"),
            ("--frames-dir", "frames/"),
            ("--gif", "g.gif"),
            ("--wav", "w.wav"),
            ("--trace", "t.txt"),
            ("--profile", "p.folded"),
            ("--coverage", "c.info"),
            ("--transcript", "r.txt"),
            ("--save", "s.state"),
        ],
    },
    Case {
        line: "asm prints.asm -u --message-format json",
        outputs: &[("--output", "p.xex"), ("--listing", "l.lst"), ("--labels", "b.lab"), ("--map", "m.svg")],
    },
    Case { line: "test tests.asm", outputs: &[("--junit", "j.xml"), ("--coverage", "c.info")] },
    Case { line: "map idle.asm", outputs: &[("--svg", "m.svg")] },
    Case { line: "budget idle.asm --frames 5", outputs: &[("--svg", "b.svg"), ("--save-input", "i.txt")] },
    Case { line: "assets", outputs: &[("--png", "pictures/"), ("--output", "bytes/")] },
    Case {
        line: "campaign --turns 2 --random lcg:1",
        outputs: &[("--csv", "t.csv"), ("--plot", "p.svg"), ("--save", "s.state")],
    },
    Case { line: "arena idle advance --turns 2 --random lcg:1", outputs: &[("--html", "a.html")] },
    Case { line: "match encounter --steps 5 --random lcg:1", outputs: &[("--csv", "t.csv")] },
];

/// Options that name what is read. A printer writes if something is printed (`papers`).
const INPUTS: [&str; 17] = [
    "--allow-read",
    "--basic",
    "--compare",
    "--d1",
    "--d2",
    "--d3",
    "--d4",
    "--from",
    "--include",
    "--input",
    "--load",
    "--orders",
    "--os",
    "--palette",
    "--right-cart",
    "--script",
    "--src",
];
const PRINTER: &str = "--printer";

/// Who takes what is printed.
#[derive(Clone, Copy, Debug)]
enum Reader {
    /// Somebody who reads it all.
    All,
    /// A full disk.
    Full,
    /// Somebody who is gone before anything is printed.
    Gone,
}

/// What a run has left.
struct Left {
    status: i32,
    stdout: String,
    stderr: String,
    /// By their names in the folder.
    files: BTreeMap<String, Vec<u8>>,
}

impl Case {
    /// Runs it where nothing stands in its way.
    fn whole(&self) -> Left {
        self.run(Reader::All, [])
    }

    /// Runs it where these files lead to a full disk.
    fn run<'a>(&self, reader: Reader, full: impl IntoIterator<Item = &'a String>) -> Left {
        let desk = desk();
        desk.write("prints.asm", PRINTS);
        desk.write("tests.asm", TESTS);
        for name in full {
            fs::create_dir_all(desk.path(name).parent().unwrap()).unwrap();
            symlink("/dev/full", desk.path(name)).unwrap();
        }
        let options: String = self.outputs.iter().map(|(option, name)| format!(" {option} {name}")).collect();
        let redirected = if matches!(reader, Reader::Full) { " >/dev/full" } else { "" };
        let line = format!("exec front800 {}{options}{redirected}", self.line);
        let mut child = begin(desk.path("."), &line);
        if matches!(reader, Reader::Gone) {
            drop(child.stdout.take());
        }
        let ran = end(child, &line);
        let mut files = BTreeMap::new();
        for (_, name) in self.outputs {
            collect(&desk, name.trim_end_matches('/'), &mut files);
        }
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (stdout, stderr) = (text(&ran.stdout), text(&ran.stderr));
        Left { status: ran.status.code().unwrap_or(-1), stdout, stderr, files }
    }
}

/// Whether a file is this output, or in it.
fn is_of(name: &str, output: &str) -> bool {
    name == output || output.ends_with('/') && name.starts_with(output)
}

/// The files of an output; what leads to a full disk is none.
fn collect(desk: &Desk, name: &str, files: &mut BTreeMap<String, Vec<u8>>) {
    let path = desk.path(name);
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            let inside = entry.unwrap().file_name().into_string().unwrap();
            collect(desk, &format!("{name}/{inside}"), files);
        }
    } else if path.is_file() {
        files.insert(name.to_string(), desk.read(name));
    }
}

#[test]
fn no_output_that_cannot_be_written_keeps_another_one_from_coming_out() {
    for case in CASES {
        let (whole, line) = (case.whole(), case.line);
        assert_eq!(whole.status, 0, "{line}: {}", whole.stderr);
        let names: Vec<&str> = case.outputs.iter().map(|&(_, name)| name).collect();
        for name in &names {
            assert!(whole.files.keys().any(|file| is_of(file, name)), "{line}: {name} is not written");
        }
        let all: Vec<&[&str]> = names.iter().map(std::slice::from_ref).chain([&names[..]]).collect();
        for full in all {
            let is_full = |file: &String| full.iter().any(|output| is_of(file, output));
            let left = case.run(Reader::All, whole.files.keys().filter(|file| is_full(file)));
            assert_eq!(left.status, 2, "{line}, {full:?} full: {}", left.stderr);
            assert_eq!(left.stdout, whole.stdout, "{line}, {full:?} full");
            for name in full {
                let said = left.stderr.lines().filter(|said| said.contains(name)).count();
                assert_eq!(said, 1, "{line}, {name} full: {}", left.stderr);
            }
            let mut others = whole.files.clone();
            others.retain(|file, _| !is_full(file));
            assert!(left.files == others, "{line}, {full:?} full: {:?}", left.files.keys());
        }
    }
}

#[test]
fn files_come_out_whoever_reads_what_is_printed() {
    for case in CASES {
        let whole = case.whole();
        for (reader, status) in [(Reader::Full, 2), (Reader::Gone, 0)] {
            let left = case.run(reader, []);
            assert_eq!(left.status, status, "{}, {reader:?}: {}", case.line, left.stderr);
            assert!(left.files == whole.files, "{}, {reader:?}: {:?}", case.line, left.files.keys());
        }
    }
}

/// What is wrong is told, and decides, whatever else is wrong.
#[test]
fn no_verdict_is_lost_with_an_output_and_no_output_with_a_verdict() {
    let desk = desk();
    desk.write("wrong.asm", " lda nothing\n");
    desk.write("jams.asm", " org $2000\n dta 2\n run $2000\n");
    let full = "/dev/full cannot be written";
    for (line, status, words) in [
        ("asm wrong.asm --message-format json >/dev/full", 1, &["standard output cannot be written"][..]),
        ("budget jams.asm --save-input /dev/full", 1, &[full, "the CPU is jammed"]),
        ("budget idle.asm --save-input /dev/full --limit nosuch=1", 2, &[full, "--limit nosuch"]),
        ("budget idle.asm --save-input /dev/full --frames 1 --svg q.svg", 2, &[full, "two frames"]),
        ("test idle.asm --junit /dev/full --coverage /dev/full", 1, &[full, "there are no tests"]),
    ] {
        shell(&desk, &format!("front800 {line}")).failed(status, words);
    }
    let mut unread = begin(desk.path("."), "exec front800 asm wrong.asm --message-format json");
    drop(unread.stdout.take());
    assert_eq!(end(unread, "asm").status.code(), Some(1));
    let mut unread =
        begin(desk.path("."), "(echo nonsense; echo screenshot s.png) | front800 debug idle.asm --script -");
    drop(unread.stdout.take());
    assert_eq!(end(unread, "debug").status.code(), Some(1));
    assert!(desk.read("s.png").starts_with(b"\x89PNG"));
}

/// The options of a subcommand that take the name of a file or folder, as its help has them.
fn options_with_files(desk: &Desk, subcommand: &str) -> BTreeSet<String> {
    let help = desk.run(&format!("{subcommand} --help")).succeeded().stdout;
    let options = help.lines().filter_map(|line| {
        let (option, value) = line
            .trim_start()
            .strip_prefix("--")
            .or_else(|| {
                let (_, long) = line.trim_start().split_once(", --")?;
                Some(long)
            })?
            .split_once(" <")?;
        let value = value.split_once('>')?.0;
        // A line of a source is an address.
        let value = value.replace("FILE:LINE", "LINE");
        ["FILE", "DIR", "STATE"].iter().any(|word| value.contains(word)).then(|| format!("--{option}"))
    });
    options.collect()
}

/// So that no new option is forgotten here.
#[test]
fn every_option_that_names_a_file_is_known_to_these_tests() {
    let desk = desk();
    let help = desk.run("--help").succeeded().stdout;
    let (_, commands) = help.split_once("Commands:\n").expect("the subcommands");
    let names = commands.lines().map_while(|line| line.split_whitespace().next());
    // The window has tests of its own.
    for name in names.filter(|name| !["play", "help"].contains(name)) {
        let case = CASES.iter().find(|case| case.line.split(' ').next() == Some(name));
        let outputs: BTreeSet<String> =
            case.iter().flat_map(|case| case.outputs).map(|&(option, _)| option.to_string()).collect();
        let mut found = options_with_files(&desk, name);
        found.retain(|option| !INPUTS.contains(&&**option) && option != PRINTER);
        assert_eq!(found, outputs, "{name}: an input or an output?");
    }
}
