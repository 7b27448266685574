//! The arguments of `iconv_open`: names and suffixes.

use core::ffi::{CStr, c_char};
use std::borrow::Cow;

use crate::{
    charset::Charset,
    conversion::{Conversion, Settings},
};

/// The environment variable that selects the rules of glibc.
const VARIABLE: &CStr = c"UTFKIT_ICONV";

/// The names and the suffixes that a program asks for.
pub(crate) struct Request<'a> {
    to: Cow<'a, str>,
    from: Cow<'a, str>,
    settings: Settings,
    /// Whether a suffix is unknown, or has no meaning here.
    is_foreign: bool,
}

impl<'a> Request<'a> {
    /// Reads the arguments. Returns `None` if one is null or not ASCII.
    ///
    /// # Safety
    /// Both arguments are null or strings that end with a NUL.
    pub(crate) unsafe fn read(to: *const c_char, from: *const c_char) -> Option<Self> {
        // SAFETY: the caller passes strings.
        let [to, from] = unsafe { [text(to)?, text(from)?] };
        let mut settings = Settings { lax: is_lax(), ..Settings::default() };
        let mut is_foreign = false;
        let (to, suffixes) = split(to);
        for suffix in suffixes.split(['/', ',']).filter(|suffix| !suffix.is_empty()) {
            match suffix.to_ascii_uppercase().as_str() {
                "IGNORE" => {
                    settings.discard_invalid = true;
                    settings.discard_non_identical = true;
                }
                "NON_IDENTICAL_DISCARD" => settings.discard_non_identical = true,
                "TRANSLIT" => settings.transliterate = true,
                _ => is_foreign = true,
            }
        }
        // The transliteration of glibc depends on the locale.
        is_foreign |= settings.lax && settings.transliterate;
        // POSIX and glibc have suffixes only in the first argument.
        let (from, _) = split(from);
        Some(Self { to: or_locale(to), from: or_locale(from), settings, is_foreign })
    }

    /// Returns a conversion that does what glibc does with valid text. Returns `None` if the next
    /// library must do it.
    pub(crate) fn exact(&self) -> Option<Conversion> {
        // `iconv -l` opens this pair only so that glibc reads its list of modules.
        if self.is_foreign || self.to == "L1" && self.from == "L1" {
            return None;
        }
        self.open(Charset::of_glibc).filter(|conversion| !conversion.is_direct())
    }

    /// Returns a conversion by the tables of this library, for charsets that glibc does not have.
    pub(crate) fn any(&self) -> Option<Conversion> {
        self.open(|name| Charset::of_glibc(name).or_else(|| Charset::of_label(name)))
    }

    fn open(&self, find: impl Fn(&str) -> Option<Charset>) -> Option<Conversion> {
        let [mut from, mut to] = [find(&self.from)?, find(&self.to)?];
        if self.settings.lax {
            [from, to] = [from.lax(), to.lax()];
        }
        Some(Conversion::new(from, to, self.settings))
    }
}

/// Returns the name and the suffixes of `code`. A name of glibc can have one slash inside, as in
/// `ISO-10646/UTF8/`.
fn split(code: &str) -> (&str, &str) {
    match code.split_once("//") {
        Some((name, suffixes)) => (name, suffixes),
        None => (code.strip_suffix('/').unwrap_or(code), ""),
    }
}

/// Returns `name`, or the charset of the locale if it is empty.
fn or_locale(name: &str) -> Cow<'_, str> {
    if !name.is_empty() {
        return name.into();
    }
    // SAFETY: the result is null or a string. The text is copied at once, because another thread
    // may change the locale.
    let codeset = unsafe { text(libc::nl_langinfo(libc::CODESET)) };
    codeset.unwrap_or_default().to_owned().into()
}

/// Returns the text of a string, if it is ASCII.
///
/// # Safety
/// `string` is null or a string that ends with a NUL. It does not change while the result is used.
unsafe fn text<'a>(string: *const c_char) -> Option<&'a str> {
    if string.is_null() {
        return None;
    }
    // SAFETY: the caller passes a string.
    let text = unsafe { CStr::from_ptr(string) }.to_str().ok()?;
    text.is_ascii().then_some(text)
}

/// Returns `true` if the environment asks for the rules of glibc.
fn is_lax() -> bool {
    // SAFETY: the result is null or a string, as long as no other thread changes the environment,
    // which the standard functions do not allow either.
    unsafe { text(libc::getenv(VARIABLE.as_ptr())) == Some("lax") }
}
