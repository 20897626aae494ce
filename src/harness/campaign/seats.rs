//! Who plays a side, by what he is called.

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
/// What an orders file begins with.
const ORDERS: &str = "turn,unit,orders";
/// What some editors put before a text is none of it.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// What is needed to seat players.
#[derive(Clone, Debug)]
pub struct Seats {
    /// The map and the units.
    pub assets: Arc<Assets>,
    /// Whose order of battle.
    pub edition: Edition,
    /// How long a program of the host may take for a turn.
    pub timeout: Duration,
    /// How much it is told.
    pub sight: Sight,
    /// Whether an orders file plays.
    pub files: bool,
}

impl Seats {
    /// Who plays a side, none for the program's own opponent: one of [`Players::NAMES`], what an orders file says, or a
    /// program of the host. `read` gives the bytes of a file.
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

    /// Who plays what an orders file says.
    ///
    /// # Errors
    /// If the text is none of an orders file for the side.
    pub fn file(&self, name: &str, text: &str, side: Side) -> Result<Players, OrdersError> {
        let text = text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text);
        Ok(Players::File(Arc::new(OrdersFile::parse(name, text, side, self.edition)?)))
    }

    /// Whom a side may be played by.
    fn expected(&self, side: Side) -> String {
        let program = if side == Side::Russian { "program, " } else { "" };
        let file = if self.files { ", an orders file" } else { "" };
        format!("{program}{}{file} or a program of this computer", Players::NAMES.join(", "))
    }
}

/// Whether a file has orders.
fn is_orders(bytes: &[u8]) -> bool {
    let mut mark = [0; BYTE_ORDER_MARK.len_utf8()];
    let mark = BYTE_ORDER_MARK.encode_utf8(&mut mark).as_bytes();
    bytes.strip_prefix(mark).unwrap_or(bytes).starts_with(ORDERS.as_bytes())
}

/// Why somebody does not play a side. `E` is why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SeatError<E> {
    /// The program plays the Russian side alone.
    #[error("the program plays the Russian side alone: expected {expected}")]
    Program {
        /// Who might.
        expected: String,
    },
    /// No player has this name, and no file.
    #[error("there is no such file: expected {expected}")]
    Absent {
        /// Who might.
        expected: String,
    },
    /// An orders file, where many games are played.
    #[error("an orders file is of one side and one game: expected {expected}")]
    OneGame {
        /// Who might.
        expected: String,
    },
    /// The file cannot be read.
    #[error("{0}")]
    Read(E),
    /// The orders file is no text.
    #[error("not UTF-8 text: {0}")]
    Text(Utf8Error),
    /// The orders file has mistakes.
    #[error(transparent)]
    Orders(OrdersError),
}
