//! One program, found and ready to run for one request.

use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::process::Command;
use crate::scanner::{Program, Request, ScanError};

use super::place::Place;
use super::{Answer, ReportFile, Version};

/// The most characters of a program's own words in an error.
const WORDS: usize = 160;

/// A program with a private directory that lives as long as this value.
pub struct Wrapped<'a> {
    program: Program,
    version: Option<Version>,
    request: &'a Request,
    place: Place,
    quotable: fn(&str) -> bool,
}

impl<'a> Wrapped<'a> {
    /// Finds the program and checks its version.
    ///
    /// # Errors
    /// [`ScanError::Unavailable`] when it is not there or has another version; [`ScanError::Execution`] when it cannot be run.
    pub async fn find(program: Program, request: &'a Request) -> Result<Self, ScanError> {
        Self::unasked(program, request)?.asked().await
    }

    /// The same for a program that is slow to say its version and says it in every report: it is not asked before, and
    /// [`Wrapped::reported`] checks what the report says.
    ///
    /// # Errors
    /// The private directory could not be made.
    pub fn unasked(program: Program, request: &'a Request) -> Result<Self, ScanError> {
        Ok(Self { program, version: None, request, place: Place::new()?, quotable: |_| true })
    }

    /// The same, but errors only repeat such lines of its standard error: for a program that shows there what it found.
    #[must_use]
    pub fn quoting(mut self, quotable: fn(&str) -> bool) -> Self {
        self.quotable = quotable;
        self
    }

    /// The same, of the version that a report names.
    ///
    /// # Errors
    /// [`ScanError::InvalidOutput`] when it is no version, [`ScanError::Unavailable`] when it is not accepted.
    pub fn reported(self, version: &str) -> Result<Self, ScanError> {
        let version = Version::find(version.as_bytes())
            .ok_or_else(|| ScanError::InvalidOutput(format!("the report of `{}` names no version", self.program.name)))?;
        self.program.check(&version)?;
        Ok(Self { version: Some(version), ..self })
    }

    /// The same, asked now: where there is nothing to run it on, and so no report.
    ///
    /// # Errors
    /// As for [`Wrapped::find`].
    pub async fn asked(self) -> Result<Self, ScanError> {
        let version = self.version().await?;
        Ok(self.of_version(version))
    }

    /// The version that the program says it has, if it is accepted.
    ///
    /// # Errors
    /// As for [`Wrapped::find`].
    pub(super) async fn version(&self) -> Result<Version, ScanError> {
        self.program.probe_in(&self.place, &*self.request.command, self.request.deadline).await
    }

    /// The same, of that version.
    pub(super) fn of_version(self, version: Version) -> Self {
        Self { version: Some(version), ..self }
    }

    /// Who answers, for [`Report::version`](crate::scanner::Report::version): the program, its version and a digest of the rules.
    pub fn identity<'r>(&self, rules: impl IntoIterator<Item = &'r [u8]>) -> String {
        let version = self.version.as_ref().map_or("of unknown version", |version| version.text.as_str());
        format!("{} {version}, rules {}", self.program.name, digest(rules))
    }

    /// Writes a file that the program is to read into the private directory. `name` may hold directories.
    ///
    /// # Errors
    /// It could not be written, or there already is one.
    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> Result<PathBuf, ScanError> {
        self.place.write(name, content.as_ref())
    }

    /// An empty directory in the private one.
    ///
    /// # Errors
    /// It could not be made.
    pub fn empty_directory(&self) -> Result<PathBuf, ScanError> {
        self.place.empty()
    }

    /// A place for a report.
    ///
    /// # Errors
    /// Its directory could not be made.
    pub fn report(&self, name: &str) -> Result<ReportFile, ScanError> {
        Ok(ReportFile::new(&self.place.empty()?, name))
    }

    /// A run of the program in `directory`, until the request's deadline: its arguments are to be added.
    ///
    /// # Errors
    /// There is no time left.
    pub fn command(&self, directory: &Path) -> Result<Command, ScanError> {
        self.place.command(self.program.name, directory, self.request.deadline)
    }

    /// A run that sees the user's own home, in an empty directory: to ask the program where things are, never to look at reviewed
    /// content.
    ///
    /// # Errors
    /// There is no time left, or the directory could not be made.
    pub fn command_at_home(&self) -> Result<Command, ScanError> {
        let mut command = self.command(&self.empty_directory()?)?;
        command.environment.retain(|name, _| name != "HOME" && !name.to_string_lossy().starts_with("XDG_"));
        Ok(command)
    }

    /// Runs it.
    ///
    /// # Errors
    /// [`ScanError::Execution`] when it has no answer, by its table of exit codes or because it did not end;
    /// [`ScanError::InvalidOutput`] when it wrote more than is kept.
    pub async fn run(&self, command: Command) -> Result<Answer, ScanError> {
        self.run_explained(command, |_| None).await
    }

    /// The same for a program that says on its standard output why it failed: `explain` finds the reason there.
    ///
    /// # Errors
    /// As for [`Wrapped::run`].
    pub async fn run_explained(
        &self,
        command: Command,
        explain: impl FnOnce(&[u8]) -> Option<String> + Send,
    ) -> Result<Answer, ScanError> {
        let output = self.request.command.run(command).await.map_err(|error| self.program.start_error(error))?;
        let (code, meaning) = match self.program.meaning(output.exit) {
            Ok(known) => known,
            Err(why) => {
                if self.version.is_none() {
                    // A version that does not know the options may be the cause, and is the better thing to say.
                    self.version().await?;
                }
                let words = explain(&output.stdout).unwrap_or_else(|| last_words(&output.stderr, self.quotable));
                let said = if words.is_empty() { String::new() } else { format!(" ({words})") };
                let said = self.without_place(&said);
                return Err(ScanError::Execution(format!("`{}`: {why}{said}", self.program.name)));
            }
        };
        if output.stdout_truncated || output.stderr_truncated {
            return Err(ScanError::InvalidOutput(format!("`{}` wrote more than is read of it", self.program.name)));
        }
        Ok(Answer { code, meaning, stdout: output.stdout, stderr: output.stderr })
    }
}

impl Wrapped<'_> {
    /// Words of the program without the private directory, whose name is another one in each run.
    pub fn without_place(&self, words: &str) -> String {
        words.replace(&*self.place.path().to_string_lossy(), "…")
    }
}

/// A short digest of parts, for identities. Where one part ends and the next begins counts.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut digest = Sha256::new();
    for part in parts {
        digest.update(part.len().to_le_bytes());
        digest.update(part);
    }
    digest.finalize().iter().take(6).map(|byte| format!("{byte:02x}")).collect()
}

/// The last line of what a program wrote to its standard error that may be quoted, without colours.
pub(super) fn last_words(stderr: &[u8], quotable: fn(&str) -> bool) -> String {
    let text = anstream::adapter::strip_bytes(stderr).into_vec();
    let text = String::from_utf8_lossy(&text);
    let line = text.lines().map(str::trim).rfind(|line| !line.is_empty() && quotable(line)).unwrap_or_default();
    line.replace('\t', " ").chars().filter(|c| !c.is_control()).take(WORDS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_told_without_colours() {
        let text = b"INF start\n\x1b[31mFTL\x1b[0m no such file\x07\n\n";
        assert_eq!(last_words(text, |_| true), "FTL no such file");
        assert_eq!(last_words(text, |line| !line.starts_with("FTL")), "INF start");
        assert_eq!(last_words(b"\n", |_| true), "");
        assert_eq!(last_words("é".repeat(900).as_bytes(), |_| true).chars().count(), WORDS);
    }

    #[test]
    fn a_digest_knows_where_its_parts_end() {
        let of = |parts: &[&str]| digest(parts.iter().map(|part| part.as_bytes()));
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_eq!(of(&["ab", "c"]), of(&["ab", "c"]));
        assert_eq!(of(&[]).len(), 12);
    }
}
