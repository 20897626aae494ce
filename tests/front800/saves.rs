//! Tests: what is saved without being asked, on the real wargame.

use front800::harness::open::{Options, Program};
use front800::host::saves::{self, Keeper, Preview, Reason, Saves};
use front800::inspect::game::{Calendar, Game};
use front800::machine::{Console, Machine, StateError};
use front800::titles::shelf::{SHELF, named};

/// A title switched on, and what the window may do for it.
fn switched_on(name: &str) -> (Machine, Game) {
    let program = Program::named(name, Options::default()).unwrap();
    let address = |label: &str| program.symbols.value(label).unwrap_or_else(|| panic!("{name}: no {label}"));
    let labels = named(name).unwrap().calendar.as_ref().unwrap();
    let calendar = Calendar {
        orders_open: address(labels.orders_open),
        turn: address(labels.turn),
        day: address(labels.day),
        month: address(labels.month),
        year: address(labels.year),
        title: program.symbols.value(labels.title),
    };
    let game = Game { has_tablet: true, is_kept: true, calendar: Some(calendar) };
    (program.switch_on().unwrap(), game)
}

/// A machine that is watched while it is played.
struct Played {
    machine: Machine,
    game: Game,
    keeper: Keeper,
    saves: Saves,
    _folder: tempfile::TempDir,
}

impl Played {
    fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let saves = Saves::within(folder.path(), name);
        let (machine, game) = switched_on(name);
        Played { machine, game, keeper: Keeper::new(saves.clone(), game), saves, _folder: folder }
    }

    /// Runs until so many weeks are in the journal; says at which frame.
    fn run_to_week(&mut self, count: usize) -> u64 {
        for _ in 0..20_000 {
            self.machine.run_frame();
            if let Some(saved) = self.keeper.frame_done(&self.machine) {
                saved.unwrap();
                if self.saves.journal().len() >= count {
                    return self.machine.frame_number();
                }
            }
        }
        panic!("no week {count} in 20,000 frames");
    }

    /// Presses START again and again, as it may ask, until the week ends, and lets go.
    fn end_week(&mut self) {
        let calendar = self.game.calendar.unwrap();
        let mut frame = 0;
        while calendar.week(&self.machine).is_some_and(|week| week.orders_open) {
            self.machine.set_console(Console { start: frame % 16 < 8, ..Console::default() });
            self.run(1);
            frame += 1;
        }
        self.machine.set_console(Console::default());
    }

    /// Runs some frames in which no week begins.
    fn run(&mut self, frames: u32) {
        for _ in 0..frames {
            self.machine.run_frame();
            assert!(self.keeper.frame_done(&self.machine).is_none());
        }
    }

    fn turns(&self) -> Vec<u8> {
        let turn = |entry: &saves::Entry| {
            let state = saves::read(&entry.path).unwrap();
            Preview::of(&self.machine, &self.game, &state).unwrap().week.unwrap().turn
        };
        self.saves.journal().iter().map(turn).collect()
    }
}

#[test]
fn every_edition_of_the_wargame_says_which_week_it_is() {
    let wargames = SHELF.iter().filter(|entry| entry.calendar.is_some());
    let names: Vec<&str> = wargames.map(|entry| entry.name).collect();
    assert!(names.len() >= 4 && names.iter().all(|name| name.starts_with("rasputitsa")), "{names:?}");
    for name in names {
        let (mut machine, game) = switched_on(name);
        let calendar = game.calendar.unwrap();
        let mut first = None;
        for frame in 0..600 {
            machine.run_frame();
            let week = calendar.week(&machine);
            if calendar.title.is_some() {
                let open = week.filter(|week| week.orders_open);
                assert_eq!(open, None, "{name}: nothing is played on the title, frame {frame}");
            } else {
                first = first.or(week.filter(|week| week.orders_open));
            }
        }
        let first = first.map(|week| week.to_string());
        assert_eq!(first, calendar.title.is_none().then(|| "week 1, 22 Jun 41".to_string()), "{name}");
    }
}

#[test]
fn each_week_is_saved_once_when_its_orders_are_open() {
    let mut played = Played::new("rasputitsa:1981");
    played.run_to_week(1);
    played.end_week();
    played.run_to_week(2);
    assert_eq!(played.turns(), [1, 0]);
    let newest = &played.saves.journal()[0];
    assert_eq!(newest.reason, Reason::Week);
    // Taken up again, it goes on as it did, and is not saved anew.
    let state = saves::read(&newest.path).unwrap();
    assert_eq!(state, played.machine.save());
    played.run(100);
    let hash = played.machine.hash();
    played.machine.load(&state).unwrap();
    played.keeper.begin_at(&played.machine);
    played.run(100);
    assert_eq!(played.machine.hash(), hash);
}

#[test]
fn an_earlier_week_is_played_on_without_losing_the_later_ones() {
    let mut played = Played::new("rasputitsa:1981");
    for week in 1..=2 {
        played.run_to_week(week);
        played.end_week();
    }
    let first = saves::read(&played.saves.journal().last().unwrap().path).unwrap();
    played.machine.load(&first).unwrap();
    played.keeper.begin_at(&played.machine);
    played.end_week();
    played.run_to_week(3);
    assert_eq!(played.turns(), [1, 1, 0]);
}

#[test]
fn what_a_person_did_is_saved_before_it_is_left_and_nothing_else() {
    let mut played = Played::new("rasputitsa");
    played.run(400);
    played.keeper.touch();
    assert!(!played.keeper.leave(Reason::Quit, &played.machine).unwrap(), "there is nothing on the title");
    played.machine.set_console(Console { start: true, ..Console::default() });
    played.run(5);
    played.machine.set_console(Console::default());
    played.run_to_week(1);
    assert!(!played.keeper.leave(Reason::Quit, &played.machine).unwrap(), "the week has just been saved");
    played.keeper.touch();
    assert!(played.keeper.leave(Reason::Reset, &played.machine).unwrap());
    assert!(!played.keeper.leave(Reason::Quit, &played.machine).unwrap(), "nothing was done since");
    let journal = played.saves.journal();
    assert_eq!(journal[0].reason, Reason::Reset);
    assert_eq!(saves::read(&journal[0].path).unwrap(), played.machine.save());
    // RESET leads to the title, where the memory of the week may still lie about.
    for held in [true, false] {
        played.machine.set_reset_key(held);
        played.run(200);
    }
    assert_eq!(played.saves.journal().len(), 2);
}

#[test]
fn a_save_shows_the_picture_that_comes_next_and_another_programs_none() {
    let mut played = Played::new("rasputitsa:1981");
    played.run_to_week(1);
    let state = saves::read(&played.saves.journal()[0].path).unwrap();
    let before = played.machine.hash();
    let preview = Preview::of(&played.machine, &played.game, &state).unwrap();
    assert_eq!(played.machine.hash(), before, "looking changes nothing");
    played.machine.run_frame();
    assert!(preview.picture == played.machine.picture());
    let (other, game) = switched_on("rasputitsa");
    let refused = Preview::of(&other, &game, &state).unwrap_err();
    assert!(matches!(refused, StateError::OtherProgram(name) if name == "rasputitsa:1981"));
}
