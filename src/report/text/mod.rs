//! The language catalogue: every message that people read, once a language.
//!
//! [`Text`] has one field a message and each language is a `static` of that type, so a message that one language lacks does not
//! compile. Flags, configuration keys, severities and reason tokens are English in every language: they are what a reader types
//! or searches for. Nothing here may hold foreign text; what a message takes as an argument is already harmless.

mod catalogue;
mod doctor;
mod en;
mod explain;
mod html;
mod init;
mod pt_br;
mod reason;

pub use catalogue::Text;
pub use doctor::DoctorText;
pub use explain::ExplainText;
pub use html::HtmlText;
pub use init::InitText;
pub use reason::ReasonKind;
