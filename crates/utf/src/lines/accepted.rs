//! Where good lines go.

use super::Failure;
use crate::output::Output;

/// The output of good lines. When its reader goes away the others are sorted all the same: it is for the bad ones, and
/// the report on them, that lines are sorted.
pub struct Accepted {
    pub output: Output,
    unread: bool,
}

impl Accepted {
    /// Lines that go to `output`.
    pub fn new(output: Output) -> Self {
        Self { output, unread: false }
    }

    /// Writes `octets`, if somebody reads them.
    pub fn write(&mut self, octets: &[u8]) -> Result<(), Failure> {
        if self.unread || octets.is_empty() {
            return Ok(());
        }
        let written = self.output.write(octets);
        match written.map_err(|error| Failure::of(self.output.name(), &error)) {
            Err(Failure::Closed) => {
                self.unread = true;
                Ok(())
            }
            written => written,
        }
    }
}
