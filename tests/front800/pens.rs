//! Light pens and light guns: where the beam sets them off, what programs see of that.

use front800::assembler::{MemoryFiles, Options, assemble};
use front800::harness::script::Script;
use front800::harness::session::{Limits, Session, Unobserved};
use front800::machine::control::Control;
use front800::machine::{Beam, Config, FRAME_WIDTH, Machine, Pen, Stick, Video};
use front800::media::xex::Xex;
use front800::titles::Sources;

const PENH: u16 = 0xD40C;
const TRIG0: u16 = 0xD010;
const LPENH: u16 = 0x0234;
const STICK0: u16 = 0x0278;
/// How much more PENH is than the clock at which the beam is seen.
const DELAY: u32 = 44;
/// Of the dot that the program paints.
const COLOUR: u8 = 0x46;

/// Shows a dot where the pen is, two lines high, and the stick in the border's colour; keeps PENH and PENV as it reads them itself and how
/// many lines of the frame the trigger was low in.
const PAINT: &str = "
        icl 'lib/hardware.inc'
        org $2000
direct  dta 0,0
lows    dta 0
low     dta 0
start   lda #SCREEN
        sta SDMCTL
        lda #$46
        sta PCOLR0
line    lda VCOUNT
        cmp LPENV
        beq inside
        lda #0
        beq show
inside  lda #$80
show    sta WSYNC
        sta GRAFP0
        lda TRIG0
        bne high
        inc low
high    lda VCOUNT
        cmp #124
        bne line
        lda PENH
        sta direct
        lda PENV
        sta direct+1
        lda low
        sta lows
        lda #0
        sta low
        lda STICK0
        sta COLOR4
        lda LPENH               ; 44 more than the clock, counted to 227
        sec
        sbc #44
        bcs there
        adc #228
there   sta HPOSP0
passed  lda VCOUNT
        cmp #124
        beq passed
        jmp line
        run start
";
const DIRECT: u16 = 0x2000;
const LOWS: u16 = 0x2002;
/// DMACTL of the text screen.
const TEXT: u8 = 0x22;

fn os_machine(video: Video) -> Machine {
    let os = Sources::embedded().os().unwrap_or_else(|error| panic!("{error}")).rom.clone();
    Machine::new(&Config { video, ..Config::new(os) })
}

/// A machine that runs [`PAINT`] over a screen with that DMACTL.
fn painting(video: Video, dmactl: u8) -> Machine {
    let mut files = MemoryFiles::one("paint.asm", &PAINT.replace("SCREEN", &dmactl.to_string()));
    files.add("lib/hardware.inc", include_str!("../../asm/lib/hardware.inc"));
    let assembly = assemble(&files, "paint.asm", &Options::default());
    assert!(!assembly.failed(), "{:?}", assembly.diagnostics);
    let program = assembly.output.expect("no errors").xex();
    let mut machine = os_machine(video);
    machine.load_program(Xex::parse(&program).expect("a binary-load file").0);
    frames(&mut machine, 100);
    machine
}

fn frames(machine: &mut Machine, count: usize) {
    (0..count).for_each(|_| _ = machine.run_frame());
}

fn at(clock: u8, line: u16) -> Pen {
    Pen { at: Some(Beam { clock, line }), pressed: false }
}

/// PENH and PENV of what is seen there.
fn latched(clock: u8, line: u16, lines: u32) -> [u8; 2] {
    let clock = u32::from(clock) + DELAY;
    let line = u32::from(line) + clock / 228;
    // VCOUNT counts on in cycle 111.
    let counted = (line + u32::from(clock % 228 >= 222)) % lines;
    [(clock % 228) as u8, (counted / 2) as u8]
}

fn pair(machine: &Machine, address: u16) -> [u8; 2] {
    [machine.peek(address), machine.peek(address + 1)]
}

/// The places of the picture that have the dot's colour, as lines and colour clocks.
fn dots(machine: &Machine) -> Vec<(usize, usize)> {
    let lit = |(at, &pixel): (usize, &u8)| {
        (pixel == COLOUR).then_some((8 + at / FRAME_WIDTH, 34 + at % FRAME_WIDTH / 2))
    };
    let mut places: Vec<_> = machine.picture().iter().enumerate().filter_map(lit).collect();
    places.dedup();
    places
}

#[test]
fn a_program_paints_where_the_pen_is() {
    let screens = [(Video::Ntsc, 0), (Video::Ntsc, TEXT), (Video::Pal, 0), (Video::Pal, TEXT)];
    for (video, dmactl) in screens {
        let mut machine = painting(video, dmactl);
        for (clock, line) in
            [(48, 32), (120, 96), (121, 97), (177, 101), (178, 102), (183, 130), (184, 131), (207, 220)]
        {
            assert!(machine.set_pen(0, at(clock, line)));
            frames(&mut machine, 4);
            let pen = latched(clock, line, video.lines());
            let what = format!("{video:?}, DMACTL {dmactl}, {clock} {line}");
            assert_eq!(pair(&machine, PENH), pen, "{what}");
            assert_eq!(pair(&machine, LPENH), pen, "{what}");
            assert_eq!(pair(&machine, DIRECT), pen, "{what}: read by the program");
            if dmactl == 0 {
                let (top, clock) = (2 * usize::from(pen[1]) + 1, usize::from(clock));
                assert_eq!(dots(&machine), [(top, clock), (top + 1, clock)], "{what}");
                assert_eq!(machine.peek(LOWS), 1, "{what}: one of all lines");
            }
        }
        // It keeps what it saw last.
        let before = pair(&machine, PENH);
        machine.set_pen(0, Pen::default());
        frames(&mut machine, 4);
        assert_eq!(pair(&machine, LPENH), before);
        assert_eq!(machine.peek(LOWS), 0);
    }
}

#[test]
fn where_the_beam_ends_its_lines_and_frames_the_pen_is_seen_in_the_next() {
    for video in [Video::Ntsc, Video::Pal] {
        let lines = video.lines();
        let mut machine = os_machine(video);
        for (clock, line) in
            [(0, 0), (227, 100), (227, lines as u16 - 1), (183, lines as u16 - 1), (100, lines as u16 - 1)]
        {
            assert!(machine.set_pen(2, at(clock, line)), "{clock} {line}");
            frames(&mut machine, 2);
            assert_eq!(pair(&machine, PENH), latched(clock, line, lines), "{video:?}, {clock} {line}");
        }
        let before = pair(&machine, PENH);
        for pen in [at(228, 0), at(0, lines as u16), at(255, u16::MAX)] {
            assert!(machine.set_pen(2, pen));
            frames(&mut machine, 2);
            assert_eq!(pair(&machine, PENH), before, "the beam does not come there");
        }
        assert!(!machine.set_pen(4, Pen::default()) && !Control::Pen(4, Pen::default()).apply(&mut machine));
    }
}

#[test]
fn the_trigger_is_low_for_as_long_as_a_line_lasts() {
    let mut machine = os_machine(Video::Ntsc);
    frames(&mut machine, 60);
    machine.set_pen(1, at(100, 50));
    let start = machine.cycle() - u64::from(machine.line_cycle());
    // From clock 144 of line 50 on.
    let fall = start + 50 * 114 + 72;
    let mut seen = Vec::new();
    while machine.cycle() < start + 60 * 114 {
        let is_low = machine.peek(TRIG0 + 1) == 0;
        assert_eq!(is_low, (fall..fall + 114).contains(&machine.cycle()), "{}", machine.cycle() - start);
        assert_eq!(machine.peek(PENH) == 144, machine.cycle() >= fall);
        seen.push(is_low);
        machine.step();
    }
    assert!(seen.contains(&true));
    assert_eq!(machine.peek(TRIG0), 1, "the others");
}

#[test]
fn gractl_keeps_a_trigger_that_a_pen_has_pulled() {
    // LDA #4; STA GRACTL; loop: LDA TRIG0; STA $0600; JMP loop
    let code = [0xA9, 4, 0x8D, 0x1D, 0xD0, 0xAD, 0x10, 0xD0, 0x8D, 0x00, 0x06, 0x4C, 0x05, 0x20];
    let mut machine = os_machine(Video::Ntsc);
    frames(&mut machine, 60);
    (0x2000..).zip(code).for_each(|(address, byte)| machine.poke(address, byte));
    machine.cpu_mut().pc = 0x2000;
    frames(&mut machine, 2);
    assert_eq!(machine.peek(0x0600), 1);
    machine.set_pen(0, at(100, 50));
    frames(&mut machine, 1);
    machine.set_pen(0, Pen::default());
    frames(&mut machine, 2);
    assert_eq!((machine.peek(0x0600), machine.peek(TRIG0)), (0, 0));
    // LDA #0 from here on.
    machine.poke(0x2001, 0);
    machine.cpu_mut().pc = 0x2000;
    frames(&mut machine, 1);
    assert_eq!((machine.peek(0x0600), machine.peek(TRIG0)), (1, 1));
}

#[test]
fn the_switch_is_the_pin_of_up_beside_the_joystick() {
    let mut machine = painting(Video::Ntsc, TEXT);
    let stick = |machine: &mut Machine| {
        frames(machine, 2);
        machine.peek(STICK0)
    };
    machine.set_pen(0, Pen { pressed: true, ..at(120, 96) });
    assert_eq!(stick(&mut machine), 0b1110);
    machine.set_stick(0, Stick { left: true, ..Stick::default() });
    assert_eq!(stick(&mut machine), 0b1010);
    machine.set_pen(0, at(120, 96));
    assert_eq!(stick(&mut machine), 0b1011);
    machine.set_stick(0, Stick { up: true, ..Stick::default() });
    machine.set_pen(0, Pen::default());
    assert_eq!(stick(&mut machine), 0b1110);
}

#[test]
fn a_button_latches_the_place_of_the_beam_while_no_other_trigger_is_low() {
    let fire = Stick { fire: true, ..Stick::default() };
    let mut machine = os_machine(Video::Ntsc);
    assert_eq!(pair(&machine, PENH), [0, 0xFF]);
    frames(&mut machine, 30);
    let begun = 2 * machine.line_cycle() as u8;
    machine.set_stick(3, fire);
    assert_eq!(pair(&machine, PENH), [begun, 0], "between two frames: line 0");
    machine.run_to_cycle(machine.cycle() + 30 * 114);
    let here = [2 * machine.line_cycle() as u8, (machine.line() / 2) as u8];
    machine.set_stick(0, fire);
    machine.set_stick(3, Stick::default());
    assert_eq!(pair(&machine, PENH), [begun, 0], "the line was low already");
    machine.set_stick(0, Stick::default());
    assert_eq!(pair(&machine, PENH), [begun, 0], "it rises");
    machine.set_stick(0, fire);
    assert_eq!(pair(&machine, PENH), here);
    // Nor does a pen let it fall as long as that is held.
    machine.set_pen(1, at(100, 100));
    frames(&mut machine, 2);
    assert_eq!(pair(&machine, PENH), here);
    machine.set_stick(0, Stick::default());
    frames(&mut machine, 2);
    assert_eq!(pair(&machine, PENH), [144, 50]);
    // One that is aimed at a place soon behind it finds it low.
    machine.set_pen(2, at(110, 100));
    frames(&mut machine, 2);
    assert_eq!(pair(&machine, PENH), [144, 50]);
    machine.set_pen(2, at(110, 101));
    frames(&mut machine, 2);
    assert_eq!(pair(&machine, PENH), [154, 50]);
}

#[test]
fn a_script_aims_presses_and_takes_away() {
    let text = "# front800 input 1\n2 pen0 120 96 pressed\n4 pen0 121 97\n6 pen0 pressed\n8 pen0 none\n";
    let script = Script::parse(text).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(Script::parse(&script.to_text()).as_ref(), Ok(&script));
    let mut session = Session::new(os_machine(Video::Ntsc), script);
    let mut seen = Vec::new();
    for _ in 0..5 {
        session.run(&Limits::frames(2), &mut Unobserved);
        let machine = session.machine();
        seen.push((pair(machine, PENH), machine.peek(0xD300) & 15));
    }
    let expected = [([0, 0xFF], 15), ([164, 48], 14), ([165, 48], 15), ([165, 48], 14), ([165, 48], 15)];
    assert_eq!(seen, expected);
    for (line, column) in [
        ("pen0", 3),
        ("pen4 1 1", 3),
        ("pen0 228 1", 8),
        ("pen0 1 312", 10),
        ("pen0 1", 8),
        ("pen0 1 2 3", 12),
        ("pen0 none 2", 8),
    ] {
        let error = Script::parse(&format!("# front800 input 1\n0 {line}\n")).expect_err(line);
        assert_eq!((error.line, error.column), (2, column), "{line}: {error}");
    }
}
