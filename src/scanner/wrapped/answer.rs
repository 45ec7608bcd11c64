//! What a program said: read within bounds, whole or not at all.
//!
//! A report that is missing, empty or cut off is never "nothing found". The errors tell where it stops making sense and never
//! what it says, since that can be the secret that was found.

use std::fs::OpenOptions;
use std::io::{ErrorKind, Read};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::scanner::ScanError;

use super::Meaning;
use super::ready::last_words;

/// The largest report that is read: 64 MiB.
const REPORT_LIMIT: u64 = 64 * 1024 * 1024;

/// What a program that has an answer left behind.
#[derive(Debug)]
pub struct Answer {
    /// Its exit code.
    pub code: i32,
    /// What its exit code means; never [`Meaning::Failed`].
    pub meaning: Meaning,
    /// Its standard output, whole.
    pub stdout: Vec<u8>,
    /// Its standard error, whole.
    pub stderr: Vec<u8>,
}

impl Answer {
    /// The last line of its standard error, without colours; empty when it wrote none.
    pub fn last_words(&self) -> String {
        last_words(&self.stderr, |_| true)
    }

    /// Compares the exit code with the number of findings in the report.
    ///
    /// # Errors
    /// [`ScanError::InvalidOutput`] when one says "clean" and the other does not.
    pub fn agrees(&self, findings: usize) -> Result<(), ScanError> {
        let contradicts = match self.meaning {
            Meaning::Clean => findings > 0,
            Meaning::Findings => findings == 0,
            Meaning::Answered | Meaning::Failed(_) => false,
        };
        if contradicts {
            return Err(ScanError::InvalidOutput(format!(
                "its exit code says that {}, and its report holds {findings} findings",
                self.meaning
            )));
        }
        Ok(())
    }
}

/// The place for a report that the program writes. It did not exist when it was made, so what is there later is new.
#[derive(Debug)]
pub struct ReportFile {
    path: PathBuf,
}

impl ReportFile {
    pub(super) fn new(directory: &Path, name: &str) -> Self {
        Self { path: directory.join(name) }
    }

    /// Where the program has to write it.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Reads the report.
    ///
    /// # Errors
    /// [`ScanError::InvalidOutput`]: there is none, it is no regular file, or it is larger than 64 MiB.
    pub fn read(&self) -> Result<Vec<u8>, ScanError> {
        let invalid = |why: String| ScanError::InvalidOutput(why);
        let no_follow = i32::try_from(rustix::fs::OFlags::NOFOLLOW.bits()).unwrap_or_default();
        let file = match OpenOptions::new().read(true).custom_flags(no_follow).open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == ErrorKind::NotFound => return Err(invalid("it wrote no report".to_owned())),
            Err(error) => return Err(invalid(format!("its report cannot be read: {error}"))),
        };
        let metadata = file.metadata().map_err(|error| invalid(error.to_string()))?;
        if !metadata.is_file() {
            return Err(invalid("its report is no regular file".to_owned()));
        }
        let mut bytes = Vec::new();
        file.take(REPORT_LIMIT + 1).read_to_end(&mut bytes).map_err(|error| invalid(error.to_string()))?;
        if u64::try_from(bytes.len()).is_ok_and(|size| size <= REPORT_LIMIT) {
            Ok(bytes)
        } else {
            Err(invalid(format!("its report is larger than {REPORT_LIMIT} bytes")))
        }
    }

    /// Reads the report as one JSON text.
    ///
    /// # Errors
    /// As for [`ReportFile::read`] and [`json`].
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, ScanError> {
        json(&self.read()?)
    }
}

/// Reads one JSON text that is all of `bytes`.
///
/// # Errors
/// [`ScanError::InvalidOutput`]: nothing there, cut off, not JSON, or not of this type. What it holds is not in the message.
pub fn json<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, ScanError> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Err(ScanError::InvalidOutput("its report is empty".to_owned()));
    }
    serde_json::from_slice(bytes).map_err(|error| {
        let what = match error.classify() {
            Category::Eof => "is cut off",
            Category::Data => "has another shape than this engine knows",
            Category::Syntax | Category::Io => "is not JSON",
        };
        ScanError::InvalidOutput(format!("its report {what}, at line {} column {}", error.line(), error.column()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn refused(result: Result<Vec<String>, ScanError>) -> String {
        match result {
            Err(ScanError::InvalidOutput(why)) => why,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn only_a_whole_report_is_read() {
        assert_eq!(json::<Vec<String>>(b"[\"a\"]\n").expect("a report"), ["a"]);
        for (text, why) in [
            ("", "is empty"),
            (" \n", "is empty"),
            ("[\"a\"", "is cut off, at line 1 column 4"),
            ("[\"a\"] trailing", "is not JSON"),
            ("{\"a\": 1}", "has another shape"),
            ("[5]", "has another shape"),
        ] {
            assert!(refused(json(text.as_bytes())).contains(why), "{text}");
        }
    }

    #[test]
    fn an_error_repeats_nothing_of_the_report() {
        let why = match json::<Vec<u64>>(b"[\"hunter2\"]") {
            Err(error) => error.to_string(),
            Ok(_) => panic!("text is no number"),
        };
        assert!(!why.contains("hunter2"), "{why}");
    }

    #[test]
    fn a_report_file_is_a_regular_file_of_bounded_size() {
        let directory = tempfile::tempdir().expect("a directory");
        let report = |name: &str| ReportFile::new(directory.path(), name);
        assert!(refused(report("none").json()).contains("wrote no report"));
        std::fs::create_dir(directory.path().join("directory")).expect("a directory");
        assert!(refused(report("directory").json()).contains("no regular file"));
        std::fs::File::create(directory.path().join("real")).expect("a file");
        assert!(refused(report("real").json()).contains("is empty"));
        std::os::unix::fs::symlink("real", directory.path().join("link")).expect("a link");
        assert!(refused(report("link").json()).contains("cannot be read"));
        std::fs::File::create(directory.path().join("large")).and_then(|file| file.set_len(REPORT_LIMIT + 1)).expect("a file");
        assert!(refused(report("large").json()).contains("larger"));
    }

    #[test]
    fn exit_code_and_report_must_agree() {
        let answer = |meaning| Answer { code: 0, meaning, stdout: Vec::new(), stderr: Vec::new() };
        let table =
            [(Meaning::Clean, 0, true), (Meaning::Clean, 1, false), (Meaning::Findings, 1, true), (Meaning::Findings, 0, false)];
        for (meaning, findings, agrees) in table {
            assert_eq!(answer(meaning).agrees(findings).is_ok(), agrees, "{meaning:?} {findings}");
        }
        assert!(answer(Meaning::Answered).agrees(0).is_ok() && answer(Meaning::Answered).agrees(3).is_ok());
    }

    proptest! {
        /// However a report is cut, it is refused: no prefix of an array is an array.
        #[test]
        fn a_cut_report_is_refused(items in proptest::collection::vec(".{0,8}", 1..6), keep in 0.0f64..1.0) {
            let text = serde_json::to_vec(&items).unwrap();
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, clippy::cast_precision_loss, reason = "a part of a short length")]
            let cut = (text.len() as f64 * keep) as usize;
            prop_assert!(json::<Vec<String>>(&text[..cut]).is_err());
            prop_assert_eq!(json::<Vec<String>>(&text).unwrap(), items);
        }
    }
}
