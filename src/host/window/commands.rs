//! What the window's own keys do.

use std::path::Path;

use sdl2::controller::Button;
use sdl2::mouse::MouseButton;

use super::controls::Controls;
use super::gallery::Gallery;
use super::keys::{Arrows, Command};
use super::mouse::{Mouse, Role};
use super::overlay::Font;
use super::playing::{Window, role_for};
use super::speaker::Speaker;
use crate::debug::timeline::{Act, Timeline};
use crate::host::picture::{self, Area};
use crate::host::saves::{Keeper, Reason, Saves};
use crate::host::{Program, disks, storage};
use crate::machine::control::Control;

impl Window<'_> {
    /// Shows a message.
    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.messages.show(text, self.now());
    }

    /// Does what a key asks for.
    pub(super) fn obey(&mut self, command: Command) {
        if !self.may_obey(command) {
            return;
        }
        self.leave_past();
        match command {
            Command::Help => self.toggle_help(),
            Command::Reset => self.reset = self.may_leave(Reason::Reset),
            Command::ColdStart => self.cold_start(),
            Command::SwitchArrows => self.switch_arrows(),
            Command::SwitchMouse => self.switch_mouse(),
            Command::QuickSave => self.quick_save(),
            Command::QuickLoad => self.quick_load(),
            Command::SavedGames => self.toggle_gallery(),
            Command::Pause => self.pause(),
            Command::FrameOn => self.frame_on(),
            Command::FrameBack => self.one_frame_back(),
            Command::Screenshot => self.screenshot(),
            Command::FullScreen => self.full_screen(),
            Command::Louder => self.change_volume(true),
            Command::Quieter => self.change_volume(false),
            Command::Mute => self.mute(),
            Command::ShowSpeed => self.speed_shown = !self.speed_shown,
            Command::NextDisk => self.next_disk(),
            Command::Eject => self.put_disk(None),
            Command::Debug => self.debug_here(),
            Command::Quit => self.quit(),
        }
    }

    /// Writes what the machine has written to disks and printed, as far as that is possible.
    pub(super) fn write_disks(&mut self) {
        let unwritten = self.disks.flush(self.past.machine_mut()).err().map(|error| error.to_string());
        let has_changed = unwritten.is_some() != self.unwritten.is_some();
        self.unwritten = unwritten;
        if has_changed {
            self.say(self.unwritten.clone().unwrap_or("all is written".to_string()));
            self.show_title();
        }
    }

    /// Says of a disk that the program writes to, the first time, that its file is not written to.
    pub(super) fn tell_unkept(&mut self) {
        let Some(path) = self.disks.take_first_unkept(self.past.machine()) else { return };
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        self.say(format!(
            "{name} is written to in memory only, as its file is not to be changed: a saved game (Alt G) keeps it"
        ));
    }

    /// Closes the window; with something not written or not saved, only when asked twice.
    pub(super) fn quit(&mut self) {
        self.write_disks();
        self.closed = match self.unwritten.clone() {
            Some(text) => self.insists(Reason::Quit, text),
            None => self.may_leave(Reason::Quit),
        };
    }

    /// Shows the key map, or hides it; a question that it stands before is asked again.
    pub(super) fn toggle_help(&mut self) {
        if self.help {
            let offer = self.offer_behind.take();
            return self.show_gallery(offer);
        }
        let offer = self.gallery.take().filter(Gallery::is_offer);
        self.show_gallery(None);
        (self.help, self.offer_behind) = (true, offer);
    }

    fn cold_start(&mut self) {
        if !self.may_leave(Reason::PowerOff) {
            return;
        }
        self.past.machine_mut().power_cycle();
        self.past.begin_anew();
        self.recorder.power_cycled();
        self.keeper.begin_at(self.past.machine());
        self.look_ahead();
        self.told = Some(Controls::default());
        self.say("switched off and on");
    }

    fn switch_arrows(&mut self) {
        self.keys.switch_arrows();
        self.say(match self.keys.arrows() {
            Arrows::Stick => "arrows: joystick 0, Ctrl: its button",
            Arrows::Cursor => "arrows: cursor keys",
        });
    }

    fn switch_mouse(&mut self) {
        let role = self.mouse.switch();
        self.say(match role {
            Role::Tablet => "mouse: points, a touch tablet in jack 2",
            Role::Paddles => "mouse: paddles 0 (across) and 1 (down)",
            Role::Pen => "mouse: a light pen or gun in jack 1",
            Role::None => "mouse: nothing",
        });
        self.show_cursor();
    }

    /// A button of the mouse goes down.
    pub(super) fn mouse_button(&mut self, button: MouseButton) {
        match button {
            MouseButton::Middle => self.toggle_gallery(),
            _ => self.mouse.button(button, true),
        }
    }

    /// A button of a gamepad goes down: those that are not the machine's.
    pub(super) fn pad_button(&mut self, button: Button) {
        if matches!(button, Button::Guide | Button::LeftStick) {
            self.toggle_gallery();
        }
    }

    /// The host's cursor is in the way on the whole screen, unless somebody points with it.
    pub(super) fn show_cursor(&self) {
        let points = self.gallery.is_some() || self.mouse.points();
        self.cursor.show_cursor(points || !self.screen.is_full());
    }

    /// A file was dropped onto the window. A disk goes into drive 1 of a machine that has disks, if Alt D has asked for one, or if
    /// nothing can be booted from it; everything else is a new program.
    pub(super) fn dropped(&mut self, file: &Path) {
        if !self.may_obey(Command::Eject) {
            return;
        }
        self.leave_past();
        let is_asked_for = std::mem::take(&mut self.disk_asked_for) || !self.disks.names().is_empty();
        if (is_asked_for || disks::is_data_disk(file))
            && let Ok((disk, warnings)) = self.disks.add(self.past.machine_mut(), file)
        {
            self.put_disk(Some(disk));
            if let Some(warning) = warnings.first() {
                let name = file.file_name().unwrap_or_default();
                self.say(format!("drive 1: {}: warning: {warning}", name.to_string_lossy()));
            }
            return;
        }
        self.open(file);
    }

    /// Puts another program into the machine and switches it on.
    fn open(&mut self, file: &Path) {
        let opened = (self.open)(file);
        let (Program { mut machine, disks, title, game }, notes) = match opened {
            Ok(opened) => opened,
            Err(error) => return self.say(error),
        };
        self.write_disks();
        if let Some(text) = &self.unwritten {
            let text = format!("no other program before this is written: {text}");
            return self.say(text);
        }
        if !self.may_leave(Reason::Exchange) {
            return;
        }
        machine.set_audio(self.speaker.as_ref().map(Speaker::rate));
        self.font = Font::of(machine.config());
        self.keeper = Keeper::new(Saves::of(&title), game);
        self.mouse = Mouse::new(role_for(game.has_tablet));
        self.past = Timeline::new(machine, Timeline::USUAL_BYTES);
        // A debugger would take it for the first program.
        self.port = None;
        (self.disks, self.title, self.ahead) = (disks, title, None);
        self.recorder.exchanged();
        self.keys.release_all();
        self.told = Some(Controls::default());
        (self.paused, self.help, self.jammed, self.gallery) = (false, false, false, None);
        self.say(if notes.is_empty() { self.title.clone() } else { notes });
        self.show_title();
        self.show_cursor();
    }

    pub(super) fn pause(&mut self) {
        self.paused = !self.paused;
        self.say(if self.paused { "paused" } else { "goes on" });
        self.show_title();
    }

    fn screenshot(&mut self) {
        let path = storage::screenshot_file(&self.title);
        match picture::screenshot(&path, self.picture(), Area::Visible, &self.palette) {
            Ok(()) => self.say(format!("picture: {}", path.display())),
            Err(error) => self.say(format!("no picture: {}: {error}", path.display())),
        }
    }

    /// Puts into drive 1 the disk after the one in it, of all that were brought.
    fn next_disk(&mut self) {
        let count = self.disks.names().len();
        let next = self.past.machine().disk_in(0).map_or(0, |disk| disk + 1);
        self.disk_asked_for = count == 0;
        match count {
            0 => self.say("no disk: drop one onto the window, and it is in drive 1"),
            _ => self.put_disk(Some(next % count)),
        }
    }

    fn put_disk(&mut self, disk: Option<usize>) {
        let control = Control::Disk(0, disk);
        self.recorder.note(self.past.machine().frame_number(), control);
        self.past.act(Act::Control(control));
        let name = disk.and_then(|disk| self.disks.path(disk)?.file_name());
        self.say(match name {
            Some(name) => format!("drive 1: {}", name.to_string_lossy()),
            None => "drive 1 is empty".to_string(),
        });
    }

    fn full_screen(&mut self) {
        match self.screen.toggle_full() {
            Ok(()) => self.show_cursor(),
            Err(error) => self.say(format!("no full screen: {error}")),
        }
    }

    fn change_volume(&mut self, louder: bool) {
        let volume = self.speaker.as_mut().map(|speaker| speaker.change_volume(louder));
        self.say(volume.map_or(NO_SOUND.to_string(), |percent| format!("volume {percent} %")));
    }

    fn mute(&mut self) {
        let muted = self.speaker.as_mut().map(Speaker::toggle_mute);
        self.say(match muted {
            Some(true) => "sound off",
            Some(false) => "sound on",
            None => NO_SOUND,
        });
    }
}

const NO_SOUND: &str = "there is no sound device";
