//! The chart of that frame of a run whose vertical blank routine takes longest. The run is made twice: measured, at full
//! speed, it says which frame that is; then it is run to there, and this frame alone is looked at by single instructions.

use crate::harness::script::Script;
use crate::harness::session::{Limits, Session};
use crate::inspect::budget::Meter;
use crate::inspect::budget::chart::{Chart, Recorder};
use crate::machine::{BLANK_LINE, LINE_CYCLES, Machine};

/// Who has the bus in the busiest frame of a run that has been `measured`: one of so many `frames` under an input
/// `script`, from the `machine` as it was when the run began. `vbi_start` is what the meter was made with. Nothing if not
/// one frame from vertical blank to vertical blank was run.
pub fn chart(
    machine: Machine,
    script: Script,
    frames: u64,
    vbi_start: Option<u16>,
    measured: &Meter,
) -> Option<Chart> {
    let frame = u64::from(machine.video().lines() * LINE_CYCLES);
    let blank = machine.frame_end() - frame + u64::from(BLANK_LINE * LINE_CYCLES);
    // A run that begins below the display sees the next vertical blank first.
    let missed = u64::from(machine.cycle() > blank);
    let first = blank + missed * frame;
    let charts = frames.checked_sub(missed + 1).filter(|&charts| charts > 0)?;
    let busiest = measured.longest_blank(first..first + charts * frame);
    let begin = missed + busiest.map_or(0, |begin| (begin - first) / frame);
    let mut session = Session::new(machine, script);
    let mut meter = Meter::new(session.machine(), vbi_start);
    session.run(&Limits::frames(begin), &mut meter);
    let mut recorder = Recorder::new(session.machine(), meter);
    session.run(&Limits::frames(2), &mut recorder);
    recorder.chart().cloned()
}
