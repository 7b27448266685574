//! Streams whose outputs are joined into one text.

use super::Transcoder;

impl Transcoder<'_> {
    /// Declares that the output follows complete text that is already written, such as in a file.
    ///
    /// Then the output begins without a BOM, no matter what the policy says.
    ///
    /// In SCSU and BOCU-1, bytes depend on the text before them. So output that is appended to a text
    /// in one of these may be read as other text.
    ///
    /// To join texts that are all converted here, use [`followed`](Self::followed) and
    /// [`appended_to`](Self::appended_to).
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut out = b"\xFE\xFF\0a".to_vec();
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16).appended();
    /// transcoder.transcode_to_vec(b"b", &mut out, true)?;
    /// assert_eq!(out, b"\xFE\xFF\0a\0b");
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub fn appended(mut self) -> Self {
        self.appended = true;
        self
    }

    /// Declares that the output follows that of `before`, which is complete.
    ///
    /// Together, both outputs are those of one text.
    ///
    /// If anything was written, there is no further BOM. If the target is the same, its byte order
    /// continues, and so does a run or a shift that `before` left open
    /// ([`followed`](Self::followed)).
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut out = Vec::new();
    /// let mut first = Transcoder::new(Encoding::Utf8, Encoding::Utf7Imap).followed();
    /// first.transcode_to_vec("\u{53F0}".as_bytes(), &mut out, true)?;
    /// let second = Transcoder::new(Encoding::Utf16Be, Encoding::Utf7Imap);
    /// let mut second = second.appended_to(&first);
    /// second.transcode_to_vec(b"\x53\x17", &mut out, true)?;
    /// assert_eq!(out, b"&U,BTFw-");
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub fn appended_to(mut self, before: &Transcoder<'_>) -> Self {
        // A writer may hold all of a short text back.
        let holds = !before.encoder.tail().bytes().is_empty();
        let continues = before.appended || before.wrote || holds;
        self.appended |= continues;
        if continues && self.to == before.to {
            self.continues = true;
            self.output_order = before.output_order;
            self.encoder = before.encoder.optional_direct(self.utf7_optional);
            self.choose_route();
        }
        self
    }

    /// Returns `true` if the output follows text that is already written.
    #[must_use]
    pub const fn is_appended(&self) -> bool {
        self.appended
    }

    /// Declares that the output of another transcoder follows, by
    /// [`appended_to`](Self::appended_to).
    ///
    /// The bytes that must end a text in the target are not written, because this is not the end.
    /// If nothing follows after all, [`complete`](Self::complete) writes them.
    ///
    /// Under [`Policy::Escape`](crate::transcode::Policy::Escape), a backslash at the end of the
    /// text is escaped, because an `x` may follow it.
    #[must_use]
    pub fn followed(mut self) -> Self {
        self.followed = true;
        self
    }
}

#[cfg(all(test, feature = "alloc"))]
mod tests {
    use std::vec::Vec;

    use super::*;
    use crate::{
        Encoding,
        encoding::{BomPolicy, ByteOrder},
        error::{Finding, Kind},
        transcode::{Policy, convert, unescape},
    };

    /// Joins `texts` under `policy`.
    fn join(to: Encoding, policy: BomPolicy, texts: &[&[u8]]) -> Result<Vec<u8>, Finding> {
        let mut out = Vec::new();
        for text in texts {
            let mut transcoder = Transcoder::new(Encoding::Utf8, to).bom(policy);
            if !out.is_empty() {
                transcoder = transcoder.appended();
            }
            transcoder.transcode_to_vec(text, &mut out, true)?;
        }
        Ok(out)
    }

    #[test]
    fn joined_texts_have_one_bom() {
        let texts: [&[u8]; 3] = [b"", b"\xEF\xBB\xBFa", b"\xEF\xBB\xBFb"];
        let join = |to, policy| join(to, policy, &texts);
        use BomPolicy::{Add, Auto, Forbid, Require, Strip};
        assert_eq!(join(Encoding::Utf16, Auto).unwrap(), b"\xFE\xFF\0a\0b");
        assert_eq!(join(Encoding::Utf8, Auto).unwrap(), b"\xEF\xBB\xBFab");
        assert_eq!(join(Encoding::Utf8, Add).unwrap(), b"\xEF\xBB\xBFab");
        assert_eq!(join(Encoding::Utf8, Strip).unwrap(), b"ab");
        assert_eq!(join(Encoding::Utf8, Forbid).unwrap(), texts.concat());
        assert_eq!(join(Encoding::Utf8, Require).unwrap_err().kind(), Kind::MissingBom);
    }

    /// Converts `texts`, all in UTF-8, into one output.
    fn join_all(to: Encoding, texts: &[&str], leave_open: bool) -> Vec<u8> {
        let mut out = Vec::new();
        let mut before: Option<Transcoder<'_>> = None;
        for (at, text) in texts.iter().enumerate() {
            let mut transcoder = Transcoder::new(Encoding::Utf8, to);
            if leave_open || at + 1 < texts.len() {
                transcoder = transcoder.followed();
            }
            if let Some(before) = &before {
                transcoder = transcoder.appended_to(before);
            }
            let done = transcoder.transcode_to_vec(text.as_bytes(), &mut out, true);
            assert_eq!(done, Ok(()), "{to}");
            before = Some(transcoder);
        }
        let mut rest = [0; 16];
        let written = before.map_or(0, |mut last| last.complete(&mut rest[..]).written);
        out.extend(&rest[..written]);
        out
    }

    #[test]
    fn joined_texts_are_what_one_text_gives() {
        let text = "a\u{53F0}\u{5317}&+-\u{1F600}\u{3042}~\\x\u{E9}";
        let mut all: Vec<_> = crate::encoding::Charset::all().map(Encoding::Charset).collect();
        all.extend(Encoding::ALL);
        for to in all.into_iter().filter(|to| to.first_unencodable("\u{53F0}").is_none()) {
            let text: std::string::String = text
                .chars()
                .filter(|c| to.first_unencodable(c.encode_utf8(&mut [0; 4])).is_none())
                .collect();
            let whole = convert(text.as_bytes(), Encoding::Utf8, to).unwrap();
            for (at, _) in text.char_indices() {
                let (first, second) = text.split_at(at);
                for leave_open in [false, true] {
                    assert_eq!(join_all(to, &[first, second], leave_open), whole, "{to} at {at}");
                    assert_eq!(
                        join_all(to, &[first, "", second, ""], leave_open),
                        whole,
                        "{to} at {at}"
                    );
                }
            }
        }
    }

    #[test]
    fn escapes_of_joined_texts_are_undone() {
        let texts: [&[u8]; 6] = [b"a\\", b"xC0", b"", b"\\", b"x41\xFF\\", b"x"];
        for encoding in [Encoding::Utf8, Encoding::UsAscii, Encoding::Iso8859_1] {
            let mut out = Vec::new();
            let mut before: Option<Transcoder<'_>> = None;
            for text in texts {
                let mut transcoder =
                    Transcoder::new(encoding, Encoding::Utf8).policy(Policy::Escape).followed();
                if let Some(before) = &before {
                    transcoder = transcoder.appended_to(before);
                }
                transcoder.transcode_to_vec(text, &mut out, true).unwrap();
                before = Some(transcoder);
            }
            let text = core::str::from_utf8(&out).unwrap();
            assert_eq!(unescape(text, encoding).unwrap(), texts.concat(), "{encoding}");
        }
    }

    #[test]
    fn settings_do_not_cut_a_stream() {
        let mut out = Vec::new();
        let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf7);
        transcoder.transcode_to_vec("\u{A3}".as_bytes(), &mut out, false).unwrap();
        let mut transcoder = transcoder.utf7_optional_direct(true).output_order(ByteOrder::Little);
        transcoder.transcode_to_vec("\u{A3}!".as_bytes(), &mut out, true).unwrap();
        assert_eq!(out, b"+AKMAow!");
        let mut out = Vec::new();
        let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16);
        transcoder.transcode_to_vec(b"a", &mut out, false).unwrap();
        let mut transcoder = transcoder.output_order(ByteOrder::Little);
        transcoder.transcode_to_vec(b"b", &mut out, true).unwrap();
        assert_eq!(out, b"\xFE\xFF\0a\0b");
    }

    /// When appending to a file, the order may be set before or after `appended`.
    #[test]
    fn appended_text_has_the_requested_order() {
        let little = |transcoder: Transcoder<'_>| {
            let mut out = Vec::new();
            let mut transcoder = transcoder;
            transcoder.transcode_to_vec(b"a", &mut out, true).unwrap();
            assert_eq!(out, b"a\0");
        };
        let new = || Transcoder::new(Encoding::Utf8, Encoding::Utf16);
        let order = ByteOrder::Little;
        little(new().appended().output_order(order));
        little(new().output_order(order).appended());
        let joined = new().output_order(order).appended().appended_to(&new());
        assert!(joined.is_appended());
        little(joined);
    }

    /// A sequence that is left out before U+FEFF does not make U+FEFF text for a reader of the
    /// output.
    #[test]
    fn a_skipped_error_does_not_begin_the_text() {
        for (bytes, mistakable) in [
            (&b"\xD8\0\xFE\xFF\0A"[..], true),
            (b"\xD8\0\xD8\0\xFE\xFF\0A", true),
            (b"\xD8\0\0A\xFE\xFF", false),
        ] {
            for piece in 1..=bytes.len() {
                let mut transcoder =
                    Transcoder::new(Encoding::Utf16Be, Encoding::Utf8).policy(Policy::Skip);
                let mut out = Vec::new();
                for bytes in bytes.chunks(piece) {
                    transcoder.transcode_to_vec(bytes, &mut out, false).unwrap();
                }
                transcoder.transcode_to_vec(b"", &mut out, true).unwrap();
                assert_eq!(transcoder.is_mistakable(), mistakable, "{bytes:X?}");
            }
        }
    }
}
