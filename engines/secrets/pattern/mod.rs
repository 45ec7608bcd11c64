//! Regular expressions of rule files: Go's RE2 syntax in, the `regex` crate's syntax and facts about the matches out.
//!
//! Rule files in the gitleaks format are written for Go. The two syntaxes are close but not equal (`[[]`, `\Q…\E`, a literal
//! `{`, `\<`), and what differs would otherwise be an error or, worse, another meaning. The facts (how long a match can get,
//! whether it can cross a line, whether it always contains a keyword) let the scanner look only around keyword hits.
//! This part compiles expressions and never runs one.

mod class;
mod facts;
mod parse;

pub(super) use parse::translate;
