//! Saving and taking up again: quick save, gallery, and what the window does by itself.

use std::path::Path;

use sdl2::controller::Button;
use sdl2::event::Event;
use sdl2::keyboard::{Keycode, Mod, Scancode};
use sdl2::mouse::MouseButton;

use super::gallery::{Action, Cell, Gallery, Page, Request, Shelf};
use super::keys;
use super::playing::Window;
use crate::host::saves::{self, Reason};
use crate::machine::Stick;

impl Window<'_> {
    /// Saves the beginning of a week, if this frame was one.
    pub(super) fn week_begun(&mut self) {
        if let Some(Err(error)) = self.keeper.frame_done(self.past.machine()) {
            self.say(format!("the beginning of this week is not saved: {error}"));
        }
    }

    /// Whether the machine may go somewhere else: what would be lost is saved, or the person insists.
    pub(super) fn may_leave(&mut self, reason: Reason) -> bool {
        let Err(error) = self.keeper.leave(reason, self.past.machine()) else { return true };
        self.insists(reason, format!("what you play cannot be saved: {error}"))
    }

    /// Whether the person wants it though something is lost: it is said first, and then asked for again, each time. Who asks when
    /// that cannot be read any more has not been warned.
    pub(super) fn insists(&mut self, reason: Reason, trouble: String) -> bool {
        let warning = format!("{trouble}. Once more, and it is lost");
        let is_read = self.messages.current(self.now()).is_some_and(|(text, _)| text == warning);
        if self.warned.take() == Some(reason) && is_read {
            return true;
        }
        self.warned = Some(reason);
        self.say(warning);
        false
    }

    pub(super) fn quick_save(&mut self) {
        let path = self.keeper.saves().quick();
        if self.save_to(&path) {
            self.say("saved: Shift F8 goes back to it");
        }
    }

    pub(super) fn quick_load(&mut self) {
        let path = self.keeper.saves().quick();
        match path.exists() {
            true => _ = self.take_up(&path),
            false => self.say("there is no quick save yet: F8 makes one"),
        }
    }

    /// Saves to a file; says so if that is not possible.
    fn save_to(&mut self, path: &Path) -> bool {
        if self.past.machine().frame_number() == 0 {
            self.say("not saved: nothing has been played yet");
            return false;
        }
        let state = self.past.machine().save();
        let saved = saves::write(path, &state);
        match &saved {
            Ok(()) => self.recorder.saved(&state),
            Err(error) => self.say(format!("not saved: {}: {error}", path.display())),
        }
        saved.is_ok()
    }

    /// Goes on from a saved state, without the gallery. Says whether that was possible.
    fn take_up(&mut self, path: &Path) -> bool {
        let refused = |error: &dyn std::fmt::Display| format!("not loaded: {}: {error}", path.display());
        let state = match saves::read(path) {
            Ok(state) => state,
            Err(error) => {
                self.say(refused(&error));
                return false;
            }
        };
        if let Err(error) = self.past.machine().clone().load(&state) {
            self.say(refused(&error));
            return false;
        }
        if !self.may_leave(Reason::Exchange) {
            return false;
        }
        if let Err(error) = self.past.machine_mut().load(&state) {
            self.say(refused(&error));
            return false;
        }
        self.past.begin_anew();
        self.told = None;
        self.keeper.begin_at(self.past.machine());
        self.look_ahead();
        self.show_gallery(None);
        let known = self.recorder.loaded(&state);
        let ends = if known || !self.recorded { "" } else { "; the record of this session ends here" };
        // Its disks are again as they were then.
        let (kept, result) = self.disks.keep_newer(self.past.machine_mut());
        let kept: String =
            kept.iter().map(|name| format!("; the disk until now: {}", name.display())).collect();
        let failed = result.err().map(|error| format!("; {error}")).unwrap_or_default();
        self.say(format!("loaded{ends}{kept}{failed}"));
        true
    }

    /// Goes on where the journal ends.
    pub(super) fn resume(&mut self) {
        let cells = self.shelf().cells(Page::Journal);
        if cells.is_empty() {
            self.say("nothing was saved to go on from");
        }
        let known = cells.iter().find(|cell| cell.picture.is_some());
        _ = known.is_some_and(|cell| self.take_up(&cell.path));
        self.tell_left_out(&cells);
    }

    /// Asks whether to go on, if there is something to go on with.
    pub(super) fn offer(&mut self) {
        let mut cells = self.shelf().cells(Page::Journal);
        self.tell_left_out(&cells);
        cells.retain(|cell| cell.picture.is_some());
        if !cells.is_empty() {
            self.show_gallery(Some(Gallery::offer(cells)));
        }
    }

    /// Says why the person cannot go on where the journal ends.
    fn tell_left_out(&mut self, journal: &[Cell]) {
        if let Some(why) = journal.first().and_then(|newest| newest.refused) {
            self.say(format!("the newest save is left out, {why}"));
        }
    }

    /// Shows the gallery, or hides it.
    pub(super) fn toggle_gallery(&mut self) {
        let is_shown = self.gallery.as_ref().is_some_and(|gallery| !gallery.is_offer());
        let gallery = (!is_shown).then(|| self.gallery_of(Page::Slots));
        self.show_gallery(gallery);
    }

    fn shelf(&self) -> Shelf<'_> {
        let (saves, game) = (self.keeper.saves(), self.keeper.game());
        Shelf { saves, game, machine: self.past.machine(), palette: &self.palette }
    }

    fn gallery_of(&self, page: Page) -> Gallery {
        Gallery::new(page, self.shelf().cells(page))
    }

    pub(super) fn show_gallery(&mut self, gallery: Option<Gallery>) {
        self.gallery = gallery;
        (self.help, self.offer_behind) = (false, None);
        self.shown = None;
        self.keys.release_all();
        self.mouse.release();
        // Where it is now it was for the gallery: the map does not scroll before it moves.
        self.mouse.left();
        self.pads.wait_for_release();
        self.show_cursor();
    }

    /// Something happened that is for the gallery, if it is shown. Says whether it was.
    pub(super) fn gallery_event(&mut self, event: &Event) -> bool {
        let Some(gallery) = &mut self.gallery else { return false };
        let wish = match *event {
            Event::KeyDown { scancode, keycode, keymod, repeat, .. } => {
                let command = scancode.and_then(|scancode| keys::command(scancode, keycode, keymod));
                if let Some(command) = command.filter(|_| !repeat) {
                    self.obey(command);
                    return true;
                }
                wish_of_key(scancode, keycode, keymod).filter(|wish| !repeat || wish.is_way())
            }
            // One without a way says only where the mouse was.
            Event::MouseMotion { xrel: 0, yrel: 0, .. } => return true,
            Event::MouseMotion { x, y, .. } => {
                gallery.point(self.screen.locate((x, y)));
                return true;
            }
            Event::MouseButtonDown { mouse_btn, x, y, .. } => {
                let is_there = gallery.point(self.screen.locate((x, y)));
                wish_of_mouse(mouse_btn, is_there)
            }
            Event::MouseWheel { y, .. } => {
                gallery.scroll(y > 0);
                return true;
            }
            Event::ControllerButtonDown { button, .. } => wish_of_pad(button),
            Event::TextInput { .. } => None,
            _ => return false,
        };
        if let Some(wish) = wish {
            self.wish(wish);
        }
        true
    }

    /// A stick of a gamepad moves in the gallery.
    pub(super) fn gallery_pads(&mut self) {
        let pushed = self.pads.newly_pushed();
        let Stick { up, down, left, right, .. } = pushed;
        for (wish, is_wished) in
            [(Request::Up, up), (Request::Down, down), (Request::Left, left), (Request::Right, right)]
        {
            if is_wished && self.gallery.is_some() {
                self.wish(wish);
            }
        }
    }

    fn wish(&mut self, wish: Request) {
        let deed = self.gallery.as_mut().and_then(|gallery| gallery.wish(wish));
        match deed {
            None => {}
            Some(Action::Say(text)) => self.say(text),
            Some(Action::Close) => self.show_gallery(None),
            Some(Action::Show(page)) => {
                let gallery = self.gallery_of(page);
                self.show_gallery(Some(gallery));
            }
            Some(Action::TakeUp(path)) => {
                self.take_up(&path);
            }
            Some(Action::Keep(path)) => {
                if self.save_to(&path) {
                    self.say("saved");
                }
                let gallery = self.gallery_of(Page::Slots);
                self.show_gallery(Some(gallery.at_file(&path)));
            }
            Some(Action::Press(console)) => {
                self.show_gallery(None);
                self.keys.tap_console(console);
            }
        }
    }
}

fn wish_of_key(scancode: Option<Scancode>, keycode: Option<Keycode>, mods: Mod) -> Option<Request> {
    let wish = match scancode? {
        Scancode::Left | Scancode::Kp4 => Request::Left,
        Scancode::Right | Scancode::Kp6 => Request::Right,
        Scancode::Up | Scancode::Kp8 => Request::Up,
        Scancode::Down | Scancode::Kp2 => Request::Down,
        Scancode::PageUp => Request::PageUp,
        Scancode::PageDown => Request::PageDown,
        Scancode::Return | Scancode::KpEnter | Scancode::Space => Request::Take,
        Scancode::Insert => Request::Keep,
        Scancode::Tab if !mods.intersects(keys::COMMAND_MODS) => Request::Turn,
        Scancode::Escape => Request::Close,
        _ if keycode == Some(Keycode::S) => Request::Keep,
        _ => return None,
    };
    Some(wish)
}

fn wish_of_mouse(button: MouseButton, is_there: bool) -> Option<Request> {
    match button {
        MouseButton::Left if is_there => Some(Request::Take),
        MouseButton::Right if is_there => Some(Request::Keep),
        MouseButton::Middle => Some(Request::Close),
        _ => None,
    }
}

fn wish_of_pad(button: Button) -> Option<Request> {
    match button {
        Button::A | Button::Start => Some(Request::Take),
        Button::X | Button::Y => Some(Request::Keep),
        Button::B | Button::Back | Button::Guide => Some(Request::Close),
        Button::LeftShoulder | Button::RightShoulder => Some(Request::Turn),
        _ => None,
    }
}
