//! The title, the demonstration, RESET, the cartridge.

use front800::machine::{Config, Machine, Ram, Video};
use front800::titles::{Sources, shelf};

use super::table::{PLAY, SETUP, Table};
use crate::hands::Hands;

const TITLE: u8 = 0;

#[test]
fn select_chooses_between_the_two_games() {
    let mut table = Table::new();
    assert!(table.text().contains(">  MILITARY"), "{}", table.text());
    table.console("select");
    assert!(table.text().contains(">  SUPER"), "{}", table.text());
    table.console("start");
    table.wait("the set-up", |table| table.byte("phase") == SETUP && table.byte("cursor_x") != 0);
    assert!(table.text().contains("SUPER ENCOUNTER"), "{}", table.text());
    assert_eq!(table.byte("option_super"), 1);
}

#[test]
fn a_title_nobody_touches_shows_a_game_until_somebody_does() {
    let mut table = Table::new();
    table.wait("the demonstration", |table| table.byte("demo") != 0 && table.byte("phase") == PLAY);
    table.wait("some moves", |table| table.byte("move_count") > 4);
    table.wait("a word about it", |table| table.text().contains("A DEMONSTRATION"));
    table.key("X");
    table.wait("the title", |table| table.byte("phase") == TITLE && table.byte("demo") == 0);
    table.frames(30);
    assert!(table.text().contains("START   BEGINS"), "{}", table.text());
}

#[test]
fn reset_leads_to_the_title_from_anywhere() {
    let mut table = Table::new();
    for select in [false, true] {
        table.console("start");
        table.wait("the set-up", |table| table.byte("phase") == SETUP && table.byte("cursor_x") != 0);
        if select {
            table.console("select");
            table.console("start");
            table.wait("a game", |table| table.byte("phase") == PLAY);
        }
        table.machine().set_reset_key(true);
        table.frames(5);
        table.machine().set_reset_key(false);
        table.frames(120);
        assert_eq!(table.byte("phase"), TITLE);
        assert!(table.text().contains("START   BEGINS"), "{}", table.text());
    }
}

#[test]
fn attract_mode_dims_the_lines_below_the_board_too() {
    const ATRACT: u16 = 0x4D;
    let mut table = Table::new();
    table.console("start");
    table.wait("the set-up", |table| table.byte("cursor_x") != 0);
    table.machine().poke(ATRACT, 0x80);
    table.frames(3);
    let shown = [0, 1].map(|n| table.at("colours_shown", n));
    assert!(shown.iter().all(|colour| colour & 0x08 == 0), "{shown:?}");
    // Whoever touches something sees it bright again.
    table.key("*");
    table.frames(2);
    assert_eq!(table.at("colours_shown", 1), 0x0E);
}

#[test]
fn as_a_cartridge_it_runs_in_16_kilobytes() {
    let sources = Sources::embedded();
    let title =
        sources.cartridge(shelf::named("encounter").unwrap()).unwrap_or_else(|error| panic!("{error}"));
    let os = sources.os().unwrap().rom.clone();
    let config =
        Config { cartridge: Some(title.cart.clone()), ram: Ram::Kb16, video: Video::Pal, ..Config::new(os) };
    let mut machine = Machine::new(&config);
    for _ in 0..150 {
        machine.run_frame();
    }
    let text = front800::inspect::screen::text(&machine);
    assert!(text.contains("START   BEGINS"), "{text}");
}
