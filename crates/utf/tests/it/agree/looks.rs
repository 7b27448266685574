//! Encodings that hide in UTF-8, and texts whose encoding is not enough to read them: all commands
//! say what `detect` says, and print commands that run.

use crate::support::Folder;

/// The start of a message, and the command that it prints, for the file `name`.
fn says(folder: &Folder, name: &str, looks: &str, command: &str) {
    for arguments in [["check", name], ["audit", name]] {
        let run = folder.run(&arguments);
        assert!(run.text().contains(looks), "{run:?}");
        assert!(run.text().contains(&format!("`{command}`")), "{run:?}");
    }
    folder.shell(&command.replace("utf ", &format!("{} ", crate::support::exe()))).exits(0);
}

#[test]
fn utf16_without_a_bom_is_told() {
    let folder = Folder::new();
    for (name, text) in [
        ("a", "hello world, line by line\n"),
        (
            "b",
            "\u{421}\u{44A}\u{435}\u{448}\u{44C} \u{435}\u{449}\u{451} \u{44D}\u{442}\u{438}\u{445}\n",
        ),
        (
            "c",
            "\u{8272}\u{306F}\u{5302}\u{3078}\u{3069} \u{6563}\u{308A}\u{306C}\u{308B}\u{3092}\n",
        ),
    ] {
        let bytes: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
        folder.file(name, &bytes);
        let command = format!("utf convert -f utf-16le {name}");
        says(&folder, name, "looks like utf-16le (99 %)", &command);
        folder.pipe(&["check"], &bytes).shows("looks like utf-16le (99 %)");
        folder.pipe(&["audit"], &bytes).shows("looks like utf-16le (99 %)");
    }
}

#[test]
fn escape_sequences_after_the_start_are_told() {
    let folder = Folder::new();
    let text = "plain text\n".repeat(500) + "\u{1B}$BF|K\\8l$N%F%-%9%H\u{1B}(B\n";
    folder.file("a", &text);
    says(&folder, "a", "looks like iso-2022-jp (99 %)", "utf convert -f iso-2022-jp a");
    let run = folder.run(&["convert", "-i", "a"]).exits(1);
    run.mentions("utf: a: left unchanged: looks like iso-2022-jp (99 %)");
    assert_eq!(folder.read("a"), text.as_bytes());
    // Escape sequences of terminals are none of charsets.
    folder.file("b", "\u{1B}[1mbold\u{1B}[0m\n".repeat(500));
    folder.run(&["convert", "-i", "b"]).exits(0).says("");
}

#[test]
fn advice_is_about_the_whole_file() {
    let folder = Folder::new();
    // Java reads a file of properties as ISO-8859-1 with escapes.
    let line = b"name=Stra\xDFe, \\u0130stanbul'da \xE7ok g\xFCzel \\u015Fiir\n";
    folder.file("a.properties", line.repeat(5));
    let command = "utf convert -f iso-8859-1/java a.properties";
    says(&folder, "a.properties", "looks like iso-8859-1 (", command);
    folder.run(&["convert", "-i", "a.properties"]).exits(1).mentions("`-f iso-8859-1/java`");
    // Visual Hebrew.
    let line = b"\xED\xE5\xEC\xF9 \xED\xEC\xE5\xF2 \xEC\xEB\xEC \xEE\xE9\xF0\xE5\xEB\xF0 \xED\xE9\xF8\xE1\xE3\n";
    folder.file("b", line.repeat(9));
    says(&folder, "b", "looks like iso-8859-8 in visual order (", "utf convert -f iso-8859-8 b");
    // A converted table would not be one.
    let header = [&b"\x03\x63\x01\x01\x01\0\0\0\x41\0\x09\0"[..], &[0; 20]].concat();
    let field = [&b"NAME\0\0\0\0\0\0\0C"[..], &[0; 4], b"\x1E", &[0; 15]].concat();
    let record =
        b" \xE3\xE5\xEC\xF9\xED \xEC\xEB\xE5\xEC\xED \xE0\xE9\xEA \xE4\xE9\xE5\xED         ";
    folder.file("c.dbf", [&header[..], &field, b"\r", &record.repeat(9), b"\x1A"].concat());
    says(&folder, "c.dbf", "looks like windows-1255 (", "utf cat -f windows-1255 c.dbf");
}
