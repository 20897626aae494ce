//! The saved state of ANTIC.

use serde::{Deserialize, Serialize};

use super::Antic;
use super::chip::{Chip, Stage, is_visible};
use super::timing::{HEAD, HEAD_END};

/// The saved state of ANTIC.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    chip: Chip,
    cycle: u32,
    pen: [u8; 2],
}

impl State {
    /// Whether a chip whose frames have `lines` lines can be in this state at the start of `cycle` of `line`.
    pub fn is_possible(&self, lines: u16, line: u16, cycle: u32) -> bool {
        let Chip { head, mode, data, .. } = &self.chip;
        let head_uses = (head.coming | data.first_use) & HEAD;
        let planned = self.chip.stage != Stage::Begun;
        (self.chip.lines, self.chip.line, self.cycle) == (lines, line, cycle)
            && u32::from(self.chip.done) == cycle
            && if planned { cycle > 0 } else { cycle < 2 }
            && (head.visible, head.next_visible) == (is_visible(line), is_visible(line + 1))
            && (head.visible || head_uses == 0)
            && mode.row < 16
            && self.chip.vscrol < 16
            && data.is_possible()
            // The line buffer's counter is held at its start until then.
            && (cycle > HEAD_END || data.held.position == 0)
    }
}

impl Antic {
    /// The state at the start of `cycle`, to which the chip has been brought.
    pub fn save(&self, cycle: u32) -> State {
        let mut chip = self.chip.clone();
        if chip.stage != Stage::Begun {
            chip.head = self.planner.timing_at(cycle as usize);
        }
        chip.done = cycle as u8;
        chip.data.mask_to(2 * cycle as usize, chip.dmactl);
        State { chip, cycle, pen: self.pen }
    }

    /// Continues from a saved state.
    pub fn load(&mut self, state: State) {
        let State { chip, cycle, pen } = state;
        if chip.stage != Stage::Begun {
            self.planner.resume(cycle as usize, chip.head);
        }
        (self.repeating, self.row_from, self.kept_row) = (false, HEAD_END as u8, None);
        (self.chip, self.pen) = (chip, pen);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_buffer_counts_behind_the_head_of_a_line_alone() {
        let antic = Antic::new(262);
        let (line, mut state) = (antic.line(), antic.save(0));
        assert!(state.is_possible(262, line, 0));
        state.chip.data.held.position = 60;
        assert!(!state.is_possible(262, line, 0));
    }
}
