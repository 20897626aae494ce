//! Random display lists.

use rand::Rng;
use rand_chacha::ChaCha8Rng;

use super::modes;
use super::programs::Style;

/// Where lists are, within a kilobyte.
const LISTS: u16 = 0x3000;
/// A kilobyte of instructions for eight blank lines.
pub const BLANK_LINES: u16 = 0x3800;

/// Puts a list into memory, and says where it is.
pub fn put(memory: &mut [u8], style: &Style, rng: &mut ChaCha8Rng) -> u16 {
    // The pointer comes to the end of its kilobyte in some, within an instruction or not. [sheet: antic 4]
    let list = LISTS + [0, 0x3E0, 0x400 - rng.random_range(1..20)][rng.random_range(0..3)];
    let mut bytes = instructions(style, rng);
    bytes.extend([0x41, list as u8, (list >> 8) as u8]);
    for (n, byte) in (0..).zip(bytes) {
        memory[usize::from(LISTS | (list + n) & 0x03FF)] = byte;
    }
    memory[usize::from(BLANK_LINES)..][..0x400].fill(0x70);
    list
}

/// Instructions for some number of lines, without the jump.
fn instructions(style: &Style, rng: &mut ChaCha8Rng) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut lines = 0;
    let mut has_screen = false;
    let wanted = rng.random_range(60..240);
    while lines < wanted {
        if rng.random_ratio(1, 5) {
            let blank = rng.random_range(0..4);
            bytes.push(blank << 4);
            lines += usize::from(blank) + 1;
            continue;
        }
        let mode = style.modes[rng.random_range(0..style.modes.len())];
        let hscrol = style.scrolls_horizontally && rng.random();
        let vscrol = style.scrolls_vertically && rng.random_ratio(2, 5);
        let loads_scan = !has_screen || rng.random_ratio(2, 5);
        bytes.push(mode | u8::from(hscrol) << 4 | u8::from(vscrol) << 5 | u8::from(loads_scan) << 6);
        if loads_scan {
            bytes.extend(screen(rng).to_le_bytes());
            has_screen = true;
        }
        lines += usize::from(modes::mode(mode).expect("a mode").rows);
    }
    // A region of VSCROL that ends with the jump would repeat it.
    bytes.extend([0x70, 0x70]);
    bytes
}

/// An address of the screen: often just before the end of its 4K, where it goes on at their beginning. [sheet: antic 4]
fn screen(rng: &mut ChaCha8Rng) -> u16 {
    let anywhere = rng.random_range(0x4000..0x5F00);
    [anywhere, anywhere, anywhere, 0x4FF0, 0x4FD7, 0x5FE8][rng.random_range(0..6)]
}
