//! Random programs for both: registers and memory to begin with, and instructions without a branch, which are written as
//! the beam goes, so that what the sheets leave open is left out.

use std::collections::VecDeque;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::antic::{DISPLAYED, Registers};
use super::atari::{Atari, Beam};
use super::cpu::Instruction::{self, BitZeroPage, Jump, Load, LoadValue, Nop, Store};
use super::lists;

/// Where the code is, where it begins to wait for vertical blank, and where it notes collisions.
pub const CODE: u16 = 0x8000;
const AGAIN: u16 = CODE + 6;
pub const NOTES: u16 = 0x0600;
pub const NOTES_SIZE: usize = 0x200;
/// Memory that is shown: screens from $4000 on, fonts from $5000 on, objects from $6000 on.
const SHOWN: std::ops::Range<usize> = 0x3000..0x8000;

const FONTS: [u8; 4] = [0x50, 0x52, 0x54, 0x5A];
const OBJECTS: [u8; 5] = [0x60, 0x64, 0x68, 0x6C, 0x70];

/// From this line on ANTIC is left to end its list, so that the next frame begins as this one did, and from that line on
/// the program is over.
const LIST_ENDS: usize = 205;
const PROGRAM_ENDS: usize = 242;
/// About where in a line a program waits for the next one, if it does.
const WAITS: usize = 70;

/// No object is triggered in the clocks in which its data may come: in a line whose players' DMA begins too late for the
/// missiles', the machine gives players what ANTIC fetches for them, two clocks before what is theirs.
const LEFTMOST: u8 = 0x10;

const GRACTL: u16 = 0xD01D;
const HITCLR: u16 = 0xD01E;
const DMACTL: u16 = 0xD400;
const DLISTH: u16 = 0xD403;
const WSYNC: u16 = 0xD40A;

/// What a program has that others have not.
pub struct Style {
    /// The modes of its lines.
    pub modes: Vec<u8>,
    pub scrolls_horizontally: bool,
    pub scrolls_vertically: bool,
    has_gtia_modes: bool,
    has_object_dma: bool,
    /// It turns the DMA of the list off and on.
    stops_list: bool,
    /// It changes the width within lines, which are open then.
    changes_width: bool,
}

impl Style {
    fn random(rng: &mut ChaCha8Rng) -> Self {
        let all = rng.random_ratio(2, 3);
        let modes = (2..16).filter(|_| all || rng.random_ratio(1, 5)).collect::<Vec<u8>>();
        Style {
            modes: if modes.is_empty() { vec![15] } else { modes },
            scrolls_horizontally: rng.random(),
            scrolls_vertically: rng.random(),
            has_gtia_modes: rng.random(),
            has_object_dma: rng.random_ratio(2, 3),
            stops_list: rng.random_ratio(1, 4),
            changes_width: rng.random_ratio(1, 8),
        }
    }
}

/// What a program begins with.
pub struct Program {
    pub memory: Vec<u8>,
    pub antic: Registers,
    /// HPOSP0 to GRACTL.
    pub gtia: [u8; 0x1E],
    /// Where the display list is.
    pub list: u16,
    /// Behind what sets the registers.
    pub start: u16,
}

/// Writes the instructions of a program.
pub struct Writer {
    rng: ChaCha8Rng,
    style: Style,
    queue: VecDeque<Instruction>,
    /// The program has just waited for WSYNC, and now does something at the end of the line.
    is_late: bool,
    list_is_ended: bool,
    /// Where it notes the next collisions.
    note: u16,
}

/// The program of a seed, and who writes its instructions.
pub fn random(seed: u64) -> (Program, Writer) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let style = Style::random(&mut rng);
    let mut memory = vec![0; 0x10000];
    let is_striking = rng.random::<bool>();
    for byte in &mut memory[SHOWN] {
        *byte = if is_striking { one_of(&mut rng, &[0x00, 0xFF, 0x0F, 0xF0]) } else { rng.random() };
    }
    let list = lists::put(&mut memory, &style, &mut rng);
    let mut writer =
        Writer { rng, style, queue: VecDeque::new(), is_late: false, list_is_ended: false, note: NOTES };
    let gtia = writer.gtia_to_begin_with();
    let antic = Registers {
        dmactl: 0x20 | writer.width() | writer.object_dma(),
        chactl: writer.rng.random_range(0..8),
        hscrol: writer.hscrol(),
        vscrol: writer.rng.random_range(0..16),
        pmbase: one_of(&mut writer.rng, &OBJECTS),
        chbase: one_of(&mut writer.rng, &FONTS),
    };
    let mut program = Program { memory, antic, gtia, list, start: CODE };
    program.put_setup();
    (program, writer)
}

fn one_of<T: Copy>(rng: &mut ChaCha8Rng, choices: &[T]) -> T {
    choices[rng.random_range(0..choices.len())]
}

impl Program {
    /// Code that sets all registers in vertical blank, and begins the program in line 5. VCOUNT is half the line.
    fn put_setup(&mut self) {
        // No interrupts: `sei`, `lda #0`, `sta NMIEN`.
        self.put(&[0x78, 0xA9, 0x00, 0x8D, 0x0E, 0xD4]);
        self.put_wait_for(250);
        let Registers { dmactl, chactl, hscrol, vscrol, pmbase, chbase } = self.antic;
        let [low, high] = self.list.to_le_bytes();
        let antic = [dmactl, chactl, low, high, hscrol, vscrol];
        let gtia = (0xD000..).zip(self.gtia);
        let stores = gtia.chain([(HITCLR, 0)]).chain((DMACTL..).zip(antic));
        for (address, value) in stores.chain([(0xD407, pmbase), (0xD409, chbase)]) {
            self.put(&LoadValue(value).bytes());
            self.put(&Store(address).bytes());
        }
        // From the second wait on it is known in which cycle the code is.
        self.put_wait_for(4);
        self.put(&Store(WSYNC).bytes());
        self.put(&Store(WSYNC).bytes());
    }

    /// `lda #line / 2`, `cmp VCOUNT`, `bne` to that.
    fn put_wait_for(&mut self, line: u8) {
        self.put(&[0xA9, line / 2, 0xCD, 0x0B, 0xD4, 0xD0, 0xFB]);
    }

    fn put(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.memory[usize::from(self.start)] = byte;
            self.start += 1;
        }
    }
}

impl Writer {
    /// The next instruction, which begins at `beam` or right after.
    pub fn next(&mut self, beam: Beam, atari: &Atari) -> Instruction {
        if self.queue.is_empty() {
            self.go_on(beam, atari);
        }
        self.queue.pop_front().expect("something has been queued")
    }

    fn queue(&mut self, instructions: &[Instruction]) {
        self.queue.extend(instructions);
    }

    fn go_on(&mut self, beam: Beam, atari: &Atari) {
        let Beam { line, cycle } = beam;
        if line >= PROGRAM_ENDS {
            return self.queue(&[LoadValue(0), Store(GRACTL), Jump(AGAIN)]);
        }
        if line >= LIST_ENDS && !self.list_is_ended {
            return self.end_list(atari.antic.registers());
        }
        if std::mem::take(&mut self.is_late) {
            return self.act_late(beam, atari);
        }
        let may_wait = cycle >= WAITS && (cycle < 104 || self.rng.random());
        if may_wait && (cycle >= WAITS + 5 || self.rng.random_ratio(4, 5)) {
            self.is_late = self.rng.random_ratio(3, 5);
            return self.queue(&[Store(WSYNC)]);
        }
        match self.rng.random_range(0..100) {
            0..12 => self.queue(&[Nop]),
            12..20 => self.queue(&[BitZeroPage(0x80)]),
            20..30 if self.may_write_antic(line) => self.write_antic(beam, atari),
            _ => self.write_gtia(beam, atari),
        }
    }

    /// Not before the list has begun nor after it has ended: so each frame is like the first.
    fn may_write_antic(&self, line: usize) -> bool {
        line >= DISPLAYED.start && !self.list_is_ended
    }

    /// Goes to a list of blank lines, away from the cycles in which the list is read.
    fn end_list(&mut self, registers: Registers) {
        self.list_is_ended = true;
        let dmactl = registers.dmactl | 0x20;
        let [_, high] = lists::BLANK_LINES.to_le_bytes();
        self.queue(&[Store(WSYNC), LoadValue(high), Store(DLISTH), LoadValue(dmactl), Store(DMACTL)]);
    }

    /// Between the visible clocks of two lines, for what the sheets settle there alone.
    fn act_late(&mut self, beam: Beam, atari: &Atari) {
        match self.rng.random_range(0..10) {
            0..4 if usize::from(self.note - NOTES) < NOTES_SIZE => {
                let collisions = self.rng.random_range(0xD000..0xD010);
                // What was read, which may not be known, comes on the bus again behind the players' cycles.
                self.queue(&[Nop, Nop, Load(collisions), Nop, Nop, Nop, Store(self.note), LoadValue(0)]);
                self.note += 1;
            }
            0..5 => self.queue(&[LoadValue(0), Nop, Store(HITCLR)]),
            5 | 6 => {
                let mode = self.rng.random::<u8>() & 0xC0;
                let value = self.prior(mode);
                self.queue(&[LoadValue(value), Nop, Store(0xD01B)]);
            }
            _ if !self.may_write_antic(beam.line) => self.queue(&[Nop]),
            _ => {
                let (register, value) = match self.rng.random_range(0..5) {
                    0 => (0xD404, self.hscrol()),
                    1 => (0xD405, self.rng.random_range(0..16)),
                    2 => (0xD409, one_of(&mut self.rng, &FONTS)),
                    3 => (0xD401, self.rng.random_range(0..8)),
                    _ => (DMACTL, self.late_dmactl(beam, atari)),
                };
                self.queue(&[LoadValue(value), Nop, Store(register)]);
            }
        }
    }

    /// Something of ANTIC's anywhere in a line.
    fn write_antic(&mut self, beam: Beam, atari: &Atari) {
        let registers = atari.antic.registers();
        let cycle = beam.cycle;
        let change = match self.rng.random_range(0..6) {
            0 if self.style.scrolls_vertically => (0xD405, self.rng.random_range(0..16)),
            // Within a scrolled line it may leave the playfield running.
            1 if self.style.scrolls_horizontally
                && !atari.antic.is_scrolled()
                && (13..95).contains(&cycle) =>
            {
                (0xD404, self.hscrol())
            }
            2 if registers.dmactl & 0x0C != 0 || (15..60).contains(&cycle) => {
                (DMACTL, registers.dmactl & 0x23 | self.object_dma())
            }
            // When the next one sees what is written to PMBASE, nobody says.
            3 if (15..60).contains(&cycle) => (0xD407, one_of(&mut self.rng, &OBJECTS)),
            // Whether addresses are read behind an instruction once the list is turned off, nobody says.
            4 if self.style.stops_list && (8..60).contains(&cycle) => {
                (DMACTL, registers.dmactl & 0x1F | one_of(&mut self.rng, &[0, 0x20]))
            }
            5 if self.style.changes_width => (DMACTL, registers.dmactl & 0x3C | self.rng.random_range(1..4)),
            _ => (0xD409, one_of(&mut self.rng, &FONTS)),
        };
        self.queue(&[LoadValue(change.1), Store(change.0)]);
    }

    /// Something of GTIA's anywhere in a line.
    fn write_gtia(&mut self, beam: Beam, atari: &Atari) {
        let register = match self.rng.random_range(0..0x1E) {
            // When they take effect, nobody says.
            0x1C | 0x1D if !(20..60).contains(&beam.cycle) => self.rng.random_range(0x12..0x1B),
            register => register,
        };
        let value = match register {
            0x00..0x08 if self.rng.random() => self.rng.random_range(LEFTMOST..=0xFF),
            // GTIA's modes come and go in other ways within a line.
            0x1B => self.prior(atari.gtia.last_prior() & 0xC0),
            _ => self.gtia_value(register),
        };
        self.queue(&[LoadValue(value), Store(0xD000 + register)]);
        if self.rng.random_ratio(3, 20) {
            let graphics = self.rng.random_range(0x0D..0x12);
            let position = self.rng.random_range(0x00..0x08);
            let another =
                if value < LEFTMOST { graphics } else { one_of(&mut self.rng, &[graphics, position]) };
            self.queue(&[Store(0xD000 + another)]);
        }
    }

    fn gtia_to_begin_with(&mut self) -> [u8; 0x1E] {
        std::array::from_fn(|register| match register {
            // Where an object of such a size stands still, is known only once it has been triggered.
            0x08..0x0C => one_of(&mut self.rng, &[0, 1, 3]),
            0x0C => one_of(&mut self.rng, &[0x00, 0x1D, 0x47, 0xFF, 0xF5]),
            0x1B => {
                let mode = self.rng.random::<u8>() & 0xC0;
                self.prior(mode)
            }
            _ => self.gtia_value(register as u16),
        })
    }

    fn gtia_value(&mut self, register: u16) -> u8 {
        match register {
            // Within the picture, and often in the same places.
            0x00..0x08 => {
                let anywhere = self.rng.random_range(0x18..0xE0);
                let in_window = 0x40 + 4 * self.rng.random_range(0..30);
                one_of(&mut self.rng, &[anywhere, in_window, 0x80])
            }
            0x08..=0x0B => one_of(&mut self.rng, &[0, 1, 2, 3, 3]),
            0x0D..=0x11 if self.rng.random() => 0xFF,
            0x1D => one_of(&mut self.rng, &[0, 1, 2, 3, 3, 3]),
            _ => self.rng.random(),
        }
    }

    /// A value of PRIOR, with these of its bits 7 and 6 if the program has GTIA's modes.
    fn prior(&mut self, mode: u8) -> u8 {
        let any = self.rng.random_range(0..16);
        let order = one_of(&mut self.rng, &[0, 1, 2, 4, 8, any]);
        let mode = if self.style.has_gtia_modes { mode } else { 0 };
        mode | order | self.rng.random::<u8>() & 0x30
    }

    /// Greater ones may leave the playfield running into the next line.
    fn hscrol(&mut self) -> u8 {
        self.rng.random_range(0..10)
    }

    fn width(&mut self) -> u8 {
        self.rng.random_range(1..4)
    }

    /// DMACTL's bits for players and missiles.
    fn object_dma(&mut self) -> u8 {
        if self.style.has_object_dma { self.rng.random::<u8>() & 0x1C } else { 0 }
    }

    /// A value of DMACTL for the next line, which may be off. The players' DMA may begin too late for the missiles', but
    /// then the list must be read: if the first halted cycle is that of player 0, nobody says what GTIA takes it for.
    fn late_dmactl(&mut self, beam: Beam, atari: &Atari) -> u8 {
        let old = atari.antic.registers().dmactl;
        let list = if self.rng.random() { old & 0x20 } else { 0x20 };
        let width = if self.rng.random_ratio(1, 7) { 0 } else { self.width() };
        let may_begin = list != 0 && (8..104).contains(&beam.cycle) && atari.antic.reads_list_next();
        let objects = if old & 0x0C != 0 || may_begin { self.object_dma() } else { old & 0x1C };
        list | width | objects
    }
}
