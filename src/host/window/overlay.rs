//! Text over the picture (the key map and messages), in the machine's own characters and colours.

use crate::host::picture::Area;
use crate::machine::{Config, FRAME_HEIGHT};

/// Half-clock pixels per line.
const WIDTH: usize = Area::Visible.width();
/// Width of a character in half-clock pixels, and height in lines.
pub(super) const CELL: usize = 8;
/// Characters per line of text.
const COLUMNS: usize = 40;
/// The left edge of centred text.
const LEFT: usize = (WIDTH - COLUMNS * CELL) / 2;
/// Columns for key names in the key map.
const KEY_COLUMNS: usize = 14;
/// The row of the first key in the key map.
const FIRST_ROW: usize = 1;
/// White, as a colour-register value.
pub(super) const WHITE: u8 = 0x0E;
/// The colour of highlights.
pub(super) const YELLOW: u8 = 0x1C;
/// The bottom of messages, near the lower edge.
pub(super) const MESSAGE_BOTTOM: usize = FRAME_HEIGHT - CELL;
/// Lines of background above and below a message.
const MESSAGE_RIM: usize = 2;
/// Seconds: how long a message of one line is shown, how much longer for each further line, and how long it fades at
/// the end.
const MESSAGE_SECONDS: f64 = 2.0;
const LINE_SECONDS: f64 = 1.5;
const FADING_SECONDS: f64 = 0.5;

/// The key map: host keys and what they do.
pub const KEY_MAP: [(&str, &str); 28] = [
    ("F1", "these keys, Esc: back"),
    ("F2, F3, F4", "OPTION, SELECT, START"),
    ("F5", "RESET"),
    ("Shift F5", "switch off and on"),
    ("F6", "arrows: stick or cursor"),
    ("Shift F6", "mouse: point, paddle, pen"),
    ("F7", "BREAK"),
    ("F8, Shift F8", "quick save, quick load"),
    ("Alt G, Guide", "saves; middle button too"),
    ("F9, Pause", "pause"),
    ("Page Up", "back in time, while held"),
    ("Page Down", "one frame, Shift: back"),
    ("F10", "picture to a file"),
    ("F11, Alt Enter", "full screen"),
    ("F12", "fast, while held"),
    ("Arrows", "joystick 0"),
    ("Ctrl, right Alt", "its button"),
    ("Keypad", "joystick 0, 0: its button"),
    ("Delete", "BACK SPACE, as Backspace"),
    ("Tab", "TAB, with Shift too"),
    ("Home", "CLEAR"),
    ("Insert", "a letter, Shift: a line"),
    ("Backquote, End", "the ATARI key (inverse)"),
    ("Alt +, Alt -", "volume"),
    ("Alt M, Alt S", "sound off and on, speed"),
    ("Alt D, Alt E", "next disk, no disk"),
    ("Alt B, Alt Q", "debugger, quit"),
    ("Gamepad", "stick, button, START"),
];

/// The character set of the operating system.
pub(super) struct Font {
    rows: [u8; 0x400],
}

impl Font {
    /// The set at $E000 in the machine's ROM.
    pub(super) fn of(config: &Config) -> Self {
        const START: usize = 0xE000 - 0xD800;
        let mut rows = [0; 0x400];
        for (row, byte) in rows.iter_mut().zip(&config.os[START..]) {
            *row = *byte;
        }
        Font { rows }
    }

    /// The eight rows of a character; a blank if the set does not have it.
    fn glyph(&self, character: char) -> &[u8] {
        // ATASCII has no backquote.
        let character = if character == '`' { '\'' } else { character };
        // Converts ATASCII to the order in memory. [sheet: os 4]
        let internal = match character as usize {
            code @ 0x20..0x60 => code - 0x20,
            code @ 0x60..0x80 => code,
            _ => 0,
        };
        &self.rows[internal * CELL..][..CELL]
    }
}

/// A picture of the machine, to be written on.
pub(super) struct Overlay<'a> {
    /// The palette indices of its visible part.
    pub picture: &'a mut [u8],
    /// The character set for text.
    pub font: &'a Font,
}

impl Overlay<'_> {
    /// Turns the picture into a background for text: dark, and without colour.
    pub(super) fn darken(&mut self) {
        for index in self.picture.iter_mut() {
            *index = *index >> 2 & 0x03;
        }
    }

    /// Fills a rectangle with a colour.
    pub(super) fn fill(&mut self, x: usize, y: usize, width: usize, height: usize, colour: u8) {
        for row in self.picture.chunks_exact_mut(WIDTH).skip(y).take(height) {
            row[x..(x + width).min(WIDTH)].fill(colour);
        }
    }

    /// Darkens the picture and writes the key map over it.
    pub(super) fn key_map(&mut self) {
        self.darken();
        self.text(0, 0, "front800", YELLOW);
        for (n, (key, meaning)) in KEY_MAP.iter().enumerate() {
            self.text(FIRST_ROW + n, 0, key, YELLOW);
            let column = KEY_COLUMNS.max(key.chars().count()) + 1;
            self.text(FIRST_ROW + n, column, meaning, WHITE);
        }
    }

    /// Writes a message on a black background, in as many lines as it needs; the last one ends above `bottom`.
    pub(super) fn message(&mut self, text: &str, luma: u8, bottom: usize) {
        let lines = lines_of(text);
        let lines = &lines[..lines.len().min(bottom / CELL)];
        let top = bottom - lines.len() * CELL;
        self.fill(0, top.saturating_sub(MESSAGE_RIM), WIDTH, bottom - top + 2 * MESSAGE_RIM, 0);
        for (n, line) in lines.iter().enumerate() {
            let column = (COLUMNS - line.chars().count()) / 2;
            self.text_at(LEFT + column * CELL, top + n * CELL, line, luma & 0x0F);
        }
    }

    /// Writes a note in the upper right corner.
    pub(super) fn note(&mut self, text: &str) {
        self.text(1, COLUMNS.saturating_sub(text.chars().count()), text, WHITE);
    }

    /// Writes text at a row and column of characters; cuts off what does not fit.
    fn text(&mut self, row: usize, column: usize, text: &str, colour: u8) {
        let fitting: String = text.chars().take(COLUMNS.saturating_sub(column)).collect();
        self.text_at(LEFT + column * CELL, row * CELL, &fitting, colour);
    }

    /// Writes text with its upper left corner at a pixel; cuts off what does not fit.
    pub(super) fn text_at(&mut self, x: usize, y: usize, text: &str, colour: u8) {
        for (n, character) in text.chars().take(WIDTH.saturating_sub(x) / CELL).enumerate() {
            let left = x + n * CELL;
            for (row, bits) in self.font.glyph(character).iter().enumerate() {
                let line = (y + row) * WIDTH;
                let Some(cells) = self.picture.get_mut(line + left..line + left + CELL) else { return };
                for (column, pixel) in cells.iter_mut().enumerate() {
                    if bits << column & 0x80 != 0 {
                        *pixel = colour;
                    }
                }
            }
        }
    }
}

/// Breaks a text into lines that fit the picture: between words, or within words longer than a line.
fn lines_of(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let word: Vec<char> = word.chars().collect();
        for (n, part) in word.chunks(COLUMNS).enumerate() {
            let Some(line) = lines.last_mut() else { continue };
            let gap = usize::from(n == 0 && !line.is_empty());
            if n > 0 || line.chars().count() + gap + part.len() > COLUMNS {
                lines.push(part.iter().collect());
            } else {
                line.extend(std::iter::repeat_n(' ', gap).chain(part.iter().copied()));
            }
        }
    }
    lines
}

/// The current message.
#[derive(Default)]
pub(super) struct Messages {
    current: Option<(String, f64)>,
}

impl Messages {
    /// Shows a message from `now` on, replacing the last one.
    pub(super) fn show(&mut self, text: impl Into<String>, now: f64) {
        self.current = Some((text.into(), now));
    }

    /// The text shown and its brightness (a luma of 2 to 14).
    pub(super) fn current(&self, now: f64) -> Option<(&str, u8)> {
        let (text, since) = self.current.as_ref()?;
        let further = lines_of(text).len() - 1;
        let left = MESSAGE_SECONDS + LINE_SECONDS * further as f64 - (now - since);
        let faded = 1.0 - (left / FADING_SECONDS).min(1.0);
        (left > 0.0).then(|| (text.as_str(), WHITE - (faded * 12.0) as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A set in which the first row of every character is its code and the others are empty.
    fn font() -> Font {
        let mut os = [0; 0x2800];
        for internal in 0..0x80 {
            os[0x800 + CELL * internal] = internal as u8;
        }
        Font::of(&Config::new(os.into()))
    }

    fn picture() -> Vec<u8> {
        vec![0x94; WIDTH * FRAME_HEIGHT]
    }

    /// The first row of a character cell: bits are set where it has this colour.
    fn cell(picture: &[u8], row: usize, column: usize, colour: u8) -> u8 {
        let start = row * CELL * WIDTH + LEFT + column * CELL;
        picture[start..start + CELL].iter().fold(0, |bits, &pixel| bits << 1 | u8::from(pixel == colour))
    }

    #[test]
    fn text_is_drawn_with_the_characters_of_the_rom() {
        let (mut picture, font) = (picture(), font());
        Overlay { picture: &mut picture, font: &font }.text(2, 3, "A a_", WHITE);
        let codes: Vec<u8> = (3..7).map(|column| cell(&picture, 2, column, WHITE)).collect();
        assert_eq!(codes, [0x21, 0x00, 0x61, 0x3F]);
        let drawn = picture.iter().filter(|&&index| index == WHITE).count() as u32;
        assert_eq!(drawn, codes.iter().map(|code| code.count_ones()).sum::<u32>());
    }

    #[test]
    fn the_key_map_fits_the_picture() {
        for (key, meaning) in KEY_MAP {
            let width = KEY_COLUMNS.max(key.chars().count()) + 1 + meaning.chars().count();
            assert!(width <= COLUMNS, "{key}: {width} columns");
            assert!(key.is_ascii() && meaning.is_ascii());
        }
        assert!((FIRST_ROW + KEY_MAP.len()) * CELL < FRAME_HEIGHT);
        let (mut picture, font) = (picture(), font());
        Overlay { picture: &mut picture, font: &font }.key_map();
        assert_eq!(picture[0], 0x01, "the picture is dark and has no hue");
        assert_eq!(cell(&picture, FIRST_ROW, 1, YELLOW), 0x11, "the 1 of F1");
    }

    #[test]
    fn a_long_message_takes_several_lines_and_never_leaves_the_picture() {
        let (mut picture, font) = (picture(), font());
        let mut overlay = Overlay { picture: &mut picture, font: &font };
        overlay.message(&"x".repeat(COLUMNS + 4), WHITE, MESSAGE_BOTTOM);
        assert_eq!(cell(&picture, 27, 0, WHITE), b'x');
        assert_eq!(cell(&picture, 28, 18, WHITE), b'x');
        assert_eq!(cell(&picture, 28, 0, WHITE), 0);
        Overlay { picture: &mut picture, font: &font }.message(&"x".repeat(9000), WHITE, MESSAGE_BOTTOM);
    }

    #[test]
    fn a_message_is_broken_between_words() {
        let broken = "there is no terminal for a debugger: start `front800 play` in one";
        assert_eq!(
            lines_of(broken),
            ["there is no terminal for a debugger:", "start `front800 play` in one"]
        );
        let path = format!("not saved: /{}: no room", "x".repeat(50));
        let lines =
            ["not saved:".to_string(), format!("/{}", "x".repeat(39)), "xxxxxxxxxxx: no room".to_string()];
        assert_eq!(lines_of(&path), lines);
        assert_eq!(lines_of(""), [""]);
        let (mut picture, font) = (picture(), font());
        Overlay { picture: &mut picture, font: &font }.text(0, 0, "`'", WHITE);
        assert_eq!(cell(&picture, 0, 0, WHITE), cell(&picture, 0, 1, WHITE), "ATASCII has no backquote");
    }

    #[test]
    fn text_that_is_too_long_does_not_go_on_at_the_left() {
        let (mut picture, font) = (picture(), font());
        Overlay { picture: &mut picture, font: &font }.text_at(300, 0, "xxxxxxxx", WHITE);
        assert!(picture[WIDTH..].iter().all(|&index| index == 0x94));
        let drawn = picture.iter().filter(|&&index| index == WHITE).count() as u32;
        assert_eq!(drawn, 4 * u32::from(b'x').count_ones());
    }

    #[test]
    fn a_message_fades_and_is_gone_when_it_can_have_been_read() {
        let mut messages = Messages::default();
        messages.show("saved", 10.0);
        assert_eq!(messages.current(11.0), Some(("saved", WHITE)));
        let (_, luma) = messages.current(11.8).unwrap();
        assert!(luma < 10);
        assert_eq!(messages.current(12.0), None);
        messages.show("x".repeat(2 * COLUMNS), 20.0);
        assert_eq!(messages.current(22.9).unwrap().1, WHITE, "two lines take longer to read");
        assert_eq!(messages.current(23.5), None);
    }
}
