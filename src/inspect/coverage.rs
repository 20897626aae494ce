//! Line coverage: which lines of a source have run, how often, and which way their branches went. Exported as
//! LCOV, which CI services and editors read.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use crate::cpu::opcodes::{Mode, OPCODES};
use crate::inspect::source_lines::{Place, SourceLines};
use crate::machine::Machine;

/// Size of a branch instruction.
const BRANCH_BYTES: u16 = 2;

/// Counts what runs. It has to be called around every step.
#[derive(Clone, Debug)]
pub struct Coverage {
    /// By instruction address: how often it has run.
    runs: Vec<u64>,
    /// By branch address: how often it was taken.
    taken: BTreeMap<u16, u64>,
    /// Address and opcode of the current instruction.
    now: Option<(u16, u8)>,
}

/// The coverage of a source.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Report {
    /// Source files with instructions, by path, and their lines with instructions.
    pub files: BTreeMap<String, BTreeMap<u32, Line>>,
}

/// The coverage of a line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// How often it ran: the highest count among its consecutive instructions. If the line is assembled at
    /// several addresses, as in a macro, the counts are added.
    pub runs: u64,
    /// Its branches in address order.
    pub branches: Vec<Branch>,
}

/// Which ways a branch went.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Branch {
    /// How often it was taken.
    pub taken: u64,
    /// How often it was not taken.
    pub passed: u64,
}

impl Coverage {
    /// Empty.
    pub fn new() -> Self {
        Coverage { runs: vec![0; 0x1_0000], taken: BTreeMap::new(), now: None }
    }

    /// Call before every [`Machine::step`].
    pub fn before_step(&mut self, machine: &Machine) {
        let cpu = machine.cpu();
        let runs = !cpu.interrupt_due && !cpu.reset_due && !cpu.jammed;
        self.now = runs.then(|| (cpu.pc, machine.peek(cpu.pc)));
    }

    /// Call after it.
    pub fn after_step(&mut self, machine: &Machine) {
        let Some((at, opcode)) = self.now.take() else { return };
        self.runs[usize::from(at)] += 1;
        if is_branch(opcode) && machine.cpu().pc != at.wrapping_add(BRANCH_BYTES) {
            *self.taken.entry(at).or_default() += 1;
        }
    }

    /// The coverage of a source whose program is in this machine's memory.
    pub fn report(&self, lines: &SourceLines, machine: &Machine) -> Report {
        let mut report = Report::default();
        let mut last: Option<(Place<'_>, u32, Line)> = None;
        for (address, length, place) in lines.own_instructions() {
            let statement = self.statement(address, length, machine);
            let end = u32::from(address) + length;
            match &mut last {
                // Consecutive instructions run as one.
                Some((before, until, line)) if *before == place && *until == u32::from(address) => {
                    *until = end;
                    line.runs = line.runs.max(statement.runs);
                    line.branches.extend(statement.branches);
                }
                _ => {
                    if let Some((place, _, line)) = last.replace((place, end, statement)) {
                        report.add(&place, &line);
                    }
                }
            }
        }
        if let Some((place, _, line)) = last {
            report.add(&place, &line);
        }
        for (address, place) in lines.own_calls() {
            report.add(&place, &Line { runs: self.runs[usize::from(address)], branches: Vec::new() });
        }
        report
    }

    /// The coverage of one statement's instructions.
    fn statement(&self, address: u16, length: u32, machine: &Machine) -> Line {
        let mut line = Line::default();
        let (mut at, end) = (u32::from(address), (u32::from(address) + length).min(0x1_0000));
        while at < end {
            let (here, opcode) = (at as u16, machine.peek(at as u16));
            let runs = self.runs[at as usize];
            line.runs = line.runs.max(runs);
            if is_branch(opcode) {
                let taken = self.taken.get(&here).copied().unwrap_or_default();
                line.branches.push(Branch { taken, passed: runs.saturating_sub(taken) });
            }
            at += u32::from(OPCODES[usize::from(opcode)].bytes());
        }
        line
    }
}

impl Default for Coverage {
    fn default() -> Self {
        Self::new()
    }
}

impl Report {
    fn add(&mut self, place: &Place<'_>, more: &Line) {
        let line = self.files.entry(place.file.to_string()).or_default().entry(place.line).or_default();
        line.runs += more.runs;
        if line.branches.len() < more.branches.len() {
            line.branches.resize(more.branches.len(), Branch::default());
        }
        for (branch, more) in line.branches.iter_mut().zip(&more.branches) {
            branch.taken += more.taken;
            branch.passed += more.passed;
        }
    }

    /// As an LCOV tracefile (`.info`): files, lines and branches in order. The first outcome of a branch is
    /// "taken".
    pub fn lcov(&self) -> String {
        let mut text = String::new();
        self.files.iter().for_each(|(path, lines)| add_file(&mut text, path, lines));
        text
    }
}

fn add_file(text: &mut String, path: &str, lines: &BTreeMap<u32, Line>) {
    // Writing to a String cannot fail.
    let _ = write!(text, "TN:\nSF:{path}\n");
    let (mut ways, mut ways_hit) = (0, 0);
    for (number, line) in lines {
        for (block, branch) in line.branches.iter().enumerate() {
            for (way, count) in [branch.taken, branch.passed].into_iter().enumerate() {
                ways += 1;
                ways_hit += usize::from(count > 0);
                let count = if line.runs == 0 { "-".to_string() } else { count.to_string() };
                let _ = writeln!(text, "BRDA:{number},{block},{way},{count}");
            }
        }
    }
    if ways > 0 {
        let _ = write!(text, "BRF:{ways}\nBRH:{ways_hit}\n");
    }
    lines.iter().for_each(|(number, line)| _ = writeln!(text, "DA:{number},{}", line.runs));
    let hit = lines.values().filter(|line| line.runs > 0).count();
    let _ = write!(text, "LF:{}\nLH:{hit}\nend_of_record\n", lines.len());
}

fn is_branch(opcode: u8) -> bool {
    OPCODES[usize::from(opcode)].mode == Mode::Relative
}
