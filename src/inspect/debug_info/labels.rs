//! Label files.

use crate::inspect::symbols::{Kind, Symbol, Symbols};

impl Symbols {
    /// Reads a label file in the format of MADS (`BB<TAB>AAAA<TAB>NAME`), VICE and cc65 (`al 00ADDR .name`),
    /// Altirra (`rwx ADDR,LENGTH name`), or plain `ADDR name` or `name = $ADDR`. Other lines are skipped.
    pub fn from_label_file(text: &str) -> Self {
        Symbols::new(text.lines().filter_map(label_line))
    }
}

/// One line of a label file.
fn label_line(line: &str) -> Option<Symbol> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let hex = |text: &str| u32::from_str_radix(text.trim_start_matches('$'), 16).ok();
    let symbol = |name: &str, value: u32, kind| {
        let name = name.trim_start_matches('.').to_string();
        (!name.is_empty()).then_some(Symbol { name, value: value as u16, kind, size: 0, element: 0 })
    };
    match words[..] {
        ["al", address, name] => {
            // ld65's own names, such as `__BSS_SIZE__`, are numbers of various kinds.
            let is_own = name.starts_with(".__") && name.ends_with("__");
            let kind = if is_own { Kind::Constant } else { Kind::Label };
            symbol(name, hex(address.trim_start_matches("C:"))?, kind)
        }
        [name, "=", value] => symbol(name, hex(value)?, Kind::Label),
        // Altirra: kinds of access, then address and length.
        [access, place, name] if access.chars().all(|c| "rwx".contains(c)) => {
            symbol(name, hex(place.split_once(',')?.0)?, Kind::Label)
        }
        [bank, value, name] if matches!(bank.len(), 2 | 4) => {
            // MADS: banks from $FFF9 on mark non-addresses, except $FFFF, a procedure.
            let kind = match hex(bank)? {
                0xFFFF => Kind::Procedure,
                0xFFF9..=0xFFFE => Kind::Constant,
                _ => Kind::Label,
            };
            symbol(name, hex(value)?, kind)
        }
        [value, name] if value.trim_start_matches('$').len() >= 2 => symbol(name, hex(value)?, Kind::Label),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_files_of_several_tools_are_read() {
        let text = "mads 2.1.7\nLabel table:\n00\t2000\tMAIN\nFFFF\t2010\tSUBR\nFFFD\t0001\tMAC\n\
                    al 003000 .vice\nal 00002B .__BSS_SIZE__\nal C:3001 .other\n4000 plain\nx = $5000\nnonsense\n\
                    Altirra symbol file\n[symbols]\nrwx 6000,1 all\nx 6010,20 code\n";
        let symbols = Symbols::from_label_file(text);
        let names = [
            ("main", 0x2000),
            ("subr", 0x2010),
            ("vice", 0x3000),
            ("other", 0x3001),
            ("plain", 0x4000),
            ("x", 0x5000),
            ("all", 0x6000),
            ("code", 0x6010),
        ];
        for (name, value) in names {
            assert_eq!(symbols.value(name), Some(value), "{name}");
        }
        assert_eq!(symbols.name(1), None, "a macro is no place in memory");
        assert_eq!(symbols.name(0x2B), None, "a size is none either");
        assert_eq!(symbols.nearest(0x2FFF).map(|s| s.name.as_str()), Some("SUBR"));
    }
}
