//! The part of a long text that is judged.

use std::borrow::Cow;

/// The number of bytes of a line before a byte beyond ASCII that are used, and after it.
const AROUND: usize = 100;

/// Returns about `most` bytes of `bytes`: those beyond ASCII, with their neighbors in the same
/// line.
pub(crate) fn sample(bytes: &[u8], most: usize) -> Cow<'_, [u8]> {
    if bytes.len() <= most {
        return Cow::Borrowed(bytes);
    }
    let mut out: Vec<u8> = Vec::with_capacity(most);
    let mut at = 0;
    while out.len() < most {
        let Some(found) = bytes[at..].iter().position(|byte| !byte.is_ascii()) else { break };
        let found = at + found;
        let line = bytes[at..found].iter().rposition(|&byte| byte == b'\n');
        let begin = line.map_or(at, |line| at + line + 1).max(found.saturating_sub(AROUND));
        let mut end = end(bytes, found);
        let room = most - out.len();
        if end - begin > room {
            // The cut is after an ASCII byte, which is not inside a character of several bytes.
            let cut = begin + room.max(found - begin + 1);
            let ascii = bytes[found..cut].iter().rposition(u8::is_ascii);
            end = ascii.map_or(cut, |ascii| found + ascii + 1).min(end);
        }
        out.extend_from_slice(&bytes[begin..end]);
        at = end;
    }
    Cow::Owned(out)
}

/// Returns the end of the part around the byte beyond ASCII at `found`: the end of the line, or the
/// start of a long run of ASCII.
fn end(bytes: &[u8], found: usize) -> usize {
    let mut last = found;
    for (at, &byte) in bytes.iter().enumerate().skip(found) {
        match byte {
            b'\n' => return at + 1,
            byte if !byte.is_ascii() => last = at,
            _ if at - last >= AROUND => return at,
            _ => {}
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The last line of a sample is cut, at most at the first byte beyond ASCII.
    #[test]
    fn a_sample_has_a_limit() {
        let line = b"na\xEFve and more words of the same line, d\xE9j\xE0 vu, and so on\n";
        let text = line.repeat(99);
        for most in line.len()..9 * line.len() {
            let len = sample(&text, most).len();
            assert!(len + 60 > most && len <= most + 3, "{most} {len}");
        }
        assert_eq!(sample(&text, text.len()).len(), text.len());
    }
}
