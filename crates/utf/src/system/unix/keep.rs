//! Copies owner, mode, extended attributes and times from the old file to the new one.

use std::{ffi::CStr, fs::File, io};

use rustix::{
    fs::{Stat, Timespec, Timestamps, XattrFlags},
    io::Errno,
};

use super::{
    access,
    attributes::read_all,
    old::{LostAttributes, OldFile},
};

/// Copies the properties of `old` to `file`, if the process is allowed to.
pub fn take_over(file: &File, old: &OldFile, times: bool) -> io::Result<LostAttributes> {
    // Attributes need the permission to write, which the mode of the old file may not give.
    if let Some(from) = &old.file {
        extended_attributes(file, from)?;
    }
    let lost = access::take_over(file, old)?;
    if times {
        rustix::fs::futimens(file, &times_of(&old.facts.stat))?;
    }
    Ok(lost)
}

#[allow(clippy::useless_conversion, clippy::unnecessary_cast, reason = "not on all systems")]
fn times_of(old: &Stat) -> Timestamps {
    let time = |seconds: i64, part| Timespec { tv_sec: seconds.into(), tv_nsec: part };
    Timestamps {
        last_access: time(old.st_atime as i64, old.st_atime_nsec as _),
        last_modification: time(old.st_mtime as i64, old.st_mtime_nsec as _),
    }
}

/// Copies the extended attributes of `from`, except the access control list, which depends on the
/// owner.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
fn extended_attributes(file: &File, from: &File) -> io::Result<()> {
    let names = match read_all(|room| match room {
        None => rustix::fs::flistxattr_query(from),
        Some(room) => rustix::fs::flistxattr(from, room),
    }) {
        Err(Errno::NOTSUP) => return Ok(()),
        names => names?,
    };
    for name in names.split_inclusive(|&byte| byte == 0) {
        let Ok(name) = CStr::from_bytes_with_nul(name) else { continue };
        if let Err(error) = copy_attribute(file, from, name) {
            let name = utfkit_text::unicode::printable::line(&name.to_string_lossy()).into_owned();
            let words = format!("Extended attribute {name} cannot be kept: {}", short(error));
            return Err(io::Error::other(words));
        }
    }
    Ok(())
}

#[cfg(not(any(target_os = "linux", target_vendor = "apple")))]
fn extended_attributes(_file: &File, _from: &File) -> io::Result<()> {
    Ok(())
}

#[cfg(target_vendor = "apple")]
const NO_ATTRIBUTE: Errno = Errno::NOATTR;
#[cfg(not(target_vendor = "apple"))]
const NO_ATTRIBUTE: Errno = Errno::NODATA;

/// The attributes that macOS lets no program set: what the file was made by, and who may read it.
const OF_MACOS: [&CStr; 2] = [c"com.apple.provenance", c"com.apple.macl"];

fn copy_attribute(file: &File, from: &File, name: &CStr) -> rustix::io::Result<()> {
    // The system drops capabilities whenever the content of a file changes.
    if name == c"security.capability" || access::is_list(name) {
        return Ok(());
    }
    let value = match read_all(|room| match room {
        None => rustix::fs::fgetxattr_query(from, name),
        Some(room) => rustix::fs::fgetxattr(from, name, room),
    }) {
        // The attribute was removed meanwhile.
        Err(NO_ATTRIBUTE) => return Ok(()),
        value => value?,
    };
    match rustix::fs::fsetxattr(file, name, &value, XattrFlags::empty()) {
        // The system sets these attributes itself.
        Err(Errno::PERM | Errno::ACCESS | Errno::NOTSUP)
            if name.to_bytes().starts_with(b"security.") || OF_MACOS.contains(&name) =>
        {
            Ok(())
        }
        done => done,
    }
}

fn short(error: Errno) -> String {
    let text = io::Error::from(error).to_string();
    let end = text.find(" (os error").unwrap_or(text.len());
    text[..end].to_owned()
}
