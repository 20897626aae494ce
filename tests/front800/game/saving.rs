//! Saving and loading the game of 1982, on a disk of DOS 2's format.

use front800::machine::{DiskGeometry, DiskImage, FRAME_WIDTH, Lcg};
use front800::media::dos::{self, DIRECTORY, TABLE};
use front800::titles::rasputitsa::{Level, Rules, Scenario};

use super::play::Play;

/// The system waits for a device. [OSM p.254]
const CRITIC: u16 = 0x42;
/// Bytes of a file in a sector.
const PART: usize = 125;

/// An empty disk of which only the sectors that `free` allows can be used.
fn formatted(free: impl Fn(u16) -> bool) -> DiskImage {
    let mut image = dos::formatted();
    for sector in free_sectors(&image).into_iter().filter(|&sector| !free(sector)) {
        let mut table = image.sector(TABLE).unwrap();
        table[10 + usize::from(sector / 8)] &= !(0x80 >> (sector % 8));
        let left = u16::from_le_bytes([table[3], table[4]]) - 1;
        table[3..5].copy_from_slice(&left.to_le_bytes());
        image.set_sector(TABLE, &table);
    }
    image
}

/// The sectors that the table of a disk says are free; it counts them itself, too.
fn free_sectors(image: &DiskImage) -> Vec<u16> {
    let table = image.sector(TABLE).unwrap();
    let is_free = |sector: &u16| table[10 + usize::from(sector / 8)] & (0x80 >> (sector % 8)) != 0;
    let free: Vec<u16> = (0..720).filter(is_free).collect();
    assert_eq!(usize::from(u16::from_le_bytes([table[3], table[4]])), free.len());
    free
}

/// The saved game on a disk, which must be the directory's first entry: its content and its sectors.
fn file(image: &DiskImage) -> (Vec<u8>, Vec<u16>) {
    let entry = image.sector(DIRECTORY).unwrap();
    assert_eq!((entry[0], &entry[5..16]), (0x42, &b"EASTFRNTSAV"[..]));
    let (mut content, mut sectors) = (Vec::new(), Vec::new());
    let mut next = u16::from_le_bytes([entry[3], entry[4]]);
    while next != 0 {
        let sector = image.sector(next).unwrap();
        assert_eq!(sector[PART] >> 2, 0, "the number of the file in sector {next}");
        content.extend_from_slice(&sector[..usize::from(sector[127])]);
        sectors.push(next);
        next = u16::from_be_bytes([sector[PART] & 3, sector[126]]);
    }
    assert_eq!(usize::from(u16::from_le_bytes([entry[1], entry[2]])), sectors.len());
    (content, sectors)
}

impl Play {
    /// Puts a disk into drive 1, which takes no time.
    fn insert(&mut self, image: DiskImage) {
        let disk = self.machine.add_disk(image, false);
        self.machine.insert_disk(0, Some(disk));
        self.machine.set_fast_disk(true);
    }

    /// What is on the disk now.
    fn disk(&self) -> DiskImage {
        let disk = self.machine.disk_in(0).unwrap();
        DiskImage::parse(&self.machine.disk_file(disk).unwrap()).unwrap().0
    }

    /// Ends a week.
    fn play_week(&mut self) {
        let turn = self.state().turn;
        self.march();
        self.until("a new week", |play| play.state().orders_open);
        assert_eq!(self.state().turn, turn + 1);
    }

    /// Lets the opponent think until he has considered a unit after so many passes, at least one.
    fn think(&mut self, passes: u8, unit: u8) {
        let (polled, counted) = (self.at("thinking_polled"), self.at("thinking_passes"));
        self.until("the pass before", |play| play.machine.peek(counted) == passes - 1);
        for _ in 0..20_000_000 {
            let considered = (self.machine.peek(counted), self.byte("thinking_unit"));
            if self.machine.cpu().pc == polled && considered == (passes, unit) {
                return;
            }
            self.machine.step();
        }
        panic!("unit {unit} is not considered in pass {passes}");
    }

    /// The same in a week that has just begun.
    fn think_afresh(&mut self, passes: u8, unit: u8) {
        self.until("the first pass", |play| play.byte("thinking_passes") == 0);
        self.think(passes, unit);
    }

    /// OPTION in the order phase, and what the game says of it in the end.
    fn save_game(&mut self) -> String {
        self.press_option(3);
        self.until("something to read", |play| play.message().starts_with("ONE MOMENT"));
        self.until("an end of it", |play| {
            play.state().orders_open && !play.message().starts_with("ONE MOMENT")
        });
        self.frames(4);
        self.message()
    }
}

/// In the second week, with orders and modes of a player's own.
fn second_week(rules: Rules) -> Play {
    let mut play = Play::loaded(rules, 48, 0);
    play.begin_at(Level::Expert, Scenario::Of1941);
    play.set_byte("eye_delay", 0);
    play.play_week();
    let (units, orders) = (play.at("unit_mode"), play.at("unit_orders"));
    play.machine.poke(units + 1, 1);
    play.machine.poke(orders + 1, 3);
    play
}

fn goes_on_after_power_off(rules: Rules) {
    let mut play = second_week(rules);
    play.insert(formatted(|_| true));
    play.think_afresh(1, 120);
    assert_eq!(play.save_game(), "     THE GAME HAS BEEN SAVED");
    let image = play.disk();
    let (content, sectors) = file(&image);
    assert_eq!(free_sectors(&image).len(), 707 - sectors.len());
    assert_eq!(sectors.len(), content.len().div_ceil(PART));

    let mut later = Play::loaded(rules, 48, 99);
    later.insert(image);
    later.press_option(3);
    later.until("the saved week", |play| play.state().orders_open);
    assert_eq!(later.state(), play.state());

    // From here on both do the same, to the end of the third week from now.
    for play in [&mut play, &mut later] {
        play.machine.set_random(Some(Lcg::new(5)));
    }
    let passes = play.byte("thinking_passes") + 2;
    for week in 0..3 {
        for play in [&mut play, &mut later] {
            if week == 0 {
                play.think(passes, 110);
            } else {
                play.think_afresh(2, 110);
            }
            play.play_week();
        }
        assert_eq!(later.state().units, play.state().units, "week {week}");
    }
}

#[test]
fn a_saved_game_goes_on_after_power_off_as_if_nothing_had_happened() {
    goes_on_after_power_off(Rules::Modern);
}

#[test]
fn so_does_one_with_the_rules_of_1982_to_the_letter() {
    goes_on_after_power_off(Rules::Edition1982);
}

#[test]
fn a_game_saved_again_takes_the_place_of_the_old_one() {
    let mut play = second_week(Rules::Modern);
    play.insert(formatted(|_| true));
    play.save_game();
    let first = file(&play.disk());
    play.play_week();
    play.save_game();
    let image = play.disk();
    let (content, sectors) = file(&image);
    assert_ne!(content, first.0);
    let free = free_sectors(&image);
    assert_eq!(free.len(), 707 - sectors.len());
    assert!(first.1.iter().all(|sector| free.contains(sector)));
    assert!(!sectors.iter().any(|sector| free.contains(sector)));
}

#[test]
fn option_counts_once_when_it_comes_up() {
    let mut play = second_week(Rules::Modern);
    let empty = formatted(|_| true);
    play.insert(empty.clone());
    play.let_him_think();
    play.press_option(60);
    assert_eq!(play.disk().to_bytes(), empty.to_bytes(), "nothing while it is held");
    play.until("its end", |play| play.message().trim() == "THE GAME HAS BEEN SAVED");
    let saved = play.disk().to_bytes();
    play.frames(300);
    assert_eq!(play.disk().to_bytes(), saved);
}

/// What is told of errors 138 and 144: no drive; no disk in it, or a protected one.
const NO_DISK: &str = " NO DISK THAT CAN BE WRITTEN TO";

/// What is told of any other one.
fn numbered(number: u16) -> String {
    format!("  I/O ERROR {number} NOTHING IS LOST")
}

/// OPTION ends in an error, which is told, and in the game as it was.
fn refused(play: &mut Play, told: &str) {
    // He changes modes before he thinks.
    play.let_him_think();
    let before = play.state();
    assert_eq!(play.save_game(), told);
    assert_eq!(play.state(), before);
    play.frames(300);
    assert_eq!(play.message(), "YOUR ORDERS? START ENDS THE WEEK");
}

#[test]
fn a_full_disk_keeps_what_is_on_it() {
    let mut play = second_week(Rules::Modern);
    play.insert(formatted(|sector| sector < 4 + 67 + 30));
    play.save_game();
    let image = play.disk();
    // Its 30 free sectors are not enough for another one beside the first.
    refused(&mut play, &numbered(162));
    for sector in 1..=720 {
        let there = image.sector(sector);
        let taken = !free_sectors(&image).contains(&sector);
        assert!(!taken || play.disk().sector(sector) == there, "sector {sector} has changed");
    }
    play.insert(formatted(|_| false));
    refused(&mut play, &numbered(162));
}

#[test]
fn a_protected_disk_a_missing_drive_and_a_strange_disk_are_told() {
    let mut play = second_week(Rules::Modern);
    assert_eq!(play.machine.drive(0), None);
    refused(&mut play, NO_DISK);
    // A drive without a disk answers that it cannot.
    play.machine.connect_drive(0, None);
    refused(&mut play, NO_DISK);
    let mut image = formatted(|_| true);
    image.set_protected(true);
    play.insert(image.clone());
    refused(&mut play, NO_DISK);
    assert_eq!(play.disk().to_bytes(), image.to_bytes());
    play.insert(DiskImage::blank(DiskGeometry::SINGLE));
    refused(&mut play, &numbered(163));
    // And then it is saved all the same.
    play.insert(formatted(|_| true));
    assert_eq!(play.save_game(), "     THE GAME HAS BEEN SAVED");
}

#[test]
fn that_there_is_no_disk_is_told_on_the_title() {
    let mut play = Play::loaded(Rules::Modern, 48, 0);
    play.press_option(3);
    play.until("no disk", |play| play.screen().contains("NO DISK "));
    play.until("the level again", |play| play.screen().contains("LEARNER"));
}

/// While the system waits for a drive it leaves the colours alone that a frame begins with.
#[test]
fn the_map_keeps_its_colours_while_a_drive_works() {
    let mut play = second_week(Rules::Modern);
    let disk = play.machine.add_disk(formatted(|_| true), false);
    play.machine.insert_disk(0, Some(disk));
    play.think_afresh(1, 120);
    play.frames(2);
    let lines = |play: &Play| play.machine.picture()[..176 * FRAME_WIDTH].to_vec();
    let before = lines(&play);
    play.press_option(3);
    play.until("the drive", |play| play.machine.peek(CRITIC) != 0);
    for frame in 0..60 {
        play.frames(1);
        assert!(lines(&play) == before, "frame {frame}");
    }
}

#[test]
fn what_cannot_be_loaded_is_told_on_the_title() {
    let mut cut = {
        let mut play = second_week(Rules::Modern);
        play.insert(formatted(|_| true));
        play.save_game();
        play.disk()
    };
    let (_, sectors) = file(&cut);
    let strange = {
        let mut image = cut.clone();
        let mut sector = image.sector(sectors[0]).unwrap();
        sector[0] ^= 1;
        image.set_sector(sectors[0], &sector);
        image
    };
    let mut sector = cut.sector(sectors[40]).unwrap();
    sector[PART] = 0;
    sector[126] = 0;
    cut.set_sector(sectors[40], &sector);
    for (image, number) in [(formatted(|_| true), 170), (cut, 136), (strange, 255)] {
        let mut play = Play::loaded(Rules::Modern, 48, 0);
        play.insert(image);
        play.press_option(3);
        play.until(&format!("error {number}"), |play| play.screen().contains(&format!("ERROR {number}")));
        play.until("the level again", |play| play.screen().contains("LEARNER"));
        // START has to be up when it comes back.
        play.frames(2);
        play.begin();
    }
}

#[test]
fn a_cartridge_without_a_dos_says_that_there_is_no_disk() {
    let mut play = Play::cartridge(Rules::Modern);
    play.begin_at(Level::Beginner, Scenario::Of1941);
    refused(&mut play, NO_DISK);
}
