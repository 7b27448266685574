//! The new content of the file.

use std::{collections::VecDeque, rc::Rc};

use utfkit::codec::Decoder;

use super::{
    Edited, Place, Refusal, Text,
    find::{Found, Pattern},
    marks::{Piece, pieces},
    quick,
    reading::{Reading, Unit, Units},
    spell::spellings,
    verify::{self, Walk},
};

/// The number of units before a place that are read again with each spelling. An ill-formed piece
/// reaches no further.
const BEFORE: usize = 8;

/// The number of bytes after a place that are read again.
const AFTER: usize = 64;

/// Replaces the places.
pub(super) fn compose(
    text: &Text<'_>,
    reading: Reading,
    pattern: &Pattern,
    places: &[Found],
) -> Result<Edited, Refusal> {
    let mut walk = Walk::new(text.bytes, text.start, text.encoding.decoder(text.order));
    let mut bytes = Vec::with_capacity(text.bytes.len() + pattern.new.len());
    let (mut done, mut before, mut last) = (0, VecDeque::new(), None);
    let mut edited: Vec<Place> = Vec::with_capacity(places.len());
    let mut wanted: Vec<Rc<[u32]>> = Vec::with_capacity(places.len());
    for &place in places {
        let joins = || Refusal::Joins { offset: place.start };
        if let Some(line) = quick::line_before(text, walk.at, place.start) {
            walk = Walk::new(text.bytes, line, text.encoding.decoder(text.order));
            before.clear();
        }
        while walk.at < place.start {
            if before.len() == BEFORE {
                before.pop_front();
            }
            let (at, decoder) = (walk.at, walk.decoder);
            let value = walk.step();
            before.push_back((at, decoder, value.is_none()));
            last = value.or(last);
        }
        if walk.at != place.start {
            return Err(joins());
        }
        let (units, state) = units_of(text, place, walk.decoder).ok_or_else(joins)?;
        let pieces = pieces(text, reading, pattern, place, &units)?;
        let values: Vec<u32> = pieces.iter().flat_map(Piece::values).copied().collect();
        let next = Units::new(text.bytes, place.end, state).next().map(|unit| unit.value);
        let start = units.first().map(|unit| unit.value);
        let spelled = spellings(text, &pieces, [last, start, next])?;
        // Shifts next to the place are replaced only if they cannot stay.
        let (starts, ends) = (starts(&before, place, walk.decoder), ends(text, place, state));
        let borders = starts.iter().flat_map(|start| ends.iter().map(move |end| (*start, *end)));
        let allowed = |((from, state), (to, after_state)): (Border, Border)| {
            let earlier = before.front().filter(|first| first.0 < from);
            let (first, start_state) = earlier.map_or((from, state), |&(at, state, _)| (at, state));
            let around = verify::Around {
                before: &text.bytes[first..from],
                start_state,
                after: &text.bytes[to..text.bytes.len().min(to + AFTER)],
                is_last: text.bytes.len() <= to + AFTER,
                state,
                after_state,
                is_hz: verify::is_hz(text),
            };
            let spelled = spelled.iter().find(|spelling| around.allows(spelling, &values))?;
            Some((from, (to, after_state), spelled))
        };
        let (from, (to, after_state), spelled) =
            borders.into_iter().find_map(allowed).ok_or_else(joins)?;
        bytes.extend_from_slice(&text.bytes[done..from]);
        let start = bytes.len();
        bytes.extend_from_slice(spelled);
        edited.push(Place { old: from..to, new: start..bytes.len() });
        wanted.push(match wanted.last() {
            Some(same) if **same == values[..] => Rc::clone(same),
            _ => values.into(),
        });
        done = to;
        last = units.last().map(|unit| unit.value).or(last);
        walk = Walk::new(text.bytes, to, after_state);
        before.clear();
    }
    bytes.extend_from_slice(&text.bytes[done..]);
    let edited = Edited { encoding: text.encoding, bytes, places: edited };
    verify::verify(text, &edited, &wanted)?;
    Ok(edited)
}

/// Returns the units of a place, and the state after it; `None` if it ends inside a unit.
fn units_of(text: &Text<'_>, place: Found, state: Decoder) -> Option<(Vec<Unit>, Decoder)> {
    let mut units = Units::new(text.bytes, place.start, state);
    let mut all = Vec::new();
    while units.at < place.end {
        all.push(units.next()?);
    }
    (units.at == place.end).then_some((all, units.decoder))
}

/// An offset, and the state there.
type Border = (usize, Decoder);

/// Returns the start of a place, and the start of the shifts before it.
fn starts(before: &VecDeque<(usize, Decoder, bool)>, place: Found, state: Decoder) -> Vec<Border> {
    let shifts = before.iter().rev().take_while(|step| step.2).last();
    let mut starts = vec![(place.start, state)];
    starts.extend(shifts.map(|&(at, state, _)| (at, state)));
    starts
}

/// Returns the end of a place, and the end of the shifts after it.
fn ends(text: &Text<'_>, place: Found, state: Decoder) -> Vec<Border> {
    let mut ends = vec![(place.end, state)];
    let mut walk = Walk::new(text.bytes, place.end, state);
    for _ in 0..BEFORE {
        if walk.at == text.bytes.len() || walk.step().is_some() {
            break;
        }
        ends.truncate(1);
        ends.push((walk.at, walk.decoder));
    }
    ends
}
