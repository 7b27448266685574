//! Counts the errors in bytes that are mostly not UTF-8, without a look at each error.
//!
//! The role of a byte in UTF-8 depends on at most three bytes before it (Unicode table 3-7). So the
//! errors are counted byte by byte, without a branch: a sequence that begins and does not end is an
//! error.

/// The number of bytes that are counted at once. The counts fit into a byte.
const BLOCK: usize = 64;
/// The number of bytes before a byte that its role depends on.
const BACK: usize = 3;

/// The contents of some bytes, read as UTF-8.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Census {
    /// The number of ill-formed maximal subparts.
    pub(crate) ill_formed: u64,
    /// The number of these that begin an overlong form, a surrogate, or a value out of range.
    pub(crate) shaped: u64,
    /// The number of well-formed multi-byte sequences.
    pub(crate) sequences: u64,
}

impl Census {
    /// Returns the contents of `bytes`. No sequence continues before or after them.
    ///
    /// Cost: one pass, which compilers make vectors of.
    pub(crate) fn of(bytes: &[u8]) -> Self {
        let mut census = Self::default();
        let (mut window, mut rest) = ([0; BACK + BLOCK], bytes);
        while !rest.is_empty() {
            let (now, later) = rest.split_at(rest.len().min(BLOCK));
            window.copy_within(BLOCK.., 0);
            window[BACK..][..now.len()].copy_from_slice(now);
            // ASCII adds nothing.
            window[BACK + now.len()..].fill(0);
            census.add(&window);
            rest = later;
        }
        census
    }

    /// Adds the contents of `window`, except for its first bytes, which were counted before.
    #[inline(always)]
    fn add(&mut self, window: &[u8; BACK + BLOCK]) {
        // Whether each byte is the second of a sequence that may be well-formed.
        let mut seconds = [0; BACK + BLOCK];
        for at in 1..BACK + BLOCK {
            seconds[at] = u8::from(may_follow(window[at - 1], window[at]));
        }
        let (mut begun, mut complete, mut shaped) = (0_u8, 0_u8, 0_u8);
        for at in BACK..BACK + BLOCK {
            let [a, b, c, d] = [window[at - 3], window[at - 2], window[at - 1], window[at]];
            let (goes_on, went_on) = (is_continuation(d), is_continuation(c));
            let second = seconds[at] != 0;
            let third = goes_on & (seconds[at - 1] != 0) & (b >= 0xE0);
            let fourth = goes_on & went_on & (seconds[at - 2] != 0) & (a >= 0xF0);
            begun += u8::from((d >= 0x80) & !(second | third | fourth));
            complete += u8::from((second & (c < 0xE0)) | (third & (b < 0xF0)) | fourth);
            shaped += u8::from(goes_on & is_shaped(a, b, c));
        }
        self.ill_formed = self.ill_formed + u64::from(begun) - u64::from(complete);
        self.shaped += u64::from(shaped);
        self.sequences += u64::from(complete);
    }
}

#[inline(always)]
const fn is_continuation(byte: u8) -> bool {
    // As signed numbers, continuation bytes are the lowest, so one comparison is enough.
    (byte as i8) < 0xC0_u8 as i8
}

/// Returns `true` if `second` may follow `lead` in a well-formed sequence (Unicode table 3-7).
#[inline(always)]
const fn may_follow(lead: u8, second: u8) -> bool {
    let wrong = ((lead == 0xE0) & (second < 0xA0))
        | ((lead == 0xED) & (second >= 0xA0))
        | ((lead == 0xF0) & (second < 0x90))
        | ((lead == 0xF4) & (second >= 0x90));
    is_continuation(second) & (lead >= 0xC2) & (lead <= 0xF4) & !wrong
}

/// Returns `true` if a continuation byte after `a`, `b` and `c` completes a sequence that has the
/// shape of UTF-8, but is ill-formed.
#[inline(always)]
const fn is_shaped(a: u8, b: u8, c: u8) -> bool {
    let of_two = (c == 0xC0) | (c == 0xC1);
    let of_three = ((b == 0xE0) & (c < 0xA0)) | ((b == 0xED) & (c >= 0xA0));
    let of_four =
        ((a == 0xF0) & (b < 0x90)) | ((a == 0xF4) & (b >= 0x90)) | ((a >= 0xF5) & (a <= 0xF7));
    let went_on = is_continuation(c);
    of_two | (went_on & (of_three | (is_continuation(b) & of_four)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing;
    use utfkit::{Kind, utf8};

    /// Counts error by error.
    fn each(bytes: &[u8]) -> Census {
        let mut census = Census::default();
        for chunk in utf8::chunks(bytes) {
            census.sequences += chunk.text().chars().filter(|c| !c.is_ascii()).count() as u64;
            let Some(finding) = chunk.finding() else { continue };
            census.ill_formed += 1;
            census.shaped += u64::from(matches!(
                finding.kind(),
                Kind::Overlong { .. } | Kind::Surrogate { .. } | Kind::OutOfRange { .. }
            ));
        }
        census
    }

    #[test]
    fn all_errors_are_counted() {
        testing::hostile(|bytes| assert_eq!(Census::of(bytes), each(bytes), "{bytes:X?}"));
    }

    /// A sequence can cross the edge of a block.
    #[test]
    fn blocks_do_not_matter() {
        for before in BLOCK - 3..BLOCK {
            let mut text = vec![b'a'; before];
            testing::strings(&testing::CLASSES, 4, |bytes| {
                text.truncate(before);
                text.extend_from_slice(bytes);
                assert_eq!(Census::of(&text), each(&text), "{bytes:X?}");
            });
        }
    }
}
