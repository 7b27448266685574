//! A restored text in one encoding, if places of it stay in another one.

use std::collections::BTreeMap;

use utfkit::{Encoding, transcode::convert};
use utfkit_text::heal::{Healed, Open};

/// Why a file is in UTF-8, unlike its older version.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum InUtf8 {
    /// It was converted.
    Converted,
    /// Places of it stay in UTF-8, and the text would be in two encodings.
    NotWhole,
}

/// Returns `true` if places that stay are in UTF-8, and the restored text around them is in
/// `encoding`.
pub(super) fn is_mixed(healed: &Healed, encoding: Encoding) -> bool {
    let is_legacy = encoding != Encoding::Utf8 && encoding.unit_bytes() == 1;
    let stays = |place: &Open| {
        let bytes = healed.bytes.get(place.offset..place.offset + place.len).unwrap_or_default();
        !bytes.is_ascii() && std::str::from_utf8(bytes).is_ok()
    };
    is_legacy && (healed.more_open > 0 || healed.open.iter().any(stays))
}

/// Returns `true` if some lines of `bytes`, which are in the legacy charset `encoding`, are UTF-8. Read in
/// that charset and written in UTF-8, they would be encoded twice.
pub(super) fn has_lines_of_utf8(bytes: &[u8], encoding: Encoding) -> bool {
    let is_utf8 = |line: &[u8]| !line.is_ascii() && std::str::from_utf8(line).is_ok();
    encoding != Encoding::Utf8
        && encoding.unit_bytes() == 1
        && bytes.split(|&byte| byte == b'\n').any(is_utf8)
}

/// Returns `healed` in UTF-8, with its places there. The result is `None` if it cannot be converted
/// back exactly, so that no byte is lost.
pub(super) fn in_utf8(healed: &Healed, encoding: Encoding) -> Option<Healed> {
    if healed.more_open > 0 {
        return None;
    }
    // Each border of a place, and its offset in the result.
    let mut borders: BTreeMap<usize, usize> = [(0, 0), (healed.bytes.len(), 0)].into();
    let restored = healed.restored.iter().map(|place| (place.offset, place.len));
    for (offset, len) in restored.chain(healed.open.iter().map(|place| (place.offset, place.len))) {
        borders.insert(offset, 0);
        borders.insert(offset + len, 0);
    }
    let (mut bytes, mut from) = (Vec::with_capacity(healed.bytes.len() * 3 / 2), 0);
    let mut open = healed.open.iter().peekable();
    for (&border, new) in &mut borders {
        let part = healed.bytes.get(from..border)?;
        while open.next_if(|place| place.offset + place.len <= from).is_some() {}
        let is_open = open.peek().is_some_and(|place| place.offset <= from && from < border);
        if is_open && std::str::from_utf8(part).is_ok() {
            bytes.extend_from_slice(part);
        } else {
            let text = convert(part, encoding, Encoding::Utf8).ok()?;
            if convert(&text, Encoding::Utf8, encoding).ok()? != part {
                return None;
            }
            bytes.extend(text);
        }
        (*new, from) = (bytes.len(), border);
    }
    let mut result = healed.clone();
    let moved = |offset: &mut usize, len: &mut usize| {
        let (start, end) = (borders[&*offset], borders[&(*offset + *len)]);
        (*offset, *len) = (start, end - start);
    };
    result.restored.iter_mut().for_each(|place| moved(&mut place.offset, &mut place.len));
    for place in &mut result.open {
        moved(&mut place.offset, &mut place.len);
        for candidate in &mut place.candidates {
            *candidate = utfkit::transcode::decode_lossy(candidate, encoding).0.into_owned().into();
        }
    }
    result.bytes = bytes;
    Some(result)
}
