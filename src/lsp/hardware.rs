//! Describes addresses of the hardware and the operating system. The descriptions are the comments in the
//! file of names that programs include.

use std::collections::BTreeMap;

use super::words;

/// First address of registers and ROM; lower numbers may have any meaning.
const REGISTERS: u16 = 0xD000;

/// The names by address.
#[derive(Default)]
pub(super) struct Hardware {
    named: BTreeMap<u16, Vec<Named>>,
    /// Pages of registers, with the number of bytes after which the registers repeat.
    repeated: BTreeMap<u8, u16>,
}

/// A register, a variable or an entry point.
struct Named {
    name: String,
    /// Title of its section: `POKEY, read`.
    section: String,
    comment: String,
}

impl Hardware {
    /// Reads a text in which each line assigns a number to a name, grouped in sections; sections of addresses
    /// come first.
    pub(super) fn read(text: &str) -> Self {
        let mut hardware = Hardware::default();
        let mut section = String::new();
        for line in text.lines() {
            if let Some(heading) = line.strip_prefix("; --- ") {
                section = hardware.heading(heading.trim_end_matches(['-', ' ']));
                continue;
            }
            let (code, comment) = line.split_once(';').unwrap_or((line, ""));
            let Some((name, value)) = code.split_once('=') else { continue };
            // Numbers that are not addresses are written without `$`.
            let Some(address) = hexadecimal(value.trim()) else { continue };
            let [name, comment] = [name, comment].map(|text| text.trim().to_string());
            hardware.named.entry(address).or_default().push(Named {
                name,
                section: section.clone(),
                comment,
            });
        }
        hardware
    }

    /// Records how often registers repeat, if a heading says so. Returns its title.
    fn heading(&mut self, heading: &str) -> String {
        let (title, more) = heading.split_once(" (").unwrap_or((heading, ""));
        if let Some((page, repeats)) = more.split_once("; the block repeats every ")
            && let Some(address) = hexadecimal(page)
            && let Some(Ok(bytes)) = repeats.split(' ').next().map(str::parse)
        {
            self.repeated.insert((address >> 8) as u8, bytes);
        }
        title.to_string()
    }

    /// Descriptions of an address, one line for each way to use it.
    pub(super) fn at(&self, address: u16) -> Vec<String> {
        let first = match self.repeated.get(&((address >> 8) as u8)) {
            Some(bytes) => address & 0xFF00 | (address % bytes),
            None => address,
        };
        let line = |Named { name, section, comment }: &Named| match comment.as_str() {
            "" => format!("`{name}` ({section})"),
            comment => format!("`{name}` ({section}): {comment}"),
        };
        self.named.get(&first).into_iter().flatten().map(line).collect()
    }

    /// Descriptions of a symbol's value: the register or entry point at that address, whatever the symbol is
    /// called, or else the item with its name.
    pub(super) fn of_symbol(&self, name: &str, value: i64) -> Vec<String> {
        let Ok(address) = u16::try_from(value) else { return Vec::new() };
        let is_called_so = |named: &Named| named.name.eq_ignore_ascii_case(name);
        match address >= REGISTERS || self.named.get(&address).is_some_and(|all| all.iter().any(is_called_so))
        {
            true => self.at(address),
            false => Vec::new(),
        }
    }

    /// Descriptions of the number at a column: in an instruction of any address, elsewhere only of registers
    /// and entry points.
    pub(super) fn of_number(&self, line: &str, column: usize, is_code: bool) -> Vec<String> {
        let Some((digits, start, _)) = words::name_at(line, column) else { return Vec::new() };
        let before: String = line.chars().take(start).collect();
        let (address, before) = match before.strip_suffix('$') {
            Some(before) => (hexadecimal(&format!("${digits}")), before),
            None => (digits.parse().ok(), before.as_str()),
        };
        let is_operand = is_code && !before.ends_with(['#', '<', '>']);
        address.filter(|&address| is_operand || address >= REGISTERS).map_or_else(Vec::new, |it| self.at(it))
    }
}

fn hexadecimal(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix('$')?, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "; ----------\n; --- POKEY, written ($D200; the block repeats every 16 bytes) ---\n\
                        IRQEN   = $D20E         ; 6 key, 7 BREAK\n; --- POKEY, read -----\nIRQST   = $D20E\n\
                        ; --- Operating system: page zero ---\nRTCLOK  = $12   ; frames\n; --- Codes ---\nEOF = 136\n";

    #[test]
    fn registers_are_known_wherever_they_answer_and_variables_where_they_are_meant() {
        let hardware = Hardware::read(TEXT);
        let irq = ["`IRQEN` (POKEY, written): 6 key, 7 BREAK", "`IRQST` (POKEY, read)"];
        assert_eq!(hardware.at(0xD20E), irq);
        assert_eq!(hardware.at(0xD2FE), irq);
        assert_eq!(hardware.of_number(" sta $d20e", 7, true), irq);
        assert_eq!(hardware.of_number(" dta a(53774)", 8, false), irq);
        assert_eq!(hardware.of_number(" lda $12", 6, true).len(), 1);
        assert_eq!(hardware.of_number(" lda 18", 6, true).len(), 1);
        for (line, is_code) in
            [(" lda #$12", true), (" dta $12", false), (" lda $12345678", true), (" lda x", true)]
        {
            assert!(hardware.of_number(line, 7, is_code).is_empty(), "{line}");
        }
        assert_eq!(hardware.of_symbol("anything", 0xD20E), irq);
        assert_eq!(hardware.of_symbol("rtclok", 0x12).len(), 1);
        assert!(hardware.of_symbol("limit", 0x12).is_empty());
        assert!(hardware.of_symbol("EOF", 136).is_empty() && hardware.of_symbol("EOF", -1).is_empty());
    }
}
