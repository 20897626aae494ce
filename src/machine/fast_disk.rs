//! Serial transfers in no time: the device carries out a call of SIOV itself, without the serial line, and memory and
//! registers end up as SIO leaves them. The cost is that of the data transferred.

use super::Machine;
use super::devices::protocol::Command;
use super::devices::serial::{Reply, checksum};
use crate::cpu::flags::{C, I, N, UNUSED, V};

/// The OS entry point for a serial transfer. [OSM]
const SIOV: u16 = 0xE459;

/// Variables of the OS. [OSM]
const POKMSK: u16 = 0x0010;
const BRKKEY: u16 = 0x0011;
const STATUS: u16 = 0x0030;
const CRITIC: u16 = 0x0042;
const SSKCTL: u16 = 0x0232;
const CDEVIC: u16 = 0x023A;
const STACKP: u16 = 0x0318;
/// VSERIN, VSEROR, VSEROC: they hold routines of the OS unless a program has installed its own.
const SERIAL_VECTORS: [u16; 3] = [0x020A, 0x020C, 0x020E];
const ROM: u16 = 0xD800;
/// The device control block, from DDEVIC to DAUX2, and addresses in it.
const DCB: u16 = 0x0300;
const DDEVIC: u16 = DCB;
const DSTATS: u16 = DCB + 3;
const RECEIVE: u8 = 0x40;
const SEND: u8 = 0x80;
/// Values of DDEVIC that the OS handles by itself, whatever the unit: the cassette.
const CASSETTE: [u8; 2] = [0x5F, 0x60];

/// Status codes of SIO.
const OK: u8 = 0x01;
const TIMEOUT: u8 = 0x8A;
const REFUSED: u8 = 0x8B;
const WRONG_SUM: u8 = 0x8F;
const FAILED: u8 = 0x90;

/// Registers of POKEY and PIA and the values that SIO leaves in them: 94 cycles a bit, silence, POKEY receiving,
/// COMMAND high.
const SERIAL_CLOCK: [(u16, u8); 3] = [(0xD204, 0x28), (0xD206, 0), (0xD208, 0x28)];
const SILENCE: [(u16, u8); 4] = [(0xD201, 0), (0xD203, 0), (0xD205, 0), (0xD207, 0)];
const COMMAND_HIGH: (u16, u8) = (0xD303, 0x3C);
const SKRES: u16 = 0xD20A;
const IRQEN: u16 = 0xD20E;
const SKCTL: u16 = 0xD20F;
const KEYBOARD_BITS: u8 = 0x07;
const RECEIVING: u8 = 0x10;
const SERIAL_IRQS: u8 = 0x38;

/// What the device control block requests.
struct Request {
    command: Command,
    /// The previous value of DSTATS.
    direction: u8,
    buffer: u16,
    length: u16,
}

impl Machine {
    /// If the CPU is about to call SIOV, carries out the transfer. Anything but a plain transfer by the routines of the
    /// OS is left to take place in real time.
    pub(super) fn serve_fast_disk(&mut self) {
        if self.cpu.pc != SIOV || self.cpu.interrupt_due || self.cpu.reset_due || self.cpu.p & I != 0 {
            return;
        }
        let own_routine = SERIAL_VECTORS.iter().any(|&vector| self.word(vector) < ROM);
        let request = self.request();
        let has_data = request.direction & (SEND | RECEIVE) != 0;
        let odd = CASSETTE.contains(&self.peek(DDEVIC)) || has_data && request.length == 0;
        if own_routine || odd || self.peek(BRKKEY) == 0 {
            return;
        }
        self.end_complete_line();
        self.atari.catch_up_serial();
        let sends = request.direction & SEND != 0;
        let sent = sends.then(|| {
            (0..request.length).map(|n| self.peek(request.buffer.wrapping_add(n))).collect::<Vec<u8>>()
        });
        let (now, atari) = (self.cycle(), &mut *self.atari);
        let Some(reply) = atari.serial.exchange(now, request.command, sent.as_deref(), &mut atari.shelf)
        else {
            return;
        };
        let status = self.take_reply(&request, reply);
        self.return_from_sio(&request, status);
    }

    fn request(&mut self) -> Request {
        let block: [u8; 12] = std::array::from_fn(|n| self.peek(DCB + n as u16));
        let [device, unit, code, direction, buffer_low, buffer_high, _, _, low, high, aux1, aux2] = block;
        Request {
            command: Command { device: device.wrapping_add(unit).wrapping_sub(1), code, aux: [aux1, aux2] },
            direction,
            buffer: u16::from_le_bytes([buffer_low, buffer_high]),
            length: u16::from_le_bytes([low, high]),
        }
    }

    /// Stores the data where they belong; returns the status of the transfer.
    fn take_reply(&mut self, request: &Request, reply: Reply) -> u8 {
        let (good, data) = match reply {
            Reply::Silence => return TIMEOUT,
            Reply::Refusal => return REFUSED,
            Reply::Done { good, data } => (good, data),
        };
        let ended = if good { OK } else { FAILED };
        if request.direction & RECEIVE == 0 {
            return ended;
        }
        let Some(mut frame) = data else { return TIMEOUT };
        let sum = checksum(&frame);
        let length = usize::from(request.length);
        frame.push(sum);
        for (n, &byte) in (0..request.length).zip(&frame) {
            self.store(request.buffer.wrapping_add(n), byte);
        }
        // The byte after those requested is taken for the checksum.
        match frame.get(length) {
            None => TIMEOUT,
            Some(&next) if next != checksum(&frame[..length]) => WRONG_SUM,
            Some(_) => ended,
        }
    }

    /// Leaves memory, registers and chips as SIO does at its end.
    fn return_from_sio(&mut self, request: &Request, status: u8) {
        let Command { device, code, aux: [aux1, aux2] } = request.command;
        for (address, byte) in (CDEVIC..).zip([device, code, aux1, aux2]) {
            self.poke(address, byte);
        }
        for address in [STATUS, DSTATS] {
            self.poke(address, status);
        }
        self.poke(CRITIC, 0);
        self.poke(STACKP, self.cpu.s);
        let (mask, control) =
            (self.peek(POKMSK) & !SERIAL_IRQS, self.peek(SSKCTL) & KEYBOARD_BITS | RECEIVING);
        self.poke(POKMSK, mask);
        self.poke(SSKCTL, control);
        for (register, value) in SERIAL_CLOCK.into_iter().chain(SILENCE).chain([COMMAND_HIGH]) {
            self.store(register, value);
        }
        self.store(SKCTL, control);
        self.store(SKRES, 0);
        self.store(IRQEN, mask);
        let stack = self.cpu.s;
        let [low, high] = [1, 2].map(|n| self.atari.memory.bytes[0x100 + usize::from(stack.wrapping_add(n))]);
        let cpu = &mut self.cpu;
        (cpu.a, cpu.x, cpu.y, cpu.s) = (0, 0xFE, status, stack.wrapping_add(2));
        // N, Z and C are those of the `CPY #0` at its end.
        cpu.p = cpu.p & (V | I) | UNUSED | C | status & N;
        cpu.pc = u16::from_le_bytes([low, high]).wrapping_add(1);
    }
}
