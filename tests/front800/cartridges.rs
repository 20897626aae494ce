//! Cartridges: what each type shows after which accesses, and that saved states know it.

use front800::machine::{Config, Machine, Ram};
use front800::media::cart::{Cart, CartKind};

const BLOCK: usize = 0x1000;
const PROGRAM: u16 = 0x0600;

/// A byte of the images.
fn byte(at: usize) -> u8 {
    ((at as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 56) as u8
}

/// An image whose pieces of 4K are told by their first two bytes.
fn numbered(id: u32) -> Cart {
    let kind = CartKind::by_id(id).unwrap();
    let mut rom: Vec<u8> = (0..kind.size()).map(byte).collect();
    for (n, block) in rom.chunks_mut(BLOCK).enumerate() {
        block[..2].copy_from_slice(&(n as u16).to_le_bytes());
    }
    Cart { kind, rom }
}

struct Bench {
    machine: Machine,
    bare: Machine,
}

impl Bench {
    fn new(left: Option<Cart>, right: Option<Cart>, kilobytes: u8) -> Self {
        let mut os = [0xEA; 0x2800];
        os[0x27FA..].copy_from_slice(&[0, 0xE0, 0, 0xE0, 0, 0xE0]);
        let bare = Config { ram: Ram::try_from(kilobytes).unwrap(), seed: 7, ..Config::new(os.into()) };
        let with = Config { cartridge: left, right_cartridge: right, ..bare.clone() };
        let mut bench = Bench { machine: Machine::new(&with), bare: Machine::new(&bare) };
        bench.machine.step();
        bench
    }

    fn of(id: u32) -> Self {
        Bench::new(Some(numbered(id)), None, 48)
    }

    fn execute(&mut self, opcode: u8, address: u16, a: u8) -> u8 {
        let [low, high] = address.to_le_bytes();
        for (at, byte) in (PROGRAM..).zip([opcode, low, high]) {
            self.machine.poke(at, byte);
        }
        let cpu = self.machine.cpu_mut();
        (cpu.pc, cpu.a, cpu.p) = (PROGRAM, a, 0x24);
        self.machine.step();
        self.machine.cpu().a
    }

    fn read(&mut self, address: u16) -> u8 {
        self.execute(0xAD, address, 0)
    }

    fn write(&mut self, address: u16, value: u8) {
        self.execute(0x8D, address, value);
    }

    /// What is at $8000, $9000, $A000 and $B000: the number of a piece, R for RAM, - for $FF, & for
    /// anything else.
    fn shown(&mut self) -> String {
        let words: Vec<String> = (0x8000..=0xB000u16).step_by(BLOCK).map(|start| self.piece(start)).collect();
        words.join(" ")
    }

    fn piece(&mut self, start: u16) -> String {
        let bytes: Vec<u8> = (start..start + 16).map(|address| self.machine.peek(address)).collect();
        let ram: Vec<u8> = (start..start + 16).map(|address| self.bare.peek(address)).collect();
        if bytes == ram {
            return "R".to_string();
        } else if bytes.iter().all(|&byte| byte == 0xFF) {
            return "-".to_string();
        }
        let n = usize::from(u16::from_le_bytes([bytes[0], bytes[1]]));
        let is_piece = (2..16).all(|offset| bytes[offset] == byte(n * BLOCK + offset));
        if is_piece { n.to_string() } else { "&".to_string() }
    }

    #[track_caller]
    fn shows(&mut self, what: &str) {
        assert_eq!(self.shown(), what);
    }

    /// Each access, W with data or R, and what is shown after it.
    #[track_caller]
    fn follows(&mut self, steps: &[(&str, u16, u8, &str)]) {
        for &(access, address, value, what) in steps {
            match access {
                "W" => self.write(address, value),
                _ => {
                    self.read(address);
                }
            }
            assert_eq!(self.shown(), what, "{access} ${address:04X} ${value:02X}");
        }
    }
}

#[test]
fn cartridges_without_banks_stand_where_their_type_says() {
    for (id, what) in [(1, "R R 0 1"), (2, "0 1 2 3"), (53, "0 1 R R"), (58, "R R - 0")] {
        Bench::of(id).shows(what);
        let mut bench = Bench::of(id);
        bench.follows(&[("W", 0xD500, 0xFF, what), ("R", 0xD50F, 0, what)]);
    }
    Bench::new(None, Some(numbered(21)), 48).shows("0 1 R R");
    Bench::new(None, Some(numbered(59)), 48).shows("- 0 R R");
    Bench::new(Some(numbered(1)), Some(numbered(21)), 48).shows("0 1 0 1");
    let two = Bench::of(57);
    assert_eq!((two.machine.peek(0xA000), two.machine.peek(0xB7FF)), (0xFF, 0xFF));
    assert_eq!((two.machine.peek(0xB800), two.machine.peek(0xB805)), (0, byte(5)));
}

#[test]
fn the_languages_of_oss_keep_half_of_their_window() {
    Bench::of(3).follows(&[
        ("R", 0xD500, 0, "R R 0 3"),
        ("R", 0xD503, 0, "R R 1 3"),
        ("R", 0xD504, 0, "R R 2 3"),
        ("W", 0xD507, 0, "R R 1 3"),
        ("R", 0xD502, 0, "R R - 3"),
        ("R", 0xD501, 0, "R R & 3"),
        ("R", 0xD518, 0, "R R R R"),
        ("R", 0xD510, 0, "R R 0 3"),
    ]);
    Bench::of(45).follows(&[("R", 0xD503, 0, "R R 2 3"), ("R", 0xD504, 0, "R R 1 3")]);
    Bench::of(15).follows(&[
        ("R", 0xD500, 0, "R R 1 0"),
        ("R", 0xD501, 0, "R R 3 0"),
        ("W", 0xD509, 0, "R R 2 0"),
        ("R", 0xD508, 0, "R R R R"),
    ]);
    Bench::of(44).follows(&[
        ("R", 0xD508, 0, "R R R R"),
        ("R", 0xD509, 0, "R R 0 0"),
        ("R", 0xD500, 0, "R R 1 0"),
    ]);
}

#[test]
fn two_banks_of_oss_at_once_are_their_common_bits() {
    let mut bench = Bench::of(3);
    bench.read(0xD505);
    let rom = numbered(3).rom;
    for offset in [0usize, 1, 0x123, 0xFFF] {
        assert_eq!(bench.machine.peek(0xA000 + offset as u16), rom[BLOCK + offset] & rom[2 * BLOCK + offset]);
    }
}

#[test]
fn addresses_select_banks_of_8k() {
    Bench::of(5).follows(&[("R", 0xD502, 0, "4 5 6 7"), ("W", 0xD5F1, 9, "2 3 6 7")]);
    Bench::of(8).shows("R R 0 1");
    Bench::of(8).follows(&[
        ("R", 0xD507, 0, "R R 14 15"),
        ("W", 0xD508, 0, "R R R R"),
        ("R", 0xD510, 0, "R R 0 1"),
    ]);
    Bench::of(22).follows(&[("R", 0xD507, 0, "R R 6 7"), ("R", 0xD50C, 0, "R R R R")]);
    Bench::of(76).follows(&[("R", 0xD501, 0, "R R 2 3"), ("R", 0xD509, 0, "R R R R")]);
    Bench::of(50).follows(&[("R", 0xD507, 0, "R R 14 15"), ("R", 0xD510, 0, "R R R R")]);
    Bench::of(51).follows(&[("R", 0xD50F, 0, "R R 30 31"), ("R", 0xD51F, 0, "R R R R")]);
    Bench::of(41).follows(&[
        ("W", 0xD50F, 0, "R R 30 31"),
        ("R", 0xD501, 0, "R R 30 31"),
        ("W", 0xD521, 0, "R R 30 31"),
        ("W", 0xD510, 0, "R R R R"),
        ("W", 0xD502, 0, "R R 4 5"),
    ]);
    Bench::of(42).shows("R R 254 255");
    Bench::of(75).shows("R R 0 1");
    Bench::of(75).follows(&[("R", 0xD57F, 0, "R R 254 255"), ("R", 0xD580, 0, "R R R R")]);
    Bench::of(104).follows(&[("R", 0xD57F, 0, "R R 0 1"), ("R", 0xD580, 0, "R R R R")]);
    Bench::of(107).follows(&[("W", 0xD50E, 0, "R R 12 13"), ("R", 0xD5FF, 0, "R R R R")]);
    Bench::of(111).follows(&[("R", 0xD57F, 0, "R R 254 255")]);
}

#[test]
fn some_cartridges_listen_to_a_few_addresses_and_count_down() {
    for (id, first) in [(9, 0xD570), (10, 0xD5D0), (11, 0xD5E0)] {
        let mut bench = Bench::of(id);
        bench.shows("R R 0 1");
        bench.follows(&[
            ("R", first, 0, "R R 14 15"),
            ("R", first + 5, 0, "R R 4 5"),
            ("R", first.wrapping_sub(1), 0, "R R 4 5"),
            ("R", first + 16 - 0x20, 0, "R R 4 5"),
            ("W", first + 8, 0, "R R R R"),
            ("W", first + 7, 0, "R R 0 1"),
        ]);
    }
    Bench::of(43).shows("R R 0 1");
    Bench::of(43).follows(&[
        ("R", 0xD5E0, 0, "R R 30 31"),
        ("R", 0xD5E7, 0, "R R 16 17"),
        ("R", 0xD5F0, 0, "R R 14 15"),
        ("R", 0xD5FC, 0, "R R R R"),
        ("R", 0xD5F7, 0, "R R 0 1"),
    ]);
}

#[test]
fn data_selects_banks_below_a_fixed_one() {
    for (id, last) in [(12, 6), (13, 14), (14, 30), (23, 62), (24, 126), (25, 254)] {
        let top = format!("{last} {}", last + 1);
        let mut bench = Bench::of(id);
        bench.shows(&format!("0 1 {top}"));
        bench.follows(&[
            ("W", 0xD5AB, 1, &format!("2 3 {top}")),
            ("R", 0xD502, 0, &format!("2 3 {top}")),
            ("W", 0xD500, 0xFF, &format!("{last} {} {top}", last + 1)),
        ]);
    }
    for (id, last) in [(33, 6), (34, 14), (35, 30), (36, 62), (37, 126), (38, 254)] {
        let top = format!("{last} {}", last + 1);
        Bench::of(id).follows(&[
            ("W", 0xD500, 2, &format!("4 5 {top}")),
            ("W", 0xD500, 0x80, "R R R R"),
            ("W", 0xD500, 0, &format!("0 1 {top}")),
        ]);
    }
    Bench::of(67).shows("- - 14 15");
    Bench::of(67).follows(&[("W", 0xD500, 11, "6 7 14 15"), ("W", 0xD500, 3, "- - 14 15")]);
}

#[test]
fn data_selects_banks_of_8k_and_16k() {
    Bench::of(17).follows(&[("W", 0xD500, 15, "R R 30 31"), ("W", 0xD500, 0x80, "R R R R")]);
    Bench::of(26).follows(&[("W", 0xD500, 5, "0 1 2 3"), ("W", 0xD500, 0x80, "R R R R")]);
    for (id, banks) in [(27, 2), (28, 4), (29, 8), (30, 16), (31, 32), (32, 64), (64, 128)] {
        let last = 4 * (banks - 1);
        let what = format!("{last} {} {} {}", last + 1, last + 2, last + 3);
        Bench::of(id).follows(&[
            ("W", 0xD500, 0x7F, &what),
            ("W", 0xD500, 0xFF, "R R R R"),
            ("W", 0xD501, 0, "0 1 2 3"),
        ]);
    }
    Bench::of(61).follows(&[("R", 0xD501, 0, "4 5 6 7"), ("R", 0xD580, 0, "R R R R")]);
    Bench::of(63).shows("1016 1017 1018 1019");
    Bench::of(63).follows(&[("W", 0xD500, 255, "R R R R"), ("W", 0xD500, 1, "4 5 6 7")]);
}

#[test]
fn bounty_bob_switches_where_it_is_read() {
    let mut bench = Bench::of(18);
    bench.shows("0 4 8 9");
    bench.follows(&[
        ("R", 0x8FF8, 0, "2 4 8 9"),
        ("W", 0x9FF9, 0, "2 7 8 9"),
        ("R", 0x8FF5, 0, "2 7 8 9"),
        ("R", 0x9FFA, 0, "2 7 8 9"),
        ("R", 0x8FF6, 0, "0 7 8 9"),
    ]);
    // The read that switches still gives the byte of the bank before.
    assert_eq!(bench.read(0x8FF9), numbered(18).rom[0xFF9]);
    assert_eq!(bench.read(0x8FF0), numbered(18).rom[3 * BLOCK + 0xFF0]);
}

#[test]
fn some_cartridges_go_when_they_are_touched() {
    Bench::of(39).follows(&[
        ("R", 0xA000, 0, "R R 0 1"),
        ("R", 0xD5FF, 0, "R R R R"),
        ("W", 0xD500, 0, "R R R R"),
    ]);
    Bench::of(40).follows(&[("R", 0xA000, 0, "0 1 2 3"), ("W", 0xD500, 0, "R R R R")]);
    Bench::of(46).follows(&[("R", 0xA000, 0, "R R 0 0"), ("W", 0xD500, 0, "R R R R")]);
}

#[test]
fn some_cartridges_step_through_their_banks() {
    let touch = |what| ("R", 0xD500, 0, what);
    let steps = [touch("R R 2 3"), touch("R R 4 5"), touch("R R 6 7"), touch("R R R R")];
    let mut blizzard = Bench::of(60);
    blizzard.follows(&steps);
    blizzard.follows(&[touch("R R R R")]);
    let mut ultracart = Bench::of(52);
    ultracart.follows(&steps);
    ultracart.follows(&[touch("R R 0 1"), touch("R R 2 3")]);
    Bench::of(69).follows(&[touch("R R 2 3"), touch("R R 4 5"), touch("R R 6 7"), touch("R R 0 1")]);
    // Both writes of an increment count, and its read.
    let mut adawliah = Bench::of(70);
    adawliah.execute(0xEE, 0xD500, 0);
    adawliah.shows("R R 6 7");
}

#[test]
fn sic_has_a_register_that_can_be_read() {
    let mut bench = Bench::of(54);
    bench.shows("R R 2 3");
    bench.follows(&[
        ("W", 0xD500, 0x21, "4 5 6 7"),
        ("W", 0xD51F, 0x62, "8 9 R R"),
        ("W", 0xD520, 0x00, "8 9 R R"),
        ("W", 0xD500, 0x40, "R R R R"),
        ("W", 0xD500, 0x07, "R R 30 31"),
    ]);
    assert_eq!(bench.read(0xD510), 0x07);
    Bench::of(56).follows(&[("W", 0xD500, 0x3F, "124 125 126 127")]);
}

#[test]
fn ast_shows_256_bytes_and_then_ram() {
    let mut bench = Bench::of(47);
    let rom = numbered(47).rom;
    assert_eq!(bench.machine.peek(0xA345), rom[0x45]);
    assert_eq!(bench.read(0xD545), rom[0x45]);
    bench.shows("R R 0 0");
    bench.write(0xD500, 0);
    bench.shows("R R R R");
    assert_eq!(bench.read(0xD545), rom[0x145]);
}

#[test]
fn ram_under_a_cartridge_keeps_what_it_held() {
    let mut bench = Bench::of(33);
    bench.write(0xD500, 0x80);
    bench.write(0xA000, 0x5A);
    bench.write(0xD500, 1);
    bench.write(0xA000, 0x77);
    assert_eq!(bench.machine.peek(0xA000), 6, "a write to ROM is lost");
    bench.write(0xD500, 0x80);
    assert_eq!(bench.read(0xA000), 0x5A);
}

#[test]
fn without_ram_below_a_cartridge_that_is_off_leaves_nothing() {
    for oracle in [false, true] {
        let mut bench = Bench::new(Some(numbered(8)), None, 16);
        bench.machine.set_oracle(oracle);
        assert_eq!(bench.read(0xA345), numbered(8).rom[0x345]);
        bench.read(0xD508);
        // What was last on the bus: the high byte of the address.
        assert_eq!(bench.read(0xA345), 0xA3);
    }
}

#[test]
fn a_saved_state_knows_the_bank_and_the_ram_below() {
    let mut bench = Bench::of(33);
    bench.follows(&[("W", 0xD500, 0x80, "R R R R")]);
    bench.write(0x9000, 0x12);
    bench.bare.poke(0x9000, 0x12);
    bench.write(0xD500, 2);
    let (state, hash) = (bench.machine.save(), bench.machine.hash());
    bench.write(0xD500, 1);
    assert_ne!(bench.machine.hash(), hash);
    let mut other = Bench::of(33);
    other.bare.poke(0x9000, 0x12);
    other.machine.load(&state).unwrap();
    assert_eq!(other.machine.hash(), hash);
    other.shows("4 5 6 7");
    other.follows(&[("W", 0xD500, 0x80, "R R R R")]);
    assert!(Bench::of(34).machine.load(&state).is_err(), "another cartridge");
    assert!(Bench::new(Some(numbered(33)), Some(numbered(21)), 48).machine.load(&state).is_err());
}

#[test]
fn switching_off_and_on_shows_the_first_bank_again() {
    let mut bench = Bench::of(12);
    bench.write(0xD500, 2);
    bench.machine.power_cycle();
    bench.shows("0 1 6 7");
}

/// A routine in every bank that goes on in the next: code and banks change together.
#[test]
fn code_runs_across_a_switch_of_its_own_bank() {
    for oracle in [false, true] {
        let kind = CartKind::by_id(8).unwrap();
        let mut rom = vec![0xEA; kind.size()];
        for (bank, bytes) in rom.chunks_mut(0x2000).enumerate() {
            // INC $80, BIT $D500+next: the JMP is the next bank's.
            let next = (bank + 1) as u8 & 7;
            bytes[..9].copy_from_slice(&[0xE6, 0x80, 0x2C, next, 0xD5, 0xE6, 0x90 + bank as u8, 0x4C, 0x00]);
            bytes[9] = 0xA0;
        }
        let mut bench = Bench::new(Some(Cart { kind, rom }), None, 48);
        bench.machine.set_oracle(oracle);
        for address in 0x80..0xA0 {
            bench.machine.poke(address, 0);
        }
        let cpu = bench.machine.cpu_mut();
        (cpu.pc, cpu.p) = (0xA000, 0x24);
        for _ in 0..4 * 8 {
            bench.machine.step();
        }
        assert_eq!(bench.machine.peek(0x80), 8);
        let marks: Vec<u8> = (0x90..0x98).map(|address| bench.machine.peek(address)).collect();
        assert_eq!(marks, [1; 8], "each bank went on after the switch to it");
    }
}
