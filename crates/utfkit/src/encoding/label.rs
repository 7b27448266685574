//! Charset labels: the names by which protocols and people call an encoding.

use super::{
    encodings::Encoding,
    filter,
    policy::{BomPolicy, BomRule},
    scheme::ByteOrder,
    sets::{LabelSet, group::Group},
    table::{all, labels, named},
    unknown::UnknownLabel,
};
use crate::codec::charset::name::Charset;

/// What a charset label means: an encoding, and what the label says about its BOM and byte
/// order.
///
/// ```
/// use utfkit::{Encoding, encoding::{Label, LabelSet, BomPolicy}};
/// let label = Label::parse("utf-16le-bom", LabelSet::Iana)?;
/// assert_eq!(label.encoding(), Encoding::Utf16Le);
/// assert_eq!(label.bom(), Some(BomPolicy::Add));
/// // Where registries disagree, the set decides.
/// assert_eq!(Label::parse("utf8", LabelSet::Iana)?.encoding(), Encoding::Utf8);
/// assert_eq!(Label::parse("utf8", LabelSet::Oracle)?.encoding(), Encoding::Cesu8);
/// # Ok::<(), utfkit::encoding::UnknownLabel>(())
/// ```
///
/// [`Transcoder::labelled`](crate::transcode::Transcoder::labelled) converts as two labels say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Label {
    encoding: Encoding,
    bom: Option<BomPolicy>,
    order: Option<ByteOrder>,
    note: Option<&'static str>,
}

impl From<Encoding> for Label {
    /// The label that says no more than the encoding.
    fn from(encoding: Encoding) -> Self {
        Self { encoding, bom: None, order: None, note: None }
    }
}

impl Label {
    /// What `label` means in `set`, whatever its case and the white space around it.
    ///
    /// A label that the set does not have, and no one else means otherwise, is looked up in the IANA
    /// registry; not for [`LabelSet::Whatwg`], which has its own labels only.
    ///
    /// # Errors
    /// No one calls an encoding so, or this build lacks it: a label is never read as something
    /// near.
    pub fn parse(label: &str, set: LabelSet) -> Result<Self, UnknownLabel> {
        let label = label.trim_ascii();
        if !filter::may_be_known(label) {
            return Err(UnknownLabel::new(label, set));
        }
        if let Some(group) = set.group(label) {
            return Self::of_group(group).ok_or_else(|| UnknownLabel::lacking(label, set, group));
        }
        if !set.falls_back() {
            return Err(UnknownLabel::new(label, set));
        }
        let encoding = all()
            .find(|encoding| labels(*encoding).any(|known| set.is_same(known, label)))
            .ok_or_else(|| UnknownLabel::new(label, set))?;
        // Another spelling of a name that means something else in this set.
        match set.group(encoding.name()) {
            Some(group) => {
                Self::of_group(group).ok_or_else(|| UnknownLabel::lacking(label, set, group))
            }
            None => Ok(encoding.into()),
        }
    }

    fn of_group(group: &Group) -> Option<Self> {
        let &Group { name, bom, order, note, .. } = group;
        Some(Self { encoding: named(name)?, bom, order, note })
    }

    /// The encoding.
    #[must_use]
    pub const fn encoding(self) -> Encoding {
        self.encoding
    }

    /// What is done about BOMs, if the label says that: `utf-8-sig` is written with one.
    #[must_use]
    pub const fn bom(self) -> Option<BomPolicy> {
        self.bom
    }

    /// Whether text with this label may, or must not, begin with a BOM: that of the encoding,
    /// unless the label says more. `utf-16le` has none, `utf-16le-bom` has one.
    #[must_use]
    pub const fn bom_rule(self) -> BomRule {
        match (self.encoding.bom_rule(), self.bom) {
            (BomRule::Never, Some(_)) => BomRule::Optional,
            (rule, _) => rule,
        }
    }

    /// What is done about the BOM of text that was labelled `from` and is to have this label.
    ///
    /// A BOM that belongs to the label `from` is no part of the text, and is not kept.
    #[must_use]
    pub fn written_from(self, from: Self) -> BomPolicy {
        self.bom.unwrap_or(match (from.bom, self.bom_rule()) {
            (Some(_), BomRule::Optional) => BomPolicy::Strip,
            _ => BomPolicy::Auto,
        })
    }

    /// The byte order of text without a BOM, and of what is written, if the label says that.
    #[must_use]
    pub const fn order(self) -> Option<ByteOrder> {
        self.order
    }

    /// What else is to be known about the label: a sentence without a full stop.
    #[must_use]
    pub const fn note(self) -> Option<&'static str> {
        self.note
    }
}

impl core::str::FromStr for Encoding {
    type Err = UnknownLabel;

    /// The encoding that `label` means by the IANA registry, whatever its case.
    ///
    /// A label that says more than an encoding is none here: [`Label::parse`] takes those too.
    fn from_str(label: &str) -> Result<Self, UnknownLabel> {
        let label = label.trim_ascii();
        if !filter::may_be_known(label) {
            return Err(UnknownLabel::of_encoding(label));
        }
        Encoding::ALL
            .iter()
            .copied()
            .find(|encoding| labels(*encoding).any(|known| known.eq_ignore_ascii_case(label)))
            .or_else(|| Charset::of_label(label).map(Encoding::Charset))
            .ok_or_else(|| UnknownLabel::of_encoding(label))
    }
}

impl LabelSet {
    /// Every label that can be parsed in this set, with what it means: first those of this set and
    /// of the trades, then those of each encoding.
    ///
    /// ```
    /// use utfkit::{Encoding, encoding::LabelSet};
    /// let mut labels = LabelSet::Oracle.labels();
    /// assert!(labels.any(|(label, means)| label == "UTF8" && means.encoding() == Encoding::Cesu8));
    /// ```
    pub fn labels(self) -> impl Iterator<Item = (&'static str, Label)> {
        let is_own = move |label| self.own_labels().any(|own| own.eq_ignore_ascii_case(label));
        // The canonical name is most often the first label, too.
        let registered = all().flat_map(|encoding| {
            let name = encoding.name();
            let others = encoding.labels().iter().filter(|label| !label.eq_ignore_ascii_case(name));
            core::iter::once(name).chain(others.copied())
        });
        let others = registered.filter(move |label| self.falls_back() && !is_own(label));
        self.own_labels()
            .chain(others)
            .filter_map(move |label| Some((label, Label::parse(label, self).ok()?)))
    }
}

impl BomPolicy {
    /// Whether text in `to`, converted from `from`, begins with a BOM; `found` says whether
    /// the input had one. Both are encodings, or labels that may say more.
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
