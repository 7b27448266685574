//! Runs this program for a tool, with limits for its output and its time.

use std::{
    env,
    ffi::OsString,
    io::{self, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::mpsc::{RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use crate::{process::problem::Problem, system::usual};

/// The maximum time of a run.
const MAX_TIME: Duration = Duration::from_secs(60);
/// The maximum length of messages, in bytes.
const MAX_MESSAGES: usize = 16 << 10;

pub(super) struct Program {
    path: PathBuf,
}

/// The end of a run.
pub(super) struct Ended {
    /// The exit status, if the program was not stopped.
    pub(super) status: Option<i32>,
    /// The text that the program printed on standard error.
    pub(super) messages: String,
}

/// The receiver of the output of a run.
pub(super) trait Receiver: Send {
    /// Accepts a part of the output. Returns `false` if no more output is wanted.
    fn accept(&mut self, bytes: &[u8]) -> bool;
}

impl Program {
    /// Finds this program.
    pub(super) fn this() -> Result<Self, Problem> {
        match env::current_exe() {
            Ok(path) => Ok(Self { path }),
            Err(error) => Err(Problem::with("the path of this program", &error)),
        }
    }

    /// Runs the program with `arguments` in `folder`.
    pub(super) fn run(
        &self,
        folder: &Path,
        arguments: &[OsString],
        receiver: &mut impl Receiver,
    ) -> Result<Ended, String> {
        if arguments.iter().any(|one| one.as_encoded_bytes().contains(&0)) {
            let words = "an argument contains U+0000, which a program cannot get";
            return Err(format!("{words} (leave it out)"));
        }
        let mut command = Command::new(&self.path);
        command.args(arguments).current_dir(usual(folder));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let started = command.spawn().and_then(|child| end(child, receiver));
        started.map_err(|error| {
            let words = Problem::with("utf", &error);
            format!("{words}: the tool did not run to its end (start the server again)")
        })?
    }
}

/// Reads the output of `child` until it ends, and stops it if it takes too long.
fn end(mut child: Child, receiver: &mut impl Receiver) -> io::Result<Result<Ended, String>> {
    let (out, err) = (child.stdout.take(), child.stderr.take());
    let (ended, ends) = channel::<()>();
    let read = thread::scope(|scope| {
        let read = || {
            let messages = thread::Builder::new().spawn_scoped(scope, || messages(err))?;
            let output = thread::Builder::new().spawn_scoped(scope, move || {
                let _ended = ended;
                pass(out, receiver)
            })?;
            let is_late = matches!(ends.recv_timeout(MAX_TIME), Err(RecvTimeoutError::Timeout));
            if is_late {
                child.kill()?;
            }
            let is_wanted = output.join().unwrap_or_else(|_| Err(io::Error::other("a panic")))?;
            if !is_wanted {
                child.kill()?;
            }
            let messages = messages.join().unwrap_or_default();
            Ok((is_late, messages))
        };
        // Without an end of the program, the threads would not end.
        read().inspect_err(|_: &io::Error| drop(child.kill()))
    });
    let status = child.wait()?.code();
    Ok(match read? {
        (true, _) => {
            let seconds = MAX_TIME.as_secs();
            Err(format!("stopped after {seconds} seconds (name a smaller file or directory)"))
        }
        (false, messages) => Ok(Ended { status, messages }),
    })
}

/// Passes all bytes of `input` on. Returns `false` if no more bytes are wanted.
fn pass(input: Option<impl Read>, receiver: &mut impl Receiver) -> io::Result<bool> {
    let Some(mut input) = input else { return Ok(true) };
    let mut room = vec![0; 64 << 10];
    loop {
        match input.read(&mut room) {
            Ok(0) => return Ok(true),
            Ok(len) if receiver.accept(&room[..len]) => {}
            Ok(_) => return Ok(false),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// Reads all messages, and returns the first ones.
fn messages(input: Option<impl Read>) -> String {
    let mut kept = Kept::new(MAX_MESSAGES, false);
    // The messages so far are better than none.
    let _ = pass(input, &mut kept);
    kept.text()
}

/// Keeps the beginning of an output.
pub(super) struct Kept {
    bytes: Vec<u8>,
    max_len: usize,
    /// Whether the program may be stopped when there is enough.
    may_stop: bool,
    is_cut: bool,
}

impl Kept {
    /// Creates a receiver that keeps at most `max_len` bytes.
    pub(super) fn new(max_len: usize, may_stop: bool) -> Self {
        Self { bytes: Vec::new(), max_len, may_stop, is_cut: false }
    }

    /// Returns `true` if not all of the output was kept.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// Returns the output as text, up to a whole line if it was cut.
    pub(super) fn text(mut self) -> String {
        if let Some(end) = memchr::memrchr(b'\n', &self.bytes).filter(|_| self.is_cut) {
            self.bytes.truncate(end + 1);
        }
        String::from_utf8_lossy(&self.bytes).into_owned()
    }
}

impl Receiver for Kept {
    fn accept(&mut self, bytes: &[u8]) -> bool {
        let room = self.max_len - self.bytes.len();
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(room)]);
        self.is_cut |= bytes.len() > room;
        !(self.is_cut && self.may_stop)
    }
}
