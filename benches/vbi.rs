//! Machine cycles of the wargame's interrupts: a figure of the program, not of this computer.

use front800::harness::session::{Limits, Session};
use front800::harness::workload;
use front800::inspect::budget::Meter;
use front800::inspect::symbols::Symbols;
use front800::machine::{Config, Machine, Ram, Video};
use front800::titles::Sources;
use front800::titles::rasputitsa::Rules;

fn main() {
    let sources = Sources::embedded();
    let title = sources.rasputitsa().expect("the title assembles");
    let symbols = Symbols::from_assembly(&title.output);
    let mut machine = Machine::new(&Config {
        os: sources.os().expect("the OS assembles").rom.clone(),
        cartridge: None,
        right_cartridge: None,
        ram: Ram::Kb48,
        video: Video::Ntsc,
        seed: 0,
    });
    machine.set_drawing(false);
    machine.load_program(title.xex.clone());
    let script = workload::tour(Rules::default().entry(), &sources).unwrap();
    let frames = script.last_frame() + 1;
    let mut session = Session::new(machine, script);
    let mut meter = Meter::new(session.machine(), symbols.value("vbi_start"));
    session.run(&Limits::frames(frames), &mut meter);
    print!("{}", meter.report(session.machine(), &symbols));
}
