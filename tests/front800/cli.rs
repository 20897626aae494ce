//! Tests: the command line, through the binary.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use front800::harness::workload::FAMILIES;
use serde_json::Value;
use tempfile::TempDir;

/// A program that counts frames in $80 and shows a line of text.
pub const COUNTER: &str = "
        org $2000
start   lda #<list
        sta $230
        lda #>list
        sta $231
loop    lda $14
        cmp $14
        beq *-2
        inc count
        jmp loop
list    dta $70,$70,$42,a(text),$41,a(list)
text    dta d'HELLO, COMMANDER                        '
count   = $80
        run start
";

/// A folder with files for one test.
pub struct Desk {
    folder: TempDir,
}

/// What the binary did.
pub struct Ran {
    pub status: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout)
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.stdout, self.stderr))
    }

    #[track_caller]
    pub fn succeeded(self) -> Self {
        assert_eq!(self.status, 0, "{}{}", self.stdout, self.stderr);
        self
    }

    /// It failed with `status` and said all of `words` on standard error.
    #[track_caller]
    pub fn failed(self, status: i32, words: &[&str]) -> Self {
        assert_eq!(self.status, status, "{}{}", self.stdout, self.stderr);
        for word in words {
            assert!(self.stderr.contains(word), "`{word}` is missing in: {}", self.stderr);
        }
        self
    }
}

impl Desk {
    pub fn new() -> Self {
        Desk { folder: tempfile::tempdir().unwrap() }
    }

    pub fn with(name: &str, content: impl AsRef<[u8]>) -> Self {
        let desk = Desk::new();
        desk.write(name, content);
        desk
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        std::fs::write(self.path(name), content).unwrap();
    }

    /// The sources of the built-in programs come to be there.
    pub fn copy_sources(&self) {
        for folder in ["asm", "fonts", "maps"] {
            copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join(folder), &self.path(folder));
        }
    }

    pub fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
    }

    /// Runs `front800` with the words of `line`, in the folder.
    pub fn run(&self, line: &str) -> Ran {
        self.run_words(&line.split_whitespace().collect::<Vec<_>>())
    }

    pub fn run_words(&self, words: &[&str]) -> Ran {
        front800(self.folder.path(), words)
    }
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        match entry.path().is_dir() {
            true => copy(&entry.path(), &to),
            false => assert!(std::fs::copy(entry.path(), to).is_ok()),
        }
    }
}

pub fn front800(folder: &Path, words: &[&str]) -> Ran {
    let Output { status, stdout, stderr } =
        Command::new(env!("CARGO_BIN_EXE_front800")).args(words).current_dir(folder).output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Ran { status: status.code().unwrap_or(-1), stdout: text(stdout), stderr: text(stderr) }
}

#[test]
fn help_names_every_subcommand_and_its_version_is_ours() {
    let desk = Desk::new();
    let help = desk.run("--help").succeeded();
    let mut names = vec![
        "play", "run", "asm", "test", "fmt", "map", "budget", "disasm", "mkdisk", "info", "assets",
        "campaign", "arena", "match", "debug", "dap", "bench",
    ];
    names.extend(cfg!(feature = "lsp").then_some("lsp"));
    for name in names {
        assert!(help.stdout.contains(&format!("\n  {name} ")), "{name}");
        assert!(desk.run(&format!("{name} --help")).succeeded().stdout.contains("Usage: front800"));
    }
    assert_eq!(desk.run("--version").succeeded().stdout, format!("front800 {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn the_input_script_that_help_shows_is_one() {
    let desk = Desk::new();
    let help = desk.run("run --help").succeeded().stdout;
    let script = &help[help.find("# front800 input 1").expect("an example")..];
    desk.write("example.txt", script);
    desk.run("run none --frames 310 --input example.txt").succeeded();
    desk.write("broken.txt", script.replace("paddle0 ", "paddle9 "));
    desk.run("run none --frames 310 --input broken.txt").failed(2, &["broken.txt:9", "paddle9"]);
}

#[test]
fn wrong_usage_is_exit_2_and_says_what_is_wrong() {
    let desk = Desk::new();
    desk.run("fly").failed(2, &["fly"]);
    desk.run("run none --frames many").failed(2, &["--frames", "many"]);
    desk.run("run none --ram 17").failed(2, &["17", "16, 32, 48"]);
    desk.run("run nothing.xex").failed(2, &["nothing.xex", "no such file"]);
    desk.run("run rasputista").failed(2, &["did you mean `rasputitsa`"]);
    desk.run("run none --until-pc nowhere_at_all").failed(2, &["--until-pc", "no label `nowhere_at_all`"]);
    desk.run_words(&["run", "none", "--until", "$80 = 5"]).failed(2, &["to compare, write `==`"]);
    desk.run("budget none --limit vbi").failed(2, &["vbi=2000"]);
}

#[test]
fn a_run_prints_one_document_of_the_promised_shape() {
    let desk = Desk::with("counter.asm", COUNTER);
    let ran = desk.run("run counter.asm --frames 100 --json --dump count --dump $2000:3").succeeded();
    let json = ran.json();
    assert_eq!(json["frames"], 100);
    assert!(json["cycles"].as_u64().unwrap() >= 100 * 262 * 114);
    let seconds = json["seconds_emulated"].as_f64().unwrap();
    assert!((1.66..1.68).contains(&seconds), "{seconds}");
    assert!(json["seconds_wall"].as_f64().unwrap() > 0.0 && json["speed"].as_f64().unwrap() > 0.0);
    assert_eq!(json["hash"].as_str().unwrap().len(), 16);
    assert!(json["pc"].as_u64().unwrap() <= 0xFFFF);
    assert_eq!(json["dump"]["$2000:3"], "a9158d");
    assert_eq!(json["dump"]["count"].as_str().unwrap().len(), 2);
    assert_eq!(json["stopped_by"], "frames");
    assert!(json.get("text").is_none());
}

#[test]
fn the_same_run_gives_the_same_output_whatever_is_watched() {
    let desk = Desk::with("counter.asm", COUNTER);
    let plain = desk.run("run counter.asm --frames 120 --hash").succeeded().stdout;
    assert_eq!(plain, desk.run("run counter.asm --frames 120 --hash").succeeded().stdout);
    let watched = "run counter.asm --frames 120 --hash --trace t --profile p --wav w.wav --gif g.gif \
                   --screenshot s.png --frames-dir f --every 60";
    assert_eq!(plain, desk.run(watched).succeeded().stdout);
    let trace = desk.read("t");
    desk.run(watched).succeeded();
    assert!(trace == desk.read("t"), "the trace differs");
    assert_ne!(plain, desk.run("run counter.asm --frames 121 --hash").succeeded().stdout);
}

#[test]
fn a_trace_is_as_long_as_it_is_wanted() {
    let desk = Desk::with("counter.asm", COUNTER);
    let trace = |options: &str| {
        desk.run(&format!("run counter.asm --until-pc $2012 --trace t {options}")).succeeded();
        String::from_utf8(desk.read("t")).unwrap()
    };
    let all = trace("");
    let lines = |count: usize| all.split_inclusive('\n').rev().take(count).collect::<Vec<_>>();
    let last = trace("--trace-last 5");
    assert_eq!(last.split_inclusive('\n').rev().collect::<Vec<_>>(), lines(5));
    assert!(last.contains("INC count"), "{last}");
    assert!(all.contains("STA SDLSTL") && !all.contains("STA $0230"), "the system's names are missing");
    let from = trace("--trace-from pc==&start");
    assert!(from.lines().next().unwrap().contains("2000  A9"), "{from}");
    assert!(all.ends_with(&from) && from.lines().count() < all.lines().count() / 2);
    assert_eq!(trace("--trace-from pc==&start --trace-last 5"), last);
    let none = desk.run("run counter.asm --frames 3 --trace t --trace-from frame==900").succeeded();
    assert!(none.stderr.contains("--trace-from 'frame==900' never came true"), "{}", none.stderr);
    desk.run("run counter.asm --trace-last 5").failed(2, &["--trace"]);
    desk.run("run counter.asm --trace t --trace-from frame=5").failed(2, &["--trace-from 'frame=5'", "=="]);
}

#[test]
fn output_files_are_what_they_are_called_and_leave_no_litter() {
    let desk = Desk::with("counter.asm", COUNTER);
    desk.run(
        "run counter.asm --frames 90 --screenshot s.png --wav w.wav --gif g.gif --frames-dir f --every 30",
    )
    .succeeded();
    let width = |png: &[u8]| u32::from_be_bytes(png[16..20].try_into().unwrap());
    assert_eq!(width(&desk.read("s.png")), 336);
    assert_eq!(&desk.read("g.gif")[..6], b"GIF89a");
    assert_eq!(&desk.read("w.wav")[..4], b"RIFF");
    let samples = (desk.read("w.wav").len() - 44) / 2;
    assert!((65_000..68_000).contains(&samples), "{samples} samples in 1.5 seconds");
    for frame in ["f/frame-000030.png", "f/frame-000060.png", "f/frame-000090.png"] {
        assert_eq!(width(&desk.read(frame)), 336, "{frame}");
    }
    assert!(desk.read("f/frame-000090.png") == desk.read("s.png"), "one moment, two pictures");
    desk.run("run counter.asm --frames 90 --screenshot wide.png --overscan").succeeded();
    assert_eq!(width(&desk.read("wide.png")), 376);
    let names: Vec<_> =
        std::fs::read_dir(desk.folder.path()).unwrap().flatten().map(|e| e.file_name()).collect();
    assert!(names.iter().all(|name| !name.to_string_lossy().ends_with(".tmp")), "{names:?}");
}

#[test]
fn the_text_screen_is_printed() {
    let desk = Desk::with("counter.asm", COUNTER);
    let ran = desk.run("run counter.asm --frames 100 --text").succeeded();
    assert_eq!(ran.stdout, "HELLO, COMMANDER\n");
}

#[test]
fn conditions_end_a_run_or_fail_it() {
    let desk = Desk::with("counter.asm", COUNTER);
    let json = desk.run_words(&["run", "counter.asm", "--until", "count == 5", "--json", "--dump", "count"]);
    let json = json.succeeded().json();
    assert_eq!((&json["stopped_by"], &json["dump"]["count"]), (&Value::from("until"), &Value::from("05")));
    let json = desk.run("run counter.asm --until-pc start --json").succeeded().json();
    assert_eq!((&json["stopped_by"], &json["pc"]), (&Value::from("pc"), &Value::from(0x2000)));
    let by_line = desk.run("run counter.asm --until-pc counter.asm:3 --json").succeeded().json();
    assert_eq!((&by_line["stopped_by"], &by_line["pc"]), (&json["stopped_by"], &json["pc"]));
    desk.run("run counter.asm --until-pc counter.asm:999").failed(2, &["--until-pc counter.asm:999"]);
    let json = desk.run("run counter.asm --cycles 1000000 --json").succeeded().json();
    assert_eq!(json["stopped_by"], "cycles");
    assert!((1_000_000..1_000_010).contains(&json["cycles"].as_u64().unwrap()));
    let never = ["60 frames passed before --until-pc $3000 or --until 'pc == 9' came true"];
    let words = ["run", "counter.asm", "--frames", "60", "--until-pc", "$3000", "--until", "pc == 9"];
    desk.run_words(&words).failed(1, &never);
    desk.run("run counter.asm --cycles 9 --until-pc $3000")
        .failed(1, &["cycles passed before --until-pc $3000 came true"]);
}

/// What is in the RAM of a machine that is switched on says nothing of a program that is still to come.
#[test]
fn a_condition_waits_for_the_program_and_means_the_same_however_it_is_written() {
    let desk = Desk::with("counter.asm", COUNTER);
    let count = |until: &str| {
        let ran = desk.run_words(&["run", "counter.asm", "--until", until, "--json", "--dump", "count"]);
        ran.succeeded().json()["dump"]["count"].as_str().unwrap().to_string()
    };
    for until in ["count < 99", "count >= 0 && pc == &start", "(count) != 77"] {
        assert_eq!(
            count(until),
            desk.run("run counter.asm --until-pc start --json --dump count").json()["dump"]["count"]
        );
    }
    for until in ["count == 5", "(count) == 5", "$80 >= 5 && $80 <= 5", "count+0 == 5", "byte(&count) == 5"] {
        assert_eq!(count(until), "05", "{until}");
    }
    let never = desk.run_words(&["run", "counter.asm", "--until", "count == 256", "--frames", "5"]);
    never.failed(2, &["256", "0 to 255"]);
}

#[test]
fn machine_options_are_the_same_everywhere() {
    let desk = Desk::with("red.pal", [255, 0, 0].repeat(256));
    desk.write("commands.txt", "run 60\nscreenshot red.png\n");
    for command in
        ["run none", "budget none", "map none", "debug none --script commands.txt", "test counter.asm"]
    {
        let ran = desk.run(&format!("{command} --palette red.pal --audio-rate 8000 --audio-rate 2"));
        ran.failed(2, &["--audio-rate", "used multiple times"]);
        desk.run(&format!("{command} --audio-rate 2")).failed(2, &["--audio-rate", "from 4000 to 192000"]);
    }
    desk.run("debug none --script commands.txt --palette red.pal").succeeded();
    let png = image::load_from_memory(&desk.read("red.png")).unwrap().to_rgb8();
    assert!(png.pixels().all(|pixel| pixel.0 == [255, 0, 0]), "in the colours that were given");
}

#[test]
fn a_source_that_is_run_takes_definitions_and_folders() {
    let desk = Desk::with(
        "main.asm",
        " org $2000\n icl 'part.inc'\nstart lda #LEVEL+7\n sta $80\n jmp *\n run start\n",
    );
    std::fs::create_dir(desk.path("parts")).unwrap();
    desk.write("parts/part.inc", "; nothing\n");
    let ran = desk.run("run main.asm -d LEVEL=3 -i parts --frames 60 --dump $80").succeeded();
    assert_eq!(ran.stdout, "$80 0a\n");
    desk.run("map main.asm -d LEVEL=3 -i parts").succeeded();
    desk.run("run main.asm -i parts").failed(1, &["`LEVEL` is not defined"]);
    desk.run("asm main.asm -d LEVEL=3 -i parts -o main.xex").succeeded();
    for name in ["1=2", "1x=5", "a-b=1"] {
        desk.run(&format!("asm main.asm -d {name}"))
            .failed(2, &[name, "is not a label: a label begins with a letter"]);
    }
    desk.run("run main.xex -d LEVEL=3").failed(2, &["main.xex", "-d and -i are for sources"]);
    desk.run("run rasputitsa -d LEVEL=3").failed(2, &["rasputitsa", "-d and -i are for sources"]);
}

#[test]
fn elements_of_tables_can_be_dumped() {
    let source = " org $2000\n .struct e\nx .byte\ny .word\n .ends\nstart ldx #2\nstay jmp stay\nrows .word 1,2,3\n \
                  .word $1234\nenemies dta e [2] (1,2) (3,4)\n run start\n";
    let desk = Desk::with("tables.asm", source);
    let ran = desk
        .run("run tables.asm --until-pc stay --dump rows[3]:2 rows[x] enemies[1].y enemies[1]:3")
        .succeeded();
    let rows = ["rows[3]:2 3412", "rows[x] 03", "enemies[1].y 04", "enemies[1]:3 030400"];
    assert!(rows.iter().all(|row| ran.stdout.contains(row)), "{}", ran.stdout);
    desk.run("run tables.asm --dump rows[4]").failed(2, &["--dump rows[4]", "elements 0 to 3, not 4"]);
}

#[test]
fn all_of_memory_can_be_dumped() {
    let desk = Desk::new();
    let dump = desk.run("run none --frames 1 --dump 0:65536").succeeded().stdout;
    assert_eq!(dump.trim_end().len(), "0:65536 ".len() + 2 * 0x10000);
    desk.run("run none --frames 1 --dump 0:65537").failed(2, &["1 to 65536"]);
}

#[test]
fn a_run_may_be_as_long_as_a_number() {
    let desk = Desk::new();
    desk.run("run none --frames 2 --save a.state").succeeded();
    let json = desk
        .run("run none --load a.state --frames 5 --cycles 18446744073709551615 --json")
        .succeeded()
        .json();
    assert_eq!((&json["frames"], &json["stopped_by"]), (&Value::from(5), &Value::from("frames")));
    desk.write("late.txt", "# front800 input 1\n18446744073709551615 reset\n");
    desk.run("run none --input late.txt --frames 5").failed(2, &["late.txt:2:1", "never comes"]);
}

#[test]
fn a_folder_hides_no_title_and_labels_that_are_old_or_damaged_are_told_of() {
    let desk = Desk::with("counter.asm", COUNTER);
    std::fs::create_dir(desk.path("rasputitsa")).unwrap();
    desk.run("run rasputitsa --frames 1").succeeded();
    desk.run("asm counter.asm -o counter.xex -t counter.lab").succeeded();
    desk.run("run counter.xex --until-pc start").succeeded();
    let labels = std::fs::File::options().write(true).open(desk.path("counter.lab")).unwrap();
    labels.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    assert!(
        desk.run("run counter.xex --until-pc start").succeeded().stderr.contains("older than counter.xex")
    );
    desk.write("counter.lab", b"al 002000 .sta\xE9\n");
    let said = desk.run("run counter.xex --frames 1").succeeded().stderr;
    assert!(
        said.contains("counter.lab: warning: it is passed over: line 1: ") && said.contains("UTF-8"),
        "{said}"
    );
    assert_eq!(desk.run("run counter.asm --frames 1").succeeded().stderr, "", "a source has its own");
}

#[test]
fn a_jam_is_exit_1() {
    let desk = Desk::with("jam.asm", " org $2000\nstart dta $02\n run start\n");
    desk.run("run jam.asm --hash").failed(1, &["the CPU is jammed at $2000 (start)"]);
    desk.run("budget jam.asm").failed(1, &["the CPU is jammed at $2000 (start)"]);
    let ran = desk.run("run jam.asm --json").failed(1, &["jammed"]);
    assert_eq!(ran.json()["stopped_by"], "jam");
    assert_eq!(ran.json()["hash"], desk.run("run jam.asm --json --trace t").json()["hash"]);
}

#[test]
fn a_saved_state_goes_on_as_if_nothing_had_happened() {
    let desk = Desk::with("counter.asm", COUNTER);
    desk.run("run counter.asm --frames 70 --save s.state").succeeded();
    let gone_on = desk.run("run counter.asm --load s.state --frames 50 --hash").succeeded().stdout;
    assert_eq!(gone_on, desk.run("run counter.asm --frames 120 --hash").succeeded().stdout);
    desk.write("bad.state", b"nonsense");
    desk.run("run counter.asm --load bad.state").failed(2, &["bad.state", "not a saved state"]);
    desk.run("run counter.asm --load s.state --ram 16")
        .failed(2, &["s.state", "with 48K, which this one is not: use it with --ram 48"]);
}

#[test]
fn an_input_script_moves_the_stick_and_its_mistakes_are_located() {
    let source = " org $2000\nstart lda $278\n sta $80\n jmp start\n run start\n";
    let desk = Desk::with("stick.asm", source);
    desk.write("play.txt", "# front800 input 1\n60 stick0 right\n80 stick0 center\n");
    let at = |frames: u32| {
        let line = format!("run stick.asm --input play.txt --frames {frames} --dump $80");
        desk.run(&line).succeeded().stdout
    };
    assert_eq!((at(59), at(75), at(90)), ("$80 0f\n".into(), "$80 07\n".into(), "$80 0f\n".into()));
    desk.write("bad.txt", "# front800 input 1\n60 stick0 rihgt\n");
    desk.run("run stick.asm --input bad.txt").failed(2, &["bad.txt:2:11", "up down left right"]);
    desk.run("run stick.asm --input none.txt").failed(2, &["none.txt"]);
}

#[test]
fn errors_of_a_source_are_exit_1_and_name_the_place() {
    let desk = Desk::with("wrong.asm", " org $2000\n lda nothing\n");
    desk.run("run wrong.asm").failed(1, &["wrong.asm", "nothing"]);
    desk.run("asm wrong.asm").failed(1, &["wrong.asm", "nothing"]);
    desk.run("asm wrong.asm --message-format short").failed(1, &["wrong.asm:2:"]);
    desk.run("asm absent.asm").failed(2, &["absent.asm"]);
}

#[test]
fn an_assembled_file_runs_like_its_source() {
    let desk = Desk::with("counter.asm", COUNTER);
    desk.run("asm counter.asm -o counter.xex -t counter.lab -l counter.lst -m counter.txt").succeeded();
    assert!(desk.read("counter.lab").starts_with(b"mads "));
    assert!(desk.read("counter.lst").starts_with(b"mads "));
    desk.run("asm counter.asm -l cycles.txt").succeeded();
    assert_ne!(desk.read("cycles.txt"), desk.read("counter.lst"));
    assert!(String::from_utf8(desk.read("counter.txt")).unwrap().contains("$2000"));
    let hash = |target: &str| desk.run(&format!("run {target} --frames 99 --hash")).succeeded().stdout;
    assert_eq!(hash("counter.asm"), hash("counter.xex"));
    desk.run("run counter.xex --until-pc start").succeeded();
    desk.run("asm counter.asm -o counter.zip").failed(2, &["counter.zip", ".xex"]);
}

#[test]
fn the_wargames_own_source_assembles_to_the_built_in_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let desk = Desk::new();
    let out = desk.path("r.xex");
    let words = ["asm", "asm/rasputitsa/rasputitsa.asm", "-i", "asm", "-o", out.to_str().unwrap()];
    front800(root, &words).succeeded();
    let hash = |target: &str| desk.run(&format!("run {target} --frames 60 --hash")).succeeded().stdout;
    assert_eq!(hash("r.xex"), hash("rasputitsa"));
}

#[test]
fn info_tells_kinds_and_unsound_files() {
    let desk = Desk::with("ok.xex", [0xFF, 0xFF, 0x00, 0x20, 0x01, 0x20, 0xEA, 0x60]);
    assert!(desk.run("info ok.xex").succeeded().stdout.contains("$2000-$2001"));
    let json = desk.run("info ok.xex --json").succeeded().json();
    assert_eq!((&json["kind"], &json["sound"]), (&Value::from("binary-load file"), &Value::from(true)));
    desk.write("cut.xex", [0xFF, 0xFF, 0x00, 0x20, 0x01, 0x20, 0xEA]);
    assert!(desk.run("info cut.xex").failed(1, &[]).stdout.contains("1 byte of the segment"));
    desk.write("x", [0u8; 100]);
    desk.run("info x").failed(2, &["100 bytes"]);
    desk.write("x.rom", [0u8; 100]);
    assert!(desk.run("info x.rom").failed(1, &[]).stdout.contains("8192 or 16384"));
    desk.write("disk.atr", [&[0x96u8, 0x02, 0x08, 0, 0x80, 0][..], &[0; 10], &[0; 128]].concat());
    assert!(desk.run("info disk.atr").succeeded().stdout.contains("1 sector of 128 bytes"));
    desk.run("run disk.atr --frames 5").succeeded();
}

#[test]
fn a_map_shows_segments_as_text_json_and_drawing() {
    let desk = Desk::with("counter.asm", COUNTER);
    assert!(desk.run("map counter.asm").succeeded().stdout.contains("$2000"));
    let json = desk.run("map counter.asm --json --svg map.svg").succeeded().json();
    assert_eq!(json["segments"][0]["start"], 0x2000);
    assert!(json["overlaps"].as_array().unwrap().is_empty());
    assert!(desk.read("map.svg").starts_with(b"<svg"));
}

#[test]
fn a_disassembly_shows_labels_and_keeps_to_its_range() {
    let desk = Desk::with("counter.asm", COUNTER);
    let ran = desk.run("disasm counter.asm --range start..start+9").succeeded();
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert!(lines[1].eq_ignore_ascii_case("start"), "{lines:?}");
    assert!(lines[2].contains("LDA #$"), "{lines:?}");
    assert_eq!(lines.iter().filter(|line| line.starts_with("  ")).count(), 4);
    desk.run("disasm counter.asm --range $2000").failed(2, &["two dots"]);
    desk.run("disasm counter.asm --range $9000..$9001").failed(2, &["no bytes"]);
}

#[test]
fn a_budget_reports_the_vertical_blank_and_keeps_limits() {
    let desk = Desk::with("counter.asm", COUNTER);
    let json = desk.run("budget counter.asm --frames 100 --json --limit vbi=2508").succeeded().json();
    let vbi = &json["handlers"][0];
    assert_eq!(vbi["name"], "vbi");
    assert!(vbi["count"].as_u64().unwrap() > 50);
    let figures = ["min", "median", "max"].map(|key| vbi["cpu_cycles"][key].as_u64().unwrap());
    assert!(figures[0] <= figures[1] && figures[1] <= figures[2]);
    assert!(vbi["elapsed_cycles"]["max"].as_u64() >= Some(figures[2]));
    assert_eq!((&vbi["begin"]["line"], &vbi["overruns"]), (&Value::from(248), &Value::from(0)));
    assert_eq!(json["within_limits"], true);
    desk.run("budget counter.asm --frames 100 --limit vbi=20").failed(1, &["vbi", "20"]);
    desk.run("budget counter.asm --frames 100 --limit dli=20").failed(2, &["dli", "vbi"]);
}

#[test]
fn the_assets_are_sound_and_are_written_and_drawn() {
    let desk = Desk::new();
    desk.run("assets --png drawings -o bytes").succeeded();
    assert_eq!(desk.read("bytes/generated/map.bin").len(), 1968);
    assert_eq!(desk.read("bytes/generated/os.chr").len(), 1024);
    assert_eq!(&desk.read("drawings/map.png")[1..4], b"PNG");
    desk.run("assets --src .").failed(1, &["fonts/os.txt"]);
}

#[test]
fn bench_measures_every_family_without_sound_and_with_it() {
    let desk = Desk::new();
    let json = desk.run("bench --frames 2 --warm 0 --json").succeeded().json();
    let measured = json["workloads"].as_array().unwrap();
    for family in FAMILIES {
        let of_family: Vec<_> = measured.iter().filter(|m| m["name"] == family.name).collect();
        let sounds: Vec<_> = of_family.iter().map(|m| m["sound"].as_bool().unwrap()).collect();
        assert_eq!(sounds, [false, true], "{}", family.name);
        assert!(of_family.iter().all(|m| m["frames"] == 2), "{}", family.name);
    }
}

#[test]
fn bench_measures_the_programs_named() {
    let desk = Desk::with(
        "flash.asm",
        "        org $2000\nstart   inc $d01a\n        jmp start\n        run start\n",
    );
    let json = desk.run("bench flash.asm idle --frames 3 --warm 80 --sound --json").succeeded().json();
    let names: Vec<_> = json["workloads"].as_array().unwrap().iter().map(|m| m["name"].clone()).collect();
    assert_eq!(names, ["flash.asm", "idle"]);
    assert!(json["workloads"][0]["sound"].as_bool().unwrap());
    desk.run("bench nothing.xex").failed(2, &["nothing.xex"]);
    let text = desk.run("bench flash.asm idle --frames 3").succeeded().stdout;
    assert!(text.contains("median") && text.contains("worst"), "{text}");
    std::fs::write(desk.path("jam.asm"), "        org $2000\nstart   .byte 2\n        run start\n").unwrap();
    desk.run("bench jam.asm --frames 3 --warm 80").failed(1, &["jam.asm", "jammed"]);
}

#[cfg(not(feature = "window"))]
#[test]
fn without_the_window_playing_is_exit_2_with_a_sentence() {
    Desk::new().run("play").failed(2, &["without its window"]);
}

#[test]
fn the_wargame_runs_as_a_cartridge_in_16_kilobytes() {
    let desk = Desk::with("start.txt", "# front800 input 1\n300 console start\n310 console none\n");
    for title in ["rasputitsa", "rasputitsa:1981"] {
        let line = format!(
            "run {title} --form cart --ram 16 --input start.txt --frames 700 --json --dump zp_orders_open --dump $BFFC:2"
        );
        let dump = desk.run(&line).succeeded().json()["dump"].clone();
        assert_eq!((dump["zp_orders_open"].as_str(), dump["$BFFC:2"].as_str()), (Some("01"), Some("0004")));
    }
}

#[test]
fn a_campaign_that_is_measured_runs_as_it_does_when_nobody_watches() {
    // A comparison of hashes is part of the measurement.
    let measured = Desk::new().run("bench campaign --json").succeeded().json();
    assert_eq!(measured["ratios"][0]["name"], "campaign");
    assert!(measured["ratios"][0]["turns_per_second"].as_f64().is_some_and(|turns| turns > 0.0));
}

#[test]
fn whole_campaigns_are_counted_by_the_minute() {
    let measured = Desk::new().run("bench campaigns --json").succeeded().json();
    let one_thread = &measured["campaigns"][0];
    assert_eq!(one_thread["threads"], 1);
    let (played, seconds) =
        (one_thread["campaigns"].as_f64().unwrap(), one_thread["seconds_wall"].as_f64().unwrap());
    let rate = one_thread["campaigns_per_minute"].as_f64().unwrap();
    assert!((rate * seconds - played * 60.0).abs() < 1e-6 && rate > 0.0, "{measured}");
}
