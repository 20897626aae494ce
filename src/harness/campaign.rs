//! Whole campaigns of the wargame, played on the real program.
//!
//! A [`Campaign`] is a machine that runs the program, stopped at the beginning of an order phase. A player reads the
//! state there and gives orders; then the opponent thinks, START is pressed, and the program runs to its next order
//! phase. Orders for the Russian side replace the opponent's: the plans it makes are discarded before any unit
//! marches. Only the title, the program's pauses for the eye, and the thinking of an opponent that does not play are
//! cut short.

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

use rand_chacha::ChaCha8Rng;

use crate::debug::cancel::CancelToken;
pub use crate::harness::chance::Chance;
use crate::harness::chance::{RANDOM_PERIOD, hesitate};
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

/// Frames within which the program must reach the next stop or finish one planning pass.
const PATIENCE: u64 = 20_000;

/// How long the opponent thinks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Opponent {
    /// This many complete planning passes, and one more unit. 0 is possible only by the rules of 1981 ([`NoPass`]).
    Passes(u8),
    /// This many frames, but at least until the program accepts START.
    Frames(u64),
}

impl Opponent {
    /// This many planning passes, checked against the rules.
    ///
    /// # Errors
    /// 0 passes, where the rules require one before START is accepted.
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

/// A campaign, at the beginning of an order phase or over. A copy goes its own way.
#[derive(Clone)]
pub struct Campaign {
    driver: Driver,
    stops: Stops,
    tables: Tables,
    opponent: Opponent,
    /// How long the German side hesitates, where random numbers come from POKEY.
    hesitation: Option<ChaCha8Rng>,
    /// How many times RANDOM had been read when the program started.
    first_read: u64,
    start_held: Range<u64>,
    /// The Russian side has been given orders for this week.
    russian_given: bool,
    recorder: Recorder,
    /// Whether the events of coming weeks are recorded.
    records: bool,
    /// Whether those of the last week were.
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
    /// [`Campaign::begin_with`] with the settings that the title begins with: in the edition of 1982, expert level
    /// and 1941.
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

    /// Starts the program that `machine` was switched on with, and plays to the first order phase. `label` looks up
    /// the program's labels. The edition of 1981 ignores `setting`.
    ///
    /// # Errors
    /// The program lacks a label or does not reach the order phase; [`NoPass`].
    pub fn begin_with(
        machine: Machine,
        label: impl Fn(&str) -> Option<u16>,
        opponent: Opponent,
        chance: Chance,
        setting: Setting,
    ) -> Result<Self, CampaignError> {
        let mut campaign = Campaign::with(machine, label, opponent)?;
        let (stops, tables) = (campaign.stops, campaign.tables);
        // The OS clears its registers with indexed stores that read all of POKEY, so chance is set only after that.
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

    /// Continues a campaign from a saved state of its machine, on `machine` with the same program. A state from an
    /// order phase continues at its beginning, with the orders given so far; a week saved while the armies march is
    /// first marched to its end. `chance` starts afresh.
    ///
    /// # Errors
    /// The state is not of this machine; and as those of [`Campaign::begin_with`].
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
        let stands = campaign.machine().cpu().pc;
        campaign.over = stands == stops.campaign_over;
        if campaign.over || stands == stops.order_phase {
            return Ok(campaign);
        }
        let ends = [stops.order_phase, stops.thinking_polled, stops.campaign_over];
        let stop = campaign.run_to("order_phase", &ends, PATIENCE)?;
        campaign.over = stop == stops.campaign_over;
        if stop == stops.thinking_polled {
            let cpu = campaign.machine_mut().cpu_mut();
            // Drops the return address of the polling routine.
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

    /// Uses this source of random numbers from now on, and counts reads from here.
    fn set_chance(&mut self, chance: Chance) {
        self.first_read = self.machine().random_reads();
        self.hesitation = chance.set(&mut self.driver);
    }

    /// A copy with other random numbers, for trying out orders: what happens there may or may not happen here. Its
    /// events are not recorded, which makes it slightly faster.
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

    /// What both sides may know.
    pub fn state(&self) -> State {
        let machine = self.driver.machine();
        let snapshot = Snapshot::read(&self.tables, |address| machine.peek(address));
        State::new(snapshot, machine.random_reads() - self.first_read, machine.frame_number(), self.over)
    }

    /// Sets whether the events of coming weeks are recorded. Recording costs a little speed and changes nothing else.
    pub fn record(&mut self, records: bool) {
        self.records = records;
    }

    /// The record of the last week, if it was recorded; before the first week, which units are in supply.
    pub fn recorder(&self) -> Option<&Recorder> {
        self.recorded.then_some(&self.recorder)
    }

    /// How the score of `state`, the present state of this campaign, is made up.
    pub fn points(&self, world: &World, state: &State) -> Points {
        match (state.second, self.tables.second) {
            (Some(second), Some(tables)) => {
                let initial = tables.initial.map(|at| self.driver.peek(at));
                Points::of_1982(state, second.level, world, initial)
            }
            _ => Points::of_1981(state, world, self.tables.counts_absent),
        }
    }

    /// What the German side knows of the units' strengths.
    pub fn known_strengths(&self) -> KnownStrengths {
        let machine = self.driver.machine();
        KnownStrengths::read(&self.tables, |address| machine.peek(address))
    }

    /// The machine.
    pub fn machine(&self) -> &Machine {
        self.driver.machine()
    }

    /// The machine, to change what is not part of its state: drawing, sound.
    pub fn machine_mut(&mut self) -> &mut Machine {
        self.driver.machine_mut()
    }

    /// Presses START, as a turn does, on another machine with this program.
    pub fn press_start(&self, machine: &mut Machine) {
        press_start(&self.tables, machine);
    }

    /// The machine cycles of the last turn during which START was held.
    pub fn start_held(&self) -> Range<u64> {
        self.start_held.clone()
    }

    /// Replaces the queues and modes of the named units, which must belong to `side`; the others keep theirs. Giving
    /// orders to the Russian side, even empty ones, means that the program's own opponent does not play this week.
    ///
    /// # Errors
    /// A unit that is not of that side; no orders have been given then. Orders to a unit that is not on the map are
    /// ignored without an error ([`orders::refuse_absent`]).
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

    /// Sets the token that cancels the playing of weeks, also in copies and players.
    pub fn set_cancel(&mut self, cancel: CancelToken) {
        self.driver.set_cancel(cancel);
    }

    /// The token that was set there.
    pub fn cancel_token(&self) -> &CancelToken {
        self.driver.cancel_token()
    }

    /// Lets the opponent think, presses START, and runs to the next order phase or the end. Does nothing if the
    /// campaign is over.
    ///
    /// # Errors
    /// The program does not get there; or the week was cancelled ([`Campaign::set_cancel`]), in which case the
    /// campaign is as it was before it.
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

    /// The second half of a turn: presses START, and runs to the next order phase or the end.
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

    /// Runs to the next order phase or the end.
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

    /// Does something and then restores the orders and modes of the Russian units.
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

    /// Runs to the second poll, as if a pass had been completed. START is accepted there by all rules, because the
    /// first poll has seen it released.
    fn think_nothing(&mut self) -> Result<(), CampaignError> {
        for _ in 0..2 {
            self.run_to("thinking_polled", &[self.stops.thinking_polled], PATIENCE)?;
        }
        self.driver.poke([(self.tables.thinking_passes, 1)]);
        Ok(())
    }

    /// Lets a random time pass before the first instruction of the order phase, so that the moment is one that could
    /// not be repeated by hand.
    fn hesitate(&mut self) -> Result<(), CampaignError> {
        let Some(random) = &mut self.hesitation else { return Ok(()) };
        let waited = hesitate(&mut self.driver, random, RANDOM_PERIOD);
        waited.map_err(|error| CampaignError::Program { turn: self.turn(), error })
    }

    /// Runs to the poll after the first unit that follows this many complete passes.
    fn think_passes(&mut self, passes: u8) -> Result<(), CampaignError> {
        // The counters belong to this order phase only from the first poll on.
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
        // The opponent still thinks, but has passed the goal.
        let (pc, frames) = (self.machine().cpu().pc, PATIENCE);
        let error = DriverError::Stuck { expected: "thinking_polled", pc, frames };
        Err(CampaignError::Program { turn: self.turn(), error })
    }

    /// At a poll: the number of earlier ones in this order phase.
    fn polls(&self) -> i64 {
        let passes = i64::from(self.driver.peek(self.tables.thinking_passes));
        let unit = i64::from(self.driver.peek(self.tables.thinking_unit));
        passes * self.polls_of_pass() + self.tables.units.edition.units() as i64 - unit
    }

    /// Polls in a pass, which goes from the last Russian unit down to the first.
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

    /// Runs until the instruction at one of the addresses is next; executes at least one instruction.
    fn run_to(&mut self, expected: &'static str, stops: &[u16], frames: u64) -> Result<u16, CampaignError> {
        let reached = self.driver.run_to(expected, stops, frames);
        reached.map_err(|error| CampaignError::Program { turn: self.turn(), error })
    }

    fn turn(&self) -> u8 {
        self.driver.peek(self.tables.turn)
    }
}

/// Also confirms START in advance, as the program would ask after a week without orders.
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

    /// The opponent's own plans, as orders.
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
