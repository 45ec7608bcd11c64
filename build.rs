//! Placeholder of the registry generator's entry.
fn main() {}
