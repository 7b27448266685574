//! Groups of adjacent maximal subparts that people consider one error.

use super::{Finding, Kind};
use crate::scalar;

/// Joins adjacent findings into what people consider one error.
///
/// `ED A0 80` is three maximal subparts but one surrogate. `F8 88 80 80 80` is five but one
/// five-byte form of RFC 2279. `ED A0 BD ED B8 80` is six but one irregular pair. The number of
/// subparts stays in [`Finding::subparts`].
///
/// Pass findings to [`push`](Self::push) in the order of their offsets. It returns a finished group
/// as soon as the next finding shows that the group is complete; [`finish`](Self::finish) returns
/// the last ones. At most two findings are held.
///
/// ```
/// use utfkit::{Kind, error::Grouper, utf8};
/// let mut grouper = Grouper::new();
/// let mut errors = Vec::new();
/// for chunk in utf8::chunks(b"a \xED\xA0\xBD\xED\xB8\x80 b") {
///     errors.extend(chunk.finding().and_then(|finding| grouper.push(finding)));
/// }
/// while let Some(error) = grouper.finish() {
///     errors.push(error);
/// }
/// assert_eq!(errors.len(), 1);
/// assert_eq!(errors[0].kind(), Kind::IrregularPair { means: 0x1F600 });
/// assert_eq!(errors[0].subparts(), 6);
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Grouper {
    /// A group that can no longer grow, a high surrogate: the low half may follow.
    waiting: Option<Finding>,
    /// The group that is still growing.
    open: Option<Finding>,
}

impl Grouper {
    /// Creates an empty grouper.
    #[must_use]
    pub const fn new() -> Self {
        Self { waiting: None, open: None }
    }

    /// Adds the next finding, and returns a group that is now complete, if there is one.
    ///
    /// ```
    /// use utfkit::{error::Grouper, utf8};
    /// let mut grouper = Grouper::new();
    /// let mut chunks = utf8::chunks(b"\xE0\x80\x80").filter_map(|chunk| chunk.finding());
    /// assert!(chunks.all(|finding| grouper.push(finding).is_none()));
    /// assert_eq!(grouper.finish().map(|group| group.subparts()), Some(3));
    /// ```
    #[inline]
    pub fn push(&mut self, finding: Finding) -> Option<Finding> {
        if let Some(open) = &mut self.open
            && continues(open, &finding)
        {
            *open = open.joined(&finding, open.kind());
            return None;
        }
        let done = self.close();
        self.open = Some(finding);
        done
    }

    /// Returns the groups that are still held, one per call, then `None`.
    #[inline]
    pub fn finish(&mut self) -> Option<Finding> {
        self.close().or_else(|| self.waiting.take())
    }

    /// Ends the open group. Returns the waiting group, alone or as a pair with the open one.
    #[inline]
    fn close(&mut self) -> Option<Finding> {
        let open = self.open.take()?;
        let Some(waiting) = self.waiting.take() else {
            if is_whole_surrogate(&open) {
                self.waiting = Some(open);
                return None;
            }
            return Some(open);
        };
        irregular_pair(&waiting, &open).or_else(|| {
            self.waiting = Some(open);
            Some(waiting)
        })
    }
}

/// Returns `true` if `next` is one of the continuation bytes that the lead of `open` announced.
#[inline]
fn continues(open: &Finding, next: &Finding) -> bool {
    next.kind() == Kind::UnexpectedContinuation
        && next.offset() == open.end()
        && open.kind() != Kind::UnexpectedContinuation
        && open.bytes().first().is_some_and(|&lead| open.len() < scalar::rfc2279_len(lead))
}

#[inline]
fn is_whole_surrogate(group: &Finding) -> bool {
    matches!(group.kind(), Kind::Surrogate { .. }) && group.subparts() == 3 && group.len() == 3
}

/// Returns the two surrogates as one irregular pair, if they are one.
fn irregular_pair(high: &Finding, low: &Finding) -> Option<Finding> {
    match (high.kind(), low.kind()) {
        (
            Kind::Surrogate { value: h @ 0xD800..=0xDBFF },
            Kind::Surrogate { value: l @ 0xDC00.. },
        ) if high.end() == low.offset() && is_whole_surrogate(high) && is_whole_surrogate(low) => {
            let means = scalar::from_surrogates(h, l);
            Some(high.joined(low, Kind::IrregularPair { means }))
        }
        _ => None,
    }
}
