//! Finds the encoding of a page: by its BOM, the HTTP header, its own declaration, or its letters.
//!
//! ```text
//! cargo run -p utfkit-text --example sniff -- example.ru <page.html
//! ```

use std::{
    env,
    io::{self, Read},
};

use utfkit::{
    Encoding,
    encoding::{Bom, Label, LabelSet},
};
use utfkit_text::{
    detect::{Detector, Hints},
    receivers::{Format, find_in},
};

fn main() -> io::Result<()> {
    let mut page = Vec::new();
    io::stdin().lock().read_to_end(&mut page)?;
    let host = env::args().nth(1).unwrap_or_default();
    let (encoding, reason) = sniff(&page, None, &host);
    println!("{encoding}: {reason}");
    Ok(())
}

/// Returns the encoding of `page`, with the reason. `header` is the label of the HTTP header, and
/// `host` the name of the server.
pub(crate) fn sniff(page: &[u8], header: Option<&str>, host: &str) -> (Encoding, String) {
    if let Some(bom) = Bom::of(page) {
        return (bom.encoding(), "BOM".to_owned());
    }
    if let Some(label) = header.and_then(|label| Label::parse(label, LabelSet::Whatwg).ok()) {
        return (label.encoding(), "header".to_owned());
    }
    let declared = find_in(Format::Html, page);
    if let Some(encoding) = declared.and_then(|declared| declared.encoding()) {
        return (encoding, "meta element".to_owned());
    }
    let mut detector = Detector::new().hints(Hints::new().domain(host));
    detector.feed(page);
    let detection = detector.finish();
    let evidence: Vec<_> = detection.evidence().iter().map(ToString::to_string).collect();
    (detection.encoding().unwrap_or(Encoding::Utf8), evidence.join(", "))
}
