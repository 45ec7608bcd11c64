//! `aurumcode pr`: the ordered gates of a pull request, from the opening to the person's word.

mod advance;
mod args;
mod command;
mod decide;
mod open;
mod page;
mod serve;
mod show;
mod wired;

pub(super) use args::PrArgs;
pub(super) use command::run;
pub(super) use serve::{ServeArgs, run as serve};
