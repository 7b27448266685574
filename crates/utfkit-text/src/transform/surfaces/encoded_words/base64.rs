//! Base64 (RFC 4648).

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Returns the bytes of `text`, or `None` if it is ill-formed. The `=` at the end may be missing.
pub(super) fn decode(text: &[u8]) -> Option<Vec<u8>> {
    let end = text.iter().rposition(|&byte| byte != b'=').map_or(0, |at| at + 1);
    let digits = &text[..end];
    if text.len() - end > 2 || digits.len() % 4 == 1 {
        return None;
    }
    let mut bytes = Vec::with_capacity(digits.len() * 3 / 4);
    for group in digits.chunks(4) {
        let mut bits = 0;
        for &byte in group {
            let digit = DIGITS.iter().position(|&digit| digit == byte)?;
            bits = bits << 6 | u32::try_from(digit).ok()?;
        }
        let missing = 4 - group.len();
        let [_, all @ ..] = (bits << (6 * missing)).to_be_bytes();
        bytes.extend_from_slice(&all[..3 - missing]);
    }
    Some(bytes)
}

/// Appends `bytes` in Base64 to `out`.
pub(super) fn encode(bytes: &[u8], out: &mut Vec<u8>) {
    for group in bytes.chunks(3) {
        let mut all = [0; 3];
        all[..group.len()].copy_from_slice(group);
        let bits = u32::from(all[0]) << 16 | u32::from(all[1]) << 8 | u32::from(all[2]);
        for at in 0..4 {
            let digit = DIGITS[(bits >> (18 - 6 * at) & 63) as usize];
            out.push(if at <= group.len() { digit } else { b'=' });
        }
    }
}
