//! Complete lines or records at the start of some bytes.

/// The complete items at the start of some bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Run {
    /// The offset after the last complete item, or 0.
    pub end: usize,
    /// The number of complete records. It is not counted for lines.
    pub records: u64,
}

#[cfg(feature = "csv")]
impl Run {
    /// Returns the same run if each byte were a code unit of `unit` bytes.
    pub(super) fn scaled(self, unit: usize) -> Self {
        Self { end: self.end * unit, ..self }
    }

    /// Returns the same run after `bytes` bytes in which nothing ends.
    pub(super) fn after(self, bytes: usize) -> Self {
        Self { end: if self.end == 0 { 0 } else { bytes + self.end }, ..self }
    }
}
