//! Recognizes files that may not be UTF-8.

use utfkit::{
    Encoding,
    encoding::{Bom, Label},
    utf8,
};
use utfkit_text::detect::{Detection, Detector, Verdict, likeliest::Likeliest};

/// The number of bytes to examine. Files in another encoding mostly show that early.
const LOOK: usize = 64 << 10;

/// The confidence of the detection that is required to use its result.
const SURE: f32 = 0.9;

/// The encoding of a file that is searched for text beyond ASCII.
pub enum Guess {
    /// UTF-8, judging by the start, or the encoding of its BOM.
    Utf8,
    /// Not UTF-8, and almost certainly this encoding.
    Sure(Encoding),
    /// Not UTF-8, and possibly this encoding.
    Perhaps(Option<Encoding>),
}

/// Examines a file that begins with `head`.
pub fn look(head: &[u8]) -> Guess {
    let head = &head[..head.len().min(LOOK)];
    let is_utf8 = match utf8::validate(head) {
        Ok(_) => true,
        // The sample may end inside a character.
        Err(error) => error.error_len().is_none(),
    };
    if is_utf8 || Bom::of(head).is_some() || memchr::memchr(0, head).is_some() {
        return Guess::Utf8;
    }
    let detection = detect(head);
    let is_sure = detection.verdict() == Verdict::Likely && detection.confidence() >= SURE;
    match Likeliest::of(&detection).and_then(Likeliest::one) {
        // Most of it is UTF-8, and is searched as that.
        Some(Encoding::Utf8) => Guess::Utf8,
        Some(encoding) if is_sure => Guess::Sure(encoding),
        one => Guess::Perhaps(one),
    }
}

/// Returns a message about a file with NULs in which nothing was found, if it has parts in UTF-16.
pub fn in_binary(head: &[u8]) -> Option<String> {
    let detection = detect(&head[..head.len().min(LOOK)]);
    let has_parts = Likeliest::of(&detection) == Some(Likeliest::Parts);
    has_parts.then(|| {
        "parts of it are in UTF-16 or a similar encoding, as `utf detect` shows: use `--any-form` to search them".to_owned()
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
            Guess::Sure(encoding) => Some((*encoding).into()),
            _ => None,
        }
    }

    /// Returns a message about how the file is read.
    pub fn message(&self) -> Option<String> {
        match self {
            Guess::Utf8 => None,
            Guess::Sure(encoding) => {
                Some(format!("not UTF-8, read as {encoding}, which is likely (use `-f` to name another encoding)"))
            }
            Guess::Perhaps(Some(encoding)) => Some(format!(
                "not UTF-8, so text beyond ASCII is not found (try `--fallback {encoding}`)"
            )),
            Guess::Perhaps(None) => Some(
                "not UTF-8, so text beyond ASCII is not found (name the encoding with `--fallback`)"
                    .to_owned(),
            ),
        }
    }
}
