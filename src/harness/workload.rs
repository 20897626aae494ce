//! Fixed programs with fixed input, for benchmarks and for measuring the interrupt budgets of the built-in programs.

pub mod mixed;

use crate::harness::script::{Entry as ScriptEntry, Script, ScriptError};
use crate::harness::session::{Limits, Session, Unobserved};
use crate::inspect::symbols::Symbols;
use crate::machine::control::Control;
use crate::machine::{Config, Console, DiskGeometry, DiskImage, Machine, Stick};
use crate::media::xex::Xex;
use crate::titles::shelf::Entry;
use crate::titles::{Sources, TitleError};
use mixed::Mixed;

/// By the first of these frames the wargame has booted and shows its title, where START is pressed; by the second it
/// shows its first turn. Every other workload has begun its work by the second.
const RASPUTITSA_TITLE: u64 = 60;
const READY: u64 = 120;

/// The work of a workload.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Program {
    /// The operating system waits for keys.
    Idle,
    /// A still map; in place of the wargame's main program the mixed loop runs.
    Map,
    /// The map scrolls diagonally.
    Scrolling,
    /// The mixed loop alone: no display, no interrupts.
    Computing,
    /// The program with the workload's name in `asm/workloads`.
    Family,
    /// The same, with a disk in drive 1.
    WithDisk,
}

/// A program with its input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Workload {
    /// The name.
    pub name: &'static str,
    program: Program,
}

const fn workload(name: &'static str, program: Program) -> Workload {
    Workload { name, program }
}

/// Programs of the kinds that people run; each does nothing but what is typical of its kind.
pub const FAMILIES: [Workload; 20] = [
    workload("polls", Program::Family),
    workload("bitmap", Program::Family),
    workload("charsprites", Program::Family),
    workload("objects", Program::Family),
    workload("kernel", Program::Family),
    workload("chain", Program::Family),
    workload("scroll", Program::Family),
    workload("gtia", Program::Family),
    workload("samples", Program::Family),
    workload("music", Program::Family),
    workload("interpreter", Program::Family),
    workload("computing", Program::Computing),
    workload("decompress", Program::Family),
    workload("disk", Program::WithDisk),
    workload("thinking", Program::Family),
    workload("still", Program::Family),
    workload("players", Program::Family),
    workload("platform", Program::Family),
    workload("waves", Program::Family),
    workload("waits", Program::Family),
];

/// The operating system alone, and the wargame's map.
pub const TITLES: [Workload; 3] = [
    workload("idle", Program::Idle),
    workload("map", Program::Map),
    workload("scrolling", Program::Scrolling),
];

/// The workload of that name.
pub fn named(name: &str) -> Option<Workload> {
    FAMILIES.into_iter().chain(TITLES).find(|workload| workload.name == name)
}

impl Workload {
    /// A session that has reached the point at which the program does its work. Pictures are drawn, but no sound is
    /// made.
    ///
    /// # Errors
    /// The program cannot be built; or as those of [`Mixed::replace_main`].
    pub fn session(&self, config: &Config, sources: &Sources) -> Result<Session, TitleError> {
        let mut machine = Machine::new(config);
        match self.program {
            Program::Map | Program::Scrolling => machine.load_program(sources.rasputitsa()?.xex.clone()),
            Program::Family => machine.load_program(self.build(sources)?),
            Program::WithDisk => {
                machine.load_program(self.build(sources)?);
                let disk = machine.add_disk(DiskImage::blank(DiskGeometry::SINGLE), false);
                machine.insert_disk(0, Some(disk));
            }
            Program::Idle | Program::Computing => {}
        }
        let mut session = Session::new(machine, self.script());
        session.run(&Limits::frames(READY), &mut Unobserved);
        let machine = session.machine_mut();
        match self.program {
            Program::Computing => Mixed::build(sources)?.alone(machine),
            Program::Map => {
                let symbols = Symbols::from_assembly(&sources.rasputitsa()?.output);
                Mixed::build(sources)?.replace_main(machine, &symbols)?;
            }
            _ => {}
        }
        Ok(session)
    }

    /// Its program, assembled.
    fn build(&self, sources: &Sources) -> Result<Xex, TitleError> {
        let source = format!("workloads/{}.asm", self.name);
        let output = sources.assemble(&source, &*sources.assets()?, &[])?;
        Xex::parse(&output.xex()).map(|(program, _)| program).map_err(|_| TitleError::NoProgram)
    }

    fn draws_map(&self) -> bool {
        matches!(self.program, Program::Map | Program::Scrolling)
    }

    /// Its input.
    pub fn script(&self) -> Script {
        if !self.draws_map() {
            return Script::default();
        }
        let entry = |frame, control| ScriptEntry { frame, control };
        let console = |start| Control::Console(Console { start, ..Console::default() });
        let mut script = Script::default();
        let out_of_title = [(RASPUTITSA_TITLE, true), (RASPUTITSA_TITLE + 4, false)];
        script.entries.extend(out_of_title.map(|(frame, start)| entry(frame, console(start))));
        if self.program == Program::Scrolling {
            script.entries.extend((0..CROSSINGS).map(|n| {
                let stick = if n % 2 == 0 { RIGHT_DOWN } else { LEFT_UP };
                entry(READY + n * CROSSING_FRAMES, Control::Stick(0, stick))
            }));
        }
        script
    }
}

const CENTER: Stick = Stick { up: false, down: false, left: false, right: false, fire: false };
const RIGHT_DOWN: Stick = Stick { down: true, right: true, ..CENTER };
const LEFT_UP: Stick = Stick { up: true, left: true, ..CENTER };

/// Scrolls to and fro between two corners; a good quarter of an hour.
const CROSSINGS: u64 = 100;
/// Frames per crossing.
const CROSSING_FRAMES: u64 = 600;

/// The input with which the interrupt budget of a built-in program is measured; it takes every path of the frame
/// routine. Empty for a program without a script.
///
/// # Errors
/// As those of [`Script::parse`].
pub fn tour(entry: &Entry, sources: &Sources) -> Result<Script, ScriptError> {
    sources.tour(entry).map_or_else(|| Ok(Script::default()), |text| Script::parse(&text))
}
