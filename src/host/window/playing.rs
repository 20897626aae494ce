//! A machine being played: what happens from one picture to the next.

use std::path::Path;
use std::time::{Duration, Instant};

use sdl2::event::{Event, WindowEvent};
use sdl2::keyboard::Scancode;
use sdl2::mouse::MouseUtil;
use sdl2::{AudioSubsystem, Sdl};

use super::controls::Controls;
use super::error::WindowError;
use super::gallery::{self, Gallery};
use super::keys::Keys;
use super::loan::Loan;
use super::mouse::{Mouse, Role};
use super::overlay::{self, Font, Messages, Overlay};
use super::pacing::Pacer;
use super::pads::Pads;
use super::played::Played;
use super::recorder::Recorder;
use super::rewind::Rewind;
use super::screen::Screen;
use super::speaker::Speaker;
use super::television;
use crate::debug::timeline::{Act, Timeline};
use crate::host::attach::AttachPort;
use crate::host::disks::DiskFiles;
use crate::host::palette::Palette;
use crate::host::picture::{self, Area};
use crate::host::saves::{Keeper, Reason, Saves};
use crate::host::{Open, Program, Session, Start, Trial};
use crate::machine::control::Control;
use crate::machine::{Pen, Stop};

/// Longest nap, so that keys are noticed soon.
const NAP: Duration = Duration::from_millis(8);
/// Between two looks at the person while the machine stands still.
const STILL: Duration = Duration::from_millis(16);
/// How long the machine runs fast between two pictures.
const TURBO_SLICE: Duration = Duration::from_millis(12);
/// Frames between two looks whether disks were written to of which the files are not.
const UNKEPT_FRAMES: u64 = 60;
/// Seconds over which the speed is measured.
const SPEED_SECONDS: f64 = 1.0;

/// A machine being played.
pub(super) struct Window<'a> {
    /// The machine, and its past since it was switched on or went on from what was saved.
    pub(super) past: Timeline,
    /// The person looks at the past.
    pub(super) rewind: Option<Rewind>,
    /// The picture that the machine shows next, where it has been put and has not run.
    pub(super) ahead: Option<Vec<u8>>,
    /// Whom the machine is lent to.
    pub(super) loan: Option<Loan>,
    pub(super) port: Option<AttachPort>,
    pub(super) disks: DiskFiles,
    /// The next disk that is dropped on the window is for drive 1, whatever could be booted from it.
    pub(super) disk_asked_for: bool,
    pub(super) title: String,
    pub(super) keeper: Keeper,
    pub(super) palette: Palette,
    tv: bool,
    trial: Trial,
    start: Start,
    pub(super) screen: Screen<'a>,
    pub(super) speaker: Option<Speaker>,
    pub(super) pads: Pads,
    pub(super) keys: Keys,
    pub(super) mouse: Mouse,
    pub(super) cursor: MouseUtil,
    pub(super) font: Font,
    pub(super) messages: Messages,
    pub(super) recorder: Recorder,
    /// Somebody wants what it writes down.
    pub(super) recorded: bool,
    pacer: Pacer,
    started: Instant,
    /// What the machine was told of the controls; none if that is not known.
    pub(super) told: Option<Controls>,
    pub(super) reset: bool,
    pub(super) paused: bool,
    pub(super) help: bool,
    /// The question whether to go on, while the key map stands before it.
    pub(super) offer_behind: Option<Gallery>,
    pub(super) gallery: Option<Gallery>,
    pub(super) speed_shown: bool,
    pub(super) jammed: bool,
    /// What cannot be written to a disk's or the printer's file; it is tried again and again.
    pub(super) unwritten: Option<String>,
    /// The person has been warned that this loses something.
    pub(super) warned: Option<Reason>,
    pub(super) closed: bool,
    /// The machine stood still or ran fast.
    out_of_pace: bool,
    frames: u64,
    speed: Speed,
    pub(super) samples: Vec<i16>,
    /// The picture in the window, with all that stands over it; none if it must be drawn anew.
    pub(super) shown: Option<Vec<u8>>,
    pub(super) open: Open,
}

impl<'a> Window<'a> {
    /// A machine that has not run yet.
    pub(super) fn new(session: Session, sdl: &Sdl, screen: Screen<'a>) -> Result<Self, WindowError> {
        let Session { program, palette, show, trial, start, recorded, open, port } = session;
        let Program { mut machine, disks, title, game } = program;
        let mut messages = Messages::default();
        messages.show("F1 shows the keys", 0.0);
        let speaker = if show.mute {
            None
        } else {
            open_speaker(sdl.audio()).map_err(|error| messages.show(format!("no sound: {error}"), 0.0)).ok()
        };
        machine.set_audio(speaker.as_ref().map(Speaker::rate));
        let rate = machine.video().frame_rate();
        Ok(Window {
            pacer: Pacer::new(rate, screen.refresh_rate(), 0.0),
            font: Font::of(machine.config()),
            pads: Pads::new(sdl.game_controller().map_err(WindowError)?),
            keys: Keys::new(),
            mouse: Mouse::new(role_for(game.has_tablet)),
            cursor: sdl.mouse(),
            recorder: Recorder::default(),
            recorded,
            started: Instant::now(),
            told: Some(Controls::default()),
            reset: false,
            paused: false,
            help: false,
            offer_behind: None,
            gallery: None,
            speed_shown: false,
            jammed: false,
            unwritten: None,
            warned: None,
            closed: false,
            out_of_pace: false,
            frames: 0,
            speed: Speed::new(rate),
            samples: Vec::new(),
            shown: None,
            open,
            tv: show.tv,
            keeper: Keeper::new(Saves::of(&title), game),
            past: Timeline::new(machine, Timeline::USUAL_BYTES),
            rewind: None,
            ahead: None,
            loan: None,
            port,
            disks,
            disk_asked_for: false,
            title,
            palette,
            trial,
            start,
            screen,
            speaker,
            messages,
        })
    }

    /// Shows the first picture, which takes long: the renderer gets ready. Time begins after it.
    pub(super) fn begin(&mut self) -> Result<(), WindowError> {
        self.show()?;
        self.started = Instant::now();
        match self.start {
            Start::Fresh => {}
            Start::Ask => self.offer(),
            Start::Resume => self.resume(),
        }
        self.show_cursor();
        Ok(())
    }

    /// Whether the person is done.
    pub(super) fn is_closed(&self) -> bool {
        self.closed
    }

    /// What SDL draws with.
    pub(super) fn renderer(&self) -> &'static str {
        self.screen.renderer()
    }

    /// Seconds since the window was opened.
    pub(super) fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Something happened in the window.
    pub(super) fn event(&mut self, event: Event) {
        if self.gallery_event(&event) {
            return;
        }
        match event {
            Event::Quit { .. } => self.quit(),
            Event::KeyDown { scancode: Some(Scancode::Escape), .. } if self.help => self.toggle_help(),
            Event::KeyDown { scancode: Some(scancode), keycode, keymod, repeat, .. } => {
                if let Some(command) = self.keys.down(scancode, keycode, keymod, repeat) {
                    self.obey(command);
                }
            }
            Event::TextInput { text, .. } => self.keys.text(&text),
            Event::KeyUp { scancode: Some(scancode), keymod, .. } => self.keys.up(scancode, keymod),
            Event::Window { win_event, .. } => self.window_event(win_event),
            // One without a way says only where the mouse was when the window was opened.
            Event::MouseMotion { x, y, xrel, yrel, .. } if (xrel, yrel) != (0, 0) => {
                self.mouse.moved(self.screen.locate((x, y)));
            }
            Event::MouseButtonDown { mouse_btn, .. } => self.mouse_button(mouse_btn),
            Event::MouseButtonUp { mouse_btn, .. } => self.mouse.button(mouse_btn, false),
            Event::DropFile { filename, .. } => self.dropped(Path::new(&filename)),
            Event::ControllerButtonDown { button, .. } => self.pad_button(button),
            Event::ControllerDeviceAdded { which, .. } => self.pad_plugged_in(which),
            Event::ControllerDeviceRemoved { which, .. } => self.pad_pulled_out(which),
            _ => {}
        }
    }

    fn window_event(&mut self, event: WindowEvent) {
        match event {
            WindowEvent::FocusLost => {
                self.keys.release_all();
                self.mouse.release();
            }
            WindowEvent::Leave => self.mouse.left(),
            _ => self.shown = None,
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
    pub(super) fn turn(&mut self) -> Result<(), WindowError> {
        let is_lent = self.lend();
        let is_covered = self.help || self.gallery.is_some();
        let goes_back = self.keys.wanted().rewind && !is_covered && !is_lent;
        if !goes_back {
            self.leave_past();
        }
        let nap = if goes_back {
            self.run_back();
            Duration::from_secs_f64(self.pacer.wait(self.now())).min(NAP)
        } else if is_lent {
            self.leave_pace();
            STILL
        } else if self.paused || is_covered {
            self.stand_still();
            STILL
        } else if self.keys.wanted().turbo {
            self.run_fast();
            Duration::ZERO
        } else {
            self.run_due();
            Duration::from_secs_f64(self.pacer.wait(self.now())).min(NAP)
        };
        if !self.show()? {
            std::thread::sleep(nap);
        }
        Ok(())
    }

    fn stand_still(&mut self) {
        self.leave_pace();
        self.keys.forget_strokes();
        self.gallery_pads();
    }

    /// Runs without regard to time or sound, and draws one picture.
    fn run_fast(&mut self) {
        self.leave_pace();
        let begun = Instant::now();
        self.past.machine_mut().set_drawing(false);
        while begun.elapsed() < TURBO_SLICE && !self.closed && !self.paused {
            self.run_frame();
        }
        self.past.machine_mut().set_drawing(true);
        if !self.closed && !self.paused {
            self.run_frame();
        }
    }

    /// How many frames are to be run now.
    fn frames_due(&mut self) -> u32 {
        let now = self.now();
        if std::mem::take(&mut self.out_of_pace) {
            self.pacer.restart(now);
        }
        self.pacer.frames_due(now)
    }

    /// Goes back by the frames that are due; fast, if that is wanted too.
    fn run_back(&mut self) {
        if let Some(speaker) = &mut self.speaker {
            speaker.silence();
        }
        let (fast, begun) = (self.keys.wanted().turbo, Instant::now());
        let due = if fast { u32::MAX } else { self.frames_due() };
        for _ in 0..due {
            if !self.frame_back() || begun.elapsed() >= TURBO_SLICE {
                break;
            }
        }
    }

    /// Runs the frames that are due.
    fn run_due(&mut self) {
        for _ in 0..self.frames_due() {
            if !self.closed && !self.paused {
                self.run_frame();
                if let Some(speaker) = &mut self.speaker {
                    speaker.play(&self.samples);
                }
            }
        }
    }

    fn leave_pace(&mut self) {
        self.out_of_pace = true;
        if let Some(speaker) = &mut self.speaker {
            speaker.silence();
        }
    }

    /// Runs a frame with the controls as they are now; its sound is then in `samples`.
    pub(super) fn run_frame(&mut self) {
        self.tell_controls();
        self.ahead = None;
        let stop = self.past.run_frame();
        self.keys.frame_done();
        self.write_disks();
        self.week_begun();
        self.samples.clear();
        self.past.machine_mut().take_audio(&mut self.samples);
        self.frames += 1;
        if self.frames.is_multiple_of(UNKEPT_FRAMES) {
            self.tell_unkept();
        }
        self.keep_trial();
        let jammed = stop == Stop::Jam;
        if jammed && !self.jammed {
            self.say("the 6502 is jammed: Shift F5 switches off and on");
        }
        self.jammed = jammed;
    }

    pub(super) fn controls_now(&mut self) -> Controls {
        let reset = std::mem::take(&mut self.reset);
        Controls::new(&self.keys.wanted(), &self.pads.read(), &self.mouse, reset)
    }

    /// Tells the machine what has changed of the controls.
    fn tell_controls(&mut self) {
        let controls = self.controls_now();
        let frame = self.past.machine().frame_number();
        for control in controls.changes(self.told.as_ref()) {
            self.recorder.note(frame, control);
            self.past.act(Act::Control(control));
            // Who only moves the mouse has nothing to lose.
            if self.told.is_some() && !only_moves(control) {
                self.keeper.touch();
            }
        }
        self.told = Some(controls);
    }

    /// Does what an automatic test asked for after this frame.
    fn keep_trial(&mut self) {
        let frame = Some(self.past.machine().frame_number());
        self.closed |= self.trial.quit_after.is_some() && frame >= self.trial.quit_after;
        self.paused |= frame == self.trial.pause_at;
        if self.trial.drop.as_ref().is_some_and(|&(at, _)| frame == Some(at))
            && let Some((_, file)) = self.trial.drop.take()
        {
            self.dropped(&file);
        }
    }

    /// Draws the picture and what stands over it, if it is not the one that is there; says whether it did.
    pub(super) fn show(&mut self) -> Result<bool, WindowError> {
        if self.trial.fail_at.is_some_and(|frame| self.past.machine().frame_number() >= frame) {
            return Err(WindowError("the window cannot be drawn in, as its trial wants".to_string()));
        }
        let now = self.now();
        if self.speed.measure(self.frames, now) {
            self.show_title();
        }
        let indices = self.compose(now);
        if self.shown.as_ref() == Some(&indices) {
            self.pacer.skipped();
            return Ok(false);
        }
        let mut rgb = picture::coloured(&indices, &self.palette);
        if let Some(gallery) = &self.gallery {
            gallery.paste(&mut rgb);
        }
        if self.tv {
            rgb = television::filter(&rgb, Area::Visible.width(), self.past.machine().video());
        }
        self.screen.show(&rgb)?;
        self.shown = Some(indices);
        self.pacer.presented(self.now());
        Ok(true)
    }

    /// What can be seen of the machine's picture, with all that stands over it but the pictures in the gallery. What
    /// cannot be seen may change in every frame.
    fn compose(&self, now: f64) -> Vec<u8> {
        let mut indices = picture::crop(self.picture(), Area::Visible);
        let mut overlay = Overlay { picture: &mut indices, font: &self.font };
        if self.help {
            overlay.key_map();
        }
        if let Some(gallery) = &self.gallery {
            gallery.draw(&mut overlay);
        }
        if let Some((text, luma)) = self.messages.current(now) {
            let bottom = self.gallery.as_ref().map_or(overlay::MESSAGE_BOTTOM, |_| gallery::MESSAGE_BOTTOM);
            overlay.message(text, luma, bottom);
        }
        if let Some(note) = self.note() {
            overlay.note(&note);
        }
        indices
    }

    /// What stands in the corner as long as it is so.
    fn note(&self) -> Option<String> {
        let is_covered = self.help || self.gallery.is_some();
        if let Some(seconds) = self.seconds_back() {
            Some(format!("-{seconds:.1} s"))
        } else if self.paused && !is_covered {
            Some("paused".to_string())
        } else if self.speed_shown || (self.keys.wanted().turbo && !self.paused) {
            Some(format!("{} %", self.speed.percent))
        } else {
            (self.jammed && !is_covered).then(|| "jammed: Shift F5".to_string())
        }
    }

    pub(super) fn show_title(&mut self) {
        let state = match (self.paused, self.jammed) {
            (true, _) => "paused".to_string(),
            (_, true) => "jammed".to_string(),
            _ => format!("{} %", self.speed.percent),
        };
        let trouble = self.unwritten.as_ref().map_or(String::new(), |text| format!(" - {text}"));
        self.screen.set_title(&format!("{} - front800 ({state}){trouble}", self.title));
    }

    /// What is left of it all. Where the window has failed nobody has been asked whether to leave: what is played is saved if it can be.
    pub(super) fn into_played(mut self, drawn_by: String, mut failure: Option<WindowError>) -> Played {
        if let Some(WindowError(failure)) = &mut failure
            && let Err(error) = self.keeper.leave(Reason::Quit, self.past.machine())
        {
            *failure += &format!("; and what you play cannot be saved: {error}");
        }
        let mut machine = self.past.into_machine();
        machine.set_audio(None);
        Played {
            changes: self.recorder.into_changes(),
            frames: self.frames,
            seconds: self.started.elapsed().as_secs_f64(),
            underruns: self.speaker.as_ref().map(Speaker::underruns),
            drawn_by,
            machine,
            disks: self.disks,
            failure,
        }
    }
}

/// Whether it is the mouse that has been moved, and nothing else.
fn only_moves(control: Control) -> bool {
    matches!(control, Control::Paddle(..) | Control::Pen(_, Pen { pressed: false, .. }))
}

/// What the mouse stands for at first.
pub(super) fn role_for(has_tablet: bool) -> Role {
    if has_tablet { Role::Tablet } else { Role::None }
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
    fn speed_is_measured_once_a_second() {
        let mut speed = Speed::new(60.0);
        assert!(!speed.measure(30, 0.5));
        assert!(speed.measure(120, 1.0));
        assert_eq!(speed.percent, 200);
        assert!(speed.measure(150, 2.0));
        assert_eq!(speed.percent, 50);
    }
}
