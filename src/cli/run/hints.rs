//! What the end of a run shows of a program that may not do what it should.

use crate::cli::output;
use crate::harness::session::StoppedBy;
use crate::inspect::display_list;
use crate::inspect::symbols::Symbols;
use crate::machine::{Machine, Step};

const BRK: u8 = 0x00;
/// The vectors through which the system calls what answers it, VIMIRQ and VBREAK: their high bytes. [sheet: os 3]
const ANSWERS: [u16; 2] = [0x0217, 0x0207];
/// The page with which the system's ROM begins.
const SYSTEM_ROM: u8 = 0xD8;

/// Says what may explain a program that does not do what it should, and how its run has ended.
pub(super) fn hints(name: &str, machine: &mut Machine, symbols: &Symbols, stopped_by: StoppedBy) {
    for note in machine.take_load_notes() {
        output::say(format_args!("{name}: warning: {note}"));
    }
    let pc = machine.cpu().pc;
    // A jam there is rather a return to nowhere.
    if (0xC000..0xD000).contains(&pc) && !machine.cpu().jammed {
        output::say(format_args!(
            "{name}: warning: it runs at ${pc:04X}, where an XL or XE has ROM or RAM and an 800 has nothing: it may \
             need one of those"
        ));
    }
    if let Some(doubt) = display_list::doubt(machine) {
        output::say(format_args!("{name}: warning: {doubt}"));
    }
    // Who has ended the run where a condition came true often has a BRK there that is not to be executed.
    let is_ended = matches!(stopped_by, StoppedBy::Pc | StoppedBy::Until);
    if let Some(at) = unanswered_break(machine).filter(|_| !is_ended) {
        let place = symbols.name_near(at).map(|name| format!(" ({name})")).unwrap_or_default();
        output::say(format_args!(
            "{name}: warning: it executes BRK at ${at:04X}{place}, which nothing but the system answers: it has run into \
             what is no code of its own; `catch brk` in `front800 debug` stops at the first one"
        ));
    }
}

/// Where a program that goes on executes BRK within a frame, if it is the operating system in ROM that is called then. A machine that is
/// thrown away shows that.
fn unanswered_break(machine: &Machine) -> Option<u16> {
    let is_of_system = |machine: &Machine| ANSWERS.iter().all(|&high| machine.peek(high) >= SYSTEM_ROM);
    if machine.cpu().jammed || !is_of_system(machine) {
        return None;
    }
    let mut ahead = machine.clone();
    ahead.set_stops(None);
    let end = ahead.frame_number() + 1;
    while ahead.frame_number() <= end {
        let pc = ahead.cpu().pc;
        let is_break = !ahead.cpu().interrupt_due && ahead.peek(pc) == BRK && is_of_system(&ahead);
        if is_break {
            return Some(pc);
        }
        if ahead.step() == Step::Jam {
            return None;
        }
    }
    None
}
