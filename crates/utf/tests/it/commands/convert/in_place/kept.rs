//! The properties that a replaced file keeps, and the conditions under which a file is not
//! replaced.

use std::{
    fs::{self, File, FileTimes, Permissions},
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    process::Command,
    time::{Duration, SystemTime},
};

use super::{identity, utf16};
use crate::support::{Folder, is_root, is_windows};

/// Build tools notice a change by the modification time.
#[test]
fn changed_files_get_the_time_of_the_change() {
    let folder = Folder::new();
    let path = folder.file("a", utf16("text"));
    fs::set_permissions(&path, Permissions::from_mode(0o4751)).unwrap();
    let then = SystemTime::UNIX_EPOCH + Duration::new(1_000_000_000, 123_456_700);
    let times = FileTimes::new().set_modified(then).set_accessed(then);
    File::options().write(true).open(&path).unwrap().set_times(times).unwrap();
    folder.run(&["convert", "-i", "--keep-time", "a"]).exits(0);
    let found = fs::metadata(&path).unwrap();
    assert!(is_windows() || found.mode() & 0o7777 == 0o4751);
    assert_eq!(found.modified().unwrap(), then);
    // A file that needs no change keeps its time.
    folder.run(&["convert", "-i", "a"]).exits(0);
    assert_eq!(fs::metadata(&path).unwrap().modified().unwrap(), then);
    folder.run(&["convert", "-i", "-t", "utf-16", "a"]).exits(0);
    let found = fs::metadata(&path).unwrap();
    assert!(is_windows() || found.mode() & 0o7777 == 0o4751);
    assert!(found.modified().unwrap() > then);
}

#[test]
fn extended_attributes_and_access_lists_are_kept() {
    let folder = Folder::new();
    let path = folder.file("a", utf16("text"));
    let value = vec![b'x'; 2000];
    let file = File::open(&path).unwrap();
    let flags = rustix::fs::XattrFlags::empty();
    if rustix::fs::fsetxattr(&file, "user.note", &value, flags).is_err() {
        eprintln!("skipped: no extended attributes on this file system");
        return;
    }
    // Version 2. The owner has all permissions, user 12345 may read, the group has no permissions.
    // The mask allows reading, and others have no permissions.
    let entries: [(u16, u16, u32); 5] =
        [(1, 7, !0), (2, 4, 12345), (4, 0, !0), (16, 4, !0), (32, 0, !0)];
    let entry = |(tag, right, who): (u16, u16, u32)| {
        [&tag.to_le_bytes()[..], &right.to_le_bytes(), &who.to_le_bytes()].concat()
    };
    let list = [2_u32.to_le_bytes().to_vec(), entries.map(entry).concat()].concat();
    let has_lists = rustix::fs::fsetxattr(&file, "system.posix_acl_access", &list, flags).is_ok();
    let mode = fs::metadata(&path).unwrap().mode();
    folder.run(&["convert", "-i", "a"]).exits(0);
    let file = File::open(&path).unwrap();
    let mut room = vec![0; 4000];
    let len = rustix::fs::fgetxattr(&file, "user.note", &mut room[..]).unwrap();
    assert_eq!(&room[..len], &value[..]);
    if has_lists {
        let len = rustix::fs::fgetxattr(&file, "system.posix_acl_access", &mut room[..]).unwrap();
        assert_eq!(&room[..len], &list[..]);
    }
    assert_eq!(fs::metadata(&path).unwrap().mode(), mode);
}

/// A directory may give an access list to each new file. A file without a list must not get one.
#[test]
fn no_access_list_is_inherited() {
    let folder = Folder::new();
    fs::create_dir(folder.path("sub")).unwrap();
    let path = folder.file("sub/a", utf16("text"));
    fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
    let entries: [(u16, u16, u32); 5] =
        [(1, 7, !0), (2, 7, 12345), (4, 7, !0), (16, 7, !0), (32, 7, !0)];
    let entry = |(tag, right, who): (u16, u16, u32)| {
        [&tag.to_le_bytes()[..], &right.to_le_bytes(), &who.to_le_bytes()].concat()
    };
    let list = [2_u32.to_le_bytes().to_vec(), entries.map(entry).concat()].concat();
    let flags = rustix::fs::XattrFlags::empty();
    let sub = File::open(folder.path("sub")).unwrap();
    if rustix::fs::fsetxattr(&sub, "system.posix_acl_default", &list, flags).is_err() {
        eprintln!("skipped: no access lists on this file system");
        return;
    }
    folder.run(&["convert", "-i", "sub/a"]).exits(0);
    let mut room = vec![0; 4000];
    let file = File::open(&path).unwrap();
    assert!(rustix::fs::fgetxattr(&file, "system.posix_acl_access", &mut room[..]).is_err());
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o640);
}

#[test]
fn keeps_the_owner_if_allowed() {
    if !is_root() {
        eprintln!("skipped: only root may give files away");
        return;
    }
    let folder = Folder::new();
    let path = folder.file("a", utf16("text"));
    std::os::unix::fs::chown(&path, Some(12345), Some(23456)).unwrap();
    folder.run(&["convert", "-i", "a"]).exits(0).says("");
    let found = fs::metadata(&path).unwrap();
    assert_eq!((found.uid(), found.gid()), (12345, 23456));
}

#[test]
fn hard_links_are_reported_and_only_broken_on_request() {
    let folder = Folder::new();
    folder.file("a", utf16("text"));
    fs::hard_link(folder.path("a"), folder.path("b")).unwrap();
    let run = folder.run(&["convert", "-i", "a"]).exits(1);
    run.says("utf: a: left unchanged: it has 2 names (hard links): use --break-links\n");
    assert_eq!(folder.read("a"), utf16("text"));
    folder.run(&["convert", "-i", "--break-links", "a"]).exits(0).says("");
    assert_eq!(folder.read("a"), b"text");
    assert_eq!(folder.read("b"), utf16("text"));
    // For a file that is already correct, nothing is reported.
    fs::hard_link(folder.path("a"), folder.path("c")).unwrap();
    folder.run(&["convert", "-i", "a", "c"]).exits(0);
}

#[test]
fn read_only_files_are_reported_and_only_replaced_on_request() {
    let folder = Folder::new();
    let path = folder.file("a", utf16("text"));
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    let run = folder.run(&["convert", "-i", "a"]).exits(1);
    run.says("utf: a: left unchanged: read-only: use --force\n");
    folder.run(&["convert", "-i", "--force", "a"]).exits(0);
    assert_eq!(folder.read("a"), b"text");
    let mode = fs::metadata(&path).unwrap().mode() & 0o7777;
    assert!(mode == 0o444 || is_windows() && mode & 0o222 == 0, "{mode:o}");
}

/// Attributes need the permission to write, which the mode of the new file does not give.
#[test]
fn read_only_files_keep_their_attributes() {
    let folder = Folder::new();
    let path = folder.file("a", utf16("text"));
    let attribute = rustix::fs::XattrFlags::empty();
    if rustix::fs::setxattr(&path, "user.comment", b"kept", attribute).is_err() {
        return eprintln!("skipped: no attributes on this file system");
    }
    fs::set_permissions(&path, Permissions::from_mode(0o444)).unwrap();
    let Some(run) = folder.run_as_nobody(&["convert", "-i", "--force", "a"]) else { return };
    run.exits(0).says("");
    let mut value = [0; 8];
    assert_eq!(rustix::fs::getxattr(&path, "user.comment", &mut value), Ok(4));
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o7777, 0o444);
}

#[test]
fn follows_links_only_inside_their_directory() {
    let folder = Folder::new();
    fs::create_dir_all(folder.path("tree/sub")).unwrap();
    folder.file("outside", utf16("text"));
    folder.file("tree/sub/inside", utf16("text"));
    symlink("../outside", folder.path("tree/out")).unwrap();
    symlink("sub/inside", folder.path("tree/in")).unwrap();
    symlink("..", folder.path("tree/loop")).unwrap();
    symlink("gone", folder.path("tree/nowhere")).unwrap();
    let run = folder.run(&["convert", "-i", "tree/out"]).exits(1);
    run.mentions("utf: tree/out: left unchanged: a link out of its directory: name ");
    folder.run(&["convert", "-i", "tree/nowhere"]).exits(2).mentions("No such file");
    folder.run(&["convert", "-i", "tree/in"]).exits(0).says("");
    assert!(folder.path("tree/in").symlink_metadata().unwrap().is_symlink());
    assert_eq!(folder.read("tree/sub/inside"), b"text");
    folder.file("tree/sub/inside", utf16("text"));
    // A walk does not follow links, and reports that.
    folder
        .run(&["convert", "-i", "tree"])
        .exits(0)
        .says("utf: 1 converted, 4 links not followed\n");
    assert_eq!(folder.read("tree/sub/inside"), b"text");
    assert_eq!(folder.read("outside"), utf16("text"));
}

#[test]
fn leaves_special_files_unchanged() {
    let folder = Folder::new();
    assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
    for special in ["pipe", "/dev/null"] {
        let run = folder.run(&["convert", "-i", special]).exits(1);
        run.says(&format!("utf: {special}: left unchanged: not a regular file\n"));
    }
    let run = folder.run(&["convert", "-i", "missing"]).exits(2);
    run.says("utf: missing: No such file or directory\n");
    let before = identity(&folder.file("zero", b"t\0e\0x\0t\0"));
    folder.run(&["convert", "-i", "-t", "utf-16le", "zero"]).exits(1).mentions("it contains NUL");
    assert_eq!(identity(&folder.path("zero")), before);
}

/// Another program writes to a file during the conversion. Its text is not lost.
#[test]
fn a_file_that_changes_during_the_run_is_unchanged() {
    let folder = Folder::new();
    folder.file("a", utf16(&"text\n".repeat(2_000_000)));
    let mut child = folder.start(&["convert", "-i", "a"]);
    let begun = || folder.names().len() > 1;
    while !begun() {
        assert!(child.try_wait().unwrap().is_none(), "too quick");
        std::thread::yield_now();
    }
    folder.file("a", "new text");
    let run = child.wait_with_output().unwrap();
    let said = String::from_utf8(run.stderr).unwrap();
    assert_eq!(run.status.code(), Some(2), "{said}");
    assert_eq!(folder.read("a"), b"new text");
    assert_eq!(folder.names(), ["a"]);
}

/// Options that do not name an encoding keep it, as a BOM shows it.
#[test]
fn other_options_keep_the_encoding() {
    let folder = Folder::new();
    folder.file("le", utf16("text\r\n"));
    folder.file("plain", "text\r\n");
    folder.run(&["convert", "-i", "--eol", "lf", "le", "plain"]).exits(0);
    assert_eq!((folder.read("le"), folder.read("plain")), (utf16("text\n"), b"text\n".to_vec()));
    folder.run(&["convert", "-i", "--bom", "add", "le", "plain"]).exits(0);
    assert_eq!(folder.read("le"), utf16("text\n"));
    assert_eq!(folder.read("plain"), "\u{FEFF}text\n".as_bytes());
    let run = folder.run(&["convert", "-i", "--bom", "strip", "le", "plain"]).exits(1);
    run.mentions("utf: le: left unchanged: without its BOM, nothing shows that it is utf-16: use `-t utf-8`, or `-t utf-16` to keep the encoding\n");
    assert_eq!((folder.read("le"), folder.read("plain")), (utf16("text\n"), b"text\n".to_vec()));
    folder.file("be", b"\xFE\xFF\0e\x03\x01");
    folder.run(&["convert", "-i", "--normalize", "nfc", "be"]).exits(0);
    assert_eq!(folder.read("be"), b"\xFE\xFF\0\xE9");
    let run = folder.run(&["convert", "-i", "--dry-run", "--eol", "crlf", "le"]).exits(0);
    run.prints("le: utf-16, line ends\n");
    // A named encoding is converted.
    folder.run(&["convert", "-i", "-t", "utf-8", "--eol", "lf", "le"]).exits(0);
    assert_eq!(folder.read("le"), b"text\n");
    folder.file("latin", b"caf\xE9\r\n");
    folder.run(&["convert", "-i", "-f", "latin1", "--eol", "lf", "latin"]).exits(0);
    assert_eq!(folder.read("latin"), "caf\u{E9}\n".as_bytes());
}

#[test]
fn keep_is_a_target() {
    let folder = Folder::new();
    folder.file("latin", b"caf\xE9\r\n");
    folder.run(&["convert", "-i", "-f", "latin1", "-t", "keep", "--eol", "lf", "latin"]).exits(0);
    assert_eq!(folder.read("latin"), b"caf\xE9\n");
    folder.file("le", utf16("text\r\n"));
    folder.run(&["convert", "-i", "-t", "keep", "le"]).exits(0).says("");
    assert_eq!(folder.read("le"), utf16("text\r\n"));
    let run = folder.run(&["convert", "-t", "keep", "le"]).exits(2);
    run.says("utf: -t keep cannot be used without -i\n");
    let run = folder.run(&["convert", "-i", "-t", "keep", "--fallback", "latin1", "le"]).exits(2);
    run.says("utf: -t keep cannot be used with --candidates, --fallback or --guess\n");
}
