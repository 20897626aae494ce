//! Whoever waits for something long has enough of it: what is left then.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU32, Ordering};

use front800::assembler::{MemoryFiles, Options};
use front800::debug::cancel::CancelToken;
use front800::harness::batch::{self, Runner, Watch};
use front800::harness::campaign::batch::Batch;
use front800::harness::campaign::players::Players;
use front800::harness::campaign::{Campaign, CampaignError, Chance, Opponent, Setting};
use front800::harness::driver::DriverError;
use front800::harness::lanes::{Autoreset, Lanes, Start, Task, TaskOptions};
use front800::harness::testing::Suite;
use front800::inspect::symbols::Symbols;
use front800::machine::{Lcg, Machine};
use front800::titles::rasputitsa::Rules;

use super::campaign::{Built, one_game};
use super::os::computer::config;

/// Cancelled after so many checks.
fn cancel(checks: u32) -> CancelToken {
    let asked = AtomicU32::new(0);
    CancelToken::new(move || asked.fetch_add(1, Ordering::Relaxed) >= checks)
}

#[test]
fn a_week_that_is_given_up_has_not_been_played() {
    let built = Built::new(Rules::Modern);
    let chance = Chance::Stream(Lcg::new(1));
    let label = |name: &str| built.label(name);
    let thinks = Opponent::Frames(u64::MAX);
    let mut campaign =
        Campaign::begin_with(built.machine(0), label, thinks, chance, Setting::default()).unwrap();
    let before = campaign.machine().hash();
    campaign.set_cancel(cancel(3));
    let given_up = campaign.play_turn();
    assert!(
        matches!(given_up, Err(CampaignError::Program { turn: 0, error: DriverError::GivenUp })),
        "{given_up:?}"
    );
    assert_eq!(campaign.machine().hash(), before);
    // Copies ask, too.
    assert!(campaign.what_if(Lcg::new(1)).play_turn().is_err());
}

#[test]
fn a_batch_that_is_given_up_ends_in_the_middle_of_a_week() {
    let built = Built::new(Rules::Modern);
    for jobs in [1, 2] {
        let runner = Runner::whole(4, jobs);
        let batch = Batch { runner, opponent: Opponent::Frames(u64::MAX), ..one_game(Players::Idle, 40) };
        let mut weeks = Vec::new();
        let played = batch.play_with(&cancel(20), &built, |game, week| {
            weeks.push((game, week.state.turn));
            ControlFlow::Continue(())
        });
        assert!(played.is_ok());
        assert_eq!(weeks, [(0, 0)]);
    }
}

/// The thread that waits asks, as those that work may not know.
#[test]
fn who_waits_for_others_asks() {
    let (main, asked) = (std::thread::current().id(), cancel(2));
    let waits = CancelToken::new(move || std::thread::current().id() == main && asked.is_cancelled());
    let sleep = || std::thread::sleep(std::time::Duration::from_millis(200));
    let played = Runner::whole(100, 2).run_with(
        &waits,
        |_, _: Watch<()>| {
            sleep();
            Ok::<(), ()>(())
        },
        |_, ()| ControlFlow::Continue(()),
    );
    assert!(played.is_ok());
    assert!(waits.is_cancelled());
    let asked = cancel(2);
    let ended = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(false));
    let tell = ended.clone();
    let waits = CancelToken::new(move || {
        if std::thread::current().id() == main && asked.is_cancelled() {
            tell.store(true, Ordering::Relaxed);
        }
        tell.load(Ordering::Relaxed)
    });
    let mut items = [false; 100];
    batch::each_with(&mut items, 2, &waits, |_, item| {
        sleep();
        *item = true;
    });
    assert!(ended.load(Ordering::Relaxed));
    assert!(items.contains(&false), "nobody waits for all");
}

#[test]
fn lanes_are_put_back() {
    let options = TaskOptions {
        actions: vec!["stick0 center".to_string()],
        frames: 20_000,
        most_idle: 40_000,
        sticky: 0.5,
        ..TaskOptions::default()
    };
    for jobs in [1, 2] {
        let task = Task::new(Machine::new(&config()), &Symbols::default(), &options).unwrap();
        let mut lanes = Lanes::new(task, 2, jobs, Autoreset::NextStep);
        let before: Vec<_> = lanes.lanes().iter().map(|lane| lane.save()).collect();
        let saved = |lanes: &Lanes| lanes.lanes().iter().map(|lane| lane.save()).collect::<Vec<_>>();
        assert_eq!(lanes.step_with(&cancel(3), &[0, 0], &mut [(), ()], |_, _, ()| ()), None);
        assert_eq!(saved(&lanes), before);
        let starts = [Start::Anew, Start::Seeded(7)];
        assert!(!lanes.reset_with(&cancel(2), &starts, &mut [(), ()], |_, _, ()| ()));
        assert_eq!(saved(&lanes), before);
        assert!(lanes.step_with(&cancel(u32::MAX), &[0, 0], &mut [(), ()], |_, _, ()| ()).is_some());
    }
}

/// Who asks in the middle of each frame costs short steps more than they take.
#[test]
fn short_steps_ask_nobody() {
    let options = TaskOptions { actions: vec!["stick0 center".to_string()], ..TaskOptions::default() };
    let task = Task::new(Machine::new(&config()), &Symbols::default(), &options).unwrap();
    let mut lanes = Lanes::new(task, 2, 1, Autoreset::NextStep);
    assert!(lanes.step_with(&cancel(0), &[0, 0], &mut [(), ()], |_, _, ()| ()).is_some());
}

#[test]
fn a_test_of_a_routine_that_is_given_up_has_no_outcome() {
    let source = " org $2000\nstay jmp stay\n.test \"short\"\n .assert a == 0\n.endtest\n.test \"long\"\n jsr stay\n .assert a == 0\n.endtest\n";
    let files = MemoryFiles::one("t.asm", source);
    let suite = Suite::new(&files, "t.asm", &Options::default(), &config()).unwrap();
    let outcomes: Vec<_> = suite.run_with(&cancel(4), u64::MAX, |_| true).collect();
    assert_eq!(outcomes.iter().map(|outcome| &*outcome.name).collect::<Vec<_>>(), ["short"]);
}
