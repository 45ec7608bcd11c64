//! A PostgreSQL server of a test's own: in a temporary directory, reached through a socket there, gone with the test.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// The server, which runs as long as this value lives.
pub(crate) struct Server {
    directory: TempDir,
    programs: PathBuf,
    process: Child,
}

/// Debian keeps the server's programs apart from the `PATH`, by version.
const DEBIAN: &str = "/usr/lib/postgresql";

impl Server {
    /// Starts one. Where PostgreSQL is not installed that is said, and in CI a failure.
    pub(crate) fn start() -> Option<Self> {
        let Some(programs) = programs() else {
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "PostgreSQL is not installed: run scripts/test");
            eprintln!("skipped: PostgreSQL is not installed; scripts/test installs it");
            return None;
        };
        let directory = tempfile::Builder::new().prefix("aurum-pg-").tempdir().expect("a directory");
        if is_root() {
            // The server refuses to run as root. Debian's package makes a user for it.
            run(command("chown", &["postgres", text(directory.path())]));
        }
        let data = directory.path().join("data");
        run(as_user(
            &programs.join("initdb"),
            &["-D", text(&data), "-U", "aurum", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync"],
        ));
        let sockets = text(directory.path()).to_owned();
        let mut server = as_user(&programs.join("postgres"), &["-D", text(&data), "-k", &sockets, "-h", "", "-F"]);
        let mut process = server.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().expect("the server starts");
        let mut lines = BufReader::new(process.stderr.take().expect("piped")).lines();
        let mut said = String::new();
        loop {
            let Some(Ok(line)) = lines.next() else { panic!("the server ended:\n{said}") };
            said.push_str(&line);
            if line.contains("ready to accept connections") {
                break;
            }
        }
        // Whoever writes to a closed pipe dies of it.
        std::thread::spawn(move || lines.for_each(drop));
        Some(Self { directory, programs, process })
    }

    /// Makes an empty database.
    pub(crate) fn create(&self, name: &str) {
        let host = format!("--host={}", text(self.directory.path()));
        run(command(text(&self.programs.join("createdb")), &[&host, "--username=aurum", name]));
    }

    /// Where a database is.
    pub(crate) fn url(&self, name: &str) -> String {
        format!("postgres:///{name}?host={}&user=aurum", text(self.directory.path()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Its children end when it is gone.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir(DEBIAN).ok().into_iter().flatten().flatten().map(|entry| entry.path().join("bin"));
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut all: Vec<PathBuf> = versions.chain(std::env::split_paths(&path)).collect();
    all.retain(|directory| ["initdb", "postgres", "createdb"].iter().all(|name| directory.join(name).is_file()));
    all.into_iter().next()
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

/// A program that ends with this process, as a user that may run it.
fn as_user(program: &Path, arguments: &[&str]) -> Command {
    let mut all = vec!["--pdeathsig", "KILL"];
    if is_root() {
        all.extend(["--reuid=postgres", "--regid=postgres", "--clear-groups"]);
    }
    all.push(text(program));
    all.extend(arguments);
    command("setpriv", &all)
}

fn command(program: &str, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir("/")
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .stdin(Stdio::null());
    command
}

fn run(mut command: Command) {
    let output = command.output().expect("it starts");
    assert!(output.status.success(), "{command:?}: {}", String::from_utf8_lossy(&output.stderr));
}

fn text(path: &Path) -> &str {
    path.to_str().expect("temporary paths are UTF-8")
}
