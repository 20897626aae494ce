//! Choosing a side's players by name.

use std::path::Path;
use std::str::Utf8Error;
use std::sync::Arc;
use std::time::Duration;

use super::observation::Sight;
use super::orders::{OrdersError, OrdersFile};
use super::players::Players;
use super::state::Side;
use crate::assets::Assets;
use crate::titles::rasputitsa::Edition;

/// The program's own opponent.
const PROGRAM: &str = "program";
/// The beginning of an orders file.
const ORDERS: &str = "turn,unit,orders";
/// Put before a text by some editors, and skipped.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// What is needed to choose players.
#[derive(Clone, Debug)]
pub struct Seats {
    /// The map and the units.
    pub assets: Arc<Assets>,
    /// The edition that is played.
    pub edition: Edition,
    /// The time limit of an external program per turn.
    pub timeout: Duration,
    /// How much it is told.
    pub sight: Sight,
    /// Whether an orders file is permitted.
    pub files: bool,
}

impl Seats {
    /// The players of a side; none for the program's own opponent. `who` is `program`, one of [`Players::NAMES`], or
    /// the path of an orders file or of an external program. `read` returns the bytes of a file.
    ///
    /// # Errors
    /// [`SeatError`].
    pub fn seat<E>(
        &self,
        who: &str,
        side: Side,
        read: impl FnOnce(&Path) -> Result<Vec<u8>, E>,
    ) -> Result<Option<Players>, SeatError<E>> {
        let expected = || self.expected(side);
        if who == PROGRAM {
            return match side {
                Side::German => Err(SeatError::Program { expected: expected() }),
                Side::Russian => Ok(None),
            };
        }
        if let Ok(players) = Players::named(who, &self.assets) {
            return Ok(Some(players));
        }
        let path = Path::new(who);
        if !path.is_file() {
            return Err(SeatError::Absent { expected: expected() });
        }
        let bytes = read(path).map_err(SeatError::Read)?;
        if !is_orders(&bytes) {
            let (path, assets) = (path.into(), Arc::clone(&self.assets));
            return Ok(Some(Players::Program { path, timeout: self.timeout, assets, sight: self.sight }));
        }
        if !self.files {
            return Err(SeatError::OneGame { expected: expected() });
        }
        let text = std::str::from_utf8(&bytes).map_err(SeatError::Text)?;
        self.file(who, text, side).map(Some).map_err(SeatError::Orders)
    }

    /// Players that follow the text of an orders file.
    ///
    /// # Errors
    /// If the text is not an orders file for the side.
    pub fn file(&self, name: &str, text: &str, side: Side) -> Result<Players, OrdersError> {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        Ok(Players::File(Arc::new(OrdersFile::parse(name, text, side, self.edition)?)))
    }

    /// A list of the valid choices for a side, for error messages.
    fn expected(&self, side: Side) -> String {
        let program = if side == Side::Russian { "program, " } else { "" };
        let file = if self.files { ", an orders file" } else { "" };
        format!("{program}{}{file} or a program of this computer", Players::NAMES.join(", "))
    }
}

/// Whether a file is an orders file.
fn is_orders(bytes: &[u8]) -> bool {
    let mut mark = [0; BYTE_ORDER_MARK.len_utf8()];
    let mark = BYTE_ORDER_MARK.encode_utf8(&mut mark).as_bytes();
    bytes.strip_prefix(mark).unwrap_or(bytes).starts_with(ORDERS.as_bytes())
}

/// Why a side's players cannot be chosen. `E` is the error of reading a file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SeatError<E> {
    /// The program can only play the Russian side.
    #[error("the program plays the Russian side alone: expected {expected}")]
    Program {
        /// The valid choices.
        expected: String,
    },
    /// There is neither a player nor a file with this name.
    #[error("there is no such file: expected {expected}")]
    Absent {
        /// The valid choices.
        expected: String,
    },
    /// An orders file, where several games are played.
    #[error("an orders file is of one side and one game: expected {expected}")]
    OneGame {
        /// The valid choices.
        expected: String,
    },
    /// The file cannot be read.
    #[error("{0}")]
    Read(E),
    /// The orders file is not UTF-8.
    #[error("not UTF-8 text: {0}")]
    Text(Utf8Error),
    /// The orders file has errors.
    #[error(transparent)]
    Orders(OrdersError),
}
