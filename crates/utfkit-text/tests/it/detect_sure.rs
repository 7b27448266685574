//! Texts for which detection was once sure and wrong, with the correct encoding.

use utfkit::{
    Encoding,
    transcode::{self, Policy, convert_with},
};
use utfkit_text::detect::detect;

/// A text, and its encoding.
struct Case {
    what: &'static str,
    bytes: Vec<u8>,
    /// The encoding, or nothing if the bytes are not text.
    encoding: Option<&'static str>,
}

/// Returns a case of `text` in a charset.
fn of(what: &'static str, text: &str, charset: &'static str) -> Case {
    let to = charset.parse().unwrap();
    let (bytes, _) =
        convert_with(text.as_bytes(), Encoding::Utf8, to, Policy::Strict).expect(charset);
    Case { what, bytes, encoding: Some(charset) }
}

const TAJIK: &str = "Тамоми одамон озод ва аз лиҳози шараф ва ҳуқуқ баробар ба дунё меоянд.\n";
const KAZAKH: &str = "Барлық адамдар тумысынан азат және қадір-қасиеті мен құқықтары тең болады.\n";
const GEORGIAN: &str =
    "ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით.\n";
const ARMENIAN: &str = "Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց իրավունքներով։\n";
const ENGLISH: &str = "All human beings are born free and equal in dignity and rights.\n";
const GERMAN: &str = "Alle Menschen sind frei und gleich an Würde und Rechten geboren.\n";
const RUSSIAN: &str = "Все люди рождаются свободными и равными в своём достоинстве и правах.\n";
const ARABIC: &str = "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.\n";
const HEBREW: &str = "כל בני האדם נולדו בני חורין ושווים בערכם ובזכויותיהם, 1948.\n";
const GREEK: &str = "Όλοι οι άνθρωποι γεννιούνται ελεύθεροι και ίσοι στην αξιοπρέπεια.\n";
const TURKISH: &str = "Bütün insanlar hür, haysiyet ve haklar bakımından eşit doğarlar.\n";
const KOREAN: &str = "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n";
const VIETNAMESE: &str = "Tất cả mọi người sinh ra đều được tự do và bình đẳng về quyền lợi.\n";
const ESPERANTO: &str = "Ĉiuj homoj estas denaske liberaj kaj egalaj laŭ digno kaj rajtoj.\n";
const ICELANDIC: &str =
    "Hver maður er borinn frjáls og jafn öðrum að virðingu og réttindum. Það er þörf.\n";

fn cases() -> Vec<Case> {
    let syllables: String = ('가'..='힣').step_by(61).map(|c| format!("{c}\n")).collect();
    // KS X 1001 does not have all syllables.
    let euc_kr: Encoding = "euc-kr".parse().unwrap();
    let is_known = |line: &&str| euc_kr.first_unencodable(line).is_none();
    let syllables: String = syllables.lines().filter(is_known).map(|c| format!("{c}\n")).collect();
    let romanian: String = (1..5)
        .map(|id| {
            format!("INSERT INTO t VALUES ({id}, 'Alege o altă opţiune', 'Şterge fişierul din listă');\n")
        })
        .collect();
    let menu = "\" Menu Translations: Italiano\nscriptencoding latin1\n\
                menutrans &Help &Aiuto\nmenutrans &Undo<Tab>u &Annulla<Tab>u\n\
                menutrans Select\\ &All Sele&ziona\\ tutto\n\" modalità di modifica, è così, più in là\n\
                menutrans &Keymap Tastiera\nmenutrans arabic arabo\nmenutrans czech ceco\n\
                let g:menutrans_set_lang_to = 'Cambia lingua a'\n";
    let patterns: String = "ISO8859-7\nLEFTHYPHENMIN 1\nRIGHTHYPHENMIN 1\n".to_owned()
        + &"αεηιουωάέήίόύώ".chars().map(|c| format!("{c}1\n{c}2{c}\n4{c}1β\n")).collect::<String>();
    let affixes: String = "SET ISO8859-8\nTRY אבגדהוזחטיכלמנסעפצקרשת\n".to_owned()
        + &"בהוכלמש".chars().map(|c| format!("PFX {c} Y 1\nPFX {c} 0 {c} .\n")).collect::<String>();
    // The head of a spelling file of Vim: letters of a tree, with their numbers.
    let mut spelling = b"VIMspell2\x01\0\0\0\0\x06\0\0\0\x0A0..9\0".to_vec();
    spelling.extend(
        (0..400_u32).flat_map(|at| [at as u8 % 26 + b'a', 0, (at >> 8) as u8, at as u8, 1]),
    );
    let mut cases = vec![
        of("Tajik", TAJIK, "koi8-t"),
        of("Kazakh", KAZAKH, "ptcp154"),
        of("Kazakh", KAZAKH, "kz-1048"),
        of("Georgian", GEORGIAN, "georgian-ps"),
        of("Georgian", GEORGIAN, "georgian-academy"),
        of("Armenian", ARMENIAN, "armscii-8"),
        of("Korean", KOREAN, "iso-2022-kr"),
        of("Korean", KOREAN, "johab"),
        of("Chinese", "人人生而自由,在尊严和权利上一律平等。\n", "hz"),
        of("Chinese", "人人生而自由,在尊嚴和權利上一律平等。\n", "euc-tw"),
        of("Vietnamese", VIETNAMESE, "viscii"),
        of("Vietnamese", VIETNAMESE, "tcvn5712-1"),
        of("Esperanto", ESPERANTO, "iso-8859-3"),
        of("Icelandic", ICELANDIC, "x-mac-icelandic"),
        of("Hangul, one per line", &syllables, "euc-kr"),
        of("half-width kana", "0001,ﾐｽﾞﾎ,001,ﾄｳｷｮｳ", "shift_jis"),
        of("a fraction", "Add ½ cup of sugar and ¼ cup of milk.", "windows-1252"),
        of("units", "Conductivity (µS/cm);Temperature (°C)", "windows-1252"),
        of("units", "(µS/cm);(°C)", "windows-1252"),
        of("a unit", "25 m²", "windows-1252"),
        of("a unit", "25 °C", "windows-1252"),
        of("quotation marks", "“hello”", "windows-1252"),
        of("a sign of copyright", "© 2004", "windows-1252"),
        of("a menu of Vim", menu, "iso-8859-1"),
        of("affixes", &affixes, "iso-8859-8"),
        of("hyphenation patterns", &patterns, "iso-8859-7"),
        of("Romanian statements", &romanian, "iso-8859-2"),
        Case { what: "a spelling file of Vim", bytes: spelling, encoding: None },
        Case {
            what: "a file that declares ANSEL",
            bytes: b"0 HEAD\n1 CHAR ANSEL\n0 @I1@ INDI\n1 NAME Andr\xE2e /Lef\xE1evre/\n".to_vec(),
            encoding: Some("ansel"),
        },
    ];
    for (text, charset) in [
        (ENGLISH, "ibm037"),
        (GERMAN, "ibm500"),
        (GERMAN, "ibm273"),
        (RUSSIAN, "cp1025"),
        (ARABIC, "ibm420"),
        (HEBREW, "ibm424"),
        (GREEK, "cp875"),
        (TURKISH, "ibm1026"),
    ] {
        cases.push(of("EBCDIC", text, charset));
    }
    cases
}

/// The cases that detection does not do right yet: what and encoding, and the reason. The list only
/// shrinks: the test fails if the answer for one of them is correct.
const KNOWN: &[(&str, &str, &str)] = &[
    (
        "half-width kana",
        "shift_jis",
        "words of half-width kana are not in the training texts: Cyrillic capitals cost less (94 %)",
    ),
    (
        "hyphenation patterns",
        "iso-8859-7",
        "letters without words; their declaration, a line of its own, is not read (armscii-8, 99 %)",
    ),
    (
        "a sign of copyright",
        "windows-1252",
        "one sign before a number is too little: it can be a word of one letter (19 %)",
    ),
];

#[cfg(feature = "charsets")]
#[test]
fn what_was_sure_and_wrong_is_right() {
    let mut failures = Vec::new();
    for case in cases() {
        let said = detect(&case.bytes);
        let text = |encoding: Encoding| transcode::decode_lossy(&case.bytes, encoding).0;
        let wanted = case.encoding.and_then(|name| name.parse::<Encoding>().ok());
        // A charset that reads the same text is correct, too.
        let is_right = match (said.encoding(), wanted) {
            (Some(encoding), Some(wanted)) => text(encoding) == text(wanted),
            (said, _) => said.is_none() && case.encoding.is_none(),
        };
        let known = KNOWN
            .iter()
            .find(|known| known.0 == case.what && Some(known.1) == case.encoding.or(Some("")));
        if is_right != known.is_none() {
            let (what, name) = (case.what, case.encoding.unwrap_or("binary"));
            failures.push(format!(
                "{what}, {name}: {:?} {:.2}, known {:?}",
                said.encoding(),
                said.confidence(),
                known.map(|known| known.2)
            ));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
