//! A machine with a program, and all input since it was switched on. The machine runs in a debugger, which only records the
//! past until the page uses its commands.

use front800::debug::debugger::{Debugger, Known, Reason};
use front800::debug::timeline::Timeline;
use front800::harness::open::{File, Form, Options, Program};
use front800::harness::script::{Entry, Script, parse_line};
use front800::host::palette::Palette;
use front800::host::picture::{self, Area};
use front800::inspect::game::{Calendar, Game};
use front800::inspect::screen;
use front800::machine::control::Control;
use front800::machine::{Config, FRAME_HEIGHT, LINE_CYCLES, Machine, Ram, Video};
use front800::media::atr::Image;
use front800::media::os_rom::OsRom;
use front800::media::xex::Xex;
use serde::Deserialize;
use wasm_bindgen::prelude::*;

use crate::workshop::{defines, with_files};
use crate::{error, json};

/// Bytes per pixel: red, green, blue and an alpha of 255.
const PIXEL: usize = 4;
/// The maximum size of the recorded past in bytes.
const PAST_BYTES: usize = 24 << 20;

/// The options that a page can choose.
#[derive(Deserialize)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
struct Choice {
    /// Decides what is undefined at power-on.
    seed: u64,
    /// A European machine.
    pal: bool,
    /// The built-in program as a cartridge.
    cart: bool,
    /// The type of a raw cartridge, as numbered in CAR files.
    cart_type: Option<u32>,
    /// Kilobytes: 16, 32 or 48.
    ram: u8,
}

impl Default for Choice {
    fn default() -> Self {
        Choice { seed: 0, pal: false, cart: false, cart_type: None, ram: 48 }
    }
}

impl Choice {
    fn options(self) -> Result<Options, JsError> {
        Ok(Options {
            seed: self.seed,
            video: if self.pal { Video::Pal } else { Video::Ntsc },
            form: if self.cart { Form::Cart } else { Form::Xex },
            cart_type: self.cart_type,
            ram: Ram::try_from(self.ram).map_err(error)?,
            ..Options::default()
        })
    }
}

/// A machine's last picture as rows of RGBA pixels.
fn rgba(machine: &Machine, palette: &Palette) -> Vec<u8> {
    let mut rgba = vec![u8::MAX; PIXEL * Area::Visible.width() * FRAME_HEIGHT];
    let indices = picture::crop(machine.picture(), Area::Visible);
    for (pixel, &index) in rgba.as_chunks_mut::<PIXEL>().0.iter_mut().zip(&indices) {
        pixel[..3].copy_from_slice(&palette.rgb(index));
    }
    rgba
}

/// The picture one frame after a saved state, in the form of [`Emulator::picture`]. The machine has 48K, this operating system
/// and this program (a binary load file and its name). This is faster than an [`Emulator`], for which both must be assembled.
#[wasm_bindgen(js_name = pictureAfter)]
pub fn picture_after(rom: &[u8], name: &str, program: &[u8], state: &[u8]) -> Result<Vec<u8>, JsError> {
    let mut machine = Machine::new(&Config::new(OsRom::try_from(rom).map_err(error)?));
    machine.set_title(name);
    machine.load_program(Xex::parse(program).map_err(error)?.0);
    machine.load(state).map_err(error)?;
    machine.set_drawing(true);
    machine.run_frame();
    Ok(rgba(&machine, &Palette::of(machine.video())))
}

/// Whether a file is a data disk: a disk image that does not boot. It goes into drive 1 of the running machine.
#[wasm_bindgen(js_name = isDataDisk)]
pub fn is_data_disk(name: &str, bytes: &[u8]) -> bool {
    Image::read(bytes, name).is_ok_and(|(image, _)| !image.boots())
}

/// Why [`Emulator::frame`] returned.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The frame is over.
    Frame,
    /// The CPU is jammed.
    Jam,
    /// A breakpoint or another stop of the debugger was hit.
    Stop,
}

/// A machine with its program.
#[wasm_bindgen]
pub struct Emulator {
    pub(crate) program: Program,
    pub(crate) debugger: Debugger,
    /// Whether the debugger has the program's symbols. Loading them takes a while and is not needed for playing.
    is_known: bool,
    game: Game,
    palette: Palette,
    /// All input since power-on, and what the debugger has planned: automatic releases of keys.
    script: Script,
    samples: Vec<i16>,
}

#[wasm_bindgen]
impl Emulator {
    /// The built-in program of this name, switched on; `choice` is JSON: `seed`, `pal`, `cart`, `ram`.
    pub fn title(name: &str, choice: &str) -> Result<Emulator, JsError> {
        let choice: Choice = serde_json::from_str(choice).map_err(error)?;
        Emulator::start(Program::named(name, choice.options()?).map_err(error)?)
    }

    /// The program in a file, switched on: a binary load file, a disk, a cartridge or assembler source.
    pub fn file(name: &str, bytes: &[u8], choice: &str) -> Result<Emulator, JsError> {
        let choice: Choice = serde_json::from_str(choice).map_err(error)?;
        Emulator::start(Program::file(File::new(name, bytes), choice.options()?).map_err(error)?)
    }

    /// A program from source, switched on. `main` is a file in `files` or of a title. `files` is JSON: an array of
    /// `{"name", "text"}`.
    pub fn source(files: &str, main: &str, choice: &str) -> Result<Emulator, JsError> {
        let choice: Choice = serde_json::from_str(choice).map_err(error)?;
        let mut options = choice.options()?;
        options.defines = defines(main);
        let program = with_files(files, |files| {
            let bytes = files.read(main).ok_or_else(|| error(format!("there is no source {main}")))?;
            let file = File { files, ..File::new(main, &bytes) };
            Program::file(file, options).map_err(error)
        })?;
        Emulator::start(program)
    }

    fn start(program: Program) -> Result<Emulator, JsError> {
        let mut machine = program.switch_on().map_err(error)?;
        machine.set_drawing(true);
        let palette = Palette::of(machine.video());
        let game = program.game().map_err(error)?;
        let debugger = Debugger::of_timeline(Timeline::new(machine, PAST_BYTES), Known::default());
        Ok(Emulator {
            program,
            debugger,
            is_known: false,
            game,
            palette,
            script: Script::default(),
            samples: Vec::new(),
        })
    }

    /// The name of the program.
    pub fn name(&self) -> String {
        self.program.name.clone()
    }

    /// Remarks on the program, one per line.
    pub fn notes(&self) -> String {
        let notes = self.program.notes.iter().cloned().chain(self.program.misplaced());
        notes.collect::<Vec<_>>().join("\n")
    }

    /// Whether the program reads a touch tablet in jack 2.
    #[wasm_bindgen(js_name = hasTablet)]
    pub fn has_tablet(&self) -> bool {
        self.game.has_tablet
    }

    /// The frame rate in millihertz.
    #[wasm_bindgen(js_name = frameMillihertz)]
    pub fn frame_millihertz(&self) -> u32 {
        self.machine().video().millihertz() as u32
    }

    /// Width of the picture in pixels.
    pub fn width(&self) -> usize {
        Area::Visible.width()
    }

    /// Height of the picture in pixels.
    pub fn height(&self) -> usize {
        FRAME_HEIGHT
    }

    /// Runs to the end of the frame or to a breakpoint.
    pub fn frame(&mut self) -> Ended {
        match self.debugger.run(1) {
            Reason::Jam => Ended::Jam,
            Reason::Breakpoint { .. } | Reason::Budget { .. } | Reason::Registers { .. } => Ended::Stop,
            _ => Ended::Frame,
        }
    }

    /// Frames since power-on.
    pub fn frames(&self) -> f64 {
        self.machine().frame_number() as f64
    }

    /// Turns drawing on or off. It is off while a recording is replayed fast.
    #[wasm_bindgen(js_name = setDrawing)]
    pub fn set_drawing(&mut self, on: bool) {
        self.debugger.machine_mut().set_drawing(on);
    }

    /// The last picture as rows of RGBA pixels.
    pub fn picture(&self) -> Vec<u8> {
        rgba(self.machine(), &self.palette)
    }

    /// Sets the sample rate in hertz; 0 for no sound.
    #[wasm_bindgen(js_name = setAudio)]
    pub fn set_audio(&mut self, rate: u32) {
        self.debugger.machine_mut().set_audio((rate > 0).then_some(rate));
    }

    /// The samples since the last call, from -1 to 1.
    pub fn audio(&mut self) -> Vec<f32> {
        self.samples.clear();
        self.debugger.machine_mut().take_audio(&mut self.samples);
        self.samples.iter().map(|&sample| f32::from(sample) / 32768.0).collect()
    }

    /// Changes a control, in the words of an input script: `stick0 up fire`, `console start`, `key SHIFT+A`, `reset`.
    pub fn control(&mut self, words: &str) -> Result<(), JsError> {
        let line = parse_line(words).map_err(|wrong| error(wrong.message))?;
        let now = self.machine().frame_number();
        for Entry { frame, control } in line.entries {
            self.plan(Entry { frame: now + frame, control });
        }
        Ok(())
    }

    /// All input since power-on, as an input script.
    pub fn recording(&self) -> String {
        let now = self.machine().frame_number();
        let done = self.script.entries.partition_point(|entry| entry.frame <= now);
        Script { entries: self.script.entries[..done].to_vec(), disks: self.script.disks.clone() }.to_text()
    }

    /// Continues from a state of the same program; `recording` is its input from power-on until it was saved. If the RESET key was
    /// held then, it is released. If this fails, nothing is changed.
    pub fn restore(&mut self, state: &[u8], recording: &str) -> Result<(), JsError> {
        let script = Script::parse(recording).map_err(error)?;
        let known = &self.script.disks;
        let numbers = script.disks.iter().map(|name| {
            let number = known.iter().position(|other| other == name);
            number.ok_or_else(|| error(format!("{name}: the recording has this disk, which is not here")))
        });
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        let script = Script { disks: known.clone(), ..script.with_disks(&numbers) };
        self.load(state)?;
        self.script = script;
        let now = self.machine().frame_number();
        for entry in self.script.entries.iter().filter(|entry| entry.frame > now) {
            self.debugger.plan(entry.frame, entry.control);
        }
        Ok(())
    }

    /// Goes back by this many frames to the start of a frame, or to the start of the recorded past. What came after is forgotten,
    /// except that a key that was down at that time is released when it was.
    #[wasm_bindgen(js_name = goBack)]
    pub fn go_back(&mut self, frames: u32) {
        let machine = self.machine();
        let frame = u64::from(machine.video().lines() * LINE_CYCLES);
        let start = machine.frame_end() - frame;
        self.debugger.go_to(start.saturating_sub(u64::from(frames) * frame));
        self.debugger.forget_future();
        self.debugger.forget_later_plans();
        // Drop the samples of the replay, which were played the first time.
        self.samples.clear();
        self.debugger.machine_mut().take_audio(&mut self.samples);
        let now = self.machine().frame_number();
        self.script.entries.retain(|entry| entry.frame <= now);
        let planned = self.debugger.planned().map(|(frame, control)| Entry { frame, control });
        self.script.entries.extend(planned);
    }

    /// A hash of everything that the machine's future depends on, as 16 hexadecimal digits.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.machine().hash())
    }

    /// The machine's state.
    pub fn save(&self) -> Vec<u8> {
        self.machine().save()
    }

    /// Continues from a state of the same program.
    pub fn load(&mut self, state: &[u8]) -> Result<(), JsError> {
        self.debugger.load(state).map_err(error)
    }

    /// The text on the screen.
    pub fn text(&self) -> String {
        screen::text(self.machine())
    }

    /// Bytes of memory as the CPU would read them.
    pub fn memory(&self, address: u16, length: usize) -> Vec<u8> {
        (0..length).map(|n| self.machine().peek(address.wrapping_add(n as u16))).collect()
    }

    /// The value of a label of the program.
    pub fn label(&self, name: &str) -> Option<u16> {
        self.program.symbols.address(name).ok()
    }

    /// The current week of a game that is played in weeks, as JSON; `null` for other programs.
    pub fn week(&self) -> Result<String, JsError> {
        let week = self.game.calendar.as_ref().and_then(|calendar: &Calendar| calendar.week(self.machine()));
        let known = week.map(|week| {
            serde_json::json!({ "turn": week.turn, "date": week.date(), "ordersOpen": week.orders_open })
        });
        json(&known)
    }

    /// Adds a disk image to the machine, in no drive yet. Returns its number. Before a game with disks is restored, its disks must be
    /// added in the same order.
    #[wasm_bindgen(js_name = addDisk)]
    pub fn add_disk(&mut self, name: &str, bytes: &[u8]) -> Result<usize, JsError> {
        let (image, _) = Image::read(bytes, name).map_err(|wrong| error(format!("{name}: {wrong}")))?;
        let disk = self.debugger.machine_mut().add_disk(image, false);
        let disks = &mut self.script.disks;
        // Another disk may have the same name.
        let named = |n: u32| if n == 1 { name.to_string() } else { format!("{name} ({n})") };
        let name = (1..).map(named).find(|name| !disks.contains(name)).unwrap_or_default();
        disks.resize(disk, String::new());
        disks.push(name);
        Ok(disk)
    }

    /// Puts a disk that was added into drive 1.
    #[wasm_bindgen(js_name = putDisk)]
    pub fn put_disk(&mut self, disk: usize) {
        let control = Control::Disk(0, Some(disk));
        self.plan(Entry { frame: self.machine().frame_number(), control });
    }

    /// The disk in drive 1 as an ATR file, with everything that was written to it; None if the drive is empty.
    pub fn disk(&self) -> Option<Vec<u8>> {
        self.machine().disk_file(self.machine().disk_in(0)?)
    }

    /// The disk with this number as an ATR file, with everything that was written to it, whether or not it is in a drive; None if there
    /// is no such disk.
    #[wasm_bindgen(js_name = diskFile)]
    pub fn disk_file(&self, disk: usize) -> Option<Vec<u8>> {
        self.machine().disk_file(disk)
    }
}

impl Emulator {
    /// The debugger, with the program's symbols loaded.
    pub(crate) fn knowing_debugger(&mut self) -> &mut Debugger {
        if !self.is_known {
            self.debugger.know(self.program.known());
            self.is_known = true;
        }
        &mut self.debugger
    }

    /// Schedules a control for this frame or a later one, and records it.
    fn plan(&mut self, entry: Entry) {
        self.debugger.plan(entry.frame, entry.control);
        let at = self.script.entries.partition_point(|other| other.frame <= entry.frame);
        self.script.entries.insert(at, entry);
    }

    /// The machine, read-only.
    fn machine(&self) -> &Machine {
        self.debugger.machine()
    }
}
