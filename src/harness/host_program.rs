//! An external program that plays over pipes: it is sent a line, and answers with a line.
//!
//! Such a program may misbehave in any way: not read, not write, write without end, close its output and sleep, start
//! programs of its own. A call never waits longer than the time limit, and no process is left behind, even if this
//! process is interrupted, provided that it then calls [`end_all`].

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

/// The longest line accepted from a program, in bytes.
pub const LONGEST_LINE: u64 = 1 << 16;
/// After a program's output has ended, its exit status is polled this many times, at this interval. A program that
/// has answered its last line gets the same time to exit.
const EXIT_POLLS: u32 = 50;
const EXIT_POLL: Duration = Duration::from_millis(10);

/// Characters shown of an unexpected line.
const SHOWN: usize = 60;

/// The interval at which sending is retried while the previous line has not been taken.
const SEND_POLL: Duration = Duration::from_millis(1);

/// The interval at which cancellation is checked while waiting for an answer.
const CANCEL_POLL: Duration = Duration::from_millis(50);

/// A running program and all processes that it has started.
type Child = Arc<Mutex<Box<dyn ChildWrapper>>>;

/// The programs that run now, by process id.
static RUNNING: Mutex<BTreeMap<u32, Child>> = Mutex::new(BTreeMap::new());

fn lock<T: ?Sized>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends all such programs and prevents new ones, for a process that is about to exit without dropping its values.
pub fn end_all() {
    let running = lock(&RUNNING);
    for child in running.values() {
        // The process is about to exit: an error has no one to go to.
        let _ = lock(child).start_kill();
    }
    // Held until the process exits, so that starting another program blocks.
    std::mem::forget(running);
}

/// What is wrong with an external program.
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
    /// Lines to be sent to it; none when its input has been closed.
    input: Option<SyncSender<String>>,
    lines: Receiver<std::io::Result<String>>,
    timeout: Duration,
}

impl HostProgram {
    /// Starts a program in a process group of its own; it may take `timeout` for each answer.
    ///
    /// # Errors
    /// The file or the interpreter that it names does not exist, or the system refuses to start it.
    pub fn start(path: &Path, timeout: Duration) -> Result<Self, HostError> {
        let refused = |error: std::io::Error| HostError(format!("cannot be started: {error}"));
        // A bare name would be searched for in PATH.
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
            // The file itself has just been found, so the interpreter is missing.
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

    /// Sends a line and waits for the answer, which error messages call `what`. Cancellable.
    /// # Errors
    /// The program has written a line already, does not read, ends or closes its output without an answer, or answers
    /// with more than [`LONGEST_LINE`] bytes or invalid UTF-8. It is ended if it exceeds its time or the call is
    /// cancelled.
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

    /// A line that is there before the question cannot be its answer; it, or a later one, would be mistaken for the
    /// next answer. A line still on its way is noticed before the next question, or at the end.
    fn expect_silence(&mut self, what: &str) -> Result<(), HostError> {
        // That its output has ended is reported when an answer is expected.
        self.lines.try_recv().map_or(Ok(()), |line| Err(self.too_many(what, line)))
    }

    /// The error for an unexpected line.
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

    /// Ends the program: a late answer would be mistaken for that to the next line.
    fn end(&mut self) {
        self.input = None;
        self.lines = sync_channel(0).1;
        // It may have exited by itself.
        let _ = lock(&self.child).start_kill();
    }

    /// Sends a last line, which the program may answer like the others, closes its input, and gives it time to exit.
    /// Error messages call the answers `what`.
    ///
    /// # Errors
    /// The program has written more lines than it was sent, does not read the line, or neither answers it nor closes
    /// its output in time.
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

    /// Sends a line. If the program has ended, that is reported when its answer is expected.
    fn tell(&mut self, mut line: String) -> Result<(), HostError> {
        let Some(input) = &self.input else { return Ok(()) };
        // The writing thread may still be busy with the previous line, whether or not the program reads.
        for _ in 0..=self.timeout.as_millis() / SEND_POLL.as_millis() {
            match input.try_send(line) {
                Err(TrySendError::Full(unsent)) => line = unsent,
                _ => return Ok(()),
            }
            std::thread::sleep(SEND_POLL);
        }
        Err(HostError("does not read its standard input".into()))
    }

    /// Its exit status, if it has exited.
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
        // It may have exited long ago, but not the processes that it has started.
        let _ = lock(&self.child).start_kill();
        // From now on, its process id may be reused.
        lock(&RUNNING).remove(&self.id);
        let _ = lock(&self.child).wait();
    }
}

/// Accepts lines for a program's input. A thread writes them, so that the caller does not block while the program
/// does not read.
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

/// The lines of a program's output, read by a thread that ends with the output.
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

/// The next line without its line end; none at the end of the output.
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
