//! `run --profile`: where the time goes, by routine.

use serde_json::Value;

use crate::cli::Desk;

#[test]
fn a_profile_gives_its_numbers_as_json() {
    let source = " org $2000\nmain jsr outer\n jmp main\nouter jsr inner\n jsr inner\n rts\ninner nop\n rts\n run main\n";
    let desk = Desk::with("calls.asm", source);
    desk.run("run calls.asm --frames 120 --profile p.json").succeeded();
    desk.run("run calls.asm --frames 120 --profile p.txt").succeeded();
    let report: Value = serde_json::from_slice(&desk.read("p.json")).unwrap();
    let routine = |name: &str| {
        let routines = report["routines"].as_array().unwrap();
        routines.iter().find(|routine| routine["name"] == name).unwrap_or_else(|| panic!("{name}: {report}"))
    };
    let number = |name: &str, key: &str| routine(name)[key].as_u64().unwrap();
    assert_eq!(number("outer", "address"), 0x2006);
    assert!(number("inner", "calls").abs_diff(2 * number("outer", "calls")) <= 2, "{report}");
    assert!(number("outer", "total_cycles") >= number("outer", "own_cycles") + number("inner", "own_cycles"));
    let sum = |list: &str, key: &str| -> u64 {
        report[list].as_array().unwrap().iter().map(|entry| entry[key].as_u64().unwrap()).sum()
    };
    let all = report["cycles"].as_u64().unwrap();
    assert_eq!((sum("routines", "own_cycles"), sum("stacks", "cycles")), (all, all));
    assert_eq!(number("[start]", "total_cycles"), all, "it is around everything");
    let stacks = report["stacks"].as_array().unwrap().iter();
    let text = String::from_utf8(desk.read("p.txt")).unwrap();
    for stack in stacks {
        let entries: Vec<&str> =
            stack["entries"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        assert!(text.contains(&format!("{} {}\n", entries.join(";"), stack["cycles"])), "{stack}");
    }
}

/// Names of the program like those of the profile's own entries and of the system's routines.
#[test]
fn a_profile_tells_the_systems_routines_from_the_programs() {
    let source = " org $2000\nstart jsr nmi\n jsr vbi_stage1\n jmp start\nnmi ldx #200\n@ dex\n bne @-\n rts\n\
                  vbi_stage1 nop\n rts\n run start\n";
    let desk = Desk::with("names.asm", source);
    desk.run("run names.asm --frames 120 --profile p.txt").succeeded();
    let text = String::from_utf8(desk.read("p.txt")).unwrap();
    let has = |stack: &str| text.lines().any(|line| line.rsplit_once(' ').is_some_and(|it| it.0 == stack));
    for stack in ["[start]", "[start];os:boot_disk;start;nmi", "[start];os:boot_disk;start;vbi_stage1"] {
        assert!(has(stack), "{stack}: {text}");
    }
    assert!(has("[start];os:boot_disk;start;nmi;[nmi];os:vbi_stage1"), "{text}");
    assert!(has("[start];os:start_editor;os:CIOV;os:cio_command"), "{text}");
}

/// The loader leaves the stack behind an INIT routine as what it starts next finds it.
#[test]
fn an_init_routine_is_not_what_the_loader_starts_behind_it() {
    let source = " org $2000\ninit lda #1\n rts\n ini init\n org $2010\nmain jsr sub\n jmp main\nsub ldx #200\n@ dex\n bne @-\n rts\n run main\n";
    let desk = Desk::with("init.asm", source);
    desk.run("run init.asm --frames 120 --profile p.json").succeeded();
    let report: Value = serde_json::from_slice(&desk.read("p.json")).unwrap();
    let routines = report["routines"].as_array().unwrap();
    let number = |name: &str, key: &str| {
        let routine = routines.iter().find(|routine| routine["name"] == name);
        routine.unwrap_or_else(|| panic!("{name}: {report}"))[key].as_u64().unwrap()
    };
    assert_eq!((number("init", "calls"), number("main", "calls")), (1, 1));
    assert!(number("init", "total_cycles") < 1000 && number("sub", "own_cycles") > 100_000, "{report}");
}
