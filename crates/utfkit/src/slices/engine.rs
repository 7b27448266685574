//! Conversion of whole slices between any two forms. A kernel runs until it stops, and then the
//! scalar decoder determines the reason.

use core::mem::MaybeUninit;

use crate::{
    error::{
        Finding, Kind,
        outcome::{LossyLength, LossyOutcome, Outcome, Status},
    },
    form::{
        Form, Sequence, cut,
        errors::finding,
        unit::Unit,
        units::{Room, Units},
    },
    simd::{Progress, Row, operations, shared::kernel::Convert, short},
    slices::rows::{convert_row, is_little, known_row, lossy_row},
};

/// The reason why a kernel stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The end of the input.
    End,
    /// The start of a sequence whose rest may follow.
    Incomplete,
    /// No room for a sequence of `len` bytes that is well-formed and can be encoded.
    NoRoom { value: u32, len: usize },
    /// A sequence of `len` bytes that is ill-formed, or that the target cannot encode.
    Bad { kind: Kind, len: usize },
}

/// Returns the reason why a kernel from `from` to `to` stopped at the start of `rest`.
pub(crate) fn stop(from: Form, to: Form, rest: &[u8], last: bool) -> Stop {
    match from.first(rest, last) {
        Sequence::Value { value, len } if to.encode(value).is_some() => Stop::NoRoom { value, len },
        Sequence::Value { value, len } => Stop::Bad { kind: Kind::Unencodable { value }, len },
        Sequence::Incomplete if rest.is_empty() => Stop::End,
        Sequence::Incomplete => Stop::Incomplete,
        Sequence::IllFormed { kind, len } => Stop::Bad { kind, len },
    }
}

/// Checks that `src` is well-formed. The error is the first ill-formed sequence.
#[inline]
pub(crate) fn validate<S: Unit>(src: Units<'_, S>) -> Result<(), Finding> {
    let (valid, bytes) = (valid(src), src.bytes());
    if valid == bytes.len() { Ok(()) } else { Err(finding(src.form(), bytes, valid)) }
}

/// Returns the number of well-formed bytes at the start of `src`.
#[inline]
pub(crate) fn valid<S: Unit>(src: Units<'_, S>) -> usize {
    let (form, bytes) = (src.form(), src.bytes());
    if short::is_valid(form, bytes) {
        return bytes.len();
    }
    if is_little::<S>(form) {
        const { operations::validate(S::FORMS[0]).unwrap() }
    } else {
        const { operations::validate(S::FORMS[1]).unwrap() }
    }
    .run(bytes)
}

/// Converts `src` into `dst`, strictly.
#[inline]
pub(crate) fn convert<S: Unit, D: Unit>(src: Units<'_, S>, dst: Room<'_, D>) -> Outcome {
    let (dst, to) = dst.into_parts();
    bytes(convert_row::<S, D>(src.form(), to), [src.form(), to], src.bytes(), dst)
        .in_units::<S, D>()
}

/// Converts `src`, which is well-formed, into `dst`.
#[inline]
pub(crate) fn convert_known<S: Unit, D: Unit>(src: Units<'_, S>, dst: Room<'_, D>) -> Outcome {
    let (dst, to) = dst.into_parts();
    let done = known_row::<S, D>(src.form(), to).run(src.bytes(), dst);
    // Every form of units of `D` can encode any character, so only a full output can stop the
    // kernel.
    let whole = done.read == src.bytes().len();
    let status = if whole { Status::Done } else { Status::OutputFull };
    Outcome { read: done.read, written: done.written, status }.in_units::<S, D>()
}

/// Converts `src` into ISO-8859-1, strictly.
pub(crate) fn convert_to_latin1<S: Unit>(src: Units<'_, S>, dst: Room<'_, u8>) -> Outcome {
    let row = if is_little::<S>(src.form()) {
        const { operations::convert(S::FORMS[0], Form::Latin1) }
    } else {
        const { operations::convert(S::FORMS[1], Form::Latin1) }
    };
    let forms = [src.form(), Form::Latin1];
    bytes(row, forms, src.bytes(), dst.into_parts().0).in_units::<S, u8>()
}

/// Converts ISO-8859-1 into `dst`.
#[inline]
pub(crate) fn convert_latin1<D: Unit>(src: &[u8], dst: Room<'_, D>) -> Outcome {
    let (dst, to) = dst.into_parts();
    match short::widen(src, to, dst) {
        Some(Progress { read, written }) => Outcome { read, written, status: Status::Done },
        None => {
            let row = if is_little::<D>(to) {
                const { operations::convert(Form::Latin1, D::FORMS[0]) }
            } else {
                const { operations::convert(Form::Latin1, D::FORMS[1]) }
            };
            bytes(row, [Form::Latin1, to], src, dst)
        }
    }
    .in_units::<u8, D>()
}

/// Converts bytes of one form into bytes of another with `row`, strictly. Counts are in bytes.
#[inline]
fn bytes(
    row: &'static Row<Convert>,
    [from, to]: [Form; 2],
    src: &[u8],
    dst: &mut [MaybeUninit<u8>],
) -> Outcome {
    let done = row.run(src, dst);
    let status = if done.read == src.len() { Status::Done } else { why(from, to, src, done.read) };
    Outcome { read: done.read, written: done.written, status }
}

/// Returns the reason why a strict conversion of `src` stopped at `at`.
#[cold]
fn why(from: Form, to: Form, src: &[u8], at: usize) -> Status {
    let rest = cut::rest(src, at);
    match stop(from, to, rest, true) {
        Stop::End | Stop::Incomplete => Status::Done,
        Stop::NoRoom { .. } => Status::OutputFull,
        Stop::Bad { kind, len } => {
            let bytes = rest.get(..len).unwrap_or(rest);
            Status::IllFormed(Finding::new(at as u64, kind, bytes))
        }
    }
}

impl Outcome {
    /// Converts the counts from bytes to code units.
    #[inline]
    fn in_units<S, D>(self) -> Self {
        Self { read: self.read / size_of::<S>(), written: self.written / size_of::<D>(), ..self }
    }
}

/// Returns the number of units of `D` that well-formed `src` takes.
#[inline]
pub(crate) fn length<S: Unit, D: Unit>(src: Units<'_, S>) -> usize {
    let row = if is_little::<S>(src.form()) {
        const { operations::length(S::FORMS[0], D::FORMS[0]) }
    } else {
        const { operations::length(S::FORMS[1], D::FORMS[0]) }
    };
    row.map_or(src.len(), |row| row.run(src.bytes()))
}

/// Returns the number of line feeds of `src`.
#[inline]
pub(crate) fn lines<S: Unit>(src: Units<'_, S>) -> usize {
    if is_little::<S>(src.form()) {
        const { operations::lines(S::FORMS[0]) }
    } else {
        const { operations::lines(S::FORMS[1]) }
    }
    .run(src.bytes())
}

/// Converts `src` into `dst`, with U+FFFD for each maximal subpart.
#[inline]
pub(crate) fn convert_lossy<S: Unit, D: Unit>(src: Units<'_, S>, dst: Room<'_, D>) -> LossyOutcome {
    let (dst, to) = dst.into_parts();
    let (from, src) = (src.form(), src.bytes());
    let done = lossy_row::<S, D>(from, to).run(src, dst);
    // Bytes at the end that do not fill a unit were replaced too. Count them as one unit.
    let read = done.read.div_ceil(size_of::<S>());
    LossyOutcome {
        read,
        written: done.written / size_of::<D>(),
        replaced: done.replaced,
        done: done.read == src.len(),
    }
}

/// Writes `character` at the start of `dst`. Returns its length in code units, or `None` if it does
/// not fit.
pub(crate) fn encode<D: Unit>(character: char, dst: Room<'_, D>) -> Option<usize> {
    let (dst, to) = dst.into_parts();
    to.encode(character.into())?.store(dst).map(|bytes| bytes / size_of::<D>())
}

/// Returns the length of the result of [`convert_lossy`].
pub(crate) fn length_lossy<S: Unit, D: Unit>(src: Units<'_, S>) -> LossyLength {
    if is_little::<S>(src.form()) {
        const { operations::length_lossy(S::FORMS[0], D::FORMS[0]).unwrap() }
    } else {
        const { operations::length_lossy(S::FORMS[1], D::FORMS[0]).unwrap() }
    }
    .run(src.bytes())
}

#[cfg(feature = "alloc")]
mod owned {
    use alloc::{string::String, vec::Vec};
    use core::mem::MaybeUninit;

    use super::{Finding, Unit, Units, convert_row, finding, length, length_lossy, lossy_row};
    use crate::slices::unchecked;

    /// Converts `src` into native units of `D`, strictly.
    pub(crate) fn to_vec<S: Unit, D: Unit>(src: Units<'_, S>) -> Result<Vec<D>, Finding> {
        // The length counts at least the well-formed prefix, so the kernel never runs out of room
        // there.
        let mut out = Vec::with_capacity(length::<S, D>(src));
        let row = convert_row::<S, D>(src.form(), D::NATIVE);
        let done = unchecked::append(&mut out, row, src.bytes());
        if done.read == src.bytes().len() {
            return Ok(out);
        }
        // For ill-formed text, the length may be too short. Then the place where the kernel stopped
        // may be well-formed, so validate.
        super::validate(src)?;
        Err(finding(src.form(), src.bytes(), done.read))
    }

    /// The maximum number of bytes of a short text. Converting it is faster than measuring it first.
    const FEW: usize = 128;

    /// Converts `src` into a string, with U+FFFD for each maximal subpart. Returns the number of
    /// replacements too.
    pub(crate) fn to_string_lossy<S: Unit>(src: Units<'_, S>) -> (String, usize) {
        if src.bytes().len() <= FEW {
            // At most three bytes for each two, and for one that is left over.
            let mut room = [MaybeUninit::uninit(); 2 * FEW];
            let (text, done) = unchecked::write_units_lossy(&mut room, src);
            if done.read == src.bytes().len() {
                return (text.into(), done.replaced);
            }
        }
        // For ill-formed text, the length is close enough: only a small rest has to be measured and
        // converted in a second step.
        let mut out = String::with_capacity(length::<S, u8>(src));
        let done = unchecked::append_units_lossy(&mut out, src);
        let rest = src.split_at_byte(done.read).1;
        if !rest.bytes().is_empty() {
            out.reserve_exact(length_lossy::<S, u8>(rest).units);
        }
        let more = unchecked::append_units_lossy(&mut out, rest);
        out.shrink_to_fit();
        (out, done.replaced + more.replaced)
    }

    /// Converts `src` into native units of `D`, with U+FFFD for each maximal subpart. Returns the
    /// number of replacements too.
    pub(crate) fn to_vec_lossy<S: Unit, D: Unit>(src: Units<'_, S>) -> (Vec<D>, usize) {
        // For longer well-formed text, the length is exact. For ill-formed text, it is close
        // enough: only a small rest has to be measured and converted in a second step.
        let is_short = src.bytes().len() <= FEW;
        let room = if is_short { most::<S, D>(src) } else { length::<S, D>(src) };
        let mut out = Vec::with_capacity(room);
        let row = lossy_row::<S, D>(src.form(), D::NATIVE);
        let done = unchecked::append_lossy(&mut out, row, src.bytes());
        let rest = src.split_at_byte(done.read).1;
        if !rest.bytes().is_empty() {
            out.reserve_exact(length_lossy::<S, D>(rest).units);
        }
        let more = unchecked::append_lossy(&mut out, row, rest.bytes());
        out.shrink_to_fit();
        (out, done.replaced + more.replaced)
    }

    /// Returns the maximum number of units that `src` can become.
    fn most<S: Unit, D: Unit>(src: Units<'_, S>) -> usize {
        let each = match (size_of::<S>(), size_of::<D>()) {
            (4, 1) => 4,
            (_, 1) => 3,
            (4, 2) => 2,
            _ => 1,
        };
        each * src.bytes().len().div_ceil(size_of::<S>())
    }
}

#[cfg(feature = "alloc")]
pub(crate) use owned::{to_string_lossy, to_vec, to_vec_lossy};
