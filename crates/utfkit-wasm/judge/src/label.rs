//! Labels of encodings, and names of receivers.

use utfkit::{
    Encoding,
    encoding::{Label, LabelSet},
};
use utfkit_text::receivers::Receiver;

use crate::json::{self, Object};

/// Returns the label with this key, if there is one, in the label set `labelSet` (IANA by default).
pub(crate) fn optional(object: &Object, key: &str) -> Result<Option<Label>, String> {
    json::text(object, key).map(|label| parse(label, set(object)?)).transpose()
}

/// Returns the label with this key, or UTF-8.
pub(crate) fn or_utf8(object: &Object, key: &str) -> Result<Label, String> {
    Ok(optional(object, key)?.unwrap_or(Encoding::Utf8.into()))
}

pub(crate) fn parse(label: &str, set: LabelSet) -> Result<Label, String> {
    Label::parse(label, set).map_err(|unknown| unknown.to_string())
}

/// Returns the label set of an object.
pub(crate) fn set(object: &Object) -> Result<LabelSet, String> {
    let Some(name) = json::text(object, "labelSet") else { return Ok(LabelSet::Iana) };
    let known = LabelSet::ALL.iter().copied().find(|set| set.name() == name);
    known.ok_or_else(|| {
        let all: Vec<_> = LabelSet::ALL.iter().map(|set| set.name()).collect();
        format!("unknown label set `{name}` (use {})", all.join(", "))
    })
}

/// Returns the receiver of an object, if there is one.
pub(crate) fn receiver(object: &Object) -> Result<Option<Receiver>, String> {
    let Some(name) = json::text(object, "receiver") else { return Ok(None) };
    let known = Receiver::ALL.iter().copied().find(|receiver| receiver.name() == name);
    known.map(Some).ok_or_else(|| {
        let all: Vec<_> = Receiver::ALL.iter().map(|receiver| receiver.name()).collect();
        format!("unknown receiver `{name}` (use {})", all.join(", "))
    })
}
