//! UTF-16 with a BOM, but with parts that are not UTF-16. Almost any bytes are well-formed UTF-16.

use crate::support::Folder;

/// Returns `text` in UTF-16 with a BOM. `order` chooses the byte order.
fn utf16(text: &str, order: fn(u16) -> [u8; 2]) -> Vec<u8> {
    "\u{FEFF}".encode_utf16().chain(text.encode_utf16()).flat_map(order).collect()
}

/// Inserts a carriage return byte before each line feed byte, like `unix2dos`.
fn unix2dos(bytes: &[u8]) -> Vec<u8> {
    let with_return = |&byte: &u8| [Some(b'\r').filter(|_| byte == b'\n'), Some(byte)];
    bytes.iter().flat_map(with_return).flatten().collect()
}

/// Asserts that commands that change files leave `bytes` unchanged and report `why`.
fn is_doubted(folder: &Folder, bytes: &[u8], why: &str) {
    folder.file("doubted", bytes);
    let said = format!("utf: doubted: {why}");
    let left = format!("utf: doubted: left unchanged: {why}");
    folder.run(&["convert", "doubted"]).exits(0).mentions(&said);
    folder.run(&["convert", "-q", "doubted"]).exits(0).says("");
    folder.run(&["convert", "-i", "--dry-run", "doubted"]).exits(1).mentions(&left);
    folder.run(&["convert", "-i", "doubted"]).exits(1).mentions(&left);
    folder.run(&["convert", "-o", "out/", "doubted"]).exits(1).mentions(&left);
    assert_eq!(folder.read("doubted"), bytes);
    assert!(!folder.path("out/doubted").exists());
    folder.run(&["check", "doubted"]).exits(0).shows(&format!("doubted: note: {why}"));
    let json = folder.run(&["check", "--format", "json", "doubted"]).exits(0).lines_of_json();
    assert!(json[0]["doubt"].as_str().is_some_and(|doubt| doubt.starts_with(why)), "{json:?}");
    let step = json[0]["doubt"].as_str().and_then(|doubt| doubt.split_once(": ")).unwrap().1;
    folder
        .run(&["detect", "doubted"])
        .exits(0)
        .shows(", likely (")
        .shows(&format!("  help: {step}"));
    // With `-f`, the encoding is not doubted.
    folder.run(&["convert", "-f", "utf-16", "doubted"]).exits(0).says("");
}

#[test]
fn doubts_utf_16_with_8_bit_lines_at_the_end() {
    let folder = Folder::new();
    let appended = [
        "2024-01-02 12:00 appended line one\n2024-01-02 12:00 appended line two\n",
        "Die Prüfung ist beendet, alles läuft.\n",
    ];
    for (times, line) in [(60, appended[0]), (60, appended[1]), (40_000, appended[0])] {
        let lines = "Dienst gestartet, Prüfung läuft\n".repeat(times);
        let bytes = [utf16(&lines, u16::to_le_bytes), line.into()].concat();
        is_doubted(&folder, &bytes, "utf-16 only in parts, which `utf detect ");
    }
}

/// Also if most of the file is 8-bit text, and if its bytes form assigned characters.
#[test]
fn doubts_more_8_bit_text_than_utf_16() {
    let folder = Folder::new();
    let log = "2024-01-01 12:00:07 INFO request 7 served\n".repeat(30);
    let german = "Die Prüfung läuft, größere Dateien später.\n".repeat(30);
    let hosts = "host=tokyo\n".repeat(10);
    for (times, appended) in [(10, log), (10, german), (200, hosts)] {
        let settings: String =
            (0..times).map(|at| format!("setting {at} = some value\n")).collect();
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let bytes = [utf16(&settings, order), appended.as_bytes().to_vec()].concat();
            is_doubted(&folder, &bytes, "utf-16 only in parts, which `utf detect ");
        }
    }
}

#[test]
fn doubts_utf_16_without_bytes_of_carriage_returns() {
    let folder = Folder::new();
    let csv: String = (11..31).map(|at| format!("{at},Alpha\r\n")).collect();
    let lines =
        ["Größe;5\r\nЁж;7\r\n", "Eine längere Zeile, die mehr als nur ein paar Wörter hat\r\n\r\n"];
    for text in [csv, lines[0].repeat(4), lines[1].repeat(4), lines[1].repeat(4000)] {
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let mut bytes = utf16(&text, order);
            bytes.retain(|&byte| byte != b'\r');
            let why = "utf-16 of which the bytes of carriage returns were taken out, so that lines";
            is_doubted(&folder, &bytes, why);
        }
    }
}

#[test]
fn doubts_line_ends_changed_byte_by_byte() {
    let folder = Folder::new();
    let lines = "[Größe]\r\nPfad=Jörg\r\nWert=2\r\nEnde=4\r\n";
    for order in [u16::to_le_bytes, u16::to_be_bytes] {
        for text in [lines.to_owned(), lines.repeat(20_000), lines.replace('\r', "")] {
            let bytes = utf16(&text, order);
            is_doubted(&folder, &unix2dos(&bytes), "utf-16 of which line ends were changed byte");
            // With the advised command.
            folder.shell(r"LC_ALL=C sed 's/\r$//' doubted >fixed").exits(0);
            assert_eq!(folder.read("fixed"), bytes);
            folder.run(&["convert", "-i", "fixed"]).exits(0);
            assert_eq!(folder.read("fixed"), text.as_bytes());
        }
    }
}

/// Unusual characters alone are not a reason for doubt.
#[test]
fn strange_characters_are_text() {
    let folder = Folder::new();
    let texts = [
        "x⁴ + 2x² = y\u{2061}(z)\u{2069}, ਸਾਰੇ ਮਨੁੱਖ ਆਜ਼ਾਦ, \u{4E0A}\u{6D77}\u{3000}\u{5317}\u{4EAC}\n",
        "ਸਾਰਾ ਮਨੁੱਖੀ ਪਰਿਵਾਰ ਆਪਣੀ ਮਹਿਮਾ, ਸ਼ਾਨ ਅਤੇ ਹੱਕਾਂ ਦੇ ਪੱਖੋਂ ਜਨਮ ਤੋਂ ਹੀ ਆਜ਼ਾਦ ਹੈ\r\nਅਤੇ ਸੁਤੇ ਸਿੱਧ ਸਾਰੇ ਲੋਕ ਬਰਾਬਰ ਹਨ।\r\n",
        "ਅੰਮ੍ਰਿਤਸਰ\nਪੰਜਾਬ ੧੨੩, ਗੁਰਮੁਖੀ ੴ\n",
        "มนุษย์ทั้งหลายเกิดมามีอิสระและเสมอภาคกันในเกียรติศักดิ์\r\nและสิทธิ\r\n",
        "人人生而自由，在尊严和权利上一律平等。\r\n他们赋有理性和良心，並應以兄弟關係的精神相對待。\r\n",
    ];
    let orders = [u16::to_le_bytes, u16::to_be_bytes];
    for (text, order) in texts.into_iter().flat_map(|text| orders.map(|order| (text, order))) {
        for times in [1, 50, 3000] {
            folder.file("good", utf16(&text.repeat(times), order));
            folder.run(&["check", "good"]).exits(0).says("");
            folder.run(&["detect", "good"]).exits(0).shows("good: utf-16, proven (");
            folder.run(&["convert", "-i", "good"]).exits(0).says("");
            assert_eq!(folder.read("good"), text.repeat(times).as_bytes());
        }
    }
}
