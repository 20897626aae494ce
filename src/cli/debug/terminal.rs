//! The debugger in a terminal: what the commands of a script do, with everything in sight.

mod code;
mod draw;
mod front;
mod line;
mod memory;
mod picture;
mod told;

use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyEventKind};

use crate::cli::guest::Guest;
use crate::debug::debugger::Debugger;
use crate::titles::Sources;
use front::Front;

/// How long to wait for a key while the program stands still.
const STILL: Duration = Duration::from_millis(50);

/// Lets a person debug until he has enough, in the terminal of standard output; the guest's machine is given back.
///
/// # Errors
/// If there is no terminal.
pub(crate) fn debug(debugger: Debugger, sources: Sources, guest: Option<Guest>) -> anyhow::Result<()> {
    let mut front = Front::new(debugger, sources, guest);
    let mut terminal = ratatui::try_init()?;
    let result = serve(&mut terminal, &mut front);
    ratatui::try_restore()?;
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
        if event::poll(patience)?
            && let Event::Key(key) = event::read()?
            && key.kind != KeyEventKind::Release
        {
            front.key(key);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests;
