//! Terrain, zones of control, scheduling, marches, scoring squares.

use front800::titles::rasputitsa::Rules;

use super::field::*;

fn field() -> Field {
    Field::new(Rules::Corrected)
}

#[test]
fn the_map_has_as_many_squares_of_each_terrain_as_it_should() {
    let mut field = field();
    let mut count = [0; 10];
    for x in 0..46 {
        for y in 0..39 {
            count[usize::from(field.terrain((x, y)))] += 1;
        }
    }
    // [spec: data 4], mountains with forests and rivers with the strait
    assert_eq!(count, [1133, 117, 19, 0, 0, 39, 268, 104, 11, 103]);
}

#[test]
fn everything_outside_is_impassable() {
    let mut field = field();
    for square in [(46, 10), (255, 10), (10, 39), (10, 255), (200, 200)] {
        assert_eq!(field.terrain(square), SEA);
        assert_eq!(field.game.byte("terrain_type"), SEA);
    }
}

#[test]
fn terrain_is_seen_under_a_unit() {
    let mut field = field();
    let city = field.square_of(CITY);
    field.put(RUSSIAN, city, 100, 100);
    assert_eq!(field.terrain(city), CITY);
}

#[test]
fn frozen_water_is_a_terrain_of_its_own() {
    let mut field = field();
    let (river, swamp) = (field.square_of(RIVER), field.square_of(SWAMP));
    field.game.set_byte("month", 11);
    for _ in 0..5 {
        field.game.call("ice_step");
    }
    assert_eq!((field.terrain(river), field.terrain(swamp)), (4, 3));
}

/// Season's month; class; costs of clear, hills, city, swamp, river, coast, estuary.
const COSTS: [(u8, u8, [u8; 7]); 6] = [
    (7, GERMAN, [6, 12, 8, 18, 14, 8, 20]),
    (7, GERMAN_ARMOR, [4, 8, 6, 18, 13, 6, 16]),
    (10, GERMAN, [24, 30, 24, 30, 30, 26, 28]),
    (10, GERMAN_ARMOR, [30; 7]),
    (12, GERMAN, [10, 16, 10, 24, 28, 12, 24]),
    (12, GERMAN_ARMOR, [6, 10, 8, 24, 28, 8, 20]),
];

#[test]
fn an_order_takes_what_its_destination_costs() {
    let mut field = field();
    for (month, unit, costs) in COSTS {
        for (terrain, cost) in [CLEAR, HILLS, CITY, SWAMP, RIVER, COAST, ESTUARY].into_iter().zip(costs) {
            field.game.set_byte("month", month);
            let (x, y) = field.square_of(terrain);
            field.put(unit, (x + 1, y), 100, 100);
            field.order(unit, &[EAST]);
            field.game.call_with("schedule_unit", 5, unit, 0);
            assert_eq!(field.get("unit_time", unit), 5 + cost, "terrain {terrain} in month {month}");
            assert_eq!(field.game.byte("terrain_type"), terrain);
            field.game.call_with("unit_remove", 0, unit, 0);
        }
    }
}

#[test]
fn nobody_without_orders_or_ordered_into_the_sea_acts() {
    let mut field = field();
    let open = field.open_country(1);
    field.put(GERMAN, open, 100, 100);
    field.game.call_with("schedule_unit", 0, GERMAN, 0);
    assert_eq!(field.get("unit_time", GERMAN), IDLE);
    field.put(RUSSIAN, (0, 20), 100, 100);
    field.order(RUSSIAN, &[EAST]);
    field.game.call_with("schedule_unit", 0, RUSSIAN, 0);
    assert!(field.get("unit_time", RUSSIAN) >= 128);
}

/// Far ends of the pairs of section 16, as steps from the near one.
const BLOCKED: [(Square, u8); 11] = [
    ((40, 35), NORTH),
    ((39, 35), NORTH),
    ((38, 35), NORTH),
    ((36, 33), EAST),
    ((35, 36), NORTH),
    ((34, 36), NORTH),
    ((22, 4), SOUTH),
    ((15, 7), SOUTH),
    ((15, 7), EAST),
    ((14, 8), SOUTH),
    ((19, 4), SOUTH),
];

#[test]
fn blocked_pairs_are_blocked_both_ways_and_nothing_else_on_land_is() {
    let mut field = field();
    let mut blocked = Vec::new();
    for x in 0..46_u8 {
        for y in 0..39_u8 {
            if field.terrain((x, y)) == SEA {
                continue;
            }
            for heading in NORTH..=WEST {
                for (zero_page, value) in [("zp_at_x", x), ("zp_at_y", y), ("zp_heading", heading)] {
                    field.game.set_byte(zero_page, value);
                }
                field.game.call_with("step_trial", 0, 77, 0);
                assert_eq!(field.game.registers().1, 77, "X is kept");
                if field.game.carry() && field.game.byte("terrain_type") != SEA {
                    blocked.push(((x, y), heading));
                }
            }
        }
    }
    let mut expected: Vec<_> = BLOCKED
        .into_iter()
        .flat_map(|((x, y), heading)| {
            let far = match heading {
                NORTH => (x, y + 1),
                EAST => (x - 1, y),
                _ => (x, y - 1),
            };
            [((x, y), heading), (far, heading ^ 2)]
        })
        .collect();
    expected.sort_unstable();
    blocked.sort_unstable();
    assert_eq!(blocked, expected);
}

#[test]
fn one_enemy_beside_a_square_or_two_at_its_corners_control_it() {
    let mut field = field();
    let (x, y) = field.open_country(2);
    for (asker, enemies) in [(GERMAN, [RUSSIAN, 101]), (RUSSIAN, [GERMAN, 7])] {
        for (dx, dy) in [(0, 1), (-1, 0), (0, -1), (1, 0)] {
            let beside = (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
            field.put(enemies[0], beside, 100, 100);
            assert!(field.zone(asker, (x, y)), "{asker}: ({dx},{dy})");
            assert!(!field.zone(enemies[1], (x, y)), "not for its friends");
            field.game.call_with("unit_remove", 0, enemies[0], 0);
        }
        let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let at = |(dx, dy): (i8, i8)| (x.wrapping_add_signed(dx), y.wrapping_add_signed(dy));
        for (number, &first) in corners.iter().enumerate() {
            field.put(enemies[0], at(first), 100, 100);
            assert!(!field.zone(asker, (x, y)), "one corner is not enough");
            for &second in &corners[number + 1..] {
                field.put(enemies[1], at(second), 100, 100);
                assert!(field.zone(asker, (x, y)), "{first:?} and {second:?}");
                field.game.call_with("unit_remove", 0, enemies[1], 0);
            }
            field.game.call_with("unit_remove", 0, enemies[0], 0);
        }
    }
}

#[test]
fn a_friend_in_a_square_cancels_the_zone_and_an_enemy_in_it_is_one() {
    let mut field = field();
    let (x, y) = field.open_country(2);
    field.put(RUSSIAN, (x, y), 100, 100);
    field.put(GERMAN, (x + 1, y), 100, 100);
    assert!(field.zone(GERMAN, (x, y)), "an enemy stands there");
    assert!(field.zone(RUSSIAN, (x, y)), "the asker itself cancels nothing");
    assert!(!field.zone(101, (x, y)), "another Russian does");
    assert!(field.zone(GERMAN, (x + 1, y)));
    assert!(!field.zone(7, (x + 1, y)));
}

#[test]
fn zones_reach_into_the_border_rows_and_not_around_the_map() {
    let mut field = field();
    field.put(GERMAN, (10, 38), 100, 100);
    field.put(7, (20, 0), 100, 100);
    assert!(field.zone(RUSSIAN, (10, 39)));
    assert!(!field.zone(RUSSIAN, (11, 39)), "one corner");
    assert!(!field.zone(RUSSIAN, (10, 40)));
    assert!(field.zone(RUSSIAN, (20, 255)));
    assert!(!field.zone(RUSSIAN, (20, 254)));
    field.put(8, (45, 20), 100, 100);
    for y in 18..=22 {
        assert!(!field.zone(RUSSIAN, (255, y)), "(-1,{y})");
        assert!(!field.zone(RUSSIAN, (0, y)), "(0,{y})");
    }
}

#[test]
fn a_unit_marches_order_by_order_and_keeps_the_rest_for_next_week() {
    let mut field = field();
    let (x, y) = field.open_country(3);
    field.put(GERMAN, (x + 3, y), 100, 100);
    field.order(GERMAN, &[EAST, EAST, EAST, SOUTH, EAST, EAST]);
    field.movement();
    // Infantry makes a step on clear ground in six subturns: 6, 12, 18, 24, 30.
    assert_eq!(field.square(GERMAN), (x - 1, y - 1));
    assert_eq!(field.get("unit_orders", GERMAN), 1);
    assert_eq!(field.get("unit_orders_1", GERMAN), EAST);
    assert_eq!(field.get("unit_orders_2", GERMAN), 0);
    assert_eq!(field.game.occupant(x + 3, y), 0);
    assert_eq!(field.game.drawn(x + 3, y), 0);
    assert_eq!(field.game.occupant(x - 1, y - 1), GERMAN);
}

#[test]
fn a_friend_in_the_way_is_waited_for_two_subturns() {
    let mut field = field();
    let (x, y) = field.open_country(2);
    field.put(GERMAN, (x, y), 100, 100);
    field.put(7, (x - 1, y), 100, 100);
    field.order(GERMAN, &[EAST]);
    field.act(GERMAN, 9);
    assert_eq!((field.square(GERMAN), field.get("unit_time", GERMAN)), ((x, y), 11));
    assert_eq!(field.get("unit_orders", GERMAN), 1);
}

#[test]
fn nobody_marches_from_zone_to_zone() {
    let mut field = field();
    let (x, y) = field.open_country(3);
    field.put(GERMAN, (x, y), 100, 100);
    field.put(RUSSIAN, (x, y + 1), 100, 100);
    field.put(101, (x - 1, y + 1), 100, 100);
    field.order(GERMAN, &[EAST]);
    field.act(GERMAN, 9);
    assert_eq!((field.square(GERMAN), field.get("unit_time", GERMAN)), ((x, y), 11));
    field.order(GERMAN, &[SOUTH]);
    field.act(GERMAN, 11);
    assert_eq!(field.square(GERMAN), (x, y - 1), "out of the zone");
    field.order(GERMAN, &[NORTH]);
    field.act(GERMAN, 20);
    assert_eq!(field.square(GERMAN), (x, y), "into the zone");
}

#[test]
fn a_unit_short_of_two_or_more_recovers_in_every_subturn() {
    let mut field = field();
    let (x, y) = field.open_country(3);
    field.put(GERMAN, (x, y), 100, 99);
    field.put(7, (x - 2, y), 100, 98);
    field.put(RUSSIAN, (x + 2, y), 200, 50);
    field.game.poke(super::bare::RANDOM, 255);
    field.movement();
    assert_eq!(field.strength(GERMAN), (100, 99));
    assert_eq!(field.strength(7), (100, 99));
    assert_eq!(field.strength(RUSSIAN), (200, 82));
    assert_eq!(field.game.rolls(), 1 + 32);
    // 200 - 82 is as much as 118, and not as much as 119.
    field.game.poke(super::bare::RANDOM, 118);
    field.movement();
    assert_eq!(field.strength(RUSSIAN), (200, 82 + 2 + 31));
}

#[test]
fn a_week_in_which_nobody_marches_takes_ten_frames_at_most() {
    let mut game = super::bare::Game::new();
    game.set_byte("eye_delay", 0);
    assert!(game.call("movement") < 10 * 20_000);
}
