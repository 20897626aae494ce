//! What is hidden stays hidden: in the view, on the screen, between the turns.

use super::console::Console;

/// What a person can see from the door where the program stands.
fn seen(console: &mut Console) -> (serde_json::Value, Vec<u8>) {
    let view = console.view();
    let mut copy = console.clone();
    copy.machine.set_drawing(true);
    // A moment that both games share, whatever their rules had to look at.
    let end = copy.machine.frame_number() / 64 * 64 + 128;
    while copy.machine.frame_number() < end {
        copy.machine.run_frame();
    }
    (view, copy.machine.picture().to_vec())
}

/// Everything that the console of ship 1 does not show, changed.
fn change(console: &mut Console) {
    let own = u16::from(console.byte("ship_sector"));
    for sector in (0..16).filter(|&sector| sector != own) {
        let cells = console.at("planets_low", sector);
        console.poke_at("planets_low", sector, !cells);
    }
    let cell = console.at("ship_cell", 1);
    console.poke_at("ship_cell", 1, cell ^ 5);
    console.poke_at("ship_energy", 1, 3);
    // Another sector for the enemy and for Magna, out of reach of the alerts.
    let far = |sector: u8| {
        (u16::from(sector) / 4).abs_diff(own / 4) + (u16::from(sector) % 4).abs_diff(own % 4) > 3
    };
    let taken: Vec<u8> = console.bytes("phenomena", 4);
    let free: Vec<u8> = (0..16).filter(|sector| far(*sector) && !taken.contains(sector)).collect();
    let enemy = console.at("ship_sector", 1);
    let other = *free.iter().find(|&&sector| sector != enemy).expect("a sector");
    console.poke_at("ship_sector", 1, other);
}

#[test]
fn games_that_differ_in_hidden_facts_show_the_same() {
    let mut compared = 0;
    for seed in 1..30 {
        let mut known = Console::game(3, 2, 0, seed);
        let own = known.byte("ship_sector");
        let enemy = known.at("ship_sector", 1);
        let distance = (own / 4).abs_diff(enemy / 4) + (own % 4).abs_diff(enemy % 4);
        // From a corner the other one is far enough for a free choice.
        if distance < 4 || ![0, 3, 12, 15].contains(&own) {
            continue;
        }
        let mut other = known.clone();
        change(&mut other);
        assert_ne!(known.state(), other.state());
        for console in [&mut known, &mut other] {
            console.run_to(&["action_wait"]);
        }
        assert_eq!(seen(&mut known), seen(&mut other), "seed {seed}, before the turn");
        for console in [&mut known, &mut other] {
            assert!(console.play("START"));
            console.run_to(&["action_wait"]);
        }
        assert_eq!(seen(&mut known), seen(&mut other), "seed {seed}, in the turn");
        compared += 1;
    }
    assert!(compared >= 2, "{compared}");
}

#[test]
fn in_combat_a_ship_looks_like_a_planet() {
    for seed in 1..6 {
        let mut known = Console::game(1, 2, 0, seed);
        let mut other = known.clone();
        // The enemy takes the place of a planet, and the planet his.
        let cell = known.at("ship_cell", 1);
        let planets = u16::from_le_bytes([known.byte("planets_low"), known.byte("planets_high")]);
        let planet = planets.trailing_zeros() as u8;
        let [low, high] = (planets & !(1 << planet) | 1 << cell).to_le_bytes();
        other.poke("planets_low", low);
        other.poke("planets_high", high);
        other.poke_at("ship_cell", 1, planet);
        for console in [&mut known, &mut other] {
            assert!(console.play("START") && console.play("BS"));
            console.run_to(&["action_wait"]);
        }
        assert_ne!(known.state(), other.state());
        assert_eq!(seen(&mut known), seen(&mut other), "seed {seed}");
    }
}

#[test]
fn between_the_turns_the_console_is_dark() {
    let mut console = Console::game(2, 3, 0, 4);
    console.run_to(&["action_wait"]);
    for _ in 0..6 {
        assert!(console.play("START"));
        while console.state()["phase"] == "turn" {
            let action = console.legal()[0].clone();
            assert!(console.play(&action));
        }
        assert!(console.play("END"));
        console.run_to(&["action_wait"]);
        assert_eq!(console.bytes("lamps", 18), [0; 18]);
        let view = console.view();
        assert_eq!(
            (&view["display"]["matrix"], &view["energy"]),
            (&"..../..../..../....".into(), &().into())
        );
        let own = seen(&mut console);
        // Whatever state the ships are in.
        let mut other = console.clone();
        for ship in 0..3 {
            other.poke_at("ship_sector", ship, 7 + ship as u8);
            other.poke_at("ship_energy", ship, 30);
        }
        assert_eq!(seen(&mut other), own);
    }
}
