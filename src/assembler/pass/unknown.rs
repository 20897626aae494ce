//! Unknown words at the beginning of a statement, and what they may have been meant for.

use super::Assembler;
use crate::assembler::diagnostic::Severity;
use crate::assembler::directives::directives;
use crate::assembler::fix::Fix;
use crate::assembler::names::Name;
use crate::assembler::opcodes::{directive_names, macro_names, reference_name};
use crate::assembler::parse;
use crate::assembler::symbols::{SymbolKind, distance};
use crate::assembler::syntax::Statement;
use crate::cpu::opcodes::OPCODES;

/// Instructions of later CPUs than the 6502.
const LATER_CPUS: [&str; 30] = [
    "brl", "cop", "jml", "jsl", "mvn", "mvp", "pea", "pei", "per", "phb", "phd", "phk", "plb", "pld", "rep",
    "rtl", "sep", "stp", "tcd", "tcs", "tdc", "trb", "tsb", "tsc", "txy", "tyx", "wai", "wdm", "xba", "xce",
];

/// Words of other assemblers and CPUs, and their equivalents.
const ELSEWHERE: [(&str, &str); 49] = [
    ("bra", "the 6502 has no `bra`: write `jmp`"),
    ("stz", "the 6502 has no `stz`: write `mva #0 address`"),
    ("phx", "the 6502 has no `phx`: write `txa` and `pha`"),
    ("phy", "the 6502 has no `phy`: write `tya` and `pha`"),
    ("plx", "the 6502 has no `plx`: write `pla` and `tax`"),
    ("ply", "the 6502 has no `ply`: write `pla` and `tay`"),
    ("db", "write `.byte`, or `dta`"),
    ("dw", "write `.word`, or `dta a(value)`"),
    ("byte", "write `.byte`, or `dta`"),
    ("word", "write `.word`, or `dta a(value)`"),
    ("include", "write `icl 'file'`"),
    ("incbin", "write `ins 'file'`"),
    ("macro", "write `name .macro`"),
    ("proc", "write `.proc name`"),
    ("mov", "write `mva #value address`, or `mva from to`"),
    ("call", "write `jsr`"),
    ("ret", "write `rts`"),
    ("push", "write `pha`"),
    ("pop", "write `pla`"),
    ("ld", "write `lda`, `ldx` or `ldy`, or `mva from to`"),
    ("jp", "write `jmp`"),
    ("jr", "write `jmp`, or a branch"),
    ("while", "there is `#while`, which the program repeats, and `.rept`, which the assembler does"),
    ("wend", "`#while` ends with `#end`, `.rept` with `.endr`"),
    ("repeat", "write `.rept count`"),
    ("rept", "write `.rept count`"),
    ("dc.b", "write `.byte`, or `dta`"),
    ("dc.w", "write `.word`, or `dta a(value)`"),
    ("dcb", "write `.byte`, or `dta`"),
    ("fcb", "write `.byte`, or `dta`"),
    ("dfb", "write `.byte`, or `dta`"),
    ("defb", "write `.byte`, or `dta`"),
    ("fdb", "write `.word`, or `dta a(value)`"),
    ("dfw", "write `.word`, or `dta a(value)`"),
    ("defw", "write `.word`, or `dta a(value)`"),
    ("ds.b", "write `.ds count`"),
    ("ds.w", "write `.ds 2*count`"),
    ("defs", "write `.ds count`"),
    ("hex", "write `.he`, with blanks between the bytes"),
    ("asc", "write `dta c'text'`, or in screen codes `dta d'text'`"),
    ("cpu", "leave it out: only the 6502 is supported"),
    ("seg.u", "`org address` says where bytes go"),
    ("rorg", "write `org address,load`: where the code runs, and where it is loaded"),
    ("rend", "write `org address`, where what follows is loaded and runs"),
    ("subroutine", "write `.local`, and `.endl` at its end"),
    ("mac", "write `name .macro`"),
    ("processor", "leave it out: only the 6502 is supported"),
    ("seg", "`org address` says where bytes go"),
    ("djnz", "write `dex` and `bne`, or `dey` and `bne`"),
];

/// The operator of `*= 2` and the like, which change a variable in other assemblers.
fn changes_value(behind: &[u8]) -> Option<&'static str> {
    let mut operators = ["*", "/", "%", "&", "|", "^", "<<", ">>"].into_iter();
    operators
        .find(|operator| behind.strip_prefix(operator.as_bytes()).is_some_and(|rest| rest.starts_with(b"=")))
}

fn help_with_change(word: &str, operator: &str) -> String {
    match word.strip_prefix('?') {
        Some(_) => format!("write `{word} = {word}{operator}value`"),
        None => format!("write `{word} set {word}{operator}value`, and use `set` for its first value, too"),
    }
}

impl Assembler<'_> {
    /// Defines a word that may have been meant as a label, so that its uses are not reported as well.
    fn define_misplaced(&mut self, name: Name) {
        let known = self.symbols.local(self.scope, name);
        if known.is_none_or(|known| self.symbols.list[known as usize].pass < self.pass) {
            self.define(self.scope, name, Some(self.image.counter()), SymbolKind::Label);
        }
    }

    /// Lets a word that closes a block in another assembler close the innermost block, besides reporting it.
    fn end_block_elsewhere(&mut self, name: Name) {
        let Some(kind) = self.blocks.innermost().map(|block| block.kind) else { return };
        if parse::closes_elsewhere(self.program.names.text(name).as_bytes(), kind.closer()) {
            self.finish_block(kind, None);
        }
    }

    pub(super) fn unknown_word(&mut self, name: Name, arguments: u32, statement: &Statement) {
        self.end_block_elsewhere(name);
        if self.pass == 1 || self.said.lacks_source || self.is_in_unclosed(name) {
            return;
        }
        // As written here; the interned name has the case of its first occurrence.
        let start = arguments - self.program.names.text(name).len() as u32;
        let source = &self.sources.list[self.source as usize].text;
        let text = String::from_utf8_lossy(&source[start as usize..arguments as usize]).into_owned();
        // An instruction or directive after the word suggests that it is a label.
        let behind = source[arguments as usize..statement.end as usize].trim_ascii_start();
        let end = behind.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(behind.len());
        let is_label = behind.starts_with(b".") || self.words.find(&behind[..end]).is_some();
        let change = changes_value(behind);
        if is_label || behind.is_empty() {
            self.define_misplaced(name);
        }
        let place = (self.source, start, arguments);
        if self.was_said(Severity::Error, place) {
            return;
        }
        let (help, fix) = match change {
            Some(operator) => (help_with_change(&text, operator), None),
            None => self.help_with_word(&text.to_ascii_lowercase(), is_label),
        };
        self.error_to_fix(place, format!("`{text}` is not an instruction or macro"), Some(help), fix);
    }

    /// The help for a word in lower case, which may be a label judging by what follows it.
    fn help_with_word(&self, word: &str, is_label: bool) -> (String, Option<Fix>) {
        if let Some((_, help)) = ELSEWHERE.iter().find(|(known, _)| *known == word) {
            return ((*help).to_owned(), None);
        }
        if let Some(native) = parse::native(&format!(".{word}")) {
            return (format!("write `{native}`"), None);
        }
        // `loop` was more likely meant as a label.
        if !is_label && word != "loop" && directives().contains(format!(".{word}").as_str()) {
            return (format!("write `.{word}`"), None);
        }
        if LATER_CPUS.contains(&word) {
            return ("it belongs to the 65C02 or 65816, which are not supported".to_owned(), None);
        }
        if let Some(known) = reference_name(word) {
            return (format!("this undocumented instruction is `{known}`"), None);
        }
        let similar = if is_label { Vec::new() } else { self.similar_statements(word) };
        let quoted: Vec<String> = similar.iter().map(|name| format!("`{name}`")).collect();
        let help = match quoted.as_slice() {
            [] => return ("a label must begin in column 1".to_owned(), None),
            [only] => format!("did you mean {only}?"),
            [most @ .., last] => format!("did you mean {} or {last}?", most.join(", ")),
        };
        (help, Some(Fix::Write(similar)))
    }

    /// Up to three macros, instructions and directives without a dot that are closest to a word in lower
    /// case. Words with another first letter, and undocumented instructions, are offered only if there are no
    /// others.
    fn similar_statements(&self, word: &str) -> Vec<String> {
        if word.len() < 3 {
            return Vec::new();
        }
        let limit = if word.len() > 3 { 1 + word.len() / 4 } else { 1 };
        let macros = self.macros.defined().map(|index| {
            let name = self.program.macros[index as usize].name;
            (self.program.names.text(name).to_ascii_lowercase(), false)
        });
        let of_cpu =
            OPCODES.iter().map(|opcode| (opcode.mnemonic.name().to_ascii_lowercase(), !opcode.documented));
        let of_several = macro_names().map(|name| (name.to_owned(), name == "npo" || name.ends_with("op")));
        let directives = directive_names().map(|name| (name.to_owned(), false));
        let ranked =
            macros.chain(directives).chain(of_several).chain(of_cpu).filter_map(|(name, is_rare)| {
                let distance = distance(word, &name);
                let begins_otherwise = name.bytes().next() != word.bytes().next();
                (1..=limit).contains(&distance).then_some(((distance, is_rare, begins_otherwise), name))
            });
        let mut ranked: Vec<_> = ranked.collect();
        ranked.sort_unstable();
        ranked.dedup();
        let Some(&(best, _)) = ranked.first() else { return Vec::new() };
        let nearest = ranked.into_iter().take_while(|&(rank, _)| rank == best).take(3);
        nearest.map(|(_, name)| name).collect()
    }
}
