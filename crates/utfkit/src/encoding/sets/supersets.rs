//! Labels of charsets that are decoded as their supersets, as in the WHATWG Encoding Standard.

use super::group::Group;

/// The groups of every set, except that of the WHATWG standard itself, where the labels mean the
/// superset.
pub(super) const GROUPS: &[Group] = &[
    Group::legacy(
        "gb2312",
        &["gb2312", "csgb2312", "gb_2312", "gb_2312-80", "chinese", "iso-ir-58", "csiso58gb231280"],
    )
    .note(GB2312),
    Group::legacy(
        "euc-kr",
        &[
            "euc-kr",
            "euckr",
            "cseuckr",
            "korean",
            "ksc5601",
            "ksc_5601",
            "ks_c_5601-1987",
            "ks_c_5601-1989",
            "iso-ir-149",
            "csksc56011987",
        ],
    )
    .note(EUC_KR),
    Group::legacy(
        "shift_jis",
        &["shift_jis", "sjis", "x-sjis", "ms_kanji", "shift-jis", "csshiftjis"],
    )
    .note(SHIFT_JIS),
    Group::legacy("euc-jp", &["euc-jp"]).note(EUC_JP),
    Group::legacy("iso-2022-jp", &["iso-2022-jp"]).note(ISO_2022_JP),
    Group::legacy("big5", &["big5"]).note(BIG5),
    Group::legacy("iso-8859-11", &["tis-620", "cstis620"]).note(TIS_620),
    Group::legacy("windows-1250", &["windows-1250", "cp1250", "x-cp1250", "cswindows1250"])
        .note(WINDOWS),
    Group::legacy("windows-1251", &["windows-1251", "cp1251", "x-cp1251", "cswindows1251"])
        .note(WINDOWS),
    Group::legacy("windows-1252", &["windows-1252", "cp1252", "x-cp1252", "cswindows1252"])
        .note(WINDOWS_1252),
    Group::legacy("windows-1253", &["windows-1253", "cp1253", "x-cp1253", "cswindows1253"])
        .note(WINDOWS),
    Group::legacy("windows-1254", &["windows-1254", "cp1254", "x-cp1254", "cswindows1254"])
        .note(WINDOWS),
    Group::legacy("windows-1255", &["windows-1255", "cp1255", "x-cp1255", "cswindows1255"])
        .note(WINDOWS),
    Group::legacy("windows-1257", &["windows-1257", "cp1257", "x-cp1257", "cswindows1257"])
        .note(WINDOWS),
    Group::legacy("windows-1258", &["windows-1258", "cp1258", "x-cp1258", "cswindows1258"])
        .note(WINDOWS),
    Group::legacy("windows-874", &["windows-874", "dos-874", "cp874", "cswindows874"])
        .note(WINDOWS),
];

const GB2312: &str =
    "it is read as GBK, a superset with U+00B7 at A1A4 and U+2014 at A1AA; only GB 2312 is written";
const EUC_KR: &str = "it is read as windows-949 (`uhc`), a superset; only KS X 1001 is written";
const SHIFT_JIS: &str = "it is read as windows-31j, a superset with other characters at 5C, 7E, 8160, 8161, 817C, \
                         8191, 8192 and 81CA; only JIS X 0201 and JIS X 0208 are written";
const EUC_JP: &str = "unlike in the IANA registry and Python, the rows of NEC and IBM are read here, and other \
                      characters at A1C1, A1C2, A1DD, A1F1, A1F2 and A2CC; the rows are not written";
const ISO_2022_JP: &str = "unlike in RFC 1468, halfwidth katakana and the rows of NEC and IBM are read here, and not written";
const BIG5: &str = "unlike in Python, it has the extensions of ETEN and of Hong Kong here, and other characters \
                    for some symbols (such as A145, A14E and A1C2)";
const WINDOWS_1252: &str = "81, 8D, 8F, 90 and 9D are unassigned in Microsoft's published table and in Python; here \
                            they are U+0081 and so on, as in browsers, so that no byte is ill-formed";
const WINDOWS: &str = "bytes of 80..9F that are unassigned in Microsoft's published table and in Python are the \
                       controls U+0080..U+009F here, as in browsers";
const TIS_620: &str = "TIS-620 does not assign A0; here it is U+00A0, as in ISO-8859-11, its alias in the IANA registry";
