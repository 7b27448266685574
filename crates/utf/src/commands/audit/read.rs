//! Reads a file for an auditor.

use std::io;

use utfkit::{Encoding, encoding::Label};

use crate::{
    args::encoding,
    files::reading::{self, Source},
    reading::declared::DeclaredCharset,
};
use utfkit_text::audit::Observation;
use utfkit_text::audit::StreamAuditor;

/// Receives the findings of a file.
pub trait Listener {
    /// The encoding of the file is known.
    fn begin(&mut self, encoding: Encoding);
    /// Takes the next bytes of the file.
    fn bytes(&mut self, bytes: &[u8]);
    /// Something was found.
    fn found(&mut self, seen: Observation);
    /// All findings so far were passed. The next read may wait.
    fn read(&mut self);
    /// Returns `true` if the rest of the file need not be read.
    fn is_satisfied(&self) -> bool;
}

/// Reads `file` into `block`, up to its end or until the listener is satisfied. Returns the number
/// of bytes read. The memory does not depend on the length of the file or of its lines.
pub fn read(
    file: &mut impl Source,
    from: encoding::From,
    block: &mut [u8],
    start: impl FnOnce(Label) -> StreamAuditor,
    listener: &mut dyn Listener,
) -> (u64, io::Result<()>) {
    let mut done = 0;
    let head = match reading::read_head(file, block, from == encoding::From::Auto) {
        Ok(head) => head,
        Err(error) => return (done, Err(error)),
    };
    let charset = DeclaredCharset::of(&block[..head], false);
    let charset = charset.filter(|_| from == encoding::From::Auto);
    let label = charset.map_or_else(|| from.of(&block[..head]), |one| one.encoding.into());
    listener.begin(label.encoding());
    let mut auditor = start(label);
    let mut result = Ok(());
    let mut filled = head;
    while filled > 0 {
        done += filled as u64;
        listener.bytes(&block[..filled]);
        auditor.feed(&block[..filled], &mut |seen| listener.found(seen));
        listener.read();
        if listener.is_satisfied() {
            return (done, Ok(()));
        }
        filled = reading::read_some(file, block).unwrap_or_else(|error| {
            result = Err(error);
            0
        });
    }
    // The auditor may hold findings, even if the rest of the file could not be read.
    auditor.finish(&mut |seen| listener.found(seen));
    (done, result)
}
