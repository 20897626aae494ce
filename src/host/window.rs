//! The window: picture, sound, keyboard, gamepads and timing.

mod commands;
mod controls;
mod error;
mod gallery;
mod keys;
mod layout;
mod lending;
mod loan;
mod mouse;
mod overlay;
mod pacing;
mod pads;
mod past;
mod played;
mod playing;
mod recorder;
mod resample;
mod rewind;
mod saving;
mod scaler;
mod screen;
mod speaker;
mod television;

use sdl2::EventPump;

use super::Session;
use super::picture::Area;
use crate::machine::FRAME_HEIGHT;
use error::INSTALL_SDL;
use layout::Shape;
use playing::Window;
use screen::Screen;

pub use error::WindowError;
pub use overlay::KEY_MAP;
pub use played::Played;
pub use recorder::Change;

/// Opens a window and plays until it is closed, or until drawing fails: [`Played::failure`].
///
/// # Errors
/// SDL or a part of it cannot be initialised, its video driver shows nothing and the session's trial does not allow
/// that, or the window cannot be opened. Missing sound is not an error.
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
    let (show, standard) = (session.show, session.program.machine.video());
    let shape = Shape::new(Area::Visible.width() as u32, FRAME_HEIGHT as u32, standard, show.square);
    let title = format!("{} - front800", session.program.title);
    let size = shape.fitting(show.scale, screen::room(&video));
    let canvas = screen::open(&video, &title, size, show.fullscreen)?;
    let creator = canvas.texture_creator();
    let rows = if show.tv { 2 * FRAME_HEIGHT } else { FRAME_HEIGHT };
    let screen = Screen::new(canvas, &creator, shape, rows as u32);
    video.text_input().start();
    let mut window = Window::new(session, &sdl, screen)?;
    let mut events = sdl.event_pump().map_err(WindowError)?;
    let failure = play_in(&mut window, &mut events).err();
    let drawn_by = format!("{}, {}", video.current_video_driver(), window.renderer());
    Ok(window.into_played(drawn_by, failure))
}

/// Plays until the window is closed.
fn play_in(window: &mut Window, events: &mut EventPump) -> Result<(), WindowError> {
    window.begin()?;
    while !window.is_closed() {
        for event in events.poll_iter() {
            window.event(event);
        }
        window.turn()?;
    }
    Ok(())
}
