//! The meaning of an error, and advice about it, as data.

use std::borrow::Cow;

use utfkit::Encoding;

/// A remedy for an error or a suspicious character.
///
/// A program describes advice with its own options and functions.
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

impl Advice {
    /// Returns the stable code of this advice, such as `read-as`.
    #[must_use]
    pub const fn code(self) -> &'static str {
        match self {
            Advice::ReadAs(_) => "read-as",
            Advice::OrderFromBom(_) => "order-from-bom",
            Advice::AllowBom => "allow-bom",
            Advice::AllowNoBom => "allow-no-bom",
            Advice::Repair => "repair",
            Advice::Normalize => "normalize",
            Advice::DropInnerBoms => "drop-inner-boms",
            Advice::Inspect => "inspect",
            Advice::Diagnose => "check",
            Advice::ExplainReceiver => "explain-receiver",
        }
    }

    /// Returns the encoding that this advice names.
    #[must_use]
    pub const fn encoding(self) -> Option<Encoding> {
        match self {
            Advice::ReadAs(encoding) | Advice::OrderFromBom(encoding) => Some(encoding),
            _ => None,
        }
    }
}

/// The possible meaning of an error, and a remedy.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hint {
    /// The possible meaning of the error. The text does not name options of a program, and is empty
    /// if the advice says everything.
    pub text: Cow<'static, str>,
    /// The remedy.
    pub advice: Option<Advice>,
}

impl Hint {
    /// Returns a hint with advice.
    pub(crate) fn advising(text: impl Into<Cow<'static, str>>, advice: Advice) -> Self {
        Self { text: text.into(), advice: Some(advice) }
    }
}

impl From<&'static str> for Hint {
    fn from(text: &'static str) -> Self {
        Self { text: text.into(), advice: None }
    }
}

impl From<String> for Hint {
    fn from(text: String) -> Self {
        Self { text: text.into(), advice: None }
    }
}
