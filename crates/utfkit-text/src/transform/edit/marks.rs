//! The new text of a place, with the bytes of the characters that a reader could not read.

use super::{
    Refusal, Text,
    find::{Found, Pattern},
    reading::{MARK, OPAQUE, Reading, Unit, Units},
};

/// A part of the new text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Piece {
    Character(u32),
    /// Bytes of the file that stay, with the values of their units.
    Kept {
        start: usize,
        end: usize,
        values: Vec<u32>,
    },
}

impl Piece {
    /// Returns the values of its units.
    pub(super) fn values(&self) -> &[u32] {
        match self {
            Self::Character(value) => std::slice::from_ref(value),
            Self::Kept { values, .. } => values,
        }
    }
}

/// Old bytes that the reader saw as other characters.
struct Group {
    /// The characters that the reader saw.
    image: Vec<u32>,
    kept: Piece,
}

/// Returns the parts of the new text for `place`, which has these `units`.
pub(super) fn pieces(
    text: &Text<'_>,
    reading: Reading,
    pattern: &Pattern,
    place: Found,
    units: &[Unit],
) -> Result<Vec<Piece>, Refusal> {
    let new = pattern.new_values(place.crlf);
    if !pattern.has_mark() {
        let all = new.into_iter().map(|value| match value {
            MARK => Err(Refusal::Marks),
            value => Ok(Piece::Character(value)),
        });
        return all.collect();
    }
    let groups =
        groups(text, reading, place, units).ok_or(Refusal::Joins { offset: place.start })?;
    let (mut pieces, mut used, mut rest) = (Vec::new(), 0, &new[..]);
    while let Some((&value, after)) = rest.split_first() {
        if value == MARK {
            let group = groups.get(used).ok_or(Refusal::Marks)?;
            rest = rest.strip_prefix(&group.image[..]).ok_or(Refusal::Marks)?;
            pieces.push(group.kept.clone());
            used += 1;
        } else {
            pieces.push(Piece::Character(value));
            rest = after;
        }
    }
    // If some of them stay, it is not certain which.
    if used == 0 || used == groups.len() { Ok(pieces) } else { Err(Refusal::Marks) }
}

/// Returns the groups of the place that begin with U+FFFD for the reader, or `None` if the place
/// cuts a unit.
fn groups(text: &Text<'_>, reading: Reading, place: Found, units: &[Unit]) -> Option<Vec<Group>> {
    // UTF-8 has no states, so the reader begins a unit at the place.
    let seen: Vec<Unit> = match reading {
        Reading::Right => units.to_vec(),
        Reading::Parts | Reading::Bytes => {
            Units::seen(&text.bytes[..place.end], place.start, reading, text).collect()
        }
    };
    let (mut groups, mut start) = (Vec::new(), place.start);
    let (mut images, mut values) = (Vec::new(), Vec::new());
    let mut own = units.iter().peekable();
    for unit in &seen {
        images.push(if unit.value == OPAQUE { MARK } else { unit.value });
        while let Some(one) = own.next_if(|one| one.end <= unit.end) {
            values.push(one.value);
            if one.end != unit.end {
                continue;
            }
            let (image, values) = (std::mem::take(&mut images), std::mem::take(&mut values));
            let from = std::mem::replace(&mut start, unit.end);
            match image.first() {
                Some(&MARK) => {
                    let kept = Piece::Kept { start: from, end: unit.end, values };
                    groups.push(Group { image, kept });
                }
                _ if image.contains(&MARK) => return None,
                _ => {}
            }
        }
    }
    (start == place.end).then_some(groups)
}
