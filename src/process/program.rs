//! Which file a program's name means, and why a file that is there could not be started.
//!
//! The lookup is our own, so that the working directory never takes part in it and so that "not installed" is told apart
//! from "installed and broken", which the system answers with the same error number.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use super::{BaseEnvironment, Command, ProcessError};

/// How much of a file is read to see which interpreter it names: the kernel itself looks no further (BINPRM_BUF_SIZE).
const FIRST_LINE: u64 = 256;

/// The program's file: an absolute path.
///
/// As execvp(3) does, a file on `PATH` that is not executable is passed over, and only reported when no other is found.
pub(super) fn find(program: &OsStr, base: &BaseEnvironment) -> Result<PathBuf, ProcessError> {
    let path = Path::new(program);
    let candidates: Vec<PathBuf> = if path.is_absolute() {
        vec![path.to_owned()]
    } else if program.as_bytes().contains(&b'/') {
        return Err(ProcessError::Relative { program: shown(program) });
    } else if program.is_empty() || program == ".." || program == "." {
        Vec::new()
    } else {
        base.directories().map(|directory| directory.join(path)).collect()
    };
    let mut unusable = None;
    for candidate in candidates {
        match fs::metadata(&candidate) {
            Ok(metadata) if metadata.is_file() && metadata.permissions().mode() & 0o111 != 0 => return Ok(candidate),
            Ok(_) => unusable = unusable.or(Some(candidate)),
            Err(error) if error.kind() == io::ErrorKind::PermissionDenied => unusable = unusable.or(Some(candidate)),
            Err(_) => {}
        }
    }
    let program = shown(program);
    Err(match unusable {
        Some(path) => ProcessError::NotExecutable { program, path },
        None => ProcessError::NotFound { program },
    })
}

/// Refuses a working directory that is not there: the system would say "not found" as it does of a program.
pub(super) fn check_directory(command: &Command) -> Result<(), ProcessError> {
    let source = match fs::metadata(&command.directory) {
        Ok(metadata) if metadata.is_dir() => return Ok(()),
        Ok(_) => io::ErrorKind::NotADirectory.into(),
        Err(source) => source,
    };
    Err(ProcessError::Directory { program: shown(&command.program), directory: command.directory.clone(), source })
}

/// Why the file at `path`, which was there, could not be started.
pub(super) fn explain(program: &OsStr, path: PathBuf, source: io::Error) -> ProcessError {
    let program = shown(program);
    match source.kind() {
        // The file was found a moment ago: what is missing is what it names.
        io::ErrorKind::NotFound if path.exists() => {
            let interpreter = interpreter(&path).unwrap_or_else(|| "a loader".to_owned());
            ProcessError::BadInterpreter { program, path, interpreter }
        }
        io::ErrorKind::NotFound => ProcessError::NotFound { program },
        io::ErrorKind::PermissionDenied => ProcessError::NotExecutable { program, path },
        _ => ProcessError::Start { program, source },
    }
}

/// A program's name as text, for an error.
pub(super) fn shown(program: &OsStr) -> String {
    program.to_string_lossy().into_owned()
}

/// The interpreter that a script's first line names.
fn interpreter(path: &Path) -> Option<String> {
    let mut start = Vec::new();
    File::open(path).ok()?.take(FIRST_LINE).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let name = line.trim_ascii().split(u8::is_ascii_whitespace).next()?;
    // A script saved with CRLF names an interpreter that ends in a carriage return: showing it is the explanation.
    let carriage_return = if line.ends_with(b"\r") { "\\r" } else { "" };
    Some(format!("`{}{carriage_return}`", String::from_utf8_lossy(name).escape_debug()))
}
