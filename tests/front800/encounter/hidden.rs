//! What is hidden stays hidden: from the computer, from the screen, from who reads the view.

use super::table::Table;
use crate::hands::Hands;

const OWN: &str = concat!("BFB84B5978", "1B95784B76", "488S9635B9", "2966999573");
const THEIRS: &str = concat!("94BFBS1863", "47BB9799B4", "95888B9585", "2697965367");
/// Cells of `OWN` whose pieces are exchanged: those of the two back rows do not move in these games.
const EXCHANGED: [(usize, usize); 6] = [(0, 3), (1, 4), (2, 10), (5, 6), (7, 18), (8, 13)];
/// What the player does, as far as he still can: pieces of the front row go out and back.
const WANDERS: [&str; 12] =
    ["A4A5", "A5A4", "J4J5", "J5J4", "B4B5", "B5B4", "I4I5", "I5I4", "E4E5", "E5E4", "F4F5", "F5F4"];

/// The computer's answers to these moves, until a piece of the back rows is attacked.
fn answers(own: &str, is_super: bool) -> Vec<(u8, u8)> {
    let mut table = Table::game(2, is_super, own, THEIRS);
    let mut answers = Vec::new();
    for step in WANDERS {
        table.run_to(&["action_wait"]);
        if !table.play(step) {
            continue;
        }
        answers.push(table.decided());
        table.run_to(&["step_done"]);
        if table.byte("last_to") < 0x20 {
            break;
        }
    }
    answers
}

fn exchanged(army: &str, (first, second): (usize, usize)) -> String {
    let mut signs: Vec<char> = army.chars().collect();
    assert_ne!(signs[first], signs[second]);
    signs.swap(first, second);
    signs.into_iter().collect()
}

#[test]
fn the_computer_answers_alike_whatever_unseen_pieces_are() {
    for is_super in [false, true] {
        let known = answers(OWN, is_super);
        assert!(known.len() >= 6, "{known:?}");
        for cells in EXCHANGED {
            assert_eq!(answers(&exchanged(OWN, cells), is_super), known, "{cells:?}");
        }
    }
}

#[test]
fn the_computer_never_looks_at_the_ranks_themselves() {
    const SERGEANT: u8 = 6;
    let mut table = Table::game(2, false, OWN, THEIRS);
    let kinds = table.label("kinds");
    let mut answers = 0;
    for step in WANDERS {
        table.run_to(&["action_wait"]);
        if !table.play(step) {
            continue;
        }
        // In its memory the player's army is forged; what it has seen of it is not.
        let mut forged = table.clone();
        for square in kinds..kinds + 0xA0 {
            if forged.machine().peek(square) != 0 {
                forged.machine().poke(square, SERGEANT);
            }
        }
        assert_eq!(forged.decided(), table.decided(), "after {step}");
        table.run_to(&["step_done"]);
        answers += 1;
    }
    assert!(answers >= 6, "{answers}");
}

#[test]
fn the_computer_does_use_what_it_has_seen() {
    for (step, square, known) in [("E4E5", 0x44, 0x40), ("E4E6", 0x54, 9)] {
        let mut table = Table::game(2, false, OWN, THEIRS);
        table.run_to(&["action_wait"]);
        assert!(table.play(step));
        assert_eq!(table.at("known", square), known, "{step}: any piece moves one square, a Scout two");
    }
}

/// Two games that differ in the computer's three back rows alone, after the same moves of both sides.
fn twins(is_super: bool, moves: &[&str]) -> [Table; 2] {
    let other: String = THEIRS.chars().rev().skip(10).chain(THEIRS.chars().skip(30)).collect();
    [THEIRS, &other].map(|theirs| {
        let mut table = Table::game(0, is_super, OWN, theirs);
        for step in moves {
            table.run_to(&["action_wait"]);
            assert!(table.play(step), "{step}");
        }
        table.run_to(&["action_wait"]);
        table
    })
}

fn view(table: &mut Table) -> serde_json::Value {
    let legal = table.legal();
    let memory = table.memory();
    table.companion().view(&|address| memory[usize::from(address)], &legal)
}

#[test]
fn hidden_pieces_change_neither_picture_nor_view() {
    let quiet = ["A4A5", "A7A6", "J4J5", "J7J6"];
    for is_super in [false, true] {
        let mut twins = twins(is_super, &quiet);
        let views = twins.each_mut().map(view);
        assert_eq!(views[0], views[1]);
        assert!(!views[0]["enemy"].as_str().unwrap().contains(|sign: char| sign.is_alphanumeric()));
        let pictures = twins.each_mut().map(|table| {
            table.machine().set_drawing(true);
            table.frames(3);
            (table.text(), table.machine().picture().to_vec())
        });
        assert!(pictures[0] == pictures[1], "{}\n{}", pictures[0].0, pictures[1].0);
    }
}

#[test]
fn in_super_a_fight_tells_only_who_was_removed() {
    // A Sergeant on F7, or a Bomb: both remove the Scout that comes.
    for theirs in [THEIRS, &exchanged(THEIRS, (12, 35))] {
        let mut table = Table::game(0, true, OWN, theirs);
        for step in ["F4F6", "J7J6", "F6F7"] {
            table.run_to(&["action_wait"]);
            assert!(table.play(step), "{step}");
        }
        let memory = table.memory();
        let state = table.companion().state(&|address| memory[usize::from(address)], &[]);
        assert_eq!(state["told"], serde_json::json!(["9", "?", "A"]));
        table.run_to(&["action_wait"]);
        // It is the computer's turn, who was told both.
        assert_eq!(view(&mut table)["told"][0], "9");
        let text = table.text();
        assert!(text.contains("YOUR 9 SCOUT ATTACKS A PIECE"), "{text}");
        assert!(text.contains("YOUR 9 SCOUT IS REMOVED"), "{text}");
    }
}
