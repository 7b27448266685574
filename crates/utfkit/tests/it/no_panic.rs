//! Tests that no argument of a public function causes a panic.
use std::io::{self, Write};

use proptest::prelude::*;
use utfkit::{
    Encoding, Finding, Kind,
    encoding::{ByteOrder, Charset, Label, LabelSet},
    error::Grouper,
    scalar,
    transcode::{Policy, Transcoder, Writer},
    units::{self, Range},
    utf8,
};

/// Returns every encoding, including those that only browsers have.
fn all() -> impl Iterator<Item = Encoding> {
    let browsers = ["replacement", "x-user-defined"].into_iter();
    let browsers = browsers.filter_map(|label| Label::parse(label, LabelSet::Whatwg).ok());
    let charsets = Charset::all().map(Encoding::Charset);
    Encoding::ALL.iter().copied().chain(charsets).chain(browsers.map(Label::encoding))
}

fn finding(bytes: &[u8]) -> Finding {
    utf8::validate(bytes).unwrap_err().finding()
}

#[test]
fn findings_may_be_moved_to_the_end_of_all_offsets() {
    let far = finding(b"\xFF").moved(u64::MAX).moved(u64::MAX);
    assert_eq!((far.offset(), far.end()), (u64::MAX, u64::MAX));
    assert!(far.to_string().contains(&u64::MAX.to_string()));
}

#[test]
fn a_grouper_takes_findings_that_no_decoder_gives() {
    let (lead, continuation) = (finding(b"\xFC"), finding(b"\x80"));
    let mut grouper = Grouper::new();
    assert_eq!(grouper.push(lead.moved(u64::MAX)), None);
    for _ in 0..600 {
        let _ = grouper.push(continuation.moved(u64::MAX));
    }
    while grouper.finish().is_some() {}
}

#[test]
fn parts_may_be_added_up_without_end() {
    let transcoder = || Transcoder::new(Encoding::Utf8, Encoding::Utf16Le);
    let (mut one, mut other) = (transcoder(), transcoder());
    let mut room = [0; 16];
    let _ = one.transcode(b"abc", &mut room, true);
    for _ in 0..200 {
        other.pass(&one);
        one.pass(&other);
    }
    assert_eq!((one.offset(), other.offset()), (u64::MAX, u64::MAX));
}

#[test]
fn a_writer_may_claim_more_than_it_was_given() {
    struct Boaster;
    impl Write for Boaster {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Ok(usize::MAX)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut writer = Writer::new(Boaster, Transcoder::new(Encoding::Utf8, Encoding::Utf16Le));
    for _ in 0..3 {
        writer.write_all(b"abc").unwrap();
    }
    writer.finish().unwrap();
}

/// A call of a decoder or an encoder, with bytes and values that no text has there.
#[derive(Clone, Debug)]
enum Call {
    First(Vec<u8>, bool),
    Pass(Vec<u8>),
    Decode(Vec<u8>, usize),
    Encode(u32),
    PassValue(u32),
    End,
}

fn calls() -> impl Strategy<Value = Vec<Call>> {
    let common =
        prop::sample::select(&b"\x00+-&,/A9a~\\\x1B$(BJI\x80\x88\x62\xA1\xD8\xDC\xFE\xFF"[..]);
    let bytes = || prop::collection::vec(prop_oneof![common.clone(), any::<u8>()], 0..12);
    let value = || prop_oneof![0..0x110_u32, 0xD7F0..0xE010_u32, 0x3000..0x3100_u32, any::<u32>()];
    let call = prop_oneof![
        (bytes(), any::<bool>()).prop_map(|(bytes, last)| Call::First(bytes, last)),
        bytes().prop_map(Call::Pass),
        (bytes(), 0..9_usize).prop_map(|(bytes, room)| Call::Decode(bytes, room)),
        value().prop_map(Call::Encode),
        value().prop_map(Call::PassValue),
        Just(Call::End),
    ];
    prop::collection::vec(call, 0..12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn codecs_may_be_told_what_is_not_so(calls in calls(), big: bool) {
        let order = if big { ByteOrder::Big } else { ByteOrder::Little };
        for encoding in all() {
            let (mut decoder, mut encoder) = (encoding.decoder(order), encoding.encoder(order));
            for call in &calls {
                match call {
                    Call::First(bytes, last) => drop(decoder.first(bytes, *last)),
                    Call::Pass(bytes) => decoder.pass(bytes),
                    Call::Decode(bytes, room) => {
                        let done = decoder.decode(bytes, &mut vec![0; *room]);
                        prop_assert!(done.read <= bytes.len() && done.written <= *room);
                    }
                    Call::Encode(value) => drop(encoder.encode(*value)),
                    Call::PassValue(value) => encoder.pass(*value),
                    Call::End => {
                        let _ = encoder.tail();
                        encoder.end();
                    }
                }
            }
        }
    }

    #[test]
    fn transcoders_take_any_bytes_in_any_room(
        pieces in prop::collection::vec(prop::collection::vec(any::<u8>(), 0..9), 0..5),
        room in 0..20_usize,
        seed: usize,
        policy in 0..5_u8,
    ) {
        let all: Vec<_> = all().collect();
        let (from, to) = (all[seed % all.len()], all[seed / all.len() % all.len()]);
        let policy = match policy {
            0 => Policy::Strict,
            1 => Policy::Replace,
            2 => Policy::Skip,
            3 => Policy::Escape,
            _ => Policy::ReplaceWith("\u{1F600}?"),
        };
        let mut transcoder = Transcoder::new(from, to).policy(policy);
        let mut out = vec![0; room];
        for piece in &pieces {
            // The rest is not passed again, and the end comes more than once.
            let outcome = transcoder.transcode(piece, &mut out[..], piece.len() % 2 == 0);
            prop_assert!(outcome.read <= piece.len() && outcome.written <= room);
        }
        let _ = transcoder.complete(&mut out[..]);
        let _ = (transcoder.floor_boundary(&pieces.concat(), seed), transcoder.part().is_some());
    }

    #[test]
    fn findings_of_any_kind_are_grouped_and_shown(
        offsets in prop::collection::vec((any::<u64>(), 0..12_usize, any::<u32>()), 0..8),
    ) {
        let mut grouper = Grouper::new();
        for (offset, len, value) in offsets {
            let kind = match value % 4 {
                0 => Kind::UnexpectedContinuation,
                1 => Kind::Surrogate { value: value as u16 },
                2 => Kind::Overlong { means: value },
                _ => Kind::Unencodable { value },
            };
            let finding = Finding::new(offset, kind, &vec![value as u8 | 0x80; len]);
            let shown = finding.moved(offset).to_string();
            prop_assert!(!shown.is_empty());
            let _ = (finding.means(), grouper.push(finding), grouper.finish());
        }
    }

    #[test]
    fn ranges_may_be_empty_or_beyond_all_units(
        units in prop::collection::vec(any::<u16>(), 0..70),
        ranges in prop::collection::vec((any::<u32>(), any::<u32>()), 0..6),
    ) {
        let ranges: Vec<_> = ranges.iter().map(|&(first, last)| Range { first, last }).collect();
        let bytes: Vec<u8> = units.iter().map(|&unit| unit as u8).collect();
        let wide: Vec<u32> = units.iter().map(|&unit| unit.into()).collect();
        prop_assert!(units::outside(&units, &ranges) <= units.len());
        prop_assert!(units::outside(&bytes, &ranges) <= bytes.len());
        prop_assert!(units::outside(&wide, &ranges) <= wide.len());
    }

    #[test]
    fn arithmetic_takes_any_value(value: u32, high: u16, low: u16, bytes: [u8; 7], len in 0..7_usize) {
        let _ = (scalar::to_surrogates(value), scalar::from_surrogates(high, low));
        let _ = (scalar::to_char(value), scalar::rfc2279_shortest(value));
        let _ = (scalar::rfc2279_len(bytes[0]), scalar::rfc2279_value(&bytes[..len]));
        let _ = scalar::Notation(value).to_string();
    }
}
