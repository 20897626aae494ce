//! Records the events of a week while it is marched, by stopping the program where they happen.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use crate::harness::driver::Driver;
use crate::titles::rasputitsa::campaign::{EventStops, Tables, WorkBytes};
use crate::titles::rasputitsa::{Direction, Edition};

/// An event of the last week.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "event", rename_all = "lowercase")]
#[non_exhaustive]
pub enum Event {
    /// A unit attacked another one.
    Combat(Combat),
    /// A unit was destroyed.
    Lost {
        /// 0 to 31; none if it happened while supply was traced, before the first subturn.
        subturn: Option<u8>,
        /// The unit.
        unit: u8,
    },
    /// A city has changed hands.
    City {
        /// 0 to 31.
        subturn: u8,
        /// Its name, as in the state's list of cities.
        city: Cow<'static, str>,
        /// The unit that entered it.
        unit: u8,
        /// Whether it is German now.
        german: bool,
    },
    /// An order was impossible; the unit stands still for the rest of the week.
    Refused {
        /// 0 to 31.
        subturn: u8,
        /// The unit.
        unit: u8,
        /// The order's letter.
        order: char,
    },
}

/// A combat, in which the defender strikes first.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Combat {
    /// 0 to 31.
    pub subturn: u8,
    /// The attacker.
    pub attacker: Fighter,
    /// The defender.
    pub defender: Fighter,
    /// The x of the defender's square.
    pub x: u8,
    /// Its y.
    pub y: u8,
    /// What became of the defender.
    pub outcome: Outcome,
}

/// A unit in a combat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Fighter {
    /// Its number.
    pub unit: u8,
    /// Its combat strength before; none if unknown.
    pub before: Option<u8>,
    /// Its combat strength afterwards, 0 if it was destroyed; none if unknown.
    pub after: Option<u8>,
    /// Whether it was hit.
    pub hit: bool,
}

/// What became of a defender.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Outcome {
    /// It holds its square.
    Held,
    /// It broke and retreated to another square.
    Retreated,
    /// It broke, but could not retreat and holds its square.
    Stuck,
    /// It was destroyed.
    Destroyed,
}

/// The record of a week.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Noted {
    events: Vec<Event>,
    unsupplied: Vec<u8>,
}

/// A combat going on.
#[derive(Clone, Copy, Debug)]
struct Fight {
    /// Its place among the events: what comes of it follows it there.
    event: usize,
    /// Its defender broke.
    broken: bool,
}

/// Notes the events of a campaign's weeks.
#[derive(Clone, Debug)]
pub struct Recorder {
    places: EventStops,
    work: WorkBytes,
    tables: Tables,
    noted: Noted,
    /// The combat going on.
    combat: Option<Fight>,
    /// Who enters what may be a city, and whose the cities were.
    entering: Option<(u8, u8, Vec<bool>)>,
    /// Whether the march is over and supply is being traced.
    marched: bool,
}

impl Recorder {
    /// A recorder without events.
    pub(super) fn new(places: EventStops, work: WorkBytes, tables: Tables) -> Self {
        let noted = Noted::default();
        Recorder { places, work, tables, noted, combat: None, entering: None, marched: false }
    }

    /// The events of the last week.
    pub fn events(&self) -> &[Event] {
        &self.noted.events
    }

    /// The units found out of supply when it was traced last.
    pub fn unsupplied(&self) -> &[u8] {
        &self.noted.unsupplied
    }

    /// The record of the last week.
    pub(super) fn noted(&self) -> &Noted {
        &self.noted
    }

    /// Continues after a week with this record.
    pub(super) fn restore(&mut self, noted: Noted) {
        self.noted = noted;
    }

    /// The addresses at which the program must stop.
    pub(super) fn stops(&self) -> [u16; 9] {
        self.places.all()
    }

    /// Begins a week and drops the record of the previous one.
    pub(super) fn begin(&mut self) {
        self.noted.events.clear();
        self.noted.unsupplied.clear();
        self.combat = None;
        self.marched = false;
    }

    /// Ends the week.
    pub(super) fn end(&mut self, driver: &Driver) {
        self.see_city(driver);
    }

    /// Evaluates a `stop`, whose instruction has not been executed yet.
    pub(super) fn note(&mut self, stop: u16, driver: &Driver) {
        self.see_city(driver);
        let places = self.places;
        let unit = driver.machine().cpu().x;
        let subturn = driver.peek(self.work.subturn);
        if stop == places.attacks {
            self.combat = Some(Fight { event: self.noted.events.len(), broken: false });
            self.noted.events.push(Event::Combat(self.begin_combat(subturn, driver)));
        } else if stop == places.hit {
            self.with_fighter(unit, |fighter| fighter.hit = true);
        } else if stop == places.retreat {
            self.combat.iter_mut().for_each(|fight| fight.broken = true);
        } else if stop == places.moves {
            self.end_defence(unit, Outcome::Retreated, |fight| fight.broken);
        } else if stop == places.destroyed {
            self.end_defence(unit, Outcome::Destroyed, |_| true);
            let subturn = (!self.marched).then_some(subturn);
            self.noted.events.push(Event::Lost { subturn, unit });
        } else if stop == places.acted {
            self.end_combat(driver);
        } else if stop == places.enters {
            self.entering = Some((subturn, unit, self.cities(driver)));
        } else if stop == places.rests {
            self.note_refusal(subturn, unit, driver);
        } else if stop == places.unsupplied {
            self.marched = true;
            self.noted.unsupplied.push(driver.peek(self.work.actor));
        }
    }

    fn begin_combat(&self, subturn: u8, driver: &Driver) -> Combat {
        let fighter = |at: u16| {
            let unit = driver.peek(at);
            let before = Some(driver.peek(self.tables.units.combat + u16::from(unit)));
            Fighter { unit, before, after: before, hit: false }
        };
        let (attacker, defender) = (fighter(self.work.actor), fighter(self.work.foe));
        let (x, y) = (driver.peek(self.work.to_x), driver.peek(self.work.to_y));
        Combat { subturn, attacker, defender, x, y, outcome: Outcome::Held }
    }

    /// The combat going on, if one is.
    fn fight(&mut self) -> Option<(Fight, &mut Combat)> {
        let fight = self.combat?;
        match self.noted.events.get_mut(fight.event) {
            Some(Event::Combat(combat)) => Some((fight, combat)),
            _ => None,
        }
    }

    /// Notes what has become of the unit, if it defends itself in such a fight.
    fn end_defence(&mut self, unit: u8, outcome: Outcome, is_such: impl FnOnce(Fight) -> bool) {
        let Some((fight, combat)) = self.fight() else { return };
        if combat.defender.unit == unit && is_such(fight) {
            combat.outcome = outcome;
        }
    }

    fn with_fighter(&mut self, unit: u8, act: impl FnOnce(&mut Fighter)) {
        let Some((_, combat)) = self.fight() else { return };
        for fighter in [&mut combat.attacker, &mut combat.defender] {
            if fighter.unit == unit {
                return act(fighter);
            }
        }
    }

    /// Also reached by marches without a combat; does nothing then.
    fn end_combat(&mut self, driver: &Driver) {
        let strengths = self.tables.units.combat;
        let Some((fight, combat)) = self.fight() else { return };
        for fighter in [&mut combat.attacker, &mut combat.defender] {
            fighter.after = Some(driver.peek(strengths + u16::from(fighter.unit)));
        }
        if combat.outcome == Outcome::Held && fight.broken && combat.defender.hit {
            combat.outcome = Outcome::Stuck;
        }
        self.combat = None;
    }

    /// Also reached by units without orders, which are ignored.
    fn note_refusal(&mut self, subturn: u8, unit: u8, driver: &Driver) {
        let [queued, first, _] = self.tables.units.orders.map(|table| driver.peek(table + u16::from(unit)));
        if queued > 0 {
            let order = Direction::from_bits(first).letter();
            self.noted.events.push(Event::Refused { subturn, unit, order });
        }
    }

    fn cities(&self, driver: &Driver) -> Vec<bool> {
        let count = self.edition().cities().len() as u16;
        (0..count).map(|n| driver.peek(self.tables.cities_german + n) != 0).collect()
    }

    fn edition(&self) -> Edition {
        self.tables.units.edition
    }

    /// Notes whether the move to a square has taken a city.
    fn see_city(&mut self, driver: &Driver) {
        let Some((subturn, unit, before)) = self.entering.take() else { return };
        let after = self.cities(driver);
        for ((&city, before), german) in self.edition().cities().iter().zip(before).zip(after) {
            if before != german {
                let city = Cow::Borrowed(city);
                self.noted.events.push(Event::City { subturn, city, unit, german });
            }
        }
    }
}
