//! Back and forth in time.

use std::collections::BTreeMap;

use front800::debug::debugger::{Debugger, Known, Reason};
use front800::debug::timeline::{Act, Reversed, Timeline};
use front800::machine::control::Control;
use front800::machine::{Beam, Console, Event, Machine, Pen, Stop, Stops, Video, register};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;
use crate::machine::bare;
use crate::oracle::random_machine;

const FRAME: u64 = 262 * 114;
/// Bytes of RAM that random programs write to.
const WRITTEN: [u16; 6] = [0x0600, 0x0633, 0x0680, 0x06FF, 0x01FD, 0x0080];

/// Frames of a random history.
const FRAMES: u64 = 60;

/// A history that was lived through once, straight on: acts at random times, and the hash at some instruction
/// boundaries, three in a row each.
struct History {
    timeline: Timeline,
    hashes: BTreeMap<u64, u64>,
}

fn random_act(rng: &mut ChaCha8Rng) -> Act {
    match rng.random_range(0..4) {
        0 => Act::Poke(0x0600 + rng.random_range(0..0x100), rng.random()),
        1 => Act::Control(Control::Paddle(rng.random_range(0..8), rng.random_range(0..=228))),
        2 => {
            let beam = Beam { clock: rng.random_range(0..228), line: rng.random_range(0..262) };
            Act::Control(Control::Pen(rng.random_range(0..4), Pen { at: Some(beam), pressed: rng.random() }))
        }
        _ => Act::Control(Control::Console(Console { start: rng.random(), ..Console::default() })),
    }
}

impl History {
    fn random(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut timeline = Timeline::new(random_machine(seed), Timeline::USUAL_BYTES);
        let mut hashes = BTreeMap::new();
        let mut times: Vec<u64> = (0..80).map(|_| rng.random_range(1..FRAMES * FRAME)).collect();
        times.sort_unstable();
        for (n, time) in times.into_iter().enumerate() {
            timeline.run_to_cycle(time);
            if n % 4 == 0 {
                timeline.act(random_act(&mut rng));
            }
            for _ in 0..3 {
                hashes.insert(timeline.machine().cycle(), timeline.machine().hash());
                timeline.step();
            }
        }
        timeline.run_to_cycle(FRAMES * FRAME);
        hashes.insert(timeline.machine().cycle(), timeline.machine().hash());
        History { timeline, hashes }
    }

    /// Compares the present with what it was, if that is known; how many places were compared.
    #[track_caller]
    fn check(&self) -> u64 {
        let machine = self.timeline.machine();
        let Some(&hash) = self.hashes.get(&machine.cycle()) else { return 0 };
        assert_eq!(machine.hash(), hash, "cycle {}", machine.cycle());
        1
    }
}

#[test]
fn a_walk_to_and_fro_finds_everything_as_it_was() {
    let (seeds, walks) = full::or((40, 250), (3, 40));
    for seed in 0..seeds {
        let mut history = History::random(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(1000 + seed);
        let places: Vec<u64> = history.hashes.keys().copied().collect();
        let mut checked = 0;
        for _ in 0..walks {
            let place = places[rng.random_range(0..places.len())];
            history.timeline.go_to(place);
            checked += history.check();
            match rng.random_range(0..4) {
                0 => {
                    for _ in 0..rng.random_range(1..5) {
                        assert!(history.timeline.step_back());
                        checked += history.check();
                    }
                }
                1 => {
                    history.timeline.step();
                }
                2 => {
                    history.timeline.run_to_cycle(place + rng.random_range(0..FRAME));
                }
                _ => {}
            }
            checked += history.check();
        }
        history.timeline.go_to(FRAMES * FRAME);
        assert_eq!(history.check(), 1, "the end is known");
        assert!(checked > walks, "seed {seed}: {checked} places are too few to tell anything");
    }
}

#[test]
fn many_steps_back_lead_where_as_many_single_ones_do() {
    for seed in 0..3 {
        let mut one_by_one = History::random(seed).timeline;
        let mut at_once = History::random(seed).timeline;
        let end = one_by_one.machine().cycle();
        for most in [1, 2, 17, 300, 2_000] {
            let mut gone = at_once.steps_back(most);
            assert!(gone <= most, "{gone} of {most}");
            if gone == 0 {
                assert_eq!(most, 1, "one step, behind a long wait, may be too long for that");
                assert!(at_once.step_back());
                gone = 1;
            }
            for _ in 0..gone {
                assert!(one_by_one.step_back());
            }
            let (cycle, hash) = (one_by_one.machine().cycle(), one_by_one.machine().hash());
            assert_eq!(
                (at_once.machine().cycle(), at_once.machine().hash()),
                (cycle, hash),
                "seed {seed}, {most}"
            );
        }
        while at_once.steps_back(1_000_000) > 0 {}
        assert_eq!(at_once.machine().cycle(), at_once.start(), "to the beginning of what is known");
        at_once.go_to(end);
    }
}

/// The changes of bytes, found out by looking after each instruction: the cycle at which the instruction
/// began, by whom, old and new.
type Changes = BTreeMap<u16, Vec<(u64, u16, u8, u8)>>;

fn changes_by_steps(machine: &mut Machine, end: u64) -> Changes {
    let mut changes = Changes::new();
    while machine.cycle() < end {
        let (began, pc) = (machine.cycle(), machine.cpu().pc);
        let before = WRITTEN.map(|at| machine.peek(at));
        machine.step();
        for (at, old) in WRITTEN.into_iter().zip(before) {
            let new = machine.peek(at);
            if new != old {
                changes.entry(at).or_default().push((began, pc, old, new));
            }
        }
    }
    changes
}

#[test]
fn the_last_change_of_a_byte_is_the_one_that_stepping_sees() {
    let end = 45 * FRAME + 321;
    let mut found_some = 0;
    for seed in 0..6 {
        let mut timeline = Timeline::new(random_machine(seed), Timeline::USUAL_BYTES);
        timeline.run_to_cycle(end);
        let changes = changes_by_steps(&mut random_machine(seed), end);
        for back in [0, 30 * FRAME] {
            timeline.go_to(end - back);
            let now = timeline.machine().cycle();
            for at in WRITTEN {
                let expected = changes.get(&at).and_then(|all| all.iter().rfind(|change| change.0 < now));
                let found = timeline.when_changed(at);
                let found = found.map(|found| match found.event {
                    Event::Write { old, new, by, .. } => (found.began, by, old, new),
                    other => panic!("{other:?}"),
                });
                assert_eq!(found.as_ref(), expected, "seed {seed}, ${at:04X}, {back} cycles back");
                found_some += u64::from(found.is_some());
            }
            assert_eq!(timeline.machine().cycle(), now, "looking moves nothing");
        }
    }
    assert!(found_some > 20, "{found_some} changes are too few to tell anything");
}

/// The last write to each address before a cycle, found out by stopping at all of them: when, by whom, old and new.
/// A chip's register, wherever it was written to, is under its lowest address.
fn last_writes(machine: &mut Machine, end: u64) -> BTreeMap<u16, (u64, u16, u8, u8)> {
    let mut stops = Stops::default();
    stops.on_write(0..=0xFFFF);
    machine.set_stops(Some(stops));
    let mut last = BTreeMap::new();
    while machine.run_to_cycle(end) == Stop::Event {
        for event in machine.events() {
            if let Event::Write { address, old, new, by } = *event {
                last.insert(register(address).unwrap_or(address), (machine.cycle(), by, old, new));
            }
        }
    }
    last
}

#[test]
fn the_last_writer_of_any_byte_is_the_one_that_a_straight_run_meets() {
    let end = 45 * FRAME + 321;
    let seeds = full::or(24, 3);
    for seed in 0..seeds {
        let mut timeline = Timeline::new(random_machine(seed), Timeline::USUAL_BYTES);
        timeline.run_to_cycle(end);
        // The second time, what is known of the last stretches has been found out anew.
        for back in [0, 30 * FRAME, 0] {
            timeline.go_to(timeline.end() - back);
            let now = timeline.machine().cycle();
            let last = last_writes(&mut random_machine(seed), now);
            // Those that are written, their neighbours, and some that nobody knows.
            let written = last.keys().flat_map(|&at| [at, at ^ 1]).collect::<Vec<_>>();
            let some = written.iter().step_by(1 + written.len() / 24).copied();
            let others = [0x90, 0x0601, 0x4321, 0xD409, 0xD40A, 0xD01A, 0xD200, 0xD500, 0xE000, 0xFFFF];
            for at in some.chain(others) {
                let found = timeline.last_writer(at).map(|found| match found.event {
                    Event::Write { old, new, by, .. } => (found.cycle, by, old, new),
                    other => panic!("{other:?}"),
                });
                assert_eq!(found.as_ref(), last.get(&at), "seed {seed}, ${at:04X}, {back} cycles back");
            }
        }
    }
}

#[test]
fn a_search_for_writes_passes_over_the_time_in_which_there_were_none() {
    let mut timeline = counter();
    timeline.run_to_cycle(200 * FRAME);
    let mut looked_at = |stops: &Stops| {
        let mut stretches = 0;
        let reversed = timeline.reverse_continue(
            stops,
            |_, _| true,
            |_| {
                stretches += 1;
                true
            },
        );
        timeline.go_to(timeline.end());
        (reversed, stretches)
    };
    // A chip's register, ROM, a switch of a cartridge, a byte beside one that is written to.
    for address in [0xD209, 0xE123, 0xD500, 0x2003] {
        let mut stops = Stops::default();
        stops.on_write(address..=address);
        let (reversed, stretches) = looked_at(&stops);
        assert_eq!(reversed, Reversed::ToStart, "${address:04X}");
        assert!(stretches <= 2, "${address:04X}: {stretches}");
    }
    let mut all = Stops::default();
    all.on_write(0x2003..=0xFFFF);
    assert!(looked_at(&all).1 <= 2);
    // Whoever looks for something else, too, has to look everywhere.
    all.on_execute(0xE000..=0xE000);
    assert!(looked_at(&all).1 > 10);
}

/// A program that counts in $80 for good and has written once to $2000.
fn counter() -> Timeline {
    let machine = bare(
        "        lda #7\n        sta $2000\n        lda $2001\ncount   inc $80\n        sta $2002\n        jmp count\n\
         nmi\nirq     rti\n",
        Video::Ntsc,
    );
    Timeline::new(machine, Timeline::USUAL_BYTES)
}

#[test]
fn writers_and_readers_are_found_however_long_ago() {
    let mut timeline = counter();
    timeline.run_to_cycle(100 * FRAME);
    let write = timeline.last_writer(0x2000).expect("it was written once");
    assert!(matches!(write.event, Event::Write { address: 0x2000, new: 7, by: 0xE007, .. }), "{write:?}");
    assert!(write.began < 200);
    let read = timeline.last_reader(0x2001).expect("it was read once");
    assert!(matches!(read.event, Event::Read { address: 0x2001, by: 0xE00A, .. }), "{read:?}");
    assert_eq!(timeline.last_reader(0x2002), None);
    // The same value again and again is written, but changes nothing.
    let same = timeline.last_writer(0x2002).expect("it is written all the time");
    assert!(timeline.machine().cycle() - same.cycle < 100, "{same:?}");
    let changed = timeline.when_changed(0x2002);
    assert!(changed.as_ref().is_none_or(|changed| changed.began < 300), "{changed:?}");
    timeline.go_to(write.began);
    assert_eq!(timeline.machine().cpu().pc, 0xE007);
}

#[test]
fn going_back_to_a_stop_stands_where_going_forward_stops() {
    let mut timeline = counter();
    let mut stops = Stops::default();
    stops.on_execute(0xE00D..=0xE00D);
    timeline.machine_mut().set_stops(Some(stops.clone()));
    let mut forward = Vec::new();
    for _ in 0..5 {
        timeline.machine_mut().leave_stop();
        assert_eq!(timeline.run_to_cycle(FRAME), Stop::Event);
        forward.push((timeline.machine().cycle(), timeline.machine().hash()));
    }
    timeline.machine_mut().set_stops(None);
    timeline.run_to_cycle(FRAME / 2);
    timeline.go_to(forward[4].0 + 3);
    for expected in forward.iter().rev() {
        assert_eq!(
            timeline.reverse_continue(&stops, |_, _| true, |_| true),
            Reversed::To(Event::Execute(0xE00D))
        );
        assert_eq!((timeline.machine().cycle(), timeline.machine().hash()), *expected);
    }
    assert_eq!(timeline.reverse_continue(&stops, |_, _| true, |_| true), Reversed::ToStart);
    assert_eq!(timeline.machine().cycle(), timeline.start());
    assert!(!timeline.step_back(), "there is nothing before");
}

#[test]
fn who_meddles_in_the_past_begins_another_future() {
    let mut timeline = counter();
    let before = timeline.machine().peek(0x3000);
    timeline.run_to_cycle(50 * FRAME);
    timeline.act(Act::Poke(0x3000, 1));
    timeline.run_to_cycle(60 * FRAME);
    timeline.go_to(55 * FRAME);
    assert_eq!(timeline.machine().peek(0x3000), 1);
    timeline.go_to(30 * FRAME);
    assert_eq!(timeline.machine().peek(0x3000), before);
    timeline.act(Act::Poke(0x3000, 2));
    assert_eq!(timeline.end(), timeline.machine().cycle());
    timeline.run_to_cycle(60 * FRAME);
    assert_eq!(timeline.machine().peek(0x3000), 2);
    timeline.go_to(29 * FRAME);
    timeline.go_to(31 * FRAME);
    assert_eq!(timeline.machine().peek(0x3000), 2);
}

#[test]
fn the_past_takes_no_more_memory_than_it_may() {
    let most = 1 << 20;
    let mut timeline = Timeline::new(random_machine(1), most);
    timeline.run_to_cycle(3000 * FRAME);
    assert!(timeline.bytes() <= most, "{}", timeline.bytes());
    assert!(timeline.start() > 0, "the oldest is forgotten");
    let hash = timeline.machine().hash();
    let end = timeline.machine().cycle();
    timeline.go_to(timeline.start());
    timeline.go_to(end);
    assert_eq!(timeline.machine().hash(), hash);
}

#[test]
fn pictures_are_whole_after_going_back() {
    let mut timeline = Timeline::new(random_machine(2), Timeline::USUAL_BYTES);
    let mut straight = timeline.machine().clone();
    timeline.run_to_cycle(70 * FRAME);
    timeline.go_to(33 * FRAME);
    straight.run_to_cycle(33 * FRAME);
    assert_eq!(timeline.machine().picture(), straight.picture());
}

/// What the window does: frame by frame, with something done at the beginning of some. The frames, as they were.
fn played(timeline: &mut Timeline, frames: u8) -> Vec<(u64, Vec<u8>)> {
    let play = |n| {
        if n % 3 == 0 {
            timeline.act(Act::Control(Control::Paddle(0, n)));
        }
        timeline.run_frame();
        (timeline.machine().cycle(), timeline.machine().picture().to_vec())
    };
    (0..frames).map(play).collect()
}

#[test]
fn the_pictures_of_the_past_are_those_that_were_seen() {
    for seed in 0..4 {
        let mut timeline = Timeline::new(random_machine(seed), Timeline::USUAL_BYTES);
        let seen = played(&mut timeline, 45);
        let mut cycle = timeline.machine().cycle();
        let mut found = Vec::new();
        loop {
            let before = timeline.frames_before(cycle);
            let Some(first) = before.first() else { break };
            cycle = first.cycle;
            found.extend(before.into_iter().rev());
        }
        let from = seen.len() - 1 - found.len();
        assert!(from <= 2, "seed {seed}: {from} frames at the beginning were not found");
        for ((cycle, picture), frame) in seen[from..seen.len() - 1].iter().zip(found.iter().rev()) {
            assert_eq!(frame.cycle, *cycle, "seed {seed}");
            assert!(frame.picture == *picture, "seed {seed}: the frame that ended at {cycle}");
        }
    }
}

#[test]
fn who_plays_on_from_a_frame_of_the_past_plays_on_as_if_nothing_had_been_after_it() {
    let mut timeline = Timeline::new(random_machine(9), Timeline::USUAL_BYTES);
    played(&mut timeline, 20);
    let frame = timeline.frames_before(timeline.machine().cycle())[3].clone();
    timeline.go_to(frame.cycle);
    assert!(timeline.machine().picture() == frame.picture);
    timeline.forget_future();
    assert_eq!(timeline.end(), frame.cycle);
    let mut alone = timeline.machine().clone();
    timeline.run_to_cycle(frame.cycle + 10 * FRAME);
    alone.run_to_cycle(frame.cycle + 10 * FRAME);
    assert_eq!(timeline.machine().hash(), alone.hash());
}

#[test]
fn what_was_done_in_a_time_that_is_forgotten_is_forgotten_with_it() {
    let mut timeline = Timeline::new(random_machine(7), 90_000);
    let seen = played(&mut timeline, 200);
    assert!(timeline.start() > 20 * FRAME, "{} bytes", timeline.bytes());
    assert!(timeline.bytes() <= 90_000);
    let first = seen.iter().position(|(cycle, _)| *cycle > timeline.start()).unwrap();
    let end = timeline.machine().hash();
    timeline.go_to(seen[first].0);
    timeline.run_to_cycle(timeline.end());
    assert_eq!(timeline.machine().hash(), end);
    timeline.begin_anew();
    assert!(!timeline.step_back(), "the past begins here");
    assert_eq!(timeline.machine().hash(), end);
}

#[test]
fn who_goes_back_keeps_the_plans_of_before_and_may_forget_those_of_later() {
    let machine = bare("loop jmp loop\nnmi\nirq rti\n", Video::Ntsc);
    let mut debugger = Debugger::new(machine, Known::default());
    let console = |start| Control::Console(Console { start, ..Console::default() });
    let is_down = |debugger: &Debugger| debugger.machine().peek(0xD01F) & 1 == 0;
    debugger.run(10);
    let (frame, pressed) = (debugger.machine().frame_number(), debugger.machine().cycle());
    debugger.plan(frame, console(true));
    debugger.plan(frame + 1, console(false));
    debugger.run(5);
    debugger.plan(frame + 20, console(true));
    debugger.go_to(pressed);
    debugger.forget_future();
    assert_eq!(debugger.planned().count(), 2, "what was planned for then is still to be done");
    debugger.forget_later_plans();
    assert_eq!(debugger.planned().collect::<Vec<_>>(), [(frame + 1, console(false))]);
    assert!(is_down(&debugger));
    debugger.run(1);
    assert!(!is_down(&debugger));
    debugger.run(30);
    assert!(!is_down(&debugger));
}

#[test]
fn a_step_out_that_does_not_return_ends_when_patience_does() {
    let frames = |patience: Option<u64>| {
        let mut debugger =
            Debugger::new(bare("loop jmp loop\nnmi\nirq rti\n", Video::Ntsc), Known::default());
        debugger.run(1);
        if let Some(frames) = patience {
            debugger.set_patience(frames);
        }
        let begin = debugger.machine().frame_number();
        assert_eq!(debugger.out(), Reason::Limit);
        debugger.machine().frame_number() - begin
    };
    assert_eq!([frames(None), frames(Some(5)), frames(Some(4000))], [3600, 5, 4000]);
}
