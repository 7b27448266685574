//! Other detectors: one library, and the installed commands and Python packages.

use std::{fs, path::Path, process::Command};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use super::{Answers, samples::Sample};

/// Python's detectors, with scripts that print the encodings of the files named as arguments.
const PYTHON: [(&str, &str); 2] = [
    (
        "charset-normalizer",
        "import sys,charset_normalizer as n\nprint('version',n.__version__)\n\
         for f in sys.argv[1:]:\n b=n.from_path(f).best(); print(b.encoding if b else '')",
    ),
    (
        "chardet",
        "import sys,chardet\nprint('version',chardet.__version__)\n\
         for f in sys.argv[1:]: print(chardet.detect(open(f,'rb').read())['encoding'] or '')",
    ),
];

/// Returns the answers of each detector.
pub(super) fn ask(samples: &[Sample]) -> Result<Vec<Answers>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let names: Vec<String> = (0..samples.len()).map(|at| format!("{at:06}")).collect();
    for (name, sample) in names.iter().zip(samples) {
        fs::write(folder.path().join(name), &sample.bytes).map_err(|error| error.to_string())?;
    }
    let mut answers = vec![library(samples)];
    let of_colon = |line: &str| line.rsplit(':').next().unwrap_or_default().trim().to_owned();
    answers.extend(command(folder.path(), "uchardet", &["uchardet"], &names, of_colon));
    answers.extend(command(folder.path(), "file", &["file", "--mime-encoding"], &names, of_colon));
    for (name, script) in PYTHON {
        let plain = |line: &str| line.trim().to_owned();
        answers.extend(command(folder.path(), name, &["python3", "-c", script], &names, plain));
    }
    Ok(answers)
}

fn library(samples: &[Sample]) -> Answers {
    let guess = |sample: &Sample| {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(&sample.bytes, true);
        Some(detector.guess(None, Utf8Detection::Allow).name().to_owned())
    };
    Answers { detector: "chardetng 1".to_owned(), labels: samples.iter().map(guess).collect() }
}

/// Returns the labels that a command prints, one line per file.
///
/// The result is `None` if the command is not installed, or if it prints another number of lines.
fn command(
    folder: &Path,
    name: &str,
    line: &[&str],
    names: &[String],
    label: impl Fn(&str) -> String,
) -> Option<Answers> {
    let (program, arguments) = line.split_first()?;
    let (mut detector, mut labels) = (name.to_owned(), Vec::new());
    for names in names.chunks(500) {
        let run = Command::new(program).args(arguments).args(names).current_dir(folder).output();
        let output = String::from_utf8_lossy(&run.ok()?.stdout).into_owned();
        let mut lines: Vec<_> = output.lines().collect();
        if let Some(version) = lines.first().and_then(|line| line.strip_prefix("version ")) {
            detector = format!("{name} {version}");
            lines.remove(0);
        }
        if lines.len() != names.len() {
            eprintln!("{name}: {} lines for {} files; left out", lines.len(), names.len());
            return None;
        }
        labels.extend(
            lines.into_iter().map(|line| Some(label(line)).filter(|label| !label.is_empty())),
        );
    }
    Some(Answers { detector, labels })
}
