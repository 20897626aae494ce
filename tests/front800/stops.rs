//! Stops: a machine that watches for something runs as one that does not, and notices everything.

use std::collections::BTreeSet;

use front800::harness::script::Script;
use front800::harness::session::{Limits, Session, StoppedBy, Unobserved};
use front800::harness::until::Until;
use front800::inspect::symbols::Symbols;
use front800::machine::{Event, Machine, Step, Stop, Stops, Video};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::machine::bare;
use super::oracle::compare::difference;
use super::oracle::random_machine;

use crate::full;

/// What happened, with the machine cycle in which the run ended.
type Log = Vec<(u64, Vec<Event>)>;

/// Runs to `end` and on from every event.
fn run(machine: &mut Machine, end: u64) -> Log {
    let mut log = Log::new();
    while machine.run_to_cycle(end) == Stop::Event {
        log.push((machine.cycle(), machine.events().to_vec()));
    }
    log
}

/// Where and what somebody looks for.
struct Wanted {
    instructions: Vec<u16>,
    opcodes: Vec<u8>,
    changes: BTreeSet<u16>,
    /// Interrupts, too.
    interrupts: bool,
}

impl Wanted {
    /// Addresses of the random programs and of what they write to.
    fn random(seed: u64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let start = [0x0800, 0xE000, 0xF000, 0xA000];
        let instructions = (0..24).map(|n| start[n % 4] + rng.random_range(0..400)).collect();
        let mut changes: BTreeSet<u16> =
            (0..64).map(|_| 0x0600 + rng.random_range(0..256)).chain([0x0700, 0x80]).collect();
        // Who looks for neither interrupts nor what they access runs over them.
        let interrupts = seed.is_multiple_of(2);
        if interrupts || seed % 4 == 1 {
            changes.insert(0x01FD);
        }
        // Who looks for no opcodes runs in pieces near instructions that are looked for.
        let opcodes = if seed % 4 < 2 { vec![rng.random()] } else { Vec::new() };
        // Who looks for instructions alone runs as if nobody looked where there are none.
        if seed % 8 == 3 {
            changes.clear();
        }
        Wanted { instructions, opcodes, changes, interrupts }
    }

    fn stops(&self) -> Stops {
        let mut stops = Stops::default();
        self.instructions.iter().for_each(|&at| stops.on_execute(at..=at));
        self.changes.iter().for_each(|&at| stops.on_change(at..=at));
        if !self.opcodes.is_empty() {
            stops.on_opcodes(|code| self.opcodes.contains(&code));
        }
        if self.interrupts {
            stops.on_nmi();
            stops.on_irq();
        }
        stops
    }

    /// What happens until `end`, found out by looking after each instruction.
    fn by_steps(&self, machine: &mut Machine, end: u64) -> Log {
        let mut log = Log::new();
        while machine.cycle() < end {
            let before: Vec<u8> = self.changes.iter().map(|&at| machine.peek(at)).collect();
            let pc = machine.cpu().pc;
            let step = machine.step();
            let mut events = Vec::new();
            for (&address, &old) in self.changes.iter().zip(&before) {
                let new = machine.peek(address);
                if old != new {
                    events.push(Event::Write { address, old, new, by: pc });
                }
            }
            match step {
                Step::Nmi if self.interrupts => events.push(Event::Nmi),
                Step::Irq if self.interrupts => events.push(Event::Irq),
                _ => {}
            }
            let pc = machine.cpu().pc;
            if !machine.cpu().interrupt_due && !machine.cpu().jammed {
                if self.instructions.contains(&pc) {
                    events.push(Event::Execute(pc));
                }
                if self.opcodes.contains(&machine.peek(pc)) {
                    events.push(Event::Opcode(machine.peek(pc)));
                }
            }
            if !events.is_empty() {
                log.push((machine.cycle(), events));
            }
        }
        log
    }
}

#[test]
fn everything_that_is_watched_for_is_noticed_where_stepping_notices_it() {
    let programs = full::or(2_000, 40);
    let mut events = 0;
    for seed in 0..programs {
        let (mut watched, mut stepped) = (random_machine(seed), random_machine(seed));
        let wanted = Wanted::random(seed);
        watched.set_stops(Some(wanted.stops()));
        // A whole line more or less, so that the end is not always one of a frame.
        let end = 3 * 262 * 114 + 777 + seed;
        let noticed = run(&mut watched, end);
        let true_events = wanted.by_steps(&mut stepped, end);
        for (noticed, truth) in noticed.iter().zip(&true_events) {
            assert_eq!(noticed, truth, "seed {seed}");
        }
        assert_eq!(noticed.len(), true_events.len(), "seed {seed}");
        assert_eq!(watched.hash(), stepped.hash(), "seed {seed}");
        events += noticed.len();
    }
    assert!(events as u64 > 20 * programs, "{events} events are too few to tell anything");
}

#[test]
fn two_sets_of_stops_in_one_stop_where_either_does() {
    let mut events = 0;
    for seed in 0..32 {
        let [one, other] = [seed, seed + 3].map(|seed| Wanted::random(seed).stops());
        let mut both = one.clone();
        both.extend(&other);
        let end = 2 * 262 * 114;
        let found = |stops: Stops| {
            let mut machine = random_machine(seed);
            machine.set_stops(Some(stops));
            run(&mut machine, end)
        };
        let all = found(both);
        for log in [found(one), found(other)] {
            events += log.len();
            for (cycle, some) in log {
                let there = all.iter().find(|(at, _)| *at == cycle);
                assert!(
                    there.is_some_and(|(_, all)| some.iter().all(|event| all.contains(event))),
                    "{seed}: {cycle}"
                );
            }
        }
    }
    assert!(events > 1_000, "{events} events are too few to tell anything");
}

#[test]
fn stops_change_nothing() {
    for seed in 0..40 {
        let (mut watched, mut free) = (random_machine(seed), random_machine(seed));
        watched.set_stops(Some(Wanted::random(seed).stops()));
        for frame in 1..5 {
            let end = frame * 262 * 114;
            run(&mut watched, end);
            free.run_to_cycle(end);
            assert_eq!(watched.hash(), free.hash(), "seed {seed}, frame {frame}");
        }
        let mut loaded = random_machine(seed);
        loaded.load(&watched.save()).unwrap();
        assert_eq!(loaded.hash(), watched.hash());
        assert!(loaded.stops().is_none(), "stops are no part of the state");
    }
}

#[test]
fn a_machine_that_is_stopped_anywhere_and_goes_on_is_as_the_oracle() {
    let most = full::or(100_000, 1_000);
    let (mut resumed, mut seed) = (0, 0);
    while resumed < most {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut watched = random_machine(seed);
        let mut oracle = watched.clone();
        oracle.set_oracle(true);
        let mut stops = Wanted::random(seed).stops();
        (0..12).for_each(|_| stops.on_beam(rng.random_range(0..262), rng.random_range(0..114)));
        watched.set_stops(Some(stops));
        for frame in 1..=4 {
            let end = frame * 262 * 114;
            while watched.run_to_cycle(end) == Stop::Event {
                resumed += 1;
            }
            oracle.run_to_cycle(end);
            assert_eq!(watched.cycle(), oracle.cycle(), "seed {seed}");
            assert_eq!(
                watched.hash(),
                oracle.hash(),
                "seed {seed}, frame {frame}: {}",
                difference(&watched, &oracle)
            );
        }
        seed += 1;
    }
}

/// A program that stays in its last instruction.
fn program(body: &str) -> Machine {
    bare(&format!("{body}\nstay    jmp stay\nnmi     rti\nirq     rti\n"), Video::Ntsc)
}

fn events_of(machine: &mut Machine, stops: Stops) -> Vec<Event> {
    machine.set_stops(Some(stops));
    run(machine, 2 * 262 * 114).into_iter().flat_map(|(_, events)| events).collect()
}

#[test]
fn reads_and_writes_are_told_with_the_instruction_that_made_them() {
    let mut machine = program(
        "        ldx #1\n        lda #7\n        sta $2000\n        lda $1FFF,x\n        inc $2000\n",
    );
    let mut stops = Stops::default();
    stops.on_read(0x2000..=0x2000);
    stops.on_write(0x2000..=0x2000);
    machine.poke(0x2000, 9);
    let events = events_of(&mut machine, stops);
    let (start, load) = (0xE009, 0xE00C);
    let increment = load + 3;
    let expected = [
        Event::Write { address: 0x2000, old: 9, new: 7, by: start },
        Event::Read { address: 0x2000, value: 7, by: load },
        Event::Read { address: 0x2000, value: 7, by: increment },
        // The 6502 writes what it has read, and then the sum.
        Event::Write { address: 0x2000, old: 7, new: 7, by: increment },
        Event::Write { address: 0x2000, old: 7, new: 8, by: increment },
    ];
    assert_eq!(events, expected);
}

#[test]
fn a_chip_register_is_watched_like_memory() {
    let mut machine = program("        lda $D40B\n        sta $D01A\n");
    let mut stops = Stops::default();
    stops.on_read(0xD400..=0xD40F);
    stops.on_write(0xD000..=0xD01F);
    let events = events_of(&mut machine, stops);
    assert!(matches!(events[0], Event::Read { address: 0xD40B, .. }));
    assert!(matches!(events[1], Event::Write { address: 0xD01A, old: 0xFF, .. }));
    assert_eq!(events.len(), 2);
}

#[test]
fn the_stack_wraps_by_each_way_to_push_and_pull_and_not_by_a_store() {
    let wraps = |body: &str| {
        let mut stops = Stops::default();
        stops.on_stack_wrap();
        !events_of(&mut program(body), stops).is_empty()
    };
    for (body, expected) in [
        ("        sta $0100\n        lda $0100\n        inc $0100\n", false),
        ("        ldx #0\n        txs\n        pha\n", true),
        ("        ldx #1\n        txs\n        pha\n", false),
        ("        ldx #1\n        txs\n        jsr next\nnext\n", true),
        ("        ldx #2\n        txs\n        jsr next\nnext\n", false),
        ("        pla\n", true),
        ("        ldx #$FE\n        txs\n        pla\n", false),
        ("        ldx #$FE\n        txs\n        rts\n", true),
        ("        ldx #2\n        txs\n        brk\n", true),
    ] {
        assert_eq!(wraps(body), expected, "{body}");
    }
}

#[test]
fn the_beam_stops_at_the_first_instruction_from_its_cycle_on_in_every_frame() {
    let mut machine = program("");
    let mut stops = Stops::default();
    stops.on_beam(100, 50);
    stops.on_beam(0, 0);
    for (line, cycle) in [(262, 0), (300, 5), (u32::MAX, 0), (9, 114), (9, u32::MAX)] {
        stops.on_beam(line, cycle);
    }
    machine.set_stops(Some(stops));
    let log = run(&mut machine, 3 * 262 * 114 - 20);
    let frame = 262 * 114;
    let expected = [100 * 114 + 50, frame, frame + 100 * 114 + 50, 2 * frame, 2 * frame + 100 * 114 + 50];
    assert_eq!(log.len(), expected.len());
    for ((at, events), expected) in log.iter().zip(expected) {
        assert!((expected..expected + 8).contains(at), "{at} for {expected}: {events:?}");
        assert_eq!(events.len(), 1);
    }
    assert_eq!(log[1].1, [Event::Beam { line: 0, cycle: 0 }]);
}

#[test]
fn code_that_runs_straight_on_for_lines_is_stopped() {
    // Nothing is shown, so that lines pass many at a time; then 2,000 bytes without a jump.
    let mut machine =
        program("again ldy #0\nwait dex\n bne wait\n dey\n bne wait\n .rept 2000\n nop\n .endr\n jmp again");
    let code = machine.memory();
    let first = (0xD800..).find(|&at| code[at..at + 8] == [0xEA; 8]).expect("it is in ROM") as u16;
    for stop in (first..first + 2000).step_by(41) {
        machine.power_cycle();
        let mut stops = Stops::default();
        stops.on_execute(stop..=stop);
        machine.set_stops(Some(stops));
        // It takes 12 frames to come there once more.
        let frames: Vec<u64> =
            run(&mut machine, 100 * 262 * 114).iter().map(|(cycle, _)| cycle / (262 * 114)).collect();
        assert!(
            frames.len() >= 7 && frames.windows(2).all(|two| two[1] - two[0] <= 14),
            "{stop:X}: {frames:?}"
        );
    }
}

#[test]
fn what_single_steps_have_written_holds_nobody_up() {
    let body = "        mva #$40 NMIEN\nagain   inc $80\n        jmp again\n";
    let mut machine = bare(&format!("{body}\nnmi     rti\nirq     rti\n"), Video::Ntsc);
    let mut free = machine.clone();
    let mut stops = Stops::default();
    stops.on_write(0x80..=0x80);
    machine.set_stops(Some(stops));
    (0..40).for_each(|_| _ = machine.step());
    assert_ne!(machine.peek(0x80), free.peek(0x80), "it has written");
    machine.set_stops(None);
    let end = 3 * 262 * 114;
    assert_eq!(machine.run_to_cycle(end), Stop::Reached);
    free.run_to_cycle(end);
    assert_eq!(machine.hash(), free.hash());
}

#[test]
fn who_stands_at_a_stop_leaves_it_and_comes_back() {
    let mut machine = program("        ldx #3\nagain   dex\n        bne again\n");
    let mut stops = Stops::default();
    stops.on_execute(0xE007..=0xE007);
    let events = events_of(&mut machine, stops);
    assert_eq!(events, [Event::Execute(0xE007); 3]);
}

#[test]
fn who_comes_to_a_stop_otherwise_than_by_running_is_told_of_it() {
    let mut machine = program("        ldx #3\nagain   dex\n        bne again\n");
    let mut stops = Stops::default();
    let (first, second) = (0xE007, 0xE008);
    stops.on_execute(first..=second);
    machine.set_stops(Some(stops));
    let end = 2 * 262 * 114;
    let next = |machine: &mut Machine| match machine.run_to_cycle(end) {
        Stop::Event => machine.events()[0],
        stopped => panic!("{stopped:?}"),
    };
    assert_eq!(next(&mut machine), Event::Execute(first));
    // In the same cycle, but elsewhere.
    machine.cpu_mut().pc = second;
    assert_eq!(next(&mut machine), Event::Execute(second));
    // A state says the same whatever has been before.
    let state = machine.save();
    for _ in 0..2 {
        machine.load(&state).unwrap();
        assert_eq!(next(&mut machine), Event::Execute(second));
    }
    assert_eq!(next(&mut machine), Event::Execute(first), "who goes on has been told");
    machine.load(&state).unwrap();
    assert!(!machine.has_reported_stop());
    machine.leave_stop();
    assert!(machine.has_reported_stop());
    assert_eq!(next(&mut machine), Event::Execute(first), "and so has who says so");
    machine.power_cycle();
    assert_eq!(next(&mut machine), Event::Execute(first));
}

#[test]
fn what_antic_reads_is_told_with_its_cycle() {
    // Two lines of text at scan lines 24 and 32: the list at $2000, the screen at $2100, the font at $2400.
    let mut machine = program(
        "        lda #0\n        sta $D402\n        lda #$20\n        sta $D403\n        lda #$24\n        sta $D409\n\
         \x20       lda #$22\n        sta $D400\nwait    lda $D40B\n        bne wait\n",
    );
    let list = [0x70, 0x70, 0x42, 0x00, 0x21, 0x02, 0x41, 0x00, 0x20];
    (0x2000..).zip(list).for_each(|(at, byte)| machine.poke(at, byte));
    (0x2100..0x2150).for_each(|at| machine.poke(at, 1));
    let frame = 262 * 114;
    machine.run_to_cycle(2 * frame);
    let lines = |from: u16, to: u16| {
        let mut watched = machine.clone();
        let mut stops = Stops::default();
        stops.on_fetch(from..=to);
        watched.set_stops(Some(stops));
        let log = run(&mut watched, 3 * frame);
        let mut free = machine.clone();
        free.run_to_cycle(3 * frame);
        assert_eq!(watched.hash(), free.hash());
        log.into_iter()
            .flat_map(|(at, events)| events.into_iter().map(move |event| (at, event)))
            .map(|(at, event)| match event {
                Event::Fetch { cycle, .. } => {
                    // Where ANTIC has the bus most of the time an instruction takes long.
                    assert!((cycle + 1..cycle + 114).contains(&at), "{at} for {cycle}");
                    (cycle % frame / 114) as u32
                }
                other => panic!("{other:?}"),
            })
            .collect::<Vec<u32>>()
    };
    assert_eq!(lines(0x2005, 0x2005), [32], "the second instruction of text");
    assert_eq!(lines(0x2002, 0x2004), [24, 24, 24]);
    assert_eq!(lines(0x2107, 0x2107), [24]);
    assert_eq!(lines(0x2100 + 41, 0x2100 + 41), [32]);
    // The fourth row of the sign, forty times on both lines of text.
    let rows = lines(0x240B, 0x240B);
    assert_eq!((rows.len(), rows[0], rows[79]), (80, 27, 35));
    assert_eq!(lines(0x2000, 0x20FF).len(), list.len());
    assert!(lines(0x3000, 0x3FFF).is_empty());
}

#[test]
fn a_condition_ends_a_run_after_the_first_instruction_that_makes_it_true() {
    let conditions = [
        "byte($0610) > 100 && line > 50",
        "byte($80) == byte($0633) || frame == 3",
        "line == 100 && byte($0680) & 1 == 0",
        "!(line != 77) && word($0633) != 0",
        "frame >= 2",
        "x > 3 && pc == $0812",
        "pc == $E017 || byte($0612) == 5",
        "!(pc == $E017)",
        "a == $20",
        "a == $20 && byte($0610) > 100",
        "x > 3 && byte($0612) & 3 == 1 || line == 99 && a < 4",
        "frame == 1 && (s < $80 || y == x)",
        "a + byte($80) == 300",
    ];
    let frames = 5;
    let mut came_true = 0;
    for (seed, text) in (0..4).flat_map(|seed| conditions.map(|text| (seed, text))) {
        let until = Until::parse(text, &Symbols::default()).unwrap();
        let mut stepped = random_machine(seed);
        stepped.step();
        while !until.holds(&stepped) && stepped.frame_number() < frames {
            stepped.step();
        }
        let mut session = Session::new(random_machine(seed), Script::default());
        let limits = Limits { until: vec![until], ..Limits::frames(frames) };
        let stopped = session.run(&limits, &mut Unobserved);
        let machine = session.machine();
        assert_eq!(
            (machine.cycle(), machine.hash()),
            (stepped.cycle(), stepped.hash()),
            "seed {seed}: {text}"
        );
        assert!(machine.stops().is_none());
        came_true += u64::from(stopped == StoppedBy::Until);
    }
    assert!(came_true > 12, "{came_true} are too few to tell anything");
}

/// Who stops behind a write to WSYNC stops before the wait, as a step does.
#[test]
fn a_stop_behind_a_write_to_wsync_is_noticed_before_the_wait() {
    let body = "again   sta WSYNC\n        inc $80\n        jmp again\n";
    let mut machine = bare(&format!("{body}\nnmi     rti\nirq     rti\n"), Video::Ntsc);
    let end = 2 * 262 * 114;
    machine.run_to_cycle(end);
    while machine.peek(machine.cpu().pc) != 0x8D {
        machine.step();
    }
    let behind = machine.cpu().pc + 3;
    let mut stepped = machine.clone();
    let mut stops = Stops::default();
    stops.on_execute(behind..=behind);
    machine.set_stops(Some(stops));
    for _ in 0..300 {
        assert_eq!(machine.run_to_cycle(2 * end), Stop::Event);
        stepped.step();
        while stepped.cpu().pc != behind {
            stepped.step();
        }
        assert_eq!(machine.cycle(), stepped.cycle());
        assert_eq!(machine.hash(), stepped.hash());
    }
}

#[test]
fn a_run_is_as_long_as_it_says_whatever_the_session_has_run_before() {
    let idle = bare("loop    jmp loop\nnmi\nirq     rti\n", Video::Ntsc);
    let mut session = Session::new(idle, Script::default());
    let mut run = |limits: Limits| session.run(&limits, &mut Unobserved);
    assert_eq!(run(Limits::frames(2)), StoppedBy::Frames);
    assert_eq!(run(Limits::frames(3)), StoppedBy::Frames);
    assert_eq!(session.frames(), 5);
    let (begin, cycles) = (session.cycles(), 40_000);
    let limits = Limits { cycles: Some(cycles), ..Limits::default() };
    assert_eq!(session.run(&limits, &mut Unobserved), StoppedBy::Cycles);
    assert!((cycles..cycles + 120).contains(&(session.cycles() - begin)), "the last instruction is done");
    // The frame in which it begins is the first.
    assert_eq!(session.run(&Limits::frames(1), &mut Unobserved), StoppedBy::Frames);
    assert_eq!(session.frames(), 7);
}
