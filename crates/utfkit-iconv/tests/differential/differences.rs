//! The differences from glibc, each with its reason. DIFFERENCES.md explains them.

use crate::{
    library::{Call, Library},
    utf7,
};

/// A call that gave different results.
pub(crate) struct Context<'a> {
    pub(crate) glibc: &'a Library,
    pub(crate) ours: &'a Library,
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    /// The suffixes after `to`.
    pub(crate) suffixes: &'a str,
    pub(crate) is_lax: bool,
    pub(crate) input: &'a [u8],
    pub(crate) room: usize,
    /// The byte that was left out before the input, because an earlier call stopped at it.
    pub(crate) skipped: Option<u8>,
}

/// Returns the reason of a difference.
pub(crate) fn reason(context: &Context<'_>, theirs: &Call, ours: &Call) -> Option<&'static str> {
    let &Context { from, to, input, is_lax, .. } = context;
    let rest = &input[ours.read..];
    let refused = ours.error == Some(libc::EILSEQ);
    // glibc did the same up to the error, and did not stop there.
    let accepted = refused
        && theirs.output.starts_with(&ours.output)
        && (theirs.read > ours.read || theirs.error == Some(libc::E2BIG));
    let same_place = (theirs.read, &theirs.output) == (ours.read, &ours.output);
    let is_late = context.skipped.is_some() && ours.read == 0;
    if accepted && is_late && has_bom(from) && context.begins_with_bom() {
        return Some("bom-after-error");
    }
    if accepted && context.suffixes == "//TRANSLIT" && context.begins_with_surrogate(rest) {
        return Some("surrogate");
    }
    let suffix = match context.suffixes {
        "//IGNORE" => context.ignore(theirs, ours),
        "//TRANSLIT" if !is_lax => context.lacks_character(theirs, ours).then_some("translit"),
        "//NON_IDENTICAL_DISCARD" => {
            // Text that is left out needs no room.
            let stopped = [Some(libc::EILSEQ), Some(libc::E2BIG)].contains(&theirs.error);
            let went_on = stopped && ours.read > theirs.read;
            (went_on && context.lacks_character(theirs, ours)).then_some("discard")
        }
        _ => None,
    };
    if suffix.is_some() {
        return suffix;
    }
    if accepted
        && !is_lax
        && !context.skipped.is_some()
        && ours.read == 0
        && context.begins_swapped()
    {
        return Some("swapped-bom");
    }
    if accepted && !is_lax && context.begins_with_tag(rest) {
        return Some("tag-character");
    }
    let is_early = refused && same_place && theirs.error == Some(libc::EINVAL);
    let is_utf8 = from == "UTF-8";
    if (accepted || is_early) && !(is_lax && is_utf8) && context.begins_beyond_unicode(rest) {
        return Some("beyond-unicode");
    }
    let stopped = matches!(ours.error, Some(libc::EILSEQ | libc::EINVAL));
    if stopped && same_place && theirs.error == Some(libc::E2BIG) && context.stops_like(ours) {
        return Some("room-first");
    }
    if from.starts_with("UTF-7") {
        return utf7::reason(context, theirs, ours);
    }
    if is_early && !context.can_become_valid(rest) {
        return Some("early-error");
    }
    let has_wchar = from == "WCHAR_T" || to == "WCHAR_T";
    let is_bom = [&b"\xFF\xFE"[..], b"\xFF\xFE\0\0"].contains(&&theirs.output[..]);
    let needs_bom = has_bom(to) && input.is_empty() && theirs.error == Some(libc::E2BIG);
    if has_wchar && ours.read == 0 && ours.output.is_empty() && (is_bom || needs_bom) {
        return Some("early-bom");
    }
    if from == "UHC" && rest.starts_with(b"\xA2\xE8") && accepted {
        return Some("uhc-a2e8");
    }
    None
}

/// Returns `true` if the byte order of the charset depends on a BOM.
pub(crate) fn has_bom(charset: &str) -> bool {
    ["UTF-16", "UTF-32", "UNICODE"].contains(&charset)
}

impl Context<'_> {
    /// Returns the reason of a difference of `//IGNORE`.
    fn ignore(&self, theirs: &Call, ours: &Call) -> Option<&'static str> {
        let is_full = ours.error == Some(libc::E2BIG);
        if ours.output == theirs.output && ours.read == theirs.read && !is_full {
            return match (theirs.error, ours.error) {
                // glibc fails at the end if something was left out.
                (Some(libc::EILSEQ), None | Some(libc::EINVAL)) if !self.is_lax => Some("ignore"),
                // But some of its converters do not report a loss, or count it.
                (None, Some(libc::EILSEQ)) if self.is_lax => Some("ignore-report"),
                (Some(libc::EILSEQ), Some(libc::EINVAL)) if self.is_lax => Some("ignore-report"),
                (None, None) => Some("ignore-report"),
                _ => None,
            };
        }
        // Text that is left out needs no room.
        let needs_room = theirs.error == Some(libc::E2BIG) && ours.read > theirs.read;
        if needs_room && ours.output == theirs.output {
            return Some("ignore-room");
        }
        // A sequence that no byte can complete is left out at once.
        let is_early = theirs.error == Some(libc::EINVAL)
            && (ours.read > theirs.read || ours.error == Some(libc::E2BIG))
            && ours.output.starts_with(&theirs.output);
        if is_early && !self.can_become_valid(&self.input[theirs.read..]) {
            return Some("early-error");
        }
        // They are the same up to an ill-formed sequence, whose length is another one for glibc. The
        // oracle has checked what this library does with the rest.
        let mut reader = self.glibc.open("UTF-32LE", self.from).expect("a charset");
        let text = reader.convert(self.input, 4 * self.input.len() + 4);
        let target = format!("{}//IGNORE", self.to);
        let mut plain = self.glibc.open(&target, self.from).expect("the pair");
        let start = plain.convert(&self.input[..text.read], self.room);
        let both = [theirs, ours].iter().all(|call| call.output.starts_with(&start.output));
        (text.error == Some(libc::EILSEQ) && both).then_some("ignore-length")
    }

    /// Returns `true` if glibc fails at the same place with enough room.
    fn stops_like(&self, ours: &Call) -> bool {
        let mut plain = self.glibc.open(self.to, self.from).expect("the pair");
        let call = plain.convert(self.input, 4 * self.input.len() + 64);
        (call.error, call.read) == (ours.error, ours.read)
    }

    /// Returns `true` if the text has a character that the target lacks, and both results are the
    /// same up to it.
    fn lacks_character(&self, theirs: &Call, ours: &Call) -> bool {
        let (start, value) = self.first_refused();
        value.read > 0 && start.precedes(theirs) && start.precedes(ours)
    }

    /// Converts without suffixes by glibc, and reads the next character after that.
    fn first_refused(&self) -> (Call, Call) {
        // After an error, U+FEFF is a character.
        let from = match self.from {
            "UTF-16" if self.skipped.is_some() => "UTF-16LE",
            "UTF-32" if self.skipped.is_some() => "UTF-32LE",
            "UNICODE" if self.skipped.is_some() => "UNICODELITTLE",
            from => from,
        };
        let mut plain = self.glibc.open(self.to, from).expect("the pair");
        let start = plain.convert(self.input, self.room);
        let mut reader = self.glibc.open("UTF-32LE", from).expect("a charset");
        let value = reader.convert(&self.input[start.read..], 4);
        (start, value)
    }

    fn begins_with_bom(&self) -> bool {
        [&b"\xFF\xFE"[..], b"\xFE\xFF", b"\0\0\xFE\xFF"]
            .iter()
            .any(|bom| self.input.starts_with(bom))
    }

    fn begins_swapped(&self) -> bool {
        let swapped = match self.from {
            "UTF-16BE" | "UNICODEBIG" => [0xFF, 0xFE],
            "UTF-16LE" | "UNICODELITTLE" | "UCS-2" => [0xFE, 0xFF],
            _ => return false,
        };
        self.input.starts_with(&swapped)
    }

    /// Returns `true` if glibc reads a character from `rest`, a sequence that it calls incomplete,
    /// for any bytes after it.
    fn can_become_valid(&self, rest: &[u8]) -> bool {
        let mut descriptor = self.glibc.open("UTF-32LE", self.from).expect("a charset");
        let mut open = vec![rest.to_vec()];
        // In UTF-8, the longest sequence has six bytes, and some bytes stand for all others.
        let (all, some): (Vec<u8>, _) = ((0..=255).collect(), vec![0x80, 0x88, 0x90, 0xA0, 0xBF]);
        let (nexts, end) = match self.from {
            "UTF-8" => (some, 7),
            _ => (all, rest.len() + 2),
        };
        while let Some(bytes) = open.pop() {
            for &next in &nexts {
                let longer = [&bytes[..], &[next]].concat();
                descriptor.reset();
                let call = descriptor.convert(&longer, 64);
                match call.error {
                    _ if call.read > 0 => return true,
                    Some(libc::EINVAL) if longer.len() < end => open.push(longer),
                    Some(libc::EINVAL) => return true,
                    Some(libc::EILSEQ) => {}
                    error => panic!("{} {longer:02X?}: {error:?}", self.from),
                }
            }
        }
        false
    }

    /// Returns the code point at the start of `rest`, if the charset is one of Unicode.
    fn code_point(&self, rest: &[u8]) -> Option<u32> {
        let first = || rest.first_chunk::<4>();
        match self.from {
            "UTF-32LE" | "UTF-32" | "UCS-4LE" | "WCHAR_T" => Some(u32::from_le_bytes(*first()?)),
            "UTF-32BE" | "UCS-4" => Some(u32::from_be_bytes(*first()?)),
            "UTF-16LE" | "UTF-16BE" | "UTF-16" => {
                let [a, b, c, d] = *first()?;
                let is_big = self.from == "UTF-16BE";
                let unit = if is_big { u16::from_be_bytes } else { u16::from_le_bytes };
                char::decode_utf16([[a, b], [c, d]].map(unit)).next()?.ok().map(u32::from)
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

    fn begins_with_surrogate(&self, rest: &[u8]) -> bool {
        self.from.starts_with("UCS-4")
            && self.code_point(rest).is_some_and(|value| value >> 11 == 0xD800 >> 11)
    }

    fn begins_beyond_unicode(&self, rest: &[u8]) -> bool {
        match self.from {
            "UTF-8" => match rest {
                [0xF4, second, ..] => (0x90..0xC0).contains(second),
                [lead, ..] => (0xF5..0xFE).contains(lead),
                [] => false,
            },
            _ => self.code_point(rest).is_some_and(|value| value > 0x10FFFF),
        }
    }
}
