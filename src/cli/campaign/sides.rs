//! Who plays a side, from the options.

use anyhow::anyhow;

use crate::cli::output;
use crate::harness::campaign::players::Players;
use crate::harness::campaign::seats::{SeatError, Seats};
use crate::harness::campaign::state::Side;

/// The players of a side; none for the program's own opponent. `option` is the option that named them.
pub(crate) fn seat(seats: &Seats, option: &str, who: &str, side: Side) -> anyhow::Result<Option<Players>> {
    seats.seat(who, side, output::read_file).map_err(|error| match error {
        SeatError::Read(error) => error,
        SeatError::Text(_) => anyhow!("{who}: {error}"),
        SeatError::Orders(error) => error.into(),
        _ => anyhow!("{option} {who}: {error}"),
    })
}
