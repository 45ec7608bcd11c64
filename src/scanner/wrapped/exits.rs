//! What a program's exit codes mean: a table of each engine, which its manual repeats and a test compares.
//!
//! A code that is not in the table is a failure. So is a signal: a program that was killed has looked at an unknown part.

use std::fmt;

use crate::process::Exit;
use crate::scanner::Program;

/// What an exit code means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// It looked and found nothing: a report with findings contradicts it.
    Clean,
    /// It looked and found something: a report without findings contradicts it.
    Findings,
    /// It looked, and its report says whether there is anything.
    Answered,
    /// It has no answer, and why.
    Failed(&'static str),
}

/// As the engine's manual words it.
impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clean => f.write_str("it found nothing"),
            Self::Findings => f.write_str("it found something"),
            Self::Answered => f.write_str("it looked; the report says what it found"),
            Self::Failed(why) => write!(f, "no answer: {why}"),
        }
    }
}

impl Program {
    /// The exit code of this end and what it means; in words, why it is no answer.
    pub(super) fn meaning(&self, exit: Exit) -> Result<(i32, Meaning), String> {
        let code = match exit {
            Exit::Code(code) => code,
            Exit::Signal(signal) => return Err(format!("it was killed by signal {signal}")),
        };
        match self.exits.iter().find(|(known, _)| *known == code) {
            Some((_, Meaning::Failed(why))) => Err(format!("exit code {code}: {why}")),
            Some((_, meaning)) => Ok((code, *meaning)),
            None => Err(format!("unknown exit code {code}")),
        }
    }

    /// The table of exit codes as its manual shows it, in Markdown.
    pub fn exit_table(&self) -> String {
        let mut table = String::from("| exit code | meaning |\n|---|---|\n");
        table.extend(self.exits.iter().map(|(code, meaning)| format!("| {code} | {meaning} |\n")));
        table + "| any other, or a signal | no answer |\n"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_table_does_not_know_is_a_failure() {
        let program = Program {
            name: "x",
            version_arguments: &[],
            from: [1, 0, 0],
            below: None,
            install: "",
            exits: &[(0, Meaning::Clean), (9, Meaning::Findings), (2, Meaning::Failed("wrong option"))],
        };
        assert_eq!(program.meaning(Exit::Code(0)), Ok((0, Meaning::Clean)));
        assert_eq!(program.meaning(Exit::Code(9)), Ok((9, Meaning::Findings)));
        assert_eq!(program.meaning(Exit::Code(2)), Err("exit code 2: wrong option".to_owned()));
        assert_eq!(program.meaning(Exit::Code(1)), Err("unknown exit code 1".to_owned()));
        assert_eq!(program.meaning(Exit::Signal(9)), Err("it was killed by signal 9".to_owned()));
        assert!(program.exit_table().contains("| 2 | no answer: wrong option |\n"));
    }
}
