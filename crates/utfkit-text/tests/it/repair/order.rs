//! UTF-16: the byte order of a text.

use super::*;

fn utf16(text: &str, big: bool) -> Vec<u8> {
    let bytes = |unit: u16| if big { unit.to_be_bytes() } else { unit.to_le_bytes() };
    text.encode_utf16().flat_map(bytes).collect()
}

/// Text with many `一`, `最`, `开` or ideographic spaces is in the order of its BOM, although these are
/// ASCII letters in the other order.
#[test]
fn ideographs_are_not_ascii_in_the_other_order() {
    for text in [
        "一寸光阴一寸金，寸金难买寸光阴；一日之计在于晨，一年之计在于春",
        "王　伟　李　娜　张　敏　刘　洋　陈　静　杨　磊　赵　军　黄　丽　周　涛　吴　刚\n",
        "Title一一一一一一一一",
        "Title一一一一一一一一\n",
        "一　一　一　一　一　一\n",
        "最开一最开一最开一，最开一",
        "一一一一一一一一一一",
        "　　　　　　　　　　",
    ] {
        for big in [false, true] {
            let done = leaves(utf16(&format!("\u{FEFF}{text}"), big));
            assert_eq!(done.ambiguous, [], "{text}");
        }
    }
}

/// Icons of a font may be next to ASCII, and characters for private use may be in any text.
#[test]
fn characters_for_private_use_prove_no_order() {
    let prompt = "folder: \"\u{F07B}\", shell: \"\u{E795}\", term: \"\u{F489}\", git: \"\u{E65D}\"";
    for big in [false, true] {
        assert_eq!(leaves(utf16(&format!("\u{FEFF}{prompt}"), big)).ambiguous, []);
    }
    let text = utf16("Größe der Tür \u{F8FF}\nund Möbel\n", false);
    let done = repaired([&b"\xEF\xBB\xBF"[..], &text].concat(), Options::default());
    assert_eq!(done.bytes, [&b"\xFF\xFE"[..], &text].concat());
}

/// Bytes that were added at every line end, and two lost bytes near each other, are reported.
#[test]
fn reports_text_that_is_out_of_step_twice() {
    let lines = utf16(&format!("\u{FEFF}{}", "one two\nthree\nfour five\nsix\n".repeat(10)), false);
    let bytes: Vec<u8> = lines
        .iter()
        .flat_map(|&byte| if byte == b'\n' { vec![b'\r', b'\n'] } else { vec![byte] })
        .collect();
    assert!(leaves(bytes).ambiguous.len() >= 10);
    let text = utf16(&format!("\u{FEFF}{}", "The quick brown fox jumps over. ".repeat(60)), false);
    let twice = [&text[..43], &text[44..123], &text[124..]].concat();
    assert_eq!(leaves(twice).ambiguous.len(), 2);
}

/// A few letters may be four ideographs, so both texts are reported.
#[test]
fn reports_text_in_either_order() {
    let done = leaves(b"\xFF\xFE\0H\0e\0l\0l\0o");
    let [doubt] = &done.ambiguous[..] else { panic!("{:?}", done.ambiguous) };
    assert_eq!((doubt.offset, doubt.code, &doubt.bytes[..]), (0, "wrong-bom", &b"\xFF\xFE"[..]));
    assert_eq!(doubt.readings, ["䠀攀氀氀漀 in UTF-16LE", "Hello in UTF-16BE"]);
    assert_eq!(leaves(utf16("\u{FEFF}一开最刀一开最刀", false)).ambiguous.len(), 1);
}

/// All texts, whole and in pieces: a correct BOM stays without a report, and a wrong one is fixed or
/// stays.
#[test]
fn boms_of_all_texts() {
    let pieces = |text: &str, size: usize| -> Vec<String> {
        let characters: Vec<_> = text.chars().filter(|&one| one != '\u{FEFF}').collect();
        let step = (characters.len() / 400).max(size);
        let pieces = characters.chunks(step).map(|piece| &piece[..piece.len().min(size)]);
        pieces.map(|piece| piece.iter().collect()).collect()
    };
    let texts = corpora::texts();
    for size in [20, 60, 200, 1000, usize::MAX] {
        let (mut all, mut fixed, mut told) = (0, 0, 0);
        for (name, text) in &texts {
            for piece in pieces(text, size) {
                for big in [false, true] {
                    let whole = utf16(&format!("\u{FEFF}{piece}"), big);
                    let done = repair(&whole, Options::default());
                    let found = (done.fixes.len(), done.ambiguous.len());
                    assert_eq!(found, (0, 0), "{name}: {piece}");
                    let broken = [&utf16("\u{FEFF}", !big), &whole[2..]].concat();
                    let done = repair(&broken, Options::default());
                    assert!(done.bytes == whole || done.fixes.is_empty(), "{name}: {piece}");
                    all += 1;
                    fixed += usize::from(!done.fixes.is_empty());
                    told += usize::from(done.fixes.is_empty() && !done.ambiguous.is_empty());
                }
            }
        }
        println!("{size}: {all} with the wrong BOM, {fixed} fixed, {told} told");
    }
}
