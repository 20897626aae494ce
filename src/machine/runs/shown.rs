//! GTIA's part of lines that are known. What ANTIC says in them is known: if GTIA begins such a line as it is kept, and
//! the CPU writes the same to it, what it does is taken from there; otherwise it is run with what ANTIC says.
//! [measured: 8 of 39 host instructions a machine cycle in the family `kernel`]

use crate::chips::an::{AnLine, Row};
use crate::chips::antic::Antic;
use crate::chips::gtia::{Gtia, LINE_PIXELS, PlayfieldColours};
use crate::machine::board::atari::{Atari, Dma};
use crate::machine::board::fonts::Fonts;
use crate::machine::board::kept_line::Line;
use crate::machine::board::kept_lines::{KeptLines, next_number, row_number, row_of};
use crate::machine::board::kept_pictures::{KeptPicture, Steady};
use crate::machine::board::memory::Memory;

impl Atari {
    /// The current line, which is known, has just been planned.
    pub(super) fn begin_showing(&mut self) {
        if !self.follows_as_kept() {
            self.look_at_gtia();
        }
    }

    /// The current line, which is known, has been taken up without ANTIC; in its cycle 0 ANTIC reads `missiles`, if
    /// anything.
    #[inline(always)]
    pub(super) fn begin_showing_next(&mut self, number: u16, missiles: Option<u8>) {
        if self.follows_as_kept() {
            self.kept_lines.shown_by_gtia.is_behind = true;
            return;
        }
        let kept = &mut self.kept_lines;
        if std::mem::take(&mut kept.shown_by_gtia.is_behind)
            && let Some(before) = kept.shown_by_gtia.before
            && let Some(picture) = kept.picture(before)
        {
            self.gtia.go_to(&picture.end);
        }
        if let Some(missiles) = missiles {
            self.gtia.load_missiles(number, missiles);
        }
        self.look_at_gtia();
    }

    /// Whether GTIA begins the current line as it is kept, because it did so when the line before came out as it did
    /// now.
    #[inline(always)]
    fn follows_as_kept(&mut self) -> bool {
        let kept = &mut self.kept_lines;
        let before = kept.shown_by_gtia.before;
        let expected = before.and_then(|before| kept.picture(before)).map_or(0, |picture| picture.next_id);
        let as_kept = expected != 0
            && kept.lines[kept.place].as_deref_mut().is_some_and(|line| {
                let loads = line.loads;
                line.take_picture(|kept| kept.id == expected && kept.loads == loads)
            });
        kept.shown_by_gtia.as_kept = as_kept;
        as_kept
    }

    /// Compares GTIA, which is at the present, with how it began the line that is kept.
    #[inline(always)]
    fn look_at_gtia(&mut self) {
        let Atari { gtia, kept_lines: kept, .. } = self;
        kept.shown_by_gtia.began = None;
        let Some(line) = kept.lines[kept.place].as_deref_mut() else { return };
        let is_over = line.picture_pause.is_over();
        line.picture_pause.pass();
        if !is_over {
            return;
        }
        let moment = gtia.moment();
        if moment.as_ref().is_some_and(|moment| line.take_picture(|kept| kept.start == *moment)) {
            kept.shown_by_gtia.as_kept = true;
            kept.link_picture(kept.place);
        } else {
            kept.shown_by_gtia.began = moment;
        }
    }

    /// Line `number`, which is known, is over: GTIA's part of it. GTIA may be left behind.
    #[inline(always)]
    pub(super) fn end_showing(&mut self, number: u16) {
        let (as_kept, written) =
            (self.kept_lines.shown_by_gtia.as_kept, self.kept_lines.shown_by_gtia.written);
        if as_kept && !written && self.show_kept_row(number, false) {
            self.kept_lines.shown_by_gtia.is_behind = true;
            return;
        }
        self.catch_up_gtia();
        if self.antic.loads_players() && (written || !self.load_players_kept(number)) {
            self.catch_up_antic();
            self.antic.carry_out_head(&mut Dma { memory: &self.memory, gtia: &mut self.gtia, line: number });
        }
        if self.recording {
            self.take_speaker();
        }
        if as_kept && written && self.show_kept_row(number, true) {
            let kept = &mut self.kept_lines;
            if let Some(picture) = kept.picture(kept.place) {
                self.gtia.go_to(&picture.end);
            }
            return;
        }
        self.run_gtia(number);
    }

    /// Loads the data that line `number`, which is known, fetches for the players, if it does so for all of them.
    fn load_players_kept(&mut self, number: u16) -> bool {
        let line = self.kept_lines.lines[self.kept_lines.place].as_deref();
        let Some(Some(players)) = line.and_then(Line::players) else { return false };
        self.gtia.load_players(number, players);
        true
    }

    /// Makes the picture show the row of line `number` as it is kept, if it is known to come out so; of what has been
    /// `written` in it GTIA knows.
    fn show_kept_row(&mut self, number: u16, written: bool) -> bool {
        let Atari { memory, antic, gtia, kept_lines: kept, pictures, drawing, .. } = self;
        let KeptLines { lines, last_id, shown, place, shown_by_gtia, fonts, .. } = kept;
        let Some(line) = lines[*place].as_deref_mut() else { return false };
        let is_written = |kept: &KeptPicture| match &kept.writes {
            Some(writes) => written && gtia.has_written(writes),
            None => !written,
        };
        if !line.take_picture_begun(is_written) {
            return false;
        }
        let Some(picture) = &mut line.picture else { return false };
        if picture.loads != line.loads || (picture.said_id != line.said_id && !picture.is_plain) {
            return false;
        }
        let colours = || picture.start.playfield_colours();
        if picture.said_id != line.said_id {
            picture.said_id = line.said_id;
            picture.pixels_id = line.plain.pixels_id(line.said_id, colours(), || next_number(last_id));
        }
        if *drawing
            && let Some(row) = row_number(number)
            && shown[0][row] != picture.pixels_id
            && let Some((row, pixels)) = row_of(&mut pictures.drawn, number)
        {
            let id = picture.pixels_id;
            match &picture.pixels {
                Some(kept) => *pixels = *kept,
                None if picture.is_plain && line.said.is_some() => {
                    let colours = colours();
                    paint_said(line, &colours, pixels, &mut Shower { memory, antic, gtia, fonts });
                }
                None => return false,
            }
            shown[0][row] = id;
        }
        if let Some(picture) = &mut line.picture {
            picture.used = true;
        }
        shown_by_gtia.before = Some(*place);
        true
    }

    /// GTIA does in line `number` what it did when that was kept, which is to show what ANTIC says and no more: makes the picture
    /// show that.
    pub(super) fn repaint_plain(&mut self, number: u16) {
        let Atari { memory, antic, gtia, kept_lines: kept, pictures, drawing, .. } = self;
        let KeptLines { lines, last_id, shown, place, fonts, .. } = kept;
        let Some(line) = lines[*place].as_deref_mut() else { return };
        let Some(picture) = &mut line.picture else { return };
        let colours = picture.start.playfield_colours();
        if picture.said_id != line.said_id {
            picture.said_id = line.said_id;
            picture.pixels_id = line.plain.pixels_id(line.said_id, colours, || next_number(last_id));
        }
        let id = picture.pixels_id;
        if *drawing
            && let Some((row, pixels)) = row_of(&mut pictures.drawn, number)
            && std::mem::replace(&mut shown[0][row], id) != id
        {
            paint_said(line, &colours, pixels, &mut Shower { memory, antic, gtia, fonts });
        }
    }

    /// GTIA's part of line `number`, of which ANTIC's is kept: run, and perhaps kept. All data have been loaded.
    pub(super) fn run_gtia(&mut self, number: u16) {
        if self.kept_lines.shown_by_gtia.as_kept || self.kept_lines.shown_by_gtia.began.is_some() {
            return self.run_and_keep_gtia(number);
        }
        let Atari { memory, antic, gtia, kept_lines: kept, pictures, drawing, .. } = self;
        let KeptLines { lines, last_id, shown, place, fonts, shown_by_gtia, .. } = kept;
        shown_by_gtia.before = None;
        let Some(line) = lines[*place].as_deref_mut() else { return };
        let row = if *drawing { row_of(&mut pictures.drawn, number) } else { None };
        if line.said.is_some() && gtia.is_plain() {
            let colours = gtia.playfield_colours();
            let pixels_id = line.plain.pixels_id(line.said_id, colours, || next_number(last_id));
            if let Some((row, pixels)) = row.filter(|(row, _)| shown[0][*row] != pixels_id) {
                shown[0][row] = pixels_id;
                paint_said(line, &colours, pixels, &mut Shower { memory, antic, gtia, fonts });
            }
            gtia.end_plain();
            return;
        }
        line.say(antic, &Dma { memory, gtia, line: number });
        let (row, pixels) = row.unzip();
        run_objects(gtia, line, last_id, pixels);
        if let Some(row) = row {
            shown[0][row] = 0;
        }
    }

    /// Runs GTIA's part of line `number`, and keeps it.
    #[inline(never)]
    fn run_and_keep_gtia(&mut self, number: u16) {
        let KeptLines { lines, place, shown_by_gtia: shown, .. } = &mut self.kept_lines;
        let (place, before) = (*place, shown.before);
        let Some(line) = lines[place].as_deref_mut() else { return };
        let kept_start = line.picture.as_ref().filter(|_| shown.as_kept).map(|kept| kept.start.clone());
        let start = kept_start.or(shown.began.take());
        let writes = shown.written.then(|| self.gtia.writes());
        let is_plain = line.said.is_some() && self.gtia.is_plain();
        let colours = self.gtia.playfield_colours();
        shown.as_kept = false;
        self.run_gtia(number);
        let Atari { gtia, kept_lines: kept, pictures, drawing, .. } = self;
        let Some((start, end)) = start.and_then(|start| Some((start, gtia.moment()?))) else { return };
        let Some(line) = kept.lines[place].as_deref_mut() else { return };
        let (said_id, loads, last_id) = (line.said_id, line.loads, &mut kept.last_id);
        let pixels_id = match is_plain {
            true => line.plain.pixels_id(said_id, colours, || next_number(last_id)),
            false => next_number(last_id),
        };
        let mut pixels = None;
        if *drawing
            && !is_plain
            && let Some((row, place)) = row_of(&mut pictures.drawn, number)
        {
            kept.shown[0][row] = pixels_id;
            pixels = Some(*place);
        }
        let is_kept = line.keep_picture(|| KeptPicture {
            id: next_number(last_id),
            next_id: 0,
            said_id,
            loads,
            start,
            writes,
            end,
            is_plain,
            pixels_id,
            pixels,
            used: false,
            in_vain: false,
            steady: Steady::NOT,
        });
        if !is_kept {
            return;
        }
        kept.shown_by_gtia.before = before;
        kept.link_picture(place);
        kept.shown_by_gtia.before = Some(place);
    }
}

/// Who has a part in what a line shows.
struct Shower<'a> {
    memory: &'a mut Memory,
    antic: &'a Antic,
    gtia: &'a mut Gtia,
    fonts: &'a mut Fonts,
}

/// Paints the row that ANTIC says in a `line` in those colours, if it says a row: from the names of its characters, if their
/// pixels are known.
#[inline]
fn paint_said(
    line: &mut Line,
    colours: &PlayfieldColours,
    picture: &mut [u8; LINE_PIXELS],
    shower: &mut Shower<'_>,
) {
    if let (Some(text), Some(row)) = (&line.text, &line.row)
        && let Some(pixels) = shower.fonts.painted(text, colours, shower.memory)
    {
        Gtia::paint_names(&text.layout, row.shown(line.end.held()), pixels, colours, picture);
    } else {
        paint_row(line, colours, picture, shower);
    }
}

#[inline(never)]
fn paint_row(
    line: &mut Line,
    colours: &PlayfieldColours,
    picture: &mut [u8; LINE_PIXELS],
    Shower { memory, antic, gtia, .. }: &mut Shower<'_>,
) {
    line.say(antic, &Dma { memory, gtia, line: 0 });
    let Line { said: Some(said), codes, plain, .. } = line else { return };
    paint_in(colours, said, codes, plain.is_recoloured, picture, gtia);
}

/// GTIA's part of a line which is not plain, `picture` included, if there is one.
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
    let colours = gtia.playfield_colours();
    if let (Some(picture), Line { said: Some(said), codes, plain, said_id, .. }) = (&mut picture, &mut *line)
    {
        let paint = |is_recoloured, pixels: &mut _| {
            paint_in(&colours, said, codes, is_recoloured, pixels, gtia);
        };
        plain.copy_to(*said_id, colours, || next_number(last_id), paint, picture);
    }
    gtia.end_row(line.codes(), picture);
}

/// GTIA's part of a line in which the playfield is not that of lores or hires, or is no row, `picture` included, if
/// there is one.
// Others must not pay for it. [measured: 0.2 of 20 in `kernel`]
#[inline(never)]
fn run_otherwise(gtia: &mut Gtia, line: &mut Line, picture: Option<&mut [u8; LINE_PIXELS]>) {
    match &line.said {
        Some(said) if gtia.shows_pairs() => gtia.end_pairs(said, picture),
        _ => gtia.end_line(line.codes(), picture),
    }
}

/// Paints what is `said` in those colours: by its codes if it stays but for the colours. They are known, or will be the next
/// time. [measured: 0.9 of 22 host instructions a machine cycle in `chain`]
#[inline(always)]
fn paint_in(
    colours: &PlayfieldColours,
    said: &Row,
    codes: &mut Option<Box<AnLine>>,
    is_recoloured: bool,
    picture: &mut [u8; LINE_PIXELS],
    gtia: &mut Gtia,
) {
    if is_recoloured && said.is_of_pairs() && gtia.recolours(colours) {
        let codes = codes.get_or_insert_with(|| Box::new(said.spread()));
        Gtia::paint_codes(colours, said.shape, codes, picture);
    } else {
        gtia.paint_row(colours, said, picture);
    }
}
