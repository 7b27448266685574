//! Encoding of UTF-7.
//!
//! Every character that may be direct is written direct, which ends a run. So each text has one
//! spelling. It is not always the shortest: one direct character between two others may be shorter
//! in base64.

use core::mem::MaybeUninit;

use super::{CLOSE, Flavor, GROUP_BYTES, GROUP_UNITS, Rest, SEXTET, UNIT};
use crate::{codec::step::MAX_BYTES, form::Encoded, scalar, simd::Progress};

/// The state of writing a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Writer {
    flavor: Flavor,
    /// Whether Set O of RFC 2152 is written direct.
    optional: bool,
    /// In a run, the rest of its last unit.
    run: Option<Rest>,
}

/// A set of ASCII characters, one bit each.
const fn set(characters: &[u8]) -> u128 {
    let mut set = 0;
    let mut at = 0;
    while at < characters.len() {
        set |= 1 << characters[at];
        at += 1;
    }
    set
}

/// Set D of RFC 2152, and the characters that its rule 3 allows as themselves.
const DIRECT: u128 =
    set(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'(),-./:?")
        | set(b" \t\r\n");
/// Set O of RFC 2152.
const OPTIONAL: u128 = set(b"!\"#$%&*;<=>@[]^_`{|}");
/// RFC 3501 section 5.1.3: the printable characters, except the shift.
const PRINTED: u128 = (1 << 0x7F) - (1 << 0x20) - (1 << b'&');

impl Writer {
    /// Creates the writer for the start of a text.
    pub(crate) const fn new(flavor: Flavor) -> Self {
        Self { flavor, optional: false, run: None }
    }

    /// Sets whether Set O of RFC 2152 is written direct. IMAP does not have this choice.
    pub(crate) const fn optional_direct(mut self, optional: bool) -> Self {
        self.optional = optional;
        self
    }

    /// Returns the characters that are written as their own bytes, which ends a run.
    const fn direct(self) -> u128 {
        match self.flavor {
            Flavor::Mail if self.optional => DIRECT | OPTIONAL,
            Flavor::Mail => DIRECT,
            Flavor::Imap => PRINTED,
        }
    }

    /// Returns the bytes of `value`, which comes next, or `None` if it cannot be encoded.
    pub(crate) fn encode(self, value: u32) -> Option<Encoded<MAX_BYTES>> {
        self.next(value).map(|(bytes, _)| bytes)
    }

    /// Continues after `value`, for which [`encode`](Self::encode) returned bytes.
    pub(crate) fn pass(&mut self, value: u32) {
        if let Some((_, run)) = self.next(value) {
            self.run = run;
        }
    }

    /// Returns the bytes of `value`, and the rest of the run after them.
    #[inline(always)]
    fn next(self, value: u32) -> Option<(Encoded<MAX_BYTES>, Option<Rest>)> {
        if !scalar::is_scalar(value) {
            return None;
        }
        let shift = self.flavor.shift();
        let ascii = u8::try_from(value).ok().filter(u8::is_ascii);
        match ascii {
            Some(byte) if self.direct() >> byte & 1 != 0 => {
                let mut bytes = self.closed(byte);
                bytes.push(byte);
                Some((bytes, None))
            }
            // In IMAP, a run does not contain printable characters.
            Some(byte) if byte == shift && (self.run.is_none() || self.flavor == Flavor::Imap) => {
                let mut bytes = self.closed(byte);
                bytes.push(shift);
                bytes.push(CLOSE);
                Some((bytes, None))
            }
            _ => Some(self.shifted(value)),
        }
    }

    /// Returns the bytes that must come before `byte`, a direct character.
    fn closed(self, byte: u8) -> Encoded<MAX_BYTES> {
        let mut bytes = Encoded::EMPTY;
        let Some(rest) = self.run else { return bytes };
        self.pad(rest, &mut bytes);
        let ambiguous = byte == CLOSE || self.flavor.sextet(byte).is_some();
        if ambiguous || self.flavor == Flavor::Imap {
            bytes.push(CLOSE);
        }
        bytes
    }

    /// Appends the byte of base64 that begins with `rest`, if there is one.
    fn pad(self, rest: Rest, bytes: &mut Encoded<MAX_BYTES>) {
        if rest.count > 0 {
            let sextet = rest.bits << (SEXTET - rest.count as u32);
            bytes.push(self.flavor.digits()[sextet as usize & 0x3F]);
        }
    }

    /// Returns `value` in base64, and the rest of the run.
    #[inline(always)]
    fn shifted(self, value: u32) -> (Encoded<MAX_BYTES>, Option<Rest>) {
        let mut bytes = Encoded::EMPTY;
        if self.run.is_none() {
            bytes.push(self.flavor.shift());
        }
        let Rest { bits, count } = self.run.unwrap_or(Rest::NONE);
        let (mut bits, mut count) = (u64::from(bits), u32::from(count));
        let [high, low] = match value {
            ..0x1_0000 => [None, Some(value as u16)],
            _ => scalar::to_surrogates(value).map(Some),
        };
        for unit in [high, low].into_iter().flatten() {
            bits = bits << UNIT | u64::from(unit);
            count += UNIT;
        }
        while count >= SEXTET {
            count -= SEXTET;
            bytes.push(self.flavor.digits()[(bits >> count) as usize & 0x3F]);
        }
        (bytes, Some(Rest::of(bits as u32, count)))
    }

    /// Returns the bytes that must end the text.
    ///
    /// RFC 2152 allows the end of the text to close a run too. But its own examples close it
    /// explicitly, and only then can other text be appended.
    pub(crate) fn tail(self) -> Encoded<MAX_BYTES> {
        let mut bytes = Encoded::EMPTY;
        if let Some(rest) = self.run {
            self.pad(rest, &mut bytes);
            bytes.push(CLOSE);
        }
        bytes
    }

    /// Continues after the [tail](Self::tail).
    pub(crate) const fn end(&mut self) {
        self.run = None;
    }

    /// Encodes `values` until one cannot be encoded or `dst` is full.
    pub(crate) fn encode_all(&mut self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let mut done = Progress::default();
        loop {
            let (rest, room) = (&values[done.read..], &mut dst[done.written..]);
            let more = match self.run {
                None => self.plain(rest, room),
                Some(run) => self.groups(run, rest, room),
            };
            done.read += more.read;
            done.written += more.written;
            let Some(&value) = values.get(done.read) else { return done };
            let Some((bytes, run)) = self.next(value) else { return done };
            let room = &mut dst[done.written..];
            let len = match room.first_chunk_mut::<MAX_BYTES>() {
                // The bytes after the value are overwritten later.
                Some(room) => {
                    *room = bytes.padded().map(MaybeUninit::new);
                    bytes.len()
                }
                None => match bytes.store(room) {
                    Some(len) => len,
                    None => return done,
                },
            };
            self.run = run;
            done.read += 1;
            done.written += len;
        }
    }

    /// Encodes direct characters, outside of a run.
    fn plain(self, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let direct = self.direct();
        let mut done = 0;
        for (slot, &value) in dst.iter_mut().zip(values) {
            if value >= 0x80 || direct >> value & 1 == 0 {
                break;
            }
            slot.write(value as u8);
            done += 1;
        }
        Progress { read: done, written: done }
    }

    /// Encodes units of the run in whole groups, while each is a character beyond ASCII.
    fn groups(&mut self, run: Rest, values: &[u32], dst: &mut [MaybeUninit<u8>]) -> Progress {
        let digits = self.flavor.digits();
        let mut done = Progress::default();
        let mut rest = run;
        let groups = values.chunks_exact(GROUP_UNITS).zip(dst.chunks_exact_mut(GROUP_BYTES));
        for (units, slots) in groups {
            let mut bits = u64::from(rest.bits);
            let mut shifted = true;
            for &unit in units {
                shifted &= matches!(unit, 0x80..0x1_0000) && !scalar::is_surrogate(unit);
                bits = bits << UNIT | u64::from(unit);
            }
            if !shifted {
                break;
            }
            let sextets = bits >> rest.count;
            for (place, slot) in slots.iter_mut().rev().enumerate() {
                slot.write(digits[(sextets >> (SEXTET * place as u32)) as usize & 0x3F]);
            }
            rest = Rest::of(bits as u32, rest.count.into());
            done.read += GROUP_UNITS;
            done.written += GROUP_BYTES;
        }
        self.run = Some(rest);
        done
    }
}
