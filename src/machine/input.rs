//! Joysticks, light pens, paddles and console keys.

use super::board::atari::Atari;

/// A joystick: which switches are closed.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Stick {
    /// Pushed up.
    pub up: bool,
    /// Pushed down.
    pub down: bool,
    /// Pushed left.
    pub left: bool,
    /// Pushed right.
    pub right: bool,
    /// The button.
    pub fire: bool,
}

/// A light pen or a light gun in a joystick's jack, beside the joystick. It does not sense brightness: the place that
/// it is aimed at triggers it, whatever is shown there.
///
/// # Examples
///
/// ```
/// use front800::machine::{Beam, Config, Machine, Pen};
/// use front800::titles::Sources;
///
/// let mut machine = Machine::new(&Config::new(Sources::embedded().os()?.rom.clone()));
/// let at = Some(Beam { clock: 120, line: 96 });
/// assert!(machine.set_pen(0, Pen { at, pressed: false }));
/// machine.run_frame();
/// assert_eq!((machine.peek(0xD40C), machine.peek(0xD40D)), (120 + 44, 96 / 2));
/// # Ok::<(), front800::titles::TitleError>(())
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Pen {
    /// The place that it is aimed at, if that is on the screen. When the beam gets there, the jack's trigger line falls
    /// for the duration of a scan line, and ANTIC latches PENH and PENV. A place that the beam never reaches has no
    /// effect.
    pub at: Option<Beam>,
    /// The switch of a pen, which closes when the pen is pressed on the screen, or the trigger of a gun. It uses the
    /// joystick's pin for up (a guess).
    pub pressed: bool,
}

/// A position of the beam.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Beam {
    /// The colour clock within the line as positions of players count them, 0 to 227. [`Machine::picture`] begins at 34
    /// and has two pixels for each clock; the usual screenshot begins at 44.
    ///
    /// [`Machine::picture`]: super::Machine::picture
    pub clock: u8,
    /// The scan line, 0 to 261 or 311: pictures begin at 8.
    pub line: u16,
}

/// The position of a paddle turned fully to the left, which is also what a jack without a paddle reads: the count at
/// which POKEY ends a scan. [sheet: pokey 9]
pub const MOST_PADDLE: u8 = 228;

/// The console keys held down.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Console {
    /// START.
    pub start: bool,
    /// SELECT.
    pub select: bool,
    /// OPTION.
    pub option: bool,
}

/// The bits of a joystick's switches in its jack's entry of [`Atari::sticks`]; another bit is the pen's.
const STICK: u8 = 0x1F;
const PEN: u8 = 0x20;

impl Atari {
    /// Applies joystick `port` (0 to 3) to the pins of PIA and GTIA.
    pub(super) fn set_stick(&mut self, port: usize, stick: Stick) {
        let closed = u8::from(stick.up)
            | u8::from(stick.down) << 1
            | u8::from(stick.left) << 2
            | u8::from(stick.right) << 3
            | u8::from(stick.fire) << 4;
        self.set_switches(port, STICK, closed);
    }

    /// Sets the light pen in the jack.
    pub(super) fn set_pen(&mut self, port: usize, pen: Pen) {
        self.aim_pen(port, pen.at.map(|Beam { clock, line }| (clock, line)));
        self.set_switches(port, PEN, if pen.pressed { PEN } else { 0 });
    }

    fn set_switches(&mut self, port: usize, whose: u8, closed: u8) {
        self.close_switches(port, self.sticks[port] & !whose | closed);
        let half = port / 2;
        let [first, second] = [2 * half, 2 * half + 1].map(|port| {
            let closed = self.sticks[port];
            let up = u8::from(closed & PEN != 0);
            closed & 0x0F | up
        });
        self.pia.set_port(half, !(first | second << 4));
    }
}
