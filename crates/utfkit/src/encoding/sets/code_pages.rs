//! Numbers of charsets: the code pages of Windows, and the coded character set identifiers (CCSIDs)
//! of IBM. Names of SAS contain them, too.
//!
//! The numbers are those of Microsoft's page "Code Page Identifiers", and of the lists of CCSIDs in
//! the manuals of IBM i and Db2. If Windows and IBM disagree about a number, it has the meaning of
//! Windows here. Numbers that are labels of their charsets anyway, such as 437, are not repeated.

use super::group::Group;

/// The numbers of Unicode encodings.
pub(super) const UNICODE: &[Group] = &[
    Group::new("utf-8", &["65001", "windows-65001", "cp65001", "1208"]),
    Group::new("utf-7", &["65000", "windows-65000", "cp65000"]),
    Group::new("utf-16le", &["1200"]).note(UTF_16),
    Group::new("utf-16le", &["windows-1200", "1202"]),
    Group::new("utf-16be", &["1201", "windows-1201"]),
    Group::new("utf-32le", &["12000", "windows-12000", "1234"]),
    Group::new("utf-32be", &["12001", "windows-12001", "1232"]),
    Group::new("ucs-2be", &["13488"]),
    Group::new("us-ascii", &["20127", "windows-20127", "cp20127", "367"]),
    Group::new("iso-8859-1", &["28591", "windows-28591", "cp28591", "819"]),
];

const UTF_16: &str = "it is the code page of Windows; the CCSID 1200 of IBM is utf-16be";

/// Returns the spellings of a number, with each of the words before it.
#[cfg(feature = "legacy-charsets")]
macro_rules! spellings {
    ([$($before:literal)*] $number:literal) => { &[$(concat!($before, $number)),*] };
}

/// Creates groups of the spellings of numbers.
#[cfg(feature = "legacy-charsets")]
macro_rules! numbers {
    ($($before:tt: $($name:literal $number:literal)*;)*) => {
        &[$($(Group::legacy($name, spellings!($before $number)),)*)*]
    };
}

/// The numbers of legacy charsets.
#[cfg(feature = "legacy-charsets")]
#[rustfmt::skip]
pub(super) const LEGACY: &[Group] = numbers! {
    // Windows, and files with extension `.cpg` next to a table of dBASE.
    ["" "ANSI " "ANSI" "ANSI-"]:
        "windows-874" 874 "windows-31j" 932 "gbk" 936 "uhc" 949 "cp950" 950
        "windows-1250" 1250 "windows-1251" 1251 "windows-1252" 1252 "windows-1253" 1253
        "windows-1254" 1254 "windows-1255" 1255 "windows-1256" 1256 "windows-1257" 1257
        "windows-1258" 1258;
    ["OEM " "OEM" "OEM-"]:
        "ibm437" 437 "cp720" 720 "cp737" 737 "ibm775" 775 "ibm850" 850 "ibm852" 852 "ibm855" 855
        "ibm857" 857 "ibm00858" 858 "ibm860" 860 "ibm861" 861 "ibm862" 862 "ibm863" 863
        "ibm864" 864 "ibm865" 865 "ibm866" 866 "ibm869" 869;
    [""]: "cp720" 720 "cp737" 737;
    ["" "windows-" "cp"]:
        "johab" 1361 "macintosh" 10000 "x-mac-arabic" 10004 "x-mac-hebrew" 10005
        "x-mac-cyrillic" 10007 "x-mac-thai" 10021
        "ibm273" 20273 "ibm277" 20277 "ibm278" 20278 "ibm280" 20280 "ibm284" 20284 "ibm285" 20285
        "ibm290" 20290 "ibm297" 20297 "ibm420" 20420 "ibm424" 20424 "ibm-thai" 20838
        "koi8-r" 20866 "ibm871" 20871 "cp1025" 21025 "koi8-u" 21866
        "euc-jp" 20932 "gb2312" 20936 "euc-kr" 20949
        "iso-8859-2" 28592 "iso-8859-3" 28593 "iso-8859-4" 28594 "iso-8859-5" 28595
        "iso-8859-6" 28596 "iso-8859-7" 28597 "iso-8859-8" 28598 "iso-8859-9" 28599
        "iso-8859-10" 28600 "iso-8859-11" 28601 "iso-8859-13" 28603 "iso-8859-14" 28604
        "iso-8859-15" 28605 "iso-8859-16" 28606 "iso-8859-8-i" 38598
        "iso-2022-kr" 50225 "iso-2022-cn" 50227
        "gb2312" 51936 "euc-kr" 51949 "hz" 52936 "gb18030" 54936;
    ["" "windows-"]:
        "x-mac-greek" 10006 "x-mac-romanian" 10010 "x-mac-ce" 10029 "x-mac-icelandic" 10079
        "x-mac-turkish" 10081 "x-mac-croatian" 10082
        "cp50220" 50220 "cp50221" 50221 "cp50222" 50222 "cp51932" 51932;
    // IBM.
    [""]:
        "iso-8859-7" 813 "koi8-r" 878 "iso-8859-2" 912 "iso-8859-3" 913 "iso-8859-4" 914
        "iso-8859-5" 915 "iso-8859-8" 916 "iso-8859-9" 920 "iso-8859-13" 921 "iso-8859-15" 923
        "euc-jp" 954 "euc-tw" 964 "euc-kr" 970 "hp-roman8" 1051 "iso-8859-6" 1089
        "koi8-u" 1168 "macintosh" 1275 "x-mac-greek" 1280 "x-mac-turkish" 1281 "x-mac-ce" 1282
        "x-mac-cyrillic" 1283 "gb2312" 1383 "gb18030" 1392
        "windows-1250" 5346 "windows-1251" 5347 "windows-1252" 5348 "windows-1253" 5349
        "windows-1254" 5350 "windows-1255" 5351 "windows-1256" 5352 "windows-1257" 5353
        "windows-1258" 5354;
    // SAS. Lines of text in `open_ed` end with byte 15.
    ["msdos"]: "cp720" 720 "cp737" 737 "ibm775" 775;
    ["pcoem"]:
        "ibm437" 437 "ibm850" 850 "ibm852" 852 "ibm855" 855 "ibm857" 857 "ibm00858" 858 "ibm860" 860
        "ibm862" 862 "ibm863" 863 "ibm864" 864 "ibm865" 865 "ibm866" 866 "ibm869" 869
        "windows-874" 874 "iso-8859-13" 921 "cp922" 922 "cp1129" 1129;
    ["ebcdic"]:
        "ibm037" "037" "ibm273" 273 "ibm275" 275 "ibm277" 277 "ibm278" 278 "ibm280" 280 "ibm284" 284
        "ibm285" 285 "ibm297" 297 "ibm420" 420 "ibm424" 424 "ibm500" 500 "ibm-thai" 838
        "ibm870" 870 "cp875" 875 "cp1025" 1025 "ibm1026" 1026 "ibm1047" 1047 "cp1112" 1112
        "cp1122" 1122 "cp1130" 1130 "ibm01140" 1140 "ibm01141" 1141 "ibm01142" 1142
        "ibm01143" 1143 "ibm01144" 1144 "ibm01145" 1145 "ibm01146" 1146 "ibm01147" 1147
        "ibm01148" 1148;
    ["open_ed-"]:
        "ibm037-s390" "037" "ibm273-s390" 273 "ibm277-s390" 277 "ibm278-s390" 278 "ibm280-s390" 280
        "ibm284-s390" 284 "ibm285-s390" 285 "ibm297-s390" 297 "ibm420-s390" 420 "ibm424-s390" 424
        "ibm500-s390" 500 "ibm-thai-s390" 838 "ibm870-s390" 870 "cp875-s390" 875
        "cp1025-s390" 1025 "ibm1026-s390" 1026 "ibm1047-s390" 1047 "cp1112-s390" 1112
        "cp1122-s390" 1122 "cp1130-s390" 1130 "ibm01140-s390" 1140 "ibm01141-s390" 1141
        "ibm01142-s390" 1142 "ibm01143-s390" 1143 "ibm01144-s390" 1144 "ibm01145-s390" 1145
        "ibm01146-s390" 1146 "ibm01147-s390" 1147 "ibm01148-s390" 1148;
};

#[cfg(not(feature = "legacy-charsets"))]
pub(super) const LEGACY: &[Group] = &[];

#[cfg(all(test, feature = "legacy-charsets"))]
mod tests {
    use std::{format, vec::Vec};

    use crate::encoding::{Label, LabelSet};

    /// ICU and Java have lists of their own. If they know a number too, it is the same charset,
    /// except where Windows and IBM disagree.
    #[test]
    fn numbers_mean_the_charsets_of_icu_and_java() {
        let means = |label: &str, set| Label::parse(label, set).map(Label::encoding).ok();
        let (mut compared, mut different) = (0, Vec::new());
        for number in 1..=65_535_u32 {
            let Some(ours) = means(&format!("{number}"), LabelSet::Iana) else { continue };
            for (label, set) in [
                (format!("windows-{number}"), LabelSet::Icu),
                (format!("ibm-{number}"), LabelSet::Icu),
                (format!("{number}"), LabelSet::Icu),
                (format!("cp{number}"), LabelSet::Java),
                (format!("{number}"), LabelSet::Java),
                (format!("{number}"), LabelSet::Python),
            ] {
                let Some(theirs) = means(&label, set) else { continue };
                compared += 1;
                if theirs != ours {
                    different.push(format!("{set} {label}: {theirs}"));
                }
            }
        }
        assert!(compared > 500, "{compared}");
        // ICU reads the UCS-2 of IBM as UTF-16.
        let expected = [
            "icu ibm-874: ibm874",
            "icu 874: ibm874",
            "java cp874: ibm874",
            "java 874: ibm874",
            "icu ibm-1200: utf-16be",
            "icu ibm-13488: utf-16be",
        ];
        assert!(different.iter().all(|row| expected.contains(&row.as_str())), "{different:?}");
        assert!(different.len() >= 4, "{different:?}");
    }

    #[test]
    fn people_write_numbers_in_several_ways() {
        for (label, name) in [
            ("1252", "windows-1252"),
            ("ANSI 936", "gbk"),
            ("ansi1251", "windows-1251"),
            ("OEM 437", "ibm437"),
            ("28605", "iso-8859-15"),
            ("65001", "utf-8"),
            ("1200", "utf-16le"),
            ("54936", "gb18030"),
        ] {
            let means = Label::parse(label, LabelSet::Iana).map(|label| label.encoding().name());
            assert_eq!(means, Ok(name), "{label}");
        }
        for set in [LabelSet::Icu, LabelSet::Java] {
            assert!(Label::parse("949", set).is_err(), "their 949 is a charset of IBM");
        }
        assert!(Label::parse("1252", LabelSet::Whatwg).is_err());
    }
}
