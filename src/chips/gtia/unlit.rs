//! Lines in which no object is lit, and the look of their rows, which is all that their pixels depend on apart from
//! what ANTIC says.

use super::Gtia;
use super::look::{Look, Looks};
use super::picture::LINE_PIXELS;
use crate::chips::an::Row;

impl Gtia {
    /// Whether no object is lit in the line, of which nothing has been run yet and which is about to be ended. If so,
    /// carries out the changes before its visible clocks.
    #[inline]
    pub fn begin_unlit(&mut self) -> bool {
        let is_unlit = self.reached == 0 && self.objects.is_still();
        if is_unlit {
            self.begin_row();
        }
        is_unlit
    }

    /// The look of a row of the line, if no register changes in its visible clocks. Earlier changes have been carried
    /// out.
    #[inline]
    pub fn uniform_look(&self) -> Option<Look> {
        self.screen.is_uniform().then(|| self.look())
    }

    /// The look of a row of a line in which no register changes.
    #[inline]
    pub fn look(&self) -> Look {
        self.screen.look()
    }

    /// Whether a row of a line begun with [`Gtia::begin_unlit`] has these looks.
    pub fn looks_so(&self, looks: &Looks) -> bool {
        looks.first == self.look() && looks.changes == self.screen.visible_changes()
    }

    /// The looks of such a row.
    pub fn looks(&self) -> Looks {
        Looks { first: self.look(), changes: self.screen.visible_changes().to_vec() }
    }

    /// Draws the playfield of a line with this look, if [`Look::may_paint`], and does nothing else.
    pub fn paint_look(&mut self, look: &Look, row: &Row, picture: &mut [u8; LINE_PIXELS]) {
        match look.playfield() {
            Some(colours) => self.paint_row(&colours, row, picture),
            None => self.work.pairs.paint(row, look.decode, &look.colours(), picture),
        }
    }

    /// Ends a line begun with [`Gtia::begin_unlit`] that is not drawn, or is in the picture already; `hires` or not.
    pub fn end_unlit(&mut self, hires: bool) {
        self.screen.pass_shown(hires, &mut self.work.mixed);
        self.finish_line();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chips::an::{FIRST_VISIBLE_CLOCK, PLAYFIELD_END, ROW_BYTES, Shape};
    use crate::chips::gtia::numbers;
    use crate::chips::gtia::registers::{COLBK, COLPM0, HITCLR, PRIOR};

    #[test]
    fn rows_that_look_so_have_the_same_pixels_and_leave_the_chip_as_it_would_be() {
        let mut next = numbers(37);
        let mut gtia = Gtia::new(false);
        let mut seen: Vec<(usize, Looks, [u8; LINE_PIXELS])> = Vec::new();
        let rows: [Row; 4] = std::array::from_fn(|n| {
            let (shape, hires) = [(Shape::Hires, true), (Shape::Pairs, false)][n % 2];
            let count = [40, 40, 40, 0][n];
            let window = [(48, 208), (FIRST_VISIBLE_CLOCK, PLAYFIELD_END)][n / 2];
            let cells = std::array::from_fn::<_, ROW_BYTES, _>(|_| next(256) as u16);
            Row { shape, start: 48, count, window, hires, cells }
        });
        let (mut again, mut changing) = (0, 0);
        for line in 0..20_000 {
            let n = next(rows.len());
            let an = rows[n].spread();
            let mut cycle = 0;
            for _ in 0..next(4) * next(2) {
                cycle = (cycle + next(60)).min(113);
                let register = [PRIOR, COLPM0, COLPM0 + 4, COLPM0 + 6, COLBK, HITCLR][next(6)];
                gtia.write(cycle as u8, register, [0, 0x40, 0x80, 0xC0][next(4)]);
            }
            let (mut by_clock, mut picture) = (gtia.clone(), [0; LINE_PIXELS]);
            by_clock.catch_up(50, &an);
            by_clock.end_line(&an, Some(&mut picture));
            assert!(gtia.begin_unlit());
            changing += usize::from(gtia.uniform_look().is_none());
            match seen.iter().find(|(row, looks, _)| *row == n && gtia.looks_so(looks)) {
                Some((.., before)) => assert_eq!(picture, *before, "line {line}"),
                None => seen.push((n, gtia.looks(), picture)),
            }
            if let Some(look) = gtia.uniform_look().filter(|look| look.may_paint(&rows[n])) {
                let mut painted = [0; LINE_PIXELS];
                gtia.paint_look(&look, &rows[n], &mut painted);
                assert_eq!(picture, painted, "line {line}");
                again += 1;
            }
            gtia.end_unlit(an.hires);
            assert_eq!(gtia, by_clock, "line {line}");
        }
        assert!(again > 5000 && changing > 3000 && seen.len() < 10_000, "{again} {changing} {}", seen.len());
    }
}
