//! What is read: files of a sane size, and standard input where a text is expected.

use std::fs::File;

use super::*;

#[test]
fn folders_and_devices_are_not_read_and_pipes_where_a_person_names_one() {
    let desk = desk();
    make_pipe(&desk, "pipe");
    std::fs::create_dir(desk.path("folder")).unwrap();
    for (name, kind) in [("/dev/zero", "a device"), ("pipe", "a pipe"), ("folder", "a folder")] {
        let mut lines = vec![
            format!("run none --d2 {name}"),
            format!("run none --d2 {name} --write"),
            format!("fmt {name}"),
        ];
        if name != "pipe" {
            lines.extend([
                format!("run {name}"),
                format!("asm {name}"),
                format!("info {name}"),
                format!("run none --load {name}"),
                format!("run none --input {name}"),
                format!("run none --os {name}"),
                format!("run none --palette {name} --screenshot x.png"),
                format!("campaign --turns 1 --orders {name}"),
            ]);
        }
        for line in lines {
            shell(&desk, &format!("front800 {line}")).failed(2, &[name, kind]);
        }
        // A source may come from a stranger.
        desk.write("main.asm", format!(" org $2000\n ins '{name}'\n icl '{name}'\n"));
        let ran = shell(&desk, "front800 asm main.asm --allow-read /dev");
        ran.failed(1, &[name, kind]);
    }
}

#[test]
fn what_comes_through_a_pipe_is_read_as_a_file_is() {
    let desk = desk();
    make_pipe(&desk, "pipe");
    desk.write("part.inc", IDLE);
    desk.write("keys.txt", "# front800 input 1\n5 key A\n8 key none\n");
    shell(&desk, "front800 asm idle.asm -o idle.xex && front800 mkdisk idle.atr --program idle.asm")
        .succeeded();
    // Both ends, as a shell's `<(…)` has them.
    let piped = |file: &str, line: &str| shell(&desk, &format!("cat {file} >pipe & front800 {line}"));
    desk.write("main.asm", " icl 'part.inc'\n");
    piped("main.asm", "asm pipe -o out.xex").succeeded();
    assert_eq!(desk.read("out.xex"), desk.read("idle.xex"));
    let hash = |line: &str| shell(&desk, line).succeeded().stdout;
    for (file, pipe) in [("idle.asm", "./pipe"), ("idle.xex", "pipe"), ("idle.atr", "pipe")] {
        let of_file = hash(&format!("front800 run {file} --frames 200 --hash"));
        let of_pipe = piped(file, &format!("run {pipe} --frames 200 --hash")).succeeded();
        assert_eq!(of_pipe.stdout, of_file, "{file}");
    }
    let by_file = hash("front800 run none --frames 90 --hash --input keys.txt");
    assert_eq!(piped("keys.txt", "run none --frames 90 --hash --input pipe").succeeded().stdout, by_file);
    piped("idle.xex", "info pipe").succeeded();
    desk.write("test.asm", " .test \"t\"\n lda #1\n .assert a == 1\n .endtest\n");
    piped("test.asm", "test pipe").succeeded();
    desk.write("wrong.asm", " lda nothing\n");
    piped("wrong.asm", "asm pipe").failed(1, &["pipe:1"]);
    piped("idle.atr", "run pipe --write").failed(2, &["--write", "has no file"]);
    piped("idle.asm", "asm pipe --watch").failed(2, &["--watch: pipe can be read only once"]);
    shell(&desk, "front800 asm - --watch").failed(2, &["--watch: standard input can be read only once"]);
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
    shell(&desk, "echo nonsense | front800 run none --input -").failed(2, &["standard input:1"]);
}

#[test]
fn a_program_may_come_from_standard_input() {
    let desk = desk();
    let hash = |line: &str| shell(&desk, line).succeeded().stdout;
    shell(&desk, "front800 asm idle.asm -o idle.xex && front800 mkdisk idle.atr --program idle.asm")
        .succeeded();
    let of_file = hash("front800 run idle.xex --frames 90 --hash");
    assert_eq!(hash("front800 asm idle.asm -o - | front800 run - --frames 90 --hash"), of_file);
    assert_eq!(hash("front800 run - --frames 90 --hash < idle.asm"), of_file);
    let of_disk = hash("front800 run idle.atr --frames 200 --hash");
    assert_eq!(hash("front800 run - --frames 200 --hash < idle.atr"), of_disk);
    let with_drive = |program: &str| hash(&format!("front800 run {program} --drive 810 --frames 200 --hash"));
    assert_eq!(with_drive("- < idle.atr"), with_drive("idle.atr"));
    for line in ["map -", "disasm -", "budget - --frames 5", "debug - --script quit.txt", "info -"] {
        desk.write("quit.txt", "quit\n");
        shell(&desk, &format!("front800 {line} < idle.xex")).succeeded();
    }
    shell(&desk, "front800 mkdisk piped.atr --program - < idle.xex").succeeded();
    assert_eq!(desk.read("piped.atr"), desk.read("idle.atr"));
}

#[test]
fn what_comes_from_standard_input_is_named_so_and_read_once() {
    let desk = desk();
    shell(&desk, "echo ' lda' | front800 run -").failed(1, &["standard input:1:"]);
    shell(&desk, "echo ' lda' | front800 asm -").failed(1, &["standard input:1:"]);
    shell(&desk, "printf '\\001\\002\\003' | front800 run -")
        .failed(2, &["standard input: the file begins with $01"]);
    shell(&desk, "front800 run - --input - < idle.asm").failed(2, &["-: standard input is used already"]);
    shell(&desk, "front800 mkdisk disk.atr").succeeded();
    shell(&desk, "front800 run - --write < disk.atr")
        .failed(2, &["--write", "standard input or a pipe has no file"]);
    shell(&desk, "front800 run - --d1 disk.atr < disk.atr").failed(2, &["--d1"]);
}

#[test]
fn a_byte_order_mark_before_a_text_is_none_of_it() {
    let desk = desk();
    desk.write("keys.txt", "\u{FEFF}# front800 input 1\n5 key A\n");
    shell(&desk, "front800 run none --input keys.txt --frames 9").succeeded();
    desk.write("quit.txt", "\u{FEFF}quit\n");
    shell(&desk, "front800 debug none --script quit.txt").succeeded();
}
