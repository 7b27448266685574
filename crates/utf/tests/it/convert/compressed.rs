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

/// What other programs write, and take.
#[test]
fn odd_and_whole() {
    let folder = Folder::new();
    folder.file("text", "text\n");
    let pack = |method, out| {
        folder.run(&["convert", "--compress", method, "-o", out, "text"]).exits(0);
        folder.read(out)
    };
    let (zst, gz) = (pack("zst", "zst"), pack("gz", "gz"));
    // Frames to be skipped, before and between.
    let skipped =
        |number: u8| [&[0x50 + number, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    folder.file("p.zst", [&skipped(0)[..], &zst, &skipped(15), &zst].concat());
    folder.run(&["convert", "-z", "p.zst"]).exits(0).prints("text\ntext\n");
    folder.shell("utf convert -z <p.zst").exits(0).prints("text\ntext\n");
    // The padding of tapes.
    folder.file("z.gz", [&gz[..], &gz, &[0; 1000]].concat());
    folder.run(&["convert", "-z", "z.gz"]).exits(0).prints("text\ntext\n").says("");
    for behind in [&b"\0\0x"[..], b"x"] {
        folder.file("x.gz", [&gz[..], behind].concat());
        folder.run(&["convert", "-z", "x.gz"]).exits(2).mentions(&format!(
            "utf: x.gz: {} behind the end of the gzip data, not part of it: something else, or a damaged member",
            if behind.len() == 1 { "1 octet" } else { "3 octets" }
        ));
    }
}

/// Archives that are whole, and would take hundreds of MiB.
#[test]
fn too_much_memory_is_no_damage() {
    let folder = Folder::new();
    // A frame of Zstandard with a window of 2 GiB (RFC 8878, 3.1.1.1), and one empty block.
    folder.file("long.zst", b"\x28\xB5\x2F\xFD\x00\xA8\x01\x00\x00");
    // `echo hi | xz --lzma2=dict=192MiB`
    let xz = b"\xFD7zXZ\0\0\x04\xE6\xD6\xB4\x46\x02\0\x21\x01\x1F\0\0\0\xFE\x60\xED\xDE\x01\0\x02hi\n\0\0\
        \xFB\x7B\xE8\xE8*XCO\0\x01\x1B\x03\x0B\x2F\xB9\x10\x1F\xB6\xF3\x7D\x01\0\0\0\0\x04YZ";
    folder.file("dict.xz", xz);
    for name in ["long.zst", "dict.xz"] {
        let run = folder.run(&["check", "-z", name]).exits(2);
        let run = run.mentions("data was made to take more memory than a decoder may have here");
        assert!(!run.stderr.contains("damaged"), "{run:?}");
    }
}
