//! Files that are searched, and may not be UTF-8.

use utfkit::{
    Encoding,
    encoding::{Bom, Label},
    utf8,
};
use utfkit_text::detect::{Detection, Detector, Verdict, likeliest::Likeliest};

/// How much of a file is looked at. Files in another encoding mostly show that soon.
const LOOK: usize = 64 << 10;

/// How sure detection must be that a file is read as it thinks.
const SURE: f32 = 0.9;

/// What a file is that is searched for text beyond ASCII.
pub enum Other {
    /// UTF-8, as far as was looked, or what its BOM says.
    None,
    /// Not UTF-8, and surely in this.
    Sure(Encoding),
    /// Not UTF-8, and perhaps in this.
    Perhaps(Option<Encoding>),
}

/// Looks at a file that begins with `head`.
pub fn look(head: &[u8]) -> Other {
    let head = &head[..head.len().min(LOOK)];
    let is_utf8 = match utf8::validate(head) {
        Ok(_) => true,
        // The end of the sample may cut a character.
        Err(error) => error.error_len().is_none(),
    };
    if is_utf8 || Bom::of(head).is_some() || memchr::memchr(0, head).is_some() {
        return Other::None;
    }
    let detection = detect(head);
    let is_sure = detection.verdict() == Verdict::Likely && detection.confidence() >= SURE;
    match Likeliest::of(&detection).and_then(Likeliest::one) {
        // Most of it is, and is searched as that.
        Some(Encoding::Utf8) => Other::None,
        Some(encoding) if is_sure => Other::Sure(encoding),
        one => Other::Perhaps(one),
    }
}

/// Returns a message about a file with NULs in which nothing was found, if it has parts in UTF-16.
pub fn in_binary(head: &[u8]) -> Option<String> {
    let detection = detect(&head[..head.len().min(LOOK)]);
    let has_parts = Likeliest::of(&detection) == Some(Likeliest::Parts);
    has_parts.then(|| {
        "parts of it are in UTF-16 or the like, which `utf detect` lists: `--any-form` searches them, too".to_owned()
    })
}

fn detect(bytes: &[u8]) -> Detection {
    let mut detector = Detector::new();
    detector.feed(bytes);
    detector.so_far()
}

impl Other {
    /// What the file is read as, if not as it would be otherwise.
    pub fn label(&self) -> Option<Label> {
        match self {
            Other::Sure(encoding) => Some((*encoding).into()),
            _ => None,
        }
    }

    /// Returns a message about how the file is read.
    pub fn words(&self) -> Option<String> {
        match self {
            Other::None => None,
            Other::Sure(encoding) => {
                Some(format!("not UTF-8, read as {encoding}, which is likely (`-f` names another)"))
            }
            Other::Perhaps(Some(encoding)) => Some(format!(
                "not UTF-8, so text beyond ASCII is not found (perhaps `--fallback {encoding}`)"
            )),
            Other::Perhaps(None) => Some(
                "not UTF-8, so text beyond ASCII is not found (`--fallback` names the encoding)"
                    .to_owned(),
            ),
        }
    }
}
