//! The state between two instructions in one piece, and the transition from one to the next.

use crate::cpu::registers::{Registers, Wide};
use crate::cpu::{Board, Plain, how, rarely};

/// The address of the next instruction in the low bits; above it the slot relative to the end of the stretch, negative
/// before that. One addition advances both.
#[derive(Clone, Copy)]
pub(super) struct At(i64);

/// The bit at which the slot begins. An address that has run past its end stays below it.
const SLOT: u32 = 24;

impl At {
    #[inline(always)]
    pub(super) fn new(pc: u16, left: i32) -> At {
        At(i64::from(left) << SLOT | i64::from(pc))
    }

    #[inline(always)]
    pub(super) fn pc(self) -> u16 {
        self.0 as u16
    }

    /// The slot, relative to the end of the stretch.
    #[inline(always)]
    pub(super) fn left(self) -> i32 {
        (self.0 >> SLOT) as i32
    }

    /// Whether an instruction that begins here no longer belongs to the stretch.
    #[inline(always)]
    pub(super) fn is_over(self) -> bool {
        self.0 >= 0
    }

    /// The place after an instruction of this many cycles and bytes.
    #[inline(always)]
    pub(super) fn behind(self, cycles: i32, bytes: u16) -> At {
        At(self.0.wrapping_add(i64::from(cycles) << SLOT | i64::from(bytes)))
    }

    /// Moves by this many bytes forward or, from 128 on, backward; the address must not wrap.
    #[inline(always)]
    pub(super) fn further(self, offset: u8) -> At {
        At(self.0.wrapping_add(i64::from(offset as i8)))
    }

    /// The same slot at another address.
    #[inline(always)]
    pub(super) fn with(self, pc: u16) -> At {
        At(self.0 & !((1 << SLOT) - 1) | i64::from(pc))
    }
}

/// Why instructions in one piece have ended. It is passed in memory: if a constant is returned, the compiler does not
/// turn the calls into jumps.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Exit {
    /// The next one is to be executed: on platforms where they do not call one another.
    #[cfg(target_family = "wasm")]
    Next,
    /// The bus has to be asked.
    Asks,
    /// The next one has to execute access by access.
    ByAccess,
    /// A request is due.
    Interrupted,
}

/// The state that stays in memory from one instruction to the next.
pub(super) struct Core<B> {
    /// All registers except the program counter, A and X.
    pub registers: Registers,
    pub bus: B,
    exit: Exit,
    /// Where [`Exit::Next`] continues.
    #[cfg(target_family = "wasm")]
    at: At,
}

/// Executes an instruction and those after it. What all of them need is passed in host registers, of which there are
/// six.
#[cfg(not(target_family = "wasm"))]
pub(super) type Piece<B> = fn(&mut <B as Plain>::Board, &mut Core<B>, At, Wide, Wide, &Pieces<B>);

/// All instructions by their opcodes.
#[cfg(not(target_family = "wasm"))]
pub(super) struct Pieces<B: Plain>(pub [Piece<B>; 256]);

/// In a browser there is no table.
#[cfg(target_family = "wasm")]
pub(super) struct Pieces<B>(std::marker::PhantomData<B>);

#[cfg(target_family = "wasm")]
impl<B: Plain, const HOW: u8> Table<B, HOW> {
    const ALL: Pieces<B> = Pieces(std::marker::PhantomData);
}

/// Holds the [`Pieces`], one table for each [`how`].
pub(super) struct Table<B, const HOW: u8>(B);

/// An instruction during execution: what [`Piece`]s pass on.
pub(super) struct Now<'a, B: Plain, const HOW: u8> {
    pub board: &'a mut B::Board,
    pub core: &'a mut Core<B>,
    pub at: At,
    pub r: Registers,
    pieces: &'a Pieces<B>,
}

/// What an instruction does on a rare path, in a function of its own, so that the common path does not need more host
/// registers than there are.
pub(super) trait Rare {
    fn execute<B: Plain, const HOW: u8>(now: Now<'_, B, HOW>);
}

#[cold]
#[inline(never)]
fn rare<R: Rare, B: Plain, const HOW: u8>(
    board: &mut B::Board,
    core: &mut Core<B>,
    at: At,
    a: Wide,
    x: Wide,
    pieces: &Pieces<B>,
) {
    R::execute(Now::<B, HOW>::new(board, core, at, a, x, pieces));
}

impl<'a, B: Plain, const HOW: u8> Now<'a, B, HOW> {
    #[inline(always)]
    pub(super) fn new(
        board: &'a mut B::Board,
        core: &'a mut Core<B>,
        at: At,
        a: Wide,
        x: Wide,
        pieces: &'a Pieces<B>,
    ) -> Self {
        // One by one, so that the compiler sees which of them an instruction needs.
        let Registers { y, s, carry, overflow, control, result, jammed, .. } = core.registers;
        let r = Registers { pc: 0, a, x, y, s, carry, overflow, control, result, jammed };
        Now { board, core, at, r, pieces }
    }

    /// The byte `N` bytes after the opcode.
    #[inline(always)]
    pub(super) fn code<const N: usize>(&self) -> u8 {
        self.board.code::<N>(self.at.pc())
    }

    #[inline(always)]
    pub(super) fn operand(&self) -> u8 {
        self.code::<1>()
    }

    #[inline(always)]
    pub(super) fn word(&self) -> u16 {
        self.board.word(self.at.pc())
    }

    /// A pointer in page 0, which wraps within the page.
    #[inline(always)]
    pub(super) fn pointer(&self, at: u8) -> u16 {
        if at == 0xFF {
            rarely();
            return u16::from_le_bytes([self.board.load_low(0xFF), self.board.load_low(0)]);
        }
        self.board.load_low_word(at)
    }

    /// Notes the last byte fetched by the instruction.
    #[inline(always)]
    pub(super) fn fetched(&mut self, byte: u8) {
        self.board.fetched::<HOW>(byte);
    }

    /// If bus values are kept: keeps those from cycle `cycle` of the instruction on.
    #[inline(always)]
    pub(super) fn see<const N: usize>(&mut self, cycle: i32, values: impl FnOnce(&Self) -> [u8; N]) {
        if how::keeps_bus(HOW) {
            let (slot, values) = (self.core.bus.slot(self.at.left() + cycle), values(self));
            self.board.see(slot, &values);
        }
    }

    /// If bus values are kept: keeps the byte at an address for cycle `cycle` of the instruction.
    #[inline(always)]
    pub(super) fn see_byte(&mut self, cycle: i32, address: u16) {
        if how::keeps_bus(HOW) {
            self.see(cycle, |now| [now.board.load_plain(address)]);
        }
    }

    /// If bus values are kept: keeps an instruction of one byte and the byte after it.
    #[inline(always)]
    pub(super) fn see_two(&mut self) {
        self.see(0, |now| [now.code::<0>(), now.code::<1>()]);
    }

    /// If bus values are kept: keeps the value of the last cycle, in which a chip has been accessed, perhaps in another
    /// line.
    #[inline(always)]
    pub(super) fn see_chip(&mut self, value: u8) {
        if how::keeps_bus(HOW) {
            let slot = self.core.bus.slot(self.core.bus.left());
            self.board.see(slot, &[value]);
        }
    }

    #[inline(always)]
    pub(super) fn load(&mut self, address: u16) -> Option<u8> {
        self.board.load(address)
    }

    #[inline(always)]
    pub(super) fn store(&mut self, address: u16, value: u8) {
        self.board.store(address, value);
    }

    /// Stores the registers that an instruction has changed.
    #[inline(always)]
    pub(super) fn keep(&mut self) {
        let Registers { y, s, carry, overflow, control, result, .. } = self.r;
        let kept = &mut self.core.registers;
        (kept.y, kept.s, kept.carry, kept.overflow) = (y, s, carry, overflow);
        (kept.control, kept.result) = (control, result);
    }

    /// Ends the instruction, whose last cycle had `last` on the bus, and executes the next.
    #[inline(always)]
    pub(super) fn go_on(mut self, cycles: i32, bytes: u16, last: u8) {
        self.at = self.at.behind(cycles, bytes);
        self.next(last);
    }

    /// Executes the next instruction, or asks the bus.
    #[inline(always)]
    pub(super) fn next(mut self, last: u8) {
        if self.at.is_over() || B::ASKS_ALWAYS {
            self.ask(last);
        } else {
            self.keep();
            let Now { board, core, at, r, pieces } = self;
            call_next(board, core, at, r.a, r.x, pieces);
        }
    }

    /// Asks the bus what comes next.
    #[inline(always)]
    pub(super) fn ask(mut self, last: u8) {
        self.keep();
        let Now { board, core, at, r, .. } = self;
        ask(board, core, at, r.a, r.x, last);
    }

    /// [`Self::next`] after a jump.
    #[inline(always)]
    pub(super) fn after_jump(mut self, last: impl Fn(&B::Board) -> u8) {
        if self.at.is_over() {
            let last = last(self.board);
            return self.ask(last);
        }
        if self.board.has_enough_code::<HOW>(self.at.pc()) {
            let last = if B::ASKS_ALWAYS { last(self.board) } else { 0 };
            return self.next(last);
        }
        self.keep();
        let last = last(self.board);
        let Now { board, core, at, r, .. } = self;
        go_far::<B, HOW, false>(board, core, at, r.a, r.x, last);
    }

    #[inline(always)]
    pub(super) fn jump(mut self, cycles: i32, target: u16, last: u8) {
        self.at = self.at.behind(cycles, 0).with(target);
        self.after_jump(|_| last);
    }

    /// [`Self::next`] after a jump that has unmasked requests.
    #[inline(always)]
    pub(super) fn jump_unmasked(mut self, cycles: i32, target: u16, last: u8) {
        self.at = self.at.behind(cycles, 0).with(target);
        self.keep();
        let Now { board, core, at, r, .. } = self;
        go_far::<B, HOW, true>(board, core, at, r.a, r.x, last);
    }

    /// [`Self::next`], but if I was set (`masked`) and has been cleared the bus is asked first.
    #[inline(always)]
    pub(super) fn next_if_masked(mut self, masked: bool, last: u8) {
        if masked && !self.r.masked() {
            self.keep();
            let Now { board, core, at, r, .. } = self;
            return ask_unmasked(board, core, at, r.a, r.x, last);
        }
        self.next(last);
    }

    /// A request is due.
    #[inline(always)]
    pub(super) fn interrupted(mut self, last: u8) {
        self.keep();
        let Now { core, at, r, .. } = self;
        core.put_down(at, r.a, r.x, last);
        core.exit = Exit::Interrupted;
    }

    /// The instruction, of which nothing has been done, has to execute access by access.
    #[inline(always)]
    pub(super) fn by_access(self) {
        let Now { board, core, at, r, .. } = self;
        by_access(board, core, at, r.a, r.x);
    }

    /// Continues in a function of its own; nothing of the instruction has been done.
    #[inline(always)]
    pub(super) fn rarely<R: Rare>(self) {
        let Now { board, core, at, r, pieces } = self;
        rare::<R, B, HOW>(board, core, at, r.a, r.x, pieces);
    }

    /// Ends an instruction that accessed a chip in its last cycle. If that has moved the horizon, the bus says where it
    /// is now.
    #[inline(always)]
    pub(super) fn go_on_from_chip<const CYCLES: i32>(mut self, bytes: u16, moved: bool, last: u8) {
        self.pieces = &Table::<B, HOW>::ALL;
        if moved {
            self.at = At::new(self.at.pc(), self.core.bus.left() - CYCLES + 1);
        }
        self.go_on(CYCLES, bytes, last);
    }

    /// Resumes from the state in memory.
    #[inline(always)]
    pub(super) fn resume(board: &'a mut B::Board, core: &'a mut Core<B>) -> Self {
        let Registers { pc, a, x, .. } = core.registers;
        let at = At::new(pc, core.bus.left());
        Now::new(board, core, at, a, x, &Table::<B, HOW>::ALL)
    }
}

/// Executes an instruction and those after it, until the bus has to be asked.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
fn execute<B: Plain, const HOW: u8>(board: &mut B::Board, core: &mut Core<B>, at: At, a: Wide, x: Wide) {
    call_next(board, core, at, a, x, &Table::<B, HOW>::ALL);
}

/// Ends an instruction by calling the next.
#[cfg(not(target_family = "wasm"))]
#[inline(always)]
fn call_next<B: Plain>(
    board: &mut B::Board,
    core: &mut Core<B>,
    at: At,
    a: Wide,
    x: Wide,
    pieces: &Pieces<B>,
) {
    let opcode = board.code::<0>(at.pc());
    pieces.0[usize::from(opcode)](board, core, at, a, x, pieces);
}

/// Executes an instruction and those after it in a browser, where calls do not become jumps: in a loop.
/// [measured: calls take up to twice the time there]
#[cfg(target_family = "wasm")]
#[inline(always)]
fn execute<B: Plain, const HOW: u8>(board: &mut B::Board, core: &mut Core<B>, at: At, a: Wide, x: Wide) {
    let (mut at, mut a, mut x) = (at, a, x);
    loop {
        let opcode = board.code::<0>(at.pc());
        Now::<B, HOW>::new(board, core, at, a, x, &Table::<B, HOW>::ALL).execute(opcode);
        if core.exit != Exit::Next {
            return;
        }
        (at, a, x) = (core.at, core.registers.a, core.registers.x);
    }
}

#[cfg(target_family = "wasm")]
#[inline(always)]
fn call_next<B: Plain>(_: &mut B::Board, core: &mut Core<B>, at: At, a: Wide, x: Wide, _: &Pieces<B>) {
    (core.at, core.registers.a, core.registers.x, core.exit) = (at, a, x, Exit::Next);
}

/// Ends the instructions: the bus has to be asked before the next one.
#[cold]
#[inline(never)]
fn ask<B: Plain>(_board: &mut B::Board, core: &mut Core<B>, at: At, a: Wide, x: Wide, last: u8) {
    core.put_down(at, a, x, last);
    core.exit = Exit::Asks;
}

/// Ends the instructions: the bus has to be asked before the next one, because requests have been unmasked.
#[cold]
#[inline(never)]
fn ask_unmasked<B: Plain>(board: &mut B::Board, core: &mut Core<B>, at: At, a: Wide, x: Wide, last: u8) {
    core.put_down(at, a, x, last);
    core.bus.unmasked(board);
    core.exit = Exit::Asks;
}

#[cold]
#[inline(never)]
fn by_access<B: Plain>(_board: &mut B::Board, core: &mut Core<B>, at: At, a: Wide, x: Wide) {
    // The last bus value does not matter: the opcode comes first.
    core.put_down(at, a, x, 0);
    core.exit = Exit::ByAccess;
}

/// Jumps to where code is not certain to stay in its memory and away from stops; may also unmask requests.
#[cold]
#[inline(never)]
fn go_far<B: Plain, const HOW: u8, const UNMASKS: bool>(
    board: &mut B::Board,
    core: &mut Core<B>,
    at: At,
    a: Wide,
    x: Wide,
    last: u8,
) {
    core.put_down(at, a, x, last);
    if UNMASKS {
        core.bus.unmasked(board);
    }
    core.bus.jump::<HOW>(board, at.pc());
    Now::<B, HOW>::resume(board, core).next(last);
}

impl<B: Plain> Core<B> {
    pub(super) fn new(registers: Registers, bus: B) -> Self {
        Core {
            registers,
            bus,
            exit: Exit::Asks,
            #[cfg(target_family = "wasm")]
            at: At(0),
        }
    }

    #[inline(always)]
    pub(super) fn put_down(&mut self, at: At, a: Wide, x: Wide, last: u8) {
        let Registers { pc, a: kept_a, x: kept_x, .. } = &mut self.registers;
        (*pc, *kept_a, *kept_x) = (at.pc(), a, x);
        self.bus.come_to(at.left(), last);
    }

    /// Executes instructions as long as the bus allows. Returns whether an interrupt is due.
    #[inline(always)]
    pub(super) fn run(&mut self, board: &mut B::Board) -> bool {
        loop {
            if !self.bus.goes_on() {
                let Core { registers, bus, .. } = self;
                let mut goes_on = bus.go_on(board, registers.pc, registers.masked());
                if !goes_on && bus.is_interrupted(board) {
                    bus.begin(board, registers.pc);
                    let serves = bus.serves(board)
                        && !bus.by_accesses(board, |bus| registers.interrupt_sequence(bus).1);
                    if !serves {
                        return true;
                    }
                    goes_on = bus.begin_handler(board, registers.pc);
                }
                if !goes_on || !bus.may_run(board, registers.pc) {
                    return false;
                }
            }
            let Registers { pc, a, x, .. } = self.registers;
            let at = At::new(pc, self.bus.left());
            match self.bus.how() {
                how::IN_RAM => execute::<B, { how::IN_RAM }>(board, self, at, a, x),
                how::IN_ROM => execute::<B, { how::IN_ROM }>(board, self, at, a, x),
                how::IN_RAM_KEEPING_BUS => execute::<B, { how::IN_RAM_KEEPING_BUS }>(board, self, at, a, x),
                _ => execute::<B, { how::IN_ROM_KEEPING_BUS }>(board, self, at, a, x),
            }
            if self.exit == Exit::Interrupted {
                let Core { registers, bus, .. } = self;
                if bus.by_accesses(board, |bus| registers.serve_if_asked(bus)) {
                    return true;
                }
                self.jump(board);
            }
            if self.exit == Exit::ByAccess {
                if how::keeps_bus(self.bus.how()) || self.bus.awaits_interrupt(board) {
                    self.bus.go_carefully(board);
                    return false;
                }
                let Core { registers, bus, .. } = self;
                bus.begin(board, registers.pc);
                if bus.by_accesses(board, |bus| registers.by_accesses(bus)) {
                    return true;
                }
                self.jump(board);
            }
        }
    }

    /// Prepares for a next instruction at any address.
    #[inline(always)]
    fn jump(&mut self, board: &mut B::Board) {
        let Core { registers: Registers { pc, .. }, bus, .. } = self;
        match how::memory(bus.how()) {
            how::IN_RAM => bus.jump::<{ how::IN_RAM }>(board, *pc),
            _ => bus.jump::<{ how::IN_ROM }>(board, *pc),
        }
    }
}
