//! What holds for every repair.

use utfkit_text::repair::{Event, Fix, Options, Repairer, repair};

/// Replaces the bytes of each fix from left to right: those before the fix by those after it, or
/// the other way round. The offsets of the fixes are in the text before the repair.
fn replaced(text: &[u8], fixes: &[Fix], undo: bool) -> Vec<u8> {
    let (mut out, mut read) = (Vec::new(), 0);
    for fix in fixes {
        let (from, to) = if undo { (&fix.becomes, &fix.bytes) } else { (&fix.bytes, &fix.becomes) };
        let offset = usize::try_from(fix.offset).expect("it is in memory");
        // Between two fixes, both texts are the same.
        let kept = if undo { offset - out.len() } else { offset - read };
        out.extend_from_slice(&text[read..read + kept]);
        read += kept;
        assert_eq!(&text[read..read + from.len()], from, "the fix is of other bytes");
        assert_ne!(from, to, "the fix changes nothing");
        out.extend_from_slice(to);
        read += from.len();
    }
    out.extend_from_slice(&text[read..]);
    out
}

/// Repairs `text` as a whole and in pieces of `size`: the fixes are the changes, undo restores `text`, a
/// second repair finds nothing, and the pieces change nothing.
pub(crate) fn check(text: &[u8], options: Options, size: usize) {
    let done = repair(text, options);
    assert_eq!(done.bytes != text, !done.fixes.is_empty(), "fixes are changes");
    assert_eq!(replaced(text, &done.fixes, false), done.bytes);
    assert_eq!(replaced(&done.bytes, &done.fixes, true), text);
    assert_eq!(done.undo(), text);
    assert_eq!(repair(&done.bytes, options).fixes, []);

    let (mut old, mut new, mut fixes) = (Vec::new(), Vec::new(), Vec::new());
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
            fixes.push(fix.clone());
        }
        _ => {}
    };
    for piece in text.chunks(size) {
        repairer.push(piece, false, &mut sink);
    }
    repairer.push(b"", true, &mut sink);
    assert_eq!(old, text);
    assert_eq!(new, done.bytes);
    assert_eq!(fixes, done.fixes);
}
