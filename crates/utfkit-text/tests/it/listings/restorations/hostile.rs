//! Edits that look like another damage: nothing wrong may be restored.

use utfkit_text::heal::{Healed, heal};

use super::{super::encoding, damages::marked};

fn encoded(text: &str, name: &str) -> Vec<u8> {
    super::encoded(text, name).unwrap()
}

fn lossy(bytes: &[u8]) -> Vec<u8> {
    String::from_utf8_lossy(bytes).into_owned().into()
}

fn healed(old: &[u8], new: &[u8], name: &str) -> Healed {
    heal(old, new, encoding(name)).unwrap()
}

const RUSSIAN: &str = "Старый дом стоит у реки\nВечером мы все вместе читаем книги и пьём чай\n\
    answer = \"да\" of the page\nЗа домом растёт старый сад, а в саду поёт птица\n";

#[test]
fn a_longer_word_is_not_the_bytes_of_a_shorter_one() {
    // `дома` has as many characters as `да` has bytes in UTF-8.
    let edited = RUSSIAN.replace("\"да\"", "\"дома\"");
    let old = encoded(RUSSIAN, "windows-1251");
    let new = lossy(&encoded(&edited, "windows-1251"));
    let one = healed(&old, &new, "windows-1251");
    let line = |bytes: &[u8]| bytes.split(|&b| b == b'\n').nth(2).unwrap().to_vec();
    assert_eq!(line(&one.bytes), line(&new));
    let other = healed(RUSSIAN.as_bytes(), &marked(&edited, "\u{FFFD}"), "utf-8");
    assert_eq!(line(&other.bytes), line(&marked(&edited, "\u{FFFD}")));
    for result in [one, other] {
        assert!(!result.open.is_empty());
        assert!(result.restored.iter().all(|place| place.old_line != Some(3)), "{result:?}");
    }
}

#[test]
fn lines_that_look_alike_and_change_places_stay() {
    // Both words have seven letters.
    let text = "Старый дом стоит у реки\nmsgid \"open\"\nmsgstr \"открыть\"\nmsgid \"close\"\n\
        msgstr \"закрыть\"\nВечером мы читаем книги и пьём чай\n";
    let edited = "Старый дом стоит у реки\nmsgstr \"открыть\"\nmsgid \"open\"\nmsgstr \"закрыть\"\n\
        msgid \"close\"\nВечером мы читаем книги и пьём чай\n";
    for (sign, name) in [("?", "windows-1251"), ("\u{FFFD}", "koi8-r"), ("?", "utf-8")] {
        let result = healed(&encoded(text, name), &marked(edited, sign), name);
        let lines: Vec<_> = result.bytes.split(|&b| b == b'\n').collect();
        // The other five letters are the same in both.
        let start = marked("msgstr \"от", sign);
        for line in [1, 3] {
            assert!(lines[line].starts_with(&start), "{sign} {name} {line}");
        }
        assert!(result.open.len() >= 2, "{:?}", result.open);
    }
}

#[test]
fn signs_of_a_loss_are_not_letters() {
    // The three bytes of U+FFFD in UTF-8, read as windows-1252: two of these signs are letters.
    let text = "Старый дом стоит у реки\nsize = 12\nВечером мы все вместе читаем книги\nда\n\
        msgid \"open\"\nmsgstr \"открыть\"\nmsgid \"close\"\nmsgstr \"закрыть\"\n\
        За домом растёт старый сад, а в саду поёт птица\n";
    let edited = text.replace(' ', "\n");
    let new = marked(&edited, "ï¿½");
    // A refusal restores nothing, either.
    let Ok(result) = heal(&encoded(text, "ibm866"), &new, encoding("ibm866")) else { return };
    let lines = |bytes: &[u8]| bytes.split(|&b| b == b'\n').map(<[u8]>::to_vec).collect::<Vec<_>>();
    let wanted = lines(&encoded(&edited, "ibm866"));
    for (line, wanted) in lines(&result.bytes).iter().zip(wanted) {
        let stays = String::from_utf8_lossy(line).contains("ï¿½");
        assert!(*line == wanted || stays, "{:?}", result.restored);
    }
}
