//! Labels of encodings, and names of receivers.

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};
use utfkit_text::receivers::Receiver;

use crate::json::{self, Object};

/// Returns the label with this key, if there is one, in the label set `labelSet` (IANA by default).
pub(crate) fn optional(object: &Object, key: &str) -> Result<Option<Label>, String> {
    let Some(label) = json::text(object, key) else { return Ok(None) };
    Label::parse(label, set(object)?).map(Some).map_err(|unknown| unknown.to_string())
}

/// Returns the label with this key, or UTF-8.
pub(crate) fn or_utf8(object: &Object, key: &str) -> Result<Label, String> {
    Ok(optional(object, key)?.unwrap_or(Encoding::Utf8.into()))
}

/// Returns the label set of an object.
pub(crate) fn set(object: &Object) -> Result<LabelSet, String> {
    let set = choice(object, "labelSet", "label set", LabelSet::ALL, LabelSet::name)?;
    Ok(set.unwrap_or(LabelSet::Iana))
}

/// Returns the receiver of an object, if there is one.
pub(crate) fn receiver(object: &Object) -> Result<Option<Receiver>, String> {
    choice(object, "receiver", "receiver", Receiver::ALL, Receiver::name)
}

/// Returns the item of `all` that the text with this key names, if there is one.
fn choice<T: Copy>(
    object: &Object,
    key: &str,
    noun: &str,
    all: &[T],
    name: impl Fn(T) -> &'static str,
) -> Result<Option<T>, String> {
    let Some(wanted) = json::text(object, key) else { return Ok(None) };
    let known = all.iter().copied().find(|&one| name(one) == wanted);
    known.map(Some).ok_or_else(|| {
        let names: Vec<_> = all.iter().map(|&one| name(one)).collect();
        format!("unknown {noun} `{wanted}` (use {})", names.join(", "))
    })
}
