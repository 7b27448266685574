//! Finds texts that contradict the encoding that `-f`, `--fallback` or `--candidates` names.
//!
//! Reading UTF-8 as a charset encodes it twice, and reading a charset as another one makes other
//! letters. Nothing shows that later. So files are left unchanged, and the message names the option
//! that reads them. A text that may be UTF-8 in part, or that is in another charset, is only warned
//! about if it is written elsewhere, as its source stays.

mod line_watch;
mod step;
mod utf8_watch;

use std::{fs::File, io, path::Path};

use utfkit::{
    Encoding,
    encoding::{BomRule, ByteOrder, Label},
    utf8,
};
use utfkit_text::{
    detect::{Conflict, Detection, Detector, Difference, EuroWatch, content},
    receivers::{Format, declared::format_of_records},
    streams::block::BLOCK,
    unicode::printable,
};

use super::plan::Plan;
use crate::{
    args::encoding::From,
    files::reading::{self, FileAt},
    reading::{detection, looks::Looks, sample},
};
pub(super) use line_watch::LineWatch;
use step::step;
pub(super) use utf8_watch::Utf8Watch;
use utf8_watch::reads_ascii;

/// What contradicts the encoding that an option names.
pub(super) enum Contradiction {
    /// The reason not to convert the text.
    Refused(String),
    /// A warning about the text.
    Told(String),
}

/// Returns what contradicts the encoding that `plan` names for `file`, which is to be converted in
/// place: it is UTF-8, or parts of it are, or it has a BOM, or it is almost certainly in another
/// charset.
pub(super) fn of_file(file: &File, plan: &Plan, path: &Path) -> io::Result<Option<Contradiction>> {
    let From::Known(label) = plan.input.from else { return Ok(None) };
    let from = label.encoding();
    let Some(mut watch) = Utf8Watch::new(label, plan) else { return Ok(None) };
    let mut source = FileAt { file, offset: 0 };
    let mut room = vec![0; BLOCK];
    loop {
        let len = reading::read_some(&mut source, &mut room)?;
        watch.push(&room[..len]);
        if let Some(other) = watch.bom {
            return Ok(Some(Contradiction::Refused(garbled(other, from))));
        }
        if watch.has_nul {
            return Ok(None);
        }
        if len == 0 || !watch.holds {
            break;
        }
    }
    if watch.is_utf8() {
        return Ok(Some(Contradiction::Refused(format!(
            "it is valid UTF-8, and `-f {from}` would garble it: use `--fallback {from}`, which applies only to files that are not UTF-8, or --force-from to convert it anyway"
        ))));
    }
    // If a character is cut at the end, the text is UTF-8 all the same.
    if watch.holds && !watch.differs {
        return Ok(None);
    }
    let detection = detected(file, 0, path)?;
    Ok(match Conflict::of(&detection, from) {
        // In EBCDIC, pairs of letters are UTF-8 by chance.
        Some(Conflict::Utf8 { by_line, most }) if most || reads_ascii(from) => {
            Some(of_utf8(&detection, (most, by_line), ("-f", from), plan, path))
        }
        Some(Conflict::Other(other)) if is_habit(from) && is_other(file, 0, from, other)? => {
            let words = other_words(&detection, other, from) + &anyway(from, plan);
            Some(Contradiction::Refused(words))
        }
        _ => of_line(&detection, from, plan),
    })
}

/// Returns what contradicts `label`, in which `file` from `start` on is read, because `option` names
/// it. A candidate fits the text, so it is only compared with UTF-8.
pub(super) fn of_chosen(
    file: &File,
    start: u64,
    (option, label): (&str, Label),
    plan: &Plan,
    path: &Path,
) -> io::Result<Option<Contradiction>> {
    let named = label.encoding();
    if plan.input.force_from || named.unit_bytes() > 1 || named.has_utf8_units() {
        return Ok(None);
    }
    let detection = detected(file, start, path)?;
    Ok(match Conflict::of(&detection, named) {
        Some(Conflict::Utf8 { most, by_line }) => {
            Some(of_utf8(&detection, (most, by_line), (option, named), plan, path))
        }
        Some(Conflict::Other(other))
            if option == "--fallback" && is_other(file, start, named, other)? =>
        {
            let words = other_words(&detection, other, named);
            Some(if plan.destination.is_in_place() {
                Contradiction::Refused(words + &anyway(named, plan))
            } else {
                Contradiction::Told(words)
            })
        }
        _ => of_line(&detection, named, plan),
    })
}

/// Returns what contradicts the encoding that was guessed for a text, judged by `looks`: a part of it
/// may be UTF-8. Otherwise, the message about the guess says so.
pub(super) fn of_guess(looks: &Looks, plan: &Plan) -> Option<Contradiction> {
    let detection = looks.detection();
    of_line(detection, detection.encoding()?, plan)
        .filter(|_| plan.destination.is_in_place() && !plan.input.force_from)
}

/// The number of bytes of a pipe that are compared with the named encoding.
pub(super) const LOOK: usize = 64 << 10;

/// Returns what contradicts `label`, which `-f` names for a text that is not converted in place. It
/// begins with `head`, at `start` of `file` if that is a regular file.
///
/// Cost: a pass over the head, and detection of a sample if the head is not UTF-8. Detection of all
/// of the text takes many times as long as its conversion, so only a warning about a regular file
/// is worth it.
pub(super) fn of_head(
    head: &[u8],
    regular: Option<(&File, u64)>,
    label: Label,
    plan: &Plan,
    path: &Path,
) -> io::Result<Option<Contradiction>> {
    let head = &head[..head.len().min(LOOK)];
    let named = label.encoding();
    if plan.destination.is_in_place() || Utf8Watch::new(label, plan).is_none() {
        return Ok(None);
    }
    let Some(error) = utf8::validate(head).err().filter(|error| error.error_len().is_some()) else {
        return Ok(None);
    };
    let mut detection = match regular {
        Some((file, start)) => {
            let place = error.valid_up_to() as u64;
            sample::by_sample_with(detection::detector(path), file, start, place)?
        }
        None => {
            let mut detector = Detector::new();
            detector.feed(head);
            detector.so_far()
        }
    };
    let other = |detection: &Detection| match Conflict::of(detection, named) {
        Some(Conflict::Other(other)) => Some(other),
        _ => None,
    };
    match Conflict::of(&detection, named) {
        // In EBCDIC, pairs of letters are UTF-8 by chance.
        Some(Conflict::Utf8 { most, by_line }) if reads_ascii(named) => {
            return Ok(Some(of_utf8(&detection, (most, by_line), ("-f", named), plan, path)));
        }
        _ if plan.report.quiet => return Ok(None),
        Some(Conflict::Other(other)) if is_habit(named) && is_head_other(head, named, other) => {}
        _ => return Ok(of_line(&detection, named, plan)),
    }
    // All of the text decides, as for `utf detect`.
    if let Some((file, start)) = regular {
        detection = detected(file, start, path)?;
    }
    let words = other(&detection).map(|other| other_words(&detection, other, named));
    Ok(words.map(Contradiction::Told))
}

/// Returns `true` if a text that begins with `head` is UTF-8 in part, so that [`of_head`] may
/// reject it.
pub(super) fn may_be_utf8(head: &[u8], label: Label, plan: &Plan) -> bool {
    reads_ascii(label.encoding())
        && Utf8Watch::new(label, plan).is_some()
        && utf8::chunks(head).any(|chunk| !chunk.text().is_ascii())
}

/// Detects the encoding of `file`, which is at `path`, from `start` on.
fn detected(file: &File, start: u64, path: &Path) -> io::Result<Detection> {
    detection::read_by(detection::detector(path), &mut FileAt { file, offset: start }, None)
}

/// Returns the contradiction of a text that may be UTF-8 in part and is read as `named`. It is a
/// reason not to replace a file, because both readings are possible.
fn of_line(detection: &Detection, named: Encoding, plan: &Plan) -> Option<Contradiction> {
    let is_compared = reads_ascii(named) && !named.has_utf8_units();
    let line = detection::maybe_utf8(detection, Some(named)).filter(|_| is_compared)?;
    Some(if plan.destination.is_in_place() {
        let words = format!("{line}: use `-f {named} --force-from` if it is {named}");
        Contradiction::Refused(words)
    } else {
        Contradiction::Told(format!("{line}: it was read as {named}"))
    })
}

/// Returns `true` for a charset that users name by habit. Who names another one knows more than
/// detection, which may not know the language of the text.
fn is_habit(named: Encoding) -> bool {
    const HABIT: [&str; 6] =
        ["iso-8859-1", "windows-1252", "iso-8859-15", "ibm437", "ibm850", "macintosh"];
    HABIT.contains(&named.name())
}

/// Returns the message about a text that is in `other`, not in `named`.
fn other_words(detection: &Detection, other: Encoding, named: Encoding) -> String {
    let percent = detection::percent(detection.confidence());
    format!("it looks like {other} (confidence {percent} %), not {named}: use `-f {other}`")
}

/// Returns the reason not to read the text at `path`, which is UTF-8 in part or for the `most` part,
/// in the encoding that an option names.
fn of_utf8(
    detection: &Detection,
    (most, by_line): (bool, bool),
    (option, named): (&str, Encoding),
    plan: &Plan,
    path: &Path,
) -> Contradiction {
    let part = match detection.utf8_line() {
        _ if most => "most of it is UTF-8".to_owned(),
        Some(line) => detection::is_utf8(line, named),
        None => "parts of it are UTF-8".to_owned(),
    };
    let (step, anyway) = (step(named, by_line, plan, path), anyway(named, plan));
    let words = format!("{part}, which `{option} {named}` would encode twice: {step}{anyway}");
    Contradiction::Refused(words)
}

/// Returns the option that converts a file in spite of a conflict that it is left unchanged for.
fn anyway(named: Encoding, plan: &Plan) -> String {
    if plan.destination.is_in_place() || plan.input.from != From::Auto {
        format!(", or `-f {named} --force-from` to convert it anyway")
    } else {
        String::new()
    }
}

/// Returns `true` if the words of `file` from `start` on that the encodings read differently certainly
/// make more sense in the `other` one than in the `named` one.
fn is_other(file: &File, start: u64, named: Encoding, other: Encoding) -> io::Result<bool> {
    let mut source = FileAt { file, offset: start };
    let mut room = vec![0; BLOCK];
    let mut difference = Difference::new(named, other);
    loop {
        let len = reading::read_some(&mut source, &mut room)?;
        if len == 0 || difference.is_full() {
            return Ok(difference.is_sure());
        }
        // A block cuts a word for both.
        difference.push(&room[..len]);
    }
}

/// Like [`is_other`], for the first bytes of a text.
fn is_head_other(head: &[u8], named: Encoding, other: Encoding) -> bool {
    let mut difference = Difference::new(named, other);
    difference.push(head);
    difference.is_sure()
}

/// Returns the reason not to convert a text in `other` as `from`.
fn garbled(other: Encoding, from: Encoding) -> String {
    format!(
        "its BOM says {other}, and `-f {from}` would garble it: use `-f {other}`, or --force-from to convert it anyway"
    )
}

/// Returns the reason not to convert a text that begins with `bytes`: it has the BOM of UTF-16 or
/// UTF-32, and `label`, which `-f` names, has units of one byte.
pub(super) fn with_bom(bytes: &[u8], label: Label, plan: &Plan) -> Option<String> {
    let from = label.encoding();
    let other = content::wide_bom(bytes, from).filter(|_| !plan.input.force_from)?;
    Some(garbled(other, from))
}

/// Returns the reason not to write a file from `bytes`, its first bytes, which are read as `label`:
/// they are records with lengths in bytes.
pub(super) fn with_records(bytes: &[u8], label: Label, plan: &Plan) -> Option<String> {
    let keeps_bytes =
        plan.input.from != From::Auto && label.encoding() == plan.output.to.encoding();
    if plan.input.text || !plan.destination.has_files() || keeps_bytes {
        return None;
    }
    let what = match format_of_records(bytes)? {
        Format::Marc => "records of MARC contain their lengths",
        _ => "records of dBASE have fields of a fixed length, and a binary header",
    };
    Some(format!("{what}, which would be wrong (--text converts it anyway)"))
}

/// Returns a warning about a text that begins with `bytes` and makes no sense in the units of
/// `label`, which `-f` names, or in their byte order. `ended` must be `true` if these are all bytes.
pub(super) fn with_units(bytes: &[u8], ended: bool, label: Label, plan: &Plan) -> Option<String> {
    if plan.input.from == From::Auto || plan.input.force_from {
        return None;
    }
    let other = content::other_units(bytes, ended, label, plan.input_order())?;
    let named = label.encoding();
    let is_open = named.bom_rule() == BomRule::Decides;
    let step = match is_open && named.unit_bytes() == other.unit_bytes() {
        true if other.byte_order() == Some(ByteOrder::Little) => "--input-order little".to_owned(),
        true => "--input-order big".to_owned(),
        false => format!("-f {other}"),
    };
    Some(format!("it looks like {other}: use `{step}`"))
}

/// Returns the watch for a `¤` that is the euro sign of another charset than `label`, in which a text
/// is read.
pub(super) fn euro_watch(label: Label, plan: &Plan) -> Option<EuroWatch> {
    let named = label.encoding();
    let is_open = !plan.input.force_from && named != plan.output.to.encoding();
    EuroWatch::new(named).filter(|_| is_open)
}

/// Returns the reason to doubt that a text is in `named`, after `watch` has seen all of it: it has `¤`
/// next to prices.
pub(super) fn euro(watch: EuroWatch, named: Encoding, plan: &Plan) -> Option<String> {
    let sign = watch.finish()?;
    let (line, text, other) = (sign.line, printable::line(&sign.text), sign.encoding);
    let step = if plan.destination.has_files() {
        format!(", or `-f {named} --force-from` to keep `¤`")
    } else {
        String::new()
    };
    Some(format!(
        "in line {line}, `{text}` seems to be a price, and `¤` of {named} is the euro sign in {other}: use `-f {other}`{step}"
    ))
}
