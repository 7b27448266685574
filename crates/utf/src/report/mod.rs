//! The output formats of reports. They stream: no format collects its findings.

pub mod diagnostics;
pub mod drawing;
pub mod explain;
pub mod github;
pub mod human;
pub mod json;
pub mod list;
pub mod progress;
pub mod records;
pub mod remark;
pub mod sarif;
pub mod summary;
pub mod words;
