//! Compares the speed of legacy charsets with that of `encoding_rs` alone, in MB/s of bytes in the
//! charset.
//!
//! ```sh
//! cargo test --release -p utfkit --features legacy-charsets --test it charset_speed -- --ignored --nocapture
//! ```
#![cfg(feature = "legacy-charsets")]
#![expect(clippy::print_stdout, reason = "figures for people")]

use std::{
    hint::black_box,
    time::{Duration, Instant},
};

use utfkit::{
    Encoding, Status,
    transcode::{Transcoder, convert},
};

/// Returns the shortest of several runs.
fn best(mut run: impl FnMut()) -> Duration {
    let time = |run: &mut dyn FnMut()| {
        let start = Instant::now();
        run();
        start.elapsed()
    };
    (0..9).map(|_| time(&mut run)).min().unwrap()
}

fn ours(from: Encoding, to: Encoding, src: &[u8], dst: &mut [u8]) {
    let outcome = Transcoder::new(from, to).transcode(src, dst, true);
    assert_eq!(outcome.status, Status::Done);
}

#[test]
#[ignore = "a measurement, for release"]
fn compared_with_encoding_rs() {
    const LEN: usize = 1 << 20;
    let texts = [
        ("windows-1252", "The quick brown fox jumps over the lazy dog. "),
        ("windows-1252", "Größe: 10 µm, café crème à volonté; voilà. "),
        ("windows-1251", "Съешь же ещё этих мягких французских булок. "),
        ("ibm850", "Größe: 10 µm, café crème à volonté; voilà. "),
        ("shift_jis", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。abc "),
        ("euc-jp", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。abc "),
        ("iso-2022-jp", "吾輩は猫である。名前はまだ無い。どこで生れたかとんと見当がつかぬ。abc "),
        ("gb18030", "道可道，非常道。名可名，非常名。无名天地之始。abc "),
        ("big5", "道可道，非常道。名可名，非常名。無名天地之始。abc "),
        ("euc-kr", "모든 인간은 태어날 때부터 자유로우며 그 존엄과 권리에 있어 동등하다. "),
    ];
    println!("{:<14}{:>22}{:>22}  (ours, theirs, ratio)", "", "read", "written");
    for (label, unit) in texts {
        let text = unit.repeat(LEN / unit.len());
        let encoding: Encoding = label.parse().unwrap();
        let whatwg = encoding_rs::Encoding::for_label(label.as_bytes());
        let bytes = convert(text.as_bytes(), Encoding::Utf8, encoding).unwrap();
        let mut room = vec![0; 4 * LEN];
        let read = best(|| ours(encoding, Encoding::Utf8, black_box(&bytes), &mut room));
        let written =
            best(|| ours(Encoding::Utf8, encoding, black_box(text.as_bytes()), &mut room));
        let theirs = whatwg.map(|whatwg| {
            let read = best(|| {
                let mut decoder = whatwg.new_decoder_without_bom_handling();
                let _ =
                    decoder.decode_to_utf8_without_replacement(black_box(&bytes), &mut room, true);
            });
            let written = best(|| {
                let mut encoder = whatwg.new_encoder();
                let _ =
                    encoder.encode_from_utf8_without_replacement(black_box(&text), &mut room, true);
            });
            (read, written)
        });
        let speed = |time: Duration| bytes.len() as f64 / time.as_secs_f64() / 1e6;
        let cell = |ours: Duration, theirs: Option<Duration>| match theirs {
            Some(theirs) => {
                let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
                format!("{:.0} {:.0} {ratio:.2}", speed(ours), speed(theirs))
            }
            None => format!("{:.0}", speed(ours)),
        };
        let left = cell(read, theirs.map(|theirs| theirs.0));
        let right = cell(written, theirs.map(|theirs| theirs.1));
        println!("{label:<14}{left:>22}{right:>22}");
    }
}
