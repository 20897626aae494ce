//! Orders for a turn, and orders files.

use std::collections::BTreeMap;
use std::fmt;

use super::state::{Presence, Side, State};
use crate::titles::rasputitsa::{Direction, Edition, Level, Mode};

/// The longest queue.
pub const MOST: usize = 8;
/// The first line of an orders file.
const fn header(edition: Edition) -> &'static str {
    match edition {
        Edition::First => "turn,unit,orders",
        Edition::Second => "turn,unit,orders,mode",
    }
}

/// New queues for some units of a side; the others keep what they have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    queues: BTreeMap<u8, Vec<Direction>>,
    modes: BTreeMap<u8, Mode>,
}

impl Orders {
    /// Replaces the queue of a unit. Orders after the eighth are dropped.
    pub fn set(&mut self, unit: u8, mut queue: Vec<Direction>) {
        queue.truncate(MOST);
        self.queues.insert(unit, queue);
    }

    /// Sets how a unit moves, in the edition of 1982.
    pub fn set_mode(&mut self, unit: u8, mode: Mode) {
        self.modes.insert(unit, mode);
    }

    /// Units with new modes, by number.
    pub fn modes(&self) -> impl Iterator<Item = (u8, Mode)> {
        self.modes.iter().map(|(&unit, &mode)| (unit, mode))
    }

    /// Units with new queues, by number.
    pub fn iter(&self) -> impl Iterator<Item = (u8, &[Direction])> {
        self.queues.iter().map(|(&unit, queue)| (unit, queue.as_slice()))
    }
}

/// An error in orders, with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrdersError {
    /// The file, or another source of the orders.
    pub source: String,
    /// Line and column from 1; none where they make no sense.
    pub place: Option<(usize, usize)>,
    /// What is wrong, and what is expected.
    pub message: String,
}

impl fmt::Display for OrdersError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some((line, column)) => write!(f, "{}:{line}:{column}: {}", self.source, self.message),
            None => write!(f, "{}: {}", self.source, self.message),
        }
    }
}

impl std::error::Error for OrdersError {}

/// Parses a queue: at most eight letters N, E, S, W.
///
/// # Errors
/// Any other letter, or a ninth one: its position, from 0, and a message.
pub fn parse_queue(text: &str) -> Result<Vec<Direction>, (usize, String)> {
    let mut queue = Vec::new();
    for (at, letter) in text.chars().enumerate() {
        let Some(direction) = Direction::from_letter(letter) else {
            return Err((at, format!("`{letter}` is no direction: expected N, E, S or W")));
        };
        if queue.len() == MOST {
            let given = text.chars().count();
            return Err((at, format!("{given} orders, where a unit takes at most {MOST}")));
        }
        queue.push(direction);
    }
    Ok(queue)
}

/// Why a side cannot give orders to a unit with this number, if it cannot.
pub fn refuse_unit(number: u32, side: Side, edition: Edition) -> Option<String> {
    let units = side.units(edition);
    match u8::try_from(number) {
        Ok(number) if units.contains(&number) => None,
        _ => {
            let (side, first, last) = (side.name(), units.start, units.end - 1);
            Some(format!("{number} is no unit of the {side} side: expected {first} to {last}"))
        }
    }
}

/// Why a unit cannot have this mode, if it cannot: air units take only A and F.
pub fn refuse_mode(unit: u8, mode: Mode) -> Option<String> {
    let flies = Edition::Second.air().contains(&unit);
    let right = !flies || matches!(mode, Mode::Assault | Mode::Forced);
    (!right).then(|| format!("unit {unit} is an air corps: expected the mode A or F"))
}

/// Why a unit cannot take orders at this moment, if it cannot.
pub fn refuse_absent(unit: u8, state: &State) -> Option<String> {
    let unit = state.unit(unit)?;
    let (number, turn) = (unit.unit, state.turn);
    Some(match unit.state {
        Presence::Map => return None,
        Presence::Expected => format!("unit {number} is not on the map in turn {turn}: it is still to come"),
        Presence::Never => format!("unit {number} is not on the map in turn {turn}: it never comes"),
        Presence::Destroyed => format!("unit {number} is not on the map in turn {turn}: it was destroyed"),
    })
}

/// The mode with this letter; none for an empty field.
pub(super) fn parse_mode(unit: u8, text: &str) -> Result<Option<Mode>, String> {
    let mut letters = text.trim().chars();
    let mode = match (letters.next(), letters.next()) {
        (None, _) => return Ok(None),
        (Some(letter), None) => Mode::from_letter(letter),
        _ => None,
    };
    let mode = mode.ok_or_else(|| format!("`{text}` is no mode: expected S, A, F, E or nothing"))?;
    refuse_mode(unit, mode).map_or(Ok(Some(mode)), Err)
}

/// A file of orders: lines of `turn,unit,orders`, in the edition of 1982 with the mode as a fourth field.
///
/// # Examples
///
/// ```
/// use front800::harness::campaign::orders::OrdersFile;
/// use front800::harness::campaign::state::Side;
/// use front800::titles::rasputitsa::Edition;
///
/// let text = "turn,unit,orders\n0,1,EEX\n";
/// let error = OrdersFile::parse("mine.csv", text, Side::German, Edition::First).unwrap_err();
/// assert_eq!(error.place, Some((2, 7)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrdersFile {
    name: String,
    side: Side,
    edition: Edition,
    rows: BTreeMap<(u8, u8), Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    queue: Vec<Direction>,
    mode: Option<Mode>,
    line: usize,
}

impl OrdersFile {
    /// Parses a side's file; errors call it `name`.
    ///
    /// # Errors
    /// The first invalid line or field, or a second row for a unit in a turn, with its place. Everything that does
    /// not depend on the course of the game is checked.
    pub fn parse(name: &str, text: &str, side: Side, edition: Edition) -> Result<Self, OrdersError> {
        let mut file = OrdersFile { name: name.to_string(), side, edition, rows: BTreeMap::new() };
        let header = header(edition);
        let mut lines = text.lines().map(str::trim_end).enumerate();
        match lines.next() {
            Some((_, first)) if first == header => {}
            _ => return Err(file.error(1, 1, format!("the first line should be `{header}`"))),
        }
        for (index, text) in lines {
            if !text.is_empty() {
                let (key, row) = file.row(index + 1, text)?;
                if let Some(first) = file.rows.insert(key, row) {
                    let (turn, unit) = key;
                    let message = format!(
                        "a second row for turn {turn}, unit {unit}; the first stands in line {}",
                        first.line
                    );
                    return Err(file.error(index + 1, 1, message));
                }
            }
        }
        Ok(file)
    }

    fn error(&self, line: usize, column: usize, message: String) -> OrdersError {
        OrdersError { source: self.name.clone(), place: Some((line, column)), message }
    }

    fn row(&self, line: usize, text: &str) -> Result<((u8, u8), Row), OrdersError> {
        let fields: Vec<&str> = text.split(',').collect();
        let (turn, unit, queue, mode) = match (self.edition, &fields[..]) {
            (Edition::First, &[turn, unit, queue]) => (turn, unit, queue, ""),
            (Edition::Second, &[turn, unit, queue, mode]) => (turn, unit, queue, mode),
            _ => {
                let message = format!("{} fields, where a row is `{}`", fields.len(), header(self.edition));
                return Err(self.error(line, 1, message));
            }
        };
        let last_turn = self.edition.last_orders();
        let unit_column = turn.chars().count() + 2;
        let queue_column = unit_column + unit.chars().count() + 1;
        let turn = match turn.trim().parse() {
            Ok(turn) if turn <= last_turn => turn,
            _ => {
                let message = format!("`{turn}` is no turn with orders: expected 0 to {last_turn}");
                return Err(self.error(line, 1, message));
            }
        };
        let number = unit.trim().parse::<u32>().map_err(|_| {
            let units = self.side.units(self.edition);
            let message = format!("`{unit}` is no unit: expected {} to {}", units.start, units.end - 1);
            self.error(line, unit_column, message)
        })?;
        if let Some(message) = refuse_unit(number, self.side, self.edition) {
            return Err(self.error(line, unit_column, message));
        }
        let mode_column = queue_column + queue.chars().count() + 1;
        let queue = parse_queue(queue)
            .map_err(|(letter, message)| self.error(line, queue_column + letter, message))?;
        let mode =
            parse_mode(number as u8, mode).map_err(|message| self.error(line, mode_column, message))?;
        Ok(((turn, number as u8), Row { queue, mode, line }))
    }

    /// Checks that the file is for this side and edition.
    ///
    /// # Errors
    /// It is for the other side or the other edition.
    pub fn check(&self, side: Side, edition: Edition) -> Result<(), OrdersError> {
        if (self.side, self.edition) == (side, edition) {
            return Ok(());
        }
        let game = |side: Side, edition: Edition| {
            format!("the {} side in the edition of {}", side.name(), edition.year())
        };
        let (own, wanted) = (game(self.side, self.edition), game(side, edition));
        let message = format!("these are orders for {own}: expected some for {wanted}");
        Err(OrdersError { source: self.name.clone(), place: None, message })
    }

    /// The orders for the turn.
    ///
    /// # Errors
    /// A unit that is not on the map, or a mode at a level below expert; with the line.
    pub fn orders(&self, state: &State) -> Result<Orders, OrdersError> {
        let mut orders = Orders::default();
        for (&(_, unit), row) in self.rows.range((state.turn, 0)..=(state.turn, u8::MAX)) {
            if let Some(message) = refuse_absent(unit, state) {
                return Err(self.error(row.line, 1, message));
            }
            orders.set(unit, row.queue.clone());
            if let Some(mode) = row.mode {
                if state.second.is_some_and(|second| second.level != Level::Expert) {
                    let message = "a mode, where only experts have modes: leave the field empty".to_string();
                    return Err(self.error(row.line, 1, message));
                }
                orders.set_mode(unit, mode);
            }
        }
        Ok(orders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        OrdersFile::parse("o.csv", text, Side::German, Edition::First).unwrap_err().to_string()
    }

    #[test]
    fn rows_are_found_by_turn_and_unit() {
        let file =
            OrdersFile::parse("o.csv", "turn,unit,orders\n3,7,NE\r\n\n0,54,\n", Side::German, Edition::First)
                .unwrap();
        assert_eq!(file.rows.len(), 2);
        assert_eq!(file.rows[&(3, 7)].queue, [Direction::North, Direction::East]);
        assert!(file.rows[&(0, 54)].queue.is_empty());
    }

    #[test]
    fn every_mistake_is_told_with_its_line_and_column() {
        let row = |row: &str| error(&format!("turn,unit,orders\n{row}\n"));
        assert_eq!(error(""), "o.csv:1:1: the first line should be `turn,unit,orders`");
        assert_eq!(row("1,2"), "o.csv:2:1: 2 fields, where a row is `turn,unit,orders`");
        assert_eq!(row("40,2,N"), "o.csv:2:1: `40` is no turn with orders: expected 0 to 39");
        assert_eq!(row("-1,2,N"), "o.csv:2:1: `-1` is no turn with orders: expected 0 to 39");
        assert_eq!(row("1,55,N"), "o.csv:2:3: 55 is no unit of the German side: expected 1 to 54");
        assert_eq!(row("1,0,N"), "o.csv:2:3: 0 is no unit of the German side: expected 1 to 54");
        assert_eq!(row("10,x,N"), "o.csv:2:4: `x` is no unit: expected 1 to 54");
        assert_eq!(row("1,12,NXE"), "o.csv:2:7: `X` is no direction: expected N, E, S or W");
        assert_eq!(row("1,2,NNNNNNNNN"), "o.csv:2:13: 9 orders, where a unit takes at most 8");
        let twice = row("1,2,N\n1,2,S");
        assert_eq!(twice, "o.csv:3:1: a second row for turn 1, unit 2; the first stands in line 2");
    }
}
