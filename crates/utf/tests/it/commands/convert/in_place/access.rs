//! Access rights when a user who may not set the owner replaces a file. Nobody gets more rights
//! than before.

use std::{
    fs::{self, File, Permissions},
    io,
    os::unix::{
        fs::{MetadataExt, PermissionsExt, chown},
        process::CommandExt,
    },
};

use rustix::fs::{XattrFlags, fgetxattr, fsetxattr};

use super::utf16;
use crate::support::{Folder, Run, is_root};

/// The entries of an access control list: tag, permissions and ID.
type List = Vec<(u16, u16, u32)>;

const USER_OBJ: u16 = 1;
const USER: u16 = 2;
const GROUP_OBJ: u16 = 4;
const GROUP: u16 = 8;
const MASK: u16 = 16;
const OTHER: u16 = 32;

/// Returns a list with permissions for the owner, the group, the mask and others, and with `named`
/// entries.
fn list([user, group, mask, other]: [u16; 4], named: &[(u16, u16, u32)]) -> List {
    let of = |tag| named.iter().copied().filter(move |entry| entry.0 == tag);
    let mut list = vec![(USER_OBJ, user, !0)];
    list.extend(of(USER));
    list.push((GROUP_OBJ, group, !0));
    list.extend(of(GROUP));
    list.extend([(MASK, mask, !0), (OTHER, other, !0)]);
    list
}

/// Returns the bytes of a list.
fn bytes(list: &List) -> Vec<u8> {
    let entry = |(tag, right, who): &(u16, u16, u32)| {
        [&tag.to_le_bytes()[..], &right.to_le_bytes(), &who.to_le_bytes()].concat()
    };
    [2_u32.to_le_bytes().to_vec(), list.iter().flat_map(entry).collect()].concat()
}

const LIST: &str = "system.posix_acl_access";

/// Returns the bytes of a file's list, or no bytes if there is no list.
fn list_of(folder: &Folder, name: &str) -> Vec<u8> {
    let mut room = vec![0; 1000];
    let file = File::open(folder.path(name)).unwrap();
    let len = fgetxattr(&file, LIST, &mut room[..]).unwrap_or(0);
    room.truncate(len);
    room
}

/// Creates a directory that all may write to, with the file `a` of 1001:1001. Returns `None` if
/// this is not possible here.
fn folder(text: &[u8], mode: u32, list: Option<&List>) -> Option<Folder> {
    if !is_root() {
        eprintln!("skipped: only root may give files away");
        return None;
    }
    let folder = Folder::new();
    fs::set_permissions(folder.path(""), Permissions::from_mode(0o777)).unwrap();
    let path = folder.file("a", text);
    fs::set_permissions(&path, Permissions::from_mode(mode)).unwrap();
    let set = |list| fsetxattr(File::open(&path).unwrap(), LIST, &bytes(list), XattrFlags::empty());
    if list.is_some_and(|list| set(list).is_err()) {
        eprintln!("skipped: no access lists on this file system");
        return None;
    }
    chown(&path, Some(1001), Some(1001)).unwrap();
    Some(folder)
}

/// Runs the command as this user and the group of the same number.
fn run_as(folder: &Folder, user: u32, arguments: &[&str]) -> Option<Run> {
    match folder.command(arguments).uid(user).gid(user).output() {
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            eprintln!("skipped: only root may read where the command is");
            None
        }
        output => Some(Run::from(output.unwrap())),
    }
}

fn mode(folder: &Folder, name: &str) -> u32 {
    folder.path(name).metadata().unwrap().mode() & 0o7777
}

/// The new group does not get the rights of the old one. Members of the old group have the rights
/// of others now, and not more.
#[test]
fn the_mode_grants_nobody_more_rights() {
    for (old, new) in [(0o666, 0o606), (0o604, 0o600), (0o646, 0o604), (0o600, 0o600)] {
        let Some(folder) = folder(&utf16("text"), old, None) else { return };
        let force = ["convert", "-i", "--force", "a"];
        // The file is read by another user, or by the owner, who is not in the group.
        let user = if old & 0o004 == 0 { 1001 } else { 1003 };
        chown(folder.path("a"), Some(1001), Some(1002)).unwrap();
        let Some(run) = run_as(&folder, user, &force) else { return };
        let words =
            if old == new { String::new() } else { format!(", so the mode is {new:o} now") };
        run.exits(0).says(&format!("utf: a: owner or group could not be kept{words}\n"));
        assert_eq!(mode(&folder, "a"), new, "{old:o}");
    }
}

#[test]
fn an_access_list_grants_nobody_more_rights() {
    let before = list([6, 6, 6, 0], &[(USER, 6, 1002)]);
    let Some(folder) = folder(&utf16("text"), 0o660, Some(&before)) else { return };
    let Some(run) = run_as(&folder, 1002, &["convert", "-i", "a"]) else { return };
    let lost = "utf: a: owner or group could not be kept";
    run.exits(0).says(&format!("{lost}, so the mode is 600 now\n"));
    assert_eq!((mode(&folder, "a"), list_of(&folder, "a")), (0o600, Vec::new()));
}

/// Entries for a user or group ID keep their meaning for any owner, including those that deny
/// access.
#[test]
fn entries_for_ids_keep_their_rights() {
    let named = [(USER, 6, 1002), (USER, 0, 1005), (GROUP, 4, 1006)];
    let before = list([6, 4, 6, 4], &named);
    let Some(folder) = folder(&utf16("text"), 0o660, Some(&before)) else { return };
    let Some(run) = run_as(&folder, 1002, &["convert", "-i", "a"]) else { return };
    let lost = "utf: a: owner or group could not be kept";
    run.exits(0).says(&format!("{lost}, so the access list grants less now\n"));
    assert_eq!(list_of(&folder, "a"), bytes(&list([6, 0, 6, 4], &named[1..])));
}

/// An output file that its owner may write but not read.
#[test]
fn keeps_the_access_list_of_an_unreadable_output() {
    let before = list([2, 0, 6, 0], &[(USER, 6, 1007)]);
    let Some(folder) = folder(b"old", 0o220, Some(&before)) else { return };
    folder.file("in", "new");
    let Some(run) = run_as(&folder, 1001, &["convert", "-o", "a", "in"]) else { return };
    run.exits(0).says("");
    assert_eq!(folder.read("a"), b"new");
    assert_eq!((mode(&folder, "a"), list_of(&folder, "a")), (0o260, bytes(&before)));
}

/// If the list cannot be read, only the owner has access.
#[test]
fn an_unreadable_access_list_grants_nothing() {
    let before = list([2, 0, 6, 0], &[(USER, 6, 1007)]);
    let Some(folder) = folder(b"old", 0o220, Some(&before)) else { return };
    folder.file("in", "new");
    let user = "setpriv --reuid 1001 --regid 1001 --clear-groups bash -c";
    let hidden = format!("umount -l /proc && {user} \"$0\"");
    let line = |command| format!("export -f utf; unshare -m bash -c '{hidden}' '{command}'");
    if folder.shell(&line("utf --version")).status != Some(0) {
        eprintln!(
            "skipped: /proc cannot be taken away, or only root may read where the command is"
        );
        return;
    }
    let run = folder.shell(&line("utf convert -o a in")).exits(0);
    run.says("utf: a: the access list could not be read, so the mode is 200 now\n");
    assert_eq!((mode(&folder, "a"), list_of(&folder, "a")), (0o200, Vec::new()));
}
