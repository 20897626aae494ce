//! Programs as tasks to be learnt: what a lane does depends on its seed and its actions alone.

use front800::harness::keys;
use front800::harness::lanes::{Autoreset, Lane, Lanes, Moment, Start, Task, TaskError, TaskOptions, Turn};
use front800::host::observation::{Observation, Pixels, ShrinkError};
use front800::host::palette::Palette;
use front800::inspect::symbols::Symbols;
use front800::machine::{FRAME_HEIGHT, FRAME_WIDTH, Machine, StateError, Stops, Video};

use super::machine::bare;

/// Counts at $81 the frames in which the stick is up; at $80 the rest of ten, at 0 it is over. The background's colour is
/// the count.
const PROGRAM: &str = "
        lda #4
        sta $D302
        lda #0
        sta $81
        lda #10
        sta $80
        lda #$40
        sta NMIEN
loop    jmp loop
nmi     pha
        lda $D300
        and #1
        bne still
        inc $81
        dec $80
still   lda $81
        asl @
        sta $D01A
        pla
irq     rti
";

fn start() -> Machine {
    let mut machine = bare(PROGRAM, Video::Ntsc);
    (0..5).for_each(|_| {
        machine.run_frame();
    });
    machine
}

fn symbols() -> Symbols {
    Symbols::from_pairs([("left".to_string(), 0x80), ("count".to_string(), 0x81)])
}

fn options() -> TaskOptions {
    TaskOptions {
        actions: vec!["stick0 center".into(), "stick0 up; console start".into()],
        reward: "count".into(),
        over: Some("left == 0".into()),
        frames: 2,
        ..TaskOptions::default()
    }
}

fn task(options: &TaskOptions) -> Task {
    Task::new(start(), &symbols(), options).unwrap()
}

fn turn(reward: i64, terminated: bool, truncated: bool) -> Turn {
    Turn { reward, terminated, truncated }
}

/// The steps of all lanes, all with action 1.
fn turns(lanes: &mut Lanes, steps: usize) -> Vec<Vec<Turn>> {
    let count = lanes.lanes().len();
    (0..steps).map(|_| lanes.step(&vec![1; count], &mut vec![(); count], |_, _, ()| ())).collect()
}

#[test]
fn a_step_earns_what_has_grown_until_the_end() {
    let mut lane = Lane::new(task(&options()), 0);
    assert_eq!(lane.step(0), turn(0, false, false));
    let earned: Vec<Turn> = (0..5).map(|_| lane.step(1)).collect();
    assert_eq!(earned.iter().map(|turn| turn.reward).collect::<Vec<_>>(), [2; 5]);
    assert_eq!(earned[4], turn(2, true, false));
    assert!(lane.is_over());
    lane.reset(None);
    assert!(!lane.is_over());
    let mut lane = Lane::new(task(&TaskOptions { is_value: true, most_steps: Some(2), ..options() }), 0);
    assert_eq!([lane.step(1), lane.step(1)], [turn(2, false, false), turn(4, false, true)]);
}

#[test]
fn stops_on_the_machine_of_a_task_do_not_shorten_its_steps() {
    let mut machine = start();
    let mut stops = Stops::default();
    stops.on_nmi();
    machine.set_stops(Some(stops));
    let mut lane = Lane::new(Task::new(machine, &symbols(), &options()).unwrap(), 0);
    assert_eq!(lane.step(1), turn(2, false, false));
}

#[test]
fn only_a_reset_plays_idle_frames() {
    let options = TaskOptions { most_idle: u32::MAX, ..options() };
    let lanes = Lanes::new(task(&options), 2, 1, Autoreset::NextStep);
    assert_eq!(lanes.lanes()[1].machine().hash(), start().hash());
    let short = TaskOptions { most_idle: 50, ..options };
    let mut lane = Lane::new(task(&short), 1);
    lane.reset(Some(1));
    assert!(lane.machine().frame_number() > start().frame_number());
}

#[test]
fn controls_that_an_action_does_not_name_are_let_go() {
    let mut lane = Lane::new(task(&options()), 0);
    lane.step(1);
    assert_eq!(lane.machine().peek(0xD01F) & 1, 0, "START is down");
    lane.step(0);
    assert_eq!(lane.machine().peek(0xD01F) & 1, 1);
}

#[test]
fn threads_change_nothing() {
    let options = TaskOptions { most_idle: 9, sticky: 0.3, ..options() };
    let play = |jobs| {
        let mut lanes = Lanes::new(task(&options), 7, jobs, Autoreset::NextStep);
        let earned = turns(&mut lanes, 40);
        let hashes: Vec<u64> = lanes.lanes().iter().map(|lane| lane.machine().hash()).collect();
        (earned, hashes)
    };
    let alone = play(1);
    assert_eq!(alone, play(4));
    let different: std::collections::BTreeSet<u64> = alone.1.iter().copied().collect();
    assert!(different.len() > 3, "seeds make a difference: {different:?}");
    // A lane of its own does the same.
    let mut lane = Lane::new(task(&options), 3);
    for turns in &alone.0 {
        if lane.is_over() {
            lane.reset(None);
            assert_eq!(turns[3], Turn::default());
        } else {
            assert_eq!(turns[3], lane.step(1));
        }
    }
    assert_eq!(lane.machine().hash(), alone.1[3]);
}

#[test]
fn a_lane_begins_again_in_the_next_step_in_the_same_or_when_told() {
    let rewards = |autoreset| -> Vec<(i64, bool)> {
        let mut lanes = Lanes::new(task(&options()), 1, 1, autoreset);
        turns(&mut lanes, 7).iter().map(|turns| (turns[0].reward, turns[0].terminated)).collect()
    };
    let five = [(2, false), (2, false), (2, false), (2, false), (2, true)];
    assert_eq!(rewards(Autoreset::NextStep), [&five[..], &[(0, false), (2, false)]].concat());
    assert_eq!(rewards(Autoreset::SameStep), [&five[..], &[(2, false), (2, false)]].concat());
    let mut lanes = Lanes::new(task(&options()), 2, 1, Autoreset::Disabled);
    turns(&mut lanes, 6);
    assert!(lanes.lanes().iter().all(Lane::is_over));
    lanes.reset(&[Start::GoOn, Start::Seeded(5)], &mut [(), ()], |_, _, ()| ());
    assert_eq!(lanes.lanes().iter().map(Lane::is_over).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn the_end_of_an_episode_is_shown_before_the_next_begins() {
    let mut lanes = Lanes::new(task(&options()), 1, 1, Autoreset::SameStep);
    turns(&mut lanes, 4);
    let mut seen = [Vec::new()];
    lanes.step(&[1], &mut seen, |lane, moment, seen| seen.push((moment, lane.machine().peek(0x81))));
    assert_eq!(seen[0], [(Moment::Final, 10), (Moment::Now, 0)]);
}

#[test]
fn a_saved_lane_has_the_same_future_and_the_same_picture() {
    let options = TaskOptions { most_idle: 20, sticky: 0.5, ..options() };
    let mut lane = Lane::new(task(&options), 1);
    lane.step(1);
    let (state, picture) = (lane.save(), lane.picture().to_vec());
    let future = |lane: &mut Lane| {
        let turns: Vec<Turn> = (0..3).map(|n| lane.step(n % 2)).collect();
        (turns, lane.save(), lane.picture().to_vec())
    };
    let first = future(&mut lane);
    let mut other = Lane::new(task(&options), 99);
    other.load(&state).unwrap();
    assert_eq!(other.picture(), picture);
    assert_eq!(other.save(), state);
    assert_eq!(future(&mut other), first);
    lane.reset(None);
    lane.load(&state).unwrap();
    assert_eq!(future(&mut lane), first);
}

#[test]
fn a_state_that_is_none_changes_nothing() {
    let mut lane = Lane::new(task(&options()), 1);
    let before = lane.save();
    assert_eq!(lane.load(b"nonsense"), Err(StateError::Foreign));
    // More than was saved, and a bit of what is in no machine: the steps of the episode, its dice.
    let longer = [&before[..], b"more"].concat();
    assert_eq!(lane.load(&longer), Err(StateError::Damaged));
    for place in before.len() - 50..before.len() {
        let mut other = before.clone();
        other[place] ^= 1;
        assert!(lane.load(&other).is_err(), "byte {place}");
    }
    let mut more = Lane::new(task(&TaskOptions { actions: vec!["stick0 up".into(); 9], ..options() }), 1);
    more.step(8);
    assert_eq!(lane.load(&more.save()), Err(StateError::Impossible));
    assert_eq!(lane.save(), before);
}

/// Who has searched without pictures looks at what was found with them.
#[test]
fn a_state_goes_between_lanes_that_draw_and_lanes_that_do_not() {
    let blind = TaskOptions { draws: false, ..options() };
    let mut lanes = [&options(), &blind].map(|options| Lane::new(task(options), 1));
    for from in 0..2 {
        lanes.iter_mut().for_each(|lane| {
            lane.step(1);
        });
        let state = lanes[from].save();
        let [mut drawing, mut other] = [&options(), &blind].map(|options| Lane::new(task(options), 2));
        drawing.load(&state).unwrap();
        other.load(&state).unwrap();
        let blank = drawing.picture().iter().all(|&pixel| pixel == 0);
        assert_eq!(blank, from == 1, "a picture that was not drawn is blank");
        lanes.iter_mut().chain([&mut drawing, &mut other]).for_each(|lane| {
            lane.step(0);
        });
        assert_eq!(drawing.picture(), lanes[0].picture());
        assert_eq!(drawing.machine().hash(), other.machine().hash());
        assert_eq!(drawing.machine().hash(), lanes[from].machine().hash());
    }
}

#[test]
fn what_is_wrong_with_a_task_is_said() {
    let error = |options: TaskOptions| Task::new(start(), &symbols(), &options).err().unwrap();
    let texts = [
        error(TaskOptions { actions: Vec::new(), ..options() }),
        error(TaskOptions { actions: vec!["stick0 center".into(), "stick0 upp".into()], ..options() }),
        error(TaskOptions { reward: "cuont".into(), ..options() }),
        error(TaskOptions { over: Some("left = 0".into()), ..options() }),
        error(TaskOptions { frames: 0, ..options() }),
    ]
    .map(|error| error.to_string());
    assert!(texts[0].contains("stick0 center"), "{texts:?}");
    assert!(texts[1].starts_with("action 1: `upp` is no stick position"), "{texts:?}");
    assert!(texts[2].contains("did you mean `count`"), "{texts:?}");
    assert!(texts[3].starts_with("the end of an episode: "), "{texts:?}");
    assert!(texts[4].contains("expected 1"), "{texts:?}");
    assert_eq!(error(TaskOptions { sticky: 1.5, ..options() }), TaskError::Sticky(1.5));
}

#[test]
fn what_is_wrong_with_a_later_control_of_an_action_is_said_at_its_place() {
    let error = |action: &str| {
        let options = TaskOptions { actions: vec![action.into()], ..options() };
        Task::new(start(), &symbols(), &options).err().map(|error| error.to_string())
    };
    let place = |action| error(action).unwrap().split_once(" (at character ").unwrap().1.to_string();
    assert_eq!(place("stick9 up"), "1)");
    assert_eq!(place("stick0 up; stick9 up"), "12)");
    assert_eq!(place("stick0 up; console start;console go"), "34)");
    // The sign itself stands between controls.
    assert!(error("key ;").unwrap().contains("SEMICOLON"));
    assert_eq!(error("key SEMICOLON; stick0 up"), None);
    assert_eq!(keys::code("semicolon"), keys::code(";"));
}

#[test]
fn a_picture_that_is_shared_stays_as_it_is_and_changes_nothing() {
    let (mut machine, mut other) = (start(), start());
    let mut kept = Vec::new();
    for n in 0..12 {
        machine.set_stick(0, front800::machine::Stick { up: n % 3 != 0, ..Default::default() });
        other.set_stick(0, front800::machine::Stick { up: n % 3 != 0, ..Default::default() });
        machine.run_frame();
        other.run_frame();
        assert_eq!(machine.picture(), other.picture(), "frame {n}");
        kept.push((machine.share_picture(), machine.picture().to_vec()));
        if n % 4 == 3 {
            kept.clear();
        }
        assert!(kept.iter().all(|(shared, then)| **shared == *then));
    }
    assert_eq!(machine.picture().len(), FRAME_WIDTH * FRAME_HEIGHT);
}

#[test]
fn pictures_are_made_smaller_by_the_means_of_squares() {
    let (machine, palette) = (start(), Palette::ntsc());
    let picture: Vec<u8> = (0..FRAME_WIDTH * FRAME_HEIGHT).map(|n| (n * n / 5 + n / 7) as u8).collect();
    for shrink in [1, 2, 3, 4, 6, 8] {
        let seen = Observation::screen(Pixels::Rgb, shrink, palette.clone()).unwrap();
        let mut bytes = vec![0; seen.shape().iter().product()];
        seen.write(&machine, &picture, &mut bytes);
        for (n, pixel) in bytes.as_chunks::<3>().0.iter().enumerate() {
            let (row, column) = (n / (336 / shrink) * shrink, n % (336 / shrink) * shrink);
            let squares =
                (row..row + shrink).flat_map(|row| (column..column + shrink).map(move |c| (row, c)));
            let colours = squares.map(|(row, column)| picture[row * FRAME_WIDTH + column + 20]);
            let sums = colours.fold([0u32; 3], |sums, index| {
                let colour = palette.rgb(index);
                std::array::from_fn(|n| sums[n] + u32::from(colour[n]))
            });
            assert_eq!(
                *pixel,
                sums.map(|sum| (sum / (shrink * shrink) as u32) as u8),
                "{shrink}: {row} {column}"
            );
        }
    }
}

#[test]
fn what_is_seen_has_the_shape_that_is_said() {
    let mut machine = start();
    machine.set_stick(0, front800::machine::Stick { up: true, ..Default::default() });
    (0..3).for_each(|_| {
        machine.run_frame();
    });
    let see = |seen: &Observation| {
        let mut bytes = vec![0; seen.shape().iter().product()];
        seen.write(&machine, machine.picture(), &mut bytes);
        (seen.shape(), bytes)
    };
    let (shape, bytes) = see(&Observation::Memory(vec![0x80..=0x81, 0xD40B..=0xD40B]));
    assert_eq!((shape, &bytes[..2]), (vec![3], &[7, 3][..]));
    assert_eq!(bytes[2], machine.peek(0xD40B));
    let screen = |pixels, shrink| Observation::screen(pixels, shrink, Palette::ntsc());
    let (shape, bytes) = see(&screen(Pixels::Indices, 1).unwrap());
    assert_eq!((shape, bytes[0]), (vec![240, 336], machine.picture()[20]));
    let rgb = Palette::ntsc().rgb(bytes[0]);
    let (shape, bytes) = see(&screen(Pixels::Rgb, 4).unwrap());
    assert_eq!((shape, &bytes[..3]), (vec![60, 84, 3], &rgb[..]));
    let (shape, bytes) = see(&screen(Pixels::Grey, 8).unwrap());
    assert_eq!(shape, [30, 42]);
    assert!(bytes.iter().all(|&grey| grey == bytes[0]), "one colour everywhere");
    assert_eq!(screen(Pixels::Grey, 5).unwrap_err(), ShrinkError { shrink: 5, indices: false });
    assert!(screen(Pixels::Indices, 2).is_err());
}
