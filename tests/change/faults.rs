//! Git that fails, dies, hangs or lies in any one call: the answer is an error, or not less than the truth.

use std::sync::Arc;

use aurumcode::change::{Change, ChangeError, Content, Repository, Target};
use aurumcode::finding::{CODES, RepoPath};

use crate::repo::Repo;
use crate::runners::{SPOILS, Spoil, Spoiling};

/// What a review would go by: for each file whether each of its lines is added, and its content.
type Seen = Vec<(RepoPath, Vec<bool>, Content<'static>)>;

async fn look(repo: &Repo, runner: Arc<Spoiling>, target: Target) -> Result<Seen, ChangeError> {
    let change = Change::resolve(Repository::open(repo.path(), runner).await?, target).await?;
    let mut seen = Vec::new();
    for file in change.files() {
        let lines = (1..30).map(|line| change.is_added(&file.path, line)).collect();
        seen.push((file.path.clone(), lines, change.read_one(&file.path, 10_000).await?));
    }
    Ok(seen)
}

/// Whether `seen` holds at least what `truth` does: every file, every added line, and no other bytes.
fn holds(seen: &Seen, truth: &Seen) -> bool {
    truth.iter().all(|(path, lines, content)| {
        seen.iter().any(|(other, more, read)| {
            other == path
                && lines.iter().zip(more).all(|(one, more)| *more || !one)
                && (read == content || read.bytes().is_none())
        })
    })
}

/// Whether a git that is broken like this gives an answer that nothing else could contradict: a listing with fewer files, and a
/// success that says so. The runner would have flagged output that was cut off, and git itself would have failed.
fn believable(spoil: Spoil, subcommand: &str) -> bool {
    let listing = ["ls-files", "ls-tree", "diff-files", "for-each-ref"].contains(&subcommand);
    listing && matches!(spoil, Spoil::Empty | Spoil::CutInHalf | Spoil::Rubbish)
}

fn stage() -> Repo {
    let body: String = (0..20).map(|number| format!("line {number}\n")).collect();
    let repo = Repo::new();
    repo.write(".gitattributes", "*.min -diff\n")
        .write("a", &body)
        .write("b.min", &body)
        .write("moved", body.replace("line", "other"))
        .write("gone", "1\n");
    repo.commit("first");
    repo.write("a", format!("new\n{body}end\n"))
        .write("b.min", format!("{body}end\n"))
        .rename("moved", "to")
        .write("new", "1\n2\n")
        .remove("gone");
    repo.write("to", format!("{}end\n", body.replace("line", "other"))).commit("second");
    repo.write("a", format!("newer\n{body}end\nworking\n")).write("untracked", "1\n2\n");
    repo.git(["add", "a"]);
    repo.write("a", format!("newest\n{body}end\nworking\n"));
    repo.git(["update-ref", "refs/remotes/origin/main", "HEAD~1"]);
    repo.configure("remote.origin.url", "file:///nowhere");
    repo
}

#[tokio::test(flavor = "multi_thread")]
async fn one_bad_answer_never_makes_the_change_smaller() {
    let repo = stage();
    let answers = Arc::default();
    let never = || Arc::new(Spoiling::new(repo.runner(), &answers, usize::MAX, Spoil::Failed));
    let mut wrong = Vec::new();
    let mut spoiled = 0;
    for target in [
        Target::commits(None, None),
        Target::commits(Some("HEAD~1"), None),
        Target::staged(),
        Target::worktree(),
        Target::worktree().everything(),
    ] {
        let truth = look(&repo, never(), target.clone()).await.expect("git works");
        assert!(!truth.is_empty());
        for spoil in SPOILS {
            for nth in 0.. {
                let runner = Arc::new(Spoiling::new(repo.runner(), &answers, nth, spoil));
                let seen = look(&repo, Arc::clone(&runner), target.clone()).await;
                if !runner.reached() && seen.is_ok() {
                    break;
                }
                spoiled += 1;
                match seen {
                    Ok(seen) if !holds(&seen, &truth) && !believable(spoil, &runner.spoiled()) => {
                        wrong.push(format!("{target:?}: call {nth} `{}` {spoil:?}", runner.spoiled()));
                    }
                    Ok(_) => {}
                    Err(error) => {
                        let code = error.diagnostic().code;
                        assert!(CODES.iter().any(|entry| entry.code == code && matches!(entry.exit, 1 | 6)), "{error}");
                    }
                }
            }
        }
    }
    assert!(spoiled > 300, "{spoiled}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[tokio::test]
async fn every_error_has_a_documented_code_and_a_remedy() {
    let repo = stage();
    let answers = Arc::default();
    for nth in 0..8 {
        for spoil in [Spoil::TimedOut, Spoil::Failed, Spoil::Rubbish] {
            let runner = Arc::new(Spoiling::new(repo.runner(), &answers, nth, spoil));
            if let Err(error) = look(&repo, runner, Target::worktree()).await {
                let diagnostic = error.diagnostic();
                assert!(!diagnostic.help.is_empty() && !diagnostic.message.is_empty());
                assert_eq!(diagnostic.message, error.to_string());
            }
        }
    }
}
