//! Statistics over the games of a batch.

use serde::Serialize;

use super::state::{Side, State};

/// How a number is spread over the games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// Smallest.
    pub min: u64,
    /// A twentieth of the games have less.
    pub p5: u64,
    /// The one in the middle; the lower of two.
    pub median: u64,
    /// Arithmetic mean.
    pub mean: f64,
    /// A twentieth of the games have more.
    pub p95: u64,
    /// Largest.
    pub max: u64,
}

impl Spread {
    /// Of at least one number.
    fn of(mut numbers: Vec<u64>) -> Option<Spread> {
        numbers.sort_unstable();
        let last = numbers.len().checked_sub(1)?;
        let quantile = |percent: usize| numbers[last * percent / 100];
        Some(Spread {
            min: numbers[0],
            p5: quantile(5),
            median: quantile(50),
            mean: numbers.iter().sum::<u64>() as f64 / numbers.len() as f64,
            // As far from the end as p5 is from the beginning.
            p95: numbers[last - last * 5 / 100],
            max: numbers[last],
        })
    }
}

/// One side in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SideSummary {
    /// Units on the map.
    pub on_map: Spread,
    /// Muster strength of all its units, present or not.
    pub muster: Spread,
    /// Combat strength of all its units.
    pub combat: Spread,
    /// Combat strength of its units on the map.
    pub combat_on_map: Spread,
    /// Units destroyed so far.
    pub destroyed: Spread,
}

/// In how many games a city is German.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the cities")]
pub struct CitiesGerman {
    pub moscow: u64,
    pub leningrad: u64,
    pub sevastopol: u64,
    pub stalingrad: u64,
}

/// All games in one turn.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TurnSummary {
    /// 0 to 40.
    pub turn: u8,
    /// Its date.
    pub date: String,
    /// Games that came so far.
    pub games: u64,
    /// The score shown.
    pub score: Spread,
    /// Games in which each city is German.
    pub cities: CitiesGerman,
    /// The German side.
    pub german: SideSummary,
    /// The Russian side.
    pub russian: SideSummary,
}

/// A batch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Games seen.
    pub games: u64,
    /// Emulated frames of a game, from power-on to its last state.
    pub frames: Spread,
    /// Random numbers a game used.
    pub random_bytes_used: Spread,
    /// By turn, from 0.
    pub turns: Vec<TurnSummary>,
}

/// Collects states into a summary.
#[derive(Clone, Debug, Default)]
pub struct Collector {
    /// By turn, in the order in which the games came.
    turns: Vec<Column>,
    /// The last frame and random count of each game.
    ends: Vec<(u64, u64)>,
}

#[derive(Clone, Debug, Default)]
struct Column {
    date: String,
    score: Vec<u64>,
    cities: CitiesGerman,
    sides: [SideColumn; 2],
}

#[derive(Clone, Debug, Default)]
struct SideColumn {
    on_map: Vec<u64>,
    muster: Vec<u64>,
    combat: Vec<u64>,
    combat_on_map: Vec<u64>,
    destroyed: Vec<u64>,
}

impl Collector {
    /// Takes the states of one game after the other, each from turn 0 on.
    pub fn add(&mut self, state: &State) {
        let turn = usize::from(state.turn);
        if self.turns.len() <= turn {
            self.turns.resize_with(turn + 1, Column::default);
        }
        let column = &mut self.turns[turn];
        column.date.clone_from(&state.date);
        column.score.push(state.score.into());
        let german = &mut column.cities;
        german.moscow += u64::from(state.cities.moscow);
        german.leningrad += u64::from(state.cities.leningrad);
        german.sevastopol += u64::from(state.cities.sevastopol);
        german.stalingrad += u64::from(state.cities.stalingrad);
        for (side, column) in [Side::German, Side::Russian].into_iter().zip(&mut column.sides) {
            let sums = state.strength(side);
            column.on_map.push(sums.on_map.into());
            column.muster.push(sums.muster.into());
            column.combat.push(sums.combat.into());
            column.combat_on_map.push(sums.combat_on_map.into());
            column.destroyed.push(sums.destroyed.into());
        }
        let end = (state.frame, state.random_bytes_used);
        match self.ends.last_mut() {
            Some(last) if turn > 0 => *last = end,
            _ => self.ends.push(end),
        }
    }

    /// The statistics, if there was a game.
    pub fn finish(self) -> Option<Summary> {
        let (frames, random) = self.ends.iter().copied().unzip();
        Some(Summary {
            games: self.ends.len() as u64,
            frames: Spread::of(frames)?,
            random_bytes_used: Spread::of(random)?,
            turns: (0..).zip(self.turns).filter_map(|(turn, column)| column.finish(turn)).collect(),
        })
    }
}

impl Column {
    fn finish(self, turn: u8) -> Option<TurnSummary> {
        let [german, russian] = self.sides.map(SideColumn::finish);
        Some(TurnSummary {
            turn,
            date: self.date,
            games: self.score.len() as u64,
            score: Spread::of(self.score)?,
            cities: self.cities,
            german: german?,
            russian: russian?,
        })
    }
}

impl SideColumn {
    fn finish(self) -> Option<SideSummary> {
        Some(SideSummary {
            on_map: Spread::of(self.on_map)?,
            muster: Spread::of(self.muster)?,
            combat: Spread::of(self.combat)?,
            combat_on_map: Spread::of(self.combat_on_map)?,
            destroyed: Spread::of(self.destroyed)?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spread_is_symmetric_and_of_one_number_it_is_that_number() {
        assert_eq!(Spread::of(vec![]), None);
        let one = Spread { min: 7, p5: 7, median: 7, mean: 7.0, p95: 7, max: 7 };
        assert_eq!(Spread::of(vec![7]), Some(one));
        let spread = Spread::of((0..=100).rev().collect()).unwrap();
        assert_eq!((spread.p5, spread.median, spread.p95, spread.max), (5, 50, 95, 100));
    }
}
