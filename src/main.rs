//! The `aurumcode` binary.

fn main() {}
