//! Rows: whole undisturbed playfields. What their bytes show is said without codes; if only the bytes change from frame
//! to frame, the rest is used over and over.

use super::chip::Chip;
use super::display::{self, Data, Delay};
use super::held::{Captured, Held};
use super::mode_line::{ModeLine, inverse_video};
use super::plan::LinePlan;
use super::timing::HEAD_END;
use super::train::{BYTES, Train};
use super::wiring::Wiring;
use crate::chips::an::{Row, Shape};

/// How names and glyph bytes become cells of a [`Row`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Style {
    /// Two colours; blank and inverse video as in CHACTL.
    Hires(u8),
    /// Pairs of bits; the name selects one of two sets of playfields.
    EitherPairs,
    /// Single bits; the name selects the playfield.
    Bits,
}

/// Everything that determines the cells of rows of characters, apart from their names, the bytes of the font, and the
/// row of pixels shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Script {
    /// The address of the font.
    pub font: u16,
    style: Style,
}

impl Script {
    /// How the cells are read.
    pub fn shape(&self) -> Shape {
        match self.style {
            Style::Hires(_) => Shape::Hires,
            Style::EitherPairs => Shape::EitherPairs,
            Style::Bits => Shape::Bits,
        }
    }

    /// The number of characters in the font. Names that differ only in the remaining bits show the same character, each
    /// in its own style.
    pub fn characters(&self) -> usize {
        if self.style == Style::Bits { 0x40 } else { 0x80 }
    }

    /// Calls `cell` with each name that shows a character, and its cell; `bits` is the character's byte in the font.
    #[inline(always)]
    pub fn say(&self, character: u8, bits: u8, mut cell: impl FnMut(u8, u16)) {
        match self.style {
            Style::Hires(chactl) => names_of::<2>(character)
                .into_iter()
                .for_each(|name| cell(name, inverse_video(bits, name, chactl).into())),
            Style::EitherPairs => {
                names_of::<2>(character).into_iter().for_each(|name| cell(name, pair_cell(name, bits)));
            }
            Style::Bits => {
                names_of::<4>(character).into_iter().for_each(|name| cell(name, bits_cell(name, bits)));
            }
        }
    }
}

/// The names that show a character, one for each style.
#[inline(always)]
fn names_of<const MANNERS: usize>(character: u8) -> [u8; MANNERS] {
    std::array::from_fn(|manner| character + (manner * (0x100 / MANNERS)) as u8)
}

/// The cell of a name in modes 4 and 5.
#[inline(always)]
fn pair_cell(name: u8, bits: u8) -> u16 {
    u16::from(bits) | u16::from(name & 0x80) << 1
}

/// The cell of a name in modes 6 and 7.
#[inline(always)]
fn bits_cell(name: u8, bits: u8) -> u16 {
    u16::from(bits) | u16::from(name & 0xC0) << 2
}

/// The outcome of a line whose codes nothing needed before its end.
#[derive(Debug)]
pub enum EndedRow {
    /// Text whose names have been taken, but of which nothing has been said.
    Text(RowPlan),
    /// The row that has been said.
    Said,
}

/// How a line shows its playfield, without the bytes.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct RowPlan {
    /// The requests; none if the line shows no playfield.
    train: Option<Train>,
    mode: ModeLine,
    chactl: u8,
    /// The address of the first character's row of pixels, and the bits of a name that count.
    font: (u16, u8),
    /// The address of its names or bitmap bytes, if it reads any.
    pub(super) scan: u16,
    /// Clock of the first byte.
    start: u16,
    shape: Shape,
    /// The clocks in which a playfield is shown: first and end.
    window: (u8, u8),
    hires: bool,
    /// How many bytes begin before the end of the visible area.
    visible: u8,
    /// Some of those are taken from the bus, where others have put them.
    shows_captured: bool,
}

/// A row that is kept; see [`super::Antic::keep_row`].
#[derive(Clone, Copy, Debug)]
pub(super) struct KeptRow {
    /// How it is shown.
    pub shown: RowPlan,
    /// The cycle since which it is kept.
    pub since: u8,
    /// A write to HSCROL since, which moves only what is beside the playfield's window.
    pub delay: Option<Delay>,
}

impl Chip {
    /// How the line shows its playfield if it stays undisturbed. Nothing of the playfield has been carried out, or only
    /// what comes before cycle `from`. None if its requests are irregular, or its bytes are not read like a [`Row`]'s.
    #[inline(always)]
    pub(super) fn row_plan(&self, plan: &LinePlan, from: u8) -> Option<RowPlan> {
        let is_begun = self.done != from && plan.train.is_some_and(|train| self.done > train.first);
        if u32::from(self.done) < HEAD_END || is_begun || !plan.is_row || !self.keeps_font(plan.train) {
            return None;
        }
        let odd = self.scrolled_odd();
        let characters = plan.train.is_some_and(|train| train.characters);
        let (left, right) = display::window(self.dmactl & 3);
        Some(RowPlan {
            train: plan.train,
            mode: self.mode,
            chactl: self.chactl,
            font: if characters { self.font() } else { (0, 0) },
            scan: self.data.scan,
            start: plan.row.start[odd],
            shape: plan.row.shape,
            window: (left as u8, right as u8),
            hires: self.data.an.hires,
            visible: plan.row.visible[odd],
            shows_captured: plan.row.shows_captured[odd],
        })
    }

    /// Whether all glyphs of a line with this train come from one font. CHBASE may have been written before the first
    /// of them.
    #[inline]
    pub(super) fn keeps_font(&self, train: Option<Train>) -> bool {
        let is_before =
            |train: Train| !train.characters || usize::from(self.chbase_from) <= train.glyph_cycle_of(0);
        self.chbase[0] == self.chbase[1] || train.is_none_or(is_before)
    }

    /// Updates `shown` for the next row of the mode line, which is planned like the one before.
    #[inline]
    pub(super) fn follow_row(&self, shown: &mut RowPlan) {
        shown.mode = self.mode;
        if shown.font.1 != 0 {
            shown.font = self.font();
        }
    }

    /// Takes all of the line's playfield.
    #[inline(always)]
    pub(super) fn take_bytes(&mut self, shown: &RowPlan, wiring: &impl Wiring) {
        let Data { held, captured, .. } = &mut self.data;
        let read = shown.take(held, captured, wiring);
        self.data.step_scan_by(read);
    }

    /// Writes what has been taken to the row.
    #[inline(always)]
    pub(super) fn say_taken(&mut self, shown: &RowPlan, wiring: &impl Wiring) {
        let Data { held, captured, row, .. } = &mut self.data;
        shown.show(held, captured, row, wiring);
    }

    /// The address of the first character's row of pixels, and the bits of a name that count.
    fn font(&self) -> (u16, u8) {
        let mask = self.mode.name_mask();
        (self.mode.font_address(0, self.chbase[1], self.chactl), mask)
    }
}

impl RowPlan {
    /// The number of bytes in the line, visible or not.
    pub(super) fn bytes(&self) -> u8 {
        self.train.map_or(0, |train| train.fonts)
    }

    /// Whether it shows no bytes.
    pub fn is_empty(&self) -> bool {
        self.train.is_none()
    }

    /// The bytes of the line buffer that it shows.
    pub fn shown<'a>(&self, held: &'a Held) -> &'a [u8] {
        &held.buffer[..usize::from(self.visible)]
    }

    /// The script of its names, if what they show depends only on name and font, and nothing visible is taken from the
    /// bus.
    pub fn script(&self) -> Option<Script> {
        let style = match self.mode.ir & 15 {
            2 if self.mode.is_whole_row() => Style::Hires(self.chactl & 3),
            4 | 5 => Style::EitherPairs,
            6 | 7 => Style::Bits,
            _ => return None,
        };
        let (first, _) = self.font;
        self.train.filter(|_| !self.shows_captured).map(|_| Script { font: first & !7, style })
    }

    /// The row of pixels of its characters, if it shows text.
    pub fn text_row(&self) -> usize {
        usize::from(self.font.0 & 7)
    }

    /// Whether it fetches names or bitmap bytes from memory, as the first line of its mode line does.
    pub fn scans(&self) -> bool {
        self.mode.first
    }

    /// Updates what was `held` at the start of a line that fetches no names or bitmap bytes from memory to what is held
    /// at the start of the next line. The last byte fetched is not updated.
    #[inline]
    pub(super) fn pass_on(&self, held: &mut Held) {
        if let Some(train) = self.train {
            held.skip(train);
        }
        held.begin_line();
    }

    /// Whether some of what is visible is taken from the bus, where others have put it.
    pub fn shows_captured(&self) -> bool {
        self.shows_captured
    }

    /// Takes what it has not read yet, and leaves `held` as after the line. Returns how many bytes were read at the
    /// memory scan counter.
    #[inline(always)]
    pub(super) fn take(&self, held: &mut Held, captured: &Captured, wiring: &impl Wiring) -> u16 {
        let Some(train) = self.train else { return 0 };
        let read = if self.mode.first { held.load(train, self.scan, captured, wiring) } else { 0 };
        held.skip(train);
        held.last_byte = self.last_byte(held, held.last_byte, captured, wiring);
        read
    }

    /// Whether it takes other bytes from the bus into the line buffer than those in `held`.
    pub(super) fn captures_others(&self, held: &Held, captured: &Captured) -> bool {
        let Some(train) = self.train.filter(|_| self.mode.first) else { return false };
        (usize::from(train.real)..usize::from(train.count))
            .any(|index| held.buffer[index] != captured.0[train.cycle_of(index)])
    }

    /// The last byte fetched, with the line buffer of `held` and the byte `before` fetched before its playfield.
    #[inline]
    pub(super) fn last_byte(&self, held: &Held, before: u8, captured: &Captured, wiring: &impl Wiring) -> u8 {
        match self.train {
            Some(train) if train.characters => {
                let last = usize::from(train.fonts) - 1;
                if train.real_fonts < train.fonts {
                    return captured.0[train.glyph_cycle_of(last)];
                }
                let (font, mask) = self.font;
                wiring.fetch(font + u16::from(held.buffer[last] & mask) * 8)
            }
            Some(train) if self.mode.first => held.buffer[usize::from(train.count) - 1],
            _ => before,
        }
    }

    /// Writes what has been taken to `row`.
    pub(super) fn show(&self, held: &Held, captured: &Captured, row: &mut Row, wiring: &impl Wiring) {
        self.show_place(row);
        let Some(train) = self.train else { return };
        if train.characters {
            self.find_glyphs(train, held, captured, row, wiring);
        } else {
            for (cell, byte) in row.cells.iter_mut().zip(&held.buffer) {
                *cell = u16::from(*byte);
            }
        }
    }

    /// Writes the position of a row in the line, but no cells.
    #[inline(always)]
    pub(super) fn show_place(&self, row: &mut Row) {
        row.window = (self.window.0.into(), self.window.1.into());
        (row.shape, row.hires) = (self.shape, self.hires);
        (row.start, row.count) = (self.start.into(), self.visible.into());
    }

    /// Fetches the rows of pixels of all characters of the line.
    fn find_glyphs(
        &self,
        train: Train,
        held: &Held,
        captured: &Captured,
        row: &mut Row,
        wiring: &impl Wiring,
    ) {
        let (mode, chactl) = (self.mode, self.chactl);
        let (count, real) = (usize::from(train.fonts), usize::from(train.real_fonts));
        let names = &held.buffer;
        let mut bits = [0; BYTES];
        let (font, mask) = self.font;
        wiring.fetch_glyphs(font, mask, &names[..real], &mut bits[..real]);
        for (bits, index) in bits[real..count].iter_mut().zip(real..) {
            *bits = captured.0[train.glyph_cycle_of(index)];
        }
        // All cells, including those after the last one: that uses vector instructions and needs no count.
        let cells = row.cells.iter_mut().zip(&bits).zip(names);
        match mode.ir & 15 {
            2 if mode.is_whole_row() => {
                cells.for_each(|((cell, &bits), &name)| *cell = inverse_video(bits, name, chactl).into());
            }
            2 | 3 => {
                cells.for_each(|((cell, &bits), &name)| *cell = mode.glyph_bits(bits, name, chactl).into())
            }
            4 | 5 => cells.for_each(|((cell, &bits), &name)| *cell = pair_cell(name, bits)),
            _ => cells.for_each(|((cell, &bits), &name)| *cell = bits_cell(name, bits)),
        }
    }
}
