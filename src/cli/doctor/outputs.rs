//! Whether what a review writes has a place: the files that were asked for, and its temporary files.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::cli::ExitStatus;
use crate::cli::deliver::FileArgs;
use crate::cli::output::try_file;
use crate::report::{Area, Check, CheckStatus, Text};

/// Less room than this is not enough for a private directory with a few reviewed files: 16 MiB.
const LEAST: u64 = 16 * 1024 * 1024;
/// Less than this is little for a program that looks at a whole tree: 256 MiB.
const LITTLE: u64 = 256 * 1024 * 1024;

/// The files that were asked for, one check each.
pub(super) fn files(args: &FileArgs, text: &Text) -> Vec<Check> {
    [&args.audit, &args.sarif, &args.html].into_iter().flatten().map(|path| file(path, text)).collect()
}

fn file(path: &Path, text: &Text) -> Check {
    let check = match try_file(path) {
        Ok(()) => Check::ok(Area::Output, text.doctor.can_be_written),
        Err(error) => Check {
            status: CheckStatus::Failed,
            help: vec![text.doctor.another_file.to_owned()],
            exit: ExitStatus::Undelivered.code(),
            ..Check::ok(Area::Output, (text.doctor.cannot_be_written)(&error.to_string()))
        },
    };
    check.of(path.display().to_string())
}

/// The directory for temporary files, and how many bytes it has room for.
pub(super) struct Temporary {
    directory: PathBuf,
    room: io::Result<u64>,
}

/// Tries the directory.
pub(super) fn temporary() -> Temporary {
    let directory = std::env::temp_dir();
    let room =
        tempfile::tempfile_in(&directory).and_then(|mut file| file.write_all(b"aurumcode")).and_then(|()| free(&directory));
    Temporary { directory, room }
}

/// How many bytes this user may write below `directory`.
fn free(directory: &Path) -> io::Result<u64> {
    let found = rustix::fs::statvfs(directory)?;
    Ok(found.f_bavail.saturating_mul(found.f_frsize))
}

/// What there is to say about it.
pub(super) fn told(temporary: &Temporary, text: &Text) -> Check {
    let directory = temporary.directory.display().to_string();
    let failed = |why: &str| Check {
        status: CheckStatus::Failed,
        help: vec![text.doctor.another_directory.to_owned()],
        exit: ExitStatus::Failure.code(),
        ..Check::ok(Area::Temporary, (text.doctor.no_room)(&directory, why))
    };
    match &temporary.room {
        Err(error) => failed(&error.to_string()),
        Ok(room) if *room < LEAST => failed(&size(*room)),
        Ok(room) if *room < LITTLE => Check {
            help: vec![text.doctor.another_directory.to_owned()],
            ..Check::ok(Area::Temporary, (text.doctor.little_room)(&directory, &size(*room))).warning(None)
        },
        Ok(room) => Check::ok(Area::Temporary, (text.doctor.room)(&directory, &size(*room))),
    }
}

/// A number of bytes in whole units, rounded down.
fn size(bytes: u64) -> String {
    let (unit, name) = [(1 << 30, "GiB"), (1 << 20, "MiB"), (1 << 10, "KiB")]
        .into_iter()
        .find(|(unit, _)| bytes >= *unit)
        .unwrap_or((1, "bytes"));
    format!("{} {name}", bytes / unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Language;

    #[test]
    fn room_is_enough_little_or_none() {
        let text = Text::of(Language::En);
        let table: [(io::Result<u64>, CheckStatus, &str); 4] = [
            (Ok(5 << 30), CheckStatus::Ok, "/t, 5 GiB free"),
            (Ok(200 << 20), CheckStatus::Warning, "/t has only 200 MiB left"),
            (Ok(1023), CheckStatus::Failed, "/t: 1023 bytes"),
            (Err(io::ErrorKind::PermissionDenied.into()), CheckStatus::Failed, "/t: permission denied"),
        ];
        for (room, status, message) in table {
            let check = told(&Temporary { directory: "/t".into(), room }, text);
            assert_eq!(check.status, status, "{message}");
            assert!(check.message.contains(message), "{}", check.message);
            assert_eq!(check.exit > 0, status == CheckStatus::Failed);
        }
    }
}
