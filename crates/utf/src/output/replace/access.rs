//! The permissions of a file: its mode and its access control list.
//!
//! A new file gives nobody more access than the old one did. Entries of the list for users and
//! groups by number stay. Entries for the owner and the group stay only if these are the same.

use std::{ffi::CStr, fs::File, io};

use rustix::{
    fs::{Gid, Mode, RawMode, Uid},
    io::Errno,
};

use super::old::{LostAttributes, OldFile};

/// What the owner, the group and all others may do, three bits each, and in a list some by their
/// numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Access {
    user: u16,
    group: u16,
    other: u16,
    /// The most that the group and those with numbers may do; none if there is no list.
    mask: Option<u16>,
    named: Vec<Entry>,
}

/// What a user or a group with a number may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    tag: u16,
    may: u16,
    number: u32,
}

/// Kinds of entries of a list, as POSIX.1e (draft 17) and Linux have them.
const USER_OBJ: u16 = 0x01;
const USER: u16 = 0x02;
const GROUP_OBJ: u16 = 0x04;
const GROUP: u16 = 0x08;
const MASK: u16 = 0x10;
const OTHER: u16 = 0x20;

const ALL: u16 = 7;
const NO_NUMBER: u32 = u32::MAX;

/// Gives `file` the owner, the mode and the access control list of `old`, as far as this process
/// may; and to nobody more than he had.
pub(super) fn take_over(file: &File, old: &OldFile) -> io::Result<LostAttributes> {
    let kept = Mode::from_raw_mode(old.stat.st_mode);
    let read = read(old);
    let mut access = read.clone().unwrap_or_else(|| Access::of_owner(kept));
    let mut special = kept & (Mode::SUID | Mode::SGID | Mode::SVTX);
    let mut lost = LostAttributes { unread: read.is_none(), ..LostAttributes::default() };
    let new = rustix::fs::fstat(file)?;
    // The group first: only root can change anything once the file is given away.
    if new.st_gid != old.stat.st_gid
        && rustix::fs::fchown(file, None, Some(Gid::from_raw(old.stat.st_gid))).is_err()
    {
        special -= Mode::SGID;
        access.leave_group();
        lost.owner = true;
    }
    if new.st_uid != old.stat.st_uid
        && rustix::fs::fchown(file, Some(Uid::from_raw(old.stat.st_uid)), None).is_err()
    {
        special -= Mode::SUID;
        access.belong_to(new.st_uid);
        lost.owner = true;
    }
    // After the owner: changing that clears bits of the mode.
    access.give(file, special)?;
    let mode = Mode::from_raw_mode(rustix::fs::fstat(file)?.st_mode);
    lost.mode = (mode != kept).then_some(mode);
    lost.list = read.is_some_and(|read| read.has_list() && read != access);
    Ok(lost)
}

impl Access {
    /// What the bits of `mode` say.
    fn of_mode(mode: Mode) -> Self {
        let part = |at: u32| (mode.bits() >> at) as u16 & ALL;
        Self { user: part(6), group: part(3), other: part(0), mask: None, named: Vec::new() }
    }

    /// What `mode` lets the owner do, and nobody else.
    fn of_owner(mode: Mode) -> Self {
        Self::of_mode(mode & Mode::RWXU)
    }

    /// What an access control list says; `None` if it is none.
    fn of_list(list: &[u8]) -> Option<Self> {
        let entries = list.strip_prefix(&VERSION.to_le_bytes())?.chunks_exact(8);
        let mut access = Self::of_mode(Mode::empty());
        for entry in entries {
            let [tag, may] = [0, 2].map(|at| u16::from_le_bytes([entry[at], entry[at + 1]]));
            match tag {
                USER_OBJ => access.user = may,
                GROUP_OBJ => access.group = may,
                OTHER => access.other = may,
                MASK => access.mask = Some(may),
                USER | GROUP => {
                    let number = u32::from_le_bytes(entry[4..].try_into().ok()?);
                    access.named.push(Entry { tag, may, number });
                }
                _ => return None,
            }
        }
        Some(access)
    }

    /// Whether it takes more than a mode to say it.
    fn has_list(&self) -> bool {
        self.mask.is_some()
    }

    /// Makes it that of a file with another group: its members have nothing by that, and those of
    /// the old one, who are like all others now, no more than they had.
    fn leave_group(&mut self) {
        self.other &= self.masked_group();
        self.group = 0;
    }

    /// Makes it that of a file of `user`, of whom it says nothing else any more.
    fn belong_to(&mut self, user: u32) {
        self.named.retain(|entry| (entry.tag, entry.number) != (USER, user));
        if self.named.is_empty() {
            self.group = self.masked_group();
            self.mask = None;
        }
    }

    /// What the group may do.
    fn masked_group(&self) -> u16 {
        self.group & self.mask.unwrap_or(ALL)
    }

    /// Gives it to `file`, with these bits of the mode. At no time anybody has more.
    fn give(&self, file: &File, special: Mode) -> io::Result<()> {
        forget(file);
        let mode = |group: u16| {
            let bits = RawMode::from(self.user) << 6 | RawMode::from(group) << 3;
            Mode::from_raw_mode(bits | RawMode::from(self.other)) | special
        };
        let Some(mask) = self.mask else {
            return Ok(rustix::fs::fchmod(file, mode(self.group))?);
        };
        rustix::fs::fchmod(file, mode(0))?;
        write(file, &self.list(mask))
    }

    /// As a list with this mask.
    fn list(&self, mask: u16) -> Vec<u8> {
        let object = |tag, may| Entry { tag, may, number: NO_NUMBER };
        let named = |tag| self.named.iter().copied().filter(move |entry| entry.tag == tag);
        let entries = [object(USER_OBJ, self.user)].into_iter().chain(named(USER));
        let entries = entries.chain([object(GROUP_OBJ, self.group)]).chain(named(GROUP));
        let entries = entries.chain([object(MASK, mask), object(OTHER, self.other)]);
        let bytes = entries.flat_map(|Entry { tag, may, number }| {
            [&tag.to_le_bytes()[..], &may.to_le_bytes(), &number.to_le_bytes()].concat()
        });
        VERSION.to_le_bytes().into_iter().chain(bytes).collect()
    }
}

/// The version of lists.
const VERSION: u32 = 2;

/// What `old` has; `None` if nobody can tell.
#[cfg(target_os = "linux")]
fn read(old: &OldFile) -> Option<Access> {
    use super::attributes::read_all;
    use rustix::fs::{fgetxattr, fgetxattr_query, getxattr, getxattr_query};
    use std::os::fd::AsRawFd;

    let list = match (&old.file, &old.unread) {
        (Some(file), _) => read_all(|room| match room {
            None => fgetxattr_query(file, LIST),
            Some(room) => fgetxattr(file, LIST, room),
        }),
        // Who may not read a file may read who may; but not by a descriptor that is open for
        // nothing.
        (None, Some(file)) => {
            let path = format!("/proc/self/fd/{}", file.as_raw_fd());
            read_all(|room| match room {
                None => getxattr_query(&*path, LIST),
                Some(room) => getxattr(&*path, LIST, room),
            })
        }
        (None, None) => return None,
    };
    match list {
        Ok(list) => Access::of_list(&list),
        Err(Errno::NODATA | Errno::NOTSUP) => {
            Some(Access::of_mode(Mode::from_raw_mode(old.stat.st_mode)))
        }
        Err(_) => None,
    }
}

#[cfg(not(target_os = "linux"))]
fn read(old: &OldFile) -> Option<Access> {
    Some(Access::of_mode(Mode::from_raw_mode(old.stat.st_mode)))
}

/// The extended attribute that has the list.
const LIST: &CStr = c"system.posix_acl_access";

/// Whether the extended attribute `name` is a list, which is not to be copied as it is.
pub(super) fn is_list(name: &CStr) -> bool {
    name == LIST
}

/// Removes the list that the folder gives to new files: with one the mode means something else.
#[cfg(target_os = "linux")]
fn forget(file: &File) {
    let _ = rustix::fs::fremovexattr(file, LIST);
}

#[cfg(not(target_os = "linux"))]
fn forget(_file: &File) {}

#[cfg(target_os = "linux")]
fn write(file: &File, list: &[u8]) -> io::Result<()> {
    let written = rustix::fs::fsetxattr(file, LIST, list, rustix::fs::XattrFlags::empty());
    written.map_err(|error| {
        let error = io::Error::from(error);
        io::Error::new(error.kind(), format!("The access list cannot be kept: {error}"))
    })
}

#[cfg(not(target_os = "linux"))]
fn write(_file: &File, _list: &[u8]) -> io::Result<()> {
    Err(Errno::NOTSUP.into())
}
