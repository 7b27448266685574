//! Judges a text, and prints what it finds as data.
//!
//! ```text
//! cargo run -p utfkit-text --example judge -- [FILE [WORD]]
//! ```
//!
//! It detects the encoding, diagnoses errors, repairs, audits, asks what a database and a parser
//! reject, and searches for a word. All of that comes from the two libraries. Without a file it
//! judges a text that has some of everything.

use std::{env, fs, io, path::PathBuf};

use utfkit::{
    Encoding, Finding,
    encoding::Label,
    error::Grouper,
    index::{ColumnUnit, LineIndex},
    transcode, utf8,
};
use utfkit_text::{
    audit::{self, PathWatch},
    detect,
    receivers::Receiver,
    repair::{self, Options},
    search::{Decoding, Layout, Spelling},
};

/// Mojibake, a letter of windows-1252, an overlong path, and characters that reverse text.
const SAMPLE: &[u8] = b"\xE2\x80\x9CBon app\xC3\xA9tit\xE2\x80\x9D, dit-elle.\n\
    Un caf\xC3\x83\xC2\xA9 et une cr\xC3\x83\xC2\xA8me, s'il vous pla\xC3\x83\xC2\xAEt.\n\
    C'est tr\xE8s na\xEFf.\n\
    GET /\xC0\xAE./etc/passwd\n\
    if (is_admin) {\xE2\x80\xAE \xE2\x81\xA6// check\0\n";

fn main() -> io::Result<()> {
    let mut arguments = env::args_os().skip(1);
    let bytes = match arguments.next().map(PathBuf::from) {
        Some(path) => fs::read(path)?,
        None => SAMPLE.to_vec(),
    };
    let word = arguments.next().and_then(|word| word.into_string().ok());
    let word = word.unwrap_or_else(|| "app\u{E9}tit".to_owned());

    let encoding = detected(&bytes);
    // Other encodings are judged as UTF-8, too.
    let text = match encoding {
        Encoding::Utf8 | Encoding::UsAscii => bytes.clone(),
        other => transcode::convert(&bytes, other, Encoding::Utf8).unwrap_or_default(),
    };
    diagnosed(&text);
    let repaired = repaired(&text);
    audited(&text);
    rejected(&repaired);
    found(&bytes, encoding, &word);
    Ok(())
}

/// Which encoding the bytes are in, and why.
fn detected(bytes: &[u8]) -> Encoding {
    let detection = detect::detect(bytes);
    println!(
        "detection encoding={:?} verdict={} confidence={:.2}",
        detection.encoding(),
        detection.verdict(),
        detection.confidence()
    );
    for evidence in detection.evidence() {
        println!("  evidence {evidence:?}");
    }
    for alternative in detection.alternatives() {
        println!("  alternative {alternative:?}");
    }
    for segment in detection.segments() {
        println!("  segment {segment:?}");
    }
    // Lines in several encodings are looked at as UTF-8 with errors.
    let encoding = detection.encoding().filter(|_| detection.segments().is_empty());
    encoding.unwrap_or(Encoding::Utf8)
}

/// Each error, with its line and column.
fn diagnosed(text: &[u8]) {
    let index = LineIndex::new(text);
    let mut grouper = Grouper::new();
    let mut print = |finding: Finding| {
        let offset = usize::try_from(finding.offset()).unwrap_or(usize::MAX);
        let position = index.to_position(offset, ColumnUnit::CodePoints);
        println!("error {} {position:?} {finding:?}", finding.kind().code());
    };
    for chunk in utf8::chunks(text) {
        if !chunk.text().is_empty() {
            grouper.finish().into_iter().for_each(&mut print);
        }
        chunk.finding().and_then(|finding| grouper.push(finding)).into_iter().for_each(&mut print);
    }
    grouper.finish().into_iter().for_each(&mut print);
}

/// What can be fixed, and what could be two things.
fn repaired(text: &[u8]) -> String {
    let repaired = repair::repair(text, Options::default());
    for fix in &repaired.fixes {
        println!("fix {fix:?}");
    }
    for ambiguity in &repaired.ambiguous {
        println!("ambiguity {ambiguity:?}");
    }
    assert_eq!(repaired.undo(), text);
    String::from_utf8_lossy(&repaired.bytes).into_owned()
}

/// What is not what it seems: characters, and paths in overlong forms.
fn audited(text: &[u8]) {
    let (mut watch, mut grouper) = (PathWatch::new(), Grouper::new());
    let error = |error: &Finding, watch: &mut PathWatch| {
        println!("suspicion {} at={}", audit::mistake(error).code(), error.offset());
        watch.mistake(error);
    };
    let mut at = 0;
    for chunk in utf8::chunks(text) {
        if !chunk.text().is_empty() {
            grouper.finish().iter().for_each(|finding| error(finding, &mut watch));
        }
        for (place, character) in chunk.text().char_indices() {
            if let Some(rule) = audit::suspicion(character) {
                println!("suspicion {} at={} {character:?}", rule.code(), at + place);
            }
        }
        watch.text(chunk.text());
        if let Some(rule) = watch.found() {
            println!("suspicion {} before={}", rule.code(), at + chunk.text().len());
        }
        let found = chunk.finding();
        found
            .and_then(|finding| grouper.push(finding))
            .iter()
            .for_each(|finding| error(finding, &mut watch));
        at += chunk.text().len() + found.map_or(0, |finding| finding.len());
    }
    grouper.finish().iter().for_each(|finding| error(finding, &mut watch));
}

/// What databases and parsers reject, though the text is well-formed.
fn rejected(text: &str) {
    for receiver in Receiver::ALL {
        for finding in receiver.refused(text, true) {
            println!("rejected by={receiver} {finding:?}");
        }
    }
}

/// Where a word is in the bytes, in their own encoding.
fn found(bytes: &[u8], encoding: Encoding, word: &str) {
    let Some(layout) = Layout::of(Label::from(encoding), bytes, true) else { return };
    let start = layout.start();
    match layout.spell(word) {
        Spelling::One(needle) => {
            let mut from = 0;
            while let Some(at) = needle.find(&bytes[start..], from) {
                println!("match offset={} bytes={:02X?}", start + at, needle.bytes());
                from = at + needle.bytes().len().max(1);
            }
        }
        Spelling::Many => {
            let mut decoding = Decoding::new(layout, start as u64);
            decoding.push(&bytes[start..], true);
            let text = decoding.text();
            let places = (0..text.len()).filter(|&at| text[at..].starts_with(word.as_bytes()));
            places.for_each(|at| println!("match offset={}", decoding.offset(at)));
        }
        _ => println!("no match: {encoding} cannot encode {word:?}"),
    }
}
