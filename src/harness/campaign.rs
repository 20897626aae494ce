//! Whole campaigns of the wargame, played on the real program.
//!
//! A [`Campaign`] is a machine with the program in it, stopped where an order phase begins. Whoever
//! plays a side reads the state there and gives orders; then the opponent thinks, START
//! is pressed, and the program runs to its next order phase. Who plays the Russian side takes it out of the
//! opponent's hands: what he makes of his plans is put aside before anybody marches. Nothing is cut short but the
//! title, the program's pauses for the eye, and the thinking of an opponent who does not play.

pub mod batch;
mod error;
pub mod host_program;
pub mod orders;
pub mod player;
pub mod players;
pub mod plot;
pub mod state;
pub mod summary;

use std::ops::Range;

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::harness::driver::{Driver, DriverError};
use crate::machine::{Console, Lcg, Machine, Stop};
use crate::titles::rasputitsa::campaign::{Snapshot, Stops, Tables};
use crate::titles::rasputitsa::{Level, Scenario};
pub use error::{CampaignError, PlayerError};
use orders::Orders;
use state::{Side, State};

/// Frames within which the program must get from one stop to the next, one planning pass.
const PATIENCE: u64 = 20_000;
/// Where the CPU waits while somebody thinks: page 6 belongs to nobody.
const WAITING: u16 = 0x0600;
/// `JMP WAITING`
const WAIT_LOOP: [u8; 3] = [0x4C, 0x00, 0x06];
/// After this many machine cycles POKEY's random numbers repeat.
const RANDOM_PERIOD: u32 = 131_071;

/// How long the opponent may think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// Complete planning passes, and one more unit.
    Passes(u8),
    /// So many frames.
    Frames {
        /// How many.
        frames: u64,
        /// And in any case to the end of the first pass: the corrected rules take no START before.
        whole_pass: bool,
    },
}

/// Where the program's random numbers come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chance {
    /// From POKEY. As they depend on the time alone, the German side thinks for a while in each
    /// order phase, how long depends on the seed.
    Pokey {
        /// Decides how long.
        seed: u64,
    },
    /// From a stream that takes no notice of time.
    Stream(Lcg),
}

/// What is chosen on the title, in the edition of 1982.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setting {
    /// Of difficulty.
    pub level: Level,
    /// When it begins. Of no effect but for experts.
    pub scenario: Scenario,
}

/// A campaign, at the beginning of an order phase or over. A copy goes its own way.
#[derive(Clone)]
pub struct Campaign {
    driver: Driver,
    stops: Stops,
    tables: Tables,
    opponent: Opponent,
    /// How long the German side thinks, if that matters.
    hesitation: Option<ChaCha8Rng>,
    /// RANDOM had been read so often when the program started.
    first_read: u64,
    start_held: Range<u64>,
    /// The Russian side has been given its orders for this week.
    russian_given: bool,
    over: bool,
}

impl Campaign {
    /// [`Campaign::begin_with`] as the title has it: in the edition of 1982 as an expert, in 1941.
    pub fn begin(
        machine: Machine,
        label: impl Fn(&str) -> Option<u16>,
        opponent: Opponent,
        chance: Chance,
    ) -> Result<Self, CampaignError> {
        Campaign::begin_with(machine, label, opponent, chance, Setting::default())
    }

    /// Starts the program that `machine` was switched on with, and plays to the first order
    /// phase. `label` knows the program's labels; the edition of 1981 has no settings.
    pub fn begin_with(
        machine: Machine,
        label: impl Fn(&str) -> Option<u16>,
        opponent: Opponent,
        chance: Chance,
        setting: Setting,
    ) -> Result<Self, CampaignError> {
        let driver = Driver::new(machine);
        let (stops, tables) = (Stops::find(&label)?, Tables::find(&label)?);
        let mut campaign = Campaign {
            driver,
            stops,
            tables,
            opponent,
            hesitation: None,
            first_read: 0,
            start_held: 0..0,
            russian_given: false,
            over: false,
        };
        // The OS reads all of POKEY when it clears its registers by indexed stores.
        campaign.run_to("start", &[stops.start], PATIENCE)?;
        campaign.first_read = campaign.machine().random_reads();
        match chance {
            Chance::Pokey { seed } => campaign.hesitation = Some(ChaCha8Rng::seed_from_u64(seed)),
            Chance::Stream(stream) => campaign.machine().set_random(Some(stream)),
        }
        if let Some((wait, done)) = stops.title {
            campaign.run_to("title_wait", &[wait], PATIENCE)?;
            campaign.machine().cpu_mut().pc = done;
        }
        if let Some(second) = tables.second {
            campaign.machine().poke(second.level, setting.level as u8);
            campaign.machine().poke(second.scenario, setting.scenario as u8);
        }
        campaign.run_to("order_phase", &[stops.order_phase], PATIENCE)?;
        campaign.machine().poke(tables.eye_delay, 0);
        Ok(campaign)
    }

    /// Whether the last turn has been scored.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// What anybody may know.
    pub fn state(&mut self) -> State {
        let machine = self.driver.machine();
        let snapshot = Snapshot::read(&self.tables, |address| machine.peek(address));
        State::new(snapshot, machine.random_reads() - self.first_read, machine.frame_number(), self.over)
    }

    /// The machine, to look at.
    pub fn machine(&mut self) -> &mut Machine {
        self.driver.machine()
    }

    /// The machine cycles of the last turn in which START was held.
    pub fn start_held(&self) -> Range<u64> {
        self.start_held.clone()
    }

    /// Replaces the queues and modes of the units named, all of `side` and on the map; the others keep what they have.
    /// Orders to the Russian side, even none at all, mean that the program's own opponent does not play this week.
    pub fn give(&mut self, side: Side, orders: &Orders) {
        for (unit, queue) in orders.iter() {
            self.driver.poke(self.tables.units.queue(unit, queue));
        }
        for (unit, mode) in orders.modes() {
            self.driver.poke(self.tables.units.mode.map(|table| (table + u16::from(unit), mode as u8)));
        }
        self.russian_given |= side == Side::Russian;
    }

    /// Lets the opponent think, presses START, and goes on to the next order phase or the end.
    /// Nothing happens when it is over.
    pub fn play_turn(&mut self) -> Result<(), CampaignError> {
        self.think()?;
        self.march()
    }

    /// The first half of a turn: lets the opponent think.
    pub(crate) fn think(&mut self) -> Result<(), CampaignError> {
        if self.over {
            return Ok(());
        }
        self.hesitate()?;
        if self.russian_given {
            return self.keeping_russian_orders(Self::think_nothing);
        }
        match self.opponent {
            Opponent::Passes(passes) => self.think_passes(passes),
            Opponent::Frames { frames, whole_pass } => self.think_frames(frames, whole_pass),
        }
    }

    /// The second half of a turn: presses START, and goes on to the next order phase or the end.
    pub(crate) fn march(&mut self) -> Result<(), CampaignError> {
        if self.over {
            return Ok(());
        }
        // START in a week without orders is meant.
        self.driver.poke(self.tables.start_sure.map(|sure| (sure, 1)));
        let pressed = self.machine().cycle();
        self.machine().set_console(Console { start: true, ..Console::default() });
        self.run_to("movement_begins", &[self.stops.movement_begins], PATIENCE)?;
        self.start_held = pressed..self.machine().cycle();
        self.machine().set_console(Console::default());
        if self.russian_given {
            let movement = self.stops.movement;
            self.keeping_russian_orders(|campaign| campaign.run_to("movement", &[movement], PATIENCE))?;
            self.russian_given = false;
        }
        let stops = [self.stops.order_phase, self.stops.campaign_over];
        self.over = self.run_to("order_phase", &stops, PATIENCE)? == self.stops.campaign_over;
        Ok(())
    }

    /// Does something of which the orders and modes of the Russian units know nothing afterwards.
    fn keeping_russian_orders<T>(
        &mut self,
        act: impl FnOnce(&mut Self) -> Result<T, CampaignError>,
    ) -> Result<T, CampaignError> {
        let units = &self.tables.units;
        let (first, last) = (units.edition.first_russian() as u8, units.edition.units() as u8);
        let driver = &mut self.driver;
        let kept = units.orders_of(first..last + 1, &mut |address| driver.peek(address));
        let done = act(self)?;
        self.driver.poke(kept);
        Ok(done)
    }

    /// To the first poll, as if a pass had been completed: START is taken there by all rules.
    fn think_nothing(&mut self) -> Result<(), CampaignError> {
        self.run_to("thinking_polled", &[self.stops.thinking_polled], PATIENCE)?;
        self.driver.poke([(self.tables.thinking_passes, 1)]);
        Ok(())
    }

    /// Passes some time before the first instruction of the order phase: a moment that
    /// nobody could repeat by hand.
    fn hesitate(&mut self) -> Result<(), CampaignError> {
        let Some(random) = &mut self.hesitation else { return Ok(()) };
        let cycles = u64::from(random.next_u32() % RANDOM_PERIOD);
        let machine = self.driver.machine();
        let pc = machine.cpu().pc;
        let page_6 = [0, 1, 2].map(|n| machine.peek(WAITING + n));
        for (address, byte) in (WAITING..).zip(WAIT_LOOP) {
            machine.poke(address, byte);
        }
        machine.cpu_mut().pc = WAITING;
        machine.run_to_cycle(machine.cycle() + cycles);
        // It may be in an interrupt.
        self.run_to("order_phase", &[WAITING], PATIENCE)?;
        for (address, byte) in (WAITING..).zip(page_6) {
            self.machine().poke(address, byte);
        }
        self.machine().cpu_mut().pc = pc;
        Ok(())
    }

    /// To the poll behind the first unit after so many complete passes.
    fn think_passes(&mut self, passes: u8) -> Result<(), CampaignError> {
        // The counters of this order phase hold from the first poll on.
        let polled = [self.stops.thinking_polled];
        self.run_to("thinking_polled", &polled, PATIENCE)?;
        let goal = i64::from(passes) * self.polls_of_pass();
        let end = self.machine().frame_number() + PATIENCE * (u64::from(passes) + 1);
        while self.machine().frame_number() < end && self.polls() <= goal {
            if self.polls() == goal {
                return Ok(());
            }
            self.run_to("thinking_polled", &polled, PATIENCE)?;
        }
        // It thinks, but past the goal.
        let (pc, frames) = (self.machine().cpu().pc, PATIENCE);
        let error = DriverError::Stuck { expected: "thinking_polled", pc, frames };
        Err(CampaignError::Program { turn: self.turn(), error })
    }

    /// At a poll: how many there were before it in this order phase.
    fn polls(&mut self) -> i64 {
        let passes = i64::from(self.driver.peek(self.tables.thinking_passes));
        let unit = i64::from(self.driver.peek(self.tables.thinking_unit));
        passes * self.polls_of_pass() + self.tables.units.edition.units() as i64 - unit
    }

    /// From the last Russian unit down to the first.
    fn polls_of_pass(&self) -> i64 {
        let edition = self.tables.units.edition;
        (edition.units() - edition.first_russian() + 1) as i64
    }

    fn think_frames(&mut self, frames: u64, whole_pass: bool) -> Result<(), CampaignError> {
        let end = self.machine().frame_number().saturating_add(frames);
        while self.machine().frame_number() < end {
            if self.machine().run_frame() == Stop::Jam {
                break;
            }
        }
        loop {
            self.run_to("thinking_polled", &[self.stops.thinking_polled], PATIENCE)?;
            let passes = self.driver.peek(self.tables.thinking_passes);
            if (passes > 0 || !whole_pass) && self.machine().frame_number() >= end {
                return Ok(());
            }
        }
    }

    /// Runs until the instruction at one of the addresses is next, at least one instruction.
    fn run_to(&mut self, expected: &'static str, stops: &[u16], frames: u64) -> Result<u16, CampaignError> {
        let reached = self.driver.run_to(expected, stops, frames);
        reached.map_err(|error| CampaignError::Program { turn: self.turn(), error })
    }

    fn turn(&mut self) -> u8 {
        self.driver.peek(self.tables.turn)
    }
}
