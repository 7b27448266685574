//! Old versions that explain few words, or words that are also plain text.

use utfkit::encoding::{Label, LabelSet};

use crate::heal::{Healed, heal};

fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    let label = Label::parse(encoding, LabelSet::Whatwg).unwrap();
    utfkit::transcode::encode(text, label.encoding()).unwrap().into_owned()
}

fn healed(old: &[u8], new: &[u8], encoding: &str) -> Healed {
    let label = Label::parse(encoding, LabelSet::Whatwg).unwrap();
    heal(old, new, label.encoding()).unwrap()
}

#[test]
fn typed_text_does_not_hide_that_letters_were_dropped() {
    let text = "Każdy wieczór czytamy stare książki\n\
                Dom stoi nad rzeką, a za domem jest ogród\n\
                Rano pijemy kawę i jemy świeży chleb\n\
                Potem idziemy powoli przez łąkę do miasta\n";
    let typed = "książki wieczór świeży łąkę rzeką ogród kawę Każdy\n".repeat(3);
    let old = encoded(text, "windows-1250");
    let dropped: String = text.chars().filter(char::is_ascii).collect();
    let new = dropped + &typed;
    let healed = healed(&old, new.as_bytes(), "windows-1250");
    assert_eq!(healed.bytes, encoded(&(text.to_owned() + &typed), "windows-1250"));
    assert!(healed.open.is_empty(), "{:?}", healed.open);
}

#[test]
fn plain_words_next_to_dropped_letters_are_counted_everywhere() {
    // Each name is next to a dropped sign in some lines, and plain text in others.
    let names = ["open", "close", "print", "name", "move", "copy", "sort", "list", "read", "write"];
    let text: String = (0..60)
        .map(|n| {
            let (one, other) = (names[n % 10], names[n * 7 % 9]);
            format!("the {one} of «{other}» and {} {n}\n", names[n * 3 % 7])
        })
        .collect();
    let old = encoded(&text, "windows-1251");
    let edited = text.replace(" 30\n", " 31\n");
    let dropped: String = edited.chars().filter(char::is_ascii).collect();
    let healed = healed(&old, dropped.as_bytes(), "windows-1251");
    assert_eq!(healed.bytes, encoded(&edited, "windows-1251"));
}

#[test]
fn a_version_with_many_new_words_is_not_refused() {
    let old: String = (0..40)
        .map(|n| format!("msgid \"message {n}\" has text\nmsgstr \"старое слово{n} текст{n}\"\n"))
        .collect();
    let new: String = (0..40)
        .map(|n| match n {
            0..17 => {
                format!("msgid \"message {n}\" has text\nmsgstr \"старое слово{n} текст{n}\"\n")
            }
            _ => format!("msgid \"message {n}\" has text\nmsgstr \"новая запись{n} иначе{n}\"\n"),
        })
        .collect();
    let bytes = encoded(&new, "windows-1251");
    let healed = healed(&encoded(&old, "windows-1251"), &bytes, "windows-1251");
    assert_eq!(healed.bytes, bytes);
}
