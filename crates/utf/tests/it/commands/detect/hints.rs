//! Every command that is printed as a hint does what the hint says, and loses nothing.
//!
//! All commands run on a set of inputs. The test collects the text between backquotes in their
//! output, and runs the options and commands in it. The result must be the intended text. A hint in
//! a new form fails the test until the test knows how to run it.

use std::collections::BTreeSet;

use crate::support::Folder;

/// An input, and the text that it was created from.
struct Input {
    name: &'static str,
    bytes: Vec<u8>,
    text: String,
}

const FRENCH: &str = "Le garçon a été très étonné, où qu’il fût : « C’est déjà l’été ? »\n";
const GERMAN: &str = "Größere Mühe macht die Übersetzung für Ämter, das weiß schließlich jeder.\n";
const RUSSIAN: &str = "Из ненаписанного: реакция на фоне того, что уже было сказано той весной.\n";
const CZECH: &str = "Příliš žluťoučký kůň úpěl ďábelské ódy, a nikdo ho přitom neslyšel.\n";

fn utf16le(text: &str) -> Vec<u8> {
    text.encode_utf16().flat_map(u16::to_le_bytes).collect()
}

/// Returns `text` in `encoding`.
fn encoded(text: &str, encoding: &str) -> Vec<u8> {
    let run = Folder::new().pipe(&["convert", "-f", "utf-8", "-t", encoding], text).exits(0);
    run.stdout
}

fn inputs() -> Vec<Input> {
    let input = |name, bytes: Vec<u8>, text: &str| Input { name, bytes, text: text.to_owned() };
    let french = FRENCH.repeat(4);
    let mut all = vec![
        input("utf8", french.clone().into(), &french),
        input(
            "ascii",
            b"Plain text, and nothing else.\n".into(),
            "Plain text, and nothing else.\n",
        ),
        input("utf16le", utf16le(&french), &french),
        input("signed", utf16le(&format!("\u{FEFF}{french}")), &french),
        input(
            "log",
            [french.clone().into(), utf16le(GERMAN)].concat(),
            &format!("{french}{GERMAN}"),
        ),
        input(
            "raw",
            [&b"\xFF\xFE"[..], &[utf16le(GERMAN.trim_end()), b"\r\n".to_vec()].concat().repeat(5)]
                .concat(),
            &GERMAN.replace('\n', "\r\n").repeat(5),
        ),
        input("joined", format!("{french}\u{FEFF}{GERMAN}").into(), &format!("{french}{GERMAN}")),
        input(
            "mixed",
            [french.clone().into(), encoded(&GERMAN.repeat(3), "windows-1252"), RUSSIAN.into()]
                .concat(),
            &format!("{french}{}{RUSSIAN}", GERMAN.repeat(3)),
        ),
        input("mojibake", "Le cafÃ© est fermÃ© dÃ©jÃ\u{a0}.\n".into(), "Le café est fermé déjà.\n"),
    ];
    for (name, encoding, text) in [
        ("windows-1252", "windows-1252", &french),
        ("koi8-r", "koi8-r", &RUSSIAN.repeat(4)),
        ("windows-1251", "windows-1251", &RUSSIAN.repeat(4)),
        ("iso-8859-2", "iso-8859-2", &CZECH.repeat(4)),
        ("utf-16be", "utf-16be", &french),
        ("utf-32le", "utf-32le", &french),
        ("utf-7", "utf-7", &french),
        ("iso-2022-jp", "iso-2022-jp", &"日本語の文字を、ここに書きます。\n".repeat(4)),
        ("shift_jis", "shift_jis", &"日本語の文字を、ここに書きます。\n".repeat(4)),
        // Letters that happen to form a sequence of UTF-8.
        ("chance", "iso-8859-2", &format!("{}ciemiężąc\n", CZECH.repeat(300))),
        ("cesu-8", "cesu-8", &"Thumbs up: 👍, and so on.\n".repeat(4)),
    ] {
        all.push(input(name, encoded(text, encoding), text));
    }
    all
}

/// Returns the texts between backquotes.
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.lines().flat_map(|line| line.split('`').skip(1).step_by(2))
}

/// Returns `true` if the quoted text is an option or a command, not a part of the input.
fn is_advice(quoted: &str) -> bool {
    let programs = ["utf ", "LC_ALL=C ", "tail "];
    let is_option = |text: &str| text.starts_with('-') && text.len() > 1 && !text.contains('<');
    is_option(quoted) || programs.iter().any(|program| quoted.starts_with(program))
}

/// Follows the hint of `command` about `input`, which is the only file in its directory.
fn follow(folder: &Folder, input: &Input, command: &str, advice: &str) {
    let Input { name, text, .. } = input;
    let is_text = |line: &str| {
        let run = folder.shell(line).exits(0);
        assert_eq!(String::from_utf8_lossy(&run.stdout), *text, "{name}: {command}: {advice}");
    };
    match advice {
        // The option works for every command that reads the file.
        _ if ["-f ", "--fallback ", "--candidates "].iter().any(|one| advice.starts_with(one)) => {
            is_text(&format!("utf convert {advice} {name}"));
            folder.shell(&format!("utf check {advice} {name}")).exits(0);
            folder.shell(&format!("cp {name} copy && utf convert -i {advice} copy")).exits(0);
            assert_eq!(folder.read("copy"), text.as_bytes(), "{name}: {advice}");
        }
        _ if advice.contains(" FILE ") => is_text(&advice.replace("FILE", name)),
        _ if advice.starts_with("utf convert ") && advice.ends_with(&format!(" -- {name}")) => {
            folder.shell(&format!("cp {name} kept && {advice}")).exits(0);
            assert_eq!(folder.read(name), text.as_bytes(), "{name}: {advice}");
            folder.shell(&format!("mv kept {name} && rm {name}.bak")).exits(0);
        }
        _ if advice.starts_with("utf convert ") => is_text(&format!("{advice} {name}")),
        "LC_ALL=C sed 's/\\r$//'" => is_text(&format!("{advice} {name} | utf convert")),
        "tail -c +FIRST | head -c LENGTH" => {
            let run = folder.run(&["detect", "--format", "json", name]);
            let parts = run.lines_of_json()[0]["segments"].as_array().unwrap().clone();
            let part = |part: &serde_json::Value| {
                let [offset, length] = ["offset", "length"].map(|key| part[key].as_u64().unwrap());
                let encoding = part["encoding"].as_str().unwrap();
                format!(
                    "tail -c +{} {name} | head -c {length} | utf convert -f {encoding}",
                    offset + 1
                )
            };
            let parts: Vec<_> = parts.iter().map(part).collect();
            is_text(&parts.join("; "));
        }
        // `utf repair` shows the fixes. Then `-i` must apply them correctly.
        "utf repair" => {
            folder.shell(&format!("cp {name} copy && utf repair -i copy"));
            let fixed = folder.read("copy");
            let is_fixed =
                fixed == text.as_bytes() || fixed == input.bytes || input.name == "mixed";
            assert!(is_fixed, "{name}: {}", String::from_utf8_lossy(&fixed));
        }
        "utf detect" | "utf inspect" | "utf check" => {
            let run = folder.shell(&format!("{advice} {name}"));
            assert_ne!(run.status, Some(2), "{advice}: {run:?}");
        }
        // Options that are only mentioned, and options of the same command.
        "-f" | "-i" | "-o" | "--fallback" | "--any-form" | "--max-findings 0" => {}
        "-a" => {
            folder.shell(&format!("{command} -a {name}"));
        }
        _ => panic!("{name}: {command}: how is `{advice}` run?"),
    }
}

#[test]
fn hints_do_what_they_say() {
    let mut all = BTreeSet::new();
    for input in inputs() {
        let folder = Folder::new();
        folder.file(input.name, &input.bytes);
        for command in [
            "utf check",
            "utf detect",
            "utf convert",
            "utf convert -i --dry-run",
            "utf convert --dry-run",
            "utf repair",
            "utf audit",
            "utf search été",
            "utf count",
        ] {
            let run = folder.shell(&format!("{command} {}", input.name));
            assert_eq!(folder.names(), [input.name]);
            let printed = format!("{}\n{}", String::from_utf8_lossy(&run.stdout), run.stderr);
            for advice in quoted(&printed).filter(|one| is_advice(one)) {
                if all.insert((input.name, advice.to_owned())) {
                    follow(&folder, &input, command, advice);
                    folder.shell("rm -f copy");
                }
            }
        }
    }
    // The inputs cause at least some hints.
    let kinds: BTreeSet<_> = all.iter().map(|(_, advice)| advice).collect();
    assert!(kinds.len() > 10, "{kinds:?}");
}

/// In a directory, the hints about one file are safe for all files.
#[test]
fn hints_are_safe_for_a_whole_tree() {
    let folder = Folder::new();
    folder.shell("mkdir tree").exits(0);
    let all = inputs();
    let is_meant =
        |input: &&Input| matches!(input.name, "utf8" | "ascii" | "windows-1252" | "utf16le");
    for input in all.iter().filter(is_meant) {
        folder.file(&format!("tree/{}", input.name), &input.bytes);
    }
    for number in 0..20 {
        folder.file(&format!("tree/more{number}"), format!("{number}: {FRENCH}"));
    }
    let run = folder.run(&["convert", "-i", "--dry-run", "tree"]).exits(1);
    let advice: BTreeSet<&str> = quoted(&run.stderr).filter(|one| is_advice(one)).collect();
    assert_eq!(Vec::from_iter(advice), ["--candidates utf-16le", "--fallback windows-1252"]);
    for advice in ["--candidates utf-16le", "--fallback windows-1252", "-f windows-1252"] {
        folder.shell("rm -rf copy && cp -r tree copy").exits(0);
        folder.shell(&format!("utf convert -i {advice} copy"));
        for input in all.iter().filter(is_meant) {
            let copy = folder.read(&format!("copy/{}", input.name));
            let is_unchanged = copy == input.bytes;
            assert!(is_unchanged || copy == input.text.as_bytes(), "{advice}: {}", input.name);
        }
        for number in 0..20 {
            let copy = folder.read(&format!("copy/more{number}"));
            assert_eq!(copy, format!("{number}: {FRENCH}").as_bytes(), "{advice}");
        }
    }
}

#[test]
fn utf8_is_never_encoded_twice() {
    let folder = Folder::new();
    folder.file("a", FRENCH);
    for options in [&["-i"][..], &["-i", "--dry-run"], &["-i", "-t", "utf-16"]] {
        let run =
            folder.run(&[&["convert", "-f", "windows-1252"], options, &["a"]].concat()).exits(1);
        run.mentions("valid UTF-8").mentions("`--fallback windows-1252`");
        assert_eq!(folder.read("a"), FRENCH.as_bytes());
    }
    // ASCII is the same in windows-1252, but not in UTF-16.
    folder.file("b", "plain\n\n");
    folder.run(&["convert", "-i", "-f", "windows-1252", "b"]).exits(0).says("");
    folder.run(&["convert", "-i", "-f", "utf-16le", "b"]).exits(1).mentions("valid UTF-8");
    // The text is the same in encodings related to UTF-8.
    folder.run(&["convert", "-i", "-f", "cesu-8", "a"]).exits(0).says("");
    assert_eq!(folder.read("a"), FRENCH.as_bytes());
    let run = folder.run(&["convert", "-i", "-f", "iso-8859-1", "--force-from", "a"]).exits(0);
    run.mentions("control characters U+0080 to U+009F");
    assert!(folder.read("a").starts_with("Le garÃ§on".as_bytes()));
    folder.run(&["convert", "--force-from", "a"]).exits(2).mentions("--in-place");
}
