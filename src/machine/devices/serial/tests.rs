//! Tests: the bus and the drives, driven through a POKEY as by a program.

use super::*;
use crate::machine::devices::model::Model;
use crate::media::atr::{Geometry, Image};

/// Cycles of a bit that the computer sends.
const BIT: u64 = 94;
/// Longer than any answer would take.
const SILENCE_MICROS: u64 = 40_000;

/// POKEY registers.
const AUDF3: u8 = 4;
const AUDF4: u8 = 6;
const AUDCTL: u8 = 8;
const STIMER: u8 = 9;
const SKRES: u8 = 10;
const SEROUT: u8 = 13;
const SERIN: u8 = 13;
const IRQEN: u8 = 14;
const IRQST: u8 = 14;
const SKCTL: u8 = 15;
const INPUT_READY: u8 = 0x20;

/// A computer reduced to what is visible on the bus.
struct Host {
    bus: SerialBus,
    shelf: Shelf,
    pokey: Pokey,
    now: u64,
}

impl Host {
    fn new() -> Self {
        let mut host = Host {
            bus: SerialBus::new(Video::Ntsc),
            shelf: Shelf::default(),
            pokey: Pokey::new(1),
            now: 1_000,
        };
        for (register, value) in [(SKCTL, 0), (SKCTL, 0x23), (AUDCTL, 0x28), (AUDF3, 0x28), (AUDF4, 0)] {
            host.write(register, value);
        }
        host
    }

    /// With drive 1 and a disk in it, whose sectors contain their numbers.
    fn with_drive(model: Model, geometry: Geometry) -> Self {
        let mut host = Host::new();
        let mut image = Image::blank(geometry);
        for n in 1..=geometry.sectors {
            image.set_sector(n, &vec![n as u8; geometry.length(n)]);
        }
        host.insert(model, image);
        host
    }

    fn insert(&mut self, model: Model, image: Image) {
        let disk = self.shelf.add(image, true);
        let mut drive = Drive::new(Some(model));
        drive.insert(Some(disk), &self.shelf);
        self.bus.drives[0] = Some(drive);
    }

    fn write(&mut self, register: u8, value: u8) {
        self.go_on(4);
        self.pokey.write(self.now, register, value);
        self.bus.pokey_written(self.now);
    }

    fn go_on(&mut self, cycles: u64) {
        self.now += cycles;
        self.bus.advance(self.now, &mut self.pokey, &mut self.shelf);
    }

    fn micros(&self) -> u64 {
        self.bus.rate.micros(self.now)
    }

    fn command_line(&mut self, low: bool) {
        self.go_on(4);
        self.bus.set_command(self.now, low, &mut self.shelf);
    }

    /// Sends bytes with their checksum, at 94 cycles a bit unless AUDF3 was changed.
    fn send(&mut self, bytes: &[u8]) {
        let sum = checksum(bytes);
        self.send_raw(&[bytes, &[sum]].concat());
    }

    fn send_raw(&mut self, bytes: &[u8]) {
        self.write(SKCTL, 0x23);
        self.write(STIMER, 0);
        for &byte in bytes {
            self.write(SEROUT, byte);
            self.go_on(11 * BIT);
        }
    }

    fn command_frame(&mut self, device: u8, code: u8, number: u16) {
        let [low, high] = number.to_le_bytes();
        self.go_on(1_000);
        self.command_line(true);
        self.go_on(1_500);
        self.send(&[device, code, low, high]);
        self.command_line(false);
    }

    /// Receives until nothing has arrived for `patience` microseconds. Returns each byte with the time of its stop bit.
    fn listen(&mut self, patience: u64) -> Vec<(u8, u64)> {
        self.write(SKCTL, 0x13);
        self.write(IRQEN, 0);
        self.write(IRQEN, INPUT_READY);
        self.write(SKRES, 0);
        let mut heard = Vec::new();
        let mut last = self.micros();
        while self.micros() < last + patience {
            self.go_on(20);
            if self.pokey.read(self.now, IRQST) & INPUT_READY == 0 {
                last = self.micros();
                heard.push((self.pokey.read(self.now, SERIN), last));
                self.write(IRQEN, 0);
                self.write(IRQEN, INPUT_READY);
            }
        }
        heard
    }

    /// The answer to a command, without times.
    fn ask(&mut self, code: u8, number: u16, patience: u64) -> Vec<u8> {
        self.command_frame(DRIVE_1, code, number);
        self.listen(patience).into_iter().map(|(byte, _)| byte).collect()
    }

    /// Sends a command with a data frame. Returns what arrives after the data.
    fn tell(&mut self, code: u8, number: u16, data: &[u8]) -> Vec<u8> {
        self.command_frame(DRIVE_1, code, number);
        let invited = self.hear_one();
        assert_eq!(invited, Some(ACK), "the command is acknowledged");
        self.go_on(2_000);
        self.send(data);
        self.listen(2_000_000).into_iter().map(|(byte, _)| byte).collect()
    }

    /// The next byte, if one arrives soon.
    fn hear_one(&mut self) -> Option<u8> {
        self.write(SKCTL, 0x13);
        self.write(IRQEN, 0);
        self.write(IRQEN, INPUT_READY);
        let end = self.micros() + SILENCE_MICROS;
        while self.micros() < end {
            self.go_on(20);
            if self.pokey.read(self.now, IRQST) & INPUT_READY == 0 {
                return Some(self.pokey.read(self.now, SERIN));
            }
        }
        None
    }

    fn status(&mut self) -> [u8; 4] {
        let answer = self.ask(0x53, 0, SILENCE_MICROS);
        assert_eq!((answer.len(), &answer[..2]), (7, [ACK, COMPLETE].as_slice()));
        assert_eq!(answer[6], checksum(&answer[2..6]));
        [answer[2], answer[3], answer[4], answer[5]]
    }
}

/// ACK, `result`, data, sum.
fn with_data(result: u8, data: &[u8]) -> Vec<u8> {
    [&[ACK, result], data, &[checksum(data)]].concat()
}

/// Motor, head and rotation.
const PATIENCE: u64 = 4_000_000;

#[test]
fn sums_add_the_carry_back_in() {
    assert_eq!(checksum(&[]), 0);
    assert_eq!(checksum(&[0xFF, 0xFF]), 0xFF);
    assert_eq!(checksum(&[0x31, 0x52, 0x01, 0x00]), 0x84);
    assert_eq!(checksum(&[0x80, 0x80, 0x01]), 0x02);
}

#[test]
fn a_sector_is_read() {
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    assert_eq!(host.ask(0x52, 300, PATIENCE), with_data(COMPLETE, &[300u16 as u8; 128]));
    assert_eq!(host.ask(0x52, 720, PATIENCE), with_data(COMPLETE, &[720u16 as u8; 128]));
    assert_eq!(host.status(), [0, 0xFF, 0xE0, 0], "the motor stood still again");
    host.command_frame(DRIVE_1, 0x52, 1);
    host.listen(SILENCE_MICROS + 1_000_000);
    assert_eq!(host.status()[0], MOTOR_ON, "it turns for a while");
}

const MOTOR_ON: u8 = 0x10;

#[test]
fn what_is_not_addressed_or_damaged_gets_no_answer() {
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    for device in [0x30, 0x32, 0x39, 0x40, 0x50, 0x5F, 0xFF] {
        host.command_frame(device, 0x53, 0);
        assert_eq!(host.hear_one(), None, "device ${device:02X}");
    }
    let frame = [0x31, 0x53, 0, 0];
    let sum = checksum(&frame);
    let frames: [&[u8]; 4] =
        [&[0x31, 0x53, 0, 0, sum ^ 1], &[0x31, 0x53, 0, 0], &[0x31, 0x53, 0, 0, sum, 0], &[]];
    for bytes in frames {
        host.command_line(true);
        host.send_raw(bytes);
        host.command_line(false);
        assert_eq!(host.hear_one(), None, "{bytes:02X?}");
    }
    // The same bytes without COMMAND.
    host.send(&frame);
    assert_eq!(host.hear_one(), None);
    // At another speed.
    host.write(AUDF3, 0x10);
    host.command_frame(DRIVE_1, 0x53, 0);
    host.write(AUDF3, 0x28);
    assert_eq!(host.hear_one(), None);
    assert_eq!(host.status()[..2], [0x01, 0xFF], "and then it answers, and tells of it");
    host.ask(0x52, 1, PATIENCE);
    assert_eq!(host.status()[0] & 0x01, 0, "forgotten with the next command that works");
}

#[test]
fn what_a_drive_cannot_do_is_refused() {
    for (model, geometry, refused, done) in [
        (Model::D810, Geometry::SINGLE, vec![0, 721], vec![1, 720]),
        (Model::D1050, Geometry::SINGLE, vec![0, 721, 1040], vec![1, 720]),
        (Model::D1050, Geometry::ENHANCED, vec![0, 1041], vec![1, 721, 1040]),
        (Model::Xf551, Geometry { sector_size: 128, sectors: 4000 }, vec![0, 4001], vec![4000]),
    ] {
        let mut host = Host::with_drive(model, geometry);
        for n in refused {
            assert_eq!(host.ask(0x52, n, SILENCE_MICROS), [NAK], "{model:?} sector {n}");
            assert_eq!(host.ask(0x50, n, SILENCE_MICROS), [NAK], "{model:?} sector {n}");
        }
        for n in done {
            assert_eq!(host.ask(0x52, n, PATIENCE)[..2], [ACK, COMPLETE], "{model:?} sector {n}");
        }
    }
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    for code in [0x22, 0x23, 0x24, 0x3F, 0x4E, 0x4F, 0x00, 0xFF] {
        assert_eq!(host.ask(code, 1, SILENCE_MICROS), [NAK], "command ${code:02X}");
    }
    let mut host = Host::with_drive(Model::D1050, Geometry::SINGLE);
    for code in [0x23, 0x24, 0x3F, 0x4E, 0x4F] {
        assert_eq!(host.ask(code, 1, SILENCE_MICROS), [NAK], "command ${code:02X}");
    }
}

#[test]
fn sectors_are_written_with_and_without_verify() {
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    for (code, fill) in [(0x50, 0xA5), (0x57, 0x5A)] {
        assert_eq!(host.tell(code, 77, &[fill; 128]), [ACK, COMPLETE]);
        assert_eq!(host.shelf.sector(0, 77), Some(vec![fill; 128]));
        let writes = host.shelf.take_writes();
        assert_eq!((writes.len(), writes[0].offset, writes[0].whole), (1, 16 + 76 * 128, false));
    }
}

#[test]
fn a_damaged_data_frame_is_refused_and_told() {
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    host.command_frame(DRIVE_1, 0x57, 5);
    assert_eq!(host.hear_one(), Some(ACK));
    host.go_on(2_000);
    host.send_raw(&[0x11; 129]);
    assert_eq!(host.hear_one(), Some(NAK));
    assert_eq!(host.shelf.sector(0, 5), Some(vec![5; 128]));
    assert_eq!(host.status()[0] & 0x02, 0x02);
    assert_eq!(host.ask(0x52, 5, PATIENCE), with_data(COMPLETE, &[5; 128]));
    assert_eq!(host.status()[0] & 0x02, 0, "forgotten with the next command that works");
}

#[test]
fn a_drive_gives_up_on_data_that_do_not_come() {
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    host.command_frame(DRIVE_1, 0x57, 5);
    assert_eq!(host.hear_one(), Some(ACK));
    host.go_on(2_000);
    host.send_raw(&[0x11; 20]);
    assert_eq!(host.hear_one(), None);
    assert_eq!(host.status()[1], 0xFF);
}

#[test]
fn a_command_in_place_of_data_is_heard() {
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    host.command_frame(DRIVE_1, 0x57, 5);
    assert_eq!(host.hear_one(), Some(ACK));
    assert_eq!(host.status()[1], 0xFF);
}

#[test]
fn a_protected_disk_is_not_written() {
    let mut host = Host::new();
    let mut image = Image::blank(Geometry::SINGLE);
    image.set_protected(true);
    host.insert(Model::D810, image);
    assert_eq!(host.tell(0x57, 9, &[1; 128]), [ACK, ERROR]);
    let [flags, fdc, ..] = host.status();
    assert_eq!((flags & 0x0C, fdc), (0x0C, 0xBF), "put failed, protected");
    assert_eq!(host.ask(0x21, 0, 3 * PATIENCE)[..2], [ACK, ERROR]);
    assert_eq!(host.shelf.sector(0, 9), Some(vec![0; 128]));
}

#[test]
fn a_sector_that_is_not_there_is_an_error_with_data() {
    let mut host = Host::with_drive(Model::D810, Geometry { sector_size: 128, sectors: 20 });
    assert_eq!(host.ask(0x52, 21, PATIENCE), with_data(ERROR, &[0; 128]));
    assert_eq!(host.status()[1], 0xEF);
}

#[test]
fn an_empty_drive_answers_with_an_error() {
    for (model, fdc, long) in [(Model::D810, 0xEF, true), (Model::D1050, 0x7F, false)] {
        let mut host = Host::new();
        host.bus.drives[0] = Some(Drive::new(Some(model)));
        let begun = host.micros();
        host.command_frame(DRIVE_1, 0x52, 1);
        let answer = host.listen(PATIENCE);
        assert_eq!((answer[0].0, answer[1].0), (ACK, ERROR));
        assert_eq!(answer[1].1 - begun > 2_000_000, long, "an 810 looks for long");
        assert_eq!(host.status()[1], fdc);
    }
}

#[test]
fn formatting_clears_and_lists_no_bad_sector() {
    let mut list = vec![0; 128];
    list[..2].fill(0xFF);
    for (model, code, geometry) in [
        (Model::D810, 0x21, Geometry::SINGLE),
        (Model::D1050, 0x21, Geometry::SINGLE),
        (Model::D1050, 0x22, Geometry::ENHANCED),
    ] {
        let mut host = Host::with_drive(model, Geometry { sector_size: 128, sectors: 300 });
        let begun = host.micros();
        assert_eq!(host.ask(code, 0, 40_000_000), with_data(COMPLETE, &list));
        assert!(host.micros() - begun > 56_000_000, "two turns a track");
        assert_eq!(host.shelf.geometry(0), geometry);
        assert_eq!(host.shelf.sector(0, geometry.sectors), Some(vec![0; 128]));
        let writes = host.shelf.take_writes();
        let size = 16 + usize::from(geometry.sectors) * 128;
        assert_eq!((writes.len(), writes[0].whole, writes[0].bytes.len()), (1, true, size));
    }
}

#[test]
fn double_density_is_agreed_on_with_percom() {
    let mut host = Host::with_drive(Model::Xf551, Geometry::DOUBLE);
    let block = [40, 1, 0, 18, 0, 4, 1, 0, 0xFF, 0, 0, 0];
    assert_eq!(host.ask(0x4E, 0, SILENCE_MICROS), with_data(COMPLETE, &block));
    assert_eq!(host.status()[0] & 0x20, 0x20);
    assert_eq!(host.ask(0x52, 3, PATIENCE), with_data(COMPLETE, &[3; 128]), "a boot sector");
    assert_eq!(host.ask(0x52, 4, PATIENCE), with_data(COMPLETE, &[4; 256]));
    assert_eq!(host.tell(0x57, 4, &[9; 256]), [ACK, COMPLETE]);
    assert_eq!(host.shelf.sector(0, 4), Some(vec![9; 256]));
    let single = [40, 1, 0, 18, 0, 0, 0, 128, 0xFF, 0, 0, 0];
    assert_eq!(host.tell(0x4F, 0, &single), [ACK, COMPLETE]);
    assert_eq!(host.ask(0x4E, 0, SILENCE_MICROS), with_data(COMPLETE, &single));
    assert_eq!(host.ask(0x21, 0, 40_000_000)[..2], [ACK, COMPLETE]);
    assert_eq!(host.shelf.geometry(0), Geometry::SINGLE);
    let impossible = [40, 1, 0, 18, 0, 4, 2, 0, 0xFF, 0, 0, 0];
    assert_eq!(host.tell(0x4F, 0, &impossible), [ACK, ERROR]);
}

#[test]
fn the_status_tells_the_density() {
    for (model, geometry, density) in [
        (Model::D810, Geometry::SINGLE, 0),
        (Model::D1050, Geometry::SINGLE, 0),
        (Model::D1050, Geometry::ENHANCED, 0x80),
        (Model::Xf551, Geometry::ENHANCED, 0x80),
        (Model::Xf551, Geometry::DOUBLE, 0x20),
    ] {
        assert_eq!(Host::with_drive(model, geometry).status(), [density, 0xFF, 0xE0, 0], "{model:?}");
    }
}

#[test]
fn answers_keep_the_times_of_the_bus() {
    // From the start bit to the sample of the stop bit.
    const BYTE_MICROS: u64 = 494;
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    host.command_frame(DRIVE_1, 0x53, 0);
    let command = host.micros();
    let heard = host.listen(SILENCE_MICROS);
    assert!(heard[0].1 - BYTE_MICROS - command <= 16_000, "command to acknowledgement");
    assert!(heard[1].1 - 520 - heard[0].1 >= 250, "acknowledgement to completion");
    host.command_frame(DRIVE_1, 0x57, 5);
    assert_eq!(host.hear_one(), Some(ACK));
    host.go_on(2_000);
    host.send(&[1; 128]);
    let data = host.micros();
    let heard = host.listen(PATIENCE);
    // The last byte ended one bit time ago.
    assert!((850..=16_000).contains(&(heard[0].1 - BYTE_MICROS + 52 - data)), "data to acknowledgement");
    assert_eq!(heard[1].0, COMPLETE);
}

#[test]
fn a_drive_at_work_hears_no_command() {
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    host.command_frame(DRIVE_1, 0x52, 300);
    // While the motor is spinning up; the acknowledgement of the first command is not checked.
    host.command_frame(DRIVE_1, 0x53, 0);
    let heard: Vec<u8> = host.listen(PATIENCE).into_iter().map(|(byte, _)| byte).collect();
    assert_eq!(heard, with_data(COMPLETE, &[300u16 as u8; 128])[1..]);
}

#[test]
fn an_810_sends_a_byte_every_530_microseconds_and_a_1050_every_549() {
    for (model, micros) in [(Model::D810, 530), (Model::D1050, 549)] {
        let mut host = Host::with_drive(model, Geometry::SINGLE);
        host.command_frame(DRIVE_1, 0x52, 1);
        let heard = host.listen(PATIENCE);
        assert_eq!(heard.len(), 131);
        let passed = heard[130].1 - heard[1].1;
        let expected = 129 * micros;
        assert!(passed.abs_diff(expected) < 20, "{model:?}: {passed} for {expected}");
    }
}

#[test]
fn consecutive_sectors_come_about_every_half_turn() {
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    let mut times = Vec::new();
    for n in 20..26 {
        host.command_frame(DRIVE_1, 0x52, n);
        host.write(SKCTL, 0x13);
        while host.hear_one() != Some(COMPLETE) {}
        times.push(host.micros());
        host.go_on(host.bus.rate.cycles(70_000));
    }
    // Nine of the eighteen slots from an odd sector to the next, ten from an even one.
    for (pair, slots) in times.windows(2).zip([10.0, 9.0].into_iter().cycle()) {
        let passed = (pair[1] - pair[0]) as f64 / (208_333.0 / 18.0);
        assert!((passed - slots).abs() < 0.1, "{times:?}");
    }
}

#[test]
fn a_printer_takes_lines() {
    let mut host = Host::new();
    host.bus.printer = Some(Printer::default());
    host.command_frame(PRINTER, 0x57, u16::from(b'N'));
    assert_eq!(host.hear_one(), Some(ACK));
    host.go_on(2_000);
    let mut line = [b' '; 40];
    line[..6].copy_from_slice(b"HELLO\x9B");
    host.send(&line);
    let answer: Vec<u8> = host.listen(200_000).into_iter().map(|(byte, _)| byte).collect();
    assert_eq!(answer, [ACK, COMPLETE]);
    assert_eq!(host.bus.printer.as_mut().map(Printer::take), Some(b"HELLO\x9B".to_vec()));
    host.command_frame(PRINTER, 0x52, u16::from(b'N'));
    assert_eq!(host.hear_one(), Some(NAK));
    host.command_frame(PRINTER, 0x53, 0);
    assert_eq!(host.hear_one(), Some(ACK));
}

#[test]
fn the_line_is_quiet_when_nothing_goes_on() {
    let mut host = Host::with_drive(Model::D810, Geometry::SINGLE);
    assert_eq!(host.bus.next_event(), NEVER);
    host.ask(0x52, 1, PATIENCE);
    assert_eq!(host.bus.next_event(), NEVER);
}
