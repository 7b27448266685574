//! Several threads check a large file and report the same as one thread.

use crate::support::Folder;

/// A size for which the command uses several threads.
const SIZE: usize = 2_500_000;

/// The approximate distance between two cuts.
const CHUNK: usize = 256 * 1024;

/// Returns text of about `bytes` bytes in which characters of every length are at the borders of
/// chunks.
fn text(bytes: usize, unit: usize) -> String {
    let piece = "plain text, na\u{EF}ve \u{20AC}\u{1F600}\n\u{6F22}\u{5B57}\u{304B}\u{306A} x\n";
    piece.repeat(bytes / unit / piece.chars().count() + 1)
}

type Spell = fn(char) -> Vec<u8>;

fn utf16be(character: char) -> Vec<u8> {
    let mut units = [0; 2];
    character.encode_utf16(&mut units).iter().flat_map(|unit| unit.to_be_bytes()).collect()
}

fn utf16le(character: char) -> Vec<u8> {
    utf16be(character).chunks(2).flat_map(|unit| [unit[1], unit[0]]).collect()
}

fn utf32be(character: char) -> Vec<u8> {
    u32::from(character).to_be_bytes().to_vec()
}

fn utf32le(character: char) -> Vec<u8> {
    u32::from(character).to_le_bytes().to_vec()
}

const FORMS: [(&str, usize, Spell); 4] = [
    ("utf-16be", 2, utf16be),
    ("utf-16le", 2, utf16le),
    ("utf-32be", 4, utf32be),
    ("utf-32le", 4, utf32le),
];

fn spelled(text: &str, spell: Spell) -> Vec<u8> {
    text.chars().flat_map(spell).collect()
}

/// Returns ill-formed code units, alone or in a row, which vary with `number`.
fn wrong(unit: usize, number: usize, big: bool) -> Vec<u8> {
    let values: &[u32] = match number % 4 {
        0 => &[0xD800],
        1 => &[0xDC00, 0xD800, 0xD800],
        2 if unit == 4 => &[0x11_0000, 0xFFFF_FFFF],
        2 => &[0xDBFF, 0xDBFF],
        _ => &[0xDFFF],
    };
    let bytes = |value: &u32| {
        let mut bytes = value.to_be_bytes()[4 - unit..].to_vec();
        if !big {
            bytes.reverse();
        }
        bytes
    };
    values.iter().flat_map(bytes).collect()
}

/// Checks that several threads report the same about the file `a` as one thread. Returns the
/// report.
#[track_caller]
fn same(folder: &Folder, arguments: &[&str]) -> String {
    let run = |threads: &str| {
        let run = folder.run(&[&["check", "-j", threads, "a"][..], arguments].concat());
        (run.status, String::from_utf8(run.stdout).unwrap(), run.stderr)
    };
    let (one, more) = (run("1"), run("3"));
    assert!(one == more, "{arguments:?}");
    assert_eq!(one.2, "");
    one.1
}

#[test]
fn well_formed_text_of_every_form() {
    let folder = Folder::new();
    for (name, unit, spell) in FORMS {
        let text = text(SIZE, unit);
        let characters = text.chars().count();
        if name.ends_with("le") {
            // With a BOM, which names the encoding.
            folder.file("a", spelled(&("\u{FEFF}".to_owned() + &text), spell));
            let report = same(&folder, &["--format", "json"]);
            assert!(report.contains(&format!("\"characters\":{characters},")), "{name}: {report}");
        } else {
            let bytes = spelled(&text, spell);
            folder.file("a", &bytes);
            let said = format!("1 file, {} bytes, {characters} characters: ", bytes.len());
            let report = same(&folder, &["-f", name]);
            assert!(report.starts_with(&said), "{name}: {report}");
        }
    }
}

/// Errors everywhere, and around each position at which the file is cut.
#[test]
fn reports_errors_around_cuts() {
    let folder = Folder::new();
    // Both orders and both sizes of units.
    for (name, unit, spell) in [FORMS[1], FORMS[2]] {
        let mut bytes = spelled(&text(SIZE, unit), spell);
        let big = name.ends_with("be");
        let mut number = 0;
        let mut damage = |at: usize| {
            let wrong = wrong(unit, number, big);
            number += 1;
            bytes[at..at + wrong.len()].copy_from_slice(&wrong);
        };
        for chunk in 2..9 {
            let cut = chunk * CHUNK;
            // The errors end before the cut, span it, or begin at it.
            damage(cut + unit * (chunk % 4) - unit * 2);
            damage(cut + CHUNK / 2);
        }
        folder.file("a", &bytes);
        if name == "utf-16le" {
            assert!(same(&folder, &["-f", name]).contains("ill-formed sequences"));
            same(&folder, &["-f", name, "-q"]);
            same(&folder, &["-f", name, "--max-findings", "3"]);
        }
        // The last code unit is incomplete.
        bytes.pop();
        folder.file("a", &bytes);
        let report = same(&folder, &["-f", name, "--format", "json"]);
        assert!(report.lines().count() > 14 && report.contains("odd-length"), "{name}: {report}");
    }
}

/// Sequences of code units across a cut.
#[test]
fn reports_every_error_across_a_cut() {
    let folder = Folder::new();
    let wrong: [&[u16]; 4] =
        [&[0xD800], &[0xD83D, 0xDE00], &[0xDE00, 0xD83D], &[0xD83D, 0xD83D, 0xDE00]];
    let plain: Vec<u16> = "nothing but plain text\n".encode_utf16().collect();
    let plain: Vec<u16> = plain.iter().copied().cycle().take(SIZE / 2).collect();
    for units in wrong {
        for back in 0..3 {
            let mut text = plain.clone();
            for chunk in 2..9 {
                let at = chunk * CHUNK / 2 - back;
                text[at..at + units.len()].copy_from_slice(units);
            }
            let bytes: Vec<u8> = text.iter().flat_map(|unit| unit.to_le_bytes()).collect();
            folder.file("a", bytes);
            let report = same(&folder, &["-f", "utf-16le", "--format", "json"]);
            let expected = char::decode_utf16(text.iter().copied()).filter(Result::is_err).count();
            assert_eq!(report.matches("\"finding\"").count(), expected, "{units:X?} {back}");
        }
    }
}

/// A rejected character is reported at its position, although other threads converted the text
/// before it.
#[test]
fn reports_rejected_characters() {
    let folder = Folder::new();
    for (name, _, spell) in FORMS {
        let mut text = text(600_000, 1);
        let middle = text.char_indices().nth(500_000).unwrap().0;
        text.insert(middle, '\0');
        folder.file("a", spelled(&text, spell));
        let report = same(&folder, &["-f", name, "--for", "postgres", "--format", "json"]);
        let offset = spelled(&text[..middle], spell).len();
        assert!(report.contains(&format!("\"offset\":{offset},")), "{name}: {report}");
    }
}

#[test]
fn charsets_of_one_byte() {
    let folder = Folder::new();
    let mut bytes = b"caf\xE9 \x80 and more\n".repeat(SIZE / 17);
    folder.file("a", &bytes);
    same(&folder, &["-f", "windows-1252"]);
    bytes[2_000_000] = 0xA1;
    folder.file("a", &bytes);
    same(&folder, &["-f", "iso-8859-7"]);
}
