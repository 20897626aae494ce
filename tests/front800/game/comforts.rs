//! The large comforts of the default build, as somebody plays it.

use front800::machine::{Console, Stick};
use front800::titles::rasputitsa::{Direction, Rules, Unit};

use super::bare::Game;
use super::play::Play;

/// How inverse characters are shown. [sheet: os 3]
const CHACT: u16 = 0x02F3;

/// For experts, in the first order phase, after the opponent's first thoughts.
fn expert() -> Play {
    let mut play = Play::loaded(Rules::Modern, 48, 0);
    play.set_byte("level", 4);
    for _ in 0..2 {
        play.key("RETURN", 4);
        play.frames(20);
    }
    play.until("the order phase", |play| play.state().orders_open);
    play.until("a pass", |play| play.byte("thinking_passes") > 0);
    play
}

/// A tap on a key, and time for what it does.
fn tap(play: &mut Play, key: &str) {
    play.key(key, 4);
    play.frames(40);
}

/// Picks up the corps under the cursor and taps the stick.
fn order(play: &mut Play, taps: &str) {
    play.stick("f");
    play.frames(8);
    for direction in taps.chars() {
        play.stick(&format!("f{direction}"));
        play.frames(2);
        play.stick("f");
        play.frames(4);
    }
    play.stick("");
    // A second press soon after would ask for the mode.
    play.frames(40);
}

/// The picture without what blinks.
fn picture(play: &Play) -> Vec<u8> {
    (8..240)
        .flat_map(|line| (0x2C..0xD4).map(move |clock| (clock, line)))
        .map(|(c, l)| play.pixel(c, l))
        .collect()
}

#[test]
fn tab_goes_to_the_next_corps_without_orders_and_back() {
    let mut play = expert();
    for corps in [1, 2, 3] {
        tap(&mut play, "TAB");
        let unit = play.state().units[corps - 1].clone();
        assert_eq!(play.state().window.square(), (unit.x, unit.y), "corps {corps}");
    }
    tap(&mut play, "SHIFT+TAB");
    order(&mut play, "r");
    assert_eq!(play.state().units[1].orders, [Direction::East]);
    tap(&mut play, "SHIFT+TAB");
    for corps in [3, 4] {
        tap(&mut play, "TAB");
        let unit = play.state().units[corps - 1].clone();
        if corps == 3 {
            assert_eq!(play.byte("corps_shown"), 3, "2 has orders and is passed over");
        }
        assert_eq!(play.state().window.square(), (unit.x, unit.y));
    }
    // In the corners of the map, too.
    let [y, x] = ["unit_y", "unit_x"].map(|table| play.at(table) + 5);
    for (at_x, at_y) in [(0, 0), (45, 38), (0, 38), (45, 0), (20, 3), (9, 35), (36, 36)] {
        play.machine.poke(x, at_x);
        play.machine.poke(y, at_y);
        play.set_byte("corps_shown", 4);
        tap(&mut play, "TAB");
        assert_eq!(play.state().window.square(), (at_x, at_y));
    }
}

#[test]
fn undo_goes_back_to_the_start_of_the_week() {
    let mut play = expert();
    let message = |play: &mut Play| play.message().trim().to_owned();
    play.go_to(40, 20);
    order(&mut play, "rr");
    order(&mut play, "d");
    order(&mut play, "");
    use Direction::{East, South};
    assert_eq!(play.state().units[0].orders, [East, East, South]);
    play.go_to(20, 20);
    for expected in [vec![East, East], vec![]] {
        tap(&mut play, "U");
        assert_eq!(play.state().units[0].orders, expected);
        assert_eq!(play.state().window.square(), (40, 20), "what has changed is shown");
        assert_eq!(message(&mut play), "THE LAST CHANGE IS TAKEN BACK");
    }
    tap(&mut play, "BACKSPACE");
    assert_eq!(message(&mut play), "NOTHING WAS CHANGED THIS WEEK");
    assert!(play.state().orders_open);
}

#[test]
fn all_orders_are_shown_at_once() {
    let mut play = expert();
    let corps = play.state().units.iter().find(|unit| unit.number == 13).cloned().expect("the 13th");
    let (x, y) = (u16::from(corps.x), u16::from(corps.y));
    play.go_to(corps.x, corps.y);
    play.frames(200);
    let before = picture(&play);
    order(&mut play, "llu");
    assert_eq!(play.state().units[12].orders, [Direction::West, Direction::West, Direction::North]);
    let map = play.at("map");
    let square = |x: u16, y: u16| 48 * (39 - y) + 46 - x;
    let kept: Vec<u8> = (0..1968).map(|n| play.machine.peek(map + n)).collect();
    tap(&mut play, "O");
    let layer = play.at("layer_map");
    // A red line through the squares of the way, a blue symbol at its end.
    for ((x, y), colour) in [((x + 1, y), 3), ((x + 2, y), 3), ((x + 2, y + 1), 2)] {
        assert_eq!(play.machine.peek(layer + square(x, y)) >> 6, colour, "{x},{y}");
    }
    let shown = picture(&play);
    assert!(shown != before);
    let after: Vec<u8> = (0..1968).map(|n| play.machine.peek(map + n)).collect();
    assert_eq!(kept, after, "the map itself stays");
    // It scrolls, and leaves.
    play.stick("l");
    play.frames(30);
    play.stick("");
    assert!(picture(&play) != shown);
    play.go_to(corps.x, corps.y);
    tap(&mut play, "O");
    tap(&mut play, "U");
    play.go_to(corps.x, corps.y);
    play.frames(120);
    assert_eq!(play.byte("layer_offset"), 0);
    assert!(play.state().units[12].orders.is_empty());
}

#[test]
fn the_overview_shows_both_armies_and_the_cities_and_the_map_comes_back() {
    let mut play = expert();
    play.frames(100);
    let before = picture(&play);
    play.key("M", 4);
    play.frames(60);
    let state = play.state();
    let count = |play: &Play, colour: u8| picture(play).iter().filter(|&&pixel| pixel == colour).count();
    let on_map = |sides: std::ops::Range<u8>| {
        state.units.iter().filter(|unit| sides.contains(&unit.number) && unit.on_map(0)).count()
    };
    // A unit is four pixels of a clock by two lines; cities are red dots of two.
    let (germans, russians) = (on_map(1..48), on_map(48..167));
    assert_eq!(
        play.screen().lines().last().unwrap_or_default().trim(),
        format!("CORPS {germans}, RUSSIAN ARMIES {russians}")
    );
    let white = count(&play, 0x0E);
    let letters = picture(&play)[180 * 168..].iter().filter(|&&pixel| pixel == 0x0E).count();
    assert!((white - letters).abs_diff(germans * 8) <= 2 * 4, "{} for {germans}", white - letters);
    assert!(count(&play, 0x36) >= russians * 8);
    play.key("N", 4);
    play.frames(60);
    assert!(count(&play, 0x0E) > white + 500, "names");
    play.key("ESC", 4);
    play.frames(30);
    assert!(picture(&play) == before);
    assert!(play.state().orders_open);
}

#[test]
fn the_list_leads_to_a_corps() {
    let mut play = expert();
    play.key("L", 4);
    play.frames(40);
    let screen = play.screen();
    assert!(screen.contains("MUSTER READY ORDERS MODE"), "{screen}");
    assert!(screen.contains("24 PANZER    223    223"), "{screen}");
    assert_eq!(
        play.machine.peek(CHACT),
        2,
        "what is inverse is seen, wherever the map's letters were blinking"
    );
    for _ in 0..2 {
        play.stick("d");
        play.frames(5);
        play.stick("");
        play.frames(30);
    }
    play.stick("f");
    play.frames(12);
    play.stick("");
    play.frames(40);
    let third = play.state().units[2].clone();
    assert_eq!(play.state().window.square(), (third.x, third.y));
    assert_eq!(play.state().hold.unit, None);
    // The pointer's button goes to the one that it points at: here the fifth.
    play.key("L", 4);
    play.frames(40);
    let line = 32 + 8 * (2 + 4) + 4;
    play.machine.set_paddle(2, 60);
    play.machine.set_paddle(3, (1 + (line - 8) * 226 / 239) as u8);
    play.frames(4);
    play.machine.set_stick(1, Stick { left: true, ..Stick::default() });
    play.frames(6);
    play.machine.set_stick(1, Stick::default());
    play.frames(40);
    let fifth = play.state().units[4].clone();
    assert_eq!(play.state().window.square(), (fifth.x, fifth.y));
    play.machine.set_paddle(2, 228);
    play.machine.set_paddle(3, 228);
    // A console key leaves it and does nothing else.
    play.key("L", 4);
    play.frames(40);
    play.press_start(10);
    play.frames(60);
    assert!(play.state().orders_open);
    assert_eq!(play.state().turn, 0);
}

/// A week in which 24 Panzer Corps attacks.
fn fought() -> Play {
    let mut play = expert();
    play.go_to(40, 20);
    order(&mut play, "rr");
    play.machine.set_console(Console { start: true, ..Console::default() });
    play.until("the march", |play| !play.state().orders_open);
    play.machine.set_console(Console { select: true, ..Console::default() });
    play.until("a new week", |play| play.state().orders_open);
    play.machine.set_console(Console::default());
    play
}

#[test]
fn of_no_week_nothing_is_reported() {
    let mut play = expert();
    play.key("W", 4);
    play.frames(40);
    let screen = play.screen();
    for line in
        ["DESTROYED: CORPS 0, RUSSIAN ARMIES 0", "CITIES TAKEN: NONE", "CITIES LOST: NONE", "NOBODY FOUGHT"]
    {
        assert!(screen.lines().any(|shown| shown == line), "{line}: {screen}");
    }
    assert!(!screen.contains("ATTACKER"), "{screen}");
}

#[test]
fn a_week_is_reported_and_remembered() {
    let mut play = fought();
    play.frames(5);
    assert_eq!(play.message().trim(), "W: WHAT HAPPENED LAST WEEK");
    play.until("thoughts", |play| play.byte("thinking_passes") > 0);
    play.key("W", 4);
    play.frames(40);
    let screen = play.screen();
    assert!(screen.starts_with("THE WEEK BEFORE JUNE 29"), "{screen}");
    let fights = usize::from(play.byte("fights_noted"));
    assert!(fights > 0);
    let lines: Vec<&str> = screen
        .lines()
        .filter(|line| line.contains("HELD") || line.contains("FLED") || line.contains("DEAD"))
        .collect();
    assert_eq!(lines.len(), fights.min(15), "{screen}");
    assert!(screen.contains("ATTACKER") && !screen.contains("NOBODY FOUGHT"), "{screen}");
    assert!(screen.contains("24 PANZER"), "{screen}");
    play.key("ESC", 4);
    play.frames(40);
    play.key("C", 4);
    play.frames(40);
    let white = picture(&play)[..186 * 168].iter().filter(|&&pixel| pixel == 0x0E).count();
    assert_eq!(white, 2 * 2 * 2 * 2, "two weeks, two by two pixels of two lines");
    play.key("ESC", 4);
    play.frames(40);
    assert!(play.state().orders_open);
}

#[test]
fn start_asks_first_where_no_corps_has_orders() {
    const QUESTION: &str = "NO CORPS HAS ORDERS. START AGAIN";
    let mut play = expert();
    // Held, it asks and no more; let go and pressed too late, it asks anew.
    for _ in 0..2 {
        play.machine.set_console(Console { start: true, ..Console::default() });
        play.until("the question", |play| play.message() == QUESTION);
        play.frames(200);
        assert!(play.state().orders_open);
        play.machine.set_console(Console::default());
        play.until("the prompt", |play| play.message() == "YOUR ORDERS? START ENDS THE WEEK");
        play.frames(4);
    }
    // Two taps are meant.
    play.press_start(3);
    play.frames(20);
    assert!(play.state().orders_open);
    play.press_start(3);
    play.until("the march", |play| !play.state().orders_open);
}

#[test]
fn start_does_not_ask_where_a_corps_has_orders() {
    let mut play = expert();
    play.go_to(40, 20);
    order(&mut play, "r");
    play.press_start(3);
    play.frames(10);
    assert!(!play.state().orders_open);
}

#[test]
fn the_front_is_remembered_by_month_and_drawn() {
    let mut play = fought();
    play.frames(5);
    // May is 0; by row, from the south, the easternmost corps but those in the air.
    let rows = play.at("month_fronts") + 39;
    let units = play.state().units;
    for y in 0..39 {
        let here = |unit: &&Unit| unit.number < 43 && unit.y == y && unit.on_map(1);
        let east = units.iter().filter(here).map(|unit| unit.x + 1).min().unwrap_or(0);
        assert_eq!(play.machine.peek(rows + u16::from(y)), east, "row {y}");
    }
    play.let_him_think();
    tap(&mut play, "C");
    play.until("the curve", |play| play.screen().contains("M: MAP BY MONTHS"));
    play.frames(20);
    play.key("M", 4);
    play.until("June", |play| play.screen().contains("WHITE: THE FRONT IN JUNE"));
    play.frames(20);
    let white = (24..180).flat_map(|line| (0x30..0xD0).map(move |clock| (clock, line)));
    assert!(white.filter(|&(clock, line)| play.pixel(clock, line) == 0x0E).count() > 100);
    play.key("SPACE", 4);
    play.until("the end of the only month", |play| play.screen().contains("YOUR ORDERS"));
}

#[test]
fn select_that_hurried_the_march_begins_no_lesson() {
    let mut play = expert();
    play.march();
    play.machine.set_console(Console { select: true, ..Console::default() });
    play.until("a new week", |play| play.state().orders_open);
    play.let_him_think();
    assert_eq!(play.byte("lesson"), 0);
}

#[test]
fn a_march_that_is_followed_shows_fights_off_the_screen() {
    let mut play = expert();
    play.go_to(40, 20);
    order(&mut play, "rr");
    play.go_to(5, 5);
    play.machine.set_console(Console { start: true, ..Console::default() });
    play.until("the march", |play| !play.state().orders_open);
    play.machine.set_console(Console::default());
    play.key("F", 4);
    play.until("the window at the front", |play| play.state().window.view_x > 100);
    assert_eq!(play.byte("follow"), 1);
}

#[test]
fn the_pointer_alone_plays_a_week() {
    let mut play = expert();
    let point = |play: &mut Play, across, down| {
        play.machine.set_paddle(2, across);
        play.machine.set_paddle(3, down);
        play.frames(4);
    };
    point(&mut play, 76, 102);
    assert_eq!(play.state().window.square(), (40, 20));
    play.machine.set_stick(1, Stick { left: true, ..Stick::default() });
    play.frames(8);
    assert_eq!(play.state().hold.unit, Some(1));
    point(&mut play, 130, 132);
    play.until("the way", |play| !play.state().units[0].orders.is_empty());
    play.machine.set_stick(1, Stick::default());
    play.frames(4);
    assert_eq!(play.state().units[0].orders.len(), 7);
    assert_eq!(play.state().hold.unit, None);
}

#[test]
fn the_lesson_goes_on_when_a_step_is_done_and_select_ends_it() {
    let mut play = expert();
    let select = |play: &mut Play| {
        play.machine.set_console(Console { select: true, ..Console::default() });
        play.frames(10);
        play.machine.set_console(Console::default());
        play.frames(10);
    };
    let says = |play: &mut Play, step: &str| {
        play.until(step, |play| play.message().trim().starts_with(step));
    };
    select(&mut play);
    says(&mut play, "1: ");
    play.go_to(40, 20);
    order(&mut play, "");
    play.frames(20);
    says(&mut play, "2: ");
    order(&mut play, "rd");
    says(&mut play, "3: ");
    tap(&mut play, "O");
    tap(&mut play, "O");
    says(&mut play, "4: ");
    tap(&mut play, "TAB");
    says(&mut play, "5: START");
    select(&mut play);
    says(&mut play, "YOUR ORDERS");
    play.frames(60);
    says(&mut play, "YOUR ORDERS");
}

#[test]
fn weather_and_cities_are_heard() {
    const AUDF3: u16 = 0xD204;
    const AUDC4: u16 = 0xD207;
    let mut game = Game::expert(0);
    let ground = game.at("dli_colours") + 2;
    for (colour, voice) in [(0x10, 0), (0x02, 0x04), (0x08, 0x83)] {
        game.poke(ground, colour);
        game.call("sound_weather");
        assert_eq!(game.peek(AUDC4), voice);
        // Not for ever.
        game.poke(0x13, 1);
        game.call("sound_look");
        assert_eq!(game.peek(AUDC4), voice);
        game.poke(0x13, 2);
        game.call("sound_look");
        assert_eq!(game.peek(AUDC4), 0);
        game.poke(0x13, 0);
    }
    // Without pauses for the eye a city makes no sound and takes no time.
    game.set_byte("eye_delay", 0);
    game.poke(AUDF3, 0);
    assert!(game.call_with("sound_city", 1, 0, 0) < 60);
    assert_eq!(game.peek(AUDF3), 0);
    game.call_with("sound_march", 0, 1, 0);
    let armor = game.peek(0xD202);
    game.call_with("sound_march", 0, 5, 0);
    assert_ne!(game.peek(0xD202), armor, "infantry sounds otherwise");
}

#[test]
fn the_replay_ends_where_everybody_stands_now() {
    let mut play = fought();
    play.until("thoughts", |play| play.byte("thinking_passes") > 0);
    let tables = ["now_x", "now_y", "start_x"].map(|name| play.at(name));
    play.key("P", 4);
    play.machine.set_console(Console { select: true, ..Console::default() });
    play.frames(100);
    let end = [play.byte("event_end"), play.machine.peek(play.at("event_end") + 1)];
    play.until("the end", |play| {
        let at = play.at("event_at");
        [play.machine.peek(at), play.machine.peek(at + 1)] == end
    });
    play.machine.set_console(Console::default());
    let (mut stood, mut moved) = (0, 0);
    for unit in play.state().units.clone().iter().filter(|unit| unit.number != 0) {
        let [x, y, start] = tables.map(|table| play.machine.peek(table + u16::from(unit.number)));
        if start != 255 {
            stood += 1;
            moved += usize::from(start != x);
            if unit.on_map(1) {
                assert_eq!((x, y), (unit.x, unit.y), "unit {}", unit.number);
            } else {
                assert_eq!(x, 255, "unit {} is no more", unit.number);
            }
        }
    }
    assert!(stood > 60 && moved > 0, "{stood} stood, {moved} moved");
    play.key("ESC", 4);
    play.frames(60);
    assert!(play.state().orders_open);
}

#[test]
fn the_reach_of_a_corps_is_shown_while_it_is_held() {
    let mut play = expert();
    let corps = play.state().units.iter().find(|unit| unit.number == 13).cloned().expect("the 13th");
    play.go_to(corps.x, corps.y);
    play.stick("f");
    play.frames(10);
    let red = |play: &Play| picture(play).iter().filter(|&&colour| colour == 0x46).count();
    let before = red(&play);
    play.key("R", 4);
    play.frames(60);
    assert_eq!(play.state().hold.unit, Some(13));
    assert!(red(&play) > before + 300, "{before} pixels, then {}", red(&play));
    play.stick("");
    play.frames(60);
    assert!(red(&play) <= before + 40);
    assert_eq!(play.byte("layer_offset"), 0);
}
