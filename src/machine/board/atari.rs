//! The hardware around the CPU: memory, chips and the one clock.
//!
//! Time is `line_start + cycle`. In exact stretches `cycle` is the next machine cycle of the line. In fast ones the CPU
//! counts its own cycles, and the plan of the line maps them to machine cycles [time T2, T4]. The ways to run are in
//! `machine::runs`.

use super::bounds::Bounds;
use super::cells;
use super::kept_line::Marked;
use super::kept_lines::KeptLines;
use super::memory::Memory;
use super::pens::Pens;
use super::pictures::Pictures;
use super::random::Random;
use super::run::Run;
use super::tracked::Tracked;
use crate::chips::antic::{Ahead, Antic, LineReads, Reads, Wiring, timing};
use crate::chips::gtia::Gtia;
use crate::chips::pia::Pia;
use crate::chips::pokey::Pokey;
use crate::cpu::Sampler;
use crate::machine::config::{Config, Video};
use crate::machine::devices::disks::Shelf;
use crate::machine::devices::serial::SerialBus;

/// Machine cycles of a line.
pub(crate) const LINE: u32 = timing::LINE_CYCLES as u32;
/// A cycle that never comes.
pub(crate) const NEVER: u64 = u64::MAX;

/// The hardware.
// Memory first, as in `Memory`.
#[repr(C)]
#[derive(Clone)]
pub(crate) struct Atari {
    /// Memory, and what occupies each address.
    pub memory: Memory,
    /// Display.
    pub antic: Antic,
    /// Picture.
    pub gtia: Gtia,
    /// Sound, keyboard, timers.
    pub pokey: Pokey,
    /// Source of the values that the CPU reads from RANDOM.
    pub random: Random,
    /// Joystick ports.
    pub pia: Pia,
    /// Drives and printer.
    pub serial: SerialBus,
    /// Disks, whether in a drive or not.
    pub shelf: Shelf,
    /// The CPU's interrupt inputs.
    pub sampler: Sampler,
    /// Machine cycle at which the current line began.
    pub line_start: u64,
    /// The next machine cycle of the line; at 114 the line has yet to be ended.
    pub cycle: u32,
    /// Fast stretches: the number of slots of the current line, as far as it is known.
    pub line_slots: i32,
    /// Fast stretches: the lines after the current one that the stretch goes through, and the number of their slots.
    pub run: Run,
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
    /// The last value on the CPU's side of the bus; kept only in exact stretches.
    pub bus_value: u8,
    /// What the marks in `memory` stand for, apart from `marked_lines`.
    pub marked: Option<Marked>,
    /// What foreseen lines read in addition. They have no fonts, so the marks for fonts stand for this.
    pub marked_lines: LineReads,
    /// The lines in `marked_lines` are still to come as foreseen: no line has been disturbed since.
    pub foreseen_lines_hold: bool,
    /// The current line has not been planned yet, and reads other addresses than `marked_lines` says.
    pub reads_moved: bool,
    /// What the current line may still read; computed on demand.
    pub ahead: Option<Ahead>,
    /// Whether the current line brings no NMI and no phantom load, and the next none in its first cycles; computed on
    /// demand.
    pub quiet: Option<bool>,
    /// Whether an NMI may come in the next line; computed on demand.
    pub nmi_next: Option<bool>,
    /// What may happen in the current line, which has been planned; computed on demand.
    pub bounds: Option<Bounds>,
    /// Lines kept for reuse.
    pub kept_lines: KeptLines,
    /// First cycle in which GTIA takes player data from the bus although ANTIC fetches none (a phantom load). 0 if
    /// there is none in this line, or when they are over. [AHRM 6.5]
    pub phantom_from: u32,
    /// Closed switches of the four joysticks: up, down, left, right, the button, and the switch of a light pen.
    pub sticks: [u8; 4],
    /// Light pens in the joystick jacks.
    pub pens: Pens,
    /// Frames completed.
    pub frame: u64,
    /// Television standard.
    pub video: Video,
    /// The picture being drawn and the last one completed.
    pub pictures: Pictures,
    /// Whether pictures are drawn.
    pub drawing: bool,
    /// Level changes of the console speaker, while sound is recorded.
    pub speaker: Vec<(u64, bool)>,
    /// Whether sound is recorded.
    pub recording: bool,
    /// Recent values on the bus, in fast stretches.
    pub tracked: Tracked,
    /// Runs every access exactly and every chip in every cycle [time T8].
    pub oracle: bool,
}

/// Distance from the first to the last byte of a font that belong to one row of pixels, both included.
const FONT_BYTES: usize = 0x7F * 8 + 1;

/// Memory and GTIA, as they are wired to ANTIC.
pub(crate) struct Dma<'a> {
    /// The memory that ANTIC reads.
    pub memory: &'a Memory,
    /// Receives the objects' data.
    pub gtia: &'a mut Gtia,
    /// The scan line.
    pub line: u16,
}

/// Looks up one row of pixels for each character. `MASK` selects the bits of a name that count.
#[inline(always)]
fn glyphs<const MASK: u8>(font: &[u8; FONT_BYTES], names: &[u8], into: &mut [u8]) {
    let glyph = |name: u8| font[usize::from(name & MASK) * 8];
    // Groups of eight, so that no loop remains around each. [measured]
    let (groups, rest) = names.as_chunks::<8>();
    let (places, places_left) = into.as_chunks_mut::<8>();
    for (places, names) in places.iter_mut().zip(groups) {
        for (place, name) in places.iter_mut().zip(names) {
            *place = glyph(*name);
        }
    }
    for (place, name) in places_left.iter_mut().zip(rest) {
        *place = glyph(*name);
    }
}

impl Wiring for Dma<'_> {
    #[inline]
    fn fetch(&self, address: u16) -> u8 {
        self.memory.bytes[usize::from(address)]
    }
    #[inline]
    fn fetch_all(&self, address: u16, into: &mut [u8]) {
        let start = usize::from(address);
        into.copy_from_slice(&self.memory.bytes[start..start + into.len()]);
    }
    #[inline]
    fn fetch_glyphs(&self, base: u16, mask: u8, names: &[u8], into: &mut [u8]) {
        let font: Option<&[u8; FONT_BYTES]> = self.memory.bytes[usize::from(base)..].first_chunk();
        let Some(font) = font else {
            let glyphs = into.iter_mut().zip(names);
            glyphs.for_each(|(bits, name)| *bits = self.fetch(base + u16::from(name & mask) * 8));
            return;
        };
        // Constant masks, so that the compiler can use them. [measured]
        match mask {
            0x3F => glyphs::<0x3F>(font, names, into),
            _ => glyphs::<0x7F>(font, names, into),
        }
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
    /// The board, switched on at the start of line 0.
    pub(crate) fn new(config: &Config) -> Self {
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
            run: Run::default(),
            cpu_cycles: 0,
            rdy_low: NEVER,
            rdy_release: 0,
            irq_low: false,
            irq_until: 0,
            bus_value: 0xFF,
            marked: None,
            marked_lines: LineReads::default(),
            foreseen_lines_hold: false,
            reads_moved: false,
            ahead: None,
            quiet: None,
            nmi_next: None,
            bounds: None,
            kept_lines: KeptLines::new(config.video.lines()),
            phantom_from: 0,
            sticks: [0; 4],
            pens: Pens::new(config.video.lines()),
            frame: 0,
            video: config.video,
            pictures: Pictures::default(),
            drawing: true,
            speaker: Vec::new(),
            recording: false,
            tracked: Tracked::new(),
            oracle: false,
        };
        atari.antic.begin_line();
        atari
    }

    /// The number of the next machine cycle.
    #[inline]
    pub(crate) fn now(&self) -> u64 {
        self.line_start + u64::from(self.cycle)
    }

    /// Brings ANTIC to the start of `cycle` of the current line.
    #[inline]
    pub(crate) fn advance_antic(&mut self, cycle: u32) {
        self.disturb_line();
        let line = self.antic.line();
        self.antic.advance(cycle, &mut Dma { memory: &self.memory, gtia: &mut self.gtia, line });
    }

    /// Brings ANTIC's events, but not the playfield, to the start of `cycle`.
    #[inline]
    pub(crate) fn advance_antic_events(&mut self, cycle: u32) {
        self.catch_up_antic();
        let line = self.antic.line();
        self.antic.advance_events(cycle, &mut Dma { memory: &self.memory, gtia: &mut self.gtia, line });
    }

    /// To be called before something changes what ANTIC does in the middle of the line, or looks at the codes or
    /// collisions there.
    #[inline]
    pub(crate) fn disturb_line(&mut self) {
        self.catch_up_antic();
        self.kept_lines.disturb();
        (self.run.rows, self.foreseen_lines_hold) = (0, false);
        self.forget_ahead();
    }

    /// Brings ANTIC to the start of the current line, if it has been left behind. See [`KeptLines::ahead`].
    #[inline]
    pub(crate) fn catch_up_antic(&mut self) {
        if self.kept_lines.ahead.is_some() {
            self.bring_antic_to_line();
        }
    }

    #[inline(always)]
    fn bring_antic_to_line(&mut self) {
        self.kept_lines.ahead = None;
        if let Some(line) = self.kept_lines.lines[self.kept_lines.place].as_deref() {
            self.antic.follow(&line.start);
            if self.kept_lines.held_id != line.held[0] {
                self.antic.hold(&self.kept_lines.held);
            }
            self.antic.set_last_byte(line.last_byte_at_start(self.kept_lines.held.last_byte));
        }
    }

    /// Discards what was computed about the current line: what it reads and whether it is quiet.
    #[inline]
    pub(crate) fn forget_ahead(&mut self) {
        (self.ahead, self.quiet, self.nmi_next, self.bounds) = (None, None, None, None);
    }

    /// Whether the current line has to be brought to `cycle` before the byte at `address` changes there, because the
    /// line may still read that byte.
    #[inline]
    pub(crate) fn reads_ahead(&mut self, address: u16, cycle: u32) -> bool {
        if !self.memory.is_marked(address) {
            return false;
        }
        if self.ahead.is_none() {
            self.look_ahead();
        }
        let Some(ahead) = &self.ahead else { return true };
        let bytes = &self.memory.bytes;
        let shown = |character| self.antic.shows_character(character, |address| bytes[usize::from(address)]);
        ahead.holds(address, cycle) || ahead.character(address).is_some_and(shown)
    }

    /// Finds out what the current line may still read. Leaves it unknown if the line has not been planned.
    fn look_ahead(&mut self) {
        self.catch_up_antic();
        let bytes = &self.memory.bytes;
        let ahead = || self.antic.ahead(|address| bytes[usize::from(address)]);
        self.ahead = self.antic.is_planned().then(ahead);
        if self.lines_left() > 0 {
            self.foresee_ahead();
        }
    }

    /// Lines have been foreseen, so more of the display list counts as read.
    #[inline(never)]
    pub(crate) fn foresee_ahead(&mut self) {
        let (lines, line) = (self.lines_foreseen(), self.antic.line());
        if let Some(ahead) = &mut self.ahead {
            ahead.foresee(&lines, line);
        }
    }

    /// How many mode lines of one line each are foreseen after the current one, whether or not a stretch goes through
    /// them.
    #[inline]
    pub(crate) fn lines_left(&self) -> u16 {
        if self.foreseen_lines_hold { self.marked_lines.behind(self.antic.line()) } else { 0 }
    }

    /// What the lines of [`Atari::lines_left`] read.
    fn lines_foreseen(&self) -> LineReads {
        self.marked_lines.first(self.lines_left())
    }

    /// Whether a byte may change in `slot` of a foreseen mode line after the current one without bringing any of the
    /// lines up to there to that slot.
    #[inline]
    pub(crate) fn is_unread_behind(&mut self, address: u16, slot: i32) -> bool {
        if self.lines_left() == 0 {
            return false;
        }
        if self.ahead.is_none() {
            self.look_ahead();
        }
        let line = slot / self.line_slots;
        self.ahead.as_ref().is_some_and(|ahead| !ahead.holds_in(line as u16, address))
    }

    /// The cycles of the current line in which ANTIC has the bus.
    pub(crate) fn claimed_cycles(&self) -> u128 {
        let head = (0..2).filter(|&cycle| self.antic.head_use(cycle) & timing::TAKEN != 0);
        head.fold(self.antic.plan().taken & !3, |claimed, cycle| claimed | 1 << cycle)
    }

    /// Turns the recording of sound on or off.
    pub(crate) fn set_recording(&mut self, on: bool) {
        self.recording = on;
        // What the speaker did before, also in this line, is not recorded.
        self.take_speaker();
        self.speaker.clear();
        let now = self.now();
        self.advance_serial(now);
        self.pokey.set_recording(now, on);
    }

    /// Moves the speaker's changes in the current line to `speaker`.
    pub(crate) fn take_speaker(&mut self) {
        let mut edges = Vec::new();
        self.gtia.take_speaker(&mut edges);
        let start = self.line_start;
        self.speaker.extend(edges.into_iter().map(|(cycle, on)| (start + u64::from(cycle), on)));
    }

    /// The level of the interrupt request line in cycle `now` (true = low).
    #[inline(always)]
    pub(crate) fn irq(&mut self, now: u64) -> bool {
        if now >= self.irq_until || self.oracle { self.look_for_irq(now) } else { self.irq_low }
    }

    /// Computes the level of the interrupt request line in cycle `now`, and how long it stays so.
    #[inline(never)]
    fn look_for_irq(&mut self, now: u64) -> bool {
        self.advance_serial(now);
        self.irq_low = self.pokey.irq_pin(now) || self.pia.irq();
        let heard = self.serial.next_event().max(self.pokey.deaf_until());
        self.irq_until = self.pokey.next_irq_change(now).min(heard);
        self.irq_low
    }

    /// Brings the serial bus to the start of cycle `now`. To be called before POKEY is brought there.
    #[inline]
    pub(crate) fn advance_serial(&mut self, now: u64) {
        if now >= self.serial.next_event() {
            self.serial.advance(now, &mut self.pokey, &mut self.shelf);
        }
    }

    /// Brings the serial bus to the present.
    pub(crate) fn catch_up_serial(&mut self) {
        self.advance_serial(self.now());
        self.forget_requests();
    }

    /// The level of the interrupt request line may differ from what was foreseen.
    pub(crate) fn forget_requests(&mut self) {
        self.irq_until = 0;
        self.tracked.forget_samples();
    }

    /// Whether the level of the interrupt request line is foreseen.
    #[inline]
    pub(crate) fn knows_requests(&self) -> bool {
        self.irq_until != 0
    }

    /// Marks the memory that the current line's DMA may still read.
    pub(crate) fn mark_memory(&mut self) {
        let bytes = &self.memory.bytes;
        let reads = self.antic.reads(|address| bytes[usize::from(address)]);
        self.mark(Marked { reads, id: 0 });
    }

    /// Marks what foreseen lines read in addition.
    #[inline(never)]
    pub(crate) fn mark_lines(&mut self, lines: LineReads) {
        let before = std::mem::replace(&mut self.marked_lines, lines);
        self.foreseen_lines_hold = lines.count > 0;
        self.memory.move_mark(cells::marked::FONTS, Some(&before), &lines);
    }

    /// No lines are foreseen any more.
    // Not inlined: kept out of the path that marks a line. [measured: 0.03 of 13.5 in `disk`]
    #[cold]
    #[inline(never)]
    fn unmark_lines(&mut self) {
        self.mark_lines(LineReads::default());
    }

    /// Moves the marks to this memory.
    #[inline(always)]
    pub(crate) fn mark(&mut self, marked: Marked) {
        // Most lines read the same as the one before.
        if marked.id != 0 && self.marked.is_some_and(|before| before.id == marked.id) {
            return;
        }
        if self.marked_lines.count > 0 {
            self.unmark_lines();
        }
        let Atari { memory, marked: before, .. } = self;
        let now = &marked.reads;
        let before = before.replace(marked);
        let before = before.as_ref().map(|before| &before.reads);
        memory.move_mark(cells::marked::ROW, before.map(|reads| &reads.row), &now.row);
        // Usually only the marks of the row move.
        if before.is_none_or(|before| (before.objects, before.fonts) != (now.objects, now.fonts)) {
            move_other_marks(memory, before, now);
        }
    }
}

/// Moves the marks of objects and fonts.
#[inline(never)]
fn move_other_marks(memory: &mut Memory, before: Option<&Reads>, now: &Reads) {
    memory.move_mark(cells::marked::OBJECTS, before.map(|reads| &reads.objects), &now.objects);
    memory.move_mark(cells::marked::FONTS, before.map(|reads| &reads.fonts), &now.fonts);
}
