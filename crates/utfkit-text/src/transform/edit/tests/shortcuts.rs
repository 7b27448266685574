//! The shortcuts for long files find and check the same as the general way.

use utfkit::encoding::ByteOrder;

use super::{super::Refusal, named, once};
use crate::transform::edit::{
    Text, Times,
    find::{Pattern, places},
    quick,
    reading::Reading,
};

#[test]
fn places_by_bytes_are_those_by_characters() {
    let pieces: [&[u8]; 12] = [
        b"a",
        b"ab",
        b"\xC3\xA9",
        b"\xE9",
        b"\xC3",
        b"\xE2\x82",
        b"\xE2\x82\xAC",
        b"\n",
        b"\r\n",
        b"\r",
        b"\x80",
        b"x",
    ];
    let (mut random, mut found) = (7_u64, 0);
    let mut below = |limit: u64| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        (random >> 33) % limit
    };
    for round in 0..2000 {
        let name = ["utf-8", "windows-1252", "koi8-r", "iso-8859-1"][round % 4];
        let bytes: Vec<u8> =
            (0..below(40)).flat_map(|_| pieces[below(12) as usize]).copied().collect();
        let text = Text { bytes: &bytes, start: 0, encoding: named(name), order: ByteOrder::Big };
        let old = ["ab", "\u{E9}", "\u{20AC}", "bx", "\r", "\u{434}x", "\u{C3}"][below(7) as usize];
        let pattern = Pattern::new(old, ["y", "y\nz"][below(2) as usize]).unwrap();
        let slow = places(&text, Reading::Right, &pattern, Times::All).unwrap_or_default();
        let Some(quick) = quick::by_bytes(&text, &pattern) else { continue };
        if pattern.new.contains(&0x0A) {
            assert_eq!(quick, slow, "{name} {old:?} {bytes:?}");
        } else {
            let spans = |all: &[super::super::find::Found]| -> Vec<_> {
                all.iter().map(|place| (place.start, place.end)).collect()
            };
            assert_eq!(spans(&quick), spans(&slow), "{name} {old:?} {bytes:?}");
        }
        found += slow.len();
    }
    assert!(found > 500, "{found}");
}

#[test]
fn a_long_file_keeps_the_contract() {
    let lines = b"Stra\xDFe \x81 und K\xFCche\r\n".repeat(10_000);
    let file = [&lines[..], b"size = 1\r\n", &lines[..], b"\xFF"].concat();
    let want = [&lines[..], b"size = \x80\r\n2\r\n", &lines[..], b"\xFF"].concat();
    assert_eq!(once(&file, "windows-1252", "= 1", "= \u{20AC}\n2"), Ok(want));
    // The lead byte before the place takes the new byte.
    let joined = [&b"\x82\xA0 a\n".repeat(20_000)[..], b"\x81;\n"].concat();
    let at = joined.len() - 2;
    let refused = once(&joined, "shift_jis", ";", "@");
    assert_eq!(refused, Err(Refusal::Joins { offset: at }));
}
