//! Checks that the filters of text do not depend on pieces, and that a second run changes nothing.
//!
//! The first byte of the input chooses the filters, and the second the size of the pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit_text::transform::{Eol, Filters, Form, Wanted};

/// Filters `text` in pieces of `size` characters. Returns `None` if it has too many marks.
fn filtered(text: &str, wanted: Wanted, size: usize) -> Option<String> {
    let (mut filters, mut out) = (Filters::new(wanted), String::new());
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.char_indices().nth(size).map_or(rest.len(), |(end, _)| end);
        let (piece, after) = rest.split_at(end);
        filters.push(piece, &mut out);
        rest = after;
    }
    filters.finish(&mut out);
    (!filters.overflowed()).then_some(out)
}

fuzz_target!(|data: &[u8]| {
    let [choice, size, bytes @ ..] = data else { return };
    let wanted = Wanted {
        strip_inner_bom: choice & 1 != 0,
        eol: Eol::ALL[usize::from(choice >> 1) % Eol::ALL.len()],
        normalize: Form::ALL.get(usize::from(choice >> 3) % (Form::ALL.len() + 1)).copied(),
        watched: choice & 0x80 != 0,
        ..Wanted::default()
    };
    let text = String::from_utf8_lossy(bytes);
    let pieces = filtered(&text, wanted, 1 + usize::from(*size));
    let Some(whole) = filtered(&text, wanted, usize::MAX) else { return };
    assert_eq!(pieces.as_ref(), Some(&whole), "{wanted:?}");
    assert_eq!(filtered(&whole, wanted, usize::MAX).as_ref(), Some(&whole), "{wanted:?}");
    if let Some(form) = wanted.normalize {
        assert_eq!(form.of(&whole), whole, "{wanted:?}");
    }
});
