//! Blocks of SpartaDOS X: `blk sparta`, `blk reloc`, `blk empty`, and the fixups applied when they are
//! loaded.

use super::Assembler;
use super::state::sparta::{SPARTA_NAME, SpartaBlock, SpartaForm};
use crate::assembler::link::{Fixup, Part};
use crate::assembler::names::Name;
use crate::assembler::syntax::{ExprId, Sparta, Unit};

/// The longest step between two fixups; longer distances are split.
const LONGEST_STEP: u16 = 0xFA;

impl Assembler<'_> {
    pub(super) fn sparta(&mut self, what: Sparta) {
        match what {
            Sparta::Fixed(address) => {
                let start = self.value(address).unwrap_or(0);
                self.movement.base = None;
                self.begin_sparta(start, SpartaForm::Fixed);
            }
            Sparta::Movable(memory) => {
                self.movement.base = Some(0);
                self.begin_sparta(self.next_movable(), SpartaForm::Movable(memory));
            }
            Sparta::Empty(size, memory) => self.empty_block(size, memory),
            Sparta::Symbol(name, text) => self.declare_sparta_symbol(name, text),
            Sparta::UpdateSymbols => self.update_symbols(),
            Sparta::UpdateNew(name, text) => self.offer_new(name, text),
        }
    }

    fn begin_sparta(&mut self, start: i64, form: SpartaForm) {
        if !(0..=0xFFFF).contains(&start) {
            self.error(self.place, format!("value {start} is not an address"), None);
            return;
        }
        self.image.org(start, start, None);
        self.image.leave_out_header();
        let chunk = self.image.chunks.len();
        self.sparta_blocks.begin(SpartaBlock { chunk, start, empty: 0, form });
    }

    /// The address after the previous movable block.
    fn next_movable(&self) -> i64 {
        if self.sparta_blocks.movable_is_open() { self.image.here } else { 0 }
    }

    /// `blk empty size main`
    fn empty_block(&mut self, size: ExprId, memory: u8) {
        let size = self.value(size).unwrap_or(0);
        if !(0..=0xFFFF).contains(&size) {
            self.error(self.place, format!("a block cannot have {size} bytes"), None);
            return;
        }
        let start = self.next_movable();
        self.begin_sparta(start, SpartaForm::Movable(memory | 0x80));
        if let Some(block) = self.sparta_blocks.last_mut() {
            block.empty = size;
        }
        let number = self.sparta_blocks.movable().count();
        let header = movable_header(number, memory | 0x80, start, size);
        self.image.append_raw(&header, self.place);
        self.image.org(start + size, start + size, None);
        self.image.leave_out_header();
    }

    /// `name smb 'SYMBOL'`
    fn declare_sparta_symbol(&mut self, name: Name, text: u32) {
        let text = padded(&self.program.strings[text as usize]);
        if let Some((_, index)) = self.declare_external(name, Unit::Word) {
            self.sparta_blocks.want(index, text);
        }
    }

    /// `blk update address`
    pub(super) fn update_sparta_addresses(&mut self) {
        let fixups = self.movement.take_fixups();
        let movable = self.sparta_blocks.movable_ranges();
        let mut out = Vec::new();
        for (number, &(start, end)) in (1_u8..).zip(&movable) {
            let of_block: Vec<Fixup> =
                fixups.iter().copied().filter(|fixup| (start..end).contains(&self.target(*fixup))).collect();
            if !of_block.is_empty() {
                out.extend([0xFD, 0xFF, number, 0, 0]);
                self.write_sparta_fixups(&mut out, &of_block, &movable);
            }
        }
        self.image.append_raw(&out, self.place);
    }

    /// The address stored at a fixup.
    fn target(&self, fixup: Fixup) -> i64 {
        let mut movable = self.sparta_blocks.movable();
        let found = movable.rfind(|block| block.empty == 0 && block.start <= i64::from(fixup.at));
        let bytes = found.filter(|block| block.chunk < self.image.chunks.len()).map(|block| {
            let at = self.image.chunks[block.chunk].offset + (i64::from(fixup.at) - block.start) as usize;
            [self.image.bytes.get(at), self.image.bytes.get(at + 1)].map(|byte| byte.copied().unwrap_or(0))
        });
        i64::from(u16::from_le_bytes(bytes.unwrap_or_default()))
    }

    /// Writes the fixups block by block, and the end of the list.
    fn write_sparta_fixups(&mut self, out: &mut Vec<u8>, fixups: &[Fixup], movable: &[(i64, i64)]) {
        for (number, &(start, end)) in (1_u8..).zip(movable) {
            let mut of_block =
                fixups.iter().filter(|fixup| (start..end).contains(&i64::from(fixup.at))).peekable();
            if of_block.peek().is_some() {
                out.extend([0xFE, number]);
            }
            let mut at = start as u16;
            for fixup in of_block {
                if fixup.part != Part::Word {
                    let message = "SpartaDOS X updates whole addresses only".to_owned();
                    self.error(self.place, message, None);
                    return;
                }
                let mut step = fixup.at.wrapping_sub(at);
                while step > LONGEST_STEP {
                    out.push(0xFF);
                    step -= LONGEST_STEP;
                }
                out.push(step as u8);
                at = fixup.at;
            }
        }
        out.push(0xFC);
    }

    /// `blk update symbols`
    fn update_symbols(&mut self) {
        let movable = self.sparta_blocks.movable_ranges();
        for (index, text) in self.sparta_blocks.wanted() {
            let fixups = self.movement.take_fixups_of(index);
            if fixups.is_empty() {
                continue;
            }
            let mut out = vec![0xFB, 0xFF];
            out.extend(text);
            out.extend([0, 0]);
            self.write_sparta_fixups(&mut out, &fixups, &movable);
            self.image.append_raw(&out, self.place);
        }
    }

    /// `blk update new label 'SYMBOL'`
    fn offer_new(&mut self, name: Name, text: u32) {
        let Some(found) = self.symbols.resolve(&self.program.names, self.scope, name) else {
            if self.pass > 1 {
                let text = self.program.names.text(name).to_owned();
                self.error(self.place, format!("`{text}` is not defined"), None);
            }
            return;
        };
        self.use_symbol(found);
        let value = self.symbols.list[found as usize].value;
        let movable = self.sparta_blocks.movable_ranges();
        let number = movable.iter().position(|(start, end)| (*start..*end).contains(&value));
        let mut out = vec![0xFC, 0xFF, number.map_or(0, |number| number as u8 + 1)];
        out.extend((value as u16).to_le_bytes());
        out.extend(padded(&self.program.strings[text as usize]));
        self.image.append_raw(&out, self.place);
    }

    /// Completes the headers of the blocks, whose lengths are now known. Reports imported symbols that are
    /// not updated.
    pub(super) fn finish_sparta(&mut self) {
        if self.movement.noted() > 0 {
            let help = "put `blk update address` and `blk update symbols` after the code".to_owned();
            self.error(self.place, "addresses of this program are not updated".to_owned(), Some(help));
        }
        let mut number = 0;
        for block in self.sparta_blocks.all() {
            number += usize::from(block.is_movable());
            if block.empty > 0 || block.chunk >= self.image.chunks.len() {
                continue;
            }
            let length = self.image.chunk_bytes(block.chunk).len() as i64;
            let header = match block.form {
                SpartaForm::Movable(memory) => movable_header(number, memory, block.start, length),
                SpartaForm::Fixed => {
                    let mut header = vec![0xFA, 0xFF];
                    header.extend((block.start as u16).to_le_bytes());
                    header.extend(((block.start + length - 1) as u16).to_le_bytes());
                    header
                }
            };
            self.image.chunks[block.chunk].before = Some(header);
        }
    }
}

fn movable_header(number: usize, memory: u8, start: i64, length: i64) -> Vec<u8> {
    let mut header = vec![0xFE, 0xFF, number as u8, memory];
    header.extend((start as u16).to_le_bytes());
    header.extend((length as u16).to_le_bytes());
    header
}

/// A name in the file's form: capitals, padded with blanks.
fn padded(text: &[u8]) -> [u8; SPARTA_NAME] {
    let mut name = [b' '; SPARTA_NAME];
    for (to, from) in name.iter_mut().zip(text) {
        *to = from.to_ascii_uppercase();
    }
    name
}
