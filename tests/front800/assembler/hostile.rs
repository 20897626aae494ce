//! Inputs that mean harm: nothing panics, nothing runs for ever.

use super::{assembly, messages, output};
use front800::assembler::paths::Unprovable;
use front800::assembler::paths::stack::deepest;
use front800::assembler::{Files, Format, MemoryFiles, Options, assemble, render};
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

/// Statements in which `N` stands for a number.
const NUMBERED: [&str; 52] = [
    " mwa [N] $80",
    " mwa $80 [N]",
    " mwa #N N",
    " adw [N] #1 [N]",
    " cpd N N",
    " ind N",
    " bne N",
    " jeq N",
    " jmp N",
    " lda (N),y",
    " lda N,x+2",
    " rne N",
    "a .array 4 .dword\n .enda\n lda a[N]",
    "t = N\n lda t[1]",
    " .var a .word = N",
    " .var a :N .word",
    " .var = N a b .word",
    " .zpvar = N\n .zpvar a .word",
    " dta sin(N,N,N)",
    " dta sin(1,2,N,N,N)",
    " dta cos(1,N,8)",
    " ins 't.asm',N",
    " ins 't.asm',N,N",
    " org N\n nop\na bne a",
    " org N,N\na nop",
    " org $2000,N\na nop",
    " .ds N\n nop",
    " .align N\n nop",
    " .align 4,N\n nop",
    " .rept N\n .endr",
    ":N nop",
    " .reloc N\nl lda #<l+N",
    " .reloc\nl lda l+N\n dta a(N-l)",
    " .reloc\nl .dword l-N,N+l,l*N",
    "l dex\n .loop N\n bne l",
    " .proc p\n .budget N\n rts\n .endp",
    " .get 't.asm',N,N",
    " .put [N] = N",
    " .sav N",
    " .sav [N] N",
    " #cycle #N",
    " lmb #N\n nmb\n nop",
    " .region a,N,N\n nop",
    " .print N*N,N+N,N-N,-[N],~[N],N/N,N%N,N<<N,N>>N",
    " .enum e\na=N\nb\n .ende",
    " .struct s\na :N .byte\nb .word\n .ends\n dta s [N] (1)",
    "x set N\nx += N\nx ++\n lda x",
    " run N\n ini N",
    " blk d N",
    " .by +N 1 2",
    " #if .word N < N\n nop\n #end",
    "p .proc (.word ax) .reg\n rts\n .endp\n p #N",
];

#[test]
fn numbers_at_the_ends_of_their_range_are_survived() {
    let numbers =
        ["[$7fffffff<<32|$ffffffff]", "[1<<63]", "-[$7fffffff<<32|$ffffffff]", "$ffffffff", "-1", "[1<<62]"];
    for statement in NUMBERED {
        for number in numbers {
            survive(format!(" org $2000\n{}\n nop\n", statement.replace('N', number)).as_bytes());
        }
    }
}

#[test]
fn proofs_of_what_is_long_or_deep_end() {
    let with_budget = |body: &str| messages(&format!(" org 0\n .proc p\n .budget 9\n{body}\n .endp\n"));
    assert!(with_budget(" :65530 nop").contains("the program continues where it has no bytes"));
    assert!(with_budget(" :65000 nop\n rts").contains("`p` takes 130006 cycles"));
    assert!(with_budget(" :9000 jsr *+3\n rts").contains("calls are nested deeper than the stack allows"));
    let calls: String = (0..16_380).map(|at| format!("r{at} jsr r{}\n rts\n", at + 1)).collect();
    let chain = format!(" org 0\n .proc p\n{calls}r16380 rts\n .endp\n");
    assert_eq!(deepest(&output(&chain).control_flow(), 0), Err(Unprovable::TooDeep(512)));
    let budgets = chain.replace(".proc p\n", ".proc p\n .budget 9\n");
    assert!(messages(&budgets).contains("calls are nested deeper than the stack allows"));
    // Each procedure goes on in the next: together they are quadratic.
    let sled: String = (0..5_000).map(|at| format!(" .proc p{at}\n .budget 99999\n nop\n .endp\n")).collect();
    let said = messages(&format!(" org 0\n{sled} rts\n"));
    assert!(said.lines().all(|line| line.contains("cannot be proved: the code is too large to analyze")));
    assert_eq!(said.lines().count(), 1000);
}

#[test]
fn what_many_turns_do_wrong_is_said_at_once() {
    let stray = messages(" org $2000\n.rept 300000\n .loop 3\n.endr\n nop\n");
    assert!(stray.contains("this bounds no loop") && stray.lines().count() == 1, "{}", stray.len());
    assert!(messages(".rept 1000000\nx=5\n ert y\n.endr\n").contains("`x` is defined twice"));
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
    assert!(messages(".macro m\n m\n.endm\n org 0\n m\n").contains("macro `m` calls itself without end"));
    assert!(messages(" icl 't.asm'\n").contains("`t.asm` includes itself"));
    assert!(
        messages(" org 0\n .rept 4000000\n.proc p\n lda x\n .endr\n")
            .contains("blocks are nested too deeply")
    );
    assert!(messages(" org 0\n:3999999 dta 0\n").contains("does not terminate"));
    assert!(messages(".rept 999999\n.rept 999999\nx set 1\n.endr\n.endr\n").contains("does not terminate"));
    assert!(assembly(&format!(" org 0\n lda #{}1\n", "(".repeat(100_000))).failed());
    assert!(assembly(&format!(" org 0\n lda #{}1\n", "-".repeat(100_000))).failed());
    assert!(assembly(&format!(" org 0\n lda #1{}\n", "+1".repeat(100_000))).failed());
}

#[test]
fn arguments_that_hold_arguments_end_in_an_error() {
    let source = ".macro m\n m :1:1:1:1\n.endm\n org 0\n m 12345678\n";
    assert!(messages(source).contains("t.asm:2:2: error: macro `m` calls itself too often"));
    let wide = format!(".macro m\n{}\n.endm\n org 0\n m '{}'\n", " dta :1\n".repeat(9000), "x".repeat(9000));
    assert!(messages(&wide).contains("MiB of source"));
    // In the last turn there is room for each of its lines, but not for all of them together.
    let turns = format!(" org 0\n.rept 999999,#\n{}.endr\n", "; a remark of turn :1\n".repeat(50));
    assert!(messages(&turns).contains("MiB of source"), "{}", messages(&turns));
    // What else is wrong comes to light.
    let many = " org 0\n lda nope\n .rept 1000000,#\n dta <:1\n .endr\n lda #300\n";
    let said = messages(many);
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(
        said.contains("t.asm:3:2: error: 1000000 turns of this repeat expand to more than 6 MiB of source")
    );
}

#[test]
fn segments_without_end_end_in_an_error() {
    let repeated = ".rept 3000000\n org $2000+[#&1]*2\n dta 0\n.endr\n";
    assert!(messages(repeated).contains("too many segments"), "{}", messages(repeated));
}

#[test]
fn bytes_without_end_end_in_an_error_wherever_they_go() {
    let repeated =
        |head: &str, body: &str| messages(&format!("{head}\n org 0\n.rept 3000000\n{body}\n.endr\n"));
    for (head, body) in [
        ("", " .array [65536] .dword\n .enda"),
        (" opt o-", " #cycle #60000"),
        ("", " .var ?a :65000 .dword"),
        ("", " .put [0] = 1,2,3\n .sav 65535"),
        (" .struct s\na :16000 .dword\n .ends", " dta s [65000] (1)"),
        ("", " #if .byte 1\n #end"),
    ] {
        let found = repeated(head, body);
        assert!(found.contains("does not terminate"), "{body}: {found}");
    }
    let calls = "m .macro\n p\n.endm\n org 0\np .proc\n m\n .endp\n :4000000 p\n";
    assert!(messages(calls).contains("does not terminate"));
}

#[test]
fn trees_of_macros_end_in_an_error() {
    let mut source = String::from(".macro m0\n nop\n.endm\n");
    for level in 1..60 {
        source += &format!(".macro m{level}\n m{0}\n m{0}\n.endm\n", level - 1);
    }
    let found = messages(&(source + " org 0\n m59\n"));
    assert!(found.contains("does not terminate"), "{found}");
}

#[test]
fn a_tree_of_calls_is_proved_and_its_error_summarised() {
    let mut source = String::from(" org $2000\n.proc main\n .budget 10\n jsr r39\n rts\n.endp\nr0 rts\n");
    for level in 1..40 {
        source += &format!("r{level} jsr r{0}\n jsr r{0}\n rts\n", level - 1);
    }
    let found = messages(&source);
    assert!(found.contains("its budget is 10") && found.contains("and so on"), "{found}");
    assert!(found.len() < 20_000, "{}", found.len());
}

#[test]
fn equates_in_a_circle_are_an_error_that_names_them() {
    let found = messages("a equ b+1\nb equ a+1\n org $2000\n lda #a\n");
    assert!(found.contains("`a` has no value: it depends on itself"), "{found}");
    assert!(found.contains("`b` has no value: it depends on itself"), "{found}");
    assert!(messages("a equ a\n org $2000\n nop\n").contains("depends on itself"));
    assert_eq!(messages("a equ b+1\nb equ 7\n org $2000\n lda #a\n"), "");
}

#[test]
fn the_length_of_an_array_is_known_before_the_length_is_defined() {
    let (before, after) = (" org $2000\n dta .sizeof a\n", ".array a [n] .byte = 1\n.enda\n");
    let moved = assembly(&format!("{before}{after}n = 5\n")).output.unwrap();
    let plain = assembly(&format!("n = 5\n{before}{after}")).output.unwrap();
    assert_eq!(moved.xex(), plain.xex());
    assert_eq!(moved.xex()[6], 5);
}

#[test]
fn more_errors_than_anybody_reads_are_cut_off() {
    let found = messages(&format!(" org 0\n{}", " lda nothing\n".repeat(5000)));
    assert!(found.contains("the rest is left out"), "no cut");
    assert!(found.lines().count() < 20_000);
}

#[test]
fn errors_of_a_pass_before_the_last_are_none_however_many_they_are() {
    let branches: String = (0..1001).map(|n| format!(" bne l{n}\nl{n} nop\n")).collect();
    let text = format!(" org $2000\n{}{branches}zp = $80\n", " inc zp\n".repeat(130));
    assert_eq!(messages(&text), "");
}

#[test]
fn a_mistake_in_millions_of_turns_is_thought_about_once() {
    for statement in ["nonsense 1", "lda nonsense"] {
        let text = format!(" org $2000\nthere = 1\n :1000000 {statement}\n");
        let begun = std::time::Instant::now();
        assert!(messages(&text).contains("nonsense"));
        assert!(begun.elapsed().as_secs() < 10, "{statement}: {:?}", begun.elapsed());
    }
}

#[test]
fn a_register_name_with_letters_too_many_is_refused() {
    let text = " org $2000\n p #5\n rts\np .proc (.byte Qa) .reg\n rts\n .endp\n";
    assert!(messages(text).contains("does not name 1 free registers"), "{}", messages(text));
}

/// The messages of a text and how long they took, with no more stack than a thread has.
fn timed(text: String) -> (String, f64) {
    let begun = std::time::Instant::now();
    let found =
        std::thread::Builder::new().stack_size(2 << 20).spawn(move || messages(&text)).expect("a thread");
    (found.join().expect("no panic"), begun.elapsed().as_secs_f64())
}

#[test]
fn chains_within_chains_are_read_once() {
    let text = format!(" org $2000\n dta {}1{}\n", "[".repeat(60), "/1*1/1]".repeat(60));
    let (found, seconds) = timed(text);
    assert!(found.is_empty() && seconds < 5.0, "{seconds} s\n{found}");
    assert_eq!(messages(" org $2000\n ert [[9/2*3/2]/1*3/2]<>4\n").lines().count(), 2);
}

#[test]
fn nothing_is_nested_without_end() {
    let (found, _) =
        timed(format!(" org 0\n{} nop\n{}", " .rept 1\n".repeat(30_000), " .endr\n".repeat(30_000)));
    assert!(found.contains("repeats are nested too deeply"), "{found}");
    let (found, _) = timed(format!(" org 0\n dta {}.def a\n", ".def a .and ".repeat(20_000)));
    assert!(found.contains("nested too deeply"), "{found}");
    let (found, _) = timed(format!(" org 0\n {}nop\n", ".nowarn ".repeat(100_000)));
    assert_eq!(found, "");
}

#[test]
fn numbers_of_steps_and_bytes_have_limits() {
    assert!(messages(" org 0\n dta sin(0,1,1<<62,0,1)\n").contains("between 1 and 65536 steps"));
    let structures =
        ".struct a\nx :65536 .dword\n.ends\n.struct b\ny :65536 a\n.ends\n.struct c\nz :65536 b\n.ends\n";
    for body in ["d dta b [0] (1)", " .var v=1 c", " .var v :65536 c"] {
        let (found, seconds) = timed(format!(" org 0\n{structures}{body}\n"));
        assert!(found.contains("a structure has at most 65536 bytes, not 262144"), "{found}");
        assert!(seconds < 5.0, "{body}: {seconds} s");
    }
    let (found, seconds) =
        timed(" org 0\n.struct a\nx :65536 .byte\n.ends\n .var v=1 a\n .var w=1 :65536 a\n".to_owned());
    assert!(seconds < 20.0, "{seconds} s\n{found}");
}

#[test]
fn long_lines_and_empty_conditions_take_no_time() {
    let (_, seconds) = timed(format!(" org 0\n{}\n", " nop\\".repeat(100_000)));
    assert!(seconds < 5.0, "{seconds} s");
    let text = format!(" org 0\n{}\n", " lda none\\".repeat(100_000));
    let found = assembly(&text).diagnostics;
    assert!(found.len() > 100 && found.iter().all(|diagnostic| diagnostic.location.text.len() < 2000));
    let conditions = " .if 0\n .endif\n".repeat(500);
    let (found, seconds) = timed(format!(" org 0\n .rept 3000000\n{conditions} .endr\n"));
    assert!(found.contains("too many statements") && seconds < 5.0, "{seconds} s\n{found}");
}

#[test]
fn a_file_is_read_once_however_often_it_is_inserted() {
    struct Counted(MemoryFiles, std::cell::Cell<usize>);
    impl Files for Counted {
        fn read(&self, path: &str) -> Option<Vec<u8>> {
            self.1.set(self.1.get() + usize::from(path == "a.bin"));
            self.0.read(path)
        }
    }
    let mut files = MemoryFiles::one("t.asm", " org 0\nm .macro\n ins 'a.bin',:1,1\n.endm\n :50 m #\n");
    files.add("a.bin", [7; 50]);
    let files = Counted(files, std::cell::Cell::new(0));
    let output = assemble(&files, "t.asm", &Options::default()).output.expect("it assembles");
    assert_eq!((output.segments[0].bytes.len(), files.1.get()), (50, 1));
}

#[test]
fn bodies_without_end_are_not_looked_for_again_and_again() {
    for opener in [" .macro a\n", " .rept 2,3\n", " .test \"x\"\n", "a .array\n"] {
        let (found, seconds) = timed(opener.repeat(20_000));
        assert!(!found.is_empty() && seconds < 5.0, "{opener}: {seconds} s\n{found}");
    }
}
