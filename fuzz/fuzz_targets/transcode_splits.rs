//! Compares streams with the oracle of the tests, for any bytes, encodings, policies, pieces and
//! output sizes.
//!
//! The first seven bytes of the input choose the case. The others are the text; two of the seven
//! determine its cuts.
#![no_main]

#[allow(dead_code)]
#[path = "../../crates/utfkit/tests/it/oracle/mod.rs"]
mod oracle;

use libfuzzer_sys::fuzz_target;
use oracle::{BOMS, Case, POLICIES, check, expected};
use utfkit::{encoding::ByteOrder, transcode::Transcoder};

fuzz_target!(|data: &[u8]| {
    let Some((&[from, to, ways, options, room, first, second], text)) = data.split_first_chunk()
    else {
        return;
    };
    let all = oracle::KNOWN;
    let order = |bit: u8| [ByteOrder::Big, ByteOrder::Little][usize::from(options >> bit & 1)];
    let case = Case {
        from: all[usize::from(from) % all.len()],
        to: all[usize::from(to) % all.len()],
        how: POLICIES[usize::from(ways) % POLICIES.len()],
        bom: BOMS[usize::from(ways) / POLICIES.len() % BOMS.len()],
        input_order: order(0),
        output_order: order(1),
    };
    let by_pivot = options & 4 != 0;
    let said = expected(case, text);
    let room = Transcoder::MIN_OUTPUT + usize::from(room);
    if options & 8 != 0 {
        let singles = text.chunks(1).chain([&b""[..]]).collect::<Vec<_>>();
        check(case, &said, &singles, room, by_pivot);
    }
    let first = usize::from(first) % (text.len() + 1);
    let second = first + usize::from(second) % (text.len() - first + 1);
    let pieces = [&text[..first], &text[first..second], &text[second..]];
    check(case, &said, &pieces, room, by_pivot);
    check(case, &said, &[text], said.out.len() + Transcoder::MIN_OUTPUT, by_pivot);
});
