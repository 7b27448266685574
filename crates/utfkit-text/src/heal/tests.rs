use utfkit::encoding::{Label, LabelSet};

use super::{Evidence, Healed, Reason, Refusal, heal};

fn healed(old: &[u8], new: &[u8], encoding: &str) -> Healed {
    let label = Label::parse(encoding, LabelSet::Whatwg).unwrap();
    heal(old, new, label.encoding()).unwrap()
}

fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    let label = Label::parse(encoding, LabelSet::Whatwg).unwrap();
    utfkit::transcode::encode(text, label.encoding()).unwrap().into_owned()
}

/// A text of each charset, with an ASCII line that the test edits.
const TEXTS: [(&str, &str); 9] = [
    (
        "windows-1252",
        "Die Tür des Gartens öffnet sich früh\nsize = 12\nÜber die Größe des Hauses spricht niemand\nEs bleibt bei der alten Gewohnheit: café am Abend\n",
    ),
    (
        "windows-1250",
        "Příliš žluťoučký kůň úpěl ďábelské ódy\nsize = 12\nKaždý večer čteme staré příběhy\n",
    ),
    (
        "windows-1251",
        "Старый дом стоит у реки, а за домом растёт старый сад\nsize = 12\nВечером мы все вместе читаем книги и пьём чай\n",
    ),
    (
        "koi8-r",
        "Старый дом стоит у реки, а за домом растёт старый сад\nsize = 12\nВечером мы все вместе читаем книги и пьём чай\n",
    ),
    ("shift_jis", "古い家は川のそばに立っています\nsize = 12\n表示されるソフトは能力です\n"),
    ("euc-jp", "古い家は川のそばに立っています\nsize = 12\n夜は本を読んでお茶を飲みます\n"),
    ("gb18030", "老房子在河边\nsize = 12\n晚上我们读书喝茶 ©\n"),
    ("big5", "老房子在河邊\nsize = 12\n晚上我們讀書喝茶功許蓋\n"),
    ("euc-kr", "오래된 집은 강가에 있습니다\nsize = 12\n저녁에는 책을 읽고 차를 마십니다\n"),
];

/// Checks that an edit of the ASCII line survives `damage`, and that nothing else changes.
fn survives(name: &str, damage: impl Fn(&[u8], &str) -> Option<Vec<u8>>) {
    for (encoding, text) in TEXTS {
        // A line that is only damage is certain only next to a line with letters.
        let text = format!("# the first of the messages\n{text}# the last of the messages\n");
        let old = encoded(&text, encoding);
        let want = encoded(&text.replace("12", "13"), encoding);
        let Some(new) = damage(&want, encoding) else { continue };
        let healed = healed(&old, &new, encoding);
        assert_eq!(healed.bytes, want, "{name} of {encoding}: {:?}", healed.open);
        assert!(healed.open.is_empty(), "{name} of {encoding}: {:?}", healed.open);
    }
}

#[test]
fn one_edit_survives_each_damage() {
    survives("U+FFFD", |bytes, _| Some(String::from_utf8_lossy(bytes).into_owned().into()));
    survives("U+FFFD per byte", |bytes, _| {
        let all = bytes.utf8_chunks().flat_map(|chunk| {
            chunk
                .valid()
                .chars()
                .chain(chunk.invalid().iter().map(|_| '\u{FFFD}'))
                .collect::<Vec<_>>()
        });
        Some(all.collect::<String>().into())
    });
    survives("?", |bytes, _| {
        Some(bytes.iter().map(|b| if *b < 0x80 { *b } else { b'?' }).collect())
    });
    survives("conversion", |bytes, encoding| {
        let label = Label::parse(encoding, LabelSet::Whatwg).ok()?;
        Some(utfkit::transcode::decode(bytes, label).ok()?.into_owned().into())
    });
    survives("windows-1252", |bytes, encoding| {
        let label = Label::parse("windows-1252", LabelSet::Whatwg).ok()?;
        (encoding != "windows-1252")
            .then(|| utfkit::transcode::decode(bytes, label).unwrap().into_owned().into())
    });
    survives("GBK", |bytes, encoding| {
        let label = Label::parse("gbk", LabelSet::Whatwg).ok()?;
        (encoding != "gb18030")
            .then(|| utfkit::transcode::decode_lossy(bytes, label).0.into_owned().into())
    });
}

/// Returns the output of programs that know only ASCII for a text in UTF-8.
fn as_ascii(text: &str) -> [String; 3] {
    let mark = |c: char| if c.is_ascii() { c } else { '\u{FFFD}' };
    let per_character: String = text.chars().map(mark).collect();
    let per_byte = text.bytes().map(|byte| mark(char::from(byte))).collect();
    let mut per_run = per_character.clone();
    while per_run.contains("\u{FFFD}\u{FFFD}") {
        per_run = per_run.replace("\u{FFFD}\u{FFFD}", "\u{FFFD}");
    }
    [per_character, per_byte, per_run]
}

#[test]
fn text_in_utf_8_comes_back() {
    for (encoding, text) in TEXTS {
        let old = format!("# the first of the messages\n{text}# the last of the messages\n");
        let want = old.replace("12", "13");
        // All lines that are one run look the same.
        let kinds = if encoding == "windows-1252" { 3 } else { 2 };
        for new in &as_ascii(&want)[..kinds] {
            let healed = healed(old.as_bytes(), new.as_bytes(), "utf-8");
            assert_eq!(healed.bytes, want.as_bytes(), "{new}: {:?}", healed.open);
            assert!(healed.open.is_empty());
            assert!(lost(old.as_bytes(), new.as_bytes(), "utf-8").is_some(), "{new}");
        }
    }
}

#[test]
fn a_small_text_comes_back() {
    for (old, edit) in [
        ("Grüße\nx = 12\n", "13"),
        ("# café\nsize = 12\n", "13"),
        ("价格\nprice = 12\n", "12"),
        ("é\nx = 12\n", "12"),
    ] {
        let want = old.replace("12", edit);
        for new in as_ascii(&want) {
            let healed = healed(old.as_bytes(), new.as_bytes(), "utf-8");
            assert_eq!(healed.bytes, want.as_bytes(), "{new}: {:?}", healed.open);
            assert!(lost(old.as_bytes(), new.as_bytes(), "utf-8").is_some(), "{new}");
        }
    }
    // People type `?`, and another text has other lines.
    for (old, new) in [("é\nx = 12\n", "?\nx = 12\n"), ("Grüße\nx = 12\n", "Gr��e\ny: 34, z\n")]
    {
        if let Ok(healed) = heal(old.as_bytes(), new.as_bytes(), utfkit::Encoding::Utf8) {
            assert_eq!(healed.bytes, new.as_bytes());
        }
    }
}

#[test]
fn characters_at_the_borders_of_blocks_come_back() {
    for (encoding, text) in [TEXTS[0], TEXTS[6], ("utf-8", TEXTS[0].1), ("utf-8", TEXTS[4].1)] {
        // The text was converted to UTF-8, or it was in UTF-8.
        let text: String = (1..4).map(|n| text.replace('\n', &format!(" of {n}\n"))).collect();
        let want = text.replace("12", "13");
        let (old, wanted) = (encoded(&text, encoding), encoded(&want, encoding));
        let special = want.char_indices().filter(|(_, character)| !character.is_ascii());
        for (at, character) in special.step_by(11) {
            for border in at + 1..at + character.len_utf8() {
                let (before, after) = want.as_bytes().split_at(border);
                let lossy = |bytes| String::from_utf8_lossy(bytes).into_owned();
                let new = lossy(before) + &lossy(after);
                let healed = healed(&old, new.as_bytes(), encoding);
                assert_eq!(healed.bytes, wanted, "{encoding} {new}: {:?}", healed.open);
                assert!(lost(&old, new.as_bytes(), encoding).is_some(), "{encoding} {new}");
            }
        }
    }
}

#[test]
fn a_new_indentation_stays() {
    for (encoding, text) in TEXTS {
        let text =
            format!("# the first line of it\n  {}\tthe last line\n", text.replace('\n', "\n\t"));
        let want: String =
            text.lines().map(|line| format!("    {}\n", line.trim_start())).collect();
        let (old, wanted) = (encoded(&text, encoding), encoded(&want, encoding));
        let healed = healed(&old, String::from_utf8_lossy(&wanted).as_bytes(), encoding);
        assert_eq!(healed.bytes, wanted, "{encoding}: {:?}", healed.open);
        assert!(healed.open.is_empty());
    }
    // A character that became a space is not an indentation.
    let old = encoded("\u{A0}der alte Garten\n  für die Küche\n„so“ und “so”\n", "windows-1252");
    let new = "   der alte Garten\n  für die Küche\n\"so\" und \"so\"\n";
    if let Ok(healed) = heal(&old, new.as_bytes(), encoding_of("windows-1252")) {
        assert!(healed.bytes.starts_with(b"   der"), "{healed:?}");
    }
}

#[test]
fn two_lines_with_one_hole_stay() {
    let old = "der große Tag und très\nx = 12\nder große Tag und trüs\n";
    let new = "x = 12\nder große Tag und tr\u{FFFD}s\n";
    let healed = healed(old.as_bytes(), new.as_bytes(), "utf-8");
    assert_eq!(healed.bytes, new.as_bytes());
    assert!(!healed.open.is_empty());
    // An edit removed one of two lost characters.
    let old = "der große Tag und tréès\nx = 12\n";
    let new = "der große Tag und tr\u{FFFD}s\nx = 12\n";
    let healed = self::healed(old.as_bytes(), new.as_bytes(), "utf-8");
    assert_eq!(healed.bytes, new.as_bytes());
}

#[test]
fn typed_text_is_encoded() {
    let old = encoded(TEXTS[0].1, "windows-1252");
    let mut new = String::from_utf8_lossy(&old).into_owned();
    new.push_str("Ein Käfer und ein → Pfeil\n");
    let healed = healed(&old, new.as_bytes(), "windows-1252");
    let mut want = old;
    want.extend(b"Ein K\xE4fer und ein \xE2\x86\x92 Pfeil\n");
    assert_eq!(healed.bytes, want);
    assert_eq!(healed.open.len(), 1);
    assert_eq!(healed.open[0].reason, Reason::NotInEncoding);
}

#[test]
fn line_ends_and_the_bom_come_back() {
    let text = "\u{FEFF}Die Tür\r\nsize = 12\r\nÜber die Größe\r\n";
    let old: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    let new = "Die Tür\nsize = 13\nÜber die Größe\n";
    let healed = heal(&old, new.as_bytes(), utfkit::Encoding::Utf16Le).unwrap();
    let want: Vec<u8> =
        text.replace("12", "13").encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(healed.bytes, want);
    assert!(healed.line_ends && healed.bom && healed.open.is_empty());
}

#[test]
fn an_old_version_in_ascii_restores_nothing() {
    let old = "The garden door\r\nsize = 12\r\nThe house and the caf\r\n";
    for new in [
        "\u{FEFF}The garden d\u{F6}\u{F6}r\nsize = 12\nThe house and the caf\u{E9}\n",
        "The garden d??r\nsize = 12\nThe house and the caf?\n",
        "",
    ] {
        let healed = healed(old.as_bytes(), new.as_bytes(), "gb18030");
        assert_eq!(healed.bytes, new.as_bytes());
        assert!(healed.restored.is_empty() && healed.open.is_empty());
        assert!(!healed.bom && !healed.line_ends && healed.damages.is_empty());
    }
    let new = "The g\u{FFFD}rden d\u{FFFD}\u{FFFD}r\n".as_bytes();
    let healed = healed(old.as_bytes(), new, "windows-1252");
    assert_eq!(healed.bytes, new);
    let open: Vec<_> = healed.open.iter().map(|open| (open.offset, open.len)).collect();
    assert_eq!(open, [(5, 3), (14, 6)]);
}

#[test]
fn a_repair_is_not_undone() {
    // The old version is Korean that was read as GBK, and the author has put it back.
    let text = "오래된 집은 강가에 있습니다\nsize = 12\n저녁에는 책을 읽고 차를 마십니다\n";
    let gbk = Label::parse("gbk", LabelSet::Whatwg).unwrap();
    let misread = utfkit::transcode::decode(&encoded(text, "euc-kr"), gbk).unwrap().into_owned();
    let old = encoded(&misread, "gb18030");
    let label = Label::parse("gb18030", LabelSet::Whatwg).unwrap();
    let refused = heal(&old, text.replace("12", "13").as_bytes(), label.encoding());
    assert_eq!(refused.unwrap_err(), Refusal::OldIsDamaged);
    // The other direction is a damage.
    let korean = encoded(text, "euc-kr");
    assert_eq!(healed(&korean, misread.as_bytes(), "euc-kr").bytes, korean);
}

#[test]
fn an_undamaged_text_stays() {
    for (encoding, text) in TEXTS {
        let old = encoded(text, encoding);
        let new = encoded(&text.replace("12", "13"), encoding);
        let healed = healed(&old, &new, encoding);
        assert_eq!(healed.bytes, new);
        assert!(healed.damages.is_empty() && healed.restored.is_empty(), "{encoding}");
    }
}

#[test]
fn two_equal_places_are_reported() {
    // One of two letters was deleted, and nobody can know which.
    let old =
        b"The caf\xE9\xE8 of the old town is open\nand another na\xEF\xEFve line of it \xFC stays as it was\n";
    let new = "The caf\u{FFFD} of the old town is open\nand another na\u{FFFD}\u{FFFD}ve line of it \u{FFFD} stays as it was\n";
    let healed = healed(old, new.as_bytes(), "windows-1252");
    assert_eq!(healed.open.len(), 1, "{:?}", healed.open);
    assert_eq!(healed.open[0].reason, Reason::TwoPlaces);
    assert_eq!(healed.open[0].candidates, [b"\xE8".to_vec(), b"\xE9".to_vec()]);
    assert!(healed.bytes.starts_with("The caf\u{FFFD} of".as_bytes()));
}

#[test]
fn a_deleted_character_does_not_come_back() {
    // Two characters have four bytes, so one that was left under `? per byte` looks like both under
    // `? per character`.
    let text = "the first house 老房子 is old\nthe second word 河边 is short\nthe third line 晚上我们 has more of them\nand the fourth 读书喝茶 is the last\n";
    let question = |text: &str| -> Vec<u8> {
        encoded(text, "gbk").iter().map(|b| if *b < 0x80 { *b } else { b'?' }).collect()
    };
    let healed = healed(&encoded(text, "gbk"), &question(&text.replace("河边", "边")), "gbk");
    let both = encoded("河边", "gbk");
    assert!(!healed.bytes.windows(4).any(|bytes| bytes == both), "{healed:?}");
    let other = encoded(&text.replace("河边 is short", ""), "gbk");
    assert!(
        other
            .split(|b| *b == b'\n')
            .filter(|line| !line.is_ascii())
            .all(|line| { healed.bytes.split(|b| *b == b'\n').any(|healed| healed == line) }),
        "{healed:?}"
    );
}

#[test]
fn an_old_word_of_the_same_length_is_not_taken() {
    // The line has a word of another line. Only its length is left, and the line that the alignment
    // finds has a different word of this length.
    let old = "msgid \"unloaded\"\nmsgstr \"Вивантажено %ld буферів\"\nsize = 12\nmsgid \"commands\"\nmsgstr \"Автокоманди %d буферів\"\nsize = 13\n";
    let want = old
        .replace("Вивантажено %ld", "Вивантажено %i")
        .replace("Автокоманди %d", "Автокоманди %u");
    let damage = |text: &str| -> Vec<u8> {
        text.chars().map(|c| if c.is_ascii() { c as u8 } else { b'?' }).collect()
    };
    let old = encoded(old, "windows-1251");
    let healed = healed(&old, &damage(&want), "windows-1251");
    let words = ["Вивантажено %i", "Автокоманди %u"].map(|word| encoded(word, "windows-1251"));
    for (line, word) in
        healed.bytes.split(|b| *b == b'\n').filter(|l| l.starts_with(b"msgstr")).zip(words)
    {
        let is = |part: &[u8]| line.windows(part.len()).any(|bytes| bytes == part);
        assert!(is(&word) || is(b"??????????? %"), "{healed:?}");
    }
}

#[test]
fn a_typed_question_mark_is_reported() {
    let old = encoded(TEXTS[3].1, "koi8-r");
    let text = format!("{}Why not? asked nobody\n", TEXTS[3].1);
    let new: Vec<u8> = text.chars().map(|c| if c.is_ascii() { c as u8 } else { b'?' }).collect();
    let healed = healed(&old, &new, "koi8-r");
    assert!(healed.bytes.ends_with(b"Why not? asked nobody\n"));
    assert!(healed.open.iter().any(|open| healed.bytes[open.offset] == b'?'), "{healed:?}");
}

#[test]
fn lines_with_shift_states_come_back() {
    let text = "the first line of the text\n古い家は川のそばに\nsize = 12 and more words\n.SH 表示\nthe last line of the text\n";
    let old = encoded(text, "iso-2022-jp");
    let want = text.replace("12", "13");
    let new: Vec<u8> = want.chars().map(|c| if c.is_ascii() { c as u8 } else { b'?' }).collect();
    let healed = healed(&old, &new, "iso-2022-jp");
    assert_eq!(healed.bytes, encoded(&want, "iso-2022-jp"), "{healed:?}");
}

#[test]
fn lines_that_are_only_damage_stay() {
    let old = b"msgid \"one\"\nmsgstr \"\xE9\xE8\"\nmsgid \"two\"\nmsgstr \"\xE8\xE9\"\n";
    let new = "msgid \"three\"\nmsgstr \"\u{FFFD}\u{FFFD}\"\n";
    if let Ok(healed) = heal(old, new.as_bytes(), encoding_of("windows-1252")) {
        assert!(healed.restored.is_empty(), "{healed:?}");
        assert!(!healed.open.is_empty());
    }
}

#[test]
fn a_line_that_is_only_damage_stays_without_a_witness() {
    let (encoding, text) = TEXTS[6];
    let old = encoded(text, encoding);
    let want = encoded(&text.replace("size = 12", "something else"), encoding);
    let healed = healed(&old, String::from_utf8_lossy(&want).as_bytes(), encoding);
    assert!(!healed.open.is_empty() && healed.bytes.starts_with("\u{FFFD}".as_bytes()));
    assert!(healed.open.iter().all(|open| !open.candidates.is_empty()));
}

fn encoding_of(name: &str) -> utfkit::Encoding {
    Label::parse(name, LabelSet::Whatwg).unwrap().encoding()
}

#[test]
fn another_text_restores_nothing() {
    let old = encoded(TEXTS[0].1, "windows-1252");
    let new = "Das Wasser f\u{FFFD}llt in die T\u{FFFD}pfe\nund der K\u{FFFD}nig schl\u{FFFD}ft\n";
    let refused = heal(&old, new.as_bytes(), encoding_of("windows-1252"));
    assert!(matches!(refused, Err(Refusal::Unrelated { .. })), "{refused:?}");
}

#[test]
fn moved_lines_are_found() {
    let old = encoded(TEXTS[0].1, "windows-1252");
    let lossy = String::from_utf8_lossy(&old).into_owned();
    let lines: Vec<_> = lossy.lines().collect();
    let new = format!("{}\n{}\n{}\n{}\n", lines[3], lines[1], lines[2], lines[0]);
    let healed = healed(&old, new.as_bytes(), "windows-1252");
    let parts: Vec<_> = old.split(|b| *b == b'\n').collect();
    let want = [parts[3], parts[1], parts[2], parts[0], b""].join(&b'\n');
    assert_eq!(healed.bytes, want);
    assert!(healed.restored.iter().any(|place| place.evidence == Evidence::Moved));
}

#[test]
fn any_bytes_are_accepted() {
    let mut seed = 7_u64;
    let mut random = move || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (seed >> 33) as usize
    };
    let pieces: [&[u8]; 12] = [
        b"\n",
        b"\r\n",
        b"a",
        b"word ",
        b"?",
        b"\xEF\xBF\xBD",
        b"\xE9",
        b"\x81\x30",
        b"\xC3\xA9",
        b"\0",
        b"\x1B$B",
        b"\xFF",
    ];
    let encodings: Vec<_> =
        ["windows-1252", "shift_jis", "gb18030", "iso-2022-jp", "utf-16le", "utf-8", "big5"]
            .map(encoding_of)
            .into();
    for _ in 0..60 {
        let mut text = || -> Vec<u8> {
            (0..random() % 40).flat_map(|_| pieces[random() % pieces.len()].to_vec()).collect()
        };
        let (old, new) = (text(), text());
        for &encoding in &encodings {
            if let Ok(healed) = heal(&old, &new, encoding) {
                for open in &healed.open {
                    assert!(open.offset + open.len <= healed.bytes.len());
                }
            }
        }
    }
}

/// Returns lines of a program in which only the messages differ, with words of a pseudo-random
/// language.
fn messages(seed: u64, lines: usize) -> String {
    let mut state = seed;
    let mut below = |limit: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % limit
    };
    let mut text = String::new();
    for line in 0..lines {
        let words: Vec<String> = (0..1 + below(4))
            .map(|_| {
                (0..2 + below(7))
                    .map(|_| char::from_u32(0x430 + below(32) as u32).unwrap())
                    .collect()
            })
            .collect();
        text.push_str(&format!(
            "    if (number == {line}) {{\n        return \"{}\";\n    }}\n",
            words.join(" ")
        ));
    }
    text
}

#[test]
fn a_translation_of_the_same_program_restores_nothing() {
    for seed in 1..6 {
        let old = encoded(&messages(seed, 80), "windows-1251");
        let other = encoded(&messages(seed + 100, 80), "windows-1251");
        let marks = String::from_utf8_lossy(&other).into_owned().into_bytes();
        let questions: Vec<u8> =
            other.iter().map(|byte| if byte.is_ascii() { *byte } else { b'?' }).collect();
        for new in [marks, questions] {
            let result = heal(&old, &new, "windows-1251".parse().unwrap());
            assert!(matches!(result, Err(Refusal::Unrelated { .. })), "{seed}: {result:?}");
        }
    }
}

#[test]
fn half_of_the_messages_are_enough() {
    for seed in 1..6 {
        let (all, others) = (messages(seed, 80), messages(seed + 100, 80));
        let pairs = all.lines().zip(others.lines()).enumerate();
        let mixed: Vec<&str> =
            pairs.map(|(k, (one, other))| if k < 140 { one } else { other }).collect();
        let old = encoded(&all, "windows-1251");
        let new: Vec<u8> = encoded(&mixed.join("\n"), "windows-1251")
            .into_iter()
            .map(|byte| if byte.is_ascii() { byte } else { b'?' })
            .collect();
        let healed = healed(&old, &new, "windows-1251");
        let lines = healed.bytes.split(|&byte| byte == b'\n').zip(old.split(|&byte| byte == b'\n'));
        let back = lines.take(135).filter(|(one, other)| one == other).count();
        assert!(back >= 130, "{back}");
    }
}

fn lost(old: &[u8], new: &[u8], encoding: &str) -> Option<(usize, usize, usize)> {
    super::loss(old, new, encoding.parse().unwrap())
        .map(|loss| (loss.lines, loss.characters, loss.line))
}

#[test]
fn a_change_that_loses_characters_is_found() {
    for (encoding, text) in TEXTS {
        let old = encoded(text, encoding);
        let edited = encoded(&text.replace("12", "13"), encoding);
        assert_eq!(lost(&old, &edited, encoding), None, "{encoding}");
        let marks = String::from_utf8_lossy(&edited).into_owned();
        let found = lost(&old, marks.as_bytes(), encoding);
        let lines = text.lines().filter(|line| !line.is_ascii()).count();
        assert_eq!(found.map(|found| (found.0, found.2)), Some((lines, 1)), "{encoding}");
        let questions: Vec<u8> =
            edited.iter().map(|byte| if byte.is_ascii() { *byte } else { b'?' }).collect();
        assert!(lost(&old, &questions, encoding).is_some(), "{encoding}");
        // A conversion loses nothing.
        let converted = text.replace("12", "13");
        assert_eq!(lost(&old, converted.as_bytes(), encoding), None, "{encoding}");
        // Neither does its opposite.
        assert_eq!(lost(converted.as_bytes(), &old, "utf-8"), None, "{encoding}");
    }
}

#[test]
fn mojibake_is_a_loss_and_its_repair_is_not() {
    let text =
        "Die Tür des Gartens öffnet sich früh am Morgen\nsize = 12\nÜber die Größe des Hauses\n";
    let mojibake: String = text.bytes().map(char::from).collect();
    assert_eq!(lost(text.as_bytes(), mojibake.as_bytes(), "utf-8"), Some((2, 6, 1)));
    assert_eq!(lost(mojibake.as_bytes(), text.as_bytes(), "utf-8"), None);
}

#[test]
fn what_is_typed_or_removed_is_not_a_loss() {
    let old = "size = 12\nDie Tür des Gartens\n";
    for new in [
        "size = 12\nDie Tür des Gartens\nreplacement = '\u{FFFD}'\n",
        "size = 12\nThe door of the garden?\n",
        "size = 12\n",
        "size = 12\nDie Tuer des Gartens\n",
        "size = 12\nDie Tur des Gartens\n",
        "size = 12\nDie Tr des Gartens\n",
        "",
    ] {
        assert_eq!(lost(old.as_bytes(), new.as_bytes(), "utf-8"), None, "{new}");
    }
    // Lines that were damaged before are not reported again.
    let old = "Die T\u{FFFD}r\nDie K\u{FFFD}che\nsize = 12\n";
    let new = "Die T\u{FFFD}r\nDie K\u{FFFD}che ist klein\nsize = 13\n";
    assert_eq!(lost(old.as_bytes(), new.as_bytes(), "utf-8"), None);
}
