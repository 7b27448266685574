//! Other charsets that UTF-8 was taken for, and which byte a character is in each.

use crate::repair::charset::MojibakeCharset;

/// How many there are.
pub(crate) const PAGES: usize = HIGH.len();

/// A charset, and the characters of its bytes 80 to FF. Where it has none, that of ISO-8859-1
/// passes, as everywhere.
const HIGH: [(MojibakeCharset, &str); 19] = [
    (
        MojibakeCharset::Windows1250,
        "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\
         \u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
         ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
         ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
    ),
    (
        MojibakeCharset::Windows1251,
        "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\
         \u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї\
         АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
         абвгдежзийклмнопрстуфхцчшщъыьэюя",
    ),
    (
        MojibakeCharset::Windows1253,
        "€\u{81}‚ƒ„…†‡\u{88}‰\u{8A}‹\u{8C}\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—\u{98}™\u{9A}›\u{9C}\
         \u{9D}\u{9E}\u{9F}\
         \u{A0}΅Ά£¤¥¦§¨©ª«¬\u{AD}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ\
         ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡÒΣΤΥΦΧΨΩΪΫάέήί\
         ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώÿ",
    ),
    (
        MojibakeCharset::Windows1254,
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}\u{9E}Ÿ\
         \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
         ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
         àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ",
    ),
    (
        MojibakeCharset::Windows1257,
        "€\u{81}‚\u{83}„…†‡\u{88}‰\u{8A}‹\u{8C}¨ˇ¸\u{90}‘’“”•–—\u{98}™\u{9A}›\u{9C}¯˛\u{9F}\
         \u{A0}¡¢£¤¥¦§Ø©Ŗ«¬\u{AD}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ\
         ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß\
         ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙",
    ),
    (
        MojibakeCharset::Iso8859_2,
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\
         \u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\
         \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
         ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
         ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
    ),
    (
        MojibakeCharset::MacRoman,
        "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü\
         †°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
         ¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ\
         ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
    ),
    (
        MojibakeCharset::CodePage437,
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
         áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
         └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
         αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
    ),
    (
        MojibakeCharset::Koi8R,
        "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷\
         ═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©\
         юабцдефгхийклмнопярстужвьызшэщчъ\
         ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ",
    ),
    (
        MojibakeCharset::Iso8859_15,
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\
         \u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\
         \u{9C}\u{9D}\u{9E}\u{9F}\
         \u{A0}¡¢£€¥Š§š©ª«¬\u{AD}®¯°±²³Žµ¶·ž¹º»ŒœŸ¿\
         ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ×ØÙÚÛÜÝÞß\
         àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ",
    ),
    (
        MojibakeCharset::Windows1255,
        "€\u{81}‚ƒ„…†‡ˆ‰\u{8A}‹\u{8C}\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™\u{9A}›\u{9C}\u{9D}\u{9E}\
         \u{9F}\
         \u{A0}¡¢£₪¥¦§¨©×«¬\u{AD}®¯°±²³´µ¶·¸¹÷»¼½¾¿\
         \u{5B0}\u{5B1}\u{5B2}\u{5B3}\u{5B4}\u{5B5}\u{5B6}\u{5B7}\u{5B8}\u{5B9}Ê\u{5BB}\u{5BC}\
         \u{5BD}\u{5BE}\u{5BF}\u{5C0}\u{5C1}\u{5C2}\u{5C3}\u{5F0}\u{5F1}\u{5F2}\u{5F3}\u{5F4}ÙÚÛÜ\
         ÝÞß\
         \u{5D0}\u{5D1}\u{5D2}\u{5D3}\u{5D4}\u{5D5}\u{5D6}\u{5D7}\u{5D8}\u{5D9}\u{5DA}\u{5DB}\
         \u{5DC}\u{5DD}\u{5DE}\u{5DF}\u{5E0}\u{5E1}\u{5E2}\u{5E3}\u{5E4}\u{5E5}\u{5E6}\u{5E7}\
         \u{5E8}\u{5E9}\u{5EA}ûü\u{200E}\u{200F}ÿ",
    ),
    (
        MojibakeCharset::Windows1256,
        "€\u{67E}‚ƒ„…†‡ˆ‰\u{679}‹Œ\u{686}\u{698}\u{688}\u{6AF}‘’“”•–—\u{6A9}™\u{691}›œ\u{200C}\
         \u{200D}\u{6BA}\
         \u{A0}،¢£¤¥¦§¨©\u{6BE}«¬\u{AD}®¯°±²³´µ¶·¸¹\u{61B}»¼½¾\u{61F}\
         \u{6C1}\u{621}\u{622}\u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62A}\u{62B}\
         \u{62C}\u{62D}\u{62E}\u{62F}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}×\u{637}\
         \u{638}\u{639}\u{63A}\u{640}\u{641}\u{642}\u{643}\
         à\u{644}â\u{645}\u{646}\u{647}\u{648}çèéêë\u{649}\u{64A}îï\u{64B}\u{64C}\u{64D}\u{64E}ô\
         \u{64F}\u{650}÷\u{651}ù\u{652}ûü\u{200E}\u{200F}\u{6D2}",
    ),
    (
        MojibakeCharset::Windows1258,
        "€\u{81}‚ƒ„…†‡ˆ‰\u{8A}‹Œ\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™\u{9A}›œ\u{9D}\u{9E}Ÿ\
         \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
         ÀÁÂĂÄÅÆÇÈÉÊË\u{300}ÍÎÏĐÑ\u{309}ÓÔƠÖ×ØÙÚÛÜƯ\u{303}ß\
         àáâăäåæçèéêë\u{301}íîïđñ\u{323}óôơö÷øùúûüư₫ÿ",
    ),
    (
        MojibakeCharset::Iso8859_7,
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\
         \u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\
         \u{9C}\u{9D}\u{9E}\u{9F}\
         \u{A0}‘’£€₯¦§¨©ͺ«¬\u{AD}®―°±²³΄΅Ά·ΈΉΊ»Ό½ΎΏ\
         ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡÒΣΤΥΦΧΨΩΪΫάέήί\
         ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώÿ",
    ),
    (
        MojibakeCharset::MacCyrillic,
        "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
         †°Ґ£§•¶І®©™Ђђ≠Ѓѓ∞±≤≥іµґЈЄєЇїЉљЊњ\
         јЅ¬√ƒ≈∆«»…\u{A0}ЋћЌќѕ–—“”‘’÷„ЎўЏџ№Ёёя\
         абвгдежзийклмнопрстуфхцчшщъыьэю€",
    ),
    (
        MojibakeCharset::CodePage850,
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒ\
         áíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐\
         └┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀\
         ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u{AD}±‗¾¶§÷¸°¨·¹³²■\u{A0}",
    ),
    (
        MojibakeCharset::CodePage852,
        "ÇüéâäůćçłëŐőîŹÄĆÉĹĺôöĽľŚśÖÜŤťŁ×č\
         áíóúĄąŽžĘę¬źČş«»░▒▓│┤ÁÂĚŞ╣║╗╝Żż┐\
         └┴┬├─┼Ăă╚╔╩╦╠═╬¤đĐĎËďŇÍÎě┘┌█▄ŢŮ▀\
         ÓßÔŃńňŠšŔÚŕŰýÝţ´\u{AD}˝˛ˇ˘§÷¸°¨˙űŘř■\u{A0}",
    ),
    (
        MojibakeCharset::CodePage866,
        "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
         абвгдежзийклмноп░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
         └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
         рстуфхцчшщъыьэюяЁёЄєЇїЎў°∙·√№¤■\u{A0}",
    ),
    (
        MojibakeCharset::Windows874,
        "€\u{81}\u{82}\u{83}\u{84}…\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\u{8E}\u{8F}\
         \u{90}‘’“”•–—\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\
         \u{A0}กขฃคฅฆงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟ\
         ภมยรฤลฦวศษสหฬอฮฯะ\u{E31}าำ\u{E34}\u{E35}\u{E36}\u{E37}\u{E38}\u{E39}\u{E3A}ÛÜÝÞ฿\
         เแโใไๅๆ\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E4D}\u{E4E}๏๐๑๒๓๔๕๖๗๘๙๚๛üýþÿ",
    ),
];

/// The charset of the page `page`.
pub(crate) fn charset(page: usize) -> MojibakeCharset {
    HIGH[page].0
}

/// The characters of the bytes 80 to FF in each charset.
pub(crate) fn high() -> impl Iterator<Item = &'static str> {
    HIGH.iter().map(|&(_, high)| high)
}

/// The page of `charset`.
pub(crate) fn page(charset: MojibakeCharset) -> Option<usize> {
    HIGH.iter().position(|(of, _)| *of == charset)
}

/// What a character is in the charsets.
#[derive(Clone, Copy)]
pub(crate) struct Row {
    /// Its byte in each, 0 where it has none.
    pub(crate) bytes: [u8; PAGES],
    /// The charsets, a bit for each, in which sequences of two, three and four bytes begin with
    /// it.
    pub(crate) leads: [u32; 3],
    /// Those in which sequences go on with it.
    pub(crate) goes_on: u32,
}

impl Row {
    const EMPTY: Row = Row { bytes: [0; PAGES], leads: [0; 3], goes_on: 0 };

    /// Whether sequences begin with it in any of the charsets.
    pub(crate) fn leads(&self) -> bool {
        self.leads != [0; 3]
    }

    const fn add(&mut self, page: usize, byte: u8) {
        self.bytes[page] = byte;
        let bit = 1 << page;
        match byte {
            0x80..=0xBF => self.goes_on |= bit,
            0xC2..=0xDF => self.leads[0] |= bit,
            0xE0..=0xEF => self.leads[1] |= bit,
            0xF0..=0xF4 => self.leads[2] |= bit,
            _ => {}
        }
    }
}

/// What `character` is in the charsets; `None` if it is in none of them.
pub(crate) fn row(character: char) -> Option<&'static Row> {
    let value = u16::try_from(u32::from(character)).ok()?;
    let row = TABLE.place[usize::from(TABLE.block[block(value)])][within(value)];
    (row > 0).then(|| &TABLE.rows[usize::from(row)])
}

/// The characters of a block.
const BLOCK: usize = 64;

const fn block(value: u16) -> usize {
    value as usize / BLOCK
}

const fn within(value: u16) -> usize {
    value as usize % BLOCK
}

/// No fewer than the characters of the charsets are, and one.
const MAX_ROWS: usize = 1000;

/// No fewer than the blocks are in which they lie, and one.
const MAX_BLOCKS: usize = 64;

/// All characters of the charsets beyond ASCII.
struct Table {
    /// Of each block of Unicode, where it is in `place`; 0, where all is empty, if it has none of
    /// them.
    block: [u8; 0x1_0000 / BLOCK],
    /// Of each character in a block, where it is in `rows`; 0 if it is none of them.
    place: [[u16; BLOCK]; MAX_BLOCKS],
    rows: [Row; MAX_ROWS],
    blocks: u8,
    len: u16,
}

static TABLE: Table = Table::new();

impl Table {
    const fn new() -> Self {
        let mut table = Self {
            block: [0; 0x1_0000 / BLOCK],
            place: [[0; BLOCK]; MAX_BLOCKS],
            rows: [Row::EMPTY; MAX_ROWS],
            blocks: 1,
            len: 1,
        };
        let mut page = 0;
        while page < PAGES {
            let text = HIGH[page].1.as_bytes();
            let (mut at, mut byte) = (0, 0x80_u16);
            while at < text.len() {
                let (value, len) = decoded(text, at);
                table.add(value, page, byte as u8);
                at += len;
                byte += 1;
            }
            assert!(byte == 0x100, "a charset has 128 characters beyond ASCII");
            page += 1;
        }
        table
    }

    const fn add(&mut self, value: u16, page: usize, byte: u8) {
        let block = &mut self.block[block(value)];
        if *block == 0 {
            *block = self.blocks;
            self.blocks += 1;
        }
        let place = &mut self.place[*block as usize][within(value)];
        if *place == 0 {
            *place = self.len;
            self.len += 1;
        }
        self.rows[*place as usize].add(page, byte);
    }
}

/// The character at `at` of well-formed text without ASCII and without supplementary characters,
/// and how many bytes it takes.
pub(crate) const fn decoded(text: &[u8], at: usize) -> (u16, usize) {
    let second = (text[at + 1] & 0x3F) as u16;
    match text[at] {
        lead @ 0xC0..=0xDF => ((lead as u16 & 0x1F) << 6 | second, 2),
        lead => ((lead as u16 & 0xF) << 12 | second << 6 | (text[at + 2] & 0x3F) as u16, 3),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_byte_there_and_back() {
        for (page, (charset, high)) in HIGH.iter().enumerate() {
            for (character, byte) in high.chars().zip(0x80..=0xFF_u8) {
                assert_eq!(row(character).unwrap().bytes[page], byte, "{charset:?} {byte:X}");
            }
        }
        assert!(row('a').is_none());
        assert!(row('中').is_none());
    }
}
