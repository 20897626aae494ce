//! The command line with files of every kind: what runs without options, and what is said
//! of what does not.

use super::cli::Desk;
use super::media::damaged_file;
use front800::media::cart::{Cart, CartKind};
use front800::titles::Sources;
use serde_json::Value;

fn our_os() -> Vec<u8> {
    Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.to_vec()
}

/// The left cartridge: stores a mark at $0680 and stays.
fn cartridge_rom(size: usize, start: u16, mark: u8) -> Vec<u8> {
    let mut rom = vec![0xFF; size];
    let at = size - 0x100;
    let run = (usize::from(start) + size - 0x100) as u16;
    let [low, high] = run.to_le_bytes();
    rom[at..at + 9].copy_from_slice(&[0xA9, mark, 0x8D, 0x80, 0x06, 0x4C, low + 5, high, 0x60]);
    rom[size - 6..].copy_from_slice(&[low, high, 0, 4, low + 8, high]);
    rom
}

fn car(id: u32, rom: Vec<u8>) -> Vec<u8> {
    Cart { kind: CartKind::by_id(id).unwrap(), rom }.write_car()
}

/// A binary-load file that prints a text with CIO's "put bytes", and stays.
fn printer(text: &[u8]) -> Vec<u8> {
    let code = [
        0xA2,
        0x00,
        0xA9,
        0x0B,
        0x9D,
        0x42,
        0x03, // LDX #0, LDA #11, STA ICCOM,X
        0xA9,
        0x40,
        0x9D,
        0x44,
        0x03,
        0xA9,
        0x30,
        0x9D,
        0x45,
        0x03, // buffer $3040
        0xA9,
        text.len() as u8,
        0x9D,
        0x48,
        0x03,
        0xA9,
        0x00,
        0x9D,
        0x49,
        0x03, // length
        0x20,
        0x56,
        0xE4, // JSR CIOV
        0x4C,
        0x1E,
        0x30, // here
    ];
    let mut file = vec![0xFF, 0xFF, 0x00, 0x30, 0x20, 0x30];
    file.extend(code);
    file.extend([0x40, 0x30, 0x3F + text.len() as u8, 0x30]);
    file.extend(text);
    file
}

#[test]
fn a_text_named_xex_is_exit_2_and_says_what_was_found_and_expected() {
    let desk = Desk::with("readme.xex", "Dear player,\nthis is not a program.\n");
    desk.run("run readme.xex").failed(2, &["readme.xex", "text", "`Dear player,`", "$FF $FF"]);
    desk.run("info readme.xex").failed(2, &["readme.xex", "text", "$FF $FF"]);
    desk.write("page.atr", "<!DOCTYPE html>\n");
    for line in ["run page.atr", "info page.atr", "run none --d1 page.atr"] {
        desk.run(line).failed(2, &["page.atr", "text", "`<!DOCTYPE html>`", "$96 $02"]);
    }
    desk.write("notes", "some words\n");
    desk.run("run notes").failed(2, &["notes", "text", "`some words`", ".asm", "$FF $FF", ".atr", ".car"]);
    desk.write("short.xex", [0xFF]);
    desk.run("run short.xex").failed(2, &["one byte, $FF"]);
    desk.write("empty.xex", "");
    desk.run("run empty.xex").failed(2, &["empty"]);
}

#[test]
fn one_of_something_is_told_as_one() {
    let desk = Desk::with("lacks.xex", [0xFF, 0xFF, 0, 0x20, 1, 0x20, 1]);
    let said = desk.run("info lacks.xex").stdout;
    assert!(
        said.contains("problem: the file is truncated: 1 byte of the segment at $2000 is missing"),
        "{said}"
    );
    desk.write("more.xex", [0xFF, 0xFF, 0, 0x20, 1, 0x20, 1, 2, 3]);
    let said = desk.run("info more.xex").stdout;
    assert!(said.contains("problem: 1 byte from byte 8 on belongs to no segment"), "{said}");
    assert!(desk.run("info more.xex").stdout.starts_with("more.xex: binary-load file, 9 bytes\n"));
    assert!(desk.run("run more.xex --frames 1").stdout.starts_with("1 frame, "));
}

#[test]
fn what_is_not_supported_is_told_in_a_sentence() {
    let desk = Desk::new();
    for (name, content, words) in [
        ("game.cas", &b"FUJI\x00\x00\x00\x00baud\x00\x00\x58\x02"[..], &["tape image", ".xex", ".atr"][..]),
        ("game.atx", b"AT8X\x01\x00\x01\x00\x00\x00\x00", &["copy protection", "ATX", "ATR"]),
        ("game.pro", b"\x02\xD0P3\x00\x00\x00\x00\x00", &["copy protection", "PRO"]),
        ("game.zip", b"PK\x03\x04\x14\x00\x00\x00", &["archive", "zip", "unpack"]),
        ("game.xex.gz", b"\x1F\x8B\x08\x08\x00\x00\x00", &["archive", "gzip", "unpack"]),
        (
            "game.bas",
            b"\x00\x00\x00\x01\x08\x01\x09\x01\x00\x00\x00\x00\x00\x00\x00\x00",
            &["BASIC", "--basic"],
        ),
        ("list.bas", b"10 PRINT \"HELLO\"\n", &["listed BASIC", "ENTER", "--basic"]),
        ("game.com", b"\xFE\xFF\x01\x80\x00\x00\x00", &["SpartaDOS X", "$FF $FF"]),
        ("game.exe", b"MZ\x90\x00\x03\x00\x00\x00", &["DOS or Windows"]),
        ("game.sap", b"SAP\r\nAUTHOR \"me\"\r\n", &["music"]),
    ] {
        desk.write(name, content);
        desk.run(&format!("run {name}")).failed(2, &[&[name], words].concat());
        let told = desk.run(&format!("info {name}")).failed(1, &[]);
        assert!(told.stdout.contains("problem: "), "{}", told.stdout);
    }
    let mut xl = vec![0xEA; 0x4000];
    xl[0x3FFA..].copy_from_slice(&[0x18, 0xC0, 0xAA, 0xC2, 0x2C, 0xC0]);
    desk.write("atarixl.rom", xl);
    desk.run("run atarixl.rom").failed(2, &["XL and XE", "10240"]);
    desk.run("run none --os atarixl.rom").failed(2, &["XL and XE", "10240"]);
}

#[test]
fn software_for_the_xl_is_suspected_by_where_it_lies() {
    let desk = Desk::with("xl.xex", [0xFF, 0xFF, 0x00, 0xC0, 0x02, 0xC0, 0x4C, 0x00, 0xC0]);
    let ran = desk.run("run xl.xex --frames 200");
    assert!(ran.stderr.contains("$C000-$C002") && ran.stderr.contains("XL"), "{}", ran.stderr);
    desk.write("high.xex", [0xFF, 0xFF, 0x00, 0x70, 0x02, 0x70, 0x4C, 0x00, 0x70]);
    assert!(!desk.run("run high.xex --frames 2").stderr.contains("warning"));
    let ran = desk.run("run high.xex --frames 2 --ram 16");
    assert!(ran.stderr.contains("$7000-$7002") && ran.stderr.contains("16K"), "{}", ran.stderr);
}

#[test]
fn cartridges_run_without_options() {
    let desk = Desk::new();
    let mark = |line: &str| {
        let ran = desk.run(&format!("run {line} --frames 150 --dump $0680")).succeeded();
        (ran.stdout.trim().rsplit(' ').next().unwrap_or("").to_string(), ran.stderr)
    };
    desk.write("left.rom", cartridge_rom(0x2000, 0xA000, 0x11));
    assert_eq!(mark("left.rom").0, "11");
    desk.write("big.bin", cartridge_rom(0x4000, 0x8000, 0x12));
    assert_eq!(mark("big.bin").0, "12");
    desk.write("nameless", cartridge_rom(0x2000, 0xA000, 0x13));
    assert_eq!(mark("nameless").0, "13");
    desk.write("right.rom", cartridge_rom(0x2000, 0x8000, 0x14));
    assert_eq!(mark("right.rom").0, "14");
    desk.write("small.rom", cartridge_rom(0x800, 0xB800, 0x15));
    assert_eq!(mark("small.rom").0, "15");
    desk.write("banked.car", car(12, [vec![0xEA; 0x6000], cartridge_rom(0x2000, 0xA000, 0x16)].concat()));
    assert_eq!(mark("banked.car").0, "16");
    desk.write("banked.rom", [vec![0xEA; 0x6000], cartridge_rom(0x2000, 0xA000, 0x17)].concat());
    let (shown, said) = mark("banked.rom");
    assert_eq!(shown, "17");
    assert!(said.contains("type 12 (XEGS 32K)"), "{said}");
    desk.write("williams.rom", [cartridge_rom(0x2000, 0xA000, 0x18), vec![0xEA; 0x6000]].concat());
    desk.run("run williams.rom").failed(2, &["--cart-type N", "22 (Williams 32K)"]);
    assert_eq!(mark("williams.rom --cart-type 22").0, "18");
    assert!(
        desk.run("disasm williams.rom --cart-type 22 --range $BF00..$BF02")
            .succeeded()
            .stdout
            .contains("LDA #$18")
    );
}

#[test]
fn wrong_cartridges_are_refused_with_what_would_be_right() {
    let desk = Desk::new();
    desk.write("console.car", [&b"CART"[..], &[0, 0, 0, 4], &[0; 8], &[0; 0x8000]].concat());
    desk.run("run console.car").failed(2, &["console.car", "type 4", "5200"]);
    desk.write("unknown.car", [&b"CART"[..], &[0, 0, 9, 9], &[0; 8], &[0; 0x2000]].concat());
    desk.run("run unknown.car").failed(2, &["no cartridge type 2313"]);
    desk.write("short.car", [&b"CART"[..], &[0, 0, 0, 1], &[0; 8], &[0; 0x1FFF]].concat());
    desk.run("run short.car").failed(2, &["8192 bytes", "8191"]);
    desk.write("odd.rom", [0xEAu8; 5000]);
    desk.run("run odd.rom").failed(2, &["5000 bytes", "8192 or 16384"]);
    desk.write("left.rom", cartridge_rom(0x2000, 0xA000, 1));
    desk.run("run left.rom --cart-type 12").failed(2, &["type 12 (XEGS 32K)", "32768", "8192"]);
    desk.run("run left.rom --cart-type 99").failed(2, &["no cartridge type 99"]);
    desk.run("info left.rom --cart-type 99").failed(2, &["--cart-type", "no cartridge type 99"]);
}

#[test]
fn a_cartridge_that_somebody_has_changed_runs_with_a_warning() {
    let mut sum = car(1, cartridge_rom(0x2000, 0xA000, 1));
    sum[20] ^= 1;
    let desk = Desk::with("sum.car", sum);
    let ran = desk.run("run sum.car --frames 1").succeeded();
    assert!(ran.stderr.starts_with("sum.car: warning: the bytes add up to $"), "{}", ran.stderr);
    assert!(desk.run("info sum.car").failed(1, &[]).stdout.contains("has been changed or damaged"));
    let mut right = car(21, cartridge_rom(0x2000, 0x8000, 1));
    right[20] ^= 1;
    desk.write("right.car", right);
    for (option, name) in [("--basic", "sum.car"), ("--right-cart", "right.car")] {
        let ran = desk.run(&format!("run none {option} {name} --frames 1")).succeeded();
        let warning = format!("{name}: warning: the bytes add up to $");
        assert!(ran.stderr.starts_with(&warning), "{option}: {}", ran.stderr);
    }
}

#[test]
fn the_right_slot_and_basic_take_their_cartridges() {
    let desk = Desk::with("right.rom", cartridge_rom(0x2000, 0x8000, 0x21));
    desk.write("left.rom", cartridge_rom(0x2000, 0xA000, 0x22));
    desk.write("big.rom", cartridge_rom(0x4000, 0x8000, 0x23));
    let mark = |line: &str| desk.run(&format!("run {line} --frames 150 --dump $0680 $06")).succeeded().stdout;
    assert_eq!(mark("none --right-cart right.rom"), "$0680 21\n$06 00\n");
    assert_eq!(mark("none --basic left.rom"), "$0680 22\n$06 01\n");
    assert_eq!(mark("left.rom --right-cart right.rom"), "$0680 22\n$06 01\n");
    desk.run("run big.rom --right-cart right.rom").failed(2, &["type 2 (standard 16K)", "$8000"]);
    desk.write("low.car", car(53, cartridge_rom(0x2000, 0x8000, 0x24)));
    desk.run("run low.car --right-cart right.rom").failed(2, &["type 53 (low bank 8K)", "$8000"]);
    desk.run("run right.rom --right-cart right.rom").failed(2, &["right slot"]);
    desk.run("run left.rom --basic left.rom").failed(2, &["left slot"]);
    desk.run("run none --right-cart big.rom").failed(2, &["left slot", "59"]);
    desk.write("basic.txt", "10 PRINT\n");
    desk.run("run none --basic basic.txt").failed(2, &["8192", "text"]);
    desk.run("run none --basic absent.rom").failed(2, &["absent.rom"]);
}

#[test]
fn basic_is_a_cartridge_of_8k_at_a000() {
    let desk = Desk::new();
    for id in [1, 39, 44, 104] {
        desk.write("basic.car", car(id, cartridge_rom(0x2000, 0xA000, 0x22)));
        desk.run("run none --basic basic.car --frames 1").succeeded();
    }
    for (id, size) in [(2, 0x4000), (12, 0x8000), (21, 0x2000), (53, 0x2000), (58, 0x1000)] {
        desk.write("other.car", car(id, cartridge_rom(size, 0x8000, 0x23)));
        let expected = ["other.car", &format!("type {id} ("), "8192 bytes from $A000"];
        desk.run("run none --basic other.car --frames 1").failed(2, &expected);
    }
}

#[test]
fn an_os_rom_of_the_users_is_checked_and_runs() {
    let desk = Desk::with("os.rom", our_os());
    let plain = desk.run("run none --frames 99 --hash").succeeded().stdout;
    let ran = desk.run("run none --os os.rom --frames 99 --hash").succeeded();
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (plain.as_str(), ""));
    // As a program it is the machine with nothing else.
    let alone = desk.run("run os.rom --frames 99 --hash").succeeded();
    assert_eq!(alone.stdout.replace("os.rom", "none"), ran.stdout);
    desk.run("run os.rom --os os.rom").failed(2, &["os.rom", "one of them"]);
    assert!(desk.run("info os.rom").succeeded().stdout.contains("RESET $"));
    desk.write("short.rom", [0u8; 0x2000]);
    desk.run("run none --os short.rom").failed(2, &["short.rom", "10240", "8192"]);
    desk.write("zero.rom", [0u8; 0x2800]);
    desk.run("run none --os zero.rom").failed(2, &["zero.rom", "RESET vector is $0000", "$D800"]);
    let mut damaged = our_os();
    damaged[0xE453 - 0xD800] = 0;
    desk.write("damaged.rom", damaged);
    let ran = desk.run("run none --os damaged.rom --frames 2").succeeded();
    assert!(ran.stderr.contains("$E453 is no JMP"), "{}", ran.stderr);
}

#[test]
fn a_transcript_is_what_the_program_printed_and_not_what_was_echoed() {
    let desk = Desk::with("hello.xex", printer(b"}HELLO,\x9B\x7F\xD7ORLD\x9B"));
    let ran = desk.run("run hello.xex --frames 150 --transcript t.txt --text").succeeded();
    assert_eq!(String::from_utf8(desk.read("t.txt")).unwrap(), "\u{C}HELLO,\n\tWORLD\n");
    assert!(ran.stdout.contains("  HELLO,\n"), "{}", ran.stdout);
    assert!(ran.stdout.contains("WORLD\n"), "{}", ran.stdout);
    // The hash is that of a run nobody watches.
    let hash = |more: &str| desk.run(&format!("run hello.xex --frames 150 --hash {more}")).succeeded().stdout;
    assert_eq!(hash("--transcript t.txt"), hash(""));
    // The memo pad echoes; nobody prints.
    desk.write("keys.txt", "# front800 input 1\n150 key A\n155 key none\n160 key B\n165 key none\n");
    let ran = desk.run("run none --frames 200 --input keys.txt --transcript none.txt --text").succeeded();
    assert!(ran.stdout.to_lowercase().contains("ab"), "{}", ran.stdout);
    let printed = String::from_utf8(desk.read("none.txt")).unwrap();
    assert!(!printed.to_lowercase().contains("ab"), "{printed}");
}

#[test]
fn bytes_put_through_the_iocb_are_in_the_transcript_too() {
    // As BASIC does it: the address in ICPTL, less one, on the stack, and RTS; A = 'X'.
    let code = [0xAD, 0x47, 0x03, 0x48, 0xAD, 0x46, 0x03, 0x48, 0xA9, b'X', 0xA2, 0x00, 0xA0, 0x92, 0x60];
    let mut file = vec![0xFF, 0xFF, 0x00, 0x30, 0x14, 0x30, 0x20, 0x06, 0x30, 0x4C, 0x03, 0x30];
    file.extend(code);
    let desk = Desk::with("direct.xex", file);
    desk.run("run direct.xex --frames 150 --transcript t.txt").succeeded();
    assert_eq!(desk.read("t.txt"), b"X");
}

#[test]
fn info_knows_every_kind() {
    let desk = Desk::new();
    desk.write("game.car", car(12, [vec![0xEA; 0x6000], cartridge_rom(0x2000, 0xA000, 1)].concat()));
    let told = desk.run("info game.car").succeeded().stdout;
    for part in ["type 12 (XEGS 32K)", "with header", "left slot", "$8000-$BFFF", "run $BF00", "started"] {
        assert!(told.contains(part), "{part}: {told}");
    }
    desk.write("right.rom", cartridge_rom(0x2000, 0x8000, 1));
    assert!(desk.run("info right.rom").succeeded().stdout.contains("right slot"));
    let told = desk.run("info right.rom --cart-type 53").succeeded().stdout;
    assert!(told.contains("low bank 8K"), "{told}");
    desk.run("run none --frames 5 --save s.state").succeeded();
    assert!(desk.run("info s.state").succeeded().stdout.contains("saved state"));
    let mut cut = desk.read("s.state");
    cut.pop();
    desk.write("cut.state", cut);
    assert!(desk.run("info cut.state").failed(1, &[]).stdout.contains("damaged"));
    desk.write("play.txt", "# front800 input 1\n60 stick0 right\n");
    assert!(desk.run("info play.txt").succeeded().stdout.contains("1 change, the last in frame 60"));
    desk.write("colours.act", [0u8; 768]);
    assert!(desk.run("info colours.act").succeeded().stdout.contains("256 colours"));
    let json = desk.run("info game.car --json").succeeded().json();
    assert_eq!((&json["kind"], &json["sound"]), (&Value::from("cartridge"), &Value::from(true)));
    for (file, word) in [("s.state", "--load"), ("play.txt", "--input"), ("colours.act", "--palette")] {
        desk.run(&format!("run {file}")).failed(2, &[file, word]);
    }
    desk.run("run .").failed(2, &["folder"]);
}

#[test]
fn info_tells_a_damaged_file_from_one_of_another_kind() {
    let atr = |header: &[u8]| [header, &[0; 10][..]].concat();
    let desk = Desk::with("hard.atr", atr(&[0x96, 0x02, 0x08, 0, 0, 2]));
    desk.write("empty.atr", atr(&[0x96, 0x02, 0, 0, 0x80, 0]));
    desk.write("cut.xfd", [0; 1000]);
    for (name, words) in
        [("hard.atr", "512-byte"), ("empty.atr", "without a sector"), ("cut.xfd", "7 sectors")]
    {
        let told = desk.run(&format!("info {name} --json")).failed(1, &[]).json();
        assert_eq!((&told["kind"], &told["sound"]), (&"disk image".into(), &false.into()), "{name}");
        assert!(told["problems"][0].as_str().is_some_and(|problem| problem.contains(words)), "{told}");
        let ran = desk.run(&format!("run {name} --frames 1"));
        // What there is of it can be read.
        let ran = if name == "cut.xfd" { ran.succeeded() } else { ran.failed(2, &[]) };
        assert!(ran.stderr.contains(name) && ran.stderr.contains(words), "{}", ran.stderr);
    }
    for name in ["letter.atr", "letter.xex", "letter"] {
        desk.write(name, "Dear player,\n");
        desk.run(&format!("info {name}")).failed(2, &[name, "`Dear player,`"]);
    }
}

#[test]
fn mkdisk_makes_an_empty_disk_and_never_loses_one() {
    let desk = Desk::new();
    desk.run("mkdisk games.atr").succeeded();
    let disk = desk.read("games.atr");
    assert_eq!(disk.len(), 16 + 720 * 128);
    assert!(desk.run("info games.atr").succeeded().stdout.contains("720 sectors of 128 bytes"));
    assert!(desk.run("info games.atr").succeeded().stdout.contains("boots 1 sector to $0700, init $0707"));
    desk.write("games.atr", "mine");
    desk.run("mkdisk games.atr").failed(2, &["games.atr", "the file exists"]);
    assert_eq!(desk.read("games.atr"), b"mine");
}

#[test]
fn malformed_files_never_make_the_binary_panic() {
    for seed in 5_000_000..5_000_052 {
        let (name, bytes) = damaged_file(seed);
        let desk = Desk::with(&name, bytes);
        for line in [
            format!("info {name}"),
            format!("run {name} --frames 3"),
            format!("disasm {name}"),
            format!("disasm {name} --source"),
        ] {
            let ran = desk.run(&line);
            assert!(
                (0..=2).contains(&ran.status) && !ran.stderr.contains("panicked"),
                "{line}: {}",
                ran.stderr
            );
            assert!(
                ran.status == 0 || !ran.stdout.is_empty() || !ran.stderr.is_empty(),
                "{line} says nothing"
            );
        }
    }
}

#[test]
fn loading_warns_of_what_is_not_sound_and_runs() {
    let desk = Desk::with("cut.xex", [0xFF, 0xFF, 0x00, 0x30, 0x09, 0x30, 0x4C, 0x00, 0x30]);
    let ran = desk.run("run cut.xex --until-pc $3000").succeeded();
    assert!(ran.stderr.contains("warning") && ran.stderr.contains("7 bytes"), "{}", ran.stderr);
    // SEI and RTS as an INIT routine.
    desk.write(
        "sei.xex",
        [0xFF, 0xFF, 0x00, 0x30, 0x01, 0x30, 0x78, 0x60, 0xE2, 0x02, 0xE3, 0x02, 0x00, 0x30],
    );
    let ran = desk.run("run sei.xex --frames 150").succeeded();
    assert!(ran.stderr.contains("INIT routine at $3000"), "{}", ran.stderr);
}
