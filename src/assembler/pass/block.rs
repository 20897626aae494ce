//! Blocks: includes, macros, repeats, procedures, scopes, structures, variables.

use super::{Assembler, BlockRange, Flow, Frame, FrameKind, MAX_NESTING, OpenBlock};
use crate::assembler::names::Name;
use crate::assembler::source::Origin;
use crate::assembler::symbols::{ROOT, SymbolKind};
use crate::assembler::syntax::{BlockKind, Body, ExprId, Item, Statement};

impl Assembler<'_> {
    /// Enters a unit that was called from the current place.
    fn nested(&mut self, unit: u32, what: FrameKind, name: u32) -> Flow {
        let (source, start, end) = self.place;
        if self.frames.len() >= MAX_NESTING {
            let message = match what {
                FrameKind::Macro => "macros call each other without end",
                FrameKind::Include => "files include each other without end",
                FrameKind::Repeat => "repeats are nested too deeply",
            };
            self.pass = self.pass.max(2);
            self.error(self.place, message.to_owned(), None);
            if let Some(diagnostic) = self.diagnostics.last_mut() {
                diagnostic.stack.truncate(3);
            }
            self.stopped = true;
            return Flow::End;
        }
        self.frames.push(Frame { what, name, source, start, end });
        let flow = self.enter(unit);
        self.frames.pop();
        self.place = (source, start, end);
        flow
    }

    /// Reads a file named in the current source: beside that file, then as it is, then in the
    /// folders for includes.
    pub(super) fn read_beside(&self, path: u32) -> Option<(String, Vec<u8>)> {
        let path = String::from_utf8_lossy(&self.program.strings[path as usize]).replace('\\', "/");
        let (file, _) = self.sources.file_line(self.source, 1);
        let beside = file.rsplit_once('/').map(|(folder, _)| join(folder, &path));
        let folders = self.options.include.iter().map(|folder| join(folder, &path));
        let candidates = beside.into_iter().chain([path.clone()]).chain(folders);
        candidates.into_iter().find_map(|path| self.files.read(&path).map(|bytes| (path, bytes)))
    }

    pub(super) fn include(&mut self, path: u32) -> Flow {
        let key = [&b"\0"[..], &self.source.to_le_bytes(), &self.program.strings[path as usize]].concat();
        let unit = match self.units.get(key.as_slice()) {
            Some(&unit) => unit,
            None => {
                let Some((name, text)) = self.read_beside(path) else {
                    let name = String::from_utf8_lossy(&self.program.strings[path as usize]).into_owned();
                    self.error(self.place, format!("cannot read `{name}`"), None);
                    return Flow::Next;
                };
                let unit = match self.units.get(name.as_bytes()) {
                    Some(&unit) => unit,
                    None => {
                        let unit = self.add_source(name.clone(), text, Origin::File);
                        self.units.insert(name.as_bytes().into(), unit);
                        unit
                    }
                };
                self.units.insert(key.into(), unit);
                unit
            }
        };
        let is_open = self.source == unit
            || self.frames.iter().any(|frame| frame.what == FrameKind::Include && frame.source == unit);
        if is_open && self.frames.len() > MAX_NESTING / 2 {
            let name = self.sources.list[unit as usize].name.clone();
            self.pass = self.pass.max(2);
            self.error(self.place, format!("`{name}` includes itself"), None);
            if let Some(diagnostic) = self.diagnostics.last_mut() {
                diagnostic.stack.truncate(3);
            }
            self.stopped = true;
            return Flow::End;
        }
        // `end` in an included file ends that file.
        match self.nested(unit, FrameKind::Include, 0) {
            Flow::End if !self.stopped => Flow::Next,
            flow => flow,
        }
    }

    pub(super) fn define_macro(&mut self, index: u32) {
        let name = self.program.macros[index as usize].name;
        self.macros.insert(u64::from(self.scope) << 32 | u64::from(name.0), index);
    }

    /// The macro a name means here: of this scope or the nearest one around it.
    pub(super) fn find_macro(&self, name: Name) -> Option<u32> {
        if let Some((&last, path)) = self.program.names.parts(name).split_last() {
            let mut outer = self.scope;
            loop {
                let inner = path.iter().try_fold(outer, |scope, &part| self.symbols.child(scope, part));
                let found =
                    inner.and_then(|scope| self.macros.get(&(u64::from(scope) << 32 | u64::from(last.0))));
                if found.is_some() || outer == ROOT {
                    return found.copied();
                }
                outer = self.symbols.scopes[outer as usize].parent;
            }
        }
        let mut scope = self.scope;
        loop {
            let found = self.macros.get(&(u64::from(scope) << 32 | u64::from(name.0)));
            if found.is_some() || scope == ROOT {
                return found.copied();
            }
            scope = self.symbols.scopes[scope as usize].parent;
        }
    }

    /// A word that is no mnemonic: the call of a macro.
    pub(super) fn call(&mut self, name: Name, arguments: u32, statement: &Statement) -> Flow {
        let Some(index) = self.find_macro(name) else {
            self.unknown_word(name, statement);
            return Flow::Next;
        };
        let source = &self.sources.list[self.source as usize].text;
        let text = source[arguments as usize..statement.end as usize].to_vec();
        let unit = self.expansion(index, &text);
        let scope = self.symbols.open(self.scope, None, BlockKind::Macro);
        let outer = std::mem::replace(&mut self.scope, scope);
        let blocks = self.blocks.len();
        let flow = self.nested(unit, FrameKind::Macro, index);
        self.blocks.truncate(blocks.max(self.blocks.len().min(blocks)));
        self.scope = outer;
        match flow {
            Flow::Exit => Flow::Next,
            flow => flow,
        }
    }

    fn unknown_word(&mut self, name: Name, statement: &Statement) {
        if self.pass == 1 {
            return;
        }
        let text = self.program.names.text(name).to_owned();
        let names = self.macros.values().map(|&index| self.program.macros[index as usize].name);
        let mut names: Vec<&str> = names.map(|name| self.program.names.text(name)).collect();
        names.sort_unstable();
        let limit = 1 + text.len() / 4;
        let lower = text.to_ascii_lowercase();
        let similar = names
            .into_iter()
            .find(|known| crate::assembler::symbols::distance(&lower, &known.to_ascii_lowercase()) <= limit);
        let help = similar.map(|similar| format!("did you mean `{similar}`?"));
        let help = help.or_else(|| Some("a label stands in column 1".to_owned()));
        let start = statement.start;
        let line = &self.sources.list[self.source as usize].text[start as usize..statement.end as usize];
        let position = line.windows(text.len().max(1)).position(|window| window == text.as_bytes());
        let start = start + position.unwrap_or(0) as u32;
        let end = start + text.len() as u32;
        self.error((self.source, start, end), format!("`{text}` is no instruction or macro"), help);
    }

    /// The unit of a macro's body with its arguments put in; the same call is parsed once.
    fn expansion(&mut self, index: u32, arguments: &[u8]) -> u32 {
        let key = [&b"m"[..], &index.to_le_bytes(), arguments].concat();
        if let Some(&unit) = self.expansions.get(key.as_slice()) {
            return unit;
        }
        let body = self.program.macros[index as usize].clone();
        let arguments = split_arguments(arguments, body.separator);
        let unit = self.expand(&body, &arguments);
        self.expansions.insert(key.into(), unit);
        unit
    }

    fn expand(&mut self, body: &Body, arguments: &[Vec<u8>]) -> u32 {
        let text = &self.sources.list[body.source as usize].text[body.start as usize..body.end as usize];
        let text = substitute(text, &body.parameters, arguments, self.options.case_sensitive);
        let name = self.program.names.text(body.name).to_owned();
        self.add_source(name, text, Origin::Expansion { body: body.source, line: body.line })
    }

    /// `.rept`: the statements from `first` on, or a body that is parsed for every turn.
    pub(super) fn repeat_block(
        &mut self,
        unit: u32,
        first: usize,
        statement: Statement,
        count: ExprId,
        body: u32,
        end: u32,
    ) -> Flow {
        if !self.count_statement() {
            return Flow::End;
        }
        self.label(&statement);
        let count = self.value(count).unwrap_or(0);
        if count < 0 {
            self.error(self.place, format!("cannot repeat {count} times"), None);
        }
        self.counters.push(0);
        let mut flow = Flow::Next;
        for turn in 0..count.max(0) {
            if let Some(counter) = self.counters.last_mut() {
                *counter = turn;
            }
            if !self.count_statement() {
                break;
            }
            flow = if body == u32::MAX {
                self.walk(unit, first, end as usize)
            } else {
                self.place = (unit, statement.start, statement.end);
                self.source = unit;
                self.repeat_turn(body, turn)
            };
            if flow != Flow::Next {
                break;
            }
        }
        self.counters.pop();
        flow
    }

    fn repeat_turn(&mut self, body: u32, turn: i64) -> Flow {
        let key = [&b"r"[..], &body.to_le_bytes(), &turn.to_le_bytes()].concat();
        let unit = match self.expansions.get(key.as_slice()) {
            Some(&unit) => unit,
            None => {
                let syntax = self.program.repeats[body as usize].clone();
                let counter = turn.to_string();
                let arguments: Vec<Vec<u8>> =
                    syntax.parameters.iter().map(|text| text.replace('#', &counter).into_bytes()).collect();
                let unnamed = Body { parameters: Vec::new(), ..syntax };
                let unit = self.expand(&unnamed, &arguments);
                self.expansions.insert(key.into(), unit);
                unit
            }
        };
        self.nested(unit, FrameKind::Repeat, 0)
    }

    pub(super) fn begin_block(&mut self, kind: BlockKind, name: Option<Name>, value: ExprId) {
        let given = value.given().map(|value| self.value(value).unwrap_or(0));
        let outer = self.scope;
        let start = self.image.here;
        let mut block = OpenBlock {
            kind,
            scope: outer,
            outer,
            name,
            start,
            back: false,
            pages: 0,
            place: self.place,
            budget: None,
            variables: Vec::new(),
            symbol: None,
        };
        match kind {
            BlockKind::Pages => block.pages = given.unwrap_or(1),
            BlockKind::Struct | BlockKind::Enum => self.image.here = given.unwrap_or(0),
            _ => {
                if let Some(address) = given {
                    block.back = true;
                    self.image.relocate(address);
                    block.start = address;
                }
            }
        }
        let symbol_kind = match kind {
            BlockKind::Proc => Some(SymbolKind::Proc),
            BlockKind::Local => Some(SymbolKind::Local),
            BlockKind::Struct => Some(SymbolKind::Struct),
            BlockKind::Enum => Some(SymbolKind::Enum),
            _ => None,
        };
        if let (Some(symbol_kind), Some(name)) = (symbol_kind, name) {
            if self.symbols.child(outer, name).is_none() || kind != BlockKind::Local {
                self.define_block(outer, name, symbol_kind, &block);
            } else if self
                .symbols
                .local(outer, name)
                .is_none_or(|at| self.symbols.list[at as usize].pass < self.pass)
            {
                self.define_block(outer, name, symbol_kind, &block);
            }
            block.symbol = self.symbols.local(outer, name);
        }
        if kind != BlockKind::Pages {
            block.scope = self.symbols.open(outer, name, kind);
            self.scope = block.scope;
        }
        self.blocks.push(block);
    }

    fn define_block(&mut self, outer: u32, name: Name, kind: SymbolKind, block: &OpenBlock) {
        let value = match (kind, self.symbols.local(outer, name)) {
            // The size is known at the end; until then it is that of the pass before.
            (SymbolKind::Struct | SymbolKind::Enum, Some(known)) => self.symbols.list[known as usize].value,
            (SymbolKind::Struct | SymbolKind::Enum, None) => 0,
            _ => block.start,
        };
        self.define(outer, name, Some(value), kind);
    }

    pub(super) fn finish_block(&mut self, kind: BlockKind) {
        let Some(block) = self.blocks.pop_if(|block| block.kind == kind) else {
            let message = match self.blocks.last() {
                Some(_) => "another block must be closed before this one",
                None => "no such block is open",
            };
            self.error(self.place, message.to_owned(), None);
            return;
        };
        self.place_variables(&block);
        self.scope = block.outer;
        let end = self.image.here;
        if let Some(symbol) = block.symbol {
            let size = (end - block.start).clamp(0, 0xFFFF_FFFF) as u32;
            self.set_block_size(symbol, kind, end, size);
        }
        match kind {
            BlockKind::Struct | BlockKind::Enum => {
                self.image.here = block.start;
                return;
            }
            BlockKind::Pages => self.check_pages(&block, end),
            _ => {}
        }
        if block.back {
            self.image.relocate(self.image.load);
        }
        let (BlockKind::Proc | BlockKind::Local) = kind else { return };
        if block.name.is_some() {
            let OpenBlock { scope, start, budget, place, .. } = block;
            self.ranges.push(BlockRange { kind, scope, start, end, budget, place });
        }
    }

    fn set_block_size(&mut self, symbol: u32, kind: BlockKind, end: i64, size: u32) {
        let entry = &mut self.symbols.list[symbol as usize];
        let value = match kind {
            BlockKind::Struct => end,
            BlockKind::Enum => entry.value,
            _ => entry.value,
        };
        if entry.value != value || entry.size != size {
            (entry.value, entry.size) = (value, size);
            self.symbols.changed.get_or_insert(symbol);
        }
    }

    fn check_pages(&mut self, block: &OpenBlock, end: i64) {
        let pages = (end - 1).div_euclid(256) - block.start.div_euclid(256) + 1;
        if end > block.start && pages > block.pages {
            let allowed = block.pages;
            let message = format!("the block reaches over {pages} pages; {allowed} allowed");
            self.error(block.place, message, None);
        }
    }

    /// A member of `.enum`.
    pub(super) fn enumerate(&mut self, scope: u32, name: Name) {
        self.define(scope, name, Some(self.image.here), SymbolKind::Equate);
        self.image.here += 1;
    }

    pub(super) fn declare_variables(&mut self, index: u32) {
        let syntax = self.program.variables[index as usize].clone();
        let value = syntax.value.given().and_then(|value| self.value(value));
        if syntax.zero_page {
            let mut next = value.unwrap_or(self.zero_page_next);
            for (name, size) in syntax.names {
                self.define(self.scope, name, Some(next), SymbolKind::Label);
                next += i64::from(size);
                if next > 0x100 {
                    self.error(self.place, "the variables do not fit the zero page".to_owned(), None);
                }
            }
            self.zero_page_next = next;
            return;
        }
        let initial = value.unwrap_or(0);
        let new = syntax.names.into_iter().map(|(name, size)| (name, size, initial));
        match self.blocks.iter_mut().rfind(|block| matches!(block.kind, BlockKind::Proc | BlockKind::Local)) {
            Some(block) => block.variables.extend(new),
            None => self.root_variables.extend(new),
        }
    }

    /// Variables stand at the end of their block.
    fn place_variables(&mut self, block: &OpenBlock) {
        for &(name, size, initial) in &block.variables {
            self.define(block.scope, name, Some(self.image.here), SymbolKind::Label);
            for byte in &initial.to_le_bytes()[..size as usize] {
                self.emit(*byte);
            }
        }
    }

    /// Variables outside of any block stand at the end of the program.
    pub(super) fn place_root_variables(&mut self) {
        for (name, size, initial) in std::mem::take(&mut self.root_variables) {
            self.define(ROOT, name, Some(self.image.here), SymbolKind::Label);
            for byte in &initial.to_le_bytes()[..size as usize] {
                self.emit(*byte);
            }
        }
    }

    /// `.array name [n] .type = fill`
    pub(super) fn array(&mut self, index: u32) {
        let syntax = self.program.arrays[index as usize].clone();
        self.define(self.scope, syntax.name, Some(self.image.here), SymbolKind::Array);
        let mut count: i64 = 1;
        for expr in &syntax.counts {
            count = count.saturating_mul(self.value(*expr).unwrap_or(0));
        }
        if !(0..=0x1_0000).contains(&count) {
            self.error(self.place, format!("an array cannot have {count} elements"), None);
            return;
        }
        let size = syntax.unit.size();
        if let Some(symbol) = self.symbols.local(self.scope, syntax.name) {
            let symbol = &mut self.symbols.list[symbol as usize];
            (symbol.element, symbol.size) = (size, count as u32 * size);
        }
        let fill = match syntax.items.indices().next().map(|at| self.program.items[at]) {
            Some(Item::Number(_, expr)) => self.value(expr).unwrap_or(0),
            _ => 0,
        };
        for _ in 0..count {
            for byte in &fill.to_le_bytes()[..size as usize] {
                self.emit(*byte);
            }
        }
    }

    /// `.budget N`: of the procedure it stands in.
    pub(super) fn budget(&mut self, cycles: ExprId) {
        let value = self.value(cycles);
        match self.blocks.iter_mut().rfind(|block| block.kind == BlockKind::Proc) {
            Some(block) => block.budget = value,
            None => self.error(self.place, "a budget stands inside a procedure".to_owned(), None),
        }
    }

    /// `.loop N`: of the branch that follows.
    pub(super) fn bound_loop(&mut self, bound: ExprId) {
        if let Some(bound) = self.value(bound) {
            self.loops.push((self.image.here as u16, bound, self.place));
        }
    }
}

/// A path below a folder, without `./` and with `..` resolved.
fn join(folder: &str, path: &str) -> String {
    if path.starts_with('/') {
        return path.to_owned();
    }
    let mut parts: Vec<&str> = folder.split('/').filter(|part| *part != ".").collect();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." if parts.last().is_some_and(|last| !matches!(*last, ".." | "")) => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// The arguments of a call: separated by commas, or else by blanks; quotes and brackets hold
/// together.
pub(super) fn split_arguments(text: &[u8], separator: u8) -> Vec<Vec<u8>> {
    let text = text.trim_ascii();
    let mut arguments = Vec::new();
    let mut current = Vec::new();
    let (mut depth, mut quote) = (0, 0);
    for &byte in text {
        if quote != 0 {
            quote = if byte == quote { 0 } else { quote };
        } else {
            match byte {
                b'\'' | b'"' => quote = byte,
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth -= 1,
                _ if depth > 0 => {}
                _ if byte == separator => {
                    arguments.push(std::mem::take(&mut current));
                    continue;
                }
                _ => {}
            }
        }
        current.push(byte);
    }
    if !current.trim_ascii().is_empty() || !arguments.is_empty() {
        arguments.push(current);
    }
    if let [single] = arguments.as_slice() {
        if separator == b',' {
            return split_blanks(single);
        }
    }
    arguments.iter().map(|argument| argument.trim_ascii().to_vec()).collect()
}

/// Splits at blanks outside of quotes and brackets, but not around an operator.
fn split_blanks(text: &[u8]) -> Vec<Vec<u8>> {
    let mut parts: Vec<Vec<u8>> = vec![Vec::new()];
    let (mut depth, mut quote) = (0, 0);
    for &byte in text.trim_ascii() {
        match byte {
            _ if quote != 0 => quote = if byte == quote { 0 } else { quote },
            b'\'' | b'"' => quote = byte,
            b'(' | b'[' => depth += 1,
            b')' | b']' => depth -= 1,
            b' ' | b'\t' if depth == 0 => {
                if parts.last().is_some_and(|last| !last.is_empty()) {
                    parts.push(Vec::new());
                }
                continue;
            }
            _ => {}
        }
        if let Some(last) = parts.last_mut() {
            last.push(byte);
        }
    }
    parts
}

/// Puts arguments in for `:1`, `%%1`, `:name`, `%%name`; `:0` is their number, a missing one is -1.
pub(super) fn substitute(
    text: &[u8],
    parameters: &[String],
    arguments: &[Vec<u8>],
    case_sensitive: bool,
) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 32);
    let mut at = 0;
    while at < text.len() {
        let prefix = match text[at] {
            b':' => 1,
            b'%' if text.get(at + 1) == Some(&b'%') => 2,
            _ => 0,
        };
        let rest = &text[(at + prefix).min(text.len())..];
        if prefix == 0 {
            out.push(text[at]);
            at += 1;
            continue;
        }
        let length = rest.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'_').count();
        let word = &rest[..length];
        match parameter_index(word, parameters, case_sensitive) {
            Some((0, used)) => {
                out.extend(arguments.len().to_string().bytes());
                at += prefix + used;
            }
            Some((index, used)) => {
                match arguments.get(index - 1) {
                    Some(argument) => out.extend(argument),
                    None => out.extend(b"-1"),
                }
                at += prefix + used;
            }
            None => {
                out.extend(&text[at..at + prefix]);
                at += prefix;
            }
        }
    }
    out
}

/// Which parameter a word names, and how much of the word.
fn parameter_index(word: &[u8], parameters: &[String], case_sensitive: bool) -> Option<(usize, usize)> {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if digits > 0 {
        let number = std::str::from_utf8(&word[..digits]).ok()?.parse().ok()?;
        return (number < 1000).then_some((number, digits));
    }
    let same = |name: &String| {
        if case_sensitive { name.as_bytes() == word } else { name.as_bytes().eq_ignore_ascii_case(word) }
    };
    parameters.iter().position(same).map(|index| (index + 1, word.len()))
}
