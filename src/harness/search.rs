//! Searches for input that makes a program's vertical blank routine take long: it replays a given input, varies it
//! where the routine took longest, and also tries random input.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::chips::pokey::Keyboard;
use crate::harness::keys;
use crate::harness::script::{Entry, Script};
use crate::harness::session::{Limits, Session};
use crate::inspect::budget::Meter;
use crate::machine::control::Control;
use crate::machine::{Console, Machine, Stick};

/// Frames per try.
const STRETCH: u64 = 150;
/// Approximate number of states, taken from the first run, from which random tries begin.
const BEGINNINGS: u64 = 12;
/// The number of best stretches, from which guided tries go on.
const KEPT: usize = 6;
/// Where a stick may be pushed: right and down.
const WAYS: [(i8, i8); 9] = [(0, 0), (0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)];
/// Keys that may be pressed.
const KEYS: [&str; 14] = ["SPACE", "RETURN", "ESC", "A", "B", "C", "H", "N", "Q", "S", "Y", "1", "2", "5"];

/// The input found.
#[derive(Clone, Debug)]
pub struct Found {
    /// From power-on.
    pub script: Script,
    /// Frames to run it for.
    pub frames: u64,
    /// Machine cycles of the longest vertical blank routine, if one ran.
    pub longest: Option<u64>,
    /// Machine cycles of the longest vertical blank routine with the input that the search began with.
    pub before: Option<u64>,
}

/// A state to begin from: the input so far, and the stretch that followed.
#[derive(Clone)]
struct State {
    machine: Machine,
    frame: u64,
    entries: Vec<Entry>,
    /// The input of the stretch, with frames counted from its beginning.
    stretch: Vec<Entry>,
    longest: Option<u64>,
}

/// Varies `script` in `tries` tries to find input with which the vertical blank routine at `vbi_start` takes longest.
/// The same seed gives the same result.
pub fn search(
    start: Machine,
    script: &Script,
    frames: u64,
    vbi_start: Option<u16>,
    (tries, seed): (usize, u64),
) -> Found {
    let mut chance = ChaCha8Rng::seed_from_u64(seed);
    let Played { beginnings, mut best, longest: before } = play(start, script, frames, vbi_start);
    for number in 0..tries {
        // The first half begins at random, the second from the best.
        let from = if number * 2 >= tries { &best } else { &beginnings };
        // Prefers the first ones, which are the longest (the order means nothing among beginnings).
        let index = chance.random_range(0..from.len()).min(chance.random_range(0..from.len()));
        let state = attempt(&from[index], vbi_start, &mut chance);
        keep(&mut best, state);
    }
    let Some(state) = best.first().filter(|state| state.longest > before) else {
        return Found { script: script.clone(), frames, longest: before, before };
    };
    let behind = state.stretch.iter().map(|entry| Entry { frame: entry.frame + state.frame, ..*entry });
    let entries = state.entries.iter().copied().chain(behind).collect();
    let script = Script { entries, disks: script.disks.clone() };
    Found { script, frames: state.frame + STRETCH, longest: state.longest, before }
}

/// The result of playing the script unchanged.
struct Played {
    /// States spread over the run.
    beginnings: Vec<State>,
    /// The stretches with the longest routines, with the script's own input.
    best: Vec<State>,
    longest: Option<u64>,
}

fn play(start: Machine, script: &Script, frames: u64, vbi_start: Option<u16>) -> Played {
    let mut played = Played { beginnings: Vec::new(), best: Vec::new(), longest: None };
    let every = (frames.div_ceil(STRETCH) / BEGINNINGS).max(1);
    let mut session = Session::new(start, script.clone());
    let mut meter = Meter::new(session.machine(), vbi_start);
    for number in 0..=frames.div_ceil(STRETCH) {
        let frame = (number * STRETCH).min(frames);
        let until = (frame + STRETCH).min(frames);
        let machine = session.machine().clone();
        let begin = machine.cycle();
        session.run(&Limits::frames(until - session.frames()), &mut meter);
        let before = script.entries.iter().filter(|entry| entry.frame < frame);
        let within = script.entries.iter().filter(|entry| (frame..until).contains(&entry.frame));
        let state = State {
            machine,
            frame,
            entries: before.copied().collect(),
            stretch: within.map(|entry| Entry { frame: entry.frame - frame, ..*entry }).collect(),
            longest: meter.blank_since(begin),
        };
        // The end of the run is a beginning too.
        if number % every == 0 || frame == frames {
            played.beginnings.push(State { stretch: Vec::new(), ..state.clone() });
        }
        keep(&mut played.best, state);
    }
    played.longest = meter.blank_since(0);
    played
}

/// Puts a state among the best and keeps the list at its size.
fn keep(best: &mut Vec<State>, state: State) {
    let at = best.partition_point(|other| other.longest >= state.longest);
    best.insert(at, state);
    best.truncate(KEPT);
}

/// Plays a stretch from a state: with new input, or with the state's own input partly changed.
fn attempt(from: &State, vbi_start: Option<u16>, chance: &mut ChaCha8Rng) -> State {
    let share = [0.7, 0.9, 1.0][chance.random_range(0..3)];
    let kept = from.stretch.iter().copied().filter(|_| chance.random_bool(share)).collect::<Vec<_>>();
    let count = if kept.is_empty() { chance.random_range(4..40) } else { chance.random_range(1..8) };
    let mut stretch = kept;
    stretch.extend(random_entries(count, chance));
    stretch.sort_by_key(|entry| entry.frame);
    let input = Script { entries: stretch.clone(), disks: Vec::new() };
    let mut session = Session::new(from.machine.clone(), input);
    let mut meter = Meter::new(session.machine(), vbi_start);
    session.run(&Limits::frames(STRETCH), &mut meter);
    State { stretch, longest: meter.blank_since(0), ..from.clone() }
}

/// Presses and releases at random.
fn random_entries(count: usize, chance: &mut ChaCha8Rng) -> Vec<Entry> {
    let mut entries = Vec::new();
    for _ in 0..count {
        let frame = chance.random_range(0..STRETCH - 10);
        let until = frame + chance.random_range(2..10);
        let (pressed, released) = match chance.random_range(0..8) {
            0..4 => {
                let fire = chance.random_bool(0.4);
                let (x, y) = WAYS[chance.random_range(0..WAYS.len())];
                let stick = Stick { up: y < 0, down: y > 0, left: x < 0, right: x > 0, fire };
                (Control::Stick(0, stick), Some(Control::Stick(0, Stick::default())))
            }
            4 => {
                let key = chance.random_range(0..3_usize);
                let console = Console { start: key == 0, select: key == 1, option: key == 2 };
                (Control::Console(console), Some(Control::Console(Console::default())))
            }
            5 => (Control::Paddle(0, chance.random_range(0..229_i32) as u8), None),
            _ => {
                let keys = holding(KEYS[chance.random_range(0..KEYS.len())]);
                (Control::Keyboard(keys), Some(Control::Keyboard(Keyboard::default())))
            }
        };
        entries.push(Entry { frame, control: pressed });
        entries.extend(released.map(|control| Entry { frame: until, control }));
    }
    entries.sort_by_key(|entry| entry.frame);
    entries
}

fn holding(key: &str) -> Keyboard {
    let mut keyboard = Keyboard::default();
    let is_key = keys::press(&mut keyboard, key);
    assert!(is_key, "{key} is a key");
    keyboard
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_keys_that_may_be_pressed_are_there() {
        assert!(KEYS.iter().all(|key| holding(key) != Keyboard::default()));
    }
}
