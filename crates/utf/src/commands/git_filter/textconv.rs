//! Text for `git diff`, in which every byte is visible.

use std::io::{self, BufReader, Read};

use utfkit::{
    Encoding,
    encoding::{BomPolicy, Label},
    transcode::{self, Policy, Transcoder},
};
use utfkit_text::detect::{Detector, Likeliest};

use super::args::Args;
use crate::{
    args::encoding,
    input::operand::Operand,
    output::Output,
    process::{problem::Problem, waiting::BlockingIo},
};

/// The number of bytes that decide the encoding.
const HEAD: u64 = 1 << 20;

/// Prints the file in UTF-8. Ill-formed bytes become escapes, because a failure would end the diff.
pub(super) fn run(args: &Args) -> Result<(), Problem> {
    let path = args.path.as_deref().ok_or_else(|| Problem::new("textconv: a file is missing"))?;
    let operand = Operand::from_path(path);
    let named = args.tree.as_deref();
    let named = named.map(|label| encoding::parse("--tree", label, args.labels.label_set));
    let named = named.transpose()?;
    let problem = |error: io::Error| Problem::with(&operand.name(), &error);
    let file = operand.open_file()?;
    let mut file = BlockingIo(&file);
    let mut head = Vec::new();
    (&mut file).take(HEAD).read_to_end(&mut head).map_err(problem)?;
    let label = named.unwrap_or_else(|| likely(&head));
    let transcoder = Transcoder::labelled(label, Encoding::Utf8.into())
        .bom(BomPolicy::Keep)
        .policy(Policy::Escape);
    let mut text = transcode::Reader::new((&head[..]).chain(BufReader::new(file)), transcoder);
    let mut output = Output::open(None)?;
    let mut block = vec![0; 256 << 10];
    loop {
        let len = text.read(&mut block).map_err(problem)?;
        if len == 0 {
            break;
        }
        output.write(&block[..len]).map_err(|error| Problem::with("<stdout>", &error))?;
    }
    output.finish().map_err(|error| Problem::with("<stdout>", &error))
}

/// Returns the likeliest encoding of a text that begins with `head`.
fn likely(head: &[u8]) -> Label {
    let mut detector = Detector::new();
    detector.feed(head);
    let found = if head.len() as u64 == HEAD { detector.so_far() } else { detector.finish() };
    let likely = found.encoding().or_else(|| Likeliest::of(&found).and_then(Likeliest::one));
    match likely {
        Some(Encoding::UsAscii) | None => Encoding::Utf8.into(),
        Some(encoding) => encoding.into(),
    }
}
