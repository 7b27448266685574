//! The differences from glibc, each with its reason. DIFFERENCES.md explains them.

use crate::library::Call;

/// A call that gave different results.
pub(crate) struct Context<'a> {
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    pub(crate) input: &'a [u8],
    pub(crate) room: usize,
}

impl Context<'_> {
    /// Returns the bytes at which this library stopped.
    fn rest(&self, ours: &Call) -> &[u8] {
        &self.input[ours.read..]
    }
}

/// Returns the reason of a difference.
pub(crate) fn reason(context: &Context<'_>, theirs: &Call, ours: &Call) -> Option<&'static str> {
    let refused = ours.error == Some(libc::EILSEQ);
    let rest = context.rest(ours);
    if refused && context.begins_swapped() && ours.read == 0 {
        return Some("swapped-bom");
    }
    if refused && context.begins_with_tag(rest) {
        return Some("tag-character");
    }
    if refused && context.begins_beyond_unicode(rest) {
        return Some("beyond-unicode");
    }
    if context.from.starts_with("UTF-7") {
        // glibc keeps the bits of an incomplete run, which this library leaves unread, and stops
        // before or after the end of a run.
        let near = ours.read.abs_diff(theirs.read) <= 8;
        let both_done = theirs.error.is_none() && ours.error.is_none();
        let same =
            theirs.output.starts_with(&ours.output) || ours.output.starts_with(&theirs.output);
        let is_laxer = ours.error.is_none() && theirs.error == Some(libc::EILSEQ);
        if near && same && !both_done && !is_laxer {
            return Some("utf-7-run");
        }
        let longer = theirs.read >= ours.read && theirs.output.starts_with(&ours.output);
        if refused && longer {
            return Some("utf-7-strict");
        }
    }
    let is_early = refused && theirs.error == Some(libc::EINVAL) && theirs.read == ours.read;
    if is_early && rest.len() < 4 {
        return Some("early-error");
    }
    let same_place = (theirs.read, &theirs.output) == (ours.read, &ours.output);
    let has_wchar = context.from == "WCHAR_T" || context.to == "WCHAR_T";
    let has_wide = has_wchar || context.from.starts_with("UCS-4");
    let room_left = context.room - ours.output.len();
    if has_wide && same_place && theirs.error == Some(libc::E2BIG) && room_left < 4 {
        return Some("room-first");
    }
    let is_bom = [&b"\xFF\xFE"[..], b"\xFF\xFE\0\0"].contains(&&theirs.output[..]);
    if has_wchar && ours.read == 0 && ours.output.is_empty() && is_bom {
        return Some("early-bom");
    }
    if context.from == "UHC" && rest.starts_with(b"\xA2\xE8") {
        return Some("uhc-a2e8");
    }
    None
}

impl Context<'_> {
    fn begins_swapped(&self) -> bool {
        let swapped = match self.from {
            "UTF-16BE" | "UNICODEBIG" => [0xFF, 0xFE],
            "UTF-16LE" | "UNICODELITTLE" | "UCS-2" => [0xFE, 0xFF],
            _ => return false,
        };
        self.input.starts_with(&swapped)
    }

    /// Returns the code point at the start of `rest`, if the charset is one of Unicode.
    fn code_point(&self, rest: &[u8]) -> Option<u32> {
        let first = || rest.first_chunk::<4>();
        match self.from {
            "UTF-32LE" | "UTF-32" | "UCS-4LE" | "WCHAR_T" => Some(u32::from_le_bytes(*first()?)),
            "UTF-32BE" | "UCS-4" => Some(u32::from_be_bytes(*first()?)),
            "UTF-16LE" | "UTF-16" => {
                let [a, b, c, d] = *first()?;
                let units = [u16::from_le_bytes([a, b]), u16::from_le_bytes([c, d])];
                char::decode_utf16(units).next()?.ok().map(u32::from)
            }
            "UTF-16BE" => {
                let [a, b, c, d] = *first()?;
                let units = [u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d])];
                char::decode_utf16(units).next()?.ok().map(u32::from)
            }
            "UTF-8" => {
                let text = rest.utf8_chunks().next()?;
                text.valid().chars().next().map(u32::from)
            }
            "GB18030" => {
                let [a, b, c, d] = first()?.map(u32::from);
                let is_four = (0x30..0x3A).contains(&b) && (0x30..0x3A).contains(&d);
                let number = |a: u32, b: u32, c: u32, d: u32| ((a * 10 + b) * 126 + c) * 10 + d;
                let start = number(0x90, 0x30, 0x81, 0x30);
                let offset = number(a, b, c, d).checked_sub(start)?;
                is_four.then_some(0x10000 + offset)
            }
            _ => None,
        }
    }

    fn begins_with_tag(&self, rest: &[u8]) -> bool {
        self.code_point(rest).is_some_and(|value| value >> 7 == 0xE0000 >> 7)
    }

    fn begins_beyond_unicode(&self, rest: &[u8]) -> bool {
        match self.from {
            "UTF-8" => rest.first().is_some_and(|lead| *lead >= 0xF4),
            _ => self.code_point(rest).is_some_and(|value| value > 0x10FFFF),
        }
    }
}
