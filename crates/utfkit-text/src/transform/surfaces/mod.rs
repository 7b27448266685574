//! Surfaces: characters written as escapes in plain text, such as `\u00E9` in Java, `&eacute;` in
//! HTML, and `=C3=A9` in mail.
//!
//! A [`Surface`] makes a [`Stream`] that [reads](Surface::decode) or [writes](Surface::encode)
//! escapes. Streams process pieces that may be cut anywhere, in bounded memory. An escape that is
//! ill-formed stays as it is, and is [counted](Stream::kept).
//!
//! ```
//! use utfkit::Encoding;
//! use utfkit_text::transform::Surface;
//! let (mut stream, mut text) = (Surface::Java.decode(), Vec::new());
//! stream.push(br"caf\u00", &mut text);
//! stream.push(br"E9 \uD83D\uDE00 \uD83D", &mut text);
//! stream.finish(&mut text);
//! assert_eq!(text, r"café 😀 \uD83D".as_bytes());
//! assert_eq!(stream.kept(), 1);
//!
//! let (mut stream, mut written) = (Surface::Html.encode(Encoding::UsAscii), Vec::new());
//! stream.push("café".as_bytes(), &mut written);
//! stream.finish(&mut written);
//! assert_eq!(written, b"caf&#xE9;");
//! ```

mod backslash;
mod encoded_words;
mod html;
mod punycode;
mod quoted_printable;
mod stream;
mod surface;
mod target;
#[cfg(test)]
mod tests;

pub use stream::Stream;
pub use surface::{Surface, UnknownSurface};
