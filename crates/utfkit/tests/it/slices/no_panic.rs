//! Tests that functions over slices accept all bytes, units, positions, parts and rooms.
//!
//! Every result is used up. Other tests check its value.
use std::{fs, path::Path};

use proptest::prelude::*;
use utfkit::{
    Be, Le, WellFormed, ascii, latin1,
    units::{self, Range},
    utf8, utf16, utf32,
};

/// Calls functions with the same arguments, and drops the results.
macro_rules! each {
    ($module:ident $arguments:tt: $($function:ident)*) => {
        $(let _ = $module::$function $arguments;)*
    };
}

/// Uses up an iterator, which must end.
fn used_up<T>(all: impl Iterator<Item = T>) {
    assert!(all.take(10_000).count() < 10_000, "the iterator does not end");
}

/// Calls functions that UTF-16 and UTF-32 both have, for a text in any form.
macro_rules! call_wide {
    ($module:ident, $text:expr, $at:expr, $room:expr) => {
        each!($module($text): validate is_valid count utf8_len count_lines utf8_len_lossy
            complete_up_to decode_first decode_last to_string to_string_lossy);
        each!($module($text, $at): is_boundary floor_boundary ceil_boundary next_boundary
            previous_boundary);
        used_up($module::chunks($text));
        used_up($module::chars($text));
        used_up($module::char_indices($text));
        used_up($module::split($text, $at));
        let _ = $module::compare($text, $text);
        let (mut bytes, mut pairs, mut words) = (vec![0_u8; $room], vec![0_u16; $room], vec![0_u32; $room]);
        each!($module($text, &mut bytes[..]): to_utf8 to_latin1 to_utf8_lossy);
        each!($module($text, &mut pairs[..]): to_utf16 to_utf16_lossy);
        each!($module($text, &mut words[..]): to_utf32 to_utf32_lossy);
        let _ = $module::validate($text).map_err(|error| error.finding().to_string());
    };
}

fn call_utf8(text: &[u8], at: usize, room: usize) {
    each!(utf8(text): validate valid_up_to is_valid scan complete_up_to decode_first decode_last
        to_string_lossy count utf16_len utf32_len count_lines utf16_len_lossy utf32_len_lossy
        utf8_len_lossy to_utf16_vec to_utf32_vec to_utf16_vec_lossy to_utf32_vec_lossy);
    each!(utf8(text, at): finding_at is_boundary floor_boundary ceil_boundary next_boundary
        previous_boundary);
    each!(utf8(text.to_vec()): into_string into_string_lossy);
    used_up(utf8::chunks(text));
    used_up(utf8::chars(text));
    used_up(utf8::char_indices(text));
    used_up(utf8::split(text, at));
    let _ = utf8::compare(text, &text[..text.len() / 2]);
    let _ = utf8::contents(&String::from_utf8_lossy(text));
    let (mut bytes, mut pairs, mut words) = (vec![0; room], vec![0_u16; room], vec![0_u32; room]);
    each!(utf8(text, &mut bytes[..]): to_latin1 to_utf8_lossy);
    each!(utf8(text, &mut pairs[..]): to_utf16 to_utf16_lossy);
    each!(utf8(text, &mut words[..]): to_utf32 to_utf32_lossy);
    let _ = utf8::scrub_in_place(&mut text.to_vec(), at as u8);
    if let Err(error) = utf8::into_string(text.to_vec()) {
        let _ = (error.finding().to_string(), error.into_string_lossy());
    }
    let (mut stream, mut validator) = (utf8::Utf8Stream::new(), utf8::Validator::new());
    for chunk in [&text[..text.len() / 3], &[], &text[text.len() / 3..]] {
        used_up(stream.feed(chunk));
        stream.feed(&[]).skip_bytes(at);
        let _ = validator.push(chunk);
    }
    used_up(stream.finish());
    let _ = validator.finish();
}

fn call_others(text: &[u8], at: usize, room: usize) {
    each!(ascii(text): validate prefix is_valid);
    each!(latin1(text): utf8_len to_string);
    let (mut bytes, mut pairs, mut words) = (vec![0; room], vec![0_u16; room], vec![0_u32; room]);
    let _ = latin1::to_utf8(text, &mut bytes[..]);
    let _ = latin1::to_utf16(text, &mut pairs[..]);
    let _ = latin1::to_utf32(text, &mut words[..]);
    let range = Range { first: at as u32, last: room as u32 };
    let _ =
        (units::outside::<u8>(text, &[range, range]), units::outside::<u16>(Be(text), &[range]));
    if let Ok(text) = WellFormed::<u8>::new(text) {
        let _ = (text.utf16_len(), text.utf32_len(), text.to_utf16_vec(), text.to_utf32_vec());
        let _ = text.to_utf16(&mut pairs[..]);
        let _ = text.to_utf32(&mut words[..]);
        let _ = text.to_latin1(&mut bytes[..]);
    }
}

/// Returns bytes that have code units of all kinds, well-formed or not, in any form.
fn hostile() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        any::<u8>().prop_map(|byte| vec![byte]),
        any::<char>().prop_map(|c| c.to_string().into_bytes()),
        prop_oneof![0xD7F0..0xE010_u16, 0xFFF0..=0xFFFF_u16].prop_map(|u| u.to_le_bytes().to_vec()),
        prop_oneof![0xD7F0..0xE010_u32, 0x10_FFF0..0x11_0010_u32]
            .prop_map(|u| u.to_be_bytes().to_vec()),
        (1..200_usize).prop_map(|length| vec![b'a'; length]),
    ];
    prop::collection::vec(piece, 0..12).prop_map(|pieces| pieces.concat())
}

/// Returns a number that is small, or near the length of a text, or larger than any.
fn number() -> impl Strategy<Value = usize> {
    prop_oneof![0..80_usize, Just(usize::MAX), Just(usize::MAX / 2), Just(usize::MAX / 4)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn all_arguments_are_accepted(text in hostile(), at in number(), room in 0..300_usize) {
        let pairs: Vec<u16> =
            text.chunks_exact(2).map(|unit| u16::from_le_bytes([unit[0], unit[1]])).collect();
        let words: Vec<u32> = text
            .chunks_exact(4)
            .map(|unit| u32::from_be_bytes([unit[0], unit[1], unit[2], unit[3]]))
            .collect();
        for at in [at, text.len().wrapping_sub(1), text.len(), text.len() + 1] {
            call_utf8(&text, at, room);
            call_others(&text, at, room);
            call_wide!(utf16, &pairs[..], at, room);
            call_wide!(utf16, Le(&text[..]), at, room);
            call_wide!(utf16, Be(&text[..]), at, room);
            call_wide!(utf32, &words[..], at, room);
            call_wide!(utf32, Le(&text[..]), at, room);
            call_wide!(utf32, Be(&text[..]), at, room);
        }
        let (mut own_pairs, mut own_words) = (pairs.clone(), words.clone());
        let _ = (utf16::utf32_len(&pairs[..]), utf16::utf32_len_lossy(&pairs[..]));
        let _ = (utf16::to_utf32_vec(&pairs[..]), utf16::to_utf32_vec_lossy(&pairs[..]));
        let _ = (utf32::utf16_len(&words[..]), utf32::utf16_len_lossy(&words[..]));
        let _ = (utf32::to_utf16_vec(&words[..]), utf32::to_utf16_vec_lossy(&words[..]));
        let mut room_of_pairs = vec![0_u16; room];
        let mut room_of_words = vec![0_u32; room];
        let _ = utf16::copy(&pairs[..], &mut room_of_pairs[..]);
        let _ = utf32::copy(&words[..], &mut room_of_words[..]);
        utf16::swap_in_place(&mut own_pairs);
        utf32::swap_in_place(&mut own_words);
        utf16::make_well_formed(&mut own_pairs);
        utf32::make_well_formed(&mut own_words);
        let mut stream = utf16::Utf16Stream::new();
        used_up(stream.feed(&pairs[..]));
        used_up(stream.feed(Be(&text[..text.len() / 2 * 2])));
        used_up(stream.finish());
    }

    #[test]
    fn all_offsets_are_accepted(
        text in hostile(),
        mut offsets in prop::collection::vec(prop_oneof![0..200_i64, any::<i64>()], 0..20),
        in_order: bool,
    ) {
        if in_order {
            offsets.sort_unstable();
        }
        let short: Vec<i32> = offsets.iter().map(|offset| *offset as i32).collect();
        let _ = utf8::validate_offsets(&text, &offsets).map_err(|error| error.to_string());
        let _ = utf8::validate_offsets(&text, &short).map_err(|error| {
            (error.to_string(), error.finding(), error.finding_in_values())
        });
    }

    #[test]
    fn all_characters_are_encoded_in_any_room(character: char, room in 0..6_usize) {
        let _ = utf8::encode(character, &mut vec![0; room][..]);
        let _ = utf16::encode(character, &mut vec![0; room][..]);
        let _ = utf32::encode(character, &mut vec![0; room][..]);
    }
}

/// Returns the names of the public functions of a module that begin at the start of a line.
fn public_functions(path: &Path, names: &mut Vec<String>) {
    if path.is_dir() {
        for entry in fs::read_dir(path).unwrap() {
            public_functions(&entry.unwrap().path(), names);
        }
        return;
    }
    let text = fs::read_to_string(path).unwrap();
    let starts = text.lines().filter_map(|line| line.strip_prefix("pub fn "));
    names.extend(starts.map(|rest| rest.split(['(', '<']).next().unwrap().to_owned()));
}

#[test]
fn every_function_is_called_here() {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/slices");
    let here = include_str!("no_panic.rs").replace(|c: char| !c.is_alphanumeric() && c != '_', " ");
    let words: Vec<_> = here.split(' ').collect();
    let mut names = Vec::new();
    public_functions(&sources, &mut names);
    assert!(names.len() > 100, "{}", names.len());
    let missing: Vec<_> = names.iter().filter(|name| !words.contains(&name.as_str())).collect();
    assert!(missing.is_empty(), "not called: {missing:?}");
}
