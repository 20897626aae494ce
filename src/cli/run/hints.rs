//! Hints printed after a run whose program may be in trouble.

use crate::cli::output;
use crate::harness::session::StoppedBy;
use crate::inspect::display_list;
use crate::inspect::symbols::Symbols;
use crate::machine::{Machine, Step};

const BRK: u8 = 0x00;
/// High bytes of VIMIRQ and VBREAK, the vectors through which the system calls its handlers. [sheet: os 3]
const ANSWERS: [u16; 2] = [0x0217, 0x0207];
/// The first page of the system's ROM.
const SYSTEM_ROM: u8 = 0xD8;

/// Prints what may explain a misbehaving program, and how its run ended.
pub(super) fn hints(name: &str, machine: &mut Machine, symbols: &Symbols, stopped_by: StoppedBy) {
    for note in machine.take_load_notes() {
        output::say(format_args!("{name}: warning: {note}"));
    }
    let pc = machine.cpu().pc;
    // A jam there is more likely a return to a bad address.
    if (0xC000..0xD000).contains(&pc) && !machine.cpu().jammed {
        output::say(format_args!(
            "{name}: warning: it runs at ${pc:04X}, where an XL or XE has ROM or RAM and an 800 has nothing: it may \
             need one of those"
        ));
    }
    if let Some(doubt) = display_list::doubt(machine) {
        output::say(format_args!("{name}: warning: {doubt}"));
    }
    // Users who end a run with a condition often put a BRK there that is never executed.
    let is_ended = matches!(stopped_by, StoppedBy::Pc | StoppedBy::Until);
    if let Some(at) = unanswered_break(machine).filter(|_| !is_ended) {
        let place = symbols.name_near(at).map(|name| format!(" ({name})")).unwrap_or_default();
        output::say(format_args!(
            "{name}: warning: it executes BRK at ${at:04X}{place}, with no handler but the system's: it has probably run into \
             memory that is not code; `catch brk` in `front800 debug` stops at the first BRK"
        ));
    }
}

/// Where the program executes BRK within the next frame, if only the operating system in ROM handles it. Runs
/// a copy of the machine to find out.
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
