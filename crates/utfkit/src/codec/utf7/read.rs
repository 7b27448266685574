//! Decoding of UTF-7.

use core::mem::MaybeUninit;

use super::{super::step::Step, CLOSE, Flavor, GROUP_BYTES, GROUP_UNITS, NONE, Rest, SEXTET, UNIT};
use crate::{
    error::{Base64Fault, Kind},
    form::Sequence,
    scalar,
    simd::Progress,
};

/// The state of reading a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reader {
    flavor: Flavor,
    /// In a run, the rest of its last byte.
    run: Option<Rest>,
}

/// A unit in base64, with the bytes up to its end.
enum Unit {
    Whole {
        unit: u16,
        len: usize,
        rest: Rest,
    },
    /// A number of bytes of base64, followed by a byte that is not.
    Cut {
        len: usize,
    },
}

const fn ill_formed(kind: Kind, len: usize) -> Sequence {
    Sequence::IllFormed { kind, len }
}

const fn bad_base64(fault: Base64Fault, len: usize) -> Sequence {
    ill_formed(Kind::BadBase64 { fault }, len)
}

impl Reader {
    /// Creates the reader for the start of a text.
    pub(crate) const fn new(flavor: Flavor) -> Self {
        Self { flavor, run: None }
    }

    /// Returns the byte that begins a run, or `None` inside a run. Outside of runs, each character
    /// is its own byte.
    pub(crate) const fn run_begins_with(self) -> Option<u8> {
        match self.run {
            None => Some(self.flavor.shift()),
            Some(_) => None,
        }
    }

    /// Decodes the sequence at the start of `src`, the next bytes of the text. With `last`, nothing
    /// follows them.
    ///
    /// A shift byte belongs to the first unit after it. So the bytes of each value or finding
    /// determine how reading continues after them. At most eight bytes are needed.
    pub(crate) fn first(self, src: &[u8], last: bool) -> Step {
        let Some(&byte) = src.first() else { return Step::Incomplete };
        match self.run {
            Some(rest) if self.flavor.sextet(byte).is_some() => {
                Step::from(self.unit(rest, 0, src, last))
            }
            Some(_) if byte == CLOSE => self.close(src, last),
            _ if byte == self.flavor.shift() => Step::from(self.open(src, last)),
            _ if self.is_direct(byte) => Step::Value { value: byte.into(), len: 1 },
            _ => Step::from(ill_formed(Kind::InvalidByte, 1)),
        }
    }

    /// Returns `true` if `byte` is its own character outside of runs.
    const fn is_direct(self, byte: u8) -> bool {
        match self.flavor {
            // RFC 2152 excludes `~` and `\`, because variants of ASCII replace them. These and
            // control characters cannot have another meaning here.
            Flavor::Mail => byte.is_ascii() && byte != b'+',
            Flavor::Imap => matches!(byte, b' '..=b'~') && byte != b'&',
        }
    }

    /// Returns the sequence of the shift byte at the start of `src`.
    fn open(self, src: &[u8], last: bool) -> Sequence {
        match src.get(1) {
            None if !last => Sequence::Incomplete,
            Some(&CLOSE) => Sequence::Value { value: src[0].into(), len: 2 },
            Some(&byte) if self.flavor.sextet(byte).is_some() => {
                self.unit(Rest::NONE, 1, src, last)
            }
            _ => bad_base64(Base64Fault::NoRun, 1),
        }
    }

    /// Returns the step for the end of a run at the start of `src`.
    fn close(self, src: &[u8], last: bool) -> Step {
        // RFC 3501: a run must not begin directly where another one ends, because they should be
        // one run.
        match (self.flavor, src) {
            (Flavor::Imap, [_] | [_, b'&']) if !last => Step::Incomplete,
            (Flavor::Imap, &[_, b'&', byte, ..]) if self.flavor.sextet(byte).is_some() => {
                Step::from(bad_base64(Base64Fault::Adjoining, 2))
            }
            _ => Step::Shift { len: 1 },
        }
    }

    /// Returns the sequence of the base64 at `start` in `src`, which continues `rest`.
    fn unit(self, rest: Rest, start: usize, src: &[u8], last: bool) -> Sequence {
        let open = |len: usize| len == src.len() && !last;
        let (unit, len, rest) = match self.take(rest, src, start) {
            Unit::Whole { unit, len, rest } => (unit, len, rest),
            Unit::Cut { len } if open(len) => return Sequence::Incomplete,
            Unit::Cut { len } => return bad_base64(Base64Fault::CutUnit, len),
        };
        let (value, len, rest) = match unit {
            0xD800..0xDC00 => match self.take(rest, src, len) {
                Unit::Whole { unit: low @ 0xDC00..0xE000, len, rest } => {
                    (scalar::from_surrogates(unit, low), len, rest)
                }
                Unit::Cut { len: cut } if open(cut) => return Sequence::Incomplete,
                _ => return ill_formed(Kind::LoneHighSurrogate { value: unit }, len),
            },
            0xDC00..0xE000 => return ill_formed(Kind::LoneLowSurrogate { value: unit }, len),
            _ => (unit.into(), len, rest),
        };
        let imap = self.flavor == Flavor::Imap;
        if imap && matches!(value, 0x20..0x7F) {
            return ill_formed(Kind::Overlong { means: value }, len);
        }
        // If the run ends here, check its end.
        if imap || rest.bits != 0 {
            match src.get(len) {
                None if !last => return Sequence::Incomplete,
                Some(&byte) if self.flavor.sextet(byte).is_some() => {}
                _ if rest.bits != 0 => return bad_base64(Base64Fault::Padding, len),
                Some(&CLOSE) => {}
                _ => return bad_base64(Base64Fault::Unclosed, len),
            }
        }
        Sequence::Value { value, len }
    }

    /// Decodes the unit in `rest` and the bytes of `src` from `start` on.
    #[inline(always)]
    fn take(self, rest: Rest, src: &[u8], start: usize) -> Unit {
        let (mut bits, mut count) = (u32::from(rest.bits), u32::from(rest.count));
        let mut len = start;
        while count < UNIT {
            let sextet = src.get(len).and_then(|&byte| self.flavor.sextet(byte));
            let Some(sextet) = sextet else { return Unit::Cut { len } };
            bits = bits << SEXTET | sextet;
            count += SEXTET;
            len += 1;
        }
        let rest = Rest::of(bits, count - UNIT);
        Unit::Whole { unit: (bits >> (count - UNIT)) as u16, len, rest }
    }

    /// Continues after `bytes`, for which [`first`](Self::first) returned a step.
    pub(crate) fn pass(&mut self, bytes: &[u8]) {
        let shift = self.flavor.shift();
        let (mut bits, mut count) = match self.run {
            Some(rest) => (u32::from(rest.bits), u32::from(rest.count)),
            None => (0, 0),
        };
        let mut within = self.run.is_some();
        for &byte in bytes {
            match self.flavor.sextet(byte).filter(|_| within) {
                Some(sextet) => {
                    bits = bits << SEXTET | sextet;
                    count = (count + SEXTET) % UNIT;
                }
                None => {
                    // A shift byte that is a finding by itself does not open a run.
                    within = byte == shift && bytes.len() > 1;
                    count = 0;
                }
            }
        }
        // The bits of a cut unit are dropped.
        let count = if count < SEXTET { count } else { 0 };
        self.run = within.then_some(Rest::of(bits, count));
    }

    /// Decodes well-formed sequences of `src` until one is ill-formed or incomplete, or `values` is
    /// full.
    pub(crate) fn decode(&mut self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        let mut done = Progress::default();
        loop {
            let (rest, room) = (&src[done.read..], &mut values[done.written..]);
            let more = match self.run {
                None => self.direct(rest, room),
                Some(run) => self.groups(run, rest, room),
            };
            done.read += more.read;
            done.written += more.written;
            let rest = &src[done.read..];
            if let Some(slot) = values.get_mut(done.written)
                && let Some((unit, len, run)) = self.easy(rest)
            {
                slot.write(unit.into());
                self.run = Some(run);
                done.read += len;
                done.written += 1;
                continue;
            }
            let len = match self.first(rest, false) {
                Step::Shift { len } => len,
                Step::Value { value, len } => {
                    let Some(slot) = values.get_mut(done.written) else { return done };
                    slot.write(value);
                    done.written += 1;
                    len
                }
                _ => return done,
            };
            self.pass(&rest[..len]);
            done.read += len;
        }
    }

    /// Returns the unit in base64 at the start of `src`, its length and its rest, for the common
    /// case.
    ///
    /// The result is that of [`first`](Self::first). It is `None` if the unit is not a character by
    /// itself, or if the end of the run would have to be checked.
    #[inline(always)]
    fn easy(self, src: &[u8]) -> Option<(u16, usize, Rest)> {
        let (rest, start) = match self.run {
            Some(rest) => (rest, 0),
            None if src.first() == Some(&self.flavor.shift()) => (Rest::NONE, 1),
            None => return None,
        };
        let Unit::Whole { unit, len, rest } = self.take(rest, src, start) else { return None };
        let imap = self.flavor == Flavor::Imap;
        let special = scalar::is_surrogate(unit.into()) || (imap && unit < 0x80);
        let continues = || src.get(len).is_some_and(|&byte| self.flavor.sextet(byte).is_some());
        let well = !special && ((rest.bits == 0 && !imap) || continues());
        well.then_some((unit, len, rest))
    }

    /// Decodes direct characters, outside of a run.
    fn direct(self, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        /// A block that compilers can test with vector instructions.
        const BLOCK: usize = 32;
        let most = src.len().min(values.len());
        let mut done = 0;
        let blocks = src.chunks_exact(BLOCK).zip(values.chunks_exact_mut(BLOCK));
        for (bytes, slots) in blocks {
            if !bytes.iter().fold(true, |all, &byte| all & self.is_direct(byte)) {
                break;
            }
            widen(bytes, slots);
            done += BLOCK;
        }
        let rest = &src[done..most];
        let more = rest.iter().position(|&byte| !self.is_direct(byte)).unwrap_or(rest.len());
        widen(&rest[..more], &mut values[done..]);
        Progress { read: done + more, written: done + more }
    }

    /// Decodes units of the run in whole groups, while each is a character and the run continues.
    fn groups(&mut self, run: Rest, src: &[u8], values: &mut [MaybeUninit<u32>]) -> Progress {
        let mut done = Progress::default();
        // IMAP forbids some characters in a run, which this function does not check.
        if self.flavor == Flavor::Imap {
            return done;
        }
        let sextets = self.flavor.sextets();
        let mut rest = run;
        // The byte after a group shows that its last bits are not padding.
        for (bytes, slots) in src
            .windows(GROUP_BYTES + 1)
            .step_by(GROUP_BYTES)
            .zip(values.chunks_exact_mut(GROUP_UNITS))
        {
            let (mut bits, mut seen) = (u64::from(rest.bits), 0);
            for &byte in &bytes[..GROUP_BYTES] {
                let sextet = sextets[usize::from(byte)];
                seen |= sextet;
                bits = bits << SEXTET | u64::from(sextet);
            }
            seen |= sextets[usize::from(bytes[GROUP_BYTES])];
            let units = bits >> rest.count;
            let units =
                [units >> (2 * UNIT), units >> UNIT, units].map(|unit| u32::from(unit as u16));
            if seen & NONE != 0 || units.into_iter().any(scalar::is_surrogate) {
                break;
            }
            for (slot, unit) in slots.iter_mut().zip(units) {
                slot.write(unit);
            }
            rest = Rest::of(bits as u32, rest.count.into());
            done.read += GROUP_BYTES;
            done.written += GROUP_UNITS;
        }
        self.run = Some(rest);
        done
    }
}

/// Writes each of `bytes` as a value of its own.
fn widen(bytes: &[u8], slots: &mut [MaybeUninit<u32>]) {
    for (slot, &byte) in slots.iter_mut().zip(bytes) {
        slot.write(byte.into());
    }
}
