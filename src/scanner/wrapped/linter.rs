//! A program that is given files and lists what is wrong in them: what it may hear of the author, and its run.
//!
//! An engine for such a program says which arguments make it deaf to the author, how the author could silence it, and how to read
//! its report. When it runs, over which files, how often, and what becomes of a silenced finding is the same for all of them and
//! stands here. A program is never asked with the author's word alone: what that hides would be lost.

use std::ffi::OsString;

use crate::finding::{RepoPath, RuleInfo, SuppressedBy, Unreviewed};
use crate::scanner::{Program, Report, Request, ScanError, Trust};

use super::{Answer, Marker, Paths, Seen, Stage, Wrapped};

/// Whose word counts in a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hearing {
    /// Nothing that the author wrote silences anything.
    Deaf,
    /// The author's comments and settings count.
    Author,
}

/// What a program is pointed at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// The files, by their names.
    Files,
    /// The directory that holds them and nothing else.
    Directory,
    /// The directory above that one, for a program that passes over some names at the top of its directory.
    Above,
}

/// How an author can silence a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Silencers {
    /// Names of files with settings that the program looks for, at any depth.
    pub settings: &'static [&'static str],
    /// What such a comment holds, where an option makes the program deaf to it.
    pub comments: &'static [Marker],
    /// What a comment holds that no option covers: it is broken in the copies that the deaf program reads.
    pub broken: &'static [Marker],
}

/// An engine for such a program.
pub trait Linter: Send + Sync {
    /// How an author can silence it.
    fn silencers(&self) -> Silencers;

    /// What the program is pointed at.
    fn target(&self) -> Target {
        Target::Files
    }

    /// Variables of its own.
    fn environment(&self) -> Vec<(&'static str, OsString)> {
        Vec::new()
    }

    /// The arguments in front of the files.
    ///
    /// # Errors
    /// What they need could not be prepared.
    fn arguments(&self, wrapped: &Wrapped<'_>, stage: &Stage, hearing: Hearing) -> Result<Vec<OsString>, ScanError>;

    /// Reads what it said about `files`.
    ///
    /// # Errors
    /// It is not what the program writes when it has looked.
    fn read(&self, answer: &Answer, files: &Paths) -> Result<Seen, ScanError>;

    /// What the program judges by, beside its own rules: options and configuration. It enters the identity.
    fn rules(&self) -> Vec<u8>;
}

/// Runs the program over the files of the request that `wanted` takes.
///
/// Where the author's word counts and there is one, the program runs twice: what it finds only when it is deaf is silenced by the
/// author, and reported as such.
///
/// # Errors
/// The program is not there, or has no answer.
pub async fn lint(
    program: Program,
    linter: &dyn Linter,
    request: &Request,
    wanted: impl Fn(&RepoPath) -> bool,
) -> Result<Report, ScanError> {
    let wrapped = Wrapped::unasked(program, request)?;
    // Its version is asked for while it runs: some programs take as long to say it as to look. What one that is not accepted found is
    // never used.
    let (version, looked) = tokio::join!(wrapped.version(), look(&wrapped, linter, request, wanted));
    let (wrapped, (mut stage, seen)) = (wrapped.of_version(version?), looked?);
    let rules = [linter.rules(), stage.settings_digest()?.into_bytes()];
    let version = wrapped.identity(rules.iter().map(Vec::as_slice));
    let mut unreviewed: Vec<Unreviewed> = std::mem::take(&mut stage.unreviewed);
    unreviewed.extend(seen.unreviewed);
    Ok(Report { findings: seen.findings, complete: true, version, unreviewed, rules: each_once(seen.rules) })
}

/// The files, and what the program sees in them.
async fn look(
    wrapped: &Wrapped<'_>,
    linter: &dyn Linter,
    request: &Request,
    wanted: impl Fn(&RepoPath) -> bool,
) -> Result<(Stage, Seen), ScanError> {
    let silencers = linter.silencers();
    let stage = Stage::new(request, silencers.settings, wanted).await?;
    let mut seen = Seen::default();
    if !stage.is_empty() {
        let marked = stage.marked(&[silencers.comments, silencers.broken].concat())?;
        let heard = request.trust == Trust::Repository && (!marked.is_empty() || !stage.settings().is_empty());
        let with_author = if heard { Some(run(linter, wrapped, &stage, Hearing::Author).await?) } else { None };
        if !marked.is_empty() {
            stage.break_comments(silencers.broken)?;
        }
        seen = run(linter, wrapped, &stage, Hearing::Deaf).await?;
        if let Some(with_author) = with_author {
            let by = |path: &RepoPath| if marked.contains(path) { SuppressedBy::EngineComment } else { SuppressedBy::EngineFile };
            seen = seen.silenced(with_author, by);
        }
        if request.trust == Trust::Policy {
            // Some programs tell what a comment silences; to a policy that is no news.
            seen.findings.iter_mut().for_each(|finding| finding.suppressed = None);
        }
    }
    Ok((stage, seen))
}

/// One look at all files of the stage, in as many runs as their names need.
async fn run(linter: &dyn Linter, wrapped: &Wrapped<'_>, stage: &Stage, hearing: Hearing) -> Result<Seen, ScanError> {
    let arguments = linter.arguments(wrapped, stage, hearing)?;
    let mut seen = Seen::default();
    let batches: Result<Vec<(Paths, Vec<OsString>)>, ScanError> = match linter.target() {
        Target::Files => stage.batches().into_iter().map(|batch| Ok((stage.paths().only(&batch)?, batch))).collect(),
        Target::Directory => Ok(vec![(stage.paths().clone(), vec![".".into()])]),
        Target::Above => Ok(vec![(stage.paths_from_above(), vec![".".into()])]),
    };
    let directory = if linter.target() == Target::Above { stage.above() } else { stage.path() };
    for (files, batch) in batches? {
        let mut command = wrapped.command(directory)?.args(arguments.clone()).args(batch);
        for (name, value) in linter.environment() {
            command = command.env(name, value);
        }
        let one = linter.read(&wrapped.run(command).await?, &files)?;
        seen.findings.extend(one.findings);
        seen.unreviewed.extend(one.unreviewed);
        seen.rules.extend(one.rules);
    }
    Ok(seen)
}

fn each_once(mut rules: Vec<RuleInfo>) -> Vec<RuleInfo> {
    rules.sort_by(|one, other| one.id.cmp(&other.id));
    rules.dedup_by(|next, first| next.id == first.id);
    rules
}
