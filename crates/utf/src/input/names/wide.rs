//! Whether a list of names is in UTF-16 or UTF-32 without a signature. Where names end with NUL, the halves of its code
//! units are names of one octet each, and one of them is `/`.

use utfkit::Encoding;

use crate::{
    encoding,
    input::{Head, Nature},
};

/// What makes names of what is in `encoding`.
pub(super) fn cure(encoding: Encoding) -> String {
    format!("`utf convert -f {encoding}` makes UTF-8 of them")
}

/// The UTF-16 or UTF-32 that what begins with `octets` is, as any text would be known.
pub(super) fn as_text(octets: &[u8], head: Head) -> Option<Encoding> {
    memchr::memchr(0, octets)?;
    // Names in UTF-8, with NULs between.
    if str::from_utf8(octets).map_or_else(|error| error.error_len().is_none(), |_| true) {
        return None;
    }
    match Nature::of(head, octets, Encoding::Utf8) {
        Nature::Unsigned(encoding) => Some(encoding),
        Nature::Text | Nature::Binary => None,
    }
}

/// The UTF-16 or UTF-32 that the names in `octets` are in, of which some end with NUL: it begins with a whole code unit.
///
/// Names that end with NUL may be anything but empty. So this is only said where a name of one octet is among them, and
/// others are so too that nobody has: what it costs to be wrong there is a `./` before them.
pub(super) fn as_names(octets: &[u8]) -> Option<Encoding> {
    let long = [Encoding::Utf32Le, Encoding::Utf32Be];
    let short = [Encoding::Utf16Le, Encoding::Utf16Be];
    let long = long.into_iter().find(|&encoding| is_utf_32(octets, encoding));
    long.or_else(|| short.into_iter().find(|&encoding| Seen::of(octets, encoding).is_utf_16()))
}

/// Whether the code units of `octets` are those of UTF-32.
fn is_utf_32(octets: &[u8], encoding: Encoding) -> bool {
    let (mut count, mut plausible) = (0, 0);
    for unit in octets.as_chunks::<4>().0 {
        let value = match encoding {
            Encoding::Utf32Le => u32::from_le_bytes(*unit),
            _ => u32::from_be_bytes(*unit),
        };
        count += 1;
        // Planes that have characters: a unit of UTF-16 that ends a line would make one of plane 10.
        plausible += usize::from((1..0x4_0000).contains(&value));
    }
    count > 1 && plausible * 16 > count * 15
}

/// What speaks for UTF-16, and against it.
#[derive(Default)]
struct Seen {
    /// How many NULs are the upper half of a unit, and how many the lower one.
    upper: usize,
    lower: usize,
    /// There is a name of one octet, `/`, `.` beside another one of one octet.
    single: bool,
    slash: bool,
    dot: bool,
    /// There is a unit that ends a line.
    line: bool,
    /// There is a name that begins with `./`, which is U+2F2E or U+2E2F: no text has these.
    here: bool,
}

impl Seen {
    /// What is in `octets`, read in UTF-16 of an order.
    fn of(octets: &[u8], encoding: Encoding) -> Self {
        let is_little = encoding::is_little_endian(encoding);
        let units: Vec<_> = octets
            .as_chunks::<2>()
            .0
            .iter()
            .map(|&[one, other]| if is_little { (other, one) } else { (one, other) })
            .collect();
        let is_ascii = |at: usize| units.get(at).is_none_or(|&(upper, _)| upper == 0);
        // A name is one octet if NULs are around it: its own other half, and that of a neighbour.
        let is_single = |at: usize| match is_little {
            true => at == 0 || is_ascii(at - 1),
            false => is_ascii(at + 1),
        };
        let mut seen = Self::default();
        // What the name before this one is, if it is one octet.
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
            seen.slash |= single == Some(b'/');
            seen.dot |=
                [single, neighbour].contains(&Some(b'.')) && single.and(neighbour).is_some();
            neighbour = single;
        }
        seen.here = octets.starts_with(b"./") || memchr::memmem::find(octets, b"\0./").is_some();
        seen
    }

    fn is_utf_16(&self) -> bool {
        let signs = self.line || self.dot || self.slash && self.upper > 1;
        self.upper > self.lower * 3 && self.single && signs && !self.here
    }
}

/// What a list is, and what to do about it, that has NULs in `line`, which begins at `offset`, and is none of which it
/// is certain.
pub(super) fn not_lines(line: &[u8], offset: u64) -> String {
    let half = |odd: u64| {
        let nuls = line.iter().zip(offset..).filter(|(octet, at)| **octet == 0 && at % 2 == odd);
        nuls.count() * 4 > line.len()
    };
    let end = offset + line.len() as u64;
    // The other half of a line feed: of the line before it, or of its own.
    let little = offset % 2 == 1 && line.starts_with(b"\0");
    let big = end.is_multiple_of(2) && line.ends_with(b"\0\n");
    let encoding = match (half(0), half(1)) {
        (false, true) => Encoding::Utf16Le,
        (true, false) => Encoding::Utf16Be,
        _ if little && !big => Encoding::Utf16Le,
        _ if big && !little => Encoding::Utf16Be,
        _ => return "a name with NUL in it; are the names separated by NUL (-0)?".to_owned(),
    };
    let cure = cure(encoding);
    format!("names separated by NUL (-0), or in {encoding} without a signature ({cure})")
}
