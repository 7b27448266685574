//! UTF-7: where a run of base64 may be read in another way.

use crate::{differences::Context, library::Call};

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
        // glibc accepts the run, or leaves out another part of it.
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
    if context.continues {
        // The run may have begun in an earlier call.
        return Some("utf-7-after-error");
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

impl Run {
    fn contains(&self, offset: usize) -> bool {
        (self.start..=self.end).contains(&offset)
    }
}

fn runs(input: &[u8], imap: bool) -> Vec<Run> {
    let (shift, last) = if imap { (b'&', b',') } else { (b'+', b'/') };
    let sextet = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' => Some(62),
        byte if byte == last => Some(63),
        _ => None,
    };
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
