//! A state that is loaded takes disks back to what they were: what their files hold then is not lost.

use front800::host::disks::DiskFiles;

use super::{bootable, filled, machine};
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

#[test]
fn a_copy_that_fails_keeps_nobody_from_knowing_of_the_others() {
    let desk = Desk::new();
    let names = ["a.atr", "b.atr", "c.atr"];
    let fill = |byte: u8| names.iter().for_each(|name| desk.write(name, filled(byte).to_bytes()));
    let brought = || {
        let (mut machine, mut files) = (machine(), DiskFiles::new(true));
        for (drive, name) in names.iter().enumerate() {
            let (disk, _) = files.add(&mut machine, &desk.path(name)).unwrap();
            assert!(machine.insert_disk(drive, Some(disk)));
        }
        (machine, files)
    };
    fill(1);
    let state = brought().0.save();
    fill(2);
    let (mut machine, mut files) = brought();
    std::fs::remove_file(desk.path("b.atr")).unwrap();
    machine.load(&state).unwrap();
    let (kept, failed) = files.keep_newer(&mut machine);
    let names: Vec<_> = kept.iter().map(|name| name.file_name().unwrap().to_str().unwrap()).collect();
    assert_eq!(names, ["a.atr.bak", "c.atr.bak"]);
    let error = failed.unwrap_err().to_string();
    assert!(error.contains("b.atr: what it holds cannot be kept"), "{error}");
    assert_eq!(desk.read("c.atr.bak"), filled(2).to_bytes());
}
