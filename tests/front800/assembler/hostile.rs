//! Inputs that mean harm: nothing panics, nothing runs for ever.

use super::{assembly, messages};
use front800::assembler::{Format, MemoryFiles, Options, assemble, render};
use front800::media::{cart::Cart, kind, xex::Xex};

/// A small generator, so that a failure can be repeated.
struct Random(u64);

impl Random {
    fn next(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound.max(1)
    }
}

/// Assembles bytes and renders all there is in every form.
fn survive(bytes: &[u8]) {
    let mut files = MemoryFiles::default();
    files.add("t.asm", bytes);
    let options = Options { listing: true, warn_unused: true, ..Options::default() };
    let result = assemble(&files, "t.asm", &options);
    for format in [Format::Human { color: false }, Format::Short, Format::Json] {
        render(&result.diagnostics, format);
    }
    if let Some(output) = result.output {
        let _ = (output.xex(), output.mads_listing(), output.listing_text(), output.mads_labels());
        let _ = output.cart();
    }
}

#[test]
fn random_bytes_are_survived() {
    let mut random = Random(0x800);
    for _ in 0..2000 {
        let length = random.next(200);
        let bytes: Vec<u8> = (0..length).map(|_| random.next(256) as u8).collect();
        survive(&bytes);
        let _ = (Xex::parse(&bytes), Cart::parse(&bytes), kind(&bytes, "x.y"));
        let signed = [&[0xFF, 0xFF], bytes.as_slice()].concat();
        let _ = Xex::parse(&signed);
    }
}

#[test]
fn random_arrangements_of_words_are_survived() {
    let words = [
        " ", "\n", "\n ", "lda", "#", "$12", "(", ")", ",x", ",y", "[", "]", "+", "*", "@", "@+", "-", "<",
        "'A'", "\"", ".proc", ".endp", "a", "b", "=", ".if", ".else", ".elseif", ".endif", ".rept", "3",
        ".endr", ".macro", ".endm", ":1", ":", "\\", ";@loop", "org", "$FFFF", "dta", ".struct", ".ends",
        ".enum", ".ende", ".local", ".endl", "a.b", "mwa", "scc", "jeq", "adw", ".ds", ".align", "?x",
        ".var", ".zpvar", ".byte", ".array", "opt", "h-", "/*", "*/", ".def", ".len", "run", "ini", "ert",
        ".print", ".pages", ".endpg", "!", "&&", "%%", "equ", "set", "icl", "ins", "'t.asm'", "sin(",
        ".region", ".test", ".endtest", ".sb", ".he", ".fl", "1e5", "-32768", ".exit",
    ];
    let mut random = Random(0x6502);
    for _ in 0..6000 {
        let count = random.next(60);
        let mut text = String::from(" org $2000\n");
        for _ in 0..count {
            text += words[random.next(words.len())];
            text += [" ", "", "\n", "\n "][random.next(4)];
        }
        survive(text.as_bytes());
    }
}

#[test]
fn mutations_of_a_sound_source_are_survived() {
    let source = include_bytes!("torture.asm");
    let mut random = Random(0x1979);
    for _ in 0..400 {
        let mut bytes = source.to_vec();
        for _ in 0..1 + random.next(6) {
            let at = random.next(bytes.len());
            match random.next(3) {
                0 => bytes[at] = random.next(256) as u8,
                1 => drop(bytes.drain(at..(at + random.next(40)).min(bytes.len()))),
                _ => {
                    let from = random.next(bytes.len());
                    let piece = bytes[from..(from + random.next(60)).min(bytes.len())].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
        survive(&bytes);
    }
}

#[test]
fn endless_sources_end() {
    assert!(messages(".macro m\n m\n.endm\n org 0\n m\n").contains("macros call each other without end"));
    assert!(messages(" icl 't.asm'\n").contains("`t.asm` includes itself"));
    assert!(messages(" org 0\n:999999999 dta 0\n").contains("does not end"));
    assert!(messages(".rept 99999999\n.rept 99999999\nx set 1\n.endr\n.endr\n").contains("does not end"));
    assert!(assembly(&format!(" org 0\n lda #{}1\n", "(".repeat(100_000))).failed());
    assert!(assembly(&format!(" org 0\n lda #{}1\n", "-".repeat(100_000))).failed());
    assert!(assembly(&format!(" org 0\n lda #1{}\n", "+1".repeat(100_000))).failed());
}
