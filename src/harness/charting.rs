//! Charts the frame of a run with the longest vertical blank routine. The run is made twice: the first, measured at
//! full speed, finds the frame; the second runs to it and observes this frame alone by single instructions.

use crate::harness::script::Script;
use crate::harness::session::{Limits, Session};
use crate::inspect::budget::Meter;
use crate::inspect::budget::chart::{Chart, Recorder};
use crate::machine::{BLANK_LINE, LINE_CYCLES, Machine};

/// Charts who has the bus in the busiest frame of a run that has been `measured`. `machine`, `script`, `frames` and
/// `vbi_start` are those of that run, with the machine as it was at its beginning. None if the run contains no
/// complete frame from one vertical blank to the next.
pub fn chart(
    machine: Machine,
    script: Script,
    frames: u64,
    vbi_start: Option<u16>,
    measured: &Meter,
) -> Option<Chart> {
    let frame = u64::from(machine.video().lines() * LINE_CYCLES);
    let blank = machine.frame_end() - frame + u64::from(BLANK_LINE * LINE_CYCLES);
    // A run that begins below the display must wait for the next vertical blank.
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
