//! ANTIC in a machine: display lists, DMA and pictures as the fact sheet has them.

mod abnormal;
mod characters;
mod deadlines;
mod dma;
mod interrupts;
mod lists;
mod objects;
mod scrolling;
mod wsync;

use front800::assembler::{MemoryFiles, Options, assemble};
use front800::machine::{Config, FRAME_WIDTH, Machine, Video};
use front800::media::os_rom::OsRom;

/// Where display lists, screen data and fonts stand.
const LIST: u16 = 0x2000;
const SCREEN: u16 = 0x3000;
const FONT: u16 = 0x4000;
/// First scan line of the display.
const TOP: u32 = 8;
/// The instruction of a jump that waits for the vertical blank.
const JVB: u8 = 0x41;

/// COLPF0 to COLPF3 and COLBK.
const PF: [u8; 4] = [0x24, 0x46, 0x68, 0x8A];
const BK: u8 = 0xC2;

/// Registers written when the machine starts; then it does nothing.
const PROGRAM: &str = "
        org $E000
start   sei
        cld
        ldx #$FF
        txs
{writes}
loop    jmp loop
nmi     rti
irq     rti
        org $FFFA
        dta a(nmi),a(start),a(irq)
";

/// A display about to be looked at.
struct Display {
    list: Vec<u8>,
    memory: Vec<(u16, Vec<u8>)>,
    writes: Vec<(u16, u8)>,
}

impl Display {
    /// Instructions from line 8 on; a jump that waits follows them.
    fn new(list: &[u8]) -> Self {
        let mut list = list.to_vec();
        list.push(JVB);
        list.extend(LIST.to_le_bytes());
        Display { list, memory: Vec::new(), writes: Vec::new() }
    }

    /// Bytes at an address.
    fn with(mut self, address: u16, bytes: &[u8]) -> Self {
        self.memory.push((address, bytes.to_vec()));
        self
    }

    /// A register's value.
    fn set(mut self, register: u16, value: u8) -> Self {
        self.writes.push((register, value));
        self
    }

    /// The machine after two frames, with the default of a normal playfield.
    fn start(self) -> Machine {
        let mut machine = self.power_on(Video::Ntsc);
        for _ in 0..2 {
            machine.run_frame();
        }
        machine
    }

    fn power_on(self, video: Video) -> Machine {
        let mut writes = vec![
            (0xD402, LIST as u8),
            (0xD403, (LIST >> 8) as u8),
            (0xD409, (FONT >> 8) as u8),
            (0xD404, 0),
            (0xD405, 0),
            (0xD401, 0),
            (0xD01A, BK),
            (0xD01B, 0),
        ];
        writes.extend((0xD016..).zip(PF));
        writes.extend(&self.writes);
        if !self.writes.iter().any(|write| write.0 == 0xD400) {
            writes.push((0xD400, 0x22));
        }
        let writes: String = writes
            .iter()
            .map(|(register, value)| format!("        lda #{value}\n        sta {register}\n"))
            .collect();
        let mut files = MemoryFiles::default();
        files.add("main.asm", PROGRAM.replace("{writes}", &writes));
        let assembly = assemble(&files, "main.asm", &Options::default());
        let output = assembly.output.unwrap_or_else(|| panic!("{:?}", assembly.diagnostics));
        let os = OsRom::try_from(&output.range(0xD800, 0xFFFF, 0xFF)[..]).unwrap();
        let config = Config { video, seed: 1, ..Config::new(os) };
        let mut machine = Machine::new(&config);
        for (address, bytes) in self.memory.iter().chain([&(LIST, self.list)]) {
            for (&byte, at) in bytes.iter().zip(*address..) {
                machine.poke(at, byte);
            }
        }
        machine
    }
}

/// Steps to the first instruction boundary at or after a cycle of a line.
fn step_to(machine: &mut Machine, line: u32, cycle: u32) {
    while machine.line() != line || machine.line_cycle() < cycle {
        machine.step();
    }
}

/// Instructions that store A, and some that increment, by way of the three ways to say an address:
/// of one more CPU cycle each, so that with a loop of three cycles any cycle can be met.
const STORES: [u8; 3] = [0x8D, 0x9D, 0x91];
const INCREMENTS: [u8; 3] = [0xEE, 0xFE, 0xF3];
/// What follows them.
const AFTER_ACCESS: u16 = 0x0603;

/// Stores `value` to a register so that the write falls into `cycle` of a line still to come in this
/// frame. A NOP and an endless jump follow.
fn write_at(machine: &mut Machine, line: u32, cycle: u32, register: u16, value: u8) {
    access_at(machine, STORES, line, cycle, register, value);
}

/// The same with one of several opcodes, whose last cycle falls into `cycle`.
fn access_at(machine: &mut Machine, opcodes: [u8; 3], line: u32, cycle: u32, register: u16, value: u8) {
    let [low, high] = register.to_le_bytes();
    for (address, byte) in (0x80..).zip([low, high]) {
        machine.poke(address, byte);
    }
    let end = line * 114 + cycle + 1;
    let position = |machine: &Machine| machine.line() * 114 + machine.line_cycle();
    while position(machine) + 40 < end {
        machine.step();
    }
    while position(machine) < end {
        for opcode in opcodes {
            let mut tried = machine.clone();
            let code = if opcode & 0x0C == 0 { vec![opcode, 0x80] } else { vec![opcode, low, high] };
            let start = AFTER_ACCESS - code.len() as u16;
            for (address, byte) in (start..).zip(code.into_iter().chain([0xEA, 0x4C, 0x04, 0x06])) {
                tried.poke(address, byte);
            }
            let cpu = tried.cpu_mut();
            (cpu.pc, cpu.a, cpu.x, cpu.y) = (start, value, 0, 0);
            tried.step();
            if position(&tried) == end {
                *machine = tried;
                return;
            }
        }
        machine.step();
    }
    panic!("no access in cycle {cycle} of line {line}");
}

/// The cycles that ANTIC takes on a line of the coming frame.
fn claimed(machine: &mut Machine, line: u32) -> Vec<u32> {
    step_to(machine, line, 10);
    let claimed = machine.claimed_cycles();
    (0..114).filter(|&cycle| claimed >> cycle & 1 != 0).collect()
}

/// The lines of a frame on which an instruction is fetched, from line 8 to the first of
/// those that the closing jump repeats.
fn mode_lines(machine: &mut Machine) -> Vec<u32> {
    (TOP..248).filter(|&line| claimed(machine, line).contains(&1)).collect()
}

/// The heights of the mode lines before the closing jump.
fn heights(machine: &mut Machine) -> Vec<u32> {
    let lines = mode_lines(machine);
    lines.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// The colours of a line of the last picture, two for a colour clock, from `clock` on.
fn colours(machine: &Machine, line: u32, clock: usize, clocks: usize) -> Vec<u8> {
    let start = (line - TOP) as usize * FRAME_WIDTH + 2 * (clock - 0x22);
    machine.picture()[start..start + 2 * clocks].to_vec()
}

/// Every colour as often as `halves` half-clocks long.
fn stretched(colours: &[u8], halves: usize) -> Vec<u8> {
    colours.iter().flat_map(|&colour| std::iter::repeat_n(colour, halves)).collect()
}
