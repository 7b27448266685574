//! Detection: its guarantees, and a few hundred samples of embedded texts. The scores over whole
//! corpora are in `docs/detection.md`.
use utfkit::{
    Encoding,
    encoding::BomPolicy,
    transcode::{Transcoder, convert},
};
use utfkit_text::detect::{Detection, Detector, Evidence, Verdict, detect};

const TEXTS: [&str; 14] = [
    "It was a bright cold day in April, and the clocks were striking thirteen.\n",
    "Voix ambiguë d'un cœur qui, au zéphyr, préfère les jattes de kiwis.\n",
    "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich.\n",
    "Příliš žluťoučký kůň úpěl ďábelské ódy.\n",
    "Съешь же ещё этих мягких французских булок, да выпей чаю.\n",
    "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία.\n",
    "דג סקרן שט בים מאוכזב ולפתע מצא לו חברה.\n",
    "نص حكيم له سر قاطع وذو شأن عظيم مكتوب على ثوب أخضر.\n",
    "ऋषियों को सताने वाले दुष्ट राक्षसों के राजा रावण का सर्वनाश करने वाले।\n",
    "เป็นมนุษย์สุดประเสริฐเลิศคุณค่า กว่าบรรดาฝูงสัตว์เดรัจฉาน\n",
    "人人生而自由,在尊严和权利上一律平等。他们赋有理性和良心。\n",
    "すべての人間は、生まれながらにして自由であり、かつ、尊厳と権利とについて平等である。\n",
    "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다.\n",
    "Do bạch kim rất quý nên sẽ dùng để lắp vô xương. 😀🎉\n",
];

/// Correct texts that look unusual: boxes, mathematics, emoji, many accents.
const ODD: [&str; 8] = [
    "┌──┬──┐\n│▒▒│░░│\n└──┴──┘",
    "∀x∈ℝ: ⌈x⌉ = −⌊−x⌋, α ∧ ¬β = ¬(¬α ∨ β)",
    "👨‍👩‍👧‍👦🏳️‍🌈👍🏽",
    "Ẵ ễ ỡ ữ ự ặ ẩ ỵ",
    "Ã© Â« Å“ â€™",
    "𝔘𝔫𝔦𝔠𝔬𝔡𝔢 𝟘𝟙𝟚",
    "a\u{301}\u{302}\u{303}\u{304}",
    "▁▂▃▄▅▆▇█ ⠓⠑⠇⠇⠕",
];

/// Repeats `text` up to `size` bytes in `to`, and returns the text and its bytes.
fn sample(text: &str, to: Encoding, bom: BomPolicy, size: usize) -> (String, Vec<u8>) {
    let (mut piece, mut bytes) = (String::new(), Vec::new());
    for character in text.chars().cycle() {
        piece.push(character);
        let mut longer = Vec::new();
        let mut transcoder = Transcoder::new(Encoding::Utf8, to).bom(bom);
        transcoder.transcode_to_vec(piece.as_bytes(), &mut longer, true).unwrap();
        if longer.len() > size {
            piece.pop();
            break;
        }
        bytes = longer;
    }
    (piece, bytes)
}

#[test]
fn every_utf_in_every_language() {
    use Encoding::{Utf8, Utf16, Utf16Be, Utf16Le, Utf32, Utf32Be, Utf32Le};
    let plain = [Utf8, Utf16Le, Utf16Be, Utf32Le, Utf32Be].map(|to| (to, BomPolicy::Strip));
    let signed = [Utf8, Utf16, Utf32].map(|to| (to, BomPolicy::Add));
    for text in TEXTS {
        for (to, bom) in plain.into_iter().chain(signed) {
            for size in [24, 50, 200] {
                let (piece, bytes) = sample(text, to, bom, size);
                let said = detect(&bytes);
                let encoding = said.encoding().unwrap_or(Encoding::UsAscii);
                let read = convert(&bytes, encoding, Utf8);
                let read =
                    read.as_deref().map(|read| read.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(read));
                assert_eq!(read, Ok(piece.as_bytes()), "{to} {size}: {said:?}");
                let proven = to == Utf8 || bom == BomPolicy::Add;
                assert_eq!(said.verdict() == Verdict::Proven, proven, "{to} {size}: {said:?}");
            }
        }
    }
}

#[test]
fn relatives_and_shifts() {
    let mut emoji = String::from("Grüße 😀 aus Köln");
    for encoding in [Encoding::Cesu8, Encoding::Utf7] {
        let bytes = convert(emoji.as_bytes(), Encoding::Utf8, encoding).unwrap();
        assert_eq!(detect(&bytes).encoding(), Some(encoding));
    }
    emoji.push('\0');
    let modified = convert(emoji.as_bytes(), Encoding::Utf8, Encoding::JavaModifiedUtf8).unwrap();
    assert_eq!(detect(&modified).encoding(), Some(Encoding::JavaModifiedUtf8));
    let long = "Größe".bytes().chain(*b"\xFC\x84\x80\x80\x80\x80 und mehr").collect::<Vec<_>>();
    assert_eq!(detect(&long).encoding(), Some(Encoding::Utf8Rfc2279));
    // These texts are plain ASCII.
    for text in
        ["1+1=2, a+b-c", "C++ & g++ +-", "R&D &amp; &eacute;", "x ~{ y }", "\x1B[1mbold\x1B[0m"]
    {
        assert_eq!(detect(text.as_bytes()).encoding(), Some(Encoding::UsAscii), "{text}");
    }
}

/// The well-formed part of a prefix decides its encoding, not the sequence that its end cuts.
#[test]
fn every_prefix_of_utf8_is_utf8() {
    for text in TEXTS.iter().chain(&ODD) {
        for end in 0..=text.len() {
            let bytes = &text.as_bytes()[..end];
            let mut detector = Detector::new();
            detector.feed(bytes);
            for (said, whole) in [(detect(bytes), true), (detector.so_far(), false)] {
                let valid =
                    std::str::from_utf8(bytes).map_or_else(|error| error.valid_up_to(), |_| end);
                let encoding = said.encoding();
                match (bytes[..valid].is_ascii(), whole && valid < end) {
                    (false, _) => {
                        assert_eq!(encoding, Some(Encoding::Utf8), "{end} {text} {said:?}")
                    }
                    (true, false) => assert_eq!(encoding, Some(Encoding::UsAscii), "{end} {text}"),
                    // Only the start of a character is known.
                    (true, true) => assert_ne!(said.verdict(), Verdict::Proven),
                }
            }
        }
    }
}

#[test]
fn noise_is_no_text() {
    let mut state = 1_u64;
    let mut noise = || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    for len in [64, 200, 1000] {
        for _ in 0..20 {
            let bytes: Vec<u8> = (0..len).map(|_| noise()).collect();
            let said = detect(&bytes);
            assert_eq!(said.verdict(), Verdict::Binary, "{len}: {said:?}");
        }
    }
    // 32-bit numbers, as programs store them.
    let numbers: Vec<u8> =
        (0..500_u32).flat_map(|number| (number * number * 79).to_le_bytes()).collect();
    let said = detect(&numbers);
    assert_eq!(said.verdict(), Verdict::Binary, "{said:?}");
}

fn parts(said: &Detection) -> Vec<(u64, u64, Option<&'static str>)> {
    let part = |part: &utfkit_text::detect::Segment| {
        (part.offset, part.length, part.encoding.map(Encoding::name))
    };
    said.segments().iter().map(part).collect()
}

#[test]
fn files_that_were_joined() {
    let wide = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let first = "naïve café\n".as_bytes();
    let said = detect(&[first, &wide("hello there\n"), &wide("and again\n"), first].concat());
    let expected = [(0, 13, Some("utf-8")), (13, 44, Some("utf-16le")), (57, 13, Some("utf-8"))];
    assert_eq!(parts(&said), expected, "{said:?}");
    let said = detect(&[first, b"\xFF\xFE", &wide("hello there\n")].concat());
    assert_eq!(parts(&said), [(0, 13, Some("utf-8")), (13, 26, Some("utf-16"))], "{said:?}");
}

#[test]
fn the_cuts_change_nothing() {
    let block = 64 << 10;
    let mut text = TEXTS.concat().repeat(110).into_bytes();
    assert!(text.len() > 2 * block);
    text.extend_from_slice(b"caf\xE9\n");
    let whole = detect(&text);
    for size in [1000, block + 1] {
        let mut detector = Detector::new();
        text.chunks(size).for_each(|chunk| detector.feed(chunk));
        assert_eq!(detector.finish(), whole, "{size}");
    }
    assert_eq!(whole.encoding(), Some(Encoding::Utf8));
    assert_eq!(whole.verdict(), Verdict::Likely, "one byte at the end is wrong");
}

/// Escape sequences after the first block are not US-ASCII, no matter how the stream is cut.
#[test]
fn shifts_after_the_first_block() {
    let block = 64 << 10;
    let plain = b"plain text, line by line\n".repeat(2 * block / 25);
    let japanese = b"\x1B$B$3$l$OF|K\\8l$N%F%-%9%H$G$9!#\x1B(B\n";
    for at in [20_000, block - 1, block, block + 9, 2 * block - 25] {
        let bytes = [&plain[..at], b"\n", &japanese.repeat(5)].concat();
        let said = detect(&bytes);
        assert_eq!(said.encoding().map(Encoding::name), Some("iso-2022-jp"), "{at}: {said:?}");
        assert_eq!(said.verdict(), Verdict::Likely, "{at}");
        assert!(!said.evidence().contains(&Evidence::EndsInside), "{at}: {said:?}");
        for size in [700, block + 1500] {
            let mut detector = Detector::new();
            bytes.chunks(size).for_each(|chunk| detector.feed(chunk));
            assert_eq!(detector.finish(), said, "at {at} by {size}");
        }
    }
}

/// A BOM in the middle of a stream is found at every offset, also across the edges of blocks.
#[test]
fn boms_across_the_edges_of_blocks() {
    let block = 64 << 10;
    let first = "Some text, and more.\n".repeat(4000);
    let second = "Another file, and more.\n".repeat(200);
    let little = second.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    let big = second.encode_utf16().flat_map(u16::to_be_bytes).collect::<Vec<_>>();
    for (bom, wide) in [(b"\xFF\xFE", little), (b"\xFE\xFF", big)] {
        for at in (block - 600..block + 3).step_by(67).chain(block - 4..block + 3) {
            let bytes = [&first.as_bytes()[..at - 1], b"\n", bom, &wide].concat();
            let said = detect(&bytes);
            let at = at as u64;
            let rest = wide.len() as u64 + 2;
            let expected = [(0, at, Some("us-ascii")), (at, rest, Some("utf-16"))];
            assert_eq!(parts(&said), expected, "at {at}: {said:?}");
            for size in [700, block - 1, block + 1500] {
                let mut detector = Detector::new();
                bytes.chunks(size).for_each(|chunk| detector.feed(chunk));
                assert_eq!(detector.finish(), said, "at {at} by {size}");
            }
        }
    }
}

#[test]
fn small_things() {
    assert_eq!(detect(b"").encoding(), Some(Encoding::UsAscii));
    assert_eq!(detect(b"\xFF\xFE").verdict(), Verdict::Proven);
    assert_eq!(detect(b"\xFF\xFE\0\0A\0").encoding(), Some(Encoding::Utf16));
    assert_eq!(detect(b"\xFF\xFE\0\0A\0\0\0").encoding(), Some(Encoding::Utf32));
    // Names with a NUL after each are not UTF-16.
    assert_eq!(detect(b"a.txt\0b.txt\0c.txt\0").encoding(), Some(Encoding::UsAscii));
    // Letters with NULs between them are not UTF-16 either, anywhere in UTF-8.
    for few in ["a\0b\0c ", "\0a\0b", "a\0b\0c\0d\0e ", "one line\na\0b\0c ", "one line\na\0\n\0"] {
        let said = detect(format!("{few}Sehr geehrte Frau Müller, schön\n").as_bytes());
        assert_eq!((said.encoding(), said.verdict()), (Some(Encoding::Utf8), Verdict::Proven));
        assert!(said.segments().is_empty(), "{few:?}");
        assert!(matches!(said.evidence(), [.., Evidence::Zeros(1..)]), "{few:?}");
    }
    // A whole line of them is UTF-16.
    let said = detect("one line\na\0\r\0\n\0Sehr geehrte Frau Müller, schön\n".as_bytes());
    assert_eq!(said.segments().len(), 3);
    // If most of a text is in an unknown encoding, no encoding is likely.
    let said = detect(b"\x0E\xC3f\0\0\x03n\xC3\xB9\n\xFF\xFE\xD9\0i\0");
    assert_eq!((said.encoding().is_none(), said.verdict()), (true, Verdict::Unknown));
    // This is U+25B6 in UTF-8 before ASCII.
    assert_eq!(detect("▶hello".as_bytes()).encoding(), Some(Encoding::Utf8));
}

#[cfg(feature = "charsets")]
#[test]
fn charsets_and_lines_in_them() {
    let name = |bytes: &[u8]| detect(bytes).encoding().map(Encoding::name);
    let russian: Encoding = "windows-1251".parse().unwrap();
    let bytes = convert(TEXTS[4].as_bytes(), Encoding::Utf8, russian).unwrap();
    assert_eq!(name(&bytes), Some("windows-1251"));
    let japanese: Encoding = "iso-2022-jp".parse().unwrap();
    let bytes = convert(TEXTS[11].as_bytes(), Encoding::Utf8, japanese).unwrap();
    assert_eq!(name(&bytes), Some("iso-2022-jp"));
    let lines =
        [TEXTS[1].as_bytes(), TEXTS[2].as_bytes(), b"cr\xE8me br\xFBl\xE9e\n", b"\xC3\xA9\n"];
    let said = detect(&lines.concat());
    let first = (TEXTS[1].len() + TEXTS[2].len()) as u64;
    let expected = [
        (0, first, Some("utf-8")),
        (first, 13, Some("windows-1252")),
        (first + 13, 3, Some("utf-8")),
    ];
    assert_eq!(parts(&said), expected, "{said:?}");
}

#[cfg(not(feature = "charsets"))]
#[test]
fn without_charsets_there_is_no_name() {
    assert_eq!(detect(b"cr\xE8me br\xFBl\xE9e\n").verdict(), Verdict::Unknown);
    // No other encoding is likely: two letters are a character of UTF-16, and many bytes begin a
    // character of UTF-1.
    for bytes in
        [&b"It was a bright cold\xFF day in"[..], b"It was a cr\xE9me and so on, to the end"]
    {
        let said = detect(bytes);
        assert_eq!((said.encoding(), said.verdict()), (None, Verdict::Unknown), "{said:?}");
    }
}

/// Asserts the encodings of two joined parts, and that no encoding is proven for the whole.
#[track_caller]
fn joined(first: &[u8], second: &[u8], encodings: [&str; 2]) {
    let said = detect(&[first, second].concat());
    assert_ne!(said.verdict(), Verdict::Proven, "{said:?}");
    let (at, rest) = (first.len() as u64, second.len() as u64);
    assert_eq!(
        parts(&said),
        [(0, at, Some(encodings[0])), (at, rest, Some(encodings[1]))],
        "{encodings:?} {said:?}"
    );
}

fn wide(text: &str, big: bool) -> Vec<u8> {
    let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    text.encode_utf16().flat_map(bytes).collect()
}

/// Empty lines look similar in both byte orders.
#[test]
fn the_byte_order_of_parts_with_empty_lines() {
    for (big, name) in [(false, "utf-16le"), (true, "utf-16be")] {
        for text in ["\nhello there\n", "\n\n\nhello\n\nthere\n\n", "hello there\n\n\n", TEXTS[4]] {
            for times in [1, 40, 66_000 / text.len()] {
                let part = wide(&text.repeat(times), big);
                joined(TEXTS[0].as_bytes(), &part, ["us-ascii", name]);
                joined(&part, TEXTS[0].as_bytes(), [name, "us-ascii"]);
                joined(TEXTS[1].as_bytes(), &part, ["utf-8", name]);
                joined(&part, TEXTS[4].as_bytes(), [name, "utf-8"]);
            }
        }
    }
}

#[test]
fn wide_text_that_ends_inside_a_stream() {
    for (big, name) in [(false, "utf-16le"), (true, "utf-16be")] {
        for text in TEXTS {
            for times in [1, 30, 66_000 / text.len()] {
                let part = wide(&text.repeat(times), big);
                let signed = [wide("\u{FEFF}", big), part].concat();
                joined(&signed, b"and plain\n", ["utf-16", "us-ascii"]);
                joined(&signed, TEXTS[4].as_bytes(), ["utf-16", "utf-8"]);
                let other = wide(&["\u{FEFF}", TEXTS[2]].concat(), !big);
                joined(&signed, &other, ["utf-16", "utf-16"]);
                joined(b"\xEF\xBB\xBF", &signed[2..], ["utf-8", name]);
            }
        }
        joined(
            &wide(TEXTS[0], big),
            &wide(TEXTS[0], !big),
            if big { ["utf-16be", "utf-16le"] } else { ["utf-16le", "utf-16be"] },
        );
        // No line ends before the second part.
        joined(b"abc", &wide("hello there, all of you\n", big), ["us-ascii", name]);
    }
}

/// Many parts with a BOM, with text between them.
#[test]
fn short_parts_with_boms() {
    let part =
        [wide("\u{FEFF}hello there\n", false), b"plain text here, and more\n".repeat(3)].concat();
    let said = detect(&part.repeat(10));
    let expected = (0..20).map(|at| match at % 2 {
        0 => (at / 2 * 104, 26, Some("utf-16")),
        _ => (at / 2 * 104 + 26, 78, Some("us-ascii")),
    });
    assert_eq!(parts(&said), expected.collect::<Vec<_>>(), "{said:?}");
}

/// UTF-16 text whose bytes are ASCII letters.
#[test]
fn wide_text_that_looks_like_ascii_is_one() {
    for text in
        ["\u{3042}\u{3044}\u{304B}\u{304F}\u{3057}\u{3059}".repeat(200), TEXTS[10].repeat(300)]
    {
        for big in [false, true] {
            let said = detect(&wide(&format!("\u{FEFF}{text}"), big));
            assert_eq!((said.verdict(), parts(&said).len()), (Verdict::Proven, 0), "{said:?}");
        }
    }
}

#[test]
fn what_is_proven_could_be_nothing_else() {
    for bytes in [&b"\xEF\xBB\xBFA\0B\0"[..], b"A\0B\0", b"\xFF\xFE\0\0A\0", b"\xFF\xFE\0\0A\0B\0"]
    {
        assert_eq!(detect(bytes).verdict(), Verdict::Likely, "{bytes:X?}");
    }
    assert_eq!(detect(b"\xFF\xFE\0\0A\0B\0").encoding(), Some(Encoding::Utf16));
}

/// ASCII with one wrong byte is not UTF-16, no matter where the byte is.
#[test]
fn one_wrong_byte_in_ascii() {
    let text = TEXTS[0].repeat(3).into_bytes();
    for len in (0..text.len()).step_by(9) {
        for at in (0..=len).step_by(5) {
            for wrong in [0xFF, 0xFE, 0xC0] {
                let bytes = [&text[..at], &[wrong], &text[at..len]].concat();
                let said = detect(&bytes);
                let encoding = said.encoding().map_or("", Encoding::name);
                assert!(
                    !encoding.contains("16") && !encoding.contains("32"),
                    "{bytes:X?} {said:?}"
                );
            }
        }
    }
}

/// U+0000 as C0 80 means modified UTF-8, even in ASCII or late in the text.
#[test]
fn long_nuls() {
    let late = [TEXTS[0].repeat(1000).as_bytes(), b"a\xC0\x80b\n", TEXTS[4].as_bytes()].concat();
    let many = b"a\xC0\x80b\xC0\x80c and more\xC0\x80".to_vec();
    for bytes in [&b"key\xC0\x80value\n"[..], &late, &many] {
        let said = detect(bytes);
        let is_named = said.encoding() == Some(Encoding::JavaModifiedUtf8);
        assert!(
            is_named && said.evidence().contains(&utfkit_text::detect::Evidence::LongNul),
            "{said:?}"
        );
        assert_eq!(said.verdict(), Verdict::Likely);
    }
}

#[cfg(feature = "charsets")]
#[test]
fn charsets_behind_utf8() {
    for (name, text) in [
        ("windows-1251", TEXTS[4]),
        ("shift_jis", TEXTS[11]),
        ("gbk", TEXTS[10]),
        ("euc-kr", TEXTS[12]),
        ("windows-1252", TEXTS[1]),
    ] {
        let charset: Encoding = name.parse().unwrap();
        let once = convert(text.as_bytes(), Encoding::Utf8, charset).unwrap();
        for (before, behind) in [(1, 1), (20, 20), (3, 60), (60, 3)] {
            let (utf8, bytes) = (text.repeat(before), once.repeat(behind));
            joined(utf8.as_bytes(), &bytes, ["utf-8", name]);
            joined(&bytes, utf8.as_bytes(), [name, "utf-8"]);
        }
        // Both encodings are on the same line. ASCII characters between them can belong to either.
        let utf8 = text.trim_end().replace('\n', " ").repeat(10) + " ";
        let said = detect(&[utf8.as_bytes(), &once.repeat(10)].concat());
        let parts = parts(&said);
        let [(0, at, Some("utf-8")), (_, _, Some(second))] = parts[..] else { panic!("{parts:?}") };
        assert!(second == name && at.abs_diff(utf8.len() as u64) < 8, "{name} {parts:?}");
    }
}

/// If UTF-16 was changed byte by byte, UTF-16 is not proven.
#[test]
fn utf_16_with_line_ends_of_8_bit_text() {
    let lines =
        ["[Größe]\r\nPfad=Jörg\r\nWert=2\r\n", "Всё\r\nили ничего\r\n", "ab\n\u{4E0A}\u{6D77}\n"];
    type Order = fn(u16) -> [u8; 2];
    let orders: [(&[u8], Order); 2] =
        [(b"\xFF\xFE", u16::to_le_bytes), (b"\xFE\xFF", u16::to_be_bytes)];
    for (lines, (mark, order)) in lines.iter().flat_map(|lines| orders.map(|order| (lines, order)))
    {
        for times in [1, 40, 9000] {
            let text: Vec<u8> = lines.repeat(times).encode_utf16().flat_map(order).collect();
            let good = [mark, &text].concat();
            let said = detect(&good);
            assert_eq!((said.encoding(), said.verdict()), (Some(Encoding::Utf16), Verdict::Proven));
            let spoiled: Vec<u8> = good
                .iter()
                .flat_map(|&byte| [Some(b'\r').filter(|_| byte == b'\n'), Some(byte)])
                .flatten()
                .collect();
            let said = detect(&spoiled);
            assert_eq!((said.encoding(), said.verdict()), (Some(Encoding::Utf16), Verdict::Likely));
            let is_told = |evidence: &Evidence| matches!(evidence, Evidence::LineEnds(_));
            assert!(said.evidence().iter().any(is_told), "{lines} {times} {said:?}");
            if !lines.ends_with("\r\n") {
                continue;
            }
            let spoiled: Vec<u8> = good.iter().copied().filter(|&byte| byte != b'\r').collect();
            let said = detect(&spoiled);
            assert_eq!((said.encoding(), said.verdict()), (Some(Encoding::Utf16), Verdict::Likely));
            let is_told = |evidence: &Evidence| matches!(evidence, Evidence::Returns(_));
            assert!(said.evidence().iter().any(is_told), "{lines} {times} {said:?}");
        }
    }
}

/// The encoding of a text without a BOM is that of its first part.
#[test]
fn utf_16_with_line_ends_of_8_bit_text_has_its_encoding_without_a_bom() {
    let said = detect(b"h\0e\0l\0l\0o\0\r\0\r\n\0w\0o\0r\0l\0d\0\r\0\r\n\0");
    assert_eq!(said.encoding(), Some(Encoding::Utf16Le), "{said:?}");
    assert!(matches!(said.evidence(), [Evidence::LineEnds(12)]), "{said:?}");
}

/// In the other byte order, line feeds look as if the carriage returns before them had been
/// removed. But these texts are parts in different byte orders.
#[test]
fn utf_16_in_both_orders_has_its_line_ends() {
    let texts = [
        "Line of text number one\nand two\n",
        "Всё\nили ничего\nABC и так далее\n",
        "\n\nA\n\nЖ\nB longer line\n",
    ];
    for (first, second) in texts.iter().flat_map(|first| texts.map(|second| (first, second))) {
        for mark in ["\u{FEFF}", ""] {
            let little = |text: String| text.encode_utf16().flat_map(u16::to_le_bytes).collect();
            let big = |text: String| text.encode_utf16().flat_map(u16::to_be_bytes).collect();
            let [first, second] =
                [format!("\u{FEFF}{}", first.repeat(5)), format!("{mark}{}", second.repeat(5))];
            let one: [Vec<u8>; 2] = [little(first.clone()), big(second.clone())];
            let other: [Vec<u8>; 2] = [big(first), little(second)];
            for bytes in [one.concat(), other.concat()] {
                let said = detect(&bytes);
                let is_told =
                    |one: &Evidence| matches!(one, Evidence::Returns(_) | Evidence::LineEnds(_));
                assert!(!said.evidence().iter().any(is_told), "{bytes:X?} {said:?}");
            }
        }
    }
}

/// UTF-8 with a cut character, or with a word in a charset, is damaged UTF-8, even if it is short.
/// The cut may be at the end of a field or at the start of a piece.
#[test]
#[cfg(feature = "charsets")]
fn cut_utf_8_is_utf_8() {
    let cut: [&[u8]; 8] = [
        b"0;\xD0\x90\xD0\xBD\xD0\xBD\xD0\xB0 \xD0\x9A\xD0\xB0\xD1\x80\xD0\xB5\xD0\xBD\xD0\xB8\xD0\xBD\xD0\xB0\n9;\xD0\xA4\xD1\x91\xD0\xB4\xD0\xBE\xD1\x80 \xD0\x94\xD0\xBE\xD1\x81\xD1;x\n",
        b"Ihre Bestellung f\xC3\xBCr J\xC3\xB6rg M\xC3\xBC\xC3\n",
        b"\x80\xD0\xB8\xD0\xB2\xD0\xB5\xD1\x82, \xD0\xBA\xD0\xB0\xD0\xBA \xD0\xB4\xD0\xB5\xD0\xBB\xD0\xB0?\n",
        b"\xBC\xC3\x9Fe \xC3\x96fen, gro\xC3\x9Fe T\xC3\xB6pfe und sch\xC3\xB6ne T\xC3\xBCren.\n",
        b"\x81\xAB\xE3\x81\xBB\xE3\x82\x93\xE3\x81\x94\xE3\x81\xAF\xE3\x82\x80\xE3\x81\x9A\xE3\x81\x8B\xE3\x81\x97\xE3\x81\x84\n",
        b"\xE4\xBA\xBA\xE4\xBA\xBA\xE7\x94\x9F\xE8\x80\x8C\xE8\x87\xAA\xE7\x94\xB1\xEF\xBC\x8C\xE5\x9C\xA8\xE5\xB0;1\n",
        b"na\xC3\xAFve caf\xC3\xA9s \xC3\xA0 la cr\xC3\xA8me br\xC3\xBBl\xC3;1\n",
        b"\xC3\x9Cber die Gr\xF6\xDFe K\xC3\xB6ln wei\xC3\x9F man; sch\xC3\xB6ne Gr\xC3\xBC\xC3\x9Fe.\n",
    ];
    for bytes in cut {
        let said = detect(bytes);
        let text = String::from_utf8_lossy(bytes);
        assert_eq!(
            (said.encoding(), said.verdict()),
            (Some(Encoding::Utf8), Verdict::Likely),
            "{text}"
        );
        // The same holds after a long US-ASCII text.
        let far = [&b"plain text, and more of it\n".repeat(4000)[..], bytes].concat();
        assert_eq!(detect(&far).encoding(), Some(Encoding::Utf8), "{text}");
    }
    // Text in a charset that has UTF-8 sequences by chance stays in that charset.
    let charsets: [(&str, &[u8]); 4] = [
        ("windows-1251", b"\xCF\xB8\xF2\xF0 \xE8 \xC0\xEB\xB8\xED\xE0 \xEF\xEE\xF8\xEB\xE8 \xE4\xEE\xEC\xEE\xE9\n"),
        ("windows-1252", b"\xC9cole \xC2\xB0, d\xE9j\xE0 vu, o\xF9 \xEAtes-vous all\xE9s\n"),
        ("windows-874", b"\xE0\xBB\xE7\xB9\xC1\xB9\xD8\xC9\xC2\xEC\xCA\xD8\xB4\xBB\xC3\xD0\xE0\xCA\xC3\xD4\xB0\n"),
        ("shift_jis", b"\xC3\xB7\xBD\xC4 \xC3\xDE\xB0\xC0 \xC6\xAD\xB3\xD8\xAE\xB8,\x83e\x83L\x83X\x83g\x82\xCC\x93\xFC\x97\xCD\n"),
    ];
    for (name, bytes) in charsets {
        assert_eq!(detect(bytes).encoding().map(Encoding::name), Some(name));
    }
}

/// Line breaks that a mailer put inside characters do not indicate a charset. One or two lines of
/// UTF-8 among many others are reported.
#[test]
#[cfg(feature = "charsets")]
fn utf_8_among_other_lines() {
    let mail = b"Gr\xC3\xBC\xC3\x9Fe aus K\xC3\xB6ln. \xC3\x9Cbrigens: M\xC3\n\xBCller, Schr\xC3\r\n\xB6der, \xC3\n\x84rger\n";
    assert_eq!(detect(mail).encoding(), Some(Encoding::Utf8));
    let first = "Grüße aus Köln, hier schreibt jemand.\nAll is well\n";
    let russian =
        b"\xCF\xF0\xE8\xE2\xE5\xF2, \xEA\xE0\xEA \xE4\xE5\xEB\xE0 \xF1\xE5\xE3\xEE\xE4\xED\xFF?\n";
    let log = [first.as_bytes(), &russian.repeat(20)].concat();
    let segments = |bytes: &[u8]| -> Vec<_> {
        let said = detect(bytes);
        said.segments().iter().filter_map(|segment| Some(segment.encoding?.name())).collect()
    };
    assert_eq!(segments(&log), ["utf-8", "windows-1251"]);
    // A line that is UTF-8 by chance is not reported.
    let chance = [b"\xC0\xEB\xB8\xED\xE0:\n\xC2\xB8\n\xCF\xB8\n", &russian.repeat(3)[..]].concat();
    assert!(segments(&chance).is_empty());
}

/// Returns a number from 0 to below `end`, random enough for these tests.
fn random(state: &mut u64, end: usize) -> usize {
    *state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
    (*state >> 33) as usize % end
}

#[test]
fn digests_and_names_are_no_utf_7() {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut state = 7;
    for lines in 1..=4 {
        for _ in 0..400 {
            let mut text = Vec::new();
            for _ in 0..lines {
                text.extend_from_slice(b"      \"integrity\": \"sha512-");
                text.extend((0..86).map(|_| DIGITS[random(&mut state, 64)]));
                text.extend_from_slice(b"==\",\n");
            }
            let said = detect(&text);
            let what = String::from_utf8(text).unwrap();
            assert_eq!(said.encoding(), Some(Encoding::UsAscii), "{what}");
        }
    }
    for text in ["my $e = $h{+ENCODING};\n", "a = b+CONSTANT;", "q=one+two+Three&Four&x-"] {
        assert_eq!(detect(text.as_bytes()).encoding(), Some(Encoding::UsAscii), "{text}");
    }
    // Text that people write stays as it is.
    for text in
        ["f+APw-r die Stra+AN8-en", "Hi Mom +Jjo- this is +ZeVnLIqe-", "+BB8EQAQ4BDIENQRC-!"]
    {
        assert_eq!(detect(text.as_bytes()).encoding(), Some(Encoding::Utf7), "{text}");
    }
}

#[test]
fn names_with_nuls_behind_them() {
    let lists: [&[u8]; 5] = [
        b"one\0two\0three longer names\0",
        b"first line\nPATH=/bin\0HOME=/root\0TERM=xterm\0",
        b"./a\0./b\0./some folder/c\0",
        "one\0zwölf\0three longer names\0".as_bytes(),
        b"header\none\0two\0three longer names\0",
    ];
    for list in lists {
        let said = detect(list);
        let utf8 = if list.is_ascii() { Encoding::UsAscii } else { Encoding::Utf8 };
        assert_eq!(said.encoding(), Some(utf8), "{said:?}");
        assert_eq!(said.segments(), [], "{said:?}");
    }
    const LETTERS: &[u8] = b"etaoinshrdlucmfwypvbgkjqxzetaoinshrdlu/._- 0123";
    let mut state = 9;
    for _ in 0..3000 {
        let mut list = Vec::new();
        for _ in 0..1 + random(&mut state, 30) {
            let length = 3 + random(&mut state, 20);
            list.extend((0..length).map(|_| LETTERS[random(&mut state, LETTERS.len())]));
            list.push(0);
        }
        let said = detect(&list);
        let what = String::from_utf8(list).unwrap();
        assert_eq!(said.encoding(), Some(Encoding::UsAscii), "{what:?} {said:?}");
    }
}

#[cfg(feature = "charsets")]
#[test]
fn lines_in_several_charsets_are_not_said_to_be_in_one() {
    let lines = [(TEXTS[1], "iso-8859-1"), (TEXTS[11], "shift_jis"), (TEXTS[4], "koi8-r")];
    let lines = lines.map(|(text, charset)| {
        let text = text.replace('œ', "oe");
        convert(text.as_bytes(), Encoding::Utf8, charset.parse().unwrap()).unwrap()
    });
    let strange = |said: &Detection| {
        said.evidence().iter().any(|one| matches!(one, Evidence::OtherCharsets(_)))
    };
    let [french, japanese, russian] = lines.each_ref().map(Vec::as_slice);
    let mixtures: [&[&[u8]]; 4] = [
        &[french, japanese, russian],
        &[french, russian],
        &[TEXTS[3].as_bytes(), french, japanese, russian],
        &[japanese, russian, russian, japanese],
    ];
    for mixture in mixtures {
        let said = detect(&mixture.concat().repeat(5));
        assert!(said.confidence() <= 0.5 && strange(&said), "{said:?}");
    }
    for line in lines {
        let said = detect(&line.repeat(15));
        assert!(said.confidence() > 0.75 && !strange(&said), "{said:?}");
    }
}

#[cfg(feature = "charsets")]
#[test]
fn few_bytes_of_noise_are_not_sure_to_be_a_charset() {
    let mut state = 5;
    for length in [4, 6, 8, 12, 16, 24, 40] {
        let mut sure = 0;
        for _ in 0..500 {
            let bytes: Vec<u8> = (0..length).map(|_| random(&mut state, 256) as u8).collect();
            let said = detect(&bytes);
            let charset = matches!(said.encoding(), Some(Encoding::Charset(_)));
            sure += u32::from(charset && said.confidence() >= 0.6);
        }
        assert!(sure <= 15, "{length}: {sure}");
    }
}

#[cfg(feature = "charsets")]
#[test]
fn code_page_850_is_not_macintosh() {
    let german = "Über die Größe der Häuser läßt sich schön streiten, für jeden gäbe es Gründe.\n";
    let spanish =
        "El año pasado la señora llevó más azúcar, jamón y plátanos a su pequeño jardín.\n";
    for text in [german, spanish, &[german, spanish].concat()] {
        let bytes = convert(text.as_bytes(), Encoding::Utf8, "ibm850".parse().unwrap()).unwrap();
        let said = detect(&bytes);
        assert_ne!(said.encoding().unwrap().name(), "macintosh", "{said:?}");
        let bytes = convert(text.as_bytes(), Encoding::Utf8, "windows-1252".parse().unwrap());
        let said = detect(&bytes.unwrap());
        assert_eq!(said.encoding().unwrap().name(), "windows-1252", "{said:?}");
    }
}

/// Returns the number of the line that is or may be UTF-8, and whether that is certain, in a text with
/// `line` among others in `charset`.
#[cfg(feature = "charsets")]
fn line_in_utf8(charset: &str, others: &str, line: &[u8]) -> Option<(u64, bool)> {
    let others = convert(others.as_bytes(), Encoding::Utf8, charset.parse().unwrap()).unwrap();
    let said = detect(&[&others.repeat(40), line, b"\n", &others.repeat(40)].concat());
    said.utf8_line().map(|line| (line.number, line.is_sure))
}

#[cfg(feature = "charsets")]
#[test]
fn one_line_in_utf8_is_found_in_a_charset() {
    for (charset, others, line) in [
        ("windows-1250", "Árvíztűrő tükörfúrógép, és még néhány szó\n", "Győr"),
        ("iso-8859-2", "Zażółć gęślą jaźń, a potem idź do domu\n", "Kraków"),
        ("windows-1252", "Le garçon a été très étonné, déjà\n", "Zürich"),
        ("ibm850", "Größere Mühe macht die Übersetzung für Ämter\n", "São Paulo"),
        ("windows-1251", "Съешь ещё этих мягких французских булок\n", "Орёл"),
        ("iso-8859-7", "Ξεσκεπάζω την ψυχοφθόρα βδελυγμία\n", "Αθήνα"),
        ("windows-1254", "Pijamalı hasta yağız şoföre çabucak güvendi\n", "Muş"),
        ("windows-1256", "نص حكيم له سر قاطع وذو شأن عظيم\n", "القاهرة"),
    ] {
        assert_eq!(line_in_utf8(charset, others, line.as_bytes()), Some((41, true)), "{line}");
    }
}

#[cfg(feature = "charsets")]
#[test]
fn lines_of_a_charset_may_look_like_utf8() {
    let french = "Le garçon a été très étonné, déjà\n";
    let ukrainian = "Чуєш їх, доцю, га? Кумедна ж ти, прощайся без ґольфів!\n";
    let japanese = "色は匂へど散りぬるを、我が世誰ぞ常ならむ。\n";
    let russian = "Съешь ещё этих мягких французских булок\n";
    for (charset, others, line) in [
        ("windows-1252", french, &b"JOS\xC9\x92S"[..]),
        ("windows-1252", french, b"N\xBA 1 \xC0 \xC9\xBB"),
        ("windows-1251", ukrainian, b"key=\xCD\xB3"),
        ("windows-1251", ukrainian, b"\xD2\xB3"),
        ("shift_jis", japanese, b"\xC3\xBD\xC4"),
        ("shift_jis", japanese, b"\xCA\xB2"),
        ("ibm866", russian, b"\xE0\xA0\xA1"),
        ("iso-8859-5", russian, b"\xC2\xBE"),
    ] {
        assert_eq!(line_in_utf8(charset, others, line), None, "{line:X?}");
    }
    // This can be a line about UTF-8, so nothing is certain.
    assert_eq!(line_in_utf8("windows-1252", french, "é".as_bytes()), Some((41, false)));
}

/// Returns the words of `line` in a text in `charset` that are UTF-8, their column, which is known if
/// characters have one byte each, and whether they are certainly UTF-8.
#[cfg(feature = "charsets")]
fn words_in_utf8(charset: &str, others: &str, line: &[u8]) -> Option<(String, Option<u64>, bool)> {
    let others = convert(others.as_bytes(), Encoding::Utf8, charset.parse().unwrap()).unwrap();
    let said = detect(&[&others.repeat(20), line, b"\n", &others.repeat(9)].concat());
    let part = said.utf8_line().filter(|line| line.is_part)?;
    assert_eq!(part.number, 21, "{said:?}");
    Some((part.text.clone(), part.column, part.is_sure))
}

#[cfg(feature = "charsets")]
#[test]
fn words_in_utf8_are_found_in_lines_of_a_charset() {
    for (charset, others, line, word, column) in [
        (
            "windows-1252",
            "Le garçon a été très étonné, déjà\n",
            &b"7;M\xC3\xBCller;K\xF6ln"[..],
            "Müller",
            3,
        ),
        (
            "windows-1252",
            "Le garçon a été très étonné, déjà\n",
            b"\xE9t\xE9 S\xC3\xA3o Paulo",
            "São",
            5,
        ),
        ("windows-1250", "Árvíztűrő tükörfúrógép\n", b"J\xF3zsef;Gy\xC5\x91r", "Győr", 8),
        (
            "windows-1251",
            "Съешь ещё этих мягких булок\n",
            b"\xD0\x9E\xD1\x80\xD1\x91\xD0\xBB, \xE4\xE0",
            "Орёл",
            1,
        ),
        ("ibm850", "Größere Mühe macht die Übersetzung\n", b"K\x94ln;M\xC3\xBCller", "Müller", 6),
        (
            "shift_jis",
            "色は匂へど散りぬるを、我が世誰ぞ常ならむ。\n",
            b"\x93\xFA\x96\x7B M\xC3\xBCller",
            "Müller",
            0,
        ),
    ] {
        let found = words_in_utf8(charset, others, line);
        assert_eq!(
            found,
            Some((word.to_owned(), (column > 0).then_some(column), true)),
            "{charset}"
        );
    }
}

#[cfg(feature = "charsets")]
#[test]
fn words_of_a_charset_may_look_like_utf8() {
    let french = "Le garçon a été très étonné, déjà\n";
    let russian = "Съешь ещё этих мягких французских булок\n";
    for (charset, others, line) in [
        ("windows-1252", french, &b"\xE9t\xE9 JOS\xC9\x92S CAF\xC9\xBB"[..]),
        ("windows-1252", french, b"\xE9t\xE9 \xC3\xA9"),
        ("macintosh", french, b"\x8Et\x8E \xC7\x8Etude\xC8"),
        ("koi8-r", russian, b"\xC4\xC1 \xC5\xA3 \xC4\xC1"),
        ("ibm866", russian, b"\xA4\xA0 \xE0\xA0\xA7 \xE1\xA0\xAC"),
        ("ibm437", french, b"\x82t\x82 \xC4\xB3 \xC2\xB3"),
    ] {
        let found = words_in_utf8(charset, others, line);
        assert!(found.is_none_or(|(_, _, is_sure)| !is_sure), "{line:X?}");
    }
}
