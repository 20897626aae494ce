//! What is told of weeks: events, places, points; and weeks that are saved, forked and played on.

use std::collections::BTreeSet;

use front800::harness::campaign::events::{Event, Outcome};
use front800::harness::campaign::observation::{Observer, Sight};
use front800::harness::campaign::orders::{MOST, Orders, OrdersFile};
use front800::harness::campaign::state::{Presence, Side, State};
use front800::harness::campaign::{Campaign, Chance, Opponent, Setting};
use front800::machine::{Console, Lcg, Machine};
use front800::titles::Sources;
use front800::titles::rasputitsa::campaign::{KnownStrengths, Tables};
use front800::titles::rasputitsa::{Direction, Edition, Level, Rules, Scenario};

use super::Built;
use crate::cli::Desk;

fn go_east(campaign: &mut Campaign) {
    let mut orders = Orders::default();
    for unit in campaign.state().on_map(Side::German) {
        orders.set(unit.unit, vec![Direction::East; MOST]);
    }
    campaign.give(Side::German, &orders).unwrap();
    campaign.play_turn().unwrap();
}

fn observer(rules: Rules) -> Observer {
    let assets = Sources::embedded().assets().unwrap_or_else(|error| panic!("{error}"));
    Observer::new(&assets, rules.edition(), Side::German, Sight::Open)
}

#[test]
fn noting_what_happens_changes_nothing() {
    let built = Built::new(Rules::Modern);
    let play = |records| {
        let mut campaign = built.campaign(1, Chance::Stream(Lcg::new(1)));
        campaign.record(records);
        (0..4).for_each(|_| go_east(&mut campaign));
        assert_eq!(campaign.recorder().is_some(), records);
        campaign.machine().hash()
    };
    assert_eq!(play(true), play(false));
}

/// What a week's events say against the states before and after it.
fn check_week(place: &str, before: &State, after: &State, events: &[Event]) {
    let lost = |event: &Event| if let Event::Lost { unit, .. } = event { Some(*unit) } else { None };
    let lost: BTreeSet<u8> = events.iter().filter_map(lost).collect();
    let was_there =
        |state: &State, unit: u8| state.unit(unit).is_some_and(|unit| unit.state != Presence::Destroyed);
    for unit in &after.units {
        let gone = was_there(before, unit.unit) && unit.state == Presence::Destroyed;
        assert_eq!(lost.contains(&unit.unit), gone, "{place}: unit {}", unit.unit);
    }
    let mut cities = before.cities.clone();
    let (mut dead, mut resting) = (BTreeSet::new(), BTreeSet::new());
    for (number, event) in events.iter().enumerate() {
        match event {
            Event::Lost { unit, .. } => assert!(dead.insert(*unit), "{place}: unit {unit} is lost twice"),
            Event::Refused { unit, .. } => assert!(resting.insert(*unit), "{place}: unit {unit} rests twice"),
            Event::City { city, unit, german, .. } => {
                assert_eq!(Side::of(*unit, after.edition) == Side::German, *german, "{place}: {city}");
                let held = cities.0.iter_mut().find(|(name, _)| name == city).unwrap();
                assert_ne!(held.1, *german, "{place}: {city} changes hands");
                held.1 = *german;
            }
            Event::Combat(combat) => {
                let [attacker, defender] = [&combat.attacker, &combat.defender];
                let sides = [attacker, defender].map(|fighter| Side::of(fighter.unit, after.edition));
                assert_ne!(sides[0], sides[1], "{place}: {combat:?}");
                for fighter in [attacker, defender] {
                    assert!(
                        !dead.contains(&fighter.unit),
                        "{place}: what comes of it comes first: {combat:?}"
                    );
                    let lands = after.edition.air().contains(&fighter.unit);
                    assert!(lands || fighter.hit == (fighter.after < fighter.before), "{place}: {combat:?}");
                }
                assert!(!resting.contains(&attacker.unit), "{place}: it rests: {combat:?}");
                let rest = events[number + 1..].iter();
                let mut own = rest.take_while(|event| !matches!(event, Event::Combat(_)));
                let gone =
                    own.any(|event| matches!(event, Event::Lost { unit, .. } if *unit == defender.unit));
                assert_eq!(combat.outcome == Outcome::Destroyed, gone, "{place}: {combat:?}");
                assert!(!gone || defender.after == Some(0), "{place}: {combat:?}");
            }
            _ => {}
        }
    }
    assert_eq!(cities, after.cities, "{place}");
}

#[test]
fn the_events_of_a_week_lead_from_its_state_to_the_next() {
    for rules in [Rules::Modern, Rules::Corrected] {
        let built = Built::new(rules);
        let mut campaign = built.campaign(1, Chance::Stream(Lcg::new(5)));
        campaign.record(true);
        let (mut fights, mut refusals, mut retreats) = (0, 0, 0);
        for _ in 0..10 {
            let before = campaign.state();
            go_east(&mut campaign);
            let (after, place) = (campaign.state(), format!("{rules:?}, turn {}", before.turn));
            let events = campaign.recorder().unwrap().events().to_vec();
            check_week(&place, &before, &after, &events);
            for event in &events {
                match event {
                    Event::Combat(combat) => {
                        fights += 1;
                        retreats += u32::from(combat.outcome == Outcome::Retreated);
                    }
                    Event::Refused { order, unit, .. } if Side::of(*unit, after.edition) == Side::German => {
                        refusals += u32::from(*order == 'E');
                    }
                    _ => {}
                }
            }
        }
        assert!(fights > 100 && refusals > 0 && retreats > 10, "{fights} {refusals} {retreats}");
    }
}

/// In this week unit 47, an air corps of strength 2, is attacked: it lands, and its strength becomes 0.
const GERMAN_1942: &str =
    "16:N:S 17:E:S 25:E:S 33:EN:S 35:N:S 36:N:S 38:E:S 39:S:S 40:W:S 41:EE:S 43:NNN:F 44:EEE:A";
const RUSSIAN_1942: &str = "83:WNWW:A 84:SSWS:A 86:S:A 88:WW:S 96:W:S 97:WS:S 98:SWSWW:A 99:W:S 100:WWW:A 101:W:A 102:W:A 109:NN:A 113:WWSWW:S";

fn orders(text: &str, side: Side, state: &State) -> Orders {
    let rows = text.split(' ').map(|row| format!("0,{}\n", row.replace(':', ",")));
    let text = rows.fold("turn,unit,orders,mode\n".to_string(), |text, row| text + &row);
    OrdersFile::parse("orders", &text, side, state.edition).unwrap().orders(state).unwrap()
}

#[test]
fn an_air_corps_whose_strength_becomes_0_is_not_destroyed() {
    let setting = Setting { scenario: Scenario::Of1942, ..Setting::default() };
    let mut campaign = Built::new(Rules::Modern).campaign_at(setting, 2, Chance::Stream(Lcg::new(908)));
    campaign.record(true);
    let before = campaign.state();
    for (side, text) in [(Side::German, GERMAN_1942), (Side::Russian, RUSSIAN_1942)] {
        campaign.give(side, &orders(text, side, &before)).unwrap();
    }
    campaign.play_turn().unwrap();
    let events = campaign.recorder().unwrap().events().to_vec();
    check_week("1942", &before, &campaign.state(), &events);
    let attacked = events.iter().find_map(|event| match event {
        Event::Combat(combat) if combat.defender.after == Some(0) => Some(combat),
        _ => None,
    });
    let attacked = attacked.expect("the air corps is attacked");
    assert_eq!((attacked.defender.unit, attacked.outcome), (47, Outcome::Held));
}

#[test]
fn the_parts_of_a_score_add_up_at_every_level() {
    for rules in Rules::ALL {
        let built = Built::new(rules);
        let world = observer(rules).world().clone();
        let levels = if rules.edition() == Edition::First { 1 } else { Level::ALL.len() };
        for &level in &Level::ALL[..levels] {
            let setting = Setting { level, ..Setting::default() };
            let mut campaign = built.campaign_at(setting, 1, Chance::Stream(Lcg::new(2)));
            for _ in 0..6 {
                go_east(&mut campaign);
                let state = campaign.state();
                let points = campaign.points(&world, &state);
                let place = format!("{rules:?}, {level:?}, turn {}: {points:?}", state.turn);
                assert_eq!(points.cities + points.russian + points.german, i32::from(state.score), "{place}");
                assert_eq!(points.limits, 0, "{place}");
            }
        }
    }
}

/// What a routine of the program leaves in A that is called with these registers where a campaign stands, and has returned.
fn called(machine: &mut Machine, routine: u16, a: u8, y: u8) -> u8 {
    const BACK: u16 = 0x0600;
    let before = machine.cpu().clone();
    let [high, low] = (BACK - 1).to_be_bytes();
    let top = u16::from(before.s) | 0x0100;
    machine.poke(top, high);
    machine.poke(top - 1, low);
    let cpu = machine.cpu_mut();
    (cpu.s, cpu.pc, cpu.a, cpu.y) = (before.s - 2, routine, a, y);
    while machine.cpu().pc != BACK {
        machine.step();
    }
    std::mem::replace(machine.cpu_mut(), before).a
}

/// Letters of the terrain by the number that the program has of it.
const LETTERS: [&str; 10] = [".", "FM", "C", "", "", "w", "rk", "c", "e", "~#"];

#[test]
fn the_map_is_the_programs() {
    for rules in [Rules::Modern, Rules::Corrected] {
        let built = Built::new(rules);
        let world = observer(rules).world().clone();
        let mut campaign = built.campaign(1, Chance::Stream(Lcg::new(1)));
        let routine = built.address("terrain_at");
        for (x, y) in (0..46).flat_map(|x| (0..39).map(move |y| (x, y))) {
            let kind = usize::from(called(campaign.machine_mut(), routine, x, y));
            let letter = world.terrain(x, y).unwrap();
            assert!(LETTERS[kind].contains(letter), "{rules:?} {x},{y}: {letter} and {kind}");
        }
    }
}

/// Who is in no supply has half of what he had, or less; who is, recovers.
#[test]
fn supply_zones_and_steps_are_told_of_every_unit_on_the_map() {
    let built = Built::new(Rules::Modern);
    let observer = observer(Rules::Modern);
    let mut campaign = built.campaign(1, Chance::Stream(Lcg::new(4)));
    campaign.record(true);
    let (mut cut, mut zoned) = (0, 0);
    for turn in 0..19 {
        let seen = observer.observe(&mut campaign, turn == 0);
        assert_eq!(seen.world.is_some(), turn == 0);
        for unit in seen.state.units.iter().filter(|unit| unit.on_map()) {
            let place = unit.place.as_ref().unwrap();
            let (column, row) = (45 - usize::from(unit.x), 38 - usize::from(unit.y));
            let letter = observer.world().map[row].as_bytes()[column];
            assert_eq!(place.terrain, char::from(letter), "unit {}", unit.unit);
            assert!(!"~#".contains(place.terrain), "unit {}", unit.unit);
            let zone = char::from(seen.zones[row].as_bytes()[column]);
            let enemy = if unit.side == Side::German { "rb" } else { "gb" };
            assert_eq!(place.zone, enemy.contains(zone), "unit {}", unit.unit);
            zoned += u32::from(place.zone);
            cut += u32::from(place.supplied == Some(false));
            if turn > 0 && place.supplied == Some(false) && unit.side == Side::German {
                assert!(unit.combat < unit.muster, "unit {}", unit.unit);
            }
        }
        go_east(&mut campaign);
    }
    // The mud has begun.
    assert!(cut > 30 && zoned > 100, "{cut} {zoned}");
}

/// Against the routine in the program, with every byte it can meet.
#[test]
fn strengths_are_shown_as_the_program_shows_them() {
    let built = Built::new(Rules::Modern);
    let mut campaign = built.campaign(1, Chance::Stream(Lcg::new(1)));
    go_east(&mut campaign);
    let tables = Tables::find(|name| built.label(name)).unwrap();
    let routine = built.address("known_strength");
    let (mut fogged, first) = (0, Edition::Second.first_russian() as u8);
    for unit in first..first + 60 {
        let known = KnownStrengths::read(&tables, |address| campaign.machine().peek(address));
        for strength in [0, 1, 2, 9, 60, 130, 250, 255] {
            let shown = called(&mut campaign.machine().clone(), routine, strength, unit);
            assert_eq!(known.shown(unit, strength), shown, "unit {unit}, {strength}");
            fogged += u32::from(shown != strength);
        }
    }
    assert!(fogged > 100, "{fogged}");
}

#[test]
fn a_saved_week_goes_on_as_the_campaign_did() {
    let built = Built::new(Rules::Modern);
    let label = |name: &str| built.label(name);
    let mut campaign = built.campaign(1, Chance::Stream(Lcg::new(1)));
    (0..3).for_each(|_| go_east(&mut campaign));
    let saved = campaign.machine().save();
    let resume = |saved: &[u8], seed| {
        let chance = Chance::Stream(Lcg::new(seed));
        Campaign::resume(built.machine(9), saved, label, Opponent::Passes(1), chance).unwrap()
    };
    let play_on = |mut campaign: Campaign, seed| {
        campaign.machine_mut().set_random(Some(Lcg::new(seed)));
        go_east(&mut campaign);
        campaign.state()
    };
    let (goes_on, resumed) = (play_on(campaign.clone(), 7), play_on(resume(&saved, 7), 7));
    assert_eq!((goes_on.turn, goes_on.crc32), (resumed.turn, resumed.crc32));
    assert_eq!(
        goes_on.second.map(|second| second.modes_crc32),
        resumed.second.map(|second| second.modes_crc32)
    );
    assert_ne!(play_on(resume(&saved, 8), 8).crc32, resumed.crc32);
    // In the middle of the order phase, and of the march behind it.
    let week = campaign.state().turn;
    let mut machine = campaign.machine().clone();
    (0..200).for_each(|_| _ = machine.run_frame());
    assert_eq!(resume(&machine.save(), 1).state().turn, week);
    campaign.press_start(&mut machine);
    let orders_open = built.address("zp_orders_open");
    while machine.peek(orders_open) != 0 {
        machine.run_frame();
        assert!(machine.frame_number() < campaign.state().frame + 20_000, "START is not taken");
    }
    machine.set_console(Console::default());
    machine.run_frame();
    assert_eq!(machine.peek(built.address("turn")), week, "it is still marched");
    assert_eq!(resume(&machine.save(), 1).state().turn, week + 1);
    let other = Built::new(Rules::Edition1982);
    let label = |name: &str| other.label(name);
    let chance = Chance::Stream(Lcg::new(1));
    let error = Campaign::resume(other.machine(0), &saved, label, Opponent::Passes(1), chance);
    assert!(error.is_err(), "of another program");
}

#[test]
fn the_command_line_saves_a_week_and_plays_its_futures() {
    let desk = Desk::new();
    let run = |rest: &str| desk.run(&format!("campaign --random lcg:1 {rest}")).succeeded().stdout;
    let whole = run("--german east --turns 3 --save week2.state");
    let first = |text: &str| serde_json::from_str::<serde_json::Value>(text.lines().next().unwrap()).unwrap();
    let future = run("--from week2.state --turns 1");
    assert_eq!(first(&future)["turn"], 2);
    assert_eq!(first(&future)["units"], first(whole.lines().last().unwrap())["units"]);
    let forks = run("--from week2.state --german east --fork 3 --turns 3 --csv forks.csv");
    assert_eq!(forks.lines().count(), 9);
    let table = String::from_utf8(desk.read("forks.csv")).unwrap();
    let crc = |row: usize| table.lines().nth(row).unwrap().split(',').nth_back(2).unwrap().to_string();
    assert_eq!([crc(1), crc(4)], [crc(7), crc(1)], "they begin alike");
    assert!(crc(3) != crc(6) && crc(6) != crc(9), "{table}");
    desk.run("campaign --rules 1982 --from week2.state")
        .failed(2, &["week2.state", "saved with the program rasputitsa", "--rules"]);
}

#[test]
fn an_interrupted_batch_goes_on() {
    let desk = Desk::new();
    let batch = "campaign --random lcg:1 --games 4 --turns 2 --csv";
    desk.run(&format!("{batch} all.csv")).succeeded();
    let all = String::from_utf8(desk.read("all.csv")).unwrap();
    // The second game was interrupted in the middle of a row.
    let third = all.lines().take(4).map(|line| line.len() + 1).sum::<usize>();
    desk.write("part.csv", &all[..third + 9]);
    let ran = desk.run(&format!("{batch} part.csv --resume")).succeeded();
    assert_eq!(String::from_utf8(desk.read("part.csv")).unwrap(), all);
    assert_eq!(ran.stdout.lines().count(), 6, "games 1 to 3 were played");
    // All of it is there.
    assert_eq!(desk.run(&format!("{batch} part.csv --resume")).succeeded().stdout, "");
    // None of it is.
    desk.run(&format!("{batch} new.csv --resume")).succeeded();
    assert_eq!(String::from_utf8(desk.read("new.csv")).unwrap(), all);
    let other = format!("{batch} part.csv --resume --shard 1/2");
    desk.run(&other).failed(2, &["part.csv", "line 2", "next game of this batch"]);
    desk.run("campaign --rules 1981 --games 4 --turns 2 --csv part.csv --resume")
        .failed(2, &["part.csv", "first line"]);
}
