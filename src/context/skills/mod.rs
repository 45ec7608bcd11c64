//! Skills: Markdown in which a team writes how to review, chosen by what a change touches.
//!
//! A skill is data. Its sections become rules that a finding can cite, each with a severity that is a floor; which skills there are
//! and which of them have power follows from where they lie, never from what they say.

mod language;
mod section;
mod skill;

mod selection;

mod catalogue;
mod provider;

pub use catalogue::{Catalogue, DOC_NAME, FOLDER};
pub use provider::Provider;
pub use section::SkillRule;
pub use selection::{Answer, Selection};
pub use skill::Skill;
