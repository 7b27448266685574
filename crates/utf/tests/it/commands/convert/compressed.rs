//! Compressed input and output.

use std::io::{Read, Write};

use crate::support::Folder;

const WAYS: [&str; 4] = ["gz", "zst", "bz2", "xz"];

#[test]
fn round_trip_through_each_method() {
    let folder = Folder::new();
    let text = "na\u{EF}ve \u{20AC}\u{1F600}\n".repeat(10_000);
    folder.file("text", &text);
    for way in WAYS {
        let written = ["convert", "-t", "utf-16", "--compress", way, "-o", "packed", "text"];
        folder.run(&written).exits(0).says("");
        assert!(folder.read("packed").len() < text.len() / 10, "{way}");
        let run = folder.run(&["convert", "-z", "packed"]).exits(0).says("");
        assert!(run.stdout == text.as_bytes(), "{way}");
        // Also from a pipe and to a pipe.
        let run = folder.shell("utf convert -z <packed | cmp - text").exits(0);
        run.says("");
        let line = format!("utf convert --compress {way} text | utf check -z --format json");
        folder.shell(&line).exits(0).shows(&format!("\"bytes\":{}", text.len()));
    }
    // Input that is not compressed is read unchanged.
    assert!(folder.run(&["convert", "-z", "text"]).exits(0).stdout == text.as_bytes());
}

#[test]
fn reports_errors_and_damage() {
    let folder = Folder::new();
    folder.file("bad", b"line\nh\xE9\n");
    for way in WAYS {
        folder
            .shell(&format!("utf convert -f utf-8 --errors skip --compress {way} bad >x"))
            .exits(0);
        folder.run(&["convert", "-f", "latin1", "--compress", way, "-o", "packed", "bad"]).exits(0);
        let run = folder.run(&["convert", "-z", "-t", "us-ascii", "packed"]).exits(1);
        run.mentions("utf: packed:2:2: byte 6: ");
        let mut cut = folder.read("packed");
        cut.truncate(cut.len() - 6);
        folder.file("cut", &cut);
        let run = folder.run(&["convert", "-z", "-o", "out", "cut"]).exits(2);
        run.mentions("data is");
        assert!(!folder.path("out").exists());
    }
}

/// Only a file is read on to the end of the compressed data. A pipe may never end.
#[test]
fn does_not_read_a_pipe_after_an_error() {
    let folder = Folder::new();
    folder.file("bad", b"h\xE9\n");
    for way in WAYS {
        folder
            .run(&["convert", "-f", "latin1", "-t", "latin1", "--compress", way, "-o", "p", "bad"])
            .exits(0);
        let packed = folder.read("p");
        let mut child = folder.start(&["convert", "-z", "-t", "us-ascii"]);
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(&packed).unwrap();
        let mut told = String::new();
        // Some decoders wait for more input.
        while child.try_wait().unwrap().is_none() && stdin.write_all(&packed).is_ok() {}
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(1), "{way} {told}");
        assert!(told.contains(" data was not read to its end"), "{told}");
        folder.run(&["convert", "-z", "-t", "us-ascii", "p"]).exits(1).says_lines(1);
    }
}

/// If almost nothing of an archive is left, its first bytes are not treated as text. The old output
/// stays unchanged.
#[test]
fn rejects_the_first_bytes_of_an_archive() {
    let folder = Folder::new();
    folder.file("text", "text\n");
    for way in WAYS {
        folder.run(&["convert", "--compress", way, "-o", "packed", "text"]).exits(0);
        let packed = folder.read("packed");
        for len in 2..8 {
            folder.file("out", "old");
            let name = format!("cut.{way}");
            folder.file(&name, &packed[..len]);
            let run = folder.run(&["convert", "-z", "-o", "out", &name]).exits(2);
            run.mentions(&format!("utf: {name}: ")).mentions(" data is cut off");
            assert_eq!(folder.read("out"), b"old");
            folder.run(&["check", "-z", &name]).exits(2).mentions(" data is cut off");
            if len > 2 {
                folder
                    .pipe(&["convert", "-z"], &packed[..len])
                    .exits(2)
                    .mentions("data is cut off");
            }
        }
    }
    // The extension alone proves nothing.
    for text in ["B", "BZip", "BZh0", "BZh9 is", "text"] {
        folder.file("t.bz2", text);
        folder.run(&["convert", "-z", "t.bz2"]).exits(0).prints(text);
        folder.pipe(&["convert", "-z"], text).exits(0).prints(text);
    }
    folder.pipe(&["convert", "-z"], "BZ").exits(0).prints("BZ");
}

/// If damaged data decodes to ill-formed text, only the damage is reported, which is known at the
/// end.
#[test]
fn reports_damage_not_the_text_it_causes() {
    let folder = Folder::new();
    let text: String = (0..40).map(|n| format!("h\u{E9}llo {n}\n")).collect();
    folder.file("text", &text);
    for way in WAYS {
        folder.run(&["convert", "--compress", way, "-o", "packed", "text"]).exits(0);
        let packed = folder.read("packed");
        for at in 10..packed.len() {
            let mut damaged = packed.clone();
            damaged[at] ^= 8;
            folder.file("d", &damaged);
            let run = folder.run(&["convert", "-z", "-o", "out", "d"]);
            // Damage to a field without a checksum may go unnoticed.
            if run.status == Some(0) {
                assert!(folder.read("out") == text.as_bytes(), "{way} {at}");
                continue;
            }
            let run = run.exits(2).mentions(" data ").says_lines(2);
            assert!(!run.stderr.contains("-f"), "{way} {at} {run:?}");
        }
    }
    // A damaged byte in data that is stored uncompressed.
    let python = "import gzip; g = bytearray(gzip.compress(open('text', 'rb').read(), 0)); g[40] = 0xFF; \
        open('d', 'wb').write(g + g)";
    if folder.shell(&format!("python3 -c \"{python}\"")).status != Some(0) {
        return;
    }
    let told =
        "utf: d: gzip data is damaged: corrupt gzip stream does not have a matching checksum";
    for command in
        ["convert", "cat", "convert --bom require", "convert -c", "convert --dry-run -t us-ascii"]
    {
        let arguments: Vec<_> = command.split(' ').chain(["-z", "d"]).collect();
        let run = folder.run(&arguments).exits(2).says_lines(1);
        assert!(run.stderr.starts_with(told), "{run:?}");
    }
    let hint = format!("{told} (errors in the text may be caused by this)\n");
    folder.run(&["convert", "--dry-run", "-z", "d"]).exits(2).says(&hint);
    folder.run(&["check", "-z", "d"]).exits(2).says(&hint).shows("d:3:");
    folder.run(&["check", "-z", "-q", "d"]).exits(2).says(&hint);
    folder.run(&["check", "-z", "--lines", "d"]).exits(2).says(&hint);
    folder.run(&["check", "-z", "-f", "latin1", "d"]).exits(2).says(&format!("{told}\n"));
    // Joined text ends at the damage, as at an error in the text.
    folder
        .run(&["cat", "-z", "d", "text"])
        .exits(2)
        .prints("h\u{E9}llo 0\nh\u{E9}llo 1\nh\u{E9}llo ");
    // Data after the end of the compressed data does not put the text in doubt.
    folder.file("bad", b"h\xE9\n");
    folder.run(&["convert", "-f", "latin1", "-q", "--compress", "gz", "-o", "gz", "bad"]).exits(0);
    folder.file("more", [&folder.read("gz")[..], b"x"].concat());
    let run = folder.run(&["convert", "-z", "-t", "us-ascii", "more"]).exits(2).says_lines(2);
    run.mentions("utf: more:1:2: byte 1: ").mentions("utf: more: 1 byte after the end of");
}

#[test]
fn rejects_several_outputs() {
    let folder = Folder::new();
    folder.file("a", "a");
    folder.run(&["convert", "-i", "-z", "a"]).exits(2).mentions("-z needs a single output");
    folder.run(&["convert", "-i", "--compress", "gz", "a"]).exits(2);
    folder
        .run(&["convert", "-o", "out/", "--compress", "gz", "a"])
        .exits(2)
        .mentions("a single output");
    assert_eq!(folder.read("a"), b"a");
}

/// Variants of the formats that other programs write and accept.
#[test]
fn accepts_variants_of_other_programs() {
    let folder = Folder::new();
    folder.file("text", "text\n");
    let pack = |method, out| {
        folder.run(&["convert", "--compress", method, "-o", out, "text"]).exits(0);
        folder.read(out)
    };
    let (zst, gz) = (pack("zst", "zst"), pack("gz", "gz"));
    // Skippable frames before and between the others.
    let skipped =
        |number: u8| [&[0x50 + number, 0x2A, 0x4D, 0x18, 3, 0, 0, 0][..], b"abc"].concat();
    folder.file("p.zst", [&skipped(0)[..], &zst, &skipped(15), &zst].concat());
    folder.run(&["convert", "-z", "p.zst"]).exits(0).prints("text\ntext\n");
    folder.shell("utf convert -z <p.zst").exits(0).prints("text\ntext\n");
    // Padding, as on tapes.
    folder.file("z.gz", [&gz[..], &gz, &[0; 1000]].concat());
    folder.run(&["convert", "-z", "z.gz"]).exits(0).prints("text\ntext\n").says("");
    for trailing in [&b"\0\0x"[..], b"x"] {
        folder.file("x.gz", [&gz[..], trailing].concat());
        folder.run(&["convert", "-z", "x.gz"]).exits(2).mentions(&format!(
            "utf: x.gz: {} after the end of the gzip data, not part of it: other data, or a damaged member",
            if trailing.len() == 1 { "1 byte" } else { "3 bytes" }
        ));
    }
}

/// Intact archives that would need hundreds of MiB.
#[test]
fn excessive_memory_is_not_damage() {
    let folder = Folder::new();
    // A frame of Zstandard with a window of 2 GiB (RFC 8878, 3.1.1.1), and one empty block.
    folder.file("long.zst", b"\x28\xB5\x2F\xFD\x00\xA8\x01\x00\x00");
    // `echo hi | xz --lzma2=dict=192MiB`
    let xz = b"\xFD7zXZ\0\0\x04\xE6\xD6\xB4\x46\x02\0\x21\x01\x1F\0\0\0\xFE\x60\xED\xDE\x01\0\x02hi\n\0\0\
        \xFB\x7B\xE8\xE8*XCO\0\x01\x1B\x03\x0B\x2F\xB9\x10\x1F\xB6\xF3\x7D\x01\0\0\0\0\x04YZ";
    folder.file("dict.xz", xz);
    for name in ["long.zst", "dict.xz"] {
        let run = folder.run(&["check", "-z", name]).exits(2);
        let run = run.mentions("data needs more memory than a decoder may use here");
        assert!(!run.stderr.contains("damaged"), "{run:?}");
    }
}
