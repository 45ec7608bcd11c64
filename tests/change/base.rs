//! Which base is chosen, and what is said when there is none.

use aurumcode::change::{BaseChoice, ChangeError, Status, Target, WhyPrevious};

use crate::repo::Repo;

/// A repository with two commits on `main`, a clone of it with two more on `topic`, and one more on the first one's `main`.
fn branched() -> (Repo, Repo) {
    let upstream = Repo::new();
    upstream.write("base.txt", "one\n");
    upstream.commit("first");
    upstream.write("base.txt", "one\ntwo\n");
    upstream.commit("second");
    let clone = upstream.clone("clone", &[]);
    clone.git(["checkout", "--quiet", "-b", "topic"]);
    clone.write("topic.txt", "a\n").commit("third");
    clone.write("topic.txt", "a\nb\n").commit("fourth");
    upstream.write("later.txt", "upstream only\n").commit("advanced");
    clone.git(["-c", "protocol.file.allow=always", "fetch", "--quiet"]);
    (upstream, clone)
}

#[tokio::test]
async fn the_default_branch_of_the_remote_is_the_base() {
    let (_upstream, clone) = branched();
    let change = clone.change(Target::commits(None, None)).await;
    assert_eq!(change.base(), &BaseChoice::DefaultBranch { branch: "origin/main".to_owned() });
    let paths: Vec<String> = change.files().iter().map(|file| file.path.to_string()).collect();
    assert_eq!(paths, ["topic.txt"]); // and not what the base gained meanwhile
    assert_eq!(change.files()[0].status, Status::Added);
    assert_eq!(change.files()[0].added.ranges(), [(1, 2)]);
}
