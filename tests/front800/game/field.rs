//! The map with nobody on it, and units put where a test needs them.

use front800::titles::rasputitsa::Rules;

use super::bare::Game;

/// Directions as the game numbers them.
pub const NORTH: u8 = 0;
pub const EAST: u8 = 1;
pub const SOUTH: u8 = 2;
pub const WEST: u8 = 3;

/// Terrain types.
pub const CLEAR: u8 = 0;
pub const HILLS: u8 = 1;
pub const CITY: u8 = 2;
pub const SWAMP: u8 = 5;
pub const RIVER: u8 = 6;
pub const COAST: u8 = 7;
pub const ESTUARY: u8 = 8;
pub const SEA: u8 = 9;

/// Colours of the ground.
pub const DRY: u8 = 0x10;
pub const MUD: u8 = 0x02;

/// Units of both sides: plain German infantry, a Rumanian, a Finn; a Russian army.
pub const GERMAN: u8 = 6;
pub const GERMAN_ARMOR: u8 = 1;
pub const RUMANIAN: u8 = 36;
pub const FINN: u8 = 42;
pub const RUSSIAN: u8 = 100;

/// `unit_time` of a unit that waits for nothing.
pub const IDLE: u8 = 255;

pub type Square = (u8, u8);

/// A turn in July 1941 before its movement.
pub struct Field {
    pub game: Game,
}

impl Field {
    pub fn new(rules: Rules) -> Self {
        Field::cleared(Game::with(rules), 158)
    }

    /// The same by the rules of 1982 without their defects, for experts.
    pub fn expert() -> Self {
        Field::cleared(Game::expert(0), 166)
    }

    /// A game with nobody on its map.
    pub fn cleared(mut game: Game, units: u8) -> Self {
        for unit in 1..=units {
            if game.unit("unit_arrival", unit) == 0 {
                game.call_with("unit_remove", 0, unit, 0);
            }
            for (table, value) in
                [("unit_arrival", 255), ("unit_muster", 0), ("unit_combat", 0), ("unit_time", IDLE)]
            {
                let address = game.at(table) + u16::from(unit);
                game.poke(address, value);
            }
        }
        game.set_byte("turn", 3);
        game.set_byte("month", 7);
        game.roll(&[]);
        Field { game }
    }

    /// Sets an entry of a table of units.
    pub fn set(&mut self, table: &str, unit: u8, value: u8) {
        let address = self.game.at(table) + u16::from(unit);
        self.game.poke(address, value);
    }

    pub fn get(&self, table: &str, unit: u8) -> u8 {
        self.game.unit(table, unit)
    }

    /// The season, as the ground shows it.
    pub fn ground(&mut self, colour: u8) {
        let address = self.game.at("dli_colours") + 2;
        self.game.poke(address, colour);
    }

    /// A unit on a square, with muster and combat strength.
    pub fn put(&mut self, unit: u8, (x, y): Square, muster: u8, combat: u8) {
        for (table, value) in [
            ("unit_x", x),
            ("unit_y", y),
            ("unit_muster", muster),
            ("unit_combat", combat),
            ("unit_arrival", 0),
            ("unit_orders", 0),
        ] {
            self.set(table, unit, value);
        }
        self.game.call_with("unit_place", 0, unit, 0);
        assert_eq!(self.game.occupant(x, y), unit, "the square was taken");
    }

    /// Orders, first one first.
    pub fn order(&mut self, unit: u8, orders: &[u8]) {
        let byte = |slots: &[u8]| slots.iter().rev().fold(0, |byte, order| byte << 2 | order);
        self.set("unit_orders", unit, orders.len() as u8);
        self.set("unit_orders_1", unit, byte(&orders[..orders.len().min(4)]));
        self.set("unit_orders_2", unit, byte(&orders[orders.len().min(4)..]));
    }

    /// Where a unit stands.
    pub fn square(&self, unit: u8) -> Square {
        (self.get("unit_x", unit), self.get("unit_y", unit))
    }

    /// Muster and combat strength.
    pub fn strength(&self, unit: u8) -> (u8, u8) {
        (self.get("unit_muster", unit), self.get("unit_combat", unit))
    }

    pub fn terrain(&mut self, (x, y): Square) -> u8 {
        self.game.call_with("terrain_at", x, 0, y);
        self.game.registers().0
    }

    /// The first square, from the east, around which everything up to `reach` away is clear.
    pub fn open_country(&mut self, reach: u8) -> Square {
        let mut squares = (reach..46 - reach).flat_map(|x| (reach..39 - reach).map(move |y| (x, y)));
        squares
            .find(|&(x, y)| {
                (x - reach..=x + reach)
                    .all(|x| (y - reach..=y + reach).all(|y| self.terrain((x, y)) == CLEAR))
            })
            .expect("the steppe is wide")
    }

    /// The first square of a terrain whose western neighbour is clear or, if there is none, a river.
    pub fn square_of(&mut self, terrain: u8) -> Square {
        let squares = || (0..45).flat_map(|x| (0..39).map(move |y| (x, y)));
        [CLEAR, RIVER]
            .into_iter()
            .find_map(|west| {
                squares().find(|&(x, y)| self.terrain((x, y)) == terrain && self.terrain((x + 1, y)) == west)
            })
            .expect("the map has one")
    }

    /// Whether a square lies in a zone of control, as a unit sees it.
    pub fn zone(&mut self, unit: u8, (x, y): Square) -> bool {
        self.game.call_with("zoc_find", x, unit, y);
        self.game.carry()
    }

    /// Subturns 0 to 31.
    pub fn movement(&mut self) -> u64 {
        self.game.call("movement")
    }

    /// One attempt of a unit in a subturn, whatever its time.
    pub fn act(&mut self, unit: u8, subturn: u8) {
        self.game.set_byte("zp_subturn", subturn);
        self.game.set_byte("zp_actor", unit);
        self.set("unit_time", unit, subturn);
        self.game.set_byte("eye_delay", 0);
        self.game.call_with("unit_act", 0, unit, 0);
    }
}
