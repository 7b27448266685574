//! Suggests the label for a file according to the standards (RFC 2781 section 3.3, RFC 3629 section
//! 8).

use std::{
    fs::File,
    io::{self, Write},
};

use serde::Serialize;
use utfkit::{
    Encoding,
    encoding::{Bom, Label},
    transcode,
};

use utfkit_text::diagnose::Sample;

use super::args::{Args, Format};
use crate::{
    args::encoding::From,
    commands::cutting,
    files::reading,
    input::operand::Operand,
    process::{exit::Exit, json_line, problem::Problem, shell::Shown},
    report,
};
use utfkit_text::streams::Fit;
use utfkit_text::streams::block;

/// The object for a file. Its keys are an interface: keys are added, but never changed.
#[derive(Serialize)]
struct JsonLine<'a> {
    r#type: &'static str,
    #[serde(flatten)]
    file: report::json::FileName<'a>,
    label: Option<&'static str>,
    why: &'a str,
}

/// The suggestion for a file, and the reason. There is no label if none is certain.
type Suggestion = (Option<Encoding>, String);

/// Suggests a label for every operand. They are in `from`, if that names an encoding.
pub(super) fn suggest(
    out: &mut impl Write,
    args: &Args,
    from: From,
    exit: &mut Exit,
) -> io::Result<()> {
    for operand in Operand::of(&args.names) {
        let file = operand.open_file();
        let suggestion = file.and_then(|mut file| {
            let read = read(&mut file, from, &operand);
            read.map_err(|error| Problem::with(&operand.name(), &error))
        });
        let (encoding, why) = match suggestion {
            Ok(suggestion) => suggestion,
            Err(problem) => {
                out.flush()?;
                *exit = (*exit).max(problem.report());
                continue;
            }
        };
        if encoding.is_none() {
            *exit = (*exit).max(Exit::Found);
        }
        let label = encoding.map(Encoding::name);
        match args.format {
            Format::Human => {
                let label = label.unwrap_or("can't tell");
                writeln!(out, "{}: {label} ({why})", operand.name())?;
            }
            Format::Json => {
                let file = report::json::FileName::of(operand.path());
                let line = JsonLine { r#type: "suggestion", file, label, why: &why };
                json_line::write_line(out, &line)?;
            }
        }
    }
    Ok(())
}

/// Reads all of `file`, which is `operand`, and suggests its label.
///
/// Memory does not depend on the length of the file.
fn read(file: &mut File, from: From, operand: &Operand) -> io::Result<Suggestion> {
    let mut fits: Vec<_> = match from {
        // The text may also be in the last two encodings.
        From::Known(label) => {
            [label, Encoding::UsAscii.into(), Encoding::Utf8.into()].map(Fit::new).into()
        }
        From::Auto => AUTO.map(Label::from).map(Fit::new).into(),
    };
    let (mut sample, mut head) = (Sample::default(), Vec::new());
    let (mut block, mut unused) = (vec![0; block::BLOCK], vec![0; block::BLOCK]);
    let mut seen = Evidence::default();
    loop {
        let len = reading::read_some(file, &mut block)?;
        let bytes = &block[..len];
        sample.push(bytes);
        seen.push(bytes);
        let missing = Bom::MAX_BYTES - head.len();
        head.extend_from_slice(&bytes[..len.min(missing)]);
        fits.retain_mut(|fit| fit.holds(bytes, &mut unused, len == 0));
        if len == 0 || fits.is_empty() {
            break;
        }
    }
    if let From::Known(label) = from {
        let fit = |wanted: Label| fits.iter().find(|fit| fit.label() == wanted);
        let narrow = match () {
            () if fit(Encoding::UsAscii.into()).is_some() && !seen.escapes => {
                Some(Encoding::UsAscii)
            }
            () if fit(Encoding::Utf8.into()).is_some() => Some(Encoding::Utf8),
            () if !seen.controls => Some(Encoding::Iso8859_1),
            () => None,
        };
        let suggestion = known(label, fit(label), &head);
        let narrow = narrow.filter(|narrow| {
            suggestion.0.is_some_and(|suggestion| is_the_same(suggestion, *narrow))
        });
        return Ok(narrow.map_or(suggestion, |narrow| (Some(narrow), NARROW.to_owned())));
    }
    if Bom::of(&head).is_some() {
        return Ok(signed(&fits));
    }
    // Without a BOM, almost any text fits UTF-16.
    let fit = |encoding| fits.iter().any(|fit| fit.label().encoding() == encoding);
    Ok(match fit(Encoding::Utf8) {
        false => {
            let looks = cutting::looks(operand, 0).filter(|looks| looks.encoding().is_some());
            let step = match looks {
                Some(looks) => looks.with_option(Shown::new(operand.path())),
                None => "name the encoding with `-f`".to_owned(),
            };
            (None, format!("no BOM, and not UTF-8; {step}"))
        }
        true => match sample.unsigned_utf16(Encoding::Utf8) {
            Some(wide) => {
                (None, format!("every second byte is NUL; if it is {wide}, use `-f {wide}`"))
            }
            None if seen.escapes => (None, "escape sequences, as in ISO-2022-JP".to_owned()),
            None => unsigned(fit(Encoding::UsAscii)),
        },
    })
}

/// The encodings that a text can prove, the narrowest first.
const AUTO: [Encoding; 4] = [Encoding::UsAscii, Encoding::Utf8, Encoding::Utf32, Encoding::Utf16];

/// Returns the label of text with a BOM, given the encodings that it fits.
fn signed(fits: &[Fit]) -> Suggestion {
    // UTF-32 comes before UTF-16, because its little-endian BOM begins with that of UTF-16.
    let fit = fits.iter().find(|fit| fit.found_bom());
    match fit.map(|fit| fit.label().encoding()) {
        Some(Encoding::Utf8) => (Some(Encoding::Utf8), "a BOM; RFC 3629 section 6".to_owned()),
        Some(encoding) => (Some(encoding), format!("a BOM: {MUST}")),
        None => (None, "a BOM, but the text after it is ill-formed".to_owned()),
    }
}

const MUST: &str = "a label with a byte order does not allow it; RFC 2781 section 3.3";

fn unsigned(ascii: bool) -> Suggestion {
    if ascii {
        (Some(Encoding::UsAscii), "bytes up to 7F only; RFC 2046 section 4.1.2".to_owned())
    } else {
        (Some(Encoding::Utf8), "well-formed UTF-8; RFC 3629 section 8".to_owned())
    }
}

/// Returns the label of text that should be in the encoding of `label` and begins with `head`.
fn known(label: Label, fit: Option<&Fit>, head: &[u8]) -> Suggestion {
    let encoding = label.encoding();
    let Some(fit) = fit else {
        return (None, format!("not well-formed in {encoding}, which `-f` names"));
    };
    let open = encoding.without_order();
    if !matches!(open, Encoding::Utf16 | Encoding::Utf32) {
        let registered = match encoding.registration() {
            Some(_) => "well-formed",
            None => "well-formed, but without a registered label",
        };
        return (Some(encoding), registered.to_owned());
    }
    let bom = Bom::of(head).map(Bom::encoding);
    if fit.found_bom() || bom == Some(open) {
        return (Some(open), format!("a BOM: {MUST}"));
    }
    let order = if encoding == open {
        "no BOM, and the order is not known"
    } else {
        "no BOM, and the order is known"
    };
    (Some(encoding), format!("{order}; RFC 2781 section 3.3"))
}

const NARROW: &str =
    "the bytes are the same, and more readers know this label; RFC 2046 section 4.1.2";

/// Returns `true` if text in `encoding`, whose bytes are well-formed in `narrow`, is the same text
/// there. With a wider label, fewer programs could read it.
fn is_the_same(encoding: Encoding, narrow: Encoding) -> bool {
    let of_utf8 = [Encoding::Utf8Rfc2279, Encoding::Cesu8, Encoding::Wtf8];
    match narrow {
        Encoding::Utf8 => of_utf8.contains(&encoding),
        Encoding::Iso8859_1 => encoding.name() == "windows-1252",
        _ => {
            // In encodings whose shifts or escape sequences consist of ASCII characters, some of
            // these bytes have another meaning.
            let ascii: Vec<u8> = (b'\t'..=b'\r').chain(b' '..=b'~').collect();
            encoding != Encoding::UsAscii
                && transcode::convert(&ascii, encoding, Encoding::Utf8) == Ok(ascii)
        }
    }
}

/// The bytes of a text that distinguish charsets.
#[derive(Default)]
struct Evidence {
    last: u8,
    /// Whether there are designations of ISO 2022, which consist of bytes of US-ASCII.
    escapes: bool,
    /// Whether there are C1 controls of ISO-8859-1, which are characters in windows-1252.
    controls: bool,
}

impl Evidence {
    fn push(&mut self, bytes: &[u8]) {
        let designates = |escape: u8, next: u8| escape == 0x1B && (0x20..0x30).contains(&next);
        let [first, ..] = bytes else { return };
        self.escapes |= designates(self.last, *first)
            || bytes.windows(2).any(|pair| designates(pair[0], pair[1]));
        self.controls |= bytes.iter().any(|byte| matches!(byte, 0x80..0xA0));
        self.last = bytes.last().copied().unwrap_or_default();
    }
}
