//! The tools of the deliberation, each over its cases: `tools/<name>/testdata/<case>/` holds the arguments and what the tool answers.
//!
//! `AURUM_UPDATE=1 cargo test --test tools` writes the answers. All cases look at one small repository, which is made here.

#[cfg(test)]
mod cases;
#[path = "../support/generated.rs"]
mod generated;
#[cfg(test)]
mod hostile;
#[cfg(test)]
mod manuals;
#[cfg(test)]
#[path = "../support/repo.rs"]
mod repo;
#[cfg(test)]
mod small;
