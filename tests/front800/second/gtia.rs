//! GTIA of the model, from clock to clock: when writes take effect, what is shown, what collides. [sheet: gtia]

use super::modes::{BACKGROUND, PLAYFIELD};
use super::objects::Objects;
use super::playfield::Playfield;
use super::priority::{self, COLBK, COLPF1, COLPF3, Present};

/// The clocks that are visible. [sheet: gtia 7]
pub const VISIBLE: std::ops::Range<usize> = 0x22..0xDE;

/// The two pixels of a clock.
pub type Pixels = [u8; 2];

/// What a clock shows, as ANTIC says it.
pub struct Line<'a> {
    pub is_displayed: bool,
    /// HBLANK has announced a line in hires. [sheet: gtia 2]
    pub is_hires: bool,
    pub playfield: &'a Playfield,
}

/// What takes effect some clocks after the write or the load.
#[derive(Clone, Copy)]
enum Change {
    Register { register: u8, value: u8 },
    Missiles { value: u8, delayed: u8 },
}

/// PRIOR bits 7 and 6. [sheet: gtia 6]
#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Normal,
    Nine,
    Ten,
    Eleven,
}

/// The playfield in a clock.
struct Seen {
    /// Playfields that are there for priority, a bit each.
    playfields: u8,
    /// Those that objects collide with.
    solid: u8,
    /// Players whose colours mode 10 shows.
    players: u8,
    /// The two pixels of hires, or none.
    hires: u8,
    /// The pixel of modes 9 and 11.
    value: u8,
}

pub struct Gtia {
    objects: Objects,
    colours: [u8; 9],
    prior: u8,
    vdelay: u8,
    gractl: u8,
    /// Changes in the order of their writes, and the clocks of the frame at which they take effect.
    pending: Vec<(usize, Change)>,
    /// M0PF to P3PL, as they are read; `None` where the sheets leave open what a clock showed.
    pub collisions: [Option<u8>; 16],
}

impl Gtia {
    /// With its registers from HPOSP0 to GRACTL.
    pub fn new(registers: &[u8; 0x1E]) -> Self {
        let mut gtia = Gtia {
            objects: Objects::new(),
            colours: [0; 9],
            prior: 0,
            vdelay: 0,
            gractl: 0,
            pending: Vec::new(),
            collisions: [Some(0); 16],
        };
        (0..).zip(registers).for_each(|(register, &value)| gtia.set(register, value));
        gtia
    }

    /// What PRIOR will be when all writes have taken effect.
    pub fn last_prior(&self) -> u8 {
        let mut writes = self.pending.iter().rev().filter_map(|&(_, change)| match change {
            Change::Register { register: 0x1B, value } => Some(value),
            _ => None,
        });
        writes.next().unwrap_or(self.prior)
    }

    /// A write of the CPU in the cycle that begins with `clock` takes effect some clocks later. [sheet: gtia 4]
    pub fn write(&mut self, clock: usize, register: u8, value: u8) {
        let delay = match register {
            0x00..0x08 => 5,
            0x08..0x0D => 4,
            0x0D..0x12 => 3,
            0x12..0x1B => 1,
            0x1B => 2,
            _ => return self.set(register, value),
        };
        self.pending.push((clock + delay, Change::Register { register, value }));
    }

    fn set(&mut self, register: u8, value: u8) {
        match register {
            0x00..0x12 => self.objects.write(register, value),
            0x12..0x1B => self.colours[usize::from(register - 0x12)] = value & 0xFE,
            0x1B => self.prior = value,
            0x1C => self.vdelay = value,
            0x1D => self.gractl = value,
            0x1E => self.collisions = [Some(0); 16],
            _ => panic!("no program writes to $D0{register:02X}"),
        }
    }

    /// The missiles' cycle of a line, and what was on the bus in it. VDELAY keeps the data of the line before on even
    /// lines. [sheet: gtia 3]
    pub fn load_missiles(&mut self, line: usize, clock: usize, bus: Option<u8>) {
        if self.gractl & 1 != 0 {
            let delayed = if line.is_multiple_of(2) { self.vdelay & 15 } else { 0 };
            self.pending.push((clock + 3, Change::Missiles { value: known(bus), delayed }));
        }
    }

    /// The cycle of a player. [sheet: gtia 3]
    pub fn load_player(&mut self, line: usize, clock: usize, player: usize, bus: Option<u8>) {
        let is_delayed = line.is_multiple_of(2) && self.vdelay >> (4 + player) & 1 != 0;
        if self.gractl & 2 != 0 && !is_delayed {
            self.write(clock, 0x0D + player as u8, known(bus));
        }
    }

    /// Goes on to clock `x` of a line, the `clock`th of the frame. In visible ones it says the pixels, or `None` if the
    /// sheets leave them open.
    pub fn clock(&mut self, clock: usize, x: usize, line: &Line) -> Option<Pixels> {
        self.take_effect(clock);
        let lit = self.objects.clock(x);
        if !line.is_displayed || !VISIBLE.contains(&x) {
            return None;
        }
        let seen = self.see(x, line);
        self.collide(lit, seen.as_ref().map(|seen| seen.solid));
        self.show(lit, &seen?)
    }

    fn take_effect(&mut self, clock: usize) {
        for (_, change) in self.pending.extract_if(.., |(at, _)| *at <= clock).collect::<Vec<_>>() {
            match change {
                Change::Register { register, value } => self.set(register, value),
                Change::Missiles { value, delayed } => self.objects.load_missiles(value, delayed),
            }
        }
    }

    fn mode(&self) -> Mode {
        [Mode::Normal, Mode::Nine, Mode::Ten, Mode::Eleven][usize::from(self.prior >> 6)]
    }

    /// The playfield in clock `x`; `None` if the sheets leave it open.
    fn see(&self, x: usize, line: &Line) -> Option<Seen> {
        match self.mode() {
            Mode::Normal => Some(Seen::of_code(line.playfield.code(x)?, line.is_hires)),
            Mode::Nine | Mode::Eleven => {
                let (first, second) = pair(x, line)?;
                Some(Seen { value: first << 2 | second, ..Seen::NOTHING })
            }
            // Delayed by a clock: what it shows in the first one, nobody says. [sheet: gtia 6]
            Mode::Ten if x == VISIBLE.start => None,
            Mode::Ten => {
                let (first, second) = pair(x - 1, line)?;
                // What lines in lores show beside the background is described for some codes only. [sheet: gtia 6]
                let is_clear = line.is_hires || line.is_background(x - 1);
                is_clear.then(|| Seen::of_mode_10(first << 2 | second))
            }
        }
    }

    /// Notes the collisions of the objects that are `lit`. [sheet: gtia 7]
    fn collide(&mut self, lit: u8, solid: Option<u8>) {
        let players = lit & 15;
        let (missile_playfield, rest) = self.collisions.split_at_mut(4);
        let (player_playfield, rest) = rest.split_at_mut(4);
        let (missile_player, player_player) = rest.split_at_mut(4);
        for n in 0..4 {
            if lit >> (4 + n) & 1 != 0 {
                note(&mut missile_playfield[n], solid);
                note(&mut missile_player[n], Some(players));
            }
            if players >> n & 1 != 0 {
                note(&mut player_playfield[n], solid);
                note(&mut player_player[n], Some(players & !(1 << n)));
            }
        }
    }

    /// The pixels of a clock in which objects are `lit`; `None` if the sheets leave them open.
    fn show(&self, lit: u8, seen: &Seen) -> Option<Pixels> {
        let (mut players, missiles) = (lit & 15, lit >> 4);
        let is_fifth = self.prior & 0x10 != 0 && missiles != 0;
        if self.prior & 0x10 == 0 {
            players |= missiles;
        }
        let fifth = if is_fifth { 1 << 3 } else { 0 };
        let present = Present { players: players | seen.players, playfields: seen.playfields | fifth };
        let colour = match self.mode() {
            Mode::Nine | Mode::Eleven if players == 0 => self.shade(seen.value, is_fifth),
            // How the fifth player mixes with a value under other players, nobody says.
            Mode::Nine | Mode::Eleven if is_fifth => return None,
            _ => priority::colour(present, self.prior, &self.colours),
        };
        Some([1, 0].map(|pixel| self.lighten(colour, seen.hires >> pixel & 1 != 0)))
    }

    /// Modes 9 and 11: a luma or a hue over the background, in whose place the fifth player comes. [sheet: gtia 6]
    fn shade(&self, value: u8, is_fifth: bool) -> u8 {
        let background = self.colours[if is_fifth { COLPF3 } else { COLBK }];
        match (self.mode(), value) {
            (Mode::Nine, _) => background | value,
            (_, 0) => background & 0xF0,
            _ => background | value << 4,
        }
    }

    /// A lit pixel of hires has the luma of COLPF1, whatever is shown there. [sheet: gtia 2]
    fn lighten(&self, colour: u8, is_lit: bool) -> u8 {
        if is_lit { colour & 0xF0 | self.colours[COLPF1] & 0x0F } else { colour }
    }
}

impl Line<'_> {
    /// Whether both clocks of a pair are background.
    fn is_background(&self, x: usize) -> bool {
        [x & !1, x | 1].iter().all(|&x| self.playfield.code(x) == Some(BACKGROUND))
    }
}

/// The low two bits of the codes of an even clock and the odd one after it. [sheet: gtia 6]
fn pair(x: usize, line: &Line) -> Option<(u8, u8)> {
    Some((line.playfield.code(x & !1)? & 3, line.playfield.code(x | 1)? & 3))
}

/// No program has anything on the bus there that the sheets leave open.
fn known(bus: Option<u8>) -> u8 {
    bus.expect("what comes in the cycles of missiles and players is known")
}

/// Adds what an object meets to its register.
fn note(register: &mut Option<u8>, met: Option<u8>) {
    *register = register.zip(met).map(|(register, met)| register | met);
}

impl Seen {
    const NOTHING: Seen = Seen { playfields: 0, solid: 0, players: 0, hires: 0, value: 0 };

    /// In hires everything in the window is playfield 2, but dark pixels do not collide. [sheet: gtia 2, 5, 7]
    fn of_code(code: u8, is_hires: bool) -> Seen {
        if code == BACKGROUND {
            return Seen::NOTHING;
        }
        let number = code - PLAYFIELD;
        if is_hires {
            let solid = if number == 0 { 0 } else { 1 << 2 };
            Seen { playfields: 1 << 2, solid, hires: number, ..Seen::NOTHING }
        } else {
            Seen { playfields: 1 << number, solid: 1 << number, ..Seen::NOTHING }
        }
    }

    /// A pixel of mode 10: players, playfields, background, playfields again. [sheet: gtia 6]
    fn of_mode_10(value: u8) -> Seen {
        match value {
            0..4 => Seen { players: 1 << value, ..Seen::NOTHING },
            8..12 => Seen::NOTHING,
            _ => Seen { playfields: 1 << (value & 3), solid: 1 << (value & 3), ..Seen::NOTHING },
        }
    }
}
