//! From power-on to a finished game, by joystick alone and by keyboard alone.

use super::table::{PLAY, SETUP, Table};
use crate::hands::Hands;

const PLAYER: u8 = 1;
const WALL: u8 = 0x80;
const BOMB: u8 = 11;
/// A game in which the program cannot win within so many moves of a player who wanders about.
const TOO_LONG: u32 = 600;

/// What a person's hand does.
trait Hand {
    fn up(&self, table: &mut Table);
    fn down(&self, table: &mut Table);
    fn left(&self, table: &mut Table);
    fn right(&self, table: &mut Table);
    fn button(&self, table: &mut Table);
}

struct Joystick(usize);

impl Joystick {
    fn push(&self, table: &mut Table, way: &str) {
        table.press(&format!("stick{} {way}", self.0), &format!("stick{} center", self.0));
    }
}

impl Hand for Joystick {
    fn up(&self, table: &mut Table) {
        self.push(table, "up");
    }
    fn down(&self, table: &mut Table) {
        self.push(table, "down");
    }
    fn left(&self, table: &mut Table) {
        self.push(table, "left");
    }
    fn right(&self, table: &mut Table) {
        self.push(table, "right");
    }
    fn button(&self, table: &mut Table) {
        self.push(table, "center fire");
    }
}

struct Keys;

impl Hand for Keys {
    fn up(&self, table: &mut Table) {
        table.key("-");
    }
    fn down(&self, table: &mut Table) {
        table.key("CTRL+=");
    }
    fn left(&self, table: &mut Table) {
        table.key("+");
    }
    fn right(&self, table: &mut Table) {
        table.key("*");
    }
    fn button(&self, table: &mut Table) {
        table.key("RETURN");
    }
}

/// The cursor goes to a square.
fn point(table: &mut Table, hand: &dyn Hand, square: u8) {
    for _ in 0..20 {
        let cursor = table.byte("cursor");
        match (cursor & 15).cmp(&(square & 15)) {
            std::cmp::Ordering::Less => hand.right(table),
            std::cmp::Ordering::Greater => hand.left(table),
            std::cmp::Ordering::Equal if cursor < square => hand.up(table),
            std::cmp::Ordering::Equal if cursor > square => hand.down(table),
            std::cmp::Ordering::Equal => return,
        }
    }
    panic!("the cursor does not get to ${square:02X}:\n{}", table.text());
}

/// Steps of the player's pieces onto the squares beside them.
fn steps(table: &mut Table) -> Vec<(u8, u8)> {
    let mut found = Vec::new();
    for from in (0..0xA0).filter(|square| square & 15 < 10) {
        if table.at("owner", from) != PLAYER || table.at("kinds", from) >= BOMB {
            continue;
        }
        for to in [from.wrapping_add(16), from.wrapping_sub(1), from + 1, from.wrapping_sub(16)] {
            let owner = table.at("owner", to);
            if owner < WALL && owner != PLAYER {
                found.push((from, to));
            }
        }
    }
    found
}

fn moves(table: &mut Table) -> u16 {
    u16::from(table.byte("move_count")) + 256 * u16::from(table.at("move_count", 1))
}

fn is_my_turn(table: &mut Table) -> bool {
    table.byte("winner") != 0 || table.byte("cursor_x") != 0
}

/// A person who sets up two pieces, lets the rest be filled in, and wanders about until somebody has won.
fn walk(hand: &dyn Hand) {
    let mut table = Table::new();
    assert!(table.text().contains("START   BEGINS"), "{}", table.text());
    table.console("start");
    table.wait("the set-up", |table| table.byte("phase") == SETUP && table.byte("cursor_x") != 0);
    for square in [0x04, 0x33] {
        point(&mut table, hand, square);
        hand.button(&mut table);
        assert_eq!(table.byte("frozen"), 1);
        hand.up(&mut table);
        hand.button(&mut table);
        assert_eq!((table.byte("frozen"), table.at("kinds", square)), (0, 0));
    }
    let placed = [4, 33].map(|cell| table.at("setup_own", cell));
    assert!(placed.iter().all(|&kind| kind != 0), "{placed:?}\n{}", table.text());
    table.console("select");
    table.wait("a full army", |table| (0..40).all(|cell| table.at("setup_own", cell) != 0));
    assert_eq!([4, 33].map(|cell| table.at("setup_own", cell)), placed);
    table.console("start");
    table.wait("the first move", |table| table.byte("phase") == PLAY && is_my_turn(table));

    let mut choice = 1;
    for turn in 0..TOO_LONG {
        let all = steps(&mut table);
        let mut tries = 0;
        let before = moves(&mut table);
        while moves(&mut table) == before {
            choice = (choice * 75 + 74) % 65_537;
            let (from, to) = all[choice % all.len()];
            point(&mut table, hand, from);
            hand.button(&mut table);
            point(&mut table, hand, to);
            hand.button(&mut table);
            tries += 1;
            assert!(tries < 50, "move {turn}: {all:?}\n{}", table.text());
            // Refused by the two-square rule: it is still held.
            if moves(&mut table) == before {
                point(&mut table, hand, from);
                hand.button(&mut table);
            }
        }
        table.wait("my turn", is_my_turn);
        if table.byte("winner") != 0 {
            break;
        }
    }
    assert_ne!(table.byte("winner"), 0, "the game goes on:\n{}", table.text());
    table.frames(200);
    let text = table.text();
    assert!(text.contains("YOU HAVE LOST: "), "{text}");
    assert!(!text.contains("p?"), "all pieces are shown:\n{text}");
    table.console("start");
    table.frames(60);
    assert!(table.text().contains("START   BEGINS"), "{}", table.text());
}

#[test]
fn a_game_is_played_by_joystick_alone() {
    walk(&Joystick(0));
}

#[test]
fn a_game_is_played_by_another_joystick_alone() {
    walk(&Joystick(3));
}

#[test]
fn a_game_is_played_by_keyboard_alone() {
    walk(&Keys);
}
