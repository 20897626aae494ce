//! Serial transfers in no time: the transfer takes place in a copy of the machine, and what it
//! leaves in memory and registers is taken over. So nothing can differ from a real transfer but
//! time and what counts it, whatever ROM is in the machine.

use super::Machine;

/// The OS entry point for a serial transfer. [OSM]
const SIOV: u16 = 0xE459;
/// The copy gives up after so many machine cycles; then the transfer takes place in real time.
const MOST_CYCLES: u64 = 60_000_000;

impl Machine {
    /// Carries out the transfer that the CPU is about to call, if it is.
    pub(super) fn serve_fast_disk(&mut self) {
        if self.cpu.pc != SIOV || self.cpu.interrupt_due || self.cpu.reset_due {
            return;
        }
        self.finish_line();
        // As a saved state would have it: all chips at the present.
        self.atari.settle();
        let mut later = self.clone();
        later.fast_disk = false;
        later.loader = None;
        later.sound = None;
        later.atari.set_recording(false);
        later.atari.drawing = false;
        if later.run_to_return() {
            self.take_over(later);
        }
    }

    /// Runs until the routine at the program counter has returned.
    fn run_to_return(&mut self) -> bool {
        let stack = self.cpu.s;
        let returned = |s: u8| s == stack.wrapping_add(2);
        let end = self.cycle() + MOST_CYCLES;
        while self.cycle() < end && !self.cpu.jammed {
            self.step();
            if returned(self.cpu.s) {
                return true;
            }
        }
        false
    }

    /// Takes over what a transfer has left in `later`.
    fn take_over(&mut self, later: Machine) {
        let passed = later.cycle() - self.cycle();
        self.cpu = later.cpu;
        let Machine { atari, .. } = later;
        let pokey = atari.pokey.registers();
        self.atari.memory = atari.memory;
        self.atari.pia = atari.pia;
        self.atari.shelf = atari.shelf;
        self.atari.random = atari.random;
        let mut serial = atari.serial;
        serial.go_back(passed);
        self.atari.serial = serial;
        let now = self.cycle();
        for (register, value) in pokey {
            self.atari.pokey.write(now, register, value);
        }
        self.atari.irq_until = 0;
        if self.atari.cycle > 1 {
            self.atari.mark_pages();
        }
    }
}
