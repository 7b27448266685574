//! Advice about a text in several encodings, or in another one than the named encoding.

use std::fmt;

use utfkit::Encoding;
use utfkit_text::detect::{Verdict, likeliest::Likeliest};

use crate::reading::assessment::Assessment;

/// Returns the reason to doubt that a text is completely in `encoding`. A
/// [`Watcher`](utfkit_text::diagnose::Watcher) suspected other text, so `assessment` was made.
pub fn doubt(encoding: Encoding, assessment: &Assessment) -> Option<String> {
    let detection = &assessment.detection;
    let likeliest = Likeliest::of(detection).filter(|_| detection.verdict() != Verdict::Proven);
    // Other changes to line ends cause the same bytes, so the likeliest cause comes first.
    let Some((likeliest, step)) = likeliest.and_then(|one| Some((one, next_step(one)?))) else {
        let (first, count, character) = assessment.raw_line_ends?;
        return Some(raw_line_ends(encoding, first, count, character));
    };
    Some(match likeliest {
        Likeliest::LineEnds => format!(
            "{encoding} of which line ends were changed byte by byte, so that lines are read wrong: {step}"
        ),
        Likeliest::Returns => format!(
            "{encoding} of which the bytes of carriage returns were taken out, so that lines are read wrong: {step}"
        ),
        _ => format!("{encoding} only in parts, which `utf detect` lists: {step}"),
    })
}

/// Returns the message about line ends that were written as raw bytes into UTF-16.
fn raw_line_ends(encoding: Encoding, first: u64, count: u64, character: char) -> String {
    let bytes: String =
        character.to_string().bytes().map(|byte| format!("\\x{byte:02X}")).collect();
    format!(
        "{encoding} in which {} raw bytes 0D 0A, read as U+{:04X} (first at byte {first}): \
         `utf convert FILE | LC_ALL=C sed 's/{bytes}/\\r\\n/g'` makes line ends of them",
        if count == 1 {
            "1 line end is the".to_owned()
        } else {
            format!("{count} line ends are the")
        },
        u32::from(character),
    )
}

/// Returns the next step for a text that is not completely in one encoding.
pub fn next_step(likeliest: Likeliest) -> Option<String> {
    match likeliest {
        Likeliest::One(_) => None,
        Likeliest::Utf8AndCharset { charset: Some(charset), .. } => Some(format!(
            "`utf repair` shows what it fixes, `utf convert --by-line --candidates {charset}` reads each line by itself"
        )),
        Likeliest::Utf8AndCharset { charset: None, .. } => {
            Some("`utf repair` shows what it fixes".to_owned())
        }
        Likeliest::Parts => Some(
            "convert each part by itself: `tail -c +FIRST | head -c LENGTH` takes it out, counted from 1"
                .to_owned(),
        ),
        Likeliest::LineEnds => {
            Some("`LC_ALL=C sed 's/\\r$//'` removes the inserted bytes".to_owned())
        }
        Likeliest::Returns => Some(
            "get the file again without a conversion: every byte 0D is missing"
                .to_owned(),
        ),
    }
}

/// Advice after an error message: an option to use, or a fact to know first.
pub struct Advice {
    pub likeliest: Likeliest,
    /// Whether there may be many files. Then `-f` is not safe: it would read UTF-8 as something else.
    pub many: bool,
}

/// Returns the option that names the `encoding` of one file, safe for all files of a directory.
/// Files in other encodings do not fit UTF-16 as a candidate, but they would be read so as a
/// fallback.
pub fn option_for_many(encoding: Encoding) -> &'static str {
    if encoding.unit_bytes() > 1 { "--candidates" } else { "--fallback" }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let step = next_step(self.likeliest).unwrap_or_default();
        match self.likeliest {
            Likeliest::One(Encoding::Utf8) => {
                f.write_str("but most of it is UTF-8: see `utf detect`")
            }
            Likeliest::One(encoding) => {
                let option = if self.many { option_for_many(encoding) } else { "-f" };
                write!(f, "perhaps `{option} {encoding}`")
            }
            Likeliest::Utf8AndCharset { most: true, .. } => {
                write!(f, "but most of it is UTF-8: {step}")
            }
            Likeliest::Utf8AndCharset { most: false, .. } => {
                write!(f, "but parts of it are UTF-8: {step}")
            }
            Likeliest::Parts => {
                f.write_str("but it has parts in several encodings: see `utf detect`")
            }
            Likeliest::LineEnds => write!(f, "but its line ends were changed byte by byte: {step}"),
            Likeliest::Returns => {
                write!(f, "but the bytes of its carriage returns were taken out: {step}")
            }
        }
    }
}
