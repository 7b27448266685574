//! Text in a legacy charset that it declares, such as XML in ISO-8859-1.

use utfkit::{Encoding, encoding::Bom, utf8};
use utfkit_text::{
    detect::{Detection, Detector},
    receivers::{Format, declared::find_hint},
};

use super::choose;

/// The number of bytes that are examined.
const LOOK: usize = 64 << 10;

/// The legacy charset that a text declares.
#[derive(Clone, Copy, Debug)]
pub struct DeclaredCharset {
    pub encoding: Encoding,
    format: Format,
}

impl DeclaredCharset {
    /// Returns the charset that a text declares which begins with `head`, all of it if `ended`.
    /// Returns `None` if the head is UTF-8, or if the bytes contradict the declaration.
    ///
    /// Cost: a pass over the head if that is UTF-8.
    pub fn of(head: &[u8], ended: bool) -> Option<Self> {
        let (head, ended) = (&head[..head.len().min(LOOK)], ended && head.len() <= LOOK);
        let is_wrong = utf8::validate(head).is_err_and(|error| error.error_len().is_some());
        if !is_wrong || Bom::of(head).is_some() {
            return None;
        }
        // A NUL shows binary data, in which the search would take long.
        if memchr::memchr(0, head).is_some() {
            return None;
        }
        find_hint(head, ended)?;
        let mut detector = Detector::new();
        detector.feed(head);
        let detection = if ended { detector.finish() } else { detector.so_far() };
        Self::by(&detection)
    }

    /// Returns the charset that a text with this `detection` declares, if it is in that charset.
    pub fn by(detection: &Detection) -> Option<Self> {
        let (format, encoding) = detection.as_declared()?;
        Some(Self { encoding, format })
    }

    /// Returns the message that the file `name` was read in this charset.
    pub fn message(&self, name: &str) -> Option<String> {
        let line = choose::read_as(name, self.encoding)?;
        let line = line.trim_end_matches('\n');
        Some(format!("{line}, as its {} declaration says\n", self.format))
    }
}
