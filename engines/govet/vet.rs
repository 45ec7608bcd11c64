//! The runs: for each platform and module, which files are built, and what `go vet` says of their packages.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Severity};
use crate::scanner::wrapped::{Answer, Paths, Seen, Wrapped};
use crate::scanner::{Request, ScanError};

use super::environment::Environment;
use super::modules::{self, Module, below};
use super::options::GovetOptions;
use super::packages::{self, FIELDS, Package};
use super::parse::{self, Diagnostic};
use super::places;

/// Why a file has not been looked at, so far.
enum Gap {
    /// Another platform or other tags may still take it in.
    Excluded(String),
    /// Something is wrong with it.
    Trouble(String),
}

/// One engine run.
struct Vet<'a> {
    go: &'a Wrapped<'a>,
    root: &'a Path,
    /// All Go files of the tree, to know again what a diagnostic names.
    paths: Paths,
    /// The files that are asked for.
    wanted: BTreeSet<RepoPath>,
    environment: Environment,
    tags: String,
    seen: Seen,
    looked_at: BTreeSet<RepoPath>,
    gaps: BTreeMap<RepoPath, Gap>,
}

/// Checks the packages of the request's files.
pub(super) async fn vet(go: &Wrapped<'_>, request: &Request, options: &GovetOptions) -> Result<Seen, ScanError> {
    let files = request.files().await?;
    let tree: BTreeSet<RepoPath> =
        request.change.whole_tree().await?.iter().filter(|entry| entry.kind.is_file()).map(|entry| entry.path.clone()).collect();
    let (modules, unreviewed) = modules::sort(&files, &tree);
    if modules.is_empty() {
        return Ok(Seen { unreviewed, ..Seen::default() });
    }
    let root = request.root().await?;
    let mut vet = Vet {
        go,
        root,
        paths: Paths::new(root, tree.into_iter().filter(modules::is_go)),
        wanted: files.into_iter().collect(),
        environment: Environment::ask(go).await?,
        tags: options.tags.join(","),
        seen: Seen { unreviewed, ..Seen::default() },
        looked_at: BTreeSet::new(),
        gaps: BTreeMap::new(),
    };
    let host = vec![vet.environment.host.clone()];
    let platforms = if options.platforms.is_empty() { &host } else { &options.platforms };
    for platform in platforms {
        for (place, module) in &modules {
            vet.module(place, module, platform).await?;
        }
    }
    Ok(vet.done())
}

impl Vet<'_> {
    /// One module on one platform.
    async fn module(&mut self, place: &RepoPath, module: &Module, platform: &str) -> Result<(), ScanError> {
        let directory = self.root.join(place.as_path());
        let real = std::fs::canonicalize(&directory).unwrap_or_else(|_| directory.clone());
        let roots = [directory.as_path(), real.as_path()];
        let list = ["list", "-e", FIELDS];
        let built = self.go(&directory, module, platform, false, &list, module.packages.keys()).await?;
        let with_cgo = self.go(&directory, module, platform, true, &list, module.packages.keys()).await?;
        let with_cgo = packages::read(&with_cgo.stdout, &roots)?;
        let packages = packages::read(&built.stdout, &roots)?;
        let mut checked = Vec::new();
        for (package, files) in &module.packages {
            let known = packages.get(package.as_bytes());
            let cgo = with_cgo.get(package.as_bytes()).map(Package::cgo).unwrap_or_default();
            if let Some((path, built)) = self.checkable(files, known, cgo, &built, platform) {
                checked.push((package, path, built));
            }
        }
        if checked.is_empty() {
            return Ok(());
        }
        let packages: Vec<&RepoPath> = checked.iter().map(|(package, ..)| *package).collect();
        let answer = self.go(&directory, module, platform, false, &["vet", "-json"], packages.into_iter()).await?;
        let mut said = parse::read(&[answer.stderr.as_slice(), b"\n", answer.stdout.as_slice()].concat())?;
        for (package, path, files) in checked {
            match said.remove(&path) {
                Some(parse::OfPackage { failed: Some(why), .. }) => self.gap(&files, &format!("`go vet`: {why}")),
                Some(parse::OfPackage { found, failed: None }) => self.found(found, &directory, files)?,
                // Of a package without diagnostics, newer versions say nothing.
                None if answer.code == 0 => self.found(Vec::new(), &directory, files)?,
                None => self.gap(&files, &format!("`go vet` gave no answer about ./{package}: {}", answer.last_words())),
            }
        }
        Ok(())
    }

    /// Notes which of a package's files are not built; gives its import path and the other files, which are to be checked.
    fn checkable(
        &mut self,
        files: &BTreeSet<RepoPath>,
        package: Option<&Package>,
        cgo: &[String],
        answer: &Answer,
        platform: &str,
    ) -> Option<(String, BTreeSet<RepoPath>)> {
        if !cgo.is_empty() {
            self.gap(files, &format!("its package needs cgo, which is not run here: {}", cgo.join(", ")));
            return None;
        }
        let Some(package) = package else {
            self.gap(files, &format!("`go list` does not know its package: {}", answer.last_words()));
            return None;
        };
        if let Some(why) = package.trouble() {
            self.gap(files, &format!("its package cannot be loaded: {why}"));
            return None;
        }
        let built = package.built();
        let is_built = |file: &RepoPath| std::str::from_utf8(file.file_name()).is_ok_and(|name| built.contains(name));
        let (built, left_out): (BTreeSet<_>, BTreeSet<_>) = files.iter().cloned().partition(|file| is_built(file));
        for file in left_out {
            self.gaps.entry(file).or_insert_with(|| Gap::Excluded(format!("build constraints leave it out on {platform}")));
        }
        (!built.is_empty()).then(|| (package.import_path.clone(), built))
    }

    /// Takes the diagnostics of a package that was checked.
    fn found(&mut self, found: Vec<Diagnostic>, directory: &Path, files: BTreeSet<RepoPath>) -> Result<(), ScanError> {
        let package = files.first().map(modules::parent);
        for file in files {
            if self.moves_places(&file)? {
                self.gaps
                    .insert(file, Gap::Trouble("a `//line` comment in it moves what `go vet` says to another place".to_owned()));
            } else {
                self.looked_at.insert(file);
            }
        }
        for diagnostic in found {
            let path = match self.paths.file(absolute(directory, &diagnostic.file).as_os_str().as_bytes()) {
                Ok(path) => path,
                // The grammar, for example, from which an unchanged file of the package was made.
                Err(_) if self.package_moves_places(package.as_ref())? => continue,
                Err(error) => return Err(error),
            };
            if !self.wanted.contains(&path) {
                continue;
            }
            let id = RuleId::new(&diagnostic.analyzer);
            let place = Location::line(path, diagnostic.line);
            self.seen.findings.push(Finding::new(id.clone(), Severity::Warning, place, diagnostic.message));
            self.seen.rules.push(RuleInfo {
                severity: Some(Severity::Warning),
                title: format!("the analyzer `{}` of go vet", diagnostic.analyzer),
                help: format!("https://pkg.go.dev/golang.org/x/tools/go/analysis/passes/{}", diagnostic.analyzer),
                tags: Vec::new(),
                id,
            });
        }
        Ok(())
    }

    /// Whether a file of this directory says that its code stands elsewhere.
    fn package_moves_places(&self, directory: Option<&RepoPath>) -> Result<bool, ScanError> {
        for file in self.paths.files().iter().filter(|file| Some(&modules::parent(file)) == directory) {
            if self.moves_places(file)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn moves_places(&self, file: &RepoPath) -> Result<bool, ScanError> {
        match std::fs::read(self.root.join(file.as_path())) {
            Ok(text) => Ok(places::moves(&text)),
            // It was too large, for example, and is not among the copies.
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(ScanError::Execution(format!("the copy of `{file}` cannot be read: {error}"))),
        }
    }

    fn gap(&mut self, files: &BTreeSet<RepoPath>, why: &str) {
        // Where the copies lie is of no use to anybody.
        let why = why.replace(&*format!("{}/", self.root.to_string_lossy()), "");
        for file in files {
            self.gaps.insert(file.clone(), Gap::Trouble(why.clone()));
        }
    }

    /// A run of `go` in a module, over these packages.
    async fn go<'p>(
        &self,
        directory: &Path,
        module: &Module,
        platform: &str,
        cgo: bool,
        words: &[&str],
        packages: impl Iterator<Item = &'p RepoPath>,
    ) -> Result<Answer, ScanError> {
        let modules = if module.vendored { "-mod=vendor" } else { "-mod=readonly" };
        let mut command = self.go.command(directory)?.args(words.iter().copied()).args([modules]);
        if !self.tags.is_empty() {
            command = command.args([format!("-tags={}", self.tags)]);
        }
        for (name, value) in self.environment.of(platform, cgo) {
            command = command.env(name, value);
        }
        // Each begins with `./`, so that none can be taken for an option.
        let package = |package: &RepoPath| OsString::from(OsStr::from_bytes(below(&".".into(), package.as_bytes()).as_bytes()));
        self.go.run(command.args(packages.map(package))).await
    }

    fn done(mut self) -> Seen {
        for (file, gap) in std::mem::take(&mut self.gaps) {
            match gap {
                Gap::Excluded(_) if self.looked_at.contains(&file) => {}
                Gap::Excluded(why) | Gap::Trouble(why) => self.seen.not_looked_at(file, why),
            }
        }
        self.seen.rules.sort_by(|one, other| one.id.cmp(&other.id));
        self.seen.rules.dedup_by(|next, first| next.id == first.id);
        self.seen
    }
}

/// A file as `go vet` names it: absolute, or from the directory of the module.
fn absolute(directory: &Path, file: &str) -> PathBuf {
    directory.join(file)
}
