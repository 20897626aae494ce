//! P: on the serial bus. The bus is stood in for at the entry of SIO.

use super::computer::*;

const SIOV: u16 = 0xE459;
const DVSTAT: u16 = 0x02EA;
const DCB: u16 = 0x0300;
const PBPNT: u16 = 0x1D;
const TEXT: u16 = 0x4000;
const OPEN: u8 = 0x03;
const PUT: u8 = 0x0B;
const CLOSE: u8 = 0x0C;
const STATUS: u8 = 0x0D;

/// A command that the printer got, and the line that came with it.
#[derive(Debug, PartialEq)]
struct Sent {
    command: u8,
    aux1: u8,
    line: String,
}

/// Carries out a CIO command on IOCB 1, with a printer that answers `status`.
fn cio(computer: &mut Computer, command: u8, length: u16, status: u8) -> (u8, Vec<Sent>) {
    const BACK: u16 = 0x0603;
    let iocb = IOCB + 0x10;
    computer.poke(iocb + 2, command);
    computer.poke_word(iocb + 4, TEXT);
    computer.poke_word(iocb + 8, length);
    computer.poke_all(0x0600, &[0x20, 0x56, 0xE4, 0x4C, 0x03, 0x06]); // JSR CIOV, JMP *
    computer.enter(0x0600, 0, 0x10, 0);
    let mut sent = Vec::new();
    loop {
        match computer.machine.cpu().pc {
            BACK => return (computer.machine.cpu().y, sent),
            SIOV => sent.push(printer(computer, status)),
            _ => (),
        }
        computer.machine.step();
    }
}

fn printer(computer: &mut Computer, status: u8) -> Sent {
    let block = computer.bytes(DCB, 12);
    let (buffer, length) = (computer.word(DCB + 4), computer.word(DCB + 8));
    assert_eq!(block[..2], [0x40, 1], "DDEVIC, DUNIT");
    let line = match block[2] {
        b'S' => {
            assert_eq!((block[3], buffer, length), (0x40, DVSTAT, 4));
            computer.poke_all(buffer, &[0, 0, 17, 0]);
            String::new()
        }
        _ => {
            assert_eq!((block[3], buffer, block[6]), (0x80, 0x03C0, 17), "the time-out it told");
            let line = computer.bytes(buffer, length);
            line.iter().map(|&byte| if byte == EOL { '\n' } else { char::from(byte) }).collect()
        }
    };
    computer.return_from_sio(status);
    Sent { command: block[2], aux1: block[10], line }
}

fn line(kind: u8, columns: usize, text: &str) -> Sent {
    Sent { command: b'W', aux1: kind, line: format!("{text:columns$}") }
}

/// P: open for writing with AUX2 as given.
fn opened(kind: u8) -> Computer {
    let mut computer = Computer::started();
    computer.poke_all(TEXT, b"P:\x9B");
    computer.poke_all(IOCB + 0x1A, &[8, kind]);
    let (status, sent) = cio(&mut computer, OPEN, 0, 1);
    assert_eq!((status, sent.len(), sent[0].command), (1, 1, b'S'));
    computer
}

fn put(computer: &mut Computer, text: &[u8]) -> Vec<Sent> {
    computer.poke_all(TEXT, text);
    let (status, sent) = cio(computer, PUT, text.len() as u16, 1);
    assert_eq!(status, 1);
    sent
}

#[test]
fn an_end_of_line_sends_forty_columns() {
    let mut computer = opened(0);
    assert_eq!(put(&mut computer, b"HELLO"), []);
    assert_eq!(computer.peek(PBPNT), 5);
    assert_eq!(put(&mut computer, b" THERE\x9B"), [line(b'N', 40, "HELLO THERE\n")]);
    assert_eq!(put(&mut computer, b"\x9B"), [line(b'N', 40, "\n")]);
}

#[test]
fn a_full_line_is_sent_at_once() {
    let mut computer = opened(b'N');
    let text = "0123456789012345678901234567890123456789";
    assert_eq!(put(&mut computer, text.as_bytes()), [line(b'N', 40, text)]);
    assert_eq!(put(&mut computer, &text.as_bytes()[..39]), []);
    assert_eq!(
        put(&mut computer, b"\x9BAB\x9B"),
        [line(b'N', 40, &format!("{}\n", &text[..39])), line(b'N', 40, "AB\n")]
    );
}

#[test]
fn the_kind_of_print_decides_the_length_of_a_line() {
    for (kind, columns) in [(b'N', 40), (b'S', 29), (b'D', 20)] {
        let mut computer = opened(kind);
        assert_eq!(put(&mut computer, b"ABC\x9B"), [line(kind, columns, "ABC\n")]);
    }
}

#[test]
fn closing_prints_what_is_left() {
    let mut computer = opened(0);
    put(&mut computer, b"LAST");
    assert_eq!(cio(&mut computer, CLOSE, 0, 1), (1, vec![line(b'N', 40, "LAST\n")]));
    let mut computer = opened(0);
    assert_eq!(cio(&mut computer, CLOSE, 0, 1), (1, vec![]));
}

#[test]
fn the_printers_errors_are_the_programs() {
    let mut computer = Computer::started();
    computer.poke_all(TEXT, b"P:\x9B");
    computer.poke_all(IOCB + 0x1A, &[8, 0]);
    assert_eq!(cio(&mut computer, OPEN, 0, 0x8A).0, 0x8A, "no printer");
    let mut computer = opened(0);
    computer.poke_all(TEXT, b"A\x9B");
    assert_eq!(cio(&mut computer, PUT, 2, 0x8B).0, 0x8B);
    assert_eq!(cio(&mut computer, STATUS, 0, 0x8A).0, 0x8A);
    assert_eq!(cio(&mut computer, STATUS, 0, 1).0, 1);
    computer.poke(IOCB + 0x1A, 12);
    assert_eq!(cio(&mut computer, 0x07, 1, 1).0, 0x92, "nothing can be read");
}
