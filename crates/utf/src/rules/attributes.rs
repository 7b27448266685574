//! The attributes of a file according to git.
//!
//! Each repository has one run of `git check-attr`, which is asked file by file, as files are
//! found.

use std::{
    collections::HashMap,
    ffi::OsStr,
    io::{self, BufRead, BufReader, Write},
    os::unix::ffi::OsStrExt,
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
};
use utfkit_text::transform::line_ends::Eol;
use utfkit_text::unicode::printable;

/// Git, which answers: once for each repository. Files in none have no attributes.
pub struct Attributes {
    /// The top of the work tree that we are in.
    ours: PathBuf,
    staged: bool,
    /// Whether git is told to write CRLF on this machine (`core.autocrlf`).
    writes_crlf: bool,
    talks: Mutex<Talks>,
}

/// What is known of repositories.
#[derive(Default)]
struct Talks {
    /// The top of the work tree that a folder is in.
    tops: HashMap<PathBuf, Option<PathBuf>>,
    open: Vec<(PathBuf, Talk)>,
}

struct Talk {
    child: Child,
    /// Where questions go; closed before the child is waited for.
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

/// What git says of a file.
#[derive(Default)]
pub struct FileAttributes {
    pub charset: Option<Charset>,
    pub end: Option<End>,
    /// Whether it keeps the lines with LF, and may write them out with CRLF.
    pub normalizes: bool,
}

const ASKED: [&str; 3] = ["working-tree-encoding", "eol", "text"];

/// In so many repositories git is asked at the same time.
const MAX_OPEN: usize = 16;

impl Attributes {
    /// Asks about the work tree that we are in, as it is or as it is `staged`, and others that
    /// files are in.
    pub fn open(staged: bool) -> Result<Self, Problem> {
        let ours = CurrentFolder::find()?.top()?;
        if staged {
            // Git would take those of one side.
            index::settled(".gitattributes")?;
        }
        let writes_crlf = change::setting("core.autocrlf").is_some_and(|value| value == "true");
        Ok(Self { ours, staged, writes_crlf, talks: Mutex::default() })
    }

    /// What is said of `file`, a full path, which is called `name`; gives `tell` what is not
    /// heeded.
    pub fn of(
        &self,
        file: &Path,
        name: &Path,
        tell: &mut dyn FnMut(String),
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
                Err(error) => self.unknown(&error, name, source(ASKED[0], value), tell)?,
            }),
        };
        // Git ends the lines only of what it takes for text.
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

    /// What is known of text whose encoding only git's iconv knows: git keeps UTF-8, and has made
    /// it of that. Of the work tree, where the file called `name` is in that encoding, nothing is
    /// known.
    fn unknown(
        &self,
        error: &UnknownLabel,
        name: &Path,
        source: Source,
        tell: &mut dyn FnMut(String),
    ) -> Result<Charset, Problem> {
        let place = names::path(&source.file);
        let says = printable::line(&source.says);
        if self.staged {
            tell(format!("utf: {place}: {says}: unknown, checked as UTF-8, which git keeps\n"));
            return Ok(charset(Encoding::Utf8.into(), "", source));
        }
        let words = format!("{}: not read: {place}: {says}: {error}", names::path(name));
        Err(Problem::new(printable::line(&words)).hint(
            "git converts it by iconv, which knows more: `--staged` checks what git keeps of it, \
             UTF-8; of the file, check what `iconv -t utf-8` makes",
        ))
    }
}

impl Talks {
    /// The top of the work tree that `folder` is in: `ours`, if no other is nearer.
    fn top(&mut self, folder: &Path, ours: &Path) -> Result<Option<PathBuf>, Problem> {
        if let Some(top) = self.tops.get(folder) {
            return Ok(top.clone());
        }
        let is_top = |folder: &&Path| *folder == ours || folder.join(".git").exists();
        let top = folder.ancestors().find(is_top).map(Path::to_owned);
        let pipe = top.as_ref().and_then(|top| pipe(folder, top));
        // It is told once, and what git would say is not known from then on.
        let known = top.filter(|_| pipe.is_none());
        self.tops.insert(folder.to_owned(), known.clone());
        pipe.map_or(Ok(known), |path| {
            Err(Problem::at(&path, &io::Error::other("no regular file, and git would wait for it")))
        })
    }

    /// Git, in the work tree at `top`.
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
    /// Runs git in the work tree at `top`; what hooks of `ours` are told of their repository says
    /// nothing of others.
    fn open(top: &Path, ours: bool, staged: bool) -> Result<Self, Problem> {
        let mut command = if ours { command::command() } else { command::elsewhere(top) };
        command.arg("check-attr").args(staged.then_some("--cached"));
        command.args(["-z", "--stdin"]).args(ASKED);
        command.current_dir(top).env("GIT_FLUSH", "1");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().map_err(|error| Problem::with("git", &error))?;
        let questions = child.stdin.take();
        let answers = child.stdout.take().ok_or_else(|| ended("no output"))?;
        Ok(Self { child, questions, answers: BufReader::new(answers) })
    }

    /// The values of the attributes that are asked for.
    fn ask(&mut self, name: &OsStr) -> io::Result<[String; 3]> {
        let questions = self.questions.as_mut().ok_or(io::ErrorKind::BrokenPipe)?;
        questions.write_all(&[name.as_bytes(), b"\0"].concat())?;
        questions.flush()?;
        let mut values = [const { String::new() }; 3];
        for value in &mut values {
            // The name, the attribute, and what it is.
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
        // Nobody is left to tell of how it ended.
        let _ = self.child.wait();
    }
}

fn ended(why: &str) -> Problem {
    Problem::new(format!("git check-attr: {}", printable::line(why)))
}

/// What git would open as attributes of `folder`, in the work tree at `top`, and never get to the
/// end of.
fn pipe(folder: &Path, top: &Path) -> Option<PathBuf> {
    let within = folder.ancestors().take_while(|above| above.starts_with(top));
    let mut files = within.map(|above| above.join(".gitattributes"));
    files.find(|path| path.metadata().is_ok_and(|found| !found.is_file() && !found.is_dir()))
}

/// What `working-tree-encoding` means that says `value`, which is `label`. Git wants a BOM
/// where that leaves the byte order open, and none where it says it.
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
