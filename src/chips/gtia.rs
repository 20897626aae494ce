//! GTIA: playfield colours, players and missiles, priority, collisions.
//!
//! The chip is lazy. A write is put on the schedule of the stage it belongs to, with the colour clock at which it takes
//! effect. The line is run when it ends, or when a collision is read. There are two stages: `objects` turns positions
//! and shift registers into lit clocks; `screen` turns those and ANTIC's codes into collisions and, if wanted, a
//! picture.

mod all;
mod change;
mod codes_by_colour;
mod collisions;
mod coverage;
mod early;
mod look;
mod mixed;
mod object;
mod objects;
mod painter;
mod pairs;
mod picture;
mod playfield;
mod polled;
mod priority;
mod recoloured;
mod registers;
mod rows;
mod schedule;
mod screen;
mod shows;
mod stamps;
mod triggers;
mod unlit;

use serde::{Deserialize, Serialize};

use super::an::{AnLine, CLOCKS, Codes, Row, Shape};
use codes_by_colour::CodesByColour;
use coverage::Coverage;
pub use look::{Look, Looks};
use mixed::Mixed;
use objects::Objects;
use painter::Painter;
pub use painter::{CellPainter, Layout, NameCells, NamePixels, PlayfieldColours};
use pairs::PairsPainter;
pub use picture::LINE_PIXELS;
use picture::Pixels;
pub use polled::Foreseen;
use registers::*;
use screen::Screen;
use shows::{MayMeet, Shows};

/// GRACTL: missiles take data from DMA.
const MISSILE_DMA: u8 = 0x01;
/// GRACTL: players take data from DMA.
const PLAYER_DMA: u8 = 0x02;
/// VDELAY: the bits of the players.
const PLAYERS_DELAYED: u8 = 0xF0;
/// GRACTL: a pressed trigger is latched.
const TRIGGER_LATCH: u8 = 0x04;
/// Colour clocks from the cycle in which graphics arrive to their effect. [sheet: gtia 4]
const GRAF_DELAY: u16 = 3;
/// Colour clocks from the cycle in which a position is written to its effect. [sheet: gtia 4]
const POSITION_DELAY: u16 = 5;
/// CONSOL: the speaker.
const SPEAKER: u8 = 0x08;

/// The chip. Within a line, calls must come in the order of their cycles; `cycle` is the machine cycle of the line, 0
/// to 113.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Gtia {
    pal: bool,
    /// Registers as last written (GRAF also by DMA), whether or not they have taken effect.
    written: [u8; 32],
    /// Colour clocks of the line that have been run already.
    reached: usize,
    objects: Objects,
    screen: Screen,
    /// Triggers held; bit n for trigger n.
    triggers: u8,
    /// Triggers pressed since GRACTL bit 2 was set.
    latched: u8,
    /// Console keys held.
    console: u8,
    #[serde(skip)]
    work: Work,
}

/// Working memory and output of the line. Not part of the state: all of it compares equal, and it is not saved.
#[derive(Clone, Debug, Default)]
struct Work {
    coverage: Coverage,
    reach: MayMeet,
    shows: Shows,
    pixels: Pixels,
    mixed: Mixed,
    told: CodesByColour,
    painter: Painter,
    pairs: PairsPainter,
    painted_in: Option<PlayfieldColours>,
    speaker_edges: Vec<(u8, bool)>,
}

impl PartialEq for Work {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

fn playfield_of(colours: &[u8; 9]) -> PlayfieldColours {
    let [_, _, _, _, playfield @ ..] = *colours;
    playfield
}

impl Gtia {
    /// The chip after power-on, with all registers zero [guess: they are undefined]. `pal` sets the PAL register.
    pub fn new(pal: bool) -> Self {
        Gtia {
            pal,
            written: [0; 32],
            reached: 0,
            objects: Objects::new(),
            screen: Screen::new(),
            triggers: 0,
            latched: 0,
            console: 0,
            work: Work::default(),
        }
    }

    /// Whether a chip with that television standard can be in this state at the start of `cycle`.
    pub fn is_possible(&self, pal: bool, cycle: u32) -> bool {
        let clock = 2 * cycle as usize;
        self.pal == pal
            && self.reached == clock
            && self.objects.is_possible(clock)
            && self.screen.is_possible(clock)
    }

    /// The registers as last written; GRAF also by DMA.
    pub fn registers(&self) -> &[u8; 32] {
        &self.written
    }

    /// Whether a write of `value` to `reg` has an effect.
    #[inline]
    pub fn takes(&self, reg: u8, value: u8) -> bool {
        reg & 0x1F == HITCLR || self.written[usize::from(reg & 0x1F)] != value
    }

    /// Writes for the CPU in `cycle` to register `reg` (0 to 31).
    pub fn write(&mut self, cycle: u8, reg: u8, value: u8) {
        let reg = reg & 0x1F;
        let clock = 2 * u16::from(cycle);
        if reg == HITCLR {
            self.screen.schedule.push(clock + 2, change::Change::ClearCollisions);
            return;
        }
        let old = self.written[usize::from(reg)];
        if old == value {
            return;
        }
        self.written[usize::from(reg)] = value;
        match reg {
            HPOSP0..=GRAFM => self.change_object(clock, reg, value),
            COLPM0..=COLBK => {
                let register = reg - COLPM0;
                self.screen.schedule.push(clock + 1, change::Change::Colour { register, value });
            }
            PRIOR => self.change_prior(clock, old, value),
            GRACTL if value & TRIGGER_LATCH == 0 => self.latched = 0,
            GRACTL => self.latched |= self.triggers,
            CONSOL if (old ^ value) & SPEAKER != 0 => {
                self.work.speaker_edges.push((cycle, self.speaker()));
            }
            _ => {}
        }
    }

    /// Whether [`Gtia::note`] may handle a write to `reg`: those of objects and colours.
    #[inline(always)]
    pub fn is_noted(reg: u8) -> bool {
        reg & 0x1F <= COLBK
    }

    /// [`Gtia::write`] of a changed `value` to a position, shape or colour register, as most writes are. Returns false,
    /// with nothing done, if the change would not come last in its schedule or there is no room.
    // Calls nothing, and so saves no host registers.
    #[inline(always)]
    pub fn note(&mut self, cycle: u8, reg: u8, value: u8) -> bool {
        use objects::Change;
        let clock = 2 * u16::from(cycle);
        let has_room = match reg {
            HPOSP0..=HPOSM3 => self
                .objects
                .schedule
                .push_last(clock + POSITION_DELAY, Change::Position { object: reg, hpos: value }),
            COLPM0..=COLBK => {
                let register = reg - COLPM0;
                self.screen.schedule.push_last(clock + 1, change::Change::Colour { register, value })
            }
            GRAFP0..=GRAFP3 => {
                let change = Change::PlayerGraphics { player: reg - GRAFP0, graf: value };
                self.objects.schedule.push_last(clock + GRAF_DELAY, change)
            }
            _ => false,
        };
        if has_room {
            self.written[usize::from(reg & 0x1F)] = value;
        }
        has_room
    }

    /// Schedules a write to a register of the objects. [sheet: gtia 4]
    #[inline]
    fn change_object(&mut self, clock: u16, reg: u8, value: u8) {
        use objects::Change;
        let (delay_clocks, change) = match reg {
            HPOSP0..=HPOSM3 => (POSITION_DELAY, Change::Position { object: reg, hpos: value }),
            SIZEP0..=SIZEP3 => (4, Change::PlayerSize { player: reg - SIZEP0, size: value }),
            SIZEM => (4, Change::MissileSizes(value)),
            GRAFM => (GRAF_DELAY, Change::MissileGraphics(value)),
            _ => (GRAF_DELAY, Change::PlayerGraphics { player: reg - GRAFP0, graf: value }),
        };
        self.objects.schedule.push(clock + delay_clocks, change);
    }

    /// Schedules a write to PRIOR, whose parts take effect at different clocks. [sheet: gtia 4]
    #[inline(always)]
    fn change_prior(&mut self, clock: u16, old: u8, value: u8) {
        use change::Change;
        self.screen.schedule.push(clock + 2, Change::Priority(value));
        if (old ^ value) & 0xC0 != 0 {
            self.screen.schedule.push(clock + 3, Change::BeforeMode(value));
            self.screen.schedule.push(clock + 4, Change::Mode(value));
        }
    }

    /// Whether DMA in the same line may change what a write to `reg` changes, or may depend on it.
    pub fn meets_dma(reg: u8) -> bool {
        matches!(reg & 0x1F, GRAFP0..=GRAFM | VDELAY | GRACTL)
    }

    /// Whether a write to `reg` determines whether bus values are taken for the objects' data.
    pub fn takes_dma(reg: u8) -> bool {
        reg & 0x1F == GRACTL
    }

    /// Whether a read of `reg` returns collisions, which depend on the picture so far.
    pub fn shows_collisions(reg: u8) -> bool {
        reg & 0x1F <= P3PL
    }

    /// Reads for the CPU in `cycle`; `an` has to be valid for the clocks before `2 * cycle`. Has no side effect that a
    /// program could see. Collisions are those of the clocks before `2 * cycle` [guess: no source tells].
    pub fn read(&mut self, cycle: u8, reg: u8, an: &AnLine) -> u8 {
        if Self::shows_collisions(reg) {
            self.catch_up(cycle, an);
        }
        self.peek(reg)
    }

    /// What a read returns from a chip that has been brought to the present.
    pub fn peek(&self, reg: u8) -> u8 {
        match reg & 0x1F {
            reg if Self::shows_collisions(reg) => self.screen.collisions.read(reg),
            reg => self.input(reg),
        }
    }

    /// What a read returns from a register that does not hold collisions.
    #[inline]
    pub fn input(&self, reg: u8) -> u8 {
        match reg & 0x1F {
            reg @ TRIG0..=TRIG3 => {
                let pressed = self.triggers | self.latched;
                !pressed >> (reg - TRIG0) & 1
            }
            PAL if self.pal => 0x01,
            CONSOL => !(self.written[usize::from(CONSOL)] | self.console) & 0x0F,
            _ => 0x0F,
        }
    }

    /// Whether loading these bytes into the four players would change nothing.
    #[inline]
    pub fn has_players(&self, values: [u8; 4]) -> bool {
        self.written[usize::from(GRAFP0)..].first_chunk() == Some(&values)
    }

    /// Missile DMA at cycle 0 of scan line `line`, subject to GRACTL and VDELAY.
    #[inline]
    pub fn load_missiles(&mut self, line: u16, value: u8) {
        if self.takes_missiles() && self.written[usize::from(GRAFM)] != value {
            self.change_missiles(line, value);
        }
    }

    #[inline(always)]
    fn change_missiles(&mut self, line: u16, value: u8) {
        let delays = if line & 1 == 0 { self.written[usize::from(VDELAY)] & !PLAYERS_DELAYED } else { 0 };
        let mut kept = 0;
        if delays != 0 {
            for missile in 0..4 {
                if delays >> missile & 1 != 0 {
                    kept |= 3 << (2 * missile);
                }
            }
        }
        let written = &mut self.written[usize::from(GRAFM)];
        let graf = *written & kept | value & !kept;
        if std::mem::replace(written, graf) != graf {
            self.objects.schedule.push(GRAF_DELAY, objects::Change::MissileGraphics(graf));
        }
    }

    /// Player DMA in `cycle` (2 to 7), subject to GRACTL and VDELAY.
    #[inline]
    pub fn load_player(&mut self, line: u16, cycle: u8, player: usize, value: u8) {
        let reg = usize::from(GRAFP0) + player;
        if self.written[reg] == value || !self.takes_players() || self.is_delayed(line, 4 + player) {
            return;
        }
        self.written[reg] = value;
        self.change_object(2 * u16::from(cycle), GRAFP0 + player as u8, value);
    }

    /// Player DMA of a whole line, for data that become known later. Nothing of the line may have been run yet, and
    /// nothing else may come before the visible area.
    #[inline]
    pub fn load_players(&mut self, line: u16, values: [u8; 4]) {
        if self.has_players(values) || !self.takes_players() {
            return;
        }
        let (from, to) = (usize::from(GRAFP0), usize::from(GRAFM));
        let delays = line & 1 == 0 && self.written[usize::from(VDELAY)] & PLAYERS_DELAYED != 0;
        if !delays && self.objects.load_players(values) {
            self.written[from..to].copy_from_slice(&values);
            return;
        }
        for (player, value) in values.into_iter().enumerate() {
            self.load_player(line, 2 + player as u8, player, value);
        }
    }

    /// Whether VDELAY, with this bit, holds back an object's data on this line.
    fn is_delayed(&self, line: u16, bit: usize) -> bool {
        line & 1 == 0 && self.written[usize::from(VDELAY)] >> bit & 1 != 0
    }

    /// Whether the missiles take the bus value in their cycle.
    pub fn takes_missiles(&self) -> bool {
        self.gractl() & MISSILE_DMA != 0
    }

    /// Whether the players take the bus values in their cycles.
    pub fn takes_players(&self) -> bool {
        self.gractl() & PLAYER_DMA != 0
    }

    /// GRACTL as last written, which determines whether phantom loads are possible.
    pub fn gractl(&self) -> u8 {
        self.written[usize::from(GRACTL)]
    }

    /// Brings the picture and the collisions up to the start of machine cycle `cycle`.
    pub fn catch_up(&mut self, cycle: u8, an: &AnLine) {
        self.advance((2 * usize::from(cycle)).min(CLOCKS), an, true);
    }

    /// Whether no object is lit and no register changes in this line, of which nothing has been run yet, and in later
    /// ones, and they leave the chip unchanged, as long as nothing is written to it and all data loaded are 0.
    #[inline]
    pub fn is_plain_on(&self) -> bool {
        self.reached == 0 && self.objects.are_idle() && self.screen.is_uniform_on()
    }

    /// Prepares to end a line of which nothing has been run yet: carries out the changes before its visible clocks.
    #[inline]
    pub fn begin_row(&mut self) {
        self.screen.begin_row(&mut self.work.mixed);
    }

    /// Draws the playfield of a line for which [`Gtia::begin_shown`] returned true, in these colours, and does nothing
    /// else.
    #[inline(always)]
    pub fn paint_row(&mut self, colours: &PlayfieldColours, row: &Row, picture: &mut [u8; LINE_PIXELS]) {
        self.work.painter.paint(row, colours, picture);
    }

    /// Notes that a line is painted in these colours. Returns whether the last one had other colours.
    #[inline]
    pub fn note_colours(&mut self, colours: &PlayfieldColours) -> bool {
        self.work.painted_in.replace(*colours) != Some(*colours)
    }

    /// Like [`Gtia::paint_row`], from the codes of a row of pairs of that shape: no table has to be made for the
    /// colours.
    pub fn paint_codes(
        colours: &PlayfieldColours,
        shape: Shape,
        an: &AnLine,
        picture: &mut [u8; LINE_PIXELS],
    ) {
        match shape {
            Shape::Pairs => picture::paint_lores::<false>(an, colours, picture),
            _ => picture::paint_lores::<true>(an, colours, picture),
        }
    }

    /// Like [`Gtia::paint_row`], for a line that shows `names` instead of the cells of a row; the pixels of each name
    /// are known.
    #[inline(always)]
    pub fn paint_names(
        layout: &Layout,
        names: &[u8],
        pixels: NamePixels<'_>,
        colours: &PlayfieldColours,
        picture: &mut [u8; LINE_PIXELS],
    ) {
        painter::paint_names(layout, names, pixels, colours, picture);
    }

    /// Like [`Gtia::paint_row`], for a line that shows `names`; the cell of each name is known, and how it is read.
    pub fn paint_text(
        &mut self,
        layout: &Layout,
        cells: (Shape, &NameCells),
        names: &[u8],
        colours: &PlayfieldColours,
        picture: &mut [u8; LINE_PIXELS],
    ) {
        self.work.painter.paint_text(layout, cells, names, colours, picture);
    }

    /// Whether nothing that affects the playfield changes in the visible clocks of the line, of which nothing has been
    /// run yet, and it is lores or hires.
    pub fn keeps_playfield(&self) -> bool {
        self.reached == 0 && self.screen.keeps_playfield()
    }

    /// Ends a line for which [`Gtia::keeps_playfield`] holds and in which ANTIC says those `codes`. Draws objects over
    /// the playfield in the `picture`, if there is one.
    #[inline(always)]
    pub fn end_row(&mut self, codes: &impl Codes, picture: Option<&mut [u8; LINE_PIXELS]>) {
        if !self.objects.is_still() {
            self.show_row(codes, picture);
        }
        self.finish_line();
    }

    /// The colours of the playfield that are in effect.
    pub fn playfield_colours(&self) -> PlayfieldColours {
        playfield_of(self.screen.colours())
    }

    /// Ends the line; all of `an` has to be valid. Draws the `picture` if there is one; the state afterwards does not
    /// depend on that.
    #[inline(always)]
    pub fn end_line(&mut self, an: &AnLine, mut picture: Option<&mut [u8; LINE_PIXELS]>) {
        if !(self.reached == 0 && self.show_recoloured(an, &mut picture)) {
            self.run_line(an, picture);
        }
        self.finish_line();
    }

    fn run_line(&mut self, an: &AnLine, picture: Option<&mut [u8; LINE_PIXELS]>) {
        self.advance(CLOCKS, an, picture.is_some());
        if let Some(picture) = picture {
            self.work.pixels.copy_to(picture);
        }
    }

    #[inline(always)]
    fn finish_line(&mut self) {
        self.reached = 0;
        self.objects.schedule.end_line();
        self.screen.end_line(&mut self.work.mixed);
        self.work.coverage.clear();
        self.work.speaker_edges.clear();
    }

    /// Runs the line up to clock `to`.
    fn advance(&mut self, to: usize, an: &AnLine, draw: bool) {
        if to <= self.reached {
            return;
        }
        let Work { coverage, pixels, mixed, .. } = &mut self.work;
        // In the vertical blank there are no collisions.
        // [measured: 1.1 of 28 host instructions a machine cycle with all objects on all lines]
        if self.reached == 0 && to == CLOCKS && an.is_blank() {
            self.objects.pass_line(coverage);
        } else {
            self.objects.advance(self.reached, to, coverage);
        }
        self.screen.advance(self.reached, to, an, coverage, mixed, draw.then_some(pixels));
        self.reached = to;
    }

    /// Sets the console keys held: bit 0 START, 1 SELECT, 2 OPTION.
    pub fn set_console(&mut self, pressed: u8) {
        self.console = pressed & 7;
    }

    /// The level of the console speaker's line.
    pub fn speaker(&self) -> bool {
        self.written[usize::from(CONSOL)] & SPEAKER != 0
    }

    /// Appends the speaker's changes in this line to `edges`, as machine cycle and new level. Changes not taken before
    /// [`Gtia::end_line`] are lost.
    pub fn take_speaker(&mut self, edges: &mut Vec<(u8, bool)>) {
        edges.append(&mut self.work.speaker_edges);
    }
}

/// Pseudo-random numbers, each below a limit, for tests.
#[cfg(test)]
fn numbers(mut random: u32) -> impl FnMut(usize) -> usize {
    move |limit| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) as usize % limit
    }
}
