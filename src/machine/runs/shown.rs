//! GTIA's part of known lines. It is known what ANTIC says in them. If no object is lit and no register changes, the
//! picture shows the line already or it is painted; otherwise GTIA is run with what ANTIC says.

use crate::chips::an::{AnLine, Row};
use crate::chips::antic::Antic;
use crate::chips::gtia::{Gtia, LINE_PIXELS, Look, PlayfieldColours};
use crate::machine::board::atari::{Atari, Dma};
use crate::machine::board::fonts::Fonts;
use crate::machine::board::kept_line::{Line, OBJECTS};
use crate::machine::board::kept_lines::{KeptLines, next_number, row_of};
use crate::machine::board::memory::Memory;

impl Atari {
    /// Runs GTIA's part of line `number`, which is known and over, if GTIA does nothing but show what ANTIC says, also
    /// in the line that follows. False if not.
    #[inline(always)]
    pub(super) fn show_plain(&mut self, number: u16) -> bool {
        let Atari { memory, antic, gtia, kept_lines: kept, pictures, drawing, .. } = self;
        let KeptLines { lines, last_id, shown, place, fonts, written, .. } = kept;
        let Some(line) = lines[*place].as_deref_mut() else { return false };
        if *written || line.loads != [0; OBJECTS] || !gtia.is_plain_on() {
            return false;
        }
        let row = if *drawing { row_of(&mut pictures.drawn, number) } else { None };
        let Some((row, pixels)) = row else { return true };
        let (look, shown) = (gtia.look(), &mut shown[0][row]);
        if line.plain.known(line.said_id, &look) == Some(*shown) {
            return true;
        }
        let is_row = line.said.as_ref().is_some_and(|said| look.may_paint(said));
        if is_row {
            let id = line.plain.pixels_id(line.said_id, look, || next_number(last_id));
            if std::mem::replace(shown, id) != id {
                paint_said(line, &look, pixels, &mut Shower { memory, antic, gtia, fonts });
            }
        }
        is_row
    }

    /// Runs GTIA's part of line `number`, which is known and over.
    #[inline(always)]
    pub(super) fn end_showing(&mut self, number: u16) {
        if self.antic.loads_players() && (self.kept_lines.written || !self.load_players_kept(number)) {
            self.catch_up_antic();
            self.antic.carry_out_head(&mut Dma { memory: &self.memory, gtia: &mut self.gtia, line: number });
        }
        if self.recording {
            self.take_speaker();
        }
        self.run_gtia(number);
    }

    /// Loads the players' data that line `number`, which is known, fetches; false if it fetches data for only some of
    /// them.
    fn load_players_kept(&mut self, number: u16) -> bool {
        let line = self.kept_lines.lines[self.kept_lines.place].as_deref();
        let Some(Some(players)) = line.and_then(Line::players) else { return false };
        self.gtia.load_players(number, players);
        true
    }

    /// Runs GTIA's part of line `number`, whose ANTIC part is kept. All data have been loaded.
    pub(super) fn run_gtia(&mut self, number: u16) {
        let Atari { memory, antic, gtia, kept_lines: kept, pictures, drawing, .. } = self;
        let KeptLines { lines, last_id, shown, place, fonts, .. } = kept;
        let Some(line) = lines[*place].as_deref_mut() else { return };
        let row = if *drawing { row_of(&mut pictures.drawn, number) } else { None };
        if let Some(said) = &line.said
            && gtia.begin_unlit()
        {
            let hires = said.hires;
            let look = gtia.uniform_look().filter(|look| look.may_paint(said));
            let new = || next_number(last_id);
            let pixels_id = match look {
                Some(look) => Some(line.plain.pixels_id(line.said_id, look, new)),
                None => line.plain.changing_id(line.said_id, gtia, new),
            };
            if let Some((row, pixels)) = row.filter(|(row, _)| Some(shown[0][*row]) != pixels_id) {
                shown[0][row] = pixels_id.unwrap_or(0);
                let shower = &mut Shower { memory, antic, gtia, fonts };
                match look {
                    Some(look) => paint_said(line, &look, pixels, shower),
                    None => return show_changing(line, number, pixels, shower),
                }
            }
            gtia.end_unlit(hires);
            return;
        }
        line.say(antic, &Dma { memory, gtia, line: number });
        let (row, pixels) = row.unzip();
        run_objects(gtia, line, last_id, pixels);
        if let Some(row) = row {
            shown[0][row] = 0;
        }
    }
}

/// The parts of the board that determine what a line shows.
struct Shower<'a> {
    memory: &'a mut Memory,
    antic: &'a Antic,
    gtia: &'a mut Gtia,
    fonts: &'a mut Fonts,
}

/// Paints the row that ANTIC says in a `line`, if it says one, with the given `look`. Uses the names of its characters
/// if their pixels are known.
#[inline]
fn paint_said(line: &mut Line, look: &Look, picture: &mut [u8; LINE_PIXELS], shower: &mut Shower<'_>) {
    if let (Some(text), Some(row), Some(colours)) = (&line.text, &line.row, look.playfield())
        && let Some(pixels) = shower.fonts.painted(text, &colours, shower.memory)
    {
        Gtia::paint_names(&text.layout, row.shown(line.end.held()), pixels, &colours, picture);
    } else {
        paint_row(line, look, picture, shower);
    }
}

/// Ends and paints a `line`, with this `number`, in which no object is lit but registers change.
#[inline(never)]
fn show_changing(
    line: &mut Line,
    number: u16,
    picture: &mut [u8; LINE_PIXELS],
    Shower { memory, antic, gtia, .. }: &mut Shower<'_>,
) {
    line.say(antic, &Dma { memory, gtia, line: number });
    run_otherwise(gtia, line, Some(picture));
}

#[inline(never)]
fn paint_row(
    line: &mut Line,
    look: &Look,
    picture: &mut [u8; LINE_PIXELS],
    Shower { memory, antic, gtia, .. }: &mut Shower<'_>,
) {
    line.say(antic, &Dma { memory, gtia, line: 0 });
    let Line { said: Some(said), codes, plain, .. } = line else { return };
    match look.playfield() {
        Some(colours) => paint_in(&colours, said, codes, plain.looks_anew, picture, gtia),
        None => gtia.paint_look(look, said, picture),
    }
}

/// Runs GTIA's part of a line which is not plain; draws into `picture` if there is one.
#[inline(always)]
fn run_objects(
    gtia: &mut Gtia,
    line: &mut Line,
    last_id: &mut u32,
    mut picture: Option<&mut [u8; LINE_PIXELS]>,
) {
    gtia.begin_row();
    if line.said.is_none() || !gtia.keeps_playfield() {
        run_otherwise(gtia, line, picture);
        return;
    }
    let (look, colours) = (gtia.look(), gtia.playfield_colours());
    if let (Some(picture), Line { said: Some(said), codes, plain, said_id, .. }) = (&mut picture, &mut *line)
    {
        let paint = |looks_anew, pixels: &mut _| paint_in(&colours, said, codes, looks_anew, pixels, gtia);
        plain.copy_to(*said_id, look, || next_number(last_id), paint, picture);
    }
    gtia.end_row(line.codes(), picture);
}

/// Runs GTIA's part of a line whose playfield is neither lores nor hires, or is not a row; draws into `picture` if
/// there is one.
// A function of its own, so that other lines do not pay for it. [measured: 0.2 of 20 in `kernel`]
#[inline(never)]
fn run_otherwise(gtia: &mut Gtia, line: &mut Line, mut picture: Option<&mut [u8; LINE_PIXELS]>) {
    match &line.said {
        Some(said) if said.is_border() && gtia.end_border(said.hires, &mut picture) => {}
        Some(said) if gtia.shows_pairs() => gtia.end_pairs(said, picture),
        _ => gtia.end_line(line.codes(), picture),
    }
}

/// Paints what is `said` in these colours. If only the colours change, it uses codes, which are computed now and kept
/// for the next time. [measured: 0.9 of 22 host instructions a machine cycle in `chain`]
#[inline(always)]
fn paint_in(
    colours: &PlayfieldColours,
    said: &Row,
    codes: &mut Option<Box<AnLine>>,
    is_recoloured: bool,
    picture: &mut [u8; LINE_PIXELS],
    gtia: &mut Gtia,
) {
    if is_recoloured && said.is_of_pairs() && gtia.note_colours(colours) {
        let codes = codes.get_or_insert_with(|| Box::new(said.spread()));
        Gtia::paint_codes(colours, said.shape, codes, picture);
    } else {
        gtia.paint_row(colours, said, picture);
    }
}
