//! Reads and writes labels in a text. A label is a run of letters and digits of ASCII, hyphens, and
//! all characters beyond ASCII.

use super::code;
use crate::transform::surfaces::{stream::Escapes, target::Target};

/// The start of a label in punycode.
const PREFIX: &str = "xn--";

/// The maximum number of bytes of a label in punycode (RFC 1035, 2.3.4).
const MAX_LABEL: usize = 63;

/// The maximum number of bytes of a label. A longer run is not a label.
const MAX: usize = 4 * MAX_LABEL;

/// A run that may be a label.
enum Run<'b> {
    Incomplete,
    /// The run is too long. These are its first bytes.
    Long(usize),
    Label(&'b [u8]),
}

/// Recognizes labels in a stream.
#[derive(Default)]
struct Labels {
    /// Whether the stream is inside a run that is too long.
    in_long: bool,
    kept: u64,
}

impl Labels {
    fn plain(&self, bytes: &[u8]) -> usize {
        if self.in_long { 0 } else { bytes.iter().take_while(|&&byte| !is_part(byte)).count() }
    }

    /// Returns the run at the start of `bytes`.
    fn run<'b>(&mut self, bytes: &'b [u8], last: bool) -> Run<'b> {
        let len = bytes.iter().take_while(|&&byte| is_part(byte)).count();
        let is_open = len == bytes.len() && !last;
        if self.in_long || len > MAX {
            self.in_long = is_open;
            // After the end of a long run, the next byte is not part of a label.
            return Run::Long(if len == 0 { 1 } else { len });
        }
        if is_open { Run::Incomplete } else { Run::Label(&bytes[..len]) }
    }
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || !byte.is_ascii()
}

/// Returns the text of `label`, if it is in punycode. Returns `Some(None)` if it claims to be, but
/// no text would be written so.
fn text(label: &[u8]) -> Option<Option<String>> {
    let has_prefix = label.get(..PREFIX.len())?.eq_ignore_ascii_case(PREFIX.as_bytes());
    let of_label = |label: &[u8]| {
        let code = std::str::from_utf8(label).ok().filter(|label| label.len() <= MAX_LABEL)?;
        let code = code.get(PREFIX.len()..)?;
        let text = code::decode(code).filter(|text| !text.is_ascii())?;
        code::encode(&text)?.eq_ignore_ascii_case(code).then_some(text)
    };
    has_prefix.then(|| of_label(label))
}

/// Reads labels in punycode.
#[derive(Default)]
pub(in crate::transform::surfaces) struct Reader(Labels);

impl Escapes for Reader {
    fn plain(&self, bytes: &[u8]) -> usize {
        self.0.plain(bytes)
    }

    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let label = match self.0.run(bytes, last) {
            Run::Incomplete => return None,
            Run::Long(len) => &bytes[..len],
            Run::Label(label) => match text(label) {
                Some(Some(text)) => {
                    out.extend_from_slice(text.as_bytes());
                    return Some(label.len());
                }
                Some(None) => {
                    self.0.kept += 1;
                    label
                }
                None => label,
            },
        };
        out.extend_from_slice(label);
        Some(label.len())
    }

    fn kept(&self) -> u64 {
        self.0.kept
    }
}

/// Writes labels in punycode.
pub(in crate::transform::surfaces) struct Writer {
    labels: Labels,
    target: Target,
}

impl Writer {
    pub(in crate::transform::surfaces) fn new(target: Target) -> Self {
        Self { labels: Labels::default(), target }
    }

    /// Returns the code of `label`, if the charset lacks some of it, and the code is not too long.
    fn code(&self, label: &[u8]) -> Option<String> {
        let label = std::str::from_utf8(label).ok()?;
        let lacks = label.chars().any(|one| !one.is_ascii() && self.target.lacks(one));
        let code = code::encode(lacks.then_some(label)?)?;
        (PREFIX.len() + code.len() <= MAX_LABEL).then_some(code)
    }
}

impl Escapes for Writer {
    fn plain(&self, bytes: &[u8]) -> usize {
        self.labels.plain(bytes)
    }

    fn take(&mut self, bytes: &[u8], last: bool, out: &mut Vec<u8>) -> Option<usize> {
        let label = match self.labels.run(bytes, last) {
            Run::Incomplete => return None,
            Run::Long(len) => &bytes[..len],
            Run::Label(label) => match self.code(label) {
                Some(code) => {
                    out.extend_from_slice(PREFIX.as_bytes());
                    out.extend_from_slice(code.as_bytes());
                    return Some(label.len());
                }
                None => {
                    self.labels.kept += u64::from(matches!(text(label), Some(Some(_))));
                    label
                }
            },
        };
        out.extend_from_slice(label);
        Some(label.len())
    }

    fn kept(&self) -> u64 {
        self.labels.kept
    }
}
