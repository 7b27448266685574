//! Finds lines that make no sense in the charset of the others.

use crate::detect::weights::Cost;
use utfkit::{Encoding, transcode};

use super::{
    opinion::{self, Opinion},
    text::{cost_in, cost_in_language},
    words::Words,
};
use crate::detect::weights::strange::{
    ALONE, MAX_BYTES, MAX_LINES, OTHERS, SAVING, STRANGE, TEXT, TEXT_OF_SEVERAL,
};

/// Returns the number of lines of `bytes` with bytes beyond ASCII that make sense in another
/// charset and not in `encoding`, and the number of lines that were checked. Most lines are in
/// `language`, if it is known.
///
/// Cost: only a few lines are judged. The others are read in the charsets of these.
pub(crate) fn lines(
    bytes: &[u8],
    encoding: Option<Encoding>,
    language: Option<&str>,
) -> (u64, u64) {
    let Some(encoding @ Encoding::Charset(_)) = encoding else { return (0, 0) };
    let is_one = transcode::decode_lossy(bytes, encoding).0.chars().count() == bytes.len();
    let per_byte = if is_one { TEXT } else { TEXT_OF_SEVERAL };
    let (mut all, mut size) = (0, 0);
    let mut senseless: Vec<(&[u8], Cost)> = Vec::new();
    let lines = || bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| !line.is_ascii());
    // A single line was judged as the text.
    if lines().nth(1).is_none() {
        return (0, 1);
    }
    for line in lines().take(MAX_LINES) {
        size += line.len();
        if size > MAX_BYTES {
            break;
        }
        all += 1;
        let is_sensible = |text: &[u8], encoding, language| {
            cost_in_language(text, encoding, language)
                .is_some_and(|cost| cost <= text.len() as Cost * per_byte)
        };
        // In most lines, the language of the others is enough. Words of ASCII are the same in all
        // charsets, so that the other words alone can make sense, too.
        if language.is_some_and(|one| {
            is_sensible(&Words::of(line).other, encoding, one) || is_sensible(line, encoding, one)
        }) {
            continue;
        }
        let most = line.len() as Cost * per_byte;
        let cost = cost_in(line, encoding);
        if cost > most {
            senseless.push((line, cost));
        }
    }
    let mut strange = 0;
    for _ in 0..OTHERS {
        let longest = senseless.iter().max_by_key(|(line, _)| line.len());
        let Some(&(line, own)) = longest else { break };
        let before = senseless.len() as u64;
        match opinion::lines(line, None) {
            Opinion::Text(text) if text.best.cost + STRANGE < own => {
                let other = text.best.encoding;
                senseless.retain(|&(line, own)| cost_in(line, other) + STRANGE >= own);
                strange += before - senseless.len() as u64;
                // The line makes sense as text, but its charset does not save enough for the whole
                // line.
                senseless.retain(|(known, _)| *known != line);
            }
            _ => senseless.retain(|(known, _)| *known != line),
        }
    }
    (strange, all)
}

/// Returns the charsets in which some of the first lines of `bytes` make more sense than in `encoding`.
/// Unlike [`lines`], it also finds lines that look like text in both.
#[cfg(feature = "charsets")]
pub(crate) fn charsets(bytes: &[u8], encoding: Encoding) -> Vec<Encoding> {
    let mut known: Vec<&[u8]> = Vec::new();
    let lines = || bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| !line.is_ascii());
    if lines().nth(1).is_none() {
        return Vec::new();
    }
    let mut savings: Vec<(Encoding, Cost)> = Vec::new();
    for line in lines().filter(|line| line.len() <= MAX_BYTES) {
        if known.len() == ALONE {
            break;
        }
        if known.contains(&line) {
            continue;
        }
        known.push(line);
        let Opinion::Text(text) = opinion::lines(line, None) else { continue };
        let other = text.best.encoding;
        if other == encoding {
            continue;
        }
        let saving = cost_in(line, encoding) - cost_in(line, other);
        match savings.iter_mut().find(|(one, _)| *one == other) {
            _ if saving < SAVING => {}
            Some((_, sum)) => *sum += saving,
            None => savings.push((other, saving)),
        }
    }
    savings.into_iter().filter(|(_, sum)| *sum >= STRANGE).map(|(one, _)| one).collect()
}
