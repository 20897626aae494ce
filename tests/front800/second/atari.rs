//! The model as a whole: who has the bus in each cycle, and what the chips take from it. [sheet: cpu 1]

use super::antic::{Antic, CYCLES, DISPLAYED, Use};
use super::cpu::{Access, Cpu, Instruction};
use super::gtia::{Gtia, Line, Pixels, VISIBLE};
use super::programs::{CODE, NOTES, NOTES_SIZE, Program, Writer};

/// Where the beam is.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub struct Beam {
    pub line: usize,
    pub cycle: usize,
}

impl Beam {
    /// The cycles since the frame began.
    fn time(self) -> usize {
        self.line * CYCLES + self.cycle
    }
}

/// Where a program begins: it has waited for the line's 105th cycle, and the next instruction seems to have started in
/// the one before. [sheet: cpu 1]
const START: Beam = Beam { line: 5, cycle: 104 };
/// The cycle in which waits for WSYNC end, and the last one in which a write still waits for that of the same line.
/// [sheet: cpu 1]
const RELEASE: usize = 105;
const LAST_WAIT: usize = 103;

/// A wait for WSYNC.
#[derive(Clone, Copy)]
struct Wait {
    from: usize,
    until: usize,
}

pub struct Atari {
    pub antic: Antic,
    pub gtia: Gtia,
    memory: Vec<u8>,
    cpu: Option<Cpu>,
    wait: Option<Wait>,
    /// Where the next instruction is to be put.
    end_of_code: u16,
    /// The instructions after the one that runs, which have been put there.
    ahead: Option<Instruction>,
    /// The cycle of the line that GTIA takes for the missiles'.
    missile_slot: Option<usize>,
    /// The instructions that have been run, and where they began.
    pub listing: Vec<(Beam, Instruction)>,
    /// What the program has noted of the collisions.
    pub notes: Vec<Option<u8>>,
    /// The visible clocks of the displayed lines.
    pub picture: Vec<Option<Pixels>>,
}

impl Atari {
    /// Where `program` begins.
    pub fn new(program: &Program) -> Self {
        Atari {
            antic: Antic::new(program.antic, program.list),
            gtia: Gtia::new(&program.gtia),
            memory: program.memory.clone(),
            cpu: None,
            wait: None,
            end_of_code: program.start,
            ahead: None,
            missile_slot: None,
            listing: Vec::new(),
            notes: vec![None; NOTES_SIZE],
            picture: Vec::with_capacity(DISPLAYED.len() * VISIBLE.len()),
        }
    }

    /// The code that has been written, with what sets the registers.
    pub fn code(&self) -> &[u8] {
        &self.memory[usize::from(CODE)..usize::from(self.end_of_code)]
    }

    /// The line in which the program noted collisions at an address.
    pub fn line_of_note(&self, address: u16) -> usize {
        let noted =
            |instruction: &Instruction| matches!(instruction, Instruction::Store(to) if *to == address);
        self.listing.iter().find(|(_, instruction)| noted(instruction)).map_or(0, |(beam, _)| beam.line)
    }

    /// Runs to the end of the picture a program that is written as it runs.
    pub fn run(&mut self, writer: &mut Writer) {
        let first = START.line * CYCLES + START.cycle;
        for time in first..DISPLAYED.end * CYCLES {
            self.cycle(Beam { line: time / CYCLES, cycle: time % CYCLES }, writer);
        }
    }

    fn cycle(&mut self, beam: Beam, writer: &mut Writer) {
        let Beam { line, cycle } = beam;
        let taken = self.antic.begin_cycle(line, cycle);
        let bus = match taken {
            Use::Cpu => self.run_cpu(beam, writer),
            Use::Fetch(address) => Some(self.memory[usize::from(address)]),
            Use::FetchFromAnywhere | Use::Refresh => None,
        };
        self.antic.end_cycle(line, cycle, taken, bus);
        if DISPLAYED.contains(&line) {
            self.load_objects(beam, taken, bus);
        }
        for x in [2 * cycle, 2 * cycle + 1] {
            let shown = Line {
                is_displayed: DISPLAYED.contains(&line),
                is_hires: self.antic.is_hires(),
                playfield: &self.antic.playfield,
            };
            let pixels = self.gtia.clock(2 * CYCLES * line + x, x, &shown);
            if shown.is_displayed && VISIBLE.contains(&x) {
                self.picture.push(pixels);
            }
        }
    }

    /// GTIA takes the first cycle in which the CPU is halted for the missiles', and those from the second next on for the
    /// players', whatever is on the bus in them. [sheet: gtia 3] Only the first two cycles count. [guess]
    fn load_objects(&mut self, beam: Beam, taken: Use, bus: Option<u8>) {
        let Beam { line, cycle } = beam;
        let is_halted = !matches!(taken, Use::Cpu);
        match cycle {
            0 => self.missile_slot = is_halted.then_some(0),
            1 if is_halted && self.missile_slot.is_none() => self.missile_slot = Some(1),
            _ => {}
        }
        let Some(slot) = self.missile_slot else { return };
        if cycle == slot {
            self.gtia.load_missiles(line, 2 * beam.time(), bus);
        } else if (slot + 2..slot + 6).contains(&cycle) {
            self.gtia.load_player(line, 2 * beam.time(), cycle - slot - 2, bus);
        }
    }

    /// A cycle of the CPU. A read that waits for WSYNC repeats; writes go on. [sheet: cpu 1] Says what is on the bus, unless
    /// the program has ended.
    fn run_cpu(&mut self, beam: Beam, writer: &mut Writer) -> Option<u8> {
        let time = beam.time();
        let access = self.access(beam, writer)?;
        match access {
            Access::Read(address) => {
                if address == self.end_of_code {
                    self.ahead = Some(self.write_code(beam, writer));
                }
                let value = self.read(address);
                let waits = self.wait.is_some_and(|wait| (wait.from..wait.until).contains(&time));
                if !waits {
                    self.cpu.as_mut()?.take(value);
                }
                value
            }
            Access::Write(address) => {
                let cpu = self.cpu.as_mut()?;
                let value = cpu.a;
                cpu.take(None);
                self.write(beam, address, value);
                value
            }
        }
    }

    /// The next access of the CPU, which may be the first one of an instruction.
    fn access(&mut self, beam: Beam, writer: &mut Writer) -> Option<Access> {
        if let Some(access) = self.cpu.as_ref().and_then(Cpu::access) {
            return Some(access);
        }
        if let Some((_, Instruction::Jump(_))) = self.listing.last() {
            return None;
        }
        let instruction = match self.ahead.take() {
            Some(instruction) => instruction,
            None => self.write_code(beam, writer),
        };
        let pc = self.end_of_code - instruction.bytes().len() as u16;
        let cpu = self.cpu.get_or_insert_with(|| Cpu::new(instruction, pc));
        cpu.begin(instruction, pc);
        self.listing.push((beam, instruction));
        cpu.access()
    }

    /// Puts another instruction behind the code.
    fn write_code(&mut self, beam: Beam, writer: &mut Writer) -> Instruction {
        let instruction = writer.next(beam, self);
        for byte in instruction.bytes() {
            self.memory[usize::from(self.end_of_code)] = byte;
            self.end_of_code += 1;
        }
        instruction
    }

    fn read(&self, address: u16) -> Option<u8> {
        match address {
            0xD000..0xD010 => self.gtia.collisions[usize::from(address & 15)],
            _ => Some(self.memory[usize::from(address)]),
        }
    }

    fn write(&mut self, beam: Beam, address: u16, value: Option<u8>) {
        let known = || value.expect("what is written to this register is known");
        match address {
            0xD40A => {
                let line = if beam.cycle <= LAST_WAIT { beam.line } else { beam.line + 1 };
                let until = Beam { line, cycle: RELEASE }.time();
                self.wait = Some(Wait { from: beam.time() + 2, until });
            }
            0xD000..0xD020 => self.gtia.write(2 * beam.time(), (address & 0x1F) as u8, known()),
            0xD400..0xD410 => self.antic.write(beam.cycle, address, known()),
            _ => self.notes[usize::from(address - NOTES)] = value,
        }
    }
}
