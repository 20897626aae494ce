//! What is known about the program in the machine, besides its bytes.

use std::fmt;

use crate::machine::Machine;

/// The OS's pointer to the display list. [sheet: os 3]
const SDLSTL: u16 = 0x0230;
const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// What a window may do for a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Game {
    /// Whether it supports a touch tablet in jack 2, so that the mouse acts as one from the start.
    pub has_tablet: bool,
    /// Whether progress is saved without asking.
    pub is_kept: bool,
    /// Set if the game proceeds by weeks.
    pub calendar: Option<Calendar>,
}

/// Addresses of a game's variables for the current week.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Calendar {
    /// 1 while orders are taken.
    pub orders_open: u16,
    /// The turn, from 0.
    pub turn: u16,
    /// 1 to 31.
    pub day: u16,
    /// 1 to 12.
    pub month: u16,
    /// 41 or 42.
    pub year: u16,
    /// The display list of the title screen, if there is one; no game is in progress while it is shown.
    pub title: Option<u16>,
}

/// A week of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Week {
    /// From 0.
    pub turn: u8,
    /// 1 to 31.
    pub day: u8,
    /// 1 to 12.
    pub month: u8,
    /// Including the century.
    pub year: u16,
    /// Whether orders are taken.
    pub orders_open: bool,
}

impl Calendar {
    /// The current week; none on the title screen, or before the program is loaded.
    pub fn week(&self, machine: &Machine) -> Option<Week> {
        let peek = |address| machine.peek(address);
        let list = u16::from_le_bytes([peek(SDLSTL), peek(SDLSTL + 1)]);
        let (open, day, month) = (peek(self.orders_open), peek(self.day), peek(self.month));
        let week = Week {
            turn: peek(self.turn),
            day,
            month,
            year: 1900 + u16::from(peek(self.year)),
            orders_open: open == 1,
        };
        let is_date = (1..=31).contains(&day) && (1..=12).contains(&month) && week.turn < u8::MAX;
        (self.title != Some(list) && open <= 1 && is_date).then_some(week)
    }
}

impl Week {
    /// The date in short form: `10 Aug 41`.
    pub fn date(&self) -> String {
        let month = MONTHS[usize::from(self.month.clamp(1, 12)) - 1];
        format!("{} {month} {:02}", self.day, self.year % 100)
    }
}

impl fmt::Display for Week {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "week {}, {}", u16::from(self.turn) + 1, self.date())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_week_is_told_by_its_number_and_its_date() {
        let week = Week { turn: 7, day: 10, month: 8, year: 1941, orders_open: true };
        assert_eq!(week.to_string(), "week 8, 10 Aug 41");
    }
}
