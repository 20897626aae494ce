//! A queue of host keys, which gives the machine enough time to see each of them.

use sdl2::keyboard::Scancode;

use super::role::Role;

/// The fewest frames for which a key is shown to the machine: POKEY scans the keyboard twice before it accepts a key,
/// and programs look at sticks and console keys once per frame.
const SHORTEST_FRAMES: u32 = 2;
/// Frames without a key between two strokes, so that the second is recognised.
const GAP_FRAMES: u32 = 1;
/// The same between two strokes of one key: the OS takes a key that returns within three frames for a bounce.
/// [sheet: os 5]
const SAME_KEY_GAP_FRAMES: u32 = 5;

#[derive(Clone, Copy, Debug)]
struct Entry {
    /// None for text without a key.
    scancode: Option<Scancode>,
    role: Role,
    /// Whether the host key has been released.
    released: bool,
    /// Frames for which it has been shown.
    frames: u32,
}

/// The keys that are down or waiting, in the order in which they went down.
#[derive(Default)]
pub(super) struct Queue {
    entries: Vec<Entry>,
    /// The code of the last stroke that ended.
    last_code: Option<u8>,
    /// Frames since then.
    since_last: u32,
}

impl Queue {
    /// A host key goes down in this role.
    pub(super) fn press(&mut self, scancode: Scancode, role: Role) {
        self.entries.push(Entry { scancode: Some(scancode), role, released: false, frames: 0 });
    }

    /// A stroke that ends by itself.
    pub(super) fn tap(&mut self, role: Role) {
        self.entries.push(Entry { scancode: None, role, released: true, frames: 0 });
    }

    /// A host key goes up.
    pub(super) fn release(&mut self, scancode: Scancode) {
        for entry in self.entries.iter_mut().filter(|entry| entry.scancode == Some(scancode)) {
            entry.released = true;
        }
        self.drop_finished();
    }

    /// Drops strokes that are over, shown or not.
    pub(super) fn forget_strokes(&mut self) {
        self.entries.retain(|entry| !entry.released);
    }

    /// Drops everything.
    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    /// The roles to show to the machine now.
    pub(super) fn active(&self) -> impl Iterator<Item = Role> {
        let shown = self.shown();
        self.entries.iter().zip(shown).filter(|(_, shown)| *shown).map(|(entry, _)| entry.role)
    }

    /// A frame has been run with [`Queue::active`].
    pub(super) fn frame_done(&mut self) {
        let shown = self.shown();
        self.since_last = self.since_last.saturating_add(1);
        for (entry, shown) in self.entries.iter_mut().zip(shown) {
            entry.frames += u32::from(shown);
        }
        self.drop_finished();
    }

    /// Which entries are shown: a stroke that is over but has not been seen yet delays those after it.
    fn shown(&self) -> Vec<bool> {
        let mut held_up = false;
        let mut shown = Vec::with_capacity(self.entries.len());
        for entry in &self.entries {
            let Role::Key(key) = entry.role else {
                shown.push(true);
                continue;
            };
            let gap = if self.last_code == Some(key.code) { SAME_KEY_GAP_FRAMES } else { GAP_FRAMES };
            held_up |= entry.frames == 0 && self.last_code.is_some() && self.since_last < gap;
            shown.push(!held_up);
            held_up |= entry.released;
        }
        shown
    }

    fn drop_finished(&mut self) {
        let finished = |entry: &Entry| entry.released && entry.frames >= SHORTEST_FRAMES;
        for entry in self.entries.iter().filter(|entry| finished(entry)) {
            if let Role::Key(key) = entry.role {
                self.last_code = Some(key.code);
                self.since_last = 0;
            }
        }
        self.entries.retain(|entry| !finished(entry));
    }
}
