//! A longest path as text.

use std::fmt::Write;

use super::{Leg, Longest};

impl Longest {
    /// A line for each stretch, call and loop, with its CPU cycles; the contents of calls and loops are
    /// indented below them. At most 200 lines. `name` gives the label of an address.
    pub fn describe(&self, name: &dyn Fn(u16) -> Option<String>) -> String {
        let mut writer = Writer { name, text: String::new(), lines: 0 };
        writer.legs(&self.legs, 0);
        if writer.is_full() {
            writer.text += "       and so on\n";
        }
        writer.text
    }
}

/// Number of lines that is still readable. A few nested calls make a path of millions.
const MOST_LINES: usize = 200;

struct Writer<'a> {
    name: &'a dyn Fn(u16) -> Option<String>,
    text: String,
    lines: usize,
}

impl Writer<'_> {
    fn legs(&mut self, legs: &[Leg], depth: usize) {
        let mut stretch: Option<(u16, u64)> = None;
        for leg in legs {
            if self.is_full() {
                return;
            }
            if let Leg::Instruction { address, cycles } = *leg {
                match &mut stretch {
                    Some((_, sum)) if (self.name)(address).is_none() => *sum += cycles,
                    _ => {
                        self.stretch(&mut stretch, depth);
                        stretch = Some((address, cycles));
                    }
                }
                continue;
            }
            self.stretch(&mut stretch, depth);
            self.nested(leg, depth);
        }
        self.stretch(&mut stretch, depth);
    }

    fn nested(&mut self, leg: &Leg, depth: usize) {
        match leg {
            Leg::Instruction { .. } => {}
            Leg::Call { routine, .. } => {
                self.line(leg.cycles(), depth, &format!("call {}", self.label(routine.entry)));
                self.legs(&routine.legs, depth + 1);
            }
            Leg::Loop { turns, cycles, body } => {
                let at = body.first().map_or(String::new(), |first| self.label(address(first)));
                self.line(leg.cycles(), depth, &format!("{at}, {turns} turns of {cycles}"));
                if body.iter().any(|leg| !matches!(leg, Leg::Instruction { .. })) {
                    self.legs(body, depth + 1);
                }
            }
        }
    }

    fn stretch(&mut self, stretch: &mut Option<(u16, u64)>, depth: usize) {
        if let Some((address, cycles)) = stretch.take() {
            self.line(cycles, depth, &self.label(address));
        }
    }

    fn line(&mut self, cycles: u64, depth: usize, what: &str) {
        if self.is_full() {
            return;
        }
        self.lines += 1;
        // Writing to a string cannot fail.
        let _ = writeln!(self.text, "{cycles:>5}  {:1$}{what}", "", 2 * depth);
    }

    fn is_full(&self) -> bool {
        self.lines >= MOST_LINES
    }

    /// The label of an address, or the nearest one before it with an offset.
    fn label(&self, address: u16) -> String {
        (0..=0x80)
            .find_map(|distance| {
                let name = (self.name)(address.checked_sub(distance)?)?;
                Some(if distance == 0 { name } else { format!("{name}+{distance}") })
            })
            .unwrap_or_else(|| format!("${address:04X}"))
    }
}

/// First address of a leg.
fn address(leg: &Leg) -> u16 {
    match leg {
        Leg::Instruction { address, .. } | Leg::Call { address, .. } => *address,
        Leg::Loop { body, .. } => body.first().map_or(0, address),
    }
}
