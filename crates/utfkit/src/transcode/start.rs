//! The start of a stream and its BOM (RFC 3629 section 6, RFC 2781 section 4).

use crate::{
    codec::{coding::Coding, decoder::Decoder, encoder::Encoder, relatives::Legacy},
    encoding::{BomPolicy, BomRule, ByteOrder, Encoding, Label, scheme::Scheme},
    error::{Finding, Kind},
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
        self.open(None, None, head, last).map(|opening| (opening.order, opening.len))
    }

    /// Reads the BOM of a text with this label, as a [`Transcoder`](super::Transcoder) does, and
    /// returns a decoder for the text after it.
    ///
    /// `bom` and `order` replace the policy and the byte order of the label. `head`, `last` and
    /// `None` are as in [`start`](Self::start).
    ///
    /// ```
    /// use utfkit::{Encoding, codec::Step, encoding::Label};
    /// let opening = Label::from(Encoding::Utf16).open(None, None, b"\xFF\xFEa\0", true).unwrap();
    /// assert_eq!((opening.len, opening.finding), (2, None));
    /// assert_eq!(opening.decoder.first(b"a\0", true), Step::Value { value: 0x61, len: 2 });
    /// ```
    #[must_use]
    pub fn open(
        self,
        bom: Option<BomPolicy>,
        order: Option<ByteOrder>,
        head: &[u8],
        last: bool,
    ) -> Option<Opening> {
        let encoding = self.encoding();
        let policy = bom.or(self.bom()).unwrap_or_default();
        let bom_settings = BomSettings { policy, rule: self.bom_rule() };
        let order = order.or(self.order()).unwrap_or_default();
        let start = start(encoding, bom_settings, order, head, last)?;
        let (len, kind) = match start.head {
            Head::Nothing => (0, None),
            Head::Bom(len) => (len, None),
            Head::Swapped(len) => (len, Some(Kind::SwappedBom)),
            Head::Missing => (0, Some(Kind::MissingBom)),
        };
        let mut decoder = Decoder::new(start.coding);
        decoder.pass(&head[..len]);
        let by_bom = |order: &ByteOrder| start.coding == encoding.coding(*order);
        let order =
            encoding.byte_order().or([ByteOrder::Big, ByteOrder::Little].into_iter().find(by_bom));
        let finding = kind.map(|kind| Finding::new(0, kind, &head[..len]));
        Some(Opening { decoder, order: order.unwrap_or_default(), len, finding })
    }
}

/// The start of a text. [`Label::open`] returns it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Opening {
    /// The decoder for the text after the BOM.
    pub decoder: Decoder,
    /// The byte order of the text.
    pub order: ByteOrder,
    /// The length of the BOM in bytes. A BOM in the wrong byte order counts, too.
    pub len: usize,
    /// The finding, if the BOM has the wrong byte order, or if there must be a BOM.
    pub finding: Option<Finding>,
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
