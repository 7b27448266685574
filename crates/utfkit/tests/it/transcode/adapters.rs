//! Tests `Reader` and `Writer` with readers and writers that transfer little, end early, and fail.
use std::{
    collections::VecDeque,
    io::{self, BufRead, BufReader, ErrorKind, Read, Write},
};

use utfkit::{
    Encoding, Finding, Kind,
    encoding::BomPolicy,
    transcode::{Action, Policy, Reader, Transcoder, Writer, convert, convert_with},
};

/// The behavior of a stream at one call.
#[derive(Clone, Copy, Debug)]
enum Behavior {
    /// Transfers at most this many bytes.
    Some(usize),
    Fails(ErrorKind),
}

/// A stream that repeats a list of behaviors.
struct FlakyStream {
    data: Vec<u8>,
    at: usize,
    behaviors: VecDeque<Behavior>,
    flushed: usize,
}

impl FlakyStream {
    fn new(data: &[u8], behaviors: &[Behavior]) -> Self {
        Self {
            data: data.to_vec(),
            at: 0,
            behaviors: behaviors.iter().copied().collect(),
            flushed: 0,
        }
    }

    fn behavior(&mut self) -> io::Result<usize> {
        let behavior = self.behaviors.pop_front().unwrap_or(Behavior::Some(usize::MAX));
        self.behaviors.push_back(behavior);
        match behavior {
            Behavior::Some(most) => Ok(most),
            Behavior::Fails(kind) => Err(kind.into()),
        }
    }
}

impl Read for FlakyStream {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let most = self.behavior()?.min(out.len());
        let read = (&self.data[self.at..]).read(&mut out[..most])?;
        self.at += read;
        Ok(read)
    }
}

impl Write for FlakyStream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let most = self.behavior()?.min(bytes.len());
        self.data.extend(&bytes[..most]);
        Ok(most)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.flushed = self.data.len();
        Ok(())
    }
}

/// Returns the finding in `error`.
fn finding(error: &io::Error) -> Finding {
    assert_eq!(error.kind(), ErrorKind::InvalidData);
    *error.get_ref().unwrap().downcast_ref::<Finding>().unwrap()
}

/// Lists with every behavior.
const BEHAVIORS: [&[Behavior]; 5] = [
    &[Behavior::Some(1)],
    &[Behavior::Some(3), Behavior::Some(usize::MAX), Behavior::Some(2)],
    &[Behavior::Fails(ErrorKind::Interrupted), Behavior::Some(2)],
    &[Behavior::Some(5), Behavior::Fails(ErrorKind::WouldBlock), Behavior::Some(1)],
    &[Behavior::Fails(ErrorKind::Other), Behavior::Fails(ErrorKind::WouldBlock), Behavior::Some(4)],
];

/// Returns a text with characters of every length.
fn text() -> String {
    "a\u{E9}\u{20AC}\u{1F600}\\x ".repeat(50)
}

/// Reads to the end, in spite of errors of the inner reader. Returns the findings too.
fn read_on(mut reader: impl Read, room: usize) -> (Vec<u8>, Vec<(usize, Finding)>) {
    let (mut out, mut findings) = (Vec::new(), Vec::new());
    let mut buffer = vec![0; room];
    loop {
        match reader.read(&mut buffer) {
            Ok(0) => return (out, findings),
            Ok(read) => out.extend(&buffer[..read]),
            Err(error) if error.kind() == ErrorKind::InvalidData => {
                findings.push((out.len(), finding(&error)));
            }
            Err(_) => {}
        }
    }
}

#[test]
fn no_mood_of_a_reader_loses_or_repeats_text() {
    let text = text();
    let bytes = convert(text.as_bytes(), Encoding::Utf8, Encoding::Utf16).unwrap();
    for behaviors in BEHAVIORS {
        for capacity in [1, 2, 7, 8192] {
            for room in [1, 3, 100_000] {
                let inner = BufReader::with_capacity(capacity, FlakyStream::new(&bytes, behaviors));
                let transcoder = Transcoder::new(Encoding::Utf16, Encoding::Utf8);
                let (out, findings) = read_on(Reader::new(inner, transcoder), room);
                assert_eq!(out, text.as_bytes(), "{behaviors:?}, {capacity}, {room}");
                assert_eq!(findings, []);
            }
        }
    }
}

#[test]
fn a_finding_comes_once_after_all_text_before_it() {
    let bytes = b"abc\xFFdef\xE2\x82";
    for behaviors in BEHAVIORS {
        for capacity in [1, 2, 8192] {
            let inner = BufReader::with_capacity(capacity, FlakyStream::new(bytes, behaviors));
            let mut reader = Reader::new(inner, Transcoder::new(Encoding::Utf8, Encoding::Utf8));
            let (out, findings) = read_on(&mut reader, 2);
            assert_eq!(out, b"abcdef");
            let report = findings.map_all(|(at, finding)| (at, finding.offset(), finding.kind()));
            assert_eq!(report, [(3, 3, Kind::InvalidByte), (6, 7, Kind::Truncated)]);
            assert_eq!(reader.transcoder().counts().ill_formed, 2);
        }
    }
}

/// `map` for vectors, so that tests read from left to right.
trait MapAll<T> {
    fn map_all<U>(self, f: impl FnMut(T) -> U) -> Vec<U>;
}

impl<T> MapAll<T> for Vec<T> {
    fn map_all<U>(self, f: impl FnMut(T) -> U) -> Vec<U> {
        self.into_iter().map(f).collect()
    }
}

#[test]
fn an_error_in_the_middle_comes_after_the_text_before_it() {
    let behaviors =
        [Behavior::Some(4), Behavior::Fails(ErrorKind::ConnectionReset), Behavior::Some(100)];
    let inner = BufReader::new(FlakyStream::new(b"caf\xC3\xA9!", &behaviors));
    let mut reader = Reader::new(inner, Transcoder::new(Encoding::Utf8, Encoding::Utf8));
    let mut out = [0; 16];
    assert_eq!(reader.read(&mut out).unwrap(), 3, "the cut character waits");
    assert_eq!(reader.read(&mut out).unwrap_err().kind(), ErrorKind::ConnectionReset);
    assert_eq!(reader.read(&mut out).unwrap(), 3);
    assert_eq!(&out[..3], "\u{E9}!".as_bytes());
    assert_eq!(reader.read(&mut out).unwrap(), 0);
}

#[test]
fn read_to_string_takes_all_or_says_why_not() {
    let text = text();
    let bytes = convert(text.as_bytes(), Encoding::Utf8, Encoding::Utf32Le).unwrap();
    let inner = BufReader::with_capacity(1, &bytes[..]);
    let mut reader = Reader::new(inner, Transcoder::new(Encoding::Utf32Le, Encoding::Utf8));
    let mut out = String::new();
    assert_eq!(reader.read_to_string(&mut out).unwrap(), text.len());
    assert_eq!(out, text);

    let mut reader =
        Reader::new(&b"good \xFF bad"[..], Transcoder::new(Encoding::Utf8, Encoding::Utf8));
    let mut out = String::new();
    let error = reader.read_to_string(&mut out).unwrap_err();
    assert_eq!(finding(&error).offset(), 5);
    assert_eq!(out, "good ", "the text before");
    assert_eq!(reader.read_to_string(&mut out).unwrap(), 4);
    assert_eq!(out, "good  bad", "and behind");
}

#[test]
fn lines_and_odd_calls_of_a_reader() {
    let bytes = convert(b"one\ntwo\n", Encoding::Utf8, Encoding::Utf16Be).unwrap();
    let mut reader = Reader::new(&bytes[..], Transcoder::new(Encoding::Utf16Be, Encoding::Utf8));
    assert_eq!(reader.read(&mut []).unwrap(), 0);
    reader.consume(0);
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    assert_eq!(line, "one\n");
    reader.consume(usize::MAX);
    assert_eq!(reader.fill_buf().unwrap(), b"");
    assert_eq!(reader.fill_buf().unwrap(), b"");
}

/// The reader reports its end, but would return more on the next call, like a terminal.
#[test]
fn the_end_of_a_stream_is_its_end() {
    let behaviors = [Behavior::Some(100), Behavior::Some(0), Behavior::Some(100)];
    let mut data = vec![b'a'; 100];
    data.extend(b"more");
    let inner = BufReader::new(FlakyStream::new(&data, &behaviors));
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8);
    let (out, _) = read_on(Reader::new(inner, transcoder), 30);
    assert_eq!(out.len(), 100);
}

#[test]
fn a_result_of_many_blocks_is_read_whole() {
    let bytes = vec![0xFF; 100_000];
    let transcoder = || Transcoder::new(Encoding::Utf8, Encoding::Utf32).policy(Policy::Escape);
    let (all, _) = convert_with(&bytes, Encoding::Utf8, Encoding::Utf32, Policy::Escape).unwrap();
    let (out, _) = read_on(Reader::new(&bytes[..], transcoder()), 1000);
    assert!(out == all);
    let mut writer = Writer::new(Vec::new(), transcoder());
    writer.write_all(&bytes).unwrap();
    assert!(writer.finish().unwrap() == all);
}

/// Writes `pieces` to a flaky writer, and repeats each call until its bytes are accepted, like a
/// caller that waits until a writer is ready. Returns the output, and the findings with the number
/// of bytes accepted by then.
fn write_on(
    pieces: &[&[u8]],
    behaviors: &[Behavior],
    transcoder: Transcoder<'_>,
) -> (Vec<u8>, Vec<(usize, Finding)>) {
    let mut writer = Writer::new(FlakyStream::new(b"", behaviors), transcoder);
    let (mut taken, mut findings) = (0, Vec::new());
    for piece in pieces {
        let mut rest = *piece;
        while !rest.is_empty() {
            match writer.write(rest) {
                Ok(0) => panic!("bytes must be taken"),
                Ok(written) => {
                    rest = &rest[written..];
                    taken += written;
                }
                Err(error) if error.kind() == ErrorKind::InvalidData => {
                    findings.push((taken, finding(&error)));
                }
                Err(_) => {}
            }
        }
    }
    while let Err(error) = writer.try_finish() {
        if error.kind() == ErrorKind::InvalidData {
            findings.push((taken, finding(&error)));
        }
    }
    writer.try_finish().unwrap();
    let inner = writer.into_inner();
    assert_eq!(inner.flushed, inner.data.len(), "the end flushes");
    (inner.data, findings)
}

#[test]
fn no_mood_of_a_writer_loses_or_repeats_text() {
    let text = text();
    let bytes = text.as_bytes();
    let expected = convert(bytes, Encoding::Utf8, Encoding::Utf16).unwrap();
    for behaviors in BEHAVIORS {
        for size in [1, 2, 3, 64, bytes.len()] {
            let pieces = bytes.chunks(size).collect::<Vec<_>>();
            let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16);
            let (out, findings) = write_on(&pieces, behaviors, transcoder);
            assert_eq!(out, expected, "{behaviors:?}, {size}");
            assert_eq!(findings, []);
        }
    }
}

#[test]
fn a_writer_reports_each_finding_once_after_its_bytes() {
    let bytes = b"abc\xFFdef\xE2\x82";
    for behaviors in BEHAVIORS {
        for size in [1, 2, 9] {
            let pieces = bytes.chunks(size).collect::<Vec<_>>();
            let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16Be);
            let (out, findings) = write_on(&pieces, behaviors, transcoder);
            assert_eq!(out, b"\0a\0b\0c\0d\0e\0f");
            let report = findings.map_all(|(taken, finding)| (taken, finding.offset()));
            assert_eq!(report, [(4, 3), (9, 7)], "{behaviors:?}, {size}");
        }
    }
}

#[test]
fn write_all_stops_at_a_finding_when_all_before_it_is_written() {
    let mut writer = Writer::new(Vec::new(), Transcoder::new(Encoding::Utf8, Encoding::Utf8));
    let error = writer.write_all(b"ab\xC0cd").unwrap_err();
    assert_eq!(finding(&error).offset(), 2);
    assert_eq!(writer.get_ref(), b"ab");
    assert_eq!(writer.transcoder().offset(), 3, "so much is taken");
    writer.write_all(b"cd\xFF").unwrap();
    assert_eq!(finding(&writer.flush().unwrap_err()).offset(), 5);
    writer.flush().unwrap();
    assert_eq!(writer.finish().unwrap(), b"abcd");
}

#[test]
fn a_writer_that_takes_nothing_is_an_error() {
    let mut writer = Writer::new(
        FlakyStream::new(b"", &[Behavior::Some(0)]),
        Transcoder::new(Encoding::Utf8, Encoding::Utf8),
    );
    assert_eq!(writer.write(b"ab").unwrap(), 2, "kept");
    assert_eq!(writer.write(b"cd").unwrap_err().kind(), ErrorKind::WriteZero);
    assert_eq!(writer.flush().unwrap_err().kind(), ErrorKind::WriteZero);
    assert_eq!(writer.finish().err().unwrap().kind(), ErrorKind::WriteZero);
}

#[test]
fn a_missing_bom_takes_nothing_and_comes_once() {
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8).bom(BomPolicy::Require);
    let mut writer = Writer::new(Vec::new(), transcoder);
    assert_eq!(finding(&writer.write(b"a").unwrap_err()).kind(), Kind::MissingBom);
    assert_eq!(writer.write(b"a").unwrap(), 1);
    assert_eq!(writer.finish().unwrap(), b"a");
}

#[test]
fn a_replacement_longer_than_a_block_goes_through() {
    let text = "r".repeat(200_000);
    let transcoder =
        Transcoder::new(Encoding::Utf8, Encoding::Utf8).policy(Policy::ReplaceWith(&text));
    let behaviors =
        [Behavior::Some(10_000), Behavior::Fails(ErrorKind::WouldBlock), Behavior::Some(70_000)];
    let (out, findings) = write_on(&[b"a\xFF", b"b", b"c"], &behaviors, transcoder);
    assert!(out == format!("a{text}bc").as_bytes());
    assert_eq!(findings, []);
}

#[test]
fn an_empty_stream_is_empty() {
    for (policy, bytes) in [(BomPolicy::Auto, &b""[..]), (BomPolicy::Add, b"\xFE\xFF")] {
        let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf16).bom(policy);
        let mut writer = Writer::new(Vec::new(), transcoder);
        assert_eq!(writer.write(b"").unwrap(), 0);
        assert_eq!(writer.finish().unwrap(), bytes);
    }
}

#[test]
fn a_reader_and_a_writer_own_their_decisions() {
    let bytes = b"a\xFFb\xC3".repeat(3);
    // Every third finding stays an error.
    fn decide() -> impl FnMut(&Finding) -> Action<'static> + Send + 'static {
        let mut count = 0;
        move |_| {
            count += 1;
            if count % 3 == 0 { Action::Stop } else { Action::ReplaceWith("<\u{E9}>") }
        }
    }
    let text = "a<\u{E9}>b<\u{E9}>ab<\u{E9}>a<\u{E9}>b".as_bytes();
    let transcoder = Transcoder::new(Encoding::Utf8, Encoding::Utf8);
    for behaviors in BEHAVIORS {
        for room in [1, 3, 100] {
            let inner = BufReader::with_capacity(room, FlakyStream::new(&bytes, behaviors));
            let reader = Reader::new(inner, transcoder.clone()).resolve_by(decide());
            let (out, findings) = read_on(reader, room);
            assert_eq!((&out[..], findings.len()), (text, 2));
        }
    }
    let mut writer = Writer::new(Vec::new(), transcoder).resolve_by(decide());
    let mut errors = 0;
    for byte in &bytes {
        errors += usize::from(writer.write_all(&[*byte]).is_err());
        errors += usize::from(writer.flush().is_err());
    }
    errors += usize::from(writer.try_finish().is_err());
    assert_eq!((&writer.finish().unwrap()[..], errors), (text, 2));
}
