//! Player/missile DMA, and what GTIA takes for it. [sheet: antic 7, gtia 3]

use super::*;

/// Positions of players 0 to 3 and missiles 0 to 3.
const PLACES: [u8; 8] = [0x40, 0x50, 0x60, 0x70, 0x80, 0x88, 0x90, 0x98];

/// A display of blank lines with objects side by side in one colour.
fn with_objects(dmactl: u8) -> Display {
    let display = Display::new(&[0x70; 29]).set(0xD400, dmactl).set(0xD01D, 3).set(0xD407, 0x50);
    let display =
        (0xD000..).zip(PLACES).fold(display, |display, (register, place)| display.set(register, place));
    (0xD012..0xD016).fold(display, |display, register| display.set(register, 0x1E))
}

/// The graphics of the players, and of the missiles as in GRAFM, that a line shows.
fn shown(machine: &Machine, line: u32) -> ([u8; 4], u8) {
    let bits = |place: u8, clocks| {
        let colours = colours(machine, line, usize::from(place), clocks);
        colours.iter().step_by(2).fold(0, |bits, &colour| bits << 1 | u8::from(colour == 0x1E))
    };
    let players = [0, 1, 2, 3].map(|n| bits(PLACES[n], 8));
    (players, (0..4).fold(0, |missiles, n| missiles | bits(PLACES[4 + n], 2) << (2 * n)))
}

/// A byte that tells object (missiles first) and line.
fn mark(object: u16, line: u16) -> u8 {
    (line as u8).wrapping_mul(5) ^ (object as u8 * 0x35)
}

#[test]
fn missiles_and_players_lie_one_after_another_from_pmbase_on() {
    for (dmactl, size, base) in [(0x2C, 0x80, 0x5000), (0x3C, 0x100, 0x5000)] {
        let display = (0..5).fold(with_objects(dmactl), |display, object| {
            let bytes: Vec<u8> = (0..size).map(|at| mark(object, at)).collect();
            display.with(base + (3 + object) * size, &bytes)
        });
        let mut machine = display.start();
        machine.run_frame();
        for line in [8, 9, 100, 101, 246, 247] {
            let at = if size == 0x80 { line / 2 } else { line };
            let players = [1, 2, 3, 4].map(|object| mark(object, at as u16));
            assert_eq!(
                shown(&machine, line),
                (players, mark(0, at as u16)),
                "DMACTL {dmactl:02X} line {line}"
            );
        }
    }
}

#[test]
fn pmbase_may_change_between_lines() {
    let mut machine = with_objects(0x3C).with(0x5400, &[0x81; 0x100]).with(0x5C00, &[0x42; 0x100]).start();
    write_at(&mut machine, 100, 20, 0xD407, 0x58);
    machine.run_frame();
    assert_eq!([99, 100, 101, 102].map(|line| shown(&machine, line).0[0]), [0x81, 0x81, 0x42, 0x42]);
}

/// A machine whose CPU does nothing but fetch $4C, with objects loaded as DMACTL and GRACTL say.
fn fetching_4c(dmactl: u8, gractl: u8) -> Machine {
    let mut machine =
        with_objects(dmactl).set(0xD01D, gractl).with(0x4C4C, &[0x4C; 3]).with(0x5180, &[0x99; 0x80]).start();
    machine.cpu_mut().pc = 0x4C4C;
    machine.run_frame();
    machine.run_frame();
    machine
}

#[test]
fn gtia_takes_what_is_on_the_bus_where_antic_fetches_no_player() {
    let machine = fetching_4c(0x24, 3);
    assert_eq!(shown(&machine, 20), ([0x4C; 4], 0x99), "missiles by DMA");
    let machine = fetching_4c(0x20, 3);
    assert_eq!(shown(&machine, 20), ([0x4C; 4], 0x70), "the instruction for the missiles");
    for (dmactl, gractl) in [(0x00, 3), (0x24, 0), (0x2C, 0)] {
        let machine = fetching_4c(dmactl, gractl);
        assert_eq!(shown(&machine, 20), ([0; 4], 0), "DMACTL {dmactl:02X} GRACTL {gractl}");
    }
    assert_eq!(shown(&fetching_4c(0x2C, 1), 20), ([0; 4], 0x99), "missiles alone are latched");
}

/// Players' DMA that begins too late for the missiles: the instruction in cycle 1 is taken for them, and each player
/// takes what was fetched for the next one, the last one what the CPU has on the bus. One that ends behind player 0
/// leaves the others to the CPU. [sheet: gtia 3]
#[test]
fn players_take_what_is_on_the_bus_where_dma_begins_or_ends_between_them() {
    let after_write = |dmactl, line, cycle, value| {
        let bytes = [0x99, 0x81, 0xA5, 0xBD, 0xC3];
        let objects = (0x5180..).step_by(0x80).zip(bytes);
        let objects =
            objects.fold(with_objects(dmactl), |display, (at, byte)| display.with(at, &[byte; 0x80]));
        let mut machine = objects.start();
        write_at(&mut machine, line, cycle, 0xD400, value);
        machine.run_frame();
        machine
    };
    // NOP and JMP follow the write. Line 96 begins a mode line.
    let begins = after_write(0x20, 95, 113, 0x28);
    assert_eq!(shown(&begins, 96), ([0xA5, 0xBD, 0xC3, 0x4C], 0x70));
    assert_eq!(shown(&begins, 97), ([0x81, 0xA5, 0xBD, 0xC3], 0x99));
    let ends = after_write(0x28, 97, 1, 0x20);
    assert_eq!(shown(&ends, 96), ([0x81, 0xA5, 0xBD, 0xC3], 0x99));
    assert_eq!(shown(&ends, 97), ([0x81, 0xEA, 0x4C, 0x4C], 0x99));
}

/// A first halted cycle later than 1, as the names of a wide playfield in 10, is not looked at. [guess]
#[test]
fn a_wide_playfield_fetched_in_the_blank_is_no_phantoms_first_cycle() {
    let list: Vec<u8> = [0x42, 0x00, 0x60].into_iter().chain([0x70; 26]).collect();
    let display = Display::new(&list).set(0xD400, 0x23).set(0xD01D, 2).set(0xD409, 0x70);
    let display = display.with(0x6000, &[0; 48]).with(0x7000, &[0; 8]).with(0x4C4C, &[0x4C; 3]);
    let display = (0xD000..)
        .zip(&PLACES[..4])
        .fold(display, |display, (register, &place)| display.set(register, place));
    let mut machine = (0xD012..0xD016).fold(display, |display, register| display.set(register, 0x1E)).start();
    machine.cpu_mut().pc = 0x4C4C;
    machine.run_frame();
    // Behind the line in which the list is fetched.
    write_at(&mut machine, 9, 20, 0xD00D, 0);
    machine.run_frame();
    let player = |line| shown(&machine, line).0[0];
    assert_eq!([8, 10, 15].map(player), [0x4C, 0, 0]);
}

#[test]
fn the_last_data_stay_when_they_are_no_longer_latched() {
    let bytes: Vec<u8> = (0..=255).collect();
    let mut machine = with_objects(0x3C).with(0x5400, &bytes).start();
    write_at(&mut machine, 99, 20, 0xD01D, 0);
    machine.run_frame();
    assert_eq!([98, 99, 100, 200].map(|line| shown(&machine, line).0[0]), [98, 99, 99, 99]);
}
