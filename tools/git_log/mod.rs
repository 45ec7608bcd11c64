//! Lists the commits that touched a file, newest first.
//!
//! Only the first line of each message is shown, and no names of people: who wrote a line is no evidence about it.

use std::sync::Arc;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::deliberation::{Page, Reviewed, Tool, ToolError, ToolResult, ToolSpec, async_trait, schema_of};

/// The most commits of one call.
const MAX_COMMITS: usize = 50;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The file, from the root of the repository; one that the change removes can be named too.
    path: String,
    /// How many commits to pass over, to see older ones.
    #[schemars(range(max = 10_000))]
    skip: Option<u32>,
}

struct GitLog(Arc<Reviewed>);

/// The tool.
pub fn tool(reviewed: &Arc<Reviewed>) -> Arc<dyn Tool> {
    Arc::new(GitLog(Arc::clone(reviewed)))
}

#[async_trait]
impl Tool for GitLog {
    fn spec(&self) -> ToolSpec {
        ToolSpec {
            name: "git_log".to_owned(),
            description: "Lists the commits that touched a file, newest first: id, date and first line of the message."
                .to_owned(),
            parameters: schema_of::<Arguments>(),
        }
    }

    fn cost(&self) -> String {
        "walks the history; up to 50 commits".to_owned()
    }

    async fn run(&self, arguments: Value) -> Result<ToolResult, ToolError> {
        let Arguments { path, skip } = serde_json::from_value(arguments)?;
        let located = match self.0.locate_changed(&path) {
            Ok(located) => located,
            Err(_) => self.0.locate(&path).await?,
        };
        let skip = skip.unwrap_or(0) as usize;
        // One more than is shown tells whether there are more.
        let commits = self.0.change().log(&located, skip, MAX_COMMITS + 1).await?;
        let line = |commit: &crate::change::Logged| {
            let id: String = commit.oid.to_string().chars().take(12).collect();
            format!("{id} {} {}", date(commit.time), commit.subject)
        };
        let lines: Vec<String> = commits.iter().map(line).collect();
        let page = Page::of(&lines, 0, MAX_COMMITS);
        let shown = page.shown;
        let content = page.with_note(|next| format!("there are older ones: skip={}", skip + next));
        let content = if content.is_empty() { "no commits\n".to_owned() } else { content };
        Ok(ToolResult::new(content, format!("{shown} commits of {path}")))
    }
}

/// The day of a time in seconds since 1970-01-01, in UTC: days since 0000-03-01 split into eras of 400 years (Howard Hinnant, "chrono-Compatible
/// Low-Level Date Algorithms").
fn date(seconds: i64) -> String {
    let days = seconds.div_euclid(86_400) + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = era * 400 + year_of_era + i64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_become_days() {
        let table = [(0, "1970-01-01"), (951_782_400, "2000-02-29"), (1_709_251_199, "2024-02-29"), (-1, "1969-12-31")];
        for (seconds, day) in table {
            assert_eq!(date(seconds), day);
        }
    }
}
