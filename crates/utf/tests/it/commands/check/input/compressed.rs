//! Compressed files that are decompressed.

use std::io::Write;

use crate::support::Folder;

const TEXT: &[u8] = b"read me: \xFF\n";

/// [`TEXT`], compressed by `xz`.
const XZ: &[u8] = b"\
    \xFD\x37\x7A\x58\x5A\x00\x00\x04\xE6\xD6\xB4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2F\
    \xE5\xA3\x01\x00\x0A\x72\x65\x61\x64\x20\x6D\x65\x3A\x20\xFF\x0A\x00\x00\xD2\xF4\xB4\x5C\
    \x6E\xEA\x28\xB2\x00\x01\x23\x0B\xC2\x1B\xFD\x09\x1F\xB6\xF3\x7D\x01\x00\x00\x00\x00\x04\
    \x59\x5A";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn bzip2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Returns [`TEXT`] in every compression format, with the name of the format.
fn ways() -> [(&'static str, Vec<u8>); 4] {
    let mut zstd = zstd::Encoder::new(Vec::new(), 1).unwrap();
    zstd.include_checksum(true).unwrap();
    zstd.write_all(TEXT).unwrap();
    let zstd = zstd.finish().unwrap();
    [("gzip", gzip(TEXT)), ("zstd", zstd), ("bzip2", bzip2(TEXT)), ("xz", XZ.to_vec())]
}

#[test]
fn positions_refer_to_the_decompressed_text() {
    for (method, bytes) in ways() {
        let folder = Folder::new();
        folder.file("named.anyhow", &bytes);
        let run = folder.run(&["check", "-z", "named.anyhow"]).exits(1).says("");
        let run = run.shows(" --> named.anyhow:1:10\n").shows("byte 9");
        run.shows(&format!("note: positions refer to the decompressed text ({method})\n"));
        let json = folder.run(&["check", "-z", "--format", "json", "named.anyhow"]).exits(1);
        let [finding, note, summary] = &json.lines_of_json()[..] else { panic!("{json:?}") };
        assert_eq!((&finding["offset"], &finding["column"]), (&9.into(), &10.into()));
        assert_eq!(note["compressed"], method);
        assert_eq!(summary["bytes"], TEXT.len());
        let sarif = folder.run(&["check", "-z", "--format", "sarif", "named.anyhow"]).exits(1);
        let log: serde_json::Value = serde_json::from_str(sarif.text()).unwrap();
        let region = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["region"];
        assert_eq!((&region["startColumn"], region.get("byteOffset")), (&10.into(), None));
        // The text may come from a pipe, and the encoding from candidates.
        folder.pipe(&["check", "-z", "-c"], &bytes).exits(1).prints("<stdin>:1\n");
        let chosen = ["check", "-z", "-c", "--candidates", "windows-1252", "named.anyhow"];
        folder.run(&chosen).exits(0).prints("named.anyhow:0\n");
    }
}

#[test]
fn reads_several_members() {
    for (_, bytes) in ways() {
        let folder = Folder::new();
        folder.file("twice", bytes.repeat(2));
        folder.run(&["check", "-z", "-c", "twice"]).exits(1).prints("twice:2\n");
    }
}

/// Bytes after the last member are a failure, but the text before them is still reported. Zeros are
/// padding.
#[test]
fn reports_bytes_after_the_last_member() {
    for (method, bytes) in ways() {
        let folder = Folder::new();
        let padded = [&bytes[..], &[0; 512], &bytes[..], &[0; 12]].concat();
        folder.file("padded", padded);
        folder.run(&["check", "-z", "-c", "padded"]).exits(1).says("").prints("padded:2\n");
        for behind in [&b"x"[..], b"garbage, and more", b"BZh", b"\0\0\0\0x", b"\0\0\0\0\x1F\x8B"] {
            let long = [behind, &b"-".repeat(200_000)].concat();
            for behind in [behind, &long] {
                folder.file("more", [&bytes.repeat(2), behind].concat());
                let plural = if behind.len() == 1 { "byte" } else { "bytes" };
                // These bytes begin the data of bzip2 or gzip.
                let begins = match behind {
                    [b'B', ..] => method == "bzip2",
                    [0, _, _, _, 0x1F, 0x8B] => method == "gzip",
                    _ => false,
                };
                let what = if begins { MORE } else { OTHER };
                let message = format!(
                    "{} {plural} after the end of the {method} data, {what}\n",
                    behind.len()
                );
                let run = folder.run(&["check", "-z", "-c", "more"]).exits(2).prints("more:2\n");
                run.says(&format!("utf: more: {message}"));
                let all = [&bytes.repeat(2), behind].concat();
                folder.pipe(&["check", "-z", "-c"], all).says(&format!("utf: <stdin>: {message}"));
            }
        }
    }
}

const MORE: &str = "probably a member that is damaged or cut off, so text is missing";
const OTHER: &str = "not part of it: other data, or a damaged member whose text is missing";

/// If a member is lost, the text may be incomplete.
#[test]
fn reports_lost_members() {
    for (method, bytes) in ways() {
        let folder = Folder::new();
        let behind = |rest: &[u8], what: &str| {
            folder.file("lost", [&bytes[..], rest].concat());
            let run = folder.run(&["check", "-z", "-c", "lost"]).exits(2).prints("lost:1\n");
            let plural = if rest.len() == 1 { "byte" } else { "bytes" };
            let len = rest.len();
            run.says(&format!(
                "utf: lost: {len} {plural} after the end of the {method} data, {what}\n"
            ));
        };
        for cut in 1..3 {
            behind(&bytes[..cut], MORE);
        }
        behind(&[b"X", &bytes[1..]].concat(), OTHER);
        // A later member is found, or only its beginning, no matter where blocks end.
        for before in [1, 2, 5, 6, 7, 65_530, 65_536 - bytes.len(), 65_535, 200_000] {
            behind(&[&b"X".repeat(before), &bytes[..]].concat(), MORE);
            behind(&[&b"X".repeat(before), &bytes[..6]].concat(), MORE);
        }
        if method == "xz" {
            behind(&[&[0; 3], &bytes[..]].concat(), MORE);
        }
        folder.run(&["check", "-z", "lost"]).exits(2).shows("in 1 file; 1 not read to the end\n");
    }
}

/// In a directory, the decompressed content decides whether a file is binary.
#[test]
fn trees_of_compressed_files() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("tree")).unwrap();
    folder.file("tree/image.gz", gzip(b"\0\x01\x02"));
    folder.file("tree/plain", "text");
    folder.file("tree/text.gz", gzip(&TEXT.repeat(10_000)));
    let run = folder.run(&["check", "-z", "--max-findings", "1", "tree"]).exits(1);
    run.shows("; 1 binary, not checked\n").shows("2 files, 110004 bytes, 100004 characters: 10000");
    folder.run(&["check", "tree"]).exits(0).shows("1 file, 4 bytes");
}

/// Damaged data is a failure and never counts as ill-formed text.
#[test]
fn damaged_archives() {
    for (method, bytes) in ways() {
        let folder = Folder::new();
        for end in [bytes.len() - 1, bytes.len() / 2] {
            folder.file("cut", &bytes[..end]);
            let run = folder.run(&["check", "-z", "-q", "cut"]).exits(2);
            run.mentions(&format!("utf: cut: {method} data is "));
        }
        for at in 10..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0x55;
            folder.file("damaged", &damaged);
            let run = folder.run(&["check", "-z", "-q", "damaged"]);
            // Fields without a checksum, such as a name or a time, may differ.
            assert!(
                run.status == Some(2) || run.status == Some(1) && run.stderr.is_empty(),
                "{at} {run:?}"
            );
        }
        let mut flipped = bytes.clone();
        let middle = bytes.len() / 2;
        flipped[middle] ^= 0x55;
        folder.file("flipped", &flipped);
        folder.run(&["check", "-z", "-q", "flipped"]).exits(2);
    }
}

#[test]
fn reads_uncompressed_files_unchanged() {
    let folder = Folder::new();
    for text in [&b""[..], b"B", b"BZh9 is text \xFF", b"\x1F", b"\x28\xB5"] {
        folder.file("text", text);
        let plain = folder.run(&["check", "--format", "json", "text"]);
        let through = folder.run(&["check", "--format", "json", "-z", "text"]);
        assert_eq!(through.status, plain.status);
        through.prints(&plain.stdout);
        let piped = folder.pipe(&["check", "-z", "-c"], text);
        folder.pipe(&["check", "-c"], text).prints(&piped.stdout);
    }
}

/// Without `-z`, the report suggests it instead of a charset for the compressed bytes.
#[test]
fn suggests_decompression() {
    for (method, bytes) in ways() {
        let folder = Folder::new();
        folder.file("a", &bytes);
        let reads = format!("it seems to be compressed with {method}: use `-z` to read it");
        let check = folder.run(&["check", "a"]).exits(1).shows(&format!("  = help: {reads}\n"));
        assert!(!check.text().contains("try `-f"), "{check:?}");
        let check = folder.run(&["check", "--format", "json", "a"]).exits(1);
        assert_eq!(check.lines_of_json()[0]["hint"], reads);
        folder.run(&["convert", "a"]).exits(1).mentions(&format!(" ({reads})\n"));
        let why = format!(
            "utf: a: left unchanged: it seems to be compressed with {method}: use `-z` with `-o FILE` to convert it\n"
        );
        folder.run(&["convert", "-i", "a"]).exits(1).says(&why);
        // The same if the bytes look like text.
        let no_nul: Vec<_> = bytes.into_iter().filter(|&byte| byte != 0).collect();
        folder.file("a", no_nul);
        let run = folder.run(&["convert", "-i", "a"]).exits(1);
        assert!(run.stderr == why || method == "xz", "{run:?}");
    }
}

/// `detect` decompresses files too. Damaged data is a failure.
#[test]
fn detects_encodings_in_compressed_files() {
    let folder = Folder::new();
    let text = "Sehr geehrte Frau Müller, schön\n";
    folder.file("a.gz", gzip(text.as_bytes()));
    folder.file("plain", text);
    folder.run(&["detect", "-b", "a.gz"]).exits(0).prints("binary\n");
    folder.run(&["detect", "-z", "-b", "a.gz", "plain"]).exits(0).prints("utf-8\nutf-8\n");
    let run = folder.run(&["detect", "-z", "--format", "json", "a.gz", "plain"]).exits(0);
    let lines = run.lines_of_json();
    assert_eq!((&lines[0]["compressed"], &lines[0]["verdict"]), (&"gzip".into(), &"proven".into()));
    assert!(lines[1]["compressed"].is_null());
    let parts = [text.as_bytes(), b"cr\xE8me br\xFBl\xE9e\n", text.as_bytes()].concat();
    folder.file("parts.gz", gzip(&parts));
    let run = folder.run(&["detect", "-z", "parts.gz"]).exits(0);
    run.shows("  note: positions refer to the decompressed text (gzip)\n")
        .shows("  help: unpack it first; then `utf repair` shows");
    let whole = gzip(text.as_bytes());
    folder.file("cut.gz", &whole[..whole.len() - 9]);
    folder.run(&["detect", "-z", "cut.gz"]).exits(2).mentions("cut.gz");
}
