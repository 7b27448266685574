//! Running the command in a folder of its own.

use std::{
    env, fs,
    io::{self, Read, Write},
    os::{
        fd::AsFd,
        unix::{
            fs::{MetadataExt, PermissionsExt, lchown},
            process::CommandExt,
        },
    },
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Once},
    thread,
    time::Duration,
};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    flag,
};
use tempfile::TempDir;

/// A folder that is gone when this is dropped.
pub(crate) struct Folder {
    dir: TempDir,
}

/// How a run of the command ended.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) status: Option<i32>,
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: String,
}

impl Folder {
    pub(crate) fn new() -> Self {
        Self { dir: tempfile::tempdir().unwrap() }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    /// Makes a file.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// The bytes of a file.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// The names of what is in the folder, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        names(self.dir.path())
    }

    /// The command with `arguments`, to be run in the folder.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        heed_signals();
        let mut command = Command::new(env!("CARGO_BIN_EXE_utf"));
        command.args(arguments).current_dir(self.dir.path()).stdin(Stdio::null());
        command
    }

    /// Runs the command.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments))
    }

    /// Runs the command as somebody who may not do all: `nobody`, who owns what is in the folder,
    /// if we are root. `None` if that cannot be.
    pub(crate) fn run_as_nobody(&self, arguments: &[&str]) -> Option<Run> {
        let mut command = self.command(arguments);
        if is_root() {
            fs::set_permissions(self.dir.path(), fs::Permissions::from_mode(0o755)).unwrap();
            give_away(self.dir.path());
            command.uid(NOBODY).gid(NOBODY);
        }
        match command.output() {
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
                eprintln!("skipped: only root may read where the command is");
                None
            }
            output => Some(Run::from(output.unwrap())),
        }
    }

    /// Starts the command with a pipe to its standard input.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        spawn(self.command(arguments).stdin(Stdio::piped()))
    }

    /// Runs the command with `input` on its standard input, a pipe.
    pub(crate) fn pipe(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        let mut child = self.start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let input = input.as_ref().to_vec();
        // A command that stops early need not read all.
        let feed = thread::spawn(move || drop(stdin.write_all(&input)));
        let run = Run::from(child.wait_with_output().unwrap());
        feed.join().unwrap();
        run
    }

    /// Runs the command with a standard output that nobody reads any more.
    pub(crate) fn unread(&self, arguments: &[&str]) -> Run {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let mut command = self.command(arguments);
        Run::from(
            command
                .stdout(writer)
                .stderr(Stdio::piped())
                .spawn()
                .unwrap()
                .wait_with_output()
                .unwrap(),
        )
    }

    /// What the command shows on a terminal.
    pub(crate) fn on_terminal(&self, arguments: &[&str]) -> String {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&screen).unwrap();
        unlockpt(&screen).unwrap();
        let name = ptsname(&screen, Vec::new()).unwrap().into_string().unwrap();
        let terminal = fs::OpenOptions::new().read(true).write(true).open(name).unwrap();
        let mut command = self.command(arguments);
        let mut child = command.stdout(terminal).spawn().unwrap();
        // It has the other end, too.
        drop(command);
        child.wait().unwrap();
        let mut shown = Vec::new();
        // Reading what a terminal has left ends with an error, not with nothing.
        let _ = fs::File::from(screen).read_to_end(&mut shown);
        String::from_utf8(shown).unwrap()
    }

    /// Runs a line of the shell, in which `utf` is the command.
    pub(crate) fn shell(&self, line: &str) -> Run {
        let mut command = Command::new("bash");
        let script = format!("utf() {{ '{}' \"$@\"; }}\n{line}", env!("CARGO_BIN_EXE_utf"));
        command.args(["-c", &script]).current_dir(self.dir.path()).stdin(Stdio::null());
        Run::of(command)
    }
}

impl Run {
    fn of(mut command: Command) -> Self {
        Self::from(command.output().unwrap())
    }

    /// Asserts how it ended, and gives it back.
    #[track_caller]
    pub(crate) fn exits(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{self:?}");
        self
    }

    /// Asserts what is on standard output.
    #[track_caller]
    pub(crate) fn prints(self, bytes: impl AsRef<[u8]>) -> Self {
        assert_eq!(
            self.stdout.escape_ascii().to_string(),
            bytes.as_ref().escape_ascii().to_string()
        );
        self
    }

    /// Asserts a part of what is on standard output, which is text.
    #[track_caller]
    pub(crate) fn shows(self, text: &str) -> Self {
        assert!(self.text().contains(text), "no {text:?} in\n{}", self.text());
        self
    }

    /// What is on standard output, which is text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// What is on standard output, a JSON value a line.
    pub(crate) fn lines_of_json(&self) -> Vec<serde_json::Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Asserts what is on standard error.
    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        assert_eq!(self.stderr, text);
        self
    }

    /// Asserts a part of what is on standard error.
    #[track_caller]
    pub(crate) fn mentions(self, text: &str) -> Self {
        assert!(self.stderr.contains(text), "{self:?}");
        self
    }

    /// Asserts how many lines are on standard error.
    #[track_caller]
    pub(crate) fn says_lines(self, number: usize) -> Self {
        assert_eq!(self.stderr.lines().count(), number, "{self:?}");
        self
    }
}

impl From<std::process::Output> for Run {
    fn from(output: std::process::Output) -> Self {
        Self {
            status: output.status.code(),
            stdout: output.stdout,
            stderr: String::from_utf8(output.stderr).unwrap(),
        }
    }
}

/// Checks that the command with `arguments` reports on a sample what the file `golden` of
/// `tests/golden/` has.
#[track_caller]
pub(crate) fn reports(arguments: &[&str], golden: &str) {
    shows(arguments, 1, golden);
}

/// Checks that the command with `arguments`, in the folder of samples, exits with `status` and
/// prints what the file `golden` of `tests/golden/` has.
///
/// When that is meant to change, `UPDATE_GOLDEN=1 cargo test -p utf golden` writes the files
/// anew; what has changed is then to be read with `git diff`.
#[track_caller]
pub(crate) fn shows(arguments: &[&str], status: i32, golden: &str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let golden = here.join("tests/golden").join(golden);
    let mut command = Folder::new().command(arguments);
    // What is printed is that of any folder, not of one in our repository.
    let root = here.join("../..").canonicalize().unwrap();
    command.env("GIT_CEILING_DIRECTORIES", &root);
    let run = command.current_dir(root.join("samples")).output().unwrap();
    assert_eq!(run.status.code(), Some(status));
    if env::var_os("UPDATE_GOLDEN").is_some() {
        fs::write(golden, run.stdout).unwrap();
        return;
    }
    let (shown, kept) =
        (String::from_utf8(run.stdout).unwrap(), fs::read_to_string(golden).unwrap());
    assert!(shown == kept, "not as it was kept; see `shows`:\n{shown}");
}

/// Has signals end what we start, though they are ignored where somebody started the tests in the
/// background: a signal that is caught here is not ignored there.
fn heed_signals() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
        let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
        let ignored = ignored.map_or(0, |mask| u64::from_str_radix(mask.trim(), 16).unwrap());
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            if ignored & (1 << (signal - 1)) != 0 {
                flag::register(signal, Arc::default()).unwrap();
            }
        }
    });
}

/// Whether calls of the system can be traced, and so delayed, or made to fail.
pub(crate) fn is_traced(folder: &Folder) -> bool {
    let is_traced = folder.shell("strace -qq -o trace true && rm trace").status == Some(0);
    if !is_traced {
        eprintln!("skipped: there is no strace, or it may not trace");
    }
    is_traced
}

/// Whether the tests run as root, who may do all.
pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// The number of the user, and of the group, that own nothing.
const NOBODY: u32 = 65534;

/// Makes `nobody` the owner of what is at `path` and below.
fn give_away(path: &Path) {
    lchown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    if path.symlink_metadata().unwrap().is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| give_away(&entry.unwrap().path()));
    }
}

/// Runs the command on pipes that do not block, as another process that shares them may have made
/// them: `piece` comes 30 times, slowly, and what is printed is read when its pipe is full.
pub(crate) fn unblocked(arguments: &[&str], piece: &[u8]) -> Run {
    let (their_stdin, mut stdin) = io::pipe().unwrap();
    let (mut stdout, their_stdout) = io::pipe().unwrap();
    unblock(&their_stdin);
    unblock(&their_stdout);
    let folder = Folder::new();
    let mut command = folder.command(arguments);
    let mut child = command.stdin(their_stdin).stdout(their_stdout).spawn().unwrap();
    drop(command);
    let piece = piece.to_vec();
    let feed = thread::spawn(move || {
        for _ in 0..30 {
            stdin.write_all(&piece).unwrap();
            thread::sleep(Duration::from_millis(2));
        }
    });
    thread::sleep(Duration::from_millis(100));
    let mut printed = Vec::new();
    stdout.read_to_end(&mut printed).unwrap();
    feed.join().unwrap();
    Run { status: child.wait().unwrap().code(), stdout: printed, stderr: String::new() }
}

/// Makes an end of a pipe one that does not block.
fn unblock(end: &impl AsFd) {
    let flags = fcntl_getfl(end).unwrap();
    fcntl_setfl(end, flags | OFlags::NONBLOCK).unwrap();
}

/// Starts `command` with its outputs in pipes.
pub(crate) fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// The peak of the resident memory of a process that runs, in KiB.
pub(crate) fn peak_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    peak.trim().trim_end_matches(" kB").parse().unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
