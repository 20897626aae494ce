//! The 1981 build against runs of the original program, row by row.

use std::sync::Arc;

use front800::harness::campaign::Opponent;
use front800::harness::campaign::orders::OrdersFile;
use front800::harness::campaign::players::Players;
use front800::harness::campaign::state::{COLUMNS, Side};
use front800::titles::rasputitsa::{Edition, Rules};

use super::{Built, one_game};
use crate::data;
use crate::full;

/// Turns compared in every run of the tests, where the whole campaign would take long.
const SLICE: u8 = 12;

/// A file of the reference runs.
fn reference(name: &str) -> String {
    String::from_utf8(data::archive("reference").remove(name).expect(name)).expect("text")
}

fn compare(name: &str, seed: u32, passes: u8, players: impl FnOnce() -> Players) {
    let file = reference(name);
    let whole = passes <= 2 || full::is_full();
    let turns = if whole { 41 } else { SLICE };
    let mut batch = one_game(players(), turns);
    batch.stream = Some(seed);
    batch.opponent = Opponent::Passes(passes);
    let states = Built::new(Rules::Edition1981).play(&batch);

    let mut expected = file.lines();
    assert_eq!(expected.next(), Some(COLUMNS), "{name}: the columns");
    assert_eq!(expected.clone().count(), 41, "{name}: its rows");
    assert_eq!(states.len(), usize::from(turns));
    for ((_, state), expected) in states.iter().zip(expected) {
        assert_eq!(state.csv(), expected, "{name}: the first difference; columns {COLUMNS}");
    }
}

fn mixed() -> Players {
    let text = reference("orders-mixed.csv");
    Players::File(Arc::new(
        OrdersFile::parse("orders-mixed.csv", &text, Side::German, Edition::First).unwrap(),
    ))
}

macro_rules! runs {
    ($($test:ident: $file:literal, seed $seed:literal, passes $passes:literal, $players:expr;)*) => {$(
        #[test]
        fn $test() {
            compare($file, $seed, $passes, || $players);
        }
    )*};
}

runs! {
    without_orders: "reference-none.csv", seed 1, passes 2, Players::Idle;
    without_orders_seed_4: "reference-none-seed4-passes4.csv", seed 4, passes 4, Players::Idle;
    without_orders_seed_5: "reference-none-seed5-passes1.csv", seed 5, passes 1, Players::Idle;
    without_orders_seed_7: "reference-none-seed7-passes10.csv", seed 7, passes 10, Players::Idle;
    without_orders_seed_492016: "reference-none-seed492016-passes6.csv", seed 492016, passes 6, Players::Idle;
    all_east: "reference-east.csv", seed 1, passes 2, Players::East;
    all_east_seed_3: "reference-east-seed3-passes10.csv", seed 3, passes 10, Players::East;
    all_east_seed_6: "reference-east-seed6-passes1.csv", seed 6, passes 1, Players::East;
    all_east_seed_282062: "reference-east-seed282062-passes10.csv", seed 282062, passes 10, Players::East;
    mixed_orders: "reference-mixed.csv", seed 7, passes 1, mixed();
}
