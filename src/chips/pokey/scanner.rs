//! The keyboard scanner: a counter that visits one key every 15 kHz tick, and a state machine that requires a key to be
//! seen twice.

use serde::{Deserialize, Serialize};

use super::clock::{NEVER, is_due_or_never};

/// Key codes in a scan.
pub(super) const CODES: u8 = 64;
/// The number of ticks after which scans with unchanged keys have no further effect: up, confirm, release and back take
/// two scans each at most.
pub(super) const LONGEST_WAIT_TICKS: u64 = 4 * CODES as u64;

/// The second sense line, as a ninth column of the matrix.
const SENSE_2: u16 = 1 << 8;
/// Key codes at which the second sense line is read, and whose rows its keys are in.
const CTRL_CODE: u8 = 0x00;
const SHIFT_CODE: u8 = 0x10;
const BREAK_CODE: u8 = 0x30;

/// KBCODE bits above the key's code.
const SHIFTED: u8 = 0x40;
const CONTROLLED: u8 = 0x80;

/// The keyboard's switches.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Keyboard {
    /// Bit n: the key with the 6-bit code n is down.
    pub down: u64,
    /// SHIFT is down.
    pub shift: bool,
    /// CTRL is down.
    pub ctrl: bool,
    /// BREAK is down.
    pub brk: bool,
}

/// The state of the key that the scanner has seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) enum State {
    /// No key is down.
    Up,
    /// A key was seen once.
    Confirm,
    /// A key is registered.
    Down,
    /// The registered key was seen up once.
    Release,
}

/// The interrupts that a tick causes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(super) struct Found {
    pub(super) key: bool,
    pub(super) brk: bool,
}

/// The scanner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Scanner {
    /// For each row (code bits 5 to 3), the values of the sense lines, ghosts included.
    pub(super) matrix: [u16; 8],
    /// The code that the next tick visits.
    pub(super) counter: u8,
    /// Cycle of the next tick.
    pub(super) next_tick: u64,
    pub(super) state: State,
    pub(super) latched: u8,
    pub(super) kbcode: u8,
    pub(super) shift: bool,
    pub(super) ctrl: bool,
    pub(super) brk: bool,
    pub(super) overrun: bool,
}

impl Scanner {
    /// A scanner at rest, with `kbcode` in its register.
    pub(super) fn new(kbcode: u8) -> Self {
        Scanner {
            matrix: [0; 8],
            counter: 0,
            next_tick: NEVER,
            state: State::Up,
            latched: 0,
            kbcode,
            shift: false,
            ctrl: false,
            brk: false,
            overrun: false,
        }
    }

    /// Whether the scanner can be in this state in cycle `now`, to which it has been brought.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        self.counter.max(self.latched) < CODES && is_due_or_never(self.next_tick, now)
    }

    pub(super) fn kbcode(&self) -> u8 {
        self.kbcode
    }

    /// SKSTAT's bits of the keyboard; the others are 0.
    pub(super) fn status(&self) -> u8 {
        let down = matches!(self.state, State::Down | State::Release);
        u8::from(!down) << 2 | u8::from(!self.shift) << 3 | u8::from(!self.overrun) << 6
    }

    /// Handles a write to SKRES.
    pub(super) fn clear_errors(&mut self) {
        self.overrun = false;
    }

    fn sense(&self, code: u8, lines: u16) -> bool {
        self.matrix[usize::from(code >> 3)] & lines != 0
    }

    /// Whether ticks only count.
    pub(super) fn at_rest(&self) -> bool {
        self.state == State::Up && self.matrix == [0; 8] && !(self.shift || self.ctrl || self.brk)
    }

    /// Whether the keys as they are may cause an interrupt.
    pub(super) fn may_interrupt(&self, debounce: bool) -> bool {
        let brk = self.sense(BREAK_CODE, SENSE_2) && !self.brk;
        let held = debounce && self.state == State::Down && self.sense(self.latched, 1 << (self.latched & 7));
        let key = !held && self.matrix.iter().any(|row| row & !SENSE_2 != 0);
        brk || key
    }

    /// Visits one key.
    pub(super) fn tick(&mut self, debounce: bool) -> Found {
        let code = self.counter;
        self.counter = (code + 1) % CODES;
        let second = self.sense(code, SENSE_2);
        let mut found = Found::default();
        match code {
            CTRL_CODE => self.ctrl = second,
            SHIFT_CODE => self.shift = second,
            BREAK_CODE => {
                found.brk = second && !self.brk;
                self.brk = second;
            }
            _ => {}
        }
        let down = self.sense(code, 1 << (code & 7));
        let compare = !debounce || code == self.latched;
        self.state = match (self.state, compare, down) {
            (State::Up, _, true) => {
                self.latched = code;
                State::Confirm
            }
            (State::Confirm, true, true) => {
                found.key = true;
                self.kbcode = self.latched
                    | if self.shift { SHIFTED } else { 0 }
                    | if self.ctrl { CONTROLLED } else { 0 };
                State::Down
            }
            (State::Confirm, true, false) | (State::Confirm, false, true) => State::Up,
            (State::Down, true, false) => State::Release,
            (State::Release, true, false) => State::Up,
            (State::Release, true, true) => State::Down,
            (state, _, _) => state,
        };
        found
    }
}

/// The values of the sense lines for each row. Current flows through any keys that are down, so rows and columns
/// connected by keys have the same values. SHIFT, CTRL and BREAK connect their rows with the second sense line in the
/// same way. [sheet: pokey 8]
pub(super) fn sensed(keys: &Keyboard) -> [u16; 8] {
    let mut rows = keys.down.to_le_bytes().map(u16::from);
    for (code, down) in [(CTRL_CODE, keys.ctrl), (SHIFT_CODE, keys.shift), (BREAK_CODE, keys.brk)] {
        if down {
            rows[usize::from(code >> 3)] |= SENSE_2;
        }
    }
    loop {
        let before = rows;
        for a in 0..8 {
            for b in 0..8 {
                if rows[a] & rows[b] != 0 {
                    rows[a] |= rows[b];
                }
            }
        }
        if rows == before {
            return rows;
        }
    }
}
