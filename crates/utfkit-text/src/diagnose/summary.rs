//! The summary of a diagnosed text.

use utfkit::Encoding;

use crate::streams::choose::by_line::Use;

/// The facts about a text as a whole.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Summary {
    /// The encoding that the text was read as.
    pub encoding: Option<Encoding>,
    /// The number of bytes that were read.
    pub bytes: u64,
    /// The number of well-formed characters.
    pub characters: u64,
    /// The number of ill-formed maximal subparts: pieces that decoders replace with one U+FFFD.
    pub ill_formed: u64,
    /// The number of errors, as a person counts them. Adjacent subparts are one error. Characters
    /// that the receiver rejects are included, errors that the sink accepts are not.
    pub errors: u64,
    /// The number of well-formed characters that the receiver rejects.
    pub rejected: u64,
    /// The number of errors that the sink accepts.
    pub accepted: u64,
    /// The UTF-16 that the text looks like, although it is well-formed UTF-8.
    pub looks_like: Option<Encoding>,
    /// The encoding with shifts that the text looks like, if all its bytes are ASCII.
    pub shifted: Option<Encoding>,
    /// The encodings that lines were read as, in addition to UTF-8.
    pub used: Vec<Use>,
    /// The U+FEFF inside the text, which joining files leaves.
    pub inner_boms: InnerBoms,
}

/// U+FEFF inside a text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct InnerBoms {
    /// The number of them.
    pub count: u64,
    /// The line of the first one, from 1.
    pub line: u64,
    /// The column of the first one in characters, from 1.
    pub column: u64,
    /// The offset and the number of bytes of the first one, if the encoding shows them.
    pub bytes: Option<(u64, u64)>,
}
