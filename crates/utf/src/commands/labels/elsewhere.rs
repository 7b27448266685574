//! What a label means to programs that are no label set: they tell apart what their users see.

/// The table; its README tells where it is from.
const TABLE: &str = include_str!("../../../data/labels.tsv");

/// Registries of the table that are label sets.
const SETS: [&str; 7] = ["IANA", "WHATWG", "RFC2279", "CPython", "Git", "MySQL", "Oracle"];

/// The programs that know `label`, whatever its case, each with what it means to them.
pub(super) fn elsewhere(label: &str) -> impl Iterator<Item = (&'static str, &'static str)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(move |line| {
        let mut fields = line.split('\t');
        let known = fields.next()?;
        let (meaning, registry) = (fields.next()?, fields.next()?);
        let is_set = SETS.iter().any(|set| registry.starts_with(set)) || registry.starts_with('.');
        (known.eq_ignore_ascii_case(label) && !is_set).then_some((registry, meaning))
    })
}
