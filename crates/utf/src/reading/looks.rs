//! Describes the text of a file if nothing proves its encoding, and the remedy. All commands use
//! the same words.

use std::{fs::File, io::Read};

use utfkit::Encoding;
use utfkit_text::{
    detect::{Detection, Evidence, Likeliest, Segment, Verdict, content::LOOK},
    receivers::Format,
    transform::Surface,
};

use super::{
    assessment::Assessment,
    detection::{self, maybe_utf8, percent},
};
use crate::{
    input::content::is_binary,
    process::{names::counted, shell::Shown},
};

/// The judgement of a text whose encoding no BOM and no form proves.
#[derive(Clone, Debug)]
pub struct Looks {
    detection: Box<Detection>,
    /// The way to read the text, if detection is sure of it.
    likeliest: Option<Likeliest>,
}

impl Looks {
    /// Returns what a text with this `detection` is. Returns `None` if that is proven, or if the
    /// data is not text.
    pub fn of(detection: Detection) -> Option<Self> {
        match detection.verdict() {
            Verdict::Likely | Verdict::Unknown => {
                let likeliest = Likeliest::sure(&detection);
                Some(Self { detection: Box::new(detection), likeliest })
            }
            Verdict::Proven | Verdict::SoFar | Verdict::Binary => None,
        }
    }

    /// Like [`of`](Self::of), but also describes data that is not text.
    pub fn or_binary(detection: Detection) -> Option<Self> {
        match detection.verdict() {
            Verdict::Binary => Some(Self { detection: Box::new(detection), likeliest: None }),
            _ => Self::of(detection),
        }
    }

    /// Returns `true` if the data is not text.
    pub fn is_binary(&self) -> bool {
        self.detection.verdict() == Verdict::Binary
    }

    /// Returns the way to read the text, if detection is sure of it.
    pub fn likeliest(&self) -> Option<Likeliest> {
        self.likeliest
    }

    /// Returns the detection that the judgement was made of.
    pub fn detection(&self) -> &Detection {
        &self.detection
    }

    /// Returns the encoding of the whole text, if there is one and detection is sure of it.
    pub fn encoding(&self) -> Option<Encoding> {
        self.likeliest.and_then(Likeliest::one)
    }

    /// Returns `true` if the encoding of the whole text is one whose text can be well-formed UTF-8:
    /// UTF-16 with NULs, or an encoding with shifts.
    pub fn hides_in_utf8(&self) -> bool {
        self.encoding().is_some_and(|one| one.unit_bytes() > 1 || one.has_shifts())
    }

    /// Returns the probability of the encoding in percent, rounded down.
    pub fn percent(&self) -> u32 {
        percent(self.detection.confidence())
    }

    /// Returns what the text is, in a few words. An encoding is only named if detection is sure of
    /// it.
    pub fn words(&self) -> String {
        match self.likeliest {
            None if self.is_binary() => detection::words(&self.detection),
            None => "no encoding is sure".to_owned(),
            Some(Likeliest::One(Encoding::Utf8)) => "most of it is UTF-8".to_owned(),
            Some(Likeliest::One(encoding)) => {
                let is_visual = self.detection.evidence().contains(&Evidence::VisualOrder);
                let order = if is_visual { " in visual order" } else { "" };
                let line = self.but_line();
                let declared = self.as_declared();
                let encoding = self.of_properties().unwrap_or(encoding);
                format!("looks like {encoding}{order} ({} %){declared}{line}", self.percent())
            }
            Some(Likeliest::Utf8AndCharset { most: true, .. }) => "most of it is UTF-8".to_owned(),
            Some(Likeliest::Utf8AndCharset { most: false, .. }) => {
                match self.detection.utf8_line() {
                    Some(line) if line.is_part => {
                        let (text, position) =
                            (detection::short(&line.text), detection::position(line));
                        format!("`{text}` in {position} is UTF-8 and other words are not")
                    }
                    Some(line) => format!("line {} is UTF-8 and other lines are not", line.number),
                    None => "parts of it are UTF-8".to_owned(),
                }
            }
            Some(Likeliest::Parts) => "it has parts in several encodings".to_owned(),
            Some(Likeliest::LineEnds) => "its line ends were changed byte by byte".to_owned(),
            Some(Likeliest::Returns) => {
                "the bytes of its carriage returns were taken out".to_owned()
            }
        }
    }

    /// Returns the next step for the text of the `shown` file, with command lines.
    pub fn step(&self, shown: Shown<'_>) -> String {
        match self.likeliest {
            None if self.is_binary() => "name its encoding with `-f` if it is text".to_owned(),
            None => {
                format!("`{}` shows the possible ones", shown.command("detect"))
            }
            Some(Likeliest::One(encoding)) if encoding != Encoding::Utf8 => {
                let from = self.with_escapes().unwrap_or_else(|| encoding.to_string());
                match self.detection.records() {
                    // A conversion would make the lengths in the file wrong.
                    Some(format) => {
                        let cat = shown.command(&format!("cat -f {from}"));
                        format!("`{cat}` shows its text, but the result is not a {format} file")
                    }
                    None => {
                        let convert = shown.command(&format!("convert -f {from}"));
                        format!("`{convert}` makes it UTF-8")
                    }
                }
            }
            Some(likeliest) => {
                next_step(&self.detection, likeliest, shown).unwrap_or_else(|| repair(shown))
            }
        }
    }

    /// Returns words about the declaration in the text, if that names its charset.
    fn as_declared(&self) -> String {
        let declared = self.detection.as_declared().map(|(format, _)| format);
        let declared = declared.filter(|&format| format != Format::Properties);
        declared.map_or_else(String::new, |format| format!(", as its {format} declaration says"))
    }

    /// Returns the charset in which Java reads the text, if that is a file of properties.
    fn of_properties(&self) -> Option<Encoding> {
        self.detection.evidence().iter().find_map(|one| match *one {
            Evidence::Declared(Format::Properties, encoding) => Some(encoding),
            _ => None,
        })
    }

    /// Returns the value of `-f` that reads a file of properties with its escapes, if the text is one.
    pub fn with_escapes(&self) -> Option<String> {
        self.of_properties().map(|encoding| format!("{encoding}/{}", Surface::Java))
    }

    /// Returns the words and the option that reads the text, or another next step.
    pub fn with_option(&self, shown: Shown<'_>) -> String {
        match self.encoding() {
            Some(encoding) if encoding != Encoding::Utf8 => {
                let encoding = self.of_properties().unwrap_or(encoding);
                format!("{}: use `-f {encoding}`", self.words())
            }
            _ => self.sentence(shown),
        }
    }

    /// Returns the sentence about a text that has `errors` as UTF-8.
    pub fn sentence_about(&self, errors: u64, shown: Shown<'_>) -> String {
        match self.encoding() {
            Some(encoding) if encoding != Encoding::Utf8 && errors > 0 => {
                let errors = counted(errors, "error");
                format!("{}, {errors} as UTF-8: {}", self.words(), self.step(shown))
            }
            _ => self.sentence(shown),
        }
    }

    /// Returns the words and the next step in one sentence.
    pub fn sentence(&self, shown: Shown<'_>) -> String {
        format!("{}: {}", self.words(), self.step(shown))
    }

    /// Returns the end of a sentence that names the encoding, about a line that may be UTF-8.
    fn but_line(&self) -> String {
        maybe_utf8(&self.detection, self.detection.encoding())
            .map_or_else(String::new, |words| format!(", but {words}"))
    }
}

/// Returns the reason to doubt that the text of the `shown` file is completely in `encoding`. A
/// [`Watcher`](utfkit_text::diagnose::Watcher) suspected other text, so `assessment` was made.
pub fn doubt(encoding: Encoding, assessment: &Assessment, shown: Shown<'_>) -> Option<String> {
    let detection = &assessment.detection;
    if encoding == Encoding::Utf8
        && let Some(looks) = Looks::of(detection.clone()).filter(Looks::hides_in_utf8)
    {
        return Some(looks.sentence(shown));
    }
    let likeliest = Likeliest::of(detection).filter(|_| detection.verdict() != Verdict::Proven);
    let step = likeliest.and_then(|one| Some((one, next_step(detection, one, shown)?)));
    // Other changes to line ends cause the same bytes, so the likeliest cause comes first.
    let Some((likeliest, step)) = step else {
        let (first, count, character) = assessment.raw_line_ends?;
        return Some(raw_line_ends(encoding, (first, count, character), shown));
    };
    Some(match likeliest {
        Likeliest::LineEnds => format!(
            "{encoding} of which line ends were changed byte by byte, so that lines are read wrong: {step}"
        ),
        Likeliest::Returns => format!(
            "{encoding} of which the bytes of carriage returns were taken out, so that lines are read wrong: {step}"
        ),
        _ => {
            let detect = shown.command("detect");
            format!("{encoding} only in parts, which `{detect}` lists: {step}")
        }
    })
}

/// Returns the message about line ends that were written as raw bytes into UTF-16.
fn raw_line_ends(
    encoding: Encoding,
    (first, count, character): (u64, u64, char),
    shown: Shown<'_>,
) -> String {
    let bytes: String =
        character.to_string().bytes().map(|byte| format!("\\x{byte:02X}")).collect();
    format!(
        "{encoding} in which {} raw bytes 0D 0A, read as U+{:04X} (first at byte {first}): \
         `{} | LC_ALL=C sed 's/{bytes}/\\r\\n/g'` makes line ends of them",
        if count == 1 {
            "1 line end is the".to_owned()
        } else {
            format!("{count} line ends are the")
        },
        u32::from(character),
        shown.command("convert"),
    )
}

/// Returns the command line that repairs the `shown` file. Without `-a`, `repair` leaves a file with
/// NUL unchanged.
pub fn repair_command(shown: Shown<'_>) -> String {
    let mut head = Vec::new();
    let read =
        File::open(shown.path()).and_then(|file| file.take(LOOK as u64).read_to_end(&mut head));
    let is_binary = shown.is_plain() && read.is_ok() && is_binary(&head);
    shown.command(if is_binary { "repair -a" } else { "repair" })
}

/// Returns the step that repairs the `shown` file.
fn repair(shown: Shown<'_>) -> String {
    format!("`{}` shows what it fixes", repair_command(shown))
}

/// Returns the next step for a text that is not completely in one encoding, judged by its
/// `detection`.
pub fn next_step(detection: &Detection, likeliest: Likeliest, shown: Shown<'_>) -> Option<String> {
    let repair = || repair(shown);
    Some(match likeliest {
        Likeliest::One(_) => return None,
        Likeliest::Utf8AndCharset { charset: Some(charset), .. } => {
            let by_line = format!("convert --by-line --candidates {charset}");
            format!("{}, `{}` reads each line by itself", repair(), shown.command(&by_line))
        }
        Likeliest::Utf8AndCharset { charset: None, .. } => repair(),
        _ if !shown.is_plain() => "unpack it first, or save it to a file".to_owned(),
        Likeliest::Parts => parts(detection, shown),
        Likeliest::LineEnds => {
            format!("`LC_ALL=C sed 's/\\r$//' {}` removes the inserted bytes", shown.name())
        }
        Likeliest::Returns => {
            "get the file again without a conversion: every byte 0D is missing".to_owned()
        }
    })
}

/// The maximum number of parts in a command line.
const MAX_PARTS: usize = 6;

/// Returns the command line that converts each part of the text by itself.
fn parts(detection: &Detection, shown: Shown<'_>) -> String {
    let is_rest = |one: &Evidence| matches!(one, Evidence::MoreSegments(_));
    let parts = detection.segments();
    let is_sure = |encoding| Likeliest::is_sure_of_part(detection, encoding);
    let is_known = parts.iter().all(|part| part.encoding.is_some_and(is_sure));
    if parts.len() > MAX_PARTS || !is_known || detection.evidence().iter().any(is_rest) {
        let other = |part: &&Segment| {
            part.encoding.is_some_and(|one| one != Encoding::Utf8 && is_sure(one))
        };
        return match parts.iter().find(other) {
            Some(part) => format!(
                "convert each part by itself, such as `{}` for the one at byte {}",
                one_part(part, shown),
                part.offset
            ),
            None => format!("`{}` lists them", shown.command("detect")),
        };
    }
    let commands: Vec<_> = parts.iter().map(|part| one_part(part, shown)).collect();
    format!("`{{ {}; }}` makes all of it UTF-8", commands.join("; "))
}

/// Returns the command line that converts one part of the file to UTF-8.
fn one_part(part: &Segment, shown: Shown<'_>) -> String {
    let (name, first, len) = (shown.name(), part.offset + 1, part.length);
    let taken = match part.offset {
        0 => format!("head -c {len} {name}"),
        _ => format!("tail -c +{first} {name} | head -c {len}"),
    };
    match part.encoding {
        None | Some(Encoding::Utf8 | Encoding::UsAscii) => taken,
        Some(encoding) => format!("{taken} | utf convert -f {encoding} --strip-inner-bom"),
    }
}

/// Returns the option that names the `encoding` of one file, safe for all files of a directory.
/// Files in other encodings do not fit UTF-16 as a candidate, but they would be read so as a
/// fallback.
pub fn option_for_many(encoding: Encoding) -> &'static str {
    if encoding.unit_bytes() > 1 { "--candidates" } else { "--fallback" }
}
