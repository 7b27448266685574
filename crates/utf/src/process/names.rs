//! How numbers and names are written for people.

/// `count` and the noun `what`, in the plural where it is not one.
pub fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
