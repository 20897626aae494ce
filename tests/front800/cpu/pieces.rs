//! Instructions in one piece do what they do access by access.

use std::collections::BTreeMap;

use front800::cpu::{Board, Bus, Cpu, Plain, how};
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Memory that notes what those who watch it can see. Its upper half has effects of its own: a read there changes what
/// the next one gives, but for the end of it, where a read gives something else in each cycle.
#[derive(Clone, PartialEq, Debug)]
struct Memory {
    bytes: Vec<u8>,
    cycles: i32,
    last: u8,
    /// Accesses with effects of their own, by the cycle in which they fell, with what was on the bus before.
    special: Vec<(i32, u8, u16)>,
    /// What was on the bus, by cycle, as far as anybody has said.
    seen: BTreeMap<i32, u8>,
}

const SPECIAL: u16 = 0x8000;
const POLLED: u16 = 0xE000;
/// Where most writes act later.
const NOTED: std::ops::Range<u16> = 0xA000..0xC000;
/// Where reads have no effect.
const MUTE: std::ops::Range<u16> = 0xB000..0xD000;

/// What a read in a cycle gives at the end of memory.
fn polled(address: u16, cycle: i32) -> Option<u8> {
    (address >= POLLED).then(|| (address as u8).wrapping_add(cycle as u8))
}

impl Memory {
    fn note(&mut self, address: u16, value: u8) {
        if address >= SPECIAL {
            // What was there before is not told where writes act later.
            let before = if NOTED.contains(&address) { 0 } else { self.last };
            self.special.push((self.cycles, before, address));
            self.bytes[usize::from(address)] = value.wrapping_mul(5).wrapping_add(1);
        }
        self.seen.insert(self.cycles, value);
        self.last = value;
        self.cycles += 1;
    }
}

impl Bus for Memory {
    fn read(&mut self, address: u16) -> u8 {
        if let Some(value) = polled(address, self.cycles) {
            self.note(0, value);
            return value;
        }
        let value = self.bytes[usize::from(address)];
        self.note(if MUTE.contains(&address) { 0 } else { address }, value);
        value
    }

    fn write(&mut self, address: u16, value: u8) {
        self.bytes[usize::from(address)] = value;
        self.note(address, value);
    }
}

/// [`Memory`] in pieces: so many instructions, or as many as begin before a cycle. Somebody may look at the bus.
struct Quick<const ASKS_ALWAYS: bool> {
    how: u8,
    slot: i32,
    limit: i32,
    last: u8,
    instructions: i32,
    apart: i32,
}

/// Where code may be, and where it stays if it runs straight on for the time of a test.
const CODE: std::ops::Range<u16> = 0x10..SPECIAL - 4;
const FAR: std::ops::Range<u16> = 0x10..SPECIAL - 0x200;

impl Board for Memory {
    fn code<const N: usize>(&self, pc: u16) -> u8 {
        self.bytes[usize::from(pc) + N]
    }

    fn word(&self, pc: u16) -> u16 {
        u16::from_le_bytes([self.code::<1>(pc), self.code::<2>(pc)])
    }

    fn fetched<const HOW: u8>(&mut self, _byte: u8) {}

    fn load(&mut self, address: u16) -> Option<u8> {
        (address < SPECIAL).then(|| self.bytes[usize::from(address)])
    }

    fn load_at_hand<const HOW: u8>(&mut self, address: u16) -> Option<u8> {
        self.load(address).filter(|_| address < SPECIAL / 2)
    }

    fn load_low(&self, address: u16) -> u8 {
        self.bytes[usize::from(address)]
    }

    fn load_low_word(&self, address: u8) -> u16 {
        let byte = |address: u8| self.bytes[usize::from(address)];
        u16::from_le_bytes([byte(address), byte(address + 1)])
    }

    fn load_plain(&self, address: u16) -> u8 {
        self.bytes[usize::from(address)]
    }

    // What stands there decides, so that both ways are gone.
    fn is_low_plain(&self) -> bool {
        self.bytes[0] < 0xC0
    }

    fn store(&mut self, address: u16, value: u8) {
        self.bytes[usize::from(address)] = value;
    }

    fn has_enough_code<const HOW: u8>(&self, pc: u16) -> bool {
        FAR.contains(&pc)
    }

    fn looks_for_requests(&self) -> bool {
        self.bytes[2] >= 0xC0
    }

    fn is_due_behind(&mut self, _slot: i32) -> Option<bool> {
        (self.bytes[2] < 0xE0).then_some(false)
    }

    fn polls_last(&self, _slot: i32) -> bool {
        false
    }

    fn changes_no_poll(&self, _: u16) -> bool {
        false
    }

    fn polls_early(&mut self, _slot: i32) {}

    fn see(&mut self, slot: i32, values: &[u8]) {
        self.seen.extend((slot..).zip(values.iter().copied()));
    }

    fn poll_at(&mut self, slot: i32, address: u16) -> Option<u8> {
        polled(address, slot)
    }

    fn may_read_in_vain(address: u16) -> bool {
        MUTE.contains(&address)
    }

    fn may_modify(&self, address: u16) -> bool {
        address < SPECIAL
    }

    fn may_note(address: u16) -> bool {
        NOTED.contains(&address)
    }

    // Now and then it has to be done otherwise.
    fn note_at(&mut self, slot: i32, address: u16, value: u8) -> bool {
        let noted = value < 0xC0;
        if noted {
            self.cycles = slot;
            self.write(address, value);
        }
        noted
    }

    fn may_wait(_address: u16) -> bool {
        false
    }
}

impl<const ASKS_ALWAYS: bool> Plain for Quick<ASKS_ALWAYS> {
    type Board = Memory;
    const ASKS_ALWAYS: bool = ASKS_ALWAYS;

    fn is_plain(&self, _memory: &Memory, address: u16) -> bool {
        address < SPECIAL
    }

    fn is_in_time(&self, memory: &Memory, _slot: i32) -> bool {
        memory.bytes[1] < 0xC0
    }

    fn jump<const HOW: u8>(&mut self, _memory: &mut Memory, pc: u16) {
        if !FAR.contains(&pc) {
            self.limit = self.slot;
        }
    }

    fn left(&self) -> i32 {
        self.slot - self.limit
    }

    fn come_to(&mut self, left: i32, last: u8) {
        (self.slot, self.last) = (self.limit + left, last);
    }

    fn unmasked(&mut self, _: &mut Self::Board) {
        self.limit = self.slot;
    }

    fn begin(&mut self, _memory: &mut Memory, _pc: u16) {}

    fn goes_on(&self) -> bool {
        !ASKS_ALWAYS && self.slot < self.limit
    }

    fn go_on(&mut self, _memory: &mut Memory, pc: u16, _masked: bool) -> bool {
        self.instructions -= 1;
        ASKS_ALWAYS && self.instructions >= 0 && CODE.contains(&pc)
    }

    fn awaits_interrupt(&self, _memory: &Memory) -> bool {
        false
    }

    fn may_run(&mut self, _memory: &mut Memory, _pc: u16) -> bool {
        true
    }

    fn slot(&self, left: i32) -> i32 {
        self.limit + left
    }

    fn how(&self) -> u8 {
        self.how
    }

    fn go_carefully(&mut self, _memory: &mut Memory) {}

    fn read_at(&mut self, memory: &mut Memory, slot: i32, before: u8, address: u16) -> (u8, bool) {
        self.slot = slot;
        (memory.cycles, memory.last) = (slot, before);
        (memory.read(address), false)
    }

    fn write_at(&mut self, memory: &mut Memory, slot: i32, before: u8, address: u16, value: u8) -> bool {
        self.slot = slot;
        (memory.cycles, memory.last) = (slot, before);
        memory.write(address, value);
        // Now and then the stretch is over with that.
        let moved = value < 0x40;
        if moved {
            self.limit = slot - 3;
        }
        moved
    }

    type Accesses<'a> = Memory;

    fn by_accesses<'a, T>(
        &'a mut self,
        memory: &'a mut Memory,
        run: impl FnOnce(&mut Self::Accesses<'a>) -> T,
    ) -> T {
        self.apart += 1;
        (memory.cycles, memory.last) = (self.slot, self.last);
        let result = run(memory);
        (self.slot, self.last) = (memory.cycles, memory.last);
        result
    }
}

/// Runs in pieces and access by access, from memory at random: how many instructions, and how many of them were apart.
fn run_both_ways<const ASKS_ALWAYS: bool>(random: &mut ChaCha8Rng) -> (i32, i32) {
    let mut bytes = vec![0; 0x10003];
    random.fill_bytes(&mut bytes);
    let memory = Memory { bytes, cycles: 0, last: 0, special: Vec::new(), seen: BTreeMap::new() };
    let mut cpu = Cpu::new();
    cpu.reset_due = false;
    cpu.pc = random.random_range(FAR);
    [cpu.a, cpu.x, cpu.y, cpu.s] = random.random();
    cpu.p = random.random::<u8>() & 0xEF | 0x20;
    let (mut one, mut other) = (memory.clone(), memory);
    let (mut whole, mut stepped) = (cpu.clone(), cpu);
    let instructions = random.random_range(1..30);
    let how = random.random_range(how::IN_RAM..=how::IN_ROM_KEEPING_BUS);
    let keeps_bus = how::keeps_bus(how);
    let quick =
        Quick::<ASKS_ALWAYS> { how, slot: 0, limit: 4 * instructions, last: 0, instructions, apart: 0 };
    let quick = whole.run_in_pieces(quick, &mut one);
    (one.cycles, one.last) = (quick.slot, quick.last);
    let mut count = 0;
    while other.cycles < one.cycles {
        stepped.step(&mut other);
        count += 1;
    }
    let ended = whole.jammed || !CODE.contains(&whole.pc) || keeps_bus;
    assert!(!ASKS_ALWAYS || ended || count == instructions);
    assert_eq!(whole, stepped);
    // Before an instruction that is for another bus it is not said what was on this.
    let all = std::mem::take(&mut other.seen);
    let seen = std::mem::take(&mut one.seen);
    assert!(!keeps_bus || seen.range(..one.cycles).eq(all.range(..one.cycles)), "{seen:?} {all:?}");
    if keeps_bus {
        one.last = other.last;
    }
    assert!(one == other, "at {:04X}: {:?} {:?}", stepped.pc, one.special, other.special);
    (count, quick.apart)
}

/// Any opcodes with any operands on any memory, a few instructions at a time: registers, memory, cycles and what is on
/// the bus before an access with effects.
#[test]
fn an_instruction_in_one_piece_leaves_what_its_accesses_leave() {
    let mut random = ChaCha8Rng::seed_from_u64(13);
    let (mut all, mut apart) = (0, 0);
    for _ in 0..4000 {
        for (some, of_them) in [run_both_ways::<true>(&mut random), run_both_ways::<false>(&mut random)] {
            (all, apart) = (all + some, apart + of_them);
        }
    }
    assert!(all - apart > 8000, "most instructions run in one piece: {apart} of {all} did not");
}
