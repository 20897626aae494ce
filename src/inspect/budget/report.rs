//! The results of a measurement, as values, as text and for JSON.

use std::fmt;

use serde::Serialize;

use super::run::{Run, Who};
use super::worst::{self, Code};
use crate::inspect::source_lines::{Place, SourceLines};
use crate::inspect::symbols::Symbols;
use crate::machine::{LINE_CYCLES, Video};

/// The columns of the text report.
const HEADINGS: [&str; 10] =
    ["handler", "runs", "CPU", "static", "elapsed", "begin", "end", "deadline", "slack", "overruns"];

/// A position in the frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Position {
    /// Scan line.
    pub line: u32,
    /// Machine cycle of the line.
    pub cycle: u32,
}

impl Position {
    /// From machine cycles since line 0; wraps around at the end of a frame.
    fn new(cycles: u64, video: Video) -> Self {
        let line_cycles = u64::from(LINE_CYCLES);
        let line = (cycles / line_cycles) % u64::from(video.lines());
        Position { line: line as u32, cycle: (cycles % line_cycles) as u32 }
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}:{:03}", self.line, self.cycle))
    }
}

/// Minimum, median and maximum of some numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Spread {
    /// The least.
    pub min: u64,
    /// The median (the lower one of two).
    pub median: u64,
    /// The greatest.
    pub max: u64,
}

impl Spread {
    /// None without numbers.
    fn new(mut figures: Vec<u64>) -> Option<Self> {
        figures.sort_unstable();
        let median = *figures.get(figures.len().checked_sub(1)? / 2)?;
        Some(Spread { min: *figures.first()?, median, max: *figures.last()? })
    }
}

impl fmt::Display for Spread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}/{}/{}", self.min, self.median, self.max))
    }
}

/// The interrupt that a handler serves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Interrupt {
    /// The vertical blank interrupt.
    Vbi,
    /// A display list interrupt.
    Dli,
    /// Interrupt requests: timers, serial port, keyboard, the interrupt lines of the joystick ports.
    Irq,
}

impl fmt::Display for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Interrupt::Vbi => "VBI",
            Interrupt::Dli => "DLI",
            Interrupt::Irq => "IRQ",
        })
    }
}

/// The results of one handler.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Handler {
    /// `vbi`, or the handler's label, or its address as `$hex`.
    pub name: String,
    /// What it serves.
    pub interrupt: Interrupt,
    /// First address of the handler, except for the vertical blank; for requests, that of the program's own
    /// handler.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<u16>,
    /// How often it ran.
    pub count: usize,
    /// CPU cycles of its own.
    pub cpu_cycles: Spread,
    /// Machine cycles of its own, with DMA but without other interrupts; limits apply to this.
    pub own_cycles: Spread,
    /// Machine cycles from begin to end, with DMA and other interrupts.
    pub elapsed_cycles: Spread,
    /// Where the run with the least slack began; without deadlines the earliest beginning in the frame.
    pub begin: Position,
    /// Where it ended, counted from the frame in which it began; without deadlines the latest end.
    pub end: Position,
    /// Where it had to be done: the vertical blank by line 8, a display list interrupt by the next interrupt. Requests have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deadline: Option<Position>,
    /// Minimum number of machine cycles between end and deadline; negative if one was missed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub slack_cycles: Option<i64>,
    /// Runs that missed the deadline.
    pub overruns: usize,
    /// The longest path through the code, set by [`Report::add_worst`].
    #[serde(rename = "static", skip_serializing_if = "Option::is_none")]
    pub worst: Option<Worst>,
}

/// The worst case that the code allows.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Worst {
    /// A proved bound.
    Proved {
        /// CPU cycles.
        cpu_cycles: u64,
        /// Machine cycles of the vertical blank routine; those of other handlers depend on where they run.
        #[serde(skip_serializing_if = "Option::is_none")]
        elapsed_cycles: Option<u64>,
    },
    /// No bound could be proved.
    Unproved {
        /// The reason and the place.
        reason: String,
    },
}

impl Handler {
    pub(crate) fn new(who: Who, runs: &[Run], video: Video, symbols: &Symbols) -> Option<Self> {
        let (interrupt, address) = match who {
            Who::VerticalBlank => (Interrupt::Vbi, None),
            Who::DisplayList(address) => (Interrupt::Dli, Some(address)),
            Who::Request(address) => (Interrupt::Irq, Some(address)),
        };
        let name = address.map_or_else(|| "vbi".to_string(), |address| symbols.describe(address));
        let tightest = runs.iter().filter(|run| run.deadline.is_some()).min_by_key(|run| run.slack());
        let in_frame = |run: &Run, cycle: u64| Position::new(cycle - run.begin + run.begin_in_frame, video);
        // What stands in a row belongs together.
        let shown = tightest.map_or(runs, std::slice::from_ref);
        let begin = shown.iter().map(|run| run.begin_in_frame).min()?;
        let end = shown.iter().map(|run| run.begin_in_frame + run.elapsed).max()?;
        Some(Handler {
            name,
            interrupt,
            address,
            count: runs.len(),
            cpu_cycles: Spread::new(runs.iter().map(|run| run.cpu).collect())?,
            own_cycles: Spread::new(runs.iter().map(|run| run.own).collect())?,
            elapsed_cycles: Spread::new(runs.iter().map(|run| run.elapsed).collect())?,
            begin: Position::new(begin, video),
            end: Position::new(end, video),
            deadline: tightest.and_then(|run| Some(in_frame(run, run.deadline?))),
            slack_cycles: tightest.and_then(Run::slack),
            overruns: runs.iter().filter(|run| run.slack().is_some_and(|slack| slack < 0)).count(),
            worst: None,
        })
    }

    /// Its row of the table, in the order of [`HEADINGS`].
    fn cells(&self) -> [String; 10] {
        let or_dash = |text: Option<String>| text.unwrap_or_else(|| "-".to_string());
        [
            self.name.clone(),
            self.count.to_string(),
            self.cpu_cycles.to_string(),
            or_dash(self.proved().map(|cycles| cycles.to_string())),
            self.elapsed_cycles.to_string(),
            self.begin.to_string(),
            self.end.to_string(),
            or_dash(self.deadline.map(|place| place.to_string())),
            or_dash(self.slack_cycles.map(|cycles| cycles.to_string())),
            self.overruns.to_string(),
        ]
    }

    /// A remark on its code: how long it may take in machine cycles, or why that is unknown.
    fn allowed(&self) -> Option<String> {
        let name = &self.name;
        Some(match self.worst.as_ref()? {
            Worst::Proved { elapsed_cycles, .. } => format!(
                "{name}: the code allows at most {} machine cycles without other interrupts",
                (*elapsed_cycles)?
            ),
            Worst::Unproved { reason } => format!("{name}: no static worst case: {reason}"),
        })
    }

    /// A remark on runs that missed their deadline.
    fn missed(&self) -> String {
        let late = self.slack_cycles.unwrap_or(0).unsigned_abs();
        let what = match self.interrupt {
            Interrupt::Vbi => "after line 8, where the picture may begin",
            _ => "after the next display list interrupt was due",
        };
        let Handler { name, overruns, count, .. } = self;
        format!("{name}: {overruns} of {count} runs ended {what}, by up to {late} machine cycles")
    }

    /// A remark on a run that took more CPU cycles than its code allows.
    fn contradicted(&self) -> Option<String> {
        let (max, proved) = (self.cpu_cycles.max, self.proved()?);
        (max > proved).then(|| {
            format!(
                "{}: ran for {max} CPU cycles, but its code allows at most {proved}: a `.loop` in it declares too few \
                 turns, or it modifies itself",
                self.name
            )
        })
    }

    /// The proved maximum of CPU cycles, if there is one.
    fn proved(&self) -> Option<u64> {
        match self.worst {
            Some(Worst::Proved { cpu_cycles, .. }) => Some(cpu_cycles),
            _ => None,
        }
    }

    /// The maximum number of machine cycles of its own: the measured one, or the proved one if that is
    /// larger.
    pub fn own_at_most(&self) -> u64 {
        let allowed = match self.worst {
            Some(Worst::Proved { elapsed_cycles, .. }) => elapsed_cycles.unwrap_or(0),
            _ => 0,
        };
        self.own_cycles.max.max(allowed)
    }
}

/// The results of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Frames measured.
    pub frames: u64,
    /// The vertical blank first, then display list handlers by address, then those of requests.
    pub handlers: Vec<Handler>,
}

impl Report {
    /// Adds to every handler the longest path through its code. The vertical blank routine begins at
    /// `vbi_start`; without that label it gets no path, but a reason if the program has a routine. Reasons
    /// name the source line, if it is known.
    pub fn add_worst(&mut self, code: &Code, vbi_start: Option<u16>, symbols: &Symbols, lines: &SourceLines) {
        for handler in &mut self.handlers {
            let Some(entry) = handler.address.or(vbi_start) else {
                let reason = |routine| {
                    let place = symbols.describe(routine);
                    format!(
                        "the whole interrupt is measured, including the system's part; with a label `vbi_start` at {place} only the \
                         program's routine is measured"
                    )
                };
                handler.worst =
                    code.blank_routine().map(|routine| Worst::Unproved { reason: reason(routine) });
                continue;
            };
            handler.worst = Some(match code.longest(entry) {
                Ok(path) => Worst::Proved {
                    cpu_cycles: path.cycles,
                    elapsed_cycles: handler.address.is_none().then(|| worst::elapsed_in_blank(path.cycles)),
                },
                Err(reason) => {
                    let at = reason.address();
                    let place = lines.at(at).map(|Place { file, line }| format!("{file}:{line}"));
                    let place = place.unwrap_or_else(|| symbols.describe(at));
                    Worst::Unproved { reason: format!("{reason}, at {place}") }
                }
            });
        }
    }

    /// Takes over the longest paths that another report has for its handlers.
    pub fn take_worst(&mut self, other: &Report) {
        for handler in &mut self.handlers {
            let is_it = |it: &&Handler| (it.interrupt, it.address) == (handler.interrupt, handler.address);
            if let Some(found) = other.handlers.iter().find(is_it) {
                handler.worst.clone_from(&found.worst);
            }
        }
    }

    /// What is proved of handlers that have run longer: a sentence for each.
    pub fn contradictions(&self) -> impl Iterator<Item = String> {
        self.handlers.iter().filter_map(Handler::contradicted)
    }

    /// The handler called `name`, or at the address of the label `name`.
    pub fn handler(&self, name: &str, symbols: &Symbols) -> Option<&Handler> {
        let address = symbols.address(name).ok();
        self.handlers.iter().find(|handler| {
            handler.name.eq_ignore_ascii_case(name) || (address.is_some() && handler.address == address)
        })
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} frames; cycles as minimum/median/maximum, places as line:cycle", self.frames)?;
        write_row(f, HEADINGS)?;
        for handler in &self.handlers {
            write_row(f, handler.cells().each_ref().map(String::as_str))?;
        }
        for handler in self.handlers.iter().filter(|handler| handler.overruns > 0) {
            writeln!(f, "{}", handler.missed())?;
        }
        self.handlers.iter().filter_map(Handler::allowed).try_for_each(|allowed| writeln!(f, "{allowed}"))
    }
}

/// A line of the table.
fn write_row(f: &mut fmt::Formatter<'_>, cells: [&str; 10]) -> fmt::Result {
    let [name, count, cpu, worst, elapsed, begin, end, deadline, slack, overruns] = cells;
    writeln!(
        f,
        "{name:<20} {count:>6} {cpu:>16} {worst:>6} {elapsed:>16} {begin:>8} {end:>8} {deadline:>8} {slack:>6} \
         {overruns:>8}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(cpu: u64, begin_in_frame: u64, elapsed: u64, deadline: u64) -> Run {
        let begin = 100_000 + begin_in_frame;
        Run { cpu, own: elapsed, elapsed, begin, begin_in_frame, deadline: Some(100_000 + deadline) }
    }

    #[test]
    fn a_handler_that_ends_in_the_next_frame_is_shown_by_that_frames_line() {
        let runs = [run(2000, 248 * 114, 16 * 114, (262 + 8) * 114)];
        let handler = Handler::new(Who::VerticalBlank, &runs, Video::Ntsc, &Symbols::default()).unwrap();
        assert_eq!(handler.begin, Position { line: 248, cycle: 0 });
        assert_eq!(handler.end, Position { line: 2, cycle: 0 });
        assert_eq!(handler.deadline, Some(Position { line: 8, cycle: 0 }));
        assert_eq!((handler.slack_cycles, handler.overruns), (Some(6 * 114), 0));
    }

    #[test]
    fn a_missed_deadline_counts_as_overrun_and_gives_negative_slack() {
        let runs = [run(50, 1000, 60, 1100), run(90, 1000, 130, 1100), run(60, 1000, 70, 1100)];
        let handler =
            Handler::new(Who::DisplayList(0x4000), &runs, Video::Ntsc, &Symbols::default()).unwrap();
        assert_eq!(handler.name, "$4000");
        assert_eq!(handler.cpu_cycles, Spread { min: 50, median: 60, max: 90 });
        assert_eq!((handler.slack_cycles, handler.overruns), (Some(-30), 1));
    }

    #[test]
    fn begin_end_deadline_and_slack_are_those_of_one_run() {
        let lines = [run(50, 31 * 114, 3 * 114, 63 * 114), run(50, 63 * 114, 50 * 114, 262 * 114)];
        let handler =
            Handler::new(Who::DisplayList(0x4000), &lines, Video::Ntsc, &Symbols::default()).unwrap();
        let at = |line: u32| Position { line, cycle: 0 };
        assert_eq!((handler.begin, handler.end), (at(31), at(34)));
        assert_eq!((handler.deadline, handler.slack_cycles), (Some(at(63)), Some(29 * 114)));
    }
}
