//! Label sets: the meanings that registries and programs give to the same labels.
//!
//! Each set is a table of groups, which are labels with one meaning. A group stores the canonical
//! name of its encoding, and a lookup resolves it. So an encoding that this build lacks is
//! distinguished from an unknown label.

mod code_pages;
mod common;
mod databases;
mod dotnet;
mod files;
mod git;
#[cfg(feature = "legacy-charsets")]
mod glibc;
pub(super) mod group;
#[cfg(feature = "legacy-charsets")]
mod icu;
#[cfg(feature = "legacy-charsets")]
mod java;
mod python;
mod supersets;
mod whatwg;

use group::Group;

/// The groups of all sets.
pub(super) const TABLES: &[&[Group]] = &[
    whatwg::GROUPS,
    python::GROUPS,
    git::GROUPS,
    databases::MYSQL,
    databases::ORACLE,
    dotnet::GROUPS,
    common::GROUPS,
    supersets::GROUPS,
    NUMBERS_AND_NAMES[0],
    NUMBERS_AND_NAMES[1],
    NUMBERS_AND_NAMES[2],
    NUMBERS_AND_NAMES[3],
    VENDORS[0],
    VENDORS[1],
    VENDORS[2],
];

/// The number of the table of the WHATWG standard.
pub(super) const BROWSERS: usize = 0;

/// The numbers of the shared tables, and of the first table of a vendor.
pub(super) const COMMON: usize = 6;
pub(super) const SUPERSETS: usize = 7;
pub(super) const FIRST_VENDOR: usize = TABLES.len() - VENDORS.len();

/// Groups of every set except that of browsers. Their labels are looked up last, because they are
/// many, and no set has them for another encoding unless a group of its own says so.
const NUMBERS_AND_NAMES: [&[Group]; 4] =
    [code_pages::UNICODE, code_pages::LEGACY, files::UNICODE, files::LEGACY];

/// The groups of glibc, ICU and Java. Nearly all are about legacy charsets.
#[cfg(feature = "legacy-charsets")]
const VENDORS: [&[Group]; 3] = [glibc::GROUPS, icu::GROUPS, java::GROUPS];
#[cfg(not(feature = "legacy-charsets"))]
const VENDORS: [&[Group]; 3] = [&[]; 3];

/// A registry of labels, or a program with labels of its own.
///
/// Most labels mean the same everywhere, and work in every set except [`Whatwg`](Self::Whatwg),
/// which has only its own labels. A set decides the labels about which it disagrees with the
/// others:
///
/// | label | IANA | others |
/// | --- | --- | --- |
/// | `latin1`, `iso-8859-1` | ISO-8859-1 | windows-1252: WHATWG; MySQL (`latin1` only) |
/// | `latin5`, `iso-8859-9`, `tis-620` | ISO-8859-9, ISO-8859-11 | windows-1254, windows-874: WHATWG |
/// | `us-ascii`, `ascii` | US-ASCII | windows-1252: WHATWG |
/// | `utf-16` | the BOM decides; big-endian without one | little-endian without a BOM: Python on most machines; always little-endian: WHATWG, .NET; always big-endian: MySQL; a BOM is required: Git |
/// | `unicode-1-1-utf-8` | UTF-8 with the Hangul of Unicode 1.1 | UTF-8: WHATWG, .NET |
/// | `utf8` | UTF-8 | CESU-8: Oracle |
///
/// Every set except [`Whatwg`](Self::Whatwg) also has the numbers of the code pages of Windows
/// (`1252`, `ANSI 1252`), those of IBM if Windows does not have them, and the names in databases,
/// statistics programs and the headers of their files (`WE8ISO8859P15`, `wlatin1`, `LDID/87`). A
/// number may be followed by ` : ` and a description, as in Excel's list of encodings.
///
/// ```
/// use utfkit::{Encoding, encoding::{Label, LabelSet}};
/// assert_eq!(Label::parse("65001", LabelSet::Iana).map(Label::encoding), Ok(Encoding::Utf8));
/// let means = |set| Label::parse("utf-16", set).map(Label::encoding);
/// assert_eq!(means(LabelSet::Iana), Ok(Encoding::Utf16));
/// assert_eq!(means(LabelSet::Whatwg), Ok(Encoding::Utf16Le));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LabelSet {
    /// The IANA registry of character sets, as the RFCs interpret it.
    #[default]
    Iana,
    /// The WHATWG Encoding Standard, for browsers and programs that must agree with them.
    ///
    /// It has exactly the 228 labels of the standard (section 4.2), and the names of their
    /// encodings (`whatwg-big5`). So no stranger can choose an encoding that browsers reject:
    /// `utf-7` and `utf-32` are unknown. Labels of dangerous encodings (`iso-2022-kr`,
    /// `hz-gb-2312`) mean `replacement`. [`decode_whatwg`] decodes exactly as the standard says.
    ///
    #[cfg_attr(feature = "alloc", doc = "[`decode_whatwg`]: crate::transcode::decode_whatwg")]
    #[cfg_attr(
        not(feature = "alloc"),
        doc = "[`decode_whatwg`]: https://docs.rs/utfkit/latest/utfkit/fn.decode_whatwg.html"
    )]
    Whatwg,
    /// The codecs of Python.
    Python,
    /// The values of `working-tree-encoding` in Git.
    Git,
    /// The character sets of MySQL and MariaDB.
    Mysql,
    /// The character sets of Oracle Database.
    Oracle,
    /// The names of `Encoding.GetEncoding` in .NET.
    Dotnet,
    /// The names of `iconv` in glibc. Its BIG5 and CP950 are one charset, [`cp950`] here.
    ///
    /// [`cp950`]: super::Charset
    Glibc,
    /// The names of converters in ICU.
    Icu,
    /// The names of charsets in Java.
    Java,
}

impl LabelSet {
    /// All sets.
    pub const ALL: &[LabelSet] = &[
        LabelSet::Iana,
        LabelSet::Whatwg,
        LabelSet::Python,
        LabelSet::Git,
        LabelSet::Mysql,
        LabelSet::Oracle,
        LabelSet::Dotnet,
        LabelSet::Glibc,
        LabelSet::Icu,
        LabelSet::Java,
    ];

    /// Returns the name of the set, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            LabelSet::Iana => "iana",
            LabelSet::Whatwg => "whatwg",
            LabelSet::Python => "python",
            LabelSet::Git => "git",
            LabelSet::Mysql => "mysql",
            LabelSet::Oracle => "oracle",
            LabelSet::Dotnet => "dotnet",
            LabelSet::Glibc => "glibc",
            LabelSet::Icu => "icu",
            LabelSet::Java => "java",
        }
    }

    /// Returns the labels of the groups of this set and of the shared groups, each once. This build
    /// may lack some of their encodings.
    pub(super) fn own_labels(self) -> impl Iterator<Item = &'static str> + Clone {
        let labels = |group: &'static Group| group.labels.iter().copied();
        let own = move || self.groups().iter().flat_map(labels);
        let shared = self.shared_groups().chain(self.late_groups()).flat_map(labels);
        own().chain(shared.filter(move |label| !own().any(|own| self.is_same(own, label))))
    }

    /// Returns `true` if [`own_labels`](Self::own_labels) contains `label`. Case does not matter.
    pub(super) fn has_own_label(self, label: &str) -> bool {
        let labels = |group: &'static Group| group.labels.iter();
        let own = || self.groups().iter().flat_map(labels);
        let mut shared = self.shared_groups().chain(self.late_groups()).flat_map(labels);
        own().any(|known| known.eq_ignore_ascii_case(label))
            || shared.any(|known| known.eq_ignore_ascii_case(label))
                && !own().any(|known| self.is_same(known, label))
    }

    /// Iterates over the canonical names of the groups of this set.
    pub(super) fn own_names(self) -> impl Iterator<Item = &'static str> {
        self.groups().iter().map(|group| group.name)
    }

    /// Returns the number of the table of this set in [`TABLES`], if it has one.
    pub(super) const fn own_table(self) -> Option<usize> {
        Some(match self {
            LabelSet::Iana => return None,
            LabelSet::Whatwg => BROWSERS,
            LabelSet::Python => 1,
            LabelSet::Git => 2,
            LabelSet::Mysql => 3,
            LabelSet::Oracle => 4,
            LabelSet::Dotnet => 5,
            LabelSet::Glibc => FIRST_VENDOR,
            LabelSet::Icu => FIRST_VENDOR + 1,
            LabelSet::Java => FIRST_VENDOR + 2,
        })
    }

    fn shared_groups(self) -> impl Iterator<Item = &'static Group> + Clone {
        let shared: [&[Group]; 2] =
            if self.falls_back() { [common::GROUPS, supersets::GROUPS] } else { [&[], &[]] };
        shared.into_iter().flatten()
    }

    fn late_groups(self) -> impl Iterator<Item = &'static Group> + Clone {
        let late: &[&[Group]] = if self.falls_back() { &NUMBERS_AND_NAMES } else { &[] };
        late.iter().copied().flatten()
    }

    /// Returns `true` if labels that this set does not have are looked up in the IANA registry.
    pub(super) const fn falls_back(self) -> bool {
        !matches!(self, LabelSet::Whatwg)
    }

    const fn groups(self) -> &'static [Group] {
        match self.own_table() {
            Some(table) => TABLES[table],
            None => &[],
        }
    }

    /// Returns `true` if two labels are spellings of one label.
    pub(super) fn is_same(self, a: &str, b: &str) -> bool {
        match self {
            LabelSet::Python => python::is_same(a, b),
            _ => a.eq_ignore_ascii_case(b),
        }
    }
}

impl core::fmt::Display for LabelSet {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.pad(self.name())
    }
}
