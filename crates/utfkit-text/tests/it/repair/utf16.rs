//! UTF-16: BOMs, lost bytes, surrogates.

use super::*;

fn utf16(text: &str, big: bool) -> Vec<u8> {
    let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    text.encode_utf16().flat_map(bytes).collect()
}

#[test]
fn utf16_boms() {
    // Without one of the BOMs, it would be UTF-32.
    repaired(b"\xFF\xFE\xFF\xFE\0\0b\0c\0d\0ef\0g\x02h\0h\xFAj\0", Options::default());
    for big in [true, false] {
        let whole = utf16("\u{FEFF}Some text, as it was.", big);
        let text = &whole[2..];
        leaves(&whole);
        let fault = &["wrong-bom"];
        fixes([&utf16("\u{FEFF}", !big), text].concat(), &whole, fault);
        fixes([&utf16("\u{FEFF}", !big), &whole[..]].concat(), &whole, fault);
        fixes([&whole[..2], &whole].concat(), &whole, fault);
        fixes([b"\xEF\xBB\xBF", &whole[..]].concat(), &whole, fault);
    }
    leaves(utf16("\u{FEFF}漢字", true));
    // Nothing proves the order of two ideographs, so the last of three BOMs decides.
    let boms = [utf16("\u{FEFF}\u{FEFF}", true), utf16("\u{FEFF}漢字", false)].concat();
    fixes(boms, utf16("\u{FEFF}漢字", false), &["wrong-bom"]);
    leaves(b"\xFF\xFE\0\0a\0\0\0");
}

/// As in UTF-8, a BOM is stray only at the start of a line.
#[test]
fn utf16_of_joined_files() {
    for big in [true, false] {
        let fault = &["stray-bom"][..];
        let wide = |text: &str| utf16(text, big);
        fixes(wide("\u{FEFF}a\nb\n\u{FEFF}c\n"), wide("\u{FEFF}a\nb\nc\n"), fault);
        fixes(
            wide("\u{FEFF}a\r\n\u{FEFF}\u{FEFF}"),
            wide("\u{FEFF}a\r\n"),
            &[fault, fault].concat(),
        );
        fixes(wide("\u{FEFF}\n\u{FEFF}[да]\n"), wide("\u{FEFF}\n[да]\n"), fault);
        leaves(wide("\u{FEFF}a\u{FEFF}b\r\u{FEFF}c \u{FEFF}\n"));
        let done = repaired(wide("\u{FEFF}a\n\u{FEFF}b"), Options::default());
        assert_eq!((done.fixes[0].offset, &done.fixes[0].bytes), (6, &wide("\u{FEFF}")));
        let long = wide(&["\u{FEFF}", &"\u{FEFF}Zeile\r\n".repeat(60)[3..]].concat());
        pieces_do_not_matter_to(&long);
    }
}

/// Lone surrogates stay and are reported, no matter where the text is cut.
#[test]
fn utf16_that_is_ill_formed() {
    for big in [false, true] {
        let unit = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        let units = [0xFEFF, 0x61, 0xD83D, 0xD83D, 0xDE00, 0xDE00, 0x62, 0xD83D];
        let text: Vec<u8> = units.iter().flat_map(|&one| unit(one)).collect();
        let repaired = repair(&text, Options::default());
        assert_eq!((&repaired.bytes, repaired.fixes.len()), (&text, 0));
        let found = |finding: &Finding| (finding.offset(), finding.kind());
        let high = Kind::LoneHighSurrogate { value: 0xD83D };
        let expected = [(4, high), (10, Kind::LoneLowSurrogate { value: 0xDE00 }), (14, high)];
        assert_eq!(repaired.ill_formed.iter().map(found).collect::<Vec<_>>(), expected);
        for size in 1..text.len() {
            let (mut repairer, mut told, mut kept) =
                (Repairer::new(Options::default()), Vec::new(), Vec::new());
            let mut sink = |event: Event<'_>| match event {
                Event::IllFormed(finding) => told.push(found(&finding)),
                Event::Kept(bytes) => kept.extend_from_slice(bytes),
                _ => {}
            };
            text.chunks(size).for_each(|piece| repairer.push(piece, false, &mut sink));
            repairer.push(&[], true, &mut sink);
            assert_eq!((told, kept), (expected.to_vec(), text.clone()), "{size}");
        }
    }
}

#[test]
fn utf16_that_lost_a_byte() {
    for big in [true, false] {
        let whole = utf16("\u{FEFF}Some text, as it was before somebody touched it.", big);
        let mut restored = 0;
        for at in 2..whole.len() {
            let mut broken = whole.clone();
            let lost = broken.remove(at);
            let done = repaired(&broken, Options::default());
            match done.fixes.is_empty() {
                // The repair reports it.
                true => assert!(!done.ambiguous.is_empty(), "{at}"),
                false => {
                    assert_eq!((lost, &done.bytes), (0, &whole), "{at}");
                    restored += 1;
                }
            }
        }
        assert!(restored >= 10, "{restored}");
    }
}

/// A lone `t` may be half of a character of another script, such as 6B74.
#[test]
fn a_character_by_itself_is_not_made_of_half_a_unit() {
    let whole =
        utf16("\u{FEFF}A link, [\u{6B74}](https://example.org), and what comes behind it.", false);
    for (at, lost) in whole.iter().enumerate().filter(|&(_, &byte)| byte == 0x6B || byte == 0x74) {
        let mut broken = whole.clone();
        broken.remove(at);
        let done = repaired(&broken, Options::default());
        let in_place = done.bytes == whole;
        assert!(done.fixes.is_empty() || in_place, "{at}: {lost:02X}");
    }
}

/// A program that treats UTF-16 as bytes adds a byte 0D before each 0A. That byte may also be half
/// of a code unit.
#[test]
fn an_added_byte_is_not_a_lost_byte() {
    let text = "one line of text, and another\nand one more, as long as that\n".repeat(9);
    for big in [false, true] {
        let order = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        let bytes: Vec<u8> = text.encode_utf16().flat_map(order).collect();
        let at = bytes.iter().position(|&byte| byte == b'\n').unwrap();
        for added in [b'\r', b'.', b'x'] {
            let mut broken = order(0xFEFF).to_vec();
            broken.extend_from_slice(&bytes[..at]);
            broken.push(added);
            broken.extend_from_slice(&bytes[at..]);
            assert!(!leaves(&broken).ambiguous.is_empty(), "{big} {added:X}");
        }
    }
}

/// UTF-16 without a BOM may follow a BOM of UTF-8.
#[test]
fn utf16_after_the_bom_of_utf8() {
    for (bom, big) in [(b"\xFF\xFE", false), (b"\xFE\xFF", true)] {
        let order = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
        let bytes: Vec<u8> = "some text\n".encode_utf16().flat_map(order).collect();
        let broken = [b"\xEF\xBB\xBF", &bytes[..]].concat();
        fixes(broken, [&bom[..], &bytes].concat(), &["wrong-bom"]);
    }
    leaves("\u{FEFF}some text");
    leaves("\u{FEFF}中文");
}

/// No lost byte is added after an odd byte that stays, and pieces do not matter.
#[test]
fn utf16_that_lost_several_bytes() {
    let mut random = corpora::Random::new();
    let texts = ["Some text, as it was before; names, a_b_c, b/0/02/OSIRIS. ", "слово-за-словом"];
    for case in 0..if cfg!(debug_assertions) { 1_500 } else { 50_000 } {
        let text = texts[usize::from(random.one_in(4))].repeat(60);
        let len = 20 + random.below(text.chars().count() - 20);
        let text = text.chars().take(len).collect::<String>();
        let (big, right) = (case & 1 == 0, !random.one_in(9));
        let joined = random.one_in(4);
        let text = if joined {
            text.replace(". ", "\n\u{FEFF}").replace("за", "\n\u{FEFF}")
        } else {
            text
        };
        let mut broken = [utf16("\u{FEFF}", big == right), utf16(&text, big)].concat();
        let near = 2 + random.below(broken.len() - 2);
        for _ in 0..1 + random.below(3) {
            let beyond = broken.len() - near;
            let far = random.one_in(2);
            let at = near + random.below(if far { beyond } else { beyond.min(90) });
            match random.one_in(8) {
                _ if at >= broken.len() => {}
                true => broken.insert(at, b'x'),
                false => drop(broken.remove(at)),
            }
        }
        let whole = repaired(&broken, Options::default());
        let mut pieces = Vec::new();
        let mut repairer = Repairer::new(Options::default());
        let mut sink = |event: Event<'_>| match event {
            Event::Kept(bytes) => pieces.extend_from_slice(bytes),
            Event::Fix(fix) => pieces.extend_from_slice(&fix.becomes),
            _ => {}
        };
        broken.chunks(1 + random.below(2000)).for_each(|one| repairer.push(one, false, &mut sink));
        repairer.push(&[], true, &mut sink);
        assert!(pieces == whole.bytes, "{:?}", broken.escape_ascii().to_string());
    }
}

/// The bytes of `b` and `F` are lost. A first run must not add only one of them.
#[test]
fn utf16_of_osiris() {
    let start = utf16("\u{FEFF}b/0/02/OSIRIS", false);
    repaired(
        [&start[..], b"_n\0M\0a\0r\0s\0_\0t\0r\0u\0Fe\0_\0c\0o\0l\0o\0r\0.\0"].concat(),
        Options::default(),
    );
}
