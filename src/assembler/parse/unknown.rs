//! Words with a dot that are not directives here, and their equivalents.

use super::Parser;
use super::closers::BLOCKS_ELSEWHERE;
use crate::assembler::directives::{directives, nearest};
use crate::assembler::fix::Fix;
use crate::assembler::syntax::Fault;

/// Directives that are known but not supported, and their equivalents.
const UNSUPPORTED: &[(&str, &str)] = &[
    (".symbol", "a symbol of SpartaDOS X is `name smb 'SYMBOL'`"),
    (".xget", "`.get 'file'` reads a file into the store"),
    (".bi", "write `.byte %10101010`"),
];

/// Directives for the registers of the 65816.
const OF_65816: &[&str] =
    &[".asize", ".isize", ".longa", ".longi", ".ai8", ".ai16", ".ia8", ".ia16", ".a8", ".a16", ".i8", ".i16"];

/// Help on local labels in the style of other assemblers.
pub(super) const NO_DOT: &str = "leave out the dot; a label in a `.local` or `.proc` is known only there";

/// Help texts used several times.
const ORG: &str =
    "leave it out: `org address` says where bytes go, and `.zpvar name .byte` takes from the zero page";
const TEXT: &str = "write `dta c'text'`, or in screen codes `dta d'text'`";
const CPU: &str = "leave it out: only the 6502 is supported";
const NAMES: &str = "leave it out: names are known in the whole program";

/// Directives of other assemblers, and their equivalents.
const ELSEWHERE: &[(&str, &str)] = &[
    (".include", "write `icl 'file'`"),
    (".incbin", "write `ins 'file'`"),
    (".warning", "use `.print`"),
    (".db", "write `.byte`"),
    (".dw", "write `.word`"),
    (".addr", "write `.word`"),
    (".res", "write `.ds count`"),
    (".dsb", "write `.ds count`"),
    (".dsw", "write `.ds 2*count`"),
    (".fill", "write `.ds count`, or `:count dta value`"),
    (".ascii", TEXT),
    (".text", TEXT),
    (".string", TEXT),
    (".asciiz", "write `dta c'text',0`"),
    (".equ", "write `name = value`"),
    (".set", "write `?name = value`: such a name may be assigned again"),
    (".export", "leave it out: names are known in the whole program; relocatable code has `.public`"),
    (".import", "leave it out: names are known in the whole program; relocatable code has `.extrn`"),
    (".title", "leave it out"),
    (".page", "leave it out"),
    (".setcpu", CPU),
    (".asc", TEXT),
    (".tx", TEXT),
    (".null", TEXT),
    (".ptext", TEXT),
    (".pstring", TEXT),
    (".code", ORG),
    (".data", ORG),
    (".bss", ORG),
    (".rodata", ORG),
    (".zeropage", ORG),
    (".zp", ORG),
    (".section", ORG),
    (".sect", ORG),
    (".dsect", ORG),
    (".bank", ORG),
    (".pc", "write `org address`"),
    (".fcb", "write `.byte`"),
    (".dcb", "write `.byte`"),
    (".fdb", "write `.word`"),
    (".dbyt", "write `.dbyte`"),
    (".hex", "write `.he`, with blanks between the bytes"),
    (".space", "write `.ds count`"),
    (".skip", "write `.ds count`"),
    (".rs", "write `.ds count`"),
    (".rmb", "write `.ds count`"),
    (".binary", "write `ins 'file'`"),
    (".source", "write `icl 'file'`"),
    (".const", "write `name = value`"),
    (".label", "write `name = value`"),
    (".out", "use `.print`"),
    (".function", "write `name .macro`"),
    (".for", "write `.rept count`, in which `#` counts from 0"),
    (".tag", "a label of a structure is `label dta type [0]`, a field of one `name type`"),
    (".encoding", "there are two codes: `c'text'` is ATASCII, `d'text'` are screen codes"),
    (".charmap", "there are two codes: `c'text'` is ATASCII, `d'text'` are screen codes"),
    (".list", "leave it out: `-l file` writes a listing"),
    (".nolist", "leave it out"),
    (".macpack", "leave it out"),
    (".feature", "leave it out"),
    (".cpu", CPU),
    (".p02", CPU),
    (".6502", CPU),
    (".globalzp", NAMES),
    (".exportzp", NAMES),
    (".importzp", NAMES),
];

/// Words of ACME, which are preceded by `!`.
const EXCLAIMED: &[(&[&str], &str)] = &[
    (&["byte", "by", "8", "08"], "write `.byte`"),
    (&["word", "wo", "16", "le16"], "write `.word`"),
    (&["text", "tx", "raw", "pet", "scr"], TEXT),
    (&["hex", "h"], "write `.he`, with blanks between the bytes"),
    (&["fill", "fi", "skip"], "write `.ds count`, or `:count dta value`"),
    (&["align"], "write `.align 256`"),
    (&["source", "src"], "write `icl 'file'`"),
    (&["binary", "bin"], "write `ins 'file'`"),
    (&["zone", "zn"], "write `.local name`, and `.endl` at its end"),
    (&["macro"], "write `name .macro`, and `.endm` at its end"),
    (&["for", "do", "while"], "write `.rept count`, and `.endr` at its end"),
    (&["if", "ifdef", "ifndef"], "write `.if`, and `.endif` at its end"),
    (&["set"], "write `?name = value`: such a name may be assigned again"),
    (&["to"], "leave it out: `-o file` says what is written"),
    (&["cpu"], CPU),
    (&["warn"], "use `.print`"),
];

/// Help on a word after `!`.
pub(super) fn help_with_exclaimed(word: &[u8]) -> &'static str {
    let is_called = |known: &&str| word.eq_ignore_ascii_case(known.as_bytes());
    let found = EXCLAIMED.iter().find(|(words, _)| words.iter().any(is_called));
    found.map_or("directives begin with a dot: `.byte`", |(_, help)| help)
}

impl Parser<'_> {
    /// The error for a word with a dot that is unknown.
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
            return self.fault_help(start, self.at, &format!("`{word}` is not a label"), NO_DOT);
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
