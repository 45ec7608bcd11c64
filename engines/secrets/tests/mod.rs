//! Tests of the whole core: rules against their examples, the windowed search against the plain one, the reader against rubbish.

mod allow_lists;
mod examples;
mod manual;
mod merging;
mod patterns;
mod reader;
mod repository;
mod scanning;
mod template;
