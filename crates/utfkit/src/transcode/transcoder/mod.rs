//! The streaming converter: its settings, and what a caller sees.

mod advance;
mod call;
mod joined;
mod parts;

use call::{Call, Carry};

use super::{
    pending::Pending,
    policy::{Counts, Policy},
    route::Route,
    start::Signing,
};
use crate::{
    codec::{decoder::Decoder, encoder::Encoder},
    encoding::{BomPolicy, BomRule, ByteOrder, Encoding},
    error::outcome::{Outcome, Status},
    form::units::Room,
};

/// Converts a stream from one encoding to another, in whatever pieces it comes.
///
/// Feed input in pieces of any size to [`transcode`](Self::transcode), with output of any size from
/// [`MIN_OUTPUT`](Self::MIN_OUTPUT) up: the result is that of a single call. It never allocates,
/// and keeps at most a few bytes of a sequence that a piece cut.
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
#[derive(Debug)]
pub struct Transcoder<'p> {
    from: Encoding,
    to: Encoding,
    policy: Policy<'p>,
    /// What is done about characters that cannot be encoded, if not what `policy` says.
    unencodable: Option<Policy<'p>>,
    reading: Signing,
    writing: Signing,
    input_order: ByteOrder,
    output_order: ByteOrder,
    utf7_optional: bool,
    phase: Phase,
    decoder: Decoder,
    encoder: Encoder,
    route: Route,
    by_pivot: bool,
    /// Bytes of a sequence that the last piece cut.
    carry: Carry,
    pending: Pending<'p>,
    /// The offset of the first byte that is not settled: that of the carry, or of the next piece.
    offset: u64,
    counts: Counts,
    found_bom: bool,
    appended: bool,
    /// Whether the byte order and the runs of text before it go on.
    goes_on: bool,
    followed: bool,
    writes_bom: bool,
    opens_with_feff: bool,
    wrote: bool,
}

/// Where in the stream the transcoder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The BOM is not settled.
    Start,
    /// A byte-swapped BOM of so many bytes comes next.
    Swapped(usize),
    /// A BOM is to be written before the first character.
    BeforeText,
    /// The first character may be one that is taken for a BOM where it is written.
    Opening,
    Text,
}

impl<'p> Transcoder<'p> {
    /// The least output that any call can make progress with, in bytes: the longest sequence.
    pub const MIN_OUTPUT: usize = 8;

    /// A transcoder for a new stream, strict and with [`BomPolicy::Auto`].
    #[must_use]
    pub fn new(from: Encoding, to: Encoding) -> Self {
        let decoder = Decoder::new(from.coding(ByteOrder::Big));
        let encoder = Encoder::new(to.coding(ByteOrder::Big));
        Self {
            from,
            to,
            policy: Policy::Strict,
            unencodable: None,
            reading: Signing::of(from),
            writing: Signing::of(to),
            input_order: ByteOrder::Big,
            phase: Phase::Start,
            decoder,
            encoder,
            route: Route::between(&decoder, &encoder),
            output_order: ByteOrder::Big,
            utf7_optional: false,
            by_pivot: false,
            carry: Carry::default(),
            pending: Pending::default(),
            offset: 0,
            counts: Counts::default(),
            found_bom: false,
            appended: false,
            goes_on: false,
            followed: false,
            writes_bom: false,
            opens_with_feff: false,
            wrote: false,
        }
    }

    /// What is done about ill-formed text and characters that cannot be encoded.
    #[must_use]
    pub fn policy(mut self, policy: Policy<'p>) -> Self {
        self.policy = policy;
        self
    }

    /// What is done about characters that the target cannot encode, if that is not what is done
    /// about ill-formed text.
    ///
    /// Under [`Policy::Escape`] here, backslashes of the text stay as they are: only with that as
    /// [`policy`](Self::policy) too can escapes be told from text.
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

    /// What is done about BOMs. [`BomPolicy::Require`] is about the input only: what is
    /// written stays what it was, that of the [label](Self::labelled) or [`BomPolicy::Auto`].
    #[must_use]
    pub fn bom(mut self, bom: BomPolicy) -> Self {
        self.reading.policy = bom;
        if bom != BomPolicy::Require {
            self.writing.policy = bom;
        }
        self
    }

    /// Sets what may be, and is done, about BOMs on each side.
    pub(in crate::transcode) fn signing(mut self, reading: Signing, writing: Signing) -> Self {
        (self.reading, self.writing) = (reading, writing);
        self
    }

    /// The byte order of input without a BOM, for encodings that leave it open
    /// (`utf-16`, `utf-32`); big-endian if not set (RFC 2781 section 4.3).
    #[must_use]
    pub fn input_order(mut self, order: ByteOrder) -> Self {
        self.input_order = order;
        self
    }

    /// The byte order of the output, for encodings that leave it open; big-endian if not set. A
    /// stream that has begun, or goes on where [another](Self::appended_to) ended, keeps the order
    /// that it has.
    #[must_use]
    pub fn output_order(mut self, order: ByteOrder) -> Self {
        if !self.goes_on && !self.wrote && self.phase == Phase::Start {
            self.output_order = order;
            self.begin_output();
            self.choose_route();
        }
        self
    }

    /// Whether UTF-7 is written with the optional direct characters as they are: Set O of RFC 2152,
    /// ``!"#$%&*;<=>@[]^_`{|}``. Not if not set: what mail goes through may change them. It holds
    /// for what is written from now on.
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

    /// Whether the output is UTF-8.
    #[cfg(feature = "alloc")]
    pub(crate) fn writes_utf8(&self) -> bool {
        self.to == Encoding::Utf8 && self.encoder.form() == Some(crate::form::Form::Utf8)
    }

    /// The output is at the start of its text.
    fn begin_output(&mut self) {
        let coding = self.to.coding(self.output_order);
        self.encoder = Encoder::new(coding).optional_direct(self.utf7_optional);
    }

    /// Begins a new stream, with the same settings: of the last one nothing is left, also no
    /// counts.
    ///
    /// A transcoder is for one stream: what is fed behind the end of one without this is taken for
    /// more of it.
    pub fn reset(&mut self) {
        self.phase = Phase::Start;
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
        self.route = match self.by_pivot {
            true => Route::Pivot,
            false => Route::between(&self.decoder, &self.encoder),
        };
    }

    /// Goes by code values even where there is a kernel for the pair: the oracle of tests.
    #[doc(hidden)]
    #[must_use]
    pub fn by_pivot(mut self) -> Self {
        self.by_pivot = true;
        self
    }

    /// What was found so far, and what was done about it.
    #[must_use]
    pub const fn counts(&self) -> &Counts {
        &self.counts
    }

    /// How many bytes of the stream are settled: converted, or reported and dealt with.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the stream began with a BOM, as far as that is known.
    #[must_use]
    pub const fn found_bom(&self) -> bool {
        self.found_bom
    }

    /// Whether the output, once there is any, begins with a BOM, as far as that is known.
    #[must_use]
    pub const fn writes_bom(&self) -> bool {
        self.writes_bom
    }

    /// Whether the text begins with a U+FEFF that is text, and is written where whoever reads it by
    /// the target's rules takes it for a BOM: as far as that is known.
    ///
    /// It is ZERO WIDTH NO-BREAK SPACE, and must not be lost; but UTF-16BE, where it was text (RFC
    /// 2781 section 4.1), becomes UTF-8, where it is none (RFC 3629 section 6). A BOM before
    /// it ([`BomPolicy::Add`]) makes it text again.
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
    /// let mut signed = Vec::new();
    /// let mut adding = Transcoder::new(Encoding::Utf16Be, Encoding::Utf8).bom(BomPolicy::Add);
    /// adding.transcode_to_vec(text, &mut signed, true)?;
    /// assert!(!adding.is_mistakable());
    /// assert_eq!(convert(&signed, Encoding::Utf8, Encoding::Utf16Be)?, text);
    /// # Ok::<(), utfkit::Finding>(())
    /// ```
    #[must_use]
    pub const fn is_mistakable(&self) -> bool {
        self.opens_with_feff && !matches!(self.writing.rule, BomRule::Never)
    }

    /// Whether the text begins with a U+FEFF that is text, and no BOM is written before it:
    /// as far as that is known.
    ///
    /// Where the target has BOMs, that is [mistakable](Self::is_mistakable). Where it has
    /// none (UTF-16LE), whoever is told what the text is in reads a character; whoever looks at the
    /// first bytes to find out takes it for a BOM.
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

    /// Converts the next piece of the stream, `src`, into `dst`; `last` says that nothing follows
    /// it.
    ///
    /// - [`Status::Done`]: all of `src` is read; with `last`, the stream is complete. What is read and
    ///   cannot be settled before the next piece (at most a sequence) is kept.
    /// - [`Status::OutputFull`]: call again with the rest of `src` and more room. With at least
    ///   [`MIN_OUTPUT`](Self::MIN_OUTPUT) bytes of room each call makes progress.
    /// - [`Status::IllFormed`]: the policy says to stop. All text before the finding is converted and
    ///   its bytes are read; a further call goes on behind it, [`complete`](Self::complete) leaves the rest.
    ///
    /// Counts are in bytes. Cost: that of the kernel for the pair, whatever the size of the
    /// pieces.
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
        Outcome { read: call.read, written: call.written, status }
    }

    /// Writes what the output must end with, if the stream is left where it is: at a finding at
    /// which the policy says to stop, or at its end if text was to [follow](Self::followed) and
    /// does not. The end of any other stream needs no such call.
    ///
    /// Only encodings with shifts have something to write. [`Status::OutputFull`] asks for more
    /// room, at most [`MIN_OUTPUT`](Self::MIN_OUTPUT) bytes.
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
        let status = match self.pending.is_empty() {
            true => self.end(&mut call),
            false => Status::OutputFull,
        };
        Outcome { read: 0, written: call.written, status }
    }
}
