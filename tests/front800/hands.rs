//! Hands in front of a machine: they press and let go, and wait for what they want to see.

use front800::harness::script::parse_line;
use front800::inspect::screen;
use front800::machine::Machine;

/// Frames for which a hand holds, and lets go.
const HOLD: u64 = 3;
/// Frames within which everything comes that somebody waits for.
const PATIENCE: u64 = 5000;

/// A machine that is played by hand.
pub trait Hands {
    fn machine(&mut self) -> &mut Machine;

    fn text(&mut self) -> String {
        screen::text(self.machine())
    }

    fn frames(&mut self, frames: u64) {
        for _ in 0..frames {
            self.machine().run_frame();
        }
    }

    /// Frames until something holds.
    fn wait(&mut self, what: &str, mut holds: impl FnMut(&mut Self) -> bool) {
        for _ in 0..PATIENCE {
            if holds(self) {
                return;
            }
            self.frames(1);
        }
        panic!("{what} never came:\n{}", self.text());
    }

    /// Presses and lets go: a line of an input script without its frame, and what releases it.
    fn press(&mut self, pressed: &str, released: &str) {
        for control in [pressed, released] {
            for entry in parse_line(control).expect("a line").entries {
                entry.control.apply(self.machine());
            }
            self.frames(HOLD);
        }
    }

    fn key(&mut self, key: &str) {
        self.press(&format!("key {key}"), "key none");
    }

    fn console(&mut self, key: &str) {
        self.press(&format!("console {key}"), "console none");
    }

    fn stick(&mut self, push: &str) {
        self.press(&format!("stick0 {push}"), "stick0 center");
    }
}
