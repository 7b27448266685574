//! What is compressed is read through, and written.

use crate::support::Folder;

const WAYS: [&str; 4] = ["gz", "zst", "bz2", "xz"];

#[test]
fn there_and_back() {
    let folder = Folder::new();
    let text = "na\u{EF}ve \u{20AC}\u{1F600}\n".repeat(10_000);
    folder.file("text", &text);
    for way in WAYS {
        let written = ["convert", "-t", "utf-16", "--compress", way, "-o", "packed", "text"];
        folder.run(&written).exits(0).says("");
        assert!(folder.read("packed").len() < text.len() / 10, "{way}");
        let run = folder.run(&["convert", "-z", "packed"]).exits(0).says("");
        assert!(run.stdout == text.as_bytes(), "{way}");
        // From a pipe, and to one.
        let run = folder.shell("utf convert -z <packed | cmp - text").exits(0);
        run.says("");
        let line = format!("utf convert --compress {way} text | utf check -z --format json");
        folder.shell(&line).exits(0).shows(&format!("\"octets\":{}", text.len()));
    }
    // What is not compressed is read as it is.
    assert!(folder.run(&["convert", "-z", "text"]).exits(0).stdout == text.as_bytes());
}

#[test]
fn mistakes_and_damage() {
    let folder = Folder::new();
    folder.file("bad", b"line\nh\xE9\n");
    for way in WAYS {
        folder
            .shell(&format!("utf convert -f utf-8 --errors skip --compress {way} bad >x"))
            .exits(0);
        folder.run(&["convert", "-f", "latin1", "--compress", way, "-o", "packed", "bad"]).exits(0);
        let run = folder.run(&["convert", "-z", "-t", "us-ascii", "packed"]).exits(1);
        run.mentions("utf: packed:2:2: octet 6: ");
        let mut cut = folder.read("packed");
        cut.truncate(cut.len() - 6);
        folder.file("cut", &cut);
        let run = folder.run(&["convert", "-z", "-o", "out", "cut"]).exits(2);
        run.mentions("data is");
        assert!(!folder.path("out").exists());
    }
}

#[test]
fn only_one_output() {
    let folder = Folder::new();
    folder.file("a", "a");
    folder.run(&["convert", "-i", "-z", "a"]).exits(2).mentions("-z goes with one output only");
    folder.run(&["convert", "-i", "--compress", "gz", "a"]).exits(2);
    folder.run(&["convert", "-o", "out/", "--compress", "gz", "a"]).exits(2).mentions("one output");
    assert_eq!(folder.read("a"), b"a");
}
