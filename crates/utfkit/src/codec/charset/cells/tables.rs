//! The tables of `cells.bin`. `cargo xtask charsets` generates this file.

use super::Table;

/// Code page 037, from `ibm-37_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM037: Table = Table::at(0, &[]);

/// Code page 273, from `ibm-273_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM273: Table = Table::at(1, &[]);

/// Code page 277, from `ibm-277_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM277: Table = Table::at(2, &[]);

/// Code page 278, from `ibm-278_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM278: Table = Table::at(3, &[]);

/// Code page 280, from `ibm-280_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM280: Table = Table::at(4, &[]);

/// Code page 284, from `ibm-284_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM284: Table = Table::at(5, &[]);

/// Code page 285, from `ibm-285_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM285: Table = Table::at(6, &[]);

/// Code page 297, from `ibm-297_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM297: Table = Table::at(7, &[]);

/// Code page 420: Arabic, from `ibm-420_X120-1999.ucm`.
pub(in crate::codec::charset) static IBM420: Table = Table::at(8, &[]);

/// Code page 424: Hebrew, from `ibm-424_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM424: Table = Table::at(9, &[]);

/// Code page 500, from `ibm-500_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM500: Table = Table::at(10, &[]);

/// Code page 838: Thai, from `ibm-838_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM838: Table = Table::at(11, &[81, 202, 225, 253, 254]);

/// Code page 870, from `ibm-870_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM870: Table = Table::at(12, &[]);

/// Code page 871, from `ibm-871_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM871: Table = Table::at(13, &[]);

/// Code page 875, from `ibm-875_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM875: Table = Table::at(14, &[]);

/// Code page 918, from `ibm-918_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM918: Table = Table::at(15, &[]);

/// Code page 1025, from `ibm-1025_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM1025: Table = Table::at(16, &[]);

/// Code page 1026, from `ibm-1026_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM1026: Table = Table::at(17, &[]);

/// Code page 1047, from `ibm-1047_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM1047: Table = Table::at(18, &[]);

/// Code page 1112, from `ibm-1112_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM1112: Table = Table::at(19, &[]);

/// Code page 1122, from `ibm-1122_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1122: Table = Table::at(20, &[]);

/// Code page 1123, from `ibm-1123_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM1123: Table = Table::at(21, &[]);

/// Code page 1140, from `ibm-1140_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1140: Table = Table::at(22, &[]);

/// Code page 1141, from `ibm-1141_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1141: Table = Table::at(23, &[]);

/// Code page 1142, from `ibm-1142_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1142: Table = Table::at(24, &[]);

/// Code page 1143, from `ibm-1143_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1143: Table = Table::at(25, &[]);

/// Code page 1144, from `ibm-1144_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1144: Table = Table::at(26, &[]);

/// Code page 1145, from `ibm-1145_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1145: Table = Table::at(27, &[]);

/// Code page 1146, from `ibm-1146_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1146: Table = Table::at(28, &[]);

/// Code page 1147, from `ibm-1147_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1147: Table = Table::at(29, &[]);

/// Code page 1148, from `ibm-1148_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1148: Table = Table::at(30, &[]);

/// Code page 1149, from `ibm-1149_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1149: Table = Table::at(31, &[]);

/// Code page 1153, from `ibm-1153_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1153: Table = Table::at(32, &[]);

/// Code page 1154, from `ibm-1154_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1154: Table = Table::at(33, &[]);

/// Code page 1155, from `ibm-1155_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1155: Table = Table::at(34, &[]);

/// Code page 1156, from `ibm-1156_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1156: Table = Table::at(35, &[]);

/// Code page 1157, from `ibm-1157_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1157: Table = Table::at(36, &[]);

/// Code page 1158, from `ibm-1158_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1158: Table = Table::at(37, &[]);

/// Code page 290: Japanese, with katakana, from `ibm-290_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM290: Table = Table::at(38, &[]);

/// Code page 1097: Farsi, from `ibm-1097_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM1097: Table = Table::at(39, &[]);

/// Code page 1130: Vietnamese, from `ibm-1130_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1130: Table = Table::at(40, &[]);

/// Code page 1132: Lao, from `ibm-1132_P100-1998.ucm`.
pub(in crate::codec::charset) static IBM1132: Table = Table::at(41, &[]);

/// Code page 1137: Devanagari, from `ibm-1137_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1137: Table = Table::at(42, &[]);

/// Code page 1160: Thai, with the euro sign, from `ibm-1160_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1160: Table = Table::at(43, &[81, 202, 225, 253]);

/// Code page 1164: Vietnamese, with the sign of the dong, from `ibm-1164_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1164: Table = Table::at(44, &[]);

/// Code page 4899: Hebrew, with the euro sign, from `ibm-4899_P100-1998.ucm`.
pub(in crate::codec::charset) static IBM4899: Table = Table::at(45, &[]);

/// Code page 4971: Greek, with the euro sign, from `ibm-4971_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM4971: Table = Table::at(46, &[]);

/// Code page 12712: Hebrew, with the euro and the new sheqel sign, from `ibm-12712_P100-1998.ucm`.
pub(in crate::codec::charset) static IBM12712: Table = Table::at(47, &[]);

/// Code page 16804: Arabic, with the euro sign, from `ibm-16804_X110-1999.ucm`.
pub(in crate::codec::charset) static IBM16804: Table = Table::at(48, &[]);

/// Code page 864: Arabic, from `glibc-IBM864-2.3.3.ucm`.
pub(in crate::codec::charset) static IBM864: Table = Table::at(49, &[]);

/// Code page 1125: Ukrainian, from `ibm-1125_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1125: Table = Table::at(50, &[]);

/// Code page 1131: Belarusian, from `ibm-1131_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1131: Table = Table::at(51, &[]);

/// Mac OS Central European, from `macos-29-10.2.ucm`.
pub(in crate::codec::charset) static MAC_CENTRAL_EUROPEAN: Table = Table::at(52, &[]);

/// Mac OS Greek, from `macos-6_2-10.4.ucm`.
pub(in crate::codec::charset) static MAC_GREEK: Table = Table::at(53, &[]);

/// Mac OS Turkish, from `macos-35-10.2.ucm`.
pub(in crate::codec::charset) static MAC_TURKISH: Table = Table::at(54, &[]);

/// Mac OS Icelandic, from `macos-37_4-10.2.ucm`.
pub(in crate::codec::charset) static MAC_ICELANDIC: Table = Table::at(55, &[]);

/// Mac OS Croatian, from `macos-36_2-10.2.ucm`.
pub(in crate::codec::charset) static MAC_CROATIAN: Table = Table::at(56, &[]);

/// Mac OS Romanian, from `macos-38_2-10.2.ucm`.
pub(in crate::codec::charset) static MAC_ROMANIAN: Table = Table::at(57, &[]);

/// Mac OS Arabic, from `own/mac-arabic.ucm`.
pub(in crate::codec::charset) static MAC_ARABIC: Table = Table::at(58, &[160, 161, 162, 163, 164, 166, 167, 168, 169, 170, 171, 173, 174, 175, 186, 188, 189, 190, 219, 220, 221, 222, 223, 251, 252, 253]);

/// Mac OS Farsi, from `own/mac-farsi.ucm`.
pub(in crate::codec::charset) static MAC_FARSI: Table = Table::at(59, &[160, 161, 162, 163, 164, 166, 167, 168, 169, 170, 171, 173, 174, 175, 186, 188, 189, 190, 219, 220, 221, 222, 223, 251, 252, 253]);

/// Mac OS Hebrew, from `own/mac-hebrew.ucm`.
pub(in crate::codec::charset) static MAC_HEBREW: Table = Table::at(60, &[160, 161, 162, 163, 164, 165, 167, 168, 169, 170, 171, 172, 173, 174, 175, 176, 177, 178, 179, 180, 181, 182, 183, 184, 185, 186, 187, 188, 189, 190, 191, 251, 252, 253, 254, 255]);

/// Mac OS Thai, from `own/mac-thai.ucm`.
pub(in crate::codec::charset) static MAC_THAI: Table = Table::at(61, &[131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 143, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156]);

/// VISCII, from `glibc-VISCII-2.3.3.ucm`.
pub(in crate::codec::charset) static VISCII: Table = Table::at(62, &[]);

/// TCVN5712-1, from `own/tcvn5712-1.ucm`.
pub(in crate::codec::charset) static TCVN: Table = Table::at(63, &[]);

/// KOI8-T, from `glibc-KOI8_T-2.3.3.ucm`.
pub(in crate::codec::charset) static KOI8_T: Table = Table::at(64, &[]);

/// KOI8-U, from `glibc-KOI8_U-2.3.3.ucm`.
pub(in crate::codec::charset) static KOI8_U: Table = Table::at(65, &[]);

/// KOI8-RU, from `own/koi8-ru.ucm`.
pub(in crate::codec::charset) static KOI8_RU: Table = Table::at(66, &[]);

/// PT154, from `glibc-PT154-2.3.3.ucm`.
pub(in crate::codec::charset) static PTCP154: Table = Table::at(67, &[]);

/// RK1048, from `glibc-RK1048-2.3.3.ucm`.
pub(in crate::codec::charset) static RK1048: Table = Table::at(68, &[]);

/// ARMSCII-8, from `glibc-ARMSCII_8-2.3.3.ucm`.
pub(in crate::codec::charset) static ARMSCII_8: Table = Table::at(69, &[164, 165, 169, 171, 172]);

/// GEORGIAN-PS, from `glibc-GEORGIAN_PS-2.3.3.ucm`.
pub(in crate::codec::charset) static GEORGIAN_PS: Table = Table::at(70, &[]);

/// GEORGIAN-ACADEMY, from `glibc-GEORGIAN_ACADEMY-2.3.3.ucm`.
pub(in crate::codec::charset) static GEORGIAN_ACADEMY: Table = Table::at(71, &[]);

/// HP-ROMAN8, from `glibc-HP_ROMAN8-2.1.2.ucm`.
pub(in crate::codec::charset) static HP_ROMAN8: Table = Table::at(72, &[]);

/// Code page 851: Greek, from `ibm-851_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM851: Table = Table::at(73, &[]);

/// Code page 856: Hebrew, from `ibm-856_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM856: Table = Table::at(74, &[]);

/// Code page 868: Urdu, from `ibm-868_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM868: Table = Table::at(75, &[]);

/// Code page 874 of IBM: Thai, from `ibm-874_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM874: Table = Table::at(76, &[160, 219, 220, 221, 222]);

/// Code page 901: Baltic, with the euro sign, from `ibm-901_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM901: Table = Table::at(77, &[]);

/// Code page 902: Estonian, with the euro sign, from `ibm-902_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM902: Table = Table::at(78, &[]);

/// Code page 922: Estonian, from `ibm-922_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM922: Table = Table::at(79, &[]);

/// Code page 1006: Urdu, from `ibm-1006_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM1006: Table = Table::at(80, &[]);

/// Code page 1098: Farsi, from `ibm-1098_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM1098: Table = Table::at(81, &[]);

/// Code page 1124: Ukrainian, from `ibm-1124_X100-1996.ucm`.
pub(in crate::codec::charset) static IBM1124: Table = Table::at(82, &[]);

/// Code page 1129: Vietnamese, from `ibm-1129_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1129: Table = Table::at(83, &[]);

/// Code page 1133: Lao, from `ibm-1133_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM1133: Table = Table::at(84, &[223]);

/// Code page 1161: Thai, with the euro sign, from `ibm-1161_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1161: Table = Table::at(85, &[160, 219, 220, 221]);

/// Code page 1162: Thai, with the euro sign, from `ibm-1162_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1162: Table = Table::at(86, &[]);

/// Code page 1163: Vietnamese, with the euro sign, from `ibm-1163_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM1163: Table = Table::at(87, &[]);

/// Code page 1166: Kazakh, from `ibm-1166_P100-2002.ucm`.
pub(in crate::codec::charset) static IBM1166: Table = Table::at(88, &[]);

/// DEC-MCS, from `glibc-DEC_MCS-2.1.2.ucm`.
pub(in crate::codec::charset) static DEC_MCS: Table = Table::at(89, &[]);

/// ECMA-Cyrillic, from `glibc-ECMA_CYRILLIC-2.3.3.ucm`.
pub(in crate::codec::charset) static ECMA_CYRILLIC: Table = Table::at(90, &[]);

/// Mac OS Sami, from `glibc-MAC_SAMI-2.3.3.ucm`.
pub(in crate::codec::charset) static MAC_SAMI: Table = Table::at(91, &[]);

/// WIN-SAMI-2, from `glibc-WIN_SAMI_2-2.3.3.ucm`.
pub(in crate::codec::charset) static WIN_SAMI_2: Table = Table::at(92, &[]);

/// Adobe Standard Encoding, from `ibm-1276_P100-1995.ucm`.
pub(in crate::codec::charset) static ADOBE_STANDARD: Table = Table::at(93, &[]);

/// ISO 646: United Kingdom, from `glibc-BS_4730-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_GB: Table = Table::at(94, &[]);

/// ISO 646: Canada, from `glibc-CSA_Z243.4_1985_1-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_CA: Table = Table::at(95, &[]);

/// ISO 646: Canada, second, from `glibc-CSA_Z243.4_1985_2-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_CA2: Table = Table::at(96, &[]);

/// ISO 646: Germany, from `glibc-DIN_66003-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_DE: Table = Table::at(97, &[]);

/// ISO 646: Denmark, from `glibc-DS_2089-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_DK: Table = Table::at(98, &[]);

/// ISO 646: Spain, from `glibc-ES-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_ES: Table = Table::at(99, &[]);

/// ISO 646: Spain, second, from `glibc-ES2-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_ES2: Table = Table::at(100, &[]);

/// ISO 646: France, from `glibc-NF_Z_62_010-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_FR: Table = Table::at(101, &[]);

/// ISO 646: France, as of 1973, from `glibc-NF_Z_62_010_1973-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_FR1: Table = Table::at(102, &[]);

/// ISO 646: Hungary, from `glibc-MSZ_7795.3-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_HU: Table = Table::at(103, &[]);

/// ISO 646: Italy, from `glibc-IT-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_IT: Table = Table::at(104, &[]);

/// ISO 646: Norway, from `glibc-NS_4551_1-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_NO: Table = Table::at(105, &[]);

/// ISO 646: Norway, second, from `glibc-NS_4551_2-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_NO2: Table = Table::at(106, &[]);

/// ISO 646: Portugal, from `glibc-PT-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_PT: Table = Table::at(107, &[]);

/// ISO 646: Portugal, second, from `glibc-PT2-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_PT2: Table = Table::at(108, &[]);

/// ISO 646: Sweden, from `glibc-SEN_850200_B-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_SE: Table = Table::at(109, &[]);

/// ISO 646: Sweden, for names, from `glibc-SEN_850200_C-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_SE2: Table = Table::at(110, &[]);

/// ISO 646: Yugoslavia, from `glibc-JUS_I.B1.002-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_YU: Table = Table::at(111, &[]);

/// ISO 646: Cuba, from `glibc-NC_NC00_10-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_CU: Table = Table::at(112, &[]);

/// ISO 646: China, from `glibc-GB_1988_80-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_CN: Table = Table::at(113, &[]);

/// ISO 646: Japan, from `glibc-JIS_C6220_1969_RO-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_JP: Table = Table::at(114, &[]);

/// ISO 646: Japan, OCR-B, from `glibc-JIS_C6229_1984_B-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_JP_OCR_B: Table = Table::at(115, &[]);

/// ISO 646: Korea, from `glibc-KSC5636-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO646_KR: Table = Table::at(116, &[]);

/// NATS: Denmark and Norway, from `glibc-NATS_DANO-2.1.2.ucm`.
pub(in crate::codec::charset) static NATS_DANO: Table = Table::at(117, &[]);

/// NATS: Finland and Sweden, from `glibc-NATS_SEFI-2.1.2.ucm`.
pub(in crate::codec::charset) static NATS_SEFI: Table = Table::at(118, &[]);

/// ASMO 449: Arabic, from `glibc-ASMO_449-2.1.2.ucm`.
pub(in crate::codec::charset) static ASMO_449: Table = Table::at(119, &[]);

/// Greek, ISO-IR 88, from `glibc-GREEK7-2.1.2.ucm`.
pub(in crate::codec::charset) static GREEK7: Table = Table::at(120, &[]);

/// Greek, ISO-IR 18, from `glibc-GREEK7_OLD-2.1.2.ucm`.
pub(in crate::codec::charset) static GREEK7_OLD: Table = Table::at(121, &[]);

/// Greek, ISO-IR 150, from `glibc-GREEK_CCITT-2.1.2.ucm`.
pub(in crate::codec::charset) static GREEK_CCITT: Table = Table::at(122, &[]);

/// Latin and Greek, ISO-IR 19, from `glibc-LATIN_GREEK-2.1.2.ucm`.
pub(in crate::codec::charset) static LATIN_GREEK: Table = Table::at(123, &[]);

/// Latin and Greek, ISO-IR 27, from `glibc-LATIN_GREEK_1-2.1.2.ucm`.
pub(in crate::codec::charset) static LATIN_GREEK_1: Table = Table::at(124, &[]);

/// ISO 5427: Cyrillic, from `glibc-ISO_5427-2.1.2.ucm`.
pub(in crate::codec::charset) static ISO_5427: Table = Table::at(125, &[]);

/// ISO 5427: Cyrillic, extended, from `glibc-ISO_5427_EXT-2.1.2.ucm`.
pub(in crate::codec::charset) static ISO_5427_EXT: Table = Table::at(126, &[]);

/// ISO 5428: Greek, from `glibc-ISO_5428-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO_5428: Table = Table::at(127, &[]);

/// INIS, from `glibc-INIS-2.1.2.ucm`.
pub(in crate::codec::charset) static INIS: Table = Table::at(128, &[]);

/// INIS, second set, from `glibc-INIS_8-2.1.2.ucm`.
pub(in crate::codec::charset) static INIS_8: Table = Table::at(129, &[]);

/// INIS, Greek and Russian, from `glibc-INIS_CYRILLIC-2.1.2.ucm`.
pub(in crate::codec::charset) static INIS_CYRILLIC: Table = Table::at(130, &[]);

/// ISO 2033: E13B, from `own/pages.txt`.
pub(in crate::codec::charset) static ISO_2033_1983: Table = Table::at(131, &[]);

/// Braille, in ASCII, from `own/pages.txt`.
pub(in crate::codec::charset) static BRF: Table = Table::at(132, &[]);

/// Mac OS Cyrillic before the euro sign, from `glibc-CP10007-2.3.3.ucm`.
pub(in crate::codec::charset) static MS_MAC_CYRILLIC: Table = Table::at(133, &[]);

/// Code page 770: Baltic, from `own/pages.txt`.
pub(in crate::codec::charset) static CP770: Table = Table::at(134, &[]);

/// Code page 771: Lithuanian and Russian, from `own/pages.txt`.
pub(in crate::codec::charset) static CP771: Table = Table::at(135, &[]);

/// Code page 772: Lithuanian and Russian, from `own/pages.txt`.
pub(in crate::codec::charset) static CP772: Table = Table::at(136, &[]);

/// Code page 773: Baltic, from `own/pages.txt`.
pub(in crate::codec::charset) static CP773: Table = Table::at(137, &[]);

/// Code page 774: Lithuanian, from `own/pages.txt`.
pub(in crate::codec::charset) static CP774: Table = Table::at(138, &[]);

/// Code page 866 with letters of other languages, from `glibc-IBM866NAV-2.3.3.ucm`.
pub(in crate::codec::charset) static CP866NAV: Table = Table::at(139, &[]);

/// Code page 904: Taiwan, from `glibc-IBM904-2.1.2.ucm`.
pub(in crate::codec::charset) static IBM904: Table = Table::at(140, &[]);

/// Code page 891: Korea, from `glibc-IBM891-2.1.2.ucm`.
pub(in crate::codec::charset) static IBM891: Table = Table::at(141, &[]);

/// Code page 903: China, from `glibc-IBM903-2.1.2.ucm`.
pub(in crate::codec::charset) static IBM903: Table = Table::at(142, &[]);

/// Code page 1004: Latin-1 of OS/2, from `glibc-IBM1004-2.1.2.ucm`.
pub(in crate::codec::charset) static CP1004: Table = Table::at(143, &[]);

/// Code page 1008: Arabic, from `ibm-1008_P100-1995.ucm`.
pub(in crate::codec::charset) static CP1008: Table = Table::at(144, &[]);

/// Code page 1046: Arabic, from `own/pages.txt`.
pub(in crate::codec::charset) static CP1046: Table = Table::at(145, &[161, 162, 163, 165]);

/// Code page 4909: Greek, with the euro sign, from `ibm-4909_P100-1999.ucm`.
pub(in crate::codec::charset) static CP4909: Table = Table::at(146, &[]);

/// MIK: Bulgarian, from `own/pages.txt`.
pub(in crate::codec::charset) static MIK: Table = Table::at(147, &[]);

/// KOI-8, as in GOST 19768, from `glibc-KOI_8-2.1.2.ucm`.
pub(in crate::codec::charset) static KOI_8: Table = Table::at(148, &[]);

/// GOST 19768-74, from `glibc-GOST_19768_74-2.1.2.ucm`.
pub(in crate::codec::charset) static GOST_19768_74: Table = Table::at(149, &[]);

/// CSN 36 9103, from `glibc-CSN_369103-2.1.2.ucm`.
pub(in crate::codec::charset) static CSN_369103: Table = Table::at(150, &[]);

/// CWI-2: Hungarian, from `glibc-CWI-2.1.2.ucm`.
pub(in crate::codec::charset) static CWI_2: Table = Table::at(151, &[]);

/// HP-GREEK8, from `own/pages.txt`.
pub(in crate::codec::charset) static HP_GREEK8: Table = Table::at(152, &[]);

/// HP-ROMAN9, from `own/pages.txt`.
pub(in crate::codec::charset) static HP_ROMAN9: Table = Table::at(153, &[]);

/// HP-THAI8, from `own/pages.txt`.
pub(in crate::codec::charset) static HP_THAI8: Table = Table::at(154, &[]);

/// HP-TURKISH8, from `own/pages.txt`.
pub(in crate::codec::charset) static HP_TURKISH8: Table = Table::at(155, &[]);

/// IEC P27-1, from `glibc-IEC_P27_1-2.1.2.ucm`.
pub(in crate::codec::charset) static IEC_P27_1: Table = Table::at(156, &[]);

/// ISIRI 3342: Farsi, from `own/pages.txt`.
pub(in crate::codec::charset) static ISIRI_3342: Table = Table::at(157, &[128, 129, 130, 131, 132, 133, 134, 135, 136, 137, 138, 139, 140, 141, 142, 143, 144, 145, 146, 147, 148, 149, 150, 151, 152, 153, 154, 155, 156, 157, 158, 159, 160, 163, 166, 168, 169, 171, 173, 175, 186, 188, 189, 190, 226, 227, 228, 229, 232, 234, 235, 255]);

/// ISO-8859-9 for Azerbaijani, from `own/pages.txt`.
pub(in crate::codec::charset) static ISO_8859_9E: Table = Table::at(158, &[]);

/// Sami, ISO-IR 197, from `glibc-ISO_IR_197-2.1.2.ucm`.
pub(in crate::codec::charset) static ISO_IR_197: Table = Table::at(159, &[]);

/// Sami, ISO-IR 209, from `glibc-ISO_IR_209-2.3.3.ucm`.
pub(in crate::codec::charset) static ISO_IR_209: Table = Table::at(160, &[]);

/// ISO 10367: box drawing, from `glibc-ISO_10367_BOX-2.1.2.ucm`.
pub(in crate::codec::charset) static ISO_10367_BOX: Table = Table::at(161, &[]);

/// ISO/TR 11548-1: Braille, from `own/pages.txt`.
pub(in crate::codec::charset) static ISO_11548_1: Table = Table::at(162, &[]);

/// EBCDIC AT-DE, from `glibc-EBCDIC_AT_DE-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_AT_DE: Table = Table::at(163, &[]);

/// EBCDIC AT-DE-A, from `glibc-EBCDIC_AT_DE_A-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_AT_DE_A: Table = Table::at(164, &[]);

/// EBCDIC CA-FR, from `glibc-EBCDIC_CA_FR-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_CA_FR: Table = Table::at(165, &[]);

/// EBCDIC DK-NO, from `glibc-EBCDIC_DK_NO-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_DK_NO: Table = Table::at(166, &[]);

/// EBCDIC DK-NO-A, from `glibc-EBCDIC_DK_NO_A-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_DK_NO_A: Table = Table::at(167, &[]);

/// EBCDIC ES, from `glibc-EBCDIC_ES-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_ES: Table = Table::at(168, &[]);

/// EBCDIC ES-A, from `glibc-EBCDIC_ES_A-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_ES_A: Table = Table::at(169, &[]);

/// EBCDIC ES-S, from `glibc-EBCDIC_ES_S-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_ES_S: Table = Table::at(170, &[]);

/// EBCDIC FI-SE, from `glibc-EBCDIC_FI_SE-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_FI_SE: Table = Table::at(171, &[]);

/// EBCDIC FI-SE-A, from `glibc-EBCDIC_FI_SE_A-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_FI_SE_A: Table = Table::at(172, &[]);

/// EBCDIC FR, from `glibc-EBCDIC_FR-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_FR: Table = Table::at(173, &[]);

/// EBCDIC IS-FRISS, from `glibc-EBCDIC_IS_FRISS-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_IS_FRISS: Table = Table::at(174, &[]);

/// EBCDIC IT, from `glibc-EBCDIC_IT-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_IT: Table = Table::at(175, &[]);

/// EBCDIC PT, from `glibc-EBCDIC_PT-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_PT: Table = Table::at(176, &[]);

/// EBCDIC UK, from `glibc-EBCDIC_UK-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_UK: Table = Table::at(177, &[]);

/// EBCDIC US, from `glibc-EBCDIC_US-2.1.2.ucm`.
pub(in crate::codec::charset) static EBCDIC_US: Table = Table::at(178, &[]);

/// Code page 038, from `glibc-IBM038-2.1.2.ucm`.
pub(in crate::codec::charset) static IBM038: Table = Table::at(179, &[]);

/// Code page 256, from `ibm-256_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM256: Table = Table::at(180, &[]);

/// Code page 274: Belgium, from `ibm-274_P100-2000.ucm`.
pub(in crate::codec::charset) static IBM274: Table = Table::at(181, &[]);

/// Code page 275: Brazil, from `ibm-275_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM275: Table = Table::at(182, &[]);

/// Code page 281: Japan, from `glibc-IBM281-2.1.2.ucm`.
pub(in crate::codec::charset) static IBM281: Table = Table::at(183, &[]);

/// Code page 423: Greek, from `ibm-423_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM423: Table = Table::at(184, &[]);

/// Code page 803: Hebrew, from `ibm-803_P100-1999.ucm`.
pub(in crate::codec::charset) static CP803: Table = Table::at(185, &[]);

/// Code page 880: Cyrillic, from `ibm-880_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM880: Table = Table::at(186, &[]);

/// Code page 905: Turkish, from `ibm-905_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM905: Table = Table::at(187, &[]);

/// Code page 4517: Arabic, from `ibm-4517_P100-2005.ucm`.
pub(in crate::codec::charset) static CP4517: Table = Table::at(188, &[]);

/// Code page 9030: Thai, from `ibm-9030_P100-1995.ucm`.
pub(in crate::codec::charset) static CP9030: Table = Table::at(189, &[81, 202, 225, 253, 254]);

/// ANSEL: the characters of single bytes, from `own/pages.txt`.
pub(in crate::codec::charset) static ANSEL: Table = Table::at(190, &[199, 205, 206]);

/// VNI: the characters of single bytes, from `own/pages.txt`.
pub(in crate::codec::charset) static VNI: Table = Table::at(191, &[]);

/// Adobe Symbol Encoding, from `own/pages.txt`.
pub(in crate::codec::charset) static ADOBE_SYMBOL: Table = Table::at(192, &[]);

/// NeXTSTEP, from `own/pages.txt`.
pub(in crate::codec::charset) static NEXTSTEP: Table = Table::at(193, &[]);

/// ISO 6937: the characters and accents of single bytes, from `own/pages.txt`.
pub(in crate::codec::charset) static ISO_6937: Table = Table::at(194, &[]);

/// ISO 6937-2: the characters and accents of single bytes, from `own/pages.txt`.
pub(in crate::codec::charset) static ISO_6937_2: Table = Table::at(195, &[166, 168]);

/// T.61: the characters and accents of single bytes, from `own/pages.txt`.
pub(in crate::codec::charset) static T61: Table = Table::at(196, &[]);

/// ANSI X3.110: the characters and accents of single bytes, from `own/pages.txt`.
pub(in crate::codec::charset) static ANSI_X3_110: Table = Table::at(197, &[]);

/// MARC-8: ASCII and ANSEL, from `own/pages.txt`.
pub(in crate::codec::charset) static MARC_LATIN: Table = Table::at(198, &[]);

/// MARC-8: basic and extended Cyrillic, from `own/pages.txt`.
pub(in crate::codec::charset) static MARC_CYRILLIC: Table = Table::at(199, &[]);

/// MARC-8: basic Greek and basic Hebrew, from `own/pages.txt`.
pub(in crate::codec::charset) static MARC_GREEK_HEBREW: Table = Table::at(200, &[]);

/// MARC-8: basic and extended Arabic, from `own/pages.txt`.
pub(in crate::codec::charset) static MARC_ARABIC: Table = Table::at(201, &[]);

/// MARC-8: superscripts and Greek symbols, and subscripts, from `own/pages.txt`.
pub(in crate::codec::charset) static MARC_SCRIPTS: Table = Table::at(202, &[]);

/// Code page 437: United States, from `ibm-437_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM437: Table = Table::at(203, &[]);

/// Code page 720: Arabic, from `ibm-720_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM720: Table = Table::at(204, &[]);

/// Code page 737: Greek, from `ibm-737_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM737: Table = Table::at(205, &[]);

/// Code page 775: Baltic, from `ibm-775_P100-1996.ucm`.
pub(in crate::codec::charset) static IBM775: Table = Table::at(206, &[]);

/// Code page 850: Western European, from `ibm-850_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM850: Table = Table::at(207, &[]);

/// Code page 852: Central European, from `ibm-852_P100-1999.ucm`.
pub(in crate::codec::charset) static IBM852: Table = Table::at(208, &[]);

/// Code page 855: Cyrillic, from `ibm-855_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM855: Table = Table::at(209, &[]);

/// Code page 857: Turkish, from `ibm-857_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM857: Table = Table::at(210, &[]);

/// Code page 858: Western European, with the euro sign, from `ibm-858_P100-1997.ucm`.
pub(in crate::codec::charset) static IBM858: Table = Table::at(211, &[]);

/// Code page 860: Portuguese, from `ibm-860_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM860: Table = Table::at(212, &[]);

/// Code page 861: Icelandic, from `ibm-861_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM861: Table = Table::at(213, &[]);

/// Code page 862: Hebrew, from `ibm-862_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM862: Table = Table::at(214, &[]);

/// Code page 863: Canadian French, from `ibm-863_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM863: Table = Table::at(215, &[]);

/// Code page 865: Nordic, from `ibm-865_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM865: Table = Table::at(216, &[]);

/// Code page 869: Greek, from `ibm-869_P100-1995.ucm`.
pub(in crate::codec::charset) static IBM869: Table = Table::at(217, &[]);

/// ibm866 of the WHATWG standard, from `whatwg/ibm866`.
pub(in crate::codec::charset) static IBM866: Table = Table::at(218, &[]);

/// iso-8859-2 of the WHATWG standard, from `whatwg/iso-8859-2`.
pub(in crate::codec::charset) static ISO_8859_2: Table = Table::at(219, &[]);

/// iso-8859-3 of the WHATWG standard, from `whatwg/iso-8859-3`.
pub(in crate::codec::charset) static ISO_8859_3: Table = Table::at(220, &[]);

/// iso-8859-4 of the WHATWG standard, from `whatwg/iso-8859-4`.
pub(in crate::codec::charset) static ISO_8859_4: Table = Table::at(221, &[]);

/// iso-8859-5 of the WHATWG standard, from `whatwg/iso-8859-5`.
pub(in crate::codec::charset) static ISO_8859_5: Table = Table::at(222, &[]);

/// iso-8859-6 of the WHATWG standard, from `whatwg/iso-8859-6`.
pub(in crate::codec::charset) static ISO_8859_6: Table = Table::at(223, &[]);

/// iso-8859-7 of the WHATWG standard, from `whatwg/iso-8859-7`.
pub(in crate::codec::charset) static ISO_8859_7: Table = Table::at(224, &[]);

/// iso-8859-8 of the WHATWG standard, from `whatwg/iso-8859-8`.
pub(in crate::codec::charset) static ISO_8859_8: Table = Table::at(225, &[]);

/// iso-8859-10 of the WHATWG standard, from `whatwg/iso-8859-10`.
pub(in crate::codec::charset) static ISO_8859_10: Table = Table::at(226, &[]);

/// iso-8859-13 of the WHATWG standard, from `whatwg/iso-8859-13`.
pub(in crate::codec::charset) static ISO_8859_13: Table = Table::at(227, &[]);

/// iso-8859-14 of the WHATWG standard, from `whatwg/iso-8859-14`.
pub(in crate::codec::charset) static ISO_8859_14: Table = Table::at(228, &[]);

/// iso-8859-15 of the WHATWG standard, from `whatwg/iso-8859-15`.
pub(in crate::codec::charset) static ISO_8859_15: Table = Table::at(229, &[]);

/// iso-8859-16 of the WHATWG standard, from `whatwg/iso-8859-16`.
pub(in crate::codec::charset) static ISO_8859_16: Table = Table::at(230, &[]);

/// koi8-r of the WHATWG standard, from `whatwg/koi8-r`.
pub(in crate::codec::charset) static KOI8_R: Table = Table::at(231, &[]);

/// koi8-u of the WHATWG standard, from `whatwg/koi8-u`.
pub(in crate::codec::charset) static WHATWG_KOI8_U: Table = Table::at(232, &[]);

/// macintosh of the WHATWG standard, from `whatwg/macintosh`.
pub(in crate::codec::charset) static MACINTOSH: Table = Table::at(233, &[]);

/// windows-874 of the WHATWG standard, from `whatwg/windows-874`.
pub(in crate::codec::charset) static WINDOWS_874: Table = Table::at(234, &[]);

/// windows-1250 of the WHATWG standard, from `whatwg/windows-1250`.
pub(in crate::codec::charset) static WINDOWS_1250: Table = Table::at(235, &[]);

/// windows-1251 of the WHATWG standard, from `whatwg/windows-1251`.
pub(in crate::codec::charset) static WINDOWS_1251: Table = Table::at(236, &[]);

/// windows-1252 of the WHATWG standard, from `whatwg/windows-1252`.
pub(in crate::codec::charset) static WINDOWS_1252: Table = Table::at(237, &[]);

/// windows-1253 of the WHATWG standard, from `whatwg/windows-1253`.
pub(in crate::codec::charset) static WINDOWS_1253: Table = Table::at(238, &[]);

/// windows-1254 of the WHATWG standard, from `whatwg/windows-1254`.
pub(in crate::codec::charset) static WINDOWS_1254: Table = Table::at(239, &[]);

/// windows-1255 of the WHATWG standard, from `whatwg/windows-1255`.
pub(in crate::codec::charset) static WINDOWS_1255: Table = Table::at(240, &[]);

/// windows-1256 of the WHATWG standard, from `whatwg/windows-1256`.
pub(in crate::codec::charset) static WINDOWS_1256: Table = Table::at(241, &[]);

/// windows-1257 of the WHATWG standard, from `whatwg/windows-1257`.
pub(in crate::codec::charset) static WINDOWS_1257: Table = Table::at(242, &[]);

/// windows-1258 of the WHATWG standard, from `whatwg/windows-1258`.
pub(in crate::codec::charset) static WINDOWS_1258: Table = Table::at(243, &[]);

/// x-mac-cyrillic of the WHATWG standard, from `whatwg/x-mac-cyrillic`.
pub(in crate::codec::charset) static MAC_CYRILLIC: Table = Table::at(244, &[]);
