//! What holds in every order phase of the running program, whatever was ordered.

use front800::assets::{Assets, Square, Terrain};
use front800::harness::campaign::orders::{MOST, Orders};
use front800::harness::campaign::state::{Side, State};
use front800::harness::campaign::{Campaign, Chance};
use front800::machine::Lcg;
use front800::titles::Sources;
use front800::titles::rasputitsa::{Direction, Rules};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Built;

/// Games of every test run, and of a full one.
const GAMES: u32 = 3;
const GAMES_FULL: u32 = 1000;

const COLOUR_BITS: u8 = 0xC0;
const WHITE: u8 = 0x40;
const BLUE: u8 = 0x80;

struct Inspector<'a> {
    built: &'a Built,
    assets: &'a Assets,
    game: u32,
}

impl Inspector<'_> {
    fn inspect(&self, campaign: &mut Campaign) {
        let state = campaign.state();
        let place = format!("game {}, turn {}", self.game, state.turn);
        for unit in &state.units {
            let number = unit.unit;
            assert!(unit.combat <= unit.muster, "{place}: unit {number}: {} of {}", unit.combat, unit.muster);
            let queued = campaign.machine().peek(self.built.address("unit_orders") + u16::from(number));
            assert!(queued <= 8, "{place}: unit {number} has {queued} orders");
        }
        self.inspect_map(campaign, &state, &place);
    }

    fn inspect_map(&self, campaign: &mut Campaign, state: &State, place: &str) {
        let (map, occupants) = (self.built.address("map"), self.built.address("occupants"));
        let cover = self.built.address("unit_cover");
        let mut standing = 0;
        for square in Square::all() {
            let (column, row) = square.column_row();
            let offset = (row * 48 + column) as u16;
            let machine = campaign.machine();
            let (drawn, occupant) = (machine.peek(map + offset), machine.peek(occupants + offset));
            let ground = if occupant == 0 { drawn } else { machine.peek(cover + u16::from(occupant)) };
            assert!(is_ground(ground, self.assets.code(square)), "{place}: {square} is ${ground:02X}");
            if occupant == 0 {
                continue;
            }
            standing += 1;
            let unit = state.unit(occupant).unwrap_or_else(|| panic!("{place}: {occupant} on {square}"));
            assert!(unit.on_map(), "{place}: {square} has unit {occupant}, which is {:?}", unit.state);
            let here = (i16::from(unit.x), i16::from(unit.y));
            assert_eq!(here, (square.x, square.y), "{place}: unit {occupant} is elsewhere");
            let terrain = self.assets.terrain.at(square);
            let land = !matches!(terrain, Terrain::Sea | Terrain::Border);
            assert!(land, "{place}: unit {occupant} stands on {terrain:?}");
            let symbol = self.assets.units[usize::from(occupant) - 1].symbol();
            assert_eq!(drawn, symbol, "{place}: the symbol of unit {occupant}");
        }
        // So no two stand on a square, and nobody is missing.
        assert_eq!(standing, state.units.iter().filter(|unit| unit.on_map()).count(), "{place}");
    }
}

/// Whether a map code is that of the square, frozen or not.
fn is_ground(code: u8, original: u8) -> bool {
    let frozen = original & COLOUR_BITS == BLUE && code == original & !COLOUR_BITS | WHITE;
    code == original || frozen
}

fn random_orders(random: &mut ChaCha8Rng, state: &State) -> Orders {
    let mut orders = Orders::default();
    for unit in state.on_map(Side::German) {
        if random.random_ratio(1, 4) {
            continue;
        }
        let length = random.random_range(0..=MOST);
        let queue = (0..length).map(|_| Direction::from_bits(random.random::<u8>())).collect();
        orders.set(unit.unit, queue);
    }
    orders
}

fn play(game: u32, built: &Built, assets: &Assets) {
    let mut random = ChaCha8Rng::seed_from_u64(game.into());
    let mut campaign = built.campaign(1, Chance::Stream(Lcg::new(game)));
    let inspector = Inspector { built, assets, game };
    loop {
        inspector.inspect(&mut campaign);
        if campaign.is_over() {
            return;
        }
        let state = campaign.state();
        campaign.give(&random_orders(&mut random, &state));
        campaign.play_turn().unwrap_or_else(|error| panic!("game {game}: {error}"));
    }
}

#[test]
fn the_state_is_sound_in_every_order_phase() {
    let built = Built::new(Rules::Corrected);
    let assets = Sources::embedded().assets().unwrap_or_else(|error| panic!("{error}"));
    let games = if std::env::var_os("FRONT800_FULL").is_some() { GAMES_FULL } else { GAMES };
    let jobs = std::thread::available_parallelism().map_or(1, |jobs| jobs.get() as u32);
    std::thread::scope(|scope| {
        for job in 0..jobs {
            let (built, assets) = (&built, &assets);
            scope.spawn(move || {
                (job..games).step_by(jobs as usize).for_each(|game| play(game, built, assets))
            });
        }
    });
}

#[test]
fn a_wrong_square_would_be_noticed() {
    let built = Built::new(Rules::Corrected);
    let assets = Sources::embedded().assets().unwrap_or_else(|error| panic!("{error}"));
    for (label, offset, value) in
        [("unit_x", 1, 3), ("unit_combat", 60, 255), ("unit_orders", 1, 9), ("map", 700, 2)]
    {
        let mut campaign = built.campaign(1, Chance::Stream(Lcg::new(1)));
        campaign.machine().poke(built.address(label) + offset, value);
        let inspected = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            Inspector { built: &built, assets: &assets, game: 0 }.inspect(&mut campaign);
        }));
        assert!(inspected.is_err(), "{label}");
    }
}
