//! Whole games on a running program: a small one of this test's own, and the titles.

mod commands;
mod hidden;
mod papers;
mod pile;
mod players;

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use front800::files;
use front800::harness::batch::{Built, Runner, Shard};
use front800::harness::chance::Chance;
use front800::harness::matches::{ActionFile, Batch, BatchError, Ending, Game, Item, Lineup, Setup, Who};
use front800::harness::open;
use front800::harness::table::Place;
use front800::machine::Lcg;
use front800::titles::companion::{GameOptions, Outcome};
use serde_json::Value;

/// One game of the small program with these players, from a stream.
fn one_game(first: Who, second: Who) -> Batch {
    Batch {
        runner: Runner::whole(1, 1),
        seed: 0,
        stream: Some(1),
        options: GameOptions::default(),
        think: None,
        lineup: Lineup { sides: vec![first, second], files: Vec::new() },
        steps: 1000,
        lines: true,
        view: false,
    }
}

/// Lines with the number of their game.
type Lines = Vec<(u64, Value)>;

/// The lines of a batch with the numbers of their games, and how the games ended.
fn play(batch: &Batch) -> Result<(Lines, Vec<Ending>), BatchError> {
    let (mut lines, mut endings) = (Vec::new(), Vec::new());
    batch.play(&pile::program(), pile::find, |game, item| {
        match item {
            Item::Line(line) => lines.push((game, line)),
            Item::End(ending) => endings.push(ending),
        }
        ControlFlow::Continue(())
    })?;
    Ok((lines, endings))
}

/// One value of each line.
fn column(lines: &[(u64, Value)], key: &str) -> Vec<Option<i64>> {
    lines.iter().map(|(_, line)| line[key].as_i64()).collect()
}

fn file(text: &str) -> Lineup {
    Lineup { sides: vec![Who::File(0), Who::File(0)], files: vec![ActionFile::parse("game.txt", text)] }
}

#[test]
fn a_table_replaces_no_input() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("actions.txt");
    std::fs::write(&path, "precious").unwrap();
    files::protect(&path);
    for resume in [false, true] {
        let place = Place { path: &path, resume, header: true, first: 0 };
        let begun = one_game(Who::Random, Who::Random).table(&pile::program(), pile::find, &place);
        let error = begun.map(|_| ()).unwrap_err().to_string();
        assert!(error.contains("actions.txt cannot be written: it is an input of this run"), "{error}");
    }
    assert_eq!(std::fs::read(&path).unwrap(), b"precious");
}

#[test]
fn a_file_plays_both_sides_and_the_first_line_is_the_position_before_any_action() {
    let lineup = file("3\n3\n3\n3\n3\n3\n3\n");
    let (lines, endings) = play(&Batch { lineup, ..one_game(Who::Random, Who::Random) }).unwrap();
    assert_eq!(column(&lines, "pile"), [21, 18, 15, 12, 9, 6, 3, 0].map(Some));
    assert_eq!(column(&lines, "taken"), [0, 3, 3, 3, 3, 3, 3, 3].map(Some));
    assert_eq!(lines[0].1["legal"], serde_json::json!(["1", "2", "3"]));
    assert_eq!(lines[7].1["legal"], serde_json::json!([]), "it is over");
    let ended = Outcome { winner: Some(0), reason: "last".to_string() };
    assert_eq!((endings[0].outcome.as_ref(), endings[0].steps), (Some(&ended), 7));
    assert!(lines.iter().all(|(_, line)| line.get("view").is_none()));
}

#[test]
fn a_refused_action_is_told_and_changes_nothing() {
    let lineup = file("3\n9\nnonsense\n2\n");
    let (lines, endings) = play(&Batch { lineup, ..one_game(Who::Random, Who::Random) }).unwrap();
    assert_eq!(column(&lines, "pile"), [Some(21), Some(18), None, None, Some(16)]);
    let refused = |text, why| serde_json::json!({"refused": text, "why": why, "legal": ["1", "2", "3"]});
    assert_eq!(lines[2].1, refused("9", "too many"));
    assert_eq!(lines[3].1, refused("nonsense", "no action"));
    let ending = &endings[0];
    assert_eq!(
        (ending.outcome.as_ref(), ending.steps, ending.refused),
        (None, 2, 2),
        "the file ends the game"
    );
}

#[test]
fn what_is_random_is_legal_and_depends_on_the_seed_alone() {
    let random =
        |stream| play(&Batch { stream: Some(stream), ..one_game(Who::Random, Who::Random) }).unwrap();
    let (lines, endings) = random(1);
    assert_eq!(endings[0].refused, 0);
    assert!(endings[0].outcome.is_some() && endings[0].bytes == 0, "choices take no byte of the stream");
    assert_eq!(random(1).0, lines);
    assert!((2..6).any(|seed| random(seed).0 != lines));
}

#[test]
fn the_program_plays_sides_itself_and_the_time_it_thinks_is_measured() {
    let batch = |think| Batch { think: Some(think), ..one_game(Who::Computer, Who::Random) };
    let (lines, endings) = play(&batch(60)).unwrap();
    let thinking = &endings[0].thinking;
    assert!(thinking[1].is_empty());
    assert_eq!(endings[0].bytes as usize, thinking[0].len(), "a byte a move");
    assert_eq!(thinking[0].len(), lines.len() / 2, "the program begins");
    let frame = 262 * 114;
    for &cycles in &thinking[0] {
        assert!((59 * frame..62 * frame).contains(&cycles), "{cycles} cycles for 60 frames");
    }
    let hasty = &play(&batch(1)).unwrap().1[0];
    assert!(hasty.thinking[0].iter().all(|&cycles| cycles < 3 * frame), "{:?}", hasty.thinking);
    assert_eq!(play(&batch(1)).unwrap().0, lines, "the same game");
    let both = play(&one_game(Who::Computer, Who::Computer)).unwrap();
    assert!(both.1[0].thinking.iter().all(|side| !side.is_empty()));
}

#[test]
fn jobs_and_shards_change_nothing() {
    let batch = |jobs, shard| Batch {
        runner: Runner { shard, ..Runner::whole(9, jobs) },
        ..one_game(Who::Random, Who::Computer)
    };
    let whole = play(&batch(1, Shard::WHOLE)).unwrap();
    assert_eq!(play(&batch(4, Shard::WHOLE)).unwrap(), whole);
    let mut parts = Vec::new();
    for index in 1..=2 {
        parts.extend(play(&batch(2, Shard { index, of: 2 })).unwrap().0);
    }
    parts.sort_by_key(|(game, _)| *game);
    assert_eq!(parts, whole.0);
    let alone = play(&Batch { stream: Some(4), ..one_game(Who::Random, Who::Computer) }).unwrap().0;
    let third = whole.0.iter().filter(|(game, _)| *game == 3).map(|(_, line)| line);
    assert!(third.eq(alone.iter().map(|(_, line)| line)), "game k has seed + k");
}

#[test]
fn the_power_on_seed_matters_only_without_a_stream() {
    let lines =
        |stream, seed| play(&Batch { stream, seed, ..one_game(Who::Computer, Who::Random) }).unwrap().0;
    assert_eq!(lines(Some(7), 1), lines(Some(7), 2));
    assert!((2..8).any(|seed| lines(None, seed) != lines(None, 1)));
    assert_eq!(lines(None, 3), lines(None, 3));
}

#[test]
fn views_stand_in_lines_when_they_are_asked_for() {
    let batch = Batch { view: true, ..one_game(Who::Random, Who::Random) };
    for (_, line) in play(&batch).unwrap().0 {
        assert_eq!(line["view"], serde_json::json!({"pile": line["pile"], "legal": line["legal"]}));
    }
}

#[test]
fn a_game_that_does_not_end_is_given_up() {
    let endings = play(&Batch { steps: 3, ..one_game(Who::Random, Who::Random) }).unwrap().1;
    assert_eq!((endings[0].outcome.as_ref(), endings[0].steps), (None, 3));
}

/// Asking what is legal, and what somebody sees, must not change the game.
#[test]
fn looking_changes_nothing() {
    let program = pile::program();
    let begin = || {
        let setup = Setup { options: GameOptions::default(), computers: 2, think: Some(1) };
        Game::begin(
            program.machine(0),
            &|name| program.label(name),
            pile::find,
            &setup,
            Chance::Stream(Lcg::new(5)),
        )
        .unwrap()
    };
    let (mut seen, mut unseen) = (begin(), begin());
    for text in ["1", "2", "3"] {
        for game in [&mut seen, &mut unseen] {
            while game.next_event().unwrap() != front800::harness::matches::Event::Waits {
                game.go_on();
            }
        }
        assert_eq!(seen.legal().unwrap(), ["1", "2", "3"]);
        seen.view().unwrap();
        assert_eq!(seen.machine().hash(), unseen.machine().hash());
        for game in [&mut seen, &mut unseen] {
            let pokes = game.pokes(text).unwrap();
            game.act(pokes);
        }
    }
}

#[test]
fn a_program_that_hangs_is_told_of_with_the_place() {
    let program = pile::program_with("over    jmp over", "over    jmp *");
    // The label is taken away: not a program that can be played.
    let setup = Setup { options: GameOptions::default(), computers: 0, think: None };
    let begin = |label: &dyn Fn(&str) -> Option<u16>, program: &Built| {
        Game::begin(program.machine(0), label, pile::find, &setup, Chance::Pokey { seed: 0 })
            .err()
            .map(|error| error.to_string())
    };
    let without = |name: &str| program.label(name).filter(|_| name != "step_done");
    assert_eq!(begin(&without, &program).unwrap(), "the program has no label `step_done`");
    let jammed = pile::program_with("        lda #21", "        .byte $02");
    let batch = one_game(Who::Random, Who::Random);
    let played = batch.play(&jammed, pile::find, |_, _| ControlFlow::Continue(()));
    let error = played.unwrap_err().error.to_string();
    assert!(error.starts_with("after step 0: the CPU is jammed at $"), "{error}");
    let hung = pile::program_with("        lda #21", "        jmp *");
    let played = batch.play(&hung, pile::find, |_, _| ControlFlow::Continue(()));
    let error = played.unwrap_err().error.to_string();
    assert!(error.contains("did not reach `action_wait` within 20000 frames"), "{error}");
}

/// The titles, each with the first side's choices from a stream.
fn title(name: &str) -> Game {
    let program = open::Program::named(name, open::Options::default()).unwrap();
    let (machine, label) = (program.switch_on().unwrap(), |name: &str| program.symbols.value(name));
    let options = GameOptions { players: (name == "magna").then_some(2), ..GameOptions::default() };
    let setup = Setup { options, computers: 0, think: None };
    let find = program.entry.and_then(|entry| entry.companion).unwrap();
    Game::begin(machine, &label, find, &setup, Chance::Stream(Lcg::new(3))).unwrap()
}

#[test]
fn long_games_are_counted_further_than_the_program_counts() {
    let program = open::Program::named("magna", open::Options::default()).unwrap();
    let (machine, label) = (program.switch_on().unwrap(), |name: &str| program.symbols.value(name));
    let setup = Setup {
        options: GameOptions { players: Some(1), ..GameOptions::default() },
        computers: 2,
        think: None,
    };
    let find = program.entry.and_then(|entry| entry.companion).unwrap();
    let mut game = Game::begin(machine, &label, find, &setup, Chance::Stream(Lcg::new(3))).unwrap();
    let mut lines = game.play(None).unwrap();
    for name in ["step_count", "byte_count"] {
        let at = label(name).unwrap();
        game.machine_mut().poke(at, 0xFF);
        game.machine_mut().poke(at + 1, 0xFF);
    }
    while game.bytes() < 0x1_0000 {
        let action = game.legal().unwrap()[0].clone();
        lines.extend(game.play(Some(&action)).unwrap());
    }
    let column = |key: &str| lines.iter().map(|line| line[key].as_u64().unwrap()).collect::<Vec<_>>();
    assert_eq!(column("step"), (0..lines.len() as u64).collect::<Vec<_>>());
    assert!(
        column("bytes").is_sorted() && column("bytes").last() == Some(&game.bytes()),
        "{:?}",
        column("bytes")
    );
}

#[test]
fn all_that_is_ever_accepted_is_among_the_actions_and_each_of_them_can_be_poked() {
    for name in ["magna", "encounter", "eleven"] {
        let mut game = title(name);
        let actions: BTreeSet<String> = game.actions().into_iter().collect();
        assert_eq!(actions.len(), game.actions().len(), "{name}: each once");
        game.play(None).unwrap();
        while let Some(opening) = game.opening() {
            game.play(Some(opening)).unwrap();
        }
        assert!(actions.iter().all(|action| game.pokes(action).is_some()), "{name}");
        for step in 0..60 {
            let legal = game.legal().unwrap().to_vec();
            assert!(legal.iter().all(|action| actions.contains(action)), "{name}: {legal:?}");
            let Some(action) = legal.get(step * 7 % legal.len().max(1)) else { break };
            let lines = game.play(Some(action)).unwrap();
            assert!(lines.iter().all(|line| line.get("refused").is_none()), "{name}: {lines:?}");
        }
    }
}

#[test]
fn a_game_played_action_by_action_gives_the_lines_of_a_batch() {
    let lineup = file("3\n9\nnonsense\n2\n");
    let (lines, _) = play(&Batch { lineup, ..one_game(Who::Random, Who::Random) }).unwrap();
    let (program, setup) =
        (pile::program(), Setup { options: GameOptions::default(), computers: 0, think: None });
    let label = |name: &str| program.label(name);
    let mut game =
        Game::begin(program.machine(0), &label, pile::find, &setup, Chance::Stream(Lcg::new(1))).unwrap();
    let mut fork = None;
    let mut played = game.play(None).unwrap();
    for action in ["3", "9", "nonsense", "2"] {
        played.extend(game.play(Some(action)).unwrap());
        fork.get_or_insert_with(|| game.clone());
    }
    assert_eq!(played, lines.into_iter().map(|(_, line)| line).collect::<Vec<_>>());
    assert_eq!(fork.unwrap().play(Some("2")).unwrap(), played[4..], "a copy goes its own way");
}
