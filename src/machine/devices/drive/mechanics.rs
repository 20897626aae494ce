//! Motor, head and rotation of a drive: how long it takes to reach a sector.

use serde::{Deserialize, Serialize};

use crate::machine::devices::model::Model;
use crate::machine::devices::time::FAR;
use crate::media::atr::Geometry;

/// A revolution at 288 revolutions a minute. [sheet: pia-sio-disk 3]
const TURN_MICROS: u64 = 208_333;
/// From switching the motor on to a speed at which sectors can be read. [guess]
const SPIN_UP_MICROS: u64 = 500_000;
/// How long the motor runs after the last access. [sheet: pia-sio-disk 3]
const SPIN_DOWN_MICROS: u64 = 2_500_000;
/// Tracks of a disk.
const TRACKS: u16 = 40;

/// The order of the sectors on a track of 18. [sheet: pia-sio-disk 3]
const ORDER_18: [u8; 18] = [18, 1, 3, 5, 7, 9, 11, 13, 15, 17, 2, 4, 6, 8, 10, 12, 14, 16];
/// The order of the sectors on a track of 26. [guess]
const ORDER_26: [u8; 26] =
    [1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26];

/// The moving parts.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub(super) struct Mechanics {
    /// The track under the head.
    track: u16,
    /// The time at which the motor stops, in microseconds.
    motor_until: u64,
}

/// Sectors of a track of a disk with this geometry.
fn sectors_per_track(geometry: Geometry) -> u16 {
    if geometry.sector_size == 128 && geometry.sectors > 720 { 26 } else { 18 }
}

impl Mechanics {
    /// Whether they can be in this state at time `now`.
    pub(super) fn is_possible(&self, now: u64) -> bool {
        self.track < TRACKS && self.motor_until < now + FAR
    }

    /// Whether the motor turns at time `now`.
    pub(super) fn turns(&self, now: u64) -> bool {
        now < self.motor_until
    }

    /// Shifts the times back by `micros` microseconds.
    pub(super) fn go_back(&mut self, micros: u64) {
        self.motor_until = self.motor_until.saturating_sub(micros);
    }

    /// Microseconds from `now` until sector `n` has passed under the head.
    pub(super) fn reach(&mut self, now: u64, model: Model, geometry: Geometry, n: u16) -> u64 {
        let per_track = sectors_per_track(geometry);
        let (track, sector) = ((n.max(1) - 1) / per_track, (n.max(1) - 1) % per_track + 1);
        let order: &[u8] = if per_track == 26 { &ORDER_26 } else { &ORDER_18 };
        let slot = order.iter().position(|&number| u16::from(number) == sector).unwrap_or(0) as u64;
        let pitch = TURN_MICROS / u64::from(per_track);
        let there = now + self.spin_up(now) + self.step(track.min(TRACKS - 1), model);
        let wait = (slot * pitch + TURN_MICROS - there % TURN_MICROS) % TURN_MICROS;
        let end = there + wait + pitch;
        self.motor_until = end + SPIN_DOWN_MICROS;
        end - now
    }

    /// Microseconds from `now` until the drive gives up looking for a sector that is not there.
    pub(super) fn search(&mut self, now: u64, turns: u64) -> u64 {
        let micros = self.spin_up(now) + turns * TURN_MICROS;
        self.motor_until = now + micros + SPIN_DOWN_MICROS;
        micros
    }

    /// Microseconds of a whole revolution.
    pub(super) fn turn(&mut self, now: u64) -> u64 {
        self.motor_until = self.motor_until.max(now) + TURN_MICROS;
        TURN_MICROS
    }

    /// Microseconds that formatting takes: each track is written and then read.
    pub(super) fn format(&mut self, now: u64, model: Model) -> u64 {
        let mut micros = self.spin_up(now) + self.step(0, model);
        for track in 0..TRACKS {
            micros += self.step(track, model) + 2 * TURN_MICROS;
        }
        self.motor_until = now + micros + SPIN_DOWN_MICROS;
        micros
    }

    fn spin_up(&self, now: u64) -> u64 {
        if self.turns(now) { 0 } else { SPIN_UP_MICROS }
    }

    /// Moves the head. Returns the microseconds that it takes.
    fn step(&mut self, track: u16, model: Model) -> u64 {
        let tracks = u64::from(self.track.abs_diff(track));
        self.track = track;
        let (step, settle) = model.step_micros();
        if tracks == 0 { 0 } else { tracks * step + settle }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FAR: u64 = 10_000_000;

    /// A drive whose motor is running and whose head is over track 0.
    fn turning(model: Model) -> Mechanics {
        let mut mechanics = Mechanics::default();
        let micros = mechanics.reach(FAR, model, Geometry::SINGLE, 1);
        assert!(mechanics.turns(FAR + micros + SPIN_DOWN_MICROS - 1));
        assert!(!mechanics.turns(FAR + micros + SPIN_DOWN_MICROS));
        mechanics
    }

    #[test]
    fn the_motor_takes_half_a_second_and_stops_after_two_and_a_half() {
        let mut mechanics = Mechanics::default();
        assert!(!mechanics.turns(FAR));
        let first = mechanics.reach(FAR, Model::D810, Geometry::SINGLE, 1);
        assert!((SPIN_UP_MICROS..SPIN_UP_MICROS + 2 * TURN_MICROS).contains(&first));
        turning(Model::D810);
    }

    #[test]
    fn the_next_sector_comes_nine_slots_later() {
        let mut mechanics = turning(Model::D810);
        let at = FAR + SPIN_UP_MICROS;
        let first = at + mechanics.reach(at, Model::D810, Geometry::SINGLE, 3);
        let second = first + mechanics.reach(first, Model::D810, Geometry::SINGLE, 4);
        assert_eq!(second - first, 9 * (TURN_MICROS / 18));
        let third = second + mechanics.reach(second + 1_000, Model::D810, Geometry::SINGLE, 4) + 1_000;
        assert_eq!(third - second, TURN_MICROS);
    }

    #[test]
    fn the_head_steps_as_fast_as_its_motor() {
        for (model, micros) in [(Model::D810, 39 * 5_300 + 10_000), (Model::D1050, 39 * 20_000 + 20_000)] {
            let mut mechanics = turning(model);
            assert_eq!(mechanics.step(39, model), micros);
            assert_eq!(mechanics.step(39, model), 0);
        }
    }
}
