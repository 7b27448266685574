//! Charsets that read some bytes as the same text.

use std::fmt;

use utfkit::encoding::Charset;
#[cfg(feature = "charsets")]
use utfkit::encoding::Encoding;

/// The charsets that read a text in the same way, so nothing in the text distinguishes them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Family {
    /// One bit per charset, by its place in [`Charset::all`].
    members: [u64; WORDS],
}

/// The number of words of bits, which is enough for 384 charsets.
const WORDS: usize = 6;
/// The maximum number of names that are written.
const MAX_NAMES: usize = 4;

impl Family {
    /// Returns the family of `encodings`. Encodings that are not charsets are left out.
    #[cfg(feature = "charsets")]
    pub(crate) fn of(encodings: impl Iterator<Item = Encoding>) -> Self {
        let mut family = Self::default();
        for encoding in encodings {
            let Encoding::Charset(charset) = encoding else { continue };
            let place = Charset::all().position(|known| known == charset);
            let Some(place) = place.filter(|place| *place < WORDS * 64) else { continue };
            family.members[place / 64] |= 1 << (place % 64);
        }
        family
    }

    /// Iterates over the members, in the order of [`Charset::all`].
    pub fn members(self) -> impl Iterator<Item = Charset> {
        let has = move |place: usize| {
            self.members.get(place / 64).is_some_and(|word| word >> (place % 64) & 1 == 1)
        };
        Charset::all().enumerate().filter(move |(place, _)| has(*place)).map(|(_, one)| one)
    }

    /// Returns `true` if there are at least two members.
    pub(crate) fn has_several(self) -> bool {
        self.members.iter().map(|word| word.count_ones()).sum::<u32>() > 1
    }
}

/// Writes the names of the first members, and the number of the others.
impl fmt::Display for Family {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, member) in self.members().take(MAX_NAMES).enumerate() {
            f.write_str(if number == 0 { "" } else { ", " })?;
            f.write_str(member.name())?;
        }
        match self.members().count().saturating_sub(MAX_NAMES) {
            0 => Ok(()),
            more => write!(f, " and {more} more"),
        }
    }
}

#[cfg(all(test, feature = "charsets"))]
mod tests {
    use super::*;

    #[test]
    fn a_family_names_its_members() {
        let all = |names: &[&str]| Family::of(names.iter().map(|name| name.parse().unwrap()));
        let one = all(&["ibm500", "utf-8"]);
        assert!(!one.has_several());
        assert_eq!(one.to_string(), "ibm500");
        let two = all(&["ibm500", "ibm037"]);
        assert!(two.has_several());
        assert_eq!(two.to_string(), "ibm037, ibm500");
        let many = all(&["ibm037", "ibm273", "ibm277", "ibm278", "ibm280", "ibm284"]);
        assert_eq!(many.to_string(), "ibm037, ibm273, ibm277, ibm278 and 2 more");
    }

    #[test]
    fn every_charset_has_a_place() {
        assert!(Charset::all().count() <= WORDS * 64);
        let all = Family::of(Charset::all().map(Encoding::Charset));
        assert!(all.members().eq(Charset::all()));
    }
}
