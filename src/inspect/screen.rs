//! The text on the screen, as the display list shows it.

use super::display_list;
use crate::machine::Machine;

/// Shadow of DMACTL; bits 0 and 1 are the playfield's width. [sheet: os]
pub(crate) const SDMCTL: u16 = 0x022F;
/// Shadow of DLISTL and DLISTH.
const SDLSTL: u16 = 0x0230;

/// Characters of the screen codes $40 to $5F (ATASCII 0 to 31) and $60, $7B, $7D to $7F.
const GRAPHICS: [char; 32] = [
    '♥', '├', '▕', '┘', '┤', '┐', '╱', '╲', '◢', '▗', '◣', '▝', '▘', '▔', '▂', '▖', '♣', '┌', '─', '┼', '●',
    '▄', '▎', '┬', '┴', '▌', '└', '␛', '↑', '↓', '←', '→',
];

/// The lines of text on the screen from top to bottom, without trailing blanks. The display list is located
/// through the operating system's shadow registers; colours and inverse video are not represented.
///
/// # Examples
///
/// ```
/// use front800::inspect::screen;
/// use front800::machine::{Config, Machine};
/// use front800::titles::Sources;
///
/// let mut machine = Machine::new(&Config::new(Sources::embedded().os()?.rom.clone()));
/// for _ in 0..120 {
///     machine.run_frame();
/// }
/// assert!(screen::text(&machine).contains("MEMO PAD"));
/// # Ok::<(), front800::titles::TitleError>(())
/// ```
pub fn text(machine: &Machine) -> String {
    let width = match machine.peek(SDMCTL) & 3 {
        0 => return String::new(),
        1 => 32,
        2 => 40,
        _ => 48,
    };
    let mut lines = String::new();
    let mut memory = 0;
    let list = display_list::read_from(machine, peek_word(machine, SDLSTL));
    for entry in list.iter().filter(|entry| entry.mode() > 1) {
        memory = entry.memory().unwrap_or(memory);
        let bytes = bytes_of_line(entry.mode(), entry.is_scrolled(), width);
        if let 2..=7 = entry.mode() {
            lines.push_str(&text_line(machine, memory, bytes, entry.mode()));
        }
        memory = next_in_memory(memory, bytes);
    }
    lines
}

/// Bytes that a mode line reads; a scrolled one reads as many as the next wider playfield.
fn bytes_of_line(mode: u8, scrolled: bool, width: u16) -> u16 {
    let width = if scrolled { (width + 8).min(48) } else { width };
    match mode {
        2..=5 | 0xD..=0xF => width,
        6 | 7 | 0xA..=0xC => width / 2,
        _ => width / 4,
    }
}

fn text_line(machine: &Machine, memory: u16, bytes: u16, mode: u8) -> String {
    let line: String = (0..bytes)
        .map(|n| {
            let code = machine.peek(next_in_memory(memory, n));
            // Modes 6 and 7 have 64 characters; the high bits select the colour.
            character(code & if mode >= 6 { 0x3F } else { 0x7F })
        })
        .collect();
    format!("{}\n", line.trim_end())
}

/// The character of a screen code from 0 to 127.
pub fn character(code: u8) -> char {
    match code {
        0x00..=0x3F => char::from(code + 0x20),
        0x40..=0x5F => GRAPHICS[usize::from(code - 0x40)],
        0x60 => '♦',
        0x7B => '♠',
        0x7D => '↰',
        0x7E => '◀',
        0x7F => '▶',
        _ => char::from(code),
    }
}

fn peek_word(machine: &Machine, address: u16) -> u16 {
    u16::from_le_bytes([machine.peek(address), machine.peek(address.wrapping_add(1))])
}

/// ANTIC's memory counter increments only twelve bits. [sheet: antic]
fn next_in_memory(address: u16, by: u16) -> u16 {
    address & 0xF000 | address.wrapping_add(by) & 0x0FFF
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn screen_codes_are_letters_and_signs() {
        let text: String = [0x21, 0x72, 0x10, 0x40, 0x00].map(character).iter().collect();
        assert_eq!(text, "Ar0♥ ");
    }

    #[test]
    fn a_scrolled_line_takes_the_bytes_of_the_next_wider_one() {
        assert_eq!(bytes_of_line(2, false, 40), 40);
        assert_eq!(bytes_of_line(2, true, 40), 48);
        assert_eq!(bytes_of_line(7, true, 48), 24);
        assert_eq!(bytes_of_line(8, false, 40), 10);
    }
}
