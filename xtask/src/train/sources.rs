//! The sources of the text: sentences and n-grams of lingua, and the translations of Chromium.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use fst::{Map, Streamer};
use sha2::{Digest, Sha256};

/// The translations of Chromium that the model is trained on: the version and the SHA-256 sum.
const CHROMIUM: (&str, &str) = (
    "156.0.8078.108-1~deb12u1",
    "2b06fcd01a5ff6079f6ddddf7a49dfbaf38a82a7e37bcc62b53d84a619e31a85",
);

/// The version of lingua, and the version of its models.
const LINGUA: (&str, &str) = ("1.8.0", "1.3.0");

/// The sources in a directory.
pub(super) struct Sources {
    /// The directory with the packages of lingua.
    lingua: PathBuf,
    /// The directory with the files of Chromium.
    chromium: PathBuf,
}

/// Runs a command in `folder`, and returns its output.
fn run(folder: &Path, command: &mut Command) -> Result<Vec<u8>, String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let output =
        command.current_dir(folder).output().map_err(|error| format!("{name}: {error}"))?;
    if output.status.success() {
        Ok(output.stdout)
    } else {
        Err(format!("{name}: {}", String::from_utf8_lossy(&output.stderr)))
    }
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

impl Sources {
    /// Fetches the sources that `folder` does not have yet.
    pub(super) fn fetch(folder: &Path) -> Result<Sources, String> {
        let project = folder.join("lingua");
        fs::create_dir_all(project.join("src")).map_err(text)?;
        fs::write(project.join("src/lib.rs"), "").map_err(text)?;
        let manifest = format!(
            "[package]\nname = \"sources\"\nversion = \"0.0.0\"\nedition = \"2024\"\n[dependencies]\nlingua = \"={}\"\n[workspace]\n",
            LINGUA.0
        );
        fs::write(project.join("Cargo.toml"), manifest).map_err(text)?;
        run(&project, Command::new("cargo").args(["fetch", "--quiet"]))?;
        let metadata =
            run(&project, Command::new("cargo").args(["metadata", "--format-version=1"]))?;
        let metadata = String::from_utf8_lossy(&metadata).into_owned();
        let mark = format!("/lingua-english-language-model-{}/Cargo.toml", LINGUA.1);
        let end = metadata.find(&mark).ok_or("lingua's models have another version")?;
        let begin = metadata[..end].rfind('"').map_or(0, |quote| quote + 1);
        let lingua = PathBuf::from(&metadata[begin..end]);

        let package = folder.join(format!("chromium-l10n_{}_all.deb", CHROMIUM.0));
        if !package.exists() {
            let name = format!("chromium-l10n={}", CHROMIUM.0);
            run(folder, Command::new("apt-get").args(["download", "-qq", &name]))?;
        }
        let sum = Sha256::digest(fs::read(&package).map_err(text)?);
        let sum: String = sum.iter().map(|byte| format!("{byte:02x}")).collect();
        if sum != CHROMIUM.1 {
            return Err(format!("{}: SHA-256 {sum}, expected {}", package.display(), CHROMIUM.1));
        }
        let unpacked = folder.join(format!("chromium-{}", CHROMIUM.0));
        if !unpacked.exists() {
            // An interrupted run leaves the files under another name, so that it is repeated.
            let part = folder.join("chromium.part");
            let _ = fs::remove_dir_all(&part);
            run(folder, Command::new("dpkg-deb").arg("-x").arg(&package).arg(&part))?;
            fs::rename(&part, &unpacked).map_err(text)?;
        }
        Ok(Sources { lingua, chromium: unpacked.join("usr/lib/chromium/locales") })
    }

    fn model(&self, language: &str) -> PathBuf {
        self.lingua.join(format!("lingua-{language}-language-model-{}", LINGUA.1))
    }

    /// Returns the sentences of lingua in a language.
    pub(super) fn sentences(&self, language: &str) -> Result<String, String> {
        let file = self.model(language).join("testdata/sentences.txt");
        fs::read_to_string(&file).map_err(|error| format!("{}: {error}", file.display()))
    }

    /// Returns the n-grams of at most three letters, with the probability of the last letter after
    /// the letters before it.
    pub(super) fn ngrams(&self, language: &str) -> Result<BTreeMap<Vec<char>, f64>, String> {
        let file = self.model(language).join("models/ngrams.fst");
        let map = Map::new(fs::read(file).map_err(text)?).map_err(text)?;
        let mut stream = map.stream();
        let mut ngrams = BTreeMap::new();
        while let Some((key, value)) = stream.next() {
            let letters: Vec<char> = String::from_utf8_lossy(key).chars().collect();
            if letters.len() <= 3 {
                ngrams.insert(letters, f64::from_bits(value).exp());
            }
        }
        Ok(ngrams)
    }

    /// Returns the messages of Chromium in a language, without markup and placeholders.
    pub(super) fn messages(&self, language: &str) -> Result<String, String> {
        let file = self.chromium.join(format!("{language}.pak"));
        let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let number = |at: usize, length: usize| {
            let bytes = bytes.get(at..at + length)?;
            Some(bytes.iter().rev().fold(0, |number, &byte| number << 8 | usize::from(byte)))
        };
        let count =
            number(8, 2).filter(|_| number(0, 4) == Some(5)).ok_or("no .pak of version 5")?;
        let mut messages = String::new();
        for entry in 0..count {
            let offset = |entry: usize| number(12 + 6 * entry + 2, 4);
            let (Some(begin), Some(end)) = (offset(entry), offset(entry + 1)) else { continue };
            let Some(Ok(message)) = bytes.get(begin..end).map(std::str::from_utf8) else {
                continue;
            };
            let message = plain(message);
            if !message.is_empty() && message.len() < 4000 {
                messages.push_str(&message);
                messages.push('\n');
            }
        }
        Ok(messages)
    }
}

/// Returns a message without markup and placeholders.
fn plain(message: &str) -> String {
    let mut out = String::new();
    let mut rest = message;
    while let Some(first) = rest.chars().next() {
        let skipped = match first {
            '<' => rest.find('>').map(|end| end + 1),
            '{' => rest.find('}').map(|end| end + 1),
            '$' | '%' => {
                let digits = rest[1..].bytes().take_while(u8::is_ascii_digit).count();
                (digits > 0).then_some(digits + 1)
            }
            '&' => {
                let end = rest.find(';').filter(|&end| end < 9);
                if let Some(end) = end {
                    out.push(match &rest[1..end] {
                        "amp" => '&',
                        "lt" => '<',
                        "gt" => '>',
                        "quot" => '"',
                        _ => ' ',
                    });
                }
                end.map(|end| end + 1)
            }
            _ => None,
        };
        let skipped = skipped.unwrap_or_else(|| {
            out.push(first);
            first.len_utf8()
        });
        rest = &rest[skipped..];
    }
    out.trim().to_owned()
}
