//! Judges a text, and prints the results as data.
//!
//! ```text
//! cargo run -p utfkit-text --example judge -- [FILE [WORD]]
//! ```
//!
//! It detects the encoding, diagnoses errors, repairs, audits, asks what a database and a parser
//! reject, and searches for a word. The two libraries do all the work. Without a file it judges a
//! built-in sample.

use std::{env, fs, io, path::PathBuf};

use utfkit::{Encoding, encoding::Label, transcode};
use utfkit_text::{
    audit::{Auditor, Policy, StreamAuditor},
    detect, diagnose,
    receivers::Receiver,
    repair::{self, Options},
    search::{Decoding, Layout, Spelling},
    streams::Reading,
};

/// Mojibake, a letter of windows-1252, an overlong path, and characters that reverse text.
const SAMPLE: &[u8] = b"\xE2\x80\x9CBon app\xC3\xA9tit\xE2\x80\x9D, dit-elle.\n\
    Un caf\xC3\x83\xC2\xA9 et une cr\xC3\x83\xC2\xA8me, s'il vous pla\xC3\x83\xC2\xAEt.\n\
    C'est tr\xE8s na\xEFf.\n\
    GET /\xC0\xAE./etc/passwd\n\
    if (is_admin) {\xE2\x80\xAE \xE2\x81\xA6// check\0\n";

fn main() -> io::Result<()> {
    let mut arguments = env::args_os().skip(1);
    let path = arguments.next().map(PathBuf::from);
    judge(path, arguments.next().and_then(|word| word.into_string().ok()))
}

/// Judges the file at `path`, or the sample.
pub(crate) fn judge(path: Option<PathBuf>, word: Option<String>) -> io::Result<()> {
    let bytes = path.map_or_else(|| Ok(SAMPLE.to_vec()), fs::read)?;
    let word = word.unwrap_or_else(|| "app\u{E9}tit".to_owned());

    let encoding = detected(&bytes);
    diagnosed(&bytes, encoding);
    audited(&bytes, encoding);
    // Repair expects UTF-8.
    let text = match encoding {
        Encoding::Utf8 | Encoding::UsAscii => bytes.clone(),
        other => transcode::convert(&bytes, other, Encoding::Utf8).unwrap_or_default(),
    };
    let repaired = repaired(&text);
    rejected(&repaired);
    found(&bytes, encoding, &word);
    Ok(())
}

/// Returns the encoding, and prints it with the evidence.
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
    // Lines in several encodings are read as UTF-8 with errors.
    let encoding = detection.encoding().filter(|_| detection.segments().is_empty());
    encoding.unwrap_or(Encoding::Utf8)
}

/// Prints each error with its line, its column and the hint.
fn diagnosed(bytes: &[u8], encoding: Encoding) {
    let reading = Reading { label: Some(Label::from(encoding)), ..Reading::default() };
    let (errors, summary) = diagnose::errors(bytes, reading);
    for error in errors {
        let (code, line, column) = (error.finding.kind().code(), error.line, error.column);
        println!("error {code} line={line} column={column} {:?} {:?}", error.finding, error.hint);
    }
    println!("summary {summary:?}");
}

/// Repairs the text, and prints the fixes and the ambiguous damage.
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

/// Prints the suspicious characters.
fn audited(bytes: &[u8], encoding: Encoding) {
    let auditor = Auditor::new(Policy::default(), None);
    let mut auditor = StreamAuditor::new(Label::from(encoding), auditor);
    auditor.feed(bytes, &mut |one| println!("audit {} {one:?}", one.rule.code()));
    auditor.finish(&mut |one| println!("audit {} {one:?}", one.rule.code()));
}

/// Prints the characters that databases and parsers reject.
fn rejected(text: &str) {
    for receiver in Receiver::ALL {
        for finding in receiver.refused(text, true) {
            println!("rejected by={receiver} {finding:?}");
        }
    }
}

/// Prints the offsets of a word in the bytes, searched in their own encoding.
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
