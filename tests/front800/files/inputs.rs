//! What is read: files of a sane size, and standard input where a text is expected.

use std::fs::File;

use super::*;

#[test]
fn only_regular_files_are_read() {
    let desk = desk();
    make_pipe(&desk, "pipe");
    std::fs::create_dir(desk.path("folder")).unwrap();
    for (name, kind) in [("/dev/zero", "a device"), ("pipe", "a pipe"), ("folder", "a folder")] {
        for line in [
            format!("run {name}"),
            format!("asm {name}"),
            format!("info {name}"),
            format!("run none --load {name}"),
            format!("run none --input {name}"),
            format!("run none --os {name}"),
            format!("run none --palette {name} --screenshot x.png"),
            format!("run none --d2 {name}"),
            format!("run none --d2 {name} --write"),
            format!("campaign --turns 1 --orders {name}"),
        ] {
            shell(&desk, &format!("front800 {line}")).failed(2, &[name, kind]);
        }
        desk.write("main.asm", format!(" org $2000\n ins '{name}'\n icl '{name}'\n"));
        let ran = shell(&desk, "front800 asm main.asm --allow-read /dev");
        ran.failed(1, &[name, kind]);
    }
}

#[test]
fn a_file_that_is_too_long_is_refused_with_the_limit() {
    let desk = desk();
    // Without a byte on the disk.
    File::create(desk.path("long")).unwrap().set_len(1 << 40).unwrap();
    for line in ["run long", "run none --load long", "run none --d2 long", "info long"] {
        shell(&desk, &format!("front800 {line}")).failed(2, &["long", "67108864 bytes"]);
    }
    shell(&desk, "front800 run none --input long").failed(2, &["long", "16777216 bytes"]);
    desk.write("main.asm", " org $2000\n ins 'long'\n");
    shell(&desk, "front800 asm main.asm").failed(1, &["long", "16777216 bytes"]);
}

#[test]
fn texts_may_come_from_standard_input() {
    let desk = desk();
    desk.write("keys.txt", "# front800 input 1\n5 key A\n8 key none\n");
    desk.write("part.inc", IDLE);
    shell(&desk, "echo \" icl 'part.inc'\" | front800 asm - -o out.xex").succeeded();
    shell(&desk, "front800 asm idle.asm -o same.xex").succeeded();
    assert_eq!(desk.read("out.xex"), desk.read("same.xex"));
    let by_name = shell(&desk, "front800 run none --input keys.txt --frames 90 --hash").succeeded();
    let by_pipe = shell(&desk, "cat keys.txt | front800 run none --input - --frames 90 --hash").succeeded();
    assert_eq!(by_name.stdout, by_pipe.stdout);
    shell(&desk, "echo nonsense | front800 run none --input -").failed(2, &["-:1"]);
}
