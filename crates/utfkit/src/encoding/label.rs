//! Charset labels: the names that protocols and people use for encodings.

use super::{
    encodings::Encoding,
    lookup::{
        self, Entry,
        browsers::{self, Meaning},
    },
    policy::{BomPolicy, BomRule},
    scheme::ByteOrder,
    sets::{LabelSet, group::Group},
    table::{all, named_by_browsers},
    unknown::UnknownLabel,
};
use crate::codec::charset::name::Charset;

/// The meaning of a charset label: an encoding, and what the label adds about BOM and byte order.
///
/// ```
/// use utfkit::{Encoding, encoding::{Label, LabelSet, BomPolicy}};
/// let label = Label::parse("utf-16le-bom", LabelSet::Iana)?;
/// assert_eq!(label.encoding(), Encoding::Utf16Le);
/// assert_eq!(label.bom(), Some(BomPolicy::Add));
/// // Registries disagree about this label, so the set decides.
/// assert_eq!(Label::parse("utf8", LabelSet::Iana)?.encoding(), Encoding::Utf8);
/// assert_eq!(Label::parse("utf8", LabelSet::Oracle)?.encoding(), Encoding::Cesu8);
/// # Ok::<(), utfkit::encoding::UnknownLabel>(())
/// ```
///
/// [`Transcoder::labelled`](crate::transcode::Transcoder::labelled) converts from one label to
/// another.
#[doc(alias = "charset name")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    encoding: Encoding,
    bom: Option<BomPolicy>,
    order: Option<ByteOrder>,
    note: Option<&'static str>,
}

impl From<Encoding> for Label {
    /// Creates the label that says no more than the encoding.
    fn from(encoding: Encoding) -> Self {
        Self { encoding, bom: None, order: None, note: None }
    }
}

impl Label {
    /// Looks up `label` in `set`. Case and surrounding white space do not matter.
    ///
    /// A label that the set does not have is looked up in the IANA registry. If the set gives the
    /// canonical name of that encoding another meaning, the label has that meaning. A label that
    /// the registry does not have either is looked up in glibc, ICU and Java.
    /// [`LabelSet::Whatwg`] is an exception: it has only its own labels.
    ///
    /// The [name](Encoding::name) of an encoding that a set returned brings back the encoding, in
    /// that set and without one (`name.parse::<Encoding>()`). So names can be stored. Names of
    /// charsets that only browsers have (`whatwg-big5`) can be parsed in every set. ICU has another
    /// meaning for two names, `shift_jis` and `cp950`. Without a set, they bring back their
    /// charsets.
    ///
    /// # Errors
    /// No encoding has this label, or this build lacks the encoding. A label is never read as a
    /// similar one.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::{Label, LabelSet}};
    /// let label = Label::parse(" UTF-16LE ", LabelSet::Iana)?;
    /// assert_eq!(label.encoding(), Encoding::Utf16Le);
    /// assert!(Label::parse("utf-7", LabelSet::Whatwg).is_err());
    /// # Ok::<(), utfkit::encoding::UnknownLabel>(())
    /// ```
    #[doc(alias("for_label", "charset", "lookup"))]
    pub fn parse(label: &str, set: LabelSet) -> Result<Self, UnknownLabel> {
        if set != LabelSet::Whatwg {
            return Self::in_set(label, set);
        }
        Self::of_browsers(label).or_else(|error| {
            let label = label.trim_ascii();
            let begins = label.get(..Charset::BROWSERS.len()).unwrap_or_default();
            let may_be_name = begins.eq_ignore_ascii_case(Charset::BROWSERS);
            may_be_name.then(|| Self::of_browsers_name(label)).flatten().ok_or(error)
        })
    }

    /// Looks up `label` in `set`, which is not that of browsers.
    fn in_set(label: &str, set: LabelSet) -> Result<Self, UnknownLabel> {
        let label = number(label.trim_ascii());
        if let Some(entry) = set.entry(label) {
            return Self::of_entry(label, entry, set);
        }
        if let Some(label) = Self::of_browsers_name(label) {
            return Ok(label);
        }
        let mut registered = lookup::candidates(label).filter(|entry| entry.is_registered());
        match registered.find(|entry| entry.is_same(label, set)).and_then(Entry::encoding) {
            // The label may be another spelling of a name that has a different meaning in this set.
            Some(encoding) => match set.entry(encoding.name()) {
                Some(entry) => Self::of_entry(label, entry, set),
                None => Ok(encoding.into()),
            },
            None => {
                let unknown = || UnknownLabel::new(label, set);
                Self::of_entry(label, set.late_entry(label).ok_or_else(unknown)?, set)
            }
        }
    }

    /// Looks up `label`, one of the 228 labels of the WHATWG Encoding Standard, and nothing else.
    ///
    /// # Errors
    /// The standard does not have this label, or this build lacks its encoding.
    pub(crate) fn of_browsers(label: &str) -> Result<Self, UnknownLabel> {
        let (label, set) = (label.trim_ascii(), LabelSet::Whatwg);
        match browsers::find(label) {
            Some(Meaning { group, encoding }) => Self::of_group(label, group, encoding, set),
            None => Err(UnknownLabel::new(label, set)),
        }
    }

    /// Looks up `label`, the name of a charset that only browsers have.
    fn of_browsers_name(label: &str) -> Option<Self> {
        let is_name = |entry: &Entry| {
            entry.is_only_of_browsers() && entry.label().eq_ignore_ascii_case(label)
        };
        lookup::candidates(label).find(is_name)?.encoding().map(Self::from)
    }

    /// Returns the meaning of `label`, which `entry` has.
    fn of_entry(label: &str, entry: Entry, set: LabelSet) -> Result<Self, UnknownLabel> {
        match (entry.group(), entry.encoding()) {
            (Some((_, group)), encoding) => Self::of_group(label, group, encoding, set),
            (None, Some(encoding)) => Ok(encoding.into()),
            (None, None) => Err(UnknownLabel::new(label, set)),
        }
    }

    /// Returns the meaning of `label`, which is in `group`.
    fn of_group(
        label: &str,
        group: &'static Group,
        encoding: Option<Encoding>,
        set: LabelSet,
    ) -> Result<Self, UnknownLabel> {
        let &Group { bom, order, note, .. } = group;
        let lacking = || UnknownLabel::lacking(label, set, group);
        Ok(Self { encoding: encoding.ok_or_else(lacking)?, bom, order, note })
    }

    /// Returns the encoding.
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        self.encoding
    }

    /// Returns the BOM policy, if the label implies one: `utf-8-sig` is written with a BOM.
    #[must_use]
    pub const fn bom(self) -> Option<BomPolicy> {
        self.bom
    }

    /// Returns the rule for a BOM at the start of text with this label.
    ///
    /// It is the rule of the encoding, unless the label says more: `utf-16le` has no BOM,
    /// `utf-16le-bom` has one.
    #[must_use]
    pub const fn bom_rule(self) -> BomRule {
        match (self.encoding.bom_rule(), self.bom) {
            (BomRule::Never, Some(_)) => BomRule::Optional,
            (rule, _) => rule,
        }
    }

    /// Returns the BOM policy for writing text with this label that was read with the label `from`.
    ///
    /// A BOM that belongs to the label `from` is not part of the text, and is not kept.
    #[must_use]
    pub fn written_from(self, from: Self) -> BomPolicy {
        self.bom.unwrap_or(match (from.bom, self.bom_rule()) {
            (Some(_), BomRule::Optional) => BomPolicy::Strip,
            _ => BomPolicy::Auto,
        })
    }

    /// Returns the byte order of text without a BOM and of output, if the label fixes it.
    #[must_use]
    pub const fn order(self) -> Option<ByteOrder> {
        self.order
    }

    /// Returns a note about the label, if there is one: a sentence without a period.
    ///
    /// ```
    /// use utfkit::encoding::{Label, LabelSet};
    /// let label = Label::parse("UTF8", LabelSet::Oracle)?;
    /// assert_eq!(label.note(), Some("UTF-8 proper is AL32UTF8"));
    /// # Ok::<(), utfkit::encoding::UnknownLabel>(())
    /// ```
    #[must_use]
    pub const fn note(self) -> Option<&'static str> {
        self.note
    }
}

impl Encoding {
    /// Returns the name in the WHATWG Encoding Standard, in lower case, or `None` if it is not an
    /// encoding of the standard.
    ///
    /// It is the [name](Self::name), except if the standard and IANA have different charsets of one
    /// name. `LabelSet::Whatwg` brings back the encoding from it.
    ///
    /// ```
    /// # #[cfg(feature = "legacy-charsets")] {
    /// use utfkit::{Encoding, encoding::{Label, LabelSet}};
    /// let big5 = Label::parse("big5", LabelSet::Whatwg)?.encoding();
    /// assert_eq!((big5.name(), big5.whatwg_name()), ("whatwg-big5", Some("big5")));
    /// assert_eq!("big5".parse::<Encoding>()?.whatwg_name(), None);
    /// # }
    /// # Ok::<(), utfkit::encoding::UnknownLabel>(())
    /// ```
    #[must_use]
    pub fn whatwg_name(self) -> Option<&'static str> {
        let name = match self {
            Encoding::Charset(charset) => charset.standard_name(),
            _ => self.name(),
        };
        let is_known = LabelSet::Whatwg.own_names().any(|known| known == name);
        (is_known && named_by_browsers(name) == Some(self)).then_some(name)
    }
}

/// Returns the number of a label such as `65001 : Unicode (UTF-8)`: the list of Excel has numbers
/// with a description in the language of its user. Any other label is returned unchanged.
fn number(label: &str) -> &str {
    let digits = label.bytes().take_while(u8::is_ascii_digit).count();
    match label.split_at_checked(digits) {
        Some((number, rest)) if digits > 0 && rest.starts_with(" : ") => number,
        _ => label,
    }
}

impl core::str::FromStr for Encoding {
    type Err = UnknownLabel;

    /// Looks up `label` in the IANA registry. Case does not matter.
    ///
    /// A label that says more than an encoding is an error here. [`Label::parse`] accepts such
    /// labels too.
    fn from_str(label: &str) -> Result<Self, UnknownLabel> {
        let label = label.trim_ascii();
        let is_label = |entry: &Entry| entry.label().eq_ignore_ascii_case(label);
        let candidates = lookup::candidates(label).filter(is_label);
        // Entries of browsers come last.
        let mut own = candidates.filter(|entry| entry.group().is_none());
        let encoding = own.next().and_then(Entry::encoding);
        encoding.ok_or_else(|| UnknownLabel::of_encoding(label))
    }
}

impl LabelSet {
    /// Iterates over all labels that can be parsed in this set, with their meanings.
    ///
    /// First come the labels of this set and the labels that several sets share, then those of each
    /// encoding.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::LabelSet};
    /// let mut labels = LabelSet::Oracle.labels();
    /// assert!(labels.any(|(label, means)| label == "UTF8" && means.encoding() == Encoding::Cesu8));
    /// ```
    pub fn labels(self) -> impl Iterator<Item = (&'static str, Label)> {
        // The canonical name is often the first label too.
        let registered = all().flat_map(|encoding| {
            let name = encoding.name();
            let others = encoding.labels().iter().filter(|label| !label.eq_ignore_ascii_case(name));
            core::iter::once(name).chain(others.copied())
        });
        let others =
            registered.filter(move |label| self.falls_back() && !self.has_own_label(label));
        self.own_labels()
            .chain(others)
            .filter_map(move |label| Some((label, Label::parse(label, self).ok()?)))
    }
}

impl BomPolicy {
    /// Returns `true` if text in `to`, converted from `from`, begins with a BOM.
    ///
    /// `found` is `true` if the input had a BOM. Both `from` and `to` are encodings, or labels
    /// that may say more.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::BomPolicy};
    /// assert!(BomPolicy::Auto.writes(Encoding::Utf8, Encoding::Utf16, false));
    /// assert!(!BomPolicy::Auto.writes(Encoding::Utf16, Encoding::Utf8, true));
    /// ```
    #[must_use]
    pub fn writes(self, from: impl Into<Label>, to: impl Into<Label>, found: bool) -> bool {
        let (from, to) = (from.into(), to.into());
        self.writes_by(to.bom_rule(), found, from.encoding() == to.encoding())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::encoding::table::labels;

    #[test]
    fn policies_write_boms() {
        use Encoding::{Utf8, Utf16, Utf16Le};
        for (policy, from, to, found, writes) in [
            (BomPolicy::Auto, Utf8, Utf16, false, true),
            (BomPolicy::Auto, Utf16, Utf8, true, false),
            (BomPolicy::Auto, Utf16, Utf16Le, true, false),
            (BomPolicy::Add, Utf16, Utf8, false, true),
            (BomPolicy::Strip, Utf8, Utf8, true, false),
            (BomPolicy::Keep, Utf16, Utf8, true, true),
            (BomPolicy::Keep, Utf16, Utf8, false, false),
        ] {
            assert_eq!(policy.writes(from, to, found), writes, "{policy:?} {from} {to} {found}");
        }
    }

    #[test]
    fn every_label_means_its_encoding_in_any_case() {
        for &encoding in Encoding::ALL {
            for label in labels(encoding) {
                assert_eq!(label.parse(), Ok(encoding));
                assert_eq!(label.to_ascii_uppercase().parse(), Ok(encoding));
                assert_eq!(label.to_ascii_lowercase().parse(), Ok(encoding));
            }
        }
    }
}
