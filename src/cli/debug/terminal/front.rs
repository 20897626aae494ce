//! The debugger's state in a terminal, and its keys.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use serde_json::Value;

use super::code::Texts;
use super::line::Line;
use super::memory::Memory;
use super::told;
use crate::cli::debug::answer;
use crate::cli::guest::Guest;
use crate::debug::cancel::CancelToken;
use crate::debug::debugger::Debugger;
use crate::harness::debugging::{command, complete};
use crate::host::palette::Palette;
use crate::inspect::symbols::long_number;
use crate::titles::Sources;

/// Frames between two checks for a key press.
const SLICE: u64 = 5;
/// How long the program runs between two updates of the terminal.
const UNSEEN: Duration = Duration::from_millis(15);
/// Lines of output kept.
const MOST_SAID: usize = 500;

/// What the panel at the side shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Panel {
    DisplayList,
    Antic,
    Gtia,
    Pokey,
    Pia,
    Variables,
}

impl Panel {
    const ALL: [Panel; 6] =
        [Panel::DisplayList, Panel::Antic, Panel::Gtia, Panel::Pokey, Panel::Pia, Panel::Variables];

    fn next(self) -> Panel {
        let here = Panel::ALL.iter().position(|&panel| panel == self).unwrap_or(0);
        Panel::ALL[(here + 1) % Panel::ALL.len()]
    }
}

/// The keys, as F1 lists them.
pub(super) const KEYS: [(&str, &str); 13] = [
    ("F1", "this"),
    ("F4, F7", "one instruction back; one forward"),
    ("F8", "next: step over a call"),
    ("Shift F4, F7, F8", "the same by source lines"),
    ("F9", "run to the end of the routine"),
    ("F5, F6", "run; reverse: back to the last stop"),
    ("Esc, Ctrl C", "cancel what takes long: a run, going back, a search"),
    ("F2", "source or disassembly"),
    ("F3", "display list, chips, variables"),
    ("Page Up, Down", "scroll memory; dump ADDR LEN goes to an address"),
    ("Tab", "complete a word"),
    ("Up, Down", "earlier lines"),
    ("Ctrl D", "quit"),
];

/// The command of a key; with Shift it works by source lines.
fn by_line(command: &str, key: KeyEvent) -> String {
    let line = if key.modifiers.contains(KeyModifiers::SHIFT) { " line" } else { "" };
    format!("{command}{line}")
}

/// Whether a key cancels a long command.
pub(super) fn calls_off(key: KeyEvent) -> bool {
    let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
    key.code == KeyCode::Esc || (ctrl && key.code == KeyCode::Char('c'))
}

/// The debugger and everything on screen.
pub(super) struct Front {
    pub debugger: Debugger,
    pub texts: Texts,
    pub palette: Palette,
    /// The input line.
    pub line: Line,
    /// Commands and their answers.
    pub said: Vec<String>,
    /// The stops as they were typed, by number.
    pub stops: BTreeMap<u64, String>,
    pub memory: Memory,
    pub panel: Panel,
    /// Whether source is shown where there is any.
    pub by_source: bool,
    /// Whether the keys are shown.
    pub help: bool,
    /// Frames still to run.
    pub running: Option<u64>,
    /// Set if the machine belongs to a window.
    pub guest: Option<Guest>,
    /// Polled while a command takes long, to cancel it.
    pub cancel: CancelToken,
    /// Whether the user has quit.
    pub over: bool,
}

impl Front {
    /// A terminal for a stopped program.
    pub(super) fn new(debugger: Debugger, sources: Sources, guest: Option<Guest>) -> Self {
        let palette = Palette::of(debugger.machine().video());
        Front {
            memory: Memory::of(debugger.machine()),
            debugger,
            texts: Texts::new(sources),
            palette,
            line: Line::default(),
            said: vec!["F1 shows the keys; the commands are those of docs/debugging.md".to_string()],
            stops: BTreeMap::new(),
            panel: Panel::DisplayList,
            by_source: true,
            help: false,
            running: None,
            guest,
            cancel: CancelToken::default(),
            over: false,
        }
    }

    /// Carries out a typed line.
    pub(super) fn carry_out(&mut self, text: &str) {
        let Some((word, rest)) = command::split(text) else { return };
        self.say(format!("> {text}"));
        if command::goes_on(word) {
            // In slices, so that it can be stopped.
            let frames = if rest.is_empty() { Some(u64::MAX) } else { long_number(rest) };
            if let Some(frames) = frames.filter(|&frames| frames > 0) {
                self.running = Some(frames);
                return;
            }
        }
        let usual = self.debugger.set_cancel(self.cancel.clone());
        let answered = answer(&mut self.debugger, &self.palette, text);
        self.debugger.set_cancel(usual);
        if let Some(answered) = answered {
            self.over = answered.is_last;
            self.take(&answered.value);
        }
    }

    /// Shows an answer, and records changes to the stops.
    fn take(&mut self, value: &Value) {
        let words = || format!("{} {}", value["command"], value["arguments"]).replace('"', "");
        if let Some(number) = value["number"].as_u64() {
            self.stops.insert(number, words());
        }
        match value["command"].as_str() {
            Some("delete") if value["ok"] == true => {
                let number = value["arguments"].as_str().and_then(|text| text.parse().ok());
                number.and_then(|number: u64| self.stops.remove(&number));
            }
            Some("dump") => {
                let address = value["arguments"].as_str().and_then(|text| text.split_whitespace().next());
                let address = address.and_then(|text| self.debugger.address(text).ok());
                address.into_iter().for_each(|address| self.memory.show(address));
            }
            _ => {}
        }
        self.memory.compare(self.debugger.machine());
        told::lines(value).into_iter().for_each(|line| self.say(line));
    }

    fn say(&mut self, line: String) {
        self.said.push(line);
        let old = self.said.len().saturating_sub(MOST_SAID);
        self.said.drain(..old);
    }

    /// Runs for a while, if the program is running.
    pub(super) fn turn(&mut self) {
        let begun = Instant::now();
        while self.running.is_some() && !self.over && begun.elapsed() < UNSEEN {
            self.run_slice();
        }
    }

    fn run_slice(&mut self) {
        let Some(left) = self.running else { return };
        let slice = if self.guest.is_some() { 1 } else { SLICE }.min(left);
        let Some(answered) = answer(&mut self.debugger, &self.palette, &format!("run {slice}")) else {
            return;
        };
        let goes_on = answered.value["stopped"]["reason"] == "limit" && left > slice;
        if let Some(guest) = &mut self.guest {
            self.over |= !guest.frame(&mut self.debugger);
        }
        self.running = goes_on.then(|| left.saturating_sub(slice));
        if !goes_on {
            self.take(&answered.value);
        }
    }

    /// Handles a key press.
    pub(super) fn key(&mut self, key: KeyEvent) {
        let ctrl = key.modifiers.contains(KeyModifiers::CONTROL);
        if self.running.is_some() {
            if calls_off(key) {
                self.running = None;
                self.memory.compare(self.debugger.machine());
                self.say("stopped".to_string());
            }
            return;
        }
        match key.code {
            KeyCode::F(1) => self.help = !self.help,
            KeyCode::F(2) => self.by_source = !self.by_source,
            KeyCode::F(3) => self.panel = self.panel.next(),
            KeyCode::F(4) => self.carry_out(&by_line("back", key)),
            KeyCode::F(5) => self.carry_out("run"),
            KeyCode::F(6) => self.carry_out("reverse"),
            KeyCode::F(7) => self.carry_out(&by_line("step", key)),
            KeyCode::F(8) => self.carry_out(&by_line("next", key)),
            KeyCode::F(9) => self.carry_out("out"),
            KeyCode::PageUp => self.memory.scroll(false),
            KeyCode::PageDown => self.memory.scroll(true),
            KeyCode::Char('d') if ctrl => self.over = true,
            KeyCode::Esc => self.help = false,
            KeyCode::Tab => self.complete(),
            KeyCode::Enter => {
                let text = self.line.take();
                self.carry_out(&text);
            }
            code => self.line.key(code, ctrl),
        }
    }

    /// Completes the word at the end of the line as far as it is unique, and lists the candidates.
    fn complete(&mut self) {
        let text = self.line.text().to_string();
        let (word, proposals) = complete::proposals(&self.debugger, &text, |_| true);
        let Some(first) = proposals.first() else { return };
        let common = proposals.iter().fold(first.as_str(), |common, other| {
            let same = common.chars().zip(other.chars()).take_while(|(a, b)| a.eq_ignore_ascii_case(b));
            &common[..same.map(|(c, _)| c.len_utf8()).sum()]
        });
        let end = if proposals.len() == 1 { " " } else { "" };
        let completed = format!("{}{common}{end}", &text[..text.len() - word.len()]);
        if proposals.len() > 1 && common.len() <= word.len() {
            self.say(proposals.join("  "));
        }
        self.line.set(completed);
    }
}
