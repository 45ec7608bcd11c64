//! Makes git repositories for tests: written in a few calls, the same on every machine, and deaf to the user's configuration.
//!
//! Use it from a test file with `#[cfg(test)] #[path = "support/repo.rs"] mod repo;`: clippy then knows that it is test code.
//!
//! ```ignore
//! let repo = Repo::new();
//! repo.write("src/a.rs", "fn a() {}\n");
//! let first = repo.commit("first");
//! repo.git(["branch", "topic"]);
//! let change = repo.change(Target::commits(Some("main"), Some("topic"))).await;
//! ```

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};
use std::sync::Arc;

use aurumcode::change::{Change, ChangeError, Repository, Target};
use aurumcode::process::{BaseEnvironment, SystemRunner};
use tempfile::TempDir;

/// A repository in a temporary directory, with a home of its own beside it. It is removed when the value is dropped.
pub(crate) struct Repo {
    directory: TempDir,
    path: PathBuf,
    environment: BTreeMap<OsString, OsString>,
}

impl Repo {
    /// An empty repository on the branch `main`.
    pub(crate) fn new() -> Self {
        Self::init(&[])
    }

    /// An empty repository whose objects have SHA-256 names.
    pub(crate) fn sha256() -> Self {
        Self::init(&["--object-format=sha256"])
    }

    /// An empty repository without working files.
    pub(crate) fn bare() -> Self {
        Self::init(&["--bare"])
    }

    fn init(options: &[&str]) -> Self {
        let repo = Self::nothing();
        repo.git(["init", "--quiet", "--initial-branch=main"].iter().chain(options));
        repo
    }

    /// A directory that is no repository.
    pub(crate) fn nothing() -> Self {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let root = fs::canonicalize(directory.path()).expect("its real path");
        for name in ["home", "repo"] {
            fs::create_dir(root.join(name)).expect("a directory");
        }
        let repo = Self { directory, path: root.join("repo"), environment: environment(&root.join("home")) };
        repo.configure_globally("user.name", "Test");
        repo.configure_globally("user.email", "test@example.com");
        repo
    }

    /// The same home, but at another directory: a clone, a linked worktree, a directory below.
    pub(crate) fn at(&self, path: impl AsRef<Path>) -> Repo {
        let path = self.path.join(path);
        Repo { directory: tempfile::tempdir().expect("a temporary directory"), path, environment: self.environment.clone() }
    }

    /// A fresh clone of this repository, in a directory beside it that goes when this repository goes.
    pub(crate) fn clone(&self, name: &str, options: &[&str]) -> Repo {
        let url = format!("file://{}", self.path.display());
        let fixed = ["-c", "protocol.file.allow=always", "clone", "--quiet"];
        self.git(fixed.iter().chain(options).copied().chain([url.as_str(), &format!("../{name}")]));
        self.at(format!("../{name}")).resolved()
    }

    /// The same, with its path free of symbolic links and `..`.
    pub(crate) fn resolved(mut self) -> Self {
        self.path = fs::canonicalize(&self.path).expect("an existing directory");
        self
    }

    /// The top level of the working files.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// The home directory that git sees.
    pub(crate) fn home(&self) -> PathBuf {
        self.directory.path().join("home")
    }

    /// Sets a variable for all further calls, and for the runner.
    pub(crate) fn set(&mut self, name: &str, value: impl Into<OsString>) {
        self.environment.insert(name.into(), value.into());
    }

    /// Sets something in the user's configuration.
    pub(crate) fn configure_globally(&self, key: &str, value: &str) {
        self.git(["config", "--global", "--replace-all", key, value]);
    }

    /// Sets something in the repository's configuration.
    pub(crate) fn configure(&self, key: &str, value: &str) {
        self.git(["config", "--replace-all", key, value]);
    }

    /// Writes a file, with the directories above it. The path is bytes, as git's are.
    pub(crate) fn write(&self, path: impl AsRef<[u8]>, content: impl AsRef<[u8]>) -> &Self {
        let path = self.file(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("its directory");
        fs::File::create(&path).and_then(|mut file| file.write_all(content.as_ref())).expect("a file");
        self
    }

    /// Makes a file executable.
    pub(crate) fn executable(&self, path: impl AsRef<[u8]>) -> &Self {
        fs::set_permissions(self.file(path), fs::Permissions::from_mode(0o755)).expect("its mode");
        self
    }

    /// Makes a symbolic link.
    pub(crate) fn symlink(&self, path: impl AsRef<[u8]>, target: impl AsRef<[u8]>) -> &Self {
        let path = self.file(path);
        fs::create_dir_all(path.parent().expect("a parent")).expect("its directory");
        symlink(OsStr::from_bytes(target.as_ref()), path).expect("a symbolic link");
        self
    }

    /// Removes a file, or a directory with all below it.
    pub(crate) fn remove(&self, path: impl AsRef<[u8]>) -> &Self {
        let path = self.file(path);
        let directory = fs::symlink_metadata(&path).expect("it exists").is_dir();
        if directory { fs::remove_dir_all(path) } else { fs::remove_file(path) }.expect("it is removed");
        self
    }

    /// Moves a file.
    pub(crate) fn rename(&self, from: impl AsRef<[u8]>, to: impl AsRef<[u8]>) -> &Self {
        let to = self.file(to);
        fs::create_dir_all(to.parent().expect("a parent")).expect("its directory");
        fs::rename(self.file(from), to).expect("it is moved");
        self
    }

    /// The path of a file for calls of the file system.
    pub(crate) fn file(&self, path: impl AsRef<[u8]>) -> PathBuf {
        self.path.join(OsStr::from_bytes(path.as_ref()))
    }

    /// Commits everything that there is, and gives the commit's id.
    pub(crate) fn commit(&self, message: &str) -> String {
        self.git(["add", "--all"]);
        self.git(["commit", "--quiet", "--allow-empty", "--message", message]);
        self.rev("HEAD")
    }

    /// The id that a name stands for.
    pub(crate) fn rev(&self, name: &str) -> String {
        self.text(["rev-parse", "--verify", "--end-of-options", name])
    }

    /// Damages the repository: the object that `name` stands for is no longer in it.
    pub(crate) fn remove_object(&self, name: &str) {
        let id = self.rev(name);
        fs::remove_file(self.file(format!(".git/objects/{}/{}", &id[..2], &id[2..]))).expect("a loose object");
    }

    /// Runs git, which must succeed, and gives its output.
    pub(crate) fn git<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> Vec<u8> {
        self.git_with_input(arguments, b"")
    }

    /// The same, as text without the line end.
    pub(crate) fn text<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>) -> String {
        String::from_utf8(self.git(arguments)).expect("UTF-8").trim_end().to_owned()
    }

    /// The same, with something on its standard input.
    pub(crate) fn git_with_input<A: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = A>, input: &[u8]) -> Vec<u8> {
        let arguments: Vec<OsString> = arguments.into_iter().map(|argument| argument.as_ref().to_owned()).collect();
        let output = self.run(&arguments, input);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {}\n{stderr}", output.status);
        output.stdout
    }

    #[expect(clippy::disallowed_methods, reason = "tests set the stage without the program under test")]
    fn run(&self, arguments: &[OsString], input: &[u8]) -> Output {
        let mut child = std::process::Command::new("git")
            .args(arguments)
            .current_dir(&self.path)
            .env_clear()
            .envs(&self.environment)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("git starts");
        let mut stdin = child.stdin.take().expect("its standard input");
        std::thread::scope(|scope| {
            // A git that does not read its input is no failure.
            scope.spawn(move || stdin.write_all(input));
            child.wait_with_output().expect("git ends")
        })
    }

    /// A runner whose programs see what this repository's git sees.
    pub(crate) fn runner(&self) -> Arc<SystemRunner> {
        Arc::new(SystemRunner::new(BaseEnvironment::exactly(self.environment.clone())))
    }

    /// Opens it with the program under test.
    pub(crate) async fn open(&self) -> Repository {
        self.try_open().await.expect("the repository opens")
    }

    /// Tries to.
    pub(crate) async fn try_open(&self) -> Result<Repository, ChangeError> {
        Repository::open(&self.path, self.runner()).await
    }

    /// Determines a change with the program under test.
    pub(crate) async fn change(&self, target: Target) -> Change {
        self.try_change(target).await.expect("the change is determined")
    }

    /// Tries to.
    pub(crate) async fn try_change(&self, target: Target) -> Result<Change, ChangeError> {
        Change::resolve(self.try_open().await?, target).await
    }
}

/// What git may see: a home, a `PATH`, no system-wide configuration, and times that never change.
#[expect(clippy::disallowed_methods, reason = "git is found where the developer has it")]
fn environment(home: &Path) -> BTreeMap<OsString, OsString> {
    let path = std::env::var_os("PATH").expect("a PATH");
    let date = "2024-05-06T07:08:09+00:00";
    let fixed =
        [("GIT_CONFIG_NOSYSTEM", "1"), ("LC_ALL", "C"), ("TZ", "UTC"), ("GIT_AUTHOR_DATE", date), ("GIT_COMMITTER_DATE", date)];
    let mut environment: BTreeMap<OsString, OsString> = fixed.iter().map(|(name, value)| (name.into(), value.into())).collect();
    environment.insert("PATH".into(), path);
    environment.insert("HOME".into(), home.into());
    environment.insert("GIT_CONFIG_GLOBAL".into(), home.join(".gitconfig").into());
    environment
}
