//! The target of a conversion as an argument: a label, and iconv's suffixes.

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
    transcode::Policy,
};

use super::{
    encoding,
    surface::{self, Surfaces},
};
use crate::process::problem::Problem;
use utfkit_text::unicode::printable;

/// The value of `--to`: a label, escapes over the text, and the way to handle characters that the
/// charset lacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    pub label: Label,
    pub lacking: Lacking,
    pub surfaces: Surfaces,
}

impl From<Label> for Target {
    fn from(label: Label) -> Self {
        Self { label, lacking: Lacking::default(), surfaces: Surfaces::default() }
    }
}

/// The way to handle characters that the target cannot encode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lacking {
    /// `//TRANSLIT`: write an approximation. If there is none, the policy of the options decides;
    /// without a policy, write `?`.
    pub transliterate: bool,
    /// `//IGNORE`: drop them.
    pub ignore: bool,
}

impl Lacking {
    /// Returns the policy for such characters, if a suffix sets one. `otherwise` is the policy of
    /// the options, for characters without an approximation.
    pub fn policy<'p>(self, otherwise: &Policy<'p>) -> Option<Policy<'p>> {
        match (self.transliterate, self.ignore, otherwise) {
            (true, true, _) | (true, _, Policy::Skip) => Some(Policy::Transliterate("")),
            (true, false, Policy::Escape) => Some(Policy::TransliterateOrEscape),
            (true, false, Policy::ReplaceWith(text)) => Some(Policy::Transliterate(text)),
            (true, false, _) => Some(Policy::Transliterate("?")),
            (false, true, _) => Some(Policy::Skip),
            (false, false, _) => None,
        }
    }
}

/// Parses the value of `--to`.
pub fn parse(value: &str, set: LabelSet) -> Result<Target, Problem> {
    let mut parts = value.split("//");
    let label = parts.next().unwrap_or_default();
    let mut lacking = Lacking::default();
    for suffix in parts {
        match suffix.to_ascii_uppercase().as_str() {
            "TRANSLIT" => lacking.transliterate = true,
            "IGNORE" => lacking.ignore = true,
            "" => {}
            _ => {
                let words = format!("-t: `//{suffix}`: only //IGNORE and //TRANSLIT are known");
                return Err(Problem::new(printable::line(&words)));
            }
        }
    }
    let (label, surfaces) = surface::split("-t", label, set)?;
    let label = match label {
        Some(label) => encoding::parse("-t", label, set)?,
        // Escapes for characters make ASCII of any text.
        None if surfaces.text.is_some() => Encoding::UsAscii.into(),
        None => Encoding::Utf8.into(),
    };
    Ok(Target { label, lacking, surfaces })
}
