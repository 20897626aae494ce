//! What other assemblers and compilers write beside a program: names and lines of its source.

use std::path::Path;

use front800::assembler::{Files, Options, Overlay, assemble};
use front800::inspect::debug_info::DebugInfo;
use front800::inspect::source_lines::SourceLines;
use front800::inspect::symbols::{Kind, Symbols};
use front800::inspect::system_names::SystemNames;
use front800::titles::{Generated, Sources};

use super::commands::debug;
use crate::cli::Desk;
use crate::data::archive;

/// A file of the program in C and assembly.
pub(super) fn of_cc65(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/cc65").join(name)).unwrap()
}

fn cc65() -> DebugInfo {
    DebugInfo::read(&String::from_utf8(of_cc65("blink.dbg")).unwrap()).unwrap()
}

/// A folder with the program and all that stands beside it.
pub(super) fn desk() -> Desk {
    let desk = Desk::new();
    for name in ["blink.xex", "blink.c", "other.c", "later.s", "blink.dbg", "blink.lbl"] {
        desk.write(name, of_cc65(name));
    }
    desk
}

/// The line of a text, from 1.
pub(super) fn line_of(file: &str, text: &str) -> u32 {
    let source = String::from_utf8(of_cc65(file)).unwrap();
    source.lines().position(|line| line.contains(text)).unwrap() as u32 + 1
}

#[test]
fn symbols_that_are_written_and_read_again_answer_alike() {
    let official = SystemNames::new([("SDMCTL", 0x022F)]).with_own(["turns"]);
    let symbols = cc65().symbols.with_system(official);
    let text = serde_json::to_string(&symbols).unwrap();
    let again: Symbols = serde_json::from_str(&text).unwrap();
    assert_eq!(serde_json::to_string(&again).unwrap(), text);
    for name in
        ["turns", "Turns", "_turns", "_Turns", "blink::count", "main", "_main", "far", "os:turns", "nowhere"]
    {
        assert_eq!(again.symbol(name), symbols.symbol(name), "{name}");
    }
    assert!(again.symbol("_Turns").is_some() && again.system().is_place("SDMCTL", 0x022F));
    let places = (0x1F00..0x2200).map(|address| (again.scope_at(address), again.name_near(address)));
    assert!(
        places.eq((0x1F00..0x2200).map(|address| (symbols.scope_at(address), symbols.name_near(address))))
    );
}

#[test]
fn names_of_c_and_assembly_are_known_with_what_they_name() {
    let symbols = cc65().symbols;
    let sizes = [
        ("squares", 12, 2),
        ("sky", 3, 0),
        ("colour", 1, 0),
        ("turns", 1, 0),
        ("Turns", 1, 0),
        ("steps", 3, 1),
        ("far", 4, 2),
        ("text", 3, 0),
        ("spare", 3, 0),
    ];
    for (name, size, element) in sizes {
        let symbol = symbols.symbol(name).unwrap_or_else(|| panic!("{name}"));
        assert_eq!((symbol.kind, symbol.size, symbol.element), (Kind::Label, size, element), "{name}");
    }
    assert_ne!(symbols.value("turns"), symbols.value("Turns"), "C tells cases apart");
    for name in ["main", "brighter", "later"] {
        let symbol = symbols.symbol(name).unwrap();
        assert_eq!(symbol.kind, Kind::Procedure, "{name}");
        assert_eq!(symbols.name(symbol.value), Some(name));
        assert_eq!(symbols.value(&format!("_{name}")), Some(symbol.value), "as the compiler calls it");
    }
    assert_eq!(symbols.value("later.@turn"), Some(symbols.value("later").unwrap() + 2));
    assert_eq!(symbols.symbol("place.down").map(|it| (it.kind, it.value)), Some((Kind::Constant, 1)));
    assert!(symbols.symbol("L0012").is_none(), "a place that the compiler jumps to");
}

#[test]
fn instructions_come_from_lines_of_c_and_of_assembly() {
    let DebugInfo { symbols, lines, .. } = cc65();
    let files: Vec<&str> = lines.files().collect();
    assert_eq!(
        files,
        ["blink.c", "other.c", "later.s"],
        "neither what the compiler has written nor what only names numbers"
    );
    let of = |file: &str, text: &str| lines.addresses(file, line_of(file, text)).unwrap();
    let named = |name: &str| symbols.value(name).unwrap();
    assert_eq!(of("blink.c", "colour += 2"), [named("brighter")]);
    assert_eq!(of("blink.c", "++Turns"), [named("brighter") + 9]);
    assert_eq!(of("blink.c", "sky[1] = 40"), [named("main")]);
    let turn = named("later.@turn");
    assert_eq!(of("later.s", "lda address"), [turn]);
    assert_eq!(of("later.s", "cmp address"), [turn + 2]);
    assert_eq!(of("later.s", "until_changed RTCLOK"), [turn], "the call of a macro");
    assert_eq!(of("later.s", "inc _turns"), [turn + 6]);
    let place = lines.at(named("brighter") + 4).unwrap();
    assert_eq!((place.file, place.line), ("blink.c", line_of("blink.c", "colour += 2")), "in its midst");
    for data in ["squares", "steps", "far", "text"] {
        assert!(!lines.is_code(named(data)), "{data}");
    }
    assert!(lines.at(0).is_none(), "the headers of the file are not in memory");
}

#[test]
fn a_program_in_c_is_debugged_by_its_own_lines_and_names() {
    let desk = desk();
    let line = line_of("blink.c", "COLOUR = colour;");
    let all = debug(
        &desk,
        "blink.xex",
        &format!(
            "break blink.c:{line} if colour == 6\nrun\nprint Turns\nstack\nbreak brighter\nrun\nback\nwhere\n"
        ),
    );
    assert_eq!(all[1]["source"]["line"], line);
    assert!(all[1]["source"]["file"].as_str().unwrap().ends_with("blink.c"));
    assert_eq!(all[2]["value"], 3);
    assert_eq!(all[5]["where"]["label"], serde_json::Value::Null, "{}", all[5]);
    assert_eq!(all[7]["where"]["source"]["line"], line_of("blink.c", "brighter();"), "{}", all[7]);
}

#[test]
fn a_program_in_c_is_stepped_through_line_by_line() {
    let in_c = |text| line_of("blink.c", text);
    let steps = [
        ("next line", in_c("brighter();")),
        ("step line", in_c("colour += 2")),
        ("Next LINE", in_c("++Turns")),
        ("back line", in_c("colour += 2")),
        ("out", in_c("COLOUR = colour;")),
        ("back line", in_c("brighter();")),
        ("next line", in_c("COLOUR = colour;")),
        ("next line", in_c("later();")),
        ("step line", line_of("later.s", "ldx #2")),
    ];
    let commands: Vec<&str> = ["break main", "run"].into_iter().chain(steps.map(|it| it.0)).collect();
    let all = debug(&desk(), "blink.xex", &commands.join("\n"));
    for ((command, line), answer) in steps.iter().zip(&all[2..]) {
        assert_eq!(
            (&answer["source"]["line"], &answer["ok"]),
            (&(*line).into(), &true.into()),
            "{command}: {answer}"
        );
    }
}

/// What two modules have for themselves by the same name is that of the one that the program is in.
#[test]
fn private_names_are_those_of_the_module() {
    let desk = desk();
    let script = "break other.once\nrun\nprint &count == &other.count\nprint &count == &blink.count\nbreak blink::once\nrun\n\
                  print &count == &blink.count\nprint _Turns == Turns\nwhere\n";
    let all = debug(&desk, "blink.xex", script);
    let values: Vec<&serde_json::Value> = [2, 3, 6, 7].map(|n: usize| &all[n]["value"]).to_vec();
    assert_eq!(values, [1, 0, 1, 1], "{all:?}");
    assert_eq!(all[8]["where"]["label"], "blink.once");
    desk.run_words(&["run", "blink.xex", "--frames", "99", "--until", "_Turns == 2"]).succeeded();
    let said = desk.run("run blink.xex --frames 9 --until-pc once").failed(2, &["no label `once`"]).stderr;
    assert!(said.contains("blink.once"), "{said}");
}

/// The compiler makes a jump of the last call of a function.
#[test]
fn a_profile_knows_functions_that_are_jumped_to() {
    let desk = desk();
    desk.run("run blink.xex --frames 200 --profile p.json").succeeded();
    let profile: serde_json::Value = serde_json::from_slice(&desk.read("p.json")).unwrap();
    let routines = profile["routines"].as_array().unwrap();
    let calls = |name: &str| routines.iter().find(|it| it["name"] == name).map(|it| it["calls"].clone());
    assert_eq!(calls("main"), Some(1.into()), "`start` jumps there");
    assert_eq!(calls("other.once"), calls("darker"), "{routines:?}");
    assert_eq!(calls("blink.once"), calls("darker"));
}

#[test]
fn sources_are_found_around_what_names_them() {
    let desk = desk();
    for folder in ["out", "src"] {
        std::fs::create_dir(desk.path(folder)).unwrap();
    }
    for (from, to) in [("blink.xex", "out/blink.xex"), ("blink.c", "src/blink.c")] {
        std::fs::rename(desk.path(from), desk.path(to)).unwrap();
    }
    let text = String::from_utf8(of_cc65("blink.dbg")).unwrap();
    for called in ["src/blink.c", "../src/blink.c", "obj/../src/blink.c"] {
        desk.write("out/blink.dbg", text.replace("\"blink.c\"", &format!("\"{called}\"")));
        let line = line_of("blink.c", "count += 3");
        let all = debug(
            &desk,
            "out/blink.xex",
            &format!("break {}:{line}\nrun\n", desk.path("src/blink.c").display()),
        );
        let file = all[1]["source"]["file"].as_str().unwrap_or_else(|| panic!("{called}: {all:?}"));
        assert_eq!((file, &all[1]["source"]["line"]), ("src/blink.c", &line.into()), "{called}");
    }
}

#[test]
fn the_map_has_what_debug_information_names() {
    let map = desk().run("map blink.xex --json").succeeded().json();
    let names = |of: &str| -> Vec<String> {
        let blocks = map[of].as_array().unwrap().iter();
        blocks.map(|block| block["name"].as_str().unwrap().to_string()).collect()
    };
    assert_eq!(names("procedures"), ["brighter", "blink.once", "main", "other.once", "darker", "later"]);
    assert_eq!(names("tables"), ["steps", "far", "text", "squares"]);
    let variables = ["sky", "Turns", "colour", "blink.count", "other.count", "turns", "spare"];
    assert_eq!(names("variables"), variables);
    assert_eq!(map["tables"][0]["source"]["line"], line_of("later.s", "steps:"));
}

#[test]
fn what_makes_no_sense_is_passed_over_with_a_warning() {
    let desk = desk();
    let text = String::from_utf8(of_cc65("blink.dbg")).unwrap();
    let (number, broken) = (1..).zip(text.lines()).find(|(_, line)| line.starts_with("span")).unwrap();
    desk.write("blink.dbg", text.replace(broken, "span\tid=0,seg=3,start=zero,size=2"));
    let ran = desk.run("run blink.xex --frames 30 --until-pc _main").succeeded();
    assert!(
        ran.stderr.contains(&format!("blink.dbg: warning: it is passed over: line {number}: ")),
        "{}",
        ran.stderr
    );
    desk.write("blink.dbg", "version\tmajor=3,minor=0\n");
    let ran = desk.run("run blink.xex --frames 30").succeeded();
    assert!(ran.stderr.contains("expected version 2"), "{}", ran.stderr);
    for (from, to) in
        [("mod=", "mod=9"), ("seg=", "seg=9"), ("parent=", "parent="), ("start=0x00", "start=0xFF")]
    {
        let _ = DebugInfo::read(&text.replace(from, to));
    }
    for end in (0..text.len()).step_by(7) {
        let _ = DebugInfo::read(&text[..end]);
    }
}

#[test]
fn a_listing_of_mads_says_which_line_an_instruction_comes_from() {
    let cases = archive("assembler-cases");
    let lines = |name: &str| {
        let text = String::from_utf8_lossy(&cases[name]).into_owned();
        assert!(DebugInfo::is_listing(&text), "{name}");
        DebugInfo::read(&text).unwrap().lines
    };
    let at = |lines: &SourceLines, address| lines.at(address).map(|it| (it.file.to_string(), it.line));
    let first = lines("lst1.lst");
    for (address, line) in [(0x2000, 3), (0x2001, 4), (0x2003, 7), (0x200E, 7), (0x2013, 9), (0x2015, 9)] {
        assert_eq!(at(&first, address), Some(("lst1.asm".to_string(), line)), "${address:04X}");
    }
    assert_eq!(at(&first, 0x200F), None, "reserved");
    assert!(first.is_code(0x2001) && !first.is_code(0x2003) && !first.is_code(0x2013));
    let second = lines("lst2.lst");
    // Two from a macro, two repeated, three and two by one line, and those of a procedure.
    let expected = [
        (0x2000, 6),
        (0x2002, 6),
        (0x2004, 8),
        (0x2005, 8),
        (0x2006, 10),
        (0x2009, 11),
        (0x200F, 13),
        (0x2012, 16),
    ];
    for (address, line) in expected {
        assert_eq!(at(&second, address), Some(("lst2.asm".to_string(), line)), "${address:04X}");
        assert!(second.is_code(address));
    }
}

struct OnDisk;

impl Files for OnDisk {
    fn read(&self, path: &str) -> Option<Vec<u8>> {
        std::fs::read(path).ok()
    }
}

/// What our own listings tell is what the assembler knew, but for macros, which a listing numbers from 1.
#[test]
fn our_own_listings_are_read_as_well() {
    let generated = Generated::new(Sources::embedded());
    let files = Overlay(&OnDisk, &generated);
    let options = Options { listing: true, ..Options::default() };
    for name in ["workloads/kernel.asm", "workloads/platform.asm", "eleven/eleven.asm"] {
        let path = format!("{}/asm/{name}", env!("CARGO_MANIFEST_DIR"));
        let output = assemble(&files, &path, &options).output.unwrap_or_else(|| panic!("{name}"));
        let known = SourceLines::from_assembly(&output);
        let read = DebugInfo::read(&output.mads_listing()).unwrap().lines;
        let mut same = 0;
        for (address, _) in known.instructions() {
            let place = read.at(address).unwrap_or_else(|| panic!("{name}: ${address:04X}"));
            let expected = known.at(address).unwrap();
            same += usize::from((place.file, place.line) == (expected.file, expected.line));
        }
        let all = known.instructions().count();
        assert!(all > 50 && same * 10 >= all * 9, "{name}: {same} of {all}");
    }
}

#[test]
fn a_program_with_a_listing_is_stopped_at_its_lines() {
    let desk = Desk::with("game.asm", " org $2000\nstart inc $80\n jmp start\n run start\n");
    desk.run("asm game.asm -o game.xex -l game.lst -t game.lab").succeeded();
    let all = debug(&desk, "game.xex", "break game.asm:3\nrun\nwhere\n");
    assert_eq!(all[1]["source"]["line"], 3);
    assert_eq!(all[2]["where"]["instruction"], "JMP START", "{}", all[2]);
    let program = " org $2000\nout .macro\n lda #1\n icl 'more.asm'\n lda #2\n .endm\nstart out\n out\n jmp start\n run start\n";
    desk.write("game.asm", program);
    desk.write("more.asm", " sta $80\n");
    desk.run("asm game.asm -o game.xex -l game.lst").succeeded();
    let all = debug(&desk, "game.xex", "break $2004\nrun\nbreak $200A\nrun\n");
    let place =
        |answer: &serde_json::Value| (answer["source"]["file"].clone(), answer["source"]["line"].clone());
    assert_eq!(place(&all[1]), ("game.asm".into(), 7.into()), "behind a source that a macro includes");
    assert_eq!(place(&all[3]), ("game.asm".into(), 8.into()));
    // A listing without final addresses is nothing to go by.
    desk.write("game.lst", "ca65 V2.19\n000002r 1  E6 80\n");
    let ran = desk.run("run game.xex --frames 9").succeeded();
    assert!(!ran.stderr.contains("game.lst"), "{}", ran.stderr);
}

#[test]
fn files_that_are_read_beside_a_program_are_no_outputs() {
    let desk = desk();
    desk.write("blink.lab", "2000 beginning\n");
    for name in ["blink.lab", "blink.lbl", "blink.dbg"] {
        let before = desk.read(name);
        desk.run(&format!("run blink.xex --frames 2 --trace {name}")).failed(2, &[name, "is an input"]);
        assert_eq!(desk.read(name), before, "{name}");
    }
}
