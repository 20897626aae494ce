//! A program that plays campaigns on either side: every unit goes to the nearest enemy city, or to the nearest city
//! of any owner if the enemy has none.
//!
//! `front800 campaign --german target/debug/examples/client --turns 4`

use std::collections::BTreeMap;
use std::error::Error;

use serde::Deserialize;
use serde_json::json;

#[derive(Deserialize)]
struct Turn {
    /// Sent with the first line.
    world: Option<World>,
    side: String,
    cities: BTreeMap<String, bool>,
    units: Vec<Unit>,
}

#[derive(Deserialize)]
struct World {
    cities: Vec<City>,
}

#[derive(Clone, Deserialize)]
struct City {
    name: String,
    x: i32,
    y: i32,
}

#[derive(Deserialize)]
struct Unit {
    unit: u8,
    side: String,
    state: String,
    x: i32,
    y: i32,
    #[serde(default)]
    steps: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut all = Vec::new();
    for line in std::io::stdin().lines() {
        let turn: Turn = serde_json::from_str(&line?)?;
        all = turn.world.map_or(all, |world| world.cities);
        let is_theirs = |city: &&City| turn.cities.get(&city.name) != Some(&(turn.side == "german"));
        let theirs: Vec<City> = all.iter().filter(is_theirs).cloned().collect();
        let goals = if theirs.is_empty() { &all } else { &theirs };
        let mut orders = BTreeMap::new();
        for unit in turn.units.iter().filter(|unit| unit.side == turn.side && unit.state == "map") {
            let goal = goals.iter().min_by_key(|city| (city.x - unit.x).abs() + (city.y - unit.y).abs());
            let (dx, dy) = goal.map_or((0, 0), |city| (city.x - unit.x, city.y - unit.y));
            let across = if dx > 0 { "W" } else { "E" }.repeat(dx.unsigned_abs() as usize);
            let along = if dy > 0 { "N" } else { "S" }.repeat(dy.unsigned_abs() as usize);
            let open_across = across.chars().next().is_some_and(|way| unit.steps.contains(way));
            let way = if open_across { across + &along } else { along + &across };
            orders.insert(unit.unit.to_string(), way.chars().take(8).collect::<String>());
        }
        println!("{}", json!({ "orders": orders }));
    }
    Ok(())
}
