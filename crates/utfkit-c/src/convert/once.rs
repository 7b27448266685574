//! Conversion of a whole text in one call.

use std::{ffi::c_void, mem::MaybeUninit};

use utfkit::{
    Outcome, Status,
    transcode::{Counts, Transcoder},
};

use super::policy::policy;
use crate::{
    encoding::table,
    forms::result::{parts, utfkit_result},
    memory::{
        guard::guard,
        numbers::{EncodingNumber, PolicyNumber},
        pointers,
    },
    status::utfkit_status,
};

/// The text that replaces a finding, if the policy writes a text and the caller names none.
const REPLACEMENT: &str = "?";

/// The bytes on the stack that `utfkit_convert_length` converts into.
const SCRATCH: usize = 16 << 10;

/// Converts a whole text from one encoding to another.
///
/// `utfkit_convert_length` computes the length of the output before. The status is
/// `UTFKIT_STATUS_OK` if all of the input was converted, or else the reason why the conversion
/// stopped. `result` gets the numbers of bytes that were read and written until then.
///
/// After `UTFKIT_STATUS_ILL_FORMED`, `read` includes the sequence, and the output is complete: in an encoding with shifts, such as
/// UTF-7 and ISO-2022-JP, it ends in the initial state. After `UTFKIT_STATUS_OUTPUT_FULL`, it can
/// end inside a shift: call again with more room.
///
/// `UTFKIT_POLICY_REPLACE_WITH` and `UTFKIT_POLICY_TRANSLITERATE` write "?".
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_convert(
    from: EncodingNumber,
    to: EncodingNumber,
    with: PolicyNumber,
    input: *const c_void,
    length: usize,
    output: *mut c_void,
    room: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (input, room, result) = unsafe {
            let (from, to) = (input.cast::<u8>(), output.cast::<u8>());
            let (input, room) = pointers::input_and_room(from, length, to, room)?;
            (input, room, pointers::place(result)?)
        };
        let mut transcoder =
            transcoder(from, to, with).map_err(|status| refused(status, result))?;
        let outcome = transcoder.transcode(input, &mut *room, true);
        let outcome = completed(&mut transcoder, outcome, &mut room[outcome.written..]);
        Ok(report(outcome, transcoder.counts(), result))
    })
}

/// Computes the length of the output of `utfkit_convert`, in bytes, without writing it.
///
/// `written` of the result is the length. The status is that of `utfkit_convert` with enough room.
/// The text is converted in pieces for this, so the call takes about as long as the conversion. For
/// UTF-8, UTF-16 and UTF-32 in memory, the functions `utfkit_..._length_in_...` are faster.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn utfkit_convert_length(
    from: EncodingNumber,
    to: EncodingNumber,
    with: PolicyNumber,
    input: *const c_void,
    length: usize,
    result: *mut utfkit_result,
) -> utfkit_status {
    guard(|| {
        // SAFETY: the pointers of the caller, as the start of the header says.
        let (input, result) =
            unsafe { (pointers::slice(input.cast::<u8>(), length)?, pointers::place(result)?) };
        let mut transcoder =
            transcoder(from, to, with).map_err(|status| refused(status, result))?;
        let mut scratch = [MaybeUninit::<u8>::uninit(); SCRATCH];
        let (mut read, mut written) = (0, 0_usize);
        let status = loop {
            let outcome = transcoder.transcode(&input[read..], &mut scratch, true);
            read += outcome.read;
            written = written.saturating_add(outcome.written);
            if outcome.status != Status::OutputFull {
                break outcome.status;
            }
        };
        let outcome = Outcome { read, written, status };
        let outcome = completed(&mut transcoder, outcome, &mut scratch);
        Ok(report(outcome, transcoder.counts(), result))
    })
}

/// Ends the output if the conversion stopped at a finding. `room` is the rest of the output.
fn completed(
    transcoder: &mut Transcoder<'_>,
    mut outcome: Outcome,
    room: &mut [MaybeUninit<u8>],
) -> Outcome {
    if let Status::IllFormed(_) = outcome.status {
        let tail = transcoder.complete(room);
        outcome.written = outcome.written.saturating_add(tail.written);
        if tail.status == Status::OutputFull {
            outcome.status = tail.status;
        }
    }
    outcome
}

fn transcoder(
    from: EncodingNumber,
    to: EncodingNumber,
    with: PolicyNumber,
) -> Result<Transcoder<'static>, utfkit_status> {
    let transcoder = Transcoder::labelled(table::label(from)?, table::label(to)?);
    Ok(transcoder.policy(policy(with, REPLACEMENT)?))
}

/// Writes that nothing was converted, unless `status` is an error of the caller. Returns `status`.
fn refused(status: utfkit_status, result: &mut MaybeUninit<utfkit_result>) -> utfkit_status {
    if !status.is_error() {
        result.write(utfkit_result::NONE);
    }
    status
}

/// Writes the result of a conversion for C. Returns its status.
pub(super) fn report(
    outcome: Outcome,
    counts: &Counts,
    result: &mut MaybeUninit<utfkit_result>,
) -> utfkit_status {
    let (status, finding) = parts(outcome.status);
    let handled = counts.replaced.saturating_add(counts.skipped).saturating_add(counts.escaped);
    let replaced = usize::try_from(handled).unwrap_or(usize::MAX);
    let Outcome { read, written, .. } = outcome;
    result.write(utfkit_result { read, written, replaced, finding });
    status
}
