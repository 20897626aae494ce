//! Whole campaigns of the wargame, played on the real program.
//!
//! A [`Campaign`] is a machine with the program in it, stopped where an order phase begins. Whoever
//! plays a side reads the state there and gives orders; then the opponent thinks, START
//! is pressed, and the program runs to its next order phase. Who plays the Russian side takes it out of the
//! opponent's hands: what he makes of his plans is put aside before anybody marches. Nothing is cut short but the
//! title, the program's pauses for the eye, and the thinking of an opponent who does not play.

pub mod batch;
mod board;
mod error;
pub mod events;
pub mod features;
pub mod host_program;
mod kept;
pub mod observation;
pub mod orders;
pub mod player;
pub mod players;
pub mod plot;
pub mod points;
pub mod seats;
mod setting;
pub mod state;
pub mod summary;
pub mod table;
pub mod world;

use std::fmt;
use std::ops::Range;

use rand::{RngCore, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::debug::cancel::CancelToken;
use crate::harness::driver::{Driver, DriverError};
use crate::machine::{Console, Lcg, Machine};
use crate::titles::rasputitsa::Rules;
use crate::titles::rasputitsa::campaign::{EventStops, KnownStrengths, Snapshot, Stops, Tables, WorkBytes};
pub use error::{CampaignError, NoPass, PlayerError, SettingError};
use events::Recorder;
use orders::{Orders, OrdersError, refuse_unit};
use points::Points;
pub use setting::Setting;
use state::{Side, State};
use world::World;

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
    /// Complete planning passes, and one more unit. None at all ([`NoPass`]) by the rules of 1981 alone.
    Passes(u8),
    /// So many frames, and in any case as long as the program takes no START.
    Frames(u64),
}

impl Opponent {
    /// So many planning passes in a game by these rules.
    ///
    /// # Errors
    /// No pass at all, where the rules have one before START is taken.
    ///
    /// # Examples
    ///
    /// ```
    /// use front800::harness::campaign::{NoPass, Opponent};
    /// use front800::titles::rasputitsa::Rules;
    ///
    /// assert_eq!(Opponent::passes(0, Rules::Edition1981), Ok(Opponent::Passes(0)));
    /// assert_eq!(Opponent::passes(0, Rules::Modern), Err(NoPass));
    /// ```
    pub fn passes(passes: u8, rules: Rules) -> Result<Opponent, NoPass> {
        Opponent::Passes(passes).check(rules.start_before_pass())
    }

    fn check(self, start_before_pass: bool) -> Result<Opponent, NoPass> {
        if self == Opponent::Passes(0) && !start_before_pass { Err(NoPass) } else { Ok(self) }
    }
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

impl Chance {
    /// From a stream with that seed if there is one, else from POKEY.
    pub fn of(stream: Option<u32>, seed: u64) -> Self {
        stream.map_or(Chance::Pokey { seed }, |stream| Chance::Stream(Lcg::new(stream)))
    }
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
    recorder: Recorder,
    /// What happens is noted.
    records: bool,
    /// It was in the last week.
    recorded: bool,
    over: bool,
}

impl fmt::Debug for Campaign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Campaign")
            .field("turn", &self.turn())
            .field("over", &self.over)
            .field("machine", self.machine())
            .finish_non_exhaustive()
    }
}

impl Campaign {
    /// [`Campaign::begin_with`] as the title has it: in the edition of 1982 as an expert, in 1941.
    ///
    /// # Errors
    /// The same.
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
    ///
    /// # Errors
    /// A program without a label that is needed, or one that does not get there; [`NoPass`].
    pub fn begin_with(
        machine: Machine,
        label: impl Fn(&str) -> Option<u16>,
        opponent: Opponent,
        chance: Chance,
        setting: Setting,
    ) -> Result<Self, CampaignError> {
        let mut campaign = Campaign::with(machine, label, opponent)?;
        let (stops, tables) = (campaign.stops, campaign.tables);
        // The OS reads all of POKEY when it clears its registers by indexed stores.
        campaign.run_to("start", &[stops.start], PATIENCE)?;
        campaign.set_chance(chance);
        if let Some((wait, done)) = stops.title {
            campaign.run_to("title_wait", &[wait], PATIENCE)?;
            campaign.machine_mut().cpu_mut().pc = done;
        }
        if let Some(second) = tables.second {
            campaign.machine_mut().poke(second.level, setting.level as u8);
            campaign.machine_mut().poke(second.scenario, setting.scenario as u8);
        }
        campaign.run_week()?;
        campaign.records = false;
        campaign.machine_mut().poke(tables.eye_delay, 0);
        Ok(campaign)
    }

    /// Goes on with a campaign in the week in which the state of its machine was saved, of `machine` with the same
    /// program. A week saved in its order phase begins it anew, with the orders that have been given; of one saved while
    /// the armies march the rest is marched. `chance` begins anew, too.
    ///
    /// # Errors
    /// A state that is not one of this machine's; and as [`Campaign::begin_with`].
    pub fn resume(
        mut machine: Machine,
        saved: &[u8],
        label: impl Fn(&str) -> Option<u16>,
        opponent: Opponent,
        chance: Chance,
    ) -> Result<Self, CampaignError> {
        machine.load(saved)?;
        let mut campaign = Campaign::with(machine, label, opponent)?;
        let stops = campaign.stops;
        campaign.set_chance(chance);
        campaign.driver.poke([(campaign.tables.eye_delay, 0)]);
        if campaign.machine().cpu().pc == stops.order_phase {
            return Ok(campaign);
        }
        let ends = [stops.order_phase, stops.thinking_polled, stops.campaign_over];
        let stop = campaign.run_to("order_phase", &ends, PATIENCE)?;
        campaign.over = stop == stops.campaign_over;
        if stop == stops.thinking_polled {
            let cpu = campaign.machine_mut().cpu_mut();
            // Out of the routine that polls.
            cpu.s = cpu.s.wrapping_add(2);
            cpu.pc = stops.order_phase;
        }
        Ok(campaign)
    }

    fn with(
        machine: Machine,
        label: impl Fn(&str) -> Option<u16>,
        opponent: Opponent,
    ) -> Result<Self, CampaignError> {
        let (stops, tables) = (Stops::find(&label)?, Tables::find(&label)?);
        let opponent = opponent.check(tables.start_before_pass)?;
        let recorder = Recorder::new(EventStops::find(&label)?, WorkBytes::find(&label)?, tables);
        Ok(Campaign {
            driver: Driver::new(machine),
            stops,
            tables,
            opponent,
            hesitation: None,
            first_read: 0,
            start_held: 0..0,
            russian_given: false,
            recorder,
            records: true,
            recorded: false,
            over: false,
        })
    }

    /// Chance is this one's from now on, and what is read of it is counted.
    fn set_chance(&mut self, chance: Chance) {
        self.first_read = self.machine().random_reads();
        match chance {
            Chance::Pokey { seed } => {
                self.machine_mut().set_random(None);
                self.hesitation = Some(ChaCha8Rng::seed_from_u64(seed));
            }
            Chance::Stream(stream) => self.machine_mut().set_random(Some(stream)),
        }
    }

    /// A copy to try things on, with other dice: what comes of orders there may come of them here. Nothing is noted of its weeks,
    /// which makes them a little faster.
    ///
    /// # Examples
    ///
    /// See [`player::Player`].
    pub fn what_if(&self, dice: Lcg) -> Campaign {
        let mut copy = self.clone();
        copy.machine_mut().set_random(Some(dice));
        copy.record(false);
        copy
    }

    /// Whether the last turn has been scored.
    pub fn is_over(&self) -> bool {
        self.over
    }

    /// What anybody may know.
    pub fn state(&self) -> State {
        let machine = self.driver.machine();
        let snapshot = Snapshot::read(&self.tables, |address| machine.peek(address));
        State::new(snapshot, machine.random_reads() - self.first_read, machine.frame_number(), self.over)
    }

    /// Whether what happens in the weeks that come is noted. It slows them down a little and changes nothing else.
    pub fn record(&mut self, records: bool) {
        self.records = records;
    }

    /// What was noted of the last week, if it was; before the first week is played, who is in supply.
    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorded.then_some(&self.recorder)
    }

    /// What the score of `state`, which is this campaign's, is made of.
    pub fn points(&self, world: &World, state: &State) -> Points {
        match (state.second, self.tables.second) {
            (Some(second), Some(tables)) => {
                let initial = tables.initial.map(|at| self.driver.peek(at));
                Points::of_1982(state, second.level, world, initial)
            }
            _ => Points::of_1981(state, world, self.tables.counts_absent),
        }
    }

    /// What the German side knows of strengths.
    pub fn known_strengths(&self) -> KnownStrengths {
        let machine = self.driver.machine();
        KnownStrengths::read(&self.tables, |address| machine.peek(address))
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        self.driver.machine()
    }

    /// The machine, for what is no part of its state: drawing, sound.
    pub fn machine_mut(&mut self) -> &mut Machine {
        self.driver.machine_mut()
    }

    /// Presses START on another machine with this program as a turn does.
    pub fn press_start(&self, machine: &mut Machine) {
        press_start(&self.tables, machine);
    }

    /// The machine cycles of the last turn in which START was held.
    pub fn start_held(&self) -> Range<u64> {
        self.start_held.clone()
    }

    /// Replaces the queues and modes of the units named, all of `side` and on the map; the others keep what they have.
    /// Orders to the Russian side, even none at all, mean that the program's own opponent does not play this week.
    ///
    /// # Errors
    /// A unit that is none of the side: nothing has been given then. What one that is not on the map is told nobody hears
    /// ([`orders::refuse_absent`]).
    pub fn give(&mut self, side: Side, orders: &Orders) -> Result<(), CampaignError> {
        let named = orders.iter().map(|(unit, _)| unit).chain(orders.modes().map(|(unit, _)| unit));
        for unit in named {
            if let Some(message) = refuse_unit(unit.into(), side, self.tables.units.edition) {
                return Err(OrdersError { source: "orders".to_string(), place: None, message }.into());
            }
        }
        for (unit, queue) in orders.iter() {
            self.driver.poke(self.tables.units.queue(unit, queue));
        }
        for (unit, mode) in orders.modes() {
            self.driver.poke(self.tables.units.mode.map(|table| (table + u16::from(unit), mode as u8)));
        }
        self.russian_given |= side == Side::Russian;
        Ok(())
    }

    /// Whether weeks are played to their end is asked there from now on, by copies and players, too.
    pub fn set_cancel(&mut self, cancel: CancelToken) {
        self.driver.set_cancel(cancel);
    }

    /// What was set there.
    pub fn cancel_token(&self) -> &CancelToken {
        self.driver.cancel_token()
    }

    /// Lets the opponent think, presses START, and goes on to the next order phase or the end.
    /// Nothing happens when it is over.
    ///
    /// # Errors
    /// A program that does not get there; and a week that was given up ([`Campaign::set_cancel`]): then none of it has happened.
    pub fn play_turn(&mut self) -> Result<(), CampaignError> {
        let before = self.cancel_token().can_be_cancelled().then(|| self.clone());
        let played = self.think().and_then(|()| self.march());
        if let (Some(before), Err(CampaignError::Program { error: DriverError::GivenUp, .. })) =
            (before, &played)
        {
            *self = before;
        }
        played
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
            Opponent::Frames(frames) => self.think_frames(frames),
        }
    }

    /// The second half of a turn: presses START, and goes on to the next order phase or the end.
    pub(crate) fn march(&mut self) -> Result<(), CampaignError> {
        if self.over {
            return Ok(());
        }
        let pressed = self.machine().cycle();
        press_start(&self.tables, self.driver.machine_mut());
        self.run_to("movement_begins", &[self.stops.movement_begins], PATIENCE)?;
        self.start_held = pressed..self.machine().cycle();
        self.machine_mut().set_console(Console::default());
        if self.russian_given {
            let movement = self.stops.movement;
            self.keeping_russian_orders(|campaign| campaign.run_to("movement", &[movement], PATIENCE))?;
            self.russian_given = false;
        }
        self.run_week()
    }

    /// To the next order phase or the end.
    fn run_week(&mut self) -> Result<(), CampaignError> {
        let ends = [self.stops.order_phase, self.stops.campaign_over];
        let mut stops = ends.to_vec();
        self.recorded = self.records;
        if self.records {
            self.recorder.begin();
            stops.extend(self.recorder.stops());
        }
        loop {
            let stop = self.run_to("order_phase", &stops, PATIENCE)?;
            if ends.contains(&stop) {
                self.recorder.end(&self.driver);
                self.over = stop == self.stops.campaign_over;
                return Ok(());
            }
            self.recorder.note(stop, &self.driver);
        }
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

    /// To the second poll, as if a pass had been completed: START is taken there by all rules, as the first has seen it up.
    fn think_nothing(&mut self) -> Result<(), CampaignError> {
        for _ in 0..2 {
            self.run_to("thinking_polled", &[self.stops.thinking_polled], PATIENCE)?;
        }
        self.driver.poke([(self.tables.thinking_passes, 1)]);
        Ok(())
    }

    /// Passes some time before the first instruction of the order phase: a moment that
    /// nobody could repeat by hand.
    fn hesitate(&mut self) -> Result<(), CampaignError> {
        let Some(random) = &mut self.hesitation else { return Ok(()) };
        let cycles = u64::from(random.next_u32() % RANDOM_PERIOD);
        let machine = self.driver.machine_mut();
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
            self.machine_mut().poke(address, byte);
        }
        self.machine_mut().cpu_mut().pc = pc;
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
    fn polls(&self) -> i64 {
        let passes = i64::from(self.driver.peek(self.tables.thinking_passes));
        let unit = i64::from(self.driver.peek(self.tables.thinking_unit));
        passes * self.polls_of_pass() + self.tables.units.edition.units() as i64 - unit
    }

    /// From the last Russian unit down to the first.
    fn polls_of_pass(&self) -> i64 {
        let edition = self.tables.units.edition;
        (edition.units() - edition.first_russian() + 1) as i64
    }

    fn think_frames(&mut self, frames: u64) -> Result<(), CampaignError> {
        let end = self.machine().frame_number().saturating_add(frames);
        self.driver.run_to_frame(end).map_err(|error| CampaignError::Program { turn: self.turn(), error })?;
        loop {
            self.run_to("thinking_polled", &[self.stops.thinking_polled], PATIENCE)?;
            let passes = self.driver.peek(self.tables.thinking_passes);
            if (passes > 0 || self.tables.start_before_pass) && self.machine().frame_number() >= end {
                return Ok(());
            }
        }
    }

    /// Runs until the instruction at one of the addresses is next, at least one instruction.
    fn run_to(&mut self, expected: &'static str, stops: &[u16], frames: u64) -> Result<u16, CampaignError> {
        let reached = self.driver.run_to(expected, stops, frames);
        reached.map_err(|error| CampaignError::Program { turn: self.turn(), error })
    }

    fn turn(&self) -> u8 {
        self.driver.peek(self.tables.turn)
    }
}

/// In a week without orders START is meant, too.
fn press_start(tables: &Tables, machine: &mut Machine) {
    if let Some(sure) = tables.start_sure {
        machine.poke(sure, 1);
    }
    machine.set_console(Console { start: true, ..Console::default() });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine::Config;
    use crate::titles::Sources;

    /// What the opponent has made of his plans, as somebody else's orders.
    fn russian_orders(campaign: &Campaign) -> Orders {
        let mut marching = campaign.clone();
        marching.think().unwrap();
        press_start(&marching.tables, marching.driver.machine_mut());
        marching.run_to("movement", &[marching.stops.movement], PATIENCE).unwrap();
        let mut orders = Orders::default();
        let machine = marching.driver.machine();
        for unit in marching.tables.units.read(&mut |address| machine.peek(address)) {
            if Side::of(unit.number, marching.tables.units.edition) == Side::Russian {
                orders.set(unit.number, unit.orders);
                if let Some(mode) = unit.mode {
                    orders.set_mode(unit.number, mode);
                }
            }
        }
        orders
    }

    #[test]
    fn the_opponents_own_orders_given_by_somebody_make_the_same_week() {
        for rules in Rules::ALL {
            let sources = Sources::embedded();
            let title = sources.rasputitsa_with(rules).unwrap();
            let mut machine = Machine::new(&Config::new(sources.os().unwrap().rom.clone()));
            machine.load_program(title.xex.clone());
            let label = |name: &str| title.output.symbol(name).and_then(|value| u16::try_from(value).ok());
            let chance = Chance::Stream(Lcg::new(1));
            let mut own = Campaign::begin(machine, label, Opponent::Passes(1), chance).unwrap();
            let mut given = own.clone();
            for _ in 0..6 {
                let orders = russian_orders(&given);
                given.give(Side::Russian, &orders).unwrap();
                given.play_turn().unwrap();
                own.play_turn().unwrap();
                assert_eq!(given.state().csv(), own.state().csv(), "{rules:?}");
            }
        }
    }
}
