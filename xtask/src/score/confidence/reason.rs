//! The reason of a wrong answer.

use std::collections::BTreeMap;

use utfkit_text::model::score::{Scored, score};

use super::{Answer, Sample, juries::decoded};

/// The maximum number of pairs of characters that are shown.
const SHOWN: usize = 4;

/// Returns why `answer` is wrong: the characters that differ, and the costs of both texts in bits.
pub(super) fn reason(sample: &Sample, answer: &Answer) -> String {
    let Some(read) = decoded(&sample.bytes, answer.encoding) else {
        return "some bytes are ill-formed in the answer".to_owned();
    };
    if sample.charset.is_none() {
        let start: String = read.chars().take(12).collect();
        return format!("binary data that reads as {start:?}");
    }
    let [own, other] = [&sample.text, &read].map(|text| {
        let scored: Vec<Scored> = text.chars().map(Scored::of).collect();
        score(&scored).best()
    });
    let mut pairs: BTreeMap<(char, char), usize> = BTreeMap::new();
    if sample.text.chars().count() == read.chars().count() {
        for pair in sample.text.chars().zip(read.chars()).filter(|(own, other)| own != other) {
            *pairs.entry(pair).or_default() += 1;
        }
    }
    let differ = match pairs.len() {
        0 => "all characters beyond ASCII differ".to_owned(),
        count => {
            let shown = pairs.keys().take(SHOWN).map(|(own, other)| format!("{own:?}→{other:?}"));
            let more = if count > SHOWN { ", …" } else { "" };
            format!("{} differ ({}{more})", count, shown.collect::<Vec<_>>().join(" "))
        }
    };
    let bits = |cost: i64| cost / 4;
    let costs = own.zip(other).map(|((own, cost), (other, less))| {
        format!("; {own} {} bits, read as {other} {} bits", bits(cost), bits(less))
    });
    format!("{differ}{}", costs.unwrap_or_default())
}
