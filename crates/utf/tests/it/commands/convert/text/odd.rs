//! Characters that text does not have show that it was read in a wrong encoding.

use crate::support::Folder;

#[test]
fn a_candidate_with_private_characters_comes_last() {
    let folder = Folder::new();
    // windows-1252, and also well-formed Shift_JIS with a private-use character.
    let bytes = b"Mus\xF0\xE9e\n";
    let convert = |list: &str, more: &[&str]| {
        folder.pipe(&[&["convert", "--candidates", list], more].concat(), bytes).exits(0)
    };
    let run = convert("shift_jis,windows-1252", &[]).prints("Musðée\n");
    run.says("utf: <stdin>: read as windows-1252\n");
    let run = convert("shift_jis,windows-1252", &["--by-line"]).prints("Musðée\n");
    run.says("utf: <stdin>: 1 line read as windows-1252 (line 1)\n");
    let run = convert("shift_jis", &[]).prints("Mus\u{E0A8}e\n");
    run.mentions("utf: <stdin>: 1 private-use character (first U+E0A8), as in text that is in another encoding\n");
    convert("shift_jis", &["--by-line"]).prints("Mus\u{E0A8}e\n");
    let run = folder.pipe(&["convert", "-f", "shift_jis"], bytes).exits(0);
    run.mentions("utf: <stdin>: 1 private-use character (first U+E");
}

/// One private-use character does not turn Japanese into a charset that every text fits.
#[test]
fn a_charset_that_fits_everything_stays_last() {
    let folder = Folder::new();
    let bytes = b"\x93\xFA\x96\x7B \xF0\x40\n";
    for more in [&[][..], &["--by-line"]] {
        let arguments = [&["convert", "--candidates", "windows-31j,cp850"], more].concat();
        folder.pipe(&arguments, bytes).exits(0).prints("日本 \u{E000}\n");
    }
}

#[test]
fn rejects_candidates_that_are_never_used() {
    let folder = Folder::new();
    folder.file("a", b"caf\xE9\n");
    let refused = |options: &[&str]| folder.run(&[&["convert"], options, &["a"]].concat()).exits(2);
    refused(&["--candidates", "cp850,koi8-r"]).says(
        "utf: --candidates: koi8-r is never used, because every text fits ibm850, which comes first (put ibm850 last, or use `--guess` instead)\n",
    );
    refused(&["--candidates", "cp850,shift_jis"]).mentions("shift_jis is never used");
    refused(&["--candidates", "cp850", "--fallback", "koi8-r"]).mentions("koi8-r is never used");
    refused(&["--candidates", "cp850,koi8-r", "--by-line"]).mentions("koi8-r is never used");
    for list in ["cp850", "cp850,utf-16le", "shift_jis,cp850", "windows-1252,cp850", "latin1,cp850"]
    {
        folder.run(&["convert", "--candidates", list, "a"]).exits(0);
    }
}
