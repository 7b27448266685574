//! Packs files in the format Brotli: `utfkit-wasm-pack IN OUT`.
//!
//! Other programs for this format use its dictionary of words. Browsers would need 120 kB more for
//! that, and our files contain few of these words.

use std::{
    env, fs, io,
    process::{self, ExitCode},
};

use brotli::enc::{BrotliEncoderParams, backward_references::BrotliEncoderMode};

fn main() -> ExitCode {
    let [from, to] = env::args_os().skip(1).collect::<Vec<_>>().try_into().unwrap_or_else(|_| {
        eprintln!("usage: utfkit-wasm-pack IN OUT");
        process::exit(2);
    });
    match fs::read(from).and_then(|file| fs::write(to, packed(&file)?)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("utfkit-wasm-pack: {error}");
            ExitCode::FAILURE
        }
    }
}

/// Packs a file with each kind of context that `package/src/brotli.js` knows. The shortest result
/// counts.
fn packed(file: &[u8]) -> io::Result<Vec<u8>> {
    let modes =
        [BrotliEncoderMode::BROTLI_FORCE_MSB_PRIOR, BrotliEncoderMode::BROTLI_FORCE_SIGNED_PRIOR];
    let mut shortest: Option<Vec<u8>> = None;
    for mode in modes {
        let options = BrotliEncoderParams {
            mode,
            quality: 11,
            lgwin: 24,
            size_hint: file.len(),
            use_dictionary: false,
            ..Default::default()
        };
        let mut out = Vec::new();
        brotli::BrotliCompress(&mut &*file, &mut out, &options)?;
        shortest = shortest.filter(|known| known.len() <= out.len()).or(Some(out));
    }
    Ok(shortest.unwrap_or_default())
}
