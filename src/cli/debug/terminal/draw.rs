//! Draws the terminal.

use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};

use super::code::{Row, disassembly};
use super::front::{Front, KEYS, Panel};
use super::memory::{COLD, ROW};
use super::picture;
use crate::debug::variables::{Held, Unit};
use crate::debug::{call_stack, variables};
use crate::harness::debugging::show;
use crate::inspect::display_list;
use crate::inspect::symbols::Symbol;
use crate::machine::{Chip, LINE_CYCLES, Machine};

const STRONG: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
const FAINT: Style = Style::new().fg(Color::DarkGray);
/// Characters of place and cycles before a row of code.
const PLACE: usize = 9;
/// The row of the program counter.
const HERE: Style = Style::new().fg(Color::Black).bg(Color::Yellow);
/// Bytes that have just changed, and those that changed before.
const HOT: Color = Color::LightRed;
const WARM: [Color; 3] = [Color::LightYellow, Color::Yellow, Color::Rgb(0x90, 0x80, 0x30)];

/// Draws everything.
pub(super) fn draw(front: &mut Front, frame: &mut Frame) {
    let rows = Layout::vertical([Constraint::Min(8), Constraint::Length(7), Constraint::Length(1)]);
    let [above, said, prompt] = rows.areas(frame.area());
    let columns = Layout::horizontal([Constraint::Percentage(48), Constraint::Fill(1), Constraint::Fill(1)]);
    let [left, middle, right] = columns.areas(above);
    let [code, memory] = Layout::vertical([Constraint::Fill(3), Constraint::Length(10)]).areas(left);
    let [registers, stack, stops] =
        Layout::vertical([Constraint::Length(7), Constraint::Fill(1), Constraint::Fill(1)]).areas(middle);
    let [screen, panel] = Layout::vertical([Constraint::Percentage(50), Constraint::Fill(1)]).areas(right);
    draw_code(front, frame, code);
    draw_memory(front, frame, memory);
    text(frame, registers, "6502 and beam", registers_text(front, registers.width.saturating_sub(2)));
    text(frame, stack, "stack", stack_text(front));
    text(frame, stops, "stops", stops_text(front));
    let inner = boxed(frame, screen, "screen");
    picture::draw(front.debugger.machine(), &front.palette, inner, frame.buffer_mut());
    let (title, lines) = panel_text(front);
    text(frame, panel, title, lines);
    draw_said(front, frame, said);
    draw_prompt(front, frame, prompt);
    if front.help {
        draw_help(frame);
    }
}

/// Draws a box with a title, and returns its inside.
fn boxed(frame: &mut Frame, area: Rect, title: &str) -> Rect {
    let block = Block::bordered().border_style(FAINT).title(Span::styled(format!(" {title} "), STRONG));
    let inner = block.inner(area);
    frame.render_widget(block, area);
    inner
}

fn text(frame: &mut Frame, area: Rect, title: &str, lines: Vec<Line>) {
    let inner = boxed(frame, area, title);
    frame.render_widget(Paragraph::new(lines), inner);
}

fn draw_code(front: &mut Front, frame: &mut Frame, area: Rect) {
    let rows = usize::from(area.height.saturating_sub(2));
    let width = usize::from(area.width).saturating_sub(2 + PLACE);
    let source = if front.by_source { front.texts.source(&front.debugger, rows) } else { None };
    let (mut title, rows) =
        source.unwrap_or_else(|| ("disassembly".to_string(), disassembly(&front.debugger, rows, width)));
    if let Some(budget) = front.debugger.budget_here() {
        title = format!("{title}: {} has {} cycles", budget.name, budget.cycles);
    }
    let line = |row: Row| {
        let style = if row.is_here { HERE } else { Style::new() };
        let aside = if row.is_here { HERE } else { FAINT };
        let spans = vec![
            Span::styled(format!("{:>4} {:>3} ", row.place, row.cycles), aside),
            Span::styled(row.text, style),
        ];
        Line::from(spans).style(style)
    };
    text(frame, area, &title, rows.into_iter().map(line).collect());
}

fn draw_memory(front: &Front, frame: &mut Frame, area: Rect) {
    let machine = front.debugger.machine();
    let row = |n: u16| {
        let first = front.memory.first.wrapping_add(n * ROW);
        let mut spans = vec![Span::styled(format!("{first:04X} "), FAINT)];
        let mut signs = String::new();
        for at in (0..ROW).map(|n| first.wrapping_add(n)) {
            let byte = machine.peek(at);
            let style = match front.memory.age(at) {
                0 => Style::new().fg(HOT).add_modifier(Modifier::BOLD),
                COLD.. => Style::new(),
                age => Style::new().fg(WARM[usize::from(age - 1) * WARM.len() / usize::from(COLD - 1)]),
            };
            spans.push(Span::styled(format!("{byte:02X} "), style));
            signs.push(if (0x20..0x7F).contains(&byte) { char::from(byte) } else { '.' });
        }
        spans.push(Span::styled(signs, FAINT));
        Line::from(spans)
    };
    text(frame, area, "memory", (0..area.height.saturating_sub(2)).map(row).collect());
}

fn registers_text(front: &Front, width: u16) -> Vec<Line<'static>> {
    let debugger = &front.debugger;
    let machine = debugger.machine();
    let cpu = machine.cpu();
    let owner = match machine.claimed_cycles() >> machine.line_cycle() & 1 {
        1 => "ANTIC",
        _ => "6502",
    };
    let at = debugger.symbols().name_near(cpu.pc).unwrap_or_default();
    vec![
        Line::styled(format!("pc {:04X}  {at}", cpu.pc), STRONG),
        Line::raw(format!(
            "a {:02X}  x {:02X}  y {:02X}  s {:02X}  p {:02X} {}",
            cpu.a,
            cpu.x,
            cpu.y,
            cpu.s,
            cpu.p,
            show::flags(cpu.p)
        )),
        Line::raw(format!(
            "frame {}  line {}  cycle {}",
            machine.frame_number(),
            machine.line(),
            machine.line_cycle()
        )),
        Line::raw(format!("{} cycles  bus: {owner}", machine.cycle())),
        bus_line(machine, width),
    ]
}

/// Bus use in this scan line: filled where ANTIC has the bus, two or more machine cycles per character. The
/// beam's position is yellow.
fn bus_line(machine: &Machine, width: u16) -> Line<'static> {
    let claimed = machine.claimed_cycles();
    let each = LINE_CYCLES.div_ceil(u32::from(width).max(1)).max(2);
    let letter = |first: u32| {
        let cycles = first..(first + each).min(LINE_CYCLES);
        let taken = cycles.clone().filter(|&cycle| claimed >> cycle & 1 != 0).count();
        let sign = match taken {
            0 => "·",
            taken if taken == cycles.len() => "█",
            _ => "▌",
        };
        Span::styled(sign, if cycles.contains(&machine.line_cycle()) { HERE } else { FAINT })
    };
    Line::from((0..LINE_CYCLES).step_by(each as usize).map(letter).collect::<Vec<_>>())
}

fn stack_text(front: &Front) -> Vec<Line<'static>> {
    let debugger = &front.debugger;
    let machine = debugger.machine();
    let mut lines: Vec<Line> = debugger
        .calls()
        .iter()
        .map(|call| {
            let [to, from] =
                [call.to, call.from].map(|at| debugger.symbols().name_near(at).unwrap_or_default());
            Line::raw(match call.interrupt {
                Some(interrupt) => format!("{:04X} {to} ({interrupt}) interrupts {from}", call.at),
                None => format!("{:04X} {to} from {from}", call.at),
            })
        })
        .collect();
    let bytes: String = call_stack::bytes(machine).iter().map(|byte| format!("{byte:02X} ")).collect();
    lines.push(Line::styled(bytes, FAINT));
    lines
}

fn stops_text(front: &Front) -> Vec<Line<'static>> {
    let hits = |number: u64| {
        let found = front.debugger.breakpoints().iter().find(|it| u64::from(it.number) == number);
        found.map_or(0, |it| it.hits)
    };
    let line = |(number, text): (&u64, &String)| {
        let times = match hits(*number) {
            1 => "once".to_string(),
            hits => format!("{hits} times"),
        };
        Line::raw(format!("{number} {text}  ({times})"))
    };
    front.stops.iter().map(line).collect()
}

fn panel_text(front: &Front) -> (&'static str, Vec<Line<'static>>) {
    let chip = |chip| {
        let registers = front.debugger.machine().chip_registers(chip);
        let line = |pair: &[(&str, u8)]| {
            let text: String =
                pair.iter().map(|(name, value)| format!("{name:<8} {value:02X}    ")).collect();
            Line::raw(text)
        };
        registers.chunks(2).map(line).collect()
    };
    match front.panel {
        Panel::DisplayList => ("display list (F3)", display_list_text(front)),
        Panel::Antic => ("ANTIC (F3)", chip(Chip::Antic)),
        Panel::Gtia => ("GTIA (F3)", chip(Chip::Gtia)),
        Panel::Pokey => ("POKEY (F3)", chip(Chip::Pokey)),
        Panel::Pia => ("PIA (F3)", chip(Chip::Pia)),
        Panel::Variables => ("variables (F3)", variables_text(front)),
    }
}

fn display_list_text(front: &Front) -> Vec<Line<'static>> {
    let entries = display_list::entries(front.debugger.machine());
    let here = entries.iter().position(|entry| entry.is_current).unwrap_or(0);
    let line = |entry: &display_list::Entry| {
        let operand = entry.operand.map_or(String::new(), |at| format!(" {at:04X}"));
        let text = format!("{:04X} {:02X} {}{operand}", entry.address, entry.code, entry.describe());
        Line::styled(text, if entry.is_current { HERE } else { Style::new() })
    };
    entries.iter().skip(here.saturating_sub(3)).map(line).collect()
}

/// The labelled bytes, most recently changed first.
fn variables_text(front: &Front) -> Vec<Line<'static>> {
    let debugger = &front.debugger;
    let symbols = debugger.symbols();
    // Space is short: fields of a structure are listed instead of the structure, and an array's fields are
    // those of its first element.
    let is_shown = |symbol: &&Symbol| symbol.size > symbol.element || symbols.fields(symbol).is_empty();
    let mut variables: Vec<_> = variables::all(debugger).filter(is_shown).collect();
    variables.sort_by_key(|symbol| (front.memory.age(symbol.value), symbol.value));
    let line = |symbol: &&Symbol| {
        let style = if front.memory.age(symbol.value) == 0 { Style::new().fg(HOT) } else { Style::new() };
        let held = Held::by(symbols, symbol, debugger.machine());
        let (kind, value) = typed(held, symbol.size > 0);
        Line::styled(format!("{:04X} {:<18} {kind:<5} {value}", symbol.value, symbol.name), style)
    };
    variables.iter().take(100).map(line).collect()
}

/// A variable's type, if the source declares it, and its value: the first bytes of a table, the fields of a
/// structure.
fn typed(held: Held, is_said: bool) -> (String, String) {
    match held {
        Held::One(unit, number) => {
            let kind = match unit {
                Unit::Byte if !is_said => "",
                Unit::Byte => "byte",
                Unit::Word => "word",
            };
            (kind.to_string(), format!("{} {number}", bare(unit, number)))
        }
        Held::Table(unit, count, first) => {
            let shown: Vec<String> = first.into_iter().map(|number| bare(unit, number)).collect();
            (format!("[{count}]"), shown.join(" "))
        }
        Held::Structures(count, fields) => {
            let shown = fields.into_iter().map(|(name, held)| format!("{name} {}", typed(held, true).1));
            let kind = if count > 1 { format!("[{count}]") } else { String::new() };
            (kind, shown.collect::<Vec<_>>().join(", "))
        }
    }
}

/// A number in hex, without the `$`.
fn bare(unit: Unit, number: u16) -> String {
    unit.hex(number).split_off(1)
}

fn draw_said(front: &Front, frame: &mut Frame, area: Rect) {
    let inner = boxed(frame, area, if front.running.is_some() { "running: Esc stops it" } else { "said" });
    let first = front.said.len().saturating_sub(usize::from(inner.height));
    let line =
        |text: &String| Line::styled(text.clone(), if text.starts_with('>') { FAINT } else { Style::new() });
    frame.render_widget(Paragraph::new(front.said[first..].iter().map(line).collect::<Vec<_>>()), inner);
}

fn draw_prompt(front: &Front, frame: &mut Frame, area: Rect) {
    let prompt = Line::from(vec![Span::styled("> ", STRONG), Span::raw(front.line.text().to_string())]);
    frame.render_widget(Paragraph::new(prompt), area);
    let column = area.x.saturating_add(2).saturating_add(front.line.cursor() as u16);
    if front.running.is_none() && column < area.right() {
        frame.set_cursor_position((column, area.y));
    }
}

fn draw_help(frame: &mut Frame) {
    let area = frame.area();
    let (width, height) = (area.width.min(72), area.height.min(KEYS.len() as u16 + 2));
    let at = Rect::new((area.width - width) / 2, (area.height - height) / 2, width, height);
    frame.render_widget(Clear, at);
    let line = |(key, meaning): &(&'static str, &'static str)| {
        Line::from(vec![Span::styled(format!("{key:<17}"), STRONG), Span::raw(*meaning)])
    };
    text(frame, at, "keys", KEYS.iter().map(line).collect());
}
