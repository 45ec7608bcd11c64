//! What branches there are: the default branch of the remote, and names that resemble a misspelt one.

use bstr::ByteSlice;

use super::git::Git;
use super::settings::Settings;
use super::{ChangeError, Oid};

/// What the remotes say about a default branch.
pub(super) enum Remotes {
    /// There is one to compare with.
    Default(DefaultBranch),
    /// None is known, or it is not clear which. The remotes there are.
    Unclear(Vec<String>),
}

/// The default branch of a remote, as of the last fetch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DefaultBranch {
    /// For example `origin/main`.
    pub(super) branch: String,
    /// Its commit.
    pub(super) tip: Oid,
}

/// One `refs/remotes/<remote>/<branch>`.
struct RemoteBranch {
    remote: String,
    branch: String,
    tip: Oid,
    /// What it points to, when it is symbolic: `refs/remotes/origin/main`.
    points_to: Option<String>,
}

/// Finds the default branch: of `origin`, else of the only remote that has one. It is the branch that the remote's `HEAD` points
/// to, else `main`, else `master`.
pub(super) async fn default_branch(git: &Git) -> Result<Remotes, ChangeError> {
    let format = "--format=%(refname)%00%(objectname)%00%(symref)";
    let patterns = ["HEAD", "main", "master"].map(|name| format!("refs/remotes/*/{name}"));
    let command = git.command(["for-each-ref".to_owned(), format.to_owned()].into_iter().chain(patterns));
    let (output, settings) = tokio::try_join!(git.read(command), Settings::read(git))?;
    let branches: Vec<RemoteBranch> = output.lines().filter_map(parse).collect();
    Ok(choose(&branches).map_or(Remotes::Unclear(settings.remotes), Remotes::Default))
}

fn parse(line: &[u8]) -> Option<RemoteBranch> {
    let mut fields = line.to_str().ok()?.split('\0');
    let (remote, branch) = fields.next()?.strip_prefix("refs/remotes/")?.rsplit_once('/')?;
    let tip = Oid::parse(fields.next()?)?;
    let points_to = fields.next().filter(|target| !target.is_empty()).map(str::to_owned);
    Some(RemoteBranch { remote: remote.to_owned(), branch: branch.to_owned(), tip, points_to })
}

fn choose(branches: &[RemoteBranch]) -> Option<DefaultBranch> {
    let first = branches.first()?.remote.as_str();
    let remote = if branches.iter().any(|branch| branch.remote == "origin") {
        "origin"
    } else if branches.iter().all(|branch| branch.remote == first) {
        first
    } else {
        return None;
    };
    let named = |name: &str| branches.iter().find(|branch| branch.remote == remote && branch.branch == name);
    let chosen = named("HEAD").or_else(|| named("main")).or_else(|| named("master"))?;
    let target = chosen.points_to.as_deref().and_then(|target| target.strip_prefix("refs/remotes/"));
    let branch = target.map_or_else(|| format!("{remote}/{}", chosen.branch), str::to_owned);
    Some(DefaultBranch { branch, tip: chosen.tip })
}

/// The names of branches and tags that resemble `reference`, the best three.
pub(super) async fn similar(git: &Git, reference: &str) -> Result<Vec<String>, ChangeError> {
    let patterns = ["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes"];
    let output = git.list(git.command(patterns)).await?;
    Ok(rank(output.lines().filter_map(|line| line.to_str().ok()), reference))
}

fn rank<'a>(names: impl Iterator<Item = &'a str>, reference: &str) -> Vec<String> {
    let last = |name: &str| name.rsplit('/').next().unwrap_or_default().to_lowercase();
    let distance = |name: &str| {
        let allowed = reference.chars().count().div_ceil(4).min(3);
        let same_end = name.len() != reference.len()
            && (name.ends_with(&format!("/{reference}")) || reference.ends_with(&format!("/{name}")));
        let distance = if same_end { 0 } else { strsim::damerau_levenshtein(&name.to_lowercase(), &reference.to_lowercase()) };
        let distance = distance.min(1 + strsim::damerau_levenshtein(&last(name), &last(reference)));
        (distance <= allowed).then_some(distance)
    };
    let mut ranked: Vec<_> = names.filter_map(|name| Some((distance(name)?, name))).collect();
    ranked.sort_unstable();
    ranked.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branches(refs: &[(&str, &str)]) -> Vec<RemoteBranch> {
        let oid = "a".repeat(40);
        refs.iter().filter_map(|(name, target)| parse(format!("{name}\0{oid}\0{target}").as_bytes())).collect()
    }

    #[test]
    fn one_remote_decides() {
        type Refs = &'static [(&'static str, &'static str)];
        let table: [(Refs, Option<&str>); 7] = [
            (&[], None),
            (
                &[("refs/remotes/origin/HEAD", "refs/remotes/origin/trunk"), ("refs/remotes/origin/main", "")],
                Some("origin/trunk"),
            ),
            (&[("refs/remotes/origin/main", ""), ("refs/remotes/origin/master", "")], Some("origin/main")),
            (&[("refs/remotes/origin/master", "")], Some("origin/master")),
            (&[("refs/remotes/up/main", "")], Some("up/main")),
            (&[("refs/remotes/up/main", ""), ("refs/remotes/fork/main", "")], None),
            (
                &[("refs/remotes/fork/main", ""), ("refs/remotes/origin/main", ""), ("refs/remotes/up/HEAD", "")],
                Some("origin/main"),
            ),
        ];
        for (refs, expected) in table {
            assert_eq!(choose(&branches(refs)).map(|chosen| chosen.branch).as_deref(), expected, "{refs:?}");
        }
    }

    #[test]
    fn close_names_are_offered_best_first() {
        let names = ["main", "origin/main", "release/1.0", "feature/login", "v1.0.0"];
        let table: [(&str, &[&str]); 6] = [
            ("mian", &["main"]),
            ("Main", &["main", "origin/main"]),
            ("origin/mian", &["origin/main", "main"]),
            ("login", &["feature/login"]),
            ("v1.0.1", &["v1.0.0"]),
            ("entirely-different", &[]),
        ];
        for (reference, expected) in table {
            assert_eq!(rank(names.into_iter(), reference), expected, "{reference}");
        }
    }
}
