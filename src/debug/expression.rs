//! Expressions over the machine's state, for conditions and `print`.
//!
//! Syntax as in C. A label stands for the byte at its address, a constant for its value, a number for itself; inside
//! `byte(…)` and `word(…)`, and after `&`, a label is its address.

mod evaluate;
mod moments;
mod parse;
mod parts;
mod tree;

use crate::inspect::symbols::{Symbol, Symbols};
use crate::machine::Machine;
pub use evaluate::DivisionByZero;
pub use moments::Moments;
use parse::Context;
pub use parse::ExpressionError;
pub use parts::parts;
use tree::{Binary, Called, DURATIONS, Node, QUANTITIES, Quantity};

/// An expression, parsed once and evaluated any number of times. Values are 64-bit integers; comparisons give 1 or 0.
///
/// | what | how it is written |
/// |---|---|
/// | numbers | `10`, `$0A`, `0x0A`, `%1010`, `'A'` (the character's ASCII code) |
/// | registers | `a x y s p pc` |
/// | the byte at a label | `lives`, `table+3` is that byte plus 3 |
/// | bytes and words elsewhere | `byte($D40B)`, `byte(table+x)`, `word(pointer)`, `byte(word(pointer)+y)` |
/// | elements of a table or of structures | `table[3]`, `table[x]`, `enemies[1].x`: the byte there; `word(enemies[1].y)`, `&enemies[1]` |
/// | the address of a label | `&table`; of one that is called as a register or a time, too: `byte(&frame)` |
/// | time | `cycle` (since power-on), `frame`, `line` (0 to 311), `beam` (cycle of the line, 0 to 113) |
/// | what has passed since a test began | `elapsed` (machine cycles, with DMA and interrupts), `elapsed_cpu` (cycles of the CPU): see [`Expression::parse_since`] |
/// | how often a stop was reached with all else true that `&&` joins to it, this time included | `hits` |
/// | the same where the program has a label of that name | `machine.frame`, `machine.a`, `machine.hits` |
/// | operators, as in C | `\|\| && \| ^ & == != < <= > >= << >> + - * / %`, and `! ~ -` before a term |
///
/// Bytes are read as by [`Machine::peek`]: without side effects.
///
/// # Examples
///
/// ```
/// use front800::debug::expression::Expression;
/// use front800::inspect::symbols::Symbols;
/// use front800::machine::{Config, Machine};
/// use front800::titles::Sources;
///
/// let symbols = Symbols::from_pairs([("lives".to_string(), 0x80)]);
/// let mut machine = Machine::new(&Config::new(Sources::embedded().os()?.rom.clone()));
/// machine.poke(0x80, 3);
/// let condition = Expression::parse("lives > 2 && hits >= 3", &symbols)?;
/// assert!(!condition.holds(&machine, 2));
/// assert!(condition.holds(&machine, 3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expression(Node);

impl Expression {
    /// Parses an expression.
    ///
    /// # Errors
    /// Says what is wrong and where, and suggests a similar name for an unknown label.
    pub fn parse(text: &str, symbols: &Symbols) -> Result<Self, ExpressionError> {
        Expression::parse_within(text, symbols, "")
    }

    /// Like [`Expression::parse`], with labels looked up from a scope: see [`Symbols::symbol_within`].
    ///
    /// # Errors
    /// The same.
    pub fn parse_within(text: &str, symbols: &Symbols, scope: &str) -> Result<Self, ExpressionError> {
        let context = Context { symbols, scope, places: false, begin: None };
        parse::parse(text, context).map(Expression)
    }

    /// Like [`Expression::parse_within`], but the left side of a comparison may be an address: `$80 == 3` and `table+3 == 7`
    /// compare the byte there.
    ///
    /// Also if a byte is compared with a number outside 0 to 255.
    pub fn parse_places(text: &str, symbols: &Symbols, scope: &str) -> Result<Self, ExpressionError> {
        let context = Context { symbols, scope, places: true, begin: None };
        parse::parse(text, context).map(Expression)
    }

    /// Like [`Expression::parse_places`], with durations since `begin`, an earlier moment of the machine on which it
    /// is evaluated: `elapsed` in machine cycles, `elapsed_cpu` in CPU cycles.
    ///
    /// # Errors
    /// The same.
    pub fn parse_since(
        text: &str,
        symbols: &Symbols,
        scope: &str,
        begin: &Machine,
    ) -> Result<Self, ExpressionError> {
        let context = Context { symbols, scope, places: true, begin: Some(begin) };
        parse::parse(text, context).map(Expression)
    }

    /// Parses the name of something in memory: a label, an element (`table[x]`) or a field (`enemies[1].x`). Returns
    /// its address, the label that describes it, and whether it is a single element of what the label names.
    ///
    /// # Errors
    /// As those of [`Expression::parse`].
    pub(super) fn parse_element<'s>(
        text: &str,
        symbols: &'s Symbols,
        scope: &'s str,
    ) -> Result<(Self, &'s Symbol, bool), ExpressionError> {
        let context = Context { symbols, scope, places: false, begin: None };
        let parse::Element { address, symbol, is_one } = parse::element(text, context)?;
        Ok((Expression(address), symbol, is_one))
    }

    /// If it is a byte or word of memory: its address, and whether it is a word.
    pub(super) fn place(&self) -> Option<(Expression, bool)> {
        let (address, is_word) = match &self.0 {
            Node::Byte(address) => (address, false),
            Node::Word(address) => (address, true),
            _ => return None,
        };
        Some((Expression((**address).clone()), is_word))
    }

    /// Its present value. `hits` is the value of the name `hits`: how often a stop has counted.
    ///
    /// # Errors
    /// [`DivisionByZero`].
    pub fn value(&self, machine: &Machine, hits: u64) -> Result<i64, DivisionByZero> {
        evaluate::value(&self.0, machine, hits)
    }

    /// Whether it is true (not 0) now; false if it has no value.
    pub fn holds(&self, machine: &Machine, hits: u64) -> bool {
        self.value(machine, hits).is_ok_and(|value| value != 0)
    }

    /// Whether those of the parts joined by `&&` are true that do not depend on `hits`: a stop counts the times when
    /// they are.
    pub fn holds_apart_from_hits(&self, machine: &Machine) -> bool {
        fn holds(node: &Node, machine: &Machine) -> bool {
            match node {
                Node::Binary(Binary::And, left, right) => holds(left, machine) && holds(right, machine),
                node if node.counts_hits() => true,
                node => evaluate::value(node, machine, 0).is_ok_and(|value| value != 0),
            }
        }
        holds(&self.0, machine)
    }

    /// Whether its value depends on `hits`.
    pub fn counts_hits(&self) -> bool {
        self.0.counts_hits()
    }

    /// Whether its value depends on memory.
    pub fn reads_memory(&self) -> bool {
        self.0.has(&|node| matches!(node, Node::Byte(_) | Node::Word(_)))
    }

    /// Labels that it may have been meant to name: a name without `machine.` means a register, a time or `hits` even
    /// if a label is called the same. `scope` is that of the code concerned. Labels that only the operating system
    /// has are not reported.
    pub fn hidden_labels<'s>(&self, symbols: &'s Symbols, scope: &str) -> impl Iterator<Item = &'s Symbol> {
        self.hidden(symbols, scope).map(|(_, symbol)| symbol)
    }

    /// The same labels, each with what the name means instead.
    fn hidden<'s>(
        &self,
        symbols: &'s Symbols,
        scope: &str,
    ) -> impl Iterator<Item = (&'static str, &'s Symbol)> {
        let names = |quantity| self.0.has(&|node| *node == Node::Quantity(quantity, Called::Plainly));
        let counts = |quantity| {
            self.0.has(&|node| matches!(node, Node::Elapsed(of, _, Called::Plainly) if *of == quantity))
        };
        let quantities = QUANTITIES.into_iter().filter(move |&(_, quantity)| names(quantity));
        let durations = DURATIONS.into_iter().filter(move |&(_, quantity)| counts(quantity));
        let called = move |name| symbols.symbol_within(scope, name);
        let all = quantities.chain(durations).filter_map(move |(name, _)| Some((name, called(name)?)));
        all.filter(move |(_, symbol)| !symbols.system().has_own(&symbol.name))
    }

    /// Whether the program counter is compared with a byte, as in `pc == loop`, where an address was meant.
    fn takes_byte_for_address(&self) -> bool {
        let is_so = |sides: [&Node; 2]| matches!(sides, [Node::Quantity(Quantity::Pc, _), Node::Byte(_)]);
        self.0.has(&|node| match node {
            Node::Binary(operator, left, right) => {
                operator.compares() && (is_so([left, right]) || is_so([right, left]))
            }
            _ => false,
        })
    }

    /// Warnings, a sentence for each: [`Expression::hidden_labels`], and labels that `pc` is compared with, which
    /// stand for their byte as everywhere.
    pub fn warnings(&self, symbols: &Symbols, scope: &str) -> Vec<String> {
        let sentence = |(own, Symbol { name, .. }): (&str, &Symbol)| {
            format!(
                "`{own}` is the machine's own there, not the program's label `{name}`: write `machine.{own}` if that is \
                 meant, or `byte(&{name})` for the byte at the label"
            )
        };
        let byte = "`pc` is compared with a byte there, which no address of a program is: the address of a label is &label";
        let byte = self.takes_byte_for_address().then(|| byte.to_string());
        self.hidden(symbols, scope).map(sentence).chain(byte).collect()
    }

    /// The moments at which it may become true on this machine.
    pub fn moments(&self, machine: &Machine) -> Moments {
        Moments::of(&self.0, machine)
    }

    /// Both sides, if it is a comparison.
    pub fn sides(&self) -> Option<[Expression; 2]> {
        match &self.0 {
            Node::Binary(operator, left, right) if operator.compares() => {
                Some([left, right].map(|side| Expression((**side).clone())))
            }
            _ => None,
        }
    }

    /// An expression that is true where both are.
    pub fn and(self, other: Expression) -> Expression {
        Expression(Node::Binary(Binary::And, Box::new(self.0), Box::new(other.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inspect::symbols::Kind;
    use crate::machine::{Config, Machine};

    fn symbols() -> Symbols {
        let symbol = |name: &str, value, kind| Symbol { name: name.into(), value, kind, size: 0, element: 0 };
        Symbols::new([
            symbol("lives", 0x80, Kind::Label),
            symbol("pointer", 0x81, Kind::Label),
            symbol("hits", 0x82, Kind::Label),
            symbol("LIMIT", 0x1234, Kind::Constant),
        ])
    }

    /// A machine with 3 lives and a pointer to $2000, where 7 and 8 stand.
    fn machine() -> Machine {
        let mut machine = Machine::new(&Config::new([0; 0x2800].into()));
        for (address, value) in [(0x80, 3), (0x81, 0x00), (0x82, 0x20), (0x2000, 7), (0x2001, 8), (0x1234, 9)]
        {
            machine.poke(address, value);
        }
        machine.cpu_mut().y = 1;
        machine.cpu_mut().a = 0x20;
        machine
    }

    fn value(text: &str) -> i64 {
        Expression::parse(text, &symbols()).unwrap().value(&machine(), 5).unwrap()
    }

    #[test]
    fn operators_bind_as_in_c() {
        assert_eq!(value("1 + 2 * 3 - 4 - 5"), -2);
        assert_eq!(value("1 << 2 + 1 | 1"), 9);
        assert_eq!(value("7 & 3 == 3"), 1, "as in C, the comparison binds more tightly");
        assert_eq!(value("1 || 0 && 0"), 1);
        assert_eq!(value("-2 * -(3 - 1)"), 4);
        assert_eq!(value("!5 + ~0"), -1);
        assert_eq!(value("100 / 7 % 4"), 2);
        assert_eq!(value("6 >= 6 != 6 <= 5"), 1);
    }

    #[test]
    fn labels_are_bytes_and_inside_byte_and_word_addresses() {
        assert_eq!(value("lives > 2 && a == $20"), 1);
        assert_eq!(value("word(pointer)"), 0x2000);
        assert_eq!(value("byte(word(pointer)+y) * 2"), 16);
        assert_eq!(value("byte(lives + 2)"), 0x20);
        assert_eq!(value("&lives + LIMIT"), 0x80 + 0x1234);
        assert_eq!(value("byte(LIMIT)"), 9);
        assert_eq!(value("hits"), 5, "hides the label");
        assert_eq!(value("&hits * 256 + byte(&hits)"), 0x8220);
        assert_eq!(value("machine.hits * 16 + Machine.Y"), 0x51);
    }

    #[test]
    fn labels_that_a_quantity_hides_are_named() {
        let hidden = |text: &str| {
            let expression = Expression::parse(text, &symbols()).unwrap();
            expression.hidden_labels(&symbols(), "").map(|symbol| symbol.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(hidden("lives > 2 && HITS + 1 == hits"), ["hits"]);
        assert!(hidden("byte(&hits) == 1 && frame == 5 && machine.hits > 3").is_empty());
        let symbols = Symbols::from_pairs(["elapsed", "cycle"].map(|name| (name.to_string(), 0x80)));
        let expression = Expression::parse_since("elapsed < 9", &symbols, "", &machine()).unwrap();
        let hidden: Vec<&Symbol> = expression.hidden_labels(&symbols, "").collect();
        assert_eq!(hidden.iter().map(|symbol| symbol.name.as_str()).collect::<Vec<_>>(), ["elapsed"]);
        let expression = Expression::parse_since("machine.elapsed < 9", &symbols, "", &machine()).unwrap();
        assert_eq!(expression.hidden_labels(&symbols, "").count(), 0, "it is said what is meant");
    }

    #[test]
    fn a_label_of_the_programs_own_scope_is_meant_before_the_machines() {
        let symbols = Symbols::from_pairs([("Machine.frame".to_string(), 0x80)]);
        let value = |text: &str, symbols: &Symbols| {
            Expression::parse_places(text, symbols, "").unwrap().value(&machine(), 1).unwrap()
        };
        assert_eq!([value("machine.frame", &symbols), value("machine.frame+1 == 0", &symbols)], [3, 1]);
        assert_eq!(value("machine.frame == 0", &Symbols::default()), 1);
    }

    #[test]
    fn a_program_counter_compared_with_a_byte_is_told_of() {
        let warned = |text: &str| {
            let expression = Expression::parse_places(text, &symbols(), "").unwrap();
            expression.warnings(&symbols(), "").iter().filter(|text| text.contains("&label")).count()
        };
        assert_eq!(["pc == lives", "lives != pc", "a == 1 && pc >= pointer"].map(warned), [1; 3]);
        assert_eq!(
            ["pc == &lives", "pc == $80", "pc == LIMIT", "pc == word(pointer)", "a == lives"].map(warned),
            [0; 5]
        );
    }

    #[test]
    fn durations_count_from_the_moment_they_are_given() {
        let begin = machine();
        let mut later = begin.clone();
        (0..5).for_each(|_| _ = later.step());
        let value = |text: &str| {
            Expression::parse_since(text, &symbols(), "", &begin).unwrap().value(&later, 1).unwrap() as u64
        };
        assert_eq!(value("elapsed"), later.cycle() - begin.cycle());
        assert_eq!(value("elapsed_cpu * 2"), 2 * (later.cpu_cycles() - begin.cpu_cycles()));
        assert!(Expression::parse("elapsed", &symbols()).is_err(), "nothing has begun");
    }

    #[test]
    fn numbers_are_written_in_four_ways_and_characters_too() {
        assert_eq!(value("10 + $0a + 0x0A + %1010 + 'A'"), 105);
        assert_eq!(value("5 % 3"), 2, "behind a term % is the remainder");
        assert_eq!(value("hits"), 5);
    }

    #[test]
    fn a_division_by_zero_has_no_value_and_is_not_true() {
        let divided = Expression::parse("1 / (lives - 3)", &symbols()).unwrap();
        assert_eq!(divided.value(&machine(), 1), Err(DivisionByZero));
        assert!(!divided.holds(&machine(), 1));
        assert_eq!(value("0 && 1 / 0"), 0, "what decides alone is not asked further");
    }

    #[test]
    fn what_is_wrong_is_said_with_its_place() {
        let error = |text: &str| Expression::parse(text, &symbols()).unwrap_err().to_string();
        assert_eq!(
            error("1 + livse"),
            "there is no label or register `livse`: did you mean `lives`? (at character 5)"
        );
        assert_eq!(error("(1 + 2"), "expected `)` (at character 7)");
        assert_eq!(error("1 = 2"), "to compare, write `==` (at character 3)");
        assert_eq!(error("1 2"), "expected an operator or the end (at character 3)");
        assert_eq!(error(""), "expected a number, a register, a label, byte(…) or word(…) (at character 1)");
        assert_eq!(error("$G"), "`$G` is no number: expected 10, $0A, 0x0A or %1010 (at character 1)");
        assert!(error(&"(".repeat(1000)).contains("64 brackets"));
        assert!(error(&"1+".repeat(5000)).contains("4096"));
        assert_eq!(error("&frame"), "there is no label or register `frame` (at character 2)");
        assert!(error("'é'").contains("ASCII"));
    }
}
