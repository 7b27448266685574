//! Parts of a stream that are converted on their own, as by several threads.

use super::{Carry, Pending, Phase, Transcoder};

impl<'p> Transcoder<'p> {
    /// How many bytes before and behind a place [`floor_boundary`](Self::floor_boundary) looks at,
    /// at most.
    pub const AROUND: usize = 4;

    /// A transcoder for a part of this stream that begins further on, at a
    /// [boundary](Self::floor_boundary), and ends at one: what it writes is what this one would.
    /// [`pass`](Self::pass) tells this one that it did.
    ///
    /// `None` if that cannot be: the stream is in the midst of a sequence, or at its start; its
    /// encoding shows no boundaries, or that of the output has shifts; or the policy looks further
    /// than a finding ([`Policy::Escape`](crate::transcode::Policy::Escape),
    /// [`Policy::Call`](crate::transcode::Policy::Call)).
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::{Policy, Transcoder}};
    /// let text = "na\u{EF}ve \u{20AC}, na\u{EF}ve \u{20AC}".as_bytes();
    /// let mut whole = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le).policy(Policy::Replace);
    /// let mut out = Vec::new();
    /// whole.transcode_to_vec(&text[..4], &mut out, false)?;
    /// // The rest in two parts: each could be a thread's.
    /// let cut = 4 + whole.floor_boundary(&text[4..], 6).unwrap();
    /// for bytes in [&text[4..cut], &text[cut..]] {
    ///     let Some(mut part) = whole.part() else { unreachable!() };
    ///     part.transcode_to_vec(bytes, &mut out, true)?;
    ///     whole.pass(&part);
    /// }
    /// whole.transcode_to_vec(b"", &mut out, true)?;
    /// let units: Vec<_> = out.chunks(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect();
    /// assert_eq!(String::from_utf16(&units).unwrap().as_bytes(), text);
    /// assert_eq!(whole.offset(), text.len() as u64);
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub fn part(&self) -> Option<Self> {
        let between = self.phase == Phase::Text && self.carry.len == 0 && self.pending.is_empty();
        if !between || self.encoder.has_states() || self.floor_boundary(&[], 0).is_none() {
            return None;
        }
        let unencodable = match &self.unencodable {
            Some(policy) => Some(policy.for_part()?),
            None => None,
        };
        Some(Self {
            policy: self.policy.for_part()?,
            unencodable,
            carry: Carry::default(),
            pending: Pending::default(),
            offset: 0,
            counts: Default::default(),
            found_bom: false,
            appended: true,
            followed: false,
            writes_bom: false,
            opens_with_feff: false,
            wrote: false,
            ..*self
        })
    }

    /// A [`part`](Self::part) of the stream goes by, the next one: it was converted to its end.
    ///
    /// Its bytes and what was found in it count. Of a finding that is the first of all, the kind
    /// is what the part alone shows: where several maximal subparts are one mistake, it may be cut.
    pub fn pass(&mut self, part: &Transcoder<'_>) {
        self.counts.add_part(&part.counts, self.offset);
        self.offset = self.offset.saturating_add(part.offset);
        self.wrote |= part.wrote;
    }

    /// The greatest boundary of `bytes`, a piece of this stream that begins at a code unit, that
    /// is not above `at`: a place between two sequences, or maximal subparts. At most
    /// [`AROUND`](Self::AROUND) bytes to each side of it matter.
    ///
    /// `None` if the encoding, as far as it is known, has no boundaries that can be seen from
    /// there: only the forms have (UTF-8, UTF-16, UTF-32, US-ASCII, ISO-8859-1), and charsets of
    /// one byte a character.
    #[must_use]
    pub fn floor_boundary(&self, bytes: &[u8], at: usize) -> Option<usize> {
        self.decoder.floor_boundary(bytes, at)
    }

    /// How many bytes a code unit of the input has, as far as its encoding is known.
    #[must_use]
    pub const fn unit(&self) -> usize {
        match self.decoder.form() {
            Some(form) => form.unit(),
            None => 1,
        }
    }
}
