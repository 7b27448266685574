//! Reports the characters that a receiver rejects, among the events of a stream.

use utfkit::Finding;

use super::{
    events::Events,
    text::{Piece, Places},
};
use crate::receivers::Receiver;

/// Reports `text`, and the characters in it that `receiver` rejects, to `events`. `offset` is the
/// offset of `text` in a stream of UTF-8.
pub fn tell_utf8(receiver: Option<Receiver>, text: &str, offset: u64, events: &mut dyn Events) {
    tell(receiver, Places::of_utf8(text, offset).piece(), events);
}

/// Reports `piece`, and the characters in it that `receiver` rejects, to `events`.
pub(crate) fn tell(receiver: Option<Receiver>, piece: Piece<'_>, events: &mut dyn Events) {
    let text = piece.text;
    let Some(receiver) = receiver else { return events.text(text) };
    let mut reported = 0;
    for refused in receiver.refused(text, piece.is_utf8() && piece.offset(0) == 0) {
        let at = refused.offset() as usize;
        events.text(&text[reported..at]);
        reported = at + refused.len();
        let bytes = piece.bytes(at..reported);
        events.refused(Finding::new(piece.offset(at), refused.kind(), bytes));
        if events.is_satisfied() {
            return;
        }
    }
    events.text(&text[reported..]);
}

/// Returns `true` if `receiver` accepts all of `text`. `text` must not begin a stream.
pub fn takes(receiver: Option<Receiver>, text: &str) -> bool {
    receiver.is_none_or(|receiver| receiver.refused(text, false).next().is_none())
}

/// Returns `true` if `receiver` rejects the BOM of UTF-8.
pub fn refuses_bom(receiver: Option<Receiver>) -> bool {
    receiver.is_some_and(|receiver| receiver.refused("\u{FEFF}", true).next().is_some())
}
