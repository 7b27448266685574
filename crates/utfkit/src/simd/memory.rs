//! Text too long for the caches: from where on it is, and how far ahead to ask for it.

/// Octets of text from which on a kernel is taken to read or write memory: more than stays in the caches.
pub(super) const FAR: usize = 16 << 20;

/// How far ahead to ask for what is read: a page, for what prefetchers of machines ask for ends with theirs.
pub(super) const AHEAD: usize = 4096;
