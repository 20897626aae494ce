//! Sources in one form: nothing but blanks changes, and nothing at all the second time.

use front800::assembler::format;

fn formatted(text: &str) -> String {
    String::from_utf8(format(text.as_bytes())).expect("text")
}

/// All files below a folder.
fn files(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else {
            found.push(path);
        }
    }
}

#[test]
fn our_sources_keep_all_but_their_blanks_and_stay_as_they_then_are() {
    let mut sources = Vec::new();
    files(std::path::Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/asm")), &mut sources);
    assert!(sources.len() > 50, "{} files", sources.len());
    let bare =
        |text: &[u8]| text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect::<Vec<_>>();
    for path in sources {
        let text = std::fs::read(&path).expect("a file");
        let once = format(&text);
        assert_eq!(format(&once), once, "{} changes again", path.display());
        assert_eq!(bare(&once), bare(&text), "{} loses something", path.display());
    }
}

#[test]
fn other_line_ends_and_what_dos_wrote_behind_a_text_are_the_assemblers() {
    let expected = b"a       lda #1\n        bne a\n";
    for text in [
        &b"a       lda   #1\r        bne a\r"[..],
        b"a       lda  #1\r\n        bne a\r\n\x1a",
        b"a       lda #1\n        bne a\n\x1a\x1a",
    ] {
        assert_eq!(format(text), expected, "{text:?}");
    }
    // Those of a text of the Atari stay; $9B is a part of letters, too.
    assert_eq!(format(b"a lda   #1\x9b"), b"a lda   #1\x9b");
    let letter = "a       lda  #1 ; \u{15b}\r        bne a\r";
    assert_eq!(formatted(letter), "a       lda #1                  ; \u{15b}\n        bne a\n");
    let marked = "\u{feff}a       lda  #1\n";
    assert_eq!(formatted(marked), "\u{feff}a               lda #1\n");
}

#[test]
fn statements_and_comments_stand_in_columns() {
    let text = "x=5\nloop\tlda\t#x ;load\n\tsta $80\n\tbne loop\n";
    let expected = "x=5\nloop    lda #x                  ;load\n        sta $80\n        bne loop\n";
    assert_eq!(formatted(text), expected);
    assert_eq!(formatted(expected), expected);
}

#[test]
fn quotes_comments_and_continued_lines_are_left_alone() {
    for text in [
        " dta c';  //  x'  \n",
        "* a   remark\n; another    one\n",
        " nop /* from   here\n to    here */\n rts\n",
        " lda #1 \\\n   sta $80\n",
        " dta 'open   quote ; no comment\n",
    ] {
        let trimmed: String = text.lines().map(|line| format!("{}\n", line.trim_end())).collect();
        assert_eq!(formatted(text), trimmed);
    }
}
