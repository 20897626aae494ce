//! A line's playfield requests, if they come in a regular train.

use super::timing::{BITMAP, FONT, HEAD_END, LINE_CYCLES, NAME, PLAYFIELD_CUTOFF, RUN, Use, VIRTUAL, period};

/// Longest playfield in bytes.
pub(super) const BYTES: usize = crate::chips::an::ROW_BYTES;

/// A regular train of playfield requests: `count` names or bitmap bytes every `step` cycles from
/// `first` on, each name followed by its font byte.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Train {
    /// Cycle of the first request.
    pub first: u8,
    pub count: u8,
    pub step: u8,
    pub characters: bool,
    /// Requests before these have the bus; later ones capture bus values.
    pub real: u8,
    pub real_fonts: u8,
    /// The number of font bytes within the line: that of the last name may come in cycle 0 of the next one.
    pub fonts: u8,
    /// The train ends before this cycle.
    pub end: u8,
}

/// The byte of a glyph comes this many cycles after its name.
const GLYPH_LAG: usize = 3;

impl Train {
    /// The train of a line's uses, if they are regular and as far apart as in the mode of instruction `ir`. (A
    /// playfield started twice may be regular, too, but overlaps itself.) The use of cycle 0 is the end of the previous
    /// train.
    pub fn find(uses: &[Use; LINE_CYCLES], ir: u8) -> Option<Train> {
        let mut uses = *uses;
        uses[0] = 0;
        let playfield = NAME | BITMAP | FONT | RUN;
        let first = uses.iter().position(|u| u & playfield != 0)?;
        let characters = uses[first] & NAME != 0;
        let request = if characters { NAME } else { BITMAP };
        if first < 8 || uses[first] & request == 0 {
            return None;
        }
        // With an even step names never meet font bytes.
        let step = period(ir);
        // Blank lines have none of their own, but a forged state may contain one in progress.
        if step == 0 {
            return None;
        }
        let taps = (first..LINE_CYCLES).step_by(step);
        let count = taps.take_while(|&c| uses[c] & request != 0).count();
        let real = |lag: usize| {
            (0..count)
                .take_while(|i| uses.get(first + i * step + lag).is_some_and(|u| u & VIRTUAL == 0))
                .count()
        };
        let end = first + (count - 1) * step + if characters { 4 } else { 1 };
        let late = usize::from(characters && end == LINE_CYCLES + 1);
        let train = Train {
            first: first as u8,
            count: count as u8,
            step: step as u8,
            characters,
            real: real(0) as u8,
            real_fonts: real(GLYPH_LAG) as u8,
            fonts: (count - late) as u8,
            end: (end - late) as u8,
        };
        let regular = (late + 1..=BYTES).contains(&count)
            && usize::from(train.end) <= LINE_CYCLES
            && uses[..PLAYFIELD_CUTOFF].iter().all(|u| u & VIRTUAL == 0)
            && uses.iter().enumerate().all(|(c, u)| u & playfield == train.use_at(c));
        regular.then_some(train)
    }

    /// Whether it comes after the fetches of list and objects.
    pub fn lies_behind_head(&self) -> bool {
        u32::from(self.first) >= HEAD_END
    }

    fn use_at(&self, cycle: usize) -> Use {
        let first = usize::from(self.first);
        let is_tap = |cycle: usize| {
            let at = cycle.wrapping_sub(first);
            at < usize::from(self.count) * usize::from(self.step) && at.is_multiple_of(usize::from(self.step))
        };
        if !self.characters {
            return if is_tap(cycle) { BITMAP } else { 0 };
        }
        let font = cycle >= GLYPH_LAG && is_tap(cycle - GLYPH_LAG);
        (if is_tap(cycle) { NAME } else { 0 }) | if font { FONT } else { 0 }
    }

    /// How many names or bitmap bytes are taken before `cycle`.
    pub fn before(&self, cycle: u32) -> usize {
        let behind = (cycle as usize).saturating_sub(self.first.into());
        // Steps are powers of 2.
        let requests = (behind + usize::from(self.step) - 1) >> self.step.trailing_zeros();
        requests.min(self.count.into())
    }

    /// How many glyphs are fetched before `cycle`.
    pub fn glyphs_before(&self, cycle: u32) -> usize {
        self.before(cycle.saturating_sub(GLYPH_LAG as u32))
    }

    /// The cycle of request `index`.
    pub fn cycle_of(&self, index: usize) -> usize {
        usize::from(self.first) + index * usize::from(self.step)
    }

    /// The cycle in which the byte of glyph `index` comes.
    pub fn glyph_cycle_of(&self, index: usize) -> usize {
        self.cycle_of(index) + GLYPH_LAG
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A saved state that has been tampered with may contain this.
    #[test]
    fn blank_lines_have_no_train_whatever_is_on_its_way() {
        let mut uses = [0; LINE_CYCLES];
        uses[20..60].fill(BITMAP);
        for blank in [0x00, 0x70, 0x41] {
            assert_eq!(Train::find(&uses, blank), None);
        }
        // One byte each cycle does not occur in any mode: those of mode F come every other cycle.
        assert_eq!(Train::find(&uses, 0x0F), None);
    }
}
