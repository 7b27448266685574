//! The attributes of a file according to git.
//!
//! Each repository has one run of `git check-attr`, which is asked file by file, as files are
//! found.

use std::{
    collections::HashMap,
    ffi::OsStr,
    io::{self, BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Stdio},
    sync::{Mutex, PoisonError},
};

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet, UnknownLabel},
};

use super::rule::{Charset, End, Signed, Source};
use crate::{
    files::paths,
    git::{change, command, index, work_tree::CurrentFolder},
    process::{names, problem::Problem},
    system::{names::bytes, usual},
};
use utfkit_text::transform::Eol;
use utfkit_text::unicode::printable;

/// One run of git per repository, which answers questions. Files outside a repository have no
/// attributes.
pub struct Attributes {
    /// The top of the current work tree.
    ours: PathBuf,
    staged: bool,
    /// Whether git is configured to write CRLF on this machine (`core.autocrlf`).
    writes_crlf: bool,
    talks: Mutex<Talks>,
}

/// The repositories known so far.
#[derive(Default)]
struct Talks {
    /// The top of the work tree for each directory.
    tops: HashMap<PathBuf, Option<PathBuf>>,
    open: Vec<(PathBuf, Talk)>,
}

struct Talk {
    child: Child,
    /// The pipe for questions. It is closed before the wait for the child.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// The attributes of a file according to git.
#[derive(Default)]
pub struct FileAttributes {
    pub charset: Option<Charset>,
    pub end: Option<End>,
    /// Whether git stores the lines with LF, and may write them with CRLF.
    pub normalizes: bool,
}

const ASKED: [&str; 3] = ["working-tree-encoding", "eol", "text"];

/// The maximum number of repositories in which git runs at the same time.
const MAX_OPEN: usize = 16;

impl Attributes {
    /// Opens the attributes of the current work tree, or of the index if `staged`, and of other
    /// work trees that files are in.
    pub fn open(staged: bool) -> Result<Self, Problem> {
        let ours = CurrentFolder::find()?.top()?;
        if staged {
            // During a merge, git would use the attributes of one side.
            index::settled(".gitattributes")?;
        }
        let writes_crlf = change::setting("core.autocrlf").is_some_and(|value| value == "true");
        Ok(Self { ours, staged, writes_crlf, talks: Mutex::default() })
    }

    /// Returns the attributes of `file`, a full path, which messages call `name`. Passes a warning
    /// to `warn` if an attribute is ignored.
    pub fn of(
        &self,
        file: &Path,
        name: &Path,
        warn: &mut dyn FnMut(String),
    ) -> Result<FileAttributes, Problem> {
        let mut talks = self.talks.lock().unwrap_or_else(PoisonError::into_inner);
        let Some(top) = talks.top(paths::parent(file), &self.ours)? else {
            return Ok(FileAttributes::default());
        };
        let within = file.strip_prefix(&top).unwrap_or(file).to_owned();
        let talk = talks.talk(top, self)?;
        let [encoding, eol, text] =
            talk.ask(within.as_os_str()).map_err(|error| ended(&error.to_string()))?;
        drop(talks);
        let source = |attribute: &str, value: &str| Source {
            file: PathBuf::from(".gitattributes"),
            line: None,
            says: format!("{attribute}={value}"),
        };
        let charset = match &*encoding {
            "unspecified" | "unset" | "set" | "" => None,
            value => Some(match Label::parse(value, LabelSet::Git) {
                Ok(label) => charset(label, value, source(ASKED[0], value)),
                Err(error) => self.unknown(&error, name, source(ASKED[0], value), warn)?,
            }),
        };
        // Git changes the line ends of text only.
        let end = match &*eol {
            _ if text == "unset" => None,
            "lf" => Some(Eol::Lf),
            "crlf" => Some(Eol::Crlf),
            _ => None,
        };
        let is_text = end.is_some() || self.writes_crlf || matches!(&*text, "set" | "auto");
        let end = end.map(|end| End { eol: end, source: source(ASKED[1], &eol) });
        Ok(FileAttributes { charset, end, normalizes: is_text && text != "unset" })
    }

    /// Returns the rule for text whose encoding only git's iconv knows. Git stores such text as
    /// UTF-8, which can be checked if it is staged. The file `name` in the work tree is in the
    /// unknown encoding, so it cannot be checked.
    fn unknown(
        &self,
        error: &UnknownLabel,
        name: &Path,
        source: Source,
        warn: &mut dyn FnMut(String),
    ) -> Result<Charset, Problem> {
        let place = names::path(&source.file);
        let says = printable::line(&source.says);
        if self.staged {
            warn(format!(
                "utf: {place}: {says}: unknown encoding, checked as UTF-8, which git stores\n"
            ));
            return Ok(charset(Encoding::Utf8.into(), "", source));
        }
        let words = format!("{}: not read: {place}: {says}: {error}", names::path(name));
        Err(Problem::new(printable::line(&words)).hint(
            "git's iconv may know it: use `--staged` to check the UTF-8 that git stores, or check the output of `iconv -t utf-8`",
        ))
    }
}

impl Talks {
    /// Returns the top of the work tree of `folder`. It is `ours`, unless another one is nearer.
    fn top(&mut self, folder: &Path, ours: &Path) -> Result<Option<PathBuf>, Problem> {
        if let Some(top) = self.tops.get(folder) {
            return Ok(top.clone());
        }
        let is_top = |folder: &&Path| *folder == ours || folder.join(".git").exists();
        let top = folder.ancestors().find(is_top).map(Path::to_owned);
        let pipe = top.as_ref().and_then(|top| pipe(folder, top));
        // The problem is reported once. From then on, the directory counts as outside a repository.
        let known = top.filter(|_| pipe.is_none());
        self.tops.insert(folder.to_owned(), known.clone());
        pipe.map_or(Ok(known), |path| {
            Err(Problem::at(
                &path,
                &io::Error::other("not a regular file, and git would wait for it"),
            ))
        })
    }

    /// Returns the run of git in the work tree at `top`.
    fn talk(&mut self, top: PathBuf, of: &Attributes) -> Result<&mut Talk, Problem> {
        let found = self.open.iter().position(|(other, _)| *other == top);
        let at = match found {
            Some(at) => at,
            None => {
                if self.open.len() == MAX_OPEN {
                    self.open.remove(0);
                }
                let talk = Talk::open(&top, top == of.ours, of.staged)?;
                self.open.push((top, talk));
                self.open.len() - 1
            }
        };
        Ok(&mut self.open[at].1)
    }
}

impl Talk {
    /// Runs git in the work tree at `top`. The environment that git sets for hooks describes our
    /// repository, so other repositories do not get it.
    fn open(top: &Path, ours: bool, staged: bool) -> Result<Self, Problem> {
        let mut command = if ours { command::command() } else { command::elsewhere(top) };
        command.arg("check-attr").args(staged.then_some("--cached"));
        command.args(["-z", "--stdin"]).args(ASKED);
        command.current_dir(usual(top)).env("GIT_FLUSH", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| Problem::with("git", &error))?;
        let questions = child.stdin.take();
        let answers = child.stdout.take().ok_or_else(|| ended("no output"))?;
        Ok(Self { child, questions, answers: BufReader::new(answers) })
    }

    /// Asks for the attributes of `name`, and returns their values.
    fn ask(&mut self, name: &OsStr) -> io::Result<[String; 3]> {
        let questions = self.questions.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        questions.write_all(&[&*bytes(name), b"\0"].concat())?;
        questions.flush()?;
        let mut values = [const { String::new() }; 3];
        for value in &mut values {
            // An answer has the name, the attribute and the value.
            self.field()?;
            self.field()?;
            *value = String::from_utf8_lossy(&self.field()?).into_owned();
        }
        Ok(values)
    }

    fn field(&mut self) -> io::Result<Vec<u8>> {
        let mut field = Vec::new();
        self.answers.read_until(0, &mut field)?;
        match field.pop() {
            Some(0) => Ok(field),
            _ => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }
}

impl Drop for Talk {
    fn drop(&mut self) {
        self.questions = None;
        // The exit status does not matter any more.
        let _ = self.child.wait();
    }
}

fn ended(why: &str) -> Problem {
    Problem::new(format!("git check-attr: {}", printable::line(why)))
}

/// Returns the attributes file of `folder`, in the work tree at `top`, that git would open and wait
/// for, such as a pipe.
fn pipe(folder: &Path, top: &Path) -> Option<PathBuf> {
    let within = folder.ancestors().take_while(|above| above.starts_with(top));
    let mut files = within.map(|above| above.join(".gitattributes"));
    files.find(|path| path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()))
}

/// Returns the rule for the `working-tree-encoding` `value`, which is `label`. Git requires a BOM
/// if the label leaves the byte order open, and forbids it if the label names the order.
fn charset(label: Label, value: &str, source: Source) -> Charset {
    let signed = match label.encoding() {
        _ if value.to_ascii_uppercase().ends_with("-BOM") => Signed::Always,
        Encoding::Utf16 | Encoding::Utf32 => Signed::Always,
        Encoding::Utf16Be | Encoding::Utf16Le | Encoding::Utf32Be | Encoding::Utf32Le => {
            Signed::Never
        }
        _ => Signed::Either,
    };
    Charset { label, name: value.to_owned(), signed, source }
}
