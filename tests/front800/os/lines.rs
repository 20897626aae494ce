//! Lines and fills of S:, point by point: they begin and end as the sheet says, and each point between is the one
//! nearest to the line, of two as near the farther one. [sheet: os 7]

use super::computer::*;
use crate::full;

const OLDROW: u16 = 0x5A;
const ATACHR: u16 = 0x02FB;
const FILDAT: u16 = 0x02FD;
const PROGRAM: u16 = 0x0600;
const SCREEN: u16 = 0x8150;
const DRAW: u8 = 0x11;
const FILL: u8 = 0x12;

/// A row and a column.
type Place = (usize, usize);

/// A graphics mode with a screen of its own: what it shows.
#[derive(Clone, Copy)]
struct Mode {
    number: u8,
    screen: u16,
    rows: usize,
    columns: usize,
    bits: usize,
}

const LONG: [Mode; 4] = [
    Mode { number: 8, screen: SCREEN, rows: 192, columns: 320, bits: 1 },
    Mode { number: 9, screen: SCREEN, rows: 192, columns: 80, bits: 4 },
    Mode { number: 10, screen: SCREEN, rows: 192, columns: 80, bits: 4 },
    Mode { number: 11, screen: SCREEN, rows: 192, columns: 80, bits: 4 },
];
const MIDDLE: [Mode; 2] = [
    Mode { number: 6, screen: 0x97E0, rows: 96, columns: 160, bits: 1 },
    Mode { number: 7, screen: 0x9060, rows: 96, columns: 160, bits: 2 },
];

/// The points of a screen, row by row.
#[derive(Clone)]
struct Picture {
    mode: Mode,
    points: Vec<u8>,
}

impl Picture {
    fn empty(mode: Mode) -> Self {
        Picture { mode, points: vec![0; mode.rows * mode.columns] }
    }

    fn at(&mut self, (row, column): Place) -> &mut u8 {
        &mut self.points[row * self.mode.columns + column]
    }

    /// The points behind `from` to `to`: in the longer direction every step is one, in the other one as
    /// many as are nearest, rounded up.
    fn line(from: Place, to: Place) -> impl Iterator<Item = Place> {
        let (rows, columns) = (to.0.abs_diff(from.0), to.1.abs_diff(from.1));
        let length = rows.max(columns);
        let moved = |from: usize, to: usize, distance: usize| {
            if to < from { from - distance } else { from + distance }
        };
        (1..=length).map(move |step| {
            let near = |distance: usize| (distance * step + length / 2) / length;
            (moved(from.0, to.0, near(rows)), moved(from.1, to.1, near(columns)))
        })
    }

    fn draw(&mut self, from: Place, to: Place, colour: u8, filling: Option<u8>) {
        for place in Self::line(from, to) {
            *self.at(place) = colour;
            let behind = (place.1 + 1..self.mode.columns).map(|column| (place.0, column));
            for place in behind.filter(|_| filling.is_some()) {
                if *self.at(place) != 0 {
                    break;
                }
                *self.at(place) = filling.unwrap_or_default();
            }
        }
    }

    fn bytes(&self) -> Vec<u8> {
        let in_byte = 8 / self.mode.bits;
        let byte = |points: &[u8]| points.iter().fold(0, |byte, point| byte << self.mode.bits | point);
        self.points.chunks(in_byte).map(byte).collect()
    }
}

/// The mode open on IOCB 6.
fn opened(mode: Mode) -> Computer {
    let mut computer = Computer::started();
    computer.poke(0x6A, 0xA0);
    assert_eq!(computer.open(6, "S:", [12, mode.number]).y, 1);
    assert_eq!(computer.word(SAVMSC), mode.screen);
    computer
}

/// Draws and gives the status. It goes by whole frames, which is faster than a call.
fn draw(computer: &mut Computer, from: Place, to: Place, command: u8) -> u8 {
    for (address, (row, column)) in [(OLDROW, from), (ROWCRS, to)] {
        computer.poke(address, row as u8);
        computer.poke_word(address + 1, column as u16);
    }
    computer.poke(IOCB + 0x62, command);
    computer.poke_all(PROGRAM, &[0x20, CIOV as u8, (CIOV >> 8) as u8, 0x4C, 0x03, 0x06]);
    computer.enter(PROGRAM, 0, 0x60, 0);
    for _ in 0..2_000 {
        computer.frames(1);
        if computer.machine.cpu().pc == PROGRAM + 3 {
            return computer.machine.cpu().y;
        }
    }
    panic!("the line from {from:?} to {to:?} does not end");
}

/// Where a line of so many rows and columns can stand that goes up or down, left or right.
fn placed(mode: Mode, (rows, columns): Place, n: usize) -> (Place, Place) {
    let ends = |length: usize, room: usize, is_back: bool, n: usize| {
        let low = n % (room - length);
        if is_back { (low + length, low) } else { (low, low + length) }
    };
    let (from_row, to_row) = ends(rows, mode.rows, n & 1 != 0, n * 7);
    let (from_column, to_column) = ends(columns, mode.columns, n & 2 != 0, n * 13);
    ((from_row, from_column), (to_row, to_column))
}

/// Distances of all lengths that the mode has, in rows and in columns, with slopes from flat to diagonal.
fn distances(mode: Mode) -> Vec<Place> {
    let slopes = |length: usize, most: usize| {
        let least = length / 7;
        let all = [0, 1, least, length / 3, length / 2, length * 2 / 3, length - 1, length];
        all.map(|shorter| (length, shorter.min(most)))
    };
    let flat = (1..mode.columns).flat_map(|length| slopes(length, mode.rows - 1));
    let steep = (1..mode.rows).flat_map(|length| slopes(length, mode.columns - 1));
    flat.map(|(columns, rows)| (rows, columns)).chain(steep).collect()
}

/// Draws lines with `command`, one in each direction by turns, or each in all.
fn check(mode: Mode, command: u8, every: usize) {
    let mut computer = opened(mode);
    let colour = (1 << mode.bits) - 1;
    let filling = (command == FILL).then_some(1);
    computer.poke(ATACHR, colour);
    computer.poke(FILDAT, 1);
    let turns = full::or(4, 1);
    for (n, distance) in distances(mode).into_iter().enumerate().step_by(full::or(1, every)) {
        for turn in 0..turns {
            let (from, to) = placed(mode, distance, n / every + turn);
            let about = format!("mode {}, {command:02X} from {from:?} to {to:?}", mode.number);
            computer.poke_all(mode.screen, &vec![0; mode.rows * mode.columns * mode.bits / 8]);
            assert_eq!(draw(&mut computer, from, to, command), 1, "{about}");
            for end in [OLDROW, ROWCRS] {
                let place = (usize::from(computer.peek(end)), usize::from(computer.word(end + 1)));
                assert_eq!(place, to, "{about}");
            }
            let mut expected = Picture::empty(mode);
            expected.draw(from, to, colour, filling);
            let expected = expected.bytes();
            let found = computer.bytes(mode.screen, expected.len() as u16);
            assert!(found == expected, "{about}: {:?}", first_difference(mode, &found, &expected));
        }
    }
}

/// The row and byte of it in which the first difference is, what is there and what should be.
fn first_difference(mode: Mode, found: &[u8], expected: &[u8]) -> Option<(usize, usize, u8, u8)> {
    let at = found.iter().zip(expected).position(|(found, expected)| found != expected)?;
    let row = mode.columns * mode.bits / 8;
    Some((at / row, at % row, found[at], expected[at]))
}

/// A number without a common divisor with the eight slopes: all of them come by.
const SOME: usize = 5;
/// A fill takes many times as long as its line.
const FEW: usize = 37;

#[test]
fn lines_of_all_lengths_and_slopes_are_drawn_point_by_point() {
    for mode in LONG.into_iter().chain(MIDDLE) {
        check(mode, DRAW, SOME);
    }
}

#[test]
fn fills_of_all_lengths_and_slopes_are_drawn_point_by_point() {
    for mode in [LONG[0], LONG[1], MIDDLE[1]] {
        check(mode, FILL, FEW);
    }
}

/// Both ends of a closed figure, as programs draw it: four lines, then a fill along one of them.
#[test]
fn a_figure_is_filled_to_its_right_edge() {
    for mode in [LONG[0], LONG[2], MIDDLE[1]] {
        let mut computer = opened(mode);
        let (right, left) = (mode.columns - 1, mode.columns / 5);
        let corners = [(3, right), (mode.rows - 2, right), (mode.rows - 2, left), (3, left * 2), (3, right)];
        let mut expected = Picture::empty(mode);
        computer.poke(ATACHR, 1);
        computer.poke(FILDAT, 1);
        for ends in corners.windows(2) {
            let [from, to] = [ends[0], ends[1]];
            let filling = (to == corners[3]).then_some(1);
            let command = if filling.is_some() { FILL } else { DRAW };
            assert_eq!(draw(&mut computer, from, to, command), 1);
            expected.draw(from, to, 1, filling);
        }
        let expected = expected.bytes();
        let found = computer.bytes(mode.screen, expected.len() as u16);
        assert_eq!(first_difference(mode, &found, &expected), None, "mode {}", mode.number);
    }
}
