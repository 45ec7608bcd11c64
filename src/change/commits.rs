//! Reads commits: what a name stands for, a commit's real parents and time, and the merge base of two.
//!
//! Commit objects are read as they are stored, so that a parent that a shallow clone cut off is still seen to be missing.

use bstr::ByteSlice;

use crate::process::Exit;

use super::git::Git;
use super::raw::Malformed;
use super::{ChangeError, Oid};

/// A commit as stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Commit {
    pub(super) oid: Oid,
    /// The first parent, even where the clone does not hold it.
    pub(super) parent: Option<Oid>,
    /// Committed at, in seconds since 1970-01-01 UTC.
    pub(super) time: i64,
}

/// What each of `names` stands for, in their order; nothing where it is no commit. A name goes to git through its standard
/// input, so that it can never be taken for an option.
pub(super) async fn read(git: &Git, names: &[String]) -> Result<Vec<Option<Commit>>, ChangeError> {
    let possible = |name: &str| !name.is_empty() && !name.contains(['\n', '\r', '\0']);
    let asked: Vec<&str> = names.iter().map(String::as_str).filter(|name| possible(name)).collect();
    if asked.is_empty() {
        return Ok(names.iter().map(|_| None).collect());
    }
    let mut found = ask_all(git, &asked).await?.into_iter();
    Ok(names.iter().map(|name| if possible(name) { found.next().flatten() } else { None }).collect())
}

async fn ask_all(git: &Git, names: &[&str]) -> Result<Vec<Option<Commit>>, ChangeError> {
    let asks_a_branch = |name: &str| name.contains("@{");
    match ask(git, names).await {
        // Where a branch or its log lacks what is asked of it (`@{upstream}`, `main@{9}`), git gives up, for the other names too.
        Err(ChangeError::GitFailed { .. }) if names.iter().any(|name| asks_a_branch(name)) => {
            let mut found = Vec::with_capacity(names.len());
            for name in names {
                found.push(match ask(git, &[name]).await {
                    Err(ChangeError::GitFailed { .. }) if asks_a_branch(name) => None,
                    one => one?.pop().flatten(),
                });
            }
            Ok(found)
        }
        all => all,
    }
}

async fn ask(git: &Git, names: &[&str]) -> Result<Vec<Option<Commit>>, ChangeError> {
    // What a search for a message finds is a commit, and takes everything behind it for the message.
    let suffix = |name: &str| if name.starts_with(":/") { "" } else { "^{commit}" };
    let input: String = names.iter().map(|name| format!("{name}{}\n", suffix(name))).collect();
    let output = git.read(git.command(["cat-file", "--batch"]).input(input)).await?;
    parse(&output, names).map_err(Git::malformed("cat-file"))
}

fn parse(output: &[u8], asked: &[&str]) -> Result<Vec<Option<Commit>>, Malformed> {
    let mut rest = output;
    let mut commits = Vec::with_capacity(asked.len());
    for _ in asked {
        let (header, after) = rest.split_once_str("\n").ok_or(Malformed("too few objects"))?;
        rest = after;
        let words: Vec<&[u8]> = header.split_str(" ").collect();
        if let [oid, b"commit", size] = words[..]
            && let (Some(oid), Some(size)) = (Oid::parse(oid), size.to_str().ok().and_then(|size| size.parse::<usize>().ok()))
        {
            let body = rest.get(..size).ok_or(Malformed("an object that breaks off"))?;
            rest = rest.get(size + 1..).unwrap_or_default();
            commits.push(Some(parse_commit(oid, body)?));
        } else if header.ends_with(b" missing") || header.ends_with(b" ambiguous") {
            commits.push(None);
        } else {
            return Err(Malformed("an object that was not asked for"));
        }
    }
    Ok(commits)
}

fn parse_commit(oid: Oid, body: &[u8]) -> Result<Commit, Malformed> {
    let (mut parent, mut time) = (None, None);
    for line in body.lines().take_while(|line| !line.is_empty()) {
        if let Some(id) = line.strip_prefix(b"parent ") {
            parent = parent.or(Oid::parse(id));
        } else if let Some(committer) = line.strip_prefix(b"committer ") {
            let seconds = committer.rsplit_str(" ").nth(1).and_then(|seconds| seconds.to_str().ok());
            time = seconds.and_then(|seconds| seconds.parse().ok());
        }
    }
    Ok(Commit { oid, parent, time: time.ok_or(Malformed("a commit without a time"))? })
}

/// What `HEAD` names, whether or not the repository holds it; nothing on a branch without a commit.
pub(super) async fn named_by_head(git: &Git) -> Result<Option<Oid>, ChangeError> {
    let output = git.run(git.command(["rev-parse", "--verify", "--quiet", "HEAD"])).await?;
    Ok(if output.success() { Oid::parse(output.stdout.trim_ascii()) } else { None })
}

/// The best common ancestor of two commits, the first that git names.
pub(super) async fn merge_base(git: &Git, one: Oid, other: Oid) -> Result<Option<Oid>, ChangeError> {
    let output = git.run(git.command(["merge-base".to_owned(), one.to_string(), other.to_string()])).await?;
    match output.exit {
        Exit::Code(0) => {
            let base = output.stdout.lines().next().and_then(Oid::parse);
            base.map(Some).ok_or(Malformed("no object id")).map_err(Git::malformed("merge-base"))
        }
        Exit::Code(1) => Ok(None),
        Exit::Code(_) | Exit::Signal(_) => Err(git.failure("merge-base", &output)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use proptest::prelude::*;

    const A: &str = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    const B: &str = "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb";

    #[test]
    fn commits_are_read_in_the_order_asked() {
        let body = format!(
            "tree {A}\nparent {B}\nparent {A}\nauthor X <x> 5 +0000\ncommitter a\tb <> -7 +0200\ngpgsig x\n\nparent nonsense\n\ntext"
        );
        let output = format!("nope^{{commit}} missing\n{A} commit {}\n{body}\nab^{{commit}} ambiguous\n", body.len());
        let commit = Commit { oid: Oid::parse(A).expect("an id"), parent: Oid::parse(B), time: -7 };
        assert_eq!(parse(output.as_bytes(), &["nope", "HEAD", "ab"]), Ok(vec![None, Some(commit), None]));
        assert!(parse(output.as_bytes(), &["nope", "HEAD", "ab", "more"]).is_err());
        assert!(parse(format!("{A} commit 900\n{body}").as_bytes(), &["HEAD"]).is_err());
    }

    proptest! {
        #[test]
        fn no_input_makes_it_panic(bytes in proptest::collection::vec(any::<u8>(), 0..120), size in any::<usize>()) {
            let _ = parse(&bytes, &["HEAD", "x"]);
            let mut mixed = format!("{A} commit {size}\n").into_bytes();
            mixed.extend(bytes);
            let _ = parse(&mixed, &["HEAD"]);
        }
    }
}
