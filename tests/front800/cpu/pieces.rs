//! Instructions in one piece do what they do access by access.

use front800::cpu::{Bus, Cpu, Plain};
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Memory that notes what those who watch it can see. Its upper half has effects of its own: a read there changes what
/// the next one gives.
#[derive(Clone, PartialEq, Debug)]
struct Memory {
    bytes: Vec<u8>,
    cycles: i32,
    last: u8,
    /// Accesses with effects of their own, by the cycle in which they fell, with what was on the bus before.
    special: Vec<(i32, u8, u16)>,
    instructions: i32,
    pieces: u32,
}

const SPECIAL: u16 = 0x8000;

impl Memory {
    fn note(&mut self, address: u16, value: u8) {
        if address >= SPECIAL {
            self.special.push((self.cycles, self.last, address));
            self.bytes[usize::from(address)] = value.wrapping_mul(5).wrapping_add(1);
        }
        self.last = value;
        self.cycles += 1;
    }
}

impl Bus for Memory {
    fn read(&mut self, address: u16) -> u8 {
        let value = self.bytes[usize::from(address)];
        self.note(address, value);
        value
    }

    fn write(&mut self, address: u16, value: u8) {
        self.bytes[usize::from(address)] = value;
        self.note(address, value);
    }

    fn go_on(&mut self, pc: u16, _masked: bool) -> bool {
        self.instructions -= 1;
        self.instructions >= 0 && (0x10..SPECIAL - 4).contains(&pc)
    }
}

impl Plain for Memory {
    fn code(&self, pc: u16) -> [u8; 4] {
        [0, 1, 2, 3].map(|n| self.bytes[usize::from(pc.wrapping_add(n))])
    }

    fn fetched(&mut self, _byte: u8) {}

    fn load(&mut self, address: u16) -> Option<u8> {
        (address < SPECIAL).then(|| self.bytes[usize::from(address)])
    }

    fn load_low(&self, address: u16) -> u8 {
        self.bytes[usize::from(address)]
    }

    fn is_plain(&self, address: u16, _cycles: i32) -> bool {
        address < SPECIAL
    }

    fn store(&mut self, address: u16, value: u8) {
        self.bytes[usize::from(address)] = value;
    }

    fn pass(&mut self, cycles: i32, last: u8) {
        self.cycles += cycles;
        self.last = last;
        self.pieces += 1;
    }

    fn go_to(&mut self, _pc: u16) {}

    fn may_run(&mut self, _pc: u16) -> bool {
        true
    }

    fn read_after(&mut self, cycles: i32, before: u8, address: u16) -> u8 {
        (self.cycles, self.last) = (self.cycles + cycles, before);
        let value = self.read(address);
        self.cycles -= cycles + 1;
        value
    }

    fn write_after(&mut self, cycles: i32, before: u8, address: u16, value: u8) {
        (self.cycles, self.last) = (self.cycles + cycles, before);
        self.write(address, value);
        self.cycles -= cycles + 1;
    }

    type Accesses<'a> = Memory;

    fn by_accesses<'a, T>(&'a mut self, run: impl FnOnce(&mut Self::Accesses<'a>) -> T) -> T {
        run(self)
    }
}

/// Any opcodes with any operands on any memory, a few instructions at a time: registers, memory, cycles and what is on
/// the bus before an access with effects.
#[test]
fn an_instruction_in_one_piece_leaves_what_its_accesses_leave() {
    let mut random = ChaCha8Rng::seed_from_u64(13);
    let mut in_pieces = 0;
    for _ in 0..4000 {
        let mut bytes = vec![0; 0x10000];
        random.fill_bytes(&mut bytes);
        let memory = Memory { bytes, cycles: 0, last: 0, special: Vec::new(), instructions: 0, pieces: 0 };
        let mut cpu = Cpu::new();
        cpu.reset_due = false;
        cpu.pc = random.random_range(0x0010..SPECIAL - 0x200);
        [cpu.a, cpu.x, cpu.y, cpu.s] = random.random();
        cpu.p = random.random::<u8>() & 0xEF | 0x20;
        let (mut one, mut other) = (memory.clone(), memory);
        let (mut whole, mut stepped) = (cpu.clone(), cpu);
        let count = random.random_range(1..30);
        one.instructions = count;
        whole.run_in_pieces(&mut one);
        for _ in 0..count {
            if stepped.jammed || !(0x10..SPECIAL - 4).contains(&stepped.pc) {
                break;
            }
            stepped.step(&mut other);
        }
        in_pieces += one.pieces;
        (one.instructions, one.pieces) = (0, 0);
        assert_eq!(whole, stepped);
        assert!(one == other, "at {:04X}: {:?} {:?}", stepped.pc, one.special, other.special);
    }
    assert!(in_pieces > 4000, "most instructions run in one piece: {in_pieces}");
}
