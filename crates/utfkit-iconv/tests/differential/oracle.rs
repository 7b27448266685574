//! Computes the effect of a suffix without suffixes.
//!
//! A difference from glibc says nothing about the rest of a text. So each result that differs is
//! computed again: by this library without suffixes, which stops at each error, and by this test,
//! which leaves out or replaces the sequence there.

use crate::{
    differences::Context,
    library::{Call, Descriptor, Library},
    utf7,
};

/// Returns `true` if the suffixes explain the call `ours`. `flush` is whether its output has the bytes
/// that end the text.
pub(crate) fn explains(context: &Context<'_>, flush: bool, ours: &Call) -> bool {
    if context.from.starts_with("UTF-7") {
        utf7::explains(context, flush, ours)
    } else {
        search(context, flush, ours, &mut Vec::new())
    }
}

/// Tries the possible lengths of ill-formed sequences, as long as the output is that of `ours`.
fn search(context: &Context<'_>, flush: bool, ours: &Call, skips: &mut Vec<usize>) -> bool {
    match convert(context, flush, skips) {
        Step::Done(call) => call == *ours,
        Step::IllFormed { output, read } => {
            ours.output.starts_with(&output)
                && context.lengths(&context.input[read..]).into_iter().any(|len| {
                    skips.push(len);
                    let found = search(context, flush, ours, skips);
                    skips.pop();
                    found
                })
        }
    }
}

/// The result of a conversion with some lengths of ill-formed sequences.
enum Step {
    Done(Call),
    /// The text has another ill-formed sequence.
    IllFormed {
        output: Vec<u8>,
        read: usize,
    },
}

fn convert(context: &Context<'_>, flush: bool, skips: &[usize]) -> Step {
    let &Context { ours, from, to, input, room, .. } = context;
    let open = |to: &str, from: &str| ours.open(to, from).expect("the pair");
    let (mut plain, mut reader) = (open(to, from), open("UTF-32LE", from));
    let (mut skips, mut count, mut is_lossy) = (skips.iter(), 0, false);
    let mut all = Call { count: 0, error: None, read: 0, output: Vec::new() };
    loop {
        let call = plain.convert(&input[all.read..], room - all.output.len());
        // The reader follows, and then reads one character.
        reader.convert(&input[all.read..all.read + call.read], 4 * input.len() + 4);
        all.read += call.read;
        all.output.extend(call.output);
        all.error = call.error;
        if all.error != Some(libc::EILSEQ) {
            break;
        }
        let (rest, room) = (&input[all.read..], room - all.output.len());
        let value = reader.convert(rest, 4);
        if value.read > 0 {
            // The target lacks this character.
            match context.replacement(&value.output, room) {
                Ok(text) => {
                    is_lossy |= text.is_empty();
                    all.output.extend(text);
                    all.read += value.read;
                    count += 1;
                }
                Err(error) => {
                    all.error = Some(error);
                    break;
                }
            }
        } else if context.suffixes != "//IGNORE" {
            break;
        } else if room == 0 {
            // Nothing is left out in a call that cannot report it.
            all.error = Some(libc::E2BIG);
            break;
        } else if let Some(len) = skips.next() {
            all.read += len;
            is_lossy = true;
        } else {
            return Step::IllFormed { output: all.output, read: all.read };
        }
    }
    Step::Done(context.end(all, count, is_lossy, flush, &mut plain))
}

impl Context<'_> {
    /// Returns the possible lengths of the ill-formed sequence at the start of `rest`.
    fn lengths(&self, rest: &[u8]) -> Vec<usize> {
        let has = |parts: &[&str]| parts.iter().any(|part| self.from.starts_with(part));
        if has(&["UTF-16", "UCS-2", "UNICODE"]) {
            return vec![2];
        }
        if has(&["UTF-32", "UCS-4", "WCHAR_T"]) {
            return vec![4];
        }
        if self.from == "UTF-8" && !self.is_lax {
            let chunk = rest.utf8_chunks().next().expect("a sequence");
            return vec![chunk.invalid().len()];
        }
        let is_incomplete = |len: usize| {
            let mut reader = self.ours.open("UTF-32LE", self.from).expect("a charset");
            reader.convert(&rest[..len], 64).error == Some(libc::EINVAL)
        };
        // A valid character after it is not part of it. Only in GB18030, digits can be.
        let is_part = |len: usize| match (self.from, len) {
            ("GB18030", 4) => rest[1].is_ascii_digit() && rest[3].is_ascii_digit(),
            _ => !rest[len - 1].is_ascii(),
        };
        let lengths = 1..=rest.len().min(6);
        let lengths = lengths.take_while(|&len| len == 1 || is_incomplete(len - 1));
        lengths.filter(|&len| len == 1 || is_part(len)).collect()
    }

    /// Returns the bytes that are written for a character that the target lacks, or the error.
    pub(crate) fn replacement(&self, value: &[u8], room: usize) -> Result<Vec<u8>, i32> {
        if self.suffixes != "//TRANSLIT" {
            return if room == 0 { Err(libc::E2BIG) } else { Ok(Vec::new()) };
        }
        let value = u32::from_le_bytes(*value.first_chunk().expect("a character"));
        let text = char::from_u32(value).and_then(utfkit::transcode::transliteration);
        for text in text.into_iter().chain(["?"]) {
            let mut encoder = self.ours.open(self.to, "UTF-8").expect("the target");
            let call = encoder.convert(text.as_bytes(), 64);
            if call.error.is_none() {
                return if call.output.len() <= room { Ok(call.output) } else { Err(libc::E2BIG) };
            }
        }
        Err(libc::EILSEQ)
    }

    /// Returns `call` with its count, its error and the bytes that end the text.
    pub(crate) fn end(
        &self,
        mut call: Call,
        count: usize,
        is_lossy: bool,
        flush: bool,
        descriptor: &mut Descriptor<'_>,
    ) -> Call {
        if self.is_lax && self.suffixes == "//IGNORE" && is_lossy && call.error.is_none() {
            call.error = Some(libc::EILSEQ);
        }
        call.count = if call.error.is_none() { count } else { usize::MAX };
        if flush && call.error != Some(libc::EILSEQ) {
            call.output.extend(descriptor.flush(64));
        }
        call
    }
}

/// Results that are not right, each of which differs from a right one in one thing.
#[test]
fn wrong_results_are_not_explained() {
    let [glibc, ours] = [Library::glibc(), Library::ours()];
    let is_lax = crate::is_lax();
    let texts: [(&str, &str, &str, &[u8]); 9] = [
        ("UTF-8", "ISO-8859-1", "//IGNORE", b"a\xE2\x82\xACb\xFFc"),
        ("UTF-8", "UTF-16", "//IGNORE", b"a\xE2\x82c"),
        ("EUC-KR", "UTF-8", "//IGNORE", b"a\xEC,b"),
        ("UTF-8", "ISO-8859-1", "//NON_IDENTICAL_DISCARD", b"a\xE2\x82\xACb"),
        ("UTF-8", "ISO-8859-1", "//NON_IDENTICAL_DISCARD", b"a\xE2\x82\xACb\xFF"),
        ("UTF-8", "ISO-8859-1", "//TRANSLIT", b"a\xE2\x82\xACb"),
        ("UTF-8", "KOI8-R", "//TRANSLIT", b"a\xF0\x9F\x98\x80b"),
        ("UTF-7", "UTF-32LE", "//IGNORE", b"a+2D0-b+AGE-"),
        ("UTF-7", "ISO-8859-1", "//IGNORE", b"a+IKw-b\xFFc"),
    ];
    for (from, to, suffixes, input) in texts {
        if is_lax && suffixes == "//TRANSLIT" {
            continue;
        }
        let target = format!("{to}{suffixes}");
        let call = ours.open(&target, from).expect("the pair").convert(input, 64);
        let context = Context {
            glibc: &glibc,
            ours: &ours,
            from,
            to,
            suffixes,
            is_lax,
            input,
            room: 64,
            skipped: None,
        };
        assert!(explains(&context, false, &call), "{from} to {target}: {call}");
        let changes: [fn(&mut Call); 5] = [
            |call| call.output.truncate(call.output.len() - 1),
            |call| call.output[0] ^= 1,
            |call| call.output.push(b'?'),
            |call| call.count = call.count.wrapping_add(1),
            |call| {
                call.error = match call.error {
                    None => Some(libc::EILSEQ),
                    Some(_) => None,
                }
            },
        ];
        for (number, change) in changes.into_iter().enumerate() {
            let mut wrong = call.clone();
            change(&mut wrong);
            let is_count = number == 3 && call.error.is_some();
            assert!(
                is_count || !explains(&context, false, &wrong),
                "{from} to {target}: {wrong} is not {call}"
            );
        }
    }
}
