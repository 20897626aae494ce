//! The machine's state as bytes, and its hash.

use super::Machine;
use super::board::atari::Atari;
use super::board::memory::PAGE;
use super::board::present::{DisplayNow, SerialNow};
use super::board::random::Random;
use super::config::{Config, LINE_CYCLES, Ram, Video};
use super::devices::disks::{DiskState, Shelf};
use super::devices::serial::SerialBus;
use super::digest::digest;
use super::pending_load::Loader;
use crate::chips::{antic, gtia::Gtia, pia::Pia, pokey::Pokey};
use crate::cpu::{Cpu, Sampler};
use crate::media::xex::{Segment, Xex};
use serde::{Deserialize, Serialize, Serializer};
use std::borrow::Cow;

const MAGIC: &[u8; 8] = b"FRONT800";
const VERSION: u32 = 5;
/// Magic, version, fingerprints of the machine and of the program, and a checksum of the rest, which is the state and
/// the program's name.
const HEADER: usize = 8 + 4 + 8 + 8 + 8;

/// Why a saved state was refused.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// Not a saved state of front800.
    Foreign,
    /// Written by another version.
    Version(u32),
    /// Damaged or cut off.
    Damaged,
    /// Intact, but no machine can be in this state: it was made up.
    Impossible,
    /// Made with another ROM or cartridge.
    OtherMachine,
    /// Made with the same ROM and cartridges, but with this amount of memory or this television standard, where the
    /// machine has another.
    OtherModel(Option<Ram>, Option<Video>),
    /// Made with another program, which has this name if it has one.
    OtherProgram(String),
    /// Made with a disk that this machine does not have.
    OtherDisk,
}

impl std::fmt::Display for StateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            StateError::Foreign => write!(f, "not a saved state of front800"),
            StateError::Version(v) => {
                write!(f, "saved by version {v} of the format, which this program does not read")
            }
            StateError::Damaged => write!(f, "the saved state is damaged or cut off"),
            StateError::Impossible => {
                write!(f, "the saved state is whole, but no machine can be in such a state")
            }
            StateError::OtherMachine => write!(f, "saved by a machine with another ROM or cartridge"),
            StateError::OtherModel(ram, video) => {
                let standard = match video {
                    Some(Video::Pal) => "a PAL machine",
                    Some(Video::Ntsc) => "an NTSC machine",
                    None => "a machine",
                };
                let memory = ram.map(|ram| format!(" with {}K", ram.kilobytes())).unwrap_or_default();
                write!(f, "saved by {standard}{memory}, which this one is not")
            }
            StateError::OtherProgram(name) if name.is_empty() => {
                write!(f, "saved with another program, or with another version of this one")
            }
            StateError::OtherProgram(name) => {
                write!(f, "saved with the program {name}, which is not, or no longer, the one in the machine")
            }
            StateError::OtherDisk => {
                write!(
                    f,
                    "saved with another disk, or with other contents of this one, than the machine has now"
                )
            }
        }
    }
}

impl std::error::Error for StateError {}

impl Machine {
    /// A 64-bit hash of everything that changes as the machine runs and that its future depends on. What the machine
    /// was built from (ROM, cartridges, television standard) is not included, nor are settings made from outside
    /// (drawing, sound, stops, the fast disk). Machines that agree in these and have equal hashes have equal futures.
    pub fn hash(&self) -> u64 {
        hash(self)
    }

    /// The state as text, one field per line, to show how two machines differ.
    pub fn describe(&self) -> String {
        describe(self)
    }

    /// The state as bytes: everything except ROM, pixels and the disks that are not written to files.
    pub fn save(&self) -> Vec<u8> {
        save(self)
    }

    /// Continues from a saved state of a machine with the same ROM, program and disks. A disk that is kept in a file
    /// may have been written to since; it is restored. A state contains no pixels, so [`Machine::picture`] stays as it
    /// was until the next frame is complete.
    ///
    /// # Errors
    /// [`StateError`]; the machine is unchanged then.
    pub fn load(&mut self, state: &[u8]) -> Result<(), StateError> {
        load(self, state)
    }
}

/// The state in two parts, for callers that keep many states in memory: most of the RAM is the same from one to the
/// next.
impl Machine {
    /// The installed RAM by pages, from address 0 on.
    pub(crate) fn ram_pages(&self) -> impl Iterator<Item = &[u8; PAGE]> {
        self.atari.memory.ram_pages()
    }

    /// The rest of the state, as in [`Machine::save`] but without the header that identifies machine and program.
    pub(crate) fn rest(&self) -> Vec<u8> {
        let (mut state, shelf) = take_rest(self);
        shelf.keep_files(&mut state.disks);
        encode(&state)
    }

    /// Continues from a state of this machine or of one built like it. On error it is unchanged.
    pub(crate) fn go_on_from(&mut self, ram: Vec<u8>, rest: &[u8]) -> Result<(), StateError> {
        let state: State = postcard::from_bytes(rest).map_err(|_| StateError::Damaged)?;
        enter(self, State { ram, ..state })
    }
}

/// Everything that the future depends on, except ROM.
#[derive(Debug, Serialize, Deserialize)]
struct State {
    cpu: Cpu,
    loader: Option<Loader>,
    antic: antic::State,
    gtia: Gtia,
    pokey: Pokey,
    random: Random,
    pia: Pia,
    serial: SerialBus,
    disks: Vec<DiskState>,
    sampler: Sampler,
    #[serde(serialize_with = "in_one_go")]
    ram: Vec<u8>,
    cartridge_latch: u8,
    io_value: u8,
    bus_value: u8,
    line_start: u64,
    cycle: u32,
    cpu_cycles: u64,
    rdy_low: u64,
    rdy_release: u64,
    phantom_from: u32,
    sticks: [u8; 4],
    pens: [Option<u32>; 4],
    frame: u64,
}

/// Serializes bytes as one slice. The hash is the same as for single bytes, in half the time. [measured]
fn in_one_go<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(bytes)
}

/// Machine cycles in twenty thousand years, longer than any machine runs.
const MOST_CYCLES: u64 = 1 << 60;

impl State {
    /// Whether a machine built like `machine` can be in this state, so that whatever it does next terminates and stays
    /// within its tables. Merely odd states are accepted.
    fn is_possible(&self, machine: &Machine) -> bool {
        if self.cycle >= LINE_CYCLES || self.line_start >= MOST_CYCLES {
            return false;
        }
        let video = machine.config.video;
        let now = self.line_start + u64::from(self.cycle);
        let (lines, line_cycles) = (u64::from(video.lines()), u64::from(LINE_CYCLES));
        let line = self.line_start / line_cycles;
        self.line_start.is_multiple_of(line_cycles)
            && self.frame == line / lines
            && self.antic.is_possible(lines as u16, (line % lines) as u16, self.cycle)
            && self.gtia.is_possible(video == Video::Pal, self.cycle)
            && self.pokey.is_possible(now)
            && self.serial.is_possible(video, now)
            && self.disks.iter().all(DiskState::is_possible)
            && self.ram.len() == machine.atari.memory.installed
            && self.cpu_cycles <= now
            && self.random.reads < MOST_CYCLES
            // A wait for WSYNC ends on the next line at the latest.
            && self.rdy_release < self.line_start + 2 * line_cycles
            && self.phantom_from < 4
            && machine.atari.pens.can_fall(self.pens)
    }
}

/// Copies the state out, every chip at the present.
fn take(machine: &Machine) -> State {
    State {
        ram: machine.ram_pages().map(<[u8; PAGE]>::as_slice).collect::<Vec<_>>().concat(),
        ..take_rest(machine).0
    }
}

/// Copies out everything except RAM, with every chip brought to the present, and the disks.
fn take_rest(machine: &Machine) -> (State, Cow<'_, Shelf>) {
    let Machine {
        cpu,
        atari,
        loader,
        program: _,
        title: _,
        load_notes: _,
        config: _,
        sound: _,
        fast_disk: _,
        stops: _,
    } = machine;
    // Fields are listed one by one, so that including or excluding a new one is a deliberate decision.
    let Atari {
        memory,
        antic: _,
        gtia: _,
        pokey: _,
        random,
        pia,
        serial: _,
        shelf: _,
        sampler,
        line_start: _,
        cycle: _,
        line_slots: _,
        run: _,
        cpu_cycles,
        rdy_low,
        rdy_release,
        irq_low: _,
        irq_until: _,
        bus_value,
        marked: _,
        marked_lines: _,
        foreseen_lines_hold: _,
        reads_moved: _,
        ahead: _,
        quiet: _,
        nmi_next: _,
        bounds: _,
        kept_lines: _,
        phantom_from,
        sticks,
        pens,
        frame: _,
        video: _,
        pictures: _,
        drawing: _,
        speaker: _,
        recording: _,
        oracle: _,
        tracked: _,
    } = &**atari;
    let DisplayNow { antic, gtia, line_start, cycle, frame } = atari.display_now();
    let SerialNow { pokey, serial, shelf } = atari.serial_now();
    let state = State {
        cpu: cpu.clone(),
        loader: loader.clone(),
        antic: antic.save(cycle),
        gtia,
        pokey,
        random: *random,
        pia: pia.clone(),
        disks: shelf.save(&serial.disks()),
        serial: serial.into_owned(),
        sampler: *sampler,
        ram: Vec::new(),
        cartridge_latch: memory.slots.latch,
        io_value: memory.io_value,
        bus_value: *bus_value,
        line_start,
        cycle,
        cpu_cycles: *cpu_cycles,
        rdy_low: *rdy_low,
        rdy_release: *rdy_release,
        phantom_from: *phantom_from,
        sticks: *sticks,
        pens: pens.falls(),
        frame,
    };
    (state, shelf)
}

/// What a state may be loaded into: the same ROMs, memory size and television standard.
fn fingerprint(config: &Config) -> u64 {
    let Config { os, cartridge, right_cartridge, ram, video, seed: _ } = config;
    let mut bytes = os.to_vec();
    for slot in [cartridge, right_cartridge] {
        bytes.extend(slot.iter().flat_map(|cart| &cart.rom));
        bytes.extend(slot.as_ref().map_or(0, |cart| cart.kind.id()).to_le_bytes());
    }
    bytes.extend([ram.kilobytes(), u8::from(*video == Video::Pal)]);
    digest(&bytes)
}

/// Identifies the program that is to be loaded; 0 = none.
fn program_fingerprint(program: Option<&Xex>) -> u64 {
    let Some(program) = program else { return 0 };
    let mut bytes = Vec::new();
    for Segment { start, bytes: data } in &program.segments {
        bytes.extend(start.to_le_bytes());
        bytes.extend((data.len() as u32).to_le_bytes());
        bytes.extend(data);
    }
    digest(&bytes)
}

fn encode(state: &State) -> Vec<u8> {
    postcard::to_stdvec(state).expect("a state in memory can always be written to memory")
}

/// See [`Machine::hash`].
fn hash(machine: &Machine) -> u64 {
    let mut state = take(machine);
    // Kept only in exact stretches, and overwritten before it can be observed.
    state.bus_value = 0;
    // What counts is which disks there are, not which there have been.
    let numbers = DiskState::number(&mut state.disks);
    state.serial.renumber_disks(&numbers);
    digest(&encode(&state))
}

/// See [`Machine::describe`].
fn describe(machine: &Machine) -> String {
    format!("{:#?}", take(machine))
}

/// See [`Machine::save`].
fn save(machine: &Machine) -> Vec<u8> {
    let mut state = take(machine);
    machine.atari.serial_now().shelf.keep_files(&mut state.disks);
    let mut rest = encode(&state);
    rest.extend(machine.title.as_bytes());
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(fingerprint(&machine.config).to_le_bytes());
    bytes.extend(program_fingerprint(machine.program.as_ref()).to_le_bytes());
    bytes.extend(digest(&rest).to_le_bytes());
    bytes.extend(rest);
    bytes
}

/// An intact saved state that has not been decoded yet.
struct Saved<'a> {
    machine: u64,
    program: u64,
    rest: &'a [u8],
}

fn whole(bytes: &[u8]) -> Result<Saved<'_>, StateError> {
    if !bytes.starts_with(MAGIC) {
        return Err(StateError::Foreign);
    }
    let (header, rest) = bytes.split_at_checked(HEADER).ok_or(StateError::Damaged)?;
    let number = |at: usize| u64::from_le_bytes(std::array::from_fn(|n| header[at + n]));
    let version = number(8) as u32;
    if version != VERSION {
        return Err(StateError::Version(version));
    }
    let (machine, program, sum) = (number(12), number(20), number(28));
    if sum != digest(rest) {
        return Err(StateError::Damaged);
    }
    Ok(Saved { machine, program, rest })
}

impl Saved<'_> {
    /// The RAM size and television standard with which this state was saved, if they differ from `config`; found by
    /// trying all of them.
    fn other_model(&self, config: &Config) -> StateError {
        let videos = [Video::Ntsc, Video::Pal];
        let models = Ram::ALL.into_iter().flat_map(|ram| videos.map(|video| (ram, video)));
        let mut models = models.map(|(ram, video)| Config { ram, video, ..config.clone() });
        match models.find(|model| fingerprint(model) == self.machine) {
            None => StateError::OtherMachine,
            Some(Config { ram, video, .. }) => StateError::OtherModel(
                Some(ram).filter(|&ram| ram != config.ram),
                Some(video).filter(|&video| video != config.video),
            ),
        }
    }

    /// Decodes the state and the name of the program.
    fn read(&self) -> Result<(State, String), StateError> {
        let (state, name) = postcard::take_from_bytes(self.rest).map_err(|_| StateError::Damaged)?;
        Ok((state, String::from_utf8_lossy(name).into_owned()))
    }
}

/// Checks that bytes are an intact saved state of any machine. Returns the name of the program that was in it, or an
/// empty one.
///
/// # Errors
/// [`StateError::Foreign`], [`StateError::Version`] or [`StateError::Damaged`]. Whether a machine can be in this state
/// is not checked.
pub fn check_state(bytes: &[u8]) -> Result<String, StateError> {
    Ok(whole(bytes)?.read()?.1)
}

/// See [`Machine::load`].
fn load(machine: &mut Machine, bytes: &[u8]) -> Result<(), StateError> {
    let saved = whole(bytes)?;
    if saved.machine != fingerprint(&machine.config) {
        return Err(saved.other_model(&machine.config));
    }
    let (state, name) = saved.read()?;
    if saved.program != program_fingerprint(machine.program.as_ref()) {
        return Err(StateError::OtherProgram(name));
    }
    enter(machine, state)
}

/// Continues from a state if the machine can be in it.
fn enter(machine: &mut Machine, mut state: State) -> Result<(), StateError> {
    if !state.is_possible(machine) {
        return Err(StateError::Impossible);
    }
    let places = machine.atari.shelf.find(&state.disks).ok_or(StateError::OtherDisk)?;
    if !state.serial.renumber_disks(&places) {
        return Err(StateError::Impossible);
    }
    machine.atari.shelf.load(std::mem::take(&mut state.disks), &places);
    put(machine, state);
    Ok(())
}

fn put(machine: &mut Machine, state: State) {
    let State {
        cpu,
        loader,
        antic,
        gtia,
        pokey,
        random,
        pia,
        serial,
        disks: _,
        sampler,
        ram,
        cartridge_latch,
        io_value,
        bus_value,
        line_start,
        cycle,
        cpu_cycles,
        rdy_low,
        rdy_release,
        phantom_from,
        sticks,
        pens,
        frame,
    } = state;
    machine.cpu = cpu;
    machine.loader = loader;
    machine.forget_told();
    let atari = &mut machine.atari;
    atari.antic.load(antic);
    atari.gtia = gtia;
    atari.pokey = pokey;
    atari.random = random;
    atari.pia = pia;
    atari.serial = serial;
    atari.sampler = sampler;
    atari.memory.set_ram(&ram, cartridge_latch);
    atari.marked = None;
    atari.disturb_line();
    atari.memory.io_value = io_value;
    atari.bus_value = bus_value;
    atari.line_start = line_start;
    atari.cycle = cycle;
    atari.cpu_cycles = cpu_cycles;
    atari.rdy_low = rdy_low;
    atari.rdy_release = rdy_release;
    atari.irq_until = 0;
    atari.phantom_from = phantom_from;
    atari.sticks = sticks;
    atari.frame = frame;
    if cycle > 1 {
        atari.mark_memory();
    }
    let now = atari.now();
    atari.pens.set_falls(pens, now);
    atari.serial.resume(atari.video, now);
    machine.sound = machine.sound.as_ref().map(|sound| sound.restarted(now));
    machine.atari.set_recording(machine.sound.is_some());
}
