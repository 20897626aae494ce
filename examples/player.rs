//! A player of campaigns of your own: everybody near a Russian stands, the others march east.
//!
//! ```text
//! 1941-06-29: score 12
//! 1941-07-06: score 11
//! 1941-07-13: score 12
//! ```

use std::error::Error;

use front800::harness::campaign::orders::Orders;
use front800::harness::campaign::player::Player;
use front800::harness::campaign::state::{Side, State};
use front800::harness::campaign::{Campaign, CampaignError, Chance, Opponent};
use front800::machine::{Config, Lcg, Machine};
use front800::titles::Sources;
use front800::titles::rasputitsa::{Direction, Rules};

/// Stops at this distance from the nearest Russian unit.
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
    let sources = Sources::embedded();
    let title = sources.rasputitsa_with(Rules::Edition1981)?;
    let mut machine = Machine::new(&Config::new(sources.os()?.rom.clone()));
    machine.load_program(title.xex.clone());
    let label = |name: &str| title.output.symbol(name).and_then(|value| u16::try_from(value).ok());
    // What the program reads from RANDOM is a stream: the same game every time.
    let mut campaign = Campaign::begin(machine, label, Opponent::Passes(2), Chance::Stream(Lcg::new(1)))?;

    let mut player = Cautious { distance: 3 };
    for _ in 0..3 {
        let orders = player.orders(&campaign.state(), &campaign)?;
        campaign.give(Side::German, &orders)?;
        campaign.play_turn()?;
        let state = campaign.state();
        println!("{}: score {}", state.date, state.score);
    }
    Ok(())
}
