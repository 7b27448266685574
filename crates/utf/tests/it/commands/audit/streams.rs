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

/// Pairs of bytes in a legacy charset are overlong forms by chance: a file has one error for them.
#[test]
fn overlong_forms_of_a_charset_are_one_entry() {
    let folder = Folder::new();
    let text = "中国历史悠久。学习是一件很重要的事情，我们应该努力。今天天气很好。\n".repeat(20);
    let chinese = folder.pipe(&["convert", "-t", "gbk"], text).exits(0).stdout;
    let bytes = [&chinese[..], &b"\xC0\xA4\xC1\xA6".repeat(40), b"\n"].concat();
    folder.file("a", &bytes);
    for run in [folder.run(&["audit", "a"]), folder.pipe(&["audit"], &bytes)] {
        let run = run.exits(1).shows(": 1 error, ");
        run.shows("more overlong forms").shows("looks like gbk (99 %)");
    }
    folder.run(&["audit", "-f", "utf-8", "a"]).exits(1).shows(": 100 errors, ");
    // In other text, each is an error.
    folder.file("b", b"\xC0\xAF\n".repeat(9));
    folder.run(&["audit", "b"]).exits(1).shows(": 9 errors, ");
}

/// Escape sequences of ISO-2022-JP are not those of a terminal.
#[test]
fn escape_sequences_of_text_are_told() {
    let folder = Folder::new();
    let text = "これは日本語のテキストです。東京は今日も晴れでした。\n";
    let bytes = folder.pipe(&["convert", "-t", "iso-2022-jp"], text).exits(0).stdout;
    folder.file("a", bytes);
    let run = folder.run(&["audit", "a"]).exits(1);
    run.shows("looks like iso-2022-jp (99 %): `utf convert -f iso-2022-jp a` makes it UTF-8")
        .shows("unless `utf detect a` says");
    folder.file("b", "\x1B[32mgreen\x1B[m\n");
    assert!(!folder.run(&["audit", "b"]).exits(1).text().contains("detect"));
}
