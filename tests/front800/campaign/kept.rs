//! Campaigns as bytes.

use front800::harness::campaign::features::Features;
use front800::harness::campaign::observation::{Observer, Sight};
use front800::harness::campaign::orders::{MOST, Orders};
use front800::harness::campaign::state::Side;
use front800::harness::campaign::{Campaign, CampaignError, Chance, Opponent};
use front800::machine::{Lcg, StateError};
use front800::titles::Sources;
use front800::titles::rasputitsa::{Direction, Rules};

use super::Built;

fn load(built: &Built, saved: &[u8]) -> Result<Campaign, CampaignError> {
    Campaign::load(built.machine(99), saved, |name| built.label(name), Opponent::Passes(1))
}

/// With chance of either kind, in the middle of a campaign, with orders of both sides given.
#[test]
fn a_campaign_that_was_saved_goes_on_as_the_other_does() {
    let built = Built::new(Rules::Modern);
    let assets = Sources::embedded().assets().unwrap_or_else(|error| panic!("{error}"));
    let observer = Observer::new(&assets, Rules::Modern.edition(), Side::German, Sight::Open);
    for chance in [Chance::Stream(Lcg::new(3)), Chance::Pokey { seed: 3 }] {
        let mut campaign = built.campaign(1, chance);
        campaign.record(true);
        for turn in 0..4 {
            let mut east = Orders::default();
            for unit in campaign.state().on_map(Side::German) {
                east.set(unit.unit, vec![Direction::East; MOST]);
            }
            campaign.give(Side::German, &east).unwrap();
            if turn == 3 {
                campaign.give(Side::Russian, &Orders::default()).unwrap();
            }
            let mut again = load(&built, &campaign.save()).unwrap();
            // Events and supply are of the week before.
            assert_eq!(
                serde_json::to_string(&observer.observe(&mut again, false)).unwrap(),
                serde_json::to_string(&observer.observe(&mut campaign, false)).unwrap(),
                "{chance:?}, turn {turn}"
            );
            assert_eq!(
                Features::of(&observer.observe(&mut again, false)).units,
                Features::of(&observer.observe(&mut campaign, false)).units
            );
            campaign.play_turn().unwrap();
            again.play_turn().unwrap();
            assert_eq!(again.state(), campaign.state(), "{chance:?}, turn {turn}");
            assert_eq!(again.machine().hash(), campaign.machine().hash());
            assert_eq!(again.save(), campaign.save());
        }
        assert!(campaign.recorder().is_some_and(|week| !week.events().is_empty()));
    }
}

#[test]
fn what_is_no_saved_campaign_is_refused() {
    let built = Built::new(Rules::Modern);
    let saved = built.campaign(1, Chance::Stream(Lcg::new(1))).save();
    let wrong = |built: &Built, saved: &[u8]| match load(built, saved).err() {
        Some(CampaignError::State(error)) => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(wrong(&built, b""), StateError::Foreign);
    assert_eq!(wrong(&built, &saved[..saved.len() / 2]), StateError::Foreign);
    let mut flipped = saved.clone();
    flipped[saved.len() / 2] ^= 0xFF;
    assert_eq!(wrong(&built, &flipped), StateError::Damaged);
    assert!(matches!(wrong(&Built::new(Rules::Edition1982), &saved), StateError::OtherProgram(_)));
}
