//! Parsing expressions, by operator precedence.

use super::evaluate::of_quantity;
use super::tree::{BINARY, Binary, Called, DURATIONS, MACHINE, Node, QUANTITIES, Quantity, Unary};
use crate::inspect::symbols::{Kind, Symbol, Symbols, similar};
use crate::machine::Machine;

/// Why a text is not an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExpressionError {
    /// What is wrong, and what is expected.
    pub message: String,
    /// Its position, in characters from the beginning of the text.
    pub at: usize,
}

impl std::fmt::Display for ExpressionError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} (at character {})", self.message, self.at + 1)
    }
}

impl std::error::Error for ExpressionError {}

/// The most nested brackets and signs.
const DEEPEST: usize = 64;
/// The most characters in an expression, which limits the stack needed to evaluate it.
const LONGEST: usize = 4096;

/// How names and places are resolved.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub symbols: &'a Symbols,
    /// The scope of the code in which labels are looked up.
    pub scope: &'a str,
    /// Whether the left side of a comparison may be an address.
    pub places: bool,
    /// The moment from which durations count, if there is one.
    pub begin: Option<&'a Machine>,
}

pub(super) fn parse(text: &str, context: Context<'_>) -> Result<Node, ExpressionError> {
    if text.chars().nth(LONGEST).is_some() {
        return Err(ExpressionError {
            message: format!("expected at most {LONGEST} characters"),
            at: LONGEST,
        });
    }
    let mut parser = Parser { text, at: 0, context, depth: 0 };
    let node = parser.expression(0, Labels::Bytes)?;
    match parser.rest().is_empty() {
        true => Ok(node),
        false if parser.rest().starts_with('=') => Err(parser.error("to compare, write `==`")),
        false => Err(parser.error("expected an operator or the end")),
    }
}

/// Parses a label, an element of it or a field of that.
pub(super) fn element<'a>(text: &str, context: Context<'a>) -> Result<Element<'a>, ExpressionError> {
    let mut parser = Parser { text, at: 0, context, depth: 0 };
    let name = word_of(parser.rest(), is_in_name);
    let symbol = parser.symbol(name).ok_or_else(|| parser.unknown(name, [].iter()))?;
    parser.at += name.len();
    let found = parser.element(symbol)?;
    match parser.rest().is_empty() {
        true => Ok(found),
        false => Err(parser.error("expected the end")),
    }
}

/// Something in memory that a label describes.
pub(super) struct Element<'a> {
    pub address: Node,
    /// The label, or that of the field.
    pub symbol: &'a Symbol,
    /// Whether it is a single element of what the label names.
    pub is_one: bool,
}

/// Whether a label stands for its byte or its address.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Labels {
    Bytes,
    Addresses,
}

struct Parser<'t, 'a> {
    text: &'t str,
    at: usize,
    context: Context<'a>,
    depth: usize,
}

impl<'t, 'a> Parser<'t, 'a> {
    /// The rest of the text, without leading blanks.
    fn rest(&mut self) -> &'t str {
        let rest = &self.text[self.at..];
        let trimmed = rest.trim_start();
        self.at += rest.len() - trimmed.len();
        trimmed
    }

    fn error(&self, message: impl Into<String>) -> ExpressionError {
        ExpressionError { message: message.into(), at: self.text[..self.at].chars().count() }
    }

    fn take(&mut self, what: &str) -> bool {
        let found = self.rest().starts_with(what);
        if found {
            self.at += what.len();
        }
        found
    }

    fn expect(&mut self, what: &str) -> Result<(), ExpressionError> {
        match self.take(what) {
            true => Ok(()),
            false => Err(self.error(format!("expected `{what}`"))),
        }
    }

    /// Terms joined by operators of a higher precedence than `above`.
    fn expression(&mut self, above: u8, labels: Labels) -> Result<Node, ExpressionError> {
        self.rest();
        let begin = self.at;
        let mut left = self.term(labels)?;
        while let Some((text, operator, binding)) = self.operator()
            && binding > above
        {
            let compares = self.context.places && labels == Labels::Bytes && operator.compares();
            if compares && let Some(byte) = self.place(&self.text[begin..self.at]) {
                left = byte;
            }
            self.at += text.len();
            let at = self.at;
            let right = self.expression(binding, labels)?;
            if compares
                && let (Node::Byte(_), Node::Number(value)) = (&left, &right)
                && !(0..=0xFF).contains(value)
            {
                let message = format!("{value} does not fit the byte it is compared with: expected 0 to 255");
                return Err(ExpressionError { message, at });
            }
            left = Node::Binary(operator, Box::new(left), Box::new(right));
        }
        Ok(left)
    }

    /// The byte at the address that a text names, as in an argument; none for anything else, such as a quantity.
    fn place(&self, text: &str) -> Option<Node> {
        let name = text.split('+').next().unwrap_or_default().trim();
        let Context { symbols, scope, .. } = self.context;
        let is_quantity = self.quantity(name).is_some();
        let address = symbols.address_within(scope, text.trim()).ok().filter(|_| !is_quantity)?;
        Some(Node::Byte(Box::new(Node::Number(address.into()))))
    }

    fn operator(&mut self) -> Option<(&'static str, Binary, u8)> {
        let rest = self.rest();
        BINARY.into_iter().find(|(text, ..)| rest.starts_with(text))
    }

    fn term(&mut self, labels: Labels) -> Result<Node, ExpressionError> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(self.error(format!("more than {DEEPEST} brackets and signs within one another")));
        }
        let node = self.term_at_depth(labels)?;
        self.depth -= 1;
        Ok(node)
    }

    fn term_at_depth(&mut self, labels: Labels) -> Result<Node, ExpressionError> {
        for (sign, operator) in [("!", Unary::Not), ("~", Unary::Complement), ("-", Unary::Minus)] {
            if self.take(sign) {
                return Ok(Node::Unary(operator, Box::new(self.term(labels)?)));
            }
        }
        if self.take("&") {
            return self.address_of();
        }
        if self.take("(") {
            let node = self.expression(0, labels)?;
            self.expect(")")?;
            return Ok(node);
        }
        match self.rest().chars().next() {
            Some('$' | '%' | '0'..='9') => self.number(),
            Some('\'') => self.character(),
            _ => self.name(labels),
        }
    }

    fn number(&mut self) -> Result<Node, ExpressionError> {
        let rest = self.rest();
        let (prefix, radix) = [("$", 16), ("0x", 16), ("0X", 16), ("%", 2)]
            .into_iter()
            .find(|(prefix, _)| rest.starts_with(prefix))
            .unwrap_or(("", 10));
        let digits = word_of(&rest[prefix.len()..], |c| c.is_ascii_alphanumeric());
        let number = i64::from_str_radix(digits, radix).map_err(|_| {
            self.error(format!("`{prefix}{digits}` is no number: expected 10, $0A, 0x0A or %1010"))
        })?;
        self.at += prefix.len() + digits.len();
        Ok(Node::Number(number))
    }

    fn character(&mut self) -> Result<Node, ExpressionError> {
        let mut inside = self.rest()[1..].chars();
        match (inside.next(), inside.next()) {
            (Some(character), Some('\'')) if character.is_ascii() => {
                self.at += 3;
                Ok(Node::Number(i64::from(u32::from(character))))
            }
            _ => Err(self.error("expected one ASCII character between apostrophes, as in 'A'")),
        }
    }

    /// The value of a label, even if a quantity hides it, as quantities have no address.
    fn address_of(&mut self) -> Result<Node, ExpressionError> {
        let name = word_of(self.rest(), is_in_name);
        let symbol = self.symbol(name).ok_or_else(|| self.unknown(name, [].iter()))?;
        self.at += name.len();
        Ok(self.element(symbol)?.address)
    }

    /// The value of a symbol, or the address of an element in brackets (`table[x]`) or of a field of one
    /// (`enemies[1].x`), which may have elements in turn.
    fn element(&mut self, symbol: &'a Symbol) -> Result<Element<'a>, ExpressionError> {
        let mut found = Element { address: Node::Number(symbol.value.into()), symbol, is_one: false };
        while found.symbol.kind == Kind::Label && !found.is_one && self.take("[") {
            let distance = self.distance(found.symbol)?;
            found.address = sum(found.address, distance);
            found.is_one = true;
            if self.text[self.at..].starts_with('.') {
                let part = word_of(&self.text[self.at..], is_in_name);
                let name = format!("{}{part}", found.symbol.name);
                let field = self.context.symbols.symbol(&name);
                let field = field.ok_or_else(|| self.unknown(&name, [].iter()))?;
                self.at += part.len();
                let offset = i64::from(field.value) - i64::from(found.symbol.value);
                found = Element {
                    address: sum(found.address, Node::Number(offset)),
                    symbol: field,
                    is_one: false,
                };
            }
        }
        Ok(found)
    }

    /// The offset of the element whose index follows the bracket from the first one.
    fn distance(&mut self, symbol: &Symbol) -> Result<Node, ExpressionError> {
        self.rest();
        let (at, size) = (self.at, i64::from(symbol.element.max(1)));
        let index = self.expression(0, Labels::Bytes)?;
        let count = i64::from(symbol.size) / size;
        if let Node::Number(index) = index
            && count > 0
            && !(0..count).contains(&index)
        {
            let message = format!("`{}` has elements 0 to {}, not {index}", symbol.name, count - 1);
            return Err(ExpressionError { message, at });
        }
        self.expect("]")?;
        Ok(match index {
            Node::Number(index) => Node::Number(index.wrapping_mul(size)),
            index => Node::Binary(Binary::Multiply, Box::new(index), Box::new(Node::Number(size))),
        })
    }

    /// `byte(…)`, `word(…)`, a quantity, a label or a constant.
    fn name(&mut self, labels: Labels) -> Result<Node, ExpressionError> {
        let name = word_of(self.rest(), is_in_name);
        if name.is_empty() {
            return Err(self.error("expected a number, a register, a label, byte(…) or word(…)"));
        }
        let begin = self.at;
        self.at += name.len();
        for (function, node) in [("byte", Node::Byte as fn(Box<Node>) -> Node), ("word", Node::Word)] {
            if name.eq_ignore_ascii_case(function) && self.take("(") {
                let address = self.expression(0, Labels::Addresses)?;
                self.expect(")")?;
                return Ok(node(Box::new(address)));
            }
        }
        if let Some(quantity) = self.quantity(name) {
            return Ok(quantity);
        }
        let Some(symbol) = self.symbol(name) else {
            self.at = begin;
            return Err(self.unknown(name, QUANTITIES.iter().chain(self.durations())));
        };
        let value = self.element(symbol)?.address;
        // A source defines the system's variables and hardware registers as numbers.
        let is_number = symbol.kind == Kind::Constant
            && !self.context.symbols.system().is_place(&symbol.name, symbol.value);
        Ok(match labels {
            Labels::Bytes if !is_number => Node::Byte(Box::new(value)),
            _ => value,
        })
    }

    fn symbol(&self, name: &str) -> Option<&'a Symbol> {
        self.context.symbols.symbol_within(self.context.scope, name)
    }

    /// The quantity with this name, which is not a label.
    fn quantity(&self, name: &str) -> Option<Node> {
        let front = name.get(..MACHINE.len()).filter(|front| front.eq_ignore_ascii_case(MACHINE));
        let (own, called) = match front {
            // The program may have a scope called `machine`.
            Some(_) if self.symbol(name).is_some() => return None,
            Some(front) => (&name[front.len()..], Called::Fully),
            None => (name, Called::Plainly),
        };
        let is_called = |(known, _): &&(&str, Quantity)| own.eq_ignore_ascii_case(known);
        if let Some(&(_, quantity)) = QUANTITIES.iter().find(is_called) {
            return Some(Node::Quantity(quantity, called));
        }
        let &(_, quantity) = self.durations().find(is_called)?;
        Some(Node::Elapsed(quantity, of_quantity(quantity, self.context.begin?, 0), called))
    }

    /// The durations that are available.
    fn durations(&self) -> std::slice::Iter<'static, (&'static str, Quantity)> {
        if self.context.begin.is_some() { DURATIONS.iter() } else { [].iter() }
    }

    /// An error: there is no such label, and no such quantity.
    fn unknown<'q>(
        &self,
        name: &str,
        quantities: impl Iterator<Item = &'q (&'q str, Quantity)>,
    ) -> ExpressionError {
        if name.is_empty() {
            return self.error("expected a label");
        }
        let known = quantities.map(|&(known, _)| known);
        let labels = self.context.symbols.proposals();
        // A single letter resembles every other one.
        let similar = if name.len() > 1 { similar(name, labels.chain(known)) } else { None };
        self.error(match similar {
            Some(similar) => format!("there is no label or register `{name}`: did you mean `{similar}`?"),
            None => format!("there is no label or register `{name}`"),
        })
    }
}

/// Adds two numbers now, or builds a node to add them later.
fn sum(left: Node, right: Node) -> Node {
    match (&left, &right) {
        (Node::Number(left), Node::Number(right)) => Node::Number(left.wrapping_add(*right)),
        _ => Node::Binary(Binary::Add, Box::new(left), Box::new(right)),
    }
}

/// Whether a name may contain this character.
fn is_in_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || "_?@.:".contains(c)
}

/// The leading characters of `text` for which `fits` is true.
fn word_of(text: &str, fits: impl Fn(char) -> bool) -> &str {
    &text[..text.find(|c| !fits(c)).unwrap_or(text.len())]
}
