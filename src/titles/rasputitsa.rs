//! The wargame: its source, its entry points and its state as Rust values.
//!
//! Everything is found by label, so that the program may be moved about freely. The functions take
//! "look up a label" and "look at a byte" from the caller: they work on a running machine as
//! well as on a bare memory image.

/// The main source file, below the folder of the assembly sources.
pub const SOURCE: &str = "rasputitsa/rasputitsa.asm";

/// Units are numbered 1 to this; 0 is nobody.
pub const UNITS: usize = 158;
/// The first unit of the Russian side; the ones below are the German side's.
pub const FIRST_RUSSIAN: usize = 55;

/// Where the program's routines begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EntryPoints {
    /// Where the loader starts it (RUNAD), and RESET restarts it.
    pub start: u16,
    /// The order phase's first instruction.
    pub order_phase: u16,
    /// First instruction of the deferred vertical blank routine.
    pub vbi_start: u16,
    /// Its jump to XITVBV.
    pub vbi_exit: u16,
    /// The handlers of display list interrupts 1 to 16.
    pub dli: [u16; 16],
    /// The handler that changes the tile set in place of number 2 or one of 4 to 12.
    pub dli_switch: u16,
}

impl EntryPoints {
    /// Finds the entry points by label.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Result<Self, MissingLabel> {
        let label = required(label);
        let mut dli = [0; 16];
        for (address, number) in dli.iter_mut().zip(1..) {
            *address = label(&format!("dli_{number}"))?;
        }
        Ok(EntryPoints {
            start: label("start")?,
            order_phase: label("order_phase")?,
            vbi_start: label("vbi_start")?,
            vbi_exit: label("vbi_exit")?,
            dli,
            dli_switch: label("dli_switch")?,
        })
    }
}

/// Where the program's variables lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "the fields of State, Window, Hold and Unit of the same names")]
pub struct Variables {
    pub turn: u16,
    pub day: u16,
    pub month: u16,
    pub year: u16,
    pub text: u16,
    pub map: u16,
    pub occupants: u16,
    pub zp_orders_open: u16,
    pub zp_view_x: u16,
    pub zp_view_y: u16,
    pub zp_cursor_x: u16,
    pub zp_cursor_y: u16,
    pub zp_switch: u16,
    pub zp_unit: u16,
    pub zp_cross_shown: u16,
    pub zp_error: u16,
    pub unit_x: u16,
    pub unit_y: u16,
    pub unit_muster: u16,
    pub unit_combat: u16,
    pub unit_arrival: u16,
    pub unit_orders: u16,
    pub unit_orders_1: u16,
    pub unit_orders_2: u16,
}

impl Variables {
    /// Finds the variables by label.
    pub fn find(label: impl Fn(&str) -> Option<u16>) -> Result<Self, MissingLabel> {
        let label = required(label);
        Ok(Variables {
            turn: label("turn")?,
            day: label("day")?,
            month: label("month")?,
            year: label("year")?,
            text: label("text")?,
            map: label("map")?,
            occupants: label("occupants")?,
            zp_orders_open: label("zp_orders_open")?,
            zp_view_x: label("zp_view_x")?,
            zp_view_y: label("zp_view_y")?,
            zp_cursor_x: label("zp_cursor_x")?,
            zp_cursor_y: label("zp_cursor_y")?,
            zp_switch: label("zp_switch")?,
            zp_unit: label("zp_unit")?,
            zp_cross_shown: label("zp_cross_shown")?,
            zp_error: label("zp_error")?,
            unit_x: label("unit_x")?,
            unit_y: label("unit_y")?,
            unit_muster: label("unit_muster")?,
            unit_combat: label("unit_combat")?,
            unit_arrival: label("unit_arrival")?,
            unit_orders: label("unit_orders")?,
            unit_orders_1: label("unit_orders_1")?,
            unit_orders_2: label("unit_orders_2")?,
        })
    }
}

/// A label the program should have and has not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MissingLabel(pub String);

impl std::fmt::Display for MissingLabel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the program has no label `{}`", self.0)
    }
}

impl std::error::Error for MissingLabel {}

fn required(label: impl Fn(&str) -> Option<u16>) -> impl Fn(&str) -> Result<u16, MissingLabel> {
    move |name| label(name).ok_or_else(|| MissingLabel(name.to_owned()))
}

/// The state of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    /// 0 to 40; 255 before the first.
    pub turn: u8,
    /// 1 to 31.
    pub day: u8,
    /// 1 to 12.
    pub month: u8,
    /// 1941 or 1942.
    pub year: u16,
    /// Whether the player may give orders: the prompt is shown and START is waited for.
    pub orders_open: bool,
    /// What part of the map is shown.
    pub window: Window,
    /// What the button holds.
    pub hold: Hold,
    /// Units 1 to [`UNITS`].
    pub units: Vec<Unit>,
}

/// The map window and the cursor in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// XV, colour clocks: 0 fully east to 224 fully west.
    pub view_x: u8,
    /// YV, scan lines: 0 fully north to 504 fully south.
    pub view_y: u16,
    /// CX, colour clock of the cursor's left edge: 54 to 186.
    pub cursor_x: u8,
    /// CY, player row of the cursor's upper edge: 27 to 78.
    pub cursor_y: u8,
    /// The display list interrupt at which the southern tiles begin, 255 for none.
    pub tile_switch: u8,
}

impl Window {
    /// The square under the cursor, (x from the east, y from the south).
    pub fn square(&self) -> (u8, u8) {
        let u = (u16::from(self.view_x) + 186).saturating_sub(u16::from(self.cursor_x));
        let v = 662_u16.saturating_sub(2 * u16::from(self.cursor_y)).saturating_sub(self.view_y);
        (((u + 6) / 8) as u8, ((v + 9) / 16) as u8)
    }
}

/// What the button holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// The lifted unit, if any.
    pub unit: Option<u8>,
    /// The cross has been seen: orders are taken.
    pub cross_shown: bool,
    /// The error message shown (1 to 4), 0 for none.
    pub error: u8,
}

/// A direction of movement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// y + 1.
    North,
    /// x - 1.
    East,
    /// y - 1.
    South,
    /// x + 1.
    West,
}

impl Direction {
    /// From the two bits the program stores.
    pub const fn from_bits(bits: u8) -> Self {
        match bits & 3 {
            0 => Direction::North,
            1 => Direction::East,
            2 => Direction::South,
            _ => Direction::West,
        }
    }
}

/// One unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unit {
    /// 1 to [`UNITS`].
    pub number: u8,
    /// 0 (east) to 45; the entry square before it arrives.
    pub x: u8,
    /// 0 (south) to 38.
    pub y: u8,
    /// Muster strength.
    pub muster: u8,
    /// Combat strength.
    pub combat: u8,
    /// Turn of arrival, 255 never or destroyed.
    pub arrival: u8,
    /// Queued orders, the first to be executed first.
    pub orders: Vec<Direction>,
}

impl State {
    /// Reads the state out of memory.
    pub fn read(at: &Variables, mut peek: impl FnMut(u16) -> u8) -> Self {
        let units = (1..=UNITS as u8).map(|number| Unit::read(at, number, &mut peek)).collect();
        let unit = peek(at.zp_unit);
        State {
            turn: peek(at.turn),
            day: peek(at.day),
            month: peek(at.month),
            year: 1900 + u16::from(peek(at.year)),
            orders_open: peek(at.zp_orders_open) != 0,
            window: Window {
                view_x: peek(at.zp_view_x),
                view_y: u16::from_le_bytes([peek(at.zp_view_y), peek(at.zp_view_y + 1)]),
                cursor_x: peek(at.zp_cursor_x),
                cursor_y: peek(at.zp_cursor_y),
                tile_switch: peek(at.zp_switch),
            },
            hold: Hold {
                unit: (unit != 0).then_some(unit),
                cross_shown: peek(at.zp_cross_shown) != 0,
                error: peek(at.zp_error),
            },
            units,
        }
    }
}

impl Unit {
    fn read(at: &Variables, number: u8, peek: &mut impl FnMut(u16) -> u8) -> Self {
        let mut entry = |table: u16| peek(table + u16::from(number));
        let packed = u16::from_le_bytes([entry(at.unit_orders_1), entry(at.unit_orders_2)]);
        let queued = entry(at.unit_orders).min(8);
        Unit {
            number,
            x: entry(at.unit_x),
            y: entry(at.unit_y),
            muster: entry(at.unit_muster),
            combat: entry(at.unit_combat),
            arrival: entry(at.unit_arrival),
            orders: (0..queued).map(|n| Direction::from_bits((packed >> (2 * n)) as u8)).collect(),
        }
    }

    /// Whether it is on the map in this turn.
    pub fn on_map(&self, turn: u8) -> bool {
        self.arrival != 255 && self.arrival <= turn
    }
}
