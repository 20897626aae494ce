//! Who plays a side, as typed.

use anyhow::anyhow;

use crate::cli::output;
use crate::harness::campaign::players::Players;
use crate::harness::campaign::seats::{SeatError, Seats};
use crate::harness::campaign::state::Side;

/// Who plays a side, none for the program's own opponent. `option` is what he was named with.
pub(crate) fn seat(seats: &Seats, option: &str, who: &str, side: Side) -> anyhow::Result<Option<Players>> {
    seats.seat(who, side, output::read_file).map_err(|error| match error {
        SeatError::Read(error) => error,
        SeatError::Text(_) => anyhow!("{who}: {error}"),
        SeatError::Orders(error) => error.into(),
        _ => anyhow!("{option} {who}: {error}"),
    })
}
