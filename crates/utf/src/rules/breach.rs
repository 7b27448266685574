//! Violations of rules, and the command that fixes each.

use std::path::{Path, PathBuf};

use utfkit::{
    Encoding,
    encoding::{Bom, Label},
};

use super::{
    Rule, Source,
    ends::{Counts, Spot},
    rule::Signed,
};
use crate::process::shell::Shown;
use utfkit_text::lines::Unit;
use utfkit_text::receivers::Declared;
use utfkit_text::transform::Eol;
use utfkit_text::unicode::printable;

/// A violation of a rule in a file.
#[derive(Clone, Debug)]
pub struct Breach {
    pub path: PathBuf,
    /// The encoding in which the file was read.
    pub encoding: Encoding,
    /// The stable code, which `utf explain` looks up.
    pub code: &'static str,
    /// The line, counted from 1, the offset, and the bytes.
    pub line: u64,
    pub offset: u64,
    pub bytes: Vec<u8>,
    pub words: String,
    pub source: Source,
    /// The command that fixes the file, if there is one.
    pub fix: Option<String>,
}

/// The way in which a file violates its rule.
#[derive(Clone, Copy, Debug)]
pub enum Fact {
    /// The text is in another encoding, which its BOM `signed` shows if there is one. Or git has
    /// `kept` text that is not UTF-8.
    Encoding { is: Is, wanted: Label, signed: Option<Bom>, kept: bool },
    /// Git must write the text in an encoding that lacks this character. If git was `asked`, it
    /// said so; otherwise, our own tables did.
    Lacks { character: char, line: u64, offset: u64, wanted: Label, asked: bool },
    /// Git must write the text in an encoding that it cannot write.
    Unwritable { wanted: Label },
    /// There is no BOM, but the rule requires one.
    Unsigned,
    /// There is a BOM, but the rule forbids it.
    Signed(Bom),
    /// The line ends are not those of the rule.
    LineEnd { wanted: Eol, spot: Spot, unit: Unit, counts: Counts },
}

/// The real encoding of text that is not in the encoding of its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Is {
    /// This encoding, which is proven.
    In(Encoding),
    /// This encoding, which is likely.
    Like(Encoding),
    /// Unknown, but the text has NULs, so it is not in an encoding with units of one byte.
    WithNuls,
    /// Unknown.
    Other,
}

impl Breach {
    pub fn new(
        path: &Path,
        encoding: Encoding,
        fact: Fact,
        source: &Source,
        fix: Option<String>,
    ) -> Self {
        let (line, offset, bytes) = fact.place();
        Self {
            path: path.to_owned(),
            encoding,
            code: fact.code(),
            line,
            offset,
            bytes,
            words: fact.words(),
            source: source.clone(),
            fix,
        }
    }
}

/// Returns the breach of a text in `encoding` that declares another one.
pub fn of_declaration(path: &Path, encoding: Encoding, declared: &Declared) -> Breach {
    let (format, label) = (declared.format, printable::line(&declared.label));
    Breach {
        path: path.to_owned(),
        encoding,
        code: "wrong-declaration",
        line: declared.line,
        offset: declared.range.start as u64,
        bytes: declared.spell(&declared.label),
        words: format!("the {format} declaration says {label}, but the text is {encoding}"),
        source: Source {
            file: path.to_owned(),
            line: Some(declared.line),
            says: format!("encoding={label}"),
        },
        fix: None,
    }
}

/// Returns the breach of a text in `encoding` with a `bom` that `--bom forbid` does not allow.
pub fn of_bom(path: &Path, encoding: Encoding, bom: Bom) -> Breach {
    let says = "--bom forbid".to_owned();
    let source = Source { file: path.to_owned(), line: None, says };
    let words = "the file has a BOM, which `--bom forbid` does not allow".to_owned();
    Breach { words, ..Breach::new(path, encoding, Fact::Signed(bom), &source, None) }
}

impl Fact {
    fn code(self) -> &'static str {
        match self {
            Fact::Encoding { .. } => "wrong-encoding",
            Fact::Lacks { .. } | Fact::Unwritable { .. } => "unencodable",
            Fact::Unsigned => "no-bom",
            Fact::Signed(_) => "unwanted-bom",
            Fact::LineEnd { .. } => "wrong-line-end",
        }
    }

    /// Returns the line, the offset and the bytes.
    fn place(self) -> (u64, u64, Vec<u8>) {
        match self {
            Fact::Encoding { signed: Some(bom), .. } | Fact::Signed(bom) => {
                (1, 0, bom.bytes().to_vec())
            }
            Fact::Encoding { .. } | Fact::Unsigned | Fact::Unwritable { .. } => (1, 0, Vec::new()),
            Fact::Lacks { character, line, offset, .. } => {
                (line, offset, character.to_string().into_bytes())
            }
            Fact::LineEnd { spot, unit, .. } => {
                (spot.line, spot.offset, unit.spell(text(spot.eol)))
            }
        }
    }

    fn words(self) -> String {
        match self {
            Fact::Encoding { is, wanted, signed, kept } => {
                let how = if signed.is_some() { ", as its BOM says" } else { "" };
                let wanted = wanted.encoding();
                let is = match is {
                    Is::In(encoding) => format!("is {encoding}{how}"),
                    Is::Like(encoding) => format!("looks like {encoding}"),
                    Is::WithNuls => "has NULs".to_owned(),
                    Is::Other => format!("is not {}", if kept { Encoding::Utf8 } else { wanted }),
                };
                match kept {
                    // Git's result is unknown, or there is none.
                    true if wanted == Encoding::Utf8 => {
                        format!("the text {is}, but git stores utf-8")
                    }
                    true => format!("the text {is}, but git converts only utf-8 to {wanted}"),
                    false => format!("the text {is}, but the rule requires {wanted}"),
                }
            }
            Fact::Lacks { character, wanted, asked, .. } => {
                let (wanted, code) = (wanted.encoding(), u32::from(character));
                if asked {
                    format!(
                        "git cannot write the text as {wanted}, which does not have U+{code:04X}"
                    )
                } else {
                    format!(
                        "git could not be asked to write the text as {wanted}, which does not have U+{code:04X} according to the WHATWG's tables"
                    )
                }
            }
            Fact::Unwritable { wanted } => {
                let wanted = wanted.encoding();
                format!("git cannot write the text as {wanted}, which its iconv does not know")
            }
            Fact::Unsigned => "the file has no BOM, which the rule requires".to_owned(),
            Fact::Signed(_) => "the file has a BOM, which the rule forbids".to_owned(),
            Fact::LineEnd { wanted, counts, spot, .. } => {
                let Counts { lf, crlf, cr } = counts;
                // A CR alone counts as a line end only if the text has no others.
                let all = [(Eol::Crlf, crlf), (Eol::Lf, lf), (Eol::Cr, cr)];
                let ends = all.into_iter().filter(|&(eol, count)| {
                    count > 0 && (eol != Eol::Cr || wanted == Eol::Cr || spot.eol == Eol::Cr)
                });
                let ends = ends.map(|(eol, count)| format!("{} ({count})", name(eol)));
                let ends: Vec<_> = ends.collect();
                format!(
                    "lines end with {}, but the rule requires {}",
                    ends.join(" and "),
                    name(wanted)
                )
            }
        }
    }
}

/// Returns the name for messages.
fn name(eol: Eol) -> &'static str {
    match eol {
        Eol::Lf => "LF",
        Eol::Crlf => "CRLF",
        Eol::Cr => "CR",
        Eol::Keep => "anything",
    }
}

fn text(eol: Eol) -> &'static str {
    match eol {
        Eol::Lf => "\n",
        Eol::Crlf => "\r\n",
        Eol::Cr => "\r",
        Eol::Keep => "",
    }
}

/// The data for the command that fixes a file.
pub struct Fix<'a> {
    pub path: &'a Path,
    /// The encoding of the text.
    pub from: Encoding,
    pub is_signed: bool,
    pub rule: &'a Rule,
}

impl Fix<'_> {
    /// Returns the command for a shell, or `None` if there is no such command or the name is not
    /// UTF-8.
    pub fn command(&self) -> Option<String> {
        let proven = self.is_signed || self.from == Encoding::Utf8;
        let from = if proven { String::new() } else { format!(" -f {}", self.from) };
        let charset = self.rule.charset.as_ref();
        let mut to = match charset {
            Some(charset) => target(charset.label.encoding(), charset.signed),
            None => target(self.from, Signed::Either),
        };
        let wants_utf8 = charset.is_some_and(|one| one.label.encoding() == Encoding::Utf8);
        if wants_utf8 && self.is_signed && self.from != Encoding::Utf8 {
            // Without `-t`, the other options keep the encoding that the BOM shows.
            to.insert_str(0, " -t utf-8");
        }
        let eol = match &self.rule.end {
            Some(end) => format!(" --eol {}", name(end.eol).to_ascii_lowercase()),
            None => String::new(),
        };
        Some(format!("utf convert -i{from}{to}{eol} -- {}", Shown::new(self.path).name()))
    }
}

/// Returns the options for the encoding of the output. UTF-16 and UTF-32 get a BOM unless the rule
/// forbids it, because nothing else would prove the encoding.
fn target(encoding: Encoding, signed: Signed) -> String {
    match (encoding, signed) {
        (Encoding::Utf8, Signed::Either) => String::new(),
        (Encoding::Utf8, Signed::Always) => " --bom add".to_owned(),
        (Encoding::Utf8, Signed::Never) => " --bom strip".to_owned(),
        (
            Encoding::Utf16Le | Encoding::Utf16Be | Encoding::Utf32Le | Encoding::Utf32Be,
            Signed::Always | Signed::Either,
        ) => {
            format!(" -t {encoding}-bom")
        }
        _ => format!(" -t {encoding}"),
    }
}
