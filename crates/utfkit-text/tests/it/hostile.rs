//! The time for hostile text grows linearly with its length.

use std::{
    fs,
    sync::OnceLock,
    time::{Duration, Instant},
};

use utfkit::Encoding;
use utfkit_text::{
    audit::{Auditor, Observation, Policy, Severity, StreamAuditor},
    repair::{Options, repair},
};

/// Texts that need much work per byte, in one line and in many. Each is repeated.
const CASES: [(&str, &[u8]); 16] = [
    ("FF only", b"\xFF"),
    ("FF in each line", b"\xFF\n"),
    ("FF in each word", b"\xFF "),
    ("leads", b"\xC3"),
    ("overlong forms", b"\xC0\xAF"),
    ("a CR in each sequence", b"\xE2\r\x82\xAC"),
    ("a line feed in each sequence", b"\xC3\n\xA9"),
    ("mojibake in each line", "Ã©tÃ© â€œdÃ©jÃ â€\n".as_bytes()),
    ("mojibake in each word", "Ã© ".as_bytes()),
    ("mojibake in one word", "Ã©".as_bytes()),
    ("windows-1252 among UTF-8", b"caf\xE9 caf\xC3\xA9 "),
    ("NUL", b"\0"),
    ("bidirectional controls", "\u{202E}".as_bytes()),
    ("escape sequences", b"\x1B["),
    ("carriage returns", b"word\r"),
    ("combining marks", "\u{301}".as_bytes()),
];

/// The lengths of a short text and of a long one. Both fit in one window of a repair, because text
/// in different windows cannot take quadratic time.
const SHORT: usize = 24_000;
const GROWTH: usize = 8;

/// The long text may take this many times as long as the linear growth says. In quadratic time, it
/// would take [`GROWTH`] times as long.
const TOLERANCE: u32 = 3;

/// Shorter times are not compared, because they are mostly those of tables that are built once.
const LEAST: Duration = Duration::from_millis(20);

/// Returns the processor time of this thread if the system reports it, or the time of a clock.
fn time() -> Duration {
    static START: OnceLock<Instant> = OnceLock::new();
    let schedule = fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = schedule.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or_else(|| START.get_or_init(Instant::now).elapsed(), Duration::from_nanos)
}

/// Returns the time of `work` on `part`, repeated to `size` bytes.
fn time_of(work: fn(&[u8]), part: &[u8], size: usize) -> Duration {
    let text = part.repeat(size / part.len());
    let start = time();
    work(&text);
    time() - start
}

#[track_caller]
fn grows_linearly(work: fn(&[u8])) {
    // The tables are built once.
    work(&[b"\xFF\n", "Ã©tÃ© â€œdÃ©jÃ â€\n".as_bytes()].concat());
    for (name, part) in CASES {
        let short = time_of(work, part, SHORT).max(LEAST / GROWTH as u32);
        let long = time_of(work, part, SHORT * GROWTH);
        println!("{name}: {short:?}, {long:?}");
        assert!(long < short * GROWTH as u32 * TOLERANCE, "{name}: {short:?}, {long:?}");
    }
}

#[test]
fn a_repair_takes_linear_time() {
    grows_linearly(|text| drop(repair(text, Options::default())));
}

#[test]
fn an_audit_takes_linear_time() {
    grows_linearly(|text| {
        let auditor = Auditor::new(Policy::default(), Some(Severity::Note)).contexts(100);
        let mut stream = StreamAuditor::new(Encoding::Utf8.into(), auditor);
        let mut found = 0_u64;
        stream.feed(text, &mut |_| found += 1);
        stream.finish(&mut |_| found += 1);
    });
}

/// Drawing a context takes longer than finding its observation. After the limit, only errors get one,
/// up to the same limit.
#[test]
fn contexts_are_only_drawn_up_to_the_limit() {
    let text = "a\u{202E}\u{200B}\u{1}\n".repeat(100);
    let observe = |auditor| {
        let (mut stream, mut all) = (StreamAuditor::new(Encoding::Utf8.into(), auditor), vec![]);
        let mut take = |seen: Observation| all.push((seen.position, seen.severity, seen.context));
        stream.feed(text.as_bytes(), &mut take);
        stream.finish(&mut take);
        all
    };
    let auditor = || Auditor::new(Policy::default(), Some(Severity::Warning));
    let every = observe(auditor());
    assert_eq!(every.len(), 300);
    assert!(every.iter().all(|(_, _, context)| context.is_some()));
    for limit in [0, 1, 7, 299, 300, 301] {
        let some = observe(auditor().contexts(limit as u64));
        let mut errors = 0;
        for (at, ((position, severity, context), expected)) in some.iter().zip(&every).enumerate() {
            assert_eq!(*position, expected.0);
            let is_next = at >= limit && *severity == Severity::Error && errors < limit;
            errors += usize::from(is_next);
            let has_one = at < limit || is_next;
            assert_eq!(context, if has_one { &expected.2 } else { &None }, "{limit}");
        }
        assert_eq!(some.len(), every.len());
    }
}
