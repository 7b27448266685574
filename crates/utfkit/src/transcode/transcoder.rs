//! The streaming converter.

use core::mem::MaybeUninit;

use super::{
    codec::{Decoder, Encoder, Next},
    pending::{self, Pending},
    policy::{Action, Counts, Policy},
    route::Route,
    start::{self, Head, Signing, Start},
};
use crate::{
    encoding::{Encoding, OctetOrder, SignaturePolicy},
    error::{Finding, Kind},
    form::Sequence,
    outcome::{Outcome, Status},
    scalar,
    simd::Progress,
    units::Room,
};

/// Converts a stream from one encoding to another, in whatever pieces it comes.
///
/// Feed input in pieces of any size to [`transcode`](Self::transcode), with output of any size from
/// [`MIN_OUTPUT`](Self::MIN_OUTPUT) up: the result is that of a single call. It never allocates, and keeps at most a few
/// octets of a sequence that a piece cut.
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
    input_order: OctetOrder,
    output_order: OctetOrder,
    utf7_optional: bool,
    phase: Phase,
    decoder: Decoder,
    encoder: Encoder,
    route: Route,
    by_pivot: bool,
    /// Octets of a sequence that the last piece cut.
    carry: Carry,
    pending: Pending<'p>,
    /// The offset of the first octet that is not settled: that of the carry, or of the next piece.
    offset: u64,
    counts: Counts,
    found_signature: bool,
    appended: bool,
    writes_signature: bool,
}

/// Where in the stream the transcoder is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    /// The signature is not settled.
    Start,
    /// A byte-swapped signature of so many octets comes next.
    Swapped(usize),
    /// A signature is to be written before the first character.
    BeforeText,
    Text,
}

/// Octets of the input that are read and not settled.
#[derive(Clone, Copy, Debug, Default)]
struct Carry {
    octets: [u8; Self::MOST],
    len: usize,
}

impl Carry {
    /// A backslash, a shift and what may be an `x`, seven octets each at most.
    const MOST: usize = 16;

    fn octets(&self) -> &[u8] {
        &self.octets[..self.len]
    }
}

/// The carry and the octets behind it, as far as a decision can need them.
struct Window {
    octets: [u8; 2 * Carry::MOST],
    len: usize,
}

/// The input and the output of one call.
struct Call<'c> {
    src: &'c [u8],
    read: usize,
    dst: &'c mut [MaybeUninit<u8>],
    written: usize,
    last: bool,
    /// No octet of `src` from `read` up to here may be a backslash, or hide one.
    plain: usize,
}

impl Call<'_> {
    fn rest(&self) -> &[u8] {
        &self.src[self.read..]
    }

    fn room(&mut self) -> &mut [MaybeUninit<u8>] {
        &mut self.dst[self.written..]
    }

    /// Where the first octet is that may be a backslash, or hide one; no farther than can matter for the output,
    /// so that a short one does not make the search long. No octet is looked at twice in a call,
    /// however often the kernel stops.
    fn before_backslash(&mut self, decoder: &Decoder) -> usize {
        let room = self.dst.len() - self.written;
        let reach = self.src.len().min(self.read.saturating_add(room.saturating_mul(4)));
        self.plain = self.plain.max(self.read);
        if let Some(more) = self.src.get(self.plain..reach) {
            self.plain += decoder.before_backslash(more);
        }
        self.plain
    }
}

impl<'p> Transcoder<'p> {
    /// The least output that any call can make progress with, in octets: the longest sequence.
    pub const MIN_OUTPUT: usize = 8;

    /// A transcoder for a new stream, strict and with [`SignaturePolicy::Auto`].
    #[must_use]
    pub fn new(from: Encoding, to: Encoding) -> Self {
        let decoder = Decoder::new(from.coding(OctetOrder::Big));
        let encoder = Encoder::new(to.coding(OctetOrder::Big));
        Self {
            from,
            to,
            policy: Policy::Strict,
            unencodable: None,
            reading: Signing::of(from),
            writing: Signing::of(to),
            input_order: OctetOrder::Big,
            phase: Phase::Start,
            decoder,
            encoder,
            route: Route::between(&decoder, &encoder),
            output_order: OctetOrder::Big,
            utf7_optional: false,
            by_pivot: false,
            carry: Carry::default(),
            pending: Pending::default(),
            offset: 0,
            counts: Counts::default(),
            found_signature: false,
            appended: false,
            writes_signature: false,
        }
    }

    /// What is done about ill-formed text and characters that cannot be encoded.
    #[must_use]
    pub fn policy(mut self, policy: Policy<'p>) -> Self {
        self.policy = policy;
        self
    }

    /// What is done about characters that the target cannot encode, if that is not what is done about
    /// ill-formed text.
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

    /// What is done about signatures.
    #[must_use]
    pub fn signature(mut self, signature: SignaturePolicy) -> Self {
        (self.reading.policy, self.writing.policy) = (signature, signature);
        self
    }

    /// Sets what may be, and is done, about signatures on each side.
    pub(super) fn signing(mut self, reading: Signing, writing: Signing) -> Self {
        (self.reading, self.writing) = (reading, writing);
        self
    }

    /// The octet order of input without a signature, for encodings that leave it open
    /// (`utf-16`, `utf-32`); big-endian if not set (RFC 2781 section 4.3).
    #[must_use]
    pub fn input_order(mut self, order: OctetOrder) -> Self {
        self.input_order = order;
        self
    }

    /// The octet order of the output, for encodings that leave it open; big-endian if not set.
    #[must_use]
    pub fn output_order(mut self, order: OctetOrder) -> Self {
        self.output_order = order;
        self.begin_output();
        self.choose_route();
        self
    }

    /// Whether UTF-7 is written with the optional direct characters as they are: Set O of RFC 2152,
    /// ``!"#$%&*;<=>@[]^_`{|}``. Not if not set: what mail goes through may change them.
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
        self.begin_output();
        self
    }

    /// The output is at the start of its text.
    fn begin_output(&mut self) {
        let coding = self.to.coding(self.output_order);
        self.encoder = Encoder::new(coding).optional_direct(self.utf7_optional);
    }

    /// Begins a new stream, with the same settings: of the last one nothing is left, also no counts.
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
        self.found_signature = false;
        self.writes_signature = false;
    }

    fn choose_route(&mut self) {
        self.route = match self.by_pivot {
            true => Route::Pivot,
            false => Route::between(&self.decoder, &self.encoder),
        };
    }

    /// The output goes behind text that is written already, as when files are joined: it begins with
    /// no signature, whatever the policy says about writing one.
    #[must_use]
    pub fn appended(mut self) -> Self {
        self.appended = true;
        self
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

    /// How many octets of the stream are settled: converted, or reported and dealt with.
    #[must_use]
    pub const fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether the stream began with a signature, as far as that is known.
    #[must_use]
    pub const fn found_signature(&self) -> bool {
        self.found_signature
    }

    /// Whether the output, once there is any, begins with a signature, as far as that is known.
    #[must_use]
    pub const fn writes_signature(&self) -> bool {
        self.writes_signature
    }

    /// Converts the next piece of the stream, `src`, into `dst`; `last` says that nothing follows it.
    ///
    /// - [`Status::Done`]: all of `src` is read; with `last`, the stream is complete. What is read and
    ///   cannot be settled before the next piece (at most a sequence) is kept.
    /// - [`Status::OutputFull`]: call again with the rest of `src` and more room. With at least
    ///   [`MIN_OUTPUT`](Self::MIN_OUTPUT) octets of room each call makes progress.
    /// - [`Status::IllFormed`]: the policy says to stop. All text before the finding is converted and
    ///   its octets are read; a further call goes on behind it, [`complete`](Self::complete) leaves the rest.
    ///
    /// Counts are in octets. Cost: that of the kernel for the pair, whatever the size of the pieces.
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
                Some(Status::Done) if last => break self.end(&mut call),
                Some(status) => break status,
                None => {}
            }
        };
        Outcome { read: call.read, written: call.written, status }
    }

    /// Writes what the output must end with, if the stream is left where it is: at a finding at which the
    /// policy says to stop. The end of a stream needs no such call.
    ///
    /// Only encodings with shifts have something to write. [`Status::OutputFull`] asks for more room, at most
    /// [`MIN_OUTPUT`](Self::MIN_OUTPUT) octets.
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
        let status = self.end(&mut call);
        Outcome { read: 0, written: call.written, status }
    }

    /// Goes on until something must be written out of turn (`None`) or the call is over.
    fn advance(&mut self, call: &mut Call<'_>) -> Option<Status> {
        match self.phase {
            Phase::Start => return self.begin(call),
            Phase::Swapped(len) => {
                self.phase = Phase::Text;
                let (kind, window) = (Kind::SwappedSignature, self.window(call));
                return self
                    .deal_with(Finding::new(self.offset, kind, &window.octets[..len]), call);
            }
            Phase::BeforeText if self.carry.len > 0 || !call.rest().is_empty() => {
                self.phase = Phase::Text;
                self.pending = Pending::value(scalar::SIGNATURE);
                return None;
            }
            Phase::BeforeText | Phase::Text => {}
        }
        if self.carry.len == 0 {
            self.run_kernel(call);
            if call.rest().is_empty() {
                return Some(Status::Done);
            }
        }
        self.settle_one(call)
    }

    /// Settles the signature, from the carry and what follows it.
    fn begin(&mut self, call: &mut Call<'_>) -> Option<Status> {
        let window = self.window(call);
        let last = call.last && self.reaches_end(&window, call);
        let (signing, order) = (self.reading, self.input_order);
        let start = start::start(self.from, signing, order, window.octets(), last);
        let Some(Start { coding, head }) = start else {
            self.keep_rest(call);
            return Some(Status::Done);
        };
        self.decoder = Decoder::new(coding);
        self.choose_route();
        self.phase = match head {
            Head::Swapped(len) => Phase::Swapped(len),
            Head::Nothing | Head::Signature(_) | Head::Missing => Phase::Text,
        };
        if let Head::Signature(len) = head {
            self.found_signature = true;
            self.consume(&window.octets[..len], call);
        }
        let Signing { policy, rule } = self.writing;
        let (found, same) = (self.found_signature, self.from == self.to);
        self.writes_signature = !self.appended && policy.writes_by(rule, found, same);
        if self.writes_signature {
            // Even a stream without text keeps its signature, and one that must be added.
            let at_once = self.found_signature || policy == SignaturePolicy::Add;
            if at_once || self.phase != Phase::Text {
                self.pending = Pending::value(scalar::SIGNATURE);
            } else {
                self.phase = Phase::BeforeText;
            }
        }
        if head == Head::Missing {
            // A demand of the caller, not of the text: no policy makes it good.
            let finding = Finding::new(self.offset, Kind::BadSignature, &[]);
            self.counts.add(&finding, Action::Stop);
            return Some(Status::IllFormed(finding));
        }
        None
    }

    /// Lets the kernel take what it can.
    fn run_kernel(&mut self, call: &mut Call<'_>) {
        let reach = match self.policy.escapes_backslashes() {
            true => call.before_backslash(&self.decoder),
            false => call.src.len(),
        };
        let src = &call.src[call.read..reach];
        let dst = &mut call.dst[call.written..];
        let done = match self.policy {
            // The first finding is told in full; of all others only the number is.
            Policy::Replace if self.counts.first.is_some() => {
                let (from, to) = (&mut self.decoder, &mut self.encoder);
                let done = self.route.run_lossy(from, to, src, dst, call.last);
                self.counts.ill_formed += done.replaced as u64;
                self.counts.replaced += done.replaced as u64;
                Progress { read: done.read, written: done.written }
            }
            _ => self.route.run(&mut self.decoder, &mut self.encoder, src, dst),
        };
        call.read += done.read;
        call.written += done.written;
        self.offset += done.read as u64;
    }

    /// Settles the sequence before which the kernel stopped, or which a piece cut.
    fn settle_one(&mut self, call: &mut Call<'_>) -> Option<Status> {
        let window = self.window(call);
        let last = call.last && self.reaches_end(&window, call);
        let octets = window.octets();
        let sequence = match self.decoder.first(octets, last) {
            Next::Sequence(sequence) => sequence,
            Next::Shift(len) => {
                self.consume(&octets[..len], call);
                return None;
            }
        };
        match sequence {
            Sequence::Incomplete => {
                self.keep_rest(call);
                Some(Status::Done)
            }
            Sequence::IllFormed { kind, len } => {
                self.deal_with(Finding::new(self.offset, kind, &octets[..len]), call)
            }
            Sequence::Value { value, len } => {
                if value == u32::from(b'\\') && self.policy.escapes_backslashes() {
                    match self.behind(&octets[..len], &octets[len..], last) {
                        Sequence::Value { value: 0x78, .. } => {
                            self.pending = Pending::escape(self.decoder.backslash(&octets[..len]));
                            self.consume(&octets[..len], call);
                            return None;
                        }
                        Sequence::Incomplete if !last => {
                            self.keep_rest(call);
                            return Some(Status::Done);
                        }
                        _ => {}
                    }
                }
                self.write_value(value, &octets[..len], call)
            }
        }
    }

    /// What character stands at the start of `rest`, behind `octets`.
    fn behind(&self, octets: &[u8], mut rest: &[u8], last: bool) -> Sequence {
        let mut decoder = self.decoder;
        decoder.pass(octets);
        loop {
            match decoder.first(rest, last) {
                Next::Sequence(sequence) => return sequence,
                Next::Shift(len) => {
                    decoder.pass(&rest[..len]);
                    rest = &rest[len..];
                }
            }
        }
    }

    /// Writes what text in the target's encoding must end with.
    fn end(&mut self, call: &mut Call<'_>) -> Status {
        let Some(len) = self.encoder.tail().store(call.room()) else { return Status::OutputFull };
        call.written += len;
        self.encoder.end();
        Status::Done
    }

    /// Writes `value`, which `octets` encode.
    fn write_value(&mut self, value: u32, octets: &[u8], call: &mut Call<'_>) -> Option<Status> {
        let Some(encoded) = self.encoder.encode(value) else {
            let finding = Finding::new(self.offset, Kind::Unencodable { value }, octets);
            return self.deal_with(finding, call);
        };
        let Some(len) = encoded.store(call.room()) else {
            return Some(Status::OutputFull);
        };
        call.written += len;
        self.encoder.pass(value);
        self.consume(octets, call);
        None
    }

    /// Does what the policy says about `finding`, whose octets come next.
    fn deal_with(&mut self, finding: Finding, call: &mut Call<'_>) -> Option<Status> {
        let policy = match (&mut self.unencodable, finding.kind()) {
            (Some(policy), Kind::Unencodable { .. }) => policy,
            _ => &mut self.policy,
        };
        let action = policy.action(&finding);
        self.counts.add(&finding, action);
        self.consume(finding.octets(), call);
        self.pending = match action {
            Action::Stop => return Some(Status::IllFormed(finding)),
            Action::Skip => return None,
            Action::Replace => pending::replacement(),
            Action::Escape => Pending::escape(finding.octets()),
            Action::ReplaceWith(text) => Pending::text(text),
            Action::Write(text) => Pending::made(&text),
        };
        None
    }

    /// The octets that are not settled: the carry, and enough of what follows it.
    fn window(&self, call: &Call<'_>) -> Window {
        let mut octets = [0; 2 * Carry::MOST];
        let (carry, rest) = (self.carry.octets(), call.rest());
        let more = rest.len().min(octets.len() - carry.len());
        let len = carry.len() + more;
        octets[..carry.len()].copy_from_slice(carry);
        octets[carry.len()..len].copy_from_slice(&rest[..more]);
        Window { octets, len }
    }

    /// Whether `window` has all that is left of the piece.
    fn reaches_end(&self, window: &Window, call: &Call<'_>) -> bool {
        window.len == self.carry.len + call.rest().len()
    }

    /// Settles `octets`, which come next, first those of the carry.
    fn consume(&mut self, octets: &[u8], call: &mut Call<'_>) {
        let len = octets.len();
        self.decoder.pass(octets);
        let carried = len.min(self.carry.len);
        self.carry.octets.copy_within(carried.., 0);
        self.carry.len -= carried;
        call.read += len - carried;
        self.offset += len as u64;
    }

    /// Reads what is left of the piece into the carry.
    fn keep_rest(&mut self, call: &mut Call<'_>) {
        let rest = call.rest();
        let room = &mut self.carry.octets[self.carry.len..];
        let more = rest.len().min(room.len());
        room[..more].copy_from_slice(&rest[..more]);
        self.carry.len += more;
        call.read += more;
    }
}

impl Window {
    fn octets(&self) -> &[u8] {
        &self.octets[..self.len]
    }
}
#[cfg(all(test, feature = "alloc"))]
mod tests {
    use std::vec::Vec;

    use super::*;

    /// Joins `texts` under `policy`.
    fn join(to: Encoding, policy: SignaturePolicy, texts: &[&[u8]]) -> Result<Vec<u8>, Finding> {
        let mut out = Vec::new();
        for text in texts {
            let mut transcoder = Transcoder::new(Encoding::Utf8, to).signature(policy);
            if !out.is_empty() {
                transcoder = transcoder.appended();
            }
            transcoder.transcode_to_vec(text, &mut out, true)?;
        }
        Ok(out)
    }

    #[test]
    fn joined_texts_have_one_signature() {
        let texts: [&[u8]; 3] = [b"", b"\xEF\xBB\xBFa", b"\xEF\xBB\xBFb"];
        let join = |to, policy| join(to, policy, &texts);
        use SignaturePolicy::{Add, Auto, Forbid, Require, Strip};
        assert_eq!(join(Encoding::Utf16, Auto).unwrap(), b"\xFE\xFF\0a\0b");
        assert_eq!(join(Encoding::Utf8, Auto).unwrap(), b"\xEF\xBB\xBFab");
        assert_eq!(join(Encoding::Utf8, Add).unwrap(), b"\xEF\xBB\xBFab");
        assert_eq!(join(Encoding::Utf8, Strip).unwrap(), b"ab");
        assert_eq!(join(Encoding::Utf8, Forbid).unwrap(), texts.concat());
        assert_eq!(join(Encoding::Utf8, Require).unwrap_err().kind(), Kind::BadSignature);
    }
}
