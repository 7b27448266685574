//! Compares this library with glibc, call by call: results, `errno`, pointers and output.
//!
//! Every pair of charsets gets valid text, text that the target cannot encode, each single byte and
//! random bytes; then the input ends at every byte, and the output has every size. A difference must
//! have a reason in `differences.rs`, which DIFFERENCES.md describes.
//!
//! `UTFKIT_ICONV_LIBRARY` is the library to test. `UTFKIT_ICONV_FAST` tests every eighth pair. With
//! `UTFKIT_ICONV=lax`, fewer differences are accepted.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic)]

mod differences;
mod library;
mod oracle;
mod texts;
mod utf7;

use std::{
    collections::BTreeMap,
    fmt::Arguments,
    sync::{
        Mutex,
        atomic::{AtomicUsize, Ordering},
    },
};

use differences::{Context, has_bom, reason};
use library::{Call, Descriptor, Library};
use texts::{Random, Repertoire};

#[path = "../../src/charset/list.rs"]
mod list;

/// The counts of calls, and of differences by reason, with an example.
#[derive(Default)]
struct Tally {
    calls: usize,
    by_reason: BTreeMap<&'static str, (usize, String)>,
    unexplained: Vec<String>,
}

/// Both descriptors of a pair.
struct Pair<'a> {
    from: &'a str,
    to: &'a str,
    suffixes: &'a str,
    is_lax: bool,
    libraries: [&'a Library; 2],
    theirs: Descriptor<'a>,
    ours: Descriptor<'a>,
    tally: Tally,
}

impl<'a> Pair<'a> {
    fn open(glibc: &'a Library, ours: &'a Library, from: &'a str, to: &'a str) -> Self {
        Self::with_suffixes(glibc, ours, from, to, "")
    }

    fn with_suffixes(
        glibc: &'a Library,
        ours: &'a Library,
        from: &'a str,
        to: &'a str,
        suffixes: &'a str,
    ) -> Self {
        let libraries = [glibc, ours];
        let [theirs, ours] = open_both(libraries, from, to, suffixes);
        let tally = Tally::default();
        Self { from, to, suffixes, is_lax: is_lax(), libraries, theirs, ours, tally }
    }

    /// Returns both descriptors to the start of a text.
    fn reset(&mut self) {
        if has_bom(self.from) {
            // The byte order of the last text stays when a descriptor is reset.
            [self.theirs, self.ours] = open_both(self.libraries, self.from, self.to, self.suffixes);
        } else {
            self.theirs.reset();
            self.ours.reset();
        }
    }

    /// Converts `input` with `room` by both libraries from the start of a text, and compares. After
    /// an error, a byte is left out, and the rest is compared. With `flush`, it also compares the
    /// bytes that end the text.
    ///
    /// After a difference that has a reason, the descriptors are in different states. So the bytes
    /// after it are compared as another text. With a suffix, this is done after each error.
    fn compare(&mut self, input: &[u8], room: usize, flush: bool) {
        let (mut rest, mut skipped) = (input, None);
        self.reset();
        loop {
            let (is_same, call) = self.compare_call(rest, room, flush, skipped);
            let is_error = matches!(call.error, Some(libc::EILSEQ | libc::EINVAL));
            if !is_error || call.read == rest.len() {
                return;
            }
            skipped = Some(rest[call.read]);
            rest = &rest[call.read + 1..];
            if !is_same || !self.suffixes.is_empty() {
                skipped = None;
                self.reset();
            } else if call.error != Some(libc::EILSEQ) {
                return;
            }
        }
    }

    /// Makes the same call with both descriptors. Returns whether the results are the same, and that
    /// of the library.
    fn compare_call(
        &mut self,
        input: &[u8],
        room: usize,
        flush: bool,
        skipped: Option<u8>,
    ) -> (bool, Call) {
        self.tally.calls += 1;
        let [theirs, ours] = [&mut self.theirs, &mut self.ours].map(|descriptor| {
            let mut call = descriptor.convert(input, room);
            if flush && call.error != Some(libc::EILSEQ) {
                call.output.extend(descriptor.flush(64));
            }
            call
        });
        if theirs == ours {
            return (true, ours);
        }
        let context = Context { skipped, ..self.context(input, room) };
        let &mut Self { from, to, suffixes, .. } = self;
        let example = || {
            format!(
                "{from} to {to}{suffixes}: {input:02X?} room {room}{}: glibc {theirs}, utfkit {ours}",
                if skipped.is_some() { " after an error" } else { "" }
            )
        };
        let is_ours_right = suffixes.is_empty() || oracle::explains(&context, flush, &ours);
        match reason(&context, &theirs, &ours).filter(|_| is_ours_right) {
            Some(reason) => {
                let entry = self.tally.by_reason.entry(reason);
                entry.or_insert_with(|| (0, example())).0 += 1;
            }
            None if self.tally.unexplained.len() < 3 => self.tally.unexplained.push(example()),
            None => self.tally.unexplained.push(String::new()),
        }
        (false, ours)
    }

    /// Returns the context of a call at the start of a text.
    fn context<'b>(&self, input: &'b [u8], room: usize) -> Context<'b>
    where
        'a: 'b,
    {
        let &Self { from, to, suffixes, is_lax, libraries: [glibc, ours], .. } = self;
        Context { glibc, ours, from, to, suffixes, is_lax, input, room, skipped: None }
    }

    /// Converts `input` in two calls that split it at each byte, and with each size of the output
    /// twice. The result must be that of one call.
    fn split(&mut self, input: &[u8]) {
        self.reset();
        let whole = self.ours.convert(input, 4096);
        let size = whole.output.len();
        let whole = self.ended(whole);
        for at in 0..=input.len() {
            self.compare(&input[..at], 4096, false);
            self.reset();
            let first = self.ours.convert(&input[..at], 4096);
            // After an error, the second call stops at the same place.
            let second = self.ours.convert(&input[first.read..], 4096);
            self.compare_parts(input, format_args!("split at {at}"), first.then(second), &whole);
        }
        for room in 0..=size {
            self.compare(input, room, false);
            self.reset();
            let mut parts = self.ours.convert(input, room);
            while parts.error == Some(libc::E2BIG) {
                let next = self.ours.convert(&input[parts.read..], 16);
                parts = parts.then(next);
            }
            self.compare_parts(input, format_args!("room {room}, then 16"), parts, &whole);
        }
    }

    /// Returns `call` with the bytes that end the text, if it did not fail.
    fn ended(&mut self, mut call: Call) -> Call {
        if call.error.is_none() {
            call.output.extend(self.ours.flush(64));
        }
        call
    }

    /// Compares the result of several calls with that of one call. `how` describes these calls.
    fn compare_parts(&mut self, input: &[u8], how: Arguments<'_>, parts: Call, whole: &Call) {
        let parts = self.ended(parts);
        let is_same = (parts.read, parts.error) == (whole.read, whole.error);
        if !is_same || parts.output != whole.output {
            let (from, to) = (self.from, self.to);
            let text = format!("{from} to {to}: {input:02X?} {how}: {parts}, whole {whole}");
            self.tally.unexplained.push(text);
        }
    }

    /// Runs all comparisons.
    fn run(&mut self, from: &Repertoire, to: &Repertoire, random: &mut Random) {
        for byte in 0..=255 {
            self.compare(&[byte], 64, true);
        }
        let shared: Vec<char> = from.shared(to);
        let only: Vec<char> = from.missing(to);
        for round in 0..3 {
            let text = random
                .text(if shared.is_empty() { &from.characters } else { &shared }, 1 + 6 * round);
            let valid = from.encode(&text);
            self.compare(&valid, 4096, true);
            self.split(&valid);
            if let [_, ..] = only[..] {
                let mut text = text.clone();
                text.insert(text.len() / 2, random.pick(&only));
                self.split(&from.encode(&text));
            }
            let mut bytes = valid.clone();
            random.damage(&mut bytes);
            self.split(&bytes);
        }
        for len in [2, 2, 3, 3, 4, 4, 6, 8, 12] {
            let bytes = random.bytes(len);
            self.compare(&bytes, 4096, true);
            self.split(&bytes);
        }
    }
}

impl Pair<'_> {
    /// Compares a descriptor with suffixes.
    fn run_suffixes(&mut self, from: &Repertoire, to: &Repertoire, random: &mut Random) {
        let shared = from.shared(to);
        let only = from.missing(to);
        if shared.is_empty() {
            return;
        }
        for round in 0..2 {
            let [before, after] = [(); 2].map(|()| random.text(&shared, 1 + 4 * round));
            let valid = from.encode(&[&before[..], &after[..]].concat());
            self.compare(&valid, 4096, true);
            let mut damaged = valid.clone();
            random.damage(&mut damaged);
            self.compare(&damaged, 4096, false);
            self.compare(&random.bytes(6), 4096, false);
            for room in 0..8 {
                self.compare(&damaged, room, false);
            }
            if only.is_empty() {
                continue;
            }
            let missing = random.pick(&only);
            let text = [&before[..], &[missing], &after[..]].concat();
            let input = from.encode(&text);
            let is_ours = match self.suffixes {
                // glibc does the same.
                "//IGNORE" => false,
                // With the rules of glibc, its own functions transliterate.
                "//TRANSLIT" => !self.is_lax,
                // glibc 2.36 does not know it.
                _ => true,
            };
            let mut plain = self.libraries[0].open(self.to, self.from).expect("the pair");
            if plain.convert(&input, 4096).error != Some(libc::EILSEQ) {
                // The target has the character, but reads it as another one.
                continue;
            }
            // Each character of these texts would have a BOM.
            if [from, to].iter().any(|text| has_bom(text.name)) {
                continue;
            }
            if !is_ours {
                self.compare(&input, 4096, true);
                continue;
            }
            self.tally.calls += 1;
            self.reset();
            let mut call = self.ours.convert(&input, 4096);
            call.output.extend(self.ours.flush(64));
            let [start, end] = [&before, &after].map(|text| to.encode(text));
            let value = u32::from(missing).to_le_bytes();
            let middle = self.context(&input, 4096).replacement(&value, 4096).expect("a text");
            let expected = [start, middle, end].concat();
            if (call.count, call.read) != (1, input.len()) || call.output != expected {
                self.tally.unexplained.push(format!(
                    "{} to {}{}: {text:?}: {call}, expected {expected:02X?}",
                    self.from, self.to, self.suffixes
                ));
            }
        }
    }
}

/// Opens a descriptor of each library.
fn open_both<'a>(
    libraries: [&'a Library; 2],
    from: &str,
    to: &str,
    suffixes: &str,
) -> [Descriptor<'a>; 2] {
    let target = format!("{to}{suffixes}");
    libraries.map(|library| {
        library.open(&target, from).unwrap_or_else(|| panic!("{from} to {target} can be opened"))
    })
}

/// Returns `true` if the library follows the rules of glibc.
fn is_lax() -> bool {
    std::env::var_os("UTFKIT_ICONV").is_some_and(|value| value == "lax")
}

/// Pairs that glibc does not open, or that this library leaves to glibc.
const OTHERS: [[&str; 2]; 5] = [
    ["WCHAR_T", "WCHAR_T"],
    ["EUC-CN", "GBK"],
    ["GBK", "EUC-CN"],
    ["EUC-CN", "BIG5"],
    ["BIG5", "EUC-CN"],
];

/// Returns one of `step` pairs of charsets, or one of `fast` pairs with `UTFKIT_ICONV_FAST`.
fn pairs(repertoires: &[Repertoire], step: usize, fast: usize) -> Vec<[&Repertoire; 2]> {
    let step = if std::env::var_os("UTFKIT_ICONV_FAST").is_some() { fast } else { step };
    repertoires
        .iter()
        .flat_map(|from| repertoires.iter().map(move |to| [from, to]))
        .filter(|pair| !OTHERS.contains(&pair.map(|charset| charset.name)))
        .step_by(step)
        .collect()
}

#[test]
fn every_pair_of_charsets() {
    let (glibc, ours) = (Library::glibc(), Library::ours());
    let repertoires = Repertoire::all(&glibc);
    let pairs = pairs(&repertoires, 1, 8);
    let next = AtomicUsize::new(0);
    let total = Mutex::new(Tally::default());
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let at = next.fetch_add(1, Ordering::Relaxed);
                    let Some(&[from, to]) = pairs.get(at) else { break };
                    let mut pair = Pair::open(&glibc, &ours, from.name, to.name);
                    let mut random = Random::new(at as u64);
                    pair.run(from, to, &mut random);
                    add(&mut total.lock().unwrap(), pair.tally);
                }
            });
        }
    });
    report(&total.into_inner().unwrap(), pairs.len());
}

/// The suffixes of `tocode`: text that the target has, text that it lacks, and damaged text.
#[test]
fn suffixes() {
    let (glibc, ours) = (Library::glibc(), Library::ours());
    let repertoires = Repertoire::all(&glibc);
    let pairs = pairs(&repertoires, 3, 31);
    let mut total = Tally::default();
    for (at, &[from, to]) in pairs.iter().enumerate() {
        let mut random = Random::new(at as u64);
        for suffixes in ["//IGNORE", "//TRANSLIT", "//NON_IDENTICAL_DISCARD"] {
            let mut pair = Pair::with_suffixes(&glibc, &ours, from.name, to.name, suffixes);
            pair.run_suffixes(from, to, &mut random);
            add(&mut total, pair.tally);
        }
    }
    report(&total, pairs.len());
}

/// All sequences of two bytes, and all of three bytes that begin with a few ASCII or lead bytes.
#[test]
fn short_sequences() {
    let (glibc, ours) = (Library::glibc(), Library::ours());
    let mut total = Tally::default();
    for row in list::ROWS {
        let mut pair = Pair::open(&glibc, &ours, row.glibc, "UTF-8");
        for first in 0..=255 {
            for second in 0..=255 {
                pair.compare(&[first, second], 64, true);
            }
        }
        add(&mut total, pair.tally);
    }
    report(&total, list::ROWS.len());
}

/// Every character of planes 0 to 2 and some of the others, to each charset.
#[test]
fn every_character() {
    let (glibc, ours) = (Library::glibc(), Library::ours());
    let mut total = Tally::default();
    for row in list::ROWS {
        let mut pair = Pair::open(&glibc, &ours, "UTF-32LE", row.glibc);
        for value in (0..0x30000).chain(0xE0000..0xE0100).chain(0x10FF00..0x110100) {
            pair.compare(&u32::to_le_bytes(value), 64, true);
        }
        add(&mut total, pair.tally);
    }
    report(&total, list::ROWS.len());
}

/// Long texts, for which the library makes tables, in pieces of many sizes; then all comparisons
/// again with these tables.
#[test]
fn long_texts() {
    let (glibc, ours) = (Library::glibc(), Library::ours());
    let others = ["UTF-8", "SJIS", "KOI8-R"];
    let pairs =
        ["BIG5", "CP932", "EUC-CN", "EUC-JP", "EUC-KR", "GB18030", "GBK", "JOHAB", "SJIS", "UHC"];
    let mut total = Tally::default();
    let repertoires = Repertoire::all(&glibc);
    let of = |name: &str| repertoires.iter().find(|charset| charset.name == name).unwrap();
    let mut random = Random::new(1);
    for row in list::ROWS {
        // Each character of these texts would have a BOM.
        if matches!(row.order, list::Order::Bom) {
            continue;
        }
        for other in others {
            let name = &row.glibc;
            for (from, to) in [(*name, other), (other, *name)] {
                if OTHERS.contains(&[from, to]) {
                    continue;
                }
                let mut pair = Pair::open(&glibc, &ours, from, to);
                let shared = of(from).shared(of(to));
                let text = random.text(&shared, 10_000);
                let mut bytes = of(from).encode(&text);
                let has_pairs = pairs.contains(&from) || pairs.contains(&to);
                while bytes.len() < if has_pairs { 1_100_000 } else { 40_000 } {
                    bytes.extend_from_within(..);
                }
                let theirs = pair.theirs.by_pieces(&bytes, || 4096);
                let pieces = pair.ours.by_pieces(&bytes, || 1 + random.below(5000));
                assert!(theirs == pieces, "{from} to {to}");
                pair.run(of(from), of(to), &mut random);
                add(&mut total, pair.tally);
            }
        }
    }
    report(&total, list::ROWS.len() * others.len() * 2);
}

fn add(total: &mut Tally, more: Tally) {
    total.calls += more.calls;
    for (reason, (count, example)) in more.by_reason {
        total.by_reason.entry(reason).or_insert((0, example)).0 += count;
    }
    total.unexplained.extend(more.unexplained);
}

fn report(total: &Tally, pairs: usize) {
    println!("{pairs} pairs, {} calls compared", total.calls);
    for (reason, (count, example)) in &total.by_reason {
        println!("{count:>9} {reason}\n          {example}");
    }
    let unexplained = &total.unexplained;
    let shown: Vec<&String> = unexplained.iter().filter(|text| !text.is_empty()).take(40).collect();
    assert!(
        unexplained.is_empty(),
        "{} differences without a reason: {shown:#?}",
        unexplained.len()
    );
}
