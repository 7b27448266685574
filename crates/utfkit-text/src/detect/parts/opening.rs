//! Where text in UTF-16 or UTF-32 begins inside a stream.

use crate::detect::{
    model::meter::{BIT, Price},
    model::reading::{Reading, is_plain},
    model::unsigned::{unit, unsigned},
};
use utfkit::Encoding;

/// How much is looked at behind the first byte that is strange.
pub(crate) const LOOK: usize = 512;
/// What it takes to believe it.
const BELIEF: Price = 12 * BIT;
/// What it is worth to begin or to end where a line does.
const AT_LINE: Price = 8 * BIT;
/// What a byte costs that is left over.
const LEFT: Price = 8 * BIT;
/// Prices that are no further apart say nothing.
const NEAR: Price = 16 * BIT;
/// So many bytes of plain text behind each other are no UTF-16.
const RUN: usize = 24;
/// At the end of the stream fewer will do.
const LAST_RUN: usize = 8;
/// A part has so many bytes: NULs between a few letters make none.
const MIN: usize = 16;
/// One that is whole lines has so many.
const MIN_LINES: usize = 6;

/// Where a part begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Opening {
    pub(crate) at: usize,
    pub(crate) encoding: Encoding,
    /// Where it begins, and in what, if it is in the other byte order: between two empty lines,
    /// say, these look alike.
    pub(crate) twin: Option<(usize, Encoding)>,
}

/// One way to read it, and what that costs.
#[derive(Clone, Copy)]
struct Way {
    at: usize,
    encoding: Encoding,
    price: Price,
}

impl Opening {
    /// In `bytes`, of which those at `strange` are none that UTF-8 text has, and the line with
    /// them begins at `line`; `begins` says whether the first byte begins a line.
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
        let at_line = |at: usize| match at.checked_sub(1) {
            Some(before) => bytes[before] == b'\n',
            None => begins,
        };
        // The line feed before may be the first half of an empty line; without one, the part begins
        // at what is strange.
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
                let unit = unit(encoding);
                let up = at + (end - at).next_multiple_of(unit);
                let up = if up > bytes.len() { end } else { up };
                let (begun, lines) = (at_line(at), ends_line(&bytes[..up], encoding));
                let ended = lines || up == bytes.len();
                if up - at < if begun && lines { MIN_LINES } else { MIN } {
                    return None;
                }
                let wide = unsigned(&bytes[at..up], encoding)?;
                let before = match bytes[..at].is_empty() {
                    true => 0,
                    false => Reading::of(&bytes[..at], Encoding::Utf8).price(),
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

/// Where the first part in UTF-16 or UTF-32 begins in `bytes`, the first of a stream.
pub(crate) fn at_start(bytes: &[u8]) -> Option<usize> {
    let strange = bytes[..bytes.len().min(LOOK)].iter().position(|&byte| byte == 0)?;
    Opening::of(bytes, 0, strange, true).map(|opening| opening.at)
}

/// How much of `bytes`, which begin with strange ones, comes before plain text; nothing if all of
/// it does, or none.
pub(crate) fn first(bytes: &[u8]) -> Option<usize> {
    let strange = bytes[..bytes.len().min(LOOK)].iter().position(|&byte| byte == 0)?;
    let end = end_behind(bytes, strange);
    (end < bytes.len()).then_some(end)
}

/// Whether `bytes` end with a line feed in `encoding`.
pub(crate) fn ends_line(bytes: &[u8], encoding: Encoding) -> bool {
    bytes.ends_with(match encoding {
        Encoding::Utf16Le => b"\n\0",
        Encoding::Utf16Be => b"\0\n",
        Encoding::Utf32Le => b"\n\0\0\0",
        _ => b"\0\0\0\n",
    })
}

/// Where behind `strange` plain text goes on; the end of `bytes` if it does not.
pub(crate) fn end_behind(bytes: &[u8], strange: usize) -> usize {
    let last = bytes.len().saturating_sub(LAST_RUN - 1);
    let is_over = |&at: &usize| {
        let run = &bytes[at..bytes.len().min(at + RUN)];
        is_plain(run) && !is_wide(run)
    };
    (strange + 1..last).find(is_over).unwrap_or(bytes.len())
}

/// Whether `run`, plain text in UTF-8, is rather one in UTF-16.
fn is_wide(run: &[u8]) -> bool {
    let utf8 = Reading::of(run, Encoding::Utf8).price();
    let price = |encoding| Reading::of(run, encoding).price();
    [Encoding::Utf16Le, Encoding::Utf16Be].into_iter().any(|encoding| price(encoding) < utf8)
}
