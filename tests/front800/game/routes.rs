//! The cheapest way to where the pointer points, and how far a corps comes in a week: against a
//! search of the test's own.

use super::bare::*;
use front800::titles::rasputitsa::Direction;

const STEPS: [(i32, i32); 4] = [(0, 1), (-1, 0), (0, -1), (1, 0)];
/// Subturns in dry weather by terrain type, 0 for what cannot be.
const INFANTRY: [u32; 9] = [6, 12, 8, 0, 0, 18, 14, 8, 20];
const ARMOR: [u32; 9] = [4, 8, 6, 0, 0, 18, 13, 6, 16];

/// What a step costs a corps in standard mode, none where there is no way.
fn cost(game: &mut Game, corps: u8, (x, y): (i32, i32), heading: usize) -> Option<u32> {
    for (name, value) in [("zp_at_x", x as u8), ("zp_at_y", y as u8), ("zp_heading", heading as u8)] {
        game.set_byte(name, value);
    }
    game.call_with("step_trial", 0, corps, 0);
    if game.carry() {
        return None;
    }
    let costs = if game.unit("unit_symbol", corps) & 1 == 1 { INFANTRY } else { ARMOR };
    let terrain = costs[usize::from(game.byte("terrain_type"))];
    let (to_x, to_y) = (x + STEPS[heading].0, y + STEPS[heading].1);
    let enemy = if game.occupant(to_x as u8, to_y as u8) > 47 { 16 } else { 0 };
    Some(terrain + enemy)
}

/// The least cost of a square for each number of orders up to eight: nothing but rounds over all.
fn search(game: &mut Game, corps: u8) -> Vec<Vec<Option<u32>>> {
    let home = (i32::from(game.unit("unit_x", corps)), i32::from(game.unit("unit_y", corps)));
    let place = |(x, y): (i32, i32)| (y * 46 + x) as usize;
    let mut rounds = vec![vec![None; 46 * 39]];
    rounds[0][place(home)] = Some(0);
    for round in 0..8 {
        let mut next = rounds[round].clone();
        for x in (home.0 - 8).max(0)..=(home.0 + 8).min(45) {
            for y in (home.1 - 8).max(0)..=(home.1 + 8).min(38) {
                let Some(so_far) = rounds[round][place((x, y))] else { continue };
                for (heading, step) in STEPS.into_iter().enumerate() {
                    if let Some(cost) = cost(game, corps, (x, y), heading) {
                        let to = &mut next[place((x + step.0, y + step.1))];
                        *to = Some(to.map_or(so_far + cost, |known| known.min(so_far + cost)));
                    }
                }
            }
        }
        rounds.push(next);
    }
    rounds
}

/// What the interrupt asks for when the pointer is that far from the corps held, and the main program's
/// answer: the way, if there is one.
fn ask(game: &mut Game, corps: u8, (east, south): (i32, i32)) -> Option<Vec<Direction>> {
    for (name, value) in
        [("route_unit", corps), ("route_x", east as u8), ("route_y", south as u8), ("route_state", 1)]
    {
        game.set_byte(name, value);
    }
    game.call("route_look");
    match game.byte("route_state") {
        3 => {
            let packed = u16::from_le_bytes([game.byte("found_first"), game.byte("found_last")]);
            let order = |n| Direction::from_bits((packed >> (2 * n)) as u8);
            Some((0..game.byte("found_count")).map(|n| order(u16::from(n))).collect())
        }
        state => {
            assert_eq!(state, 4);
            None
        }
    }
}

#[test]
fn ways_are_the_cheapest_that_eight_orders_lead() {
    let mut game = Game::expert(0);
    // An infantry and a panzer corps on the front, and one that stands at the sea.
    for corps in [1_u8, 5, 12] {
        let rounds = search(&mut game, corps);
        let home = (i32::from(game.unit("unit_x", corps)), i32::from(game.unit("unit_y", corps)));
        let mut longest = 0;
        for east in -9_i32..=9 {
            for south in -9_i32..=9 {
                let target = (home.0 - east, home.1 - south);
                let within = (0..46).contains(&target.0) && (0..39).contains(&target.1);
                let best = match within && east.abs() + south.abs() <= 8 {
                    true => rounds[8][(target.1 * 46 + target.0) as usize],
                    false => None,
                };
                let found = ask(&mut game, corps, (east, south));
                let Some(orders) = found else {
                    assert_eq!(best, None, "corps {corps} to {east} east, {south} south");
                    continue;
                };
                let (mut at, mut spent) = (home, 0);
                for order in &orders {
                    spent += cost(&mut game, corps, at, *order as usize).expect("a way");
                    at = (at.0 + STEPS[*order as usize].0, at.1 + STEPS[*order as usize].1);
                }
                assert_eq!((at, Some(spent)), (target, best), "{orders:?}");
                longest = longest.max(orders.len());
            }
        }
        assert_eq!(longest, 8);
    }
}

#[test]
fn the_pointer_far_away_plans_and_the_way_becomes_the_orders() {
    let mut game = Game::expert(0);
    game.go_to(40, 20);
    game.point(100, 100);
    game.hold(CENTRE, 2);
    game.go_to(40, 20);
    game.button(true);
    game.hold(CENTRE, 6);
    let (clock, line) = (u16::from(game.byte("zp_home_x")), 2 * u16::from(game.byte("zp_home_y")));
    // Four squares east and two south of the corps.
    let point = |game: &mut Game, clock: u16, line: u16| {
        game.point((1 + (226 * (clock - 44)) / 168) as u8, (1 + (226 * (line - 8)) / 239) as u8);
    };
    point(&mut game, clock + 32 + 5, line + 32 + 9);
    game.hold(CENTRE, 3);
    assert_eq!(game.byte("route_state"), 1, "the interrupt asks and does not search");
    game.call("route_look");
    game.hold(CENTRE, 1);
    let orders = game.state().units[0].orders.clone();
    let (mut east, mut south) = (0, 0);
    for order in &orders {
        east -= STEPS[*order as usize].0;
        south -= STEPS[*order as usize].1;
    }
    assert_eq!((east, south), (4, 2), "{orders:?}");
    assert_eq!(u16::from(game.byte("zp_cross_x")), clock + 32);
    assert_eq!(u16::from(game.byte("zp_cross_y")), (line + 32) / 2);
    // The corps is let go before the answer comes: nobody gets it.
    point(&mut game, clock + 45, line + 9);
    game.hold(CENTRE, 3);
    game.button(false);
    game.call("route_look");
    game.button(true);
    game.hold(CENTRE, 9);
    assert_eq!(game.state().units[0].orders, orders);
    assert!(game.longest_frame <= 1840, "{} CPU cycles", game.longest_frame);
}

#[test]
fn a_corps_reaches_what_its_orders_lead_to_within_the_week() {
    let mut game = Game::expert(0);
    for corps in 1..=30 {
        if game.unit("unit_arrival", corps) != 0 {
            continue;
        }
        game.set_byte("search_unit", corps);
        game.set_byte("search_reach", 1);
        game.call("route_search");
        let reach = game.at("route_cost");
        let home = (i32::from(game.unit("unit_x", corps)), i32::from(game.unit("unit_y", corps)));
        for index in 0..256_u16 {
            let spent = u32::from(game.peek(reach + index));
            if spent == 255 || index == 128 {
                continue;
            }
            assert!(spent < 32, "corps {corps}, index {index}");
            let count = game.peek(game.at("route_count") + index);
            let packed = u16::from_le_bytes(
                ["route_first", "route_last"].map(|table| game.peek(game.at(table) + index)),
            );
            let (mut at, mut sum, mut zone) = (home, 0, None);
            for n in 0..count {
                let heading = usize::from(packed >> (2 * n) & 3);
                sum += cost(&mut game, corps, at, heading).expect("a way");
                let from = zone.unwrap_or_else(|| near_enemy(&mut game, corps, at));
                at = (at.0 + STEPS[heading].0, at.1 + STEPS[heading].1);
                let to = near_enemy(&mut game, corps, at);
                assert!(!(from && to), "from zone to zone");
                assert!(game.occupant(at.0 as u8, at.1 as u8) < 48, "through an enemy");
                zone = Some(to);
            }
            assert_eq!(sum, spent);
        }
    }
}

fn near_enemy(game: &mut Game, corps: u8, (x, y): (i32, i32)) -> bool {
    game.call_with("zoc_near", x as u8, corps, y as u8);
    game.carry()
}
