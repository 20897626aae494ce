//! Supply and score.

use front800::titles::rasputitsa::Rules;

use super::bare::Game;
use super::field::*;

const SNOW: u8 = 0x0A;

fn field() -> Field {
    Field::new(Rules::Corrected)
}

#[test]
fn russians_in_supply_gain_two_of_muster_and_germans_nothing() {
    let mut field = field();
    let (x, y) = field.open_country(2);
    field.put(RUSSIAN, (x, y), 100, 90);
    field.put(GERMAN, (x + 20, y), 100, 90);
    field.game.call("supply_check");
    assert_eq!(field.strength(RUSSIAN), (102, 90));
    assert_eq!(field.strength(GERMAN), (100, 90));
    assert_eq!(field.game.rolls(), 0);
}

#[test]
fn who_has_not_arrived_is_not_asked() {
    let mut field = field();
    field.set("unit_muster", RUSSIAN, 100);
    field.set("unit_arrival", RUSSIAN, 4); // it is turn 3
    field.game.call("supply_check");
    assert_eq!(field.strength(RUSSIAN), (100, 0));
}

#[test]
fn the_encircled_fail_at_the_twelfth_contact_and_keep_half_their_strength() {
    let mut field = field();
    let (x, y) = field.open_country(2);
    field.put(RUSSIAN, (x, y), 100, 91);
    for (unit, square) in [(10, (x - 1, y)), (11, (x, y + 1)), (12, (x, y - 1))] {
        field.put(unit, square, 100, 100);
    }
    field.game.call("supply_check");
    assert_eq!(field.strength(RUSSIAN), (100, 45));
    // One of them belongs to the German in the east, who has the Russian before him.
    assert_eq!(field.game.rolls(), 11 + 1);
    field.set("unit_combat", RUSSIAN, 1);
    field.game.call("supply_check");
    assert_eq!(field.get("unit_arrival", RUSSIAN), 255);
    assert_eq!(field.game.byte("lost_russian"), 1);
}

#[test]
fn chance_leads_a_line_around_an_enemy() {
    let mut field = field();
    let (x, y) = field.open_country(3);
    field.put(RUSSIAN, (x, y), 100, 91);
    field.put(GERMAN, (x - 2, y), 100, 100);
    // East of it is a zone; north of that corner only: 3 squares on it is around.
    field.game.roll(&[1, 254, 253, 255, 4, 5, 0, 1]);
    field.game.call("supply_check");
    assert!(field.game.rolls() >= 1);
    assert_eq!(field.strength(RUSSIAN), (102, 91));
}

#[test]
fn a_russian_line_may_meet_the_sea_twenty_four_times() {
    let mut field = field();
    let sea = |field: &mut Field, x: u8, y: u8| x < 46 && y < 39 && field.terrain((x, y)) == SEA;
    let (x, y) = (1..45)
        .flat_map(|x| (0..38).map(move |y| (x, y)))
        .find(|&(x, y)| !sea(&mut field, x, y) && sea(&mut field, x - 1, y) && sea(&mut field, x, y + 1))
        .expect("a coast like that");
    field.put(RUSSIAN, (x, y), 100, 90);
    field.game.call("supply_check");
    assert_eq!(field.game.rolls(), 23);
    assert_eq!(field.strength(RUSSIAN), (100, 45));
    // No sea stops a German one.
    field.game.call_with("unit_remove", 0, RUSSIAN, 0);
    field.set("unit_arrival", RUSSIAN, 255);
    field.put(GERMAN, (x, y), 100, 90);
    field.game.roll(&[]);
    field.game.call("supply_check");
    assert_eq!((field.game.rolls(), field.strength(GERMAN)), (0, (100, 90)));
}

#[test]
fn mud_cuts_every_german_line() {
    let mut field = field();
    let (x, y) = field.open_country(1);
    field.put(GERMAN, (x, y), 100, 90);
    field.put(RUSSIAN, (x, y + 1), 100, 90);
    field.ground(MUD);
    field.game.call("supply_check");
    assert_eq!(field.strength(GERMAN), (100, 45));
    assert_eq!(field.strength(RUSSIAN), (102, 90));
    assert_eq!(field.game.rolls(), 0);
}

#[test]
fn in_snow_germans_need_luck_the_more_the_further_east() {
    for (x, roll, combat) in [(20, 154, 90), (20, 155, 45), (45, 254, 90), (45, 255, 45)] {
        let mut field = field();
        field.put(GERMAN, (x, 20), 100, 90);
        field.ground(SNOW);
        field.game.roll(&[roll]);
        field.game.call("supply_check");
        assert_eq!(field.strength(GERMAN), (100, combat), "x {x}, roll {roll}");
        assert_eq!(field.game.rolls(), 1);
    }
}

#[test]
fn in_snow_a_german_line_fails_at_the_eighth_contact() {
    let mut field = field();
    let (x, y) = field.open_country(2);
    field.put(GERMAN, (x, y), 100, 91);
    for (unit, square) in [(110, (x + 1, y)), (111, (x, y + 1)), (112, (x, y - 1))] {
        field.put(unit, square, 100, 100);
    }
    field.ground(SNOW);
    field.game.call_with("front_german", 0, 0, 0);
    field.game.set_byte("zp_actor", GERMAN);
    field.game.roll(&[]);
    field.game.call_with("unit_supplied", 0, GERMAN, 0);
    assert!(!field.game.carry());
    assert_eq!(field.game.rolls(), 1 + 7);
}

/// A line traced square by square by the rules, without the table of fronts.
fn traced(field: &mut Field, unit: u8, rolls: &mut impl Iterator<Item = u8>) -> bool {
    let (mut x, mut y) = field.square(unit);
    let (home, edge) = if unit < 55 { (WEST, 46) } else { (EAST, 255) };
    let (mut failures, mut heading) = (0, home);
    loop {
        let to = match heading {
            NORTH => (x, y.wrapping_add(1)),
            EAST => (x.wrapping_sub(1), y),
            SOUTH => (x, y.wrapping_sub(1)),
            _ => (x + 1, y),
        };
        let sea = to.0 < 46 && to.1 < 39 && field.terrain(to) == SEA;
        let penalty = match to.1 {
            40 | 254 => 1,
            _ if unit >= 55 && sea => 1,
            _ if field.zone(unit, to) => 2,
            _ => 0,
        };
        if penalty == 0 {
            (x, y) = to;
            heading = home;
            if x == edge {
                return true;
            }
            continue;
        }
        failures += penalty;
        if failures >= 24 {
            return false;
        }
        heading = rolls.next().expect("endless") & 2;
    }
}

#[test]
fn the_table_of_fronts_decides_as_a_trace_square_by_square_does() {
    let mut field = field();
    let mut state = 1_u64;
    let mut next = move || {
        state = (state * 1_103_515_245 + 12_345) & 0x7FFF_FFFF;
        (state >> 16) as u8
    };
    for unit in (1..=158).step_by(2) {
        let (x, y) = (next() % 46, next() % 39);
        if field.game.occupant(x, y) == 0 && field.terrain((x, y)) != SEA {
            field.put(unit, (x, y), 100, 100);
        }
    }
    let mut answers = [0; 2];
    for (front, units) in [("front_german", 1..=54), ("front_russian", 55..=158)] {
        field.game.call(front);
        for unit in units.filter(|unit| unit % 2 == 1) {
            if field.get("unit_arrival", unit) == 255 {
                continue;
            }
            let dice: Vec<u8> = (0..32).map(|_| next()).collect();
            let expected = traced(&mut field, unit, &mut dice.iter().copied());
            field.game.set_byte("zp_actor", unit);
            field.game.roll(&dice);
            field.game.call_with("unit_supplied", 0, unit, 0);
            assert_eq!(field.game.carry(), expected, "unit {unit} at {:?}", field.square(unit));
            answers[usize::from(expected)] += 1;
        }
    }
    assert!(answers[0] > 5 && answers[1] > 20, "{answers:?}");
}

#[test]
fn the_untouched_start_scores_12_by_the_rules_of_1981() {
    let mut game = Game::with(Rules::Edition1981);
    game.call("score_count");
    assert_eq!(game.byte("score"), 12);
}

#[test]
fn the_score_is_ground_won_less_what_the_russians_hold_plus_cities() {
    let mut field = field();
    // 38 * 100 / 256 = 14; 40 * 20 / 256 = 3
    field.put(GERMAN, (10, 20), 200, 10);
    field.put(158, (40, 20), 255, 160);
    let mut score = |cities: [u8; 4], handicap| {
        for (address, city) in (field.game.at("cities_german")..).zip(cities) {
            field.game.poke(address, city);
        }
        field.game.set_byte("handicap_used", handicap);
        field.game.call("score_count");
        field.game.call("score_show");
        (field.game.byte("score"), field.game.text(4, 5))
    };
    assert_eq!(score([0; 4], 0), (11, " 11  ".into()));
    assert_eq!(score([1, 0, 0, 0], 0), (31, " 31  ".into()));
    assert_eq!(score([0, 1, 1, 1], 0), (41, " 41  ".into()));
    assert_eq!(score([1; 4], 1), (30, " 30  ".into()));
}

#[test]
fn the_score_is_never_below_0_and_its_field_is_blanked() {
    let mut field = field();
    field.game.set_byte("score", 123);
    field.game.call("score_show");
    assert_eq!(field.game.text(4, 5), " 123 ");
    field.put(RUSSIAN, (45, 20), 255, 255);
    field.game.call("score_count");
    field.game.call("score_show");
    assert_eq!((field.game.byte("score"), field.game.text(4, 5)), (0, " 0   ".into()));
}
