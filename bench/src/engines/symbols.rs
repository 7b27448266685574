//! The functions of simdutf, by name, from its crate or from a shared library.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process,
    sync::atomic::{AtomicUsize, Ordering},
};

use libloading::Library;
use simdutf as _;
use utfkit::simd::Form;

/// A function whose name determines its type.
pub type Symbol = unsafe extern "C" fn();

/// The variable that forces a kernel of simdutf. simdutf reads it at the first call.
const FORCE: &str = "SIMDUTF_FORCE_IMPLEMENTATION";

/// The name of a function, and the types that C++ mangles into it.
pub struct Function<'a> {
    /// The name in C++. The name in C begins with `simdutf_`.
    pub name: &'a str,
    /// The form that the function reads.
    pub from: Form,
    /// The form that the function writes, if it writes.
    pub to: Option<Form>,
}

impl Function<'_> {
    fn in_c(&self) -> String {
        format!("simdutf_{}", self.name)
    }

    /// Returns the name in the Itanium C++ ABI, for a `size_t` that is `unsigned long`.
    fn in_cpp(&self) -> String {
        let unit = |form: Form| ["", "c", "Ds", "", "Di"][form.unit()];
        let output = self.to.map_or(String::new(), |to| format!("P{}", unit(to)));
        format!("_ZN7simdutf{}{}EPK{}m{output}", self.name.len(), self.name, unit(self.from))
    }
}

/// The source of the functions.
pub enum Symbols {
    /// The C++ that the crate `simdutf` bundles.
    Linked,
    /// A shared library, open until the process ends.
    Loaded(Library),
}

impl Symbols {
    /// Opens a shared library and makes it choose `kernel`.
    pub fn load(path: &Path, kernel: Option<&str>) -> Result<Self, String> {
        let own = own_copy(path)?;
        // SAFETY: at load time, a simdutf library runs only constructors of constants.
        let library = unsafe { Library::new(&own) };
        let removed = fs::remove_file(&own);
        let library = library.map_err(|error| format!("{}: {error}", path.display()))?;
        removed.map_err(|error| format!("{}: {error}", own.display()))?;
        let symbols = Self::Loaded(library);
        symbols.choose(kernel)?;
        Ok(symbols)
    }

    /// Returns the function with its C name or its C++ name.
    pub fn find(&self, function: &Function) -> Option<Symbol> {
        match self {
            Symbols::Linked => {
                let name = function.in_c();
                LINKED.iter().find(|(linked, _)| *linked == name).map(|&(_, symbol)| symbol)
            }
            Symbols::Loaded(library) => [function.in_c(), function.in_cpp()]
                .iter()
                // SAFETY: the callers of the function know its type from its name.
                .find_map(|name| unsafe { library.get::<Symbol>(name.as_str()) }.ok().map(|s| *s)),
        }
    }

    /// Makes the first call, with `kernel` forced.
    fn choose(&self, kernel: Option<&str>) -> Result<(), String> {
        let function = Function { name: "validate_utf8", from: Form::Utf8, to: None };
        let symbol = self.find(&function).ok_or("there is no simdutf in it")?;
        let before = env::var_os(FORCE);
        // SAFETY: the process still has only one thread, and validate_utf8 has this type.
        unsafe {
            if let Some(kernel) = kernel {
                env::set_var(FORCE, kernel);
            }
            let validate: unsafe extern "C" fn(*const u8, usize) -> bool =
                std::mem::transmute(symbol);
            validate(b" ".as_ptr(), 1);
            match before {
                Some(before) => env::set_var(FORCE, before),
                None => env::remove_var(FORCE),
            }
        }
        Ok(())
    }
}

/// Copies the library. The loader opens a file only once, but each forced kernel needs its own
/// instance.
fn own_copy(path: &Path) -> Result<PathBuf, String> {
    static COPIES: AtomicUsize = AtomicUsize::new(0);
    let number = COPIES.fetch_add(1, Ordering::Relaxed);
    let copy = env::temp_dir().join(format!("utfkit-bench-{}-{number}.so", process::id()));
    fs::copy(path, &copy).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(copy)
}

macro_rules! linked {
    ($($name:ident)*) => {
        // The bindings of the crate are inlined calls of these functions.
        unsafe extern "C" {
            $(fn $name();)*
        }
        static LINKED: &[(&str, Symbol)] = &[$((stringify!($name), $name)),*];
    };
}

linked! {
    simdutf_validate_ascii
    simdutf_validate_utf8
    simdutf_validate_utf16le
    simdutf_validate_utf16be
    simdutf_validate_utf32
    simdutf_validate_ascii_with_errors
    simdutf_validate_utf8_with_errors
    simdutf_validate_utf16le_with_errors
    simdutf_validate_utf32_with_errors
    simdutf_count_utf8
    simdutf_count_utf16le
    simdutf_utf8_length_from_utf16le
    simdutf_utf8_length_from_utf32
    simdutf_utf8_length_from_latin1
    simdutf_utf16_length_from_utf8
    simdutf_utf16_length_from_utf32
    simdutf_convert_utf8_to_utf16le
    simdutf_convert_utf8_to_utf16be
    simdutf_convert_utf8_to_utf32
    simdutf_convert_utf8_to_latin1
    simdutf_convert_utf16be_to_utf8
    simdutf_convert_utf16le_to_utf8
    simdutf_convert_utf16le_to_utf32
    simdutf_convert_utf16le_to_latin1
    simdutf_convert_utf32_to_utf8
    simdutf_convert_utf32_to_utf16le
    simdutf_convert_utf32_to_latin1
    simdutf_convert_latin1_to_utf8
    simdutf_convert_latin1_to_utf16le
    simdutf_convert_latin1_to_utf32
    simdutf_change_endianness_utf16
    simdutf_convert_valid_utf8_to_utf16le
    simdutf_convert_valid_utf8_to_utf32
    simdutf_convert_valid_utf8_to_latin1
    simdutf_convert_valid_utf16le_to_utf8
    simdutf_convert_valid_utf16le_to_utf32
    simdutf_convert_valid_utf16le_to_latin1
    simdutf_convert_valid_utf32_to_utf8
    simdutf_convert_valid_utf32_to_utf16le
}
