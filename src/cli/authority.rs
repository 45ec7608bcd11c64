//! Whose files say how to judge a review, and what there is to say about it.
//!
//! In CI the change under review may be a stranger's, so the base commit decides, and what the change edits of what judges it counts
//! only after it is merged. Elsewhere a developer judges their own work: the working copy decides, and the report says where it
//! differs from what will decide in CI.

use std::collections::BTreeSet;

use crate::baseline::{self, Baseline};
use crate::change::{BaseChoice, Change, Side};
use crate::config::{Loaded, MAIN_FILE, OTHER_FILE, Section};
use crate::context::skills::FOLDER;
use crate::context::{INSTRUCTIONS, Problem, Sources};
use crate::finding::{Code, Diagnostic, RepoPath};
use crate::report::Notice;
use crate::scanner::{Judges, Registry};

use super::args::ConfigFrom;
use super::policy::Policy;
use super::refusal::Refusal;
use super::run::Context;
use super::settings;
use super::survey::Whose;

/// The files that have power whatever the configuration says: the configuration itself, and what lies beside it.
const POWERS: [&str; 5] = [MAIN_FILE, OTHER_FILE, baseline::FILE, FOLDER, INSTRUCTIONS];

/// A larger file is compared by its size alone.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// By what a change is judged.
pub(super) struct Judged {
    pub(super) loaded: Loaded,
    pub(super) judges: Judges,
    /// What was accepted before.
    pub(super) baseline: Option<Baseline>,
    /// What informs the model.
    pub(super) sources: Sources,
    /// The files that say how to judge and that the change edits in vain.
    pub(super) edited: Vec<RepoPath>,
    pub(super) notices: Vec<Notice>,
}

/// Determines it.
pub(super) async fn judge(
    context: &Context<'_>,
    whose: Whose,
    policy: Option<Policy>,
    change: &Change,
) -> Result<Judged, Refusal> {
    let side = match whose {
        Whose::Authority(asked) => side(context, asked, change)?,
        Whose::WorkingCopy => Side::Head,
    };
    let authority = change.authority(side);
    let loaded = settings::load(context, policy.as_ref(), &authority).await?;
    let baseline = settings::baseline(&authority).await?;
    let judges = Judges { repository: authority, policy: policy.map(|policy| policy.authority) };
    let sources = settings::sources(&loaded, &judges).await?;
    let notices = loaded.overrides().iter().cloned().map(Notice::Overridden);
    let notices = notices.chain(sources.problems.iter().map(uninformed)).collect();
    let powers = powers(&loaded, context.registry);
    let mut judged = Judged { loaded, judges, baseline, sources, edited: Vec::new(), notices };
    match side {
        Side::Base => judged.edits(change, &powers),
        Side::Head => judged.differences(change, &powers).await?,
    }
    Ok(judged)
}

/// The side that has power: what the user says, else the base in CI and where there is no working copy.
pub(super) fn side(context: &Context<'_>, asked: Option<ConfigFrom>, change: &Change) -> Result<Side, Refusal> {
    let in_ci = context.environment.in_ci();
    match asked {
        Some(ConfigFrom::Head) if in_ci => {
            let message = "`--config-from head` is refused in CI: the change under review would choose what judges it";
            Err(Diagnostic::new(Code::CLI_CONFIG_FROM, message)
                .note("the variable CI says that this is CI")
                .help("leave the option out: the base commit decides; or give a central policy with `--policy`")
                .into())
        }
        Some(ConfigFrom::Head) => Ok(Side::Head),
        Some(ConfigFrom::Base) => Ok(Side::Base),
        None if in_ci || change.repository().top_level().is_none() => Ok(Side::Base),
        None => Ok(Side::Head),
    }
}

/// The files and folders that have power under these settings.
fn powers(loaded: &Loaded, registry: &Registry) -> Vec<RepoPath> {
    // What the policy orders is judged by the policy's files.
    let entries = loaded.settings().scanners.iter().filter(|entry| entry.enabled && entry.section != Section::Policy);
    let of_engines = entries.filter_map(|entry| Some(registry.get(&entry.engine)?.engine.scanner.judging(&entry.options)));
    let informing = loaded.settings().context.files(Section::Repository).map(|file| file.path.clone());
    let all: BTreeSet<RepoPath> = POWERS.map(RepoPath::from).into_iter().chain(of_engines.flatten()).chain(informing).collect();
    all.into_iter().collect()
}

/// What there is to say about a file that informs nobody.
fn uninformed(problem: &Problem) -> Notice {
    Notice::Uninformed { source: format!("{} ({})", problem.path, problem.layer.as_str()), why: problem.message.clone() }
}

impl Judged {
    /// Where the base decides: which of its powers the change edits, whatever the edits say.
    fn edits(&mut self, change: &Change, powers: &[RepoPath]) {
        // When everything counts as added, nothing is compared, so nothing is an edit.
        if *change.base() == BaseChoice::Everything {
            return;
        }
        let touched = change.files().iter().flat_map(|file| [Some(&file.path), file.old_path.as_ref()]).flatten();
        let edited: BTreeSet<RepoPath> =
            touched.filter(|path| powers.iter().any(|power| lies_at(path, power))).cloned().collect();
        self.edited = edited.into_iter().collect();
        let brings = |name: &str| self.edited.iter().find(|path| path.as_str() == Some(name));
        match brings(MAIN_FILE).or_else(|| brings(OTHER_FILE)).filter(|_| self.loaded.file().is_none()) {
            Some(file) => self.notices.push(Notice::NewConfiguration { file: file.clone() }),
            None if self.edited.is_empty() => {}
            None => self.notices.push(Notice::EditsItsGate { files: self.edited.clone() }),
        }
    }

    /// Where the working copy decides: how it differs from what will decide in CI.
    async fn differences(&mut self, change: &Change, powers: &[RepoPath]) -> Result<(), Refusal> {
        let base = change.authority(Side::Base);
        if base.commit().is_none() {
            return Ok(());
        }
        let all = |_: &RepoPath| true;
        let here = self.judges.repository.find(powers, MAX_BYTES, all).await?;
        let there = base.find(powers, MAX_BYTES, all).await?;
        let paths: BTreeSet<&RepoPath> = here.keys().chain(there.keys()).collect();
        let files: Vec<RepoPath> = paths.into_iter().filter(|path| here.get(*path) != there.get(*path)).cloned().collect();
        if !files.is_empty() {
            self.notices.push(Notice::WorkingCopyDiffers { files });
        }
        Ok(())
    }

    /// The commit whose files decide; nothing for a working copy.
    pub(super) fn commit(&self) -> Option<String> {
        self.judges.repository.commit().map(|commit| commit.to_string())
    }
}

/// Whether `path` is `place` or lies below it.
fn lies_at(path: &RepoPath, place: &RepoPath) -> bool {
    let rest = path.as_bytes().strip_prefix(place.as_bytes());
    place.as_bytes().is_empty() || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(b"/"))
}
