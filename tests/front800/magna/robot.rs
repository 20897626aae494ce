//! The robot: what it knows, and how well it plays.

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

use super::console::{Console, NUMBER, WON};

use crate::full;

const SOURCES: [(&str, &str); 4] = [
    ("robot", include_str!("../../../asm/magna/robot.asm")),
    ("robot_look", include_str!("../../../asm/magna/robot_look.asm")),
    ("robot_travel", include_str!("../../../asm/magna/robot_travel.asm")),
    ("robot_fight", include_str!("../../../asm/magna/robot_fight.asm")),
];
/// Variables and routines that know what is hidden.
const HIDDEN: [&str; 14] = [
    "phenomena",
    "planets_",
    "ship_",
    "player",
    "phase",
    "winner",
    "event_",
    "scans",
    "enemy_",
    "alert_of",
    "planet_at",
    "quiet_set",
    "empty_set",
    "free_set",
];
/// Turns after which a game is not won.
const LONGEST: u32 = 1000;

#[test]
fn the_robots_modules_name_nothing_that_is_hidden() {
    for (module, source) in SOURCES {
        for (number, line) in source.lines().enumerate() {
            let code = line.split(';').next().unwrap_or_default();
            let words = code.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            for word in words.filter(|word| !word.is_empty()) {
                let hidden = HIDDEN.iter().any(|hidden| match hidden.strip_suffix('_') {
                    Some(_) => word.starts_with(hidden),
                    None => word == *hidden,
                });
                assert!(!hidden, "{module}.asm, line {}: {word}", number + 1);
            }
        }
    }
}

/// What the robot does in the turns of a game that is played by rule from outside, with the views it had.
fn robot_turn(console: &mut Console) -> (Vec<String>, Vec<Value>) {
    let (mut actions, mut views) = (Vec::new(), Vec::new());
    loop {
        views.push(console.view());
        if console.run_to(&["step_done", "action_wait"]) == 1 {
            return (actions, views);
        }
        actions.push(console.state()["do"].as_str().expect("an action").to_string());
    }
}

#[test]
fn the_robot_acts_alike_whatever_it_does_not_see() {
    // The robot is ship 1; both games differ in everything that its console does not show.
    for seed in 1..12 {
        let known = Console::game(3, 2, 1, seed);
        let mut other = known.clone();
        let own = other.byte("ship_sector");
        // The enemy is two sectors away at least, in both games, and so are the phenomena.
        let far = |sector: u8| (sector / 4).abs_diff(own / 4) + (sector % 4).abs_diff(own % 4) >= 2;
        let enemy = other.at("ship_sector", 1);
        let place = (0..16).rev().find(|&sector| far(sector) && sector != enemy).expect("a far sector");
        if !far(enemy) {
            continue;
        }
        other.poke_at("ship_sector", 1, place);
        other.poke_at("ship_energy", 1, 17);
        for sector in (0..16).filter(|&sector| sector != u16::from(own)) {
            let planets = other.at("planets_low", sector);
            other.poke_at("planets_low", sector, !planets);
        }
        let (mut known, mut other) = (known, other);
        let begun = |console: &mut Console| {
            console.run_to(&["step_done"]);
            console.run_to(&["step_done"]);
            (console.state()["do"].clone(), console.bytes("mind", 44))
        };
        assert_eq!(begun(&mut known), begun(&mut other), "seed {seed}");
    }
}

#[test]
fn a_turn_of_the_robot_begins_and_ends_like_anybodys() {
    let mut console = Console::game(2, 1, 2, 3);
    for _ in 0..3 {
        assert!(console.play("START"));
        while console.state()["phase"] == "turn" {
            let action = console.legal()[0].clone();
            assert!(console.play(&action));
        }
        assert!(console.play("END"));
        let (actions, views) = robot_turn(&mut console);
        assert_eq!((actions[0].as_str(), actions[actions.len() - 1].as_str()), ("START", "END"));
        assert!(views.len() > 3);
    }
}

/// Somebody who plays against the robot.
type Player = fn(&[String], &Value, &mut ChaCha8Rng) -> String;

fn any(legal: &[String], random: &mut ChaCha8Rng) -> String {
    legal[random.next_u32() as usize % legal.len()].clone()
}

/// Uniformly random accepted keys.
fn random_keys(legal: &[String], _: &Value, random: &mut ChaCha8Rng) -> String {
    any(legal, random)
}

/// Never fires.
fn peaceful(legal: &[String], _: &Value, random: &mut ChaCha8Rng) -> String {
    let others: Vec<String> = legal.iter().filter(|key| !key.starts_with("FIRE")).cloned().collect();
    any(&others, random)
}

/// Fires at any lamp in line, and never otherwise.
fn trigger_happy(legal: &[String], view: &Value, random: &mut ChaCha8Rng) -> String {
    let lamps: Vec<char> =
        view["display"]["matrix"].as_str().unwrap_or("").replace('/', "").chars().collect();
    let aimed = |key: &&String| {
        let step = match key.as_str() {
            "FIRE U" => (-1, 0),
            "FIRE D" => (1, 0),
            "FIRE L" => (0, -1),
            "FIRE R" => (0, 1),
            _ => return false,
        };
        let Some(own) = lamps.iter().position(|&lamp| lamp == 'O') else { return false };
        let (mut row, mut column) = (own as i32 / 4 + step.0, own as i32 % 4 + step.1);
        while (0..4).contains(&row) && (0..4).contains(&column) {
            if lamps[(row * 4 + column) as usize] == '*' {
                return true;
            }
            (row, column) = (row + step.0, column + step.1);
        }
        false
    };
    let shots: Vec<String> = legal.iter().filter(aimed).cloned().collect();
    if shots.is_empty() { peaceful(legal, view, random) } else { any(&shots, random) }
}

/// Whether the robot, which is this ship, wins.
fn robot_wins(level: u8, robot: u8, seed: u32, player: Player) -> bool {
    let mut console = Console::game(level, 2, 1 << robot, seed);
    let mut random = ChaCha8Rng::seed_from_u64(seed.into());
    let mut turns = 0;
    loop {
        if console.byte("phase") == WON {
            return console.byte("winner") == robot;
        }
        turns += u32::from(console.byte("phase") == NUMBER);
        if turns > LONGEST {
            return false;
        }
        if console.run_to(&["action_wait", "step_done"]) == 0 {
            let (legal, view) = (console.legal(), console.view());
            let action = player(&legal, &view, &mut random);
            let pokes = console.companion().action(&action, &|_| 0).expect("an action");
            for (address, value) in pokes {
                console.machine.poke(address, value);
            }
            assert_eq!(console.run_to(&["step_done", "step_refused"]), 0, "{action}");
        }
    }
}

#[test]
fn the_robot_wins_most_games_at_every_level() {
    let games = full::or(10, 4);
    for level in 1..=3 {
        for (name, player) in
            [("random keys", random_keys as Player), ("peaceful", peaceful), ("trigger-happy", trigger_happy)]
        {
            let won = (0..games).filter(|&n| robot_wins(level, n as u8 % 2, 100 + n, player)).count();
            assert!(10 * won >= 7 * games as usize, "level {level}, {name}: {won} of {games}");
        }
    }
}

#[test]
fn robots_can_be_all_ships_and_come_to_an_end() {
    for level in 1..=3 {
        let mut console = Console::game(level, 4, 0b1111, 17);
        let mut turns = 0;
        while console.byte("phase") != WON {
            assert_eq!(
                console.run_to(&["step_done", "action_wait", "title_wait"]),
                0,
                "nobody else is asked"
            );
            turns += u32::from(console.byte("phase") == NUMBER);
            assert!(turns < LONGEST, "level {level}");
        }
        // The last shot may have cost its winner the last unit.
        let energies = console.bytes("ship_energy", 4);
        let winner = usize::from(console.byte("winner"));
        assert!(winner < 4);
        let others = energies.iter().enumerate().filter(|&(ship, &energy)| ship != winner && energy > 0);
        assert_eq!(others.count(), 0, "{energies:?}");
    }
}
