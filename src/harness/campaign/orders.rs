//! Orders for a turn, and files of them.

use std::collections::BTreeMap;
use std::fmt;

use super::state::{Presence, Side, State};
use crate::titles::rasputitsa::{Direction, FIRST_RUSSIAN};

/// The longest queue.
pub const MOST: usize = 8;
/// The last turn with an order phase.
const LAST_TURN: u8 = 39;
/// The first line of an orders file.
const HEADER: &str = "turn,unit,orders";

/// New queues for some units of the German side; the others keep what they have.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Orders {
    queues: BTreeMap<u8, Vec<Direction>>,
}

impl Orders {
    /// Replaces the queue of a unit. What follows the eighth order is dropped.
    pub fn set(&mut self, unit: u8, mut queue: Vec<Direction>) {
        queue.truncate(MOST);
        self.queues.insert(unit, queue);
    }

    /// Units with their new queues, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u8, &[Direction])> {
        self.queues.iter().map(|(&unit, queue)| (unit, queue.as_slice()))
    }
}

/// What is wrong with orders, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrdersError {
    /// The file, or what else the orders come from.
    pub source: String,
    /// Line and column from 1, where they mean something.
    pub place: Option<(usize, usize)>,
    /// What is wrong and what would be right.
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

/// Reads a queue: at most eight letters N, E, S, W. The error says at which letter, from 0, and what is
/// wrong there.
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

/// What is wrong with a number as that of a unit that can be given orders.
pub fn refuse_unit(number: u32) -> Option<String> {
    match number {
        1.. if number < FIRST_RUSSIAN as u32 => None,
        _ => Some(format!("{number} is no unit of the German side: expected 1 to {}", FIRST_RUSSIAN - 1)),
    }
}

/// What is wrong with orders to a unit at this moment.
pub fn refuse_absent(unit: u8, state: &State) -> Option<String> {
    let unit = state.unit(unit)?;
    let (number, turn) = (unit.unit, state.turn);
    Some(match unit.state {
        Presence::Map if unit.side == Side::German => return None,
        Presence::Map => format!("unit {number} is a Russian one"),
        Presence::Expected => format!("unit {number} is not on the map in turn {turn}: it is still to come"),
        Presence::Never => format!("unit {number} is not on the map in turn {turn}: it never comes"),
        Presence::Destroyed => format!("unit {number} is not on the map in turn {turn}: it was destroyed"),
    })
}

/// A file of orders: `turn,unit,orders` lines.
///
/// # Examples
///
/// ```
/// use front800::harness::campaign::orders::OrdersFile;
///
/// let error = OrdersFile::parse("mine.csv", "turn,unit,orders\n0,1,EEX\n").unwrap_err();
/// assert_eq!(error.place, Some((2, 7)));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrdersFile {
    name: String,
    rows: BTreeMap<(u8, u8), Row>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Row {
    queue: Vec<Direction>,
    line: usize,
}

impl OrdersFile {
    /// Reads a file; `name` is what errors call it. All that can be said without playing is checked.
    pub fn parse(name: &str, text: &str) -> Result<Self, OrdersError> {
        let mut file = OrdersFile { name: name.to_string(), rows: BTreeMap::new() };
        let mut lines = text.lines().map(str::trim_end).enumerate();
        match lines.next() {
            Some((_, HEADER)) => {}
            _ => return Err(file.error(1, 1, format!("the first line should be `{HEADER}`"))),
        }
        for (index, text) in lines {
            if !text.is_empty() {
                let (key, queue) = file.row(index + 1, text)?;
                let row = Row { queue, line: index + 1 };
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

    fn row(&self, line: usize, text: &str) -> Result<((u8, u8), Vec<Direction>), OrdersError> {
        let fields: Vec<&str> = text.split(',').collect();
        let [turn, unit, queue] = fields[..] else {
            let message = format!("{} fields, where a row is `{HEADER}`", fields.len());
            return Err(self.error(line, 1, message));
        };
        let unit_column = turn.chars().count() + 2;
        let queue_column = unit_column + unit.chars().count() + 1;
        let turn = match turn.trim().parse() {
            Ok(turn @ 0..=LAST_TURN) => turn,
            _ => {
                let message = format!("`{turn}` is no turn with orders: expected 0 to {LAST_TURN}");
                return Err(self.error(line, 1, message));
            }
        };
        let number = unit.trim().parse::<u32>().map_err(|_| {
            let message = format!("`{unit}` is no unit: expected 1 to {}", FIRST_RUSSIAN - 1);
            self.error(line, unit_column, message)
        })?;
        if let Some(message) = refuse_unit(number) {
            return Err(self.error(line, unit_column, message));
        }
        let queue = parse_queue(queue)
            .map_err(|(letter, message)| self.error(line, queue_column + letter, message))?;
        Ok(((turn, number as u8), queue))
    }

    /// The orders for the turn, if all units are there to take them.
    pub fn orders(&self, state: &State) -> Result<Orders, OrdersError> {
        let mut orders = Orders::default();
        for (&(_, unit), row) in self.rows.range((state.turn, 0)..=(state.turn, u8::MAX)) {
            if let Some(message) = refuse_absent(unit, state) {
                return Err(self.error(row.line, 1, message));
            }
            orders.set(unit, row.queue.clone());
        }
        Ok(orders)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        OrdersFile::parse("o.csv", text).unwrap_err().to_string()
    }

    #[test]
    fn rows_are_found_by_turn_and_unit() {
        let file = OrdersFile::parse("o.csv", "turn,unit,orders\n3,7,NE\r\n\n0,54,\n").unwrap();
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
