//! Finds files that `-f` would encode twice, because they are already UTF-8.

use std::{fs::File, io};

use utfkit::{
    Encoding,
    transcode::{Policy, convert_with},
    utf8::{Piece, Utf8Stream},
};
use utfkit_text::streams::block::BLOCK;

use super::plan::Plan;
use crate::{
    args::encoding::From,
    files::reading::{self, FileAt},
};

/// Returns the reason not to convert `file`, if it is UTF-8 and `plan` reads another encoding.
pub(super) fn refusal(file: &File, plan: &Plan) -> io::Result<Option<String>> {
    let From::Known(label) = plan.from else { return Ok(None) };
    let from = label.encoding();
    let is_same_text = reads_utf8(from) || from == plan.to.encoding();
    if plan.force_from || is_same_text || !is_utf8(file, from)? {
        return Ok(None);
    }
    Ok(Some(format!(
        "it is valid UTF-8, which `-f {from}` would destroy: use `--fallback {from}`, or --force-from to convert it anyway"
    )))
}

/// Returns `true` if text in `encoding` that is valid UTF-8 is the same text in UTF-8.
fn reads_utf8(encoding: Encoding) -> bool {
    matches!(
        encoding,
        Encoding::Utf8
            | Encoding::Utf8Rfc2279
            | Encoding::Wtf8
            | Encoding::Cesu8
            | Encoding::JavaModifiedUtf8
            | Encoding::Unicode11Utf8
    )
}

/// Returns `true` if `encoding` reads ASCII as ASCII. UTF-16 and EBCDIC do not.
fn reads_ascii(encoding: Encoding) -> bool {
    const ASCII: &[u8] = b"Az 09\r\n.";
    let read = convert_with(ASCII, encoding, Encoding::Utf8, Policy::Strict);
    read.is_ok_and(|(text, _)| text == ASCII)
}

/// Returns `true` if all of `file` is valid UTF-8 and is a different text in `encoding`.
fn is_utf8(file: &File, encoding: Encoding) -> io::Result<bool> {
    let mut source = FileAt { file, offset: 0 };
    let mut room = vec![0; BLOCK];
    let mut stream = Utf8Stream::new();
    let (reads_ascii, mut differs) = (reads_ascii(encoding), false);
    loop {
        let len = reading::read_some(&mut source, &mut room)?;
        if len == 0 {
            return Ok(differs && stream.finish().next().is_none());
        }
        // Text in code units of several bytes contains 00 bytes. Text in UTF-8 does not.
        if encoding.unit_bytes() > 1 && memchr::memchr(0, &room[..len]).is_some() {
            return Ok(false);
        }
        for piece in stream.feed(&room[..len]) {
            match piece {
                Piece::Text(text) => differs |= !reads_ascii || !text.is_ascii(),
                Piece::IllFormed(_) => return Ok(false),
            }
        }
    }
}
