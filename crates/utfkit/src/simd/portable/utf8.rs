//! UTF-8 validation by a table-driven automaton.
//!
//! The automaton has nine states (Unicode table 3-7 needs no more). A row of its table holds the
//! successors of all states for one octet in the bits of one word, six for each, so that a step is a
//! load that does not depend on the state, and a shift: two cycles an octet at worst, whatever the
//! text. After Per Vognsen's shift-based automata.

use super::ascii;
use crate::form::{Codec, Sequence, Utf8, is_continuation};

/// Octets that the automaton takes between two looks at its state.
const BLOCK: usize = 32;

/// States, as the position of their six bits in a row.
const REJECT: u64 = 0;
const ACCEPT: u64 = 6;
const ONE_MORE: u64 = 12;
const TWO_MORE: u64 = 18;
const THREE_MORE: u64 = 24;
const AFTER_E0: u64 = 30;
const AFTER_ED: u64 = 36;
const AFTER_F0: u64 = 42;
const AFTER_F4: u64 = 48;

/// For each octet the successors of all states.
static ROWS: [u64; 256] = rows();

const fn rows() -> [u64; 256] {
    let mut rows = [0; 256];
    let mut octet = 0;
    while octet < 256 {
        rows[octet] = row(octet as u8);
        octet += 1;
    }
    rows
}

/// The successors of all states for `octet`; what is not listed is rejected.
const fn row(octet: u8) -> u64 {
    let low = matches!(octet, 0x80..=0x8F);
    let middle = matches!(octet, 0x90..=0x9F);
    let high = matches!(octet, 0xA0..=0xBF);
    let first = match octet {
        0x00..=0x7F => ACCEPT,
        0xC2..=0xDF => ONE_MORE,
        0xE0 => AFTER_E0,
        0xED => AFTER_ED,
        0xE1..=0xEF => TWO_MORE,
        0xF0 => AFTER_F0,
        0xF1..=0xF3 => THREE_MORE,
        0xF4 => AFTER_F4,
        _ => REJECT,
    };
    let mut row = first << ACCEPT;
    if low || middle || high {
        row |= ACCEPT << ONE_MORE | ONE_MORE << TWO_MORE | TWO_MORE << THREE_MORE;
    }
    if high {
        row |= ONE_MORE << AFTER_E0;
    }
    if low || middle {
        row |= ONE_MORE << AFTER_ED;
    }
    if middle || high {
        row |= TWO_MORE << AFTER_F0;
    }
    if low {
        row |= TWO_MORE << AFTER_F4;
    }
    row
}

/// [`Kernels::validate`](crate::simd::Kernels::validate) for UTF-8.
pub(super) fn validate(src: &[u8]) -> usize {
    let mut at = 0;
    let mut state = ACCEPT;
    while let Some(block) = src[at..].first_chunk::<BLOCK>() {
        if state == ACCEPT && ascii::is_ascii::<Utf8>(block) {
            at += BLOCK;
            continue;
        }
        let after = block.iter().fold(state, |state, &octet| (ROWS[octet as usize] >> state) & 63);
        if after == REJECT {
            break;
        }
        state = after;
        at += BLOCK;
    }
    // What is left, with the sequence that the last block left open, is short or ill-formed.
    at = start_of_open_sequence(src, at, state);
    while let Sequence::Value { len, .. } = Utf8::first(&src[at..], false) {
        at += len;
    }
    at
}

/// Where the sequence begins that is open before `at`, or `at` if none is.
fn start_of_open_sequence(src: &[u8], at: usize, state: u64) -> usize {
    if state == ACCEPT {
        return at;
    }
    let before = src[..at].iter().rev().take_while(|&&octet| is_continuation(octet)).count();
    at - before - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The automaton and the scalar decoder agree on the successor of every state by every octet.
    #[test]
    fn every_transition_is_that_of_the_decoder() {
        let prefixes: [(&[u8], u64); 8] = [
            (&[], ACCEPT),
            (&[0xC2], ONE_MORE),
            (&[0xE1], TWO_MORE),
            (&[0xF1], THREE_MORE),
            (&[0xE0], AFTER_E0),
            (&[0xED], AFTER_ED),
            (&[0xF0], AFTER_F0),
            (&[0xF4], AFTER_F4),
        ];
        for (prefix, state) in prefixes {
            for octet in 0..=255_u8 {
                let mut text = [0; 4];
                text[..prefix.len()].copy_from_slice(prefix);
                text[prefix.len()] = octet;
                let text = &text[..=prefix.len()];
                let next = (ROWS[usize::from(octet)] >> state) & 63;
                let well_begun = match Utf8::first(text, true) {
                    Sequence::Value { .. } => next == ACCEPT,
                    Sequence::IllFormed { kind: crate::Kind::Truncated, len }
                        if len == text.len() =>
                    {
                        next != ACCEPT && next != REJECT
                    }
                    _ => next == REJECT,
                };
                assert!(well_begun, "{text:02X?} gives state {next}");
            }
        }
    }
}
