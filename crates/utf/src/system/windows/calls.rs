//! The calls of Windows that `std` does not offer, as safe functions.
//!
//! All `unsafe` code of the command for Windows is here.

use std::{
    ffi::{OsString, c_void},
    fs::File,
    io,
    mem::{size_of, zeroed},
    os::windows::{
        ffi::{OsStrExt, OsStringExt},
        io::{AsRawHandle, FromRawHandle},
    },
    path::{Path, PathBuf},
    ptr,
};

use windows_sys::Win32::{
    Foundation::{ERROR_HANDLE_EOF, GENERIC_READ, HANDLE, INVALID_HANDLE_VALUE},
    Globalization::{GetACP, GetOEMCP},
    Security::{
        DACL_SECURITY_INFORMATION, GetKernelObjectSecurity, PSECURITY_DESCRIPTOR,
        SE_DACL_AUTO_INHERIT_REQ, SE_DACL_AUTO_INHERITED, SetKernelObjectSecurity,
    },
    Storage::FileSystem::{
        BY_HANDLE_FILE_INFORMATION, FILE_ATTRIBUTE_TAG_INFO, FILE_BASIC_INFO, FILE_ID_INFO,
        FILE_INFO_BY_HANDLE_CLASS, FILE_RENAME_INFO, FILE_SHARE_DELETE, FILE_SHARE_READ,
        FILE_SHARE_WRITE, FILE_STANDARD_INFO, FILE_TYPE_DISK, FILE_TYPE_PIPE, FileAttributeTagInfo,
        FileBasicInfo, FileIdInfo, FileRenameInfoEx, FileStandardInfo, FindClose, FindFirstStreamW,
        FindNextStreamW, FindStreamInfoStandard, GetFileInformationByHandle,
        GetFileInformationByHandleEx, GetFileType, GetFinalPathNameByHandleW,
        LOCKFILE_EXCLUSIVE_LOCK, LOCKFILE_FAIL_IMMEDIATELY, LockFileEx, MOVEFILE_WRITE_THROUGH,
        MoveFileExW, ReOpenFile, SetFileAttributesW, SetFileInformationByHandle,
        WIN32_FIND_STREAM_DATA,
    },
    System::IO::OVERLAPPED,
};

fn handle(file: &File) -> HANDLE {
    file.as_raw_handle()
}

/// Returns `Ok` if a call returned a value other than 0, or else the last error of the thread.
fn checked(result: i32) -> io::Result<()> {
    if result != 0 { Ok(()) } else { Err(io::Error::last_os_error()) }
}

/// Returns `path` with a NUL at the end.
fn wide(path: &Path) -> io::Result<Vec<u16>> {
    let mut units: Vec<u16> = path.as_os_str().encode_wide().collect();
    if units.contains(&0) {
        return Err(io::ErrorKind::InvalidInput.into());
    }
    units.push(0);
    Ok(units)
}

/// Returns the volume of a file and its number there, in the way of volumes that lack [`id`].
pub(super) fn old_id(file: &File) -> io::Result<(u64, u128)> {
    // SAFETY: the structure consists of numbers, for which zeros are valid.
    let mut found: BY_HANDLE_FILE_INFORMATION = unsafe { zeroed() };
    // SAFETY: the handle is open while `file` is borrowed, and the pointer is to the structure that
    // the call fills.
    checked(unsafe { GetFileInformationByHandle(handle(file), &raw mut found) })?;
    let number = u128::from(found.nFileIndexHigh) << 32 | u128::from(found.nFileIndexLow);
    Ok((found.dwVolumeSerialNumber.into(), number))
}

/// Fills a structure of numbers with the information of this class.
///
/// # Safety
///
/// `T` must be the structure of `class`, and zeros must be a valid value of it.
unsafe fn information<T>(file: &File, class: FILE_INFO_BY_HANDLE_CLASS) -> io::Result<T> {
    // SAFETY: zeros are valid, as the caller promises.
    let mut found: T = unsafe { zeroed() };
    let room = (&raw mut found).cast::<c_void>();
    let len = u32::try_from(size_of::<T>()).map_err(io::Error::other)?;
    // SAFETY: the handle is open while `file` is borrowed, and `room` has `len` bytes.
    checked(unsafe { GetFileInformationByHandleEx(handle(file), class, room, len) })?;
    Ok(found)
}

/// Returns the times and attributes of a file.
pub(super) fn basic(file: &File) -> io::Result<FILE_BASIC_INFO> {
    // SAFETY: the structure is the one of the class, and consists of numbers.
    unsafe { information(file, FileBasicInfo) }
}

/// Returns the length, the number of names and the type of a file.
pub(super) fn standard(file: &File) -> io::Result<FILE_STANDARD_INFO> {
    // SAFETY: the structure is the one of the class, and consists of numbers.
    unsafe { information(file, FileStandardInfo) }
}

/// Returns the volume of a file and its number there.
pub(super) fn id(file: &File) -> io::Result<(u64, u128)> {
    // SAFETY: the structure is the one of the class, and consists of numbers.
    let found: FILE_ID_INFO = unsafe { information(file, FileIdInfo) }?;
    Ok((found.VolumeSerialNumber, u128::from_le_bytes(found.FileId.Identifier)))
}

/// Returns the kind of reparse point that a file is.
pub(super) fn reparse_tag(file: &File) -> io::Result<u32> {
    // SAFETY: the structure is the one of the class, and consists of numbers.
    let found: FILE_ATTRIBUTE_TAG_INFO = unsafe { information(file, FileAttributeTagInfo) }?;
    Ok(found.ReparseTag)
}

/// Sets the times and attributes of a file. Zeros stand for "unchanged".
pub(super) fn set_basic(file: &File, facts: &FILE_BASIC_INFO) -> io::Result<()> {
    let from = ptr::from_ref(facts).cast::<c_void>();
    let len = u32::try_from(size_of::<FILE_BASIC_INFO>()).map_err(io::Error::other)?;
    // SAFETY: the handle is open while `file` is borrowed, and `from` has `len` bytes.
    checked(unsafe { SetFileInformationByHandle(handle(file), FileBasicInfo, from, len) })
}

/// Sets the attributes of the file at `path`.
pub(super) fn set_attributes(path: &Path, attributes: u32) -> io::Result<()> {
    let path = wide(path)?;
    // SAFETY: the path ends with a NUL.
    checked(unsafe { SetFileAttributesW(path.as_ptr(), attributes) })
}

/// Returns `true` if `file` is on a disk, and not a pipe or a device.
pub(super) fn is_on_disk(file: &File) -> bool {
    // SAFETY: the handle is open while `file` is borrowed.
    unsafe { GetFileType(handle(file)) == FILE_TYPE_DISK }
}

/// Returns `true` if `file` is a pipe.
pub(super) fn is_pipe(file: &File) -> bool {
    // SAFETY: the handle is open while `file` is borrowed.
    unsafe { GetFileType(handle(file)) == FILE_TYPE_PIPE }
}

/// Opens an open file again, for reading. Unlike a clone, it has a position of its own.
pub(super) fn reopen(file: &File) -> io::Result<File> {
    let share = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
    // SAFETY: the handle is open while `file` is borrowed.
    let opened = unsafe { ReOpenFile(handle(file), GENERIC_READ, share, 0) };
    if opened == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    // SAFETY: the call has made the handle, and nothing else owns it.
    Ok(unsafe { File::from_raw_handle(opened) })
}

/// Locks one byte of a file for this process, unless a process has locked it.
pub(super) fn try_lock(file: &File, offset: u64) -> io::Result<()> {
    // SAFETY: the structure consists of numbers and a null handle, for which zeros are valid.
    let mut place: OVERLAPPED = unsafe { zeroed() };
    place.Anonymous.Anonymous.Offset = offset as u32;
    place.Anonymous.Anonymous.OffsetHigh = (offset >> 32) as u32;
    let how = LOCKFILE_EXCLUSIVE_LOCK | LOCKFILE_FAIL_IMMEDIATELY;
    // SAFETY: the handle is open while `file` is borrowed. The file is not open for overlapped
    // calls, so this call ends before it returns, and `place` is not used afterwards.
    checked(unsafe { LockFileEx(handle(file), how, 0, 1, 0, &raw mut place) })
}

/// Returns the path of an open file, without links.
pub(super) fn path(file: &File) -> io::Result<PathBuf> {
    let mut room = vec![0_u16; 512];
    loop {
        let len = u32::try_from(room.len()).map_err(io::Error::other)?;
        // SAFETY: the handle is open while `file` is borrowed, and the buffer has `len` units.
        let len = unsafe { GetFinalPathNameByHandleW(handle(file), room.as_mut_ptr(), len, 0) };
        match len as usize {
            0 => return Err(io::Error::last_os_error()),
            len if len < room.len() => return Ok(OsString::from_wide(&room[..len]).into()),
            len => room.resize(len + 1, 0),
        }
    }
}

/// Renames a file. Returns an error if the new name is taken.
pub(super) fn rename(old: &Path, new: &Path) -> io::Result<()> {
    let (old, new) = (wide(old)?, wide(new)?);
    // SAFETY: both paths end with a NUL.
    checked(unsafe { MoveFileExW(old.as_ptr(), new.as_ptr(), MOVEFILE_WRITE_THROUGH) })
}

/// Renames an open file to `new`, and replaces any file of that name, even if it is read-only or
/// open. The file must be open for deletion. Windows has this call since version 10.
pub(super) fn replace_read_only(file: &File, new: &Path) -> io::Result<()> {
    // Replace, with the semantics of POSIX, and ignore the read-only attribute.
    const FLAGS: u32 = 0x01 | 0x02 | 0x40;
    let name = wide(new)?;
    let len = size_of::<FILE_RENAME_INFO>() + size_of_val(&*name);
    // The structure begins with a pointer or a number, so it is aligned as this is.
    let mut room = vec![0_u64; len.div_ceil(size_of::<u64>())];
    let info: *mut FILE_RENAME_INFO = room.as_mut_ptr().cast();
    let len = u32::try_from(len).map_err(io::Error::other)?;
    let name_len = u32::try_from(size_of_val(&name[1..])).map_err(io::Error::other)?;
    // SAFETY: `room` has the structure, followed by all of `name`, which ends with a NUL that its
    // length does not count. The handle is open while `file` is borrowed.
    checked(unsafe {
        (*info).Anonymous.Flags = FLAGS;
        (*info).FileNameLength = name_len;
        ptr::copy_nonoverlapping(name.as_ptr(), (&raw mut (*info).FileName).cast(), name.len());
        SetFileInformationByHandle(handle(file), FileRenameInfoEx, info.cast(), len)
    })
}

/// An access control list in the form of the system: a security descriptor in one piece.
#[derive(Debug)]
pub(super) struct ListDescriptor(Box<[u32]>);

/// Returns the access control list of a file.
pub(super) fn access_list(file: &File) -> io::Result<ListDescriptor> {
    // A list has at most 64 KiB.
    let mut room = vec![0_u32; 1 << 15];
    let (mut needed, len) = (0, u32::try_from(4 * room.len()).map_err(io::Error::other)?);
    let descriptor: PSECURITY_DESCRIPTOR = room.as_mut_ptr().cast();
    // SAFETY: the handle is open while `file` is borrowed. The buffer has `len` bytes, and is
    // aligned as a security descriptor must be.
    checked(unsafe {
        let what = DACL_SECURITY_INFORMATION;
        GetKernelObjectSecurity(handle(file), what, descriptor, len, &raw mut needed)
    })?;
    room.truncate(needed.div_ceil(4) as usize);
    keep_inheritance(&mut room);
    Ok(ListDescriptor(room.into()))
}

/// Asks in a security descriptor that its list stays one that changes with the directory, if it is
/// one. Otherwise the system forgets that when it sets the list.
fn keep_inheritance(descriptor: &mut [u32]) {
    let [inherited, request] =
        [SE_DACL_AUTO_INHERITED, SE_DACL_AUTO_INHERIT_REQ].map(|bit| u32::from(bit) << 16);
    // The control bits are the second half of the first number.
    if let Some(first) = descriptor.first_mut().filter(|first| **first & inherited != 0) {
        *first |= request;
    }
}

/// Sets the access control list of a file.
pub(super) fn set_access_list(file: &File, list: &ListDescriptor) -> io::Result<()> {
    let descriptor: PSECURITY_DESCRIPTOR = list.0.as_ptr().cast_mut().cast();
    // SAFETY: the handle is open while `file` is borrowed. The descriptor is complete, because
    // [`access_list`] got it from the system, and the call only reads it.
    checked(unsafe { SetKernelObjectSecurity(handle(file), DACL_SECURITY_INFORMATION, descriptor) })
}

/// Returns the names of the streams of the file at `path`, such as `::$DATA`.
pub(super) fn streams(path: &Path) -> io::Result<Vec<OsString>> {
    let path = wide(path)?;
    // SAFETY: the structure consists of numbers, for which zeros are valid.
    let mut found: WIN32_FIND_STREAM_DATA = unsafe { zeroed() };
    let room = (&raw mut found).cast::<c_void>();
    // SAFETY: the path ends with a NUL, and `room` is the structure of this class.
    let search = unsafe { FindFirstStreamW(path.as_ptr(), FindStreamInfoStandard, room, 0) };
    if search == INVALID_HANDLE_VALUE {
        return Err(io::Error::last_os_error());
    }
    let mut names = Vec::new();
    let ended = loop {
        let len = found.cStreamName.iter().position(|&unit| unit == 0);
        names.push(OsString::from_wide(&found.cStreamName[..len.unwrap_or(0)]));
        // SAFETY: the search is open, and `room` is the structure of its class.
        if unsafe { FindNextStreamW(search, room) } == 0 {
            break io::Error::last_os_error();
        }
    };
    // SAFETY: the search is open, and is not used afterwards.
    unsafe { FindClose(search) };
    if ended.raw_os_error() == Some(ERROR_HANDLE_EOF.cast_signed()) {
        Ok(names)
    } else {
        Err(ended)
    }
}

/// Returns the number of the code page of programs with windows.
pub(super) fn ansi_code_page() -> u32 {
    // SAFETY: the call has no conditions.
    unsafe { GetACP() }
}

/// Returns the number of the code page of programs in a console.
pub(super) fn oem_code_page() -> u32 {
    // SAFETY: the call has no conditions.
    unsafe { GetOEMCP() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_inherited_lists_stay_inherited() {
        // Revision 1, and a list that is there, in one piece (0x8004).
        for (control, expected) in [(0x8004, 0x8004), (0x8404, 0x8504), (0x9404, 0x9504)] {
            let mut descriptor = [control << 16 | 1, 0];
            keep_inheritance(&mut descriptor);
            assert_eq!(descriptor, [expected << 16 | 1, 0]);
        }
        keep_inheritance(&mut []);
    }
}
