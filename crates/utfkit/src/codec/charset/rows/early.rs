//! The rows of charsets of one byte per character that newer ones replaced.

use super::{row::Row, single::other};
use crate::codec::charset::cells::tables as t;

/// Charsets that have ASCII or a part of it. The labels are those of the IANA registry, glibc and ICU.
#[rustfmt::skip]
pub(crate) static EARLY: &[Row] = &[
    other("ms-mac-cyrillic", &t::MS_MAC_CYRILLIC, &["msmaccyrillic"]),
    other("cp770", &t::CP770, &[]),
    other("cp771", &t::CP771, &[]),
    other("cp772", &t::CP772, &[]),
    other("cp773", &t::CP773, &[]),
    other("cp774", &t::CP774, &[]),
    other("cp866nav", &t::CP866NAV, &["IBM866NAV", "866nav"]),
    other("ibm904", &t::IBM904, &["904", "cp904", "csibm904"]),
    other("ibm891", &t::IBM891, &["cp891", "csibm891"]),
    other("ibm903", &t::IBM903, &["cp903", "csibm903"]),
    other("cp1004", &t::CP1004, &["IBM1004", "os2latin1"]),
    other("cp1008", &t::CP1008, &["IBM1008", "ibm-1008", "csibm1008"]),
    other("cp1046", &t::CP1046, &["IBM1046", "1046", "ibm-1046"]),
    other("cp4909", &t::CP4909, &["IBM4909", "ibm-4909", "csibm4909"]),
    other("mik", &t::MIK, &[]),
    other("koi-8", &t::KOI_8, &[]),
    other("gost_19768-74", &t::GOST_19768_74, &[
        "gost_19768", "iso-ir-153", "gost_1976874", "st_sev_358-88", "csiso153gost1976874"
    ]),
    other("csn_369103", &t::CSN_369103, &["iso-ir-139", "csiso139csn369103"]),
    other("cwi-2", &t::CWI_2, &["CWI", "cp-hu"]),
    other("hp-greek8", &t::HP_GREEK8, &["hpgreek8"]),
    other("hp-roman9", &t::HP_ROMAN9, &["roman9", "hproman9"]),
    other("hp-thai8", &t::HP_THAI8, &["thai8", "hpthai8"]),
    other("hp-turkish8", &t::HP_TURKISH8, &["turkish8", "hpturkish8"]),
    other("iec_p27-1", &t::IEC_P27_1, &["iec_p271", "iso-ir-143", "csiso143iecp271"]),
    other("isiri-3342", &t::ISIRI_3342, &["isiri3342"]),
    other("iso-8859-9e", &t::ISO_8859_9E, &["iso88599e", "iso8859-9e", "iso_8859-9e"]),
    other("iso-ir-197", &t::ISO_IR_197, &[]),
    other("iso-ir-209", &t::ISO_IR_209, &[]),
    other("iso_10367-box", &t::ISO_10367_BOX, &["iso-ir-155", "iso_10367box", "csiso10367box"]),
    other("iso_11548-1", &t::ISO_11548_1, &["iso11548-1", "iso/tr_11548-1"]),
    other("adobe-symbol-encoding", &t::ADOBE_SYMBOL, &[
        "Adobe-Symbol-Encoding", "csHPPSMath", "adobe-symbol", "symbol"
    ]),
    other("nextstep", &t::NEXTSTEP, &["NEXTSTEP", "x-nextstep"]),
];

/// Pages of EBCDIC. The labels are those of the IANA registry, glibc and ICU.
#[rustfmt::skip]
pub(crate) static EARLY_EBCDIC: &[Row] = &[
    other("ebcdic-at-de", &t::EBCDIC_AT_DE, &["ebcdicatde", "csebcdicatde"]),
    other("ebcdic-at-de-a", &t::EBCDIC_AT_DE_A, &["ebcdicatdea", "csebcdicatdea"]),
    other("ebcdic-ca-fr", &t::EBCDIC_CA_FR, &["ebcdiccafr", "csebcdiccafr"]),
    other("ebcdic-dk-no", &t::EBCDIC_DK_NO, &["ebcdicdkno", "csebcdicdkno"]),
    other("ebcdic-dk-no-a", &t::EBCDIC_DK_NO_A, &["ebcdicdknoa", "csebcdicdknoa"]),
    other("ebcdic-es", &t::EBCDIC_ES, &["ebcdices", "csebcdices"]),
    other("ebcdic-es-a", &t::EBCDIC_ES_A, &["ebcdicesa", "csebcdicesa"]),
    other("ebcdic-es-s", &t::EBCDIC_ES_S, &["ebcdicess", "csebcdicess"]),
    other("ebcdic-fi-se", &t::EBCDIC_FI_SE, &["ebcdicfise", "csebcdicfise"]),
    other("ebcdic-fi-se-a", &t::EBCDIC_FI_SE_A, &["ebcdicfisea", "csebcdicfisea"]),
    other("ebcdic-fr", &t::EBCDIC_FR, &["ebcdicfr", "csebcdicfr"]),
    other("ebcdic-is-friss", &t::EBCDIC_IS_FRISS, &["ebcdicisfriss"]),
    other("ebcdic-it", &t::EBCDIC_IT, &["ebcdicit", "csebcdicit"]),
    other("ebcdic-pt", &t::EBCDIC_PT, &["ebcdicpt", "csebcdicpt"]),
    other("ebcdic-uk", &t::EBCDIC_UK, &["ebcdicuk", "csebcdicuk"]),
    other("ebcdic-us", &t::EBCDIC_US, &["ebcdicus", "csebcdicus"]),
    other("ibm038", &t::IBM038, &["cp038", "csibm038", "ebcdic-int"]),
    other("ibm256", &t::IBM256, &["ebcdic-int1"]),
    other("ibm274", &t::IBM274, &["cp274", "csibm274", "ebcdic-be"]),
    other("ibm275", &t::IBM275, &["cp275", "csibm275", "ebcdic-br"]),
    other("ibm281", &t::IBM281, &["cp281", "csibm281", "ebcdic-jp-e"]),
    other("ibm423", &t::IBM423, &["cp423", "csibm423", "ebcdic-cp-gr"]),
    other("cp803", &t::CP803, &["IBM803", "ibm-803", "csibm803"]),
    other("ibm880", &t::IBM880, &["cp880", "csibm880", "ebcdic-cyrillic"]),
    other("ibm905", &t::IBM905, &["cp905", "csibm905", "ebcdic-cp-tr"]),
    other("cp4517", &t::CP4517, &["IBM4517", "ibm-4517", "csibm4517"]),
    other("cp9030", &t::CP9030, &["IBM9030", "ibm-9030", "csibm9030"]),
];
