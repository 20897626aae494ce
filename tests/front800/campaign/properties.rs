//! What holds in every phase of the running program, whatever was ordered.

use std::sync::Arc;

use front800::assets::{Assets, Square, Terrain};
use front800::harness::campaign::orders::{MOST, Orders, refuse_mode};
use front800::harness::campaign::state::Side;
use front800::harness::campaign::{self, Chance, Setting};
use front800::machine::{Console, Lcg, Machine, Stop, Stops};
use front800::titles::Sources;
use front800::titles::rasputitsa::{Direction, Edition, Level, Mode, Rules, Scenario, State, Variables};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Built;

use crate::full;

/// Games of every test run, one of each level and one of 1942, and the turns of them that are looked at;
/// those of a full run are whole.
const GAMES: u32 = 6;
const TURNS: u8 = 3;
const GAMES_FULL: u32 = 1000;

/// Machine cycles of a frame with NTSC, and so many frames a week takes at most.
const FRAME_CYCLES: u64 = 114 * 262;
const FRAMES_OF_WEEK: u64 = 20_000;

const COLOUR_BITS: u8 = 0xC0;
const WHITE: u8 = 0x40;
const BLUE: u8 = 0x80;
const RED: u8 = 0xC0;

/// A build whose memory is looked at.
struct Inspector {
    built: Built,
    rules: Rules,
    variables: Variables,
    assets: Arc<Assets>,
}

impl Inspector {
    fn new(rules: Rules) -> Self {
        let built = Built::new(rules);
        let variables = Variables::find(|name| built.label(name)).unwrap_or_else(|error| panic!("{error}"));
        let assets = Sources::embedded().assets().unwrap_or_else(|error| panic!("{error}"));
        Inspector { built, rules, variables, assets }
    }

    /// Map code of a square without anybody on it, and of a unit.
    fn codes(&self) -> (impl Fn(Square) -> u8, impl Fn(u8) -> u8) {
        let (assets, second) = (&*self.assets, self.rules.edition() == Edition::Second);
        let ground = move |square: Square| {
            let (column, row) = square.column_row();
            if second { assets.edition_1982.codes[row * 48 + column] } else { assets.code(square) }
        };
        let symbol = move |unit: u8| {
            let index = usize::from(unit) - 1;
            if second { assets.edition_1982.units[index].symbol() } else { assets.units[index].symbol() }
        };
        (ground, symbol)
    }

    fn inspect(&self, machine: &Machine, place: &str) {
        let state = State::read(&self.variables, |address| machine.peek(address));
        for unit in &state.units {
            let number = unit.number;
            assert!(unit.combat <= unit.muster, "{place}: unit {number}: {} of {}", unit.combat, unit.muster);
            let entry = |table: &str| machine.peek(self.built.address(table) + u16::from(number));
            assert!(entry("unit_orders") <= 8, "{place}: unit {number} has {} orders", entry("unit_orders"));
            if self.rules.edition() == Edition::Second {
                assert!(entry("unit_mode") <= 3, "{place}: unit {number} has mode {}", entry("unit_mode"));
                let fog = entry("unit_fog");
                let first_russian = self.rules.edition().first_russian();
                assert!(usize::from(number) < first_russian || fog <= 7, "{place}: unit {number}: fog {fog}");
            }
        }
        self.inspect_map(machine, &state, place);
    }

    fn inspect_map(&self, machine: &Machine, state: &State, place: &str) {
        let (map, occupants) = (self.built.address("map"), self.built.address("occupants"));
        let cover = self.built.address("unit_cover");
        let (ground_code, symbol) = self.codes();
        let mut standing = 0;
        for square in Square::all() {
            let (column, row) = square.column_row();
            let offset = (row * 48 + column) as u16;
            let (drawn, occupant) = (machine.peek(map + offset), machine.peek(occupants + offset));
            let ground = if occupant == 0 { drawn } else { machine.peek(cover + u16::from(occupant)) };
            assert!(is_ground(ground, ground_code(square)), "{place}: {square} is ${ground:02X}");
            if occupant == 0 {
                continue;
            }
            standing += 1;
            let unit = state.units.get(usize::from(occupant) - 1);
            let unit = unit.unwrap_or_else(|| panic!("{place}: {occupant} on {square}"));
            assert!(unit.on_map(state.turn), "{place}: {square} has unit {occupant}, which is not here");
            let here = (i16::from(unit.x), i16::from(unit.y));
            assert_eq!(here, (square.x, square.y), "{place}: unit {occupant} is elsewhere");
            let terrain = self.assets.terrain.at(square);
            let land = !matches!(terrain, Terrain::Sea | Terrain::Border);
            assert!(land, "{place}: unit {occupant} stands on {terrain:?}");
            assert_eq!(drawn, symbol(occupant), "{place}: the symbol of unit {occupant}");
        }
        // So no two stand on a square, and nobody is missing.
        let present = state.units.iter().filter(|unit| unit.on_map(state.turn)).count();
        assert_eq!(standing, present, "{place}");
    }

    /// The week that is about to be played, on a machine of its own: every subturn.
    fn inspect_week(&self, mut machine: Machine, place: &str) {
        let (turn, subturn) = (self.built.address("turn"), self.built.address("movement.subturn"));
        let number = machine.peek(turn);
        let mut stops = Stops::default();
        stops.on_execute(subturn..=subturn);
        machine.set_stops(Some(stops));
        let mut subturns = 0;
        for frame in 0..FRAMES_OF_WEEK {
            // Pressed again and again, as START may ask first.
            machine.set_console(Console { start: frame % 8 < 4, ..Console::default() });
            let end = machine.cycle() + FRAME_CYCLES;
            while machine.run_to_cycle(end) == Stop::Event {
                self.inspect(&machine, &format!("{place}, subturn {subturns}"));
                subturns += 1;
            }
            if machine.peek(turn) != number {
                assert!(subturns > 30, "{place}: {subturns} subturns");
                return;
            }
        }
        panic!("{place}: the week does not end");
    }
}

/// Whether a map code is that of the square, frozen or not, a city of either side.
fn is_ground(code: u8, original: u8) -> bool {
    let same = |from, to| original & COLOUR_BITS == from && code == original & !COLOUR_BITS | to;
    code == original || same(BLUE, WHITE) || same(WHITE, RED)
}

fn random_orders(random: &mut ChaCha8Rng, state: &campaign::state::State) -> Orders {
    let mut orders = Orders::default();
    let expert = state.second.is_some_and(|second| second.level == Level::Expert);
    for unit in state.on_map(Side::German) {
        if random.random_ratio(1, 4) {
            continue;
        }
        let length = random.random_range(0..=MOST);
        let queue = (0..length).map(|_| Direction::from_bits(random.random::<u8>())).collect();
        orders.set(unit.unit, queue);
        if expert && random.random_ratio(1, 3) {
            let mode = Mode::from_number(random.random::<u8>());
            if refuse_mode(unit.unit, mode).is_none() {
                orders.set_mode(unit.unit, mode);
            }
        }
    }
    orders
}

/// A level and a year for each game in turn.
fn setting(game: u32) -> Setting {
    match game as usize % (Level::ALL.len() + 1) {
        0 => Setting { level: Level::Expert, scenario: Scenario::Of1942 },
        n => Setting { level: Level::ALL[Level::ALL.len() - n], scenario: Scenario::Of1941 },
    }
}

fn play(game: u32, inspector: &Inspector) {
    let mut random = ChaCha8Rng::seed_from_u64(game.into());
    let chance = Chance::Stream(Lcg::new(game));
    let mut campaign = inspector.built.campaign_at(setting(game), 1, chance);
    loop {
        let place = format!("{:?}, game {game}, turn {}", inspector.rules, campaign.state().turn);
        inspector.inspect(campaign.machine(), &place);
        let state = campaign.state();
        if campaign.is_over() || !full::is_full() && state.turn >= TURNS {
            return;
        }
        campaign.give(Side::German, &random_orders(&mut random, &state)).unwrap();
        inspector.inspect_week(campaign.machine().clone(), &place);
        campaign.play_turn().unwrap_or_else(|error| panic!("{place}: {error}"));
    }
}

fn play_all(rules: Rules, games: u32, all: u32) {
    let inspector = Inspector::new(rules);
    let games = full::or(all, games);
    let jobs = std::thread::available_parallelism().map_or(1, |jobs| jobs.get() as u32);
    std::thread::scope(|scope| {
        for job in 0..jobs {
            let inspector = &inspector;
            scope.spawn(move || (job..games).step_by(jobs as usize).for_each(|game| play(game, inspector)));
        }
    });
}

#[test]
fn the_state_is_sound_in_every_phase_of_the_default_rules() {
    play_all(Rules::default(), GAMES, GAMES_FULL);
}

#[test]
fn the_state_is_sound_in_every_phase_of_the_corrected_rules_of_1981() {
    play_all(Rules::Corrected, 1, GAMES_FULL / 10);
}

#[test]
fn a_wrong_square_would_be_noticed() {
    for rules in [Rules::Corrected, Rules::Modern] {
        let inspector = Inspector::new(rules);
        for (label, offset, value) in
            [("unit_x", 1, 3), ("unit_combat", 60, 255), ("unit_orders", 1, 9), ("map", 700, 2)]
        {
            let mut campaign = inspector.built.campaign(1, Chance::Stream(Lcg::new(1)));
            campaign.machine_mut().poke(inspector.built.address(label) + offset, value);
            let inspected = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                inspector.inspect(campaign.machine(), "here");
            }));
            assert!(inspected.is_err(), "{rules:?}: {label}");
        }
    }
}
