//! What a statement has to do with the one before it: skips, and loads that need not be repeated.

use super::{hex, messages};

/// What is said of a skip with nothing behind it.
const NOTHING: &str = "error: there is no instruction to skip over";

#[test]
fn a_skip_goes_over_what_stands_right_behind_it() {
    for (text, expected) in [
        (" seq\n nop\n", "F0 01 EA"),
        (" seq\nl mva #1 $80\n", "F0 04 A9 01 85 80"),
        (" seq\n .ds 0\n dta 1,2\n", "F0 02 01 02"),
        (
            " .struct s\nx .byte\ny .word\n .ends\n seq\n dta s [1] (1,2) (3,4)\n nop\n",
            "F0 06 01 02 00 03 04 00 EA",
        ),
        ("m .macro\n lda #1\n .endm\n seq\n m\n nop\n", "F0 02 A9 01 EA"),
    ] {
        assert_eq!(hex(&format!(" org $2000\n{text}")), expected, "{text}");
    }
    for text in [
        " org $3000\n nop\n",
        " .ds 5\n nop\n",
        " run $2000\n nop\n",
        " .align 4\n nop\n",
        " .struct s\nx .byte\n .ends\n dta s [1]\n nop\n",
        " #if .byte $80\n nop\n nop\n #end\n rts\n",
        " #while .byte $80\n dec $80\n #end\n nop\n",
        "",
    ] {
        let said = messages(&format!(" org $2000\n seq\n{text}"));
        assert!(said.starts_with(&format!("t.asm:2:2: {NOTHING}")), "{text}\n{said}");
        assert_eq!(said.lines().count(), 1, "{text}\n{said}");
    }
}

#[test]
fn what_is_counted_and_not_put_out_changes_no_bytes_before_it() {
    let text =
        " org $2000\n lda #5\n rts\n opt o-\n org $3000\n inw $80\n seq\n nop\n opt o+\n org $4000\n nop\n";
    assert_eq!(hex(text), "A9 05 60 | EA");
}

#[test]
fn a_load_is_left_out_only_where_nothing_else_leads_to_it() {
    for (between, is_left_out) in [
        ("", true),
        (" .ds 0\n", true),
        ("x = 7\n", true),
        ("l\n", false),
        ("@\n", false),
        ("l = *\n", false),
        (" org $3000\n", false),
        (" .ds 3\n", false),
        (" run $2000\n", false),
        (" .proc p\n .endp\n", false),
        (" .local\n .endl\n", true),
    ] {
        let bytes = hex(&format!(" opt r+\n org $2000\n mva #5 $80\n{between} mva #5 $81\n"));
        assert_eq!(bytes.matches("A9 05").count(), if is_left_out { 1 } else { 2 }, "{between}\n{bytes}");
    }
    let skipped = " opt r+\n org $2000\n seq\n mva #5 $80\n mva #5 $81\n";
    assert_eq!(hex(skipped), "F0 04 A9 05 85 80 A9 05 85 81");
    let chosen = " opt r+\n org $2000\n #if .byte $90\n mva #5 $80\n #end\n mva #5 $81\n";
    assert!(hex(chosen).ends_with("A9 05 85 80 A9 05 85 81"), "{}", hex(chosen));
}
