//! Finds the start of text in UTF-16 or UTF-32 inside a stream.

use crate::detect::weights::opening::{AT_LINE, BELIEF, LAST_RUN, LEFT, MIN, MIN_LINES, NEAR, RUN};
use crate::detect::{
    model::meter::Price,
    model::reading::{Reading, is_plain},
    model::without_bom::without_bom,
};
use utfkit::Encoding;

/// The number of bytes that are read from the first byte that UTF-8 text does not have.
pub(crate) const LOOK: usize = 512;
/// The start of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    pub(crate) at: usize,
    pub(crate) encoding: Encoding,
    /// The start and the encoding of the part in the other byte order, if it is as likely: between
    /// two empty lines, both look the same.
    pub(crate) twin: Option<(usize, Encoding)>,
}

/// One way to read the part, and its price.
#[derive(Clone, Copy)]
struct Way {
    at: usize,
    encoding: Encoding,
    price: Price,
}

impl Opening {
    /// Finds the start of a part in `bytes`. UTF-8 text does not have the byte at `strange`. Its
    /// line begins at `line`, and `begins` is `true` if the first byte begins a line.
    pub(crate) fn of(bytes: &[u8], line: usize, strange: usize, begins: bool) -> Option<Self> {
        use Encoding::{Utf16Be, Utf16Le, Utf32Be, Utf32Le};
        let bytes = &bytes[..bytes.len().min(strange + LOOK)];
        if !bytes[line..].contains(&0) {
            return None;
        }
        let end = end_behind(bytes, strange);
        if !bytes[line..end].contains(&0) {
            return None;
        }
        // Cost: a file with blocks of NUL asks this often, and NUL alone is no text in any form.
        if bytes[strange..].iter().all(|&byte| byte == 0) {
            return None;
        }
        let at_line = |at: usize| match at.checked_sub(1) {
            Some(before) => bytes[before] == b'\n',
            None => begins,
        };
        // The line feed before it may be the first half of an empty line. Without a line feed, the
        // part begins at `strange`.
        let mut starts = [Some(line), line.checked_sub(1), strange.checked_sub(1), Some(strange)];
        for at in 1..starts.len() {
            let known = starts[..at].contains(&starts[at]);
            starts[at] = starts[at].filter(|_| !known);
        }
        let ways = starts
            .into_iter()
            .flatten()
            .flat_map(|at| [Utf16Le, Utf16Be, Utf32Le, Utf32Be].map(|encoding| (at, encoding)));
        let mut ways: [Option<Way>; 16] = {
            let mut priced = ways.map(|(at, encoding)| {
                let unit = encoding.unit_bytes();
                let up = at + (end - at).next_multiple_of(unit);
                let up = if up > bytes.len() { end } else { up };
                let (begun, lines) = (at_line(at), ends_line(&bytes[..up], encoding));
                let ended = lines || up == bytes.len();
                if up - at < if begun && lines { MIN_LINES } else { MIN } {
                    return None;
                }
                let wide = without_bom(&bytes[at..up], encoding)?;
                let before = if bytes[..at].is_empty() {
                    0
                } else {
                    Reading::of(&bytes[..at], Encoding::Utf8).price()
                };
                let left = (bytes.len().min(end + 3) - up.min(end + 3)) as Price * LEFT;
                let worth = AT_LINE * (Price::from(begun) + Price::from(ended));
                Some(Way {
                    at,
                    encoding,
                    price: before + wide.price() + left + 2 * AT_LINE - worth,
                })
            });
            std::array::from_fn(|_| priced.next().flatten())
        };
        ways.sort_by_key(|way| way.map_or(Price::MAX, |way| way.price));
        let best = ways[0]?;
        let utf8 = Reading::of_names(&bytes[..end]);
        if utf8.is_clean() && utf8.price() <= best.price + BELIEF {
            return None;
        }
        let is_twin = |way: &&Way| {
            let other =
                matches!((best.encoding, way.encoding), (Utf16Le, Utf16Be) | (Utf16Be, Utf16Le));
            other && way.at.abs_diff(best.at) == 1 && way.price <= best.price + NEAR
        };
        let twin = ways.iter().flatten().find(is_twin).map(|way| (way.at, way.encoding));
        Some(Self { at: best.at, encoding: best.encoding, twin })
    }
}

/// Returns the offset of the first part in UTF-16 or UTF-32 in `bytes`, the first bytes of a
/// stream.
pub(crate) fn at_start(bytes: &[u8]) -> Option<usize> {
    let strange = bytes[..bytes.len().min(LOOK)].iter().position(|&byte| byte == 0)?;
    Opening::of(bytes, 0, strange, true).map(|opening| opening.at)
}

/// Returns the number of bytes before plain text, if `bytes` begin with other text. Returns `None`
/// if no plain text follows.
pub(crate) fn first(bytes: &[u8]) -> Option<usize> {
    let strange = bytes[..bytes.len().min(LOOK)].iter().position(|&byte| byte == 0)?;
    let end = end_behind(bytes, strange);
    (end < bytes.len()).then_some(end)
}

/// Returns `true` if `bytes` end with a line feed in `encoding`.
pub(crate) fn ends_line(bytes: &[u8], encoding: Encoding) -> bool {
    bytes.ends_with(match encoding {
        Encoding::Utf16Le => b"\n\0",
        Encoding::Utf16Be => b"\0\n",
        Encoding::Utf32Le => b"\n\0\0\0",
        _ => b"\0\0\0\n",
    })
}

/// Returns the offset after `strange` at which plain text continues, or the end of `bytes`.
pub(crate) fn end_behind(bytes: &[u8], strange: usize) -> usize {
    let last = bytes.len().saturating_sub(LAST_RUN - 1);
    let is_over = |&at: &usize| {
        let run = &bytes[at..bytes.len().min(at + RUN)];
        is_plain(run) && !is_wide(run)
    };
    (strange + 1..last).find(is_over).unwrap_or(bytes.len())
}

/// Returns `true` if `run`, plain text in UTF-8, is likelier as UTF-16.
fn is_wide(run: &[u8]) -> bool {
    let utf8 = Reading::of(run, Encoding::Utf8).price();
    let price = |encoding| Reading::of(run, encoding).price();
    [Encoding::Utf16Le, Encoding::Utf16Be].into_iter().any(|encoding| price(encoding) < utf8)
}
