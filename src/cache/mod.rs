//! Results of earlier runs, in a directory that anybody may write.
//!
//! Each entry is named by what it is the result of and sealed with a key that is not in the directory. What another hand wrote, moved or
//! cut is no entry: the work is then done again. Nothing here knows what the results mean.

mod seal;

mod store;

pub use seal::{Id, KEY_BYTES, Key};
pub use store::{Found, Store};
