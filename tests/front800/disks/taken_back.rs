//! A state that is loaded takes disks back to what they were: what their files hold then is not lost.

use super::bootable;
use crate::cli::Desk;

/// Writes a sector of $AA to drive 1 and stays there.
const WRITER: &str = "        org $2000
start   ldx #127
        lda #$AA
fill    sta $4000,x
        dex
        bpl fill
        ldx #11
copy    lda block,x
        sta $300,x
        dex
        bpl copy
        jsr $E459
here    jmp here
block   dta $31,1,c'P',$80,a($4000),7,0,a(128),a(5)
        run start
";

#[test]
fn what_a_disks_file_holds_is_kept_when_a_state_takes_it_back() {
    let desk = Desk::with("write.asm", WRITER);
    let before = bootable().to_bytes();
    desk.write("game.atr", &before);
    desk.run("run none --d1 game.atr --write --frames 30 --save early.state").succeeded();
    desk.run("run write.asm --d1 game.atr --write --frames 400 --until-pc here").succeeded();
    let written = desk.read("game.atr");
    assert_ne!(written, before);
    let ran = desk.run("run none --d1 game.atr --write --load early.state --frames 1").succeeded();
    assert!(ran.stderr.contains("game.atr.bak") && ran.stderr.contains("early.state"), "{}", ran.stderr);
    assert_eq!(desk.read("game.atr"), before);
    assert_eq!(desk.read("game.atr.bak"), written);
    // Where nothing is lost nothing is kept.
    assert_eq!(
        desk.run("run none --d1 game.atr --write --load early.state --frames 1").succeeded().stderr,
        ""
    );
}

#[test]
fn one_file_of_two_names_is_one_disk() {
    let desk = Desk::with("game.atr", bootable().to_bytes());
    std::fs::hard_link(desk.path("game.atr"), desk.path("same.atr")).unwrap();
    for options in ["", " --write"] {
        let ran = desk.run(&format!("run none --d1 game.atr --d2 same.atr --frames 1{options}"));
        ran.failed(2, &["same.atr", "cannot be in two drives"]);
    }
}
