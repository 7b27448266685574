//! Compares two texts, and compares the result with that of a comparison of their characters.
//!
//! The oracle decodes both texts a sequence at a time, normalizes the parts between ill-formed
//! sequences as a whole, and compares the two lists. The order must be the same in both directions.
//!
//! The first two bytes of the input choose the encodings, the third the normalization, and the
//! fourth the position at which the rest is cut into two texts. The third byte also chooses whether
//! the second text begins with the first one in its own encoding, so that they have the same start.
#![no_main]

#[path = "../support/characters.rs"]
mod characters;

use std::cmp::Ordering;

use characters::{encodings, sequences, start};
use libfuzzer_sys::fuzz_target;
use utfkit::{
    Encoding,
    encoding::{BomPolicy, Label},
    transcode::{Policy, Transcoder},
};
use utfkit_text::{
    search::{Comparison, Side, Value},
    streams::CodePoints,
    transform::Form,
};

/// A code value, or the bytes of an ill-formed sequence.
type Item<'t> = Result<u32, &'t [u8]>;

const LINE_FEED: Item<'static> = Ok(0x0A);

/// Compares two texts in these encodings.
fn compared(texts: [&[u8]; 2], encodings: [Encoding; 2], normalize: Option<Form>) -> Comparison {
    let [one, two] = [0, 1].map(|text| {
        let label = Label::from(encodings[text]);
        let points = CodePoints::new(texts[text], Some(label)).expect("memory can be read");
        Side::new(points, normalize)
    });
    let compared = Comparison::of(&mut [one, two]);
    compared.unwrap_or_else(|_| panic!("short texts can be normalized"))
}

/// Returns the items of a text, and the offset of each in bytes. The offsets are those before
/// normalization.
fn items(text: &[u8], encoding: Encoding, normalize: Option<Form>) -> (Vec<Item<'_>>, Vec<usize>) {
    let (order, len) = start(encoding, text);
    let mut items = Vec::new();
    let mut offsets = Vec::new();
    if len > 0 && encoding.unit_bytes() > 1 {
        let mark = sequences(encoding, order, &text[..len], 0);
        if mark.first().is_none_or(|mark| mark.value != Some(0xFEFF)) {
            // A BOM of the other byte order is an error.
            items.push(Err(&text[..len]));
            offsets.push(0);
        }
    }
    for one in sequences(encoding, order, text, len) {
        items.push(one.value.ok_or(&text[one.start..one.end]));
        offsets.push(one.after);
    }
    let Some(form) = normalize else { return (items, offsets) };
    let (mut normal, mut run) = (Vec::new(), String::new());
    for item in items {
        if let Some(character) = item.ok().and_then(char::from_u32) {
            run.push(character);
            continue;
        }
        normal.extend(form.of(&std::mem::take(&mut run)).chars().map(|c| Ok(c.into())));
        normal.push(item);
    }
    normal.extend(form.of(&run).chars().map(|c| Ok(c.into())));
    (normal, offsets)
}

/// Compares two texts, and checks the result. Returns the order, if both are well-formed at the
/// difference.
fn check(texts: [&[u8]; 2], encodings: [Encoding; 2], normalize: Option<Form>) -> Option<Ordering> {
    let found = compared(texts, encodings, normalize);
    let read = [0, 1].map(|text| items(texts[text], encodings[text], normalize));
    let [(one, _), (two, _)] = &read;
    let same = one.iter().zip(two).take_while(|(one, two)| one == two).count();
    assert_eq!(found.characters, same as u64, "{encodings:?} {normalize:?}");
    let Some(difference) = &found.difference else {
        assert_eq!(one, two, "{encodings:?} {normalize:?}");
        return Some(Ordering::Equal);
    };
    assert_ne!(one, two, "{encodings:?} {normalize:?}");
    let passed = &one[..same];
    let line_start = passed.iter().rposition(|item| *item == LINE_FEED).map_or(0, |at| at + 1);
    let line = 1 + passed.iter().filter(|item| **item == LINE_FEED).count();
    assert_eq!((difference.line, difference.column), (line as u64, (same - line_start + 1) as u64));
    for (side, there) in difference.there.iter().enumerate() {
        let (items, offsets) = &read[side];
        let value = there.value.as_ref().map(|value| match value {
            Value::CodePoint(value) => Ok(*value),
            Value::IllFormed(bytes) => Err(&bytes[..]),
        });
        assert_eq!(value, items.get(same).copied(), "{encodings:?} {normalize:?}");
        let is_known = normalize.is_none() && !encodings[side].has_shifts();
        let offset = offsets.get(same).map_or(texts[side].len(), |offset| *offset) as u64;
        assert_eq!(there.offset, is_known.then_some(offset), "{encodings:?} {normalize:?}");
    }
    // The two lists are the sort keys.
    let is_ordered = [one, two].iter().all(|list| list.get(same).is_none_or(Item::is_ok));
    let order = is_ordered.then(|| one.cmp(two));
    assert_eq!(difference.order(), order, "{encodings:?} {normalize:?}");
    order
}

fuzz_target!(|data: &[u8]| {
    let [first, second, normalize, cut, text @ ..] = data else { return };
    let all = encodings();
    let encodings = [first, second].map(|choice| all[usize::from(*choice) % all.len()]);
    let choices = Form::ALL.len() + 1;
    let begins_same = usize::from(*normalize) / choices % 2 == 1;
    let normalize = Form::ALL.get(usize::from(*normalize) % choices).copied();
    let (one, rest) = text.split_at(usize::from(*cut) % (text.len() + 1));
    let mut two = Vec::new();
    if begins_same {
        let mut transcoder =
            Transcoder::new(encodings[0], encodings[1]).policy(Policy::Skip).bom(BomPolicy::Forbid);
        transcoder.transcode_to_vec(one, &mut two, true).expect("findings are skipped");
    }
    two.extend_from_slice(rest);

    assert_eq!(check([one, one], [encodings[0]; 2], normalize), Some(Ordering::Equal));
    let order = check([one, &two], encodings, normalize);
    let [first, second] = encodings;
    let turned = check([&two, one], [second, first], normalize);
    assert_eq!(turned, order.map(Ordering::reverse));
});
