//! Cases by hand: the clocks of each addressing mode and sequence, and what is special about
//! flags and polls. They need no data.

use super::pins::{Low, PinBus};
use front800::cpu::flags::{B, C, D, I, N, UNUSED, V, Z};
use front800::cpu::{Bus, Cpu, Executed};

const ORIGIN: u16 = 0x1000;

/// A CPU at [`ORIGIN`] with X = $10, Y = $20 and the stack at $01FD.
fn cpu() -> Cpu {
    Cpu { pc: ORIGIN, x: 0x10, y: 0x20, s: 0xFD, reset_due: false, ..Cpu::new() }
}

/// A bus with code at [`ORIGIN`] and pointers and vectors at places of which the cases make use.
fn bus(code: &[u8]) -> PinBus {
    let mut bus = PinBus::new();
    for (address, bytes) in [
        (ORIGIN, code),
        (0x0080, &[0x34, 0x12]),
        (0x0082, &[0xF0, 0x12]),
        (0x0090, &[0x78, 0x56]),
        (0x00FF, &[0x34]),
        (0x0000, &[0x12]),
        (0x12FF, &[0x00, 0x99]),
        (0x1200, &[0x40]),
        (0xFFFA, &[0x00, 0xA0, 0x00, 0xB0, 0x00, 0xC0]),
    ] {
        let from = usize::from(address);
        bus.ram[from..from + bytes.len()].copy_from_slice(bytes);
    }
    bus
}

/// The clocks as text: `R1000 W0080`.
fn clocks(bus: &PinBus) -> String {
    let clock = |c: &super::pins::Clock| format!("{}{:04X}", if c.write { 'W' } else { 'R' }, c.address);
    bus.log.iter().map(clock).collect::<Vec<_>>().join(" ")
}

fn check_clocks(code: &[u8], expected: &str) {
    let mut bus = bus(code);
    bus.step(&mut cpu());
    assert_eq!(clocks(&bus), expected, "{code:02X?}");
}

#[test]
fn immediate_implied_and_accumulator_take_two_clocks() {
    for code in [0xA9, 0xEA, 0x0A, 0x1A, 0x80] {
        check_clocks(&[code], "R1000 R1001");
    }
}

#[test]
fn zero_page_goes_straight_there() {
    check_clocks(&[0xA5, 0x80], "R1000 R1001 R0080");
    check_clocks(&[0x85, 0x80], "R1000 R1001 W0080");
    check_clocks(&[0xE6, 0x80], "R1000 R1001 R0080 W0080 W0080");
}

#[test]
fn zero_page_indexed_reads_the_base_first_and_wraps() {
    check_clocks(&[0xB5, 0xF5], "R1000 R1001 R00F5 R0005");
    check_clocks(&[0xB6, 0x80], "R1000 R1001 R0080 R00A0");
    check_clocks(&[0x95, 0x80], "R1000 R1001 R0080 W0090");
    check_clocks(&[0xF6, 0x80], "R1000 R1001 R0080 R0090 W0090 W0090");
}

#[test]
fn absolute_goes_straight_there() {
    check_clocks(&[0xAD, 0x34, 0x12], "R1000 R1001 R1002 R1234");
    check_clocks(&[0x8D, 0x34, 0x12], "R1000 R1001 R1002 W1234");
    check_clocks(&[0xEE, 0x34, 0x12], "R1000 R1001 R1002 R1234 W1234 W1234");
}

#[test]
fn absolute_indexed_reads_the_wrong_page_before_the_right_one() {
    check_clocks(&[0xBD, 0x34, 0x12], "R1000 R1001 R1002 R1244");
    check_clocks(&[0xBD, 0xF4, 0x12], "R1000 R1001 R1002 R1204 R1304");
    check_clocks(&[0xB9, 0xF4, 0xFF], "R1000 R1001 R1002 RFF14 R0014");
    check_clocks(&[0x9D, 0x34, 0x12], "R1000 R1001 R1002 R1244 W1244");
    check_clocks(&[0x99, 0xF4, 0x12], "R1000 R1001 R1002 R1214 W1314");
    check_clocks(&[0xFE, 0x34, 0x12], "R1000 R1001 R1002 R1244 R1244 W1244 W1244");
    check_clocks(&[0xFE, 0xF4, 0x12], "R1000 R1001 R1002 R1204 R1304 W1304 W1304");
}

#[test]
fn indirect_x_and_its_pointer_stay_in_page_0() {
    check_clocks(&[0xA1, 0x70], "R1000 R1001 R0070 R0080 R0081 R1234");
    check_clocks(&[0x81, 0xEF], "R1000 R1001 R00EF R00FF R0000 W1234");
    check_clocks(&[0x03, 0x70], "R1000 R1001 R0070 R0080 R0081 R1234 W1234 W1234");
}

#[test]
fn indirect_y_reads_the_wrong_page_before_the_right_one() {
    check_clocks(&[0xB1, 0x80], "R1000 R1001 R0080 R0081 R1254");
    check_clocks(&[0xB1, 0xFF], "R1000 R1001 R00FF R0000 R1254");
    check_clocks(&[0xB1, 0x82], "R1000 R1001 R0082 R0083 R1210 R1310");
    check_clocks(&[0x91, 0x80], "R1000 R1001 R0080 R0081 R1254 W1254");
    check_clocks(&[0x13, 0x82], "R1000 R1001 R0082 R0083 R1210 R1310 W1310 W1310");
}

#[test]
fn jumps_calls_and_returns() {
    check_clocks(&[0x4C, 0x34, 0x12], "R1000 R1001 R1002");
    check_clocks(&[0x20, 0x34, 0x12], "R1000 R1001 R01FD W01FD W01FC R1002");
    check_clocks(&[0x60], "R1000 R1001 R01FD R01FE R01FF R0000");
    check_clocks(&[0x40], "R1000 R1001 R01FD R01FE R01FF R0100");
}

#[test]
fn an_indirect_jump_takes_its_high_byte_from_the_same_page() {
    let mut bus = bus(&[0x6C, 0xFF, 0x12]);
    let mut cpu = cpu();
    bus.step(&mut cpu);
    assert_eq!(clocks(&bus), "R1000 R1001 R1002 R12FF R1200");
    assert_eq!(cpu.pc, 0x4000);
}

#[test]
fn the_stack_instructions() {
    check_clocks(&[0x48], "R1000 R1001 W01FD");
    check_clocks(&[0x68], "R1000 R1001 R01FD R01FE");
}

#[test]
fn branches_read_the_next_opcode_and_then_the_wrong_page() {
    let taken = Cpu { p: UNUSED | Z, ..cpu() };
    for (offset, expected) in
        [(0x10, "R1000 R1001 R1002"), (0x80, "R1000 R1001 R1002 R1082"), (0x7F, "R1000 R1001 R1002")]
    {
        let mut bus = bus(&[0xF0, offset]);
        bus.step(&mut taken.clone());
        assert_eq!(clocks(&bus), expected, "offset {offset:02X}");
    }
    check_clocks(&[0xF0, 0x10], "R1000 R1001");
}

#[test]
fn break_skips_a_byte_and_pushes_b() {
    let mut bus = bus(&[0x00]);
    let mut cpu = Cpu { p: UNUSED | C | D, ..cpu() };
    bus.step(&mut cpu);
    assert_eq!(clocks(&bus), "R1000 R1001 W01FD W01FC W01FB RFFFE RFFFF");
    assert_eq!(bus.ram[0x01FB..0x01FE], [UNUSED | B | C | D, 0x02, 0x10]);
    assert_eq!((cpu.pc, cpu.p, cpu.s), (0xC000, UNUSED | C | D | I, 0xFA));
}

#[test]
fn reset_reads_where_an_interrupt_pushes() {
    let mut bus = bus(&[]);
    let mut cpu = Cpu { pc: ORIGIN, ..Cpu::new() };
    assert_eq!(bus.step(&mut cpu), Executed::Reset);
    assert_eq!(clocks(&bus), "R1000 R1000 R0100 R01FF R01FE RFFFC RFFFD");
    assert_eq!((cpu.pc, cpu.p, cpu.s), (0xB000, UNUSED | I, 0xFD));
}

#[test]
fn kil_stops_the_cpu_until_reset() {
    let mut bus = bus(&[0x02]);
    bus.schedule = vec![(0, Low { nmi: true, ..Low::default() })];
    let mut cpu = cpu();
    assert_eq!(bus.step(&mut cpu), Executed::Instruction);
    assert_eq!(bus.step(&mut cpu), Executed::Jam);
    assert_eq!(bus.step(&mut cpu), Executed::Jam);
    assert_eq!(clocks(&bus), "R1000 R1001 RFFFF RFFFE RFFFE RFFFF RFFFF");
    cpu.reset_due = true;
    assert_eq!(bus.step(&mut cpu), Executed::Reset);
    assert!(!cpu.jammed);
}

/// Runs `code` with IRQ low throughout and I clear at first; how the steps went.
fn with_irq(code: &[u8], p: u8, steps: usize) -> (Vec<Executed>, PinBus) {
    let mut bus = bus(code);
    bus.schedule = vec![(0, Low { irq: true, ..Low::default() })];
    let mut cpu = Cpu { p: UNUSED | p, ..cpu() };
    let executed = (0..steps).map(|_| bus.step(&mut cpu)).collect();
    (executed, bus)
}

#[test]
fn one_instruction_runs_after_cli() {
    let (executed, _) = with_irq(&[0x58, 0xEA, 0xEA], I, 3);
    assert_eq!(executed, [Executed::Instruction, Executed::Instruction, Executed::Irq]);
}

#[test]
fn sei_is_interrupted_with_i_set_in_the_pushed_status() {
    let (executed, bus) = with_irq(&[0x78, 0xEA], 0, 2);
    assert_eq!(executed, [Executed::Instruction, Executed::Irq]);
    assert_eq!(bus.ram[0x01FB], UNUSED | I);
}

#[test]
fn the_first_instruction_of_a_handler_always_runs() {
    let mut bus = bus(&[0xEA]);
    bus.ram[0xC000..0xC002].copy_from_slice(&[0x58, 0xEA]);
    bus.schedule = vec![(0, Low { irq: true, ..Low::default() })];
    let mut cpu = Cpu { p: UNUSED, ..cpu() };
    let executed: Vec<_> = (0..5).map(|_| bus.step(&mut cpu)).collect();
    use Executed::*;
    assert_eq!(executed, [Instruction, Irq, Instruction, Instruction, Irq]);
}

#[test]
fn an_nmi_during_the_pushes_of_an_irq_takes_its_vector() {
    // NOP, then the sequence in clocks 2 to 8: PCL is pushed in 5.
    for (low_from, vector) in [(5, 0xA000), (6, 0xC000)] {
        let mut bus = bus(&[0xEA]);
        let irq = Low { irq: true, ..Low::default() };
        bus.schedule = vec![(0, irq), (low_from, Low { nmi: true, ..irq }), (low_from + 1, irq)];
        let mut cpu = Cpu { p: UNUSED, ..cpu() };
        bus.step(&mut cpu);
        bus.step(&mut cpu);
        assert_eq!(cpu.pc, vector, "NMI low in clock {low_from}");
    }
}

#[test]
fn a_stalled_read_repeats_and_a_write_does_not_wait() {
    let mut bus = bus(&[0x8D, 0x34, 0x12]);
    bus.schedule = vec![(2, Low { rdy: true, ..Low::default() })];
    bus.schedule.push((5, Low::default()));
    bus.step(&mut cpu());
    assert_eq!(clocks(&bus), "R1000 R1001 R1002 R1002 R1002 R1002 W1234");
}

/// ADC or SBC immediate in decimal mode: A and the flags.
fn decimal(code: u8, a: u8, operand: u8, carry: u8) -> (u8, u8) {
    let mut cpu = Cpu { a, p: UNUSED | D | carry, ..cpu() };
    cpu.step(&mut bus(&[code, operand]));
    (cpu.a, cpu.p & (N | V | Z | C))
}

#[test]
fn decimal_addition_leaves_the_flags_of_the_nmos_chip() {
    assert_eq!(decimal(0x69, 0x06, 0x19, 0), (0x25, 0));
    assert_eq!(decimal(0x69, 0x7E, 0x11, C), (0x96, N | V));
    assert_eq!(decimal(0x69, 0xFF, 0x01, 0), (0x66, Z | C));
    assert_eq!(decimal(0x69, 0x99, 0x01, 0), (0x00, N | C));
    assert_eq!(decimal(0x69, 0x0F, 0x0F, 0), (0x14, 0));
}

#[test]
fn decimal_subtraction_leaves_the_flags_of_the_binary_one() {
    assert_eq!(decimal(0xE9, 0x42, 0x13, C), (0x29, C));
    assert_eq!(decimal(0xE9, 0x00, 0x01, C), (0x99, N));
    assert_eq!(decimal(0xE9, 0x10, 0x10, C), (0x00, Z | C));
}

#[test]
fn a_page_crossing_store_of_shx_goes_to_the_page_of_its_value() {
    let mut bus = bus(&[0x9E, 0xF0, 0x12]);
    bus.step(&mut Cpu { x: 0x0F, y: 0x20, ..cpu() });
    assert_eq!(clocks(&bus), "R1000 R1001 R1002 R1210 W0310");
    assert_eq!(bus.ram[0x0310], 0x03);
}

#[test]
fn lxa_loads_its_operand_unchanged() {
    let mut cpu = Cpu { a: 0, ..cpu() };
    cpu.step(&mut bus(&[0xAB, 0x5A]));
    assert_eq!((cpu.a, cpu.x), (0x5A, 0x5A));
}

/// RAM that goes on for a number of cycles.
struct Flat {
    ram: Vec<u8>,
    left: u32,
}

impl Bus for Flat {
    fn read(&mut self, address: u16) -> u8 {
        self.left = self.left.saturating_sub(1);
        self.ram[usize::from(address)]
    }

    fn write(&mut self, address: u16, value: u8) {
        self.left = self.left.saturating_sub(1);
        self.ram[usize::from(address)] = value;
    }

    fn go_on(&mut self, _pc: u16, _masked: bool) -> bool {
        self.left > 0
    }
}

#[test]
fn run_ends_where_as_many_steps_end() {
    // INX; ADC $1000,X; STA $2000,X; BNE to the INX; CIM.
    let code = [0xE8, 0x7D, 0x00, 0x10, 0x9D, 0x00, 0x20, 0xD0, 0xF7, 0x02];
    for cycles in (0..4000).step_by(7) {
        let mut stepped = (cpu(), Flat { ram: bus(&code).ram, left: cycles });
        let mut ran = (cpu(), Flat { ram: bus(&code).ram, left: cycles });
        while stepped.1.left > 0 && !stepped.0.jammed {
            stepped.0.step(&mut stepped.1);
        }
        ran.0.run(&mut ran.1);
        assert_eq!(ran.0, stepped.0);
        assert_eq!((ran.1.left, &ran.1.ram), (stepped.1.left, &stepped.1.ram));
    }
}
