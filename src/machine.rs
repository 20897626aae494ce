//! The Atari: memory map, bus and clock; input; picture and sound output; saved state.

mod board;
mod chips_shown;
mod config;
pub mod control;
mod devices;
pub mod digest;
mod fast_disk;
mod input;
mod loader;
mod pending_load;
mod peripherals;
mod runs;
mod sound;
mod state;
pub mod synth;
pub mod typed;
mod watching;

use std::ops::RangeInclusive;
use std::sync::Arc;

/// The state of a cartridge.
pub mod cartridge {
    pub use super::board::cartridge::at_power_on;
}
pub use board::memory::register;
pub use board::random::Lcg;
pub use chips_shown::Chip;
pub use config::{
    BLANK_LINE, Config, FIRST_LINE, FRAME_HEIGHT, FRAME_WIDTH, LINE_CYCLES, Ram, RamSize, Video,
};
pub use devices::disks::DiskWrite;
pub use devices::model::{Misfit, Model};
pub use devices::serial::DRIVES;
pub use input::{Beam, Console, MOST_PADDLE, Pen, Stick};
pub use pending_load::LoadNote;
pub use runs::stops::{Event, Stops};
pub use state::{StateError, check_state};

pub use crate::chips::antic::mode_line::last_row_of;
pub use crate::chips::pokey::Keyboard;
use crate::cpu::{Cpu, Executed, Running};
pub use crate::media::atr::{AtrError, Geometry as DiskGeometry, Image as DiskImage, Warning as DiskWarning};
use crate::media::xex::Xex;
use board::atari::Atari;
use board::cells;
use board::code_ahead::code;
pub(crate) use board::ever::Ever;
pub(crate) use board::memory::PAGE;
pub(crate) use board::written::Written;
use pending_load::Loader;
use runs::exact::Exact;
use runs::fast::Fast;
use runs::manner::Manner;
use runs::quick::Quick;
use runs::stretch::Stretch;
use sound::Sound;

/// What one call of [`Machine::step`] did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step {
    /// One instruction.
    Instruction,
    /// The seven-cycle sequence of a non-maskable interrupt.
    Nmi,
    /// The seven-cycle sequence of an interrupt request.
    Irq,
    /// The CPU is jammed (a CIM opcode); time goes on without it.
    Jam,
}

/// Paddles that can be plugged in.
const PADDLES: usize = 8;
/// The sample rates that sound can be made at, in hertz: below them nothing useful is left of the sound, and above them
/// nothing audible is gained.
pub const AUDIO_RATES: RangeInclusive<u32> = 4_000..=192_000;

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The cycle or frame asked for was reached.
    Reached,
    /// The CPU is jammed.
    Jam,
    /// Something happened that the machine was told to stop at: [`Machine::events`].
    Event,
}

/// The machine. Machines with the same ROM, equal state and equal input have equal futures, bit for bit.
///
/// Cloning is fast, but a clone starts without the caches that describe what the program shows, so its first frame
/// takes several times as long as later ones. Callers that branch often should keep one machine and load saved states
/// into it: by measurement, that takes less time than a clone and its slow first frame.
///
/// # Examples
///
/// ```
/// use front800::machine::{Config, Machine};
/// use front800::titles::Sources;
///
/// let mut machine = Machine::new(&Config::new(Sources::embedded().os()?.rom.clone()));
/// machine.run_frame();
/// let mut other = machine.clone();
/// machine.run_frame();
/// other.run_frame();
/// assert_eq!(machine.hash(), other.hash());
/// # Ok::<(), front800::titles::TitleError>(())
/// ```
#[derive(Clone)]
pub struct Machine {
    cpu: Cpu,
    // On the heap: it is large, and moves with the machine.
    atari: Box<Atari>,
    loader: Option<Loader>,
    program: Option<Xex>,
    /// The program's name in saved states.
    title: String,
    load_notes: Vec<LoadNote>,
    config: Config,
    sound: Option<Sound>,
    /// Serial transfers take no time.
    fast_disk: bool,
    /// What to stop at; not part of the state.
    stops: Option<Box<Stops>>,
}

impl std::fmt::Debug for Machine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Machine")
            .field("cycle", &self.cycle())
            .field("cpu", &self.cpu)
            .finish_non_exhaustive()
    }
}

/// Runs an unwatched stretch. Returns the stretch that follows.
#[inline]
fn run_stretch(cpu: &mut Running, atari: &mut Atari, stretch: Stretch, target: u64) -> Stretch {
    match stretch.manner {
        Manner::Carefully => run_carefully(cpu, atari, stretch, target),
        Manner::Interrupted | Manner::Exactly => stretch,
        _ => run_quickly(cpu, atari, stretch, target),
    }
}

/// Runs the instructions of a stretch access by access.
// One function for each manner, so that the compiler allocates host registers for each separately. [measured]
#[inline(never)]
fn run_carefully(cpu: &mut Running, atari: &mut Atari, stretch: Stretch, target: u64) -> Stretch {
    let mut fast = Fast::<{ code::UNSTOPPED }, true>::begin(atari, stretch, cpu.pc(), target);
    cpu.run(&mut fast);
    fast.end()
}

/// Runs the instructions of a stretch in which single accesses cannot be observed.
#[inline(never)]
fn run_quickly(cpu: &mut Running, atari: &mut Atari, stretch: Stretch, target: u64) -> Stretch {
    let quick = Quick::begin(atari, stretch, cpu.pc(), target);
    cpu.run_in_pieces(quick, atari).end(atari)
}

impl Machine {
    /// Switches a machine on: the CPU is about to run its reset sequence.
    pub fn new(config: &Config) -> Self {
        Machine {
            cpu: Cpu::new(),
            atari: Box::new(Atari::new(config)),
            loader: None,
            program: None,
            title: String::new(),
            load_notes: Vec::new(),
            config: config.clone(),
            sound: None,
            fast_disk: false,
            stops: None,
        }
    }

    /// What the machine was built from.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// The CPU's registers.
    pub fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    /// The CPU's registers, which may be changed between instructions: tests call routines this way.
    pub fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.cpu
    }

    /// Machine cycles since power-on: the number of the next cycle to execute.
    pub fn cycle(&self) -> u64 {
        self.atari.now()
    }

    /// Frames completed since power-on. A frame runs from line 0 to line 0.
    pub fn frame_number(&self) -> u64 {
        self.atari.frame + u64::from(self.atari.cycle == LINE_CYCLES && self.line() == 0)
    }

    /// The scan line of [`Machine::cycle`], 0 to 261 or 311.
    pub fn line(&self) -> u32 {
        let line = u32::from(self.atari.antic.line()) + self.atari.cycle / LINE_CYCLES;
        if line == self.atari.video.lines() { 0 } else { line }
    }

    /// The machine cycle within the line, 0 to 113, of [`Machine::cycle`].
    pub fn line_cycle(&self) -> u32 {
        self.atari.cycle % LINE_CYCLES
    }

    /// Bit c: ANTIC has the bus in cycle c of the current line. Complete from cycle 2 on; a register write may change
    /// the rest of the line.
    pub fn claimed_cycles(&self) -> u128 {
        self.atari.claimed_cycles()
    }

    /// CPU cycles executed since power-on: machine cycles without DMA and waits.
    pub fn cpu_cycles(&self) -> u64 {
        self.atari.cpu_cycles
    }

    /// Television standard.
    pub fn video(&self) -> Video {
        self.atari.video
    }

    /// Runs one instruction or interrupt sequence.
    pub fn step(&mut self) -> Step {
        let executed = self.execute();
        self.serve_devices();
        match executed {
            Executed::Nmi => Step::Nmi,
            Executed::Irq => Step::Irq,
            Executed::Jam => Step::Jam,
            Executed::Instruction | Executed::Reset => Step::Instruction,
        }
    }

    /// Serves the loader and the fast disk after an instruction, so that a caller that looks between steps sees the
    /// program's first address.
    fn serve_devices(&mut self) {
        if self.loader.is_some() {
            self.serve_loader();
        }
        if self.fast_disk {
            self.serve_fast_disk();
        }
    }

    fn execute(&mut self) -> Executed {
        let target = self.cycle() + 1;
        let Machine { cpu, atari, .. } = self;
        if !(cpu.reset_due || cpu.jammed || cpu.interrupt_due)
            && let Some(stretch) = atari.enter_stretch(cpu, false, u64::MAX)
        {
            // Only the first instruction belongs to it. (After an interrupt's sequence, the result would not tell which
            // interrupt it was.)
            let first = Stretch { limit: stretch.slot + 1, ..stretch };
            let mut running = cpu.running();
            let stretch = run_carefully(&mut running, atari, first, target);
            cpu.stop(&running);
            atari.leave_stretch(stretch);
            return Executed::Instruction;
        }
        cpu.step(&mut Exact(atari))
    }

    /// Runs the instructions that can run fast and begin before cycle `target`; false if there is none.
    fn run_fast(&mut self, target: u64) -> bool {
        let Machine { cpu, atari, .. } = self;
        if cpu.reset_due || cpu.jammed {
            return false;
        }
        let entered = atari.enter_stretch(cpu, cpu.interrupt_due, target);
        let Some(mut stretch) = entered else { return false };
        let mut running = cpu.running();
        while stretch.manner != Manner::Exactly {
            stretch = run_stretch(&mut running, atari, stretch, target);
            // An RTI that ran quickly has unmasked a pending request.
            if running.is_due() {
                stretch = atari.interrupted_stretch(stretch.slot, running.pc(), target);
            }
        }
        cpu.stop(&running);
        atari.leave_stretch(stretch);
        true
    }

    /// The machine cycle at which the current frame ends and the next begins.
    pub fn frame_end(&self) -> u64 {
        let lines_left = u64::from(self.atari.video.lines() - self.line());
        self.cycle() + lines_left * u64::from(LINE_CYCLES) - u64::from(self.line_cycle())
    }

    /// Runs to the first instruction boundary at or after the end of the current frame.
    pub fn run_frame(&mut self) -> Stop {
        self.run_to_cycle(self.frame_end())
    }

    /// Runs to the first instruction boundary at or after machine cycle `cycle`, or to the first event that the machine
    /// was told to stop at.
    pub fn run_to_cycle(&mut self, cycle: u64) -> Stop {
        if let Some(mut stops) = self.stops.take() {
            let stop = self.run_watching(&mut stops, cycle);
            self.stops = Some(stops);
            return stop;
        }
        while self.cycle() < cycle {
            if self.loader.is_some() || self.fast_disk {
                self.step();
                continue;
            }
            if !self.run_fast(cycle) {
                self.cpu.step(&mut Exact(&mut self.atari));
            }
        }
        self.end_complete_line();
        if self.cpu.jammed { Stop::Jam } else { Stop::Reached }
    }

    /// Ends the line if the last instruction ended exactly with it. Such an instruction leaves the line open; ending it
    /// completes the picture and makes frame counts agree.
    fn end_complete_line(&mut self) {
        if self.atari.cycle == LINE_CYCLES {
            self.atari.end_line();
        }
    }

    /// What the CPU would read, without the side effects of a read.
    pub fn peek(&self, address: u16) -> u8 {
        self.atari.peek(address)
    }

    /// Changes a byte of RAM between two instructions, without a bus access. Does nothing at other addresses.
    pub fn poke(&mut self, address: u16, value: u8) {
        self.end_complete_line();
        if self.atari.memory.kind(address) == cells::RAM {
            let cycle = self.atari.cycle;
            self.atari.write_special(address, value, cycle);
        }
    }

    /// Sets joystick 0 to 3. For any other `port` it returns false and does nothing. If a button goes down while no
    /// other trigger is held, ANTIC also latches the beam's present position as for a light pen: when sticks are set
    /// between frames, PENH and PENV then hold the beginning of line 0.
    pub fn set_stick(&mut self, port: usize, stick: Stick) -> bool {
        if port >= self.atari.sticks.len() {
            return false;
        }
        self.end_complete_line();
        self.atari.set_stick(port, stick);
        true
    }

    /// Sets the light pen or light gun in the jack of joystick 0 to 3; [`Pen::default`] is none. For any other `port`
    /// it returns false and does nothing.
    pub fn set_pen(&mut self, port: usize, pen: Pen) -> bool {
        if port >= self.atari.sticks.len() {
            return false;
        }
        self.end_complete_line();
        self.atari.set_pen(port, pen);
        true
    }

    /// Sets the console keys.
    pub fn set_console(&mut self, console: Console) {
        self.end_complete_line();
        let bits = u8::from(console.start) | u8::from(console.select) << 1 | u8::from(console.option) << 2;
        self.atari.gtia.set_console(bits);
    }

    /// Sets the state of the keyboard.
    pub fn set_keyboard(&mut self, keys: Keyboard) {
        self.end_complete_line();
        self.atari.catch_up_serial();
        let now = self.cycle();
        self.atari.pokey.set_keyboard(now, keys);
    }

    /// Sets paddle 0 to 7 to a position from 0 to [`MOST_PADDLE`]; larger values are clamped. For any other `n` it
    /// returns false and does nothing.
    pub fn set_paddle(&mut self, n: usize, position: u8) -> bool {
        if n >= PADDLES {
            return false;
        }
        self.end_complete_line();
        self.atari.catch_up_serial();
        let now = self.cycle();
        self.atari.pokey.set_pot(now, n, position.min(MOST_PADDLE));
        true
    }

    /// Sets what the CPU reads from RANDOM: successive bytes of `stream`, or POKEY's own value if there is none (the
    /// default). Sound uses POKEY's noise in either case.
    pub fn set_random(&mut self, stream: Option<Lcg>) {
        self.atari.random.stream = stream;
    }

    /// How many times the CPU has read RANDOM since power-on.
    pub fn random_reads(&self) -> u64 {
        self.atari.random.reads
    }

    /// Presses or releases the RESET key. On the 400/800 it raises ANTIC's NMI.
    pub fn set_reset_key(&mut self, pressed: bool) {
        self.end_complete_line();
        self.atari.disturb_line();
        self.atari.antic.set_reset_key(pressed);
    }

    /// Switches the machine off and on again and loads its program again, if it has one. Drives, disks and printer
    /// stay, and so do settings made from outside, such as drawing, sound and stops. Sticks, keys, pens and paddles are
    /// released.
    pub fn power_cycle(&mut self) {
        let mut new = Machine::new(&self.config);
        new.atari.drawing = self.atari.drawing;
        new.set_oracle(self.atari.oracle);
        new.set_random(self.atari.random.stream);
        new.sound = self.sound.as_ref().map(|sound| sound.restarted(0));
        new.atari.set_recording(new.sound.is_some());
        new.atari.serial = self.atari.serial.restarted(self.atari.video);
        new.atari.shelf = std::mem::take(&mut self.atari.shelf);
        new.fast_disk = self.fast_disk;
        new.title = std::mem::take(&mut self.title);
        new.set_stops(self.set_stops(None));
        new.load_notes = self.take_load_notes();
        if let Some(program) = self.program.take() {
            new.load_program(program);
        }
        *self = new;
        self.forget_told();
    }

    /// Arranges for a program to be loaded while the OS boots: in place of the first disk access or of the memo pad,
    /// whichever comes first. A power cycle loads it again.
    pub fn load_program(&mut self, program: Xex) {
        self.loader = Some(Loader::new(&program));
        self.program = Some(program);
    }

    /// Sets the name of the program in the machine. A saved state refers to it when it has to say which program it
    /// needs.
    pub fn set_title(&mut self, title: &str) {
        self.title = title.to_string();
    }

    /// Takes the notes about how the program loaded, since the last call.
    pub fn take_load_notes(&mut self) -> Vec<LoadNote> {
        std::mem::take(&mut self.load_notes)
    }

    /// The last completed picture: [`FRAME_WIDTH`] x [`FRAME_HEIGHT`] palette indices.
    pub fn picture(&self) -> &[u8] {
        self.atari.pictures.last()
    }

    /// The last completed picture, as in [`Machine::picture`], to keep without copying. While a caller holds it, the
    /// machine copies it before it would draw over it.
    pub fn share_picture(&self) -> Arc<Vec<u8>> {
        self.atari.pictures.last().clone()
    }

    /// All 64K: RAM with the ROM copied in. $FF where there is nothing or a chip; [`Machine::peek`] reads chips, too.
    pub fn memory(&self) -> &[u8] {
        &self.atari.memory.bytes[..0x10000]
    }

    /// Turns the drawing of pictures on (the default) or off, and changes nothing else. Returns the previous setting.
    pub fn set_drawing(&mut self, on: bool) -> bool {
        std::mem::replace(&mut self.atari.drawing, on)
    }

    /// Sets the rate of the sound samples in hertz, or turns sound off (the default); changes nothing else. Rates
    /// outside [`AUDIO_RATES`] are clamped to it, and [`Machine::audio_rate`] returns the result.
    pub fn set_audio(&mut self, rate: Option<u32>) {
        let rate = rate.map(|rate| rate.clamp(*AUDIO_RATES.start(), *AUDIO_RATES.end()));
        self.end_complete_line();
        let now = self.cycle();
        self.atari.set_recording(rate.is_some());
        self.sound = rate.map(|rate| Sound::new(rate, self.atari.video, now));
    }

    /// The rate of the sound samples in hertz; none if sound is off.
    pub fn audio_rate(&self) -> Option<u32> {
        self.sound.as_ref().map(Sound::rate)
    }

    /// Moves the samples made so far (mono, 16 bits) to the end of `into`.
    pub fn take_audio(&mut self, into: &mut Vec<i16>) {
        self.end_complete_line();
        self.atari.catch_up_serial();
        let now = self.cycle();
        if let Some(sound) = &mut self.sound {
            self.atari.take_speaker();
            sound.take(&mut self.atari.pokey, &mut self.atari.speaker, now, into);
        }
    }

    /// For tests: makes every access exact, advances every chip in every cycle and reuses no plan. The future is the
    /// same [time T8].
    pub fn set_oracle(&mut self, on: bool) {
        self.atari.disturb_line();
        self.atari.oracle = on;
        self.atari.antic.set_caching(!on);
    }
}
