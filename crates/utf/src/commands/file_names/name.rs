//! Checks one name, and finds the correct one.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
};

use utfkit::{Encoding, encoding::Label, transcode};

use crate::{
    args::encoding::From,
    process::problem::Problem,
    report::remark::{Level, Place, Remark},
    system::names::why_impossible,
};
use utfkit_text::transform::Form;
use utfkit_text::unicode::printable;

/// The requirements for names.
#[derive(Clone, Debug)]
pub struct Wanted {
    /// The encoding of names that are not UTF-8, if the user named one.
    from: Option<Label>,
    /// The required normalization form, if there is one.
    form: Option<Form>,
    /// The names that were misread, with the names that were meant.
    misread: HashMap<String, String>,
}

/// The error in a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The name is not UTF-8.
    IllFormed,
    /// The name is UTF-8 but was read in a wrong encoding before.
    Misread,
    /// The name is not in this form.
    NotNormalized(Form),
}

/// A name with an error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    pub(super) path: PathBuf,
    pub(super) fault: Fault,
    /// The correct name, or the reason why it is unknown.
    pub(super) becomes: Result<String, String>,
}

impl Fault {
    /// Returns the stable code of the error.
    pub(super) fn code(&self) -> &'static str {
        match self {
            Fault::IllFormed => "ill-formed-name",
            Fault::Misread => "misread-name",
            Fault::NotNormalized(_) => "name-not-normalized",
        }
    }

    pub(super) fn words(&self) -> String {
        match self {
            Fault::IllFormed => "the name is not UTF-8".to_owned(),
            Fault::Misread => "the name was misread".to_owned(),
            Fault::NotNormalized(form) => format!("the name is not in {}", form.name()),
        }
    }
}

impl Wrong {
    /// Describes the error and the correct name, with code points if both names look the same.
    pub(super) fn in_a_line(&self) -> String {
        let what = self.fault.words();
        match (&self.becomes, self.spelling()) {
            (Ok(becomes), Some(spelling)) => {
                format!("{what}; it would be {}, with {spelling}", printable::line(becomes))
            }
            (Ok(becomes), None) => format!("{what}; it would be {}", printable::line(becomes)),
            (Err(why), _) => format!("{what}; {}", printable::line(why)),
        }
    }

    /// Describes the code points that the correct name replaces, if the two names look the same.
    pub(super) fn spelling(&self) -> Option<String> {
        let name = self.path.file_name()?.to_str()?;
        let [was, is] = difference(name, self.becomes.as_ref().ok()?).map(points);
        Some(format!("{is} for {was}"))
    }

    pub(super) fn remark(&self) -> Remark<'_> {
        let place = Place { line: 1, ..Place::default() };
        let (code, words) = (self.fault.code(), self.in_a_line());
        Remark { path: &self.path, code, level: Level::Error, words, place }
    }
}

/// Returns the parts of the two texts between their common start and their common end.
fn difference<'t>(one: &'t str, other: &'t str) -> [&'t str; 2] {
    let pairs = one.chars().zip(other.chars());
    let shared: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    let [one, other] = [&one[shared..], &other[shared..]];
    let pairs = one.chars().rev().zip(other.chars().rev());
    let after: usize = pairs.take_while(|(a, b)| a == b).map(|(a, _)| a.len_utf8()).sum();
    [one, other].map(|text| &text[..text.len() - after])
}

/// Returns the first code points of `text`, at most four.
fn points(text: &str) -> String {
    const MAX: usize = 4;
    let mut points: Vec<_> =
        text.chars().take(MAX).map(|point| format!("U+{:04X}", u32::from(point))).collect();
    match text.chars().nth(MAX) {
        None if points.is_empty() => points.push("nothing".to_owned()),
        None => {}
        Some(_) => points.push("…".to_owned()),
    }
    points.join(" ")
}

impl Wanted {
    /// Creates the requirements. Names that are not UTF-8 are read as `from`, unless that is
    /// [`From::Auto`]. All names must be in `form`, if one is given.
    pub fn new(from: From, form: Option<Form>) -> Result<Self, Problem> {
        if !matches!(form, None | Some(Form::Nfc | Form::Nfd)) {
            return Err(Problem::new("--names takes `--normalize nfc` or `nfd`")
                .hint("the other forms make different names equal"));
        }
        let from = match from {
            From::Auto => None,
            From::Known(label) => Some(label),
        };
        if let Some(label) = from.filter(|label| !can_name(label.encoding())) {
            let words = format!("--names: file names cannot be in {}", label.encoding());
            return Err(
                Problem::new(words).hint("in names, NUL and `/` must have their meaning in ASCII")
            );
        }
        Ok(Self { from, form, misread: HashMap::new() })
    }

    /// Sets the names that were misread, with the names that were meant.
    pub(super) fn with_misread(self, misread: HashMap<String, String>) -> Self {
        Self { misread, ..self }
    }

    /// Returns the error in the name of `path`, if there is one.
    pub(super) fn look(&self, path: PathBuf) -> Option<Wrong> {
        let name = path.file_name()?;
        let (fault, becomes) = match name.to_str() {
            Some(text) if self.misread.contains_key(text) => {
                (Fault::Misread, self.misread.get(text).cloned().ok_or_else(String::new))
            }
            Some(text) => {
                let form = self.form?;
                let becomes = form.of(text);
                if becomes == text {
                    return None;
                }
                (Fault::NotNormalized(form), Ok(becomes))
            }
            None => (Fault::IllFormed, self.read(name.as_encoded_bytes())),
        };
        Some(Wrong { fault, becomes: becomes.and_then(fit), path })
    }

    /// Returns the name that was meant, if the name `text` was misread.
    pub(super) fn meant(&self, text: &str) -> Option<&str> {
        self.misread.get(text).map(String::as_str)
    }

    /// Reads `name`, which is not UTF-8.
    pub(super) fn read(&self, name: &[u8]) -> Result<String, String> {
        let Some(label) = self.from else {
            return Err("name its encoding with `-f ENC`".to_owned());
        };
        let encoding = label.encoding();
        let bytes = transcode::convert(name, encoding, Encoding::Utf8);
        let bytes = bytes.map_err(|finding| format!("not valid in {encoding}: {finding}"))?;
        let text = String::from_utf8(bytes).map_err(|_| "not text".to_owned())?;
        // Charsets of one byte have controls for the remaining bytes, but no file has such a name.
        if text.contains(|c: char| matches!(c, '\u{80}'..='\u{9F}')) {
            return Err(format!("in {encoding} it would have control characters"));
        }
        Ok(self.form.map_or_else(|| text.clone(), |form| form.of(&text)))
    }
}

/// Returns `true` if names of files can be in `encoding`: `/` and NUL must have the same meaning as
/// in ASCII.
pub(super) fn can_name(encoding: Encoding) -> bool {
    encoding.unit_bytes() == 1 && encoding.has_line_feed_unit()
}

/// Returns `name`, if a file can have that name.
fn fit(name: String) -> Result<String, String> {
    match why_impossible(&name) {
        Some(why) => Err(format!("it would be `{}`: {why}", printable::line(&name))),
        None => Ok(name),
    }
}

/// Returns the path of a file at `path` after it was renamed to `name`.
pub(super) fn renamed(path: &Path, name: &str) -> PathBuf {
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use utfkit::encoding::{Charset, LabelSet};

    use super::*;
    use crate::system::names::from_bytes;

    fn look(name: &[u8], from: &str, form: Option<Form>) -> Option<Result<String, String>> {
        let from = match from {
            "" => From::Auto,
            label => From::Known(Label::parse(label, LabelSet::Iana).unwrap()),
        };
        let path = Path::new("a").join(from_bytes(name.to_vec()).unwrap());
        Wanted::new(from, form).unwrap().look(path).map(|wrong| wrong.becomes)
    }

    #[test]
    fn reads_only_names_that_are_not_utf8() {
        assert!(Charset::all().next().is_some());
        assert_eq!(look("café".as_bytes(), "windows-1252", None), None);
        let nfd = "cafe\u{301}";
        assert_eq!(look(nfd.as_bytes(), "", Some(Form::Nfc)), Some(Ok("café".to_owned())));
        assert_eq!(look(b"plain", "", Some(Form::Nfd)), None);
        assert!(Wanted::new(From::Known(Encoding::Utf16.into()), None).is_err());
        assert!(Wanted::new(From::Auto, Some(Form::Nfkc)).is_err());
        if from_bytes(b"caf\xE9".to_vec()).is_none() {
            eprintln!("skipped: all names of this system are Unicode");
            return;
        }
        assert_eq!(look(b"caf\xE9", "windows-1252", None), Some(Ok("café".to_owned())));
        assert!(look(b"caf\xE9", "", None).unwrap().is_err());
        assert!(look(b"caf\x81", "windows-1252", None).unwrap().is_err());
        assert_eq!(look(b"caf\xE9", "windows-1252", Some(Form::Nfd)), Some(Ok(nfd.to_owned())));
        // An overlong slash, which a lax reader accepts.
        assert!(look(b"..\xC0\xAF", "utf-8-rfc2279", None).unwrap().is_err());
    }
}
