//! Other charsets that UTF-8 was taken for, and which octet a character is in each.

use crate::repair::Charset;

/// How many there are.
pub(super) const PAGES: usize = HIGH.len();

/// A charset, and the characters of its octets 80 to FF. Where it has none, that of ISO-8859-1 passes, as
/// everywhere.
const HIGH: [(Charset, &str); 9] = [
    (
        Charset::Windows1250,
        "€\u{81}‚\u{83}„…†‡\u{88}‰Š‹ŚŤŽŹ\u{90}‘’“”•–—\u{98}™š›śťžź\
         \u{A0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{AD}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľż\
         ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
         ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
    ),
    (
        Charset::Windows1251,
        "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\u{98}™љ›њќћџ\
         \u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї\
         АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ\
         абвгдежзийклмнопрстуфхцчшщъыьэюя",
    ),
    (
        Charset::Windows1253,
        "€\u{81}‚ƒ„…†‡\u{88}‰\u{8A}‹\u{8C}\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—\u{98}™\u{9A}›\u{9C}\
         \u{9D}\u{9E}\u{9F}\
         \u{A0}΅Ά£¤¥¦§¨©ª«¬\u{AD}®―°±²³΄µ¶·ΈΉΊ»Ό½ΎΏ\
         ΐΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡÒΣΤΥΦΧΨΩΪΫάέήί\
         ΰαβγδεζηθικλμνξοπρςστυφχψωϊϋόύώÿ",
    ),
    (
        Charset::Windows1254,
        "€\u{81}‚ƒ„…†‡ˆ‰Š‹Œ\u{8D}\u{8E}\u{8F}\u{90}‘’“”•–—˜™š›œ\u{9D}\u{9E}Ÿ\
         \u{A0}¡¢£¤¥¦§¨©ª«¬\u{AD}®¯°±²³´µ¶·¸¹º»¼½¾¿\
         ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏĞÑÒÓÔÕÖ×ØÙÚÛÜİŞß\
         àáâãäåæçèéêëìíîïğñòóôõö÷øùúûüışÿ",
    ),
    (
        Charset::Windows1257,
        "€\u{81}‚\u{83}„…†‡\u{88}‰\u{8A}‹\u{8C}¨ˇ¸\u{90}‘’“”•–—\u{98}™\u{9A}›\u{9C}¯˛\u{9F}\
         \u{A0}¡¢£¤¥¦§Ø©Ŗ«¬\u{AD}®Æ°±²³´µ¶·ø¹ŗ»¼½¾æ\
         ĄĮĀĆÄÅĘĒČÉŹĖĢĶĪĻŠŃŅÓŌÕÖ×ŲŁŚŪÜŻŽß\
         ąįāćäåęēčéźėģķīļšńņóōõö÷ųłśūüżž˙",
    ),
    (
        Charset::Iso8859_2,
        "\u{80}\u{81}\u{82}\u{83}\u{84}\u{85}\u{86}\u{87}\u{88}\u{89}\u{8A}\u{8B}\u{8C}\u{8D}\
         \u{8E}\u{8F}\u{90}\u{91}\u{92}\u{93}\u{94}\u{95}\u{96}\u{97}\u{98}\u{99}\u{9A}\u{9B}\u{9C}\u{9D}\u{9E}\u{9F}\
         \u{A0}Ą˘Ł¤ĽŚ§¨ŠŞŤŹ\u{AD}ŽŻ°ą˛ł´ľśˇ¸šşťź˝žż\
         ŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢß\
         ŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙",
    ),
    (
        Charset::MacRoman,
        "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü\
         †°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø\
         ¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›ﬁﬂ\
         ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ\u{F8FF}ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ",
    ),
    (
        Charset::CodePage437,
        "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒ\
         áíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐\
         └┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀\
         αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}",
    ),
    (
        Charset::Koi8R,
        "─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\u{A0}⌡°²·÷\
         ═║╒ё╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡Ё╢╣╤╥╦╧╨╩╪╫╬©\
         юабцдефгхийклмнопярстужвьызшэщчъ\
         ЮАБЦДЕФГХИЙКЛМНОПЯРСТУЖВЬЫЗШЭЩЧЪ",
    ),
];

/// The charset of the page `page`.
pub(super) fn charset(page: usize) -> Charset {
    HIGH[page].0
}

/// The page of `charset`.
pub(super) fn page(charset: Charset) -> Option<usize> {
    HIGH.iter().position(|(of, _)| *of == charset)
}

/// The octets that `character` is in each of the charsets, 0 where it is none; `None` if in all.
pub(super) fn octets(character: char) -> Option<&'static [u8; PAGES]> {
    let value = u16::try_from(u32::from(character)).ok()?;
    let known = &TABLE.rows[..TABLE.len];
    known.binary_search_by_key(&value, |row| row.0).ok().map(|at| &known[at].1)
}

/// A character and its octet in each charset.
type Row = (u16, [u8; PAGES]);

/// All characters of the charsets beyond ASCII, in order.
struct Table {
    rows: [Row; MOST],
    len: usize,
}

/// No fewer than the characters are.
const MOST: usize = 640;

static TABLE: Table = Table::new();

impl Table {
    const fn new() -> Self {
        let mut table = Self { rows: [(0, [0; PAGES]); MOST], len: 0 };
        let mut page = 0;
        while page < PAGES {
            let text = HIGH[page].1.as_bytes();
            let (mut at, mut octet) = (0, 0x80_u16);
            while at < text.len() {
                let (value, len) = decoded(text, at);
                table.add(value, page, octet as u8);
                at += len;
                octet += 1;
            }
            assert!(octet == 0x100, "a charset has 128 characters beyond ASCII");
            page += 1;
        }
        table
    }

    const fn add(&mut self, value: u16, page: usize, octet: u8) {
        let mut at = self.len;
        while at > 0 && self.rows[at - 1].0 > value {
            at -= 1;
        }
        if at == 0 || self.rows[at - 1].0 != value {
            let mut end = self.len;
            while end > at {
                self.rows[end] = self.rows[end - 1];
                end -= 1;
            }
            self.rows[at] = (value, [0; PAGES]);
            self.len += 1;
            at += 1;
        }
        self.rows[at - 1].1[page] = octet;
    }
}

/// The character at `at` of well-formed text without ASCII and without supplementary characters, and
/// how many octets it takes.
const fn decoded(text: &[u8], at: usize) -> (u16, usize) {
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
    fn every_octet_there_and_back() {
        for (page, (charset, high)) in HIGH.iter().enumerate() {
            for (character, octet) in high.chars().zip(0x80..=0xFF_u8) {
                assert_eq!(octets(character).unwrap()[page], octet, "{charset:?} {octet:X}");
            }
        }
        assert_eq!(octets('a'), None);
        assert_eq!(octets('中'), None);
        assert!(TABLE.len > 400);
    }
}
