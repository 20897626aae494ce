//! The hardware around the CPU: memory, chips and the one clock.
//!
//! Time is `line_start + cycle`. In exact stretches `cycle` is the next machine cycle of the line; in
//! fast ones the CPU counts its own cycles and the plan of the line says which machine cycle
//! that is [time T2, T4]. `exact` and `fast` hold the two ways to run.

use super::memory::{self, Memory};
use super::random::Random;
use crate::chips::antic::{Antic, Reads, Wiring, timing};
use crate::chips::gtia::{Gtia, LINE_PIXELS};
use crate::chips::pia::Pia;
use crate::chips::pokey::Pokey;
use crate::cpu::Sampler;
use crate::machine::devices::disks::Shelf;
use crate::machine::devices::serial::SerialBus;
use crate::machine::runs::replay::Replay;
use crate::machine::{Config, FRAME_HEIGHT, Video};

/// Machine cycles of a line.
pub const LINE: u32 = timing::LINE_CYCLES as u32;
/// POKEY's RANDOM register.
const RANDOM: u8 = 0xA;
/// No cycle.
pub const NEVER: u64 = u64::MAX;

/// The hardware.
// Memory first, as in `Memory`.
#[repr(C)]
#[derive(Clone)]
pub struct Atari {
    /// Memory and what stands where.
    pub memory: Memory,
    /// Display.
    pub antic: Antic,
    /// Picture.
    pub gtia: Gtia,
    /// Sound, keyboard, timers.
    pub pokey: Pokey,
    /// What the CPU reads from RANDOM.
    pub random: Random,
    /// Joystick ports.
    pub pia: Pia,
    /// Drives and printer.
    pub serial: SerialBus,
    /// Disks, in drives or not.
    pub shelf: Shelf,
    /// The CPU's interrupt inputs.
    pub sampler: Sampler,
    /// Machine cycle at which the current line began.
    pub line_start: u64,
    /// The next machine cycle of the line; 114 = the line is to be ended.
    pub cycle: u32,
    /// Fast stretches: slots of the current line, as far as it is known.
    pub line_slots: i32,
    /// CPU cycles executed.
    pub cpu_cycles: u64,
    /// RDY is low from here …
    pub rdy_low: u64,
    /// … until the first free cycle at or after this one.
    pub rdy_release: u64,
    /// Level of the interrupt request line (true = low), valid before `irq_until`.
    pub irq_low: bool,
    /// First cycle in which `irq_low` may be wrong.
    pub irq_until: u64,
    /// What was last on the CPU's side of the bus (kept in exact stretches).
    pub bus_value: u8,
    /// What the marks in `memory` stand for.
    pub marked: Option<Reads>,
    /// Lines kept for reuse.
    pub replay: Replay,
    /// First cycle in which GTIA takes what is on the bus for player data without ANTIC fetching
    /// any, or 0. [AHRM 6.5]
    pub phantom_from: u32,
    /// Closed switches of the four joysticks.
    pub sticks: [u8; 4],
    /// Frames completed.
    pub frame: u64,
    /// Television standard.
    pub video: Video,
    /// The picture in the making and the last one completed.
    pub pictures: [Vec<u8>; 2],
    /// Draw pictures.
    pub drawing: bool,
    /// Changes of the console speaker, while sound is made.
    pub speaker: Vec<(u64, bool)>,
    /// Sound is made.
    pub recording: bool,
    /// Run every access exactly and every chip in every cycle [time T8].
    pub oracle: bool,
}

/// Memory and GTIA as ANTIC is wired to them.
pub struct Dma<'a> {
    /// What it reads.
    pub memory: &'a mut Memory,
    /// Who takes the objects' data.
    pub gtia: &'a mut Gtia,
    /// The scan line.
    pub line: u16,
}

impl Wiring for Dma<'_> {
    #[inline]
    fn fetch(&self, address: u16) -> u8 {
        self.memory.bytes[usize::from(address)]
    }
    #[inline]
    fn changes(&mut self, page: u8) -> u32 {
        self.memory.watch(page)
    }
    #[inline]
    fn missiles(&mut self, value: u8) {
        self.gtia.load_missiles(self.line, value);
    }
    fn player(&mut self, n: u8, value: u8) {
        self.gtia.load_player(self.line, n + 2, usize::from(n), value);
    }
    #[inline]
    fn players(&mut self, values: [u8; 4]) {
        if !self.gtia.has_players(values) {
            (0..4).zip(values).for_each(|(n, value)| self.player(n, value));
        }
    }
}

impl Atari {
    /// Switched on at the start of line 0.
    pub fn new(config: &Config) -> Self {
        let mut atari = Atari {
            memory: Memory::new(config),
            antic: Antic::new(config.video.lines() as u16),
            gtia: Gtia::new(config.video == Video::Pal),
            pokey: Pokey::new(config.seed),
            random: Random::default(),
            pia: Pia::new(),
            serial: SerialBus::new(config.video),
            shelf: Shelf::default(),
            sampler: Sampler::default(),
            line_start: 0,
            cycle: 0,
            line_slots: 0,
            cpu_cycles: 0,
            rdy_low: NEVER,
            rdy_release: 0,
            irq_low: false,
            irq_until: 0,
            bus_value: 0xFF,
            marked: None,
            replay: Replay::new(config.video.lines()),
            phantom_from: 0,
            sticks: [0; 4],
            frame: 0,
            video: config.video,
            pictures: [vec![0; LINE_PIXELS * FRAME_HEIGHT], vec![0; LINE_PIXELS * FRAME_HEIGHT]],
            drawing: true,
            speaker: Vec::new(),
            recording: false,
            oracle: false,
        };
        atari.antic.begin_line();
        atari
    }

    /// The next machine cycle.
    #[inline]
    pub fn now(&self) -> u64 {
        self.line_start + u64::from(self.cycle)
    }

    /// Brings ANTIC to the start of `cycle` of the current line.
    #[inline]
    pub fn advance_antic(&mut self, cycle: u32) {
        self.replay.disturb();
        let line = self.antic.line();
        self.antic.advance(cycle, &mut Dma { memory: &mut self.memory, gtia: &mut self.gtia, line });
    }

    /// Brings ANTIC's events to the start of `cycle`, but not the playfield.
    #[inline]
    pub fn advance_antic_events(&mut self, cycle: u32) {
        self.replay.disturb();
        let line = self.antic.line();
        self.antic.advance_events(cycle, &mut Dma { memory: &mut self.memory, gtia: &mut self.gtia, line });
    }

    /// The cycles of the current line in which ANTIC has the bus.
    pub fn claimed_cycles(&self) -> u128 {
        let head = (0..2).filter(|&cycle| self.antic.head_use(cycle) & timing::TAKEN != 0);
        head.fold(self.antic.plan().taken & !3, |claimed, cycle| claimed | 1 << cycle)
    }

    /// Turns the recording of sound on or off.
    pub fn set_recording(&mut self, on: bool) {
        self.recording = on;
        // What the speaker did before, in this line too, is not heard.
        self.take_speaker();
        self.speaker.clear();
        let now = self.now();
        self.advance_serial(now);
        self.pokey.set_recording(now, on);
    }

    /// Takes over what the speaker did in the current line.
    pub fn take_speaker(&mut self) {
        let mut edges = Vec::new();
        self.gtia.take_speaker(&mut edges);
        let start = self.line_start;
        self.speaker.extend(edges.into_iter().map(|(cycle, on)| (start + u64::from(cycle), on)));
    }

    /// The level of the interrupt request line in cycle `now` (true = low).
    #[inline]
    pub fn irq(&mut self, now: u64) -> bool {
        if now >= self.irq_until || self.oracle {
            self.advance_serial(now);
            self.irq_low = self.pokey.irq_pin(now) || self.pia.irq();
            self.irq_until = self.pokey.next_irq_change(now).min(self.serial.next_event());
        }
        self.irq_low
    }

    /// A CPU read in `cycle` from above the RAM: ROM, chips, or nothing.
    #[inline]
    pub fn read_high(&mut self, address: u16, cycle: u32) -> u8 {
        match self.memory.kind(address) {
            memory::IO => self.read_io(address, cycle),
            memory::ABSENT if !memory::on_io_side(address) => self.floating(cycle),
            memory::ABSENT => self.memory.io_value,
            memory::RAM => self.memory.bytes[usize::from(address)],
            _ => {
                let value = self.memory.bytes[usize::from(address)];
                self.memory.io_value = value;
                value
            }
        }
    }

    /// What is on the near side of the bus in `cycle` if nobody drives it: the last value that
    /// somebody did drive. Refresh drives nothing. [AHRM 3.6]
    pub fn floating(&mut self, cycle: u32) -> u8 {
        let uses = |c| if c < 2 { self.antic.head_use(c) } else { self.antic.plan().uses[c as usize] };
        let driven = (0..cycle).rev().map(uses).find(|u| u & timing::REFRESH == 0);
        if driven.is_some_and(|u| u & timing::TAKEN != 0) {
            self.advance_antic(cycle);
            self.bus_value = self.antic.last_byte();
        }
        self.bus_value
    }

    fn read_io(&mut self, address: u16, cycle: u32) -> u8 {
        let now = self.line_start + u64::from(cycle);
        let value = match address >> 8 {
            0xD0 => {
                let reg = (address & 31) as u8;
                if Gtia::shows_collisions(reg) {
                    self.advance_antic(cycle);
                    self.antic.settle(cycle);
                }
                return self.gtia.read(cycle as u8, reg, self.antic.an_line());
            }
            0xD4 => {
                let reg = (address & 15) as u8;
                if Antic::shows_events(reg) {
                    self.advance_antic_events(cycle);
                }
                return self.antic.read(cycle, reg);
            }
            0xD2 => match (address & 15) as u8 {
                RANDOM => self.random.read(|| self.pokey.read(now, RANDOM)),
                reg => {
                    self.advance_serial(now);
                    self.pokey.read(now, reg)
                }
            },
            0xD3 => {
                self.irq_until = 0;
                self.pia.read((address & 3) as u8)
            }
            _ => self.access_cartridge(address, None, cycle),
        };
        self.memory.io_value = value;
        value
    }

    /// Brings the serial bus to the start of cycle `now`. To be done before POKEY is brought there.
    #[inline]
    pub fn advance_serial(&mut self, now: u64) {
        if now >= self.serial.next_event() {
            self.serial.advance(now, &mut self.pokey, &mut self.shelf);
        }
    }

    /// Brings the serial bus to the present.
    pub fn catch_up_serial(&mut self) {
        self.advance_serial(self.now());
        self.irq_until = 0;
    }

    /// Brings every chip to the present.
    pub fn settle(&mut self) {
        let cycle = self.cycle;
        self.advance_antic(cycle);
        self.antic.settle(cycle);
        self.gtia.catch_up(cycle as u8, self.antic.an_line());
        self.advance_serial(self.now());
        self.pokey.advance(self.now());
    }

    /// What a read in `cycle` would give, without its side effects.
    pub fn peek(&mut self, address: u16, cycle: u32) -> u8 {
        let now = self.line_start + u64::from(cycle);
        match (self.memory.kind(address), address >> 8) {
            (memory::IO, 0xD2) => match (address & 15) as u8 {
                RANDOM => self.random.peek(|| self.pokey.peek(now, RANDOM)),
                reg => {
                    self.advance_serial(now);
                    self.pokey.peek(now, reg)
                }
            },
            (memory::IO, 0xD3) => self.pia.peek((address & 3) as u8),
            (memory::IO, 0x8F | 0x9F | 0xD5) => self.peek_cartridge(address),
            (memory::IO, _) => self.read_io(address, cycle),
            (memory::ABSENT, _) if !memory::on_io_side(address) => self.floating(cycle),
            (memory::ABSENT, _) => self.memory.io_value,
            _ => self.memory.bytes[usize::from(address)],
        }
    }

    /// A CPU write in `cycle` to a page that is not plain RAM.
    #[cold]
    #[inline(never)]
    pub fn write_special(&mut self, address: u16, value: u8, cycle: u32) {
        match self.memory.kind(address) {
            // An access that began in the line before.
            memory::RAM if self.memory.is_plain(address) => self.memory.write_ram(address, value),
            memory::RAM => {
                self.advance_antic(cycle);
                self.memory.write_ram(address, value);
                if cycle < 8 && self.antic.is_started() {
                    self.mark_pages();
                }
            }
            memory::IO => self.write_io(address, value, cycle),
            _ => {
                if memory::on_io_side(address) {
                    self.memory.io_value = value;
                }
            }
        }
    }

    fn write_io(&mut self, address: u16, value: u8, cycle: u32) {
        let now = self.line_start + u64::from(cycle);
        match address >> 8 {
            0xD0 => {
                self.advance_antic_events(cycle);
                self.gtia.write(cycle as u8, (address & 31) as u8, value);
            }
            0xD4 => match (address & 15) as u8 {
                0x0A => self.wait_for_sync(cycle),
                reg => {
                    if Antic::moves_playfield(reg) {
                        self.advance_antic(cycle);
                    } else {
                        self.advance_antic_events(cycle);
                    }
                    self.antic.write(cycle, reg, value);
                    if self.antic.is_started() {
                        self.mark_pages();
                    }
                }
            },
            0xD2 => {
                self.memory.io_value = value;
                self.advance_serial(now);
                self.pokey.write(now, (address & 15) as u8, value);
                self.serial.pokey_written(now);
                self.irq_until = 0;
            }
            0x8F | 0x9F | 0xD5 => {
                self.memory.io_value = value;
                self.access_cartridge(address, Some(value), cycle);
            }
            _ => {
                self.memory.io_value = value;
                self.pia.write((address & 3) as u8, value);
                self.advance_serial(now);
                self.serial.set_command(now, !self.pia.c2(1), &mut self.shelf);
                self.irq_until = 0;
            }
        }
    }

    /// WSYNC written in `cycle`: RDY is low from the cycle after next to the first free cycle at or
    /// after 105 [time T3]. The second write of a read-modify-write never ends a wait early.
    fn wait_for_sync(&mut self, cycle: u32) {
        let from = self.line_start + u64::from(cycle) + 2;
        let line = if cycle <= 103 { self.line_start } else { self.line_start + u64::from(LINE) };
        let waiting = self.rdy_low != NEVER && self.rdy_low < self.rdy_release;
        if !waiting {
            self.rdy_low = from;
        }
        self.rdy_release = line + 105;
    }
}
