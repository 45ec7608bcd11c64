//! Where a change is discussed: GitHub, GitLab, Gitea and Forgejo behind one trait.
//!
//! A forge is told what the gate says; it never has a say in it. The one comment, the comments on lines and the status are planned by
//! pure functions from what is there, so that a second run says nothing twice and nobody else's words are ever touched.

mod capabilities;
mod contract;
mod error;

mod known;
mod place;
mod surroundings;

mod http;
mod reading;

mod gitea;
mod github;
mod gitlab;
mod open;

mod marker;

mod comment;
mod inline;
mod publish;

pub use capabilities::{Capabilities, GATE_STATUS, Room, Suggestion};
pub use comment::{CommentPlan, CommentStep, plan_comment};
pub use contract::{Annotation, Author, Comment, Forge, InlineComment, NewInline, PullRequest, State, Status};
pub use error::ForgeError;
pub use http::Patience;
pub use inline::{Closing, InlinePlan, Note, plan_inline};
pub use known::commit_page;
pub use marker::{COMMENT_MARK, mark_comment, mark_finding};
pub use open::open;
pub use place::{Place, Service};
pub use publish::{Outcome, Part, Publication, publish};
pub use surroundings::Surroundings;
