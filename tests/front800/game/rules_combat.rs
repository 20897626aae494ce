//! Exchanges of blows, breaking, retreat, destruction.

use front800::titles::rasputitsa::Rules;

use super::bare::{AUDC1, AUDF1};
use super::field::*;

/// No strength reaches this roll below 255.
const MISS: u8 = 255;
const HIT: u8 = 0;
const HIT_STANDS: u8 = 0;
const HIT_BROKEN: u8 = 1;
const HIT_DESTROYED: u8 = 2;

fn field() -> Field {
    Field::new(Rules::Corrected)
}

/// A German unit west of a Russian one, in open country, about to attack it.
fn attack(german: (u8, u8), russian: (u8, u8)) -> (Field, Square) {
    let mut field = field();
    let (x, y) = field.open_country(3);
    field.put(GERMAN, (x + 1, y), german.0, german.1);
    field.put(RUSSIAN, (x, y), russian.0, russian.1);
    field.order(GERMAN, &[EAST, EAST]);
    (field, (x, y))
}

#[test]
fn the_defender_strikes_first_and_hits_when_his_strength_reaches_the_roll() {
    for (roll, strength) in [(50, (99, 95)), (51, (100, 100))] {
        let (mut field, _) = attack((100, 100), (100, 50));
        field.game.roll(&[roll, MISS]);
        field.act(GERMAN, 9);
        assert_eq!(field.strength(GERMAN), strength);
        assert_eq!(field.strength(RUSSIAN), (100, 50));
        assert_eq!(field.get("unit_time", GERMAN), 10, "again in the next subturn");
        assert_eq!(field.game.rolls(), 2);
    }
}

#[test]
fn the_attacker_hits_when_his_strength_after_the_defenders_blow_reaches_the_roll() {
    for (roll, strength) in [(95, (199, 195)), (96, (200, 200))] {
        let (mut field, _) = attack((100, 100), (200, 200));
        field.game.roll(&[HIT, roll]);
        field.act(GERMAN, 9);
        assert_eq!(field.strength(RUSSIAN), strength);
    }
}

#[test]
fn terrain_helps_or_hinders_the_defender() {
    for (terrain, combat, worth) in [
        (CLEAR, 60, 60_u8),
        (HILLS, 60, 120),
        (CITY, 60, 120),
        (CITY, 128, 255),
        (SWAMP, 60, 60),
        (RIVER, 61, 30),
        (COAST, 61, 30),
        (ESTUARY, 60, 60),
    ] {
        for (roll, hit) in [(worth, true), (worth.saturating_add(1), worth == 255)] {
            let mut field = field();
            let (x, y) = field.square_of(terrain);
            field.put(GERMAN, (x + 1, y), 200, 200);
            field.put(RUSSIAN, (x, y), 200, combat);
            field.order(GERMAN, &[EAST]);
            field.game.roll(&[roll, MISS]);
            field.act(GERMAN, 9);
            let expected = if hit { (199, 195) } else { (200, 200) };
            assert_eq!(field.strength(GERMAN), expected, "terrain {terrain}, roll {roll}");
        }
    }
}

#[test]
fn a_defender_caught_on_the_march_has_half_his_strength() {
    for (roll, combat) in [(50, 195), (51, 200)] {
        let (mut field, _) = attack((200, 200), (200, 101));
        field.order(RUSSIAN, &[NORTH]);
        field.game.roll(&[roll, MISS]);
        field.act(GERMAN, 9);
        assert_eq!(field.strength(GERMAN).1, combat);
    }
}

#[test]
fn whoever_attacks_out_of_a_river_or_from_a_coast_has_half_his_strength() {
    for terrain in [RIVER, COAST, ESTUARY, SWAMP, CITY] {
        let half = matches!(terrain, RIVER | COAST);
        for (roll, hit) in [(50, true), (51, !half)] {
            let mut field = field();
            let (x, y) = field.square_of(terrain);
            field.put(GERMAN, (x, y), 200, 100);
            field.put(RUSSIAN, (x + 1, y), 200, 200);
            field.order(GERMAN, &[WEST]);
            field.game.roll(&[MISS, roll]);
            field.act(GERMAN, 9);
            let expected = if hit { (199, 195) } else { (200, 200) };
            assert_eq!(field.strength(RUSSIAN), expected, "terrain {terrain}, roll {roll}");
            assert_eq!(field.game.byte("terrain_type"), terrain, "the attacker's comes last");
        }
    }
}

#[test]
fn plain_germans_break_at_half_their_muster_and_all_others_at_seven_eighths() {
    for (unit, combat, outcome) in [
        (GERMAN, 55, HIT_STANDS),
        (GERMAN, 54, HIT_BROKEN),
        (RUMANIAN, 93, HIT_STANDS),
        (RUMANIAN, 92, HIT_BROKEN),
        (FINN, 92, HIT_BROKEN),
        (RUSSIAN, 93, HIT_STANDS),
        (RUSSIAN, 92, HIT_BROKEN),
        (RUSSIAN, 6, HIT_BROKEN),
        (RUSSIAN, 5, HIT_DESTROYED),
        (GERMAN, 3, HIT_DESTROYED),
    ] {
        let mut field = field();
        let open = field.open_country(1);
        field.put(unit, open, 100, combat);
        field.order(unit, &[NORTH, NORTH]);
        field.set("unit_time", unit, 20);
        field.game.call_with("unit_hit", 0, unit, 0);
        assert_eq!(field.game.registers().0, outcome, "unit {unit} at {combat}");
        let left = if outcome == HIT_DESTROYED { (0, 0) } else { (99, combat - 5) };
        assert_eq!(field.strength(unit), left);
        let stands = outcome == HIT_STANDS;
        assert_eq!(field.get("unit_orders", unit), if stands { 2 } else { 0 });
        assert_eq!(field.get("unit_time", unit), if stands { 20 } else { IDLE });
    }
}

#[test]
fn the_destroyed_leave_map_and_tables_and_are_counted() {
    let mut field = field();
    let open = field.square_of(CITY);
    let before = field.game.drawn(open.0, open.1);
    for unit in [GERMAN, RUSSIAN] {
        field.put(unit, open, 100, 100);
        field.game.call_with("unit_destroy", 0, unit, 0);
        assert_eq!(field.strength(unit), (0, 0));
        assert_eq!((field.get("unit_arrival", unit), field.get("unit_time", unit)), (255, IDLE));
        assert_eq!(field.square(unit), open, "the last square stays");
        assert_eq!(field.game.occupant(open.0, open.1), 0);
        assert_eq!(field.game.drawn(open.0, open.1), before);
    }
    assert_eq!((field.game.byte("lost_german"), field.game.byte("lost_russian")), (1, 1));
    field.game.set_byte("lost_russian", 255);
    field.put(RUSSIAN, open, 100, 100);
    field.game.call_with("unit_destroy", 0, RUSSIAN, 0);
    assert_eq!((field.game.byte("lost_german"), field.game.byte("lost_russian")), (1, 255));
    field.movement();
    assert_eq!((field.game.byte("lost_german"), field.game.byte("lost_russian")), (0, 0));
}

#[test]
fn a_broken_defender_goes_straight_back_and_the_attacker_follows() {
    let (mut field, (x, y)) = attack((200, 200), (200, 100));
    field.put(101, (x, y + 2), 100, 100); // its zone does not stop a victor
    field.game.roll(&[MISS, HIT]);
    field.act(GERMAN, 9);
    assert_eq!(field.square(RUSSIAN), (x - 1, y));
    assert_eq!(field.strength(RUSSIAN), (199, 95), "an open way costs nothing");
    assert_eq!(field.square(GERMAN), (x, y));
    assert_eq!((field.get("unit_orders", GERMAN), field.get("unit_time", GERMAN)), (1, 15));
}

#[test]
fn a_retreat_tries_attack_home_south_north_and_away() {
    /// Steps that friends close, the step it goes, how often it paid.
    type Case = (&'static [Step], Option<Step>, u8);
    type Step = (i8, i8);
    let cases: [Case; 4] = [
        (&[], Some((-1, 0)), 0),
        (&[(-1, 0)], Some((0, -1)), 2),
        (&[(-1, 0), (0, -1)], Some((0, 1)), 3),
        (&[(-1, 0), (0, -1), (0, 1)], None, 5),
    ];
    for (friends, goes, paid) in cases {
        let (mut field, (x, y)) = attack((200, 200), (200, 100));
        let at = |(dx, dy): (i8, i8)| (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        for (number, &friend) in (101..).zip(friends) {
            field.put(number, at(friend), 100, 100);
        }
        field.game.roll(&[MISS, HIT]);
        field.act(GERMAN, 9);
        assert_eq!(field.square(RUSSIAN), at(goes.unwrap_or((0, 0))), "{friends:?}");
        assert_eq!(field.strength(RUSSIAN), (199, 95 - 5 * paid));
        let follows = if goes.is_some() { (x, y) } else { (x + 1, y) };
        assert_eq!(field.square(GERMAN), follows);
    }
}

#[test]
fn the_german_side_retreats_west_and_a_zone_closes_a_way() {
    let mut field = field();
    let (x, y) = field.open_country(3);
    field.put(RUSSIAN, (x, y + 1), 200, 200);
    field.put(RUMANIAN, (x, y), 200, 100);
    field.put(101, (x - 1, y - 2), 200, 200); // south: one corner each from two of them
    field.put(102, (x + 1, y - 2), 200, 200);
    field.order(RUSSIAN, &[SOUTH]);
    field.game.roll(&[MISS, HIT]);
    field.act(RUSSIAN, 9);
    assert_eq!(field.square(RUMANIAN), (x + 1, y), "home");
    assert_eq!(field.strength(RUMANIAN), (199, 90));
    assert_eq!(field.square(RUSSIAN), (x, y));
}

#[test]
fn who_dies_on_the_retreat_leaves_the_square_to_the_victor() {
    let (mut field, (x, y)) = attack((200, 200), (30, 10));
    field.put(101, (x - 1, y), 100, 100);
    field.game.roll(&[MISS, HIT]);
    field.act(GERMAN, 9);
    assert_eq!(field.strength(RUSSIAN), (0, 0));
    assert_eq!(field.square(RUSSIAN), (x, y));
    assert_eq!(field.square(GERMAN), (x, y));
    assert_eq!(field.game.occupant(x, y), GERMAN);
}

#[test]
fn an_attacker_who_dies_strikes_no_more() {
    let (mut field, (x, y)) = attack((30, 5), (100, 100));
    field.game.roll(&[HIT, HIT]);
    field.act(GERMAN, 9);
    assert_eq!((field.game.rolls(), field.strength(RUSSIAN)), (1, (100, 100)));
    assert_eq!((field.strength(GERMAN), field.game.occupant(x + 1, y)), ((0, 0), 0));
}

#[test]
fn a_shot_is_seen_and_heard_and_leaves_no_trace() {
    let (mut field, (x, y)) = attack((200, 200), (200, 200));
    for (name, value) in [("eye_delay", 3), ("zp_foe", RUSSIAN), ("zp_to_x", x), ("zp_to_y", y)] {
        field.game.set_byte(name, value);
    }
    let before = field.game.drawn(x, y);
    let cycles = field.game.call("combat_shot");
    assert!((16 * 3 * 1280..16 * 3 * 1280 + 4000).contains(&cycles), "{cycles}");
    assert_eq!((field.game.peek(AUDF1), field.game.peek(AUDC1)), (128, 0x80), "the last step is silent");
    assert_eq!(field.game.drawn(x, y), before);
    field.game.set_byte("eye_delay", 0);
    assert!(field.game.call("combat_shot") < 50);
}
