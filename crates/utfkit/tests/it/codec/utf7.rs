//! Tests UTF-7 against Python's codec, and UTF-7 and UTF-7-IMAP against ICU's `uconv`. If one of
//! them is not installed, its part is skipped with a message (`--nocapture` shows it).
use std::{
    io::Write,
    process::{Command, Stdio},
};

use utfkit::{
    Encoding, Kind,
    encoding::BomPolicy,
    transcode::{Transcoder, convert},
};

use Encoding::{Utf7, Utf7Imap, Utf8};

/// A small random number generator that always returns the same numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 33) as usize % limit
    }

    fn of<T: Copy>(&mut self, some: &[T]) -> T {
        some[self.below(some.len())]
    }

    /// Returns a text of characters that are treated differently.
    fn text(&mut self) -> String {
        let character = |random: &mut Self| match random.below(6) {
            0 => char::from(b' ' + random.below(0x5F) as u8),
            1 => random.of(&['+', '-', '&', '/', ',', '~', '\\', '=']),
            2 => random.of(&['a', 'Z', '0', ' ', '\t', '\r']),
            3 => {
                random.of(&['\0', '\u{1B}', '\u{7F}', '\u{80}', '\u{FFFF}', '\u{FEFF}', '\u{D7FF}'])
            }
            4 => char::from_u32(random.below(0x11_0000) as u32).unwrap_or('\u{E9}'),
            _ => char::from_u32(random.below(0xD800) as u32).unwrap(),
        };
        let len = self.below(24);
        // Each text is one line.
        (0..len).map(|_| character(self)).filter(|&character| character != '\n').collect()
    }

    /// Returns bytes that are UTF-7, or nearly so.
    fn bytes(&mut self) -> Vec<u8> {
        const PARTS: [&[u8]; 20] = [
            b"+", b"+", b"-", b"-", b"A", b"R", b"p", b"Jj", b"Jjo", b"AEE", b"2D0", b"3gA",
            b"2D3eAA", b"AOk", b"/", b",", b" ", b"~\\", b"\n", b"\x80",
        ];
        let len = self.below(9);
        (0..len).flat_map(|_| self.of(&PARTS)).copied().collect()
    }
}

/// Converts `text` to `to`. In UTF-7, `optional` sets whether optional direct characters are
/// direct.
fn written(text: &str, to: Encoding, optional: bool) -> Vec<u8> {
    let mut out = Vec::new();
    Transcoder::new(Utf8, to)
        .bom(BomPolicy::Forbid)
        .utf7_optional_direct(optional)
        .transcode_to_vec(text.as_bytes(), &mut out, true)
        .unwrap();
    out
}

/// Runs `command` on `input`. Returns its output, or `None` with a message if it is not installed.
fn run(command: &[&str], input: Vec<u8>) -> Option<Vec<u8>> {
    let (program, arguments) = command.split_first().unwrap();
    let started =
        Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut child) = started else {
        println!("skipped: {program} is not installed");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success(), "{command:?}");
    Some(output.stdout)
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Evaluates Python's `expression` for each of `texts`, which is its `b`. Returns the results in
/// hexadecimal, with `!` for an error.
fn python<T: AsRef<[u8]>>(expression: &str, texts: &[T]) -> Option<Vec<String>> {
    let script = format!(
        "import sys\nfor line in sys.stdin:\n  b = bytes.fromhex(line)\n  \
         try: print(({expression}).hex())\n  except UnicodeError: print('!')"
    );
    let input = texts.iter().map(|text| hexadecimal(text.as_ref()) + "\n").collect::<String>();
    let output = run(&["python3", "-c", &script], input.into_bytes())?;
    let lines = String::from_utf8(output).unwrap().lines().map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(lines.len(), texts.len());
    Some(lines)
}

#[test]
fn python_writes_the_same() {
    let mut random = Random(0x5EED_0701);
    let texts = (0..20_000).map(|_| random.text()).collect::<Vec<_>>();
    let Some(theirs) = python("b.decode('utf-8').encode('utf-7')", &texts) else { return };
    for (text, theirs) in texts.iter().zip(theirs) {
        // Python writes Set O direct.
        assert_eq!(hexadecimal(&written(text, Utf7, true)), theirs, "{text:?}");
    }
}

#[test]
fn python_reads_what_we_write() {
    let mut random = Random(0x5EED_0702);
    let texts = (0..20_000).map(|_| random.text()).collect::<Vec<_>>();
    let written = texts.iter().map(|text| written(text, Utf7, false)).collect::<Vec<_>>();
    let Some(theirs) = python("b.decode('utf-7').encode('utf-8')", &written) else { return };
    for (text, theirs) in texts.iter().zip(theirs) {
        assert_eq!(hexadecimal(text.as_bytes()), theirs);
    }
}

#[test]
fn python_reads_the_same() {
    let mut random = Random(0x5EED_0703);
    let bytes = (0..100_000).map(|_| random.bytes()).collect::<Vec<_>>();
    // Python passes lone surrogates on, so they are errors in UTF-8.
    let Some(theirs) = python("b.decode('utf-7').encode('utf-8')", &bytes) else { return };
    let mut well_formed = 0;
    for (bytes, theirs) in bytes.iter().zip(theirs) {
        let words = String::from_utf8_lossy(bytes);
        match convert(bytes, Utf7, Utf8) {
            Ok(ours) => {
                assert_eq!(hexadecimal(&ours), theirs, "{words:?}");
                well_formed += 1;
            }
            // Python ignores a shift at the end.
            Err(finding)
                if matches!(finding.kind(), Kind::BadBase64 { .. }) && finding.bytes() == b"+" =>
            {
                assert!(
                    theirs == "!" || finding.end() == bytes.len() as u64,
                    "{words:?}: {finding}"
                );
            }
            Err(finding) => assert_eq!(theirs, "!", "{words:?}: {finding}"),
        }
    }
    assert!(well_formed > 10_000);
}

#[test]
fn uconv_writes_and_reads_the_same() {
    let mut random = Random(0x5EED_0704);
    let lines = (0..20_000).map(|_| random.text() + "\n");
    // `uconv` treats an initial U+FEFF as a BOM.
    let text = "\n".to_owned() + &lines.collect::<String>();
    for (ours, theirs) in [(Utf7, "UTF-7,version=1"), (Utf7Imap, "IMAP-mailbox-name")] {
        let written = written(&text, ours, false);
        let to = ["uconv", "-f", "UTF-8", "-t", theirs];
        let Some(output) = run(&to, text.clone().into_bytes()) else { return };
        let at = written.iter().zip(&output).position(|(ours, theirs)| ours != theirs);
        let around = |bytes: &[u8]| {
            let at = at.unwrap_or_default();
            String::from_utf8_lossy(&bytes[at.saturating_sub(20)..bytes.len().min(at + 20)])
                .into_owned()
        };
        assert!(
            written == output,
            "{ours} at {at:?}: ours {:?}, theirs {:?}",
            around(&written),
            around(&output)
        );
        let output = run(&["uconv", "-f", theirs, "-t", "UTF-8"], written).unwrap();
        assert!(output == text.as_bytes(), "{ours}");
    }
}
