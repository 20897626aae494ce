//! What a player's program replies: orders that the state allows, or what is wrong.
#![no_main]

use std::sync::OnceLock;

use front800::harness::campaign::host_program::Commander;
use front800::harness::campaign::state::{ByCity, Presence, Second, Side, State, Unit};
use front800::titles::rasputitsa::{Edition, Level, Mode, Scenario};
use libfuzzer_sys::fuzz_target;

/// A state in which some units can be given orders and others not.
fn state(edition: Edition) -> State {
    let is_second = edition == Edition::Second;
    let presences = [Presence::Map, Presence::Expected, Presence::Never, Presence::Destroyed];
    let unit = |unit: u8| Unit {
        unit,
        side: Side::of(unit, edition),
        x: unit % 46,
        y: unit % 39,
        muster: 100,
        combat: 90,
        arrival: None,
        state: presences[usize::from(unit % 4)],
        orders: String::new(),
        mode: is_second.then_some(Mode::Standard),
        place: None,
    };
    let second = Second {
        level: Level::Expert,
        scenario: Scenario::Of1941,
        ended: None,
        modes_crc32: 0,
        fog_crc32: 0,
    };
    State {
        turn: 3,
        date: "1941-07-13".to_string(),
        score: 30,
        cities: ByCity(edition.cities().iter().map(|&city| (city, false)).collect()),
        ice_latitude: 38,
        handicap: false,
        random_bytes_used: 0,
        frame: 1000,
        over: false,
        units: (1..=edition.units() as u8).map(unit).collect(),
        crc32: 0,
        edition,
        second: is_second.then_some(second),
    }
}

fuzz_target!(|bytes: &[u8]| {
    static STATES: OnceLock<[State; 2]> = OnceLock::new();
    let line = String::from_utf8_lossy(bytes);
    let states = STATES.get_or_init(|| [Edition::First, Edition::Second].map(state));
    for (side, state) in Side::BOTH.into_iter().flat_map(|side| states.iter().map(move |state| (side, state)))
    {
        let Ok(orders) = Commander::orders_of("player", &line, side, state) else { continue };
        let named = orders.iter().map(|(number, queue)| (number, queue.len()));
        for (number, length) in named.chain(orders.modes().map(|(number, _)| (number, 0))) {
            let unit = state.units.iter().find(|unit| unit.unit == number).expect("a unit");
            assert!(unit.side == side && unit.state == Presence::Map && length <= 8);
        }
    }
});
