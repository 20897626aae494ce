//! What is seen of the march of 1982: units and shots that travel, an asterisk that blinks.

use front800::titles::rasputitsa::{Direction, Level, Rules, Scenario};

use super::play::Play;

/// Colours of player 1.
const GERMAN: u8 = 0x0C;
const SHOT: u8 = 0x3C;

fn expert() -> Play {
    let mut play = Play::loaded(Rules::Modern, 48, 0);
    play.begin_at(Level::Expert, Scenario::Of1941);
    play
}

impl Play {
    fn order(&mut self, unit: u8, orders: &[Direction]) {
        for (address, byte) in self.variables.units.queue(unit, orders) {
            self.machine.poke(address, byte);
        }
    }

    /// How many pixels of a colour there are between columns and lines.
    fn count(&self, colour: u8) -> usize {
        let clocks = (0x2C..0xD4).flat_map(|clock| (40..190).map(move |line| (clock, line)));
        clocks.filter(|&(clock, line)| self.pixel(clock, line) == colour).count()
    }
}

#[test]
fn a_corps_glides_from_square_to_square_in_nine_frames() {
    let mut play = expert();
    // The 4 Finnish corps, with nobody near it to shoot at.
    play.go_to(36, 37);
    play.order(32, &[Direction::West]);
    let (x, pcolr) = (play.state().units[31].x, 0x02C1);
    play.march();
    let shown = play.at("arrow_rows");
    let mut places = Vec::new();
    play.until("its step", |play| {
        let rows: Vec<u8> = (0..128).map(|row| play.machine.peek(shown + row)).collect();
        if play.machine.peek(pcolr) == GERMAN && rows.iter().any(|&row| row != 0) {
            let top = rows.iter().position(|&row| row != 0).unwrap();
            places.push(top);
            let height = rows.iter().filter(|&&row| row != 0).count();
            assert!((6..=8).contains(&height), "{height} rows of a symbol");
        }
        play.state().units[31].x != x
    });
    assert!((8..=9).contains(&places.len()), "{places:?}");
    assert!(places.windows(2).all(|pair| pair[0] == pair[1]), "it goes west: {places:?}");
    // And nothing of it stays.
    play.frames(2);
    assert!((0..128).all(|row| play.machine.peek(shown + row) == 0) || play.machine.peek(pcolr) != GERMAN);
}

#[test]
fn a_shot_travels_as_well() {
    let mut play = expert();
    play.go_to(40, 20);
    play.order(1, &[Direction::East]);
    play.march();
    let frames = play.until("a shot", |play| play.count(SHOT) > 0);
    let seen = play.until("its end", |play| play.count(SHOT) == 0);
    assert!((7..=9).contains(&seen), "{seen} frames, after {frames}");
}

#[test]
fn nothing_travels_while_select_is_held_or_off_the_screen() {
    let mut play = expert();
    play.go_to(3, 3);
    play.order(1, &[Direction::East]);
    let pcolr = 0x02C1;
    let usual = play.machine.peek(pcolr);
    play.march();
    play.until("a new week", |play| {
        assert_eq!(play.machine.peek(pcolr), usual);
        play.state().orders_open
    });
}

#[test]
fn the_asterisk_blinks_until_every_new_corps_has_been_lifted() {
    let mut play = expert();
    let shown = play.at("text") + 139;
    assert_eq!(play.machine.peek(shown), 0, "not in the first week");
    play.set_byte("eye_delay", 0);
    // A second corps that comes in turn 2, with 40 PANZER CORPS.
    let arrival = play.at("unit_arrival");
    play.machine.poke(arrival + 35, 2);
    for _ in 0..2 {
        play.march();
        play.until("a new week", |play| play.state().orders_open);
    }
    assert_eq!(play.state().turn, 2);
    assert_eq!(play.machine.peek(shown), 0x8A);
    let inverse: Vec<bool> = (0..128)
        .map(|_| {
            play.frames(1);
            play.machine.peek(0x02F3) & 2 != 0
        })
        .collect();
    assert_eq!(inverse.windows(2).filter(|pair| pair[0] != pair[1]).count(), 4, "{inverse:?}");
    let units = play.state().units;
    for (number, left) in [(33, 0x8A), (35, 0)] {
        let unit = &units[number - 1];
        assert_eq!(unit.arrival, 2);
        play.go_to(unit.x, unit.y);
        for (stick, frames) in [("f", 30), ("", 40), ("f", 30), ("", 40)] {
            play.stick(stick);
            play.frames(frames);
        }
        assert_eq!(play.machine.peek(shown), left, "after {number}");
    }
}
