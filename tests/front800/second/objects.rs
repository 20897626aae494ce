//! The players and missiles of the model, as shift registers. [sheet: gtia 3]

/// A player or a missile.
#[derive(Clone, Copy)]
pub struct Object {
    pub position: u8,
    pub size: u8,
    pub graphics: u8,
    /// Bits of its shift register: 8 or 2.
    bits: u32,
    state: u8,
    shift: u8,
}

impl Object {
    pub fn new(bits: u32) -> Self {
        Object { position: 0, size: 0, graphics: 0, bits, state: 0, shift: 0 }
    }

    /// Goes on to clock `x`, and says whether the object is lit in it. [sheet: gtia 3, "Shift logic"]
    pub fn clock(&mut self, x: usize) -> bool {
        let is_triggered = x == usize::from(self.position);
        self.state = if is_triggered { 0 } else { (self.state + 1) & self.size };
        if self.state == 0 {
            self.shift <<= 1;
        }
        if is_triggered {
            self.shift |= self.graphics;
        }
        self.shift >> (self.bits - 1) & 1 != 0
    }
}

/// Players 0 to 3, then missiles 0 to 3.
pub struct Objects(pub [Object; 8]);

impl Objects {
    pub fn new() -> Self {
        Objects(std::array::from_fn(|n| Object::new(if n < 4 { 8 } else { 2 })))
    }

    /// GRAFM and SIZEM have two bits for each missile. [sheet: gtia 1]
    fn missiles(&mut self, bits: u8) -> impl Iterator<Item = (usize, &mut Object, u8)> {
        let missiles = self.0[4..].iter_mut().enumerate();
        missiles.map(move |(n, missile)| (n, missile, bits >> (2 * n) & 3))
    }

    /// A write to HPOSP0 to GRAFM takes effect. [sheet: gtia 1]
    pub fn write(&mut self, register: u8, value: u8) {
        match register {
            0x00..0x08 => self.0[usize::from(register)].position = value,
            0x08..0x0C => self.0[usize::from(register - 0x08)].size = value & 3,
            0x0C => self.missiles(value).for_each(|(_, missile, size)| missile.size = size),
            0x0D..0x11 => self.0[usize::from(register - 0x0D)].graphics = value,
            _ => self.load_missiles(value, 0),
        }
    }

    /// Loads the graphics of the missiles that VDELAY does not delay.
    pub fn load_missiles(&mut self, value: u8, delayed: u8) {
        for (n, missile, bits) in self.missiles(value) {
            if delayed >> n & 1 == 0 {
                missile.graphics = bits;
            }
        }
    }

    /// Goes on to clock `x`: the objects lit in it, players in bits 0 to 3 and missiles in 4 to 7.
    pub fn clock(&mut self, x: usize) -> u8 {
        let lit = |(n, object): (usize, &mut Object)| u8::from(object.clock(x)) << n;
        self.0.iter_mut().enumerate().map(lit).sum()
    }
}
