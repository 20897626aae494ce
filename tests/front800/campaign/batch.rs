//! Many games side by side.

use std::ops::ControlFlow;
use std::sync::Arc;

use front800::harness::campaign::batch::{Batch, Runner, Shard};
use front800::harness::campaign::orders::{Orders, OrdersFile};
use front800::harness::campaign::player::Player;
use front800::harness::campaign::players::Players;
use front800::harness::campaign::state::{Side, State};
use front800::harness::campaign::{Campaign, CampaignError, Chance, Opponent, Setting};
use front800::machine::Lcg;
use front800::titles::Sources;
use front800::titles::rasputitsa::{Edition, Level, Rules};

use super::{Built, one_game};

const TURNS: u8 = 4;

fn batch(games: u64) -> Batch {
    let assets = Sources::embedded().assets().unwrap_or_else(|error| panic!("{error}"));
    Batch { runner: Runner::whole(games, 1), ..one_game(Players::Advance(assets), TURNS) }
}

#[test]
fn the_output_does_not_depend_on_the_number_of_jobs() {
    let built = Built::new(Rules::Corrected);
    let alone = built.play(&batch(5));
    let numbers: Vec<(u64, u8)> = alone.iter().map(|(game, state)| (*game, state.turn)).collect();
    let expected: Vec<(u64, u8)> = (0..5).flat_map(|game| (0..TURNS).map(move |turn| (game, turn))).collect();
    assert_eq!(numbers, expected);
    assert_eq!(built.play(&Batch { runner: Runner::whole(5, 4), ..batch(5) }), alone);
}

/// A player of one's own, made anew for each game: it counts its turns, sees what happened in the week before, and its orders are
/// given.
#[test]
fn players_of_ones_own_play_games_at_the_same_time() {
    struct Marcher {
        turns: u8,
        east: Box<dyn Player>,
    }

    impl Player for Marcher {
        fn orders(&mut self, state: &State, campaign: &Campaign) -> Result<Orders, CampaignError> {
            assert_eq!(state.turn, self.turns);
            assert!(self.turns == 0 || campaign.recorder().is_some_and(|week| !week.events().is_empty()));
            self.turns += 1;
            self.east.orders(state, campaign)
        }
    }

    let built = Built::new(Rules::Corrected);
    let east = |side| Players::East.player(side, Edition::First).unwrap_or_else(|error| panic!("{error}"));
    let own = Players::own(move |side| Box::new(Marcher { turns: 0, east: east(side) }));
    let own = Batch { runner: Runner::whole(3, 3), ..one_game(own, TURNS) };
    let built_in = Batch { runner: Runner::whole(3, 1), ..one_game(Players::East, TURNS) };
    let last = |batch: &Batch| -> Vec<u32> {
        built
            .play(batch)
            .iter()
            .filter(|(_, state)| state.turn == TURNS - 1)
            .map(|(_, state)| state.crc32)
            .collect()
    };
    assert_eq!(last(&own), last(&built_in));
}

#[test]
fn a_week_is_tried_on_copies_with_other_dice_and_nothing_happens_to_the_campaign() {
    let built = Built::new(Rules::Modern);
    let campaign = built.campaign(1, Chance::Stream(Lcg::new(1)));
    let before = campaign.machine().hash();
    let after = |dice| {
        let mut week = campaign.what_if(Lcg::new(dice));
        for _ in 0..3 {
            let mut east = Players::East.player(Side::German, Edition::Second).unwrap();
            let orders = east.orders(&week.state(), &week).unwrap();
            week.give(Side::German, &orders).unwrap();
            week.play_turn().unwrap();
        }
        assert!(week.recorder().is_none());
        week.state().csv()
    };
    assert_eq!(after(7), after(7));
    assert_ne!(after(7), after(8));
    assert_eq!(campaign.machine().hash(), before);
}

#[test]
fn orders_of_another_side_or_edition_are_refused_before_anybody_plays() {
    let built = Built::new(Rules::Corrected);
    let refused = |side: Side, edition: Edition, header: &str| {
        let file = OrdersFile::parse("o.csv", &format!("{header}\n"), side, edition).unwrap();
        let played = one_game(Players::File(Arc::new(file)), TURNS).play(&built, |_, _| panic!("it plays"));
        played.unwrap_err().error.to_string()
    };
    let wanted = "expected some for the German side in the edition of 1981";
    let other_edition = refused(Side::German, Edition::Second, "turn,unit,orders,mode");
    assert_eq!(
        other_edition,
        format!("o.csv: these are orders for the German side in the edition of 1982: {wanted}")
    );
    let other_side = refused(Side::Russian, Edition::First, "turn,unit,orders");
    assert_eq!(
        other_side,
        format!("o.csv: these are orders for the Russian side in the edition of 1981: {wanted}")
    );
}

#[test]
fn an_unknown_player_is_told_who_there_is() {
    let assets = Sources::embedded().assets().unwrap();
    let error = Players::named("huntre", &assets).unwrap_err().to_string();
    assert_eq!(error, "there is no player `huntre`: expected idle, east, west, advance, hunter, planner");
    for name in Players::NAMES {
        assert!(Players::named(name, &assets).is_ok(), "{name}");
    }
}

#[test]
fn an_opponent_who_never_thinks_is_refused_before_the_program_runs_but_in_1981() {
    for rules in Rules::ALL {
        let built = Built::new(rules);
        let batch = Batch { opponent: Opponent::Passes(0), ..one_game(Players::Idle, 1) };
        let played = batch.play(&built, |_, _| ControlFlow::Continue(()));
        let error = played.err().map(|failed| failed.error);
        assert_eq!(error.is_none(), rules == Rules::Edition1981, "{rules:?}");
        assert_eq!(error.is_none(), Opponent::passes(0, rules).is_ok(), "{rules:?}");
        assert!(error.is_none_or(|error| matches!(error, CampaignError::NoPass(_))), "{rules:?}");
    }
}

#[test]
fn the_shards_of_a_batch_are_its_games_each_once() {
    let built = Built::new(Rules::Corrected);
    let whole = built.play(&batch(5));
    let mut parts: Vec<(u64, State)> = Vec::new();
    for index in 1..=3 {
        let runner = Runner { shard: Shard { index, of: 3 }, ..Runner::whole(5, 1) };
        parts.extend(built.play(&Batch { runner, ..batch(5) }));
    }
    parts.sort_by_key(|(game, state)| (*game, state.turn));
    assert_eq!(parts, whole);
}

#[test]
fn game_k_has_the_stream_of_seed_plus_k() {
    let built = Built::new(Rules::Edition1981);
    let batch = Batch { runner: Runner::whole(3, 1), stream: Some(5), ..one_game(Players::East, 3) };
    let third: Vec<String> =
        built.play(&batch).iter().filter(|(game, _)| *game == 2).map(|(_, state)| state.csv()).collect();
    let alone = Batch { stream: Some(7), ..one_game(Players::East, 3) };
    let alone: Vec<String> = built.play(&alone).iter().map(|(_, state)| state.csv()).collect();
    assert_eq!(third, alone);
}

#[test]
fn without_a_stream_the_power_on_seed_decides() {
    let built = Built::new(Rules::Corrected);
    let play = |seed| {
        let batch = Batch { stream: None, seed, ..one_game(Players::East, TURNS) };
        built.play(&batch).pop().unwrap().1
    };
    let first = play(1);
    assert_eq!(play(1), first);
    assert_ne!(play(2).crc32, first.crc32);
    assert!(first.random_bytes_used > 0);
}

/// The stream is all the chance there is: how long anything takes does not matter.
#[test]
fn with_a_stream_the_power_on_seed_changes_nothing() {
    let built = Built::new(Rules::Corrected);
    let play = |seed| built.play(&Batch { seed, ..one_game(Players::East, TURNS) });
    assert_eq!(play(1), play(2));
}

#[test]
fn the_opponent_may_think_for_frames() {
    let built = Built::new(Rules::Corrected);
    let play = |frames| {
        let opponent = Opponent::Frames(frames);
        built.play(&Batch { opponent, ..one_game(Players::Idle, 3) }).pop().unwrap().1
    };
    let (hasty, patient) = (play(0), play(400));
    let passes = built.play(&one_game(Players::Idle, 3)).pop().unwrap().1;
    assert_eq!(hasty.turn, 2);
    assert!(patient.frame >= hasty.frame + 400, "{} and {}", hasty.frame, patient.frame);
    // Nothing less than a pass is taken.
    assert!(hasty.frame + 2 >= passes.frame, "{} and {}", hasty.frame, passes.frame);
}

/// But for experts by the default rules, whom the opponent attacks from a file alone.
#[test]
fn the_cartridge_plays_the_same_campaign() {
    for rules in Rules::ALL {
        let level = if rules == Rules::Modern { Level::Advanced } else { Level::Expert };
        let setting = Setting { level, ..Setting::default() };
        let play = |built: &Built| -> Vec<String> {
            let states = built.play(&Batch { setting, ..one_game(Players::East, TURNS) });
            states.iter().map(|(_, state)| state.csv()).collect()
        };
        assert_eq!(play(&Built::cartridge(rules)), play(&Built::new(rules)), "{rules:?}");
    }
}
