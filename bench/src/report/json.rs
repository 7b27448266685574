//! The report for programs.

use super::Report;

impl Report {
    /// Returns all figures as JSON.
    pub fn json(&self) -> Result<String, String> {
        let json = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        Ok(json + "\n")
    }
}
