//! Recognizes files that may not be UTF-8.

use std::fs::File;

use utfkit::{
    Encoding,
    encoding::{Bom, Label},
    utf8,
};
use utfkit_text::detect::{Detection, Detector, Likeliest, Lookout, Verdict};

use crate::{
    process::{names::counted, shell::Shown},
    reading::{choose::shifts, looks::Looks, sample},
    system::{facts::Facts, files::ReadAt},
};

/// The number of bytes to examine. Files in another encoding mostly show that early.
const LOOK: usize = 64 << 10;

/// The encoding of a file that is searched for text beyond ASCII.
pub enum Guess {
    /// UTF-8, judging by the start, or the encoding of its BOM. Or the file is not text.
    Utf8,
    /// UTF-8 with parts in another encoding.
    Parts(Looks),
    /// Not UTF-8, and almost certainly this encoding.
    Sure(Encoding, Looks),
    /// Not UTF-8, and it is uncertain which encoding.
    Unsure,
}

/// Examines a text that begins with `head`, at `start` of `file` if that is a regular file.
pub fn look(head: &[u8], regular: Option<(&File, u64)>) -> Guess {
    let head = &head[..head.len().min(LOOK)];
    let valid = match utf8::validate(head) {
        // The sample may end inside a character.
        Err(error) if error.error_len().is_some() => error.valid_up_to(),
        _ => return look_for_shifts(head),
    };
    if Bom::of(head).is_some() || memchr::memchr(0, head).is_some() {
        return Guess::Utf8;
    }
    let sampled =
        regular.and_then(|(file, start)| sample::by_sample(file, start, valid as u64).ok());
    let detection = sampled.unwrap_or_else(|| detect(head));
    if detection.verdict() == Verdict::Binary {
        return Guess::Utf8;
    }
    let Some(looks) = Looks::of(detection) else { return Guess::Unsure };
    match looks.likeliest() {
        Some(Likeliest::One(Encoding::Utf8)) => Guess::Utf8,
        Some(Likeliest::One(encoding)) => Guess::Sure(encoding, looks),
        Some(Likeliest::Utf8AndCharset { .. }) => Guess::Parts(looks),
        _ => Guess::Unsure,
    }
}

/// Examines a text that begins with `head`, which is well-formed UTF-8.
fn look_for_shifts(head: &[u8]) -> Guess {
    if !head.is_ascii() || !shifts::has_shift(head) {
        return Guess::Utf8;
    }
    let detection = detect(head);
    let is_sure = shifts::is_shifted(&detection, MIN_PERCENT);
    let encoding = detection.encoding().filter(|_| is_sure);
    match (encoding, Looks::of(detection)) {
        (Some(encoding), Some(looks)) => Guess::Sure(encoding, looks),
        _ => Guess::Utf8,
    }
}

/// The minimum confidence of an encoding with shifts, in percent.
const MIN_PERCENT: u32 = 90;

/// Returns a message about a file with NULs in which nothing was found, if it has parts in UTF-16.
pub fn in_binary(head: &[u8], shown: Shown<'_>) -> Option<String> {
    let detection = detect(&head[..head.len().min(LOOK)]);
    let has_parts = Likeliest::of(&detection) == Some(Likeliest::Parts);
    has_parts.then(|| {
        let detect = shown.command("detect");
        format!("parts of it are in UTF-16 or a similar encoding, as `{detect}` shows: use `--any-form` to search them")
    })
}

/// The number of bytes at the end that are examined.
const TAIL: u64 = 4 << 10;

/// Returns a message about a regular `file` in UTF-16, which begins with `head`, if its end is in
/// another encoding.
pub fn in_tail(head: &[u8], file: &File, shown: Shown<'_>) -> Option<String> {
    let bom = Bom::of(head).filter(|bom| bom.bytes().len() == 2)?;
    let mut lookout = Lookout::new();
    lookout.push(head.get(..Bom::MAX_BYTES)?);
    let len = Facts::of(file).ok()?.len();
    // A code unit begins at each even offset.
    let mut at = len.saturating_sub(TAIL).max(Bom::MAX_BYTES as u64) & !1;
    let mut room = vec![0; TAIL as usize + 2];
    loop {
        match file.read_at(&mut room, at).ok()? {
            0 => break,
            read => {
                lookout.push(&room[..read]);
                at += read as u64;
            }
        }
    }
    lookout.has_seen().then(|| {
        let (encoding, detect) = (bom.encoding(), shown.command("detect"));
        format!(
            "parts of it are not {encoding}, as `{detect}` shows: use `--any-form` to search them"
        )
    })
}

fn detect(bytes: &[u8]) -> Detection {
    let mut detector = Detector::new();
    detector.feed(bytes);
    detector.so_far()
}

impl Guess {
    /// Returns the encoding to read the file in, if it is not the default.
    pub fn label(&self) -> Option<Label> {
        match self {
            Guess::Sure(encoding, _) => Some((*encoding).into()),
            _ => None,
        }
    }

    /// Returns a message about how the `shown` file is read.
    pub fn message(&self, shown: Shown<'_>) -> Option<String> {
        let detect = || shown.command("detect");
        match self {
            Guess::Utf8 => None,
            Guess::Parts(looks) => Some(format!(
                "{}, and text beyond ASCII is not found in the other parts (see `{}`)",
                looks.words(),
                detect()
            )),
            Guess::Sure(_, looks) => Some(format!(
                "not UTF-8: {}, and is read so (use `-f` to name another encoding)",
                looks.words()
            )),
            Guess::Unsure => Some(format!(
                "not UTF-8, so text beyond ASCII is not found (name the encoding with `--fallback`; `{}` shows the possible ones)",
                detect()
            )),
        }
    }
}

/// Returns the message about the `number` of such files in directories; `None` for 0.
pub fn unsure(number: u64) -> Option<String> {
    let (are, them) = if number == 1 { ("is", "it") } else { ("are", "them") };
    (number > 0).then(|| {
        let files = counted(number, "file");
        format!(
            "{files} {are} not UTF-8, so text beyond ASCII is not found in {them} (name the encoding with `--fallback`; `utf detect` shows the possible ones)"
        )
    })
}
