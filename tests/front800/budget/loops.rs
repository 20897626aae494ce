//! Loops within, beside and into each other, at random: no run takes longer than is proved.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use front800::assembler::paths::{Program, longest};
use front800::assembler::{MemoryFiles, Options, assemble};
use front800::cpu::opcodes::{Access, OPCODES};
use front800::cpu::{Bus, Cpu};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;

const ORIGIN: u16 = 0x2000;
/// Where the routine under test returns to.
const BACK: u16 = 0x0300;
/// What a run may take; a longer one shows nothing that others do not.
const MOST_CYCLES: u64 = 2_000_000;

struct Ram {
    bytes: Vec<u8>,
    cycles: u64,
}

impl Bus for Ram {
    fn read(&mut self, address: u16) -> u8 {
        self.cycles += 1;
        self.bytes[usize::from(address)]
    }
    fn write(&mut self, address: u16, value: u8) {
        self.cycles += 1;
        self.bytes[usize::from(address)] = value;
    }
}

/// A routine in memory.
struct Routine {
    bytes: Vec<u8>,
    turns: BTreeMap<u16, u64>,
}

impl Routine {
    fn assemble(source: &str) -> Self {
        let text = format!(" org ${ORIGIN:04X}\n{source}");
        let result = assemble(&MemoryFiles::one("t.asm", &text), "t.asm", &Options::default());
        let output = result.output.unwrap_or_else(|| panic!("{text}\n{:?}", result.diagnostics));
        let (start, end) = output.bounds().expect("bytes");
        let turns = output.loops.iter().map(|bound| (bound.address, bound.turns)).collect();
        Routine { bytes: output.range(start, end, 0), turns }
    }

    fn program(&self, turns: BTreeMap<u16, u64>) -> Program {
        Program::new(|at| self.bytes.get(usize::from(at.checked_sub(ORIGIN)?)).copied(), turns)
    }

    /// Where each instruction of a routine that calls none may lead; a branch or a jump to where it leads if it is taken last.
    fn flow(&self) -> BTreeMap<u16, Vec<u16>> {
        let (mut flow, mut at) = (BTreeMap::new(), 0);
        while at < self.bytes.len() {
            let opcode = OPCODES[usize::from(self.bytes[at])];
            let operand = |byte: usize| self.bytes[at + byte];
            let next = ORIGIN + at as u16 + u16::from(opcode.bytes());
            let to = match opcode.access {
                Access::Return => vec![],
                Access::Branch => vec![next, next.wrapping_add_signed(i16::from(operand(1) as i8))],
                Access::Jump => vec![u16::from_le_bytes([operand(1), operand(2)])],
                _ => vec![next],
            };
            flow.insert(ORIGIN + at as u16, to);
            at += usize::from(opcode.bytes());
        }
        flow
    }

    /// Its CPU cycles, if it comes to an end, and the instructions that it comes to.
    fn run(&self, seed: u8) -> Option<(u64, Vec<u16>)> {
        let mut ram = Ram { bytes: vec![0; 0x1_0000], cycles: 0 };
        let from = usize::from(ORIGIN);
        ram.bytes[from..from + self.bytes.len()].copy_from_slice(&self.bytes);
        ram.bytes[SEED] = seed | 1;
        ram.bytes[0x1FE..0x200].copy_from_slice(&(BACK - 1).to_le_bytes());
        let mut cpu = Cpu { pc: ORIGIN, s: 0xFD, reset_due: false, ..Cpu::new() };
        let mut reached = Vec::new();
        while cpu.pc != BACK {
            reached.push(cpu.pc);
            cpu.step(&mut ram);
            if ram.cycles > MOST_CYCLES {
                return None;
            }
        }
        Some((ram.cycles, reached))
    }
}

/// A byte of the zero page out of which programs make their chances.
const SEED: usize = 0x80;
/// Before the first counter of a loop.
const COUNTERS: u32 = 0x0400;
/// Letters of a source behind which a branch reaches back for certain.
const NEAR: usize = 150;

/// Writes routines as a person would: each loop with a counter, and with the bound that follows from it.
struct Author {
    random: ChaCha8Rng,
    text: String,
    names: u32,
    counters: u32,
    routines: Vec<String>,
}

impl Author {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}");
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("l{}", self.names)
    }

    /// A counter with its first value set.
    fn counter(&mut self, value: u32) -> u32 {
        self.counters += 1;
        let counter = COUNTERS + self.counters;
        self.set(counter, value);
        counter
    }

    fn set(&mut self, counter: u32, value: u32) {
        self.line(&format!(" mva #{value} {counter}"));
    }

    /// A number of turns.
    fn turns(&mut self) -> u32 {
        self.random.random_range(1..=4)
    }

    /// Minus by chance.
    fn chance(&mut self) {
        let name = self.name();
        self.line(&format!(" lda {SEED}\n asl @\n bcc {name}\n eor #$1d\n{name} sta {SEED}"));
    }

    /// A branch to `place` that closes a loop: near or far.
    fn close(&mut self, turns: u32, condition: &str, place: &str) {
        let label = |end: char| self.text.rfind(&format!("\n{place}{end}"));
        let begin = label('\n').or(label(' ')).unwrap_or(0);
        let is_near = self.text.len() - begin < NEAR && self.random.random();
        let kind = if is_near { 'b' } else { 'j' };
        self.line(&format!(" .loop {turns}\n {kind}{condition} {place}"));
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..self.random.random_range(1..=3) {
            match self.random.random_range(0..if depth == 0 { 3 } else { 13 }) {
                0 => self.line(" nop"),
                1 => self.line(" lda $3001,x"),
                2 => {
                    let over = self.name();
                    self.chance();
                    self.line(&format!(" jmi {over}"));
                    self.line(" inc $3000");
                    self.line(&over);
                }
                3 if self.routines.len() < 4 => self.call(depth - 1),
                3 | 4 => self.until(depth - 1),
                5 => self.while_(depth - 1),
                6 | 7 => self.delay(depth - 1),
                8 => self.early(depth - 1),
                9 => self.arms(depth - 1),
                10 => self.overlapping(depth - 1),
                11 => self.tested(depth - 1),
                _ => self.leaving(depth - 1),
            }
        }
    }

    fn call(&mut self, depth: u32) {
        let outer = std::mem::take(&mut self.text);
        let name = self.name();
        self.line(&name);
        self.block(depth);
        self.line(" rts");
        let routine = std::mem::replace(&mut self.text, outer);
        self.routines.push(routine);
        self.line(&format!(" jsr {name}"));
    }

    /// The plain loop, with its test at the end.
    fn until(&mut self, depth: u32) {
        let (turns, head) = (self.turns(), self.name());
        let counter = self.counter(turns);
        self.line(&head);
        self.block(depth);
        self.line(&format!(" dec {counter}"));
        self.close(turns, "ne", &head);
    }

    /// The test at the beginning, and a jump back that is always taken: it is reached as often as the body runs.
    fn while_(&mut self, depth: u32) {
        let (turns, head, out) = (self.turns(), self.name(), self.name());
        let counter = self.counter(turns + 1);
        self.line(&format!("{head} dec {counter}\n jeq {out}"));
        self.block(depth);
        if self.random.random() {
            self.line(&format!(" .loop {turns}\n jmp {head}"));
        } else {
            self.line(" lda #1");
            self.close(turns, "ne", &head);
        }
        self.line(&out);
    }

    /// The test at the end, and a jump to it.
    fn tested(&mut self, depth: u32) {
        let (turns, head, test, out) = (self.turns(), self.name(), self.name(), self.name());
        let counter = self.counter(turns);
        self.line(&format!(" jmp {test}\n{head}"));
        self.block(depth);
        if self.random.random() {
            self.chance();
            self.line(&format!(" jmi {out}"));
        }
        // Where a loop is entered no other one begins.
        self.line(&format!("{test} nop"));
        if self.random.random() {
            self.block(depth);
        }
        self.line(&format!(" dec {counter}"));
        self.close(turns, "ne", &head);
        self.line(&out);
    }

    /// Loops within each other that begin at one place.
    fn delay(&mut self, depth: u32) {
        let head = self.name();
        let counts: Vec<u32> = (0..self.random.random_range(2..=3)).map(|_| self.turns()).collect();
        let counters: Vec<u32> = counts.iter().map(|&turns| self.counter(turns)).collect();
        self.line(&head);
        self.block(depth);
        for (index, (&turns, counter)) in counts.iter().zip(&counters).enumerate() {
            self.line(&format!(" dec {counter}"));
            self.close(turns, "ne", &head);
            self.set(*counter, turns);
            if index + 1 < counts.len() && self.random.random() {
                self.block(depth.saturating_sub(1));
            }
        }
    }

    /// One loop with a way back in its middle.
    fn early(&mut self, depth: u32) {
        let (turns, head, out) = (self.turns(), self.name(), self.name());
        let counter = self.counter(turns + 1);
        self.line(&format!("{head} dec {counter}\n jeq {out}"));
        self.block(depth);
        self.chance();
        self.close(turns, "mi", &head);
        self.block(depth);
        self.line(&format!(" .loop {turns}\n jmp {head}\n{out}"));
    }

    /// A loop with two arms, each of which leads back; one may be counted within the other.
    fn arms(&mut self, depth: u32) {
        let (first, second) = (self.turns(), self.turns());
        let (head, other, out) = (self.name(), self.name(), self.name());
        let (inner, outer) = (self.counter(first + 1), self.counter(second + 1));
        self.line(&format!("{head} dec {inner}\n jeq {other}"));
        self.block(depth);
        self.line(&format!(" .loop {first}\n jmp {head}\n{other}"));
        self.set(inner, first + 1);
        self.line(&format!(" dec {outer}\n jeq {out}"));
        self.block(depth);
        self.line(&format!(" .loop {second}\n jmp {head}\n{out}"));
    }

    /// The inner loop leads back to before the outer one's beginning.
    fn overlapping(&mut self, depth: u32) {
        let (first, second) = (self.turns(), self.turns());
        let (before, head) = (self.name(), self.name());
        let (inner, outer) = (self.counter(first), self.counter(second));
        self.line(&before);
        self.block(depth);
        self.line(&head);
        self.block(depth);
        self.line(&format!(" dec {inner}"));
        self.close(first, "ne", &before);
        self.set(inner, first);
        self.block(depth);
        self.line(&format!(" dec {outer}"));
        self.close(second, "ne", &head);
    }

    /// Out of a loop within to the next turn of the one around it.
    fn leaving(&mut self, depth: u32) {
        let (first, second) = (self.turns(), self.turns());
        let (head, within, out) = (self.name(), self.name(), self.name());
        let outer = self.counter(first + 1);
        self.line(&format!("{head} dec {outer}\n jeq {out}"));
        let inner = self.counter(second);
        self.line(&within);
        self.block(depth);
        self.chance();
        self.close(first, "mi", &head);
        self.line(&format!(" dec {inner}"));
        self.close(second, "ne", &within);
        self.line(&format!(" .loop {first}\n jmp {head}\n{out}"));
    }

    fn routine(random: ChaCha8Rng) -> String {
        let mut author = Author { random, text: String::new(), names: 0, counters: 0, routines: Vec::new() };
        author.block(3);
        author.line(" rts");
        author.text + &author.routines.concat()
    }
}

#[test]
fn no_run_takes_longer_than_is_proved_of_its_loops() {
    let (mut proved, mut tight) = (0, 0);
    for number in 0..full::or(5_000, 400) {
        let source = Author::routine(ChaCha8Rng::seed_from_u64(number));
        let routine = Routine::assemble(&source);
        let found = longest(&routine.program(routine.turns.clone()), ORIGIN);
        let found = found.unwrap_or_else(|reason| panic!("{number}: {reason:?}\n{source}"));
        let Some((cycles, _)) = (1..4).filter_map(|seed| routine.run(seed * 77)).max_by_key(|run| run.0)
        else {
            continue;
        };
        assert!(cycles <= found.cycles, "{number}: {cycles} > {}\n{source}", found.cycles);
        proved += 1;
        tight += u32::from(cycles == found.cycles);
    }
    assert!(proved > full::or(4_000, 300) && tight > proved / 20, "{tight} of {proved}");
}

/// How often a run has reached each branch and each jump at most, each time the loop was entered that this would close.
fn bounds(flow: &BTreeMap<u16, Vec<u16>>, reached: &[u16]) -> BTreeMap<u16, u64> {
    let mut before: BTreeMap<u16, Vec<u16>> = BTreeMap::new();
    for (&from, to) in flow {
        to.iter().for_each(|&to| before.entry(to).or_default().push(from));
    }
    let leads = |(&at, to): (&u16, &Vec<u16>)| {
        let target = *to.last()?;
        let is_next = to.len() == 1 && flow.range(at + 1..).next().is_some_and(|(&next, _)| next == target);
        (!is_next).then_some((at, target))
    };
    let bound = |(at, target): (u16, u16)| {
        let (mut inside, mut waiting) = (BTreeSet::from([at]), vec![at]);
        while let Some(place) = waiting.pop() {
            let ways = before.get(&place).filter(|_| place != target).into_iter().flatten();
            waiting.extend(ways.filter(|&&from| inside.insert(from)));
        }
        let (mut most, mut turns, mut was_inside) = (1, 0, false);
        for pc in reached {
            let is_inside = inside.contains(pc);
            turns = if is_inside && !was_inside { 0 } else { turns } + u64::from(*pc == at);
            most = most.max(turns);
            was_inside = is_inside;
        }
        (at, most)
    };
    flow.iter().filter_map(leads).map(bound).collect()
}

/// Pieces that lead to others by chance, until the fuel is used up.
fn wild(random: &mut ChaCha8Rng) -> String {
    let pieces = random.random_range(2..9_u32);
    let mut text = format!(" mva #{} {COUNTERS}\n", random.random_range(5..60));
    for piece in 0..pieces {
        let fuel = format!(" dec {COUNTERS}\n bne f{piece}\n jmp out\n");
        let chance = format!("f{piece} lda {SEED}\n asl @\n bcc c{piece}\n eor #$1d\nc{piece} sta {SEED}\n");
        let work = " nop\n inc $3000\n lda $3001,x\n".repeat(random.random_range(0..3));
        let _ = write!(text, "p{piece}\n{work}{fuel}{chance}");
        for condition in ["mi", "ne"] {
            if random.random() {
                let to = random.random_range(0..pieces);
                let kind = if to.abs_diff(piece) < 2 && random.random() { 'b' } else { 'j' };
                let _ = writeln!(text, " {kind}{condition} p{to}");
            }
        }
    }
    text + "out rts\n"
}

#[test]
fn no_run_takes_longer_than_is_proved_of_wild_flow() {
    let mut random = ChaCha8Rng::seed_from_u64(7);
    let mut proved = 0;
    for number in 0..full::or(50_000, 1_000) {
        let source = wild(&mut random);
        let routine = Routine::assemble(&source);
        let Some((cycles, reached)) = routine.run(random.random()) else { continue };
        if let Ok(found) = longest(&routine.program(bounds(&routine.flow(), &reached)), ORIGIN) {
            assert!(cycles <= found.cycles, "{number}: {cycles} > {}\n{source}", found.cycles);
            proved += 1;
        }
    }
    assert!(proved > full::or(10_000, 200), "{proved}");
}
