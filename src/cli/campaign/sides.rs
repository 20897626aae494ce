//! Who plays a side, as typed.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{bail, ensure};

use crate::cli::failed::title_error;
use crate::cli::output;
use crate::harness::campaign::observation::Sight;
use crate::harness::campaign::orders::OrdersFile;
use crate::harness::campaign::players::Players;
use crate::harness::campaign::state::Side;
use crate::titles::Sources;
use crate::titles::rasputitsa::Edition;

/// The program's own opponent.
const PROGRAM: &str = "program";
/// What an orders file begins with.
const ORDERS: &[u8] = b"turn,unit,orders";

/// What is needed to seat players.
pub(crate) struct Seats<'a> {
    /// The map and the units.
    pub sources: &'a Sources,
    /// Whose order of battle.
    pub edition: Edition,
    /// How long a program may take for a turn.
    pub timeout: Duration,
    /// How much a program is told.
    pub sight: Sight,
    /// Whether an orders file plays.
    pub files: bool,
}

impl Seats<'_> {
    /// Who plays a side, none for the program's own opponent. `option` is what he was named with.
    pub(crate) fn seat(&self, option: &str, who: &str, side: Side) -> anyhow::Result<Option<Players>> {
        if who == PROGRAM {
            ensure!(
                side == Side::Russian,
                "{option} {who}: the program plays the Russian side alone: expected {}",
                self.expected(side)
            );
            return Ok(None);
        }
        let assets = self.sources.assets().map_err(|error| title_error("rasputitsa", error))?;
        if let Ok(players) = Players::named(who, &assets) {
            return Ok(Some(players));
        }
        let path = Path::new(who);
        if !path.is_file() {
            bail!("{option} {who}: there is no such file: expected {}", self.expected(side));
        }
        if output::read_file(path)?.starts_with(ORDERS) {
            ensure!(
                self.files,
                "{option} {who}: an orders file is of one side and one game: expected {}",
                self.expected(side)
            );
            return self.file(path, side).map(Some);
        }
        Ok(Some(Players::Program { path: path.into(), timeout: self.timeout, assets, sight: self.sight }))
    }

    /// Who plays what a file says.
    pub(crate) fn file(&self, path: &Path, side: Side) -> anyhow::Result<Players> {
        let text = output::read_text(path)?;
        let name = output::called(path);
        Ok(Players::File(Arc::new(OrdersFile::parse(&name, &text, side, self.edition)?)))
    }

    /// Whom a side may be played by.
    fn expected(&self, side: Side) -> String {
        let program = if side == Side::Russian { "program, " } else { "" };
        let file = if self.files { ", an orders file" } else { "" };
        format!("{program}{}{file} or a program of this computer", Players::NAMES.join(", "))
    }
}
