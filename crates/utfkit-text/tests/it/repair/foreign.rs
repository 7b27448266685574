//! Bytes of charsets other than ISO-8859-1: whole files, and names in other languages.

#![cfg(feature = "charsets")]

use super::*;

fn bytes(text: &str, charset: &str) -> Vec<u8> {
    corpora::encoded(text, charset.parse().unwrap()).unwrap()
}

/// Each line of the result is unchanged or correct.
#[track_caller]
fn has_nothing_wrong(text: &str, charset: &str) {
    let broken = bytes(text, charset);
    let done = repaired(&broken, Options::default());
    let lines = |bytes: &[u8]| -> Vec<Vec<u8>> {
        bytes.split(|&byte| byte == b'\n').map(<[u8]>::to_vec).collect()
    };
    let whole = lines(text.as_bytes());
    for ((now, was), whole) in lines(&done.bytes).into_iter().zip(lines(&broken)).zip(whole) {
        let now = String::from_utf8_lossy(&now).into_owned();
        assert!(
            now.as_bytes() == whole || now == String::from_utf8_lossy(&was),
            "{charset}: {now}"
        );
    }
}

/// A few quotation marks of windows-1252 are not letters of Macs, and the maqaf of windows-1255 is
/// not a vowel.
#[test]
fn signs_are_those_of_windows() {
    for (text, charset) in [
        ("Guns N’ Roses", "windows-1252"),
        ("rock ’n’ roll", "windows-1252"),
        ("אל־ואדי אל־גדיד", "windows-1255"),
    ] {
        let broken = ["Łódź\n".as_bytes(), &bytes(text, charset), b"\n"].concat();
        let done = repaired(&broken, Options::default());
        assert_eq!(String::from_utf8_lossy(&done.bytes), format!("Łódź\n{text}\n"), "{charset}");
    }
}

/// `é` and `ö` are the same in ISO-8859-1 and -2, so they are not evidence. A file without UTF-8 is
/// in one charset.
#[test]
fn files_in_another_charset_are_left_as_a_whole() {
    let files = [
        ("Kézikönyv\nNévjegy\nTörlés\nSzerzők\nElőző\n", "iso-8859-2"),
        ("Nevek: József, György\nErdős\n", "windows-1250"),
        ("A két fő szerző könyve.\nMég öt szó és kész.\nÉrtékes művek.\n", "windows-1250"),
        (
            "Pokud chcete pomoc, napište nám.\nDěkujeme a přejeme hezký den.\nJan Novák\n",
            "iso-8859-2",
        ),
        (
            "La urbo ĉe la rivero.\nĜi estas bela.\nDominique Pellé\nSankta tago, ankaŭ hodiaŭ\n",
            "iso-8859-3",
        ),
        ("Gdańsk is a city.\nKraków is a city.\nThe café is in Poznań.\n", "windows-1250"),
        (
            "Erdoğan spoke in İzmir.\nThe city of Muğla.\nAtatürk was born in Selanik.\n",
            "windows-1254",
        ),
    ];
    for (text, charset) in files {
        // All of it is decoded, or nothing.
        let before = bytes(text, charset);
        let after = repaired(&before, Options::default()).bytes;
        assert!(after == before || after == text.as_bytes(), "{charset}: {text}");
        for line in text.lines() {
            has_nothing_wrong(line, charset);
        }
    }
    // Files with the letters of a language of Western Europe.
    for text in [
        "Où est la bibliothèque ?\nÀ côté du café, près de l'hôtel.\nÉvian\n",
        "perché è così\nla città è più bella\nMünchen\n",
        "Größe\nKäse und Brötchen\nCafé\n",
        "¿Dónde está el niño?\nEl año pasado, señor Núñez.\nSofía García\n",
        "O coração não é feito de pão.\nAs ações de João\n",
        "Smørrebrød på båden\nDen gamle mølle\nRødgrød med fløde, så er det godt\n",
    ] {
        let done = repaired(bytes(text, "windows-1252"), Options::default());
        assert_eq!(String::from_utf8_lossy(&done.bytes), text);
    }
}

/// A name in a line of English, Portuguese or Spanish may be from any language.
#[test]
fn names_may_be_from_any_language() {
    let names = [
        (
            "windows-1250",
            "Gdańsk Poznań Toruń Čapek Plečnik Częstochowa Wałęsa Dvořák Janáček Győr Erdős Łódź Brăila Koštunica Đoković Kočevje Škoda Mrożek Olomoučany Šumava Žižek Beneš Čech Petőfi Kraków Wrocław Kaczyński Copoč Miloševič Petrović Žďár Plzeň Boškoviće",
        ),
        ("iso-8859-2", "Gdańsk Erdős Ceaușescu Dvořák Kačić Mickiewicz Kodály Ľubľana"),
        (
            "windows-1257",
            "Rīga Liepāja Šiauliai Jūrmala Klaipėda Čiurlionis Panevėžys Ventspils Rēzekne Žemaitė Kęstutis Ķemeri Čakste Bērzaune Ogrē Mārtiņš Vīķe-Freiberga Ādaži Kārlis Daugavpils_pilsēta Ventspils_ēka",
        ),
        (
            "windows-1254",
            "Muğla Iğdır Erdoğan Şişli Niğde İzmir Atatürk Beşiktaş Çeşme Tuğba Diyarbakır",
        ),
        ("iso-8859-4", "Rīga Liepāja Rēzekne Klaipėda Šiauliai"),
        ("iso-8859-3", "Ġgantija Żabbar Ĉina"),
    ];
    let lines = [
        "The city of {} is on the river.",
        "She was born in {} and lived there for ten years.",
        "This is a photograph from the archive of {}.",
        "Photographs by {}, with notes",
        "The café of {} is open.",
        "O teorema de {} para os grafos foi publicado em 1960.",
        "El libro de {} fue publicado en la ciudad.",
    ];
    for (charset, names) in names {
        for name in names.split(' ') {
            for line in lines {
                let text = line.replace("{}", &name.replace('_', " ")) + "\n";
                if corpora::encoded(&text, charset.parse().unwrap()).is_some() {
                    has_nothing_wrong(&text, charset);
                }
            }
        }
    }
    // A name alone may be of any language.
    for name in ["Muñoz", "Zürich", "José", "Molière", "François"] {
        has_nothing_wrong(&format!("The city of {name} is on the river.\n"), "windows-1252");
    }
    // `Logroño` might be `Logrońo`, and `Benoît` might be `Benoīt`.
    for name in ["Logroño", "Benoît"] {
        let text = format!("The city of {name} is on the river.\n");
        assert_eq!(leaves(bytes(&text, "windows-1252")).ambiguous.len(), 1);
    }
}

/// Each line of a log is in the charset of the program that wrote it.
#[test]
fn arabic_in_either_charset_is_read() {
    let texts = ["إلغاء", "الملف غير موجود", "هل تريد حفظ التغييرات؟"];
    let (mut broken, mut right) = (Vec::new(), String::new());
    for (number, (text, charset)) in texts
        .iter()
        .cycle()
        .zip(["windows-1256", "iso-8859-6", "utf-8"].into_iter().cycle())
        .take(18)
        .enumerate()
    {
        let charset = if number % 5 == 0 { "iso-8859-6" } else { charset };
        let time = format!("2024-03-04 12:00:{number:02} INFO ");
        broken.extend_from_slice(time.as_bytes());
        broken.extend(bytes(text, charset));
        broken.push(b'\n');
        right += &format!("{time}{text}\n");
    }
    let done = repaired(broken, Options::default());
    assert_eq!(String::from_utf8_lossy(&done.bytes), right);
}

/// All lines among UTF-8 that are not UTF-8 are in one charset, which the judge of charsets chooses.
#[test]
fn lines_in_any_charset_are_read() {
    let hebrew =
        "קובץ חדש\nשמירה בשם\nהדפסת המסמך\nפתיחת תיקייה\nהקובץ לא נמצא במחשב\nמחיקת השורה\n";
    let arabic =
        "ملف جديد\nحفظ باسم\nطباعة المستند\nفتح المجلد\nلم يتم العثور على الملف\nحذف السطر\n";
    let greek =
        "Νέο αρχείο\nΑποθήκευση ως\nΕκτύπωση εγγράφου\nΆνοιγμα φακέλου\nΤο αρχείο δεν βρέθηκε\n";
    let polish = "Nowy plik\nZapisz jako następny\nWydrukuj całość\nOtwórz też folder\nNie można znaleźć pliku\n";
    // Each tone is a mark after its letter.
    let vietnamese = "Tâ\u{323}p tin m\u{1A1}\u{301}i\nL\u{1B0}u va\u{300}o th\u{1B0} mu\u{323}c\nKhông ti\u{300}m thâ\u{301}y tâ\u{323}p tin\nXóa do\u{300}ng na\u{300}y\n";
    for (text, charset) in [
        (hebrew, "ibm862"),
        (arabic, "cp720"),
        (greek, "cp737"),
        (polish, "x-mac-ce"),
        (vietnamese, "windows-1258"),
    ] {
        let (mut broken, mut right) = (Vec::new(), String::new());
        for (number, line) in text.split_inclusive('\n').cycle().take(12).enumerate() {
            match number % 3 {
                1 => broken.extend(bytes(line, charset)),
                _ => broken.extend_from_slice(line.as_bytes()),
            }
            right += line;
        }
        let done = repaired(broken, Options::default());
        assert_eq!(String::from_utf8_lossy(&done.bytes), right, "{charset}");
    }
}

/// Single letters, as in keymaps, are in no certain charset.
#[test]
fn single_bytes_are_no_words() {
    leaves(
        b"\" \xF9 and \xD9 replace the grave accent\n\xD9\t<Char-0x016C>\tUPPERCASE U WITH BREVE\n\
        \xF9\t<Char-0x016D>\tLOWERCASE u WITH BREVE\n",
    );
}

/// The line of each file that is in a charset becomes the same text in UTF-8, or stays.
#[track_caller]
fn is_right_or_left(file: &[&str], line: usize, charset: &str, is_right: bool) {
    let of = |(at, text): (usize, &&str)| {
        if at == line { bytes(text, charset) } else { text.as_bytes().to_vec() }
    };
    let broken = file.iter().enumerate().map(of).collect::<Vec<_>>().join(&b'\n');
    let done = repaired(&broken, Options::default());
    let wanted = if is_right { file.join("\n").into_bytes() } else { broken };
    assert_eq!(done.bytes.escape_ascii().to_string(), wanted.escape_ascii().to_string());
}

/// Signs of windows-1252 may be letters at places where a sign does not occur.
#[test]
fn letters_are_no_signs() {
    let is_left = |file: &[&str], line, charset| is_right_or_left(file, line, charset, false);
    is_left(&["città è già", "identità", "perché può", ""], 1, "ibm850");
    is_left(&["1;größe", "2;gelöscht", "3;für", ""], 1, "ibm850");
    is_left(&["käääntynyt", "EI KÄÄNNETTY", "työ", ""], 1, "macintosh");
    is_left(&["Café olé", "ROCK’N’ROLL", ""], 1, "windows-1252");
    is_left(&["KRAKÓW", "GDYNIA–HEL", ""], 1, "windows-1250");
    is_right_or_left(&["don’t", "it’s", "“quoted” – yes", ""], 2, "windows-1252", true);
    is_right_or_left(&["l’érudit", "d’abord", ""], 1, "windows-1252", true);
    is_right_or_left(&["Un booleano qu’indica", "menú", ""], 0, "windows-1252", true);
}

/// The last sign of a line is in the charset of its words.
#[test]
fn bytes_are_in_the_charset_of_their_line() {
    let file = ["недопустимый тип", "недопустимый тип перемещения «%s»", "файл не найден", ""];
    is_right_or_left(&file, 1, "windows-1251", true);
    // `\xC6\xA0` is `Ơ` by chance.
    let file = ["правка текста", "статья для правки арабского языка", ""];
    is_right_or_left(&file, 1, "ibm855", true);
}

/// A short word is text in many charsets. The other text tells the script.
#[test]
fn words_in_another_script_than_the_text_stay() {
    let file = ["1;հիմնական ցուցակ", "2;ցուցակ", "3;նոր պատուհան", ""];
    is_right_or_left(&file, 1, "armscii-8", false);
}

/// A word of UTF-8 in a line of a charset is not a drawing.
#[test]
fn no_drawings_are_in_words() {
    let line = [&bytes("Грешка у функцији", "ibm855")[..], " на крају\n".as_bytes()].concat();
    let done = repaired(&line, Options::default());
    assert!(done.bytes.ends_with(" на крају\n".as_bytes()), "{}", done.bytes.escape_ascii());
}
