//! Surfaces as parts of `-f` and `-t`: `java`, or `windows-1252/quoted-printable`.

use utfkit::encoding::{Label, LabelSet};
use utfkit_text::{transform::Surface, unicode::printable};

use crate::process::problem::Problem;

/// The escapes over the text in a charset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Surfaces {
    /// Escapes for characters.
    pub text: Option<Surface>,
    /// Escapes for bytes of the charset.
    pub bytes: Option<Surface>,
}

impl Surfaces {
    /// Returns `true` if there are no escapes.
    pub fn is_empty(self) -> bool {
        self == Self::default()
    }

    /// Returns the names of the surfaces, such as `html/quoted-printable`.
    pub fn names(self) -> String {
        let all = self.text.into_iter().chain(self.bytes);
        all.map(Surface::name).collect::<Vec<_>>().join("/")
    }
}

/// Splits the value of the option `flag` into the name of a charset, if there is one, and surfaces.
pub fn split<'v>(
    flag: &str,
    value: &'v str,
    set: LabelSet,
) -> Result<(Option<&'v str>, Surfaces), Problem> {
    let mut surfaces = Surfaces::default();
    let mut rest = Some(value);
    // Some names of charsets have a slash.
    while let Some(value) = rest.filter(|value| Label::parse(value, set).is_err()) {
        let (before, name) = match value.rsplit_once('/') {
            Some((before, name)) => (Some(before), name),
            None => (None, value),
        };
        let Ok(surface) = name.parse::<Surface>() else { break };
        let is_free =
            surfaces.text.is_none() && (surfaces.bytes.is_none() || !surface.is_of_bytes());
        if !is_free {
            let words = format!("{flag}: `{value}`: {surface} cannot be before other escapes");
            return Err(Problem::new(printable::line(&words)).hint(
                "use a charset, escapes for characters, and quoted-printable, in this order",
            ));
        }
        if surface.is_of_bytes() {
            surfaces.bytes = Some(surface)
        } else {
            surfaces.text = Some(surface)
        }
        rest = before;
    }
    Ok((rest, surfaces))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charsets_come_first() {
        let split = |value| split("-f", value, LabelSet::Iana).ok();
        let (java, quoted) = (Some(Surface::Java), Some(Surface::QuotedPrintable));
        let none = Surfaces::default();
        assert_eq!(split("latin1"), Some((Some("latin1"), none)));
        assert_eq!(split("JAVA"), Some((None, Surfaces { text: java, bytes: None })));
        let both = Surfaces { text: java, bytes: quoted };
        assert_eq!(split("auto/java/quoted-printable"), Some((Some("auto"), both)));
        assert_eq!(split("java/quoted-printable"), Some((None, both)));
        assert_eq!(both.names(), "java/quoted-printable");
        for value in ["quoted-printable/java", "java/html", "java/java"] {
            assert_eq!(split(value), None, "{value}");
        }
        // The code that parses the label reports these.
        assert_eq!(split("nix/java"), Some((Some("nix"), Surfaces { text: java, bytes: None })));
        assert_eq!(split("java/nix"), Some((Some("java/nix"), none)));
        assert_eq!(split(""), Some((Some(""), none)));
    }
}
