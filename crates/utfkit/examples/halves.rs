//! Compares the cost of a conversion with that of its two halves: from the source to UTF-32, and
//! from UTF-32 to the target.
//!
//! `cargo run --release -p utfkit --example halves` tries every pair of Unicode encodings with
//! several texts. It prints the lowest ratios of the speed of a conversion to that of its slower
//! half. Rounds are interleaved, and the best of each counts.

use std::{
    collections::BTreeMap,
    hint::black_box,
    time::{Duration, Instant},
};

use utfkit::{
    Encoding,
    encoding::BomPolicy,
    transcode::{Policy, Transcoder},
};

const TEXTS: [(&str, &str); 5] = [
    ("ASCII", "The quick brown fox jumps over the lazy dog; 1234567890 times.\n"),
    (
        "French",
        "D\u{E9}j\u{E0} vu, o\u{F9} l'\u{E9}t\u{E9} \u{E9}tait tr\u{E8}s \u{E2}pre et l'h\u{F4}tel ferm\u{E9}.\n",
    ),
    (
        "Russian",
        "\u{412}\u{441}\u{435} \u{441}\u{447}\u{430}\u{441}\u{442}\u{43B}\u{438}\u{432}\u{44B}\u{435} \u{441}\u{435}\u{43C}\u{44C}\u{438}\n",
    ),
    (
        "Chinese",
        "\u{4EBA}\u{4EBA}\u{751F}\u{800C}\u{81EA}\u{7531}\u{FF0C}\u{5728}\u{5C0A}\u{4E25}\u{548C}\u{6743}\u{5229}\u{4E0A}\u{4E00}\u{5F8B}\u{5E73}\u{7B49}\u{3002}\n",
    ),
    ("emoji", "\u{1F600}\u{1F680} and \u{1F468}\u{200D}\u{1F469} \u{1F44D}\u{1F3FD}\n"),
];

const ROUNDS: usize = 15;
const SIZE: usize = 64 << 10;

/// Returns the Unicode encodings that can encode all of Unicode.
fn encodings() -> Vec<Encoding> {
    let holds_all =
        |encoding: &Encoding| encoding.first_unencodable("a\u{E9}\u{4EBA}\u{1F600}").is_none();
    Encoding::ALL.iter().copied().filter(holds_all).collect()
}

fn convert(from: Encoding, to: Encoding, text: &[u8], room: &mut [u8]) -> usize {
    let mut transcoder = Transcoder::new(from, to).bom(BomPolicy::Forbid).policy(Policy::Strict);
    transcoder.transcode(text, room, true).written
}

fn main() {
    let encodings = encodings();
    let mut room = vec![0; 16 * SIZE];
    let mut ratios = Vec::new();
    for (name, line) in TEXTS {
        let text = line.repeat(SIZE / line.len());
        let encoded: Vec<Vec<u8>> = encodings
            .iter()
            .map(|&to| {
                let written = convert(Encoding::Utf8, to, text.as_bytes(), &mut room);
                room[..written].to_vec()
            })
            .collect();
        let wide = Encoding::Utf32Le;
        let mut best: BTreeMap<(usize, usize), Duration> = BTreeMap::new();
        let at = |encoding| encodings.iter().position(|&one| one == encoding).unwrap_or_default();
        for _ in 0..ROUNDS {
            for (from, text) in encoded.iter().enumerate() {
                for (to, &target) in encodings.iter().enumerate() {
                    let start = Instant::now();
                    black_box(convert(encodings[from], target, black_box(text), &mut room));
                    let took = start.elapsed();
                    let known = best.entry((from, to)).or_insert(took);
                    *known = took.min(*known);
                }
            }
        }
        for (&(from, to), &took) in &best {
            let halves = [best[&(from, at(wide))], best[&(at(wide), to)]];
            let slower = halves[0].max(halves[1]);
            ratios.push((
                slower.as_secs_f64() / took.as_secs_f64(),
                name,
                encodings[from],
                encodings[to],
            ));
        }
    }
    ratios.sort_by(|one, other| one.0.total_cmp(&other.0));
    let below = ratios.iter().filter(|ratio| ratio.0 < 0.5).count();
    println!(
        "{} pairs and texts, {below} below half the speed of the slower half; the lowest:",
        ratios.len()
    );
    for (ratio, text, from, to) in ratios.iter().take(25) {
        println!("{ratio:.2}  {text:8} {from} to {to}");
    }
}
