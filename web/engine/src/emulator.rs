//! A machine with a program, and the input that it was given since it was switched on. It stands in a debugger, who only
//! keeps its past until somebody wants more of him.

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

/// Bytes of a pixel: red, green, blue, opaque.
const PIXEL: usize = 4;
/// Bytes that the past takes at most.
const PAST_BYTES: usize = 24 << 20;

/// What a page may choose.
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
    /// 16, 32 or 48.
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

/// A machine's last picture, as rows of red, green, blue and opaque.
fn rgba(machine: &Machine, palette: &Palette) -> Vec<u8> {
    let mut rgba = vec![u8::MAX; PIXEL * Area::Visible.width() * FRAME_HEIGHT];
    let indices = picture::crop(machine.picture(), Area::Visible);
    for (pixel, &index) in rgba.as_chunks_mut::<PIXEL>().0.iter_mut().zip(&indices) {
        pixel[..3].copy_from_slice(&palette.rgb(index));
    }
    rgba
}

/// The picture one frame after a saved state of a machine of 48K with this operating system and program (a binary-load file
/// and its name), as of [`Emulator::picture`]: there sooner than an emulator, for which both are assembled.
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

/// Whether a file is the image of a disk from which nothing is booted: one of data, which goes into drive 1 of what runs.
#[wasm_bindgen(js_name = isDataDisk)]
pub fn is_data_disk(name: &str, bytes: &[u8]) -> bool {
    Image::read(bytes, name).is_ok_and(|(image, _)| !image.boots())
}

/// Why [`Emulator::frame`] came back.
#[wasm_bindgen]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The frame is over.
    Frame,
    /// The CPU is jammed.
    Jam,
    /// Something is to be stopped at.
    Stop,
}

/// A machine with its program.
#[wasm_bindgen]
pub struct Emulator {
    pub(crate) program: Program,
    pub(crate) debugger: Debugger,
    /// The debugger has been told about the program: that takes a while, and who plays does without.
    is_known: bool,
    game: Game,
    palette: Palette,
    /// All that was done since power-on, and what the debugger has planned: keys that are let go by themselves.
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

    /// The program in a file, switched on: a binary-load file, a disk, a cartridge, assembler source.
    pub fn file(name: &str, bytes: &[u8], choice: &str) -> Result<Emulator, JsError> {
        let choice: Choice = serde_json::from_str(choice).map_err(error)?;
        Emulator::start(Program::file(File::new(name, bytes), choice.options()?).map_err(error)?)
    }

    /// The program that `main`, one of several source files or of those of the titles, assembles to, switched on.
    /// `files` is JSON: an array of `{"name", "text"}`.
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

    /// What is worth knowing about the program, a line each.
    pub fn notes(&self) -> String {
        let notes = self.program.notes.iter().cloned().chain(self.program.misplaced());
        notes.collect::<Vec<_>>().join("\n")
    }

    /// Whether it looks at a touch tablet in jack 2.
    #[wasm_bindgen(js_name = hasTablet)]
    pub fn has_tablet(&self) -> bool {
        self.game.has_tablet
    }

    /// Frames a second, in thousandths.
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

    /// Runs to the end of the frame, or to what is to be stopped at before.
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

    /// Whether pictures are drawn: off while a recording is replayed in a hurry.
    #[wasm_bindgen(js_name = setDrawing)]
    pub fn set_drawing(&mut self, on: bool) {
        self.debugger.machine_mut().set_drawing(on);
    }

    /// The last picture, as rows of red, green, blue and opaque.
    pub fn picture(&self) -> Vec<u8> {
        rgba(self.machine(), &self.palette)
    }

    /// The rate of the samples in hertz; 0 for no sound.
    #[wasm_bindgen(js_name = setAudio)]
    pub fn set_audio(&mut self, rate: u32) {
        self.debugger.machine_mut().set_audio((rate > 0).then_some(rate));
    }

    /// The samples since the last call, -1 to 1.
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

    /// Goes on from a state of the same program, with what was the input since power-on when it was saved. A RESET that was held
    /// then is let go. What cannot be gone on from changes nothing.
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

    /// Goes back to the beginning of the frame so many before, or of what is known. What came after has not been; a key that was
    /// down then is let go as it was.
    #[wasm_bindgen(js_name = goBack)]
    pub fn go_back(&mut self, frames: u32) {
        let machine = self.machine();
        let frame = u64::from(machine.video().lines() * LINE_CYCLES);
        let start = machine.frame_end() - frame;
        self.debugger.go_to(start.saturating_sub(u64::from(frames) * frame));
        self.debugger.forget_future();
        self.debugger.forget_later_plans();
        // What was heard on the way there was heard then.
        self.samples.clear();
        self.debugger.machine_mut().take_audio(&mut self.samples);
        let now = self.machine().frame_number();
        self.script.entries.retain(|entry| entry.frame <= now);
        let planned = self.debugger.planned().map(|(frame, control)| Entry { frame, control });
        self.script.entries.extend(planned);
    }

    /// A hash of everything the future depends on, as 16 hexadecimal digits.
    pub fn hash(&self) -> String {
        format!("{:016x}", self.machine().hash())
    }

    /// The machine's state.
    pub fn save(&self) -> Vec<u8> {
        self.machine().save()
    }

    /// Goes on from a state of the same program.
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

    /// The week of a game by weeks, as JSON; `null` otherwise.
    pub fn week(&self) -> Result<String, JsError> {
        let week = self.game.calendar.as_ref().and_then(|calendar: &Calendar| calendar.week(self.machine()));
        let known = week.map(|week| {
            serde_json::json!({ "turn": week.turn, "date": week.date(), "ordersOpen": week.orders_open })
        });
        json(&known)
    }

    /// Brings the image of a disk near the machine; its number. Where a game is gone on from that had disks, they are brought first,
    /// in the same order.
    #[wasm_bindgen(js_name = addDisk)]
    pub fn add_disk(&mut self, name: &str, bytes: &[u8]) -> Result<usize, JsError> {
        let (image, _) = Image::read(bytes, name).map_err(|wrong| error(format!("{name}: {wrong}")))?;
        let disk = self.debugger.machine_mut().add_disk(image, false);
        let disks = &mut self.script.disks;
        // Another disk may be called the same.
        let named = |n: u32| if n == 1 { name.to_string() } else { format!("{name} ({n})") };
        let name = (1..).map(named).find(|name| !disks.contains(name)).unwrap_or_default();
        disks.resize(disk, String::new());
        disks.push(name);
        Ok(disk)
    }

    /// Puts a disk that has been brought into drive 1.
    #[wasm_bindgen(js_name = putDisk)]
    pub fn put_disk(&mut self, disk: usize) {
        let control = Control::Disk(0, Some(disk));
        self.plan(Entry { frame: self.machine().frame_number(), control });
    }

    /// The disk in drive 1 with all that has been written to it, as an ATR file; nothing if there is none.
    pub fn disk(&self) -> Option<Vec<u8>> {
        self.machine().disk_file(self.machine().disk_in(0)?)
    }

    /// A disk by its number, be it in a drive or not, with all that has been written to it, as an ATR file; nothing if there is none.
    #[wasm_bindgen(js_name = diskFile)]
    pub fn disk_file(&self, disk: usize) -> Option<Vec<u8>> {
        self.machine().disk_file(disk)
    }
}

impl Emulator {
    /// The debugger, who knows about the program.
    pub(crate) fn knowing_debugger(&mut self) -> &mut Debugger {
        if !self.is_known {
            self.debugger.know(self.program.known());
            self.is_known = true;
        }
        &mut self.debugger
    }

    /// Does something in this frame or a later one, and notes it.
    fn plan(&mut self, entry: Entry) {
        self.debugger.plan(entry.frame, entry.control);
        let at = self.script.entries.partition_point(|other| other.frame <= entry.frame);
        self.script.entries.insert(at, entry);
    }

    /// The machine, to look at.
    fn machine(&self) -> &Machine {
        self.debugger.machine()
    }
}
