//! `front800 campaign`, through the binary.

use serde_json::Value;

use crate::cli::{Desk, Ran};
#[cfg(unix)]
use crate::started::write_program;

fn campaign(desk: &Desk, rest: &str) -> Ran {
    desk.run(&format!("campaign {rest}"))
}

fn lines(ran: &Ran) -> Vec<Value> {
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn text(desk: &Desk, name: &str) -> String {
    String::from_utf8(desk.read(name)).unwrap()
}

#[test]
fn a_line_and_a_row_come_out_of_each_turn() {
    let desk = Desk::new();
    let ran = campaign(&desk, "--random lcg:1 --turns 3 --csv c.csv").succeeded();
    let lines = lines(&ran);
    assert_eq!(lines.iter().map(|line| line["turn"].as_u64().unwrap()).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!(lines[2]["date"], "1941-07-06");
    assert_eq!(lines[0]["units"].as_array().unwrap().len(), 166);
    assert!(lines[0].get("game").is_none());
    assert_eq!(ran.stderr, "");
    let csv = text(&desk, "c.csv");
    let rows: Vec<&str> = csv.lines().collect();
    assert!(rows[0].starts_with("turn,score,ended,random_bytes_used,"), "{csv}");
    assert_eq!(rows.len(), 4);
    assert!(rows[1].starts_with("0,"), "{csv}");
}

/// What the Russians have left, turn by turn.
fn russian_strength(ran: &Ran) -> Vec<u64> {
    let is_russian = |unit: &&Value| unit["side"] == "russian";
    let strength = |line: &Value| {
        let units = line["units"].as_array().unwrap().iter().filter(is_russian);
        units.map(|unit| unit["muster"].as_u64().unwrap()).sum()
    };
    lines(ran).iter().map(strength).collect()
}

#[test]
fn the_planner_repeats_itself_and_does_better_than_whose_orders_it_chooses_from() {
    let desk = Desk::new();
    let play = |player: &str| {
        campaign(&desk, &format!("--level beginner --random lcg:3 --turns 4 --player {player}")).succeeded()
    };
    let (planner, hunter) = (play("planner"), play("hunter"));
    assert_eq!(planner.stdout, play("planner").stdout);
    let (planner, hunter) = (russian_strength(&planner), russian_strength(&hunter));
    assert_eq!(planner[0], hunter[0]);
    assert!(planner[3] < hunter[3], "{planner:?} {hunter:?}");
}

#[test]
fn several_games_have_numbers_and_a_part_may_leave_out_the_header() {
    let desk = Desk::new();
    let batch = "--random lcg:1 --turns 2 --games 3 --csv";
    let ran = campaign(&desk, &format!("{batch} all.csv --jobs 2")).succeeded();
    let games: Vec<u64> = lines(&ran).iter().map(|line| line["game"].as_u64().unwrap()).collect();
    assert_eq!(games, [0, 0, 1, 1, 2, 2]);
    let all = text(&desk, "all.csv");
    assert!(all.starts_with("game,turn,score,"), "{all}");
    campaign(&desk, &format!("{batch} 1.csv --shard 1/2 --no-header")).succeeded();
    campaign(&desk, &format!("{batch} 2.csv --shard 2/2 --no-header")).succeeded();
    let parts = text(&desk, "1.csv") + &text(&desk, "2.csv");
    let mut sorted: Vec<&str> = parts.lines().collect();
    sorted.sort_unstable();
    assert_eq!(sorted, all.lines().skip(1).collect::<Vec<_>>());
}

#[test]
fn the_summary_is_one_document_and_the_plot_a_picture() {
    let desk = Desk::new();
    let ran = campaign(&desk, "--player east --games 2 --turns 3 --summary --plot p.svg").succeeded();
    let summary: Value = serde_json::from_str(&ran.stdout).unwrap();
    assert_eq!(summary["games"], 2);
    assert_eq!(summary["turns"].as_array().unwrap().len(), 3);
    assert_eq!(summary["turns"][0]["russian"]["on_map"]["median"], 37);
    let svg = text(&desk, "p.svg");
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"), "{svg}");
    assert!(svg.contains("2 games"), "{svg}");
}

#[test]
fn orders_files_are_checked_before_the_run() {
    let desk = Desk::new();
    for (rows, words) in [
        ("0,1,NE,\n0,60,N,\n", ["orders.csv:3:3:", "1 to 47"]),
        ("0,1,NX,\n", ["orders.csv:2:6:", "N, E, S or W"]),
        ("0,1,NNNNNNNNN,\n", ["orders.csv:2:13:", "at most 8"]),
        ("0,1,N\n", ["orders.csv:2:1:", "turn,unit,orders,mode"]),
        ("0,1,N,X\n", ["orders.csv:2:7:", "S, A, F, E"]),
        ("0,43,N,E\n", ["orders.csv:2:8:", "air corps"]),
        ("44,1,N,\n", ["orders.csv:2:1:", "0 to 43"]),
    ] {
        desk.write("orders.csv", format!("turn,unit,orders,mode\n{rows}"));
        let ran = campaign(&desk, "--orders orders.csv --turns 1").failed(2, &words);
        assert_eq!(ran.stdout, "", "nothing was played");
    }
    campaign(&desk, "--orders none.csv").failed(2, &["none.csv"]);
    // A file may begin as some editors begin one, and a side may be played by it as by anybody.
    desk.write("orders.csv", "\u{FEFF}turn,unit,orders,mode\n0,1,E,\n");
    campaign(&desk, "--german orders.csv --turns 1").succeeded();
    desk.write("orders.csv", [&b"turn,unit,orders,mode\n"[..], &[0xFF]].concat());
    campaign(&desk, "--german orders.csv --turns 1").failed(2, &["orders.csv: not UTF-8 text"]);
}

#[test]
fn a_row_for_an_absent_unit_is_found_when_its_turn_comes() {
    let desk = Desk::new();
    // With the rules of 1981 unit 2 never comes.
    desk.write("orders.csv", "turn,unit,orders\n0,1,N\n1,2,N\n");
    let ran = campaign(&desk, "--rules corrected --orders orders.csv --turns 3 --csv c.csv");
    let ran = ran.failed(2, &["orders.csv:3:1: unit 2 is not on the map in turn 1: it never comes"]);
    assert_eq!(lines(&ran).len(), 1);
    assert!(!desk.path("c.csv").exists(), "half a table");
}

#[test]
fn wrong_usage_is_told() {
    let desk = Desk::new();
    for (rest, words) in [
        ("--passes 0", vec!["--passes 0", "1 to 255"]),
        ("--passes 256", vec!["256"]),
        ("--passes 2 --think 9", vec!["--think"]),
        ("--random dice", vec!["--random dice", "lcg:SEED"]),
        ("--random lcg:2147483648", vec!["2147483647", "modulo 2^31"]),
        ("--shard 0/2", vec!["--shard 0/2", "from 1 to N"]),
        ("--shard 3/2", vec!["--shard 3/2"]),
        ("--turns 0", vec!["--turns"]),
        ("--rules corrected --turns 42", vec!["--turns 42", "1 to 41"]),
        ("--turns 46", vec!["--turns 46", "1 to 45"]),
        ("--games 0", vec!["--games"]),
        ("--jobs 0", vec!["--jobs"]),
        ("--rules 1983", vec!["1981", "corrected", "1982", "modern"]),
        ("--player nobody", vec!["nobody", "idle, east, west, advance, hunter, planner"]),
        ("--orders a --player idle", vec!["--orders"]),
        ("--no-header", vec!["--csv"]),
        ("--german program", vec!["--german program", "Russian side alone"]),
        ("--russian nobody", vec!["--russian nobody", "program, idle"]),
        ("--fork 2", vec!["--from"]),
        ("--from none.state", vec!["none.state"]),
        ("--games 2 --save a.state", vec!["--save", "one game"]),
        ("--resume", vec!["--csv"]),
        ("--resume --csv c.csv --summary", vec!["--summary"]),
    ] {
        campaign(&desk, rest).failed(2, &words);
    }
    campaign(&desk, "--rules 1981 --passes 0 --turns 2").succeeded();
    for (rest, warning) in [
        ("--german east --fog", "warning: --fog has no effect: it is for a host program"),
        ("--timeout 5", "warning: --timeout has no effect: it is for a host program"),
        (
            "--russian hunter --passes 2",
            "warning: --passes has no effect: it is for the opponent in the program",
        ),
        ("--russian hunter --think 500", "warning: --think has no effect"),
    ] {
        let ran = campaign(&desk, &format!("{rest} --turns 1")).succeeded();
        assert!(ran.stderr.contains(warning), "{rest}: {}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_program_plays_over_pipes() {
    let desk = Desk::new();
    // Unit 1 stands at 40,20 at first.
    let text = "#!/bin/sh\nwhile read -r line; do echo '{\"orders\":{\"1\":\"EE\",\"3\":\"\"}}'; done\n";
    write_program(&desk.path("player"), text);
    let ran = campaign(&desk, "--player ./player --turns 2 --random lcg:1").succeeded();
    assert_ne!(lines(&ran)[1]["units"][0]["x"], 40);
}

#[cfg(unix)]
#[test]
fn a_program_that_does_not_play_is_told_of() {
    let desk = Desk::new();
    let cases = [
        ("exit 3", 1, "turn 0: ended without a line of orders"),
        ("read x; sleep 20", 1, "turn 0: gave no line of orders within 1 seconds"),
        ("read x; echo north; cat >/dev/null", 2, "{\"orders\":{\"7\":\"NNE\"}}"),
        ("read x; echo null; cat >/dev/null", 2, "expected an object with orders by unit number"),
        ("read x; echo '{\"orders\":{\"33\":\"N\"}}'; cat >/dev/null", 2, "unit 33 is not on the map"),
        ("read x; echo '{\"orders\":{\"90\":\"N\"}}'; cat >/dev/null", 2, "expected 1 to 47"),
        ("read x; echo '{\"orders\":{\"1\":\"NNNNNNNNN\"}}'; cat >/dev/null", 2, "at most 8"),
        (
            "while read x; do echo '{\"orders\":{}}'; echo '{\"orders\":{}}'; done",
            1,
            "wrote a line before it was asked for a line of orders: `{\"orders\":{}}`",
        ),
        (
            "read x; echo '{\"orders\":{\"7\":\"N\",\"1\":\"\",\"7\":\"S\"}}'; cat >/dev/null",
            2,
            "unit 7 stands there twice",
        ),
        (
            "read x; echo '{\"orders\":{},\"modes\":{\"7\":\"A\",\"7\":\"A\"}}'; cat >/dev/null",
            2,
            "unit 7 stands there twice",
        ),
    ];
    for (number, (script, status, words)) in cases.into_iter().enumerate() {
        let name = format!("player{number}");
        write_program(&desk.path(&name), &format!("#!/bin/sh\n{script}\n"));
        // Nobody else is in a hurry.
        let seconds = if words.contains("within 1 seconds") { 1 } else { 600 };
        let ran = campaign(&desk, &format!("--player ./{name} --turns 2 --timeout {seconds}"));
        ran.failed(status, &[&name, words]);
    }
    desk.write("text", "not a program");
    campaign(&desk, "--player ./text").failed(2, &["text", "cannot be started", "chmod +x"]);
}

#[test]
fn a_table_that_is_no_text_is_not_gone_on_with() {
    let desk = Desk::new();
    let batch = "--turns 1 --games 3 --csv t.csv";
    desk.write("t.csv", b"\xFF\xFF\n");
    campaign(&desk, &format!("{batch} --resume")).failed(2, &["t.csv: line 1: not UTF-8 text"]);
    campaign(&desk, batch).succeeded();
    let spoilt = [&desk.read("t.csv")[..], b"3,\xFF\n"].concat();
    desk.write("t.csv", &spoilt);
    campaign(&desk, &format!("{batch} --resume")).failed(2, &["t.csv: line 5: not UTF-8 text"]);
    assert_eq!(desk.read("t.csv"), spoilt, "nothing was changed");
}

#[test]
fn a_campaign_that_was_saved_when_it_was_over_is_over() {
    let desk = Desk::new();
    for rules in ["--rules modern --level learner", "--rules corrected"] {
        let played = lines(&campaign(&desk, &format!("{rules} --russian idle --save o.state")).succeeded());
        let rules = rules.split(" --level").next().unwrap();
        let again = lines(&campaign(&desk, &format!("{rules} --from o.state")).succeeded());
        assert_eq!(again.len(), 1, "{rules}");
        assert_eq!((&again[0]["over"], &again[0]["units"]), (&true.into(), &played.last().unwrap()["units"]));
    }
}

#[test]
fn an_output_that_would_replace_an_input_is_refused_before_anything_is_played() {
    let desk = Desk::new();
    campaign(&desk, "--turns 1 --save a.state").succeeded();
    let before = desk.read("a.state");
    let ran = campaign(&desk, "--from a.state --save a.state --turns 2");
    assert_eq!(ran.failed(2, &["a.state", "it is an input of this run"]).stdout, "");
    assert_eq!(desk.read("a.state"), before);
}

#[cfg(unix)]
#[test]
fn a_table_is_not_mixed_with_lines_by_whatever_name() {
    let desk = Desk::new();
    for game in ["campaign --turns 1", "match eleven --steps 1"] {
        for name in ["-", "/dev/stdout"] {
            let ran = desk.run(&format!("{game} --csv {name}"));
            assert_eq!(ran.failed(2, &["standard output is taken by"]).stdout, "");
        }
        desk.run(&format!("{game} --csv /dev/null")).succeeded();
    }
}

/// By the rules of 1981 no column says that a game is over.
#[test]
fn a_table_of_games_that_began_late_goes_on_behind_its_last_game() {
    let desk = Desk::new();
    desk.run("campaign --rules corrected --passes 1 --turns 39 --save late.state").succeeded();
    let batch = "campaign --rules corrected --passes 1 --from late.state --csv t.csv";
    desk.run(&format!("{batch} --fork 2")).succeeded();
    let two = desk.read("t.csv");
    desk.run(&format!("{batch} --fork 2 --resume")).succeeded();
    assert_eq!(desk.read("t.csv"), two);
    desk.run(&format!("{batch} --fork 3 --resume")).succeeded();
    let three = String::from_utf8(desk.read("t.csv")).unwrap();
    assert!(three.as_bytes().starts_with(&two) && three.lines().count() == 1 + 3 * 3, "{three}");
}

/// Of whatever is different, before or behind the first turn.
#[test]
fn a_table_of_another_batch_is_not_gone_on_with() {
    let desk = Desk::new();
    let batch = "--turns 3 --games 3 --random lcg:1 --level beginner --csv t.csv";
    let rest = |more: &str| format!("{batch} {more} --resume");
    campaign(&desk, &format!("{batch} --german east")).succeeded();
    let whole = desk.read("t.csv");
    // Of the third game there is a part.
    let third = whole.windows(3).position(|text| text == b"\n2,").unwrap();
    let begun = &whole[..third + 50];
    desk.write("t.csv", begun);
    for (other, line) in
        [("--german idle", 3), ("--german east --passes 1", 4), ("--german east --russian idle", 4)]
    {
        let words =
            [format!("t.csv: line {line}: "), "another batch".into(), "and game 0 of this one".into()];
        campaign(&desk, &rest(other)).failed(2, &words.each_ref().map(String::as_str));
    }
    let other_seed = rest("--german east").replace("lcg:1", "lcg:2");
    campaign(&desk, &other_seed).failed(2, &["t.csv: line ", "another batch", "seeds"]);
    let other_level = rest("--german east").replace("beginner", "expert");
    campaign(&desk, &other_level).failed(2, &["t.csv: line 2: ", "another batch"]);
    assert_eq!(desk.read("t.csv"), begun, "nothing was changed");
    campaign(&desk, &rest("--german east")).succeeded();
    assert_eq!(desk.read("t.csv"), whole);
}

/// A program may play otherwise the next time: only what goes before its first orders can be compared.
#[cfg(unix)]
#[test]
fn a_table_of_a_program_s_games_is_gone_on_with() {
    let desk = Desk::new();
    let script = "#!/bin/sh\necho begun >>begun\nwhile read -r line; do echo '{\"orders\":{}}'; done\n";
    write_program(&desk.path("player"), script);
    let batch = |games: u8| format!("--german ./player --turns 2 --games {games} --random lcg:1 --csv t.csv");
    campaign(&desk, &batch(2)).succeeded();
    campaign(&desk, &format!("{} --resume", batch(3))).succeeded();
    assert_eq!(text(&desk, "begun").lines().count(), 3, "it is begun for each game once");
    campaign(&desk, &format!("{} --seed 5 --level learner --resume", batch(3))).failed(2, &["another batch"]);
}

#[test]
fn a_table_that_was_hardly_begun_begins_anew() {
    let desk = Desk::new();
    let batch = "--turns 1 --games 2 --csv";
    campaign(&desk, &format!("{batch} whole.csv")).succeeded();
    for begun in ["", "game,tu"] {
        desk.write("t.csv", begun);
        campaign(&desk, &format!("{batch} t.csv --resume")).succeeded();
        assert_eq!(text(&desk, "t.csv"), text(&desk, "whole.csv"), "{begun}");
    }
    desk.write("t.csv", "game,tune");
    campaign(&desk, &format!("{batch} t.csv --resume")).failed(2, &["t.csv: its first line"]);
}

#[test]
fn a_table_of_a_batch_with_other_games_says_which_were_expected() {
    let desk = Desk::new();
    let batch = |rest: &str| format!("--random lcg:1 --level learner --csv t.csv {rest}");
    campaign(&desk, &batch("--turns 3 --games 3")).succeeded();
    campaign(&desk, &batch("--turns 5 --games 3 --resume"))
        .failed(2, &["t.csv: line 5: ", "expected more of game 0, of which there are 3"]);
    campaign(&desk, &batch("--turns 3 --games 2 --resume"))
        .failed(2, &["line 8: ", "expected no more games"]);
    campaign(&desk, &batch("--turns 2 --games 3 --resume"))
        .failed(2, &["line 4: ", "expected one of game 1"]);
}
