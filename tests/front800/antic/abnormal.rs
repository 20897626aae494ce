//! Playfield DMA whose clock was not stopped: the chip alone, its registers written in the cycles that
//! confuse it.

use std::cell::RefCell;

use front800::chips::an::AnLine;
use front800::chips::antic::{Antic, Wiring};

const DMACTL: u8 = 0x0;
const HSCROL: u8 = 0x4;
/// Display list and narrow playfield.
const NARROW: u8 = 0x21;
/// The same with players.
const NARROW_PLAYERS: u8 = 0x29;

/// Memory that notes what is read from it, in order.
struct Memory {
    bytes: Vec<u8>,
    fetched: RefCell<Vec<u16>>,
    /// Players' bytes, with their numbers.
    objects: Vec<(u8, u8)>,
}

impl Wiring for Memory {
    fn fetch(&self, address: u16) -> u8 {
        self.fetched.borrow_mut().push(address);
        self.bytes[usize::from(address)]
    }
    fn missiles(&mut self, _: u8) {}
    fn player(&mut self, n: u8, value: u8) {
        self.objects.push((n, value));
    }
    fn players(&mut self, values: [u8; 4]) {
        (0..).zip(values).for_each(|load| self.objects.push(load));
    }
}

/// ANTIC about to begin line 8, with a display list at $2000.
struct Bench {
    antic: Antic,
    memory: Memory,
}

impl Bench {
    fn new(dmactl: u8, hscrol: u8, list: &[u8]) -> Self {
        let mut antic = Antic::new(262);
        antic.begin_line();
        let memory = Memory { bytes: vec![0; 0x10000], fetched: RefCell::default(), objects: Vec::new() };
        let mut bench = Bench { antic, memory };
        bench.put(0x2000, list);
        // DLISTH, PMBASE, CHBASE.
        bench.line(&[(10, 0x3, 0x20), (20, 0x7, 0x50), (30, 0x9, 0x5C), (40, HSCROL, hscrol)]);
        for _ in 1..7 {
            bench.line(&[]);
        }
        bench.line(&[(50, DMACTL, dmactl)]);
        bench.memory.fetched.borrow_mut().clear();
        bench.memory.objects.clear();
        bench
    }

    fn put(&mut self, address: usize, bytes: &[u8]) {
        self.memory.bytes[address..address + bytes.len()].copy_from_slice(bytes);
    }

    /// Runs a line; `writes` are cycle, register and value. What it says, and what it read.
    fn line(&mut self, writes: &[(u32, u8, u8)]) -> (AnLine, Vec<u16>) {
        let Bench { antic, memory } = self;
        antic.plan_line(memory);
        for &(cycle, register, value) in writes {
            antic.advance(cycle, memory);
            antic.write(cycle, register, value);
        }
        antic.end_line(memory);
        let an = antic.an_line().clone();
        antic.begin_line();
        (an, memory.fetched.take())
    }
}

#[test]
fn playfield_and_player_dma_in_one_cycle_read_at_the_and_of_their_addresses() {
    // Bytes of line 8 in cycles 20, 22 and so on; its end is missed, so that they go on to cycle 6 of
    // line 9, the 48th and last without a bus cycle being that of cycle 0.
    let mut bench = Bench::new(NARROW_PLAYERS, 0, &[0x5F, 0xC3, 0x7A, 0x5F, 0, 0]);
    bench.line(&[(60, HSCROL, 2), (112, HSCROL, 0)]);
    bench.memory.objects.clear();
    // Player 0, player 2, and what stands for the low byte of the address.
    bench.put(0x5204 & 0x7AF3, &[0xA1]);
    bench.put(0x5304 & 0x7AF4, &[0xA2]);
    bench.put(0x2004 & 0x7AF5, &[0xA3]);
    bench.put(0x2005, &[0x31]);
    let (_, fetched) = bench.line(&[]);
    let players = [0x5204 & 0x7AF3, 0x5284, 0x5304 & 0x7AF4, 0x5384];
    let address = [0x2004 & 0x7AF5, 0x2005, 0x31A3, 0x31A4];
    assert_eq!(fetched[..10], [[0x5184, 0x2003].as_slice(), &players, &address].concat());
    assert_eq!(bench.memory.objects, [(0, 0xA1), (1, 0), (2, 0xA2), (3, 0)]);
}

#[test]
fn an_instruction_is_read_at_the_and_of_its_address_and_the_playfields() {
    // Bytes in cycles 21, 23 and so on: the 48th in cycle 1 of line 9.
    let mut bench = Bench::new(NARROW, 2, &[0x5F, 0xD1, 0x7A, 0x0F]);
    bench.line(&[(60, HSCROL, 0), (112, HSCROL, 2)]);
    bench.put(0x2003 & 0x7B00, &[0x70]);
    let (an, fetched) = bench.line(&[]);
    assert_eq!(fetched[0], 0x2000);
    assert!(!an.hires, "a blank line");
}

#[test]
fn a_name_and_a_font_byte_in_one_cycle_are_one_byte_at_the_and_of_their_addresses() {
    // The playfield starts in cycle 17 and, HSCROL being another in 18, once more: names in every
    // cycle from 18 on, and three cycles later font bytes.
    let mut bench = Bench::new(NARROW, 0, &[0x52, 0x03, 0x70]);
    let (_, fetched) = bench.line(&[(17, HSCROL, 2)]);
    let names = [0x7003, 0x7004, 0x7005];
    let meetings = [0x7006 & 0x5C00, 0x7007 & 0x5C00];
    assert_eq!(fetched[3..8], [names.as_slice(), &meetings].concat());
}

#[test]
fn bytes_of_the_line_buffer_in_consecutive_cycles_are_each_the_next_but_for_the_last() {
    let mut bench = Bench::new(NARROW, 0, &[0x5D, 0x00, 0x30]);
    bench.put(0x3000 + 23, &[0xFF]);
    // The bytes of line 8 go on in the even cycles of line 9, from the ninth on counted; in its odd
    // cycles others begin in 21 and end in 99. The run is that of the cycles 20 to 100.
    bench.line(&[(60, HSCROL, 2)]);
    let (an, _) = bench.line(&[(99, DMACTL, NARROW | 3)]);
    let lit: Vec<usize> = (0x22..0xDE).filter(|&clock| an.codes[clock] != 0).collect();
    // The 23rd, the fifteen that are no memory, the 23rd once more, and the same as the last.
    let clocks = |cycles: std::ops::Range<usize>| 2 * cycles.start + 8..2 * cycles.end + 10;
    let expected: Vec<usize> = [36..37, 61..76, 99..101].into_iter().flat_map(clocks).collect();
    assert_eq!(lit, expected);
}

/// The instruction of the line in which they come counts from cycle 2 on. [sheet: antic 6]
#[test]
fn requests_left_of_a_scrolled_line_stray_into_a_slow_mode_if_they_come_late_enough() {
    for (fast, rows, first) in [(0x5D, 2, 10), (0x5F, 1, 10), (0x5A, 4, 14), (0x5C, 1, 14)] {
        for slow in [0x48, 0x49] {
            let shown = |hscrol| {
                let mut bench = Bench::new(NARROW + 1, hscrol, &[fast, 0x00, 0x30, slow, 0x00, 0x40, 0x41]);
                bench.put(0x4000, &[0x80, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
                (0..rows).for_each(|_| _ = bench.line(&[]));
                bench.line(&[]).0.codes
            };
            let strays = (0..16).filter(|&hscrol| shown(hscrol) != shown(0)).collect::<Vec<u8>>();
            assert_eq!(strays, (first..16).collect::<Vec<u8>>(), "{fast:02X} then {slow:02X}");
        }
    }
}
