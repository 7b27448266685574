//! The rows of national variants of ASCII, and of other sets of seven bits.

use super::{row::Row, single::other};
use crate::codec::charset::cells::tables as t;

/// The variants of ISO 646, and sets that were registered for use with ISO 2022. The labels are those
/// of the IANA registry and of glibc. Only the label set of glibc has the labels of two letters.
#[rustfmt::skip]
pub(crate) static NATIONAL: &[Row] = &[
    other("iso646-gb", &t::ISO646_GB, &["BS_4730", "iso-ir-4", "csiso4unitedkingdom"]),
    other("iso646-ca", &t::ISO646_CA, &[
        "CSA_Z243.4-1985-1", "csa7-1", "iso-ir-121", "csa_z243.419851", "csiso121canadian1"
    ]),
    other("iso646-ca2", &t::ISO646_CA2, &[
        "CSA_Z243.4-1985-2", "csa7-2", "iso-ir-122", "csa_z243.419852", "csiso122canadian2"
    ]),
    other("iso646-de", &t::ISO646_DE, &["DIN_66003", "iso-ir-21", "csiso21german"]),
    other("iso646-dk", &t::ISO646_DK, &["DS_2089", "ds2089", "csiso646danish"]),
    other("iso646-es", &t::ISO646_ES, &["iso-ir-17", "csiso17spanish"]),
    other("iso646-es2", &t::ISO646_ES2, &["ES2", "iso-ir-85", "csiso85spanish2"]),
    other("iso646-fr", &t::ISO646_FR, &["NF_Z_62-010", "iso-ir-69", "nf_z_62010", "csiso69french"]),
    other("iso646-fr1", &t::ISO646_FR1, &[
        "NF_Z_62-010_1973", "iso-ir-25", "csiso25french", "nf_z_62010_1973", "nf_z_62-010_(1973)"
    ]),
    other("iso646-hu", &t::ISO646_HU, &["MSZ_7795.3", "iso-ir-86", "csiso86hungarian"]),
    other("iso646-it", &t::ISO646_IT, &["iso-ir-15", "csiso15italian"]),
    other("iso646-no", &t::ISO646_NO, &[
        "NS_4551-1", "ns_45511", "iso-ir-60", "csiso60norwegian1", "csiso60danishnorwegian"
    ]),
    other("iso646-no2", &t::ISO646_NO2, &[
        "NS_4551-2", "no2", "ns_45512", "iso-ir-61", "csiso61norwegian2"
    ]),
    other("iso646-pt", &t::ISO646_PT, &["iso-ir-16", "csiso16portugese"]),
    other("iso646-pt2", &t::ISO646_PT2, &["PT2", "iso-ir-84", "csiso84portuguese2"]),
    other("iso646-se", &t::ISO646_SE, &[
        "SEN_850200_B", "ss636127", "iso-ir-10", "iso646-fi", "csiso10swedish"
    ]),
    other("iso646-se2", &t::ISO646_SE2, &[
        "SEN_850200_C", "se2", "iso-ir-11", "csiso11swedishfornames"
    ]),
    other("iso646-yu", &t::ISO646_YU, &["JUS_I.B1.002", "iso-ir-141", "csiso141jusib1002"]),
    other("iso646-cu", &t::ISO646_CU, &[
        "NC_NC00-10", "cuba", "nc_nc0010", "iso-ir-151", "csiso151cuba", "nc_nc00-10:81"
    ]),
    other("iso646-cn", &t::ISO646_CN, &["GB_1988-80", "gb_198880", "iso-ir-57", "csiso58gb1988"]),
    other("iso646-jp", &t::ISO646_JP, &[
        "JIS_C6220-1969-RO", "iso-ir-14", "jis_c62201969ro", "csiso14jisc6220ro"
    ]),
    other("iso646-jp-ocr-b", &t::ISO646_JP_OCR_B, &[
        "JIS_C6229-1984-B", "jp-ocr-b", "iso-ir-92", "jis_c62291984b", "csiso92jisc62991984b"
    ]),
    other("iso646-kr", &t::ISO646_KR, &["KSC5636", "csksc5636"]),
    other("nats-dano", &t::NATS_DANO, &["natsdano", "csnatsdano", "iso-ir-9-1"]),
    other("nats-sefi", &t::NATS_SEFI, &["natssefi", "csnatssefi", "iso-ir-8-1"]),
    other("asmo_449", &t::ASMO_449, &["arabic7", "iso_9036", "iso-ir-89", "csiso89asmo449"]),
    other("greek7", &t::GREEK7, &["iso-ir-88", "csiso88greek7"]),
    other("greek7-old", &t::GREEK7_OLD, &["greek7old", "iso-ir-18", "csiso18greek7old"]),
    other("greek-ccitt", &t::GREEK_CCITT, &[
        "csiso150", "greekccitt", "iso-ir-150", "csiso150greekccitt"
    ]),
    other("latin-greek", &t::LATIN_GREEK, &["iso-ir-19", "latingreek", "csiso19latingreek"]),
    other("latin-greek-1", &t::LATIN_GREEK_1, &["iso-ir-27", "latingreek1", "csiso27latingreek1"]),
    other("iso_5427", &t::ISO_5427, &["koi-7", "iso-ir-37", "csiso5427cyrillic"]),
    other("iso_5427-ext", &t::ISO_5427_EXT, &[
        "iso-ir-54", "iso_5427ext", "iso_5427:1981", "csiso5427cyrillic1981"
    ]),
    other("iso_5428", &t::ISO_5428, &["iso-ir-55", "iso_5428:1980", "csiso5428greek"]),
    other("inis", &t::INIS, &["iso-ir-49", "csiso49inis"]),
    other("inis-8", &t::INIS_8, &["inis8", "iso-ir-50", "csiso50inis8"]),
    other("inis-cyrillic", &t::INIS_CYRILLIC, &[
        "iso-ir-51", "iniscyrillic", "csiso51iniscyrillic"
    ]),
    other("iso_2033-1983", &t::ISO_2033_1983, &["ISO_2033", "e13b", "csiso2033", "iso-ir-98"]),
    other("brf", &t::BRF, &[]),
];
