//! `<` and `>` before a sum, which apply only to its first term.

use super::state::neighbours::Half;
use super::{Assembler, Place};
use crate::assembler::diagnostic::Severity;
use crate::assembler::fix::Fix;
use crate::assembler::syntax::{Binary, Expr, ExprId, Unary};

/// Maximum number of lines between the halves of one address.
const APART: u32 = 8;

impl Assembler<'_> {
    /// The help for a number that does not fit a byte.
    pub(super) fn byte_help(&self, expr: ExprId, other: &str) -> (String, Option<Fix>) {
        let Some(half) = self.half_of_first(expr) else {
            return (format!("take a part of it with `<` or `>`{other}"), None);
        };
        let meant = self.half_of_sum(half);
        let sign = if half.is_high { '>' } else { '<' };
        let help = format!("`{sign}` applies only to the value right after it: for the sum write `{meant}`");
        (help, Some(Fix::Write(vec![meant])))
    }

    /// Warns of `#<table+1` and `#>table+1` near each other, which are probably meant as an address but
    /// increment its high byte, too.
    pub(super) fn warn_of_halves(&mut self, expr: ExprId) {
        let Some(half) = self.half_of_first(expr) else { return };
        let before = self.neighbours.half.replace(half);
        let is_of_it = |before: &Half| {
            before.is_high != half.is_high
                && before.place.0 == half.place.0
                && before.line.abs_diff(half.line) <= APART
                && self.text(before.sum()).eq_ignore_ascii_case(self.text(half.sum()))
        };
        let Some(before) = before.filter(is_of_it) else { return };
        let high = if half.is_high { half } else { before };
        let written = String::from_utf8_lossy(self.text(high.place)).into_owned();
        let message = format!(
            "`{written}` adds to the high byte only, because `>` applies only to the value right after it"
        );
        let [low_one, high_one] = [false, true].map(|is_high| self.half_of_sum(Half { is_high, ..high }));
        let help = format!("the bytes of the sum are `{low_one}` and `{high_one}`");
        self.diagnose(Severity::Warning, high.place, message, Some(help));
    }

    /// Whether an expression is a sum that begins with half of a value.
    fn half_of_first(&self, expr: ExprId) -> Option<Half> {
        let mut first = expr;
        while let Expr::Binary(Binary::Add | Binary::Subtract, left, right) =
            self.program.exprs[first.0 as usize]
            && self.program.exprs[right.0 as usize] != Expr::Number(0)
        {
            first = left;
        }
        let Expr::Unary(sign @ (Unary::Low | Unary::High), _) = self.program.exprs[first.0 as usize] else {
            return None;
        };
        let half = Half { is_high: sign == Unary::High, place: self.expr_place(expr), line: self.line };
        let is_written_so = matches!(self.text(half.place).first(), Some(b'<' | b'>'));
        (first != expr && is_written_so).then_some(half)
    }

    /// How to write the half of the whole sum.
    fn half_of_sum(&self, half: Half) -> String {
        let sign = if half.is_high { '>' } else { '<' };
        format!("{sign}[{}]", String::from_utf8_lossy(self.text(half.sum())).trim())
    }

    fn text(&self, (source, start, end): Place) -> &[u8] {
        self.sources.list[source as usize].text.get(start as usize..end as usize).unwrap_or_default()
    }
}
