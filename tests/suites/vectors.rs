//! The vectors: every clock of every instruction, of interrupts and of RDY, as the netlist has them.
//! `tests/data/README.md` describes their form.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use front800::cpu::Cpu;
use libtest_mimic::{Failed, Trial};

use crate::data::{self, Files};
use crate::pins::{Clock, Low, PinBus};

static FILES: LazyLock<Files> = LazyLock::new(|| data::archive("cpu-vectors"));

/// An opcode has a file, except for the twelve that lock the CPU; interrupts and RDY have one each.
const COUNT: usize = 256 - 12 + 2;

/// ANE and ANX: the constant in their result differs between chips, so only their clocks are compared.
const UNSTABLE: [&str; 2] = ["8b", "ab"];

/// One case: the machine before and after, the pins, and what stands on the bus in every clock.
#[derive(Default)]
struct Case {
    name: String,
    before: Cpu,
    after: Cpu,
    schedule: Vec<(usize, Low)>,
    clocks: Vec<Clock>,
    sync: Vec<usize>,
    taken: Vec<usize>,
}

/// Reads the cases of a file, one after another.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let (&first, rest) = self.0.split_first().expect("the file goes on");
        self.0 = rest;
        first
    }

    fn word(&mut self) -> u16 {
        u16::from_le_bytes([self.byte(), self.byte()])
    }

    fn cpu(&mut self) -> Cpu {
        let pc = self.word();
        let [s, a, x, y, p] = std::array::from_fn(|_| self.byte());
        Cpu { pc, a, x, y, s, p, reset_due: false, ..Cpu::new() }
    }

    fn case(&mut self) -> Case {
        let name: Vec<u8> = (0..self.byte()).map(|_| self.byte()).collect();
        let mut case = Case {
            name: String::from_utf8(name).expect("a name"),
            before: self.cpu(),
            after: self.cpu(),
            ..Case::default()
        };
        let mut low = Low::default();
        for _ in 0..self.byte() {
            let (clock, event) = (self.byte(), self.byte());
            let pin = [&mut low.irq, &mut low.nmi, &mut low.rdy].into_iter().nth(usize::from(event / 2));
            *pin.expect("one of three pins") = event % 2 == 0;
            case.schedule.push((usize::from(clock), low));
        }
        for clock in 0..usize::from(self.byte()) {
            let (address, value, flags) = (self.word(), self.byte(), self.byte());
            case.clocks.push(Clock { address, value, write: flags & 1 != 0 });
            for (list, bit) in [(&mut case.sync, 2), (&mut case.taken, 4)] {
                if flags & bit != 0 {
                    list.push(clock);
                }
            }
        }
        case
    }
}

impl Case {
    /// Puts what the clocks read into memory. A cell that is written first has no value that matters.
    fn fill(&self, ram: &mut [u8]) {
        let mut seen = BTreeSet::new();
        for clock in &self.clocks {
            if seen.insert(clock.address) && !clock.write {
                ram[usize::from(clock.address)] = clock.value;
            }
        }
    }

    /// The cases of `rdy` name their opcode in the second word.
    fn is_unstable(&self, file: &str) -> bool {
        let opcode = if file == "rdy" { self.name.split(' ').nth(1) } else { Some(file) };
        opcode.is_some_and(|opcode| UNSTABLE.contains(&opcode))
    }

    fn check(&self, file: &str) -> Result<(), String> {
        let name = &self.name;
        let mut bus = PinBus::new();
        self.fill(&mut bus.ram);
        bus.schedule.clone_from(&self.schedule);
        let mut cpu = self.before.clone();
        while bus.log.len() < self.clocks.len() {
            bus.step(&mut cpu);
        }
        if bus.log != self.clocks {
            return Err(format!("{name}: clocks\n{:02X?}\ninstead of\n{:02X?}", bus.log, self.clocks));
        }
        for (what, clocks, expected) in [("sync", &bus.sync, &self.sync), ("taken", &bus.taken, &self.taken)]
        {
            if clocks != expected {
                return Err(format!("{name}: {what} {clocks:?} instead of {expected:?}"));
            }
        }
        cpu.interrupt_due = false;
        if cpu != self.after && !self.is_unstable(file) {
            return Err(format!("{name}: {cpu:02X?}\ninstead of\n{:02X?}", self.after));
        }
        Ok(())
    }
}

fn check(file: &str, bytes: &[u8]) -> Result<(), Failed> {
    let mut reader = Reader(bytes);
    let (mut cases, mut failures) = (0, Vec::new());
    while !reader.0.is_empty() {
        cases += 1;
        failures.extend(reader.case().check(file).err());
    }
    if failures.is_empty() && cases >= 100 {
        return Ok(());
    }
    let shown = failures.iter().take(5).map(String::as_str).collect::<Vec<_>>().join("\n");
    Err(format!("{} of {cases} cases fail:\n{shown}", failures.len()).into())
}

pub fn trials() -> Vec<Trial> {
    let files =
        FILES.keys().map(|file| Trial::test(format!("vectors_{file}"), move || check(file, &FILES[file])));
    let all = Trial::test("vectors_are_all_there", || match FILES.len() {
        COUNT => Ok(()),
        other => Err(format!("{other} files instead of {COUNT}").into()),
    });
    files.chain([all]).collect()
}
