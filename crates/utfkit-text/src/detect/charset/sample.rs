//! The part of a long text that is judged.

use std::borrow::Cow;

/// What is taken of a long line before its first byte beyond ASCII.
const BEFORE: usize = 400;

/// At most about `most` bytes of `bytes`: the lines that have bytes beyond ASCII.
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
        let begin = line.map_or(at, |line| at + line + 1).max(found.saturating_sub(BEFORE));
        let end = bytes[found..].iter().position(|&byte| byte == b'\n');
        let mut end = end.map_or(bytes.len(), |end| found + end + 1);
        let room = most - out.len();
        if end - begin > room {
            // A long line is cut after an ASCII byte, for no character of several bytes ends before it.
            let cut = begin + room.max(found - begin + 1);
            let ascii = bytes[found..cut].iter().rposition(u8::is_ascii);
            end = ascii.map_or(cut, |ascii| found + ascii + 1).min(end);
        }
        out.extend_from_slice(&bytes[begin..end]);
        at = end;
    }
    Cow::Owned(out)
}
