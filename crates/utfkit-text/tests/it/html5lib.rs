//! The encoding tests of html5lib, which are not part of this repository.

use std::{env, fs, path::PathBuf};

use utfkit::encoding::Bom;
use utfkit_text::receivers::{Format, declared::find_in};

/// Returns the directory `encoding` of html5lib's tests.
fn dir() -> PathBuf {
    env::var_os("UTFKIT_HTML5LIB").expect("UTFKIT_HTML5LIB is the directory `encoding`").into()
}

/// Returns the encoding of a page, as browsers find it without running scripts.
fn encoding(page: &[u8]) -> &'static str {
    if let Some(bom) = Bom::of(page) {
        return bom.encoding().name();
    }
    let declared = find_in(Format::Html, page).and_then(|declared| declared.encoding());
    declared.map_or("windows-1252", |encoding| encoding.whatwg_name().unwrap())
}

#[test]
#[ignore = "needs the tests of html5lib (UTFKIT_HTML5LIB)"]
fn pages_have_the_encodings_that_html5lib_expects() {
    let (mut tests, mut wrong) = (0, Vec::new());
    for name in ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"] {
        let file = fs::read(dir().join(name)).unwrap();
        let pieces = |text: &[u8], mark: &[u8]| -> Vec<Vec<u8>> {
            let mut at = 0;
            let mut pieces = Vec::new();
            while let Some(len) = memchr::memmem::find(&text[at..], mark) {
                pieces.push(text[at..at + len].to_vec());
                at += len + mark.len();
            }
            pieces.push(text[at..].to_vec());
            pieces
        };
        for test in pieces(&file, b"#data\n").into_iter().skip(1) {
            let [page, expected] = &pieces(&test, b"\n#encoding\n")[..] else {
                panic!("{name}: a test has two parts")
            };
            let expected = str::from_utf8(expected).unwrap().trim().to_ascii_lowercase();
            tests += 1;
            let found = encoding(page);
            if found != expected {
                wrong.push(format!("{expected}, not {found}: {}", page.escape_ascii()));
            }
        }
    }
    println!("{tests} tests, {} wrong", wrong.len());
    assert!(tests > 80, "{tests} tests");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
