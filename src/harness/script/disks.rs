//! Disks in a script, named by their files.

use super::quoting::{Text, quote, quoted};
use super::words::{Word, Wrong, some_state, words};

/// The state of an empty drive.
const NONE: &str = "none";

/// The drive of a device name in lower case: disk1 is drive 0.
pub(super) fn drive(device: &str) -> Option<usize> {
    ["disk1", "disk2", "disk3", "disk4"].iter().position(|&name| name == device)
}

/// The file named in a `line` after `device`; none if the drive is to be emptied. Names that would otherwise be
/// misread must be in quotation marks.
pub(super) fn name(line: &str, device: &Word, states: &[Word]) -> Result<Option<String>, Wrong> {
    let states = some_state(device, states, "none, or the name of a disk image")?;
    if states[0].text.starts_with('"') {
        let wrong = |(column, message)| (Word { text: String::new(), column }, message);
        let placed = quoted(line, device.end(), Text::Name).map_err(wrong)?;
        return Ok(Some(placed.into_iter().map(|(_, character)| character).collect()));
    }
    let name = joined(states);
    Ok((!name.eq_ignore_ascii_case(NONE)).then_some(name))
}

/// The index of a file in `disks`, to which it is added if necessary.
pub(super) fn number(name: Option<String>, disks: &mut Vec<String>) -> Option<usize> {
    let name = name?;
    let known = disks.iter().position(|disk| *disk == name);
    Some(known.unwrap_or_else(|| {
        disks.push(name);
        disks.len() - 1
    }))
}

/// The inverse of [`name`].
pub(super) fn state_text(name: Option<&String>) -> String {
    name.map_or_else(|| NONE.to_string(), |name| written(name))
}

/// The name of a disk as written in a script: on one line, whatever characters it contains.
pub fn written(name: &str) -> String {
    let is_plain = !name.starts_with('"')
        && !name.eq_ignore_ascii_case(NONE)
        && !name.contains(char::is_control)
        && joined(&words(name)) == name;
    if is_plain && !name.is_empty() { name.to_string() } else { quote(name) }
}

/// The line and column, from 1, at which a script first names a disk.
pub fn named_at(text: &str, name: &str) -> Option<(usize, usize)> {
    let named = |(index, line)| {
        let words = words(line);
        let [_, device, states @ ..] = &words[..] else { return None };
        drive(&device.text.to_ascii_lowercase())?;
        let is_named = self::name(line, device, states).is_ok_and(|known| known.as_deref() == Some(name));
        is_named.then_some((index + 1, states[0].column))
    };
    text.lines().enumerate().find_map(named)
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use crate::harness::script::{Entry, HEADER, Script, disk_named_at};
    use crate::machine::control::Control;

    #[test]
    fn a_name_survives_writing_and_reading_whatever_it_is() {
        let names = [
            "game.atr",
            "my disk.atr",
            "Disk #1.atr",
            "My  disk.atr",
            "#1.atr",
            "none",
            "None",
            " a.atr ",
            "a\tb.atr",
            "a\nb.atr",
            "\"a\".atr",
            "a \"b\".atr",
            r"C:\disks\new disk.atr",
            "a\u{a0}b.atr",
            "a\r",
            "",
        ];
        let disks = names.map(String::from).to_vec();
        let entry = |n| Entry { frame: n as u64, control: Control::Disk(n % 4, Some(n)) };
        let script = Script { entries: (0..names.len()).map(entry).collect(), disks };
        let text = script.to_text();
        assert_eq!(Script::parse(&text).as_ref(), Ok(&script), "{text}");
        for (n, name) in names.iter().enumerate() {
            let column = 14;
            assert_eq!(disk_named_at(&text, name), Some((n + 2, column)), "{text}");
        }
        assert!(text.contains(" my disk.atr\n"), "what needs no quotation marks has none: {text}");
    }

    #[test]
    fn a_quoted_name_ends_and_nothing_stands_behind_it() {
        let message = |line: &str| Script::parse(&format!("{HEADER}\n{line}\n")).unwrap_err().to_string();
        assert!(message("5 disk1 \"a #1.atr").starts_with("2:18: the text does not end"));
        assert!(message("5 disk1 \"a.atr\" b").starts_with("2:17: nothing stands behind the text"));
        let script = Script::parse(&format!("{HEADER}\n5 disk1 \"none\" # a file\n6 disk1 none\n")).unwrap();
        assert_eq!(script.disks, ["none"]);
        assert_eq!(script.entries[1].control, Control::Disk(0, None));
    }
}
