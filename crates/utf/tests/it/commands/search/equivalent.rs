//! `--normalize` finds canonically equivalent spellings.

use crate::support::Folder;

#[test]
fn finds_equivalent_spellings() {
    let folder = Folder::new();
    // Composed, decomposed, marks in either order, a singleton, Hangul in jamo.
    let text = "caf\u{E9}\ncafe\u{301}\nq\u{323}\u{307}\nq\u{307}\u{323}\n\u{212B}\n\u{1100}\u{1161}\u{11A8}\n";
    folder.file("text", text);
    let find = |pattern| folder.run(&["search", "--normalize", "-n", "-o", "-b", pattern, "text"]);
    for pattern in ["\u{E9}", "e\u{301}"] {
        find(pattern).exits(0).prints("1:3:\u{E9}\n2:9:e\u{301}\n");
    }
    for pattern in ["q\u{323}\u{307}", "q\u{307}\u{323}"] {
        let run = find(pattern).exits(0);
        run.prints("3:13:q\u{323}\u{307}\n4:19:q\u{307}\u{323}\n");
    }
    find("\u{C5}").exits(0).prints("5:25:\u{212B}\n");
    find("\u{AC01}").exits(0).prints("6:29:\u{1100}\u{1161}\u{11A8}\n");
    // Not as part of another character.
    for pattern in ["cafe", "q", "q\u{323}", "A", "\u{AC00}", "\u{301}"] {
        find(pattern).exits(1).prints("");
    }
    find("caf").exits(0).prints("1:0:caf\n2:6:caf\n");
}

#[test]
fn finds_them_in_other_encodings_and_cases() {
    let folder = Folder::new();
    let bytes: Vec<u8> = "x\u{E9}\n\u{C9}!\nE\u{301}\nE\u{301}\u{323}\n"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    folder.file("wide", bytes);
    let wide = ["search", "--normalize", "-f", "utf-16le", "-b", "-o"];
    folder.run(&[&wide[..], &["\u{E9}", "wide"]].concat()).exits(0).prints("2:\u{E9}\n");
    let run = folder.run(&[&wide[..], &["-i", "e\u{301}", "wide"]].concat()).exits(0);
    run.prints("2:\u{E9}\n6:\u{C9}\n12:E\u{301}\n");
    folder
        .run(&["search", "--normalize", "-e", "x", "wide"])
        .exits(2)
        .mentions("(-e) cannot be used");
}

/// Ill-formed bytes between characters are ignored.
#[test]
fn ignores_ill_formed_bytes_between_characters() {
    let folder = Folder::new();
    folder.file("text", b"\xFFcafe\xCC\x81\xFE\xC3\xA9\xCC\n");
    let run = folder.run(&["search", "--normalize", "-o", "-b", "\u{E9}", "text"]);
    run.exits(0).prints("4:e\u{301}\n8:\u{E9}\n");
}
