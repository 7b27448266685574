//! The first bytes of a stream, and other encodings that they look like.

use utfkit::{Encoding, transcode::Transcoder};

use crate::detect::{Detector, Verdict};

/// Returns `true` if `bytes` are well-formed UTF-7 with base64 in it.
///
/// Each `+` must begin base64 or be `+-`. A name or a digest after a `+` may be base64 by chance.
/// So a `-` must close a run, or there must be several different runs that are not words.
fn has_base64_runs(bytes: &[u8]) -> bool {
    const SEVERAL: usize = 3;
    let (mut end, mut is_closed, mut runs) = (0, false, Vec::with_capacity(SEVERAL));
    for plus in memchr::memchr_iter(b'+', bytes) {
        if plus < end {
            continue;
        }
        let run = &bytes[plus + 1..];
        let is_base64 = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
        let len = run.iter().take_while(is_base64).count();
        end = plus + 1 + len;
        match (len, run.get(len)) {
            // The sample ends inside the run.
            (_, None) => {}
            (0, Some(b'-')) => {}
            // The run has whole units of 16 bits, and fewer than 6 bits after them.
            (1.., Some(next)) if matches!(len % 8, 0 | 3 | 6) => {
                is_closed |= *next == b'-';
                if runs.len() < SEVERAL && is_mixed(&run[..len]) && !runs.contains(&&run[..len]) {
                    runs.push(&run[..len]);
                }
            }
            // This rejects nearly all text that is not UTF-7.
            _ => return false,
        }
    }
    let mut text = Vec::new();
    let mut reader = Transcoder::new(Encoding::Utf7, Encoding::Utf8);
    let has_some = is_closed || runs.len() == SEVERAL;
    has_some && reader.transcode_to_vec(bytes, &mut text, false).is_ok() && !text.is_ascii()
}

/// Returns `true` if base64 has characters of several kinds.
fn is_mixed(run: &[u8]) -> bool {
    let are_all = |is: fn(&u8) -> bool| run.iter().all(is);
    !are_all(u8::is_ascii_lowercase)
        && !are_all(u8::is_ascii_uppercase)
        && !are_all(u8::is_ascii_digit)
}

/// The first bytes of a stream, independent of the pieces in which they came.
#[derive(Clone, Debug, Default)]
pub struct Sample {
    bytes: Vec<u8>,
}

impl Sample {
    const ENOUGH: usize = 4096;

    /// Takes `bytes`, the next of the stream.
    pub fn push(&mut self, bytes: &[u8]) {
        let missing = Self::ENOUGH - self.bytes.len();
        self.bytes.extend_from_slice(&bytes[..bytes.len().min(missing)]);
    }

    /// Returns the encoding with shifts that a stream looks like, if it is read as `encoding` and
    /// the detector is nearly sure. Such text has only ASCII bytes, and so is well-formed UTF-8.
    ///
    /// Cost: for most text, one look at the sample, because it has neither an escape sequence, nor
    /// a shift of HZ, nor a `+` that begins base64.
    pub fn shifted(&self, encoding: Encoding) -> Option<Encoding> {
        const SURE: f32 = 0.98;
        let bytes = &self.bytes;
        if encoding != Encoding::Utf8 || !bytes.is_ascii() {
            return None;
        }
        let has = |shift: &[u8]| memchr::memmem::find(bytes, shift).is_some();
        let has_sets = || has(b"\x1B$") || has(b"~{");
        if !has_base64_runs(bytes) && !has_sets() {
            return None;
        }
        let mut detector = Detector::new();
        detector.feed(bytes);
        let seen = if self.is_all() { detector.finish() } else { detector.so_far() };
        let is_sure = seen.verdict() == Verdict::Likely && seen.confidence() >= SURE;
        seen.encoding().filter(|&seen| is_sure && seen.has_shifts())
    }

    /// Returns `true` if the sample has all bytes that were taken.
    pub fn is_all(&self) -> bool {
        self.bytes.len() < Self::ENOUGH
    }

    /// Returns the bytes, at most 4096.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the UTF-16 that a stream looks like, if it is read as UTF-8. Mostly ASCII text in
    /// UTF-16 has a NUL in every second byte, and is still well-formed UTF-8.
    pub fn unsigned_utf16(&self, encoding: Encoding) -> Option<Encoding> {
        // Most texts have no NUL, and cost only this search.
        if encoding != Encoding::Utf8 || memchr::memchr(0, &self.bytes).is_none() {
            return None;
        }
        let pairs = self.bytes.as_chunks::<2>().0;
        let nul_at =
            |at: usize| pairs.iter().filter(|pair| pair[at] == 0 && pair[1 - at] != 0).count();
        let half = pairs.len().div_ceil(2);
        match (nul_at(0) > half, nul_at(1) > half) {
            (_, true) => Some(Encoding::Utf16Le),
            (true, _) => Some(Encoding::Utf16Be),
            _ => None,
        }
    }
}
