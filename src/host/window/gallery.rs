//! The saved games with their pictures: ten slots and the journal, to be chosen from by keys, with the
//! mouse or a gamepad.

mod cells;
mod draw;

use std::path::{Path, PathBuf};

use crate::machine::Console;

pub(super) use cells::{Cell, Page, Shelf};
pub(super) use draw::MESSAGE_BOTTOM;

/// Cells side by side, and one above the other.
const COLUMNS: usize = 4;
const ROWS: usize = 3;

/// What somebody who looks at the gallery may want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Request {
    /// The cell to the left.
    Left,
    /// The cell to the right.
    Right,
    /// The cell above, or the bar.
    Up,
    /// The cell below.
    Down,
    /// Three rows up.
    PageUp,
    /// Three rows down.
    PageDown,
    /// To play on from here; where there is nothing, to save.
    Take,
    /// To save here.
    Keep,
    /// The other page.
    Turn,
    /// None of it.
    Close,
}

impl Request {
    /// Whether it only leads to another cell: a key that is held may be taken as pressed again.
    pub(super) fn is_way(self) -> bool {
        !matches!(self, Request::Take | Request::Keep | Request::Turn | Request::Close)
    }
}

/// What is to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// Play on from this save.
    TakeUp(PathBuf),
    /// Save to this file.
    Keep(PathBuf),
    /// Press these keys.
    Press(Console),
    /// Show this page.
    Show(Page),
    /// Hide the gallery.
    Close,
    /// Say this.
    Say(&'static str),
}

/// What stands in the bar above the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Item {
    Page(Page),
    Press(Console),
    Newest,
    Close,
}

const RELEASED: Console = Console { start: false, select: false, option: false };
const BAR: [(&str, Item); 6] = [
    ("Slots", Item::Page(Page::Slots)),
    ("Journal", Item::Page(Page::Journal)),
    ("START", Item::Press(Console { start: true, ..RELEASED })),
    ("SELECT", Item::Press(Console { select: true, ..RELEASED })),
    ("OPTION", Item::Press(Console { option: true, ..RELEASED })),
    ("Close", Item::Close),
];
/// When a program starts that was played before.
const OFFER: [(&str, Item); 2] = [("Go on where you were", Item::Newest), ("Begin anew", Item::Close)];

/// Where the mouse or the keys are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Focus {
    Bar(usize),
    Cell(usize),
}

/// The gallery, while it is shown.
pub(super) struct Gallery {
    page: Page,
    is_offer: bool,
    cells: Vec<Cell>,
    focus: Focus,
    /// The row of cells at the top.
    first_row: usize,
    /// The cell that will be written over if that is asked for again.
    sure: Option<usize>,
}

impl Gallery {
    /// A page of saves.
    pub(super) fn new(page: Page, cells: Vec<Cell>) -> Self {
        let focus = if cells.is_empty() { Focus::Bar(1) } else { Focus::Cell(0) };
        Gallery { page, is_offer: false, cells, focus, first_row: 0, sure: None }
    }

    /// The journal, with the question whether to go on where it ends.
    pub(super) fn offer(cells: Vec<Cell>) -> Self {
        Gallery { is_offer: true, focus: Focus::Bar(0), ..Gallery::new(Page::Journal, cells) }
    }

    /// The same, with the focus on a file.
    pub(super) fn at_file(mut self, path: &Path) -> Self {
        if let Some(n) = self.cells.iter().position(|cell| cell.path == path) {
            self.focus = Focus::Cell(n);
        }
        self
    }

    /// Whether it asks whether to go on.
    pub(super) fn is_offer(&self) -> bool {
        self.is_offer
    }

    fn bar(&self) -> &'static [(&'static str, Item)] {
        if self.is_offer { &OFFER } else { &BAR }
    }

    /// Somebody wants something.
    pub(super) fn wish(&mut self, wish: Request) -> Option<Action> {
        let sure = self.sure.take();
        match wish {
            Request::Close => return Some(Action::Close),
            Request::Turn if !self.is_offer => {
                return Some(Action::Show(match self.page {
                    Page::Slots => Page::Journal,
                    Page::Journal => Page::Slots,
                }));
            }
            Request::Turn => {}
            Request::Take => return self.take(),
            Request::Keep => return self.keep(sure),
            _ => self.go(wish),
        }
        None
    }

    fn go(&mut self, wish: Request) {
        let last = self.cells.len().checked_sub(1);
        self.focus = match (self.focus, wish) {
            (Focus::Bar(n), Request::Left) => Focus::Bar(n.saturating_sub(1)),
            (Focus::Bar(n), Request::Right) => Focus::Bar((n + 1).min(self.bar().len() - 1)),
            (Focus::Bar(n), Request::Down | Request::PageDown) => {
                last.map_or(Focus::Bar(n), |_| Focus::Cell(self.first_row * COLUMNS))
            }
            (Focus::Bar(n), _) => Focus::Bar(n),
            (Focus::Cell(n), Request::Up) if n < COLUMNS => Focus::Bar(0),
            (Focus::Cell(n), wish) => {
                let to = match wish {
                    Request::Left => n.saturating_sub(1),
                    Request::Right => n + 1,
                    Request::Up => n - COLUMNS,
                    Request::Down => n + COLUMNS,
                    Request::PageUp => n.saturating_sub(ROWS * COLUMNS),
                    _ => n + ROWS * COLUMNS,
                };
                Focus::Cell(to.min(last.unwrap_or(0)))
            }
        };
        self.follow();
    }

    /// Scrolls so that the focus can be seen.
    fn follow(&mut self) {
        if let Focus::Cell(n) = self.focus {
            let row = n / COLUMNS;
            self.first_row = self.first_row.clamp((row + 1).saturating_sub(ROWS), row);
        }
    }

    fn take(&mut self) -> Option<Action> {
        match self.focus {
            Focus::Bar(n) => match self.bar()[n].1 {
                Item::Page(page) => Some(Action::Show(page)),
                Item::Press(console) => Some(Action::Press(console)),
                Item::Newest => self.cells.first().map(|cell| Action::TakeUp(cell.path.clone())),
                Item::Close => Some(Action::Close),
            },
            Focus::Cell(n) if self.cells[n].is_empty => self.keep(None),
            Focus::Cell(n) => Some(Action::TakeUp(self.cells[n].path.clone())),
        }
    }

    fn keep(&mut self, sure: Option<usize>) -> Option<Action> {
        let Focus::Cell(n) = self.focus else { return None };
        let cell = &self.cells[n];
        if self.page == Page::Journal {
            return Some(Action::Say("the journal is written by itself"));
        }
        if cell.is_empty || sure == Some(n) {
            return Some(Action::Keep(cell.path.clone()));
        }
        self.sure = Some(n);
        Some(Action::Say("once more, and what was saved here is lost"))
    }

    /// The mouse is there, in parts of the picture's width and height. Says whether that is something to choose.
    pub(super) fn point(&mut self, at: (f64, f64)) -> bool {
        let found = self.at(at);
        if let Some(focus) = found
            && focus != self.focus
        {
            (self.focus, self.sure) = (focus, None);
        }
        found.is_some()
    }

    /// The mouse's wheel was turned, up or down.
    pub(super) fn scroll(&mut self, up: bool) {
        let rows = self.cells.len().div_ceil(COLUMNS);
        let last = rows.saturating_sub(ROWS);
        self.first_row = if up { self.first_row.saturating_sub(1) } else { (self.first_row + 1).min(last) };
        if let Focus::Cell(n) = self.focus {
            let (row, column) = (n / COLUMNS, n % COLUMNS);
            let row = row.clamp(self.first_row, self.first_row + ROWS - 1);
            self.focus = Focus::Cell((row * COLUMNS + column).min(self.cells.len() - 1));
        }
    }
}

#[cfg(test)]
mod tests;
