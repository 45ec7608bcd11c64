//! The repository that every case looks at: one commit on top of another, with a file of each kind that a tool can meet.

use std::sync::Arc;

use aurumcode::change::Target;
use aurumcode::config::Ignore;
use aurumcode::deliberation::{Offer, Reviewed, SecretPaths, SkillSection, tool_entries};
use aurumcode::finding::{RuleId, Severity};

use super::repo::Repo;

/// The repository, and what tools see of its last commit.
pub(crate) async fn small() -> (Repo, Arc<Reviewed>) {
    let repo = Repo::new();
    repo.write(
        "src/total.py",
        "# total of a cart\n\n\ndef total(items):\n    return sum(items)\n\n\ndef empty():\n    return 0\n",
    );
    repo.write("src/use.py", "from total import total\n\nprint(total([1, 2]))\n");
    repo.write("src/gone.py", "a = 1\n").write("src/old.py", "b = 1\nc = 2\nd = 3\ne = 4\n");
    repo.write("notes.txt", "first line\n").write(".env", "TOKEN=x\n").write("vendor/lib.py", "total = 1\n");
    repo.write("long.txt", (1..=300).map(|number| format!("line {number}\n")).collect::<String>());
    repo.write("large.txt", "total\n".repeat(200_000)).write("image.bin", b"\0total\n");
    repo.symlink("link.py", "src/total.py");
    repo.commit("Add the cart");
    repo.write(
        "src/total.py",
        "# total of a cart\n\n\ndef total(items, tax):\n    return sum(items) + tax\n\n\ndef empty():\n    return 0\n",
    );
    repo.write("src/new.py", "def fresh():\n    return 1\n\n")
        .write("notes.txt", "first line\nsecond line\n")
        .write(".env", "TOKEN=y\n");
    repo.remove("src/gone.py").remove("src/old.py").write("src/moved.py", "b = 1\nc = 2\nd = 3\ne = 5\n");
    repo.commit("Add a tax to the total");
    let change = repo.change(Target::commits(Some("HEAD~1"), Some("HEAD"))).await;
    let ignored = Ignore::new(&["vendor/"]).expect("a pattern");
    let reviewed = Reviewed::new(Arc::new(change), Arc::new(ignored), SecretPaths::new::<&str>(&[]).expect("globs"));
    let section = |rule: &str, title: &str, text: String| SkillSection {
        rule: RuleId::new(rule),
        title: title.to_owned(),
        severity: Severity::Warning,
        text,
    };
    let long = (1..=300).map(|number| format!("point {number}\n")).collect();
    let sections = vec![
        section(
            "house#short-functions",
            "Short functions",
            "\nA function does one thing.\n\n### Why\nIt is read once.\n".to_owned(),
        ),
        section("house#long", "Long", long),
    ];
    (repo, Arc::new(reviewed.with_sections(sections)))
}

/// The tools of this build.
pub(crate) fn offers(reviewed: &Arc<Reviewed>) -> Vec<Offer> {
    tool_entries().iter().map(|entry| Offer::of((entry.construct)(reviewed))).collect()
}
