//! The syntax tree of an expression.

/// A node of an expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Node {
    Number(i64),
    Quantity(Quantity, Called),
    /// A duration: a quantity minus its value at the beginning.
    Elapsed(Quantity, i64, Called),
    /// The byte at an address.
    Byte(Box<Node>),
    /// The two bytes at an address, low byte first.
    Word(Box<Node>),
    Unary(Unary, Box<Node>),
    Binary(Binary, Box<Node>, Box<Node>),
}

impl Node {
    /// Whether `is_one` is true for this node or a part of it.
    pub(super) fn has(&self, is_one: &dyn Fn(&Node) -> bool) -> bool {
        is_one(self)
            || match self {
                Node::Number(_) | Node::Quantity(..) | Node::Elapsed(..) => false,
                Node::Byte(inside) | Node::Word(inside) | Node::Unary(_, inside) => inside.has(is_one),
                Node::Binary(_, left, right) => left.has(is_one) || right.has(is_one),
            }
    }

    /// Whether its value depends on `hits`.
    pub(super) fn counts_hits(&self) -> bool {
        self.has(&|node| matches!(node, Node::Quantity(Quantity::Hits, _)))
    }
}

/// What a name stands for that is not a label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    A,
    X,
    Y,
    S,
    P,
    Pc,
    Cycle,
    CpuCycle,
    Frame,
    Line,
    Beam,
    Hits,
}

/// How a quantity was named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Called {
    /// `frame`, which a label may be called too.
    Plainly,
    /// `machine.frame`, which cannot be a label.
    Fully,
}

/// The prefix that makes a name a quantity even if a label has the same name.
pub(super) const MACHINE: &str = "machine.";

/// The names of quantities, which hide labels of the same name.
pub(super) const QUANTITIES: [(&str, Quantity); 11] = [
    ("a", Quantity::A),
    ("x", Quantity::X),
    ("y", Quantity::Y),
    ("s", Quantity::S),
    ("p", Quantity::P),
    ("pc", Quantity::Pc),
    ("cycle", Quantity::Cycle),
    ("frame", Quantity::Frame),
    ("line", Quantity::Line),
    ("beam", Quantity::Beam),
    ("hits", Quantity::Hits),
];

/// The names of durations, which exist where there is a beginning; they hide labels too.
pub(super) const DURATIONS: [(&str, Quantity); 2] =
    [("elapsed", Quantity::Cycle), ("elapsed_cpu", Quantity::CpuCycle)];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unary {
    Not,
    Complement,
    Minus,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Binary {
    Or,
    And,
    BitOr,
    BitXor,
    BitAnd,
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    ShiftLeft,
    ShiftRight,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

impl Binary {
    pub(super) fn compares(self) -> bool {
        use Binary::{Equal, Greater, GreaterOrEqual, Less, LessOrEqual, NotEqual};
        matches!(self, Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual)
    }
}

/// Binary operators and their precedence, as in C. Of two with the same beginning, the longer one comes first.
pub(super) const BINARY: [(&str, Binary, u8); 18] = [
    ("||", Binary::Or, 1),
    ("&&", Binary::And, 2),
    ("==", Binary::Equal, 6),
    ("!=", Binary::NotEqual, 6),
    ("<<", Binary::ShiftLeft, 8),
    (">>", Binary::ShiftRight, 8),
    ("<=", Binary::LessOrEqual, 7),
    (">=", Binary::GreaterOrEqual, 7),
    ("|", Binary::BitOr, 3),
    ("^", Binary::BitXor, 4),
    ("&", Binary::BitAnd, 5),
    ("<", Binary::Less, 7),
    (">", Binary::Greater, 7),
    ("+", Binary::Add, 9),
    ("-", Binary::Subtract, 9),
    ("*", Binary::Multiply, 10),
    ("/", Binary::Divide, 10),
    ("%", Binary::Remainder, 10),
];
