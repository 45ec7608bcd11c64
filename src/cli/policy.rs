//! The central policy: the directory of an organisation whose configuration stands above the repository's.
//!
//! It was asked for by name, so whatever is wrong with it ends the command: a broken policy never becomes no policy.

use std::path::{Path, PathBuf};

use crate::change::{Authority, Repository};
use crate::config;
use crate::finding::{Code, Diagnostic};

use super::refusal::Refusal;
use super::run::Context;
use super::settings::Fetched;

/// The variable that names the directory, where no option does.
const VARIABLE: &str = "AURUMCODE_POLICY";

/// A central policy.
pub(super) struct Policy {
    pub(super) authority: Authority,
    pub(super) configuration: config::Policy,
}

/// The policy that the option or the variable names; nothing when neither does.
pub(super) async fn policy(
    context: &Context<'_>,
    option: Option<&Path>,
    repository: &Repository,
) -> Result<Option<Policy>, Refusal> {
    let named = match (option, context.environment.given(VARIABLE)) {
        (Some(directory), _) => directory.to_owned(),
        (None, Some(value)) if value.is_empty() => {
            let message = format!("the variable {VARIABLE} is set and names no directory");
            return Err(Diagnostic::new(Code::POLICY_MISSING, message)
                .help("unset it, or let it name the directory of the central policy")
                .into());
        }
        (None, Some(value)) => PathBuf::from(value),
        (None, None) => return Ok(None),
    };
    let real = named.canonicalize().ok().filter(|path| path.is_dir()).ok_or_else(|| missing(&named))?;
    let reviewed = [repository.top_level(), Some(repository.git_dir()), Some(repository.common_dir())];
    let within = |place: &Path| real.starts_with(place.canonicalize().as_deref().unwrap_or(place));
    if reviewed.into_iter().flatten().any(within) {
        let message = format!("the central policy `{}` lies inside the repository that it is to judge", named.display());
        return Err(Diagnostic::new(Code::POLICY_INSIDE, message)
            .help("keep it where a change to this repository cannot alter it, for example in a checkout of its own")
            .into());
    }
    let authority = Authority::directory(real);
    let files = Fetched::from(&authority).await?;
    let label = named.display().to_string();
    let configuration = config::load_policy(&files, &label, context.registry).map_err(Refusal::of)?;
    let configuration = configuration.ok_or_else(|| missing(&named))?;
    Ok(Some(Policy { authority, configuration }))
}

fn missing(named: &Path) -> Diagnostic {
    let (main, other) = (config::MAIN_FILE, config::OTHER_FILE);
    Diagnostic::new(Code::POLICY_MISSING, format!("there is no central policy in `{}`", named.display()))
        .note(format!("a policy is a directory that holds `{main}` or `{other}`"))
        .help("correct the path that `--policy` or AURUMCODE_POLICY gives, or check the policy out first")
}
