//! Runs the command in its own directory.

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
    sync::{Arc, LazyLock, Once},
    thread,
    time::Duration,
};

use rustix::fs::{OFlags, fcntl_getfl, fcntl_setfl};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    flag,
};
use tempfile::TempDir;

/// Returns the program to test: the command, or the program that `UTF_TEST_COMMAND` names.
/// `scripts/windows.sh` names one that runs the command for Windows.
pub(crate) fn exe() -> &'static str {
    static EXE: LazyLock<String> = LazyLock::new(|| {
        env::var("UTF_TEST_COMMAND").unwrap_or_else(|_| env!("CARGO_BIN_EXE_utf").to_owned())
    });
    &EXE
}

/// Returns `true` if the command is the one for Windows. Its names and streams are those of Windows,
/// while the tests are programs of this system.
pub(crate) fn is_windows() -> bool {
    env::var_os("UTF_TEST_COMMAND").is_some()
}

/// Returns a character that a name of a file can contain, and that a terminal must not get.
pub(crate) fn hostile() -> char {
    if is_windows() { '\u{202E}' } else { '\u{1B}' }
}

/// Returns a full path as the command names it. Wine has the files of this system on a drive.
pub(crate) fn full(path: &Path) -> String {
    format!("{}{}", if is_windows() { "Z:" } else { "" }, path.display())
}

/// A directory that is deleted when this value is dropped.
pub(crate) struct Folder {
    dir: TempDir,
}

/// The result of a run of the command.
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

    /// Creates a file.
    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Returns the bytes of a file.
    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        fs::read(self.path(name)).unwrap()
    }

    /// Returns the names of the entries in the directory, in order.
    pub(crate) fn names(&self) -> Vec<String> {
        names(self.dir.path())
    }

    /// Returns the command with `arguments`, which runs in the directory.
    pub(crate) fn command(&self, arguments: &[&str]) -> Command {
        restore_signals();
        let mut command = Command::new(exe());
        command.args(arguments).current_dir(self.dir.path()).stdin(Stdio::null());
        command
    }

    /// Runs the command.
    pub(crate) fn run(&self, arguments: &[&str]) -> Run {
        Run::of(self.command(arguments))
    }

    /// Runs the command as a user with limited rights.
    ///
    /// If the tests run as root, that user is `nobody`, who then owns the contents of the
    /// directory. The result is `None` if this is impossible.
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

    /// Starts the command with a pipe as its standard input.
    pub(crate) fn start(&self, arguments: &[&str]) -> Child {
        spawn(self.command(arguments).stdin(Stdio::piped()))
    }

    /// Runs the command with `input` from a pipe on its standard input.
    pub(crate) fn pipe(&self, arguments: &[&str], input: impl AsRef<[u8]>) -> Run {
        let mut child = self.start(arguments);
        let mut stdin = child.stdin.take().unwrap();
        let input = input.as_ref().to_vec();
        // A command that stops early does not read all of its input.
        let feed = thread::spawn(move || drop(stdin.write_all(&input)));
        let run = Run::from(child.wait_with_output().unwrap());
        feed.join().unwrap();
        run
    }

    /// Runs the command with a standard output whose reader is gone.
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

    /// Returns the text that the command shows on a terminal.
    pub(crate) fn on_terminal(&self, arguments: &[&str]) -> String {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        let screen = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&screen).unwrap();
        unlockpt(&screen).unwrap();
        let name = ptsname(&screen, Vec::new()).unwrap().into_string().unwrap();
        let terminal = fs::OpenOptions::new().read(true).write(true).open(name).unwrap();
        let mut command = self.command(arguments);
        let mut child = command.stdout(terminal).spawn().unwrap();
        // `command` also holds the other end of the terminal.
        drop(command);
        child.wait().unwrap();
        let mut shown = Vec::new();
        // On a closed terminal, a read ends with an error and not with zero bytes.
        let _ = fs::File::from(screen).read_to_end(&mut shown);
        String::from_utf8(shown).unwrap()
    }

    /// Runs a line in the shell, in which `utf` is the command. For the command, full paths begin
    /// with `$root`.
    pub(crate) fn shell(&self, line: &str) -> Run {
        let mut command = Command::new("bash");
        let root = full(Path::new(""));
        let script = format!("utf() {{ '{}' \"$@\"; }}\nroot={root}\n{line}", exe());
        command.args(["-c", &script]).current_dir(self.dir.path()).stdin(Stdio::null());
        Run::of(command)
    }
}

impl Run {
    fn of(mut command: Command) -> Self {
        Self::from(command.output().unwrap())
    }

    /// Asserts the exit status, and returns the run.
    #[track_caller]
    pub(crate) fn exits(self, status: i32) -> Self {
        assert_eq!(self.status, Some(status), "{self:?}");
        self
    }

    /// Asserts the standard output.
    #[track_caller]
    pub(crate) fn prints(self, bytes: impl AsRef<[u8]>) -> Self {
        assert_eq!(
            self.stdout.escape_ascii().to_string(),
            bytes.as_ref().escape_ascii().to_string()
        );
        self
    }

    /// Asserts a part of the standard output, which must be text.
    #[track_caller]
    pub(crate) fn shows(self, text: &str) -> Self {
        assert!(self.text().contains(text), "no {text:?} in\n{}", self.text());
        self
    }

    /// Returns the standard output, which must be text.
    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.stdout).unwrap()
    }

    /// Returns the standard output as JSON values, one per line.
    pub(crate) fn lines_of_json(&self) -> Vec<serde_json::Value> {
        self.text().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// Asserts the standard error.
    #[track_caller]
    pub(crate) fn says(self, text: &str) -> Self {
        assert_eq!(self.stderr, text);
        self
    }

    /// Asserts a part of the standard error.
    #[track_caller]
    pub(crate) fn mentions(self, text: &str) -> Self {
        assert!(self.stderr.contains(text), "{self:?}");
        self
    }

    /// Asserts the number of lines on standard error.
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

/// Checks that the report of the command with `arguments` on a sample equals the file `golden` of
/// `tests/golden/`.
#[track_caller]
pub(crate) fn reports(arguments: &[&str], golden: &str) {
    shows(arguments, 1, golden);
}

/// Checks the exit status and the output of the command with `arguments`, run in the directory of
/// samples. The output must equal the file `golden` of `tests/golden/`.
///
/// After an intended change, `UPDATE_GOLDEN=1 cargo test -p utf golden` writes the files again.
/// Then read the changes with `git diff`.
#[track_caller]
pub(crate) fn shows(arguments: &[&str], status: i32, golden: &str) {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let golden = here.join("tests/golden").join(golden);
    let mut command = Folder::new().command(arguments);
    // The output must be that of any directory, not that of a directory in our repository.
    let root = here.join("../..").canonicalize().unwrap();
    command.env("GIT_CEILING_DIRECTORIES", full(&root));
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

/// Makes signals end the commands that we start.
///
/// If somebody started the tests in the background, signals may be ignored, and child processes
/// inherit that. A signal that is caught here is not ignored there.
fn restore_signals() {
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

/// Returns `true` if system calls can be traced, so that tests can delay them or make them fail.
pub(crate) fn is_traced(folder: &Folder) -> bool {
    let is_traced = folder.shell("strace -qq -o trace true && rm trace").status == Some(0);
    if !is_traced {
        eprintln!("skipped: there is no strace, or it may not trace");
    }
    is_traced
}

/// Returns `true` if the tests run as root, who has all rights.
pub(crate) fn is_root() -> bool {
    fs::metadata("/proc/self").unwrap().uid() == 0
}

/// The number of the user and of the group that own nothing.
const NOBODY: u32 = 65534;

/// Makes `nobody` the owner of `path` and of everything below it.
fn give_away(path: &Path) {
    lchown(path, Some(NOBODY), Some(NOBODY)).unwrap();
    if path.symlink_metadata().unwrap().is_dir() {
        fs::read_dir(path).unwrap().for_each(|entry| give_away(&entry.unwrap().path()));
    }
}

/// Runs the command on pipes that do not block, as if another process that shares them had changed
/// them.
///
/// `piece` arrives 30 times, slowly, and the output is read when its pipe is full.
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

/// Makes one end of a pipe nonblocking.
fn unblock(end: &impl AsFd) {
    let flags = fcntl_getfl(end).unwrap();
    fcntl_setfl(end, flags | OFlags::NONBLOCK).unwrap();
}

/// Starts `command` with pipes for its outputs.
pub(crate) fn spawn(command: &mut Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

/// Returns the peak of the resident memory of a running process, in KiB. The variable
/// `UTF_TEST_OVERHEAD` has the memory of what runs the command, such as wine.
pub(crate) fn peak_memory(process: u32) -> u64 {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    let overhead = std::env::var("UTF_TEST_OVERHEAD").map_or(0, |kib| kib.parse().unwrap());
    peak.saturating_sub(overhead)
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}
