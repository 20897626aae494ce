//! RANDOM from a stream.

use front800::machine::{Config, Lcg, Machine};

/// A ROM that copies RANDOM to $80, $81 … for ever, with the display on and every fourth byte read by an
/// indexed instruction whose dummy read is elsewhere.
fn machine() -> Machine {
    let program = [
        0xA2, 0x00, // LDX #0
        0xA9, 0x10, 0x8D, 0x03, 0xD4, // LDA #$10, STA DLISTH
        0xA9, 0x00, 0x8D, 0x02, 0xD4, // LDA #0, STA DLISTL
        0xA9, 0x22, 0x8D, 0x00, 0xD4, // LDA #$22, STA DMACTL
        0xA9, 0x03, 0x8D, 0x0F, 0xD2, // LDA #3, STA SKCTL
        0xAD, 0x0A, 0xD2, 0x95, 0x80, 0xE8, // LDA RANDOM, STA $80,X, INX
        0xAD, 0x1A, 0xD2, 0x95, 0x80, 0xE8, // LDA RANDOM's mirror, STA $80,X, INX
        0xA0, 0x05, 0xB9, 0x05, 0xD2, 0x95, 0x80, 0xE8, // LDY #5, LDA RANDOM-5,Y …
        0x4C, 0x16, 0xE0, // JMP
    ];
    let mut os = [0xEA; 0x2800];
    os[0x0800..0x0800 + program.len()].copy_from_slice(&program);
    os[0x27FC..0x27FE].copy_from_slice(&0xE000_u16.to_le_bytes());
    let mut machine = Machine::new(&Config::new(os.into()));
    // Text between blank lines.
    for (address, byte) in (0x1000..).zip([0x70, 0x42, 0x00, 0x20, 0x02, 0x70, 0x02, 0x41, 0x00, 0x10]) {
        machine.poke(address, byte);
    }
    machine
}

fn stream(seed: u32, length: usize) -> Vec<u8> {
    let mut stream = Lcg::new(seed);
    (0..length).map(|_| stream.next_byte()).collect()
}

#[test]
fn the_program_reads_the_stream_byte_by_byte() {
    let mut machine = machine();
    machine.set_random(Some(Lcg::new(1)));
    while machine.random_reads() < 60 {
        machine.step();
    }
    // The last one is still in the accumulator.
    let read: Vec<u8> = (0..59).map(|n| machine.peek(0x80 + n)).collect();
    assert_eq!(read, stream(1, 59));
    assert_eq!(machine.peek(0xD20A), stream(1, 61)[60]);
    assert_eq!(machine.random_reads(), 60, "looking is not reading");
}

#[test]
fn reads_are_counted_without_a_stream_too() {
    let (mut streamed, mut plain) = (machine(), machine());
    streamed.set_random(Some(Lcg::new(1)));
    for machine in [&mut streamed, &mut plain] {
        machine.run_frame();
    }
    assert_eq!(streamed.random_reads(), plain.random_reads());
    assert!(plain.random_reads() > 1000);
}

#[test]
fn fast_and_exact_runs_read_the_same() {
    let mut lazy = machine();
    lazy.set_random(Some(Lcg::new(9)));
    let mut oracle = lazy.clone();
    oracle.set_oracle(true);
    for frame in 0..20 {
        lazy.run_frame();
        oracle.run_frame();
        assert_eq!(lazy.hash(), oracle.hash(), "frame {frame}");
    }
    assert_eq!(lazy.random_reads(), oracle.random_reads());
}

#[test]
fn the_stream_is_part_of_the_state() {
    let mut machine = machine();
    machine.set_random(Some(Lcg::new(9)));
    machine.run_frame();
    let (saved, hash) = (machine.save(), machine.hash());
    let mut other = self::machine();
    other.load(&saved).unwrap();
    assert_eq!(other.hash(), hash);
    machine.run_frame();
    other.run_frame();
    assert_eq!(other.hash(), machine.hash());
    assert_eq!(other.random_reads(), machine.random_reads());
    other.load(&saved).unwrap();
    other.set_random(Some(Lcg::new(10)));
    assert_ne!(other.hash(), hash, "another stream is another state");
}
