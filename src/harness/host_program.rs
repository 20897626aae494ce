//! A program of the host that plays over pipes: a line to it, a line back.
//!
//! Whatever it does, nobody waits longer for it than its time, and nothing of it stays behind: it may never read,
//! never write, write without end, close its output and sleep, start programs of its own. That holds also when this
//! process is interrupted, if it then calls [`end_all`].

use std::collections::BTreeMap;
use std::fmt;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::path::Path;
use std::process::{ChildStdin, ChildStdout, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use process_wrap::std::{ChildWrapper, CommandWrap};

use crate::debug::cancel::CancelToken;

/// Bytes of the longest line that is taken from a program.
pub const LONGEST_LINE: u64 = 1 << 16;
/// A program whose output has ended is asked so often how it ended, this long apart; one that has answered its last line may take as long
/// to end.
const EXIT_POLLS: u32 = 50;
const EXIT_POLL: Duration = Duration::from_millis(10);

/// Letters that are shown of a line that nobody has asked for.
const SHOWN: usize = 60;

/// How often it is tried to give a line to a program that has not taken the one before.
const SEND_POLL: Duration = Duration::from_millis(1);

/// Who waits for an answer asks so often whether to go on.
const CANCEL_POLL: Duration = Duration::from_millis(50);

/// A running program with all that it has started.
type Child = Arc<Mutex<Box<dyn ChildWrapper>>>;

/// The programs that run now, by the numbers of their processes.
static RUNNING: Mutex<BTreeMap<u32, Child>> = Mutex::new(BTreeMap::new());

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all programs that play, and lets no other begin: for a process that is about to end in the middle of
/// whatever it does, and drops nothing any more.
pub fn end_all() {
    let running = lock(&RUNNING);
    for child in running.values() {
        // Nobody is left to be told of an error.
        let _ = lock(child).start_kill();
    }
    // Held until the end: whoever wants to start another one waits.
    std::mem::forget(running);
}

/// What is wrong with a program that plays.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostError(pub String);

impl fmt::Display for HostError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for HostError {}

/// A running program.
#[derive(Debug)]
pub struct HostProgram {
    child: Child,
    id: u32,
    /// Lines on their way to it; none when its input has been closed.
    input: Option<SyncSender<String>>,
    lines: Receiver<std::io::Result<String>>,
    timeout: Duration,
}

impl HostProgram {
    /// Starts it, in a process group of its own; it may take `timeout` for each line.
    ///
    /// # Errors
    /// There is no such file, no interpreter as it names, or the system does not start it.
    pub fn start(path: &Path, timeout: Duration) -> Result<Self, HostError> {
        let refused = |error: std::io::Error| HostError(format!("cannot be started: {error}"));
        // A bare name would be looked for in the system's folders.
        let path = path.canonicalize().map_err(refused)?;
        let mut command = CommandWrap::with_new(path, |command| {
            command.stdin(Stdio::piped()).stdout(Stdio::piped());
        });
        #[cfg(unix)]
        command.wrap(process_wrap::std::ProcessGroup::leader());
        #[cfg(windows)]
        command.wrap(process_wrap::std::JobObject);
        let mut running = lock(&RUNNING);
        let mut child = command.spawn().map_err(|error| match error.kind() {
            // The file itself has just been found.
            ErrorKind::NotFound => {
                HostError("cannot be started: there is no such interpreter as it names".into())
            }
            #[cfg(unix)]
            ErrorKind::PermissionDenied => HostError(format!(
                "cannot be started: {error}: expected a file that may be executed, as `chmod +x` makes it"
            )),
            _ => refused(error),
        })?;
        let (id, pipes) = (child.id(), child.stdin().take().zip(child.stdout().take()));
        let child = Arc::new(Mutex::new(child));
        running.insert(id, child.clone());
        drop(running);
        let (input, output) = pipes.ok_or_else(|| HostError("has no standard input and output".into()))?;
        Ok(HostProgram { child, id, input: Some(write_lines(input)), lines: read_lines(output), timeout })
    }

    /// Gives it a line and waits for the line that it answers, called `what` if it does not come; as long as there is leave to.
    ///
    /// # Errors
    /// It has written a line already, does not read, ends or closes its output without an answer, or answers with more than
    /// [`LONGEST_LINE`] bytes or no UTF-8. One that takes longer than its time, or than there is leave, is ended.
    pub fn ask(&mut self, line: String, what: &str, cancel: &CancelToken) -> Result<String, HostError> {
        self.expect_silence(what)?;
        self.tell(line)?;
        match self.answer(cancel) {
            Ok(Ok(line)) => Ok(line),
            Ok(Err(error)) => Err(HostError(format!("its {what} cannot be read: {error}"))),
            Err(RecvTimeoutError::Timeout) => {
                self.end();
                Err(HostError(match cancel.is_cancelled() {
                    true => format!("was ended, as nobody waited for its {what}"),
                    false => format!("gave no {what} within {} seconds", self.timeout.as_secs_f64()),
                }))
            }
            Err(RecvTimeoutError::Disconnected) => Err(HostError(match self.ending() {
                Some(status) => format!("ended without a {what} ({status})"),
                None => format!("closed its standard output without a {what}"),
            })),
        }
    }

    fn answer(&self, cancel: &CancelToken) -> Result<std::io::Result<String>, RecvTimeoutError> {
        let mut left = self.timeout;
        loop {
            let wait = if cancel.can_be_cancelled() { left.min(CANCEL_POLL) } else { left };
            match self.lines.recv_timeout(wait) {
                Err(RecvTimeoutError::Timeout) if wait < left && !cancel.is_cancelled() => left -= wait,
                answer => return answer,
            }
        }
    }

    /// A line that is there before it is asked for answers something else: it, or one behind it, would be taken for the answer to what
    /// is asked next. One that is still on its way is seen the next time, or at the end.
    fn expect_silence(&mut self, what: &str) -> Result<(), HostError> {
        // That its output has ended it is told when it is asked.
        self.lines.try_recv().map_or(Ok(()), |line| Err(self.too_many(what, line)))
    }

    /// It has written this, of which nobody has asked it.
    fn too_many(&mut self, what: &str, line: std::io::Result<String>) -> HostError {
        self.end();
        HostError(match line {
            Ok(line) => format!(
                "wrote a line before it was asked for a {what}: `{}`: expected one line for each that it is given; what else it has to \
                say goes to standard error",
                line.chars().take(SHOWN).collect::<String>()
            ),
            Err(error) => format!("its {what} cannot be read: {error}"),
        })
    }

    /// Ends it: an answer that it gives too late would be taken for that to the next line.
    fn end(&mut self) {
        self.input = None;
        self.lines = sync_channel(0).1;
        // It may have ended by itself.
        let _ = lock(&self.child).start_kill();
    }

    /// Gives it a last line, which it may answer as it does others, closes its input, and gives it time to end by itself. Of it a `what`
    /// was asked.
    ///
    /// # Errors
    /// It has written more lines than it was given, does not read the line, or within its time neither answers it nor closes its output.
    pub fn finish(&mut self, line: Option<String>, what: &str) -> Result<(), HostError> {
        self.expect_silence(what)?;
        let (mut may_answer, mut answered) = (line.is_some(), false);
        if let Some(line) = line {
            self.tell(line)?;
        }
        self.input = None;
        loop {
            let wait = if answered { EXIT_POLLS * EXIT_POLL } else { self.timeout };
            match self.lines.recv_timeout(wait) {
                Ok(_) if may_answer => (may_answer, answered) = (false, true),
                Ok(line) => return Err(self.too_many(what, line)),
                Err(RecvTimeoutError::Timeout) if !answered => {
                    return Err(HostError("does not end though its standard input has ended".into()));
                }
                Err(_) => return Ok(()),
            }
        }
    }

    /// Gives it a line. A program that has ended says so when it is asked for its answer.
    fn tell(&mut self, mut line: String) -> Result<(), HostError> {
        let Some(input) = &self.input else { return Ok(()) };
        // The line before may still be with the thread that writes it, whether the program reads or not.
        for _ in 0..=self.timeout.as_millis() / SEND_POLL.as_millis() {
            match input.try_send(line) {
                Err(TrySendError::Full(unsent)) => line = unsent,
                _ => return Ok(()),
            }
            std::thread::sleep(SEND_POLL);
        }
        Err(HostError("does not read its standard input".into()))
    }

    /// How it has ended, if it has.
    fn ending(&mut self) -> Option<ExitStatus> {
        for _ in 0..EXIT_POLLS {
            if let Ok(Some(status)) = lock(&self.child).try_wait() {
                return Some(status);
            }
            std::thread::sleep(EXIT_POLL);
        }
        None
    }
}

impl Drop for HostProgram {
    fn drop(&mut self) {
        self.input = None;
        // It may have ended long ago; what it has started has not.
        let _ = lock(&self.child).start_kill();
        // From now on its number may be another's.
        lock(&RUNNING).remove(&self.id);
        let _ = lock(&self.child).wait();
    }
}

/// Takes lines for a program's input: a thread waits where the program does not read.
fn write_lines(mut input: ChildStdin) -> SyncSender<String> {
    let (sender, receiver) = sync_channel::<String>(1);
    std::thread::spawn(move || {
        for line in receiver {
            if writeln!(input, "{line}").and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// The lines of a program's output, read by a thread that ends with them.
fn read_lines(output: ChildStdout) -> Receiver<std::io::Result<String>> {
    let (sender, receiver) = sync_channel(1);
    std::thread::spawn(move || {
        let mut output = BufReader::new(output);
        while let Some(line) = read_line(&mut output).transpose() {
            let failed = line.is_err();
            if sender.send(line).is_err() || failed {
                return;
            }
        }
    });
    receiver
}

/// The next line without its end, none at the end of the output.
fn read_line(output: &mut impl BufRead) -> std::io::Result<Option<String>> {
    let mut bytes = Vec::new();
    output.take(LONGEST_LINE).read_until(b'\n', &mut bytes)?;
    if bytes.len() as u64 == LONGEST_LINE && bytes.last() != Some(&b'\n') {
        return Err(std::io::Error::other(format!("it is longer than {LONGEST_LINE} bytes")));
    }
    if bytes.is_empty() {
        return Ok(None);
    }
    let text = String::from_utf8(bytes).map_err(|_| std::io::Error::other("it is no UTF-8 text"))?;
    Ok(Some(text.trim_end_matches(['\r', '\n']).to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded_and_keep_their_text() {
        let read = |bytes: &[u8]| read_line(&mut &bytes[..]).map_err(|error| error.to_string());
        assert_eq!(read(b""), Ok(None));
        assert_eq!(read(b"one\ntwo\n"), Ok(Some("one".into())));
        assert_eq!(read(b"one\r\n"), Ok(Some("one".into())));
        assert_eq!(read(b"no end"), Ok(Some("no end".into())));
        assert!(read(&[b'x'; 1 << 20]).unwrap_err().contains("65536"));
        assert!(read(b"\xFF\n").unwrap_err().contains("UTF-8"));
    }
}
