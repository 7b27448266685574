//! Charsets that are not Unicode's: which one, by the model of text, and which others.
//!
//! Without the feature `charsets` there is nothing to name; but text in a charset is no
//! reason to name something else.

#[cfg(feature = "charsets")]
pub(crate) use named::{is_strange, judge};
#[cfg(not(feature = "charsets"))]
pub(crate) use unnamed::{is_strange, judge};

#[cfg(feature = "charsets")]
mod named {
    use std::cell::OnceCell;

    use crate::{
        detect::{
            charset::{Candidate, SAMPLE, candidates, cost},
            model::meter::{BIT, Price},
            model::reading::{Charset, Reading},
            model::unsigned::unit,
        },
        model::score,
    };
    use utfkit::Encoding;

    /// So many charsets are named.
    const MAX_NAMED: usize = 6;

    /// What it takes to believe in UTF-16, UTF-32 or UTF-1 without a BOM, in bits.
    const UNMARKED: score::Cost = 6;
    const RARE: score::Cost = 20;

    /// Compares those of `readings` that give any bytes a meaning with the likeliest charset, which
    /// costs `price`. The model of text judges both by the first bytes.
    fn reprice(readings: &mut [Reading], bytes: &[u8], likeliest: Encoding, price: Price) {
        let bytes = &bytes[..bytes.len().min(SAMPLE)];
        let charset = OnceCell::new();
        for reading in readings {
            let more = match reading.encoding {
                Encoding::Utf1 => RARE,
                encoding if unit(encoding) > 1 => UNMARKED,
                _ => continue,
            };
            let charset = charset.get_or_init(|| cost(bytes, likeliest));
            let own = cost(bytes, reading.encoding) + more * score::BIT;
            let dearer = (own - charset) * BIT as score::Cost / score::BIT;
            reading.tell(price.saturating_add_signed(dearer));
        }
    }

    /// What a byte of a line costs at most that is surely text.
    const TEXT: score::Cost = 5 * score::BIT;
    /// How much cheaper a line is in an encoding of its own.
    const STRANGE: score::Cost = 24 * score::BIT;

    /// Whether `line` is no text in `encoding`, but is in another charset.
    pub(crate) fn is_strange(line: &[u8], encoding: Encoding) -> bool {
        let own = cost(line, encoding);
        own > line.len() as score::Cost * TEXT
            && candidates(line).first().is_some_and(|best| best.cost + STRANGE < own)
    }

    /// Adds to `readings` of `bytes` those in charsets. The first is the one that the model of text
    /// names; others are as much dearer as they are less likely.
    pub(crate) fn judge(readings: &mut Vec<Reading>, bytes: &[u8]) {
        let candidates = candidates(bytes);
        let Some(first) = candidates.first() else { return };
        let mut named: Vec<Reading> = candidates
            .iter()
            .take(MAX_NAMED)
            .map(|candidate| {
                let Candidate { encoding, language, confidence, .. } = *candidate;
                Reading::of(bytes, encoding).named(Charset { language, confidence })
            })
            .collect();
        let price = named.first().map_or(0, Reading::own_price);
        for (reading, candidate) in named.iter_mut().zip(&candidates) {
            let more = (candidate.cost - first.cost) / score::BIT;
            reading.tell(price + more as Price * BIT);
        }
        reprice(readings, bytes, first.encoding, price);
        readings.append(&mut named);
        anchor(readings);
    }

    /// Moves all prices that were told, so that the least of them is that reading's own: then they
    /// compare with those of other readings.
    fn anchor(readings: &mut [Reading]) {
        let told = readings.iter().filter(|reading| reading.is_told());
        let Some(best) = told.min_by_key(|reading| reading.price()) else { return };
        let (from, to) = (best.price(), best.own_price());
        for reading in readings.iter_mut().filter(|reading| reading.is_told()) {
            reading.tell((reading.price() + to).saturating_sub(from));
        }
    }
}

#[cfg(not(feature = "charsets"))]
mod unnamed {

    use crate::detect::{model::meter::Meter, model::reading::Reading, model::unsigned::unit};
    use utfkit::Encoding;

    /// There is no other charset.
    pub(crate) const fn is_strange(_: &[u8], _: Encoding) -> bool {
        false
    }

    /// What a byte that is no UTF-8 is taken for.
    const LETTER: char = 'é';

    /// Keeps those of `readings` that explain `bytes` better than a charset that has no name here.
    /// UTF-8 and what is made like it stay: wrong bytes are a mistake there.
    pub(crate) fn judge(readings: &mut Vec<Reading>, bytes: &[u8]) {
        let mut text = String::new();
        for chunk in bytes.utf8_chunks() {
            text.push_str(chunk.valid());
            text.extend(chunk.invalid().iter().map(|_| LETTER));
        }
        let unnamed = Meter::of(&text).price();
        readings.retain(|reading| {
            let takes_any = unit(reading.encoding) > 1 || reading.encoding == Encoding::Utf1;
            !takes_any || reading.price() < unnamed
        });
    }
}
