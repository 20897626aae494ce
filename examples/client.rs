//! A program that plays campaigns, of either side: every unit goes to the nearest city that is not its side's.
//!
//! `front800 campaign --german target/debug/examples/client --turns 4`

use std::error::Error;

use serde_json::{Map, Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let mut world = Value::Null;
    for line in std::io::stdin().lines() {
        let turn: Value = serde_json::from_str(&line?)?;
        if let Some(told) = turn.get("world") {
            world = told.clone(); // it comes with the first line
        }
        let is_ours =
            |name: &Value| turn["cities"][name.as_str()?].as_bool().map(|g| g == (turn["side"] == "german"));
        let goals: Vec<Value> =
            list(&world["cities"]).into_iter().filter(|city| is_ours(&city["name"]) == Some(false)).collect();
        let mut orders = Map::new();
        for unit in
            list(&turn["units"]).iter().filter(|unit| unit["side"] == turn["side"] && unit["state"] == "map")
        {
            let apart = |city: &Value, axis: &str| {
                city[axis].as_i64().zip(unit[axis].as_i64()).map_or(0, |(a, b)| a - b)
            };
            let far = |city: &&Value| apart(city, "x").abs() + apart(city, "y").abs();
            let goal = goals.iter().min_by_key(far).unwrap_or(unit);
            let (dx, dy) = (apart(goal, "x"), apart(goal, "y"));
            let across = if dx > 0 { "W" } else { "E" }.repeat(dx.unsigned_abs() as usize);
            let along = if dy > 0 { "N" } else { "S" }.repeat(dy.unsigned_abs() as usize);
            let is_open = across
                .chars()
                .next()
                .is_some_and(|way| unit["steps"].as_str().is_some_and(|all| all.contains(way)));
            let way = if is_open { across + &along } else { along + &across };
            orders.insert(unit["unit"].to_string(), way[..way.len().min(8)].into());
        }
        println!("{}", json!({ "orders": orders }));
    }
    Ok(())
}
