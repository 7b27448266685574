//! Tests the output of the writers of charsets, and that other programs read it.
#![cfg(feature = "legacy-charsets")]
use std::{
    fs,
    io::Write,
    process::{Command, Stdio},
};

use utfkit::{
    Encoding, Kind,
    encoding::{Charset, Label, LabelSet},
    transcode::{Policy, Transcoder, convert, convert_with},
};

/// The path of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

fn charset(label: &str) -> Encoding {
    label.parse().unwrap()
}

fn written(label: &str, text: &str) -> Vec<u8> {
    convert(text.as_bytes(), Encoding::Utf8, charset(label)).unwrap()
}

fn lacks(label: &str, character: &str) -> bool {
    charset(label).first_unencodable(character).is_some()
}

/// glibc changes the set of ISO-2022-CN only at a shift, and ICU forgets sets at CR.
#[test]
fn iso_2022_cn_shifts_after_each_designation() {
    for label in ["iso-2022-cn", "iso-2022-cn-ext"] {
        assert_eq!(written(label, "堯¤"), b"\x1B$)G\x0E\x5E\x59\x1B$)A\x0E\x21\x68\x0F");
        assert_eq!(written(label, "中\r中"), b"\x1B$)A\x0EVP\x0F\r\x1B$)A\x0EVP\x0F");
        // CNS 11643-2007 has these, and RFC 1922 does not.
        assert!(lacks(label, "€") && lacks(label, "\u{2F00}") && lacks(label, "\u{2574}"));
    }
    assert!(!lacks("euc-tw", "\u{2F00}"));
}

#[test]
fn big5_and_gbk_are_no_larger_than_their_names() {
    assert!(lacks("big5", "\u{347A}") && !lacks("big5-hkscs", "\u{347A}"));
    assert_eq!(written("big5", "仝"), b"\xC9\x69");
    for label in ["gbk", "gb2312"] {
        let error = convert(b"\x81\x39\xEF\x30", charset(label), Encoding::Utf8).unwrap_err();
        assert_eq!((error.kind(), error.len()), (Kind::Truncated, 1), "{label}");
    }
    let browsers = Label::parse("gbk", LabelSet::Whatwg).unwrap().encoding();
    assert_eq!(
        convert(b"\x81\x39\xEF\x30", browsers, Encoding::Utf8).unwrap(),
        "\u{3401}".as_bytes()
    );
}

/// Without a backslash, an escape could not be distinguished from text.
#[test]
fn charsets_without_a_backslash_do_not_escape() {
    for charset in Charset::all() {
        let to = Encoding::Charset(charset);
        let has_all = to.first_unencodable("\\x0123456789ABCDEF").is_none();
        let done = convert_with("1\u{10FFFE}".as_bytes(), Encoding::Utf8, to, Policy::Escape);
        let has_it = to.first_unencodable("\u{10FFFE}").is_none();
        assert_eq!(done.is_ok(), has_all || has_it, "{to}");
    }
    let mut twins = Transcoder::new(Encoding::Utf8, charset("shift_jis-2004")).twins(true);
    let mut out = Vec::new();
    twins.transcode_to_vec(b"\\~", &mut out, true).unwrap();
    assert_eq!((&out[..], twins.counts().twins), (&b"\x81\x5F\x81\xB0"[..], 2));
}

/// Nothing is dropped without a report.
#[test]
fn charsets_without_a_question_mark_do_not_replace() {
    let mut without = 0;
    for charset in Charset::all() {
        let to = Encoding::Charset(charset);
        let lacks = |text: &str| to.first_unencodable(text).is_some();
        let done = convert_with("1\u{10FFFE}".as_bytes(), Encoding::Utf8, to, Policy::Replace);
        let expected = !lacks("?") || !lacks("\u{FFFD}");
        assert_eq!(done.is_ok(), expected, "{to}");
        without += usize::from(!expected);
        // A text that cannot be written ends too.
        let policy = Policy::ReplaceWith("?\u{10FFFE}");
        assert!(convert_with("1\u{10FFFE}".as_bytes(), Encoding::Utf8, to, policy).is_ok());
    }
    assert_eq!(without, 10);
}

#[test]
fn labels_of_glibc_and_icu_mean_what_they_mean_there() {
    let glibc = |label| Label::parse(label, LabelSet::Glibc).unwrap();
    assert_eq!(glibc("UCS-4").encoding(), Encoding::Ucs4Be);
    if cfg!(target_endian = "little") {
        assert_eq!(glibc("UCS-2").encoding(), Encoding::Ucs2Le);
        assert_eq!(glibc("CSUNICODE").encoding(), Encoding::Ucs2Le);
        assert_eq!(glibc("UTF-16").order(), Some(utfkit::encoding::ByteOrder::Little));
    }
    for label in ["cp949", "cp950", "ibm-943", "cns11643", "iso-ir-58"] {
        assert!(Label::parse(label, LabelSet::Icu).is_err(), "{label}");
    }
    for set in LabelSet::ALL {
        assert!(Label::parse("x-JISAutoDetect", *set).is_err(), "{set}");
    }
}

/// Returns what a peer reads: the characters of each text in hexadecimal.
fn theirs(peer: &str, name: &str, texts: &[Vec<u8>]) -> Vec<String> {
    let mut command = Command::new("python3");
    command.args([&format!("{ROOT}/scripts/charset-peers.py"), peer, name, "-"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let hex = |text: &Vec<u8>| text.iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    let lines: String = texts.iter().map(|text| hex(text) + "\n").collect();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn hex(text: &str) -> String {
    let all: Vec<_> = text.chars().map(|one| format!("{:X}", u32::from(one))).collect();
    all.join(" ")
}

/// Each text has characters of several sets. The peers read each of these characters alone.
#[test]
#[ignore = "asks glibc, ICU and Python about texts of every charset with shifts"]
fn texts_of_several_sets_are_read_by_peers() {
    let names = fs::read_to_string(format!("{ROOT}/testdata/charset-peers.tsv")).unwrap();
    for line in names.lines().filter(|line| !line.starts_with('#')) {
        let columns: Vec<_> = line.split('\t').collect();
        let encoding = charset(columns[0]);
        if !encoding.has_shifts() {
            continue;
        }
        for (peer, name) in ["glibc", "icu", "python"].into_iter().zip(&columns[1..]) {
            if *name == "-" {
                continue;
            }
            let all = ('\n'..='\u{2FFFF}').step_by(23).chain("\r\n¥‾ｱ¤堯ずaé".chars());
            let texts = all.map(String::from).filter(|text| !lacks(columns[0], text));
            let singles: Vec<String> = texts.collect();
            let bytes: Vec<_> = singles.iter().map(|text| written(columns[0], text)).collect();
            let read = theirs(peer, name, &bytes);
            let same = singles.iter().zip(read).filter(|(text, read)| hex(text) == *read);
            // For ICU, some symbols of plane 1 of CNS 11643 are ASCII.
            let is_plain = |text: &str| {
                let is_cn = *peer == *"icu" && columns[0].starts_with("iso-2022-cn");
                !is_cn || text.contains(['\r', '\n']) || ("\u{3400}".."\u{F900}").contains(&text)
            };
            let known: Vec<&String> =
                same.map(|(text, _)| text).filter(|text| is_plain(text)).collect();
            let mut random = 0x9E37_79B9_u32;
            let mut next = || {
                random = random.wrapping_mul(0x0019_660D).wrapping_add(0x3C6E_F35F);
                known[(random >> 8) as usize % known.len()].as_str()
            };
            let mixed: Vec<String> = (0..2000).map(|_| (0..5).map(|_| next()).collect()).collect();
            let bytes: Vec<_> = mixed.iter().map(|text| written(columns[0], text)).collect();
            let read = theirs(peer, name, &bytes);
            let wrong = mixed.iter().zip(&read).filter(|(text, read)| hex(text) != **read);
            let wrong: Vec<_> = wrong.map(|(text, read)| (hex(text), read)).take(5).collect();
            println!("{} {peer}: {} characters, {} texts", columns[0], known.len(), mixed.len());
            assert!(wrong.is_empty(), "{} {peer}: {wrong:?}", columns[0]);
        }
    }
}
