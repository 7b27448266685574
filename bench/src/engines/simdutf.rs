//! simdutf, the C++ library: bundled by its crate, or a shared library of any version.

use std::{mem, path::Path, rc::Rc};

use utfkit::simd::Form::{self, Utf8, Utf16Be, Utf16Le, Utf32Le};

use super::{
    Engine, Offer, offer,
    symbols::{Function, Symbol, Symbols},
};
use crate::operations::Task;

type Check = unsafe extern "C" fn(*const u8, usize) -> bool;
type Count = unsafe extern "C" fn(*const u8, usize) -> usize;
type Locate = unsafe extern "C" fn(*const u8, usize) -> Located;
type Write = unsafe extern "C" fn(*const u8, usize, *mut u8) -> usize;
type Fix = unsafe extern "C" fn(*const u8, usize, *mut u8);

/// simdutf's `result`.
#[repr(C)]
struct Located {
    error: u32,
    count: usize,
}

/// Returns the engine of the crate `simdutf`.
pub fn linked() -> Engine {
    engine("simdutf-crate", Symbols::Linked)
}

/// Returns the engine of a shared library: `label=PATH[@kernel]`.
pub fn loaded(argument: &str) -> Result<Engine, String> {
    let (label, place) = argument
        .split_once('=')
        .ok_or_else(|| format!("--simdutf-so takes label=PATH[@kernel], not {argument}"))?;
    let (path, kernel) = match place.rsplit_once('@') {
        Some((path, kernel)) => (path, Some(kernel)),
        None => (place, None),
    };
    Ok(engine(label, Symbols::load(Path::new(path), kernel)?))
}

fn engine(name: &str, symbols: Symbols) -> Engine {
    let symbols = Rc::new(symbols);
    Engine::peer(name, move |task| match task {
        Task::Ascii => validate(&symbols, "ascii", Utf8),
        Task::AsciiPosition => {
            let locate = locate_by(&symbols, "ascii", Utf8)?;
            offer(move |src, _| locate(src).unwrap_or(src.len()))
        }
        Task::Validate(form) => validate(&symbols, name_of(form), form),
        Task::ErrorPosition(form) => {
            let locate = locate(&symbols, form)?;
            offer(move |src, _| locate(src).unwrap_or(src.len()))
        }
        Task::Convert(Utf16Le, Utf16Be) => {
            // simdutf has no function that both checks and swaps.
            let (locate, swap) = (locate(&symbols, Utf16Le)?, swap(&symbols)?);
            offer(move |src, dst| swap(&src[..locate(src).unwrap_or(src.len())], dst))
        }
        Task::Swap(Utf16Le, Utf16Be) => swap(&symbols).map(boxed),
        Task::Convert(from, to) => {
            writer(&symbols, &format!("convert_{}_to_{}", name_of(from), name_of(to)), from, to)
                .map(boxed)
        }
        Task::Known(from, to) => {
            let name = format!("convert_valid_{}_to_{}", name_of(from), name_of(to));
            writer(&symbols, &name, from, to).map(boxed)
        }
        Task::Length(from, to) => length(&symbols, from, to),
        Task::Lossy(from, to) => lossy(&symbols, from, to),
        Task::LossyLength(from, to) => lossy_length(&symbols, from, to),
        Task::Lines(_)
        | Task::Swap(..)
        | Task::LossyOwned(..)
        | Task::Stream(..)
        | Task::Relative(..)
        | Task::Rows
        | Task::Scan => None,
    })
}

/// Returns a form's name as in the names of functions.
fn name_of(form: Form) -> &'static str {
    match form {
        Form::Latin1 => "latin1",
        Utf8 => "utf8",
        Utf16Le => "utf16le",
        Utf32Le => "utf32",
        Utf16Be => "utf16be",
        Form::Utf32Be => "",
    }
}

fn find(symbols: &Symbols, name: &str, from: Form, to: Option<Form>) -> Option<Symbol> {
    symbols.find(&Function { name, from, to })
}

fn boxed(call: impl Fn(&[u8], &mut [u8]) -> usize + 'static) -> Box<dyn super::Call> {
    Box::new(call)
}

fn validate(symbols: &Symbols, name: &str, form: Form) -> Offer {
    let symbol = find(symbols, &format!("validate_{name}"), form, None)?;
    // SAFETY: functions of this name have this type.
    let check = unsafe { mem::transmute::<Symbol, Check>(symbol) };
    offer(move |src, _| {
        // SAFETY: the function reads the units of `src`.
        let well_formed = unsafe { check(src.as_ptr(), src.len() / form.unit()) };
        if well_formed { src.len() } else { 0 }
    })
}

/// Returns a function that changes the byte order.
fn swap(symbols: &Symbols) -> Option<impl Fn(&[u8], &mut [u8]) -> usize + use<>> {
    let symbol = find(symbols, "change_endianness_utf16", Utf16Le, Some(Utf16Le))?;
    // SAFETY: functions of this name have this type.
    let swap = unsafe { mem::transmute::<Symbol, Fix>(symbol) };
    Some(move |src: &[u8], dst: &mut [u8]| {
        // SAFETY: the function reads the units of `src` and writes the same number of units.
        unsafe { swap(src.as_ptr(), src.len() / 2, dst.as_mut_ptr()) };
        src.len()
    })
}

/// Returns a function that returns the offset of the first error, in bytes.
fn locate(symbols: &Symbols, form: Form) -> Option<impl Fn(&[u8]) -> Option<usize> + use<>> {
    locate_by(symbols, name_of(form), form)
}

/// Like [`locate`], with the function of that name.
fn locate_by(
    symbols: &Symbols,
    name: &str,
    form: Form,
) -> Option<impl Fn(&[u8]) -> Option<usize> + use<>> {
    let symbol = find(symbols, &format!("validate_{name}_with_errors"), form, None)?;
    // SAFETY: functions of this name have this type.
    let locate = unsafe { mem::transmute::<Symbol, Locate>(symbol) };
    Some(move |src: &[u8]| {
        // SAFETY: the function reads the units of `src`.
        let located = unsafe { locate(src.as_ptr(), src.len() / form.unit()) };
        (located.error != 0).then_some(located.count * form.unit())
    })
}

/// Returns a function that reads one form and writes another.
fn writer(
    symbols: &Symbols,
    name: &str,
    from: Form,
    to: Form,
) -> Option<impl Fn(&[u8], &mut [u8]) -> usize + use<>> {
    let symbol = find(symbols, name, from, Some(to))?;
    // SAFETY: functions of this name have this type.
    let write = unsafe { mem::transmute::<Symbol, Write>(symbol) };
    Some(move |src: &[u8], dst: &mut [u8]| {
        // SAFETY: the function reads the units of `src`, and `dst` has space for four bytes for
        // each of them.
        unsafe { write(src.as_ptr(), src.len() / from.unit(), dst.as_mut_ptr()) * to.unit() }
    })
}

fn length(symbols: &Symbols, from: Form, to: Form) -> Offer {
    let name = match (from, to) {
        (Utf8, Utf16Le) => "utf16_length_from_utf8".to_owned(),
        (_, Utf32Le) => format!("count_{}", name_of(from)),
        _ => format!("{}_length_from_{}", name_of(to), name_of(from)),
    };
    let symbol = find(symbols, &name, from, None)?;
    // SAFETY: functions of this name have this type.
    let count = unsafe { mem::transmute::<Symbol, Count>(symbol) };
    // SAFETY: the function reads the units of `src`.
    offer(move |src, _| unsafe { count(src.as_ptr(), src.len() / from.unit()) })
}

/// Counts the units of a text with U+FFFD. Only newer versions have this function.
fn lossy_length(symbols: &Symbols, from: Form, to: Form) -> Offer {
    let name = format!("{}_length_from_{}_with_replacement", name_of(to), name_of(from));
    let symbol = find(symbols, &name, from, None)?;
    // SAFETY: functions of this name have this type.
    let count = unsafe { mem::transmute::<Symbol, Locate>(symbol) };
    // SAFETY: the function reads the units of `src`.
    offer(move |src, _| unsafe { count(src.as_ptr(), src.len() / from.unit()) }.count)
}

/// Returns a function that replaces errors. Without one in simdutf, the call does what a user of
/// the strict functions would do: find the error, convert the text before it, write U+FFFD, and
/// continue after it.
fn lossy(symbols: &Symbols, from: Form, to: Form) -> Offer {
    let (read, written) = (name_of(from), name_of(to));
    if (from, to) == (Utf16Le, Utf16Le) {
        let symbol = find(symbols, "to_well_formed_utf16le", from, Some(to))?;
        // SAFETY: functions of this name have this type.
        let fix = unsafe { mem::transmute::<Symbol, Fix>(symbol) };
        return offer(move |src, dst| {
            // SAFETY: the function reads the units of `src` and writes the same number of units.
            unsafe { fix(src.as_ptr(), src.len() / 2, dst.as_mut_ptr()) };
            src.len()
        });
    }
    let whole = format!("convert_{read}_to_{written}_with_replacement");
    if let Some(whole) = writer(symbols, &whole, from, to) {
        return offer(whole);
    }
    let locate = locate(symbols, from)?;
    if from == to {
        return offer(move |src, dst| {
            replace(from, to, src, dst, &locate, |src, dst| {
                dst[..src.len()].copy_from_slice(src);
                src.len()
            })
        });
    }
    let convert = writer(symbols, &format!("convert_valid_{read}_to_{written}"), from, to)?;
    offer(move |src, dst| replace(from, to, src, dst, &locate, &convert))
}

#[inline(always)]
fn replace(
    from: Form,
    to: Form,
    mut src: &[u8],
    dst: &mut [u8],
    locate: impl Fn(&[u8]) -> Option<usize>,
    convert: impl Fn(&[u8], &mut [u8]) -> usize,
) -> usize {
    let replacement: &[u8] = match to {
        Utf8 => "\u{FFFD}".as_bytes(),
        Utf16Le => &[0xFD, 0xFF],
        _ => &[0xFD, 0xFF, 0, 0],
    };
    let mut at = 0;
    while let Some(bad) = locate(src) {
        at += convert(&src[..bad], &mut dst[at..]);
        dst[at..at + replacement.len()].copy_from_slice(replacement);
        at += replacement.len();
        src = &src[bad + subpart(from, &src[bad..])..];
    }
    at + convert(src, &mut dst[at..])
}

/// Returns the length of the maximal subpart at the start of `src`, which simdutf does not return.
fn subpart(form: Form, src: &[u8]) -> usize {
    if form != Utf8 {
        return form.unit();
    }
    let start = &src[..src.len().min(4)];
    let length = str::from_utf8(start).err().and_then(|error| error.error_len());
    length.unwrap_or(start.len())
}
