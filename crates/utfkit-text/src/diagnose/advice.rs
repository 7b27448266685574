//! What to do about an error, as data.

use utfkit::Encoding;

/// What to do about an error or a suspicious place.
///
/// A program turns advice into words about its own options and functions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advice {
    /// Read the text in this encoding.
    ReadAs(Encoding),
    /// Read the text in this encoding, which takes the byte order from the BOM.
    OrderFromBom(Encoding),
    /// Let the BOM say the byte order. The policy forbids BOMs now.
    AllowBom,
    /// Read the text without a BOM. The label or the policy requires a BOM now.
    AllowNoBom,
    /// Repair the text.
    Repair,
    /// Normalize the text to form C.
    Normalize,
    /// Drop the BOMs inside the text.
    DropInnerBoms,
    /// Look at each character of the place.
    Inspect,
    /// Diagnose the errors of the text.
    Diagnose,
    /// Read what the receiver's rule says about the character.
    ExplainReceiver,
}
