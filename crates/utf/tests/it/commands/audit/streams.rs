//! Results do not depend on the ends of blocks, and long lines do not need memory.

use std::{io::Write, process::Stdio};

use super::found;
use crate::support::{self, Folder};

const ATTACK: &str = "a\u{202E}b p\u{430}y \u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} \
    caf\u{C3}\u{A9} x\u{FE00}\u{FE01}y \u{1F468}\u{200D}\u{1F469} cafe\u{301} \u{64A}\u{200C}\u{62E}\n/";

/// With plain text before it, the attack is cut by the ends of blocks, with the same result.
#[test]
fn findings_do_not_depend_on_blocks() {
    let text = [ATTACK.as_bytes(), b"\xC0\xAE./ \xED\xA0\xBD\xED\xB8\x80"].concat();
    let alone = found(&text, &[]);
    assert!(alone.len() > 5);
    // A block of the stream has 256 KiB.
    for before in (0..text.len()).step_by(3) {
        let plain = (256 << 10) - before;
        let padded = [vec![b'\n'; plain], text.clone()].concat();
        let moved: Vec<_> =
            alone.iter().map(|(code, at)| (code.clone(), at + plain as u64)).collect();
        assert_eq!(found(&padded, &[]), moved, "{before}");
    }
}

/// The judgement of a line depends on the whole line, and that of an identifier on the whole text.
#[test]
fn lines_and_identifiers_are_found_across_blocks() {
    let short = "x = 1;\n".repeat((256 << 10) / 7 - 6);
    for (text, expected) in [
        ("tambiÃ©n y mÃ¡s\n", vec!["mojibake"; 2]),
        ("The word café is shown as cafÃ© there\n", vec![]),
        ("let a = 2;\nlet а = 3;\n", vec!["twin-letter"]),
        ("\r\rabc\n", vec![]),
    ] {
        for more in 0..20 {
            let text = format!("{short}{}{text}", "x\n".repeat(more));
            let codes: Vec<_> = found(text, &[]).into_iter().map(|(code, _)| code).collect();
            assert_eq!(codes, expected, "{more}");
        }
    }
}

/// Memory depends neither on the length of a line nor on its findings.
#[test]
fn memory_is_bounded() {
    let folder = Folder::new();
    let mut command = folder.command(&["audit", "--format", "json", "--show", "note"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let block = [ATTACK.replace('\n', "\u{2066}").as_bytes(), &[b'x'; 4096]].concat().repeat(100);
    let mut peaks = Vec::new();
    for _ in 0..3 {
        (0..4).for_each(|_| stdin.write_all(&block).unwrap());
        peaks.push(support::peak_memory(child.id()));
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(1));
    assert!(peaks[2] < peaks[0] + 2048, "{peaks:?}");
}
