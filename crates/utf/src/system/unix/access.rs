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

/// The permissions of the owner, the group and all others, three bits each, and those of users and
/// groups that a list has by number.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Access {
    user: u16,
    group: u16,
    other: u16,
    /// The limit of the permissions of the group and of the named entries; `None` if there is no
    /// list.
    mask: Option<u16>,
    named: Vec<Entry>,
}

/// The permissions of a user or a group with a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    tag: u16,
    may: u16,
    number: u32,
}

/// The tags of list entries, as in POSIX.1e (draft 17) and Linux.
const USER_OBJ: u16 = 0x01;
const USER: u16 = 0x02;
const GROUP_OBJ: u16 = 0x04;
const GROUP: u16 = 0x08;
const MASK: u16 = 0x10;
const OTHER: u16 = 0x20;

const ALL: u16 = 7;
const NO_NUMBER: u32 = u32::MAX;

/// Copies the owner, the mode and the access control list of `old` to `file`, if the process is
/// allowed to. It gives nobody more access than before.
pub(super) fn take_over(file: &File, old: &OldFile) -> io::Result<LostAttributes> {
    let kept = Mode::from_raw_mode(old.facts.stat.st_mode);
    let read = read(old);
    let mut access = read.clone().unwrap_or_else(|| Access::of_owner(kept));
    let mut special = kept & (Mode::SUID | Mode::SGID | Mode::SVTX);
    let mut lost = LostAttributes { unread: read.is_none(), ..LostAttributes::default() };
    let new = rustix::fs::fstat(file)?;
    // Change the group first: once the file has another owner, only root can change anything.
    if new.st_gid != old.facts.stat.st_gid
        && rustix::fs::fchown(file, None, Some(Gid::from_raw(old.facts.stat.st_gid))).is_err()
    {
        special -= Mode::SGID;
        access.leave_group();
        lost.owner = true;
    }
    if new.st_uid != old.facts.stat.st_uid
        && rustix::fs::fchown(file, Some(Uid::from_raw(old.facts.stat.st_uid)), None).is_err()
    {
        special -= Mode::SUID;
        access.belong_to(new.st_uid);
        lost.owner = true;
    }
    // Change the mode after the owner, because changing the owner clears bits of the mode.
    access.give(file, special)?;
    let mode = Mode::from_raw_mode(rustix::fs::fstat(file)?.st_mode);
    lost.mode = (mode != kept).then_some(mode);
    lost.list = read.is_some_and(|read| read.has_list() && read != access);
    Ok(lost)
}

impl Access {
    /// Returns the permissions that `mode` grants.
    #[allow(clippy::unnecessary_cast, reason = "not on all systems")]
    fn of_mode(mode: Mode) -> Self {
        let part = |at: u32| (mode.bits() >> at) as u16 & ALL;
        Self { user: part(6), group: part(3), other: part(0), mask: None, named: Vec::new() }
    }

    /// Returns the permissions that `mode` grants to the owner, and none for others.
    fn of_owner(mode: Mode) -> Self {
        Self::of_mode(mode & Mode::RWXU)
    }

    /// Decodes an access control list, or returns `None` if the bytes are not a list.
    #[cfg(target_os = "linux")]
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

    /// Returns `true` if a mode alone cannot express the permissions.
    fn has_list(&self) -> bool {
        self.mask.is_some()
    }

    /// Adapts the permissions to another group. Members of the new group get nothing. Members of
    /// the old group, who now count as others, get no more than they had.
    fn leave_group(&mut self) {
        self.other &= self.masked_group();
        self.group = 0;
    }

    /// Adapts the permissions to the new owner `user`, and drops the named entry of that user.
    fn belong_to(&mut self, user: u32) {
        self.named.retain(|entry| (entry.tag, entry.number) != (USER, user));
        if self.named.is_empty() {
            self.group = self.masked_group();
            self.mask = None;
        }
    }

    /// Returns the effective permissions of the group.
    fn masked_group(&self) -> u16 {
        self.group & self.mask.unwrap_or(ALL)
    }

    /// Sets the permissions of `file`, with these special bits. At no time does anyone have more.
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

    /// Encodes the permissions as a list with this mask.
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

/// The version of the list format.
const VERSION: u32 = 2;

/// Reads the permissions of `old`, or returns `None` if they are unknown.
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
        // The permissions of a file can be read without read access to the file, but not through an
        // `O_PATH` descriptor itself.
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
            Some(Access::of_mode(Mode::from_raw_mode(old.facts.stat.st_mode)))
        }
        Err(_) => None,
    }
}

#[cfg(not(target_os = "linux"))]
fn read(old: &OldFile) -> Option<Access> {
    Some(Access::of_mode(Mode::from_raw_mode(old.facts.stat.st_mode)))
}

/// The extended attribute that contains the list.
const LIST: &CStr = c"system.posix_acl_access";

/// Returns `true` if the extended attribute `name` is a list, which must not be copied unchanged.
pub(super) fn is_list(name: &CStr) -> bool {
    name == LIST
}

/// Removes the default list that the directory gives to new files, because it changes the meaning
/// of the mode.
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
