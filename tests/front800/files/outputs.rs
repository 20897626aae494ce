//! What output may become of a file, and what not.

use std::fs;
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};

use front800::files::{check_output, write};

use super::*;

#[test]
fn output_to_a_device_goes_to_the_device_and_does_not_replace_it() {
    let desk = desk();
    symlink("/dev/null", desk.path("null")).unwrap();
    for output in ["/dev/null", "null"] {
        shell(&desk, &format!("front800 asm idle.asm -l {output} -t {output}")).succeeded();
        shell(
            &desk,
            &format!("front800 run idle.asm --frames 5 --wav {output} --gif {output} --save {output}"),
        )
        .succeeded();
    }
    let full = shell(&desk, "front800 run idle.asm --frames 5 --gif /dev/full");
    full.failed(2, &["/dev/full", "No space left on device"]);
    for device in ["/dev/null", "/dev/full"] {
        assert!(fs::symlink_metadata(device).unwrap().file_type().is_char_device(), "{device}");
    }
    assert_eq!(names(&desk), ["idle.asm", "null"]);
}

#[test]
fn output_to_a_pipe_goes_through_the_pipe() {
    let desk = desk();
    make_pipe(&desk, "pipe");
    let ran = shell(&desk, "front800 asm idle.asm -l pipe & cat pipe; wait $!");
    assert!(ran.succeeded().stdout.contains("jmp start"));
    assert!(fs::symlink_metadata(desk.path("pipe")).unwrap().file_type().is_fifo());
    // Nobody goes back in a pipe: the header of a WAV file, too, is written once.
    let ran =
        shell(&desk, "front800 run idle.asm --frames 5 --wav pipe >/dev/null & head -c 4 pipe; wait $!");
    assert_eq!(ran.stdout, "RIFF");
}

#[test]
fn output_to_a_link_goes_to_what_it_leads_to() {
    let desk = desk();
    desk.write("there.lst", "old");
    symlink("there.lst", desk.path("link")).unwrap();
    symlink("new.lst", desk.path("dangling")).unwrap();
    symlink("circle", desk.path("circle")).unwrap();
    shell(&desk, "front800 asm idle.asm -l link -t dangling").succeeded();
    for name in ["link", "dangling"] {
        assert!(fs::symlink_metadata(desk.path(name)).unwrap().is_symlink(), "{name}");
    }
    assert!(desk.read("there.lst").len() > 100 && !desk.read("new.lst").is_empty());
    shell(&desk, "front800 asm idle.asm -l circle").failed(2, &["circle"]);
    assert_eq!(names(&desk), ["circle", "dangling", "idle.asm", "link", "new.lst", "there.lst"]);
}

#[test]
fn output_to_standard_output_by_its_name_comes_in_its_place() {
    let desk = desk();
    for redirected in [">all", "| cat >all"] {
        shell(&desk, &format!("(echo first; front800 asm idle.asm -l /dev/stdout; echo last) {redirected}"));
        let all = String::from_utf8(desk.read("all")).unwrap();
        assert!(all.starts_with("first\n") && all.ends_with("last\n"), "{redirected}: {all}");
        assert!(all.contains("jmp start"), "{redirected}: {all}");
    }
}

#[test]
fn a_dash_is_standard_output() {
    let desk = desk();
    let listing = shell(&desk, "front800 asm idle.asm -l -").succeeded().stdout;
    shell(&desk, "front800 asm idle.asm -l idle.txt").succeeded();
    assert_eq!(listing.into_bytes(), desk.read("idle.txt"));
    assert_eq!(names(&desk), ["idle.asm", "idle.txt"]);
}

#[test]
fn a_file_that_is_replaced_keeps_its_mode_and_a_read_only_one_is_not_replaced() {
    let desk = desk();
    let mode = |name: &str| fs::metadata(desk.path(name)).unwrap().permissions().mode() & 0o777;
    desk.write("private.lst", "old");
    fs::set_permissions(desk.path("private.lst"), fs::Permissions::from_mode(0o640)).unwrap();
    shell(&desk, "umask 022; front800 asm idle.asm -l private.lst -t new.lab").succeeded();
    assert_eq!((mode("private.lst"), mode("new.lab")), (0o640, 0o644));
    desk.write("kept.lst", "old");
    fs::set_permissions(desk.path("kept.lst"), fs::Permissions::from_mode(0o444)).unwrap();
    shell(&desk, "front800 asm idle.asm -l kept.lst").failed(2, &["kept.lst", "read-only"]);
    assert_eq!(desk.read("kept.lst"), b"old");
}

#[test]
fn what_cannot_be_an_output_is_said_before_any_work() {
    let desk = desk();
    fs::create_dir(desk.path("folder")).unwrap();
    shell(&desk, "front800 asm idle.asm -l folder").failed(2, &["folder", "a folder"]);
    shell(&desk, "front800 asm idle.asm -l nowhere/a.lst").failed(2, &["nowhere/a.lst", "no such folder"]);
    let long = shell(&desk, "front800 run idle.asm --frames 100000000 --save folder");
    long.failed(2, &["folder", "a folder"]);
}

#[test]
fn an_empty_name_is_that_of_no_output() {
    let empty = Path::new("");
    for error in [check_output(empty).unwrap_err(), write(empty, b"").unwrap_err()] {
        assert_eq!(error.to_string(), "an empty name; expected the name of a file");
    }
}

#[test]
fn a_folder_that_is_missing_costs_no_result() {
    let desk = desk();
    for line in [
        "campaign --turns 2 --plot nowhere/p.svg --summary",
        "campaign --turns 2 --csv nowhere/x.csv",
        "campaign --turns 2 --save nowhere/x.state",
        "arena idle east --turns 2 --html nowhere/x.html",
        "budget none --frames 3 --save-input nowhere/x.txt",
        "run none --frames 100000000 --printer nowhere/x.txt",
    ] {
        let ran = shell(&desk, &format!("front800 {line}")).failed(2, &["nowhere/", "no such folder"]);
        assert_eq!(ran.stdout, "", "{line}");
    }
}

#[test]
fn two_outputs_of_one_name_are_refused() {
    let desk = desk();
    symlink("same", desk.path("link")).unwrap();
    for line in [
        "run none --frames 1 --screenshot same --save same",
        "run none --frames 1 --screenshot same --save ./same",
        "run none --frames 1 --wav same --trace link",
        "asm idle.asm -o same.xex -l same.xex",
        "campaign --turns 2 --csv same --plot same",
    ] {
        shell(&desk, &format!("front800 {line}")).failed(2, &["two outputs cannot have the same name"]);
    }
    shell(&desk, "front800 run none --frames 1 --wav /dev/null --trace /dev/null").succeeded();
}

#[test]
fn what_came_out_does_not_depend_on_who_reads_it() {
    let desk = desk();
    // Who would read it has gone.
    make_pipe(&desk, "gone");
    let verdict = |line: &str| {
        shell(&desk, &format!("true <gone & exec 3>gone; wait $!; exec front800 {line} >&3 3>&-"))
    };
    assert_eq!(verdict("run none --frames 3 --until '$600 == 77 && 0' --hash").status, 1);
    assert_eq!(verdict("run none --frames 3 --hash").status, 0);
    // A reader of another output that goes away is one that is told of.
    make_pipe(&desk, "trace");
    let ran = shell(&desk, "(head -c 100 trace >/dev/null &) ; front800 run none --frames 60 --trace trace");
    ran.failed(2, &["trace cannot be written"]);
}

#[test]
fn a_printer_makes_its_file_when_it_prints() {
    let desk = desk();
    desk.write("paper.txt", "precious");
    shell(&desk, "front800 run none --printer paper.txt --load nowhere").failed(2, &["nowhere"]);
    shell(&desk, "front800 run none --printer paper.txt --frames 30").succeeded();
    assert_eq!(desk.read("paper.txt"), b"precious");
    for command in ["budget", "bench", "debug --script -"] {
        shell(&desk, &format!("front800 {command} none --printer p"))
            .failed(2, &["--printer", "nothing is printed here"]);
        shell(&desk, &format!("front800 {command} none --write"))
            .failed(2, &["--write", "nothing is written to disk"]);
    }
}

#[test]
fn the_shortest_run_has_a_picture() {
    let desk = desk();
    shell(&desk, "front800 run none --frames 2 --gif short.gif").succeeded();
    assert!(desk.read("short.gif").starts_with(b"GIF89a"));
}

#[test]
fn an_output_that_is_an_input_is_refused_and_the_input_kept() {
    let desk = desk();
    let image = crate::disks::bootable().to_bytes();
    desk.write("game.atr", &image);
    desk.write("main.asm", format!("        icl 'part.inc'\n{IDLE}"));
    desk.write("part.inc", "part = 1\n");
    desk.write("keys.txt", "# front800 input 1\n");
    for name in ["same.png", "same.wav"] {
        fs::hard_link(desk.path("game.atr"), desk.path(name)).unwrap();
    }
    symlink("game.atr", desk.path("link.atr")).unwrap();
    symlink("idle.asm", desk.path("idle.png")).unwrap();
    shell(&desk, "front800 run game.atr --frames 5 --save state").succeeded();
    let state = desk.read("state");
    for (line, input) in [
        ("run game.atr --transcript game.atr", "game.atr"),
        ("run game.atr --screenshot same.png", "same.png"),
        ("run game.atr --write --save link.atr", "link.atr"),
        ("run none --d2 game.atr --wav same.wav", "same.wav"),
        ("run game.atr --printer game.atr", "game.atr"),
        ("run game.atr --load state --save state", "state"),
        ("run none --input keys.txt --trace keys.txt", "keys.txt"),
        ("run idle.asm --screenshot idle.png", "idle.png"),
        ("asm main.asm -l main.asm", "main.asm"),
        ("asm main.asm -l part.inc", "part.inc"),
    ] {
        let ran = shell(&desk, &format!("front800 {line}"));
        ran.failed(2, &[input, "an input of this run"]);
    }
    assert_eq!(desk.read("game.atr"), image);
    assert_eq!(desk.read("state"), state);
    assert_eq!(desk.read("part.inc"), b"part = 1\n");
    assert!(desk.read("main.asm").ends_with(IDLE.as_bytes()) && desk.read("idle.asm") == IDLE.as_bytes());
}

#[test]
fn an_interrupted_run_leaves_no_temporary_file() {
    let desk = desk();
    desk.write("trace", "old");
    for (signal, status) in [("INT", 130), ("TERM", 143), ("HUP", 129)] {
        if signal == "HUP" && hang_ups_are_ignored() {
            continue;
        }
        let child = begin(desk.path("."), "exec front800 run idle.asm --frames 100000000 --trace trace");
        let begun = Instant::now();
        while names(&desk).len() < 3 {
            assert!(begun.elapsed() < PATIENCE, "no temporary file");
            std::thread::sleep(Duration::from_millis(5));
        }
        let id = child.id().to_string();
        assert!(send_signal(signal, &id));
        assert_eq!(end(child, signal).status.code(), Some(status), "{signal}");
        assert_eq!(names(&desk), ["idle.asm", "trace"], "{signal}");
        assert_eq!(desk.read("trace"), b"old");
    }
}

/// Whether a program that is begun here ignores SIGHUP, the first of signals, as below `nohup`; known on Linux alone.
fn hang_ups_are_ignored() -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 != 0)
}

#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_from_the_beginning_stays_so() {
    let desk = desk();
    desk.write("trace", "old");
    let child =
        begin(desk.path("."), "trap '' HUP; exec front800 run idle.asm --frames 100000000 --trace trace");
    let begun = Instant::now();
    while names(&desk).len() < 3 {
        assert!(begun.elapsed() < PATIENCE, "no temporary file");
        std::thread::sleep(Duration::from_millis(5));
    }
    let id = child.id().to_string();
    for signal in ["HUP", "TERM"] {
        assert!(send_signal(signal, &id));
        std::thread::sleep(Duration::from_millis(50));
    }
    assert_eq!(end(child, "HUP and TERM").status.code(), Some(143), "the second ended it");
}

#[test]
fn standard_error_that_is_closed_or_full_stops_nothing() {
    let desk = desk();
    desk.write("warns.asm", "unused = 1\n org $2000\n jmp *\n");
    desk.write("wrong.asm", " lda nothing\n");
    desk.write("xl.asm", " org $C000\nstart jmp start\n run start\n");
    for redirected in ["2>&-", "2>/dev/full"] {
        shell(&desk, &format!("front800 asm -u warns.asm {redirected}")).succeeded();
        shell(&desk, &format!("front800 run xl.asm --frames 5 {redirected}")).succeeded();
        shell(&desk, &format!("front800 asm wrong.asm {redirected}")).failed(1, &[]);
        shell(&desk, &format!("front800 run nothing.xex {redirected}")).failed(2, &[]);
        shell(&desk, &format!("front800 --nonsense {redirected}")).failed(2, &[]);
    }
    shell(&desk, "front800 run idle.asm --frames 5 --hash >/dev/full").failed(2, &["No space left"]);
}

#[test]
fn what_goes_to_standard_output_goes_there_alone() {
    let desk = desk();
    let two = shell(&desk, "front800 run idle.asm --frames 2 --save - --screenshot -");
    assert_eq!(two.failed(2, &["-: two outputs cannot have the same name"]).stdout, "");
    let printed = shell(&desk, "front800 run idle.asm --frames 2 --wav - --json");
    assert_eq!(printed.failed(2, &["standard output is taken by"]).stdout, "");
    let table = shell(&desk, "front800 campaign --turns 1 --csv -");
    assert_eq!(table.failed(2, &["standard output is taken by"]).stdout, "");
    let messages = shell(&desk, "front800 asm idle.asm -o - --message-format json");
    assert_eq!(messages.failed(2, &["standard output is taken by"]).stdout, "");
    // Where the run has ended does not follow what is in the pipe.
    let traced = shell(
        &desk,
        "front800 run idle.asm --frames 2 --trace t; front800 run idle.asm --frames 2 --trace - | cmp - t",
    );
    assert_eq!(traced.succeeded().stdout.lines().count(), 1);
}

#[test]
fn an_output_is_called_what_it_is() {
    let desk = desk();
    for (line, expected) in [
        (
            "run idle.asm --frames 1 --screenshot shot.jpg",
            "--screenshot <FILE.png>': the ending says what is written: expected .png",
        ),
        ("run idle.asm --frames 1 --gif shot.png", "expected .gif"),
        ("run idle.asm --frames 1 --wav shot.mp3", "expected .wav or .wave"),
        ("map idle.asm --svg shot.png", "expected .svg"),
        ("budget idle.asm --frames 1 --svg shot.png", "expected .svg"),
        ("campaign --turns 1 --plot shot.png", "expected .svg"),
        ("arena idle east --turns 2 --html shot.txt", "expected .html or .htm"),
        ("mkdisk shot.dsk", "expected .atr or .xfd"),
    ] {
        let ran = shell(&desk, &format!("front800 {line}"));
        assert_eq!(ran.failed(2, &["shot.", expected]).stdout, "", "{line}");
    }
    let picture = shell(&desk, "echo screenshot shot.jpg | front800 debug idle.asm --script -");
    assert!(
        picture.stdout.contains("shot.jpg: the ending says what is written: expected .png"),
        "{}",
        picture.stdout
    );
    assert_eq!(names(&desk), ["idle.asm"]);
    shell(&desk, "front800 run idle.asm --frames 1 --screenshot A.PNG --gif picture").succeeded();
    assert_eq!(names(&desk), ["A.PNG", "idle.asm", "picture"]);
}

#[test]
fn whoever_has_seen_enough_of_a_trace_goes_away_and_nothing_has_failed() {
    let desk = desk();
    let ran = shell(&desk, "{ front800 run idle.asm --frames 60 --trace -; echo $? >status; } | head -n 1");
    assert!(ran.succeeded().stdout.starts_with("     0   0"));
    assert_eq!(desk.read("status"), b"0\n");
}

#[test]
fn whoever_has_seen_enough_of_a_moving_picture_goes_away_too() {
    let desk = desk();
    desk.write("moves.asm", " org $2000\nagain inc $d01a\n jmp again\n");
    let ran = shell(&desk, "{ front800 run moves.asm --frames 600 --gif -; echo $? >status; } | head -c 100");
    assert!(ran.stderr.is_empty(), "{}", ran.stderr);
    assert_eq!(desk.read("status"), b"0\n");
}

#[test]
fn a_chart_that_cannot_be_written_keeps_no_budget_from_being_told() {
    let desk = desk();
    let ran = shell(&desk, "front800 budget rasputitsa --frames 60 --svg /dev/full --limit dli_1=1");
    assert!(ran.stdout.contains("dli_1"), "{}", ran.stderr);
    ran.failed(1, &["/dev/full cannot be written", "its limit is 1"]);
}

#[test]
fn no_output_has_the_name_of_a_frame() {
    let desk = desk();
    fs::create_dir(desk.path("all")).unwrap();
    for name in ["all/frame-000001.png", "./all/../all/frame-1000000.png"] {
        desk.run(&format!("run idle.asm --frames 2 --frames-dir all --screenshot {name}"))
            .failed(2, &[name, "two outputs cannot have the same name", "--frames-dir"]);
    }
    assert_eq!(fs::read_dir(desk.path("all")).unwrap().count(), 0);
    for name in ["all/frame-1.png", "all/last.png", "frame-000001.png"] {
        desk.run(&format!("run idle.asm --frames 2 --frames-dir all --screenshot {name}")).succeeded();
    }
}

#[test]
fn what_cannot_be_written_of_a_run_keeps_nothing_else_from_being_so() {
    let desk = desk();
    fs::create_dir_all(desk.path("frames/frame-000002.png")).unwrap();
    let rest = "--save s --wav w.wav --json";
    shell(&desk, &format!("front800 run idle.asm --frames 5 {rest} --trace t --frames-dir all")).succeeded();
    let whole = ["s", "w.wav", "t"].map(|name| desk.read(name));
    let frame = desk.read("all/frame-000005.png");
    let again = |outputs: &str, words: &[&str]| {
        ["s", "w.wav", "t"].iter().for_each(|name| fs::remove_file(desk.path(name)).unwrap());
        let ran =
            shell(&desk, &format!("front800 run idle.asm --frames 5 {rest} {outputs}")).failed(2, words);
        assert_eq!(ran.json()["frames"], 5, "{outputs}");
        assert_eq!(ran.stderr.matches("cannot be written").count(), words.len(), "{}", ran.stderr);
        assert_eq!(["s", "w.wav"].map(|name| desk.read(name)), whole[..2], "{outputs}");
    };
    again("--trace t --frames-dir frames", &["frames/frame-000002.png cannot be written"]);
    assert_eq!(desk.read("t"), whole[2]);
    assert_eq!(desk.read("frames/frame-000005.png"), frame);
    again(
        "--trace t --frames-dir frames --gif /dev/full",
        &["frames/frame-000002.png cannot be written", "/dev/full cannot be written"],
    );
    desk.write("t", "");
    again("--trace /dev/full", &["/dev/full cannot be written"]);
    // Who goes away in the middle of a trace gets the rest of the run.
    desk.write("t", "");
    ["s", "w.wav"].iter().for_each(|name| fs::remove_file(desk.path(name)).unwrap());
    let line = "front800 run idle.asm --frames 5 --save s --wav w.wav --trace - | head -n 1";
    shell(&desk, line).succeeded();
    assert_eq!(["s", "w.wav"].map(|name| desk.read(name)), whole[..2]);
}

/// Whoever reads the lines of a batch may go away: its table, its plot and its state are what they are anyway.
#[test]
fn a_batch_whose_reader_goes_away_has_all_its_files() {
    let desk = desk();
    for (line, files) in [
        ("campaign --games 6 --turns 3 --random lcg:1", &["--csv t.csv", "--plot p.svg"][..]),
        ("campaign --turns 4 --random lcg:1", &["--save s.state"]),
        ("match encounter --games 4 --steps 20 --random lcg:1", &["--csv t.csv"]),
    ] {
        let options = files.join(" ");
        let names: Vec<&str> = files.iter().filter_map(|option| Some(option.split_once(' ')?.1)).collect();
        let line = format!("front800 {line} {options}");
        shell(&desk, &format!("{line} >/dev/null")).succeeded();
        let whole: Vec<Vec<u8>> = names.iter().map(|name| desk.read(name)).collect();
        for (reader, status) in [("| head -n 1", "0\n"), (">/dev/full", "2\n")] {
            names.iter().for_each(|name| fs::remove_file(desk.path(name)).unwrap());
            shell(&desk, &format!("{{ {line}; echo $? >status; }} {reader}")).succeeded();
            assert!(
                names.iter().zip(&whole).all(|(name, whole)| desk.read(name) == *whole),
                "{line} {reader}"
            );
            assert_eq!(desk.read("status"), status.as_bytes(), "{line} {reader}");
        }
    }
    // Where nothing else is owed nobody waits for a million games.
    shell(&desk, "front800 campaign --games 1000000 --turns 2 | head -n 1").succeeded();
    // What cannot be written keeps what can be from coming out as little.
    let line = "campaign --games 2 --turns 2 --csv /dev/full --plot p.svg >lines";
    shell(&desk, &format!("front800 {line}")).failed(2, &["/dev/full cannot be written"]);
    assert_eq!(String::from_utf8(desk.read("lines")).unwrap().lines().count(), 4);
    assert!(desk.read("p.svg").starts_with(b"<svg "));
}

#[test]
fn a_source_that_cannot_be_written_keeps_no_other_from_its_form() {
    let desk = desk();
    desk.write("b.asm", "a   nop;x\n");
    let ran = shell(&desk, "echo '  NOP' | front800 fmt - b.asm >/dev/full");
    ran.failed(2, &["standard output cannot be written"]);
    shell(&desk, "front800 fmt --check b.asm").succeeded();
}
