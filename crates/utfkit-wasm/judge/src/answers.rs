//! Answers to questions that are not about a stream.

use serde_json::{Value, json};
use utfkit::{Encoding, encoding::Charset, error::Kind};
use utfkit_text::{
    inspect::Forms,
    unicode::{self, categories},
};

use crate::{
    json::{self, Object, hex},
    label, tables,
};

/// Answers `question`. If the answer is a list of numbers, it is in `bytes`.
pub(crate) fn answer(question: &Object, bytes: &mut Vec<u8>) -> Result<Value, String> {
    match json::text(question, "ask").unwrap_or_default() {
        "label" => {
            let encoding = label::or_utf8(question, "label")?.encoding();
            let has_tables = tables::has_tables(encoding);
            Ok(json!({ "encoding": encoding.name(), "hasTables": has_tables }))
        }
        "codes" => tables::codes(question).map(|codes| {
            *bytes = codes;
            Value::Null
        }),
        "characters" => tables::characters(question).map(|characters| {
            *bytes = characters;
            Value::Null
        }),
        "step" => tables::step(question),
        // Returns whether a character begins after each byte 0A. The tables must be loaded.
        "line-feed-byte" => {
            let encoding = label::or_utf8(question, "label")?.encoding();
            Ok((encoding.unit_bytes() == 1 && encoding.has_line_feed_unit()).into())
        }
        "labels" => {
            let all = label::set(question)?.labels();
            Ok(all.map(|(label, means)| (label, means.encoding().name())).collect())
        }
        "encodings" => {
            let charsets = Charset::all().map(Encoding::Charset);
            let all = Encoding::ALL.iter().copied().chain(charsets);
            Ok(all.map(Encoding::name).collect())
        }
        "kinds" => Ok(Kind::DESCRIPTIONS
            .iter()
            .map(|kind| json!({ "code": kind.code, "title": kind.title, "section": kind.section }))
            .collect()),
        "character" => Ok(character(json::number(question, "point", 0) as u32)),
        other => Err(format!("unknown question `{other}`")),
    }
}

fn character(point: u32) -> Value {
    let forms = Forms::of(point);
    let encodings = forms
        .encodings
        .iter()
        .map(|(name, bytes)| json!({ "encoding": name, "bytes": bytes.as_deref().map(hex) }));
    let charsets =
        forms.charsets.iter().map(|(name, bytes)| json!({ "encoding": name, "bytes": hex(bytes) }));
    let facts = categories::facts(point);
    json!({
        "point": point,
        "notation": categories::notation(point),
        "name": unicode::name(point),
        "category": facts.as_ref().map(|facts| &facts.category),
        "script": facts.as_ref().map(|facts| &facts.script),
        "block": facts.as_ref().map(|facts| &facts.block),
        "encodings": encodings.collect::<Vec<_>>(),
        "charsets": charsets.collect::<Vec<_>>(),
        "escapes": forms.escapes,
        "normalized": forms.normalized,
        "mojibake": forms.mojibake,
    })
}
