//! The page of all error codes, made from the one list of them.

use std::fmt::Write;

use crate::finding::CODES;

use super::explain::error_code;

/// `docs/errors.md`: every code with its exit status, what happened, what to do and an example where one can be given, grouped by the room that tells it.
pub fn error_codes_page() -> String {
    let mut page = String::from(
        "# Error codes\n\nEvery error begins with its code: `error[config/unknown-engine]: …`. The code says what happened, the lines below it where \
         and what to do. Before the slash stands the part of the program that tells it. `aurumcode explain <code>` prints the same.\n\nThis page is generated: \
         `AURUM_UPDATE=1 cargo test` writes it from `src/finding/codes.rs`.\n",
    );
    let mut room = "";
    for entry in CODES {
        let (of, _) = entry.code.as_str().split_once('/').unwrap_or((entry.code.as_str(), ""));
        // Writing to a string cannot fail.
        if of != room {
            room = of;
            let _ = write!(page, "\n## {room}\n");
        }
        let _ = write!(page, "\n### `{}`\n\n{}", entry.code, error_code(entry));
    }
    page
}
