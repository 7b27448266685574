//! The start of a stream and its BOM (RFC 3629 section 6, RFC 2781 section 4).

use crate::{
    codec::{coding::Coding, encoder::Encoder, relatives::Legacy},
    encoding::{BomPolicy, BomRule, ByteOrder, Encoding, Label, scheme::Scheme},
    form::Form,
    scalar,
};

/// The result of reading the first bytes of a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Start {
    /// The coding of the text.
    pub(crate) coding: Coding,
    /// The bytes before the text.
    pub(crate) head: Head,
}

/// The bytes before the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Head {
    /// No bytes.
    Nothing,
    /// A BOM of this many bytes.
    Bom(usize),
    /// A BOM of this many bytes in the other byte order, although the encoding fixes the order.
    Swapped(usize),
    /// A missing BOM that the policy requires.
    Missing,
}

/// The policy and the rule for BOMs on one side of a conversion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BomSettings {
    pub(crate) policy: BomPolicy,
    /// The rule of the encoding, unless a label says more.
    pub(crate) rule: BomRule,
}

impl BomSettings {
    pub(crate) fn of(encoding: Encoding) -> Self {
        Self { policy: BomPolicy::Auto, rule: encoding.bom_rule() }
    }
}

impl Label {
    /// Returns the byte order of a text with this label, and the length of the BOM before the text.
    ///
    /// The result is `None` if `head`, the first bytes of the text, is too short to decide.
    ///
    /// `last` means that nothing follows `head`. A BOM in the wrong byte order counts too, because
    /// it is not text. At most the first eight bytes matter.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::{ByteOrder, Label}};
    /// let label = Label::from(Encoding::Utf16);
    /// assert_eq!(label.start(b"\xFF\xFEa\0", true), Some((ByteOrder::Little, 2)));
    /// assert_eq!(label.start(b"\0a", true), Some((ByteOrder::Big, 0)));
    /// assert_eq!(label.start(b"\xFF", false), None);
    /// ```
    #[must_use]
    pub fn start(self, head: &[u8], last: bool) -> Option<(ByteOrder, usize)> {
        let encoding = self.encoding();
        let bom_settings =
            BomSettings { policy: self.bom().unwrap_or_default(), rule: self.bom_rule() };
        let start = start(encoding, bom_settings, self.order().unwrap_or_default(), head, last)?;
        let len = match start.head {
            Head::Bom(len) | Head::Swapped(len) => len,
            Head::Nothing | Head::Missing => 0,
        };
        let by_bom = |order: &ByteOrder| start.coding == encoding.coding(*order);
        let order =
            encoding.byte_order().or([ByteOrder::Big, ByteOrder::Little].into_iter().find(by_bom));
        Some((order.unwrap_or_default(), len))
    }
}

/// Reads `head`, the first bytes of a stream in `encoding`. Returns `None` if it is too short to
/// decide.
///
/// With `last`, nothing follows `head`. `order` is the byte order of a stream whose encoding does
/// not fix it.
pub(crate) fn start(
    encoding: Encoding,
    BomSettings { policy, rule }: BomSettings,
    order: ByteOrder,
    head: &[u8],
    last: bool,
) -> Option<Start> {
    let reads = policy != BomPolicy::Forbid && rule != BomRule::Never;
    let without_bom = encoding.coding(order);
    let boms = match encoding.scheme() {
        _ if !reads => [None, None],
        Scheme::Fixed(coding) => [Some(coding), None],
        Scheme::ByBom { big, little } => [Some(big), Some(little)],
    };
    for coding in boms.into_iter().flatten() {
        match begins_with_bom(coding, head, last)? {
            0 => {}
            len => return Some(Start { coding, head: Head::Bom(len) }),
        }
    }
    if let Some(other) = other_order(without_bom).filter(|other| !boms.contains(&Some(*other))) {
        match begins_with_bom(other, head, last)? {
            0 => {}
            len => return Some(Start { coding: without_bom, head: Head::Swapped(len) }),
        }
    }
    let missing = policy == BomPolicy::Require;
    let head = if missing { Head::Missing } else { Head::Nothing };
    Some(Start { coding: without_bom, head })
}

/// Returns the length of U+FEFF in `coding` at the start of `head`. It is 0 if U+FEFF is not there,
/// and `None` if `head` is too short to decide.
fn begins_with_bom(coding: Coding, head: &[u8], last: bool) -> Option<usize> {
    let Some(bom) = Encoder::new(coding).encode(scalar::BOM) else { return Some(0) };
    let bom = bom.bytes();
    if head.starts_with(bom) {
        Some(bom.len())
    } else if bom.starts_with(head) && !last {
        None
    } else {
        Some(0)
    }
}

/// Returns the coding in which a swapped BOM of `coding` is U+FEFF.
const fn other_order(coding: Coding) -> Option<Coding> {
    match coding {
        Coding::Form(form) => match form {
            Form::Utf16Le => Some(Coding::Form(Form::Utf16Be)),
            Form::Utf16Be => Some(Coding::Form(Form::Utf16Le)),
            Form::Utf32Le => Some(Coding::Form(Form::Utf32Be)),
            Form::Utf32Be => Some(Coding::Form(Form::Utf32Le)),
            Form::Latin1 | Form::Utf8 => None,
        },
        Coding::Legacy(legacy) => match legacy {
            Legacy::Ucs2 { big } => Some(Coding::Legacy(Legacy::Ucs2 { big: !big })),
            Legacy::Ucs4 { big } => Some(Coding::Legacy(Legacy::Ucs4 { big: !big })),
            Legacy::Unicode11 => Some(Coding::Legacy(Legacy::Ucs2 { big: false })),
            Legacy::Rfc2279
            | Legacy::Cesu8
            | Legacy::ModifiedUtf8
            | Legacy::Wtf8
            | Legacy::Ascii
            | Legacy::Utf1
            | Legacy::Unicode11Utf8 => None,
        },
        Coding::Utf7(_) | Coding::Apart(_) => None,
        Coding::Charset(_) => None,
    }
}
