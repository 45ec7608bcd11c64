//! Reviews that end in each of the possible ways.

use aurumcode::finding::{LeftOutWhy, Severity};
use aurumcode::report::{Model, SubjectKind};

use crate::model::{Engine, Review, issue, pre_existing};

fn marker() -> aurumcode::finding::Issue {
    issue("exemplo:marca", Severity::Warning, "src/app.rs", 88, "the marker EXEMPLO-ACHADO is in the text")
}

fn failed() -> Engine {
    Engine::new("semgrep", "sast").origin("sast").failed("unavailable", "`semgrep` was not found")
}

/// Every way a review can end, with its name.
pub(crate) fn endings() -> Vec<(&'static str, Model)> {
    let secrets = || Engine::new("secrets", "secrets");
    vec![
        ("clean", Review::new().engine(secrets()).model()),
        ("below its threshold", Review::new().engine(secrets()).engine(Engine::new("exemplo", "demo").issue(marker())).model()),
        ("pre-existing only", Review::new().engine(secrets().issue(pre_existing(marker()))).model()),
        ("files left out", Review::new().engine(secrets()).left_out("vendor/a.js").left_out("vendor/b.js").model()),
        (
            "links and submodules",
            Review::new()
                .engine(secrets())
                .left_out_as(LeftOutWhy::Submodule, "lib/parser")
                .left_out_as(LeftOutWhy::Symlink, "latest")
                .model(),
        ),
        ("empty change", Review::new().empty_change().model()),
        (
            "no configuration",
            Review::new().engine(secrets()).engine(Engine::new("ast-grep", "sast")).without_configuration().model(),
        ),
        ("no configuration, no engine", Review::new().without_configuration().model()),
        ("an engine failed", Review::new().engine(secrets()).engine(failed()).model()),
        ("an engine failed, warn", Review::new().engine(secrets()).engine(failed()).inconclusive_warns().model()),
        ("every engine failed", Review::new().engine(failed()).model()),
        ("an engine stopped", Review::new().engine(secrets().failed("incomplete", "output over 64 MiB")).model()),
        ("an engine failed that does not count", Review::new().engine(secrets()).engine(failed()).sources(&["secrets"]).model()),
        ("files not looked at", Review::new().engine(unreviewed(2)).model()),
        ("many files not looked at", Review::new().engine(unreviewed(23)).model()),
        ("below its threshold, an engine failed", Review::new().engine(failed()).engine(secrets().issue(marker())).model()),
        ("pre-existing only, an engine failed", {
            Review::new().engine(failed()).engine(secrets().issue(pre_existing(marker()))).model()
        }),
        ("no source counts", Review::new().engine(secrets()).sources(&["sast"]).model()),
        ("nothing ran", Review::new().disabled("secrets").disabled("semgrep").model()),
        ("rejected by one", Review::new().engine(secrets().fail_on(Severity::Warning).issue(marker())).model()),
        ("rejected by a raised severity", {
            Review::new().engine(secrets().issue(marker())).rule_severity("exemplo:marca", Severity::Error).model()
        }),
        ("everything at once", crate::model::mixed()),
        ("everything that silences", crate::model::silenced()),
    ]
}

fn unreviewed(files: usize) -> Engine {
    let binary = |engine: Engine, number| {
        engine.unreviewed(format!("assets/{number:02}.bin").as_str(), "12 MiB is over the limit of 5 MiB")
    };
    (0..files).fold(Engine::new("secrets", "secrets"), binary)
}

/// Each kind of subject.
pub(crate) fn subjects() -> Vec<Model> {
    let unborn = |kind| {
        let mut model = Review::new().kind(kind).size(2, 0).engine(Engine::new("secrets", "secrets")).model();
        model.subject.base = None;
        model
    };
    let of = |kind| Review::new().kind(kind).size(1, 1).engine(Engine::new("secrets", "secrets")).model();
    vec![
        of(SubjectKind::Named("release/2.1".to_owned())),
        of(SubjectKind::DefaultBranch("origin/main".to_owned())),
        of(SubjectKind::PreviousCommit),
        of(SubjectKind::FirstCommit),
        of(SubjectKind::Staged),
        of(SubjectKind::Worktree),
        of(SubjectKind::All),
        unborn(SubjectKind::Staged),
        unborn(SubjectKind::Worktree),
    ]
}
