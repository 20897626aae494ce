//! `front800 match`, through the binary, with the titles.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::cli::{Desk, Ran};
#[cfg(unix)]
use crate::started::write_program;

fn lines(ran: &Ran) -> Vec<Value> {
    ran.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn several_games_have_numbers_and_a_table_has_a_row_for_each() {
    let desk = Desk::new();
    let batch = "match magna --first random --second random --random lcg:1 --games 3";
    let ran = desk.run(&format!("{batch} --jobs 2 --csv all.csv --view")).succeeded();
    assert_eq!(ran.stderr, "");
    let lines = lines(&ran);
    let numbers: Vec<u64> = lines.iter().map(|line| line["number"].as_u64().unwrap()).collect();
    assert!(numbers.is_sorted() && numbers.first() == Some(&0) && numbers.last() == Some(&2));
    assert!(lines.iter().all(|line| line["view"]["game"] == "magna"));
    let last = lines.last().unwrap();
    assert!(last["winner"].is_u64() && last["phase"] == "won", "{last}");
    let all = String::from_utf8(desk.read("all.csv")).unwrap();
    let header =
        "number,winner,reason,steps,refused,random_bytes,seconds,moves_1,seconds_1,longest_1,moves_2,";
    assert!(all.starts_with(header), "{all}");
    let row: Vec<&str> = all.lines().last().unwrap().split(',').collect();
    assert_eq!((row[0], row[1]), ("2", last["winner"].to_string().as_str()));
    assert_eq!((row[3], row[5]), (last["step"].to_string().as_str(), last["bytes"].to_string().as_str()));
    for shard in 1..=2 {
        desk.run(&format!("{batch} --shard {shard}/2 --csv {shard}.csv --no-header")).succeeded();
    }
    let part = |shard| String::from_utf8(desk.read(&format!("{shard}.csv"))).unwrap();
    let parts = part(1) + &part(2);
    let mut sorted: Vec<&str> = parts.lines().collect();
    sorted.sort_unstable();
    assert_eq!(sorted, all.lines().skip(1).collect::<Vec<_>>());
}

#[test]
fn an_interrupted_table_goes_on() {
    let desk = Desk::new();
    let batch = "match magna --first random --second random --random lcg:1 --games 4 --csv";
    desk.run(&format!("{batch} all.csv")).succeeded();
    let all = String::from_utf8(desk.read("all.csv")).unwrap();
    // The third game was interrupted in the middle of its row.
    let whole = all.lines().take(3).map(|line| line.len() + 1).sum::<usize>();
    desk.write("part.csv", &all[..whole + 3]);
    let ran = desk.run(&format!("{batch} part.csv --resume")).succeeded();
    assert_eq!(String::from_utf8(desk.read("part.csv")).unwrap(), all);
    let numbers = lines(&ran).iter().map(|line| line["number"].as_u64().unwrap()).min();
    assert_eq!(numbers, Some(2), "games 2 and 3 were played");
    assert_eq!(desk.run(&format!("{batch} part.csv --resume")).succeeded().stdout, "", "all of it is there");
    let other = batch.replace("lcg:1", "lcg:2");
    desk.run(&format!("{other} part.csv --resume")).failed(2, &["part.csv: line 2: ", "another batch"]);
    assert_eq!(String::from_utf8(desk.read("part.csv")).unwrap(), all);
    desk.run(&format!("{batch} part.csv --resume --shard 1/2"))
        .failed(2, &["part.csv", "line 2", "next game of this batch"]);
    desk.run(&batch.replace("--csv", "--resume")).failed(2, &["--csv"]);
}

/// POKEY's random numbers depend on the time alone.
#[test]
fn games_of_a_batch_differ_without_a_stream_too() {
    let desk = Desk::new();
    for title in ["magna", "encounter", "eleven"] {
        let batch = format!("match {title} --steps 8 --games 6");
        let played = lines(&desk.run(&batch).succeeded());
        let games: BTreeSet<String> = (0..6)
            .map(|game| {
                let of_game = played.iter().filter(|line| line["number"] == game);
                of_game.map(|line| line.to_string().replace(&format!("\"number\":{game}"), "")).collect()
            })
            .collect();
        assert_eq!(games.len(), 6, "{title}");
        assert_eq!(
            lines(&desk.run(&format!("{batch} --jobs 1")).succeeded()),
            played,
            "{title}: the same games"
        );
    }
}

#[test]
fn the_summary_is_one_document() {
    let desk = Desk::new();
    let ran = desk.run("match magna --first random --games 4 --random lcg:3 --summary").succeeded();
    let summary = ran.json();
    assert_eq!(summary["games"], 4);
    let wins = |side: usize| summary["sides"][side]["wins"]["count"].as_u64().unwrap();
    assert_eq!(wins(0) + wins(1) + summary["unfinished"].as_u64().unwrap(), 4);
    let sides = &summary["sides"];
    assert_eq!((sides[0]["who"].as_str(), sides[1]["who"].as_str()), (Some("random"), Some("computer")));
    assert_eq!(sides[0]["thinking_seconds"], Value::Null);
    let thinking = &sides[1]["thinking_seconds"];
    let [low, high] = [0, 1].map(|n| thinking["interval_95"][n].as_f64().unwrap());
    assert!(low <= thinking["mean"].as_f64().unwrap() && thinking["mean"].as_f64().unwrap() <= high);
    assert!(thinking["max"].as_f64().unwrap() < 5.1);
}

#[test]
fn a_file_of_actions_is_played_and_what_is_refused_is_told() {
    let desk = Desk::new();
    // A1 is empty; F5 is White's; Black's answer stands in a file of its own.
    desk.write("white", "# the five\nA1A2\nF5G5\nF5Z9\n");
    desk.write("black", "F7G7\n");
    let ran = desk.run("match eleven --first white --second black").succeeded();
    let lines = lines(&ran);
    let moves: Vec<Value> = lines.iter().map(|line| line["last"].clone()).collect();
    assert_eq!(lines[1]["refused"], "A1A2");
    assert_eq!(lines[1]["why"], "no such move");
    assert_eq!((moves[2].as_str(), moves[3].as_str()), (Some("F5G5"), Some("F7G7")));
    assert_eq!(lines[4]["refused"], "F5Z9");
    assert_eq!(lines.len(), 5, "then the first file is at its end");
}

#[test]
fn encounter_begins_with_an_army_of_a_file_or_a_filled_one() {
    let desk = Desk::new();
    let army = "1645B43BFBS9688B69B8598789B9525799497763";
    desk.write("own", format!("SETUP {army}\nR\n"));
    let first = lines(&desk.run("match encounter --first own --random lcg:2").succeeded());
    assert_eq!(&first[0]["player"].as_str().unwrap()[..40], army);
    let last = first.last().unwrap();
    assert_eq!((last["winner"].as_str(), last["reason"].as_str()), (Some("C"), Some("resigned")));
    desk.write("moves", "R\n");
    // What seed 1 fills is written down with the rules.
    let filled = lines(&desk.run("match encounter --first moves --random lcg:1").succeeded());
    assert_eq!(&filled[0]["player"].as_str().unwrap()[..40], army);
}

/// The first line of a game between this file and the program.
fn set_up_by(desk: &Desk, army: &str) -> (Vec<serde_json::Value>, String) {
    desk.write("own", format!("SETUP {army}\n"));
    let played = lines(&desk.run("match encounter --first own --random lcg:1").succeeded());
    let own = played.iter().find_map(|line| line["player"].as_str()).expect("a position")[..40].to_string();
    (played, own)
}

#[test]
fn what_a_file_leaves_out_of_an_army_is_filled() {
    let desk = Desk::new();
    let (played, own) = set_up_by(&desk, &format!("...F{}", ".".repeat(36)));
    assert!(played.iter().all(|line| line.get("refused").is_none()), "{played:?}");
    assert_eq!(&own[3..4], "F");
    assert_eq!((own.matches('.').count(), own.matches('F').count()), (0, 1), "{own}");
}

#[test]
fn an_army_that_is_refused_is_not_set_up() {
    let desk = Desk::new();
    // What seed 1 fills where nobody has set up anything.
    let filled = "1645B43BFBS9688B69B8598789B9525799497763";
    let two_flags = filled.replacen('S', "F", 1);
    let stuck = "63654S739479999766978851592895BB88BB4FBB";
    for (army, why) in [
        (stuck.to_string(), "no piece could move"),
        (two_flags.clone(), "none left"),
        (format!("F{}", two_flags[1..].replace('1', ".")), "none left"),
        ("1".repeat(40), "none left"),
        (format!("{filled} {two_flags}"), "none left"),
        (format!("{filled} {}", "1".repeat(40)), "none left"),
        (format!("{} {}", ".".repeat(40), "1".repeat(40)), "none left"),
    ] {
        let (played, own) = set_up_by(&desk, &army);
        assert_eq!(
            (played[0]["refused"].as_str(), played[0]["why"].as_str()),
            (Some(&*format!("SETUP {army}")), Some(why))
        );
        assert_eq!(own, filled, "{army}");
    }
}

#[test]
fn a_line_that_is_meant_to_set_up_and_does_not_is_wrong_input() {
    let desk = Desk::new();
    for line in ["SETUP 1111", "setup 1111"] {
        desk.write("own", format!("# mine\n{line}\nA4A5\n"));
        let ran = desk.run("match encounter --first own --random lcg:1");
        assert_eq!(ran.stdout, "", "nothing is played");
        ran.failed(2, &["own:2: `SETUP` has an army of 4 letters: expected 40"]);
    }
}

#[test]
fn a_game_that_cannot_begin_fails() {
    let desk = Desk::new();
    // The piece that is left out is the only one of its kind that can be put there.
    desk.write("own", "SETUP 63654S7394799997669788515928.5BB88BB4FBB\n");
    desk.run("match encounter --first own --random lcg:1")
        .failed(1, &["own", "the game cannot begin: CONFIRM was refused (no piece could move)"]);
}

#[test]
fn wrong_usage_is_told() {
    let desk = Desk::new();
    desk.write("text", "START\n");
    for (rest, words) in [
        ("rasputitsa", vec!["rasputitsa", "magna"]),
        ("chess", vec!["chess", "magna", "eleven"]),
        ("magna --first nobody", vec!["nobody", "computer, random"]),
        ("magna --level expert", vec!["expert", "basic"]),
        ("magna --players 5", vec!["--players"]),
        ("magna --plies 2", vec!["--plies", "--level, --players"]),
        ("eleven --level basic", vec!["--level", "--plies"]),
        ("eleven --plies 4", vec!["--plies"]),
        ("eleven --third random", vec!["3 players for a game of 2 sides"]),
        ("magna --players 2 --third random", vec!["3 players for a game of 2 sides"]),
        ("magna --fourth random", vec!["--third"]),
        ("magna --games 0", vec!["--games"]),
        ("magna --games 1e10", vec!["--games"]),
        ("magna --think 18446744073709551616", vec!["--think"]),
        ("magna --think 0", vec!["--think"]),
        ("magna --random dice", vec!["lcg:SEED"]),
        ("magna --shard 3/2", vec!["--shard"]),
        ("magna --no-header", vec!["--csv"]),
    ] {
        desk.run(&format!("match {rest}")).failed(2, &words);
    }
    for (rest, warning) in [
        ("--first random --second random --plies 2", "warning: --plies has no effect: it is for computer"),
        ("--first random --second random --think 5", "warning: --think has no effect"),
        ("--timeout 5", "warning: --timeout has no effect: it is for a host program"),
    ] {
        let ran = desk.run(&format!("match eleven {rest} --steps 1")).succeeded();
        assert!(ran.stderr.contains(warning), "{rest}: {}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_player_that_cannot_be_started_is_wrong_input() {
    let desk = Desk::new();
    write_program(&desk.path("player"), "#!/no/such\n");
    desk.run("match eleven --second ./player")
        .failed(2, &["./player (side 2): cannot be started", "no such interpreter"]);
    write_program(&desk.path("player"), "#!/bin/sh\n");
    desk.run("match eleven --first ./player").failed(1, &["./player (side 1): after step 0: ended without"]);
}

/// What a program of the host does in ENCOUNTER once its army stands.
#[cfg(unix)]
fn write_encounter_player(desk: &Desk, then: &str) {
    let script = format!(
        "#!/bin/sh\nwhile read -r view; do case \"$view\" in\n\
        *'\"legal\":[\"FILL\"]'*) echo FILL ;;\n*CONFIRM*) echo CONFIRM ;;\n*) echo '{then}' ;;\nesac; done\n"
    );
    write_program(&desk.path("player"), &script);
}

#[cfg(unix)]
#[test]
fn a_program_resigns_for_its_own_side_alone() {
    let desk = Desk::new();
    for (side, own, others) in [("first", "R", "FORFEIT"), ("second", "FORFEIT", "r")] {
        let game = format!("match encounter --random lcg:1 --steps 3 --{side} ./player");
        write_encounter_player(&desk, others);
        desk.run(&game)
            .failed(1, &[&format!("its last 10 actions were refused, the last `{others}` (no such move)")]);
        for resigns in [own, "RESIGN"] {
            write_encounter_player(&desk, resigns);
            let last = lines(&desk.run(&game).succeeded()).pop().unwrap();
            let winner = if side == "first" { "C" } else { "P" };
            assert_eq!((&last["winner"], &last["reason"]), (&winner.into(), &"resigned".into()), "{resigns}");
        }
    }
}

#[cfg(unix)]
#[test]
fn a_program_takes_no_answer_of_the_other_side_back_and_a_file_may() {
    let desk = Desk::new();
    write_program(&desk.path("player"), "#!/bin/sh\nwhile read -r view; do echo ' undo'; done\n");
    desk.run("match eleven --first ./player")
        .failed(1, &["its last 10 actions were refused, the last `undo` (no such move)"]);
    desk.write("both", "F5G5\nF7G7\nUNDO\n");
    let played = lines(&desk.run("match eleven --first both --second both").succeeded());
    assert_eq!(played.iter().map(|line| line["move"].as_u64()).collect::<Vec<_>>(), [0, 1, 2, 1].map(Some));
}

#[cfg(unix)]
#[test]
fn a_set_up_comes_to_an_end() {
    let desk = Desk::new();
    for line in ["FILL", &format!("SETUP {}", ".".repeat(40))] {
        write_program(
            &desk.path("player"),
            &format!("#!/bin/sh\nwhile read -r view; do echo {line}; done\n"),
        );
        let ran = desk.run("match encounter --first ./player --second random --random lcg:1 --steps 5");
        ran.failed(1, &["after step 0: its last 100 actions made no step of the game: expected CONFIRM"]);
    }
}

#[test]
fn words_are_taken_in_small_letters_too() {
    let desk = Desk::new();
    let army = "1645B43BFBS9688B69B8598789B9525799497763";
    desk.write("own", format!("setup {}\na4a5\nresign\n", army.to_lowercase()));
    desk.write("filled", "fill\nconfirm\nr\n");
    for (first, steps) in [("own", 2), ("filled", 1)] {
        let game = format!("match encounter --first {first} --second random --random lcg:1");
        let played = lines(&desk.run(&game).succeeded());
        assert!(played.iter().all(|line| line.get("refused").is_none()), "{first}: {played:?}");
        assert_eq!(&played[0]["player"].as_str().unwrap()[..40], army);
        assert!(
            played.len() > steps && played.last().unwrap()["reason"] == "resigned",
            "{first}: {played:?}"
        );
    }
}

/// Numbers that fill any memory are work like others.
#[test]
fn immense_batches_can_be_begun() {
    let desk = Desk::new();
    desk.write("text", "START\n");
    let end = "--games 10000000000 --shard 10000000000/10000000000 --first text";
    let ran = desk.run(&format!("match magna {end}")).succeeded();
    assert_eq!(lines(&ran).len(), 2, "{}", ran.stdout);
    desk.run("campaign --games 10000000000 --shard 10000000000/10000000000 --turns 1").succeeded();
    desk.run("campaign --think 18446744073709551615").failed(2, &["--think", "10000000"]);
}

#[test]
fn the_first_game_of_encounter_has_the_name_of_its_title_too() {
    let desk = Desk::new();
    let play = |variant| {
        let players = "--first random --second random --random lcg:1";
        desk.run(&format!("match encounter --variant {variant} {players}")).succeeded().stdout
    };
    assert_eq!(play("military"), play("normal"));
}
