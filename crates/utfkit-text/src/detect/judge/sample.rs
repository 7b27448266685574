//! The part of a long text that is judged.

use std::borrow::Cow;

/// What is taken of a line before a byte beyond ASCII, and after one.
const AROUND: usize = 100;

/// At most about `most` bytes of `bytes`: those beyond ASCII with what is around them in their lines.
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
            // It is cut after an ASCII byte, for no character of several bytes ends before it.
            let cut = begin + room.max(found - begin + 1);
            let ascii = bytes[found..cut].iter().rposition(u8::is_ascii);
            end = ascii.map_or(cut, |ascii| found + ascii + 1).min(end);
        }
        out.extend_from_slice(&bytes[begin..end]);
        at = end;
    }
    Cow::Owned(out)
}

/// Where the line with the byte beyond ASCII at `found` ends, or so much ASCII follows that no more
/// is taken.
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
