//! The Atari: memory map, bus and clock, input, frame and sound out, saved state.

pub mod control;

use crate::chips::pokey::Keyboard;
use crate::cpu::Cpu;
use crate::media::xex::Xex;

/// Picture width in half-clock pixels: colour clocks $22 to $DD.
pub const FRAME_WIDTH: usize = crate::chips::gtia::LINE_PIXELS;
/// Picture height: scan lines 8 to 247.
pub const FRAME_HEIGHT: usize = 240;
/// Machine cycles of a scan line.
pub const LINE_CYCLES: u32 = 114;

/// Television standard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Video {
    /// 262 lines, 59.92 frames a second.
    #[default]
    Ntsc,
    /// 312 lines, 49.86 frames a second.
    Pal,
}

impl Video {
    /// Scan lines of a frame.
    pub const fn lines(self) -> u32 {
        match self {
            Video::Ntsc => 262,
            Video::Pal => 312,
        }
    }
    /// Machine cycles a second, in thousandths of a hertz.
    pub const fn millihertz(self) -> u64 {
        match self {
            Video::Ntsc => 1_789_772_500,
            Video::Pal => 1_773_447_500,
        }
    }
}

/// What a machine is built from.
#[derive(Clone)]
pub struct Config {
    /// The OS ROM: 10,240 bytes for $D800 to $FFFF.
    pub os: Vec<u8>,
    /// A left cartridge of 8K ($A000) or 16K ($8000), if any.
    pub cartridge: Option<Vec<u8>>,
    /// Installed RAM in kilobytes: 16, 32 or 48.
    pub ram_kilobytes: u8,
    /// Television standard.
    pub video: Video,
    /// Decides everything that is undefined at power-on, and nothing else does.
    pub seed: u64,
}

/// A joystick: which switches are closed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Stick {
    /// Pushed up.
    pub up: bool,
    /// Pushed down.
    pub down: bool,
    /// Pushed left.
    pub left: bool,
    /// Pushed right.
    pub right: bool,
    /// The button.
    pub fire: bool,
}

/// The console keys held down.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Console {
    /// START.
    pub start: bool,
    /// SELECT.
    pub select: bool,
    /// OPTION.
    pub option: bool,
}

/// What one call of [`Machine::step`] did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// One instruction.
    Instruction,
    /// The seven-cycle sequence of a non-maskable interrupt.
    Nmi,
    /// The seven-cycle sequence of an interrupt request.
    Irq,
    /// The CPU is jammed (a KIL opcode); time goes on without it.
    Jam,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The cycle or frame asked for was reached.
    Reached,
    /// The CPU is jammed.
    Jam,
}

/// The machine. Equal state and equal input give equal futures, bit for bit.
#[derive(Clone)]
pub struct Machine {
    cpu: Cpu,
}

#[allow(unused_variables, clippy::todo)]
impl Machine {
    /// Switches a machine on: the CPU is about to run its reset sequence.
    pub fn new(config: &Config) -> Self {
        todo!()
    }
    /// The CPU's registers.
    pub fn cpu(&self) -> &Cpu {
        &self.cpu
    }
    /// The CPU's registers, to be changed between instructions (tests call routines so).
    pub fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.cpu
    }
    /// Machine cycles since power-on: the cycle after the last one executed.
    pub fn cycle(&self) -> u64 {
        todo!()
    }
    /// Frames completed since power-on (a frame is line 0 to line 0).
    pub fn frame_number(&self) -> u64 {
        todo!()
    }
    /// The current scan line, 0 to 261 or 311.
    pub fn line(&self) -> u32 {
        todo!()
    }
    /// The current machine cycle of the line, 0 to 113.
    pub fn line_cycle(&self) -> u32 {
        todo!()
    }
    /// CPU cycles executed since power-on (machine cycles less DMA and waiting).
    pub fn cpu_cycles(&self) -> u64 {
        todo!()
    }
    /// Television standard.
    pub fn video(&self) -> Video {
        todo!()
    }
    /// Runs one instruction or interrupt sequence.
    pub fn step(&mut self) -> Step {
        todo!()
    }
    /// Runs to the first instruction boundary at or after the end of the current frame.
    pub fn run_frame(&mut self) -> Stop {
        todo!()
    }
    /// Runs to the first instruction boundary at or after machine cycle `cycle`.
    pub fn run_to_cycle(&mut self, cycle: u64) -> Stop {
        todo!()
    }
    /// What the CPU would read, without the side effects of reading.
    pub fn peek(&mut self, address: u16) -> u8 {
        todo!()
    }
    /// Changes a byte of RAM (elsewhere nothing happens), as if by magic between two instructions.
    pub fn poke(&mut self, address: u16, value: u8) {
        todo!()
    }
    /// Joystick 0 to 3.
    pub fn set_stick(&mut self, port: usize, stick: Stick) {
        todo!()
    }
    /// Console keys.
    pub fn set_console(&mut self, console: Console) {
        todo!()
    }
    /// The keyboard.
    pub fn set_keyboard(&mut self, keys: Keyboard) {
        todo!()
    }
    /// Paddle 0 to 7, position 0 to 228.
    pub fn set_paddle(&mut self, n: usize, position: u8) {
        todo!()
    }
    /// The RESET key held or released (on the 400/800 it raises ANTIC's NMI).
    pub fn set_reset_key(&mut self, pressed: bool) {
        todo!()
    }
    /// Switches off and on again.
    pub fn power_cycle(&mut self) {
        todo!()
    }
    /// Arranges that a program is loaded as the OS boots: in place of the first disk access
    /// or of the memo pad, whichever comes first.
    pub fn load_program(&mut self, program: Xex) {
        todo!()
    }
    /// The last completed picture: [`FRAME_WIDTH`] x [`FRAME_HEIGHT`] palette indices.
    pub fn picture(&self) -> &[u8] {
        todo!()
    }
    /// Whether pictures are drawn (on at first); changes nothing else.
    pub fn set_drawing(&mut self, on: bool) {
        todo!()
    }
    /// Sets the rate of the sound samples in hertz, or turns sound off (at first); changes
    /// nothing else.
    pub fn set_audio(&mut self, rate: Option<u32>) {
        todo!()
    }
    /// Moves the samples made so far (mono, 16 bits) to the end of `into`.
    pub fn take_audio(&mut self, into: &mut Vec<i16>) {
        todo!()
    }
    /// A 64-bit hash of everything the future depends on.
    pub fn hash(&mut self) -> u64 {
        todo!()
    }
    /// The state as bytes: all but ROM and pixels.
    pub fn save(&mut self) -> Vec<u8> {
        todo!()
    }
    /// Goes on from a saved state. On error the machine is unchanged.
    pub fn load(&mut self, state: &[u8]) -> Result<(), StateError> {
        todo!()
    }
}

/// Why a saved state was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StateError {
    /// Not a saved state of front800.
    Foreign,
    /// Written by another version.
    Version(u32),
    /// Damaged or cut off.
    Damaged,
    /// Made with another ROM, memory size or television standard.
    OtherMachine,
}

impl std::fmt::Display for StateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StateError::Foreign => write!(f, "not a saved state of front800"),
            StateError::Version(v) => {
                write!(f, "saved by version {v} of the format, which this program does not read")
            }
            StateError::Damaged => write!(f, "the saved state is damaged or cut off"),
            StateError::OtherMachine => {
                write!(f, "saved by a machine with another ROM, memory size or television standard")
            }
        }
    }
}

impl std::error::Error for StateError {}
