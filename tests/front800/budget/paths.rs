//! The script with which the wargame's interrupts are measured takes every path of its vertical blank.

use std::collections::BTreeSet;

use front800::harness::session::Session;
use front800::harness::workload;
use front800::inspect::symbols::Symbols;
use front800::machine::{Config, Machine};
use front800::titles::Sources;
use front800::titles::rasputitsa::{Edition, Mode, Rules, State, Variables};

/// The states of the wargame after every frame of the budget script.
fn diary(rules: Rules) -> Vec<State> {
    let sources = Sources::embedded();
    let title = sources.rasputitsa_with(rules).unwrap_or_else(|error| panic!("{error}"));
    let symbols = Symbols::from_assembly(&title.output);
    let variables = Variables::find(|name| symbols.value(name)).unwrap();
    let os = sources.os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
    let mut machine = Machine::new(&Config::new(os));
    machine.set_drawing(false);
    machine.load_program(title.xex.clone());
    let script = workload::tour(rules.entry(), &sources).unwrap();
    let frames = script.last_frame() + 1;
    let mut session = Session::new(machine, script);
    (0..frames)
        .map(|_| {
            session.frame();
            State::read(&variables, |address| session.machine().peek(address))
        })
        .collect()
}

#[test]
fn the_budget_script_takes_every_path_of_the_vertical_blank() {
    for rules in Rules::ALL {
        check_paths(rules);
    }
}

fn check_paths(rules: Rules) {
    let diary = diary(rules);
    let mut diagonals = BTreeSet::new();
    for pair in diary.windows(2) {
        let (a, b) = (pair[0].window, pair[1].window);
        if a.view_x / 8 != b.view_x / 8 && a.view_y / 16 != b.view_y / 16 {
            diagonals.insert((a.view_x < b.view_x, a.view_y < b.view_y));
        }
    }
    assert_eq!(diagonals.len(), 4, "both fine scroll registers wrap at once in all four directions");
    let views = |state: &State| (state.window.view_x, state.window.view_y);
    for corner in [(224, 2), (0, 2), (0, 504), (224, 504)] {
        assert!(diary.iter().any(|state| views(state) == corner), "{rules:?}: {corner:?}");
    }
    let errors: BTreeSet<u8> = diary.iter().map(|state| state.hold.error).collect();
    // The default rules have one of their own: no way there in eight orders.
    let own: &[u8] = if rules == Rules::Modern { &[26] } else { &[] };
    let expected = [&[0, 1, 2, 3, 4, 7, 8, 9], own].concat();
    assert_eq!(errors.into_iter().collect::<Vec<_>>(), expected, "{rules:?}");
    if rules.edition() == Edition::Second {
        let first = diary.iter().find_map(|state| state.hold.unit).unwrap();
        let mode = |state: &State| state.units[usize::from(first) - 1].mode;
        let modes: BTreeSet<Mode> = diary.iter().filter_map(mode).collect();
        assert_eq!(modes.into_iter().collect::<Vec<_>>(), [Mode::Standard, Mode::Entrenched], "{rules:?}");
    }
    let first_russian = rules.edition().first_russian() as u8;
    let held: BTreeSet<u8> = diary.iter().filter_map(|state| state.hold.unit).collect();
    assert!(
        [false, true].iter().all(|&ours| held.iter().any(|&unit| (unit < first_russian) == ours)),
        "{held:?}"
    );
    let queued = |unit: u8, state: &State| state.units[usize::from(unit) - 1].orders.len();
    let counts: Vec<usize> = diary.iter().filter_map(|state| Some(queued(state.hold.unit?, state))).collect();
    assert!(counts.contains(&8), "eight orders");
    assert!(counts.windows(2).any(|pair| pair == [8, 7]), "the last order taken back");
    assert!(counts.windows(2).any(|pair| pair == [7, 0]), "all orders deleted at once");
    let last = diary.last().unwrap();
    assert!(last.turn > 0 || !last.orders_open, "START was pressed");
}
