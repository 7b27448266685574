//! Access control lists of files.

use std::{fs::File, io, sync::Arc};

use super::calls;

/// The access control list of a file.
#[derive(Clone, Debug)]
pub(super) struct AccessList {
    list: Arc<calls::ListDescriptor>,
}

impl AccessList {
    /// Returns the list of an open file.
    pub(super) fn of(file: &File) -> io::Result<Self> {
        Ok(Self { list: calls::access_list(file)?.into() })
    }

    /// Sets the list as the access list of another file.
    pub(super) fn give(&self, file: &File) -> io::Result<()> {
        calls::set_access_list(file, &self.list)
    }
}
