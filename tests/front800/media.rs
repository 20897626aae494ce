//! Malformed files of every kind: an error or a run, never a panic, never a hang.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock};
use std::time::Duration;

use front800::assembler::{MemoryFiles, Options, assemble};
use front800::harness::script::Script;
use front800::host::palette::Palette;
use front800::machine::{Config, Machine, check_state};
use front800::media::atr::Image;
use front800::media::cart::{self, Cart, CartError, CartKind};
use front800::media::kind::describe;
use front800::media::os_rom::OsRom;
use front800::media::xex::{Segment, Xex};
use front800::media::{kind, os_rom};
use front800::titles::Sources;
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;

/// Files in every run of the tests, and with `FRONT800_FULL` set.
const SLICE: u64 = 2_000;
const WHOLE: u64 = 100_000;
/// Frames that a machine runs with what was accepted.
const FRAMES: u32 = 6;
/// A file that takes longer is a hang.
const LONGEST: Duration = Duration::from_secs(60);
const DSKINV: u16 = 0xE453;

/// A sound file of a kind, and what takes files of the kind.
struct Subject {
    name: &'static str,
    sound: Vec<u8>,
    feed: fn(&[u8], &mut ChaCha8Rng),
}

fn config() -> Config {
    let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
    Config { seed: 5, ..Config::new(os) }
}

/// A machine that is about to ask for the disk.
fn about_to_boot() -> Machine {
    static MACHINE: OnceLock<Machine> = OnceLock::new();
    let machine = MACHINE.get_or_init(|| {
        let fresh = Machine::new(&config());
        let mut scout = fresh.clone();
        while scout.cpu().pc != DSKINV {
            scout.step();
        }
        let mut machine = fresh;
        machine.set_drawing(false);
        for _ in 0..scout.frame_number() {
            machine.run_frame();
        }
        assert_ne!(machine.cpu().pc, DSKINV);
        machine
    });
    machine.clone()
}

fn run(mut machine: Machine, frames: u32) {
    machine.set_drawing(false);
    for _ in 0..frames {
        machine.run_frame();
    }
    machine.hash();
}

fn feed_xex(bytes: &[u8], _: &mut ChaCha8Rng) {
    let Ok((xex, warnings)) = Xex::parse(bytes) else { return };
    let _ = warnings.iter().map(ToString::to_string).collect::<String>();
    // A last segment of zeros may come back as padding.
    assert!(Xex::parse(&xex.write()).is_ok_and(|(again, _)| xex.segments.starts_with(&again.segments)));
    let mut machine = about_to_boot();
    machine.load_program(xex);
    run(machine, FRAMES);
}

fn feed_atr(bytes: &[u8], _: &mut ChaCha8Rng) {
    let Ok((image, warnings)) = Image::parse(bytes) else { return };
    let _ = warnings.iter().map(ToString::to_string).collect::<String>();
    let again = Image::parse(&image.to_bytes()).map(|(image, _)| image.geometry());
    assert_eq!(again, Ok(image.geometry()));
    let mut machine = about_to_boot();
    machine.set_fast_disk(true);
    let disk = machine.add_disk(image, false);
    machine.insert_disk(0, Some(disk));
    run(machine, FRAMES);
}

fn only(parsed: Result<(Cart, Vec<cart::Warning>), CartError>) -> Result<Cart, CartError> {
    parsed.map(|(cart, _)| cart)
}

fn feed_cart(bytes: &[u8], rng: &mut ChaCha8Rng) {
    let mut carts = vec![
        only(Cart::parse(bytes)),
        Cart::parse_raw(bytes),
        Cart::parse_as(bytes, rng.random_range(0..120)),
    ];
    if bytes.len() > 16 {
        // A checksum of zero is none.
        let mut unchecked = bytes.to_vec();
        unchecked[8..12].fill(0);
        carts.push(only(Cart::parse_car(&unchecked)));
    }
    for cart in carts {
        match cart {
            Err(error) => assert!(!error.to_string().is_empty()),
            Ok(cart) if cart.rom.len() > 1 << 20 => {}
            Ok(cart) => {
                let right = cart.kind.is_right();
                let (left, right) = if right { (None, Some(cart)) } else { (Some(cart), None) };
                run(Machine::new(&Config { cartridge: left, right_cartridge: right, ..config() }), FRAMES);
            }
        }
    }
}

fn feed_os(bytes: &[u8], _: &mut ChaCha8Rng) {
    let _ = os_rom::problems(bytes);
    if let Ok(os) = OsRom::try_from(bytes) {
        run(Machine::new(&Config { os, ..config() }), FRAMES);
    }
}

fn feed_state(bytes: &[u8], _: &mut ChaCha8Rng) {
    let mut machine = about_to_boot();
    let _ = check_state(bytes);
    if machine.load(bytes).is_ok() {
        run(machine, FRAMES);
    }
}

fn feed_script(bytes: &[u8], _: &mut ChaCha8Rng) {
    match Script::parse(&String::from_utf8_lossy(bytes)) {
        Ok(script) => assert_eq!(Script::parse(&script.to_text()), Ok(script)),
        Err(error) => assert!(error.line > 0 && error.column > 0 && !error.message.is_empty()),
    }
}

fn feed_source(bytes: &[u8], _: &mut ChaCha8Rng) {
    let mut files = MemoryFiles::default();
    files.add("main.asm", bytes);
    let assembly = assemble(&files, "main.asm", &Options::default());
    assert!(assembly.output.is_some() || !assembly.diagnostics.is_empty());
}

fn feed_palette(bytes: &[u8], _: &mut ChaCha8Rng) {
    let _ = Palette::load(bytes);
}

/// A program with INIT routines, a repeated signature and a run address.
fn small_program() -> Vec<u8> {
    let segments = vec![
        Segment { start: 0x3000, bytes: vec![0xE6, 0x80, 0x60] },
        Segment { start: 0x02E2, bytes: vec![0x00, 0x30] },
        Segment { start: 0xD01A, bytes: vec![0x34] },
        Segment { start: 0x4000, bytes: vec![0xA5, 0x14, 0x8D, 0x18, 0xD0, 0x4C, 0x00, 0x40] },
        Segment { start: 0x02E0, bytes: vec![0x00, 0x40] },
    ];
    let mut file = Xex { segments }.write();
    file.splice(9..9, [0xFF, 0xFF]);
    file
}

fn cartridge(id: u32) -> Vec<u8> {
    let kind = CartKind::by_id(id).unwrap();
    let mut rom: Vec<u8> = (0..kind.size()).map(|n| [0xE6, 0x80, 0x4C, 0x00, 0xA0, 0x60][n % 6]).collect();
    let end = rom.len() - 6;
    rom[end..].copy_from_slice(&[0x00, 0xA0, 0x00, 0x04, 0x05, 0xA0]);
    Cart { kind, rom }.write_car()
}

fn subjects() -> &'static [Subject] {
    static SUBJECTS: OnceLock<Vec<Subject>> = OnceLock::new();
    SUBJECTS.get_or_init(make_subjects)
}

fn make_subjects() -> Vec<Subject> {
    let mut atr = vec![0x96, 0x02, 0x80, 0x16, 0x80, 0];
    atr.resize(16 + 92_160, 0);
    let title = Sources::embedded().rasputitsa().unwrap_or_else(|error| panic!("{error}")).xex.write();
    let script = "# front800 input 1\n0 stick0 center\n120 stick1 right fire # go\n200 console start option\n\
                  201 key SHIFT+A B BREAK\n202 key none\n300 reset\n320 paddle7 228\n\
                  330 pen0 120 96 pressed\n331 pen3 none\n";
    let source = " org $2000\nstart lda #<list\n .if .def x\n sta $230,x\n .endif\n:3 nop\nlist dta a(start),c'AB'\n\
                  .macro m a\n lda #:a\n.endm\n m 5\n run start\n";
    let state = about_to_boot().save();
    let subject = |name, sound, feed| Subject { name, sound, feed };
    vec![
        subject("xex", small_program(), feed_xex as fn(&[u8], &mut ChaCha8Rng)),
        subject("xex", title, feed_xex),
        subject("atr", atr, feed_atr),
        subject("car", cartridge(1), feed_cart),
        subject("car", cartridge(12), feed_cart),
        subject("car", cartridge(18), feed_cart),
        subject("car", cartridge(47), feed_cart),
        subject("rom", cartridge(2)[16..].to_vec(), feed_cart),
        subject("os", config().os.to_vec(), feed_os),
        subject("state", state, feed_state),
        subject("script", script.as_bytes().to_vec(), feed_script),
        subject("source", source.as_bytes().to_vec(), feed_source),
        subject("palette", vec![7; 768], feed_palette),
    ]
}

/// Damages a file: flips bits, cuts it off, puts extreme values where headers are, repeats or
/// removes parts, or makes noise of it.
fn damage(bytes: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    for _ in 0..rng.random_range(1..4) {
        let length = bytes.len();
        if length == 0 {
            return;
        }
        let near_start = |rng: &mut ChaCha8Rng| rng.random_range(0..length.min(48));
        match rng.random_range(0..9) {
            0..=1 => {
                for _ in 0..rng.random_range(1..9) {
                    bytes[rng.random_range(0..length)] ^= 1 << rng.random_range(0..8);
                }
            }
            2 => bytes.truncate(rng.random_range(0..length)),
            3 => bytes.truncate(near_start(rng)),
            4 => {
                let at = near_start(rng);
                bytes[at] = [0x00, 0x01, 0x7F, 0x80, 0xFE, 0xFF][rng.random_range(0..6)];
            }
            5 => {
                let at = near_start(rng);
                let extreme: u32 = [0, 1, 0x7FFF_FFFF, 0x8000_0000, u32::MAX][rng.random_range(0..5)];
                for (byte, value) in bytes[at..].iter_mut().zip(extreme.to_be_bytes()) {
                    *byte = value;
                }
            }
            6 => {
                let (from, to) = (rng.random_range(0..length), rng.random_range(0..length));
                let part = bytes[from.min(to)..from.max(to)].to_vec();
                let at = rng.random_range(0..=length);
                bytes.splice(at..at, part.into_iter().take(1 << 16));
            }
            7 => {
                let from = rng.random_range(0..length);
                let to = length.min(from + rng.random_range(1..64));
                bytes.drain(from..to);
            }
            _ => {
                let from = rng.random_range(0..length);
                let to = length.min(from + rng.random_range(1..256));
                rng.fill_bytes(&mut bytes[from..to]);
            }
        }
    }
}

/// File number `seed` of the corpus: its name, and the file.
fn file(subjects: &[Subject], seed: u64) -> (usize, Vec<u8>, ChaCha8Rng) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let n = (seed % subjects.len() as u64) as usize;
    let mut bytes = subjects[n].sound.clone();
    damage(&mut bytes, &mut rng);
    (n, bytes, rng)
}

/// File number `seed` with the name that it would have.
pub fn damaged_file(seed: u64) -> (String, Vec<u8>) {
    let subjects = subjects();
    let (n, bytes, _) = file(subjects, seed);
    let ending = match subjects[n].name {
        "os" => "rom",
        "script" => "txt",
        "source" => "asm",
        "palette" => "act",
        other => other,
    };
    (format!("file{seed}.{ending}"), bytes)
}

/// Whether a file is taken or refused without a panic.
fn is_survived(subjects: &[Subject], seed: u64) -> bool {
    let (n, bytes, mut rng) = file(subjects, seed);
    let fed = catch_unwind(AssertUnwindSafe(|| {
        let _ = (kind(&bytes, "a.xex"), kind(&bytes, ""), describe(&bytes));
        (subjects[n].feed)(&bytes, &mut rng);
    }));
    fed.is_ok()
}

/// Aborts when no file is finished for too long.
fn watch(done: &AtomicU64, count: u64) {
    const NAP: Duration = Duration::from_millis(20);
    let (mut last, mut waited) = (0, Duration::ZERO);
    while last < count {
        std::thread::sleep(NAP);
        let now = done.load(Ordering::Relaxed);
        waited = if now == last { waited + NAP } else { Duration::ZERO };
        last = now;
        if waited > LONGEST {
            eprintln!("one of the files after number {now} takes for ever");
            std::process::abort();
        }
    }
}

#[test]
fn every_malformed_file_gives_an_error_or_a_run() {
    let subjects = subjects();
    let count = full::or(WHOLE, SLICE);
    let (next, done) = (AtomicU64::new(0), AtomicU64::new(0));
    let panicked = Mutex::new(Vec::new());
    let work = || {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= count {
                break;
            }
            if !is_survived(subjects, seed) {
                panicked.lock().unwrap().push(seed);
            }
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
        watch(&done, count);
    });
    let names: Vec<_> = panicked
        .into_inner()
        .unwrap()
        .into_iter()
        .map(|seed| format!("{seed} ({})", subjects[seed as usize % subjects.len()].name))
        .collect();
    assert!(names.is_empty(), "files that make it panic: {}", names.join(", "));
}

#[test]
fn the_sound_files_of_the_corpus_are_taken() {
    for subject in subjects() {
        (subject.feed)(&subject.sound, &mut ChaCha8Rng::seed_from_u64(0));
    }
    assert!(
        Xex::parse(&small_program())
            .is_ok_and(|(xex, warnings)| xex.segments.len() == 5 && warnings.is_empty())
    );
    for id in [1, 12, 18, 47] {
        assert_eq!(only(Cart::parse(&cartridge(id))).map(|cart| cart.kind.id()), Ok(id));
    }
    let mut machine = about_to_boot();
    machine.load_program(Xex::parse(&small_program()).unwrap().0);
    for _ in 0..FRAMES {
        machine.run_frame();
    }
    assert!((0x4000..0x4008).contains(&machine.cpu().pc), "the program runs: ${:04X}", machine.cpu().pc);
}
