//! The start of a stream: what its signature says (RFC 3629 section 6, RFC 2781 section 4).

use crate::{
    encoding::{Encoding, OctetOrder, Scheme, SignaturePolicy, SignatureRule},
    form::Form,
    scalar,
};

/// What the first octets of a stream say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    /// The form of the text.
    pub(super) form: Form,
    /// What stands before the text.
    pub(super) head: Head,
}

/// What stands before the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// Nothing.
    Nothing,
    /// A signature of so many octets.
    Signature(usize),
    /// A signature in the other octet order, of so many octets, where the order is fixed.
    Swapped(usize),
    /// No signature, though there must be one.
    Missing,
}

/// What `head` says, the first octets of a stream in `encoding`; `None` if only more can tell.
///
/// With `last`, nothing follows `head`. `order` is the octet order of a stream whose encoding leaves it open.
pub(super) fn start(
    encoding: Encoding,
    policy: SignaturePolicy,
    order: OctetOrder,
    head: &[u8],
    last: bool,
) -> Option<Start> {
    let reads =
        policy != SignaturePolicy::Forbid && encoding.signature_rule() != SignatureRule::Never;
    let unsigned = encoding.form(order);
    let signatures = match encoding.scheme() {
        _ if !reads => [None, other_order(unsigned)],
        Scheme::Fixed(form) => [Some(form), None],
        Scheme::Signed { big, little } => [Some(big), Some(little)],
    };
    for form in signatures.into_iter().flatten() {
        match begins_with_signature(form, head, last)? {
            0 => {}
            len if reads => return Some(Start { form, head: Head::Signature(len) }),
            len => return Some(Start { form: unsigned, head: Head::Swapped(len) }),
        }
    }
    let missing = policy == SignaturePolicy::Require;
    let head = if missing { Head::Missing } else { Head::Nothing };
    Some(Start { form: unsigned, head })
}

/// How many octets of `head` are U+FEFF in `form`: 0 if it does not begin with it, `None` if only
/// more octets can tell.
fn begins_with_signature(form: Form, head: &[u8], last: bool) -> Option<usize> {
    let Some(signature) = form.encode(scalar::SIGNATURE) else { return Some(0) };
    let signature = signature.octets();
    if head.starts_with(signature) {
        Some(signature.len())
    } else if signature.starts_with(head) && !last {
        None
    } else {
        Some(0)
    }
}

/// The form in which a swapped signature of `form` reads as U+FEFF.
const fn other_order(form: Form) -> Option<Form> {
    match form {
        Form::Utf16Le => Some(Form::Utf16Be),
        Form::Utf16Be => Some(Form::Utf16Le),
        Form::Utf32Le => Some(Form::Utf32Be),
        Form::Utf32Be => Some(Form::Utf32Le),
        Form::Ascii | Form::Latin1 | Form::Utf8 => None,
    }
}
