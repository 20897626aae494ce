//! Procedures called by name, with values for their parameters.

use super::shorthand::byte_of;
use super::state::blocks::OpenBlock;
use super::values::{Moving, Resolved, Slice};
use super::{Assembler, Flow};
use crate::assembler::diagnostic::{Severity, counted};
use crate::assembler::names::Name;
use crate::assembler::opcodes::Register;
use crate::assembler::parse;
use crate::assembler::symbols::SymbolKind;
use crate::assembler::syntax::{
    Argument, BlockSyntax, ComparisonPart, Convention, ExprId, Given, Kind, Parameter, ProcedureSyntax,
    Shape, Statement, Unit, Width,
};
use crate::cpu::opcodes::Mnemonic;

/// Default addresses for stack parameters, unless the source defines them. [measured]
const STACK_DEFAULTS: [(&str, i64); 3] =
    [("@STACK_POINTER", 0xFE), ("@STACK_ADDRESS", 0x500), ("@PROC_VARS_ADR", 0x600)];

/// The letter of a type, as passed to the stack macros.
fn letter(unit: Unit) -> char {
    match unit.size() {
        1 => 'B',
        2 => 'W',
        3 => 'L',
        _ => 'D',
    }
}

impl Assembler<'_> {
    /// The procedure that a name means here.
    pub(super) fn procedure_named(&self, name: Name) -> Option<u32> {
        let found = self.symbols.resolve(&self.program.names, self.scope, name)?;
        let is_procedure = match self.symbols.list[found as usize].kind {
            SymbolKind::Proc => true,
            SymbolKind::External => self.procedures.is_outside(found),
            _ => false,
        };
        is_procedure.then_some(found)
    }

    /// The parameters of a procedure, if it has any.
    pub(super) fn parameters_of(&self, symbol: u32) -> Option<&ProcedureSyntax> {
        self.procedures.parameters(symbol).map(|index| &self.program.procedures[index as usize])
    }

    /// `name values`: passes the values, then calls the procedure.
    pub(super) fn call_procedure(
        &mut self,
        symbol: u32,
        name: Name,
        from: u32,
        statement: &Statement,
    ) -> Flow {
        if self.options.references {
            self.notes.references.push((symbol, (self.source, statement.start, from), false));
        }
        let skip = self.take_skip();
        let start = self.image.here;
        let place = (self.source, from, statement.end);
        let text = std::mem::take(&mut self.sources.list[self.source as usize].text);
        let known = self.procedures.arguments(self.source, from).cloned();
        let arguments = match known {
            Some(arguments) => Ok(arguments),
            None => parse::arguments(&mut self.program, &self.words, &text, place),
        };
        self.sources.list[self.source as usize].text = text;
        let arguments = match arguments {
            Ok(arguments) => arguments,
            Err(fault) => {
                self.error((self.source, fault.start, fault.end), fault.message, fault.help);
                return Flow::Next;
            }
        };
        self.procedures.keep_arguments(self.source, from, arguments.clone());
        let flow = self.hand_over(symbol, name, &arguments);
        if let Some(skip) = skip {
            self.finish_skip(skip);
        }
        self.neighbours.last_start = start;
        flow
    }

    fn hand_over(&mut self, symbol: u32, name: Name, arguments: &[Argument]) -> Flow {
        let syntax = self.parameters_of(symbol).cloned();
        let count = syntax.as_ref().map_or(0, |syntax| syntax.parameters.len());
        if arguments.len() > count && syntax.is_none() && self.said.lacks_source {
            return Flow::Next;
        }
        if arguments.len() > count {
            let name = self.program.names.text(self.symbols.list[symbol as usize].name).to_owned();
            let message = format!("`{name}` takes {}, not {}", counted(count, "value"), arguments.len());
            let help = (count > 0).then(|| "put an indexed value in double quotes: \"table,x\"".to_owned());
            self.error(self.place, message, help);
            return Flow::Next;
        }
        let given = arguments.iter().filter(|argument| !matches!(argument.given, Given::Nothing)).count();
        if given < count && arguments.len() != count {
            let name = self.program.names.text(self.symbols.list[symbol as usize].name).to_owned();
            let takes = counted(count, "value");
            let message = format!("`{name}` takes {takes}, not {given}: the others keep their values");
            self.diagnose(Severity::Warning, self.place, message, None);
        }
        let Some(syntax) = syntax else {
            self.jump_to(symbol);
            return Flow::Next;
        };
        if syntax.convention == Convention::Stack {
            return self.call_by_stack(symbol, name, &syntax, arguments);
        }
        for (parameter, argument) in syntax.parameters.iter().zip(arguments) {
            let value = match argument.given {
                Given::Nothing => continue,
                Given::Accumulator => None,
                Given::Operand(operand) => {
                    let resolved = self.resolve(operand, Width::Auto);
                    self.check_type(parameter, resolved);
                    Some(resolved)
                }
            };
            match syntax.convention {
                Convention::Variables => self.set_variable(symbol, parameter, value),
                _ => self.set_registers(parameter, value),
            }
        }
        self.jump_to(symbol);
        Flow::Next
    }

    /// Where to continue if the statement begins an unused procedure that is to be left out, according to the
    /// previous pass. A procedure that ends in another file is kept.
    pub(super) fn behind_unused(&self, kind: Kind, unit: u32, from: usize, to: usize) -> Option<usize> {
        let Kind::Begin { block: BlockSyntax::Proc, name: Some(name), .. } = kind else { return None };
        if !self.options.drop_unused || self.pass == 1 {
            return None;
        }
        let known = self.symbols.local(self.scope, name)?;
        if self.symbols.list[known as usize].used + 1 >= self.pass {
            return None;
        }
        let mut depth = 0_usize;
        let mut body = self.program.units[unit as usize][from..to].iter();
        let end = body.position(|statement| {
            match statement.kind {
                Kind::Begin { .. } | Kind::Reopen(_) | Kind::Comparison(ComparisonPart::Begin { .. }) => {
                    depth += 1
                }
                Kind::Finish(..) | Kind::FinishAny { .. } | Kind::Comparison(ComparisonPart::End)
                    if depth > 0 =>
                {
                    depth -= 1;
                }
                Kind::Finish(..) | Kind::FinishAny { .. } => return true,
                _ => {}
            }
            false
        })?;
        Some(from + end + 1)
    }

    fn jump_to(&mut self, symbol: u32) {
        self.use_symbol(symbol);
        let entry = &self.symbols.list[symbol as usize];
        let full = entry.value;
        let moving = entry.anchor.map(|anchor| Moving { anchor, slice: Slice::Whole, full });
        let target = Resolved::address(Some(full), ExprId::NONE, moving);
        self.encode(Mnemonic::JSR, target);
    }

    /// Checks that a number fits the type of its parameter.
    fn check_type(&mut self, parameter: &Parameter, value: Resolved) {
        let most = (1_i64 << (8 * parameter.unit.size())) - 1;
        if value.shape == Shape::Immediate
            && value.value.is_some_and(|value| !(-most..=most).contains(&value))
        {
            let message = format!("the value does not fit the parameter `{}`", parameter.text);
            self.error_at(value.expr, message, None);
        }
    }

    /// `.reg`: the letters of the name are registers, highest byte first.
    fn set_registers(&mut self, parameter: &Parameter, value: Option<Resolved>) {
        let size = i64::from(parameter.unit.size());
        let letters = parameter.text.to_ascii_lowercase();
        if let Some(Resolved { step, shape, expr, .. }) = value {
            self.refuse_step(step, shape, expr);
        }
        // A name with too many letters has been rejected.
        for (letter, index) in letters.bytes().zip((0..size).rev()) {
            let load = match letter {
                b'a' => Mnemonic::LDA,
                b'x' => Mnemonic::LDX,
                _ => Mnemonic::LDY,
            };
            if let Some(value) = value {
                self.encode(load, byte_of(value, index));
            }
        }
    }

    /// `.var`: moves the value into a variable of the procedure.
    fn set_variable(&mut self, symbol: u32, parameter: &Parameter, value: Option<Resolved>) {
        let entry = self.symbols.list[symbol as usize];
        let inner = self.symbols.child(entry.scope, entry.name).unwrap_or(entry.scope);
        let outer = std::mem::replace(&mut self.scope, inner);
        let address = self.value(parameter.value);
        let moving = self.moving(parameter.value);
        self.scope = outer;
        let to = Resolved::address(address, parameter.value, moving);
        let to = Resolved { width: Width::Auto, ..to };
        let size = i64::from(parameter.unit.size());
        match value {
            None => (0..size).for_each(|at| self.encode(Mnemonic::STA, byte_of(to, at))),
            Some(from) if size == 1 => self.move_byte(Register::A, from, to),
            Some(from) if size == 2 => self.move_word(Register::A, from, to),
            Some(from) => {
                self.refuse_step(from.step, from.shape, from.expr);
                for at in 0..size {
                    self.encode(Mnemonic::LDA, byte_of(from, at));
                    self.encode(Mnemonic::STA, byte_of(to, at));
                }
            }
        }
    }

    /// The source's own macros push the values on its stack, call the procedure, and remove them.
    fn call_by_stack(
        &mut self,
        symbol: u32,
        name: Name,
        syntax: &ProcedureSyntax,
        arguments: &[Argument],
    ) -> Flow {
        let caller = self.stack_bytes();
        let bytes = syntax.bytes();
        let mut calls = Vec::new();
        if let Some(bytes) = caller {
            calls.push(("@PUSH", format!("'I',{bytes}")));
        }
        calls.push(("@CALL", format!("'I',{bytes}")));
        for (parameter, argument) in syntax.parameters.iter().zip(arguments) {
            let kind = letter(parameter.unit);
            match argument.given {
                Given::Nothing => {}
                Given::Accumulator => calls.push(("@CALL", format!("'@','{kind}',0"))),
                Given::Operand(operand) => {
                    let text = &self.sources.list[self.source as usize].text;
                    let text = &text[argument.start as usize..argument.end as usize];
                    let text = String::from_utf8_lossy(text).trim_matches('"').to_owned();
                    let (mode, text) = match (operand.shape, text.strip_prefix('#')) {
                        (Shape::Immediate, Some(number)) => ('#', number.to_owned()),
                        (Shape::Immediate, None) => ('#', text),
                        _ => (' ', text),
                    };
                    calls.push(("@CALL", format!("'{mode}','{kind}',\"{text}\"")));
                }
            }
        }
        self.use_symbol(symbol);
        calls.push(("@CALL", format!("'X',{}", self.program.names.text(name))));
        calls.push(("@EXIT", bytes.to_string()));
        if let Some(bytes) = caller {
            calls.push(("@PULL", format!("'J',{bytes}")));
        }
        for (name, arguments) in calls {
            let flow = self.call_own_macro(name, &arguments);
            if flow != Flow::Next {
                return flow;
            }
        }
        Flow::Next
    }

    /// Total size of the parameters of the enclosing procedure, if it takes them on a stack.
    fn stack_bytes(&self) -> Option<u32> {
        let block = self.blocks.around(BlockSyntax::Proc)?;
        let syntax = self.parameters_of(block.symbol?)?;
        (syntax.convention == Convention::Stack).then(|| syntax.bytes())
    }

    /// Calls a macro that the source has to define.
    pub(super) fn call_own_macro(&mut self, name: &str, arguments: &str) -> Flow {
        let known = self.program.names.intern(name.as_bytes());
        let Some(index) = self.macro_named(known) else {
            if self.pass > 1 {
                let help = match name {
                    "@BANK_ADD" => "`opt b+` calls it whenever the bank changes",
                    _ => "parameters that are neither `.reg` nor `.var` need @CALL, @PUSH, @PULL and @EXIT",
                };
                // Reporting one missing macro is enough.
                if self.said.diagnostics().iter().all(|said| said.help.as_deref() != Some(help)) {
                    let name = name.to_ascii_lowercase();
                    self.error(self.place, format!("there is no macro `{name}`"), Some(help.to_owned()));
                }
            }
            return Flow::Next;
        };
        match self.expansion(index, arguments.as_bytes()) {
            Ok(unit) => self.enter_macro(index, unit),
            Err(flow) => flow,
        }
    }

    /// The beginning of a procedure with parameters.
    pub(super) fn begin_procedure(&mut self, block: &OpenBlock, procedure: u32) {
        let Some(symbol) = block.symbol else { return };
        self.procedures.declare(symbol, procedure);
        let syntax = self.program.procedures[procedure as usize].clone();
        match syntax.convention {
            Convention::Variables => {}
            Convention::Registers => self.check_registers(&syntax.parameters),
            Convention::Stack => {
                let first = self.stack_default_named("@PROC_VARS_ADR").unwrap_or(0);
                let mut address = first;
                for parameter in &syntax.parameters {
                    let name = self.program.names.intern(parameter.text.as_bytes());
                    self.define(self.scope, name, Some(address), SymbolKind::Equate);
                    address += i64::from(parameter.unit.size());
                }
                self.call_own_macro("@PULL", &format!("'I',{}", syntax.bytes()));
            }
        }
    }

    fn check_registers(&mut self, parameters: &[Parameter]) {
        let mut seen = String::new();
        for parameter in parameters {
            let letters = parameter.text.to_ascii_lowercase();
            let fits = letters.len() == parameter.unit.size() as usize
                && letters.chars().all(|letter| "axy".contains(letter) && !seen.contains(letter));
            if !fits {
                let message =
                    format!("`{}` does not name {} free registers", parameter.text, parameter.unit.size());
                let help = "one letter of a, x, y for each byte, the highest first";
                self.error(self.place, message, Some(help.to_owned()));
                return;
            }
            seen += &letters;
        }
    }

    /// The default address for stack parameters, if an undefined name stands for it.
    pub(super) fn stack_default(&self, name: Name) -> Option<i64> {
        let text = self.program.names.text(name);
        STACK_DEFAULTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(text)).map(|&(_, value)| value)
    }

    /// The value of such a name: the source's, or the default.
    pub(super) fn stack_default_named(&mut self, text: &str) -> Option<i64> {
        let name = self.program.names.intern(text.as_bytes());
        let found = self.symbols.resolve(&self.program.names, self.scope, name);
        match found {
            Some(found) => Some(self.symbols.list[found as usize].value),
            None => self.stack_default(name),
        }
    }
}
