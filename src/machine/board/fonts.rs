//! Fonts as they are shown: their bytes, and the pixels of all characters in several sets of colours. Changing text is
//! then painted from its names alone, and a change of glyphs is detected once for the font instead of for each line
//! that shows it.

use std::ops::Range;

use super::cells::{CELL_BITS, cell_of};
use super::memory::Memory;
use crate::chips::an::{BACKGROUND, Codes, PLAYFIELD, Row, Shape};
use crate::chips::antic::{RowPlan, Script};
use crate::chips::gtia::{CellPainter, Gtia, LINE_PIXELS, Layout, NameCells, NamePixels, PlayfieldColours};

/// Characters of the largest font.
const CHARACTERS: usize = 0x80;
/// Number of names.
const NAMES: usize = 0x100;
/// Bytes of a character; each is a row of pixels.
const HEIGHT: usize = 8;
/// Number of characters whose bytes are in one cell of memory.
const CELL_CHARACTERS: usize = (1 << CELL_BITS) / HEIGHT;
/// How many fonts are kept.
const FONTS: usize = 8;
/// In how many sets of colours each font is kept.
const SETS: usize = 8;
/// A font is kept after this many requests while it was not. [guess]
const PATIENCE: u16 = 64;
/// The number of such requests if each font kept replaced another one as often as possible: more than a second full of
/// text.
const LONGEST_PATIENCE: u16 = 64 * 256;
/// A set of colours of a font is kept after this many requests while it was not: a screen full of text.
const PATIENCE_FOR_COLOURS: u8 = 192;
/// A set may be replaced if it has not been requested while [`Font::asked`] advanced by more than this. [guess]
const STALE: u32 = 1024;

/// How a line shows text.
#[derive(Clone, Copy)]
pub(crate) struct Text {
    script: Script,
    /// The row of pixels of its characters.
    row: usize,
    /// Number of the state of their glyphs when last shown; 0 = unknown.
    glyphs: u32,
    /// Its position in the picture.
    pub layout: Layout,
}

impl Text {
    /// The text of a line that came out as `said`, if that is text.
    pub(crate) fn of(row: &RowPlan, said: &Row) -> Option<Text> {
        let script = row.script()?;
        Some(Text { script, row: row.text_row(), glyphs: 0, layout: Layout::of(said) })
    }
}

/// Fonts of changing text.
pub(crate) struct Fonts {
    fonts: [Option<Box<Font>>; FONTS],
    /// Index of the one that was requested last.
    last: usize,
    /// For each counting place: requests for fonts that are not kept, and how many it takes to keep one.
    asked: [(u16, u16); FONTS],
    /// The last number assigned.
    last_id: u32,
}

/// A font in a script.
struct Font {
    script: Script,
    /// For each row of pixels, a number that changes with the glyphs.
    ids: [u32; HEIGHT],
    bytes: [[u8; HEIGHT]; CHARACTERS],
    /// For each row of pixels, the cells of all names.
    cells: [NameCells; HEIGHT],
    /// The value of [`Memory::all_changes`] for which the above are valid.
    looked_at: u64,
    /// The pixels in several sets of colours, without gaps, the most recently requested first.
    painted: [Option<Box<Painted>>; SETS],
    /// Sets of colours that were requested but are not kept, with the number of requests, which others reduce.
    wanted: [(PlayfieldColours, u8); SETS],
    /// How often a set other than the first has been requested.
    asked: u32,
}

/// A font in a set of colours.
struct Painted {
    colours: PlayfieldColours,
    painter: CellPainter,
    rows: Rows,
    /// The right halves, for names that are sixteen pixels wide; `rows` has the left ones.
    right: Option<Box<Rows>>,
    /// [`Font::asked`] when this set was put first.
    since: u32,
}

/// Eight pixels of each name, by row of pixels.
type Rows = [[[u8; 8]; NAMES]; HEIGHT];

impl Fonts {
    /// Without fonts.
    pub(crate) fn new() -> Self {
        Fonts { fonts: [const { None }; FONTS], last: 0, asked: [(0, PATIENCE); FONTS], last_id: 0 }
    }

    /// Whether the glyphs of a text are as at the last call for it; `None` if its font is not kept. Watches them for
    /// their next change.
    #[inline]
    pub(crate) fn are_same(&mut self, text: &mut Text, memory: &mut Memory) -> Option<bool> {
        let id = self.font(text.script, memory)?.ids[text.row];
        Some(std::mem::replace(&mut text.glyphs, id) == id)
    }

    /// The pixels of a text in a set of colours, if they are kept.
    #[inline]
    pub(crate) fn painted(
        &mut self,
        text: &Text,
        colours: &PlayfieldColours,
        memory: &mut Memory,
    ) -> Option<NamePixels<'_>> {
        self.font(text.script, memory)?.in_colours(colours).map(|painted| painted.row(text.row))
    }

    /// The font of a line and of the later ones in its mode line, if it shows text.
    #[inline(always)]
    pub(crate) fn shown(
        &mut self,
        shown: &RowPlan,
        colours: &PlayfieldColours,
        memory: &mut Memory,
    ) -> Option<ShownFont<'_>> {
        let script = shown.script()?;
        let font = self.font(script, memory)?;
        let is_painted = font.fetch_in_colours(colours).is_some();
        let Font { cells, painted: [painted, ..], .. } = font;
        let painted = painted.as_deref().filter(|_| is_painted);
        Some(ShownFont { shape: script.shape(), cells, painted })
    }

    #[inline]
    fn font(&mut self, script: Script, memory: &mut Memory) -> Option<&mut Font> {
        if self.fonts[self.last].as_ref().is_none_or(|font| font.script != script) {
            self.last = self.find(script, memory)?;
        }
        let font = self.fonts[self.last].as_deref_mut()?;
        if font.looked_at != memory.all_changes {
            if memory.block_has_changed(script.font, font.looked_at) {
                font.look(memory, &mut self.last_id);
            }
            font.looked_at = memory.all_changes;
        }
        Some(font)
    }

    /// The place of a font, if it is kept, or has now been requested often enough to be kept.
    #[inline(never)]
    fn find(&mut self, script: Script, memory: &mut Memory) -> Option<usize> {
        let is_it = |font: &Option<Box<Font>>| font.as_ref().is_some_and(|font| font.script == script);
        self.fonts.iter().position(is_it).or_else(|| self.admit(script, memory))
    }

    fn admit(&mut self, script: Script, memory: &mut Memory) -> Option<usize> {
        let (asked, patience) = &mut self.asked[place_of(script)];
        *asked += 1;
        if *asked < *patience {
            return None;
        }
        *asked = 0;
        // The font not shown for longest is replaced. If there are more fonts than places, none of them would stay for
        // long.
        let age = |place: &usize| self.fonts[*place].as_ref().map(|font| font.looked_at);
        let place = (0..FONTS).min_by_key(age)?;
        if self.fonts[place].is_some() {
            *patience = (2 * *patience).min(LONGEST_PATIENCE);
        }
        self.last_id += 1;
        self.fonts[place] = Some(Box::new(Font::new(script, self.last_id, memory)));
        Some(place)
    }
}

/// The place at which requests for a font are counted.
fn place_of(script: Script) -> usize {
    (usize::from(script.font >> 10) ^ script.shape() as usize) % FONTS
}

impl Font {
    fn new(script: Script, id: u32, memory: &mut Memory) -> Self {
        memory.watch(cell_of(script.font), script.characters() / CELL_CHARACTERS);
        let (glyphs, _) = memory.bytes[script.font.into()..].as_chunks();
        let mut bytes = [[0; HEIGHT]; CHARACTERS];
        bytes.iter_mut().zip(glyphs).take(script.characters()).for_each(|(to, glyph)| *to = *glyph);
        let (painted, wanted) = ([const { None }; SETS], [(PlayfieldColours::default(), 0); SETS]);
        let looked_at = memory.all_changes;
        let (ids, cells) = ([id; HEIGHT], [[0; NAMES]; HEIGHT]);
        let mut font = Font { script, ids, bytes, cells, looked_at, painted, wanted, asked: 0 };
        for (name, glyph) in bytes.iter().take(script.characters()).enumerate() {
            for (cells, &byte) in font.cells.iter_mut().zip(glyph) {
                say(script, cells, name as u8, byte);
            }
        }
        font
    }

    /// Updates the glyphs whose memory has changed.
    #[inline(never)]
    fn look(&mut self, memory: &mut Memory, last_id: &mut u32) {
        let Font { script, ids, bytes, cells, painted, looked_at, .. } = self;
        let of_font = (cell_of(script.font), script.characters() / CELL_CHARACTERS);
        memory.watch_changed(of_font, *looked_at, |cell: usize, now: &[u8; 1 << CELL_BITS]| {
            let (glyphs, _) = now.as_chunks::<HEIGHT>();
            for (name, glyph) in (cell * CELL_CHARACTERS..).zip(glyphs) {
                let before = std::mem::replace(&mut bytes[name], *glyph);
                if before == *glyph {
                    continue;
                }
                for row in 0..HEIGHT {
                    if before[row] != glyph[row] {
                        *last_id += 1;
                        ids[row] = *last_id;
                        say(*script, &mut cells[row], name as u8, glyph[row]);
                        for painted in painted.iter_mut().map_while(Option::as_mut) {
                            painted.paint(*script, row, name as u8, glyph[row]);
                        }
                    }
                }
            }
        });
    }

    #[inline]
    fn in_colours(&mut self, colours: &PlayfieldColours) -> Option<&Painted> {
        self.fetch_in_colours(colours)?;
        self.painted[0].as_deref()
    }

    /// Moves the pixels in these colours to the front; `None` if they are not kept.
    #[inline]
    fn fetch_in_colours(&mut self, colours: &PlayfieldColours) -> Option<()> {
        let is_first = self.painted[0].as_ref().is_some_and(|painted| painted.colours == *colours);
        if is_first { Some(()) } else { self.fetch_colours(colours) }
    }

    /// Moves the pixels in these colours to the front, if they are kept or are to be kept now.
    #[inline(never)]
    fn fetch_colours(&mut self, colours: &PlayfieldColours) -> Option<()> {
        self.asked = self.asked.wrapping_add(1);
        match self.painted.iter().flatten().position(|painted| painted.colours == *colours) {
            Some(place) => self.painted[..=place].rotate_right(1),
            None if self.are_wanted(colours) && self.has_room() => self.paint(colours),
            None => return None,
        }
        if let [Some(first), ..] = &mut self.painted {
            first.since = self.asked;
        }
        Some(())
    }

    /// Whether these colours have been requested often enough.
    fn are_wanted(&mut self, colours: &PlayfieldColours) -> bool {
        if let Some((_, times)) = self.wanted.iter_mut().find(|(wanted, _)| wanted == colours) {
            *times = (*times + 1) % PATIENCE_FOR_COLOURS;
            return *times == 0;
        }
        self.wanted.iter_mut().for_each(|(_, times)| *times = times.saturating_sub(1));
        if let Some(least) = self.wanted.iter_mut().min_by_key(|(_, times)| *times) {
            *least = (*colours, 1);
        }
        false
    }

    /// Whether a set of colours may be replaced.
    fn has_room(&self) -> bool {
        let [.., last] = &self.painted;
        last.as_ref().is_none_or(|last| self.asked.wrapping_sub(last.since) > STALE)
    }

    fn paint(&mut self, colours: &PlayfieldColours) {
        let mut painted = Box::new(Painted::new(*colours, self.script.shape()));
        for (name, glyph) in self.bytes.iter().take(self.script.characters()).enumerate() {
            (0..HEIGHT).for_each(|row| painted.paint(self.script, row, name as u8, glyph[row]));
        }
        self.painted.rotate_right(1);
        self.painted[0] = Some(painted);
    }
}

/// A font in a set of colours.
#[derive(Clone, Copy)]
pub(crate) struct ShownFont<'a> {
    shape: Shape,
    cells: &'a [NameCells; HEIGHT],
    /// The pixels of all names, if they are kept.
    painted: Option<&'a Painted>,
}

impl ShownFont<'_> {
    /// Paints a `row` of pixels of some names.
    #[inline(always)]
    pub(crate) fn paint(
        &self,
        row: usize,
        names: &[u8],
        (layout, colours): (&Layout, &PlayfieldColours),
        gtia: &mut Gtia,
        picture: &mut [u8; LINE_PIXELS],
    ) {
        match self.painted {
            Some(painted) => Gtia::paint_names(layout, names, painted.row(row), colours, picture),
            None => gtia.paint_text(layout, (self.shape, &self.cells[row]), names, colours, picture),
        }
    }
}

/// A line of text whose codes are computed on demand.
pub(crate) struct TextCodes<'a> {
    names: &'a [u8],
    cells: &'a NameCells,
    /// Shift that turns a number of clocks into a number of names.
    shift: u32,
    /// Clock of the first name.
    start: usize,
    /// The first clock that shows a name, and the number of clocks that do.
    first: usize,
    shown: usize,
    /// The code beside them within the window.
    empty: u8,
    place: &'a Row,
}

impl<'a> TextCodes<'a> {
    /// The codes of `names` at a `place`, of which a `row` of pixels is shown.
    #[inline(always)]
    pub(crate) fn of(font: ShownFont<'a>, row: usize, names: &'a [u8], place: &'a Row) -> Self {
        let (left, right) = place.window;
        let first = left.max(place.start);
        let clocks = place.shape.clocks();
        let end = right.min(place.start + clocks * names.len());
        let empty = if place.hires { PLAYFIELD } else { BACKGROUND };
        let shown = end.saturating_sub(first);
        let cells = &font.cells[row];
        let shift = clocks.trailing_zeros();
        TextCodes { names, cells, shift, start: place.start, first, shown, empty, place }
    }
}

impl Codes for TextCodes<'_> {
    fn is_hires(&self) -> bool {
        self.place.hires
    }

    #[inline(always)]
    fn code(&self, clock: usize) -> u8 {
        if clock.wrapping_sub(self.first) < self.shown {
            let offset = clock - self.start;
            let name = self.names[offset >> self.shift];
            return self.place.shape.code(self.cells[usize::from(name)], offset);
        }
        let (left, right) = self.place.window;
        if clock < left || right <= clock { BACKGROUND } else { self.empty }
    }

    fn window(&self) -> Range<usize> {
        self.place.window.0..self.place.window.1
    }

    #[inline(always)]
    fn playfields(&self, clocks: Range<usize>) -> u8 {
        if self.place.hires {
            return 0x0F;
        }
        let name = |clock: usize| clock.saturating_sub(self.start) >> self.shift;
        let names =
            self.names.iter().take(name(clocks.end + self.place.shape.clocks() - 1)).skip(name(clocks.start));
        names.fold(0, |all, name| all | self.place.shape.playfields(self.cells[usize::from(*name)]))
    }
}

/// Computes what a row of a character shows whose byte in the font is `byte`.
#[inline(always)]
fn say(script: Script, cells: &mut NameCells, character: u8, byte: u8) {
    script.say(character, byte, |name, cell| cells[usize::from(name)] = cell);
}

impl Painted {
    fn new(colours: PlayfieldColours, shape: Shape) -> Self {
        let rows = [[[0; 8]; NAMES]; HEIGHT];
        let right = (shape == Shape::Bits).then(|| Box::new(rows));
        Painted { colours, painter: CellPainter::new(colours), rows, right, since: 0 }
    }

    /// The pixels of all names in one row.
    #[inline(always)]
    fn row(&self, row: usize) -> NamePixels<'_> {
        match &self.right {
            None => NamePixels::Eight(&self.rows[row]),
            Some(right) => NamePixels::Sixteen([&self.rows[row], &right[row]]),
        }
    }

    /// Paints a row of a character whose byte in the font is `byte`.
    #[inline(always)]
    fn paint(&mut self, script: Script, row: usize, character: u8, byte: u8) {
        let Painted { painter, rows, right, .. } = self;
        script.say(character, byte, |name, cell| match right {
            None => rows[row][usize::from(name)] = painter.pixels(script.shape(), cell),
            Some(right) => {
                [rows[row][usize::from(name)], right[row][usize::from(name)]] = painter.wide_pixels(cell);
            }
        });
    }
}
