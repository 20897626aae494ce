//! The keyboard scanner: a counter that visits one key every 15 kHz tick, and a state machine
//! that wants to see a key twice.

use serde::{Deserialize, Serialize};

use super::clock::{NEVER, SCAN_DELAY, Slow, is_due_or_never};
use super::{Keyboard, Pokey, irq, skctl};

/// Codes of a scan.
const CODES: u8 = 64;
/// Ticks after which a scan with unchanged keys has shown all it can: up, confirm, release and
/// back take two scans each at most.
const LONGEST_WAIT_TICKS: u64 = 4 * CODES as u64;

/// The second sense line, as a ninth column of the matrix.
const SENSE_2: u16 = 1 << 8;
/// Codes at which the second sense line is looked at, and whose rows its keys are in.
const CTRL_CODE: u8 = 0x00;
const SHIFT_CODE: u8 = 0x10;
const BREAK_CODE: u8 = 0x30;

/// KBCODE bits above the key's code.
const SHIFTED: u8 = 0x40;
const CONTROLLED: u8 = 0x80;

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
enum State {
    /// No key is down.
    Up,
    /// A key was seen once.
    Confirm,
    /// A key is registered.
    Down,
    /// The registered key was seen up once.
    Release,
}

/// What a tick asks for.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
struct Found {
    key: bool,
    brk: bool,
}

/// The scanner.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(super) struct Scanner {
    /// What the sense lines show for each row (code bits 5 to 3), ghosts included.
    matrix: [u16; 8],
    /// The code that the next tick looks at.
    counter: u8,
    /// Cycle of the next tick.
    next_tick: u64,
    state: State,
    latched: u8,
    kbcode: u8,
    shift: bool,
    ctrl: bool,
    brk: bool,
    overrun: bool,
}

impl Scanner {
    /// A scanner at rest with `kbcode` in its register.
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

    /// Whether the scanner can be so in cycle `now`, to which it has been brought.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        self.counter.max(self.latched) < CODES && is_due_or_never(self.next_tick, now)
    }

    pub(super) fn kbcode(&self) -> u8 {
        self.kbcode
    }

    /// The bits of SKSTAT that are the keyboard's, others 0.
    pub(super) fn status(&self) -> u8 {
        let down = matches!(self.state, State::Down | State::Release);
        u8::from(!down) << 2 | u8::from(!self.shift) << 3 | u8::from(!self.overrun) << 6
    }

    /// SKRES.
    pub(super) fn clear_errors(&mut self) {
        self.overrun = false;
    }

    fn sense(&self, code: u8, lines: u16) -> bool {
        self.matrix[usize::from(code >> 3)] & lines != 0
    }

    /// Whether ticks do nothing but count.
    fn at_rest(&self) -> bool {
        self.state == State::Up && self.matrix == [0; 8] && !(self.shift || self.ctrl || self.brk)
    }

    /// Whether an interrupt may come of the keys as they are.
    fn may_interrupt(&self, debounce: bool) -> bool {
        let brk = self.sense(BREAK_CODE, SENSE_2) && !self.brk;
        let held = debounce && self.state == State::Down && self.sense(self.latched, 1 << (self.latched & 7));
        let key = !held && self.matrix.iter().any(|row| row & !SENSE_2 != 0);
        brk || key
    }

    /// Looks at one key.
    fn tick(&mut self, debounce: bool) -> Found {
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

/// What the sense lines show for each row: current finds its way through any keys that are down,
/// so rows and columns that are joined by keys show the same. SHIFT, CTRL and BREAK join their
/// rows with the second sense line in the same way. [sheet: pokey 8]
fn sensed(keys: &Keyboard) -> [u16; 8] {
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

impl Pokey {
    /// Executes all scanner ticks up to and including cycle `now`.
    pub(super) fn advance_keyboard(&mut self, now: u64) {
        while self.scanner.next_tick <= now {
            let at = self.scanner.next_tick;
            let ticks = if self.scanner.at_rest() { (now - at) / Slow::Khz15.period() } else { 0 };
            self.scanner.counter = ((u64::from(self.scanner.counter) + ticks) % u64::from(CODES)) as u8;
            let at = at + ticks * Slow::Khz15.period();
            self.scanner.next_tick = at + Slow::Khz15.period();
            let found = self.scanner.tick(self.skctl & skctl::DEBOUNCE != 0);
            if found.key {
                self.scanner.overrun |= self.irq.raise(irq::KEY, at);
            }
            if found.brk {
                self.irq.raise(irq::BREAK, at);
            }
        }
    }

    /// A new SKCTL or clock, by a write in cycle `now`.
    pub(super) fn reset_scanner(&mut self, now: u64) {
        let scanner = &mut self.scanner;
        if self.skctl & skctl::SCAN == 0 {
            scanner.state = State::Up;
            scanner.counter = 0;
            scanner.next_tick = NEVER;
        } else if scanner.next_tick == NEVER {
            // A tick of the divider in the cycle of the write is still on its way.
            let tick = self.clock.nth_tick(Slow::Khz15, now.saturating_sub(SCAN_DELAY), 1);
            scanner.next_tick = tick.saturating_add(SCAN_DELAY);
        }
    }

    /// The keys as they are from cycle `now` on.
    pub fn set_keyboard(&mut self, now: u64, keys: Keyboard) {
        self.advance(now);
        self.scanner.matrix = sensed(&keys);
    }

    /// The cycle of the next tick that may move the interrupt pin.
    pub(super) fn next_keyboard_irq(&self) -> u64 {
        let debounce = self.skctl & skctl::DEBOUNCE != 0;
        let (key, brk) = (self.irq.waits_for(irq::KEY), self.irq.waits_for(irq::BREAK));
        if self.scanner.next_tick == NEVER || !(key || brk) || !self.scanner.may_interrupt(debounce) {
            return NEVER;
        }
        let mut scanner = self.scanner.clone();
        let mut at = scanner.next_tick;
        for _ in 0..LONGEST_WAIT_TICKS {
            let found = scanner.tick(debounce);
            if (found.key && key) || (found.brk && brk) {
                return at;
            }
            at += Slow::Khz15.period();
        }
        at
    }
}
