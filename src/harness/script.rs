//! Input scripts: a person's input, frame by frame, as text.
//!
//! ```text
//! # front800 input 1
//! 0    stick0 center            # or up, down, left, right, two of them, and fire; stick0 to stick3
//! 60   console start            # start, select, option, or none
//! 120  key CTRL+SHIFT+A         # SPACE, RETURN, BREAK and so on, also several; or none
//! 130  type "RUN\n"             # keys one after the other, eight frames each: \n is RETURN, \t TAB
//! 230  paddle0 114              # paddle0 to paddle7: 0 to 228
//! 240  pen0 120 96 pressed      # pen0 to pen3, at a colour clock (0 to 227) and scan line; or none
//! 260  disk1 "Disk #2.atr"      # disk1 to disk4: a file, in quotation marks if its name needs them; or none
//! 300  reset
//! ```
//!
//! A line has a frame, counted from the beginning of the run, a device, and its state, which lasts until it is
//! changed. Frames must not decrease.

mod disks;
mod quoting;
mod typing;
mod words;

use std::fmt::Write as _;

use words::{Word, Wrong, some_state, words};

pub use disks::{named_at as disk_named_at, written as disk_written};

use crate::chips::pokey::Keyboard;
use crate::harness::keys;
#[cfg(doc)]
use crate::machine::Machine;
use crate::machine::control::Control;
use crate::machine::{Beam, Console, MOST_PADDLE, Pen, Stick};

/// The first line of every script.
pub const HEADER: &str = "# front800 input 1";
/// The last frame that a script may name: two years.
const MOST_FRAMES: u64 = u32::MAX as u64;

/// One change of a control.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The frame at whose line 0 it takes effect, counted from the beginning of the run.
    pub frame: u64,
    /// What changes.
    pub control: Control,
}

/// A parsed script: entries in the order of their frames.
///
/// # Examples
///
/// ```
/// use front800::harness::script::Script;
///
/// let script = Script::parse("# front800 input 1\n120 stick0 right fire\n")?;
/// assert_eq!(script.last_frame(), 120);
/// let error = Script::parse("# front800 input 1\n120 stick9 right\n").unwrap_err();
/// assert_eq!(error.line, 2);
/// # Ok::<(), front800::harness::script::ScriptError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// Sorted by frame; entries of one frame in the order written.
    pub entries: Vec<Entry>,
    /// The files of the disks that [`Control::Disk`] refers to by index. A script with disks must go through
    /// [`Script::with_disks`] before it is played.
    pub disks: Vec<String>,
}

/// An error in a script, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScriptError {
    /// From 1.
    pub line: usize,
    /// From 1, in characters.
    pub column: usize,
    /// What is wrong, and what is expected.
    pub message: String,
}

impl std::fmt::Display for ScriptError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.message)
    }
}

impl std::error::Error for ScriptError {}

impl Script {
    /// Parses a script.
    ///
    /// # Errors
    /// A text that does not begin with [`HEADER`], frames that decrease or are out of range, and unknown devices or
    /// states: where, and what is expected.
    pub fn parse(text: &str) -> Result<Script, ScriptError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        if first.trim_end() != HEADER {
            let message = format!("an input script begins with the line `{HEADER}`");
            return Err(ScriptError { line: 1, column: 1, message });
        }
        let mut script = Script::default();
        let mut last_frame = 0;
        for (index, line) in lines {
            let words = words(line);
            let Some((frame_word, rest)) = words.split_first() else { continue };
            let at = |column: usize, message: String| ScriptError { line: index + 1, column, message };
            let wrong = |(word, message): Wrong| at(word.column, message);
            let frame = frame(frame_word).map_err(wrong)?;
            if frame < last_frame {
                let message =
                    format!("frame {frame} stands after frame {last_frame}: frames must not go back");
                return Err(at(frame_word.column, message));
            }
            last_frame = frame;
            let Some((device, states)) = rest.split_first() else {
                let column = line.trim_end().chars().count() + 1;
                return Err(at(column, format!("a device is missing after the frame: {DEVICES}")));
            };
            let entries = entries_of(line, frame, (device, states), &mut script.disks).map_err(wrong)?;
            script.entries.extend(entries);
        }
        script.entries.sort_by_key(|entry| entry.frame);
        Ok(script)
    }

    /// The script as text that [`Script::parse`] reads.
    pub fn to_text(&self) -> String {
        let mut text = format!("{HEADER}\n");
        for entry in &self.entries {
            if let Some(state) = state_text(entry.control, &self.disks) {
                // Writing to a String cannot fail.
                let _ = writeln!(text, "{:<6} {state}", entry.frame);
            }
        }
        text
    }

    /// Adapts the script to a machine: `numbers[n]` is what [`Machine::add_disk`] has returned for `disks[n]`. A
    /// parsed script numbers its own files from 0, whatever disks the machine has.
    ///
    /// # Panics
    /// If there are fewer numbers than files.
    pub fn with_disks(mut self, numbers: &[usize]) -> Script {
        for entry in &mut self.entries {
            if let Control::Disk(_, Some(disk)) = &mut entry.control {
                *disk = numbers[*disk];
            }
        }
        let mut disks = vec![String::new(); numbers.iter().map(|number| number + 1).max().unwrap_or(0)];
        for (&number, name) in numbers.iter().zip(self.disks) {
            disks[number] = name;
        }
        Script { disks, ..self }
    }

    /// The frame of the last entry.
    pub fn last_frame(&self) -> u64 {
        self.entries.last().map_or(0, |entry| entry.frame)
    }
}

/// What one line of a script does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whether it names a frame. If not, its first entry is at frame 0, which means now.
    pub is_timed: bool,
    /// Ordered by frame.
    pub entries: Vec<Entry>,
}

/// Parses a single line, with or without a frame: `stick0 up fire`. Disks cannot be named here.
///
/// # Errors
/// As those of [`Script::parse`]; the line is 1.
pub fn parse_line(text: &str) -> Result<Line, ScriptError> {
    let wrong = |(word, message): Wrong| ScriptError { line: 1, column: word.column, message };
    let words = words(text);
    let is_timed = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    let (time, rest) = words.split_at(usize::from(is_timed));
    let frame = time.first().map_or(Ok(0), frame).map_err(wrong)?;
    let Some((device, states)) = rest.split_first() else {
        let column = text.trim_end().chars().count() + 1;
        return Err(ScriptError { line: 1, column, message: format!("a device is missing: {DEVICES}") });
    };
    let mut disks = Vec::new();
    let entries = entries_of(text, frame, (device, states), &mut disks).map_err(wrong)?;
    if !disks.is_empty() {
        return Err(wrong((device.clone(), "disks are changed by scripts only".to_string())));
    }
    Ok(Line { is_timed, entries })
}

/// Parses a control and its state, as they follow the frame in a line: `stick0 up fire`. Disks cannot be named here.
///
/// # Errors
/// As those of [`Script::parse`]; the line is 1.
pub fn parse_control(text: &str) -> Result<Control, ScriptError> {
    let at = |column, message| ScriptError { line: 1, column, message };
    let words = words(text);
    let Some((device, states)) = words.split_first() else {
        return Err(at(1, format!("a device is missing: {DEVICES}")));
    };
    if is_typing(device) {
        return Err(at(device.column, "a text takes many frames: it is typed by scripts".to_string()));
    }
    match control(text, device, states, &mut Vec::new()) {
        Ok(Control::Disk(..)) => Err(at(device.column, "disks are changed by scripts only".to_string())),
        control => control.map_err(|(word, message)| at(word.column, message)),
    }
}

const DEVICES: &str =
    "stick0 to stick3, console, key, type, paddle0 to paddle7, pen0 to pen3, disk1 to disk4, or reset";

fn frame(word: &Word) -> Result<u64, Wrong> {
    let wrong = |message| (word.clone(), message);
    let number = word
        .text
        .parse()
        .map_err(|_| wrong(format!("`{}` is no frame number: a line is frame, device, state", word.text)))?;
    match number {
        0..=MOST_FRAMES => Ok(number),
        _ => Err(wrong(format!("frame {number} never comes: expected at most {MOST_FRAMES}"))),
    }
}

/// The entries for a control: RESET is also released a frame later, so that it is held across the one line in which
/// ANTIC samples it.
fn entries(frame: u64, control: Control) -> impl Iterator<Item = Entry> {
    let released = Entry { frame: frame + 1, control: Control::ResetKey(false) };
    let is_held = control == Control::ResetKey(true);
    std::iter::once(Entry { frame, control }).chain(is_held.then_some(released))
}

/// The entries of a `line` from `frame` on, parsed from its `device` and states.
fn entries_of(
    line: &str,
    frame: u64,
    (device, states): (&Word, &[Word]),
    disks: &mut Vec<String>,
) -> Result<Vec<Entry>, Wrong> {
    if is_typing(device) {
        let keys = quoting::quoted(line, device.end(), quoting::Text::Keys)
            .and_then(|text| typing::keys(frame, &text));
        let entry = |(frame, keys)| Entry { frame, control: Control::Keyboard(keys) };
        let wrong = |(column, message)| (Word { text: String::new(), column }, message);
        return keys.map(|keys| keys.into_iter().map(entry).collect()).map_err(wrong);
    }
    Ok(entries(frame, control(line, device, states, disks)?).collect())
}

fn is_typing(device: &Word) -> bool {
    device.text.eq_ignore_ascii_case("type")
}

/// The control in a `line`, parsed from its `device` and states.
fn control(line: &str, device: &Word, states: &[Word], disks: &mut Vec<String>) -> Result<Control, Wrong> {
    let name = device.text.to_ascii_lowercase();
    if let Some(port) = numbered(&name, "stick", 4) {
        Ok(Control::Stick(port, stick(device, states)?))
    } else if let Some(n) = numbered(&name, "paddle", 8) {
        Ok(Control::Paddle(n, paddle(device, states)?))
    } else if let Some(port) = numbered(&name, "pen", 4) {
        Ok(Control::Pen(port, pen(device, states)?))
    } else if name == "console" {
        Ok(Control::Console(console(device, states)?))
    } else if name == "key" {
        Ok(Control::Keyboard(keyboard(device, states)?))
    } else if name == "reset" {
        match states.first() {
            None => Ok(Control::ResetKey(true)),
            Some(word) => Err((word.clone(), "nothing stands after reset".to_string())),
        }
    } else if let Some(drive) = disks::drive(&name) {
        Ok(Control::Disk(drive, disks::number(disks::name(line, device, states)?, disks)))
    } else {
        Err((device.clone(), format!("`{}` is no device: expected {DEVICES}", device.text)))
    }
}

/// The number after `prefix` if it is below `count`.
fn numbered(name: &str, prefix: &str, count: usize) -> Option<usize> {
    let digits = name.strip_prefix(prefix)?;
    if digits.len() != 1 {
        return None;
    }
    digits.parse().ok().filter(|&n| n < count)
}

fn stick(device: &Word, states: &[Word]) -> Result<Stick, Wrong> {
    const EXPECTED: &str = "center, or any of up down left right, and fire";
    let mut stick = Stick::default();
    for word in some_state(device, states, EXPECTED)? {
        match word.text.to_ascii_lowercase().as_str() {
            "center" | "centre" => {}
            "up" => stick.up = true,
            "down" => stick.down = true,
            "left" => stick.left = true,
            "right" => stick.right = true,
            "fire" => stick.fire = true,
            _ => {
                return Err((
                    word.clone(),
                    format!("`{}` is no stick position: expected {EXPECTED}", word.text),
                ));
            }
        }
    }
    Ok(stick)
}

fn console(device: &Word, states: &[Word]) -> Result<Console, Wrong> {
    const EXPECTED: &str = "none, or any of start select option";
    let mut console = Console::default();
    for word in some_state(device, states, EXPECTED)? {
        match word.text.to_ascii_lowercase().as_str() {
            "none" => {}
            "start" => console.start = true,
            "select" => console.select = true,
            "option" => console.option = true,
            _ => {
                return Err((
                    word.clone(),
                    format!("`{}` is no console key: expected {EXPECTED}", word.text),
                ));
            }
        }
    }
    Ok(console)
}

fn keyboard(device: &Word, states: &[Word]) -> Result<Keyboard, Wrong> {
    let mut keys = Keyboard::default();
    let states = some_state(device, states, "none, or key names such as SPACE, SHIFT+A, SEMICOLON, BREAK")?;
    for word in states {
        let none = word.text.eq_ignore_ascii_case("none") && states.len() == 1;
        if !none && !keys::press(&mut keys, &word.text) {
            let hint = match keys::suggestion(&word.text) {
                Some(name) => format!("did you mean {name}?"),
                None => {
                    "expected a letter, a digit, a sign, or a name such as SPACE RETURN ESC TAB BACKSPACE \
                         CAPS ATARI BREAK, perhaps after SHIFT+ or CTRL+"
                        .to_string()
                }
            };
            return Err((word.clone(), format!("there is no key `{}`: {hint}", word.text)));
        }
    }
    Ok(keys)
}

fn paddle(device: &Word, states: &[Word]) -> Result<u8, Wrong> {
    let [word] = states else {
        let word = states.get(1).unwrap_or(device);
        return Err((word.clone(), format!("{} takes one number from 0 to {MOST_PADDLE}", device.text)));
    };
    word.text.parse().ok().filter(|&position| position <= MOST_PADDLE).ok_or_else(|| {
        let expected = format!("expected a number from 0 to {MOST_PADDLE}");
        (word.clone(), format!("`{}` is no paddle position: {expected}", word.text))
    })
}

/// `120 96`, `120 96 pressed`, `pressed` or `none`.
fn pen(device: &Word, states: &[Word]) -> Result<Pen, Wrong> {
    const EXPECTED: &str = "none, or a colour clock from 0 to 227 and a scan line from 0 to 311, and pressed";
    let wrong = |word: &Word| {
        (word.clone(), format!("`{}` is no place of {}: expected {EXPECTED}", word.text, device.text))
    };
    let is = |word: &Word, state| word.text.eq_ignore_ascii_case(state);
    let states = some_state(device, states, EXPECTED)?;
    if let [word] = states
        && is(word, "none")
    {
        return Ok(Pen::default());
    }
    let (place, pressed) = match states {
        [place @ .., last] if is(last, "pressed") => (place, true),
        place => (place, false),
    };
    let at = match place {
        [] => None,
        [clock, line, rest @ ..] => {
            let at = Beam {
                clock: clock.text.parse().ok().filter(|&clock| clock < 228).ok_or_else(|| wrong(clock))?,
                line: line.text.parse().ok().filter(|&line| line < 312).ok_or_else(|| wrong(line))?,
            };
            if let Some(word) = rest.first() {
                return Err(wrong(word));
            }
            Some(at)
        }
        [word] => return Err(wrong(word)),
    };
    Ok(Pen { at, pressed })
}

/// Device and state as written in a line; none for the release of RESET, which the press implies.
fn state_text(control: Control, disks: &[String]) -> Option<String> {
    let listed = |states: &[(bool, &str)], none: &str| {
        let set: Vec<&str> = states.iter().filter(|(on, _)| *on).map(|&(_, name)| name).collect();
        if set.is_empty() { none.to_string() } else { set.join(" ") }
    };
    Some(match control {
        Control::Stick(port, s) => {
            let states =
                [(s.up, "up"), (s.down, "down"), (s.left, "left"), (s.right, "right"), (s.fire, "fire")];
            format!("stick{port} {}", listed(&states, "center"))
        }
        Control::Console(c) => {
            format!(
                "console {}",
                listed(&[(c.start, "start"), (c.select, "select"), (c.option, "option")], "none")
            )
        }
        Control::Keyboard(keys) => format!("key {}", keys::words(keys)),
        Control::Paddle(n, position) => format!("paddle{n} {position}"),
        Control::Pen(port, pen) => {
            let mut states =
                pen.at.map(|at| format!("{} {}", at.clock, at.line)).into_iter().collect::<Vec<_>>();
            states.extend(pen.pressed.then(|| "pressed".to_string()));
            format!("pen{port} {}", if states.is_empty() { "none".to_string() } else { states.join(" ") })
        }
        Control::ResetKey(true) => "reset".to_string(),
        Control::ResetKey(false) => return None,
        Control::Disk(drive, disk) => {
            format!("disk{} {}", drive + 1, disks::state_text(disk.and_then(|n| disks.get(n))))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_by_itself_has_a_frame_or_none() {
        let stick =
            |frame| Entry { frame, control: Control::Stick(0, Stick { up: true, ..Stick::default() }) };
        let line = |is_timed, entries: &[Entry]| Ok(Line { is_timed, entries: entries.to_vec() });
        assert_eq!(parse_line("stick0 up # now"), line(false, &[stick(0)]));
        assert_eq!(parse_line(" 7 stick0 up"), line(true, &[stick(7)]));
        let reset = |frame, held| Entry { frame, control: Control::ResetKey(held) };
        assert_eq!(parse_line("reset"), line(false, &[reset(0, true), reset(1, false)]));
        assert_eq!(
            parse_line("disk1 none"),
            line(false, &[Entry { frame: 0, control: Control::Disk(0, None) }])
        );
        for (text, column) in [("stick0 over", 8), ("7", 2), ("4294967296 reset", 1), ("disk1 a.atr", 1)] {
            assert_eq!(parse_line(text).map_err(|error| error.column), Err(column), "{text}");
        }
    }

    fn error(line: &str) -> String {
        Script::parse(&format!("{HEADER}\n{line}\n")).unwrap_err().to_string()
    }

    #[test]
    fn a_script_without_its_first_line_is_refused() {
        let error = Script::parse("0 stick0 center\n").unwrap_err();
        assert_eq!((error.line, error.column), (1, 1));
        assert!(error.message.contains(HEADER));
    }

    #[test]
    fn a_script_survives_writing_and_reading() {
        let text = format!(
            "{HEADER}\n0 stick0 center # a comment\n\n120 stick1 right fire\n200 console start option\n\
             201 key SHIFT+A B BREAK\n202 key none\n300 reset\n320 paddle7 228\n\
             400 disk1 my disk.atr\n401 disk4 none\n402 disk2 my disk.atr\n"
        );
        let script = Script::parse(&text).unwrap();
        assert_eq!(script.entries.len(), 11);
        assert_eq!(script.disks, ["my disk.atr"]);
        assert_eq!(Script::parse(&script.to_text()).unwrap(), script);
    }

    #[test]
    fn a_backslash_in_the_name_of_a_disk_is_a_part_of_it() {
        let disk = |text: &str| {
            let script = Script::parse(&format!("{HEADER}\n5 disk1 {text} # a comment\n"));
            script.map(|script| script.disks[0].clone()).map_err(|error| error.to_string())
        };
        for (text, name) in [
            (r#""dd\new.atr""#, r"dd\new.atr"),
            (r#""a\d.atr""#, r"a\d.atr"),
            (r"a\d.atr", r"a\d.atr"),
            (r#""\users\u{ \u{110000} \u.atr""#, r"\users\u{ \u{110000} \u.atr"),
            (r#""C:\\games\a \"b\".atr""#, r#"C:\games\a "b".atr"#),
            (r#""a\u{a}b \\u{a}.atr""#, "a\nb \\u{a}.atr"),
        ] {
            assert_eq!(disk(text), Ok(name.to_string()), "{text}");
            let written = disk_written(name);
            assert_eq!(disk(&written), Ok(name.to_string()), "{written}");
            assert!(!written.contains('\n'), "{written}");
        }
        for name in [" ", "none", "#1", "a\u{1b}[2Jb.atr", "\"quoted\"", "a\r"] {
            assert_eq!(disk(&disk_written(name)), Ok(name.to_string()));
            assert!(!disk_written(name).contains(char::is_control), "{name:?}");
        }
        assert!(disk(r#""a\""#).unwrap_err().contains("the text does not end"));
    }

    #[test]
    fn a_control_is_a_line_without_its_frame() {
        let script = Script::parse(&format!("{HEADER}\n0 stick1 up fire\n")).unwrap();
        assert_eq!(parse_control(" stick1 up fire # so"), Ok(script.entries[0].control));
        for wrong in ["", "stick9 up", "stick0 upp", "disk1 none"] {
            assert!(parse_control(wrong).is_err(), "{wrong}");
        }
        assert_eq!(parse_control("stick0 upp").unwrap_err().column, 8);
    }

    #[test]
    fn a_text_is_keys_that_go_down_and_up() {
        let script = Script::parse(&format!("{HEADER}\n5 type \"a# \\\"B\\n\" # so\n")).unwrap();
        let mut expected = format!("{HEADER}\n");
        for (n, key) in ["A", "SHIFT+3", "SPACE", "SHIFT+2", "B", "RETURN"].into_iter().enumerate() {
            let _ = writeln!(expected, "{} key {key}\n{} key none", 5 + 8 * n, 9 + 8 * n);
        }
        assert_eq!(script, Script::parse(&expected).unwrap());
        assert_eq!(parse_line("type \"A\"").unwrap().entries.len(), 2);
        assert_eq!(parse_control("type \"A\"").unwrap_err().column, 1);
    }

    #[test]
    fn reset_is_held_for_one_frame() {
        let script = Script::parse(&format!("{HEADER}\n5 reset\n")).unwrap();
        let frames: Vec<_> = script.entries.iter().map(|e| (e.frame, e.control)).collect();
        assert_eq!(frames, [(5, Control::ResetKey(true)), (6, Control::ResetKey(false))]);
    }

    #[test]
    fn errors_name_line_and_column_and_what_would_be_right() {
        assert!(error("x stick0 up").starts_with("2:1: `x` is no frame number"));
        assert!(error("5").starts_with("2:2: a device is missing"));
        assert!(error("5 joy0 up").starts_with("2:3: `joy0` is no device: expected stick0"));
        assert!(error("5 stick0 upp").starts_with("2:10: `upp` is no stick position: expected center"));
        assert!(error("5 stick0").contains("state of stick0 is missing"));
        assert!(error("5 key SPACEBAR").contains("did you mean SPACE"));
        assert!(error("5 paddle0 229").contains("0 to 228"));
        assert!(error("5 reset now").starts_with("2:9: "));
        assert!(error("5 disk0 a.atr").contains("is no device"));
        assert!(error("5 disk1").contains("the name of a disk image"));
        assert!(error("5 stick0 up\n4 stick0 up").contains("must not go back"));
        assert!(error("5 type").starts_with("2:7: expected a text in quotation marks"));
        assert!(error("5 type RUN").starts_with("2:8: expected a text in quotation marks"));
        assert!(error("5 type \"RUN").starts_with("2:12: the text does not end"));
        assert!(error("5 type \"\\x\"").starts_with("2:10: expected n (RETURN)"));
        assert!(error("5 type \"A\u{e4}\"").starts_with("2:10: no key types `\u{e4}`"));
        assert!(error("5 type \"A`\"").starts_with("2:10: no key types ```"));
        assert!(error("5 type \"A\" B").starts_with("2:12: nothing stands behind the text"));
    }
}
