//! Computes ratings from results by maximum likelihood: the Bradley-Terry model with an advantage for the first
//! player.
//!
//! A player rated r beats one rated s with probability 1 / (1 + e^-(r + a - s)) when playing first, where a is the
//! advantage. Newton's method finds the single maximum of the likelihood; the inverse of the Fisher information there
//! gives the confidence intervals. In addition, every unknown is credited with a win and a loss against an average
//! player. Otherwise the rating of a player that has won every game would be infinite.

use serde::Serialize;

use crate::harness::statistics::NORMAL_975;

/// A game's result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rated {
    /// Index of the player that played first.
    pub first: usize,
    /// Index of the player that played second.
    pub second: usize,
    /// 1 if the first player won, 0 if the second did, in between for a draw.
    pub result: f64,
}

/// An estimated strength, on the Elo scale.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rating {
    /// The estimate; over all players, the mean is 0.
    pub value: f64,
    /// The 95 percent confidence interval.
    pub interval_95: [f64; 2],
}

/// The Elo scale: 400 points are odds of ten to one.
const ELO: f64 = 400.0 / std::f64::consts::LN_10;
/// Newton's method stops after this many steps, or after one smaller than ...
const STEPS: usize = 100;
/// ... this.
const SMALL: f64 = 1e-10;
/// The longest step.
const LONGEST_STEP: f64 = 1.0;

type Matrix = Vec<Vec<f64>>;

/// Returns the ratings of players 0 to `players` - 1, and the advantage of playing first.
pub fn rate(players: usize, results: &[Rated]) -> (Vec<Rating>, Rating) {
    // The last unknown is the advantage.
    let mut unknown = vec![0.0; players + 1];
    let mut covariance = inverse(slope(&unknown, results).1);
    for _ in 0..STEPS {
        let (gradient, information) = slope(&unknown, results);
        covariance = inverse(information);
        let step: Vec<f64> = covariance.iter().map(|row| dot(row, &gradient)).collect();
        let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
        let shorter = (LONGEST_STEP / longest).min(1.0);
        unknown.iter_mut().zip(&step).for_each(|(value, part)| *value += part * shorter);
        if longest < SMALL {
            break;
        }
    }
    let mean = unknown[..players].iter().sum::<f64>() / players.max(1) as f64;
    let rating = |player: usize| {
        // The rating less the mean of all, as a combination of the unknowns.
        let mut weights = vec![-1.0 / players as f64; players];
        weights[player] += 1.0;
        weights.push(0.0);
        estimate(unknown[player] - mean, &weights, &covariance)
    };
    let mut weights = vec![0.0; players];
    weights.push(1.0);
    ((0..players).map(rating).collect(), estimate(unknown[players], &weights, &covariance))
}

fn estimate(value: f64, weights: &[f64], covariance: &Matrix) -> Rating {
    let spread: Vec<f64> = covariance.iter().map(|row| dot(row, weights)).collect();
    let margin = NORMAL_975 * dot(weights, &spread).max(0.0).sqrt();
    Rating { value: value * ELO, interval_95: [(value - margin) * ELO, (value + margin) * ELO] }
}

/// The gradient of the log-likelihood, and its negated second derivatives.
fn slope(unknown: &[f64], results: &[Rated]) -> (Vec<f64>, Matrix) {
    let count = unknown.len();
    let mut gradient = vec![0.0; count];
    let mut information = vec![vec![0.0; count]; count];
    for (n, &value) in unknown.iter().enumerate() {
        let chance = logistic(value);
        gradient[n] += 1.0 - 2.0 * chance;
        information[n][n] += 2.0 * chance * (1.0 - chance);
    }
    for game in results {
        let parts = [(game.first, 1.0), (game.second, -1.0), (count - 1, 1.0)];
        let chance = logistic(parts.iter().map(|&(n, sign)| sign * unknown[n]).sum());
        for &(n, sign) in &parts {
            gradient[n] += sign * (game.result - chance);
            for &(m, other) in &parts {
                information[n][m] += sign * other * chance * (1.0 - chance);
            }
        }
    }
    (gradient, information)
}

fn logistic(value: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-value))
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// The inverse of a positive definite matrix, by Gauss-Jordan elimination; no pivot can be 0.
fn inverse(mut matrix: Matrix) -> Matrix {
    let count = matrix.len();
    for n in 0..count {
        let pivot = std::mem::replace(&mut matrix[n][n], 1.0);
        matrix[n].iter_mut().for_each(|value| *value /= pivot);
        let row = matrix[n].clone();
        for (_, other) in matrix.iter_mut().enumerate().filter(|(m, _)| *m != n) {
            let factor = std::mem::replace(&mut other[n], 0.0);
            other.iter_mut().zip(&row).for_each(|(value, part)| *value -= factor * part);
        }
    }
    matrix
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `of` games with each of two players first, of which `first` wins `won` on either side.
    fn games(first: usize, second: usize, won: usize, of: usize) -> Vec<Rated> {
        let result = |n| if n < won { 1.0 } else { 0.0 };
        let ahead = (0..of).map(|n| Rated { first, second, result: result(n) });
        let behind = (0..of).map(|n| Rated { first: second, second: first, result: 1.0 - result(n) });
        ahead.chain(behind).collect()
    }

    #[test]
    fn the_inverse_is_one() {
        let matrix = vec![vec![4.0, 1.0, 0.5], vec![1.0, 3.0, 0.2], vec![0.5, 0.2, 2.0]];
        let inverted = inverse(matrix.clone());
        for (n, row) in matrix.iter().enumerate() {
            for m in 0..3 {
                let column: Vec<f64> = inverted.iter().map(|row| row[m]).collect();
                assert!((dot(row, &column) - f64::from(u8::from(n == m))).abs() < 1e-12);
            }
        }
    }

    /// Three wins in four are odds of three to one: 190.8 points.
    #[test]
    fn two_players_are_as_far_apart_as_their_odds() {
        let (ratings, advantage) = rate(2, &games(0, 1, 7500, 10_000));
        assert!((ratings[0].value - ratings[1].value - 400.0 * libm::log10(3.0)).abs() < 0.1, "{ratings:?}");
        assert!((ratings[0].value + ratings[1].value).abs() < 1e-6, "the mean is 0");
        assert!(advantage.value.abs() < 0.1, "{advantage:?}");
        // The standard error of the difference is 1 / sqrt(n p q); a rating is half the difference.
        let expected = NORMAL_975 * ELO / (20_000.0_f64 * 0.75 * 0.25).sqrt();
        let width = ratings[0].interval_95[1] - ratings[0].interval_95[0];
        assert!((width - expected).abs() < 0.01 * expected, "{width} and {expected}");
    }

    #[test]
    fn the_advantage_of_who_plays_first_is_told_from_strength() {
        let result = |n: usize, won| if n < won { 1.0 } else { 0.0 };
        let first = (0..1000).map(|n| Rated { first: 0, second: 1, result: result(n, 900) });
        let second = (0..1000).map(|n| Rated { first: 1, second: 0, result: result(n, 500) });
        let (ratings, advantage) = rate(2, &first.chain(second).collect::<Vec<_>>());
        // The odds are 9 to 1 and 1 to 1: their mean (in logarithms) is the advantage, half their distance the
        // difference.
        let half = 400.0 * libm::log10(9.0) / 2.0;
        assert!((advantage.value - half).abs() < 3.0, "{advantage:?}");
        assert!((ratings[0].value - ratings[1].value - half).abs() < 3.0, "{ratings:?}");
    }

    #[test]
    fn who_wins_everything_is_not_infinitely_good_and_few_games_say_little() {
        let few = rate(3, &[games(0, 1, 2, 2), games(1, 2, 2, 2), games(0, 2, 2, 2)].concat()).0;
        assert!(few[0].value > few[1].value && few[1].value > few[2].value, "{few:?}");
        assert!(few.iter().all(|rating| rating.value.abs() < 1000.0), "{few:?}");
        let many = rate(3, &[games(0, 1, 20, 30), games(1, 2, 20, 30), games(0, 2, 20, 30)].concat()).0;
        let width = |rating: &Rating| rating.interval_95[1] - rating.interval_95[0];
        assert!(width(&few[1]) > 2.0 * width(&many[1]), "{few:?} {many:?}");
    }

    #[test]
    fn nobody_who_has_not_played_is_better_than_another() {
        let (ratings, advantage) = rate(2, &[]);
        assert!(ratings.iter().chain([&advantage]).all(|rating| rating.value == 0.0), "{ratings:?}");
    }
}
