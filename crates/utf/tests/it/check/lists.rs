//! Lists of names, and what is none.

use std::fs;

use utfkit::{
    Encoding::{self, Utf8, Utf16Be, Utf16Le, Utf32Be, Utf32Le},
    transcode::{Policy, convert_with},
};

use crate::support::Folder;

const WIDE: [Encoding; 4] = [Utf16Le, Utf16Be, Utf32Le, Utf32Be];

fn written(text: &str, encoding: Encoding) -> Vec<u8> {
    convert_with(text.as_bytes(), Utf8, encoding, Policy::Strict).unwrap().0
}

/// Where names end with NUL, a list in UTF-16 has the name `.`, or `/`.
#[test]
fn a_list_in_utf_16_names_no_folder() {
    let texts = [
        "a.txt\n",
        "a.md",
        "\u{6570}\u{636E}/x.txt\r\n",
        "\u{6570}\n.\u{6570}\n",
        "./\u{6570}\u{636E}/\u{5B63}\u{5EA6}\n./b\n",
    ];
    for (text, encoding) in texts.into_iter().flat_map(|text| WIDE.map(|one| (text, one))) {
        let list = written(text, encoding);
        for options in [&["-0", "--files-from"][..], &["--files0-from"]] {
            let folder = Folder::new();
            let never_named = folder.file("t", b"\xFF\xFEh\0i\0");
            fs::create_dir(folder.path("b")).unwrap();
            folder.file("b/x", b"\xFF\xFEh\0i\0");
            folder.file("list", &list);
            let convert = [&["convert", "-i"], options].concat();
            let run = folder.run(&[&convert[..], &["list"]].concat()).exits(2);
            let words = format!(
                "utf: list: names in {encoding}, without a signature; `utf convert -f {encoding}` makes UTF-8 of them\n"
            );
            assert!(run.stderr.contains(&words), "{text:?} {run:?}");
            let run = folder.pipe(&[&convert[..], &["-"]].concat(), &list).exits(2);
            assert!(run.stderr.contains(&words.replace("list", "<stdin>")), "{text:?} {run:?}");
            assert_eq!(fs::read(never_named).unwrap(), b"\xFF\xFEh\0i\0", "{text:?} {encoding}");
            assert_eq!(folder.read("b/x"), b"\xFF\xFEh\0i\0", "{text:?} {encoding}");
        }
        // Without -0 nothing leads to that.
        let folder = Folder::new();
        folder.file("list", &list);
        let run = folder.run(&["convert", "-i", "--files-from", "list"]).exits(2);
        assert!(!run.stderr.contains("-0"), "{text:?} {run:?}");
        assert!(run.stderr.contains(&format!("names in {encoding}")), "{text:?} {run:?}");
    }
}

/// However slowly it comes: nothing is done before it is known.
#[test]
fn a_list_in_utf_16_that_comes_slowly() {
    let folder = Folder::new();
    fs::create_dir(folder.path("b")).unwrap();
    folder.file("b/x", b"\xFF\xFEh\0i\0");
    for (encoding, each) in [(Utf16Le, "$o\\0"), (Utf16Be, "\\0$o")] {
        let list = format!(
            "for o in b . t x t '\\n'; do printf \"{each}\"; sleep 0.01; done | utf convert -i -0 --files-from -"
        );
        let run = folder.shell(&list).exits(2);
        run.mentions(&format!("utf: <stdin>: names in {encoding}, without a signature"));
        assert_eq!(folder.read("b/x"), b"\xFF\xFEh\0i\0");
    }
}

/// What `find -print0` and others write is taken as it is.
#[test]
fn names_that_end_with_nul() {
    let lists: [&[&str]; 10] = [
        &[".", "./ab\n", "./c"],
        &["a"],
        &["."],
        &["a", "b", "a"],
        &["./a", "./a\n", "./ab\n"],
        &["ab\n"],
        &["a", "b\n", "abcd"],
        &[".", "./\u{6570}\u{636E}/\u{5B63}\u{5EA6}.txt", "./\u{444}\u{430}\u{439}\u{43B}"],
        &["/nowhere", "a", "/nowhere/b\n"],
        &["\u{6570}\u{636E}\n", "\u{5B63}\u{5EA6}\n"],
    ];
    for names in lists {
        let folder = Folder::new();
        folder.file("a", "");
        let list: String = names.iter().map(|name| format!("{name}\0")).collect();
        folder.file("list", &list);
        let run = folder.run(&["check", "-q", "--files0-from", "list"]);
        assert!(!run.stderr.contains("names in"), "{names:?} {run:?}");
        let run = folder.pipe(&["check", "-q", "-0", "--files-from", "-"], &list);
        assert!(!run.stderr.contains("names in"), "{names:?} {run:?}");
    }
    // Charsets of two octets, too.
    let folder = Folder::new();
    for octets in [&b"./\xCA\xFD\xBE\xDD/\xBC\xBE\xB6\xC8.txt\0"[..], b"\xCA\xFD\0", b"\x83\x5C\0"]
    {
        folder.file("list", octets.repeat(300));
        let run = folder.run(&["check", "-q", "--files0-from", "list"]).exits(2);
        assert!(!run.stderr.contains("names in"), "{run:?}");
    }
}
