//! UTF-7: where a run of base64 may be read in another way.

use crate::{
    differences::{Context, has_bom},
    library::Call,
};

/// A run of base64: its offsets in the text, and whether RFC 2152 or RFC 3501 forbids it.
struct Run {
    /// The offset of the byte that opens it.
    start: usize,
    /// The offset after its last byte, which may be the byte that closes it.
    end: usize,
    is_ill_formed: bool,
}

/// Returns the reason of a difference of UTF-7.
pub(crate) fn reason(context: &Context<'_>, theirs: &Call, ours: &Call) -> Option<&'static str> {
    let runs = runs(context.input, context.from == "UTF-7-IMAP");
    if context.suffixes == "//IGNORE" {
        // glibc accepts the run, or leaves out another part of it. `explains` has checked the rest.
        let run = runs.iter().find(|run| run.is_ill_formed)?;
        let mut plain = context.glibc.open(context.to, context.from).expect("the pair");
        let start = plain.convert(&context.input[..run.start], context.room);
        let both = [theirs, ours].iter().all(|call| call.output.starts_with(&start.output));
        return both.then_some("utf-7-strict");
    }
    let same = theirs.output.starts_with(&ours.output) || ours.output.starts_with(&theirs.output);
    if !same {
        return None;
    }
    if let Some(skipped) = context.skipped {
        // The run may have begun in an earlier call. A byte that is not base64 has ended it.
        let is_base64 = sextet(skipped, context.from == "UTF-7-IMAP").is_some();
        return (is_base64 || is_new_text(context, ours)).then_some("utf-7-after-error");
    }
    let refused = ours.error == Some(libc::EILSEQ);
    let is_full = ours.error == Some(libc::E2BIG) || theirs.error == Some(libc::E2BIG);
    let is_refused = theirs.error == Some(libc::EILSEQ) && ours.error.is_some();
    runs.iter().filter(|run| run.contains(ours.read)).find_map(|run| {
        // This library does not accept the run.
        if refused && run.is_ill_formed && theirs.read >= run.start {
            return Some("utf-7-strict");
        }
        // Both stopped in the run.
        let is_open = ours.error == Some(libc::EINVAL) && run.end == context.input.len();
        let stopped = run.contains(theirs.read) && (is_open || is_full || is_refused);
        stopped.then_some("utf-7-run")
    })
}

/// Returns `true` if a call at the start of a text has the same result.
fn is_new_text(context: &Context<'_>, ours: &Call) -> bool {
    if has_bom(context.to) || context.to.starts_with("UTF-7") {
        // The text before it has a BOM, or its last run is open.
        return true;
    }
    let mut plain = context.ours.open(context.to, context.from).expect("the pair");
    let call = plain.convert(context.input, context.room);
    (call.error, call.read) == (ours.error, ours.read) && call.output == ours.output
}

/// Returns `true` if the suffixes explain the call `ours`: it has all text outside of ill-formed
/// runs, in order, and the target changes that text as it changes UTF-32.
pub(crate) fn explains(context: &Context<'_>, flush: bool, ours: &Call) -> bool {
    let &Context { ours: library, from, to, suffixes, input, room, .. } = context;
    let mut reader = library.open(&format!("UTF-32LE{suffixes}"), from).expect("a charset");
    let text = reader.convert(input, 4 * input.len() + 4);
    let whole = [None, Some(libc::EINVAL)].contains(&text.error) || context.is_lax;
    if suffixes == "//IGNORE" && (!whole || !has_all_text(context, &text.output)) {
        return false;
    }
    let mut writer = library.open(&format!("{to}{suffixes}"), "UTF-32LE").expect("a charset");
    let mut call = writer.convert(&text.output, room);
    if flush && ours.error != Some(libc::EILSEQ) {
        call.output.extend(writer.flush(64));
    }
    let is_full = call.error == Some(libc::E2BIG) || call.output.len() == room;
    let is_same = match ours.error {
        None => (call.error, text.error) == (None, None) && ours.count == call.count,
        Some(libc::E2BIG) => is_full,
        error => error == call.error || error == text.error && ours.read == text.read,
    };
    is_same && ours.output == call.output
}

/// Returns `true` if `output`, in UTF-32, has all text of the input that is not in an ill-formed run.
fn has_all_text(context: &Context<'_>, output: &[u8]) -> bool {
    let &Context { glibc, from, input, .. } = context;
    let mut reader = glibc.open("UTF-32LE//IGNORE", from).expect("a charset");
    let mut texts = vec![Vec::new()];
    let mut at = 0;
    let ends = [Run { start: input.len(), end: input.len(), is_ill_formed: false }];
    for run in runs(input, from == "UTF-7-IMAP").iter().chain(&ends) {
        for part in [at..run.start, run.start..run.end] {
            // A run at the end of the input may be incomplete.
            let is_unknown =
                part.start == run.start && part.end == input.len() || run.is_ill_formed;
            if part.start == run.start && is_unknown {
                texts.push(Vec::new());
            } else if let Some(text) = texts.last_mut() {
                reader.reset();
                text.extend(reader.convert(&input[part], 4 * input.len() + 4).output);
            }
        }
        at = run.end;
    }
    let mut rest = output;
    for (number, text) in texts.iter().enumerate() {
        let found = match number {
            0 => rest.starts_with(text).then_some(0),
            _ => (0..=rest.len()).step_by(4).find(|&at| rest[at..].starts_with(text)),
        };
        let Some(found) = found else { return false };
        rest = &rest[found + text.len()..];
    }
    // After the last ill-formed run, the text goes to the end.
    let last = texts.last().map_or(&[][..], Vec::as_slice);
    if texts.len() == 1 { rest.is_empty() } else { output.ends_with(last) }
}

impl Run {
    fn contains(&self, offset: usize) -> bool {
        (self.start..=self.end).contains(&offset)
    }
}

/// Returns the bits of a byte of base64.
fn sextet(byte: u8, imap: bool) -> Option<u8> {
    match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        b'/' if !imap => Some(63),
        b',' if imap => Some(63),
        _ => None,
    }
}

fn runs(input: &[u8], imap: bool) -> Vec<Run> {
    let shift = if imap { b'&' } else { b'+' };
    let sextet = |byte| sextet(byte, imap);
    let (mut runs, mut at) = (Vec::<Run>::new(), 0);
    while at < input.len() {
        let start = at;
        at += 1;
        if input[start] != shift || input.get(at) == Some(&b'-') {
            continue;
        }
        let digits: Vec<u8> = input[at..].iter().map_while(|&byte| sextet(byte)).collect();
        at += digits.len();
        let is_closed = input.get(at) == Some(&b'-');
        let bits: Vec<u8> =
            digits.iter().flat_map(|digit| (0..6).rev().map(move |bit| digit >> bit & 1)).collect();
        let units: Vec<u16> = bits
            .chunks_exact(16)
            .map(|unit| unit.iter().fold(0, |unit, &bit| unit << 1 | u16::from(bit)))
            .collect();
        let rest = bits.chunks_exact(16).remainder();
        let is_cut = rest.len() >= 6 || rest.contains(&1);
        let is_lone = char::decode_utf16(units.iter().copied()).any(|unit| unit.is_err());
        let is_printable = imap && units.iter().any(|unit| (0x20..0x7F).contains(unit));
        let adjoins = imap && runs.last().is_some_and(|run| run.end == start);
        let is_unclosed = imap && !is_closed;
        at += usize::from(is_closed);
        runs.push(Run {
            start,
            end: at,
            is_ill_formed: digits.is_empty()
                || is_cut
                || is_lone
                || is_printable
                || adjoins
                || is_unclosed,
        });
    }
    runs
}
