//! From power-on to a finished game: by a stick alone, by the keyboard alone; RESET; the robots' own game.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::console::{Console, NUMBER, OVER, TURN, WON};
use crate::hands::Hands;

const WAYS: [&str; 4] = ["U", "D", "L", "R"];
/// Rows of the list of keys.
const KEYS: u16 = 9;
const KEY_START: u8 = 7;
const KEY_OPTION: u8 = 8;
/// Row of the title's list.
const TITLE_START: u8 = 4;
/// Inputs after which a game should be over.
const LONGEST: u32 = 4000;

/// How a person reaches the keys.
trait Hand {
    /// Chooses a key of the list by its row.
    fn press(&self, console: &mut Console, row: u8);
    /// Points up, down, left or right.
    fn point(&self, console: &mut Console, way: usize);
}

struct Stick;
struct Keyboard;

impl Hand for Stick {
    fn press(&self, console: &mut Console, row: u8) {
        while console.byte("key_mark") != row {
            console.stick("down");
        }
        console.stick("center fire");
    }

    fn point(&self, console: &mut Console, way: usize) {
        console.stick(["up", "down", "left", "right"][way]);
    }
}

impl Hand for Keyboard {
    fn press(&self, console: &mut Console, row: u8) {
        let letters = ["M", "F", "B", "E", "S", "G", "N"];
        if console.byte("key_list") == 0
            && let Some(letter) = letters.get(usize::from(row))
        {
            return console.key(letter);
        }
        while console.byte("key_mark") != row {
            console.key("=");
        }
        console.key("RETURN");
    }

    fn point(&self, console: &mut Console, way: usize) {
        console.key(["-", "=", "+", "*"][way]);
    }
}

/// A whole game against the robot in teach mode: any key that is lit.
fn walk(hand: &dyn Hand) {
    let mut console = Console::on();
    let mut random = ChaCha8Rng::seed_from_u64(5);
    hand.press(&mut console, 0);
    assert_eq!(console.byte("option_level"), 1);
    hand.press(&mut console, TITLE_START);
    let (mut inputs, mut phases) = (0, Vec::new());
    while console.run_to(&["action_wait", "title_wait"]) == 0 {
        let phase = console.byte("phase");
        phases.push(phase);
        inputs += 1;
        assert!(inputs < LONGEST, "{}", console.text());
        let lit: Vec<u8> =
            (0..KEYS).filter(|&row| console.at("key_lit", row) != 0).map(|row| row as u8).collect();
        let expected = match phase {
            NUMBER => Some(KEY_START),
            OVER => Some(KEY_OPTION),
            _ => None,
        };
        assert!(expected.is_none_or(|row| lit == [row]), "phase {phase}: {lit:?}");
        hand.press(&mut console, lit[random.next_u32() as usize % lit.len()]);
        if console.byte("pending") != 0 {
            let verb = if console.byte("pending") == 8 { "MOVE" } else { "FIRE" };
            let legal = console.legal();
            let ways: Vec<usize> =
                (0..4).filter(|&way| legal.contains(&format!("{verb} {}", WAYS[way]))).collect();
            hand.point(&mut console, ways[random.next_u32() as usize % ways.len()]);
        }
    }
    assert_eq!(console.byte("phase"), WON);
    assert!(phases.contains(&NUMBER) && phases.contains(&TURN) && phases.contains(&OVER));
    console.frames(30);
    let (text, winner) = (console.text(), console.byte("winner"));
    let told = if winner == 1 { "THE ROBOT HAS WON" } else { "WON BY PLAYER 1" };
    assert!(text.contains(told), "{text}");
}

#[test]
fn a_stick_alone_plays_from_the_title_to_the_victory() {
    walk(&Stick);
}

#[test]
fn the_keyboard_alone_plays_from_the_title_to_the_victory() {
    walk(&Keyboard);
}

#[test]
fn the_second_player_has_stick_1_and_the_first_one_not() {
    let mut console = Console::on();
    console.key("I");
    console.console("select");
    console.console("select");
    assert_eq!((console.byte("option_players"), console.byte("computers")), (2, 0));
    console.console("start");
    console.wait("the first turn", |console| console.byte("phase") == TURN);
    console.frames(120);
    let mark = console.byte("key_mark");
    console.press("stick1 center fire", "stick1 center");
    assert_eq!((console.byte("pending"), console.byte("key_mark")), (0, mark), "not his turn");
    Stick.press(&mut console, 0);
    let way = console.legal()[0].clone();
    let way = WAYS.iter().position(|name| way.ends_with(name)).expect("a way");
    Stick.point(&mut console, way);
    console.wait("the end of the turn", |console| console.byte("phase") == OVER);
    console.frames(120);
    console.console("option");
    console.wait("the second number", |console| console.byte("phase") == NUMBER);
    assert_eq!((console.byte("player"), console.byte("winner")), (1, 0xFF));
    console.frames(10);
    console.press("stick1 center fire", "stick1 center");
    console.wait("the second turn", |console| console.byte("phase") == TURN);
}

#[test]
fn reset_leads_to_the_title_from_anywhere() {
    let mut console = Console::on();
    for keys in [&["X"][..], &["A"], &["B", "P", "RETURN"], &["A", "P", "P"]] {
        for key in keys {
            console.key(key);
        }
        console.console("start");
        console.frames(40);
        console.machine.set_reset_key(true);
        console.frames(2);
        console.machine.set_reset_key(false);
        console.frames(60);
        assert!(console.text().contains("CHOOSE A LEVEL"), "{}", console.text());
        assert_eq!((console.byte("option_level"), console.byte("step_count")), (0, 0));
    }
}

#[test]
fn the_robots_play_while_nobody_comes_and_stop_when_somebody_does() {
    let mut console = Console::on();
    console.wait("the robots' own game", |console| console.byte("demo") == 1);
    console.wait("the first steps", |console| console.byte("step_count") > 2);
    console.wait("who plays", |console| console.text().contains("ROBOTS PLAY"));
    console.key("SPACE");
    console.frames(60);
    assert_eq!(console.byte("demo"), 0);
    assert!(console.text().contains("CHOOSE A LEVEL"), "{}", console.text());
}
