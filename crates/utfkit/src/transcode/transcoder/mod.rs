//! The streaming converter: its settings, and its public interface.

mod advance;
pub(super) mod browser;
mod call;
mod joined;
mod parts;
mod resume;
mod text;

use browser::Browser;
use call::{Call, Carry};

use super::{
    pending::Pending,
    policy::{Counts, Policy},
    route::{Kernels, Route},
    start::BomSettings,
};
use crate::{
    codec::{decoder::Decoder, encoder::Encoder},
    encoding::{BomPolicy, BomRule, ByteOrder, Encoding},
    error::outcome::{Outcome, Status},
    form::units::Room,
};

/// Converts a stream from one encoding to another, in pieces of any size.
///
/// Pass input in pieces of any size to [`transcode`](Self::transcode), with output of at least
/// [`MIN_OUTPUT`](Self::MIN_OUTPUT) bytes. The result is that of a single call. It never allocates,
/// and keeps at most a few bytes of a sequence that a piece cut.
///
/// It is plain data: a clone continues the stream from the same point, and both can go to other
/// threads.
///
/// ```
/// use utfkit::{Encoding, Status, transcode::{Policy, Transcoder}};
/// let mut transcoder =
///     Transcoder::new(Encoding::Utf8, Encoding::Utf16Le).policy(Policy::Replace);
/// let mut out = [0_u8; 16];
/// // The euro sign is cut between two pieces.
/// let first = transcoder.transcode(b"1 \xE2\x82", &mut out, false);
/// assert_eq!((first.read, first.written, first.status), (4, 4, Status::Done));
/// let second = transcoder.transcode(b"\xAC\xFF", &mut out[4..], true);
/// assert_eq!((second.written, second.status), (4, Status::Done));
/// assert_eq!(out[..8], *b"1\0 \0\xAC\x20\xFD\xFF");
/// assert_eq!(transcoder.counts().replaced, 1);
/// ```
#[doc(alias("iconv", "converter"))]
#[derive(Clone, Debug)]
pub struct Transcoder<'p> {
    pub(in crate::transcode) from: Encoding,
    to: Encoding,
    policy: Policy<'p>,
    /// The policy for characters that the target cannot encode, if it is not `policy`.
    unencodable: Option<Policy<'p>>,
    reading: BomSettings,
    writing: BomSettings,
    input_order: ByteOrder,
    output_order: ByteOrder,
    utf7_optional: bool,
    twins: bool,
    phase: Phase,
    decoder: Decoder,
    encoder: Encoder,
    route: Route,
    kernels: &'static Kernels,
    by_pivot: bool,
    /// The bytes of a sequence that the last piece cut.
    carry: Carry,
    pending: Pending<'p>,
    /// The offset of the first byte that is not settled: that of the carry, or of the next piece.
    offset: u64,
    counts: Counts,
    found_bom: bool,
    appended: bool,
    /// Whether the byte order and the runs of the text before it continue.
    continues: bool,
    followed: bool,
    writes_bom: bool,
    opens_with_feff: bool,
    wrote: bool,
    /// The state of a stream that is decoded as browsers do.
    pub(in crate::transcode) browser: Option<Browser>,
    /// The number of bytes of `src` that the last call read.
    pub(in crate::transcode) last_read: usize,
}

/// The position of the transcoder in the stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The BOM is not settled.
    Start,
    /// A byte-swapped BOM of this many bytes comes next.
    Swapped(u8),
    /// A BOM must be written before the first character.
    BeforeText,
    /// The first character may be one that a reader of the output treats as a BOM.
    Opening,
    Text,
}

impl<'p> Transcoder<'p> {
    /// The output that lets any call make progress, in bytes: the length of the longest sequence.
    pub const MIN_OUTPUT: usize = 8;

    /// Creates a transcoder for a new stream, strict and with [`BomPolicy::Auto`].
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Iso8859_1, Encoding::Utf8);
    /// let mut out = [0; 8];
    /// let outcome = transcoder.transcode(b"\xE9t\xE9", &mut out, true);
    /// assert_eq!(&out[..outcome.written], "été".as_bytes());
    /// ```
    #[must_use]
    #[inline(always)]
    pub fn new(from: Encoding, to: Encoding) -> Self {
        Self::with_kernels(from, to, Kernels::to(to))
    }

    fn with_kernels(from: Encoding, to: Encoding, kernels: &'static Kernels) -> Self {
        let decoder = Decoder::new(from.coding(ByteOrder::Big));
        let encoder = Encoder::new(to.coding(ByteOrder::Big));
        Self {
            from,
            to,
            policy: Policy::Strict,
            unencodable: None,
            reading: BomSettings::of(from),
            writing: BomSettings::of(to),
            input_order: ByteOrder::Big,
            phase: Phase::Start,
            decoder,
            encoder,
            route: Route::between(&decoder, &encoder),
            kernels,
            output_order: ByteOrder::Big,
            utf7_optional: false,
            twins: false,
            by_pivot: false,
            carry: Carry::default(),
            pending: Pending::default(),
            offset: 0,
            counts: Counts::default(),
            found_bom: false,
            appended: false,
            continues: false,
            followed: false,
            writes_bom: false,
            opens_with_feff: false,
            wrote: false,
            browser: None,
            last_read: 0,
        }
    }

    /// Sets the policy for ill-formed input and characters that the target cannot encode.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::{Policy, Transcoder}};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8).policy(Policy::Skip);
    /// let mut out = Vec::new();
    /// transcoder.transcode_to_vec(b"a\xFFb", &mut out, true)?;
    /// assert_eq!(out, b"ab");
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub fn policy(mut self, policy: Policy<'p>) -> Self {
        self.policy = policy;
        self
    }

    /// Sets a separate policy for characters that the target cannot encode.
    ///
    /// With [`Policy::Escape`] here, backslashes of the text are not escaped. To distinguish
    /// escapes from text, set it as [`policy`](Self::policy) too.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::{Policy, Transcoder}};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::UsAscii)
    ///     .policy(Policy::Skip)
    ///     .unencodable(Policy::Transliterate("?"));
    /// let mut out = Vec::new();
    /// transcoder.transcode_to_vec(b"na\xC3\xAFve\xFF", &mut out, true)?;
    /// assert_eq!(out, b"naive");
    /// assert_eq!((transcoder.counts().replaced, transcoder.counts().skipped), (1, 1));
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub fn unencodable(mut self, policy: Policy<'p>) -> Self {
        self.unencodable = Some(policy);
        self
    }

    /// Sets whether characters that a legacy charset lacks are written as their twins.
    ///
    /// Two characters are twins if they share a cell of a charset: 8160 of Shift_JIS is U+FF5E for
    /// Microsoft, and U+301C for others. The charset is read as one of them, so the other one is not
    /// restored. A letter of windows-1258 or windows-1255 with marks that the charset has only
    /// separately has a twin too: the letter and its marks.
    ///
    /// By default, such characters cannot be encoded. [`Counts::twins`] counts those that were
    /// written.
    ///
    /// ```
    /// # #[cfg(feature = "legacy-charsets")] {
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut out = Vec::new();
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, "shift_jis".parse()?).twins(true);
    /// transcoder.transcode_to_vec("\u{301C}".as_bytes(), &mut out, true)?;
    /// assert_eq!((&out[..], transcoder.counts().twins), (&b"\x81\x60"[..], 1));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn twins(mut self, twins: bool) -> Self {
        self.twins = twins;
        self
    }

    /// Sets the policy for BOMs.
    ///
    /// [`BomPolicy::Require`] affects only the input. The output keeps its policy: that of the
    /// [label](Self::labelled), or [`BomPolicy::Auto`].
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::BomPolicy, transcode::Transcoder};
    /// let mut out = Vec::new();
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8).bom(BomPolicy::Add);
    /// transcoder.transcode_to_vec(b"a", &mut out, true)?;
    /// assert_eq!(out, b"\xEF\xBB\xBFa");
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub fn bom(mut self, bom: BomPolicy) -> Self {
        self.reading.policy = bom;
        if bom != BomPolicy::Require {
            self.writing.policy = bom;
        }
        self
    }

    /// Sets the policy and the rule for BOMs on each side.
    pub(in crate::transcode) fn bom_settings(
        mut self,
        reading: BomSettings,
        writing: BomSettings,
    ) -> Self {
        (self.reading, self.writing) = (reading, writing);
        self
    }

    /// Sets the byte order of input without a BOM, for encodings that do not fix it (`utf-16`,
    /// `utf-32`).
    ///
    /// The default is big-endian (RFC 2781 section 4.3).
    #[must_use]
    pub fn input_order(mut self, order: ByteOrder) -> Self {
        self.input_order = order;
        self
    }

    /// Sets the byte order of the output, for encodings that do not fix it.
    ///
    /// The default is big-endian. A stream that has begun, or that continues
    /// [another](Self::appended_to) one, keeps its order.
    #[must_use]
    pub fn output_order(mut self, order: ByteOrder) -> Self {
        if !self.continues && !self.wrote && self.phase == Phase::Start {
            self.output_order = order;
            self.begin_output();
            self.choose_route();
        }
        self
    }

    /// Sets whether UTF-7 output contains the optional direct characters as they are.
    ///
    /// They are Set O of RFC 2152: ``!"#$%&*;<=>@[]^_`{|}``. By default they are encoded, because
    /// mail gateways may change them. The setting applies to all further output.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut out = Vec::new();
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf7);
    /// transcoder.transcode_to_vec("A\u{2262}!".as_bytes(), &mut out, true)?;
    /// assert_eq!(out, b"A+ImIAIQ-");
    ///
    /// let mut legible = Vec::new();
    /// let mut transcoder =
    ///     Transcoder::new(Encoding::Utf8, Encoding::Utf7).utf7_optional_direct(true);
    /// transcoder.transcode_to_vec("A\u{2262}!".as_bytes(), &mut legible, true)?;
    /// assert_eq!(legible, b"A+ImI!");
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub fn utf7_optional_direct(mut self, optional: bool) -> Self {
        self.utf7_optional = optional;
        self.encoder = self.encoder.optional_direct(optional);
        self
    }

    /// Returns `true` if the output is UTF-8.
    #[cfg(feature = "alloc")]
    pub(crate) fn writes_utf8(&self) -> bool {
        self.to == Encoding::Utf8 && self.encoder.form() == Some(crate::form::Form::Utf8)
    }

    /// Resets the encoder to the start of a text.
    fn begin_output(&mut self) {
        let coding = self.to.coding(self.output_order);
        self.encoder = Encoder::new(coding).optional_direct(self.utf7_optional);
    }

    /// Begins a new stream with the same settings. It drops all state of the last one, even the
    /// counts.
    ///
    /// A transcoder is for one stream: without this call, input after the end of the stream
    /// continues it.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16);
    /// for _ in 0..2 {
    ///     let mut out = Vec::new();
    ///     transcoder.transcode_to_vec(b"a", &mut out, true)?;
    ///     assert_eq!(out, b"\xFE\xFF\0a");
    ///     transcoder.reset();
    /// }
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    pub fn reset(&mut self) {
        self.phase = Phase::Start;
        self.from = self.browser.map_or(self.from, |browser| browser.label);
        self.begin_output();
        self.carry = Carry::default();
        self.pending = Pending::default();
        self.offset = 0;
        self.counts = Counts::default();
        self.found_bom = false;
        self.writes_bom = false;
        self.opens_with_feff = false;
        self.wrote = false;
    }

    fn choose_route(&mut self) {
        self.route =
            if self.by_pivot { Route::Pivot } else { Route::between(&self.decoder, &self.encoder) };
    }

    /// Converts through code values even if the pair has a kernel: the test oracle.
    #[doc(hidden)]
    #[must_use]
    pub fn by_pivot(mut self) -> Self {
        self.by_pivot = true;
        self
    }

    /// Returns the counts of the findings so far, and of the actions for them.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// Returns the number of settled bytes of the stream: converted, or reported and handled.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le);
    /// let outcome = transcoder.transcode(b"a\xE2\x82", &mut [0; 8], false);
    /// assert_eq!((outcome.read, transcoder.offset()), (3, 1));
    /// ```
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns `true` if the input so far begins with a BOM.
    #[must_use]
    pub const fn found_bom(&self) -> bool {
        self.found_bom
    }

    /// Returns `true` if the output begins, or will begin, with a BOM.
    ///
    /// The result is that of the input so far.
    #[must_use]
    pub const fn writes_bom(&self) -> bool {
        self.writes_bom
    }

    /// Returns `true` if the text begins with U+FEFF as text, but readers of the output treat it as
    /// a BOM.
    ///
    /// The result is that of the input so far.
    ///
    /// U+FEFF as text is ZERO WIDTH NO-BREAK SPACE, and must not be lost. In UTF-16BE, it is text
    /// (RFC 2781 section 4.1); converted to UTF-8, it is a BOM (RFC 3629 section 6). If another BOM
    /// is written before it ([`BomPolicy::Add`]), it stays text.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::BomPolicy, transcode::{Transcoder, convert}};
    /// let text = b"\xFE\xFF\0A";
    /// let mut utf8 = Vec::new();
    /// let mut plain = Transcoder::new(Encoding::Utf16Be, Encoding::Utf8);
    /// plain.transcode_to_vec(text, &mut utf8, true)?;
    /// assert!(utf8 == b"\xEF\xBB\xBFA" && plain.is_mistakable());
    /// assert_eq!(convert(&utf8, Encoding::Utf8, Encoding::Utf16Be)?, b"\0A");
    ///
    /// let mut with_bom = Vec::new();
    /// let mut adding = Transcoder::new(Encoding::Utf16Be, Encoding::Utf8).bom(BomPolicy::Add);
    /// adding.transcode_to_vec(text, &mut with_bom, true)?;
    /// assert!(!adding.is_mistakable());
    /// assert_eq!(convert(&with_bom, Encoding::Utf8, Encoding::Utf16Be)?, text);
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub const fn is_mistakable(&self) -> bool {
        self.opens_with_feff && !matches!(self.writing.rule, BomRule::Never)
    }

    /// Returns `true` if the text begins with U+FEFF as text, and no BOM is written before it.
    ///
    /// The result is that of the input so far.
    ///
    /// If the target has BOMs, the text is also [mistakable](Self::is_mistakable). If the target
    /// does not (UTF-16LE), a reader who knows the encoding reads a character, but a reader who
    /// guesses from the first bytes treats it as a BOM.
    ///
    /// ```
    /// use utfkit::{Encoding, transcode::Transcoder};
    /// let mut little = Transcoder::new(Encoding::Utf16Be, Encoding::Utf16Le);
    /// let mut text = Vec::new();
    /// little.transcode_to_vec(b"\xFE\xFF\0A", &mut text, true)?;
    /// assert!(text == b"\xFF\xFEA\0" && little.opens_with_feff() && !little.is_mistakable());
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub const fn opens_with_feff(&self) -> bool {
        self.opens_with_feff
    }

    /// Converts `src`, the next piece of the stream, into `dst`. `last` means that nothing follows
    /// it.
    ///
    /// - [`Status::Done`]: all of `src` is read. With `last`, the stream is complete. A sequence
    ///   that the next piece must complete is kept.
    /// - [`Status::OutputFull`]: call again with the rest of `src` and more room. With at least
    ///   [`MIN_OUTPUT`](Self::MIN_OUTPUT) bytes of room, each call makes progress.
    /// - [`Status::IllFormed`]: the policy stops at this finding. All text before it is converted,
    ///   and its bytes are read. Another call continues after it; [`complete`](Self::complete) ends
    ///   the output.
    ///
    /// Counts are in bytes. Cost: that of the kernel for the pair, for pieces of any size.
    ///
    /// ```
    /// use utfkit::{Encoding, Status, transcode::Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Le);
    /// let mut out = [0; 16];
    /// let outcome = transcoder.transcode(b"a\xFFb", &mut out, true);
    /// assert!(matches!(outcome.status, Status::IllFormed(finding) if finding.offset() == 1));
    /// let rest = transcoder.transcode(b"b", &mut out[outcome.written..], true);
    /// assert_eq!((outcome.read, rest.status, &out[..4]), (2, Status::Done, &b"a\0b\0"[..]));
    /// ```
    pub fn transcode<'d>(
        &mut self,
        src: &[u8],
        dst: impl Into<Room<'d, u8>>,
        last: bool,
    ) -> Outcome {
        let (dst, _) = dst.into().into_parts();
        let mut call = Call { src, read: 0, dst, written: 0, last, plain: 0 };
        let status = loop {
            call.written += self.pending.write(&mut self.encoder, &mut call.dst[call.written..]);
            if !self.pending.is_empty() {
                break Status::OutputFull;
            }
            match self.advance(&mut call) {
                Some(Status::Done) if last && !self.followed => break self.end(&mut call),
                Some(status) => break status,
                None => {}
            }
        };
        self.wrote |= call.written > 0;
        self.last_read = call.read;
        Outcome { read: call.read, written: call.written, status }
    }

    /// Writes the bytes that must end the output, if the stream stops early.
    ///
    /// Call it after a finding at which the policy stops, or at the end if text was to
    /// [follow](Self::followed) and does not. The end of any other stream does not need it.
    ///
    /// Only encodings with shifts have such bytes. [`Status::OutputFull`] means that more room is
    /// needed, at most [`MIN_OUTPUT`](Self::MIN_OUTPUT) bytes.
    ///
    /// ```
    /// use utfkit::{Encoding, Status, transcode::Transcoder};
    /// let mut transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf7);
    /// let mut out = [0_u8; 16];
    /// let outcome = transcoder.transcode(b"\xC2\xA31 \xC2\xA3\xFF2", &mut out, true);
    /// assert!(matches!(outcome.status, Status::IllFormed(_)));
    /// let rest = transcoder.complete(&mut out[outcome.written..]);
    /// assert_eq!(out[..outcome.written + rest.written], *b"+AKM-1 +AKM-");
    /// ```
    pub fn complete<'d>(&mut self, dst: impl Into<Room<'d, u8>>) -> Outcome {
        let (dst, _) = dst.into().into_parts();
        let mut call = Call { src: &[], read: 0, dst, written: 0, last: true, plain: 0 };
        call.written = self.pending.write(&mut self.encoder, call.dst);
        let status = if self.pending.is_empty() { self.end(&mut call) } else { Status::OutputFull };
        Outcome { read: 0, written: call.written, status }
    }
}
