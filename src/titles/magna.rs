//! MAGNA, the hidden starship duel: translates the program's state into values, and actions into pokes.
//!
//! Places are numbered by rows, A1 first; in JSON, players count from 1. The JSON of a step is a trace line and
//! contains everything, hidden or not. The view contains what the console shows to the player to act.

use serde_json::{Value, json};

use super::companion::{Choice, Companion, GameOptions, Label, OptionsError, Outcome, Peek, Poke, word};
use super::labels::{MissingLabel, required};

/// The most ships.
const SHIPS: u16 = 4;
/// Sectors of the galaxy, and cells of a sector.
const PLACES: u16 = 16;
/// No place or no player, in the program.
const NOWHERE: u8 = 0xFF;
/// The level without a galaxy.
const BASIC: u8 = 1;
/// The level with all features.
const ADVANCED: u8 = 3;

/// Names of the keys in traces, by the program's codes, from 1.
const ACTIONS: [&str; 15] = [
    "START", "END", "BS", "EM", "SCREEN", "MAGNA", "ENEMY", "MOVE U", "MOVE D", "MOVE L", "MOVE R", "FIRE U",
    "FIRE D", "FIRE L", "FIRE R",
];
/// Names of the program's codes.
const PHASES: [&str; 4] = ["number", "turn", "over", "won"];
/// By the program's codes: off, steady, own ship steady, own ship flashing.
const LAMPS: [char; 4] = ['.', '*', '@', 'O'];
/// Names of the program's codes.
const ALERTS: [Option<&str>; 3] = [None, Some("near"), Some("red")];

/// The addresses of the program's variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Magna {
    option_level: u16,
    option_players: u16,
    action: u16,
    skip_count: u16,
    byte_count: u16,
    step_count: u16,
    action_done: u16,
    level: u16,
    ship_count: u16,
    player: u16,
    phase: u16,
    winner: u16,
    phenomena: u16,
    ship_energy: u16,
    ship_sector: u16,
    ship_cell: u16,
    ship_stations: u16,
    ship_screen: u16,
    planets_low: u16,
    planets_high: u16,
    event_count: u16,
    event_kind: u16,
    event_who: u16,
    event_place: u16,
    legal_count: u16,
    legal_moves: u16,
    view_lamps: u16,
    view_alert: u16,
    view_combat: u16,
    view_energy: u16,
}

/// Finds the variables by label.
///
/// # Errors
/// The first label that the program lacks.
pub fn find(label: Label) -> Result<Box<dyn Companion>, MissingLabel> {
    let label = |name| required(label, name);
    Ok(Box::new(Magna {
        option_level: label("option_level")?,
        option_players: label("option_players")?,
        action: label("action")?,
        skip_count: label("skip_count")?,
        byte_count: label("byte_count")?,
        step_count: label("step_count")?,
        action_done: label("action_done")?,
        level: label("level")?,
        ship_count: label("ship_count")?,
        player: label("player")?,
        phase: label("phase")?,
        winner: label("winner")?,
        phenomena: label("phenomena")?,
        ship_energy: label("ship_energy")?,
        ship_sector: label("ship_sector")?,
        ship_cell: label("ship_cell")?,
        ship_stations: label("ship_stations")?,
        ship_screen: label("ship_screen")?,
        planets_low: label("planets_low")?,
        planets_high: label("planets_high")?,
        event_count: label("event_count")?,
        event_kind: label("event_kind")?,
        event_who: label("event_who")?,
        event_place: label("event_place")?,
        legal_count: label("legal_count")?,
        legal_moves: label("legal_moves")?,
        view_lamps: label("view_lamps")?,
        view_alert: label("view_alert")?,
        view_combat: label("view_combat")?,
        view_energy: label("view_energy")?,
    }))
}

impl Companion for Magna {
    fn sides(&self, options: &GameOptions) -> usize {
        usize::from(players(options)).max(2)
    }

    fn options(&self, options: &GameOptions) -> Result<Vec<Poke>, OptionsError> {
        options.only(&[Choice::Level, Choice::Players])?;
        let (level, players) = (options.level.unwrap_or(BASIC), players(options));
        if !(BASIC..=ADVANCED).contains(&level) {
            let message = format!("level {level}: there are levels {BASIC} to {ADVANCED}");
            return Err(OptionsError::Range(message));
        }
        if u16::from(players) > SHIPS {
            let message = format!("{players} players: at most {SHIPS} can play; 0 is teach mode");
            return Err(OptionsError::Range(message));
        }
        Ok(vec![(self.option_level, level), (self.option_players, players)])
    }

    fn turn(&self, peek: Peek) -> usize {
        peek(self.player).into()
    }

    fn outcome(&self, peek: Peek) -> Option<Outcome> {
        let winner = Some(self.winner(peek)?.into());
        (self.phase(peek) == "won").then(|| Outcome { winner, reason: String::new() })
    }

    fn action(&self, text: &str, _peek: Peek) -> Option<Vec<Poke>> {
        let index = ACTIONS.iter().position(|name| name.eq_ignore_ascii_case(text))?;
        Some(vec![(self.action, index as u8 + 1)])
    }

    fn legal(&self, peek: Peek) -> Vec<String> {
        let count = u16::from(peek(self.legal_count));
        (0..count).filter_map(|n| action_name(peek(self.legal_moves + n))).map(str::to_string).collect()
    }

    fn actions(&self) -> Vec<String> {
        ACTIONS.map(str::to_string).to_vec()
    }

    fn state(&self, peek: Peek, legal: &[String]) -> Value {
        let level = peek(self.level);
        let ships: Vec<Value> = (0..u16::from(peek(self.ship_count))).map(|n| self.ship(peek, n)).collect();
        let [hole, wrinkle_1, wrinkle_2, magna] = [0, 1, 2, 3].map(|n| place_name(peek(self.phenomena + n)));
        let wrinkles: Vec<String> = [wrinkle_1, wrinkle_2].into_iter().flatten().collect();
        let sectors = if level == BASIC { 1 } else { PLACES };
        let planets: Vec<String> = (0..sectors).map(|sector| self.planets(peek, sector)).collect();
        json!({
            "game": "magna",
            "step": word(peek, self.step_count),
            "do": action_name(peek(self.action_done)),
            "skip": peek(self.skip_count),
            "events": self.events(peek),
            "level": level,
            "player": peek(self.player) + 1,
            "phase": self.phase(peek),
            "display": self.display(peek),
            "keys": legal,
            "ships": ships,
            "magna": magna,
            "hole": hole,
            "wrinkles": wrinkles,
            "planets": planets,
            "winner": self.winner(peek).map(|ship| ship + 1),
            "bytes": word(peek, self.byte_count),
        })
    }

    /// Nothing ends a game in which nobody fights: it may have more steps than a word of the program can count.
    fn set_counts(&self, line: &mut Value, steps: u64, bytes: u64) {
        line["step"] = steps.into();
        line["bytes"] = bytes.into();
    }

    fn refusal(&self, text: &str, _why: Option<u8>, _peek: Peek, legal: &[String]) -> Value {
        json!({ "refused": text, "keys": legal })
    }

    /// What the console shows: between turns, only the number of the next player.
    fn view(&self, peek: Peek, legal: &[String]) -> Value {
        let phase = self.phase(peek);
        let is_dark = phase == "number";
        json!({
            "game": "magna",
            "level": peek(self.level),
            "players": peek(self.ship_count),
            "player": peek(self.player) + 1,
            "phase": phase,
            "display": self.display(peek),
            "energy": (!is_dark).then(|| peek(self.view_energy)),
            "events": if is_dark { Vec::new() } else { self.events_seen(peek) },
            "winner": self.winner(peek).filter(|_| phase == "won").map(|ship| ship + 1),
            "legal": legal,
        })
    }
}

impl Magna {
    fn phase(&self, peek: Peek) -> &'static str {
        PHASES.get(usize::from(peek(self.phase))).copied().unwrap_or("unknown")
    }

    /// The lamps, row by row.
    fn display(&self, peek: Peek) -> Value {
        let lamp = |n: u16| LAMPS.get(usize::from(peek(self.view_lamps + n))).copied().unwrap_or('?');
        let row = |row: u16| (0..4).map(|column| lamp(row * 4 + column)).collect::<String>();
        let matrix = [0, 1, 2, 3].map(row).join("/");
        let alert = ALERTS.get(usize::from(peek(self.view_alert))).copied().flatten();
        json!({ "matrix": matrix, "alert": alert, "combat": peek(self.view_combat) != 0 })
    }

    /// The winning ship, from 0.
    fn winner(&self, peek: Peek) -> Option<u8> {
        Some(peek(self.winner)).filter(|&ship| ship != NOWHERE)
    }

    /// Energy, sector, cell, whether it has answered a red alert, whether its screen is up.
    fn ship(&self, peek: Peek, ship: u16) -> Value {
        let [energy, sector, cell, stations, screen] =
            [self.ship_energy, self.ship_sector, self.ship_cell, self.ship_stations, self.ship_screen]
                .map(|table| peek(table + ship));
        json!([energy, place_name(sector), place_name(cell), stations, screen])
    }

    /// The cells of a sector with planets.
    fn planets(&self, peek: Peek, sector: u16) -> String {
        let bits = u16::from_le_bytes([peek(self.planets_low + sector), peek(self.planets_high + sector)]);
        let cells = (0..PLACES as u8).filter(|cell| bits >> cell & 1 != 0);
        cells.filter_map(place_name).collect::<Vec<_>>().join(" ")
    }

    /// The effects of the last action.
    fn events(&self, peek: Peek) -> Vec<Value> {
        let event = |n| {
            let (who, place) =
                (peek(self.event_who + n).wrapping_add(1), place_name(peek(self.event_place + n)));
            match peek(self.event_kind + n) {
                1 => json!(["siren"]),
                2 => json!(["scan", "MAGNA", place]),
                3 => json!(["scan", "ENEMY", place]),
                4 => json!(["evaded", place]),
                5 => json!(["thrown", who, place]),
                6 => json!(["missed"]),
                7 => json!(["hit", who]),
                8 => json!(["wrinkle", place]),
                9 => json!(["magna", place]),
                10 => json!(["hole"]),
                kind => json!(["unknown", kind]),
            }
        };
        (0..u16::from(peek(self.event_count))).map(event).collect()
    }

    /// The part of these that the console shows. Where another ship was thrown and where Magna has gone stay hidden,
    /// and so does the number of a ship that was hit.
    fn events_seen(&self, peek: Peek) -> Vec<Value> {
        let own = peek(self.player) + 1;
        let told = |event: Value| match event[0].as_str() {
            Some("thrown") if event[1] != own => None,
            Some(name @ ("hit" | "magna")) => Some(json!([name])),
            _ => Some(event),
        };
        self.events(peek).into_iter().filter_map(told).collect()
    }
}

/// `A1` to `D4`; none for no place.
fn place_name(place: u8) -> Option<String> {
    let row = *b"ABCD".get(usize::from(place / 4))?;
    Some(format!("{}{}", char::from(row), place % 4 + 1))
}

/// The number of players; one, against the robot, by default.
fn players(options: &GameOptions) -> u8 {
    options.players.unwrap_or(1)
}

/// The name in traces of the program's code of an action.
fn action_name(code: u8) -> Option<&'static str> {
    ACTIONS.get(usize::from(code).checked_sub(1)?).copied()
}
