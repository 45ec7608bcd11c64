//! What an engine needs that wraps an external program, so that such an engine is options, arguments and a parser.
//!
//! The program is found and its version checked; it sees the reviewed content in a directory of its own, a home of its own and no
//! variable of the job; how it ended is looked up in a table that its manual shows; and what it says is only believed when it is
//! whole and about files that it was given. Everything else is "no answer". See `docs/decisions/005-wrapped-programs.md`.

mod exits;
mod place;
mod version;

mod answer;
mod paths;
mod stage;

mod chosen;
mod ready;

mod linter;
mod marker;
mod seen;

pub use answer::{Answer, ReportFile, json};
pub use chosen::outside;
pub use exits::Meaning;
pub use linter::{Hearing, Linter, Silencers, Target, lint};
pub use marker::Marker;
pub use paths::Paths;
pub use ready::{Wrapped, digest};
pub use seen::Seen;
pub use stage::Stage;
pub use version::{Unfit, Version};
