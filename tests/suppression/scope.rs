//! Which findings count as new, for each scope and each way a place can stand towards a change.

use std::collections::BTreeMap;

use crate::finder::{audit, findings};
use crate::repo::Repo;

/// A change of every kind, with a finding at each place.
fn changed() -> Repo {
    let repo = Repo::new();
    repo.write("changed.txt", "BAD old\nplain\nSPAN\n2\n3\nNAPS\nlast\n");
    repo.write("untouched.txt", "BAD\n");
    repo.write("whole-touched.txt", "WHOLE\n");
    repo.write("whole-untouched.txt", "WHOLE\n");
    repo.write("moved.txt", "BAD WHOLE\nkept as it is\nand this too\n");
    repo.write("moved-edited.txt", "BAD\none\ntwo\nthree\nfour\nfive\n");
    repo.write("only-mode.sh", "BAD WHOLE\n");
    repo.write("removed.txt", "BAD\n");
    repo.write("shrunk.txt", "BAD WHOLE\ngone\n");
    repo.commit("first");
    repo.write("changed.txt", "BAD old\nBAD new\nSPAN\n2\n3 edited\nNAPS\nlast\n");
    repo.write("whole-touched.txt", "WHOLE\nmore\n");
    repo.rename("moved.txt", "elsewhere/moved.txt");
    repo.rename("moved-edited.txt", "elsewhere/edited.txt");
    repo.write("elsewhere/edited.txt", "BAD\none\ntwo\nthree\nfour\nWORSE\n");
    repo.executable("only-mode.sh");
    repo.remove("removed.txt");
    repo.write("shrunk.txt", "BAD WHOLE\n");
    repo.write("added.txt", "BAD WHOLE\n");
    repo.commit("second");
    repo
}

/// The findings that count as new.
fn new(scope: &str) -> Vec<String> {
    let repo = changed();
    // Untracked, so that it is no part of the change.
    repo.write(".aurumcode.yml", format!("quality_gates: {{scanners: [{{engine: finder, scope: {scope}}}]}}\n"));
    let found: BTreeMap<String, String> = findings(&audit(&repo, &[]));
    assert!(found.keys().all(|place| !place.contains("removed.txt")), "{found:?}");
    found.into_iter().filter(|(_, disposition)| disposition == "blocking").map(|(place, _)| place).collect()
}

#[test]
fn added_lines() {
    assert_eq!(
        new("added"),
        [
            "finder:bad added.txt:1",
            "finder:bad changed.txt:2",
            "finder:span changed.txt:3",
            "finder:whole added.txt:0",
            "finder:whole whole-touched.txt:0",
            "finder:worse elsewhere/edited.txt:6",
        ]
    );
}

#[test]
fn changed_files() {
    assert_eq!(
        new("changed_files"),
        [
            "finder:bad added.txt:1",
            "finder:bad changed.txt:1",
            "finder:bad changed.txt:2",
            "finder:bad elsewhere/edited.txt:1",
            "finder:bad elsewhere/moved.txt:1",
            "finder:bad only-mode.sh:1",
            "finder:bad shrunk.txt:1",
            "finder:span changed.txt:3",
            "finder:whole added.txt:0",
            "finder:whole elsewhere/moved.txt:0",
            "finder:whole only-mode.sh:0",
            "finder:whole shrunk.txt:0",
            "finder:whole whole-touched.txt:0",
            "finder:worse elsewhere/edited.txt:6",
        ]
    );
}

#[test]
fn the_whole_tree() {
    let all = new("tree");
    for place in ["finder:bad untouched.txt:1", "finder:whole whole-untouched.txt:0", "finder:bad changed.txt:1"] {
        assert!(all.iter().any(|found| found == place), "{all:?}");
    }
    assert_eq!(all.len(), 16, "{all:?}");
}

/// What does not count is counted and shown, in every format.
#[test]
fn what_is_not_new_is_shown_as_such() {
    let found = findings(&audit(&changed(), &[]));
    assert_eq!(found["finder:bad changed.txt:1"], "pre-existing");
    assert_eq!(found["finder:bad elsewhere/moved.txt:1"], "pre-existing");
    assert!(found.keys().all(|place| !place.contains("untouched.txt:1")), "{found:?}");
}
