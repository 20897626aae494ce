//! The debugger in a terminal: the commands of the scripts, with the machine's state on screen.

mod code;
mod draw;
mod front;
mod line;
mod memory;
mod picture;
mod told;

use std::time::Duration;

use ratatui::crossterm::event::{self, KeyEvent, KeyEventKind};
use ratatui::crossterm::{cursor, execute, terminal};

use crate::cli::guest::Guest;
use crate::debug::cancel::CancelToken;
use crate::debug::debugger::Debugger;
use crate::host::palette::Palette;
use crate::titles::Sources;
use front::{Front, calls_off};

/// How long to wait for a key while the program is stopped.
const STILL: Duration = Duration::from_millis(50);

/// Restores the terminal when dropped; a panic restores it through its hook.
struct Restored;

impl Drop for Restored {
    fn drop(&mut self) {
        restore();
    }
}

thread_local! {
    static AT_EXIT: Restored = const { Restored };
}

/// Gives the terminal back to the shell, if it has been taken. Failures are ignored.
pub(crate) fn restore() {
    if terminal::is_raw_mode_enabled().unwrap_or(false) {
        let _ = ratatui::try_restore();
        let _ = execute!(std::io::stdout(), cursor::Show);
    }
}

/// Gives the terminal back to the shell when this thread ends the process, as Xlib does when the X server
/// closes the window.
#[cfg(feature = "window")]
pub(crate) fn restore_at_exit() {
    AT_EXIT.with(|_| {});
}

/// Lets a person debug in the terminal of standard output until they quit, and gives a guest's machine back.
///
/// # Errors If there is no terminal.
pub(crate) fn debug(
    debugger: Debugger,
    sources: Sources,
    palette: Option<Palette>,
    guest: Option<Guest>,
) -> anyhow::Result<()> {
    let mut front = Front::new(debugger, sources, guest);
    front.palette = palette.unwrap_or(front.palette);
    front.cancel = CancelToken::new(is_called_off);
    let restored = Restored;
    let result = ratatui::try_init().and_then(|mut terminal| serve(&mut terminal, &mut front));
    drop(restored);
    if let Some(guest) = front.guest.take() {
        guest.leave(front.debugger);
    }
    Ok(result?)
}

fn serve(terminal: &mut ratatui::DefaultTerminal, front: &mut Front) -> std::io::Result<()> {
    while !front.over {
        terminal.draw(|frame| draw::draw(front, frame))?;
        front.turn();
        if let (Some(guest), None) = (&mut front.guest, front.running) {
            front.over |= !guest.show(&mut front.debugger);
        }
        let patience = if front.running.is_some() { Duration::ZERO } else { STILL };
        pressed(patience)?.into_iter().for_each(|key| front.key(key));
    }
    Ok(())
}

/// The key pressed within this time, if any.
fn pressed(within: Duration) -> std::io::Result<Option<KeyEvent>> {
    if !event::poll(within)? {
        return Ok(None);
    }
    let event = event::read()?;
    Ok(event.as_key_event().filter(|key| key.kind != KeyEventKind::Release))
}

/// Whether a key that cancels was pressed. Other keys apply only to a stopped program and are dropped.
fn is_called_off() -> bool {
    loop {
        match pressed(Duration::ZERO) {
            Ok(Some(key)) if calls_off(key) => return true,
            Ok(Some(_)) => {}
            _ => return false,
        }
    }
}

#[cfg(test)]
mod tests;
