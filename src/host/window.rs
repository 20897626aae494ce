//! The window: picture, sound, keyboard, gamepads, and the pace of it all.

mod commands;
mod controls;
mod keys;
mod layout;
mod overlay;
mod pacing;
mod paddles;
mod pads;
mod recorder;
mod resample;
mod screen;
mod speaker;
mod storage;
mod television;

use std::path::Path;
use std::time::{Duration, Instant};

use sdl2::event::{Event, WindowEvent};
use sdl2::{AudioSubsystem, Sdl};

use super::picture::{self, Area};
use super::{Open, Session, Trial};
use crate::host::disks::DiskFiles;
use crate::host::palette::Palette;
use crate::machine::{FRAME_HEIGHT, LINE_CYCLES, Machine, Stop, Video};
use controls::Controls;
use keys::Keys;
use layout::Shape;
use overlay::{Font, Messages, Overlay};
use pacing::Pacer;
use paddles::Mouse;
use pads::Pads;
use recorder::Recorder;
use screen::Screen;
use speaker::Speaker;

pub use overlay::KEY_MAP;
pub use recorder::Change;

/// How to get an SDL2 that can open a window.
const INSTALL_SDL: &str = "apt install libsdl2-2.0-0 (Debian, Ubuntu), dnf install SDL2 (Fedora), \
                           pacman -S sdl2 (Arch), brew install sdl2 (macOS)";
/// Longest nap, so that keys are noticed soon.
const NAP: Duration = Duration::from_millis(8);
/// Between two pictures of a machine that stands still.
const STILL: Duration = Duration::from_millis(16);
/// How long the machine runs fast between two pictures.
const TURBO_SLICE: Duration = Duration::from_millis(12);
/// Seconds over which the speed is measured.
const SPEED_SECONDS: f64 = 1.0;

/// Why there is no window.
#[derive(Debug)]
pub struct WindowError(pub String);

impl std::fmt::Display for WindowError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WindowError {}

/// What was played.
pub struct Played {
    /// What the person did, from power-on.
    pub changes: Vec<Change>,
    /// Frames run.
    pub frames: u64,
    /// Time from the first frame to the last.
    pub seconds: f64,
    /// How often the sound device had nothing to play, if there was sound.
    pub underruns: Option<u64>,
    /// SDL's video driver and renderer.
    pub drawn_by: String,
    /// The machine at the end.
    pub machine: Machine,
    /// The files of its disks.
    pub disks: DiskFiles,
}

/// Shows the machine and plays until the window is closed.
pub fn play(session: Session) -> Result<Played, WindowError> {
    let sdl = sdl2::init().map_err(WindowError)?;
    let video = sdl.video().map_err(|error| {
        WindowError(format!(
            "no window: {error}; is there a display, and an SDL2 that knows it? {INSTALL_SDL}"
        ))
    })?;
    if !session.trial.allow_dummy {
        screen::check_driver(&video)?;
    }
    let (show, standard) = (session.show, session.machine.video());
    let shape = Shape::new(Area::Visible.width() as u32, FRAME_HEIGHT as u32, standard, show.square);
    let title = format!("{} - front800", session.title);
    let canvas = screen::open(&video, &title, shape.scaled(show.scale), show.fullscreen)?;
    let creator = canvas.texture_creator();
    let rows = if show.tv { 2 * FRAME_HEIGHT } else { FRAME_HEIGHT };
    let screen = Screen::new(canvas, &creator, shape, rows as u32)?;
    video.text_input().start();
    sdl.mouse().show_cursor(!show.fullscreen);
    let mut window = Window::new(session, &sdl, screen)?;
    let mut events = sdl.event_pump().map_err(WindowError)?;
    // The first picture takes long: the renderer gets ready. Time begins after it.
    window.show()?;
    window.started = Instant::now();
    while !window.closed {
        for event in events.poll_iter() {
            window.event(event);
        }
        window.turn()?;
    }
    let drawn_by = format!("{}, {}", video.current_video_driver(), window.screen.renderer());
    Ok(window.into_played(drawn_by))
}

/// Frames a second.
fn frame_rate(video: Video) -> f64 {
    video.millihertz() as f64 / 1000.0 / f64::from(video.lines() * LINE_CYCLES)
}

/// A machine being played.
struct Window<'a> {
    machine: Machine,
    disks: DiskFiles,
    title: String,
    palette: Palette,
    tv: bool,
    trial: Trial,
    screen: Screen<'a>,
    speaker: Option<Speaker>,
    pads: Pads,
    keys: Keys,
    font: Font,
    messages: Messages,
    recorder: Recorder,
    pacer: Pacer,
    started: Instant,
    /// What the machine was told of the controls; none if that is not known.
    told: Option<Controls>,
    reset: bool,
    paused: bool,
    help: bool,
    speed_shown: bool,
    jammed: bool,
    /// What cannot be written to a disk's or the printer's file; it is tried again and again.
    unwritten: Option<String>,
    /// The person wants to quit though something is not written.
    quit_asked: bool,
    closed: bool,
    /// The machine stood still or ran fast.
    out_of_pace: bool,
    frames: u64,
    speed: Speed,
    samples: Vec<i16>,
    mouse: sdl2::mouse::MouseUtil,
    paddles: Mouse,
    open: Open,
}

impl<'a> Window<'a> {
    fn new(session: Session, sdl: &Sdl, screen: Screen<'a>) -> Result<Self, WindowError> {
        let Session { mut machine, disks, title, palette, show, trial, open } = session;
        let mut messages = Messages::default();
        messages.show("F1 shows the keys", 0.0);
        let speaker = if show.mute {
            None
        } else {
            open_speaker(sdl.audio()).map_err(|error| messages.show(format!("no sound: {error}"), 0.0)).ok()
        };
        machine.set_audio(speaker.as_ref().map(Speaker::rate));
        let rate = frame_rate(machine.video());
        Ok(Window {
            pacer: Pacer::new(rate, screen.refresh_rate(), 0.0),
            font: Font::of(machine.config()),
            pads: Pads::new(sdl.game_controller().map_err(WindowError)?),
            keys: Keys::new(),
            recorder: Recorder::default(),
            started: Instant::now(),
            told: Some(Controls::default()),
            reset: false,
            paused: false,
            help: false,
            speed_shown: false,
            jammed: false,
            unwritten: None,
            quit_asked: false,
            closed: false,
            out_of_pace: false,
            frames: 0,
            speed: Speed::new(rate),
            samples: Vec::new(),
            mouse: sdl.mouse(),
            paddles: Mouse::default(),
            open,
            tv: show.tv,
            machine,
            disks,
            title,
            palette,
            trial,
            screen,
            speaker,
            messages,
        })
    }

    /// Seconds since the window was opened.
    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    fn event(&mut self, event: Event) {
        match event {
            Event::Quit { .. } => self.quit(),
            Event::KeyDown { scancode: Some(scancode), keycode, keymod, repeat, .. } => {
                if let Some(command) = self.keys.down(scancode, keycode, keymod, repeat) {
                    self.obey(command);
                }
            }
            Event::TextInput { text, .. } => self.keys.text(&text),
            Event::KeyUp { scancode: Some(scancode), keymod, .. } => self.keys.up(scancode, keymod),
            Event::Window { win_event: WindowEvent::FocusLost, .. } => {
                self.keys.release_all();
                self.paddles.release();
            }
            Event::MouseMotion { x, y, .. } => self.paddles.moved((x, y), self.screen.window_size()),
            Event::MouseButtonDown { mouse_btn, .. } => self.paddles.button(mouse_btn, true),
            Event::MouseButtonUp { mouse_btn, .. } => self.paddles.button(mouse_btn, false),
            Event::DropFile { filename, .. } => self.dropped(Path::new(&filename)),
            Event::ControllerDeviceAdded { which, .. } => self.pad_plugged_in(which),
            Event::ControllerDeviceRemoved { which, .. } => self.pad_pulled_out(which),
            _ => {}
        }
    }

    fn pad_plugged_in(&mut self, index: u32) {
        if let Some(name) = self.pads.plugged_in(index) {
            self.say(format!("gamepad: {name}"));
        }
    }

    fn pad_pulled_out(&mut self, instance: u32) {
        if self.pads.pulled_out(instance) {
            self.say("gamepad unplugged");
        }
    }

    /// Runs what is due and shows it, or waits a little.
    fn turn(&mut self) -> Result<(), WindowError> {
        if self.paused || self.help {
            self.stand_still();
        } else if self.keys.wanted().turbo {
            self.run_fast();
        } else if !self.run_due() {
            return Ok(());
        }
        self.show()
    }

    fn stand_still(&mut self) {
        self.leave_pace();
        self.keys.forget_strokes();
        if !self.pacer.screen_waits() {
            std::thread::sleep(STILL);
        }
    }

    /// Runs without regard to time or sound, and draws one picture.
    fn run_fast(&mut self) {
        self.leave_pace();
        let begun = Instant::now();
        self.machine.set_drawing(false);
        while begun.elapsed() < TURBO_SLICE && !self.closed && !self.paused {
            self.run_frame();
        }
        self.machine.set_drawing(true);
        if !self.closed && !self.paused {
            self.run_frame();
        }
    }

    /// Runs the frames that are due. False if there is nothing new to show.
    fn run_due(&mut self) -> bool {
        let now = self.now();
        if std::mem::take(&mut self.out_of_pace) {
            self.pacer.restart(now);
        }
        let due = self.pacer.frames_due(now);
        for _ in 0..due {
            if !self.closed && !self.paused {
                self.run_frame();
                if let Some(speaker) = &mut self.speaker {
                    speaker.play(&self.samples);
                }
            }
        }
        if due == 0 && !self.pacer.screen_waits() {
            let wait = Duration::from_secs_f64(self.pacer.wait(self.now()));
            std::thread::sleep(wait.min(NAP));
            return false;
        }
        true
    }

    fn leave_pace(&mut self) {
        self.out_of_pace = true;
        if let Some(speaker) = &mut self.speaker {
            speaker.silence();
        }
    }

    /// Runs a frame with the controls as they are now; its sound is then in `samples`.
    fn run_frame(&mut self) {
        let reset = std::mem::take(&mut self.reset);
        let controls = Controls::new(&self.keys.wanted(), &self.pads.read(), self.paddles.paddles(), reset);
        let frame = self.machine.frame_number();
        for control in controls.changes(self.told.as_ref()) {
            self.recorder.note(frame, control);
            control.apply(&mut self.machine);
        }
        self.told = Some(controls);
        let stop = self.machine.run_frame();
        self.keys.frame_done();
        self.write_disks();
        self.samples.clear();
        self.machine.take_audio(&mut self.samples);
        self.frames += 1;
        let frame = Some(self.machine.frame_number());
        self.closed |= self.trial.quit_after.is_some() && frame >= self.trial.quit_after;
        self.paused |= frame == self.trial.pause_at;
        if self.trial.drop.as_ref().is_some_and(|&(at, _)| frame == Some(at))
            && let Some((_, file)) = self.trial.drop.take()
        {
            self.dropped(&file);
        }
        let jammed = stop == Stop::Jam;
        if jammed && !self.jammed {
            self.say("the 6502 is jammed: Shift F5 switches off and on");
        }
        self.jammed = jammed;
    }

    /// Draws the picture and what stands over it.
    fn show(&mut self) -> Result<(), WindowError> {
        let now = self.now();
        if self.speed.measure(self.frames, now) {
            self.show_title();
        }
        let mut indices = self.machine.picture().to_vec();
        let mut overlay = Overlay { picture: &mut indices, font: &self.font };
        if self.help {
            overlay.key_map();
        }
        if let Some((text, luma)) = self.messages.current(now) {
            overlay.message(text, luma);
        }
        if self.speed_shown || (self.keys.wanted().turbo && !self.paused) {
            overlay.note(&format!("{} %", self.speed.percent));
        }
        let mut rgb = picture::rgb(&indices, Area::Visible, &self.palette);
        if self.tv {
            rgb = television::filter(&rgb, Area::Visible.width(), self.machine.video());
        }
        self.screen.show(&rgb)?;
        self.pacer.presented(self.now());
        Ok(())
    }

    fn show_title(&mut self) {
        let state = if self.paused { "paused".to_string() } else { format!("{} %", self.speed.percent) };
        let trouble = self.unwritten.as_ref().map_or(String::new(), |text| format!(" - {text}"));
        self.screen.set_title(&format!("{} - front800 ({state}){trouble}", self.title));
    }

    fn into_played(mut self, drawn_by: String) -> Played {
        self.machine.set_audio(None);
        Played {
            changes: self.recorder.into_changes(),
            frames: self.frames,
            seconds: self.started.elapsed().as_secs_f64(),
            underruns: self.speaker.as_ref().map(Speaker::underruns),
            drawn_by,
            machine: self.machine,
            disks: self.disks,
        }
    }
}

fn open_speaker(audio: Result<AudioSubsystem, String>) -> Result<Speaker, String> {
    Speaker::open(&audio?)
}

/// How fast the machine runs, in percent of a real one.
struct Speed {
    rate: f64,
    percent: u32,
    frames: u64,
    since: f64,
}

impl Speed {
    fn new(rate: f64) -> Self {
        Speed { rate, percent: 100, frames: 0, since: 0.0 }
    }

    /// Measures now and then; says when it did.
    fn measure(&mut self, frames: u64, now: f64) -> bool {
        let seconds = now - self.since;
        if seconds < SPEED_SECONDS {
            return false;
        }
        let speed = (frames - self.frames) as f64 / seconds / self.rate;
        self.percent = (100.0 * speed).round() as u32;
        (self.frames, self.since) = (frames, now);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_frame_rates_are_those_of_the_standards() {
        assert!((frame_rate(Video::Ntsc) - 59.9227).abs() < 0.0001);
        assert!((frame_rate(Video::Pal) - 49.8608).abs() < 0.0001);
    }

    #[test]
    fn speed_is_measured_once_a_second() {
        let mut speed = Speed::new(60.0);
        assert!(!speed.measure(30, 0.5));
        assert!(speed.measure(120, 1.0));
        assert_eq!(speed.percent, 200);
        assert!(speed.measure(150, 2.0));
        assert_eq!(speed.percent, 50);
    }
}
