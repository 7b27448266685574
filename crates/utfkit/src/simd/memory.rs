//! What a machine is told: from where on text is too long for its caches, how far ahead to ask for it, and which code comes
//! seldom.

/// Octets of text from which on a kernel is taken to read or write memory: more than stays in the caches.
pub(super) const FAR: usize = 16 << 20;

/// How far ahead to ask for what is read: a page, for what prefetchers of machines ask for ends with theirs.
pub(super) const AHEAD: usize = 4096;

/// Says that what calls this comes seldom, takes long anyhow, or is not what the call is laid out for: the code of all else
/// is laid out in one line, for in what is over soon each jump counts.
#[cold]
#[inline(always)]
pub(super) const fn rare() {}
