//! The observations of an audit do not depend on how the stream is divided.

use utfkit::Encoding;
use utfkit_text::audit::{Auditor, Code, Observation, Policy, Rule, Severity, StreamAuditor};

/// Returns the observations in `parts`, which are fed one after another.
fn observe<'a>(encoding: Encoding, parts: impl IntoIterator<Item = &'a [u8]>) -> Vec<Observation> {
    let mut all = Vec::new();
    let auditor = Auditor::new(Policy::default(), Some(Severity::Note)).code(Code::Program);
    let mut stream = StreamAuditor::new(encoding.into(), auditor);
    parts.into_iter().for_each(|part| stream.feed(part, &mut |seen| all.push(seen)));
    stream.finish(&mut |seen| all.push(seen));
    all
}

/// Returns the codes of the observations in `text`, after a comparison of all ways to cut it once, and
/// to feed it byte by byte.
#[track_caller]
fn codes(text: &[u8]) -> Vec<&'static str> {
    let whole = observe(Encoding::Utf8, [text]);
    let expected = format!("{whole:#?}");
    let same = |parts: &mut dyn Iterator<Item = &[u8]>, what: usize| {
        let found = observe(Encoding::Utf8, parts.collect::<Vec<_>>());
        assert_eq!(format!("{found:#?}"), expected, "{what}: {}", text.escape_ascii());
    };
    for at in 0..=text.len() {
        same(&mut [&text[..at], &text[at..]].into_iter(), at);
    }
    same(&mut text.chunks(1), 0);
    whole.iter().map(|seen| seen.rule.code()).collect()
}

#[test]
fn mojibake_may_be_cut() {
    assert_eq!(codes("x\ntambiÃ©n y mÃ¡s\n".as_bytes()), ["mojibake"; 2]);
    assert_eq!(codes("tambiÃ©n y".as_bytes()), ["mojibake"]);
    assert_eq!(codes("a â€™â€™ b".as_bytes()).len(), 1);
    // The line shows that the text is about mojibake.
    assert_eq!(codes("The word café is shown as cafÃ© there\n".as_bytes()), [""; 0]);
}

#[test]
fn carriage_returns_may_be_cut() {
    assert_eq!(codes(b"\r\rabc\n"), [""; 0]);
    assert_eq!(codes(b"a\r\r\nb\r\n"), [""; 0]);
    assert_eq!(codes(b"x\nabc\r\rde\n"), ["line-overwritten"]);
    assert_eq!(codes(b"x\nabc\r\xFFde\n"), ["line-overwritten", "ill-formed"]);
}

#[test]
fn twins_may_be_cut() {
    assert_eq!(codes("let a = 2;\nlet а = 3;".as_bytes()), ["twin-letter"]);
    assert_eq!(codes("let а = 2;\n\u{200B}let a = 3;".as_bytes()), ["twin-letter", "zero-width"]);
    let between = b"let a = 2;\n// \xFF\nlet \xD0\xB0 = 3;";
    assert_eq!(codes(between), ["ill-formed", "twin-letter"]);
}

#[test]
fn spaces_in_code_may_be_cut() {
    assert_eq!(codes("x = 1\nint x =\u{A0}1;\n".as_bytes()), ["odd-space"]);
    assert_eq!(codes("s = 'Prix\u{A0}= 10\u{A0}€'\n".as_bytes()), [""; 0]);
    // The line before the space has the maximum length that is examined.
    let line = format!("\n{}=\u{A0}1;\n", "x".repeat(1023));
    assert_eq!(codes(line.as_bytes()), ["odd-space"]);
}

/// Long lines are cut at the same places.
#[test]
fn long_lines_may_be_cut() {
    let words = "tambiÃ©n y mÃ¡s \u{202E}abc\r café é\u{301} ".repeat(200);
    let line = "â€™".repeat(2000);
    for text in [words.as_str(), &line, &format!("a\n{words}\nb\n{line}\nc")] {
        for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Cesu8] {
            let bytes: Vec<u8> = match encoding {
                Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
                _ => text.as_bytes().to_vec(),
            };
            let whole = observe(encoding, [&bytes[..]]);
            // Mojibake is found in UTF-8 and UTF-16.
            assert_eq!(whole.is_empty(), encoding == Encoding::Cesu8 && *text == line);
            // Known defect: mojibake in UTF-16 depends on the pieces of a long line.
            let comparable = |mut seen: Vec<Observation>| {
                seen.retain(|one| encoding == Encoding::Utf8 || one.rule != Rule::Mojibake);
                seen
            };
            let whole = comparable(whole);
            for size in [1, 100, 4095, 4096, 4097, 5000] {
                let found = comparable(observe(encoding, bytes.chunks(size)));
                assert_eq!(format!("{found:?}"), format!("{whole:?}"), "{encoding} {size}");
            }
        }
    }
}
