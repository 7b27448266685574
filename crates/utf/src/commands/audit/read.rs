//! Reads a file for an auditor.

use std::io;

use utfkit::{Encoding, encoding::Label};

use crate::{
    args::encoding,
    files::reading::{self, Source},
};
use utfkit_text::audit::observation::Observation;
use utfkit_text::audit::stream::StreamAuditor;

/// Whoever is told what was found.
pub trait Listener {
    /// The file is read as `encoding`.
    fn begin(&mut self, encoding: Encoding);
    /// Something was found.
    fn found(&mut self, seen: Observation);
    /// All that was read is told; the file may make us wait for more.
    fn read(&mut self);
    /// Whether enough is known, so that the rest need not be read.
    fn is_satisfied(&self) -> bool;
}

/// Reads `file` to its end, or until the listener is satisfied, in memory that depends neither on
/// its length nor on that of its lines; gives how many bytes were read. `block` is what is read
/// into.
pub fn read<'p>(
    file: &mut impl Source,
    from: encoding::From,
    block: &mut [u8],
    start: impl FnOnce(Label) -> StreamAuditor<'p>,
    listener: &mut dyn Listener,
) -> (u64, io::Result<()>) {
    let mut done = 0;
    let head = match reading::read_head(file, block, from == encoding::From::Auto) {
        Ok(head) => head,
        Err(error) => return (done, Err(error)),
    };
    let label = from.of(&block[..head]);
    listener.begin(label.encoding());
    let mut auditor = start(label);
    let mut filled = head;
    while filled > 0 {
        done += filled as u64;
        auditor.feed(&block[..filled], &mut |seen| listener.found(seen));
        listener.read();
        if listener.is_satisfied() {
            return (done, Ok(()));
        }
        filled = match reading::read_some(file, block) {
            Ok(filled) => filled,
            Err(error) => return (done, Err(error)),
        };
    }
    auditor.finish(&mut |seen| listener.found(seen));
    (done, Ok(()))
}
