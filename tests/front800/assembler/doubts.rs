//! What assembles, and is told of as it hardly does what was meant.

use front800::assembler::{Format, MemoryFiles, Options, assemble, render};

use super::messages;

#[test]
fn a_source_that_changes_what_the_command_line_gives_is_told_of() {
    let said = |text: &str, case_sensitive| {
        let defines = vec![("N".to_string(), 7)];
        let options = Options { defines, case_sensitive, ..Options::default() };
        let assembly = assemble(&MemoryFiles::one("t.asm", text), "t.asm", &options);
        assert!(assembly.output.is_some(), "{text}");
        render(&assembly.diagnostics, Format::Short)
    };
    for text in ["N = 5\n org 0\n lda #N\n", "N set 5\nN set 6\n org 0\n lda #N\n", "n = 5\n"] {
        let name = &text[..1];
        let expected = format!(
            "t.asm:1:1: warning: `{name}` was given as 7 (`-d {name}=7`), and this line changes that (to let what is given \
             count, write `.ifndef {name}` before it and `.endif` behind it)\n"
        );
        assert_eq!(said(text, false), expected, "{text}");
    }
    for text in
        ["N = 7\n", " .ifndef N\nN = 5\n .endif\n org 0\n lda #N\n", " org 0\n .local a\nN = 5\n .endl\n"]
    {
        assert_eq!(said(text, false), "", "{text}");
    }
    assert_eq!(said("n = 5\n", true), "", "another name");
}
