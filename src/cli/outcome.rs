//! The outcome of a command: its check, and what it has written and printed.

use std::path::Path;

use serde::Serialize;

use super::failed::told;
use super::output;

/// Collects the errors of a command's output. An output that fails neither prevents other outputs nor changes
/// the result of a check. Commands write and print through this, and return the result of their check.
pub(super) struct Outcome(anyhow::Result<()>);

impl Outcome {
    /// The result of a command. A failed check takes precedence, and failed output is reported.
    pub(super) fn of(command: impl FnOnce(&mut Outcome) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let mut outcome = Outcome(Ok(()));
        let verdict = command(&mut outcome);
        joined(verdict, outcome.0)
    }

    /// Writes text to standard output; false if no more can be written.
    pub(super) fn print(&mut self, text: &str) -> bool {
        self.print_bytes(text.as_bytes())
    }

    /// Writes bytes to standard output; false if no more can be written.
    pub(super) fn print_bytes(&mut self, bytes: &[u8]) -> bool {
        self.note(output::print_bytes(bytes))
    }

    /// Writes one JSON document to standard output; false if no more can be written.
    pub(super) fn print_json(&mut self, value: &impl Serialize) -> bool {
        self.note(output::print_json(value))
    }

    /// Writes a whole file through [`files`](crate::files); false if that fails.
    pub(super) fn write_file(&mut self, path: &Path, bytes: &[u8]) -> bool {
        self.note(output::write_file(path, bytes))
    }

    /// Records the result of writing something else; false if it failed.
    pub(super) fn note(&mut self, result: anyhow::Result<()>) -> bool {
        let is_ok = result.is_ok();
        self.0 = joined(std::mem::replace(&mut self.0, Ok(())), result);
        is_ok
    }

    /// Whether the reader of standard output has gone away, and nothing else has failed.
    pub(super) fn is_unread(&self) -> bool {
        self.0.as_ref().is_err_and(is_unread)
    }
}

/// Combines two results: the first error is returned, and the second one is reported. A closed standard
/// output is not an error here.
fn joined(first: anyhow::Result<()>, second: anyhow::Result<()>) -> anyhow::Result<()> {
    match (first, second) {
        (Err(first), Err(second)) if is_unread(&first) => Err(second),
        (Err(first), Err(second)) => {
            if !is_unread(&second) {
                output::say(format_args!("front800: {}", told(&second)));
            }
            Err(first)
        }
        (first, second) => first.and(second),
    }
}

fn is_unread(error: &anyhow::Error) -> bool {
    error.is::<output::NobodyReads>()
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;
    use crate::cli::Failed;

    #[test]
    fn of_two_errors_the_first_decides_and_none_is_lost() {
        let failed = || Err(anyhow!(Failed("the check".into())));
        let full = || Err(anyhow!("the disk is full"));
        let unread = || Err(output::NobodyReads.into());
        let joined = |first: anyhow::Result<()>, second: anyhow::Result<()>| {
            let (result, said) = output::overheard(|| joined(first, second));
            (result.err().map(|error| error.to_string()), said)
        };
        assert_eq!(joined(Ok(()), Ok(())), (None, String::new()));
        let check = Some("the check".to_string());
        assert_eq!(joined(failed(), full()), (check.clone(), "front800: the disk is full\n".into()));
        assert_eq!(joined(unread(), failed()), (check.clone(), String::new()));
        assert_eq!(joined(failed(), unread()), (check, String::new()));
        assert!(joined(Ok(()), unread()).0.is_some());
    }

    #[test]
    fn what_could_not_come_out_is_told_whatever_the_check_says() {
        let (result, said) = output::overheard(|| {
            Outcome::of(|outcome| {
                assert!(!outcome.write_file(Path::new("nowhere/first"), b""));
                assert!(!outcome.write_file(Path::new("nowhere/second"), b""));
                Err(anyhow!(Failed("the check".into())))
            })
        });
        assert!(result.is_err_and(|error| error.is::<Failed>()));
        assert!(said.contains("nowhere/first") && said.contains("nowhere/second"), "{said}");
    }
}
