//! Everything after the shift registers: colour and priority registers with their delays, collisions, and the picture
//! in stretches between two changes.

use std::ops::Range;

use serde::{Deserialize, Serialize};

use super::change::Change;
use super::codes_by_colour::{CodesByColour, hires_code};
use super::collisions::Collisions;
use super::coverage::Coverage;
use super::look::Look;
use super::mixed::{Driven, Mix, Mixed};
use super::pairs::PairsPainter;
use super::picture::{self, LINE_PIXELS, Pixels, Registers, VisiblePixels};
use super::playfield::{self, Decode, PAIRS};
use super::priority::PRIORITY;
use super::recoloured;
use super::schedule::Schedule;
use super::shows::{COLOURS, MOST_CHANGES, SEEN, Shows};
use super::stamps::Stamps;
use crate::chips::an::{self, AnLine, BACKGROUND, CLOCKS, Codes, FIRST_VISIBLE_CLOCK, PLAYFIELD_END, Row};

/// Where the border begins after a playfield of normal width. From there on programs make changes for the next line:
/// what is written immediately after a wait for WSYNC takes effect from clock 217 on.
pub(super) const TAIL: usize = 0xD2;

/// The value of [`PRIORITY`]'s bits with which players and missiles are in front of all playfields, and not mixed with
/// anything.
const PLAYERS_BEFORE: u8 = 1;

/// The registers in effect at the clock reached, and the collisions up to there.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Screen {
    colours: [u8; 9],
    prior: u8,
    decode: Decode,
    /// The collisions so far.
    pub collisions: Collisions,
    /// Pending changes.
    pub schedule: Schedule<Change>,
}

impl Screen {
    /// With all registers zero.
    pub(super) fn new() -> Self {
        Screen {
            colours: [0; 9],
            prior: 0,
            decode: Decode::Lores,
            collisions: Collisions::default(),
            schedule: Schedule::new(),
        }
    }

    /// Whether it can be in this state at `clock`.
    pub(super) fn is_possible(&self, clock: usize) -> bool {
        let exists = |change| match change {
            Change::Colour { register, .. } => usize::from(register) < self.colours.len(),
            _ => true,
        };
        self.colours.iter().all(|colour| colour & 1 == 0) && self.schedule.is_possible(clock, exists)
    }

    /// Runs the clocks `from..to`; `pixels` are drawn if given.
    pub(super) fn advance(
        &mut self,
        from: usize,
        to: usize,
        an: &AnLine,
        coverage: &Coverage,
        mixed: &mut Mixed,
        mut pixels: Option<&mut Pixels>,
    ) {
        let due = self.schedule.due_before(to as u16);
        let mut reached = from;
        for index in 0..due {
            let (clock, change) = self.schedule.get(index);
            let clock = usize::from(clock);
            // Most take effect outside the visible clocks.
            if clock > reached && clock > FIRST_VISIBLE_CLOCK && reached < PLAYFIELD_END {
                self.stretch(reached, clock, an, coverage, mixed, pixels.as_deref_mut());
                reached = clock;
            }
            self.apply(change, mixed);
        }
        self.schedule.discard(due);
        if reached < PLAYFIELD_END && to > FIRST_VISIBLE_CLOCK {
            self.stretch(reached, to, an, coverage, mixed, pixels);
        }
    }

    /// Whether nothing changes in the visible clocks of a line but colours, and it is lores.
    pub(super) fn is_recoloured(&self, an: &AnLine) -> bool {
        let is_lores = matches!(self.decode, Decode::Lores | Decode::Late) && !an.hires;
        is_lores && self.changes_colours_alone()
    }

    /// Whether nothing changes in its visible clocks but colours.
    pub(super) fn changes_colours_alone(&self) -> bool {
        let is_colour = |change| matches!(change, Change::Colour { .. });
        self.visible_changes().iter().all(|&(_, change)| is_colour(change))
    }

    /// Draws the playfield of a line for which [`Screen::is_recoloured`] holds.
    pub(super) fn paint_recoloured(&self, an: &AnLine, picture: &mut [u8; LINE_PIXELS]) {
        recoloured::paint(an, &self.colours, self.schedule.due(PLAYFIELD_END as u16), picture);
    }

    /// Ends a line, `hires` or not, that has been shown, objects included, if it is drawn. The changes before its
    /// visible clocks have been carried out.
    pub(super) fn pass_shown(&mut self, hires: bool, mixed: &mut Mixed) {
        self.see_blank(hires);
        self.change_before(PLAYFIELD_END as u16, mixed);
    }

    /// Begins a line that is shown all at once: carries out the changes before its visible clocks.
    #[inline]
    pub(super) fn begin_row(&mut self, mixed: &mut Mixed) {
        self.change_before(FIRST_VISIBLE_CLOCK as u16 + 1, mixed);
    }

    /// Carries out all changes that take effect before `clock`.
    #[inline]
    fn change_before(&mut self, clock: u16, mixed: &mut Mixed) {
        let mut count = 0;
        while let Some(change) = self.schedule.get_before(count, clock) {
            self.apply(change, mixed);
            count += 1;
        }
        if count > 0 {
            self.schedule.discard(count);
        }
    }

    /// Whether no register changes before the end of the visible clocks.
    pub(super) fn is_still(&self) -> bool {
        self.schedule.is_empty_before(PLAYFIELD_END as u16)
    }

    /// Whether no register changes before the end of the visible clocks, and the playfield is lores or hires.
    pub(super) fn is_plain(&self) -> bool {
        self.is_still() && matches!(self.decode, Decode::Lores | Decode::Late)
    }

    /// The changes before the end of the visible clocks.
    pub(super) fn visible_changes(&self) -> &[(u16, Change)] {
        self.schedule.due(PLAYFIELD_END as u16)
    }

    /// Whether no register changes before the end of the visible clocks, whatever the mode of the playfield.
    pub(super) fn is_uniform(&self) -> bool {
        self.is_still() && self.decode != Decode::Lost
    }

    /// Whether that holds for a line that has just begun and for later ones, as long as nothing is written.
    pub(super) fn is_uniform_on(&self) -> bool {
        self.is_plain_on() || self.is_paired_on()
    }

    /// The look of a row, as long as no register changes.
    #[inline]
    pub(super) fn look(&self) -> Look {
        Look::of(self.decode, &self.colours)
    }

    /// Whether no register changes in a line that has just begun, no change is pending for the next one, and the
    /// playfield is lores or hires.
    pub(super) fn is_plain_on(&self) -> bool {
        self.schedule.is_empty() && self.decode == Decode::Lores
    }

    /// Whether no register changes before the [`TAIL`] of the visible clocks, and the playfield is in mode 9, 10 or 11.
    pub(super) fn is_paired(&self) -> bool {
        matches!(self.decode, Decode::Lumas | Decode::Registers | Decode::Hues)
            && self.schedule.is_empty_before(TAIL as u16)
    }

    /// The first clock at which a register changes, or the end of the visible clocks.
    pub(super) fn first_change(&self) -> usize {
        self.schedule.first().map_or(PLAYFIELD_END, |clock| PLAYFIELD_END.min(clock.into()))
    }

    /// Whether no register changes in this line, which has just begun, and in later ones, as long as nothing is
    /// written, and the playfield is in mode 9, 10 or 11.
    pub(super) fn is_paired_on(&self) -> bool {
        self.schedule.is_empty() && self.is_paired()
    }

    /// Begins a line, `hires` or not. Returns whether it can be run as a border: mode 10 and late lores also show what
    /// came before the visible clocks, so they cannot.
    pub(super) fn begin_border(&mut self, hires: bool) -> bool {
        self.see_blank(hires);
        matches!(self.decode, Decode::Lores | Decode::Lumas | Decode::Hues)
    }

    /// Runs the visible clocks from `from` on, in which there is no playfield, and draws them in the `picture`, if
    /// there is one.
    // [measured: 5 of 40 host instructions a machine cycle where modes 9 and 11 take turns by lines]
    pub(super) fn run_border(
        &mut self,
        mut from: usize,
        coverage: &Coverage,
        mixed: &mut Mixed,
        mut picture: Option<&mut [u8; LINE_PIXELS]>,
    ) {
        static BORDER: AnLine = AnLine { codes: [BACKGROUND; CLOCKS], hires: false };
        while from < PLAYFIELD_END {
            self.change_before(from as u16 + 1, mixed);
            let to = self.first_change();
            if let Some(picture) = picture.as_deref_mut() {
                let colour = picture::border_colour(self.decode, &self.colours);
                picture[2 * (from - FIRST_VISIBLE_CLOCK)..2 * (to - FIRST_VISIBLE_CLOCK)].fill(colour);
            }
            let visible: Option<&mut VisiblePixels> =
                picture.as_deref_mut().and_then(|it| it.as_chunks_mut().0.first_chunk_mut());
            if coverage.is_lit() {
                self.meet(from..to, &BORDER, coverage, visible);
            }
            from = to;
        }
    }

    /// Draws a row in mode 9, 10 or 11.
    pub(super) fn paint_pairs(&self, row: &Row, painter: &mut PairsPainter, picture: &mut [u8; LINE_PIXELS]) {
        painter.paint(row, self.decode, &self.colours, picture);
    }

    /// The colour registers, COLPM0 to COLBK.
    pub(super) fn colours(&self) -> &[u8; 9] {
        &self.colours
    }

    /// Ends the line. The next one begins in lores until its blank has been seen.
    #[inline(always)]
    pub(super) fn end_line(&mut self, mixed: &mut Mixed) {
        if !self.schedule.is_empty() {
            self.change_before(CLOCKS as u16, mixed);
            self.schedule.end_line();
        }
        if matches!(self.decode, Decode::Hires | Decode::Late) {
            self.decode = Decode::Lores;
        }
    }

    /// Runs clocks in which no register changes, some of them visible.
    #[inline]
    fn stretch(
        &mut self,
        from: usize,
        to: usize,
        an: &AnLine,
        coverage: &Coverage,
        mixed: &mut Mixed,
        pixels: Option<&mut Pixels>,
    ) {
        if from <= FIRST_VISIBLE_CLOCK {
            self.see_blank(an.hires);
        }
        let visible = from.max(FIRST_VISIBLE_CLOCK)..to.min(PLAYFIELD_END);
        self.show(visible, an, coverage, mixed, pixels);
    }

    /// Runs visible clocks.
    #[inline(never)]
    fn show(
        &mut self,
        clocks: Range<usize>,
        an: &AnLine,
        coverage: &Coverage,
        mixed: &mut Mixed,
        mut pixels: Option<&mut Pixels>,
    ) {
        if let Some(pixels) = &mut pixels {
            pixels.draw_playfield(clocks.start, clocks.end, an, &self.registers());
        }
        if coverage.is_lit() {
            let visible = pixels.and_then(Pixels::visible);
            if matches!(self.decode, Decode::Lores | Decode::Hires) {
                self.meet_by_code(clocks, an, coverage, mixed, visible);
            } else {
                self.meet(clocks, an, coverage, visible);
            }
        }
    }

    /// Whether nothing that affects the playfield changes before the end of the visible clocks of the line, of which
    /// nothing has been run yet, and it is lores or hires.
    pub(super) fn keeps_playfield(&self) -> bool {
        let is_objects = |change| matches!(change, Change::Colour { register: 0..4, .. });
        matches!(self.decode, Decode::Lores | Decode::Late)
            && self.schedule.due(PLAYFIELD_END as u16).iter().all(|&(_, change)| is_objects(change))
    }

    /// Whether objects are in front of the playfield, and not mixed with anything.
    #[inline]
    pub(super) fn has_players_before(&self) -> bool {
        self.prior & PRIORITY == PLAYERS_BEFORE
    }

    /// Whether such objects can be put over a line that shows `codes`.
    #[inline]
    pub(super) fn may_put(&self, codes: &impl Codes) -> bool {
        matches!(self.decode, Decode::Lores | Decode::Late)
            && !codes.is_hires()
            && codes.code(FIRST_VISIBLE_CLOCK) != an::BLANK
            && (self.is_still() || self.schedule.due_before(PLAYFIELD_END as u16) <= MOST_CHANGES)
    }

    /// Returns what puts objects over such a line one by one. None of them may meet a playfield for the first time.
    #[inline(always)]
    pub(super) fn stamps<'a>(&'a mut self, picture: &'a mut [u8; LINE_PIXELS]) -> Stamps<'a> {
        self.decode = Decode::Lores;
        Stamps { colours: &self.colours, picture }
    }

    /// Sets the colours of all that is shown in such a line.
    pub(super) fn colour(&self, shows: &mut Shows) {
        shows.colours[..COLOURS].copy_from_slice(&self.colours[..COLOURS]);
        if !self.is_still() {
            self.recolour(shows);
        }
    }

    #[inline(never)]
    fn recolour(&self, shows: &mut Shows) {
        for (n, &(clock, change)) in self.schedule.due(PLAYFIELD_END as u16).iter().enumerate() {
            if let Change::Colour { register, value } = change {
                shows.recolour(n, register.into(), value & 0xFE, clock.into());
            }
        }
        shows.sort();
    }

    /// The horizontal blank keeps setting the hires flip-flop until the last clock before the visible area, unless
    /// PRIOR holds it down. [acid: pseudo mode E] It is assumed to end the delay after a change of mode, too. [guess]
    fn see_blank(&mut self, hires: bool) {
        if matches!(self.decode, Decode::Lores | Decode::Late) {
            self.decode = if hires { Decode::Hires } else { Decode::Lores };
        }
    }

    fn registers(&self) -> Registers<'_> {
        Registers { colours: &self.colours, prior: self.prior, decode: self.decode }
    }

    /// Registers the collisions of the objects lit in visible `clocks`, where what is drawn depends only on the lit
    /// objects and the code of the clock. Draws those clocks again, if they are drawn at all.
    #[inline(always)]
    fn meet_by_code(
        &mut self,
        clocks: Range<usize>,
        an: &AnLine,
        coverage: &Coverage,
        mixed: &mut Mixed,
        mut visible: Option<&mut VisiblePixels>,
    ) {
        let Screen { colours, prior, decode, collisions, .. } = self;
        let registers = Registers { colours, prior: *prior, decode: *decode };
        mixed.begin(&registers);
        let hires = registers.is_hires();
        coverage.each_lit(clocks, |clock, lit| {
            let code = an.codes[clock];
            let halves = match mixed.find(hires, lit, code) {
                Some(halves) => halves,
                None => meet_first(lit, code, collisions, mixed, &registers),
            };
            if let Some(visible) = &mut visible {
                visible[clock - FIRST_VISIBLE_CLOCK] = halves;
            }
        });
    }

    /// Registers the collisions of a whole line in which no register changes and which is lores or hires. `lit` has
    /// visible clocks, each at most once and counted from the first one, with the objects lit there. Draws them over
    /// the finished playfield in the picture or, if that is not wanted, over a scratch line.
    #[inline(always)]
    pub(super) fn meet_row(
        &mut self,
        lit: impl Iterator<Item = (usize, u8)>,
        codes: &impl Codes,
        (mixed, told): (&mut Mixed, &mut CodesByColour),
        picture: Result<&mut [u8; LINE_PIXELS], &mut [u8; LINE_PIXELS]>,
    ) {
        self.see_blank(codes.is_hires());
        let [_, _, _, _, playfield @ ..] = self.colours;
        match picture {
            Ok(picture) if codes.line().is_none() && self.decode == Decode::Hires => {
                match told.in_hires(&playfield) {
                    Some(told) => {
                        let window = codes.window();
                        let tell = |pixels: &VisiblePixels, place: usize| match window
                            .contains(&(FIRST_VISIBLE_CLOCK + place))
                        {
                            true => hires_code(pixels[place].map(|pixel| told[usize::from(pixel)])),
                            false => BACKGROUND,
                        };
                        self.meet_each(lit, tell, codes, mixed, picture);
                    }
                    None => self.meet_asking(lit, codes, mixed, picture),
                }
            }
            Ok(picture) if codes.line().is_none() && self.decode == Decode::Lores => {
                let told = told.in_colours(&playfield);
                let tell = |pixels: &VisiblePixels, place: usize| told[usize::from(pixels[place][0])];
                self.meet_each(lit, tell, codes, mixed, picture);
            }
            Ok(picture) | Err(picture) => self.meet_asking(lit, codes, mixed, picture),
        }
    }

    /// [`Screen::meet_row`], looking up each code.
    #[inline(always)]
    fn meet_asking(
        &mut self,
        lit: impl Iterator<Item = (usize, u8)>,
        codes: &impl Codes,
        mixed: &mut Mixed,
        picture: &mut [u8; LINE_PIXELS],
    ) {
        let tell = |_: &VisiblePixels, place| codes.code(FIRST_VISIBLE_CLOCK + place);
        self.meet_each(lit, tell, codes, mixed, picture);
    }

    /// [`Screen::meet_row`], with codes by place: usually the one that is `told`; if that is no existing code, it is
    /// looked up.
    #[inline(always)]
    fn meet_each(
        &mut self,
        lit: impl Iterator<Item = (usize, u8)>,
        told: impl Fn(&VisiblePixels, usize) -> u8,
        codes: &impl Codes,
        mixed: &mut Mixed,
        picture: &mut [u8; LINE_PIXELS],
    ) {
        let Screen { colours, prior, decode, collisions, .. } = self;
        let registers = Registers { colours, prior: *prior, decode: *decode };
        mixed.begin(&registers);
        let hires = registers.is_hires();
        let Some(visible) = picture.as_chunks_mut().0.first_chunk_mut::<SEEN>() else { return };
        // This way the iterator can use its own loops.
        lit.filter(|(place, _)| *place < SEEN).for_each(|(place, lit)| {
            visible[place] = match mixed.find(hires, lit, told(visible, place)) {
                Some(halves) => halves,
                None => meet(lit, codes, place, collisions, mixed, &registers),
            };
        });
    }

    /// Registers the collisions of the objects lit in visible `clocks`, in any mode.
    #[inline(never)]
    pub(super) fn meet(
        &mut self,
        clocks: Range<usize>,
        an: &AnLine,
        coverage: &Coverage,
        visible: Option<&mut VisiblePixels>,
    ) {
        match self.decode.late() {
            Some(0) => self.meet_pairs::<0>(clocks, an, coverage, visible),
            Some(_) => self.meet_pairs::<1>(clocks, an, coverage, visible),
            None => self.meet_clocks(clocks, an, coverage, visible),
        }
    }

    /// [`Screen::meet`] in one of GTIA's own modes that is `LATE` clocks late. Many clocks have the same pair and the
    /// same lit objects. [measured: what is the same for all of them kept out of the loop, 1.8 of 26.6 host
    /// instructions a machine cycle with five objects]
    fn meet_pairs<const LATE: usize>(
        &mut self,
        clocks: Range<usize>,
        an: &AnLine,
        coverage: &Coverage,
        mut visible: Option<&mut VisiblePixels>,
    ) {
        let (pairs, _) = an.codes.as_chunks();
        let mut known = [(0, [0; 2]); PAIRS];
        coverage.each_lit(clocks, |clock, lit| {
            if an.codes[clock] == an::BLANK {
                return;
            }
            let known = &mut known[playfield::pair_number(pairs[(clock - LATE) / 2])];
            if known.0 != lit {
                *known = (lit, self.meet_clock(clock, lit, an));
            }
            if let Some(visible) = &mut visible {
                visible[clock - FIRST_VISIBLE_CLOCK] = known.1;
            }
        });
    }

    /// [`Screen::meet`] where the result at a clock depends on more.
    fn meet_clocks(
        &mut self,
        clocks: Range<usize>,
        an: &AnLine,
        coverage: &Coverage,
        mut visible: Option<&mut VisiblePixels>,
    ) {
        coverage.each_lit(clocks, |clock, lit| {
            if an.codes[clock] == an::BLANK {
                return;
            }
            let halves = self.meet_clock(clock, lit, an);
            if let Some(visible) = &mut visible {
                visible[clock - FIRST_VISIBLE_CLOCK] = halves;
            }
        });
    }

    /// Registers the collisions at a visible clock that is not blank. Returns its pixels.
    #[inline(never)]
    fn meet_clock(&mut self, clock: usize, lit: u8, an: &AnLine) -> Mix {
        let Screen { colours, prior, decode, collisions, .. } = self;
        let registers = Registers { colours, prior: *prior, decode: *decode };
        let dot = decode.dot(&an.codes, clock);
        collisions.record(lit, dot.collides);
        let nibble = || playfield::nibble_at(&an.codes, clock);
        picture::halves(picture::selected(lit, dot, *prior), an.codes[clock], nibble, &registers)
    }

    #[inline(always)]
    fn apply(&mut self, change: Change, mixed: &mut Mixed) {
        match change {
            Change::Colour { register, value } => self.colours[usize::from(register)] = value & 0xFE,
            change => self.apply_other(change, mixed),
        }
    }

    /// Carries out a change other than that of a colour, as most are. [measured: 0.8 of 27 host instructions a machine
    /// cycle where twelve colours are written on each line]
    #[inline(never)]
    fn apply_other(&mut self, change: Change, mixed: &mut Mixed) {
        match change {
            Change::Colour { .. } => {}
            Change::Priority(prior) => self.prior = prior,
            Change::BeforeMode(prior) => self.decode = self.decode.before(Decode::of_prior(prior)),
            Change::Mode(prior) => self.decode = self.decode.then(Decode::of_prior(prior)),
            Change::ClearCollisions => {
                self.collisions = Collisions::default();
                mixed.forget();
            }
        }
    }
}

/// The pixels of a visible clock, whether known or not.
#[inline(never)]
fn meet(
    lit: u8,
    codes: &impl Codes,
    place: usize,
    collisions: &mut Collisions,
    mixed: &mut Mixed,
    registers: &Registers,
) -> Mix {
    let hires = registers.is_hires();
    let code = codes.code(FIRST_VISIBLE_CLOCK + place);
    mixed.find(hires, lit, code).unwrap_or_else(|| meet_first(lit, code, collisions, mixed, registers))
}

/// The pixels of a clock that is the first since HITCLR with these lit objects over this code. Collisions are latched,
/// so they need to be recorded only then.
#[inline(never)]
fn meet_first(
    lit: u8,
    code: u8,
    collisions: &mut Collisions,
    mixed: &mut Mixed,
    registers: &Registers,
) -> Mix {
    let hires = registers.is_hires();
    let mut driven = Driven::NOTHING;
    if code != an::BLANK {
        let dot = registers.decode.dot_of(code);
        collisions.record(lit, dot.collides);
        driven = Driven::of(picture::selected(lit, dot, registers.prior), code, registers.decode);
    }
    mixed.learn(hires, lit, code, driven)
}
