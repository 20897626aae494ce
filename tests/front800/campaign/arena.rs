//! Tournaments.

use serde_json::Value;

use crate::cli::Desk;

const TOURNAMENT: &str = "arena idle east program --level beginner --random lcg:1 --games 2 --turns 6";

#[test]
fn everybody_plays_everybody_on_both_sides() {
    let desk = Desk::new();
    let outcome = desk.run(&format!("{TOURNAMENT} --json --jobs 2")).succeeded().stdout;
    assert_eq!(outcome, desk.run(&format!("{TOURNAMENT} --json --jobs 1")).succeeded().stdout);
    let outcome: Value = serde_json::from_str(&outcome).unwrap();
    let games = outcome["games"].as_array().unwrap();
    let played = |german: &str, russian: &str| {
        games.iter().filter(|game| game["german"] == german && game["russian"] == russian).count()
    };
    assert_eq!(games.len(), 8);
    for (german, russian) in [("idle", "east"), ("east", "idle"), ("idle", "program"), ("east", "program")] {
        assert_eq!(played(german, russian), 2, "{german} {russian}");
    }
    // A game of an arena is the campaign of these two.
    let campaign = "campaign --level beginner --random lcg:2 --turns 6 --german east --russian idle";
    let campaign = desk.run(campaign).succeeded().stdout;
    let last: Value = serde_json::from_str(campaign.lines().last().unwrap()).unwrap();
    let second = |game: &&Value| game["german"] == "east" && game["russian"] == "idle" && game["number"] == 1;
    assert_eq!(games.iter().find(second).unwrap()["score"], last["score"]);
    let players = outcome["players"].as_array().unwrap();
    assert_eq!(players.iter().map(|player| player["games"].as_u64().unwrap()).sum::<u64>(), 16);
    let program = players.iter().find(|player| player["player"] == "program").unwrap();
    assert!(program["as_german"].is_null() && program["as_russian"].is_i64());
    let elos: Vec<f64> = players.iter().map(|player| player["elo"].as_f64().unwrap()).collect();
    assert!(elos.is_sorted_by(|a, b| a >= b), "the best first: {elos:?}");
    assert!((elos.iter().sum::<f64>() / 3.0 - 1500.0).abs() < 1e-6);
}

#[test]
fn the_page_stands_alone_and_has_a_game_of_each_pair() {
    let desk = Desk::new();
    let table = desk.run(&format!("{TOURNAMENT} --html page.html")).succeeded().stdout;
    assert!(table.starts_with("player") && table.lines().count() == 5, "{table}");
    let page = String::from_utf8(desk.read("page.html")).unwrap();
    assert!(
        !page.contains("http://")
            || page.matches("http").count() == page.matches("http://www.w3.org/2000/svg").count()
    );
    assert!(!page.contains('@'), "everything is filled in");
    let played_by = "rules of 1982, corrected, level beginner, campaign of 1941";
    assert!(page.contains(&format!("<h1>Arena: {played_by}</h1>")), "{page}");
    assert!(page.contains(&format!("<td>{played_by}</td>")), "beside the game that is shown");
    let (_, data) = page.split_once("id=\"data\">").unwrap();
    let data: Value = serde_json::from_str(data.split_once("</script>").unwrap().0).unwrap();
    let games = data["games"].as_array().unwrap();
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["weeks"].as_array().unwrap().len() == 6));
    assert_eq!(data["units"].as_array().unwrap().len(), 166);
}

#[test]
fn wrong_tournaments_are_refused() {
    let desk = Desk::new();
    desk.write("orders.csv", "turn,unit,orders,mode\n");
    for (rest, words) in [
        ("idle", vec!["PLAYER"]),
        ("idle idle", vec!["idle", "duplicate player"]),
        (
            "idle nobody",
            vec!["arena nobody", "there is no such file", "planner or a program of this computer"],
        ),
        ("idle orders.csv", vec!["orders.csv", "one side"]),
        ("idle east --turns 99", vec!["--turns 99"]),
        ("program east --games 0", vec!["--games"]),
    ] {
        desk.run(&format!("arena {rest}")).failed(2, &words);
    }
}
