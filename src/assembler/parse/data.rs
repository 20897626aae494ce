//! Data statements: `dta`, `.byte`, `.word`, strings, hexadecimal bytes.

use super::{Parsed, Parser};
use crate::assembler::characters::{commodore_code, screen_code};
use crate::assembler::syntax::{Item, Kind, List, Unit};

impl Parser<'_> {
    fn item_list(&mut self, parse: impl FnOnce(&mut Self) -> Parsed<Vec<Item>>) -> Parsed<List> {
        let items = parse(self)?;
        let start = self.program.items.len() as u32;
        self.program.items.extend(items);
        Ok(List { start, end: self.program.items.len() as u32 })
    }

    /// `dta a(1),b(2,3),c'text',d"text"*,4`
    pub(super) fn dta(&mut self) -> Parsed<Kind> {
        if let Some(kind) = self.structure_data()? {
            return Ok(kind);
        }
        let list = self.item_list(|parser| {
            let mut items = Vec::new();
            loop {
                parser.skip_blanks();
                parser.dta_element(&mut items)?;
                if !parser.accept(b',') {
                    return Ok(items);
                }
            }
        })?;
        Ok(Kind::Data(list))
    }

    fn dta_element(&mut self, items: &mut Vec<Item>) -> Parsed<()> {
        let letter = self.peek().to_ascii_lowercase();
        let mut ahead = 1;
        while matches!(self.peek_at(ahead), b' ' | b'\t') {
            ahead += 1;
        }
        match (letter, self.peek_at(ahead)) {
            (b'c' | b'd', 0xE2) if self.text[self.at + ahead..].starts_with("\u{201C}".as_bytes()) => {
                let start = self.at + ahead;
                Err(self.fault_help(start, start + 3, "these are typographic quotes", "write `\"` or `'`"))
            }
            (b'c' | b'd', b'\'' | b'"') => {
                self.at += ahead;
                items.push(self.string(letter == b'd')?);
                Ok(())
            }
            (b'=', _) => {
                let help = "MADS takes this for an assignment to a label `dta`: write `dta b(=label)`";
                Err(self.fault_help(self.at, self.at + 1, "a bank must be in parentheses here", help))
            }
            (b'(', _) if self.is_list() => {
                self.at += 1;
                self.dta_group(Unit::Byte, items)
            }
            (letter, b'(') => match dta_unit(letter) {
                Some(unit) => self.dta_units(unit, ahead, items),
                None => self.element(Unit::Byte, true, items),
            },
            _ => self.element(Unit::Byte, true, items),
        }
    }

    /// `b(…)`, `a(…)` and so on, whose parenthesis is this many bytes ahead.
    fn dta_units(&mut self, unit: Unit, ahead: usize, items: &mut Vec<Item>) -> Parsed<()> {
        let (start, first) = (self.at, items.len());
        self.at += ahead + 1;
        self.dta_group(unit, items)?;
        let is_long =
            |item: &Item| matches!(item, Item::Bytes(at) if self.program.strings[*at as usize].len() > 1);
        if unit == Unit::Byte && items[first..].iter().any(is_long) {
            let help = "leave the `b` and its parentheses out";
            return Err(self.fault_help(start, self.at, "a text is not a byte", help));
        }
        Ok(())
    }

    /// Whether the parentheses under the cursor contain a list, that is, a comma.
    fn is_list(&self) -> bool {
        let mut depth = 0;
        for &byte in &self.text[self.at..] {
            match byte {
                b'(' => depth += 1,
                b')' if depth == 1 => return false,
                b')' => depth -= 1,
                b',' if depth == 1 => return true,
                b'\n' | b';' | b'\'' | b'"' => return false,
                _ => {}
            }
        }
        false
    }

    /// The values between the parentheses of `a(...)`.
    pub(super) fn dta_group(&mut self, unit: Unit, items: &mut Vec<Item>) -> Parsed<()> {
        loop {
            self.skip_blanks();
            self.element(unit, true, items)?;
            if !self.accept(b',') {
                return self.expect(b')');
            }
        }
    }

    /// A value, a string (with double quotes and `screen` in screen code), or a table function.
    fn element(&mut self, unit: Unit, screen: bool, items: &mut Vec<Item>) -> Parsed<()> {
        match self.peek() {
            quote @ (b'\'' | b'"') => items.push(self.string(quote == b'"' && screen)?),
            _ => match self.peek_word().to_ascii_lowercase().as_slice() {
                word @ (b"sin" | b"cos") if self.peek_at(3) == b'(' => {
                    let is_cosine = word == b"cos";
                    let arguments = self.wave_arguments()?;
                    items.push(Item::Wave(unit, is_cosine, arguments));
                }
                b"rnd" if self.peek_at(3) == b'(' => {
                    let at = self.at;
                    let help = "an assembly must give the same bytes every time";
                    return Err(self.fault_help(at, at + 3, "`rnd` is not supported", help));
                }
                _ => {
                    let start = self.at;
                    let value = self.expression()?;
                    // Where blanks separate values, parentheses group. [measured]
                    if self.text.get(start) == Some(&b'(') && !self.tight {
                        self.refuse(start, "a value in data cannot begin with `(`", "group with `[ ]`");
                    }
                    items.push(Item::Number(unit, value));
                }
            },
        }
        Ok(())
    }

    /// A string and its modifiers: a `*` after it sets bit 7 of all bytes, `^` of the last one, `+n` and `-n`
    /// are added to each. [measured]
    fn string(&mut self, screen: bool) -> Parsed<Item> {
        let bytes = self.text_bytes(screen)?;
        let string = self.program.string(bytes);
        if !matches!(self.peek(), b'+' | b'-') {
            return Ok(Item::Bytes(string));
        }
        let added = self.expression()?;
        Ok(Item::Shifted(string, added))
    }

    fn wave_arguments(&mut self) -> Parsed<List> {
        let start = self.at;
        self.at += 4;
        let mut arguments = Vec::new();
        loop {
            arguments.push(self.expression()?);
            if !self.accept(b',') {
                break;
            }
        }
        self.expect(b')')?;
        if !matches!(arguments.len(), 3 | 5) {
            let message = "expected centre, amplitude, steps and perhaps first and last step";
            return Err(self.fault(start, self.at, message));
        }
        let first = self.program.lists.len() as u32;
        self.program.lists.extend(arguments);
        Ok(List { start: first, end: self.program.lists.len() as u32 })
    }

    /// A quoted string as bytes, with the `*` or `^` after it that sets bit 7.
    pub(super) fn text_bytes(&mut self, screen: bool) -> Parsed<Vec<u8>> {
        let start = self.at;
        let mut bytes = self.quoted()?;
        if bytes.is_empty() {
            return Err(self.fault(start, self.at, "the string is empty"));
        }
        if screen {
            bytes.iter_mut().for_each(|byte| *byte = screen_code(*byte));
        }
        if self.accept_inverse() {
            bytes.iter_mut().for_each(|byte| *byte ^= 0x80);
        } else if self.peek() == b'^'
            && let Some(last) = bytes.last_mut()
        {
            self.at += 1;
            *last ^= 0x80;
        }
        Ok(bytes)
    }

    /// `.byte`, `.word` and the like: values separated by commas and, if `blanks` is set, by blanks.
    pub(super) fn values(&mut self, unit: Unit, blanks: bool) -> Parsed<Kind> {
        let tight = std::mem::replace(&mut self.tight, blanks);
        let list = self.item_list(|parser| {
            let mut items = Vec::new();
            parser.skip_blanks();
            if blanks && unit != Unit::WordReversed {
                parser.offset(&mut items)?;
            }
            loop {
                parser.skip_blanks();
                if blanks && parser.ends_statement() {
                    let at = parser.at;
                    return match items.is_empty() {
                        true => Err(parser.fault(at, at, "a value is missing")),
                        false => Ok(items),
                    };
                }
                let part = parser.peek_word();
                let (start, end) = (parser.at, parser.at + part.len());
                if blanks && [&b".lo"[..], b".hi"].iter().any(|known| part.eq_ignore_ascii_case(known)) {
                    let message = "MADS ignores the rest of the line from here on";
                    let help = "write it with `<` and `>`, or in `.byte`";
                    return Err(parser.fault_help(start, end, message, help));
                }
                parser.dta_like(unit, !blanks, &mut items)?;
                if !parser.accept(b',') && !blanks {
                    return Ok(items);
                }
            }
        });
        self.tight = tight;
        Ok(Kind::Data(list?))
    }

    /// An element of `.byte`, which may also be typed as in `dta` (`a(1)`, `c'text'`).
    fn dta_like(&mut self, unit: Unit, screen: bool, items: &mut Vec<Item>) -> Parsed<()> {
        let letter = self.peek().to_ascii_lowercase();
        match (letter, self.peek_at(1)) {
            (b'c' | b'd', b'\'' | b'"') => self.dta_element(items),
            (letter, b'(') if dta_unit(letter).is_some() => self.dta_element(items),
            _ => self.element(unit, screen, items),
        }
    }

    /// The `+n` before the values of `.by` and the like: added to all of them.
    fn offset(&mut self, items: &mut Vec<Item>) -> Parsed<()> {
        if self.peek() == b'-' {
            let message = "a negative number cannot come first here: MADS takes it for an offset";
            return Err(self.fault(self.at, self.at + 1, message));
        }
        if self.peek() == b'+' {
            items.push(Item::Offset(self.tight_expression()?));
            self.accept(b',');
        }
        Ok(())
    }

    /// `.sb`, `.cb`: strings and bytes; as screen codes, or with bit 7 of the last character set.
    pub(super) fn coded(&mut self, screen: bool) -> Parsed<Kind> {
        let list = self.item_list(|parser| {
            let mut items = Vec::new();
            parser.skip_blanks();
            parser.offset(&mut items)?;
            loop {
                parser.skip_blanks();
                if parser.ends_statement() {
                    return Ok(items);
                }
                if matches!(parser.peek(), b'\'' | b'"') {
                    let mut bytes = parser.text_bytes(screen)?;
                    if let (false, Some(last)) = (screen, bytes.last_mut()) {
                        *last ^= 0x80;
                    }
                    items.push(Item::Bytes(parser.program.string(bytes)));
                } else {
                    let value = parser.tight_expression()?;
                    items.push(if screen { Item::Screen(value) } else { Item::Number(Unit::Byte, value) });
                }
                parser.accept(b',');
            }
        })?;
        Ok(Kind::Data(list))
    }

    /// `.he 00 11 FF`, `.he +1 00 11`
    pub(super) fn hexadecimal(&mut self) -> Parsed<Kind> {
        let (mut items, mut bytes) = (Vec::new(), Vec::new());
        self.skip_blanks();
        self.offset(&mut items)?;
        loop {
            self.skip_blanks();
            if self.ends_statement() {
                break;
            }
            let start = self.at;
            if matches!(self.peek(), b'\'' | b'"') {
                bytes.extend(self.text_bytes(false)?);
                self.accept(b',');
                continue;
            }
            while self.peek().is_ascii_hexdigit() {
                self.at += 1;
            }
            let digits = &self.text[start..self.at];
            if digits.is_empty() {
                return Err(self.fault(start, start + 1, "expected hexadecimal digits"));
            }
            let digits = String::from_utf8_lossy(digits);
            let Ok(byte) = u8::from_str_radix(&digits, 16) else {
                let message = format!("${digits} does not fit a byte");
                return Err(self.fault_help(start, self.at, &message, "put blanks between the bytes"));
            };
            bytes.push(byte);
            self.accept(b',');
        }
        items.push(Item::Bytes(self.program.string(bytes)));
        let list = self.item_list(|_| Ok(items))?;
        Ok(Kind::Data(list))
    }

    /// `.fl 3.14`: floating point numbers in the format of the operating system.
    pub(super) fn floating(&mut self) -> Parsed<Kind> {
        let mut bytes = Vec::new();
        loop {
            self.skip_blanks();
            let start = self.at;
            while matches!(self.peek(), b'0'..=b'9' | b'.' | b'+' | b'-' | b'e' | b'E') {
                self.at += 1;
            }
            let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
            match decimal_float(&text) {
                Some(number) => bytes.extend(number),
                None => {
                    let end = self.at.max(start + 1);
                    return Err(self.fault(start, end, "this is not a number between 1E-98 and 1E98"));
                }
            }
            self.accept(b',');
            self.skip_blanks();
            if self.ends_statement() {
                break;
            }
        }
        let string = self.program.string(bytes);
        let list = self.item_list(|_| Ok(vec![Item::Bytes(string)]))?;
        Ok(Kind::Data(list))
    }

    /// `.cbm`: text in the screen code of the Commodore 64.
    pub(super) fn commodore(&mut self) -> Parsed<Kind> {
        let list = self.item_list(|parser| {
            let mut items = Vec::new();
            loop {
                parser.skip_blanks();
                if matches!(parser.peek(), b'\'' | b'"') {
                    let mut bytes = parser.quoted()?;
                    bytes.iter_mut().for_each(|byte| *byte = commodore_code(*byte));
                    parser.accept_inverse();
                    items.push(Item::Bytes(parser.program.string(bytes)));
                } else {
                    let at = parser.at;
                    parser.expression()?;
                    let message = "this is ignored, as in MADS: `.cbm` takes only text".to_owned();
                    parser.remark(at, parser.at, message, "write numbers with `.byte`");
                }
                if !parser.accept(b',') {
                    return Ok(items);
                }
            }
        })?;
        Ok(Kind::Data(list))
    }
}

fn dta_unit(letter: u8) -> Option<Unit> {
    Some(match letter {
        b'a' | b'v' => Unit::Word,
        b'b' => Unit::Byte,
        b'l' => Unit::Low,
        b'h' => Unit::High,
        b'm' => Unit::Third,
        b'g' => Unit::Fourth,
        b't' | b'e' => Unit::Long,
        b'f' => Unit::Dword,
        b'r' => Unit::DwordReversed,
        _ => return None,
    })
}

/// A number as six bytes: sign and exponent of 100 (excess 64), then ten decimal digits.
fn decimal_float(text: &str) -> Option<[u8; 6]> {
    let (negative, text) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all: Vec<u8> = whole.bytes().chain(fraction.bytes()).map(|digit| digit.wrapping_sub(b'0')).collect();
    if all.is_empty() || all.iter().any(|&digit| digit > 9) {
        return None;
    }
    let Some(first) = all.iter().position(|&digit| digit != 0) else { return Some([0; 6]) };
    // The value is 0.d1d2d3... * 10^power with d1 not zero.
    let power = exponent.checked_add(whole.len() as i32 - first as i32)?;
    let odd = power.rem_euclid(2) == 1;
    let hundreds = (power + i32::from(odd)) / 2 - 1;
    if !(-49..=48).contains(&hundreds) {
        return None;
    }
    let mut digits = if odd { vec![0] } else { vec![] };
    digits.extend_from_slice(&all[first..]);
    digits.resize(10, 0);
    let mut bytes = [0; 6];
    bytes[0] = (hundreds + 64) as u8 | if negative { 0x80 } else { 0 };
    for (byte, pair) in bytes[1..].iter_mut().zip(digits.chunks(2)) {
        *byte = pair[0] << 4 | pair[1];
    }
    Some(bytes)
}
