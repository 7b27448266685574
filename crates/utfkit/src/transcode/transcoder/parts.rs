//! Parts of a stream that are converted independently, for example by several threads.

use super::{Carry, Pending, Phase, Policy, Transcoder, browser::Browser};

impl<'p> Transcoder<'p> {
    /// The maximum number of bytes before and after an offset that
    /// [`floor_boundary`](Self::floor_boundary) reads.
    pub const AROUND: usize = 4;

    /// Creates a transcoder for the next part of this stream. Its output is the same as that of
    /// this one.
    ///
    /// The part begins and ends at a [boundary](Self::floor_boundary). When it is converted, pass
    /// it to [`pass`](Self::pass).
    ///
    /// The result is `None` in these cases:
    ///
    /// - The stream is inside a sequence, or at its start.
    /// - Its encoding does not show boundaries, or the output encoding has shifts.
    /// - A policy is [`Policy::Escape`], which depends on the text after a backslash.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::{Policy, Transcoder}};
    /// let text = "na\u{EF}ve \u{20AC}, na\u{EF}ve \u{20AC}".as_bytes();
    /// let mut whole = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le).policy(Policy::Replace);
    /// let mut out = Vec::new();
    /// whole.transcode_to_vec(&text[..4], &mut out, false)?;
    /// // The rest in two parts, each of which a thread could convert.
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
    ///
    /// [`Policy::Escape`]: crate::transcode::Policy::Escape
    #[must_use]
    pub fn part(&self) -> Option<Self> {
        let between = self.phase == Phase::Text && self.carry.len() == 0 && self.pending.is_empty();
        if !between || self.encoder.has_states() || self.floor_boundary(&[], 0).is_none() {
            return None;
        }
        if self.policy == Policy::Escape || self.unencodable == Some(Policy::Escape) {
            return None;
        }
        Some(Self {
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
            ..self.clone()
        })
    }

    /// Skips the next [`part`](Self::part) of the stream, which was converted to its end.
    ///
    /// Its bytes and its findings are counted. If its first finding is the first of the stream, it
    /// has the kind that the part alone shows. If several maximal subparts are one error, it may be
    /// cut.
    pub fn pass(&mut self, part: &Transcoder<'_>) {
        self.counts.add_part(&part.counts, self.offset);
        self.offset = self.offset.saturating_add(part.offset);
        self.wrote |= part.wrote;
    }

    /// Returns the greatest boundary of `bytes` that is at most `at`.
    ///
    /// `bytes` is a piece of this stream that begins at a code unit. A boundary is between two
    /// sequences or maximal subparts. At most [`AROUND`](Self::AROUND) bytes on each side of it
    /// matter.
    ///
    /// The result is `None` if the encoding does not have boundaries that can be found locally. The
    /// forms have (UTF-8, UTF-16, UTF-32, US-ASCII, ISO-8859-1), and so do charsets of one byte per
    /// character.
    #[must_use]
    pub fn floor_boundary(&self, bytes: &[u8], at: usize) -> Option<usize> {
        let found = self.decoder.floor_boundary(bytes, at)?;
        // The next part must not begin within an error.
        let is_cut = |browser: &Browser| browser.joins(self.from, bytes, found);
        Some(if self.browser.as_ref().is_some_and(is_cut) { found - 2 } else { found })
    }

    /// Returns the size of a code unit of the input in bytes. Before the BOM is read, it may change.
    #[must_use]
    pub const fn unit(&self) -> usize {
        match self.decoder.form() {
            Some(form) => form.unit(),
            None => 1,
        }
    }
}
