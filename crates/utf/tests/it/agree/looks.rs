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
    // Escape sequences of terminals are not those of charsets.
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
    let text = "שלום עולם, זהו מסמך בעברית שנכתב לפני שנים רבות.\nהיום יום יפה מאוד והשמש זורחת.\n";
    let visual: String = text.lines().flat_map(|line| line.chars().rev().chain(['\n'])).collect();
    folder.file("b", folder.pipe(&["convert", "-t", "iso-8859-8"], &visual).exits(0).stdout);
    says(
        &folder,
        "b",
        "looks like windows-1255 in visual order (",
        "utf convert -f windows-1255 b",
    );
    // A converted table would not be one.
    let header = [&b"\x03\x63\x01\x01\x09\0\0\0\x41\0\x29\0"[..], &[0; 20]].concat();
    let field = [&b"NAME\0\0\0\0\0\0\0C"[..], &[0; 4], b"\x28", &[0; 15]].concat();
    let words = b"\xF9\xEC\xE5\xED \xEC\xEB\xE5\xEC\xED \xE6\xE4\xE5 \xE8\xF7\xF1\xE8";
    let record = [b" ", &words[..], &[b' '; 21]].concat();
    folder.file("c.dbf", [&header[..], &field, b"\r", &record.repeat(9), b"\x1A"].concat());
    let run = folder.run(&["check", "c.dbf"]).exits(1);
    run.shows("looks like windows-1255 (").shows("`utf cat -f windows-1255 c.dbf` shows its text");
    folder.run(&["cat", "-f", "windows-1255", "c.dbf"]).exits(0);
}
