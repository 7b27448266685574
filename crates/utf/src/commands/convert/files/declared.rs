//! What the XML declaration of a text says that the text is in.

use utfkit::{
    Encoding,
    encoding::{Bom, Label, LabelSet},
};

/// How many bytes a declaration may take, in UTF-8.
const MAX: usize = 256;

/// The label that the XML declaration at the start of a file gives, of which `head` is the
/// beginning, in whatever encoding, if that is another than `encoding`.
pub(super) fn other_than(encoding: Encoding, head: &[u8]) -> Option<String> {
    let bom = Bom::of(head).map_or(0, |bom| bom.bytes().len());
    // All characters of a declaration are ASCII; of a code unit the other bytes are 00.
    let bytes = head[bom..].iter().copied().filter(|&byte| byte != 0).take(MAX);
    let text: String = bytes.map(char::from).collect();
    let declaration = text.strip_prefix("<?xml")?.split("?>").next()?;
    let (_, behind) = declaration.split_once("encoding")?;
    let behind = behind.trim_start().strip_prefix('=')?.trim_start();
    let quote = behind.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
    let label = behind[1..].split(quote).next()?;
    let declared = Label::parse(label, LabelSet::default()).ok()?.encoding();
    let family = |encoding: Encoding| encoding.name().trim_end_matches("le").trim_end_matches("be");
    (family(declared) != family(encoding)).then(|| label.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations() {
        let utf16 =
            |text: &str| -> Vec<u8> { text.encode_utf16().flat_map(u16::to_be_bytes).collect() };
        let signed = "\u{FEFF}<?xml version='1.0' encoding = 'UTF-16'?><a/>";
        let said = |head: &[u8]| other_than(Encoding::Utf8, head);
        assert_eq!(said(&utf16(signed)).as_deref(), Some("UTF-16"));
        assert_eq!(other_than(Encoding::Utf16Le, &utf16(signed)), None);
        assert_eq!(said(b"<?xml encoding=\"latin1\" ?>").as_deref(), Some("latin1"));
        for none in [
            "<?xml version='1.0'?> encoding='latin1'",
            "<?xml encoding='utf8'?>",
            "",
            "<?xml encoding",
        ] {
            assert_eq!(said(none.as_bytes()), None, "{none}");
        }
    }
}
