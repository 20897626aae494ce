//! What a player's program replies: orders that the state allows, or what is wrong.
#![no_main]

use std::sync::OnceLock;

use front800::harness::campaign::host_program::Commander;
use front800::harness::campaign::state::{Cities, Presence, Side, State, Unit};
use libfuzzer_sys::fuzz_target;

/// A state in which some units can be given orders and others not.
fn state() -> State {
    let unit = |unit: u8| Unit {
        unit,
        side: if unit < 55 { Side::German } else { Side::Russian },
        x: unit % 46,
        y: unit % 39,
        muster: 100,
        combat: 90,
        arrival: None,
        state: [Presence::Map, Presence::Expected, Presence::Never, Presence::Destroyed]
            [usize::from(unit % 4)],
        orders: String::new(),
    };
    State {
        turn: 3,
        date: "1941-07-13".to_string(),
        score: 30,
        cities: Cities { moscow: false, leningrad: false, sevastopol: false, stalingrad: false },
        ice_latitude: 38,
        handicap: false,
        random_bytes_used: 0,
        frame: 1000,
        over: false,
        units: (1..=158).map(unit).collect(),
        crc32: 0,
    }
}

fuzz_target!(|bytes: &[u8]| {
    static STATE: OnceLock<State> = OnceLock::new();
    let state = STATE.get_or_init(state);
    let line = String::from_utf8_lossy(bytes);
    if let Ok(orders) = Commander::orders_of("player", &line, state) {
        for (number, queue) in orders.iter() {
            let unit = state.units.iter().find(|unit| unit.unit == number).expect("a unit");
            assert!(unit.side == Side::German && unit.state == Presence::Map && queue.len() <= 8);
        }
    }
});
