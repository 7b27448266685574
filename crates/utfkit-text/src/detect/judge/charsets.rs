//! Charsets that are not Unicode's: which one, by `chardetng`, and which others.
//!
//! Without the feature `legacy-charsets` there is nothing to name; but text in a charset is no
//! reason to name something else.

#[cfg(feature = "charsets")]
pub(crate) use named::judge;
#[cfg(not(feature = "charsets"))]
pub(crate) use unnamed::judge;

#[cfg(feature = "charsets")]
mod named {

    use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

    use crate::detect::{
        model::meter::{BIT, Price},
        model::reading::Reading,
    };
    use utfkit::Encoding;

    /// Adds to `readings` of `bytes` those in charsets.
    pub(crate) fn judge(readings: &mut Vec<Reading>, bytes: &[u8]) {
        readings.extend(self::readings(bytes));
    }

    /// Charsets that can be told from what `chardetng` says by the model of text alone, and how many
    /// bits that takes: their characters are of a script that others do not have, or told apart by
    /// being frequent.
    const TOLD: [(&str, Price); 7] = [
        ("gbk", 14),
        ("big5", 14),
        ("shift_jis", 14),
        ("euc-jp", 14),
        ("euc-kr", 14),
        ("macintosh", 10),
        ("ibm850", 10),
    ];

    /// Charsets whose letters are as good as any to the model, which knows no languages: never
    /// preferred to what `chardetng` says, who knows which letters stand beside each other.
    const NAMED: [&str; 6] =
        ["windows-1252", "windows-1251", "koi8-u", "windows-1250", "windows-1253", "windows-1256"];
    /// How many bits behind it they stay.
    const BEHIND: Price = 8;

    /// Readings of `bytes`, which are not UTF-8, in charsets: each as much dearer as it is less
    /// likely.
    fn readings(bytes: &[u8]) -> Vec<Reading> {
        let Some(guess) = guess(bytes).map(|encoding| Reading::of(bytes, encoding)) else {
            return Vec::new();
        };
        let read = |name: &str| {
            let encoding = name.parse().ok().filter(|&encoding| encoding != guess.encoding)?;
            Some(Reading::of(bytes, encoding))
        };
        let told = TOLD.iter().filter_map(|&(name, bits)| Some(read(name)?.unlikely_by(bits)));
        let named = NAMED.iter().filter_map(|name| {
            let reading = read(name)?;
            let ahead = guess.price().saturating_sub(reading.price()) / BIT;
            Some(reading.unlikely_by(ahead + BEHIND))
        });
        let mut readings: Vec<_> = told.chain(named).collect();
        readings.insert(0, guess);
        readings
    }

    /// The charset that the bytes are likeliest in.
    fn guess(bytes: &[u8]) -> Option<Encoding> {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        // What follows is not known, so a character may be cut.
        detector.feed(bytes, false);
        detector.guess(None, Utf8Detection::Deny).name().parse().ok()
    }
}

#[cfg(not(feature = "charsets"))]
mod unnamed {

    use crate::detect::{model::meter::Meter, model::reading::Reading, model::unsigned::unit};
    use utfkit::Encoding;

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
