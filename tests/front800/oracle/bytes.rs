//! Screens of which the bytes change, and little else: bitmaps and characters that a program draws anew, in one buffer
//! or two, variables beside them, fonts that are changed.

use super::compare::compare;
use super::found::showing;
use front800::machine::{Config, Machine};
use front800::media::cart::{Cart, CartKind};
use rand::{Rng, RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::full;

pub(super) const CODE: u16 = 0xE000;
pub(super) const NMI: u16 = 0xF000;
/// Two display lists and the screens that they show.
pub(super) const LISTS: [u16; 2] = [0x2000, 0x2400];
pub(super) const SCREENS: [u16; 2] = [0x4000, 0x6000];
/// The font's page.
pub(super) const FONT: u8 = 0x30;
/// The frame's number.
pub(super) const FRAME: u8 = 0x80;

pub(super) struct Program {
    pub rng: ChaCha8Rng,
    pub code: Vec<u8>,
}

impl Program {
    pub fn op(&mut self, bytes: &[u8]) {
        self.code.extend_from_slice(bytes);
    }

    pub fn absolute(&mut self, opcode: u8, address: u16) {
        let [low, high] = address.to_le_bytes();
        self.op(&[opcode, low, high]);
    }

    /// LDA #value, STA address.
    pub fn store(&mut self, value: u8, address: u16) {
        self.op(&[0xA9, value]);
        self.absolute(0x8D, address);
    }

    /// A machine with this as its operating system, the handler of NMIs, and display lists where they belong.
    pub fn machine(&self, seed: u64, nmi: &[u8], lists: &[Vec<u8>]) -> Machine {
        let mut os = [0xEA; 0x2800];
        os[usize::from(CODE) - 0xD800..][..self.code.len()].copy_from_slice(&self.code);
        os[usize::from(NMI) - 0xD800..][..nmi.len()].copy_from_slice(nmi);
        os[0x27FA..0x27FC].copy_from_slice(&NMI.to_le_bytes());
        os[0x27FC..0x27FE].copy_from_slice(&CODE.to_le_bytes());
        let mut machine = Machine::new(&Config { seed, ..Config::new(os.into()) });
        for (at, list) in LISTS.into_iter().zip(lists) {
            (at..).zip(list).for_each(|(address, byte)| machine.poke(address, *byte));
        }
        machine
    }

    fn screen(&mut self) -> u16 {
        SCREENS[self.rng.random_range(0..2)] + self.rng.random_range(0..0x1D00)
    }

    /// Something that a program with such a screen does.
    pub fn piece(&mut self) {
        let (value, index) = (self.rng.random(), self.rng.random());
        match self.rng.random_range(0..20) {
            0..=5 => {
                let at = self.screen();
                self.op(&[0xA9, value, 0xA2, index]);
                self.absolute(0x9D, at);
            }
            6..=7 => {
                let at = self.screen();
                self.absolute(0xEE, at);
            }
            // A part of the screen, in the order of its lines.
            8 => {
                let at = self.screen();
                self.op(&[0xA2, 0x40, 0x8A]);
                self.absolute(0x9D, at);
                self.op(&[0xCA, 0xD0, 0xF9]);
            }
            9..=10 => {
                let at = u16::from(FONT) << 8 | self.rng.random_range(0..0x400);
                self.absolute(0xEE, at);
            }
            // Beside the list.
            11 => {
                let at = LISTS[self.rng.random_range(0..2)] + self.rng.random_range(0xD0..0x100);
                self.absolute(0xEE, at);
            }
            12..=13 => self.absolute(0xAD, 0xD40B),
            14 => self.absolute(0xAD, 0xD20A),
            15 => self.store(value, 0xD016 + u16::from(index) % 5),
            16 if index < 40 => self.absolute(0x8D, 0xD40A),
            // The same value as ever.
            16 => self.store(0x0A, 0xD017),
            _ => self.op(&[0xA0, index, 0x88, 0xD0, 0xFD]),
        }
    }
}

/// A list with modes of all shapes.
pub(super) fn list(rng: &mut ChaCha8Rng, list: u16, screen: u16) -> Vec<u8> {
    let modes = [(2, 8), (4, 8), (6, 8), (11, 1), (13, 2), (14, 1), (15, 1), (8, 8), (3, 10), (5, 16)];
    let mut bytes = vec![0x70, 0x70, 0x70];
    let [low, high] = screen.to_le_bytes();
    let mut rows = 0;
    let mut scanned = [low, high].to_vec();
    while rows < 170 && bytes.len() < 190 {
        let (mode, height) = modes[rng.random_range(0..modes.len())];
        for _ in 0..rng.random_range(1..8) {
            bytes.push(mode | if scanned.is_empty() { 0 } else { 0x40 });
            bytes.append(&mut scanned);
            rows += height;
            if rows > 180 {
                break;
            }
        }
    }
    let [low, high] = list.to_le_bytes();
    bytes.extend([0x41, low, high]);
    bytes
}

fn machine(seed: u64) -> Machine {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let lists = [0, 1].map(|n| list(&mut rng, LISTS[n], SCREENS[n]));
    let mut program = Program { rng, code: Vec::new() };
    let width = [0x21, 0x22, 0x22, 0x22, 0x23, 0x3E][program.rng.random_range(0..6)];
    program.op(&[0x78, 0xD8, 0xA2, 0xFF, 0x9A, 0xA9, 0, 0x85, FRAME]);
    for (value, register) in [(width, 0xD400), (0, 0xD402), (0x20, 0xD403), (FONT, 0xD409), (0x40, 0xD40E)] {
        program.store(value, register);
    }
    let again = CODE + program.code.len() as u16;
    while program.code.len() < 600 {
        program.piece();
    }
    program.absolute(0x4C, again);
    // PHA; INC FRAME; LDA FRAME; AND #bit; BEQ one list; LDA #$24; BNE store; LDA #$20; STA DLISTH; PLA; RTI
    let bit = [0, 1, 1, 4][program.rng.random_range(0..4)];
    let nmi = [
        0x48, 0xE6, FRAME, 0xA5, FRAME, 0x29, bit, 0xF0, 4, 0xA9, 0x24, 0xD0, 2, 0xA9, 0x20, 0x8D, 3, 0xD4,
        0x68, 0x40,
    ];
    program.machine(seed, &nmi, &lists)
}

#[test]
fn lazy_and_oracle_agree_on_screens_of_which_the_bytes_change() {
    let programs = full::or(2_000, 18);
    for seed in 0..programs {
        compare(seed, machine(seed), 40);
    }
}

/// Stores to the bytes of a line, before and behind the cycles in which it reads them, and what may come behind that: a look
/// at what it has shown so far, other registers, another store.
#[test]
fn a_line_is_written_to_before_and_behind_its_reads() {
    let behind = ["", " lda $D004", " stx $D018", " stx $D404", " stx $D401", " inc $5020\n lda $D00C"];
    for (seed, (mode, behind)) in [2, 4, 7, 8, 11, 13, 14, 15]
        .into_iter()
        .flat_map(|mode| behind.map(|behind| (mode, behind)))
        .enumerate()
    {
        let list = [0x70, 0x50 | mode, 0x00, 0x50].repeat(24);
        let dmactl = [0x21, 0x22, 0x23][seed % 3];
        let code = format!(
            " mva #$FF $D00D\n mva #$78 $D000
again   lda VCOUNT\n cmp #12\n bcc again\n cmp #96\n bcs again
 sta WSYNC\n inc $80\n lda $80\n and #15\n tay
wait    dey\n bpl wait
 ldx $80\n stx $5000\n stx $5008\n stx $5027\n stx $5014\n{behind}\n inc $5026\n jmp again"
        );
        compare(seed as u64, showing(&list, dmactl, &code), 10);
    }
}

/// A bitmap of mode lines of one line each, with an address each or without; some stand apart from the others.
fn single_lines(rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mode = [0x0C, 0x0E, 0x0F, 0x1E, 0x1F, 0x2E][rng.random_range(0..6)];
    let distance = [0, 0, 40, 48, 64, 0x100, 0xFFD0][rng.random_range(0..7)];
    let mut at = [0x5000, 0x5FA0, 0x4FF0][rng.random_range(0..3)];
    let mut list = vec![0x70, 0x70];
    for line in 0..90 {
        let mode =
            if rng.random_ratio(1, 40) { [0x70, 0x8E, 0x0D, 0x02][rng.random_range(0..4)] } else { mode };
        let has_address = line == 0 || distance != 0;
        list.push(if has_address && mode & 15 != 0 { mode | 0x40 } else { mode });
        if has_address && mode & 15 != 0 {
            list.extend(u16::to_le_bytes(at));
        }
        at = at.wrapping_add(distance) & 0x3FFF | 0x4000;
    }
    list
}

/// What a program does that draws where such a list shows: stores wherever the beam is, or is not; now and then to the list.
fn drawing(rng: &mut ChaCha8Rng, list: usize) -> String {
    let (value, index) = (rng.random_range(0..0x100), rng.random_range(0..0x100));
    let screen = 0x4F80 + rng.random_range(0..0x1200);
    match rng.random_range(0..25) {
        24 => format!(" inc {}\n", 0x3000 + rng.random_range(0..0x800)),
        0..=5 => format!(" ldx $80\n lda #{value}\n sta {screen},x\n sta {screen}+$100,x\n"),
        6..=8 => format!(" inc {screen}\n"),
        9..=11 => format!(" ldx #{index}\n txa\n sta {screen},x\n dex\n bne *-5\n"),
        12 => {
            let at = 0x2002 + rng.random_range(0..list - 2);
            format!(
                " lda {at}\n pha\n lda #{value}\n sta {at}\n ldy #{index}\n dey\n bne *-1\n pla\n sta {at}\n"
            )
        }
        13 => format!(" inc $2400\n lda VCOUNT\n sta {screen}\n"),
        14 => " sta WSYNC\n".into(),
        15 => format!(" mva #{value} $D016\n"),
        16 => " lda $D20A\n sta $81\n".into(),
        17 => format!(" mva #{} $D404\n", value & 15),
        _ => format!(" ldy #{}\n dey\n bne *-1\n", index / 4 + 1),
    }
}

/// Stretches go on through mode lines of one line each: stores there and to the list, before the lines are read and behind that.
#[test]
fn a_bitmap_of_single_lines_is_drawn_and_its_list_changed() {
    let programs = full::or(2_000, 14);
    for seed in 0..programs {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let list = single_lines(&mut rng);
        let nmien = [0, 0xC0][rng.random_range(0..2)];
        let mut code = format!(" mva #{nmien} NMIEN\n mva #3 $D01D\n mva #$80 $D000\nagain   inc $80\n");
        while code.len() < 1500 {
            code += &drawing(&mut rng, list.len());
        }
        let dmactl = [0x21, 0x22, 0x22, 0x23, 0x3E][rng.random_range(0..5)];
        compare(seed, showing(&list, dmactl, &(code + " jmp again")), 20);
    }
}

/// HSCROL written behind the last byte of a line leaves its row as it is: what comes behind that, a look at what has been
/// shown, other registers, another glyph or byte, finds it as if it had been taken before.
#[test]
fn hscrol_changes_behind_the_last_byte_of_a_row() {
    let behind = [
        "",
        " lda $D004",
        " stx $D401",
        " stx $D409",
        " inc $4018",
        " inc $5002",
        " stx $D400",
        " lda $D00C",
    ];
    let modes = [2, 4, 6, 13, 14, 15].into_iter();
    for (seed, (mode, behind)) in modes.flat_map(|mode| behind.map(|behind| (mode, behind))).enumerate() {
        let list = [0x70, 0x50 | mode, 0x00, 0x50].repeat(24);
        let dmactl = [0x21, 0x22, 0x23][seed % 3];
        let code = format!(
            " mva #$FF $D00D\n mva #$78 $D000\n ldx #2\n stx $5000\n stx $5002\n lda #3\n sta $5001
again   lda VCOUNT\n cmp #12\n bcc again\n cmp #96\n bcs again
 inc $80\n ldx $80\n txa\n and #7\n tay\n sta WSYNC
 sta WSYNC\n nop\nwait    dey\n bpl wait
 stx $D404\n{behind}\n jmp again"
        );
        compare(seed as u64, showing(&list, dmactl, &code), 12);
    }
}

/// Rows that are not known, as what they show changes all the time: in a stretch that goes on through them programs wait for
/// WSYNC, and write to ANTIC what is there already.
#[test]
fn waits_pass_in_rows_that_are_not_known() {
    for seed in 0..48 {
        let mode = [2, 4, 0x14, 7, 0x0E, 0x1F][seed % 6];
        let list: Vec<u8> = [0x70, 0x70, 0x40 | mode, 0x00, 0x50].into_iter().chain([mode; 20]).collect();
        let (before, behind) = (" nop\n".repeat(seed % 7), " nop\n".repeat(seed / 2));
        let code = format!(
            "again   inc $80\n lda $80\n sta $5003\n sta $5090\n sta $50F1\n mva #5 $D404\n ldx #100
loop    sta WSYNC\n{before} lda #5\n sta $D404\n{behind} dex\n bne loop\n jmp again"
        );
        compare(seed as u64, showing(&list, [0x22, 0x23][seed / 6 % 2], &code), 20);
    }
}

/// Banks of a cartridge that are switched again and again, beside and below the text, font and bitmap that they hold or not:
/// a bank that the display does not read changes nothing, and one that it reads does so at once.
#[test]
fn banks_change_beside_what_is_shown_and_in_it() {
    for seed in 0..24 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        // XEGS, 32K: $8000-$9FFF shows one of four banks, $A000-$BFFF the last.
        let kind = CartKind::by_id(12).expect("a type of cartridge");
        let mut rom = vec![0; kind.size()];
        rng.fill_bytes(&mut rom);
        let list = |address: u16, mode: u8| [0x40 | mode, address as u8, (address >> 8) as u8, mode, mode];
        // Some read nothing of the bank, some only here and there.
        let pages: &[u16] = [&[0x5000, 0xA800][..], &[0x5000, 0x9000, 0x5400, 0x9E40]][seed as usize % 2];
        let mut lists = vec![0x70, 0x70];
        (0..6).for_each(|_| {
            let page = pages[rng.random_range(0..pages.len())];
            lists.extend(list(page, [2, 4, 7, 0xE][rng.random_range(0..4)]));
        });
        let font = [0x30, 0xA4, 0x90][rng.random_range(0..3)];
        let mut code = format!(" mva #{font} $D409\n ldy #0\nagain\n");
        for _ in 0..rng.random_range(1..5) {
            let (bank, delay) = (rng.random_range(0..4), rng.random_range(1..250));
            code += &format!(
                " lda #{bank}\n ldx $80\n bne *+4\n eor #1\n sta $D500\n ldx #{delay}\n dex\n bne *-1\n"
            );
        }
        code += " iny\n bne again\n lda $80\n eor #1\n sta $80\n jmp again";
        let machine = showing(&lists, 0x22, &code);
        let config = Config { cartridge: Some(Cart { kind, rom }), seed, ..machine.config().clone() };
        let mut banked = Machine::new(&config);
        (0x2000..0x2100).for_each(|address| banked.poke(address, machine.peek(address)));
        compare(seed, banked, 40);
    }
}
