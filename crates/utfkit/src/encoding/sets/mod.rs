//! Label sets: what registries and programs mean by the same words.
//!
//! Each set is a table of groups, labels with one meaning. A group names its encoding by the
//! canonical name, which is looked up when a label is: what this build lacks is told from what no
//! one knows.

mod databases;
mod dotnet;
mod git;
pub(super) mod group;
mod python;
mod supersets;
mod trades;
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
    trades::GROUPS,
    supersets::GROUPS,
];

/// A registry of labels, or a program that has its own.
///
/// Most labels mean the same everywhere, and those work in every set but [`Whatwg`](Self::Whatwg),
/// which has its own labels and no others. A set decides where it disagrees with the others:
///
/// | label | IANA | others |
/// | --- | --- | --- |
/// | `latin1`, `iso-8859-1` | ISO-8859-1 | windows-1252: WHATWG; MySQL (`latin1` only) |
/// | `latin5`, `iso-8859-9`, `tis-620` | ISO-8859-9, ISO-8859-11 | windows-1254, windows-874: WHATWG |
/// | `us-ascii`, `ascii` | US-ASCII | windows-1252: WHATWG |
/// | `utf-16` | the BOM decides, else big-endian | else little-endian: Python on most machines; always so: WHATWG, .NET; always big-endian: MySQL; with a BOM or not at all: Git |
/// | `unicode-1-1-utf-8` | UTF-8 with the Hangul of Unicode 1.1 | UTF-8: WHATWG, .NET |
/// | `utf8` | UTF-8 | CESU-8: Oracle |
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum LabelSet {
    /// The IANA registry of character sets, as the RFCs read it.
    #[default]
    Iana,
    /// The WHATWG Encoding Standard: browsers, and programs that must agree with them.
    ///
    /// It has exactly the 228 labels of the standard (section 4.2), so that no stranger can choose
    /// an encoding that browsers refuse: `utf-7` and `utf-32` are unknown. Labels of dangerous
    /// encodings (`iso-2022-kr`, `hz-gb-2312`) mean `replacement`. [`decode_whatwg`]
    /// does all that the standard says about decoding.
    ///
    #[cfg_attr(feature = "alloc", doc = "[`decode_whatwg`]: crate::transcode::decode_whatwg")]
    #[cfg_attr(
        not(feature = "alloc"),
        doc = "[`decode_whatwg`]: https://docs.rs/utfkit/latest/utfkit/fn.decode_whatwg.html"
    )]
    Whatwg,
    /// The codecs of Python.
    Python,
    /// `working-tree-encoding` of Git.
    Git,
    /// The character sets of MySQL and MariaDB.
    Mysql,
    /// The character sets of Oracle Database.
    Oracle,
    /// `Encoding.GetEncoding` of .NET.
    Dotnet,
}

impl LabelSet {
    /// Every set.
    pub const ALL: &[LabelSet] = &[
        LabelSet::Iana,
        LabelSet::Whatwg,
        LabelSet::Python,
        LabelSet::Git,
        LabelSet::Mysql,
        LabelSet::Oracle,
        LabelSet::Dotnet,
    ];

    /// Its name, in lower case.
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
        }
    }

    /// The labels of this set's groups and of the trades', whether this build has their encodings
    /// or not.
    pub(super) fn own_labels(self) -> impl Iterator<Item = &'static str> + Clone {
        self.all_groups().flat_map(|group| group.labels.iter().copied())
    }

    /// The group that `label` is in.
    pub(super) fn group(self, label: &str) -> Option<&'static Group> {
        self.all_groups().find(|group| group.labels.iter().any(|known| self.is_same(known, label)))
    }

    /// The groups of this set, and those that it shares with others.
    fn all_groups(self) -> impl Iterator<Item = &'static Group> + Clone {
        let shared: [&[Group]; 2] =
            if self.falls_back() { [trades::GROUPS, supersets::GROUPS] } else { [&[], &[]] };
        self.groups().iter().chain(shared.into_iter().flatten())
    }

    /// Whether labels that this set does not have are looked up in the IANA registry.
    pub(super) const fn falls_back(self) -> bool {
        !matches!(self, LabelSet::Whatwg)
    }

    const fn groups(self) -> &'static [Group] {
        match self {
            LabelSet::Iana => &[],
            LabelSet::Whatwg => whatwg::GROUPS,
            LabelSet::Python => python::GROUPS,
            LabelSet::Git => git::GROUPS,
            LabelSet::Mysql => databases::MYSQL,
            LabelSet::Oracle => databases::ORACLE,
            LabelSet::Dotnet => dotnet::GROUPS,
        }
    }

    /// Whether two labels are spellings of one.
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
