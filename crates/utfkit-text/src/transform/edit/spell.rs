//! The bytes of the new text.

use utfkit::codec::Step;

use super::{Refusal, Text, marks::Piece};

/// Returns the possible bytes of `pieces`, the shortest first. `around` are the values before the
/// place, at its start, and after it.
///
/// In encodings with shift states, the writer of the file was in a state here that its bytes do not
/// show: it may have ended a shift before the place or after it. Only the right bytes lead to the
/// state after the place.
pub(super) fn spellings(
    text: &Text<'_>,
    pieces: &[Piece],
    [before, start, after]: [Option<u32>; 3],
) -> Result<Vec<Vec<u8>>, Refusal> {
    let first = text.encoding.encoder(text.order);
    if !text.encoding.has_shifts() {
        let (bytes, _) = spelling(text, pieces, first)?;
        return Ok(vec![bytes]);
    }
    let mut encoders = vec![first];
    for value in [before, start].into_iter().flatten().filter(|&v| first.encode(v).is_some()) {
        let mut encoder = first;
        encoder.pass(value);
        encoders.push(encoder);
    }
    let mut all = Vec::new();
    for encoder in encoders {
        let (bytes, encoder) = spelling(text, pieces, encoder)?;
        all.push([&bytes[..], encoder.tail().bytes()].concat());
        if let Some(next) = after.and_then(|value| encoder.encode(value)) {
            all.push([&bytes[..], &shifts(text, &bytes, next.bytes())].concat());
        }
        all.push(bytes);
    }
    all.sort_unstable_by(|one, other| one.len().cmp(&other.len()).then_with(|| one.cmp(other)));
    all.dedup();
    Ok(all)
}

fn spelling(
    text: &Text<'_>,
    pieces: &[Piece],
    mut encoder: utfkit::codec::Encoder,
) -> Result<(Vec<u8>, utfkit::codec::Encoder), Refusal> {
    let mut bytes = Vec::new();
    for piece in pieces {
        match piece {
            Piece::Kept { start, end, .. } => bytes.extend_from_slice(&text.bytes[*start..*end]),
            &Piece::Character(value) => {
                let encoded = encoder.encode(value).ok_or_else(|| not_in(text, value))?;
                bytes.extend_from_slice(encoded.bytes());
                encoder.pass(value);
            }
        }
    }
    Ok((bytes, encoder))
}

/// Returns the shifts at the start of `next`, which follows `bytes`.
fn shifts(text: &Text<'_>, bytes: &[u8], next: &[u8]) -> Vec<u8> {
    let mut decoder = text.encoding.decoder(text.order);
    let whole = [bytes, next].concat();
    let mut at = 0;
    let mut shifts = Vec::new();
    while at < whole.len() {
        let (len, is_shift) = match decoder.first(&whole[at..], true) {
            Step::Shift { len } => (len, true),
            Step::Value { len, .. } | Step::IllFormed { len, .. } => (len, false),
            Step::Incomplete => (1, false),
        };
        let len = len.clamp(1, whole.len() - at);
        decoder.pass(&whole[at..at + len]);
        if at >= bytes.len() {
            if !is_shift {
                break;
            }
            shifts.extend_from_slice(&whole[at..at + len]);
        }
        at += len;
    }
    shifts
}

fn not_in(text: &Text<'_>, value: u32) -> Refusal {
    let character = char::from_u32(value).unwrap_or(char::REPLACEMENT_CHARACTER);
    let has = |near: &&str| {
        let encoder = text.encoding.encoder(text.order);
        near.chars().all(|c| encoder.encode(c.into()).is_some())
    };
    let nearest = utfkit::transcode::transliteration(character).filter(has).map(str::to_owned);
    Refusal::NotInEncoding { character, encoding: text.encoding, nearest }
}
