//! A person at the machine: sticks, buttons, keys, and what the screen says.

use front800::harness::script::Script;
use front800::machine::{Machine, Video};

use super::played::{label, machine};

/// A game of two that White wins, found by trying.
const GAME: [&str; 17] = [
    "F5F6", "D11C11", "D3D4", "J11I11", "D4D5", "F7G7", "D5D6", "H9G9", "D6D7", "D9C9", "D7D8", "C9B9",
    "D8D9", "I11J11", "D9D10", "B9B8", "D10D11",
];
/// Frames that a key is held, and that follow until the next one.
const HELD: u32 = 4;
const UP: u32 = 5;
/// Frames from a move until the next input is taken, and more for each thing that happens to a piece.
const MOVE_FRAMES: u32 = 40;
const EVENT_FRAMES: u32 = 45;
/// Frames within which a demo has begun and has made some moves.
const DEMO_FRAMES: u32 = 2_400;
/// Frames of a warm start.
const RESET_FRAMES: u32 = 150;
const LINE: u16 = 40;

/// With what somebody plays.
#[derive(Clone, Copy, PartialEq, Eq)]
enum By {
    Stick,
    Keys,
}

struct Person {
    machine: Machine,
    by: By,
}

impl Person {
    /// Somebody in front of the title.
    fn new(by: By) -> Person {
        let mut person = Person { machine: machine(Video::Ntsc), by };
        person.frames(100);
        person
    }

    /// Somebody in a game of two.
    fn two(by: By) -> Person {
        let mut person = Person::new(by);
        person.press(0, "down"); // from the computer plays Black to ... White
        person.press(0, "down"); // ... and to two players
        person.press(0, "button");
        person.frames(20);
        person
    }

    fn frames(&mut self, count: u32) {
        for _ in 0..count {
            self.machine.run_frame();
        }
    }

    fn set(&mut self, control: &str) {
        let script = Script::parse(&format!("# front800 input 1\n0 {control}")).expect(control);
        let mut frame = 0;
        for entry in script.entries {
            self.frames((entry.frame - frame) as u32); // RESET is let go a frame later
            frame = entry.frame;
            entry.control.apply(&mut self.machine);
        }
    }

    /// Holds a control and lets it go.
    fn tap(&mut self, held: &str, up: &str) {
        self.set(held);
        self.frames(HELD);
        self.set(up);
        self.frames(UP);
    }

    /// A direction or the button, by the hand of a side.
    fn press(&mut self, side: u8, what: &str) {
        match self.by {
            By::Stick => {
                let what = if what == "button" { "center fire" } else { what };
                self.tap(&format!("stick{side} {what}"), &format!("stick{side} center"));
            }
            By::Keys => {
                let key = match what {
                    "up" => "-",
                    "down" => "=",
                    "left" => "+",
                    "right" => "*",
                    _ => "RETURN",
                };
                self.tap(&format!("key {key}"), "key none");
            }
        }
    }

    fn byte(&mut self, name: &str) -> u8 {
        let at = label(name).expect(name);
        self.machine.peek(at)
    }

    /// The cursor goes to a square.
    fn go(&mut self, side: u8, square: u8) {
        for _ in 0..20 {
            let cursor = self.byte("cursor");
            let (row, column) = (cursor >> 4, cursor & 15);
            let way = if square >> 4 > row {
                "up"
            } else if square >> 4 < row {
                "down"
            } else if square & 15 > column {
                "right"
            } else if square & 15 < column {
                "left"
            } else {
                return;
            };
            self.press(side, way);
        }
        panic!("the cursor does not come to ${square:02X}");
    }

    /// Picks up a piece, and puts it down elsewhere.
    fn moves(&mut self, side: u8, text: &str) {
        let cut = text[1..].find(|c: char| c.is_ascii_alphabetic()).expect(text) + 1;
        for name in [&text[..cut], &text[cut..]] {
            self.go(side, square(name));
            self.press(side, "button");
        }
    }

    /// After a move, until the next input is taken.
    fn wait(&mut self) {
        self.frames(MOVE_FRAMES);
        let events = u32::from(self.byte("event_count"));
        self.frames(events * EVENT_FRAMES);
    }

    /// A line below the board, 0 or 1, without the blanks at its end.
    fn below(&mut self, line: u16) -> String {
        let at = label("top_line").expect("top_line") + line * LINE;
        let text: String = (at..at + LINE).map(|at| letter(self.machine.peek(at))).collect();
        text.trim_end().to_string()
    }
}

/// What a screen code looks like.
fn letter(code: u8) -> char {
    char::from(match code & 0x7F {
        code @ 0..=0x3F => code + 0x20,
        code @ 0x40..=0x5F => code - 0x40,
        code => code,
    })
}

/// A square as the program counts.
fn square(name: &str) -> u8 {
    let row: u8 = name[1..].parse().expect(name);
    row << 4 | (name.as_bytes()[0] - b'A' + 1)
}

/// From power-on to the end of a game and back, with inputs that are refused among the moves.
fn plays_a_game(by: By) {
    let mut person = Person::two(by);
    assert_eq!(person.byte("computers"), 0);
    let mut refused = 0;
    for (count, text) in GAME.iter().enumerate() {
        let side = (count % 2) as u8;
        assert_eq!(usize::from(person.byte("move_count")), count, "{text}");
        if count < 10 {
            let other = if by == By::Stick { "console start" } else { "key X" };
            let none = if by == By::Stick { "console none" } else { "key none" };
            person.tap(other, none);
            assert_eq!(person.below(1), "This key does nothing now");
            person.go(side, square("K6"));
            person.press(side, "button");
            assert_eq!(person.below(1), "No piece of yours stands there");
            assert_eq!(usize::from(person.byte("move_count")), count, "refused before {text}");
            refused += 2;
        }
        person.moves(side, text);
        person.wait();
    }
    assert_eq!(refused, 20);
    assert_eq!((person.byte("winner"), person.byte("reason")), (1, 1));
    assert_eq!(person.below(1), "White has crossed the board and wins");
    person.tap("console start", "console none");
    person.frames(20);
    assert_eq!(person.byte("winner"), 1, "the title does not touch the game");
    assert_ne!(person.byte("title_left"), 0, "the title waits");
}

#[test]
fn a_game_is_played_from_power_on_to_its_end_by_sticks_alone() {
    plays_a_game(By::Stick);
}

#[test]
fn a_game_is_played_from_power_on_to_its_end_by_keys_alone() {
    plays_a_game(By::Keys);
}

#[test]
fn a_stick_pushed_while_the_button_is_held_moves_the_piece() {
    let mut person = Person::two(By::Stick);
    person.go(0, square("D3"));
    person.set("stick0 center fire");
    person.frames(HELD);
    person.set("stick0 up fire");
    person.frames(HELD);
    person.set("stick0 center");
    person.wait();
    assert_eq!(person.below(0), "White D3-D4");
    assert_eq!(person.below(1), "Black: pick up a piece");
}

#[test]
fn what_there_is_nothing_to_take_back_of_is_not_among_the_keys() {
    let mut person = Person::two(By::Stick);
    let undo = |person: &Person| {
        let at = label("AT_UNDO").expect("AT_UNDO");
        [0, LINE].map(|line| {
            let text: String = (0..9).map(|n| letter(person.machine.peek(at + line + n))).collect();
            text.trim().to_string()
        })
    };
    assert_eq!(undo(&person), ["", ""]);
    person.go(0, square("F5"));
    person.press(0, "button");
    assert_eq!(undo(&person), ["", ""], "with a piece in hand");
    person.go(0, square("F6"));
    person.press(0, "button");
    person.wait();
    assert_eq!(undo(&person), ["OPTION", "UNDO"]);
}

#[test]
fn with_two_players_each_stick_counts_in_its_turn_only() {
    let mut person = Person::two(By::Stick);
    let before = person.byte("cursor");
    person.press(1, "up");
    assert_eq!(person.below(1), "It is not your turn");
    assert_eq!(person.byte("cursor"), before);
    person.moves(0, "F5F6");
    person.wait();
    person.press(0, "up");
    assert_eq!(person.below(1), "It is not your turn");
}

#[test]
fn against_the_computer_both_sticks_are_the_persons() {
    let mut person = Person::new(By::Stick);
    person.press(0, "button"); // the computer plays Black
    person.frames(20);
    person.moves(1, "F5F6");
    person.wait();
    person.frames(60);
    assert_eq!(person.byte("move_count"), 2, "the computer has answered");
}

#[test]
fn a_refused_target_tells_which_block_and_both_sums() {
    let mut person = Person::two(By::Stick);
    person.moves(0, "F5F6");
    person.wait();
    person.moves(1, "F7F6");
    assert_eq!(person.below(1), "Blocked by square: F6 is held");
    person.tap("key SPACE", "key none");
    assert_eq!(person.byte("picked"), 0, "let go");
    person.moves(1, "C10C9");
    person.wait();
    person.moves(0, "F6G6");
    person.wait();
    person.moves(1, "J11K11");
    person.wait();
    person.moves(0, "G6G7");
    assert_eq!(person.below(1), "Blocked by strength: White 5, Black 5");
    assert_eq!(person.byte("move_count"), 4);
    person.go(0, square("G6"));
    person.press(0, "button");
    person.moves(0, "G6I6");
    assert_eq!(person.below(1), "Only to the next square, or back on G6");
}

#[test]
fn option_takes_a_move_back() {
    let mut person = Person::two(By::Stick);
    person.moves(0, "F5F6");
    person.wait();
    person.tap("console option", "console none");
    person.frames(10);
    assert_eq!(person.below(0), "Taken back");
    assert_eq!(person.below(1), "White: pick up a piece");
    person.tap("console option", "console none");
    assert_eq!(person.below(1), "There is nothing to take back");
}

#[test]
fn a_title_that_nobody_touches_shows_a_game_until_somebody_does() {
    let mut person = Person::new(By::Keys);
    person.frames(DEMO_FRAMES);
    assert_eq!(person.byte("computers"), 3);
    assert!(person.byte("move_count") > 2);
    person.press(0, "button");
    person.frames(150);
    assert_eq!(person.byte("computers"), 2, "the choice is as before");
    assert_ne!(person.byte("title_left"), 0, "the title waits");
}

#[test]
fn reset_leads_to_the_title() {
    let mut person = Person::two(By::Stick);
    person.moves(0, "F5F6");
    person.set("reset");
    person.frames(RESET_FRAMES);
    assert_eq!((person.byte("move_count"), person.byte("computers")), (0, 2));
}
