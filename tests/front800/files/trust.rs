//! What the source, script or state of a stranger may touch.

use std::fs;
use std::os::unix::fs::symlink;

use super::*;

#[test]
fn a_source_reads_below_its_own_folder_and_where_it_is_allowed_to() {
    let desk = desk();
    fs::create_dir_all(desk.path("game/parts")).unwrap();
    fs::create_dir(desk.path("lib")).unwrap();
    desk.write("game/parts/own.inc", "own = 1\n");
    desk.write("lib/other.inc", "other = 1\n");
    desk.write("secret", "other = 2\n");
    symlink("../secret", desk.path("game/link.inc")).unwrap();
    let asm = |source: &str, options: &str| {
        desk.write("game/main.asm", format!(" org $4000\n {source}\n{IDLE}"));
        shell(&desk, &format!("front800 asm game/main.asm {options}"))
    };
    let outside = ["cannot read", "not below the folder", "--allow-read"];
    asm("icl 'parts/own.inc'", "").succeeded();
    asm("icl '../lib/other.inc'", "").failed(1, &outside);
    asm("icl '../lib/other.inc'", "--allow-read lib").succeeded();
    asm("icl 'other.inc'", "-i lib").succeeded();
    asm("icl '../secret'", "-i lib").failed(1, &outside);
    // What is to be typed stands there as it is typed.
    let lib = desk.path("lib").canonicalize().unwrap();
    let typed = format!("--allow-read {}", lib.display());
    asm("icl '../lib/other.inc'", "").failed(1, &[&typed]);
    asm("icl '../lib/other.inc'", &typed).succeeded();
    fs::create_dir(desk.path("my lib")).unwrap();
    desk.write("my lib/spaced.inc", "spaced = 1\n");
    let typed = format!("--allow-read '{}'", desk.path("my lib").canonicalize().unwrap().display());
    asm("icl '../my lib/spaced.inc'", "").failed(1, &[&typed]);
    asm("icl '../my lib/spaced.inc'", &typed).succeeded();
    asm("icl 'link.inc'", "").failed(1, &outside);
    asm("ins '/etc/hostname'", "").failed(1, &outside[..1]);
    asm("ins 'parts/../../secret'", "").failed(1, &outside);
    asm("ins 'parts/../../secret'", "--allow-read .").succeeded();
    shell(&desk, "front800 run game/main.asm --frames 5").failed(1, &outside);
    shell(&desk, "front800 run game/main.asm --frames 5 --allow-read .").succeeded();
    // Standard input stands in the working folder.
    shell(&desk, "echo \" icl 'lib/other.inc'\" | front800 asm -").succeeded();
    shell(&desk, "cd lib && echo \" icl '../secret'\" | front800 asm -").failed(1, &outside);
}

#[test]
fn a_script_names_disks_below_its_own_folder() {
    let desk = desk();
    let image = crate::disks::bootable().to_bytes();
    fs::create_dir_all(desk.path("game/disks")).unwrap();
    desk.write("private.atr", &image);
    desk.write("game/disks/own.atr", &image);
    symlink("../private.atr", desk.path("game/link.atr")).unwrap();
    let run = |disk: &str, options: &str| {
        desk.write("game/keys.txt", format!("# front800 input 1\n5 disk1 {disk}\n"));
        shell(&desk, &format!("front800 run none --frames 10 --input game/keys.txt {options}"))
    };
    let outside = ["not below the folder", "--allow-read"];
    run("disks/own.atr", "").succeeded();
    run("../private.atr", "").failed(2, &outside);
    run("private.atr", "").failed(2, &outside);
    run("link.atr", "--write").failed(2, &outside);
    run("../private.atr", "--allow-read .").succeeded();
    // What the person has put into a drive may be named.
    run("../private.atr", "--d2 private.atr").succeeded();
    assert_eq!(desk.read("private.atr"), image);
}
