//! Where bytes go: origins, alignment, regions, options.

use super::instruction::{NOWHERE, in_both};
use super::state::layout::DeclaredRegion;
use super::{Assembler, LeftOut, Place};
use crate::assembler::diagnostic::{Severity, counted};
use crate::assembler::fix::Fix;
use crate::assembler::syntax::{Expr, ExprId, List};

/// Default fill byte of `opt f+`. [measured]
const FILLER: u8 = 0xFF;

impl Assembler<'_> {
    /// Outputs bytes of an instruction.
    pub(super) fn emit_code(&mut self, bytes: &[u8]) {
        self.emit_all(bytes);
        self.image.code_end = self.image.bytes.len();
    }

    /// Outputs bytes of data.
    pub(super) fn emit_all(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.emit(byte);
        }
    }

    /// Outputs a byte at the program counter.
    pub(super) fn emit(&mut self, byte: u8) {
        self.layout.count(1);
        if self.layout.is_endless() {
            self.stop_emitting();
            return;
        }
        if self.blocks.in_structure() {
            self.refuse_in_structure();
            return;
        }
        if self.in_structure_or_enumeration() {
            self.image.here += 1;
            return;
        }
        if !self.image.has_origin && !self.image.headers {
            // Bytes without addresses; labels among them are useless.
            self.image.begin_nowhere();
        }
        let address = self.image.load;
        let is_outside = !(0..=0xFFFF).contains(&address) || self.image.here > 0xFFFF;
        if !self.image.has_origin || is_outside && self.image.headers && self.image.begins_segment() {
            self.report_edge();
            return;
        }
        if is_outside {
            self.warn_of_edge();
        }
        if self.layout.has_regions() {
            self.check_region();
        }
        if self.image.is_silent && self.image.reach() == Some(self.image.load) {
            let message =
                "`opt o-` leaves this out of a segment whose header still counts it in MADS".to_owned();
            let help = "begin a segment with `org` before and after".to_owned();
            self.error(self.place, message, Some(help));
        }
        self.image.push(byte, self.place);
        if let Some((reach, load)) = self.image.backwards.take() {
            let help = "with `opt f+` addresses only go up".to_owned();
            self.error(self.place, format!("cannot fill from ${reach:04X} back to ${load:04X}"), Some(help));
        }
    }

    /// Code that follows is loaded at its run address: the load address of the `org` no longer applies.
    /// [measured]
    fn forget_load(&mut self, what: &str, instead: &str) {
        if !self.image.has_origin {
            return;
        }
        if self.blocks.is_elsewhere() {
            // The load address of the rest of the block, and of what follows it, would then be unknown.
            let message = format!("{what} is not possible in a block with its own address");
            self.error(self.place, message, Some(instead.to_owned()));
            return;
        }
        let (here, load) = (self.image.here, self.image.load);
        let message = format!(
            "after {what} the load address of the `org` no longer applies, as in MADS: what follows is loaded to ${here:04X}, \
             not to ${load:04X}"
        );
        let help = "write `org address,load` again".to_owned();
        self.diagnose(Severity::Warning, self.place, message, Some(help));
        self.image.org(here, here, None);
    }

    /// `opt f+`: warns of a gap after the last byte, which is not in the file although the header includes
    /// it. [measured]
    pub(super) fn warn_of_last_gap(&mut self) {
        let count = self.image.last_gap();
        if count > 0 {
            let behind = counted(count, "byte");
            let message = format!(
                "the header counts {behind} after the last one, as in MADS, but the file does not contain them"
            );
            let help = "output them with `:n dta 0`, or write `opt f-` before them".to_owned();
            self.diagnose(Severity::Warning, self.place, message, Some(help));
        }
    }

    /// Gives up after more bytes than any program has.
    fn stop_emitting(&mut self) {
        if !self.stopped {
            self.give_up("the assembly does not terminate: too many bytes".to_owned());
        }
    }

    /// Reports anything other than a field within a structure.
    fn refuse_in_structure(&mut self) {
        if self.layout.refuse(self.place) {
            self.error(self.place, "this is not a field of a structure".to_owned(), None);
        }
    }

    fn in_structure_or_enumeration(&self) -> bool {
        self.blocks.in_structure() || self.blocks.in_enumeration()
    }

    /// Warns once per pass: a segment may run past the end of memory, where the loader continues at 0.
    fn warn_of_edge(&mut self) {
        if !self.layout.reach_edge() {
            let message = "the bytes run past $FFFF, where addresses wrap around to 0".to_owned();
            self.diagnose(Severity::Warning, self.place, message, None);
        }
    }

    /// Reports once per pass that there is no address for a byte.
    fn report_edge(&mut self) {
        if self.layout.reach_edge() || !self.image.has_origin && self.said.lacks_source {
            return;
        }
        if !self.image.has_origin {
            let help = "begin with `org address`".to_owned();
            let message = "there is no `org` before the first byte".to_owned();
            self.error_to_fix(self.place, message, Some(help), Some(Fix::Origin));
        } else {
            self.error(self.place, "the program runs past $FFFF".to_owned(), None);
        }
    }

    /// Checks that a byte is in one of the declared regions.
    fn check_region(&mut self) {
        let here = self.image.here;
        if self.said.lacks_source || self.layout.is_declared(here) || self.layout.goes_on_outside(here) {
            return;
        }
        self.count_outside();
        let below = self.layout.regions().iter().filter(|region| region.start <= here);
        let nearest = below.max_by_key(|region| region.end);
        let help = nearest.map(|region| {
            let name = self.program.names.text(region.name);
            format!("region `{name}` is ${:04X}-${:04X}", region.start, region.end)
        });
        let message = format!("address ${here:04X} is in no declared region");
        let is_said = self.add_diagnostic(Severity::Error, self.place, message, help).is_some();
        let said = is_said.then(|| self.said.diagnostics().len() - 1);
        self.layout.begin_outside(here, said);
    }

    /// The bytes that are in no region, one behind the other, are one mistake: its message says how many they are.
    pub(super) fn count_outside(&mut self) {
        let Some((said, more)) = self.layout.take_outside().filter(|&(_, more)| more > 0) else { return };
        if let Some(diagnostic) = self.said.nth_mut(said) {
            diagnostic.message += &format!(", with {} behind it", counted(more, "byte"));
        }
    }

    /// Evaluates an address; errors are reported at the expression.
    fn address(&mut self, expr: ExprId) -> Option<i64> {
        let value = self.value(expr)?;
        if !(0..=0x1_0000).contains(&value) {
            self.refuse_address(value, expr);
            return None;
        }
        Some(value)
    }

    pub(super) fn refuse_address(&mut self, value: i64, expr: ExprId) {
        // Before the first `org` nothing has an address, but the operand of the `org` itself may be wrong.
        if !(NOWHERE.contains(&value) && self.refuse_nowhere(value, expr)) {
            let help = "addresses go from $0000 to $FFFF".to_owned();
            self.error_at(expr, format!("value {} is not an address", in_both(value)), Some(help));
        }
    }

    /// `blk dos address`, `blk none address`
    pub(super) fn block_org(&mut self, address: ExprId, has_header: bool) {
        self.org(address, ExprId::NONE, List::default());
        if !has_header {
            self.image.leave_out_header();
        }
    }

    /// `org [header],address[,load]`
    pub(super) fn org(&mut self, address: ExprId, load: ExprId, header: List) {
        self.place_variables_before_org();
        if self.refuse_fixed() {
            return;
        }
        let here = address.given().and_then(|address| self.address(address));
        let is_number = |address: ExprId| matches!(self.program.exprs[address.0 as usize], Expr::Number(_));
        if let Some(here) = here.filter(|_| address.given().is_some_and(|address| !is_number(address))) {
            self.notes.named_places.insert(here);
        }
        // `org address,*` continues at the load address of the preceding bytes.
        let goes_on =
            |load: ExprId| matches!(self.program.exprs[load.0 as usize], Expr::Here | Expr::LoadAddress);
        let load_address = match load.given() {
            Some(load) if goes_on(load) => {
                if self.image.has_origin {
                    Some(self.image.load)
                } else {
                    here
                }
            }
            Some(load) => self.address(load),
            None => here,
        };
        let (Some(here), Some(load_address)) = (here, load_address) else {
            if self.pass > 1 && !self.image.has_origin {
                // Even a faulty `org` counts as one.
                self.image.org(0, 0, None);
            }
            self.image.has_origin = true;
            return;
        };
        if header.end > header.start {
            if self.image.reach() == Some(load_address) && self.image.here == here {
                let message =
                    "MADS writes a broken header here, because the address is the current one".to_owned();
                let help = "put the bytes at the beginning of the segment".to_owned();
                self.error(self.place, message, Some(help));
            }
            let before = self.fixed_aside(header);
            self.image.org(here, load_address, Some(before));
        } else if load.given().is_none() {
            self.image.go_to(here);
        } else {
            self.image.org(here, load_address, None);
        }
    }

    /// Moves the program counter over bytes that are not output.
    pub(super) fn advance(&mut self, count: i64) {
        if self.in_structure_or_enumeration() {
            self.image.here = self.image.here.saturating_add(count);
        } else if count != 0 && !self.refuse_fixed() {
            let (here, load) = (self.image.here.saturating_add(count), self.image.load.saturating_add(count));
            if !self.image.has_origin {
                self.report_edge();
                return;
            }
            if !(0..=0x1_0000).contains(&here) {
                self.error(self.place, format!("{count} bytes do not fit below $FFFF"), None);
                return;
            }
            self.image.org(here, load, None);
        }
    }

    /// `.ds n`
    pub(super) fn reserve(&mut self, count: ExprId) {
        if let Some(count) = self.value(count) {
            self.reserve_bytes(count);
        }
    }

    /// Reserves bytes that belong to the statement.
    pub(super) fn reserve_bytes(&mut self, count: i64) {
        // Bytes reserved in a structure are not memory.
        if !self.in_structure_or_enumeration() {
            self.leave_out(self.image.here, count, self.place);
        }
        self.advance(count);
    }

    /// Records addresses reserved by the program.
    pub(super) fn leave_out(&mut self, start: i64, length: i64, place: Place) {
        self.notes.reserved.push(LeftOut { start, length, place, behind: self.image.bytes.len() });
    }

    /// `.align n[,fill]`: with a fill value the gap is output.
    pub(super) fn align(&mut self, boundary: ExprId, fill: ExprId) {
        let Some(size) = self.value(boundary) else { return };
        if !(1..=0x1_0000).contains(&size) {
            if size == 0 {
                // As in MADS. [measured]
                let message = "cannot align to 0 bytes: this is ignored".to_owned();
                self.diagnose(Severity::Warning, self.expr_place(boundary), message, None);
                return;
            }
            let help = "a page is 256 bytes, all of memory 65536".to_owned();
            self.error_at(boundary, format!("cannot align to {size} bytes"), Some(help));
            return;
        }
        let gap = (size - self.image.here.rem_euclid(size)) % size;
        match fill.given() {
            None => {
                self.advance(gap);
                if gap > 0 && self.image.here != self.image.load {
                    self.forget_load(
                        "`.align` without a value",
                        "give the byte that fills the gap: `.align 16,0`",
                    );
                }
            }
            Some(fill) => {
                let byte = self.value(fill).unwrap_or(0) as u8;
                for _ in 0..gap {
                    self.emit(byte);
                }
            }
        }
    }

    /// `run`
    pub(super) fn run_at(&mut self, address: ExprId) {
        self.place_variables_before_org();
        self.vector(address, 0x2E0);
    }

    /// `ini`
    pub(super) fn init_at(&mut self, address: ExprId) {
        self.vector(address, 0x2E2);
    }

    /// A segment that gives the loader an address.
    fn vector(&mut self, address: ExprId, vector: u16) {
        if self.refuse_fixed() {
            return;
        }
        if !self.image.headers {
            let message = "`run` and `ini` need a file with headers; `opt h-` has switched them off";
            self.error(self.place, message.to_owned(), None);
        }
        let value = self.value(address).unwrap_or(0);
        if !(0..=0xFFFF).contains(&value) {
            self.refuse_address(value, address);
            return;
        }
        if vector == 0x2E0 {
            self.notes.run_address = Some(value as u16);
        } else {
            self.notes.init_addresses.push(value as u16);
        }
        self.image.vector(vector, value as u16, self.place);
        if vector == 0x2E2 && self.image.has_origin && self.image.here != self.image.load {
            self.forget_load("`ini`", "write it before or after the block");
        }
        if self.image.fill.is_some() {
            // Code that follows needs its own `org`. [measured]
            self.image.has_origin = false;
        }
    }

    /// `opt h- f+ …`
    pub(super) fn set_options(&mut self, text: u32) {
        let bytes = self.program.strings[text as usize].clone();
        let letters: Vec<u8> =
            bytes.iter().copied().filter(|byte| !byte.is_ascii_whitespace() && *byte != b',').collect();
        for pair in letters.chunks(2) {
            let &[option, sign @ (b'+' | b'-')] = pair else {
                self.error(self.place, "an option is a letter and `+` or `-`".to_owned(), None);
                return;
            };
            let on = sign == b'+';
            match option {
                b'h' => self.image.set_headers(on),
                b'f' => self.image.fill = on.then_some(self.options.fill.unwrap_or(FILLER)),
                b'o' => self.image.is_silent = !on,
                b'b' => self.switches.announce_banks = on,
                b'?' => self.switches.local_marks = on,
                b'r' => {
                    self.switches.reuse_loads = on;
                    self.neighbours.forget_loaded();
                }
                b'c' if on => self.refuse_option("c+"),
                b'l' | b's' | b'm' | b't' | b'c' | b'i' => {}
                _ => self.error(self.place, format!("there is no option `{}`", option as char), None),
            }
        }
    }

    fn refuse_option(&mut self, option: &str) {
        let message = format!("`opt {option}`: the 65816 is not supported");
        let help = "this assembler is for the 6502 of the 400 and 800".to_owned();
        self.error(self.place, message, Some(help));
    }

    /// `.region NAME,start,end[,ram|rom]`
    pub(super) fn declare_region(&mut self, index: u32) {
        let syntax = self.program.regions[index as usize];
        let (Some(start), Some(end)) = (self.address(syntax.start), self.address(syntax.end)) else { return };
        if start > end {
            self.error_at(syntax.end, "the region ends before it begins".to_owned(), None);
            return;
        }
        if end > 0xFFFF {
            let help = "give its last address, not the one after it".to_owned();
            self.error_at(syntax.end, "the region ends beyond $FFFF".to_owned(), Some(help));
            return;
        }
        let (name, rom, place) = (syntax.name, syntax.rom, self.place);
        if let Some(first) = self.layout.regions().iter().find(|region| region.name == name) {
            let (source, begin, behind) = first.place;
            let first = self.sources.location(source, begin, behind);
            let message = format!("region `{}` is declared twice", self.program.names.text(name));
            let help = "give each its own name".to_owned();
            if let Some(said) = self.add_diagnostic(Severity::Error, place, message, Some(help)) {
                said.related.push(("first declared here".to_owned(), first));
            }
            return;
        }
        self.layout.declare(DeclaredRegion { name, start, end, rom, place });
    }

    /// Reports segments that overlap in memory, unless an `ini` ran between them.
    pub(super) fn check_overlaps(&mut self) {
        let chunks = &self.image.chunks;
        let mut found = Vec::new();
        let mut from = 0;
        while from < chunks.len() {
            let group = chunks[from + 1..].iter().position(|chunk| chunk.after_init);
            let to = group.map_or(chunks.len(), |position| from + 1 + position);
            let mut placed: Vec<(i64, i64, usize)> = (from..to)
                .filter(|&index| !chunks[index].is_vector)
                .map(|index| {
                    let start = i64::from(chunks[index].load);
                    (start, start + self.image.chunk_bytes(index).len() as i64, index)
                })
                .collect();
            placed.sort_unstable();
            let mut reach = (0, 0);
            for (start, end, index) in placed {
                if start < reach.0 {
                    let (earlier, later) = (index.min(reach.1), index.max(reach.1));
                    found.push((later, earlier, start, end.min(reach.0) - 1));
                }
                reach = reach.max((end, index));
            }
            from = to;
        }
        found.sort_unstable();
        for (later, earlier, from, to) in found {
            self.report_overlap(later, earlier, from, to);
        }
    }

    fn report_overlap(&mut self, index: usize, earlier: usize, from: i64, to: i64) {
        let place = self.image.chunks[index].place;
        let (source, start, end) = self.image.chunks[earlier].place;
        let other = self.sources.location(source, start, end);
        let message = format!(
            "this segment overlaps another at ${from:04X}-${to:04X} (begun at {}:{})",
            other.file, other.line
        );
        let severity = if self.layout.is_declared(from) || self.options.strict {
            Severity::Error
        } else {
            Severity::Warning
        };
        let help = "give one of them another `org`".to_owned();
        if let Some(diagnostic) = self.add_diagnostic(severity, place, message, Some(help)) {
            diagnostic.related.push(("the other segment begins here".to_owned(), other));
        }
    }
}
