//! Programs that write to ANTIC and GTIA in the middle of lines: in a loop beside the beam and in interrupts of the display
//! list, with waits for WSYNC and without, the same in each frame or not. They run under the operating system, and both
//! machines are stopped anywhere in them.

use std::iter;

use super::compare::difference;
use front800::assembler::{MemoryFiles, Options, assemble};
use front800::machine::{Config, LINE_CYCLES, Machine};
use front800::media::xex::Xex;
use front800::titles::Sources;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;

/// How often a register is written, what it is called, and what loads a value for it: [`TABLES`] has those.
const WRITES: [(usize, &str, &str); 11] = [
    (6, "HSCROL", "lda steps,y"),
    (6, "CHBASE", "lda fonts,y"),
    (4, "PMBASE", "lda bases,y"),
    (4, "CHACTL", "lda looks,y"),
    (3, "COLPF0", "lda steps,y"),
    (2, "VSCROL", "lda rows,y"),
    (2, "COLBK", "lda steps,y"),
    (2, "HPOSP0", "lda steps,y"),
    (2, "WSYNC", ""),
    (1, "NMIEN", "lda #$C0"),
    (1, "DMACTL", "lda widths,y"),
];

/// A value for each turn of the loop and each place of the beam, which stays the same for a `period`.
const TABLES: [(&str, &str); 6] = [
    ("steps", "[[# / period] * stride] & mask"),
    ("fonts", "$34 + 4 * [[# / period] & 1]"),
    ("bases", "$38 + 8 * [[# / period] & 3]"),
    ("looks", "[# / period] & 7"),
    ("rows", "[# / period] & 15"),
    ("widths", "$20 + [[# / period] & 3] + 7 * [[# / period] & 4]"),
];

/// The scan lines of the modes from 2 on.
const HEIGHTS: [u32; 14] = [8, 10, 8, 16, 8, 16, 8, 4, 4, 2, 1, 2, 1, 1];

const FRAME_CYCLES: u64 = 262 * LINE_CYCLES as u64;
const MOST_BETWEEN_STOPS: u64 = 600;

/// The text of a program being made up.
struct Text {
    rng: ChaCha8Rng,
    lines: String,
}

impl Text {
    fn line(&mut self, line: &str) {
        self.lines.push_str(line);
        self.lines.push('\n');
    }

    /// Whether something comes to pass that does in so many of a hundred cases.
    fn happens(&mut self, percent: u32) -> bool {
        self.rng.random_ratio(percent, 100)
    }

    fn one_of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.rng.random_range(0..choices.len())]
    }

    fn nops(&mut self, counts: &[usize]) {
        for _ in 0..self.one_of(counts) {
            self.line(" nop");
        }
    }

    /// A register of [`WRITES`], and what loads its value.
    fn register(&mut self) -> (&'static str, &'static str) {
        let all = WRITES.iter().flat_map(|&(often, register, load)| iter::repeat_n((register, load), often));
        let chosen = self.rng.random_range(0..all.clone().count());
        all.clone().nth(chosen).expect("one of them")
    }

    /// Up to three writes; Y is where in the tables.
    fn writes(&mut self) {
        for _ in 0..self.one_of(&[1, 1, 2, 2, 3]) {
            let (register, load) = self.register();
            self.line(&format!(" {load}"));
            self.nops(&[0, 0, 0, 1, 2, 5]);
            if register != "WSYNC" && self.happens(50) {
                self.line(" sta WSYNC");
                self.nops(&[0, 0, 1, 2]);
            }
            self.line(&format!(" sta {register}"));
            if self.happens(10) {
                let other = self.one_of(&["HSCROL", "CHBASE", "COLBK"]);
                self.line(&format!(" inc {other}"));
            }
            for (percent, access) in [(10, "lda P0PL"), (8, "lda NMIST"), (10, "inc SCREEN + $10,x")] {
                if self.happens(percent) {
                    self.line(&format!(" {access}"));
                }
            }
        }
    }

    /// Shows what `common.inc` puts into memory.
    fn begin(&mut self, interrupts: bool) {
        let gractl = self.one_of(&[0, 2, 3]);
        let dmactl = self.one_of(&[0x22, 0x22, 0x21, 0x23, 0x3E, 0x3D, 0x2A, 0x3F]);
        let nmien = if interrupts { 0xC0 } else { 0x40 };
        self.line(" icl 'common.inc'\ncount = $90");
        self.line("start lda #>SCREEN\n ldx #$10\n jsr fill\n lda #>FONT\n ldx #12\n jsr fill");
        self.line(&format!(" mva #{gractl} GRACTL\n mwa #interrupt VDSLST"));
        self.line(&format!(" lda #{dmactl}\n jsr screen_on\n mva #{nmien} NMIEN"));
    }

    /// From some line of each frame on so many turns of a loop that writes.
    fn main(&mut self) {
        let (from, turns) = (self.rng.random_range(4..40), self.rng.random_range(20..200));
        self.line(&format!("again lda VCOUNT\n cmp #{from}\n bne again"));
        if self.happens(50) {
            self.line(" inc count");
        }
        self.line(&format!(" ldy count\n ldx #{turns}\nturn"));
        self.writes();
        let end = self.one_of(&["sta WSYNC", "nop"]);
        self.line(&format!(" {end}\n iny\n dex\n bne turn\n jmp again"));
    }

    fn interrupt(&mut self) {
        self.line("interrupt pha\n tya\n pha\n ldy VCOUNT");
        self.writes();
        self.line(" pla\n tay\n pla\n rti");
    }

    fn tables(&mut self) {
        let (mask, stride) = (self.one_of(&[3, 7, 15]), self.one_of(&[1, 3, 5]));
        let period = self.one_of(&[1, 2, 4, 8, 32]);
        self.line(&format!("mask = {mask}\nstride = {stride}\nperiod = {period}\n .align $100,0"));
        for (name, value) in TABLES {
            self.line(&format!("{name} .rept 256\n dta {value}\n .endr"));
        }
    }

    /// A display list of any modes, more of the usual ones; some of its lines are scrolled or have interrupts, some loads
    /// lead elsewhere.
    fn list(&mut self) {
        self.line(" org LIST\n dta $70,$70");
        let mut shown = 0;
        while shown < 190 {
            let mode = match self.rng.random_range(0..19) {
                n @ 0..14 => n + 2,
                n => [2, 4, 4, 14, 2][n as usize - 14],
            };
            let repeats = if mode < 11 { 1 } else { self.one_of(&[1, 1, 2, 3, 8]) };
            shown += repeats * HEIGHTS[mode as usize - 2];
            let options = [(40, 0x10), (15, 0x20), (15, 0x80)];
            let mode = options
                .iter()
                .fold(mode, |mode, &(percent, bit)| mode | if self.happens(percent) { bit } else { 0 });
            if self.happens(40) {
                let screen = self.rng.random_range(0..0x800);
                self.line(&format!(" dta {},a(SCREEN + {screen})", mode | 0x40));
            } else {
                self.line(&format!(" dta {mode}"));
            }
            (1..repeats).for_each(|_| self.line(&format!(" dta {}", mode & 0x1F)));
            if self.happens(10) {
                self.line(" dta $30");
                shown += 4;
            }
        }
        self.line(" dta $41,a(LIST)\n run start");
    }
}

/// The program of a seed.
fn source(seed: u64) -> String {
    let mut text = Text { rng: ChaCha8Rng::seed_from_u64(seed), lines: String::new() };
    let interrupts = text.happens(60);
    text.begin(interrupts);
    text.main();
    text.interrupt();
    text.tables();
    text.list();
    text.lines
}

/// A machine in which a program has been running for a while.
pub(super) fn running(source: &str) -> Machine {
    let mut files = MemoryFiles::one("workloads/midline.asm", source);
    files.add("workloads/common.inc", include_str!("../../../asm/workloads/common.inc"));
    files.add("lib/hardware.inc", include_str!("../../../asm/lib/hardware.inc"));
    let assembly = assemble(&files, "workloads/midline.asm", &Options::default());
    assert!(!assembly.failed(), "{:?}", assembly.diagnostics);
    let output = assembly.output.expect("no errors");
    let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
    let mut machine = Machine::new(&Config { seed: 1, ..Config::new(os) });
    machine.load_program(Xex::parse(&output.xex()).expect("a binary-load file").0);
    for _ in 0..100 {
        machine.run_frame();
    }
    machine
}

/// Runs both ways for so many frames, stopped at random cycles in one of three of them. Where they part is the error.
pub(super) fn compare_stopped_anywhere(
    mut lazy: Machine,
    frames: u64,
    rng: &mut ChaCha8Rng,
) -> Result<(), String> {
    let mut oracle = lazy.clone();
    oracle.set_oracle(true);
    for frame in 0..frames {
        if frame % 3 == 0 {
            stop_anywhere(&mut lazy, &mut oracle, rng).map_err(|what| format!("frame {frame}, {what}"))?;
        }
        lazy.run_frame();
        oracle.run_frame();
        if lazy.hash() != oracle.hash() {
            return Err(format!("frame {frame}: {}", difference(&lazy, &oracle)));
        }
        if lazy.picture() != oracle.picture() {
            return Err(format!("frame {frame}: picture"));
        }
    }
    Ok(())
}

/// Runs both to random cycles of the frame that begins.
fn stop_anywhere(lazy: &mut Machine, oracle: &mut Machine, rng: &mut ChaCha8Rng) -> Result<(), String> {
    let end = oracle.cycle() + FRAME_CYCLES;
    let mut stop = oracle.cycle();
    loop {
        stop += rng.random_range(1..=MOST_BETWEEN_STOPS);
        if stop >= end {
            return Ok(());
        }
        lazy.run_to_cycle(stop);
        oracle.run_to_cycle(stop);
        if lazy.hash() != oracle.hash() {
            let (line, cycle) = (oracle.line(), oracle.line_cycle());
            return Err(format!(
                "stopped at {stop}, line {line}, cycle {cycle}: {}",
                difference(lazy, oracle)
            ));
        }
    }
}

#[test]
fn lazy_and_oracle_agree_on_writes_in_mid_line() {
    let programs = full::or(700, 9);
    // Of the last two one passed lines as before, of which others had replaced the plan, with another line's cycles; the other took the last
    // byte of a line from what had been on the bus before a stop.
    for seed in (0..programs).chain([64, 484]) {
        let source = source(seed);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        if let Err(what) = compare_stopped_anywhere(running(&source), 40, &mut rng) {
            panic!("seed {seed}, {what}\n{source}");
        }
    }
}
