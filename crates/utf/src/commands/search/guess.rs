//! Recognizes files that may not be UTF-8.

use utfkit::{
    Encoding,
    encoding::{Bom, Label},
    utf8,
};
use utfkit_text::detect::{Detection, Detector, Verdict, likeliest::Likeliest};

use crate::process::names::counted;

/// The number of bytes to examine. Files in another encoding mostly show that early.
const LOOK: usize = 64 << 10;

/// The encoding of a file that is searched for text beyond ASCII.
#[derive(Clone, Copy)]
pub enum Guess {
    /// UTF-8, judging by the start, or the encoding of its BOM. Or the file is not text.
    Utf8,
    /// UTF-8 with parts in another encoding.
    Parts,
    /// Not UTF-8, and almost certainly this encoding.
    Sure(Encoding),
    /// Not UTF-8, and it is uncertain which encoding.
    Unsure,
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
    match Likeliest::sure(&detection) {
        _ if detection.verdict() == Verdict::Binary => Guess::Utf8,
        Some(Likeliest::One(Encoding::Utf8)) => Guess::Utf8,
        Some(Likeliest::One(encoding)) if detection.verdict() == Verdict::Likely => {
            Guess::Sure(encoding)
        }
        Some(Likeliest::Utf8AndCharset { .. }) => Guess::Parts,
        _ => Guess::Unsure,
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
    pub fn label(self) -> Option<Label> {
        match self {
            Guess::Sure(encoding) => Some(encoding.into()),
            _ => None,
        }
    }

    /// Returns a message about how the file is read.
    pub fn message(self) -> Option<String> {
        match self {
            Guess::Utf8 => None,
            Guess::Parts => Some(
                "not all of it is UTF-8, and text beyond ASCII is not found in the other parts (see `utf detect`)"
                    .to_owned(),
            ),
            Guess::Sure(encoding) => {
                Some(format!("not UTF-8, read as {encoding}, which is likely (use `-f` to name another encoding)"))
            }
            Guess::Unsure => {
                Some(format!("not UTF-8, so text beyond ASCII is not found ({NAME_IT})"))
            }
        }
    }
}

/// The advice for a file whose encoding is uncertain.
const NAME_IT: &str = "name the encoding with `--fallback`; `utf detect` shows the possible ones";

/// Returns the message about the `number` of such files in directories; `None` for 0.
pub fn unsure(number: u64) -> Option<String> {
    let (are, them) = if number == 1 { ("is", "it") } else { ("are", "them") };
    (number > 0).then(|| {
        let files = counted(number, "file");
        format!("{files} {are} not UTF-8, so text beyond ASCII is not found in {them} ({NAME_IT})")
    })
}
