//! Both sides: orders for the Russian one, and who gives them.

use std::sync::Arc;

use front800::harness::campaign::batch::Batch;
use front800::harness::campaign::orders::{Orders, OrdersFile};
use front800::harness::campaign::players::Players;
use front800::harness::campaign::state::{Side, State, Unit};
use front800::harness::campaign::{Chance, Setting};
use front800::machine::Lcg;
use front800::titles::Sources;
use front800::titles::rasputitsa::{Direction, Edition, Level, Mode, Rules};
use serde_json::Value;

use super::{Built, one_game};
use crate::cli::Desk;

fn square(unit: &Unit) -> (u8, u8) {
    (unit.x, unit.y)
}

#[test]
fn a_russian_side_without_orders_stands() {
    for rules in Rules::ALL {
        let built = Built::new(rules);
        let last = |russian| built.play(&Batch { russian, ..one_game(Players::Idle, 4) }).pop().unwrap().1;
        let first = built.play(&one_game(Players::Idle, 1)).pop().unwrap().1;
        let moved = |state: &State| {
            let units = first.on_map(Side::Russian);
            units.filter(|unit| square(unit) != square(state.unit(unit.unit).unwrap())).count()
        };
        assert_eq!(moved(&last(Some(Players::Idle))), 0, "{rules:?}");
        assert!(moved(&last(None)) > 10, "{rules:?}");
    }
}

#[test]
fn russian_units_march_as_they_are_told_and_in_their_modes() {
    let built = Built::new(Rules::Modern);
    let setting = Setting { level: Level::Expert, ..Setting::default() };
    let mut campaign = built.campaign_at(setting, 1, Chance::Stream(Lcg::new(3)));
    let before = campaign.state();
    // In the far east nobody is in anybody's way.
    let unit = before.on_map(Side::Russian).min_by_key(|unit| (unit.x, unit.y)).unwrap().clone();
    let mut orders = Orders::default();
    orders.set(unit.unit, vec![Direction::West, Direction::West]);
    orders.set_mode(unit.unit, Mode::Assault);
    let mut other = campaign.clone();
    let wrong = Orders::default();
    for unit in [0, 200, 255] {
        let mut wrong = wrong.clone();
        wrong.set(unit, vec![Direction::East; 8]);
        assert!(
            campaign
                .give(Side::Russian, &wrong)
                .unwrap_err()
                .to_string()
                .contains("is no unit of the Russian side")
        );
    }
    campaign.give(Side::Russian, &orders).unwrap();
    assert_eq!(campaign.state().unit(unit.unit).unwrap().orders, "WW");
    campaign.play_turn().unwrap();
    let after = campaign.state();
    assert_eq!(square(after.unit(unit.unit).unwrap()), (unit.x + 2, unit.y));
    assert_eq!(after.unit(unit.unit).unwrap().mode, Some(Mode::Assault));
    // A fork of before knows nothing of it.
    other.give(Side::Russian, &Orders::default()).unwrap();
    other.play_turn().unwrap();
    assert_eq!(square(other.state().unit(unit.unit).unwrap()), square(&unit));
    // In a week in which nobody gives orders the opponent is back.
    campaign.play_turn().unwrap();
    let moved = |unit: &&Unit| square(unit) != square(after.unit(unit.unit).unwrap());
    assert!(campaign.state().on_map(Side::Russian).filter(moved).count() > 10);
}

#[test]
fn an_orders_file_of_the_russian_side_names_its_units() {
    let parse = |row: &str| {
        OrdersFile::parse("r.csv", &format!("turn,unit,orders,mode\n{row}\n"), Side::Russian, Edition::Second)
    };
    assert!(parse("0,48,N,E").is_ok());
    let error = parse("0,47,N,").unwrap_err().to_string();
    assert!(error.contains("47 is no unit of the Russian side: expected 48 to 166"), "{error}");
}

/// The built-in players on the Russian side hold more than nobody does.
#[test]
fn built_in_players_play_the_russian_side() {
    let assets = Sources::embedded().assets().unwrap_or_else(|error| panic!("{error}"));
    let built = Built::new(Rules::Modern);
    let advance = || Players::Advance(Arc::clone(&assets));
    let strength = |russian| {
        let states = built.play(&Batch { russian: Some(russian), ..one_game(advance(), 12) });
        states.last().unwrap().1.strength(Side::German)
    };
    let idle = strength(Players::Idle);
    for player in [advance(), Players::Hunter(Arc::clone(&assets))] {
        let name = format!("{player:?}");
        let fought = strength(player);
        assert!(fought.destroyed > idle.destroyed, "{}", name.split('(').next().unwrap());
    }
}

#[test]
fn the_command_line_seats_both_sides() {
    let desk = Desk::new();
    desk.write("r.csv", "turn,unit,orders,mode\n0,49,WW,F\n");
    let play = |rest: &str| desk.run(&format!("campaign --random lcg:1 --turns 3 {rest}"));
    let short = play("--player east").succeeded().stdout;
    assert_eq!(play("--german east --russian program").succeeded().stdout, short);
    let idle = play("--german east --russian idle").succeeded().stdout;
    assert_ne!(idle, short);
    assert_ne!(play("--german east --russian r.csv").succeeded().stdout, idle);
    desk.write("g.csv", "turn,unit,orders,mode\n0,1,WW,\n");
    play("--russian g.csv").failed(2, &["g.csv:2:3", "48 to 166"]);
    assert_eq!(
        play("--german g.csv").succeeded().stdout,
        play("--orders g.csv").succeeded().stdout,
        "an orders file is one by either name"
    );
}

/// A program that writes down what it is told, and orders nothing.
#[cfg(unix)]
const LISTENER: &str =
    "#!/bin/sh\nwhile read -r line; do echo \"$line\" >>$0.log; echo '{\"orders\": {}}'; done\n";

#[cfg(unix)]
fn told(desk: &Desk, name: &str, rest: &str) -> Vec<Value> {
    crate::started::write_program(&desk.path(name), LISTENER);
    desk.run(&format!("campaign --random lcg:1 {rest}")).succeeded();
    let log = String::from_utf8(desk.read(&format!("{name}.log"))).unwrap();
    log.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[cfg(unix)]
#[test]
fn programs_play_either_side() {
    let desk = Desk::new();
    for side in ["german", "russian"] {
        let lines = told(&desk, side, &format!("--{side} ./{side} --turns 3"));
        assert_eq!(lines.len(), 3, "two turns with orders, and the last");
        assert!(lines.iter().all(|line| line["side"] == side && line["version"] == 2));
        assert!(lines[0]["world"].is_object() && lines[1].get("world").is_none());
    }
}

#[cfg(unix)]
#[test]
fn fog_hides_what_a_side_may_not_know() {
    let desk = Desk::new();
    let open = told(&desk, "open", "--german ./open --turns 2");
    let fog = told(&desk, "fog", "--german ./fog --turns 2 --fog");
    let units = |line: &Value, side: &str| -> Vec<Value> {
        let units = line["units"].as_array().unwrap().iter();
        units.filter(|unit| unit["side"] == side).cloned().collect()
    };
    for (open, fog) in open.iter().zip(&fog) {
        assert_eq!(units(open, "german"), units(fog, "german"));
        let hidden = units(fog, "russian");
        let seen: Vec<Value> =
            units(open, "russian").into_iter().filter(|unit| unit["state"] == "map").collect();
        assert_eq!(hidden.len(), seen.len());
        assert!(hidden.iter().all(|unit| unit["orders"] == "" && unit.get("mode").is_none()));
        assert!(hidden.iter().zip(&seen).any(|(hidden, seen)| hidden["combat"] != seen["combat"]));
        assert!(hidden.iter().zip(&seen).all(|(hidden, seen)| hidden["x"] == seen["x"]));
    }
}
