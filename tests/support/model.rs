//! Builds report models for tests: a review is described in a few calls, the real gate judges it, `Model::assemble` joins it.
//!
//! Use it from a test file with `#[path = "support/model.rs"] mod model;`. Nothing here decides anything itself, so a fixture
//! cannot be in a state that the program never reaches.

use std::time::Duration;

use aurumcode::config::{
    ContextSettings, DeliberationSettings, Entry, GateSettings, Inconclusive, Language, ModelSettings, RuleSetting, Scope,
    Section, Settings,
};
use aurumcode::finding::{
    Finding, Issue, LeftOut, LeftOutWhy, Location, Origin, RepoPath, RuleId, RuleInfo, Severity, Snippet, Standing, SuppressedBy,
    Suppression, Unreviewed,
};
use aurumcode::gate::{Accepted, Baseline, Cited, Comment, Evidence, Gap, Source, decide};
use aurumcode::report::{EngineRun, Model, Subject, SubjectKind};

/// The commits that every fixture compares, as git prints them.
pub(crate) const BASE: &str = "9f8e7d6c5b4a39281706f5e4d3c2b1a098765432";
pub(crate) const HEAD: &str = "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d";

/// A review in the making.
pub(crate) struct Review {
    subject: Subject,
    gate: GateSettings,
    rules: Vec<(RuleId, RuleSetting)>,
    infos: Vec<RuleInfo>,
    engines: Vec<Engine>,
    disabled: Vec<String>,
    left_out: Vec<LeftOut>,
    comments: Vec<Comment>,
    baseline: Option<Baseline>,
    edited: Vec<RepoPath>,
    empty: bool,
}

impl Review {
    /// Four files and 120 added lines against the remote's default branch, by the repository's configuration, no engine yet.
    pub(crate) fn new() -> Self {
        Self {
            subject: Subject {
                base: Some(BASE.to_owned()),
                head: Some(HEAD.to_owned()),
                kind: SubjectKind::DefaultBranch("origin/main".to_owned()),
                files: 4,
                added_lines: Some(120),
                configuration: Some(".aurumcode.yml".to_owned()),
            },
            gate: GateSettings::default(),
            rules: Vec::new(),
            infos: Vec::new(),
            engines: Vec::new(),
            disabled: Vec::new(),
            left_out: Vec::new(),
            comments: Vec::new(),
            baseline: None,
            edited: Vec::new(),
            empty: false,
        }
    }

    /// Adds an engine that was asked.
    pub(crate) fn engine(mut self, engine: Engine) -> Self {
        self.engines.push(engine);
        self
    }

    /// Adds an engine that the configuration switches off.
    pub(crate) fn disabled(mut self, engine: &str) -> Self {
        self.disabled.push(engine.to_owned());
        self
    }

    /// Changes what is compared; `base` and `head` are kept only where the kind has them.
    pub(crate) fn kind(mut self, kind: SubjectKind) -> Self {
        match kind {
            SubjectKind::FirstCommit | SubjectKind::All => self.subject.base = None,
            SubjectKind::Staged | SubjectKind::Worktree => self.subject.head = None,
            SubjectKind::Named(_) | SubjectKind::DefaultBranch(_) | SubjectKind::PreviousCommit => {}
        }
        self.subject.kind = kind;
        self
    }

    /// Changes the size of the change.
    pub(crate) fn size(mut self, files: usize, added_lines: u64) -> Self {
        (self.subject.files, self.subject.added_lines) = (files, Some(added_lines));
        self
    }

    /// Makes the change empty: no file, no line, no engine runs.
    pub(crate) fn empty_change(mut self) -> Self {
        self.empty = true;
        self.size(0, 0)
    }

    /// Takes the configuration away.
    pub(crate) fn without_configuration(mut self) -> Self {
        self.subject.configuration = None;
        for engine in &mut self.engines {
            engine.run.section = Section::Default;
        }
        self
    }

    /// Lets an inconclusive verdict pass.
    pub(crate) fn inconclusive_warns(mut self) -> Self {
        self.gate.inconclusive = Inconclusive::Warn;
        self
    }

    /// Names the sources that count.
    pub(crate) fn sources(mut self, sources: &[&str]) -> Self {
        self.gate.sources = sources.iter().map(|&source| source.to_owned()).collect();
        self
    }

    /// Switches a rule off.
    pub(crate) fn rule_off(mut self, rule: &str) -> Self {
        self.rules.push((RuleId::new(rule), RuleSetting { enabled: Some(false), severity: None }));
        self
    }

    /// Gives a rule another severity.
    pub(crate) fn rule_severity(mut self, rule: &str, severity: Severity) -> Self {
        self.rules.push((RuleId::new(rule), RuleSetting { enabled: None, severity: Some(severity) }));
        self
    }

    /// Describes a rule.
    pub(crate) fn rule(mut self, id: &str, title: &str, help: &str, tags: &[&str]) -> Self {
        self.infos.push(RuleInfo {
            id: RuleId::new(id),
            severity: None,
            title: title.to_owned(),
            help: help.to_owned(),
            tags: tags.iter().map(|&tag| tag.to_owned()).collect(),
        });
        self
    }

    /// Takes a changed file out of the review.
    pub(crate) fn left_out(self, path: impl Into<RepoPath>) -> Self {
        self.left_out_as(LeftOutWhy::Ignored, path)
    }

    pub(crate) fn left_out_as(mut self, why: LeftOutWhy, path: impl Into<RepoPath>) -> Self {
        self.left_out.push(LeftOut { path: path.into(), why });
        self
    }

    /// Adds a suppression comment.
    pub(crate) fn comment(mut self, comment: Comment) -> Self {
        self.comments.push(comment);
        self
    }

    /// Gives it a baseline.
    pub(crate) fn baseline(mut self, baseline: Baseline) -> Self {
        self.baseline = Some(baseline);
        self
    }

    /// Lets the change edit a file that decides.
    pub(crate) fn edited(mut self, path: impl Into<RepoPath>) -> Self {
        self.edited.push(path.into());
        self
    }

    /// Lets the gate judge, and joins everything.
    pub(crate) fn model(mut self) -> Model {
        self.engines.sort_by(|a, b| a.run.name.cmp(&b.run.name));
        self.left_out.sort();
        self.infos.sort_by(|a, b| a.id.cmp(&b.id));
        let settings = Settings {
            exceptions: Vec::new(),
            scanners: self.entries(),
            gate: self.gate,
            ignore: if self.left_out.is_empty() { Vec::new() } else { vec!["vendor/".to_owned()] },
            rules: self.rules.into_iter().collect(),
            language: Language::En,
            model: ModelSettings::default(),
            deliberation: DeliberationSettings::default(),
            context: ContextSettings::default(),
        };
        let evidence = Evidence {
            exceptions: Vec::new(),
            sources: self.engines.iter().map(Engine::source).collect(),
            comments: self.comments,
            baseline: self.baseline,
            edited: self.edited,
            empty_change: self.empty,
        };
        let decision = decide(&evidence, &settings.gate, &settings.rules);
        let engines = self.engines.into_iter().map(|engine| engine.run).collect();
        Model::assemble(self.subject, engines, self.left_out, self.infos, settings, evidence, decision)
    }

    fn entries(&self) -> Vec<Entry> {
        let entry = |engine: &str, enabled, fail_on, scope, section| Entry {
            engine: engine.to_owned(),
            enabled,
            required: false,
            fail_on,
            scope,
            options: serde_json::json!({}),
            section,
        };
        let asked =
            self.engines.iter().map(|one| entry(&one.run.name, true, one.run.fail_on, Some(one.run.scope), one.run.section));
        let disabled = self.disabled.iter().map(|name| entry(name, false, Severity::Error, None, Section::Repository));
        let mut entries: Vec<Entry> = asked.chain(disabled).collect();
        entries.sort_by(|a, b| a.engine.cmp(&b.engine));
        entries
    }
}

/// An engine's run in the making.
pub(crate) struct Engine {
    run: EngineRun,
    issues: Vec<Issue>,
}

impl Engine {
    /// An engine that answered, from the repository's configuration, with the threshold `error` on added lines.
    pub(crate) fn new(name: &str, category: &str) -> Self {
        let run = EngineRun {
            name: name.to_owned(),
            category: category.to_owned(),
            origin: name.to_owned(),
            section: Section::Repository,
            version: format!("{name} 1.4.0, rules 6f1ed002ab55"),
            scope: Scope::Added,
            fail_on: Severity::Error,
            duration: Duration::from_millis(42),
            failure: None,
            unreviewed: Vec::new(),
        };
        Self { run, issues: Vec::new() }
    }

    /// Adds an issue.
    pub(crate) fn issue(mut self, issue: Issue) -> Self {
        self.issues.push(Issue { origin: Origin::new(self.run.origin.clone()), ..issue });
        self
    }

    /// Gives it another origin than its name; call it before adding issues.
    pub(crate) fn origin(mut self, origin: &str) -> Self {
        self.run.origin = origin.to_owned();
        self
    }

    /// Changes the threshold.
    pub(crate) fn fail_on(mut self, severity: Severity) -> Self {
        self.run.fail_on = severity;
        self
    }

    /// Changes the scope.
    pub(crate) fn scope(mut self, scope: Scope) -> Self {
        self.run.scope = scope;
        self
    }

    /// Says who declared it.
    pub(crate) fn section(mut self, section: Section) -> Self {
        self.run.section = section;
        self
    }

    /// Changes how long it ran.
    pub(crate) fn duration(mut self, duration: Duration) -> Self {
        self.run.duration = duration;
        self
    }

    /// Takes its answer away. `kind` is the end of the reason token: `unavailable`, `invalid_output` and the like.
    pub(crate) fn failed(mut self, kind: &str, detail: &str) -> Self {
        self.run.failure = Some((format!("{}_{kind}", self.run.category), detail.to_owned()));
        self.run.version = String::new();
        self.issues.clear();
        self
    }

    /// Names a file that it could not look at.
    pub(crate) fn unreviewed(mut self, path: impl Into<RepoPath>, why: &str) -> Self {
        self.run.unreviewed.push(Unreviewed { path: path.into(), why: why.to_owned() });
        self.run.unreviewed.sort();
        self
    }

    fn source(&self) -> Source {
        Source {
            engine: self.run.name.clone(),
            category: self.run.category.clone(),
            origin: Origin::new(self.run.origin.clone()),
            section: self.run.section,
            fail_on: self.run.fail_on,
            issues: self.issues.clone(),
            gap: self.run.failure.as_ref().map(|(reason, detail)| Gap { reason: reason.clone(), detail: detail.clone() }),
            unreviewed: self.run.unreviewed.clone(),
        }
    }
}

/// A new issue at a line; line 0 means the whole file.
pub(crate) fn issue(rule: &str, severity: Severity, path: impl Into<RepoPath>, line: u32, message: &str) -> Issue {
    let finding = Finding::new(RuleId::new(rule), severity, Location::line(path.into(), line), message);
    finding.to_issue(&Origin::new("none"), Standing::New, b"", b"")
}

/// The same issue, there before the change.
pub(crate) fn pre_existing(issue: Issue) -> Issue {
    Issue { standing: Standing::PreExisting, ..issue }
}

/// The same issue with its source: `lines` begin at `first_line`, and `marked` on the issue's own line is its place.
pub(crate) fn with_source(issue: Issue, first_line: u32, lines: &[&str], marked: &str) -> Issue {
    let line = issue.location.line.map_or(first_line, std::num::NonZeroU32::get);
    let own = lines.iter().zip(first_line..).find(|(_, number)| *number == line).map_or("", |(text, _)| text);
    let start = own.split(marked).next().unwrap_or_default().chars().count();
    let end = start + marked.chars().count();
    let column = |index: usize| index as u32 + 1;
    Issue {
        location: issue.location.columns(column(start), column(end)),
        snippet: Some(Snippet { first_line, lines: lines.iter().map(|&line| line.to_owned()).collect(), mark: Some(start..end) }),
        ..issue
    }
}

/// A review of everything at once: blocking, below the threshold, pre-existing, switched off, not counted, failed, not looked at.
pub(crate) fn mixed() -> Model {
    let key = issue(
        "secrets:aws-access-key-id",
        Severity::Error,
        "deploy/settings.py",
        12,
        "AWS access key id: revoke it, then read it from the environment",
    );
    let key = with_source(key, 11, &["import os", "AWS_KEY = \"[REDACTED]\"", "REGION = \"eu-west-1\""], "[REDACTED]");
    let marker = issue("exemplo:marca", Severity::Warning, "src/app.rs", 88, "the marker EXEMPLO-ACHADO is in the text");
    Review::new()
        .engine(
            Engine::new("secrets", "secrets")
                .issue(key)
                .issue(issue("secrets:private-key", Severity::Error, "deploy/id_rsa", 0, "private key file"))
                .issue(issue("secrets:jwt", Severity::Error, "src/token.rs", 7, "JSON web token"))
                .issue(pre_existing(issue(
                    "secrets:generic-assignment",
                    Severity::Error,
                    "src/old.rs",
                    3,
                    "password in an assignment",
                )))
                .issue(pre_existing(issue(
                    "secrets:generic-assignment",
                    Severity::Error,
                    "src/old.rs",
                    9,
                    "password in an assignment",
                )))
                .unreviewed("assets/dump.sql", "12 MiB is over the limit of 5 MiB"),
        )
        .engine(Engine::new("exemplo", "demo").scope(Scope::Tree).issue(marker))
        .engine(
            Engine::new("semgrep", "sast")
                .origin("sast")
                .section(Section::Policy)
                .failed("unavailable", "`semgrep` was not found"),
        )
        .engine(Engine::new("ruff", "lint").fail_on(Severity::Warning).issue(issue(
            "ruff:E501",
            Severity::Warning,
            "deploy/settings.py",
            40,
            "line too long",
        )))
        .sources(&["secrets", "demo", "sast"])
        .rule_off("secrets:jwt")
        .rule(
            "secrets:aws-access-key-id",
            "AWS access key id",
            "Revoke the key in the AWS console, then read it from the environment.",
            &["CWE-798"],
        )
        .left_out("vendor/lib.js")
        .model()
}

/// A comment in `path` on `line` that covers it and the next one; its engine looked.
pub(crate) fn comment(path: impl Into<RepoPath>, line: u32, rule: &str, reason: Option<&str>) -> Comment {
    Comment {
        path: path.into(),
        line,
        last_line: line + 1,
        rules: vec![Cited { rule: RuleId::new(rule), looked: true }],
        reason: reason.map(str::to_owned),
        invalid: None,
        standing: Standing::New,
        snippet: None,
    }
}

/// An entry of a baseline, on `line` of it, that accepts `issue`; its place was looked at.
pub(crate) fn accepted(issue: &Issue, line: u32, reason: &str) -> Accepted {
    Accepted {
        rule: issue.rule.clone(),
        fingerprint: issue.fingerprint.clone(),
        path: issue.location.path.clone(),
        line,
        reason: reason.to_owned(),
        expires: None,
        expired: false,
        looked: true,
    }
}

/// The repository's baseline with these entries.
pub(crate) fn baseline(entries: Vec<Accepted>) -> Baseline {
    Baseline { file: RepoPath::from(".aurumcode/baseline.json"), entries }
}

/// A review of everything that can silence a finding, and of what cannot: comments with and without a reason, unused and inexact
/// ones, engines' own means, the baseline with stale and expired entries, and a source of the central policy, which heeds none.
pub(crate) fn silenced() -> Model {
    let found = |rule: &str, path: &str, line, message: &str| issue(rule, Severity::Error, path, line, message);
    let accepted_one = found("scan:old", "src/old.rs", 3, "accepted as it is");
    let expired_one = found("scan:late", "src/late.rs", 4, "accepted for a while");
    let gone = found("scan:gone", "src/gone.rs", 9, "no longer there");
    let expired =
        Accepted { expires: Some("2025-12-31".to_owned()), expired: true, ..accepted(&expired_one, 4, "until the rewrite") };
    let inexact =
        Comment { rules: Vec::new(), invalid: Some("scan:*".to_owned()), ..comment("src/a.rs", 30, "scan:a", Some("all")) };
    Review::new()
        .engine(
            Engine::new("scan", "sast")
                .issue(found("scan:a", "src/a.rs", 11, "a comment silences it"))
                .issue(found("scan:a", "src/a.rs", 21, "a comment without a reason does not"))
                .issue(Issue {
                    suppressed: Some(Suppression { by: SuppressedBy::EngineComment, reason: String::new() }),
                    ..found("scan:b", "src/b.rs", 2, "the engine's own comment silences it")
                })
                .issue(Issue {
                    suppressed: Some(Suppression { by: SuppressedBy::EngineFile, reason: "see the tracker".to_owned() }),
                    ..pre_existing(found("scan:b", "src/b.rs", 7, "the engine's own file silences it"))
                })
                .issue(accepted_one.clone())
                .issue(expired_one),
        )
        .engine(Engine::new("mandated", "secrets").section(Section::Policy).issue(issue(
            "mandated:key",
            Severity::Error,
            "src/key.rs",
            6,
            "a key in the code",
        )))
        .comment(comment("src/a.rs", 10, "scan:a", Some("an [example](https://evil.example) of @team")))
        .comment(comment("src/a.rs", 20, "scan:a", None))
        .comment(inexact)
        .comment(comment("src/a.rs", 40, "scan:a", Some("it was here")))
        .comment(comment("src/key.rs", 5, "mandated:key", Some("only a test key")))
        .baseline(baseline(vec![accepted(&accepted_one, 3, "known for years"), expired, accepted(&gone, 5, "")]))
        .edited(".aurumcode.yml")
        .model()
}

/// A review with hostile names and texts in every place that a change can fill.
pub(crate) fn hostile() -> Model {
    let path = RepoPath::new(b"a](x) @team ::error::\x1b[2J\xff.py".to_vec());
    let message =
        "::error::\u{202e}@team <img src=x> ![a](https://evil.example) **APPROVED** `x` :tada: #12\r\n##[error]no\x1b[31m";
    let found = issue("secrets:jwt", Severity::Error, path.clone(), 2, message);
    let found = with_source(found, 1, &["```", "\t::warning::\u{202e}x\u{0}\x1b]0;t\x07 KEY", "/approve"], "KEY");
    let whole = issue("secrets:pem", Severity::Error, path.clone(), 0, message);
    Review::new()
        .kind(SubjectKind::Named("@team](x) ::error::\x1b[0m".to_owned()))
        .engine(Engine::new("secrets", "secrets").issue(found).issue(whole).unreviewed(path.clone(), message))
        .engine(Engine::new("sast", "sast").failed("execution_error", message))
        .engine(Engine::new("lint", "lint").fail_on(Severity::Error).issue(issue(
            "lint:x",
            Severity::Info,
            path.clone(),
            3,
            message,
        )))
        .rule("secrets:jwt", message, message, &[])
        .left_out(path)
        .model()
}

/// `count` blocking issues and as many below the threshold.
pub(crate) fn many(count: u32) -> Model {
    let mut secrets = Engine::new("secrets", "secrets");
    let mut lint = Engine::new("lint", "lint");
    for number in 1..=count {
        secrets = secrets.issue(issue(
            "secrets:jwt",
            Severity::Error,
            format!("src/{:03}.rs", number % 300).as_str(),
            number,
            "JSON web token",
        ));
        lint = lint.issue(issue("lint:style", Severity::Info, "src/style.rs", number, "a matter of style"));
    }
    Review::new().engine(secrets).engine(lint).model()
}

/// Builds a model with every call of this file, so that each test crate knows the builder itself to be right.
#[test]
fn fixtures_are_judged_by_the_real_gate() {
    use aurumcode::gate::{Disposition, Verdict};
    let counts = mixed().counts();
    for disposition in [
        Disposition::Blocking,
        Disposition::BelowThreshold,
        Disposition::PreExisting,
        Disposition::RuleDisabled,
        Disposition::SourceNotCounted,
    ] {
        assert!(counts.contains_key(&disposition), "{disposition:?}");
    }
    assert_eq!(many(3).rows.len(), 6);
    assert!(hostile().rows.iter().any(|row| row.issue.snippet.is_some()));
    let quiet = Review::new()
        .kind(SubjectKind::Worktree)
        .rule_severity("lint:x", Severity::Info)
        .engine(Engine::new("lint", "lint").duration(Duration::from_secs(2)).failed("incomplete", "stopped"))
        .disabled("semgrep")
        .inconclusive_warns()
        .without_configuration()
        .model();
    assert_eq!((quiet.verdict, quiet.subject.head), (Verdict::Inconclusive, None));
    assert_eq!(Review::new().empty_change().model().verdict, Verdict::Approved);
}
