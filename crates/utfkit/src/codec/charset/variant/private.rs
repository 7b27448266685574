//! Private-use characters, whose codes follow from arithmetic or a short list.

/// The first private-use character.
const FIRST: u32 = 0xE000;

/// The lead bytes of private-use characters in windows-31j, and their trail bytes.
const LEADS_31J: u32 = 0xFA - 0xF0;
const TRAILS_31J: u32 = 188;

/// Returns the bytes of a private-use character in windows-31j: F040 to F9FC.
pub(super) fn to_windows_31j(value: u32) -> Option<[u8; 2]> {
    let place = value.checked_sub(FIRST).filter(|place| *place < LEADS_31J * TRAILS_31J)?;
    let (lead, trail) = (0xF0 + place / TRAILS_31J, 0x40 + place % TRAILS_31J);
    // 7F is not a trail byte.
    Some([lead as u8, (trail + u32::from(trail >= 0x7F)) as u8])
}

/// The areas of private-use characters in code page 950: the first and the last lead byte, the
/// first trail byte, and the first character.
const AREAS_950: [(u8, u8, u8, u32); 4] = [
    (0xFA, 0xFE, 0x40, 0xE000),
    (0x8E, 0xA0, 0x40, 0xE311),
    (0x81, 0x8D, 0x40, 0xEEB8),
    (0xC6, 0xC8, 0xA1, 0xF6B1),
];

/// The number of trail bytes in Big5: 40 to 7E, and A1 to FE.
const TRAILS: u32 = 63 + 94;

/// Returns the number of a trail byte in Big5.
fn number(trail: u8) -> Option<u32> {
    match trail {
        0x40..=0x7E => Some((trail - 0x40).into()),
        0xA1..=0xFE => Some((trail - 0xA1 + 63).into()),
        _ => None,
    }
}

/// Returns the private-use character of two bytes in code page 950.
pub(super) fn of_cp950(lead: u8, trail: u8) -> Option<u32> {
    let is_inside = |area: &&(u8, u8, u8, u32)| {
        (area.0..=area.1).contains(&lead) && (lead > area.0 || trail >= area.2)
    };
    let &(first, _, first_trail, character) = AREAS_950.iter().find(is_inside)?;
    let place = u32::from(lead - first) * TRAILS + number(trail)?;
    Some(character + place - number(first_trail)?)
}

/// Returns the bytes of a private-use character in code page 950.
pub(super) fn to_cp950(value: u32) -> Option<[u8; 2]> {
    let mut areas = AREAS_950.iter().filter_map(|&(first, last, first_trail, character)| {
        let place = value.checked_sub(character)? + number(first_trail)?;
        let lead = u32::from(first) + place / TRAILS;
        let trail = place % TRAILS;
        let trail = if trail < 63 { trail + 0x40 } else { trail - 63 + 0xA1 };
        (lead <= last.into()).then_some([lead as u8, trail as u8])
    });
    areas.next()
}

/// The private-use character that GB 18030 has for A3A0. The standard reads U+3000 there.
const A3A0: u32 = 0xE5E5;

/// The private-use characters that GB 18030-2022 moved to codes of four bytes. Their codes of two
/// bytes are characters of Unicode now, which the standard reads from both codes.
const MOVED: [(u32, [u8; 4]); 18] = [
    (0xE78D, [0x84, 0x31, 0x82, 0x36]),
    (0xE78E, [0x84, 0x31, 0x82, 0x38]),
    (0xE78F, [0x84, 0x31, 0x82, 0x37]),
    (0xE790, [0x84, 0x31, 0x82, 0x39]),
    (0xE791, [0x84, 0x31, 0x83, 0x30]),
    (0xE792, [0x84, 0x31, 0x83, 0x31]),
    (0xE793, [0x84, 0x31, 0x83, 0x32]),
    (0xE794, [0x84, 0x31, 0x83, 0x33]),
    (0xE795, [0x84, 0x31, 0x83, 0x34]),
    (0xE796, [0x84, 0x31, 0x83, 0x35]),
    (0xE81E, [0x82, 0x35, 0x90, 0x37]),
    (0xE826, [0x82, 0x35, 0x90, 0x38]),
    (0xE82B, [0x82, 0x35, 0x90, 0x39]),
    (0xE82C, [0x82, 0x35, 0x91, 0x30]),
    (0xE832, [0x82, 0x35, 0x91, 0x31]),
    (0xE843, [0x82, 0x35, 0x91, 0x32]),
    (0xE854, [0x82, 0x35, 0x91, 0x33]),
    (0xE864, [0x82, 0x35, 0x91, 0x34]),
];

/// Returns the private-use character at the start of `src` in GB 18030-2022, and its length.
pub(super) fn of_gb18030(src: &[u8]) -> Option<(u32, usize)> {
    match src {
        [0xA3, 0xA0, ..] => Some((A3A0, 2)),
        [0x82 | 0x84, b'1' | b'5', _, _, ..] => {
            let moved = MOVED.iter().find(|(_, bytes)| src.starts_with(bytes))?;
            Some((moved.0, 4))
        }
        _ => None,
    }
}

/// Returns the bytes of these private-use characters in GB 18030-2022.
pub(super) fn to_gb18030(value: u32) -> Option<&'static [u8]> {
    if value == A3A0 {
        return Some(&[0xA3, 0xA0]);
    }
    MOVED.iter().find(|(moved, _)| *moved == value).map(|(_, bytes)| &bytes[..])
}
