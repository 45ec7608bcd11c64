//! The pages. All foreign text passes one function that makes it harmless, and `maud`, which escapes it.

mod frame;
mod list;
mod one;
mod other;
mod steps;

pub(super) use frame::{SCRIPT, STYLE};
pub(super) use list::list;
pub(super) use one::{Shown, one};
pub(super) use other::{failed, not_found, sign_in};
