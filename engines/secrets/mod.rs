//! Finds credentials in files: provider tokens, private keys, connection strings, passwords.

mod allow;
mod embedded;
mod entropy;
mod expression;
mod overlap;
mod pattern;
mod position;
mod prefilter;
mod reader;
mod rule;
mod rules;
mod scan;
mod text;

#[cfg(test)]
mod tests;
