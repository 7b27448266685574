//! Tests inputs that detection got wrong according to public reports. The texts are new.

use utfkit::{
    Encoding,
    encoding::BomPolicy,
    transcode::{Policy, Transcoder, convert_with},
};
use utfkit_text::{
    detect::{Detection, Evidence, Verdict, detect},
    receivers::Format,
};

/// Returns the bytes of `text` in an encoding.
fn written(text: &str, name: &str) -> Vec<u8> {
    let encoding = name.parse().unwrap();
    convert_with(text.as_bytes(), Encoding::Utf8, encoding, Policy::Strict).unwrap().0
}

#[track_caller]
fn is(bytes: &[u8], name: &str) -> Detection {
    let said = detect(bytes);
    assert_eq!(said.encoding().map(Encoding::name), Some(name), "{said:?}");
    assert!(said.segments().is_empty(), "{said:?}");
    said
}

#[track_caller]
fn is_binary(bytes: &[u8], file_type: Option<&str>) {
    let said = detect(bytes);
    let known = said.file_type().map(|known| known.name());
    assert_eq!(
        (said.encoding(), said.verdict(), known),
        (None, Verdict::Binary, file_type),
        "{said:?}"
    );
}

/// Two dashes are a character of UTF-16, but text with a row of dashes is not in UTF-16.
#[test]
fn rows_of_one_character_are_not_utf_16() {
    is(&[&b"Bis sp\xE4ter\n"[..], &[b'_'; 76]].concat(), "windows-1252");
    let rule = [b'-'; 78];
    is(&[&rule[..], b"\n-- Author: Fran\xE7ois\n", &rule, b"\n"].concat(), "windows-1252");
    let first = written("Из ненаписанного:\n", "koi8-r");
    is(&[&first[..], &[b'_'; 72], b"\n"].concat(), "koi8-r");
    let japanese = written("ニュース速報です。今日はとても良い天気ですね。\n", "euc-jp");
    let page = [b"<!DOCTYPE html>\n", &b"\n".repeat(400)[..], &japanese].concat();
    is(&page, "euc-jp");
}

#[test]
fn one_sign_in_english_is_windows_1252() {
    for text in [
        &b"Tickets cost \xA35 for adults and \xA32.50 for children.\n"[..],
        b"\xAB hello \xBB\n",
        b"The layer is 10 \xB5m thick.\n",
        b"\xA1Hola a todos!\n",
    ] {
        is(text, "windows-1252");
    }
}

#[test]
fn a_plus_is_not_a_shift() {
    let licence = "Files: *\nLicense: GPL-2+-autoconf-exception\n".repeat(4);
    is(licence.as_bytes(), "us-ascii");
    let table =
        " id | name  | price\n----+-------+-------\n  1 | apple | 0.50\n  2 | pear  | 0.70\n";
    is(table.as_bytes(), "us-ascii");
    for text in ["x+ACIAIg-y", "f+APw-r all", "R&AOk-sum"] {
        is(text.as_bytes(), "us-ascii");
    }
}

#[test]
fn lists_in_utf_8_are_not_utf_1() {
    let syllables: String = ('가'..='힣').step_by(7).map(|c| format!("{c}\n")).collect();
    is(syllables.as_bytes(), "utf-8");
    let hanzi: String = ('一'..='龥').step_by(11).map(|c| format!("yi1 {c}\n")).collect();
    is(hanzi.as_bytes(), "utf-8");
}

#[test]
fn binary_data_has_a_type_and_no_encoding() {
    let offsets =
        |from: u32, step: u32| (0..300).flat_map(move |at| (from + at * step).to_be_bytes());
    let strfile = [2_u32, 300, 500, 20, 0].into_iter().flat_map(u32::to_be_bytes);
    let strfile: Vec<u8> = strfile.chain(*b"%\0\0\0").chain(offsets(0, 97)).collect();
    is_binary(&strfile, Some("strfile index"));
    let zone =
        [b"TZif2", &[0; 15][..], b"\0\0\0\x05\0\0\0\x05\0\0\0\0\0\0\0\xF3\0\0\0\x05\0\0\0\x11"];
    is_binary(&zone.concat(), Some("time zone"));
    let catalog = [
        b"\xDE\x12\x04\x95\0\0\0\0",
        &[9, 0, 0, 0, 28, 0, 0, 0].repeat(9)[..],
        "Größe\0".as_bytes(),
    ];
    is_binary(&catalog.concat(), Some("gettext catalog"));
    is_binary(b"\x1F\x8B\x08\0\0\0\0\0\0\x03\x4B\x04\0\x43\xBE\xB7\xE8\x01\0\0\0", Some("gzip"));
    is_binary(
        b"\xCA\xFE\xBA\xBE\0\0\x004\x01\0\x03\xED\xA0\x81\xED\xB0\x80abc",
        Some("Java class"),
    );
    is_binary(&[0; 1024], None);
    is_binary(&[&[0; 4000][..], b"thirty-eight letters at the end of it\n"].concat(), None);
    for (from, step) in [(0, 97), (0, 1), (28, 12), (1000, 7), (70_000, 33)] {
        let table: Vec<u8> = offsets(from, step).collect();
        is_binary(&table, None);
        let little: Vec<u8> =
            (0..300).flat_map(|at: u32| (from + at * step).to_le_bytes()).collect();
        is_binary(&little, None);
    }
}

#[cfg(feature = "charsets")]
#[test]
fn charsets_of_dos_and_mac() {
    let russian = "Съешь же ещё этих мягких французских булок, да выпей чаю. Всё будет хорошо.\n";
    let polish = "Zażółć gęślą jaźń. Wszystkie pliki zostały usunięte z dysku, proszę czekać.\n";
    let czech = "Příliš žluťoučký kůň úpěl ďábelské ódy. Soubor nebyl nalezen, zkuste to znovu.\n";
    let german = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. Schöne Grüße.\n";
    let hungarian =
        "Árvíztűrő tükörfúrógép. A fájl nem található, kérem, próbálja meg később újra.\n";
    let esperanto =
        "Eĥoŝanĝo ĉiuĵaŭde. La dosiero ne ekzistas, ĉar ĝi estis forigita hieraŭ ĉe mi.\n";
    let lithuanian =
        "Įlinkdama fechtuotojo špaga sublykčiojusi pragręžė apvalų arbūzą. Ačiū už tai.\n";
    let estonian =
        "Põdur Zagrebi tšellomängija-följetonist Ciqo külmetas kehvas garaažis. Šokolaad.\n";
    for (text, name) in [
        (russian, "x-mac-cyrillic"),
        (russian, "ibm855"),
        (polish, "ibm852"),
        (czech, "ibm852"),
        (german, "ibm850"),
        (hungarian, "iso-8859-2"),
        (hungarian, "windows-1250"),
        (esperanto, "iso-8859-3"),
        (lithuanian, "iso-8859-13"),
        (estonian, "iso-8859-15"),
    ] {
        let bytes = written(&text.repeat(3), name);
        let said = detect(&bytes);
        let read = said.encoding().map(|encoding| {
            convert_with(&bytes, encoding, Encoding::Utf8, Policy::Replace).unwrap().0
        });
        // Some charsets have the same bytes for all letters of a text.
        assert_eq!(read.as_deref(), Some(text.repeat(3).as_bytes()), "{name}: {said:?}");
    }
}

/// Hebrew in EBCDIC has no byte from 80 up if it has no digit, but its spaces are `@`.
#[cfg(feature = "charsets")]
#[test]
fn hebrew_in_ebcdic_is_not_proven_ascii() {
    let text = "דג סקרן שט בים מאוכזב ולפתע מצא לו חברה.\nאיך הקליטה של הילד הזה בכיתה?\n";
    for name in ["ibm424", "ibm424-s390"] {
        for times in [1, 10, 2000] {
            let bytes = written(&text.repeat(times), name);
            assert!(bytes.is_ascii());
            let said = is(&bytes, name);
            assert_eq!(said.verdict(), Verdict::Likely);
            assert_eq!(said.language(), Some("he"));
        }
    }
}

/// A keyboard layout has letters, but no words.
#[cfg(feature = "charsets")]
#[test]
fn lists_of_letters_have_no_charset() {
    for (letters, name) in [
        ("áčďéěíňóřšťúůýž", "iso-8859-2"),
        ("абвгдежзийклмно", "windows-1251"),
        ("αβγδεζηθικλμνξο", "iso-8859-7"),
        ("àâçèéêëîïôùûüÿæ", "windows-1252"),
    ] {
        let list: String = (1..).zip(letters.chars()).map(|(i, c)| format!("{i} {c}\n")).collect();
        let said = detect(&written(&list, name));
        assert_eq!((said.encoding(), said.verdict()), (None, Verdict::Unknown), "{said:?}");
        assert!(said.evidence().contains(&Evidence::Letters), "{said:?}");
    }
    // A declaration that the letters do not contradict is enough.
    let list: String = ('а'..='я').map(|c| format!("<k>{c}</k>\n")).collect();
    let list = format!("<?xml version='1.0' encoding='windows-1251'?>\n{list}");
    is(&written(&list, "windows-1251"), "windows-1251");
}

/// Signs that are the spaces or line ends of EBCDIC do not make US-ASCII doubtful.
#[test]
fn text_with_many_at_signs_is_proven_ascii() {
    for text in [
        "alice@example.org\nbob@example.org\n",
        "@@@@@@@@@@@@@@@@\n",
        "@",
        "100%",
        "%USERPROFILE%",
        "FOO@BAR@BAZ",
        "@param @return @throws @see",
        "ssh-rsa@openssh.com,ssh-dss@openssh.com",
        "%48%65%6C%6C%6F%20%77%6F%72%6C%64",
        "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEA",
        "CN=ROOT@EXAMPLE@COM@CORP@LOCAL",
    ] {
        for times in [1, 40] {
            let said = is(text.repeat(times).as_bytes(), "us-ascii");
            assert_eq!(said.verdict(), Verdict::Proven, "{text}: {said:?}");
        }
    }
}

/// `The` in EBCDIC has the bytes of a character in UTF-8.
#[cfg(feature = "charsets")]
#[test]
fn no_word_in_ebcdic_is_utf8() {
    for name in ["ibm037", "ibm037-s390"] {
        let said = is(&written("It has several lines.\nThe quick brown fox.\n", name), name);
        assert_eq!(said.utf8_line(), None);
    }
}

/// If the code pages of EBCDIC differ, the page is found. If they do not differ, all are named.
#[cfg(feature = "charsets")]
#[test]
fn finds_code_pages_of_ebcdic() {
    let english = "It was a bright cold day in April, and the clocks were striking thirteen.\n";
    for (text, name) in [
        (english, "ibm037"),
        (english, "ibm1047-s390"),
        ("Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.\n", "ibm273"),
        ("Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.\n", "ibm500"),
        ("Voix ambiguë d'un cœur qui, au zéphyr, préfère les jattes de kiwis.\n", "ibm297"),
        ("Příliš žluťoučký kůň úpěl ďábelské ódy.\n", "ibm870"),
        ("Съешь же ещё этих мягких французских булок, да выпей чаю.\n", "cp1025"),
        ("Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.\n", "cp875"),
        ("Pijamalı hasta yağız şoföre çabucak güvendi.\n", "ibm1026"),
        ("דג סקרן שט בים מאוכזב ולפתע מצא לו חברה, 12.\n", "ibm424"),
        ("すべての人間は、生まれながらにして自由であり、かつ平等である。\n", "cp939"),
        ("모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n", "cp933"),
        ("人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心。\n", "cp935"),
    ] {
        for times in [1, 10, 200] {
            let text = text.replace('œ', "oe").repeat(times);
            let bytes = written(&text, name);
            let said = detect(&bytes);
            let read = said.encoding().map(|encoding| {
                convert_with(&bytes, encoding, Encoding::Utf8, Policy::Replace).unwrap().0
            });
            assert_eq!(read.as_deref(), Some(text.as_bytes()), "{name} {times}: {said:?}");
        }
    }
    let said = detect(&written(english, "ibm1047"));
    let family = said.evidence().iter().find_map(|one| match one {
        Evidence::EbcdicFamily(family) => Some(*family),
        _ => None,
    });
    let members: Vec<_> = family.unwrap().members().map(|member| member.name()).collect();
    assert!(["ibm037", "ibm500", "ibm1047", "ibm01140"].iter().all(|one| members.contains(one)));
}

/// Each escape sequence and shift belongs to one charset.
#[cfg(feature = "charsets")]
#[test]
fn finds_charsets_by_their_shifts() {
    for (text, name) in [
        ("모든 인간은 태어날 때부터 자유롭다", "iso-2022-kr"),
        ("人人生而自由,在尊严和权利上一律平等。", "iso-2022-cn"),
        ("人人生而自由,在尊严和权利上一律平等。", "hz"),
        ("すべての人間は自由である", "iso-2022-jp"),
        ("すべての人間は、丂自由である", "iso-2022-jp-1"),
        ("すべての人間は 자유 である", "iso-2022-jp-2"),
        ("すべての人間は、俱自由である", "iso-2022-jp-2004"),
    ] {
        let said = is(&written(text, name), name);
        assert_eq!(said.verdict(), Verdict::Likely, "{name}");
    }
    // Source code has these signs, too.
    for text in ["x ~{ y }", "echo ~{a,b}", "\x1B[1m$)C\x1B[0m"] {
        is(text.as_bytes(), "us-ascii");
    }
}

/// These charsets are rarely known to other programs.
#[cfg(feature = "charsets")]
#[test]
fn finds_rare_charsets() {
    let kazakh = "Барлық адамдар тумысынан азат және қадір-қасиеті мен құқықтары тең болып \
                  дүниеге келеді.\n";
    let vietnamese =
        "Tất cả mọi người sinh ra đều được tự do và bình đẳng về nhân phẩm và quyền.\n";
    let armenian =
        "Բոլոր մարդիկ ծնվում են ազատ ու հավասար իրենց արժանապատվությամբ ու իրավունքներով։\n";
    let georgian =
        "ყველა ადამიანი იბადება თავისუფალი და თანასწორი თავისი ღირსებითა და უფლებებით.\n";
    let chinese = "人人生而自由,在尊嚴和權利上一律平等。他們賦有理性和良心。\n";
    for (text, name) in [
        (kazakh, "kz-1048"),
        (kazakh, "ptcp154"),
        (vietnamese, "viscii"),
        (vietnamese, "tcvn5712-1"),
        (vietnamese, "vni"),
        (armenian, "armscii-8"),
        (georgian, "georgian-academy"),
        (georgian, "georgian-ps"),
        (chinese, "euc-tw"),
    ] {
        let bytes = written(text, name);
        let said = detect(&bytes);
        let read = said.encoding().map(|encoding| {
            convert_with(&bytes, encoding, Encoding::Utf8, Policy::Replace).unwrap().0
        });
        assert_eq!(read.as_deref(), Some(text.as_bytes()), "{name}: {said:?}");
    }
}

/// In ISO-8859-2, some letters in a row are UTF-8 by chance.
#[cfg(feature = "charsets")]
#[test]
fn a_word_list_in_iso_8859_2_has_one_encoding() {
    let words = "żółw gęś ciężar źrebię łąka ściana świat późno córka mąż książka dziękuję";
    let mut list: String =
        words.split(' ').map(|word| format!("{word}\n")).collect::<String>().repeat(40);
    list.push_str(&"ciemiężąc\n".repeat(41));
    let bytes = written(&list, "iso-8859-2");
    assert!(
        bytes
            .split(|&byte| byte == b'\n')
            .any(|line| !line.is_ascii() && str::from_utf8(line).is_ok())
    );
    let said = is(&bytes, "iso-8859-2");
    assert_eq!(said.language(), Some("pl"));
}

#[cfg(feature = "charsets")]
#[test]
fn a_declaration_counts_and_can_be_overruled() {
    // Both charsets of Central Europe have the same bytes for this name.
    let name = written("<a>Kovács András</a>\n", "iso-8859-2");
    is(&name, "windows-1250");
    let declaration = b"<?xml version='1.0' encoding='iso-8859-2'?>\n";
    let latin2 = "iso-8859-2".parse().unwrap();
    let detection = is(&[declaration, &name[..]].concat(), "iso-8859-2");
    assert_eq!(detection.declared().unwrap().encoding(), Some(latin2));
    assert!(detection.evidence().contains(&Evidence::Declared(Format::Xml, latin2)));
    let russian = written("Съешь же ещё этих мягких французских булок, да выпей чаю.\n", "koi8-r");
    let page = [b"<meta charset=windows-1252>\n", &russian[..]].concat();
    let overruled = Evidence::Overruled(Format::Html, "windows-1252".parse().unwrap());
    assert!(is(&page, "koi8-r").evidence().contains(&overruled));
    let detection = is("# coding: koi8-r\nnaïve café\n".as_bytes(), "utf-8");
    let overruled = Evidence::Overruled(Format::Coding, "koi8-r".parse().unwrap());
    assert!(detection.evidence().contains(&overruled));
}

/// Each encoding has its own bytes for U+FEFF, and the same bytes start other files.
#[test]
fn an_initial_u_feff_proves_each_encoding_with_own_bytes_for_it() {
    for name in ["scsu", "bocu-1", "utf-ebcdic", "utf-1"] {
        for text in ["", "Привет, мир\n", "人人生而自由\r\n", "Plain text.\n"] {
            let to = name.parse().unwrap();
            let mut bytes = Vec::new();
            let mut transcoder = Transcoder::new(Encoding::Utf8, to).bom(BomPolicy::Add);
            transcoder.transcode_to_vec(text.as_bytes(), &mut bytes, true).unwrap();
            let said = is(&bytes, name);
            assert_eq!(said.verdict(), Verdict::Proven, "{name} {text:?}: {said:?}");
        }
    }
    let noise = [&b"\xFB\xEE\x28"[..], &[0; 64], &[0xFF; 64]].concat();
    assert_ne!(detect(&noise).encoding(), Some(Encoding::Bocu1));
}
