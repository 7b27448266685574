//! Checks that the comparison of two texts agrees with a comparison of their characters.
//!
//! The first two bytes of the input choose the encodings, the third the normalization, and the
//! fourth the position at which the rest is cut into two texts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit::{Encoding, encoding::Label};
use utfkit_text::{
    compare::{comparison::Comparison, side::Side},
    streams::code_points::CodePoints,
    transform::normalize::Form,
};

/// Compares two texts in these encodings, or returns `None` if one cannot be normalized.
fn compared(
    texts: [&[u8]; 2],
    encodings: [Encoding; 2],
    normalize: Option<Form>,
) -> Option<Comparison> {
    let [one, two] = [0, 1].map(|text| {
        let label = Label::from(encodings[text]);
        let points = CodePoints::new(texts[text], Some(label)).expect("memory can be read");
        Side::new(points, normalize)
    });
    Comparison::of(&mut [one, two]).ok()
}

fuzz_target!(|data: &[u8]| {
    let [first, second, normalize, cut, text @ ..] = data else { return };
    let encoding = |choice: u8| Encoding::ALL[usize::from(choice) % Encoding::ALL.len()];
    let encodings = [encoding(*first), encoding(*second)];
    let normalize = Form::ALL.get(usize::from(*normalize) % (Form::ALL.len() + 1)).copied();
    let (one, two) = text.split_at(usize::from(*cut) % (text.len() + 1));

    let itself = compared([text, text], [encodings[0]; 2], normalize);
    assert!(itself.is_none_or(|same| same.difference.is_none()), "{encodings:?}");
    let Some(found) = compared([one, two], encodings, normalize) else { return };
    let [second, first] = encodings;
    let swapped = compared([two, one], [first, second], normalize).expect("it was compared");
    assert_eq!(found.characters, swapped.characters);
    let place = |comparison: &Comparison| {
        comparison
            .difference
            .as_ref()
            .map(|found| (found.line, found.column, found.there[0].offset, found.there[1].offset))
    };
    let turned = place(&swapped).map(|(line, column, one, two)| (line, column, two, one));
    assert_eq!(place(&found), turned);
    for (there, text) in
        found.difference.iter().flat_map(|found| found.there.iter().zip([one, two]))
    {
        assert!(there.offset.is_none_or(|offset| offset <= text.len() as u64));
    }
});
