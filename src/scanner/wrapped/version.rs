//! Which version of a program is there, and whether its engine understands it.
//!
//! A version outside the range is as good as none: options and report may have changed their meaning, and nothing would say so.

use std::path::Path;
use std::time::{Duration, Instant};

use crate::process::{ProcessError, Runner};
use crate::scanner::{Program, ScanError};

use super::place::Place;

/// A version as a program prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Version {
    /// The text, for example `1.185.0`.
    pub text: String,
    /// Its first three numbers; one that is not there is 0.
    pub numbers: [u64; 3],
}

impl Version {
    /// The first word of `output` that is a version: numbers with at least one dot, with or without `v` or `go` in front. What follows
    /// the numbers (`-rc1`, `+dirty`) stays in the text and does not count.
    pub fn find(output: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(output);
        text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '(' | ')' | '"')).find_map(Self::parse)
    }

    fn parse(word: &str) -> Option<Self> {
        let text = word.strip_prefix("go").or_else(|| word.strip_prefix('v')).unwrap_or(word);
        let mut numbers = [0; 3];
        let mut count = 0;
        for part in text.splitn(3, '.') {
            let digits = part.find(|c: char| !c.is_ascii_digit()).unwrap_or(part.len());
            numbers[count] = part[..digits].parse().ok()?;
            count += 1;
            if digits < part.len() {
                break;
            }
        }
        (count > 1).then(|| Self { text: text.to_owned(), numbers })
    }
}

/// Why a program cannot serve its engine.
#[derive(Debug, thiserror::Error)]
pub enum Unfit {
    /// It is not on the `PATH`.
    #[error("`{program}` was not found on PATH")]
    Missing {
        /// Its name.
        program: &'static str,
    },
    /// It does not say its version.
    #[error("`{asked}` failed")]
    Failed {
        /// The call.
        asked: String,
    },
    /// It answers, and not with a version.
    #[error("`{program}` names no version")]
    Nameless {
        /// Its name.
        program: &'static str,
    },
    /// It has a version that its engine does not understand.
    #[error("`{program}` {version} is not accepted")]
    NotAccepted {
        /// Its name.
        program: &'static str,
        /// Its version.
        version: String,
    },
    /// It is there and cannot be run, or does not end.
    #[error(transparent)]
    Broken(ScanError),
}

impl Unfit {
    /// Whether installing an accepted version mends it.
    pub const fn is_mended_by_installing(&self) -> bool {
        !matches!(self, Self::Broken(_))
    }
}

impl Program {
    /// Asks the program for its version, with a home of its own and for as long as `timeout`.
    ///
    /// # Errors
    /// The program is not there, cannot be run, names no version, or one that is not accepted.
    pub async fn ask(&self, runner: &dyn Runner, timeout: Duration) -> Result<Version, Unfit> {
        let place = Place::new().map_err(Unfit::Broken)?;
        self.ask_in(&place, runner, Instant::now() + timeout).await
    }

    async fn ask_in(&self, place: &Place, runner: &dyn Runner, deadline: Instant) -> Result<Version, Unfit> {
        let directory: &Path = place.path();
        let command = place.command(self.name, directory, deadline).map_err(Unfit::Broken)?;
        let output = runner.run(command.args(self.version_arguments.iter().copied())).await.map_err(|error| match error {
            ProcessError::NotFound { .. } => Unfit::Missing { program: self.name },
            other => Unfit::Broken(other.into()),
        })?;
        if !output.success() {
            return Err(Unfit::Failed { asked: [&[self.name], self.version_arguments].concat().join(" ") });
        }
        // Some programs answer on the standard error.
        let version = Version::find(&output.stdout).or_else(|| Version::find(&output.stderr));
        let version = version.ok_or(Unfit::Nameless { program: self.name })?;
        if self.accepts(&version) { Ok(version) } else { Err(Unfit::NotAccepted { program: self.name, version: version.text }) }
    }

    pub(super) async fn probe_in(&self, place: &Place, runner: &dyn Runner, deadline: Instant) -> Result<Version, ScanError> {
        self.ask_in(place, runner, deadline).await.map_err(|unfit| self.no_answer(unfit))
    }

    /// Refuses a version outside the accepted range.
    ///
    /// # Errors
    /// [`ScanError::Unavailable`] with what was found, what is accepted and how to install it.
    pub fn check(&self, version: &Version) -> Result<(), ScanError> {
        if self.accepts(version) {
            return Ok(());
        }
        Err(self.no_answer(Unfit::NotAccepted { program: self.name, version: version.text.clone() }))
    }

    fn accepts(&self, version: &Version) -> bool {
        version.numbers >= self.from && self.below.is_none_or(|below| version.numbers < below)
    }

    /// What an unfit program is to its engine, with how to install one that is not.
    pub fn no_answer(&self, unfit: Unfit) -> ScanError {
        match unfit {
            Unfit::Broken(error) => error,
            other => ScanError::Unavailable(format!("{other}; install {}: {}", self.accepted(), self.install)),
        }
    }

    /// The accepted versions in words: `8.19.0 or newer`, `1.50.0 or newer, before 2.0.0`.
    pub fn accepted(&self) -> String {
        let shown = |numbers: [u64; 3]| numbers.map(|number| number.to_string()).join(".");
        let before = self.below.map(|below| format!(", before {}", shown(below))).unwrap_or_default();
        format!("{} or newer{before}", shown(self.from))
    }

    /// Who answers before it has been asked, for [`Scanner::identity`](crate::scanner::Scanner::identity).
    pub fn identity(&self) -> String {
        format!("{} {}", self.name, self.accepted())
    }

    /// A program that cannot be started, with how to install it where it is not there.
    pub(super) fn start_error(&self, error: ProcessError) -> ScanError {
        match error {
            ProcessError::NotFound { .. } => self.no_answer(Unfit::Missing { program: self.name }),
            other => other.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::fake::{Behaviour, ScriptedRunner};

    const PROGRAM: Program = Program {
        name: "lint",
        version_arguments: &["version"],
        from: [8, 19, 0],
        below: Some([9, 0, 0]),
        install: "pip install lint",
        exits: &[],
    };

    #[test]
    fn versions_are_found_in_what_programs_print() {
        let table: [(&str, Option<[u64; 3]>); 11] = [
            ("8.30.1\n", Some([8, 30, 1])),
            ("v8.19\n", Some([8, 19, 0])),
            ("ruff 0.17.6\n", Some([0, 17, 6])),
            ("bandit 1.9.4\n  python version = 3.11.7 (main)\n", Some([1, 9, 4])),
            ("ShellCheck - shell script analysis tool\nversion: 0.11.0\nlicense: GNU 3\n", Some([0, 11, 0])),
            ("Haskell Dockerfile Linter 2.15.1\n", Some([2, 15, 1])),
            ("go version go1.24 linux/amd64\n", Some([1, 24, 0])),
            ("{\"version\":\"1.2.3-rc1\"}", Some([1, 2, 3])),
            ("tool (1.2.3-rc1+dirty)\n", Some([1, 2, 3])),
            ("version is set by build process\n", None),
            ("99999999999999999999.0\n", None),
        ];
        for (text, expected) in table {
            assert_eq!(Version::find(text.as_bytes()).map(|version| version.numbers), expected, "{text}");
        }
    }

    #[test]
    fn only_the_accepted_range_is_taken() {
        let check = |text: &str| PROGRAM.check(&Version::find(text.as_bytes()).expect("a version"));
        assert!(check("8.19.0").is_ok() && check("8.30.1").is_ok());
        for text in ["8.18.9", "9.0.0", "10.1"] {
            let Err(ScanError::Unavailable(why)) = check(text) else { panic!("{text} is accepted") };
            assert_eq!(why, format!("`lint` {text} is not accepted; install 8.19.0 or newer, before 9.0.0: pip install lint"));
        }
    }

    #[tokio::test]
    async fn a_program_that_is_not_there_or_not_itself_is_unavailable() {
        let behaviours = [
            (Behaviour::Missing, "`lint` was not found on PATH; install"),
            (Behaviour::prints("version is set by build process"), "names no version"),
            (Behaviour::exits(127, "", "bad"), "`lint version` failed"),
            (Behaviour::prints("lint 8.1.0"), "`lint` 8.1.0 is not accepted"),
        ];
        for (behaviour, expected) in behaviours {
            let runner = ScriptedRunner::new().on("lint", &["version"], behaviour);
            let unfit = PROGRAM.ask(&runner, Duration::from_secs(9)).await.expect_err("an unfit program");
            assert!(unfit.is_mended_by_installing());
            let ScanError::Unavailable(why) = PROGRAM.no_answer(unfit) else { panic!() };
            assert!(why.contains(expected) && why.contains("pip install lint"), "{why}");
        }
        let runner = ScriptedRunner::new().on("lint", &["version"], Behaviour::exits(0, "", "lint v8.20.1"));
        assert_eq!(
            PROGRAM.ask(&runner, Duration::from_secs(9)).await.map(|version| version.text).ok().as_deref(),
            Some("8.20.1")
        );
        let broken = ScriptedRunner::new().on("lint", &[], Behaviour::Broken);
        let unfit = PROGRAM.ask(&broken, Duration::from_secs(9)).await.expect_err("a broken program");
        assert!(!unfit.is_mended_by_installing());
        assert!(matches!(PROGRAM.no_answer(unfit), ScanError::Execution(_)));
    }
}
