//! Decides how operands are read, from the arguments, and opens them.

use std::{
    fs::File,
    io::{self, Cursor, Read, Seek as _},
    path::Path,
};

use utfkit_text::detect::{Content, content::LOOK};
use utfkit_text::receivers::Receiver;

use super::choose::{Choice, ChoiceArgs, read_as};
use crate::{
    args::encoding::{self, LabelArgs},
    files::reading::{Head, Source as _},
    input::{content, files::FoundFile, operand::Operand, stream::DecompressArgs},
    process::{problem::Problem, shell::Shown, terminal, waiting::BlockingFile},
    system::facts::Facts,
};
use utfkit_text::streams::Candidates;
use utfkit_text::streams::CodePoints;

/// The arguments that say what operands are read as.
#[derive(Clone, Debug, clap::Args)]
pub struct SourceArgs {
    /// The encoding of the input; `auto` uses the BOM, or else UTF-8
    #[arg(short, long, value_name = "ENC", default_value = "auto")]
    from: String,
    #[command(flatten)]
    labels: LabelArgs,
    #[command(flatten)]
    choice: ChoiceArgs,
    #[command(flatten)]
    decompress: DecompressArgs,
}

/// The encodings that operands may be read as.
pub struct Source {
    from: encoding::From,
    candidates: Option<Candidates>,
    decompress: DecompressArgs,
}

/// Classifies `file`, which was `found` and is only read, for a receiver if there is one. A file
/// that is not regular counts as text, because reading it might block.
pub fn content(
    file: &File,
    found: &FoundFile,
    from: encoding::From,
    receiver: Option<Receiver>,
) -> io::Result<Content> {
    if !found.regular {
        return Ok(Content::Text);
    }
    let (head, bytes) = Head::peek(file)?;
    Ok(head.content_to(receiver, &bytes, from.of(&bytes).encoding()))
}

/// An open operand, and its encoding.
pub struct Opened {
    /// The first bytes of a stream, which were read from `file` already.
    head: Vec<u8>,
    pub file: File,
    pub from: encoding::From,
    /// The message about the encoding, if it was chosen.
    pub message: Option<String>,
    /// Whether the text is read as UTF-8 only because no candidate or guess fits it.
    pub is_unsure: bool,
}

impl Opened {
    /// Returns the text of the operand.
    pub fn text(self) -> io::Result<CodePoints<'static>> {
        let rest = BlockingFile(self.file);
        if self.head.is_empty() {
            CodePoints::new(rest, self.from.label())
        } else {
            CodePoints::new(Cursor::new(self.head).chain(rest), self.from.label())
        }
    }
}

impl SourceArgs {
    /// Parses the arguments.
    pub fn source(&self) -> Result<Source, Problem> {
        let from = encoding::From::parse("-f", &self.from, self.labels.label_set)?;
        let candidates = self.choice.candidates(from, self.labels.label_set)?;
        Ok(Source { from, candidates, decompress: self.decompress })
    }

    /// Parses the arguments for two operands. `--from-second` sets another encoding for the second
    /// one.
    pub fn pair(&self, second: Option<&str>) -> Result<(Source, Source), Problem> {
        let other = match second {
            Some(label) => {
                let from = encoding::From::parse("--from-second", label, self.labels.label_set)?;
                Source { from, candidates: None, decompress: self.decompress }
            }
            None => self.source()?,
        };
        Ok((self.source()?, other))
    }
}

impl Source {
    /// Returns the file at `path` for command lines in messages.
    pub fn shown<'p>(&self, path: &'p Path) -> Shown<'p> {
        Shown::new(path).decompressed(self.decompress.decompress)
    }

    /// Returns `true` if files are decompressed.
    pub fn decompresses(&self) -> bool {
        self.decompress.decompress
    }

    /// Returns the encoding that `-f` names.
    pub fn from(&self) -> encoding::From {
        self.from
    }

    /// Opens `operand`, and chooses its encoding if there are candidates.
    pub fn open(&self, operand: &Operand) -> Result<Opened, Problem> {
        self.choose(operand.open_text(self.decompress)?, operand)
    }

    /// Chooses the encoding of `operand`, which is already open as `file`.
    pub fn choose(&self, file: File, operand: &Operand) -> Result<Opened, Problem> {
        let Some(candidates) = &self.candidates else {
            let head = Vec::new();
            return Ok(Opened { head, file, from: self.from, message: None, is_unsure: false });
        };
        let chosen = Choice(candidates).choose(file, None);
        let chosen = chosen.map_err(|error| Problem::with(&operand.name(), &error))?;
        let message = chosen.message(&operand.name());
        let from = encoding::From::Known(chosen.label);
        let (file, is_unsure) = (chosen.file, chosen.is_unsure);
        Ok(Opened { head: Vec::new(), file, from, message, is_unsure })
    }

    /// Opens the `found` file for reading only. If the arguments do not name its encoding, its look
    /// decides. Returns `None` if the file was not `named` and is binary.
    pub fn look(&self, found: &FoundFile, named: bool) -> Result<Option<Opened>, Problem> {
        let file = found.operand.open_text(self.decompress)?;
        let content = content(&file, found, self.from, None);
        let content = content.map_err(|error| Problem::with(&found.operand.name(), &error))?;
        match content::read_as(content, self.from, !named) {
            None => Ok(None),
            Some(from) => self.seen(file, &found.operand, content, from).map(Some),
        }
    }

    /// Opens `operand`, which the user named, like [`look`](Self::look). Only a regular file that
    /// is read from its start is examined.
    pub fn look_at(&self, operand: &Operand) -> Result<Opened, Problem> {
        let problem = |error| Problem::with(&operand.name(), &error);
        let mut file = operand.open_text(self.decompress)?;
        let is_regular = Facts::of(&file).map_err(problem)?.is_file();
        if !is_regular && self.candidates.is_none() {
            return self.look_at_stream(file, operand);
        }
        if !is_regular || file.stream_position().map_err(problem)? > 0 {
            return self.choose(file, operand);
        }
        let (head, bytes) = Head::peek(&file).map_err(problem)?;
        let content = head.content(&bytes, self.from.of(&bytes).encoding());
        let from = content::read_as(content, self.from, false).unwrap_or(self.from);
        self.seen(file, operand, content, from)
    }

    /// Opens `operand`, which is the stream `file`, like [`look`](Self::look). Only a stream that
    /// begins with a NUL among its first bytes is examined, because more bytes may be slow to come.
    fn look_at_stream(&self, mut file: File, operand: &Operand) -> Result<Opened, Problem> {
        let problem = |error| Problem::with(&operand.name(), &error);
        let mut head = vec![0; LOOK];
        let mut len = file.read_some(&mut head).map_err(problem)?;
        let mut from = self.from;
        let mut message = None;
        if memchr::memchr(0, &head[..len]).is_some() && self.from == encoding::From::Auto {
            let more = Head::read_to(&mut file, &mut head[len..], LOOK - len).map_err(problem)?;
            len += more.len;
            let seen = Head { len, ended: more.ended };
            let content = seen.content(&head, self.from.of(&head[..len]).encoding());
            from = content::read_as(content, self.from, false).unwrap_or(self.from);
            message = content.looks_like().and_then(|encoding| read_as(&operand.name(), encoding));
        }
        head.truncate(len);
        Ok(Opened { head, file, from, message, is_unsure: false })
    }

    /// Returns the opened `file` of `operand`, to be read as `from`, which may come from its
    /// `content`.
    fn seen(
        &self,
        file: File,
        operand: &Operand,
        content: Content,
        from: encoding::From,
    ) -> Result<Opened, Problem> {
        if from == self.from {
            return self.choose(file, operand);
        }
        let message = content.looks_like().and_then(|encoding| read_as(&operand.name(), encoding));
        Ok(Opened { head: Vec::new(), file, from, message, is_unsure: false })
    }

    /// Returns the text of `operand`, and prints the message about its encoding.
    pub fn text(&self, operand: &Operand) -> Result<CodePoints<'static>, Problem> {
        let opened = self.look_at(operand)?;
        if let Some(words) = &opened.message {
            terminal::write_error(words);
        }
        opened.text().map_err(|error| Problem::with(&operand.name(), &error))
    }

    /// Returns the text of `operand`, without a message.
    pub fn text_without_message(&self, operand: &Operand) -> Result<CodePoints<'static>, Problem> {
        let opened = self.look_at(operand)?;
        opened.text().map_err(|error| Problem::with(&operand.name(), &error))
    }
}
