//! Checks that a repair can be undone exactly, in any pieces, and that a second repair finds
//! nothing.
//!
//! The first byte of the input chooses the options and the size of the pieces.
#![no_main]

use libfuzzer_sys::fuzz_target;
use utfkit::Encoding;
use utfkit_text::repair::{Event, Options, Repairer, repair};

fuzz_target!(|data: &[u8]| {
    let Some((&choice, text)) = data.split_first() else { return };
    let mut options = Options::default();
    options.modified_utf8 = choice & 1 != 0;
    options.unsafe_overlong = choice & 2 != 0;
    options.mixed = (choice & 4 != 0).then_some(Encoding::Iso8859_1);
    let done = repair(text, options);
    assert_eq!(done.undo(), text);
    assert_eq!(repair(&done.bytes, options).fixes, []);

    let (mut old, mut new) = (Vec::new(), Vec::new());
    let mut repairer = Repairer::new(options);
    let mut sink = |event: Event<'_>| match event {
        Event::Kept(bytes) => {
            old.extend_from_slice(bytes);
            new.extend_from_slice(bytes);
        }
        Event::Fix(fix) => {
            assert_eq!(fix.offset, old.len() as u64);
            old.extend_from_slice(&fix.bytes);
            new.extend_from_slice(&fix.becomes);
        }
        _ => {}
    };
    for piece in text.chunks(usize::from(choice >> 3) + 1) {
        repairer.push(piece, false, &mut sink);
    }
    repairer.push(b"", true, &mut sink);
    assert_eq!(old, text);
});
