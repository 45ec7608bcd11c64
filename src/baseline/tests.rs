//! The file as a table of what is refused, and as properties of writing, reading and importing.

use proptest::prelude::*;

use super::*;
use crate::config::{Directory, Files};
use crate::finding::{Code, Day, Finding, Fingerprint, Issue, Location, Origin, RepoPath, RuleId, Severity, Standing};

fn entry(rule: &str, path: &str, code: &str) -> Entry {
    let rule = RuleId::new(rule);
    Entry {
        fingerprint: Fingerprint::of(&rule, code.as_bytes()),
        rule,
        path: RepoPath::from(path),
        reason: None,
        expires: None,
        line: 0,
    }
}

fn issue(rule: &str, path: &str, line: u32, code: &str) -> Issue {
    let finding = Finding::new(RuleId::new(rule), Severity::Error, Location::line(RepoPath::from(path), line), "found");
    finding.to_issue(&Origin::new("scan"), Standing::New, code.as_bytes(), code.as_bytes())
}

fn today() -> Day {
    "2026-06-15".parse().expect("a day")
}

#[test]
fn a_file_has_one_line_an_entry_and_is_sorted() {
    let mut late = entry("scan:b", "a.rs", "x");
    late.reason = Some("known\u{202e} \"for\" years".to_owned());
    late.expires = Some("2027-01-31".parse().expect("a day"));
    let baseline = Baseline { entries: vec![entry("scan:z", "b.rs", "x"), late, entry("scan:a", "a.rs", "x")] };
    let fingerprint = |rule: &str| entry(rule, "a.rs", "x").fingerprint;
    let expected = format!(
        r#"{{
  "schema": "baseline/v1",
  "entries": [
    {{"rule":"scan:a","path":"a.rs","fingerprint":"{}"}},
    {{"rule":"scan:b","path":"a.rs","fingerprint":"{}","reason":"known\u202e \"for\" years","expires":"2027-01-31"}},
    {{"rule":"scan:z","path":"b.rs","fingerprint":"{}"}}
  ]
}}
"#,
        fingerprint("scan:a"),
        fingerprint("scan:b"),
        fingerprint("scan:z")
    );
    assert_eq!(baseline_text(&baseline), expected);
    let again = parse(baseline_text(&baseline).as_bytes()).expect("it is a baseline");
    assert_eq!(again.entries.iter().map(|entry| entry.line).collect::<Vec<_>>(), [4, 5, 6]);
    assert_eq!(baseline_text(&Baseline::default()), "{\n  \"schema\": \"baseline/v1\",\n  \"entries\": []\n}\n");
}

#[test]
fn what_is_no_baseline_is_refused_with_its_line() {
    let good = |field: &str| {
        format!(
            "{{\"schema\": \"baseline/v1\", \"entries\": [\n{{\"rule\": \"a:b\", \"path\": \"p\", \"fingerprint\": \"{}\"{field}}}]}}",
            "0".repeat(32)
        )
    };
    assert!(parse(good("").as_bytes()).is_ok());
    assert!(parse(format!("\u{feff}{}", good("")).as_bytes()).is_ok());
    let table = [
        (String::new(), 1),
        ("[]".to_owned(), 1),
        ("{\"schema\": \"baseline/v2\", \"entries\": []}".to_owned(), 1),
        ("{\"schema\": \"baseline/v1\"}".to_owned(), 1),
        ("{\"schema\": \"baseline/v1\", \"entries\": [], \"more\": 1}".to_owned(), 1),
        ("{\"schema\": \"baseline/v1\", \"entries\": [], \"entries\": []}".to_owned(), 1),
        (good(", \"more\": 1"), 2),
        (good(", \"path\": \"q\""), 2),
        (good(", \"expires\": \"2026-02-30\""), 2),
        (good(", \"expires\": \"tomorrow\""), 2),
        (good(", \"path_bytes\": \"0\""), 2),
        (good(", \"path_bytes\": \"zz\""), 2),
        (good(", \"reason\": 5"), 2),
        (good("").replace("a:b", "ab"), 2),
        (good("").replace("a:b", "*"), 2),
        (good("").replace("a:b", ":b"), 2),
        (good("").replace("\"p\"", "\"\""), 2),
        (good("").replace("0000", "000g"), 2),
        (good("").replace("0000", "000"), 2),
    ];
    for (text, line) in table {
        let problem = parse(text.as_bytes()).expect_err(&text).diagnostic();
        assert_eq!(problem.code, Code::BASELINE_INVALID, "{text}");
        assert_eq!(problem.excerpt.as_ref().map(|excerpt| excerpt.line), Some(line), "{text}: {}", problem.message);
    }
    assert!(parse(b"\xff").is_err());
}

#[test]
fn a_tree_without_the_file_has_no_baseline_and_a_link_is_not_followed() {
    let place = tempfile::tempdir().expect("a folder");
    let files = Directory::new(place.path());
    assert_eq!(load(&files), Ok(None));
    std::fs::create_dir(place.path().join(".aurumcode")).expect("a folder");
    std::os::unix::fs::symlink("/etc/passwd", place.path().join(FILE)).expect("a link");
    assert_eq!(load(&files).map_err(|problem| problem.diagnostic().code), Err(Code::BASELINE_UNREADABLE));
    struct Huge;
    impl Files for Huge {
        fn read(&self, _: &str, limit: usize) -> std::io::Result<Option<Vec<u8>>> {
            Ok(Some(vec![b' '; limit + 1]))
        }
    }
    assert_eq!(load(&Huge).map_err(|problem| problem.diagnostic().code), Err(Code::BASELINE_INVALID));
}

#[test]
fn accepting_adds_and_replaces_what_has_expired() {
    let old = |day: &str| Entry { expires: Some(day.parse().expect("a day")), line: 4, ..entry("scan:a", "a.rs", "x") };
    let how = Accepting { reason: Some("known".to_owned()), expires: None };
    let found = issue("scan:a", "b.rs", 3, "x");
    let table = [(old("2026-06-14"), 1), (old("2026-06-15"), 2), (old("9999-12-31"), 2)];
    for (before, after) in table {
        let accepted = accept(&Baseline { entries: vec![before.clone()] }, [&found], &how, today());
        assert_eq!(accepted.entries.len(), after, "{before:?}");
        let last = accepted.entries.last().expect("an entry");
        assert_eq!((last.path.as_str(), last.reason.as_deref()), (Some("b.rs"), Some("known")));
    }
    let twice = accept(&Baseline::default(), [&found, &found], &how, today());
    assert_eq!(twice.entries.len(), 2, "each occurrence has its own entry");
}

#[test]
fn pruning_removes_the_lines_and_nothing_else() {
    let baseline = Baseline { entries: (4..8).map(|line| Entry { line, ..entry("scan:a", "a.rs", "x") }).collect() };
    let left: Vec<u32> = prune(&baseline, &[5, 7, 99].into()).entries.iter().map(|entry| entry.line).collect();
    assert_eq!(left, [4, 6]);
}

#[test]
fn files_of_gitleaks_and_semgrep_are_read() {
    let commit = "0123456789abcdef0123456789abcdef01234567";
    let ignore = format!("# why\n\n{commit}:src/a.py:generic-api-key:12\nsrc/b:c.py:aws:1 # an example\r\n./x:rule:3\n");
    let read =
        |entry: &Foreign| (entry.rule.clone(), entry.path.to_string(), entry.line, entry.commit.is_some(), entry.code.is_some());
    let all = |format, text: &str| foreign(format, text.as_bytes()).expect("it is read").iter().map(read).collect::<Vec<_>>();
    let owned = |rule: &str, path: &str, line, commit, code| (rule.to_owned(), path.to_owned(), line, commit, code);
    assert_eq!(
        all(Format::GitleaksIgnore, &ignore),
        [
            owned("generic-api-key", "src/a.py", 12, true, false),
            owned("aws", "src/b:c.py", 1, false, false),
            owned("rule", "x", 3, false, false)
        ]
    );
    let report = r#"[{"RuleID": "aws", "File": "a.py", "StartLine": 2, "Secret": "AKIA", "Commit": "", "Match": "m", "Tags": []},
        {"RuleID": "aws", "File": "b.py", "StartLine": 3, "Secret": "REDACTED", "Commit": "c"}]"#;
    assert_eq!(all(Format::GitleaksReport, report), [owned("aws", "a.py", 2, false, true), owned("aws", "b.py", 3, true, false)]);
    assert_eq!(all(Format::GitleaksReport, "null"), []);
    let semgrep = r#"{"results": [{"check_id": "a.b.c", "path": "a.py", "start": {"line": 2}, "extra": {"lines": "eval(x)"}},
        {"check_id": "a.b.d", "path": "a.py", "start": {"line": 9}, "extra": {"lines": "requires login"}}], "errors": []}"#;
    assert_eq!(all(Format::Semgrep, semgrep), [owned("a.b.c", "a.py", 2, false, true), owned("a.b.d", "a.py", 9, false, false)]);
    for (format, text) in [
        (Format::GitleaksIgnore, "no fingerprint"),
        (Format::GitleaksIgnore, "a:b:c"),
        (Format::GitleaksIgnore, ":rule:1"),
        (Format::GitleaksReport, "{}"),
        (Format::GitleaksReport, "[{\"RuleID\": \"AKIASECRET\"}]"),
        (Format::Semgrep, "[]"),
        (Format::Semgrep, "{"),
    ] {
        let problem = foreign(format, text.as_bytes()).expect_err(text).to_string();
        assert!(!problem.contains("AKIASECRET"), "{problem}");
    }
    assert!(!format!("{:?}", foreign(Format::GitleaksReport, report.as_bytes())).contains("AKIA"));
}

#[test]
fn an_entry_of_another_tool_accepts_only_what_it_means() {
    let found = [
        issue("one:key", "a.py", 5, "k = 'x'"),
        issue("two:key", "a.py", 5, "k = 'x'"),
        issue("one:key", "a.py", 9, "k = 'y'"),
        issue("one:other", "a.py", 5, "k = 'x'"),
        issue("one:key", "b.py", 5, "k = 'x'"),
    ];
    let code = |issue: &Issue| if issue.location.line.is_some_and(|line| line.get() == 9) { "k = 'y'" } else { "k  = 'x'" };
    let candidates: Vec<Candidate<'_>> = found.iter().map(|issue| Candidate { issue, code: code(issue).to_owned() }).collect();
    let entry = |rule: &str, path: &str, line, code: Option<&str>| Foreign {
        rule: rule.to_owned(),
        path: RepoPath::from(path),
        line,
        commit: None,
        code: code.map(str::to_owned),
    };
    let table = [
        (entry("key", "a.py", 5, None), vec![0, 1], None),
        (entry("key", "a.py", 6, None), vec![], Some(Unmatched::OtherLines([5, 9].into()))),
        (entry("key", "c.py", 5, None), vec![], Some(Unmatched::NothingThere)),
        (entry("ke", "a.py", 5, None), vec![], Some(Unmatched::NothingThere)),
        // The code decides where it is known: moved is found, replaced is not.
        (entry("key", "a.py", 1, Some("k = 'y'")), vec![2], None),
        (entry("key", "a.py", 5, Some("k = 'z'")), vec![], Some(Unmatched::OtherCode)),
        (Foreign { commit: Some("c".to_owned()), ..entry("key", "a.py", 5, None) }, vec![], Some(Unmatched::NoCommit)),
    ];
    for (entry, accepted, why) in table {
        let entries = [entry];
        let imported = matched(&entries, &candidates);
        let expected: Vec<&Issue> = accepted.iter().map(|index| &found[*index]).collect();
        assert_eq!(imported.accepted, expected, "{entries:?}");
        assert_eq!(imported.unmatched.first().map(|(_, why)| why.clone()), why, "{entries:?}");
    }
}

#[test]
fn two_entries_of_the_same_code_accept_two() {
    let found = [issue("one:key", "a.py", 5, "k = 'x'"), issue("one:key", "a.py", 9, "k = 'x'")];
    let candidates: Vec<Candidate<'_>> = found.iter().map(|issue| Candidate { issue, code: "k = 'x'".to_owned() }).collect();
    let entry =
        |line| Foreign { rule: "key".to_owned(), path: RepoPath::from("a.py"), line, commit: None, code: Some("'x'".to_owned()) };
    assert_eq!(matched(&[entry(1)], &candidates).accepted.len(), 1);
    assert_eq!(matched(&[entry(9)], &candidates).accepted, [&found[1]]);
    assert_eq!(matched(&[entry(1), entry(2)], &candidates).accepted.len(), 2);
}

fn any_entry() -> impl Strategy<Value = Entry> {
    let path = prop_oneof![
        prop::collection::vec(any::<u8>(), 1..12).prop_map(RepoPath::new),
        "[a-z/\\\\\u{202e}é\"]{1,12}".prop_map(|text| RepoPath::from(text.as_str()))
    ];
    let expires = prop::option::of((0..253_402_300_800_u64).prop_map(|seconds| Day::of_unix(seconds).expect("a day")));
    ("[a-z]{1,5}", "[a-zA-Z/._:-]{1,9}", path, ".{0,9}", prop::option::of(".{0,12}"), expires).prop_map(
        |(engine, rule, path, code, reason, expires)| Entry {
            reason: reason.filter(|reason| !reason.trim().is_empty()),
            expires,
            path,
            ..entry(&format!("{engine}:{rule}"), "x", &code)
        },
    )
}

proptest! {
    #[test]
    fn what_is_written_is_read_and_written_again_the_same(entries in prop::collection::vec(any_entry(), 0..8)) {
        let text = baseline_text(&Baseline { entries: entries.clone() });
        prop_assert!(!text.lines().any(|line| line.chars().any(|c| c.is_control() || crate::finding::is_invisible(c))));
        let read = parse(text.as_bytes()).expect("it is a baseline");
        prop_assert_eq!(baseline_text(&read), text.clone());
        let lines: Vec<u32> = read.entries.iter().map(|entry| entry.line).collect();
        let numbered: Vec<u32> = (4..).take(entries.len()).collect();
        prop_assert_eq!(lines, numbered);
        // The order that they are given in changes nothing.
        let reversed = Baseline { entries: entries.into_iter().rev().collect() };
        prop_assert_eq!(baseline_text(&reversed), text);
    }

    #[test]
    fn anything_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..80), format in prop::sample::select(&[Format::GitleaksIgnore, Format::GitleaksReport, Format::Semgrep][..])) {
        let _ = parse(&bytes);
        let _ = foreign(format, &bytes);
    }
}
