//! Words with a dot that are no directives here, and what there is in their place.

use super::Parser;
use super::closers::BLOCKS_ELSEWHERE;
use crate::assembler::directives::{directives, nearest};
use crate::assembler::fix::Fix;
use crate::assembler::syntax::Fault;

/// Directives that are known and refused, and what there is in their place.
const UNSUPPORTED: &[(&str, &str)] = &[
    (".symbol", "a symbol of SpartaDOS X is `name smb 'SYMBOL'`"),
    (".xget", "`.get 'file'` reads a file into the store"),
    (".bi", "write `.byte %10101010`"),
];

/// Directives for the registers of the 65816.
const OF_65816: &[&str] =
    &[".asize", ".isize", ".longa", ".longi", ".ai8", ".ai16", ".ia8", ".ia16", ".a8", ".a16", ".i8", ".i16"];

/// What helps with a local label as other assemblers have them.
pub(super) const NO_DOT: &str =
    "a label has no dot before it; one of a `.local` or `.proc` is known there alone";

/// Directives that other assemblers have, and what there is in their place.
const ELSEWHERE: &[(&str, &str)] = &[
    (".include", "write `icl 'file'`"),
    (".incbin", "write `ins 'file'`"),
    (".warning", "there is `.print`"),
    (".db", "write `.byte`"),
    (".dw", "write `.word`"),
    (".addr", "write `.word`"),
    (".res", "write `.ds count`"),
    (".dsb", "write `.ds count`"),
    (".dsw", "write `.ds 2*count`"),
    (".fill", "write `.ds count`, or `:count dta value`"),
    (".ascii", "write `dta c'text'`, or in screen codes `dta d'text'`"),
    (".text", "write `dta c'text'`, or in screen codes `dta d'text'`"),
    (".string", "write `dta c'text'`, or in screen codes `dta d'text'`"),
    (".asciiz", "write `dta c'text',0`"),
    (".equ", "write `name = value`"),
    (".set", "write `?name = value`: such a name may get its value again"),
    (".export", "leave it out: names of a program are known in all of it; relocatable code has `.public`"),
    (".import", "leave it out: names of a program are known in all of it; relocatable code has `.extrn`"),
    (".title", "leave it out"),
    (".page", "leave it out"),
    (".setcpu", "leave it out: there is the 6502 alone"),
    (".endproc", "write `.endp`"),
    (".endmacro", "write `.endm`"),
];

impl Parser<'_> {
    /// A word with a dot that begins no statement here.
    pub(super) fn no_directive(&self, word: &str, start: usize) -> Box<Fault> {
        let unsupported = format!("`{word}` is not supported");
        if let Some((_, help)) = UNSUPPORTED.iter().find(|(known, _)| *known == word) {
            return self.fault_help(start, self.at, &unsupported, help);
        }
        if OF_65816.contains(&word) {
            let help = "it belongs to the 65816, and this is for the 6502";
            return self.fault_help(start, self.at, &unsupported, help);
        }
        if self.peek() == b':' {
            return self.fault_help(start, self.at, &format!("`{word}` is no label"), NO_DOT);
        }
        let message = format!("there is no directive `{word}`");
        let elsewhere = ELSEWHERE.iter().chain(BLOCKS_ELSEWHERE).map(|&(known, _)| known);
        let Some(meant) = nearest(word, elsewhere.chain(directives())) else {
            let in_column_1 = start == 0 || self.text[start - 1] == b'\n';
            return match in_column_1 {
                true => self.fault_help(start, self.at, &message, NO_DOT),
                false => self.fault(start, self.at, &message),
            };
        };
        if let Some((_, help)) = ELSEWHERE.iter().find(|(known, _)| *known == meant) {
            return self.fault_help(start, self.at, &message, help);
        }
        if let Some((_, form)) = BLOCKS_ELSEWHERE.iter().find(|(known, _)| *known == meant) {
            return self.fault_help(start, self.at, &message, &format!("write `{form}`"));
        }
        let mut fault = self.fault_help(start, self.at, &message, &format!("did you mean `{meant}`?"));
        fault.fix = Some(Fix::Write(vec![meant.to_owned()]));
        fault
    }
}
