//! The Acid800 suite, booted from its disk by our own operating system with real serial timing: a test
//! each, run once for NTSC and once for PAL. The disk is not part of this repository: without
//! `acid800/acid800.atr` in the folder that `FRONT800_SHARED` names, all are ignored.

use std::path::PathBuf;
use std::sync::OnceLock;

use front800::inspect::screen;
use front800::machine::{Config, DiskImage, Machine, Video};
use front800::titles::Sources;
use libtest_mimic::{Completion, Failed, Trial};

use crate::compare::compare;
use crate::course::{self, Course};
use crate::full;

/// The tests in the order of the suite.
const NAMES: &str = "
    acid_cpu_basic_instructions
    acid_cpu_flags
    acid_cpu_decimal_mode
    acid_cpu_timing
    acid_cpu_bugs
    acid_cpu_cli_sei_timing
    acid_cpu_illegal_instructions
    acid_cpu_illegal_instruction_timing
    acid_cpu_65c816
    acid_antic_default_value
    acid_antic_nmist_nmires
    acid_antic_hires_bug
    acid_antic_vcount_timing
    acid_antic_wsync_timing
    acid_antic_address_wrapping
    acid_antic_display_list_wrapping
    acid_antic_dli_timing
    acid_antic_address_mirroring
    acid_antic_object_dma
    acid_antic_character_control
    acid_antic_dma_pattern
    acid_antic_blocked_nmis
    acid_antic_hscrol_bug
    acid_antic_virtual_dma
    acid_antic_vertical_scrolling
    acid_antic_vscrol_and_nmi_timing
    acid_antic_playfield_start_timing
    acid_antic_playfield_stop_timing
    acid_antic_line_buffering
    acid_pokey_default_value
    acid_pokey_noise_generators
    acid_pokey_irq_timing
    acid_pokey_timer_irqs
    acid_pokey_timer_timing
    acid_pokey_fast_timer_granularity
    acid_pokey_two_tone
    acid_pokey_serial_output_complete_irq
    acid_pokey_serial_clocking_modes
    acid_pokey_direct_serial_input
    acid_pokey_serial_port_timing
    acid_pokey_serial_status
    acid_pokey_asynchronous_receive
    acid_pokey_address_mirroring
    acid_pokey_init_timing
    acid_pia_basic
    acid_pia_interrupt_control
    acid_gtia_default_value
    acid_gtia_phantom_dma
    acid_gtia_console
    acid_gtia_vertical_delay
    acid_gtia_collisions
    acid_gtia_special_mode_collisions
    acid_gtia_retriggering
    acid_gtia_resizing
    acid_gtia_player_overlap
    acid_gtia_pseudo_mode_e
    acid_gtia_address_mirroring
    acid_mmu_xl_banking
";

/// Number of the running test plus six, then how many passed, failed and were skipped.
const RESULTS: u16 = 0x1A00;
const FIRST: u8 = 7;
const END: u8 = 0x41;
const TESTS: usize = (END - FIRST) as usize;
/// Well more than all tests take, in frames.
const MOST_FRAMES: usize = 8_000;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Verdict {
    Passed,
    Failed,
    Skipped,
}

/// What a test of the suite came to, and the screen at its end.
struct Outcome {
    verdict: Verdict,
    screen: String,
}

/// Tests that do not pass on an 800: it has no banks to switch, and no 65C816.
const NOT_PASSED: [(usize, Verdict); 2] = [(58, Verdict::Failed), (9, Verdict::Skipped)];

fn disk() -> Option<DiskImage> {
    let path = PathBuf::from(std::env::var_os("FRONT800_SHARED")?).join("acid800/acid800.atr");
    let (image, warnings) = DiskImage::parse(&std::fs::read(path).ok()?).expect("a disk image");
    assert!(warnings.is_empty(), "{warnings:?}");
    Some(image)
}

fn run(image: DiskImage, video: Video) -> Vec<Outcome> {
    let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
    let mut machine = Machine::new(&Config { video, seed: 1, ..Config::new(os) });
    machine.set_drawing(false);
    let disk = machine.add_disk(image, false);
    machine.insert_disk(0, Some(disk));
    let results = |machine: &mut Machine| [0, 1, 2, 3].map(|n| machine.peek(RESULTS + n));
    let mut before = [0; 4];
    let mut outcomes = Vec::new();
    for _ in 0..MOST_FRAMES {
        machine.run_frame();
        let now = results(&mut machine);
        if now == [FIRST, 0, 0, 0] {
            before = now;
        }
        if before[0] >= FIRST && now[0] == before[0] + 1 {
            let verdicts = [Verdict::Passed, Verdict::Failed, Verdict::Skipped];
            let verdict = verdicts.into_iter().zip(1..).find(|&(_, n)| now[n] == before[n] + 1);
            let (verdict, _) = verdict.expect("one of the three counters has gone up");
            outcomes.push(Outcome { verdict, screen: screen::text(&machine) });
            before = now;
        }
        if before[0] == END {
            break;
        }
    }
    outcomes
}

/// What the suite came to; it runs once for each kind of machine.
fn outcomes(image: DiskImage, video: Video) -> &'static [Outcome] {
    static NTSC: OnceLock<Vec<Outcome>> = OnceLock::new();
    static PAL: OnceLock<Vec<Outcome>> = OnceLock::new();
    let cell = if video == Video::Ntsc { &NTSC } else { &PAL };
    cell.get_or_init(|| run(image, video))
}

/// Test `number` of the suite, from 1.
fn check(number: usize, outcomes: &[Outcome]) {
    let outcome = outcomes.get(number - 1).unwrap_or_else(|| panic!("the suite ended before test {number}"));
    let expected = NOT_PASSED.into_iter().find(|&(known, _)| known == number);
    let expected = expected.map_or(Verdict::Passed, |(_, verdict)| verdict);
    assert_eq!(outcome.verdict, expected, "\n{}", outcome.screen);
}

fn the_suite_has_as_many_tests_as_are_named_here(image: DiskImage) {
    assert_eq!(NAMES.split_whitespace().count(), TESTS);
    for video in [Video::Ntsc, Video::Pal] {
        assert_eq!(outcomes(image.clone(), video).len(), TESTS);
    }
}

fn a_state_saved_anywhere_in_the_acid_suite_goes_on_as_if_nothing_had_happened(image: DiskImage) {
    let switched_on = || {
        let mut machine = course::machine();
        let disk = machine.add_disk(image.clone(), false);
        machine.insert_disk(0, Some(disk));
        machine
    };
    Course { name: "suite", switched_on: &switched_on, frames: 6_000, input: &course::nothing }
        .check(20, |_| ());
}

/// The whole suite with `FRONT800_FULL`; a slice of it in every run.
fn lazy_and_oracle_agree_on_the_acid_suite(image: DiskImage) {
    let frames = full::or(4_600, 400);
    for video in [Video::Ntsc, Video::Pal] {
        let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
        let mut machine = Machine::new(&Config { video, ..Config::new(os) });
        let disk = machine.add_disk(image.clone(), false);
        machine.insert_disk(0, Some(disk));
        compare(0, machine, frames);
    }
}

/// A test that needs the disk and is ignored without it.
fn trial(name: &str, run: impl FnOnce(DiskImage) + Send + 'static) -> Trial {
    Trial::ignorable_test(name, || -> Result<Completion, Failed> {
        let Some(image) = disk() else {
            return Ok(Completion::ignored_with("FRONT800_SHARED names no folder with acid800/acid800.atr"));
        };
        run(image);
        Ok(Completion::Completed)
    })
}

pub fn trials() -> Vec<Trial> {
    let of_the_suite =
        [("ntsc", Video::Ntsc), ("pal", Video::Pal)].into_iter().flat_map(|(system, video)| {
            NAMES.split_whitespace().zip(1..).map(move |(name, number)| {
                trial(&format!("{system}::{name}"), move |image| check(number, outcomes(image, video)))
            })
        });
    let others = [
        trial("the_suite_has_as_many_tests_as_are_named_here", the_suite_has_as_many_tests_as_are_named_here),
        trial(
            "a_state_saved_anywhere_in_the_acid_suite_goes_on_as_if_nothing_had_happened",
            a_state_saved_anywhere_in_the_acid_suite_goes_on_as_if_nothing_had_happened,
        ),
        trial("lazy_and_oracle_agree_on_the_acid_suite", lazy_and_oracle_agree_on_the_acid_suite),
    ];
    of_the_suite.chain(others).collect()
}
