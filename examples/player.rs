//! A campaign player of your own: units near a Russian unit stand still, the others march east. Two games run at a
//! time, for a few weeks each. The result does not depend on the number of jobs.
//!
//! ```text
//! game 0: 1941-06-29: score 12
//! game 0: 1941-07-06: score 11
//! game 1: 1941-06-29: score 12
//! game 1: 1941-07-06: score 11
//! ```

use std::error::Error;
use std::ops::ControlFlow;

use front800::harness::campaign::batch::{Batch, Built, Runner};
use front800::harness::campaign::orders::Orders;
use front800::harness::campaign::player::Player;
use front800::harness::campaign::players::Players;
use front800::harness::campaign::state::{Side, State};
use front800::harness::campaign::{Campaign, CampaignError, Opponent, Setting};
use front800::harness::open::{Options, Program};
use front800::titles::rasputitsa::{Direction, Rules};

/// Units stop at this distance from the nearest Russian unit.
struct Cautious {
    distance: u8,
}

impl Player for Cautious {
    fn orders(&mut self, state: &State, _: &Campaign) -> Result<Orders, CampaignError> {
        let mut orders = Orders::default();
        for unit in state.on_map(Side::German) {
            let near = state
                .on_map(Side::Russian)
                .any(|other| unit.x.abs_diff(other.x) + unit.y.abs_diff(other.y) <= self.distance);
            orders.set(unit.unit, if near { Vec::new() } else { vec![Direction::East; 2] });
        }
        Ok(orders)
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let table = Built::new(Program::named(Rules::Edition1981.entry().name, Options::default())?)?;
    let batch = Batch {
        runner: Runner::whole(2, 2),
        turns: 3,
        seed: 1,
        // RANDOM is read from a seeded stream, so the games are the same every time.
        stream: Some(1),
        setting: Setting::default(),
        opponent: Opponent::Passes(2),
        german: Players::own(|_| Box::new(Cautious { distance: 3 })),
        russian: None,
        from: None,
        save: false,
    };
    batch.play(&table, |game, week| {
        if week.state.turn > 0 {
            println!("game {game}: {}: score {}", week.state.date, week.state.score);
        }
        ControlFlow::Continue(())
    })?;
    Ok(())
}
