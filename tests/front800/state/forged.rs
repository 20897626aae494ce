//! States that somebody made up: the checksum is right, the fields are not.

use std::panic::{AssertUnwindSafe, catch_unwind};

use front800::machine::StateError;
use front800::machine::digest::digest;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::*;

use crate::full;

/// Where the checksum stands, and the fields behind it.
const CHECKSUM: usize = 28;
const BODY: usize = 36;

/// Puts the right checksum over changed fields.
fn mend(state: &mut [u8]) {
    let (head, body) = state.split_at_mut(BODY);
    head[CHECKSUM..].copy_from_slice(&digest(body).to_le_bytes());
}

/// Where the RAM stands in a state: bytes in which nothing is wrong.
fn ram_in(state: &[u8], machine: &mut Machine) -> std::ops::Range<usize> {
    let first: Vec<u8> = (0..64).map(|address| machine.peek(address)).collect();
    let start = state.windows(64).position(|bytes| bytes == first).expect("the RAM");
    start..start + usize::from(machine.config().ram.bytes())
}

/// Changes some bytes outside the RAM. A number of several bytes has bit 7 set in all but its last.
fn forge(state: &[u8], ram: &std::ops::Range<usize>, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut forged = state.to_vec();
    for _ in 0..rng.random_range(1..4) {
        // From the end to the RAM, or from the RAM to the beginning: lengths may change.
        let behind = rng.random_ratio(1, 6);
        let span = if behind { ram.end..state.len() } else { BODY..ram.start };
        let at = rng.random_range(span).min(forged.len() - 1);
        let most = [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01];
        match rng.random_range(0..8) {
            0..=1 => forged[at] ^= 1 << rng.random_range(0..8),
            2..=3 => forged[at] = rng.random(),
            4 => forged[at] = [0, 1, 0x7F][rng.random_range(0..3)],
            5..=6 => {
                let digits = forged[at..].iter().take(9).take_while(|&&digit| digit & 0x80 != 0).count();
                let length = rng.random_range(0..10);
                let number = most[..length].iter().copied().chain([rng.random_range(0..2)]);
                forged.splice(at..(at + digits + 1).min(forged.len()), number);
            }
            _ => forged.truncate(at.max(BODY)),
        }
        if forged.len() <= BODY {
            break;
        }
    }
    mend(&mut forged);
    forged
}

/// What became of forged states.
#[derive(Default, Debug)]
struct Count {
    unreadable: usize,
    impossible: usize,
    harmless: usize,
    harmful: Vec<String>,
}

/// Loads forged variants of the state of `machine` into machines like `fresh`, and runs them.
fn try_forgeries(what: &str, machine: &Machine, fresh: &Machine, rng: &mut ChaCha8Rng, count: &mut Count) {
    let mut machine = machine.clone();
    let state = machine.save();
    let ram = ram_in(&state, &mut machine);
    for number in 0..full::or(10_000, 120) {
        let forged = forge(&state, &ram, rng);
        let run = || {
            let mut other = fresh.clone();
            let loaded = other.load(&forged);
            if loaded.is_ok() {
                other.set_audio(Some(48_000));
                other.run_frame();
                other.take_audio(&mut Vec::new());
                other.hash();
            }
            loaded
        };
        match catch_unwind(AssertUnwindSafe(run)) {
            Ok(Ok(())) => count.harmless += 1,
            Ok(Err(StateError::Impossible)) => count.impossible += 1,
            Ok(Err(StateError::Damaged | StateError::OtherDisk)) => count.unreadable += 1,
            Ok(Err(error)) => panic!("{what}, forgery {number}: {error}"),
            Err(_) => count.harmful.push(format!("{what}, forgery {number}")),
        }
    }
}

#[test]
fn a_forged_state_is_refused_or_does_no_harm() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut count = Count::default();
    for seed in 2_000..2_010 {
        let switched_on = || crate::oracle::random_machine(seed);
        Course { name: &format!("program {seed}"), switched_on: &switched_on, frames: 4, input: &nothing }
            .sample(1, |what, machine| try_forgeries(what, machine, &switched_on(), &mut rng, &mut count));
    }
    for (name, switched_on, frames) in
        [("wargame", &wargame as &dyn Fn() -> Machine, 400), ("disk", &booting, 700)]
    {
        Course { name, switched_on, frames, input: &play }
            .sample(10, |what, machine| try_forgeries(what, machine, &switched_on(), &mut rng, &mut count));
    }
    let Count { unreadable, impossible, harmless, harmful } = count;
    assert!(harmful.is_empty(), "{harmful:?}");
    assert!(
        unreadable.min(impossible).min(harmless) > 100,
        "all three are tried: {unreadable} {impossible} {harmless}"
    );
}
