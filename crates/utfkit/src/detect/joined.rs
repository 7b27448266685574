//! Another file that begins inside a stream, with its signature: files that were joined octet by octet.

use super::{judge, reading::Track};
use crate::{Encoding, encoding::Signature};

/// How much behind a signature must be text.
const MOST: usize = 512;

/// What follows a signature inside the stream.
#[derive(Debug)]
pub(super) struct Tail {
    pub(super) offset: u64,
    pub(super) encoding: Encoding,
    pub(super) track: Track,
    /// How many octets of the signature are still to come.
    missing: usize,
}

impl Tail {
    /// The file that begins with `rest`, at `offset`, and `ahead` behind it, if one does.
    pub(super) fn at(rest: &[u8], ahead: &[u8], offset: u64) -> Option<Self> {
        // Those of UTF-16 and UTF-32 of which the first octet is ill-formed.
        let [first, second] = [rest.first(), rest.get(1).or(ahead.first())];
        if !is_mark(*first?, *second?) {
            return None;
        }
        let look = &rest[..rest.len().min(Signature::MOST_OCTETS + MOST)];
        let missing = Signature::MOST_OCTETS + MOST - look.len();
        let look = [look, &ahead[..ahead.len().min(missing)]].concat();
        let signature = Signature::of(&look)?;
        let behind = &look[signature.octets().len()..];
        let behind = &behind[..behind.len().min(MOST)];
        judge::unsigned(behind, ordered(signature))?;
        let mut track = Track::new(ordered(signature));
        let len = signature.octets().len();
        track.push(rest.get(len..).unwrap_or_default());
        let missing = len.saturating_sub(rest.len());
        Some(Self { offset, encoding: signature.encoding(), track, missing })
    }

    /// The stream goes on with `block`.
    pub(super) fn push(&mut self, block: &[u8]) {
        let missing = core::mem::take(&mut self.missing);
        self.track.push(block.get(missing..).unwrap_or_default());
    }
}

/// Where the first signature may be that [`Tail::at`] looks for, in `octets`; also at their end, if what is behind decides.
pub(super) fn first_mark(octets: &[u8]) -> Option<usize> {
    const BLOCK: usize = 64;
    let (blocks, _) = octets.as_chunks::<BLOCK>();
    let pairs = |from: usize| octets[from..].iter().zip(octets[from..].iter().skip(1));
    let has = |from: usize| {
        pairs(from).take(BLOCK).fold(false, |any, (&first, &second)| any | is_mark(first, second))
    };
    let from = (0..blocks.len()).map(|block| block * BLOCK).find(|&from| has(from));
    let from = from.unwrap_or(blocks.len() * BLOCK);
    let within = pairs(from).position(|(&first, &second)| is_mark(first, second));
    let last = octets.len().checked_sub(1).filter(|&last| octets[last] >= 0xFE);
    within.map(|at| from + at).or(last)
}

/// Whether two octets are U+FEFF in UTF-16.
#[inline(always)]
const fn is_mark(first: u8, second: u8) -> bool {
    (first >= 0xFE) & (first ^ second == 1)
}

/// The encoding with the order that `signature` tells.
pub(super) fn ordered(signature: Signature) -> Encoding {
    match signature.octets() {
        [0xFF, 0xFE, 0, 0] => Encoding::Utf32Le,
        [0, 0, 0xFE, 0xFF] => Encoding::Utf32Be,
        [0xFF, 0xFE] => Encoding::Utf16Le,
        [0xFE, 0xFF] => Encoding::Utf16Be,
        _ => signature.encoding(),
    }
}
