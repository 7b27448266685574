//! Recognizes a list of names in UTF-16 or UTF-32 without a BOM.
//!
//! If names end with NUL, the halves of its code units look like names of one byte or none, and `/`
//! is one of them.

use utfkit::{Encoding, encoding::ByteOrder};
use utfkit_text::detect::Content;

use crate::files::reading::Head;

/// Returns the advice for a list in `encoding`.
pub(super) fn cure(encoding: Encoding) -> String {
    format!("use `utf convert -f {encoding}` to convert them to UTF-8")
}

/// Returns the message for a list in `encoding`.
pub(super) fn words(encoding: Encoding) -> String {
    format!("names in {encoding}, without a BOM: {}", cure(encoding))
}

/// Returns `true` if a name that ends with NUL begins with `./`. In UTF-16, that would be U+2F2E or
/// U+2E2F, or a similar character, which names do not contain.
fn begins_here(bytes: &[u8]) -> bool {
    bytes.starts_with(b"./") || memchr::memmem::find(bytes, b"\0./").is_some()
}

/// Returns the names in `bytes` that have at most one byte and end with NUL. If the list `ended`,
/// the last name needs no NUL.
fn short_names(bytes: &[u8], ended: bool) -> impl Iterator<Item = &[u8]> {
    let len =
        if ended { bytes.len() } else { memchr::memrchr(0, bytes).map_or(0, |last| last + 1) };
    let names = bytes[..len].split_inclusive(|byte| *byte == 0);
    names.map(|name| name.strip_suffix(b"\0").unwrap_or(name)).filter(|name| name.len() < 2)
}

/// Returns the reason to reject a list, if there is one. Its names end with NUL; those from `from`
/// on are in `bytes`, which begins with a whole code unit.
///
/// Names that end with NUL may be in any charset, but are never empty. So a list is not rejected if
/// all names have at least two bytes. A correct list has no empty name, but every list in UTF-16 or
/// UTF-32 whose names end with NUL has one.
pub(super) fn suspicion(bytes: &[u8], from: usize, ended: bool) -> Option<String> {
    let short: Vec<_> = short_names(&bytes[from..], ended).collect();
    if short.is_empty() {
        return None;
    }
    if let Some(encoding) = as_names(bytes) {
        return Some(words(encoding));
    }
    let (strange, meant) = if short.contains(&&b"/"[..]) {
        ("a name `/`", ": use `/.` for the root")
    } else if short.contains(&&b""[..]) {
        ("an empty name", "")
    } else {
        return None;
    };
    let such = guess(bytes).map_or_else(
        || {
            "the names may be in UTF-16 or UTF-32 without a BOM (use `utf convert -f` to convert them to UTF-8)"
                .to_owned()
        },
        |encoding| format!("the names may be in {encoding} without a BOM ({})", cure(encoding)),
    );
    Some(format!("{strange}; {such}{meant}"))
}

/// Returns the form of UTF-16 that `bytes` are likely in, if any.
fn guess(bytes: &[u8]) -> Option<Encoding> {
    let half = |at: usize| {
        let units = bytes.as_chunks::<2>().0.iter();
        units.filter(|unit| unit[at] == 0 && unit[1 - at] != 0).count()
    };
    match (half(0), half(1)) {
        (big, little) if little > 2 * big => Some(Encoding::Utf16Le),
        (big, little) if big > 2 * little => Some(Encoding::Utf16Be),
        _ => None,
    }
}

/// Returns the form of UTF-16 or UTF-32 of the list that begins with `bytes`, recognized as for any
/// text.
pub(super) fn as_text(bytes: &[u8], head: Head) -> Option<Encoding> {
    memchr::memchr(0, bytes)?;
    if begins_here(bytes) {
        return None;
    }
    // `bytes` are names in UTF-8 with NULs between them.
    if str::from_utf8(bytes).map_or_else(|error| error.error_len().is_none(), |_| true) {
        return None;
    }
    match Content::of(&bytes[..head.len], head.ended, Encoding::Utf8) {
        Content::NoBom(encoding) => Some(encoding),
        Content::Text | Content::Binary => None,
    }
}

/// Returns the form of UTF-16 or UTF-32 of the names in `bytes`, some of which end with NUL.
/// `bytes` begins with a whole code unit.
///
/// The answer requires a name of one byte. It also requires ends of lines at code units, or `.`
/// next to another name of one byte. If the answer is wrong, the user must write `./` before these
/// names.
pub(super) fn as_names(bytes: &[u8]) -> Option<Encoding> {
    let long = [Encoding::Utf32Le, Encoding::Utf32Be];
    let short = [Encoding::Utf16Le, Encoding::Utf16Be];
    let long = long.into_iter().find(|&encoding| is_utf_32(bytes, encoding));
    long.or_else(|| short.into_iter().find(|&encoding| Evidence::of(bytes, encoding).is_utf_16()))
}

/// Returns `true` if the code units of `bytes` are those of UTF-32.
fn is_utf_32(bytes: &[u8], encoding: Encoding) -> bool {
    let (mut count, mut plausible) = (0, 0);
    // The NUL that ends a name is evidence for neither form.
    for unit in bytes.as_chunks::<4>().0.iter().filter(|unit| **unit != [0; 4]) {
        let value = match encoding {
            Encoding::Utf32Le => u32::from_le_bytes(*unit),
            _ => u32::from_be_bytes(*unit),
        };
        count += 1;
        // These planes have characters. A unit of UTF-16 that ends a line would be in plane 10.
        plausible += usize::from((1..0x4_0000).contains(&value));
    }
    count > 1 && plausible * 16 > count * 15
}

/// The evidence for and against UTF-16.
#[derive(Default)]
struct Evidence {
    /// The number of NULs in the upper half of a unit, and in the lower half.
    upper: usize,
    lower: usize,
    /// Whether there is a name of one byte; the name `.`; `.` next to another name of one byte.
    single: bool,
    dot: bool,
    beside: bool,
    /// Whether a unit ends a line.
    line: bool,
    /// Whether a name begins with `./`.
    here: bool,
}

impl Evidence {
    /// Collects the evidence of `bytes`, read as UTF-16 with the byte order of `encoding`.
    fn of(bytes: &[u8], encoding: Encoding) -> Self {
        let is_little = encoding.byte_order() == Some(ByteOrder::Little);
        let units: Vec<_> = bytes
            .as_chunks::<2>()
            .0
            .iter()
            .map(|&[one, other]| if is_little { (other, one) } else { (one, other) })
            .collect();
        let is_ascii = |at: usize| units.get(at).is_none_or(|&(upper, _)| upper == 0);
        // A name has one byte if NULs are around it: its own other half, and that of a neighbor.
        let is_single =
            |at: usize| if is_little { at == 0 || is_ascii(at - 1) } else { is_ascii(at + 1) };
        let mut seen = Self::default();
        // The name before this one, if it has one byte.
        let mut neighbour = None;
        for (at, &(upper, lower)) in units.iter().enumerate() {
            seen.upper += usize::from(upper == 0);
            seen.lower += usize::from(lower == 0);
            if upper != 0 || lower == 0 {
                neighbour = None;
                continue;
            }
            seen.line |= matches!(lower, b'\n' | b'\r');
            let single = is_single(at).then_some(lower);
            seen.single |= single.is_some();
            seen.dot |= single == Some(b'.');
            seen.beside |=
                [single, neighbour].contains(&Some(b'.')) && single.and(neighbour).is_some();
            neighbour = single;
        }
        seen.here = begins_here(bytes);
        seen
    }

    fn is_utf_16(&self) -> bool {
        // Names in other charsets that contain ends of lines have NULs in both halves. (U+4E00 has
        // NULs there too, but walking `.` without need would be worse.)
        let line = self.line && (self.dot || self.upper > self.lower * 3);
        self.single && (line || self.beside) && !self.here
    }
}

/// Returns the message for a list with NULs in `line`, which begins at `offset`, if no form is
/// certain.
pub(super) fn not_lines(line: &[u8], offset: u64) -> String {
    let half = |odd: u64| {
        let nuls = line.iter().zip(offset..).filter(|(byte, at)| **byte == 0 && at % 2 == odd);
        nuls.count() * 4 > line.len()
    };
    let end = offset + line.len() as u64;
    // The other half of a line feed: of the line before, or of this line.
    let little = offset % 2 == 1 && line.starts_with(b"\0");
    let big = end.is_multiple_of(2) && line.ends_with(b"\0\n");
    let encoding = match (half(0), half(1)) {
        (false, true) => Encoding::Utf16Le,
        (true, false) => Encoding::Utf16Be,
        _ if little && !big => Encoding::Utf16Le,
        _ if big && !little => Encoding::Utf16Be,
        _ => return "a name contains NUL: the names may be separated by NUL (use -0)".to_owned(),
    };
    let cure = cure(encoding);
    format!("names separated by NUL (-0), or in {encoding} without a BOM ({cure})")
}
