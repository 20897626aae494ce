//! E: printing, control codes, logical lines, input.

use super::computer::*;

const CH: u16 = 0x02FC;
const LOGMAP: u16 = 0x02B2;
const OLDCHR: u16 = 0x5D;
const BUFFER: u16 = 0x4600;

/// A screen on which `text` was printed; `|` is EOL.
fn printed(text: &str) -> Computer {
    let mut computer = Computer::cleared();
    print(&mut computer, text);
    computer
}

fn print(computer: &mut Computer, text: &str) {
    let bytes: Vec<u8> = text.bytes().map(|byte| if byte == b'|' { EOL } else { byte }).collect();
    computer.print(&bytes);
}

fn cursor(computer: &mut Computer) -> (u8, u8) {
    (computer.peek(ROWCRS), computer.peek(COLCRS))
}

fn go_to(computer: &mut Computer, row: u8, column: u8) {
    computer.poke_all(ROWCRS, &[row, column, 0]);
}

#[test]
fn text_is_stored_in_the_screens_own_code() {
    let mut computer = Computer::cleared();
    computer.print(b" @`\x1B\x1C\xC1\x00");
    let screen = computer.word(SAVMSC);
    assert_eq!(computer.bytes(screen + 2, 6), [0x00, 0x20, 0x60, 0x5C, 0xA1, 0x40]);
}

#[test]
fn the_cursor_is_the_inverse_of_what_it_stands_on() {
    let mut computer = printed("ABC");
    let screen = computer.word(SAVMSC);
    assert_eq!(computer.peek(screen + 5), 0x80);
    computer.print(&[0x1E]);
    assert_eq!(computer.bytes(screen + 4, 2), [0xA3, 0x00], "on the C; the old place is whole");
    assert_eq!(computer.peek(OLDCHR), 0x23);
    assert_eq!(computer.word(0x5E), screen + 4, "OLDADR");
    computer.poke(0x02F0, 1);
    computer.print(&[0x1E]);
    assert_eq!(computer.bytes(screen + 3, 2), [0x22, 0x23], "CRSINH hides it");
}

#[test]
fn a_line_ends_with_eol_and_the_screen_scrolls_at_its_end() {
    let mut computer = printed("ONE|TWO|");
    assert_eq!(computer.rows()[..3], ["  ONE", "  TWO", ""]);
    for _ in 0..22 {
        print(&mut computer, "X|");
    }
    let rows = computer.rows();
    assert_eq!(rows[..2], ["  TWO", "  X"]);
    assert_eq!(rows[22..], ["  X", ""]);
    assert_eq!(cursor(&mut computer), (23, 2));
}

#[test]
fn a_logical_line_has_three_rows() {
    let long: String = ('A'..='Z').cycle().take(38 * 3 + 1).collect();
    let mut computer = printed(&long);
    let rows = computer.rows();
    assert_eq!(rows[0], format!("  {}", &long[..38]));
    assert_eq!(rows[2], format!("  {}", &long[76..114]));
    assert_eq!(rows[3], format!("  {}", &long[114..]));
    assert_eq!(computer.peek(LOGMAP), 0b1001_1111);
}

#[test]
fn logcol_is_the_cursors_column_in_its_logical_line() {
    const LOGCOL: u16 = 0x63;
    let mut computer = Computer::cleared();
    assert_eq!(computer.peek(LOGCOL), 2);
    for (text, column) in [
        ("ABC", 5),
        ("\x1E", 4),
        ("|", 2),
        (&*"L".repeat(38), 42),
        (&*"L".repeat(39), 83),
        ("\x1C", 43),
        ("\x7E", 42),
        ("\x7F", 47),
        ("\x7D", 2),
    ] {
        print(&mut computer, text);
        assert_eq!(computer.peek(LOGCOL), column, "after {text:?}");
    }
    computer.open(6, "S:", [12, 0]);
    go_to(&mut computer, 5, 7);
    computer.put(6, b"AB");
    assert_eq!(computer.peek(LOGCOL), 9, "S: writes the same text");
    computer.open(5, "E:", [12, 0]);
    assert_eq!(computer.peek(LOGCOL), 2);
}

#[test]
fn a_line_that_grows_pushes_down_what_is_below() {
    let mut computer = printed("ONE|TWO");
    go_to(&mut computer, 0, 38);
    print(&mut computer, "XYZ");
    let rows = computer.rows();
    assert_eq!(rows[0], "  ONE                                 XY");
    assert_eq!(rows[1..3], ["  Z", "  TWO"]);
    assert_eq!(computer.peek(LOGMAP), 0b1011_1111);
}

#[test]
fn an_end_of_line_goes_one_row_down_even_within_a_logical_line() {
    let line = "L".repeat(50);
    let mut computer = printed(&line);
    go_to(&mut computer, 0, 2);
    print(&mut computer, "X|Y");
    assert_eq!(computer.rows()[0], format!("  X{}", "L".repeat(37)));
    assert_eq!(computer.rows()[1..3], [format!("  Y{}", "L".repeat(11)), String::new()]);
    // RETURN, which takes a logical line, also leaves it.
    go_to(&mut computer, 0, 2);
    typed(&mut computer, "\n");
    assert_eq!(cursor(&mut computer), (2, 2));
}

#[test]
fn scrolling_takes_a_whole_logical_line_off_the_top() {
    let mut computer = printed(&"L".repeat(50));
    print(&mut computer, "|");
    for _ in 0..21 {
        print(&mut computer, "X|");
    }
    assert_eq!(cursor(&mut computer), (23, 2));
    print(&mut computer, "Y|");
    assert_eq!(cursor(&mut computer), (23 - 1, 2));
    assert_eq!(computer.rows()[0], "  X");
    assert_eq!(computer.rows()[21], "  Y");
}

#[test]
fn the_cursor_moves_and_wraps() {
    let mut computer = Computer::cleared();
    for (code, expected) in [
        (0x1C, (23, 2)),
        (0x1D, (0, 2)),
        (0x1E, (0, 39)),
        (0x1F, (0, 2)),
        (0x1F, (0, 3)),
        (0x1D, (1, 3)),
        (0x1E, (1, 2)),
        (0x1C, (0, 2)),
    ] {
        computer.print(&[code]);
        assert_eq!(cursor(&mut computer), expected, "after {code:02X}");
    }
}

#[test]
fn clear_empties_the_screen_and_goes_home() {
    let mut computer = printed("ONE|TWO|THREE\x7D");
    assert!(computer.rows().iter().all(String::is_empty));
    assert_eq!(cursor(&mut computer), (0, 2));
    assert_eq!(computer.bytes(LOGMAP, 3), [0xFF; 3]);
}

#[test]
fn backspace_blanks_within_the_logical_line() {
    let mut computer = printed("AB\x7E\x7E\x7E");
    assert_eq!(computer.rows()[0], "");
    assert_eq!(cursor(&mut computer), (0, 2));
    let mut computer = printed(&"A".repeat(39));
    computer.print(&[0x7E, 0x7E]);
    assert_eq!(cursor(&mut computer), (0, 39));
    assert_eq!(computer.rows()[0].len(), 39);
}

#[test]
fn tabs_go_to_the_stops_which_can_be_set_and_cleared() {
    let mut computer = Computer::cleared();
    for column in [7, 15, 23, 31, 39] {
        computer.print(&[0x7F]);
        assert_eq!(cursor(&mut computer), (0, column));
    }
    computer.print(&[0x7F]);
    assert_eq!(cursor(&mut computer), (1, 2), "no more stops: the next line");
    go_to(&mut computer, 1, 7);
    computer.print(&[0x9E]);
    go_to(&mut computer, 1, 10);
    computer.print(&[0x9F]);
    go_to(&mut computer, 1, 2);
    computer.print(&[0x7F]);
    assert_eq!(cursor(&mut computer), (1, 10));
}

#[test]
fn lines_are_inserted_and_deleted() {
    let mut computer = printed("ONE|TWO|THREE");
    go_to(&mut computer, 1, 4);
    computer.print(&[0x9D]);
    assert_eq!(computer.rows()[..4], ["  ONE", "", "  TWO", "  THREE"]);
    assert_eq!(cursor(&mut computer), (1, 2));
    computer.print(&[0x9C]);
    assert_eq!(computer.rows()[..4], ["  ONE", "  TWO", "  THREE", ""]);
    let mut computer = printed(&format!("{}|END", "L".repeat(50)));
    go_to(&mut computer, 1, 4);
    computer.print(&[0x9C]);
    assert_eq!(computer.rows()[..2], ["  END", ""], "a logical line goes as a whole");
    assert_eq!(cursor(&mut computer), (0, 2));
}

#[test]
fn characters_are_inserted_and_deleted() {
    let mut computer = printed("ABCD|NEXT");
    go_to(&mut computer, 0, 3);
    computer.print(&[0xFF]);
    assert_eq!(computer.rows()[0], "  A BCD");
    assert_eq!(cursor(&mut computer), (0, 3));
    computer.print(&[0xFE, 0xFE]);
    assert_eq!(computer.rows()[..2], ["  ACD", "  NEXT"]);
}

#[test]
fn an_insertion_makes_the_line_longer_and_a_deletion_shorter() {
    let line: String = ('A'..='Z').cycle().take(37).collect();
    let mut computer = printed(&format!("{line}Z"));
    // The row is full and has a second one, empty; END stands below.
    print(&mut computer, "|END");
    go_to(&mut computer, 0, 2);
    computer.print(&[0xFF]);
    let rows = computer.rows();
    assert_eq!(rows[0], format!("   {line}"));
    assert_eq!(rows[1..3], ["  Z", "  END"]);
    computer.print(&[0xFE]);
    let rows = computer.rows();
    assert_eq!(rows[0], format!("  {line}Z"));
    assert_eq!(rows[1..3], ["  END", ""]);
}

#[test]
fn an_insertion_at_the_bottom_scrolls() {
    let mut computer = printed("TOP");
    go_to(&mut computer, 23, 2);
    // 37 characters, then one in the last column without moving on: through screen memory.
    print(&mut computer, &"A".repeat(37));
    let screen = computer.word(SAVMSC);
    computer.poke(screen + 23 * 40 + 39, 0x22);
    computer.poke(OLDCHR, 0x22);
    go_to(&mut computer, 23, 2);
    computer.print(&[0xFF]);
    let rows = computer.rows();
    assert_eq!(rows[0], "", "TOP is gone");
    assert_eq!(rows[22], format!("   {}", "A".repeat(37)));
    assert_eq!(rows[23], "  B");
    assert_eq!(cursor(&mut computer), (22, 2));
}

#[test]
fn escape_and_dspflg_print_control_codes() {
    let mut computer = Computer::cleared();
    computer.print(&[0x1B, 0x7D, 0x1B, 0x1B, b'A']);
    let screen = computer.word(SAVMSC);
    assert_eq!(computer.bytes(screen + 2, 3), [0x7D, 0x5B, 0x21]);
    computer.poke(0x02FE, 1);
    computer.print(&[0x7D, 0x1C]);
    assert_eq!(computer.bytes(screen + 5, 2), [0x7D, 0x5C]);
    computer.poke(0x02FE, 0);
    computer.print(&[0x1B, 0x1B, EOL]);
    assert_eq!(cursor(&mut computer), (1, 2), "EOL is always one");
}

#[test]
fn the_bell_rings_and_prints_nothing() {
    let mut computer = Computer::cleared();
    let before = computer.machine.frame_number();
    computer.print(&[0xFD]);
    let frames = computer.machine.frame_number() - before;
    assert!((15..=18).contains(&frames), "a quarter of a second: {frames}");
    assert_eq!(cursor(&mut computer), (0, 2));
}

#[test]
fn a_bell_warns_once_before_a_line_typed_is_full() {
    let mut computer = Computer::cleared();
    computer.start_record(BUFFER);
    let mut warned = Vec::new();
    for typed in 0..114 {
        computer.poke(CH, key('a'));
        computer.frames(2);
        if computer.peek(CH) != 0xFF {
            warned.push(typed);
            computer.frames(20);
        }
    }
    assert_eq!(warned, [107]);
}

#[test]
fn margins_hold_the_text_between_them() {
    let mut computer = Computer::cleared();
    computer.poke_all(0x52, &[10, 14]);
    computer.print(b"\x9BABCDEFG\x9BH");
    assert_eq!(computer.rows()[1..4], ["          ABCDE", "          FG", "          H"]);
    computer.poke_all(0x52, &[0, 39]);
    computer.print(b"\x9BAT THE EDGE");
    assert_eq!(computer.rows()[4], "AT THE EDGE");
}

#[test]
fn a_right_margin_beyond_the_screen_comes_back_to_its_edge() {
    const RMARGN: u16 = 0x53;
    let text = "A".repeat(50);
    for iocb in [0, 6] {
        let mut computer = Computer::cleared();
        computer.open(6, "S:", [12, 0]);
        computer.poke(RMARGN, 255);
        assert_eq!(computer.put(iocb, text.as_bytes()).y, 1);
        assert_eq!(computer.rows()[..2], [format!("  {}", &text[..38]), format!("  {}", &text[38..])]);
        assert_eq!(computer.peek(RMARGN), 39);
    }
}

#[test]
fn a_cursor_outside_the_screen_is_an_error_once() {
    for (row, column, high) in [(24, 0, 0), (0, 40, 0), (0, 2, 1)] {
        let mut computer = Computer::cleared();
        computer.poke_all(ROWCRS, &[row, column, high]);
        assert_eq!(computer.put(0, b"A").y, 0x8D);
        assert_eq!(cursor(&mut computer), (0, 2), "it has gone home");
        computer.print(b"B");
        assert_eq!(computer.rows()[0], "  B");
    }
}

#[test]
fn margins_beyond_the_screen_leave_no_cursor_there() {
    let mut computer = Computer::started();
    computer.poke(0x6A, 0xA0); // RAMTOP
    computer.open(6, "S:", [12, 0]);
    let above = computer.bytes(0xA000, 0x0100);
    for (margins, text) in [([2, 79], &b"WORD"[..]), ([45, 60], b"\x9B"), ([200, 255], b"\x1E")] {
        computer.poke_all(0x52, &margins);
        go_to(&mut computer, 23, 36);
        computer.print(text);
        computer.poke_all(0x52, &[2, 39]);
        assert_eq!(computer.bytes(0xA000, 0x0100), above, "{margins:?}");
    }
}

/// Starts a get record of IOCB 0, types, and gives the bytes got.
fn typed(computer: &mut Computer, text: &str) -> Vec<u8> {
    computer.start_record(BUFFER);
    computer.keys(text);
    record(computer)
}

fn record(computer: &mut Computer) -> Vec<u8> {
    computer.frames(10);
    assert_eq!(computer.machine.cpu().pc, 0x0603, "the record is complete");
    assert_eq!(computer.peek(IOCB + 3), 1, "ICSTA");
    let length = computer.word(IOCB + 8);
    computer.bytes(BUFFER, length)
}

#[test]
fn a_record_is_the_line_typed_without_its_prompt() {
    let mut computer = printed("NAME?");
    assert_eq!(typed(&mut computer, "ivan\n"), b"IVAN\x9B");
    assert_eq!(cursor(&mut computer), (1, 2));
    assert_eq!(typed(&mut computer, "\n"), b"\x9B", "an empty line");
    assert_eq!(cursor(&mut computer), (2, 2));
}

#[test]
fn a_record_may_have_three_rows() {
    let text = "abcdefghijklmnopqrstuvwxyz0123456789".repeat(3);
    let mut computer = Computer::cleared();
    computer.start_record(BUFFER);
    computer.keys(&text);
    computer.frames(20); // the bell
    computer.keys("\n");
    assert_eq!(record(&mut computer), [text.to_uppercase().as_bytes(), &[EOL]].concat());
    assert_eq!(cursor(&mut computer), (3, 2));
}

#[test]
fn a_record_of_three_full_rows_is_read_though_the_cursor_has_left_them() {
    let text = "abcdefghijklmnopqrstuvwxyz0123456789ab".repeat(3);
    for more in ["", "xy"] {
        let mut computer = Computer::cleared();
        computer.start_record(BUFFER);
        computer.keys(&text[..108]);
        computer.frames(20); // the bell
        computer.keys(&text[108..]);
        computer.frames(20);
        computer.keys(more);
        computer.keys("\n");
        assert_eq!(record(&mut computer), [text.to_uppercase().as_bytes(), &[EOL]].concat());
        assert_eq!(cursor(&mut computer), (4, 2));
    }
}

#[test]
fn escape_is_forgotten_at_the_end_of_a_line() {
    let mut computer = Computer::cleared();
    computer.start_record(BUFFER);
    computer.press(0x1C, false, false);
    computer.keys("\n");
    assert_eq!(record(&mut computer), b"\x9B");
    computer.print(&[0x1D]);
    assert_eq!(cursor(&mut computer), (2, 2));
}

#[test]
fn return_takes_the_line_the_cursor_is_in() {
    let mut computer = printed("ABOVE|");
    computer.start_record(BUFFER);
    computer.press(key('-'), false, true); // cursor up
    computer.press(0x0C, false, false);
    assert_eq!(record(&mut computer), b"ABOVE\x9B");
    assert_eq!(cursor(&mut computer), (1, 2));
}

#[test]
fn a_line_that_was_left_or_deleted_is_read_from_its_begin() {
    let mut computer = printed("NAME?");
    computer.start_record(BUFFER);
    computer.press(key('-'), false, true); // cursor up
    computer.press(key('='), false, true); // and down again
    computer.keys("x\n");
    assert_eq!(record(&mut computer), b"NAME?X\x9B");
    print(&mut computer, "NAME?");
    computer.start_record(BUFFER);
    computer.press(0x34, true, false); // delete line
    computer.keys("x\n");
    assert_eq!(record(&mut computer), b"X\x9B");
}

#[test]
fn a_record_begins_anew_when_the_screen_is_cleared() {
    let mut computer = Computer::cleared();
    computer.print(b"?");
    computer.start_record(BUFFER);
    computer.keys("x");
    computer.press(key('<'), true, false); // clear
    computer.keys("ab\n");
    assert_eq!(record(&mut computer), b"AB\x9B");
}

#[test]
fn a_full_line_at_the_bottom_is_read_whole() {
    let mut computer = Computer::cleared();
    go_to(&mut computer, 23, 2);
    let text = "abcdefghijklmnopqrstuvwxyz0123456789ab";
    let got = typed(&mut computer, &format!("{text}\n"));
    assert_eq!(got, [text.to_uppercase().as_bytes(), &[EOL]].concat());
    assert_eq!(cursor(&mut computer), (23, 2));
}

#[test]
fn a_forced_read_takes_what_is_on_the_screen() {
    let mut computer = printed("RUN|");
    go_to(&mut computer, 0, 2);
    let returned = computer.cio(0, 0x05, BUFFER, 100, [13, 0]);
    assert_eq!(returned.y, 1);
    assert_eq!(computer.bytes(BUFFER, 4), *b"RUN\x9B");
}
