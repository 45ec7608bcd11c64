//! Tests of the whole core: rules against their examples, the windowed search against the plain one, the reader against rubbish.

mod examples;
mod template;
