//! Reviews that are hard on a format, beside those of `support/model.rs`.

use aurumcode::finding::{Fingerprint, Issue, Location, RepoPath, RuleId, Severity, Side};
use aurumcode::report::Model;

use crate::model::{Engine, Review, hostile, issue, mixed, pre_existing, silenced};

/// Names that break URIs, commands and lines.
pub(crate) fn odd_paths() -> Vec<RepoPath> {
    let paths: [&[u8]; 12] = [
        b"a b/c d.rs",
        "ação/文件.py".as_bytes(),
        b"100%/%41%zz.txt",
        b"a#b?c=d&e.py",
        b"bad\xff\xfe/name\xc3.txt",
        b"http:/x::y,z.py",
        b"-rf",
        b"back\\slash\ttab\nnewline\r.py",
        b"\x1b[31m::error::x",
        "rtl\u{202e}cod.exe".as_bytes(),
        b"##[group]x ##vso[y]",
        b"two  spaces, commas: and colons",
    ];
    paths.into_iter().map(|bytes| RepoPath::new(bytes.to_vec())).collect()
}

/// Findings at odd places: every odd path, line 0, reversed ranges, the old side, duplicates, odd messages.
pub(crate) fn odd() -> Model {
    let mut engine = Engine::new("secrets", "secrets");
    for path in odd_paths() {
        for line in [0, 1, 7] {
            engine = engine.issue(issue("secrets:x", Severity::Error, path.clone(), line, "the same code at every place"));
        }
    }
    let at = |location: Location| Issue { location, ..issue("secrets:y", Severity::Warning, "src/a.rs", 1, "x") };
    let place = || Location::line(RepoPath::from("src/a.rs"), 5);
    let old = Location { side: Side::Left, ..place() };
    for location in [place().columns(9, 3), place().through(2), place().through(9).columns(4, 2), place().columns(2, 2), old] {
        engine = engine.issue(at(location));
    }
    for message in [
        "",
        " \n",
        "{0} and {name}",
        "a [link](https://evil.example) and [one](1)",
        "tab\tline\r\nend %0A%25",
        "\u{feff}\u{7f}\u{0}",
    ] {
        engine = engine.issue(issue("secrets:[z](y)", Severity::Info, "src/b.rs", 1, message));
    }
    let tags: Vec<String> = (0..40).map(|number| format!("tag-{}", number % 35)).collect();
    let tags: Vec<&str> = ["CWE-798", "CWE-0079", "security"].into_iter().chain(tags.iter().map(String::as_str)).collect();
    Review::new()
        .engine(engine)
        .rule("secrets:x", "", "Use `a` | **b**\u{202e}", &tags)
        .rule("secrets:y", "Title\n", "", &["", " "])
        .model()
}

/// `count` engines, one finding each, every third one without an answer.
pub(crate) fn engines(count: usize) -> Model {
    (0..count)
        .fold(Review::new(), |review, number| {
            let engine = Engine::new(&format!("engine-{number:02}"), "lint");
            review.engine(match number % 3 {
                0 => engine.failed("unavailable", "not found"),
                _ => engine.issue(issue(&format!("engine-{number:02}:rule"), Severity::Warning, "src/a.rs", 3, "a finding")),
            })
        })
        .model()
}

/// 30,000 findings of one engine: 10 block, the others were there before.
pub(crate) fn thirty_thousand() -> Model {
    let mut engine = Engine::new("lint", "lint");
    for number in 1..=30_000_u32 {
        let (severity, path) = match number % 3 {
            0 => (Severity::Error, "src/zz.rs"),
            1 => (Severity::Warning, "src/b.rs"),
            _ => (Severity::Info, "src/c.rs"),
        };
        let found = issue("lint:rule", severity, path, number, "a finding");
        engine = engine.issue(if number % 3000 == 0 { found } else { pre_existing(found) });
    }
    Review::new().engine(engine).model()
}

/// Findings whose text hardly packs: `count` of them with `length` bytes of noise each.
pub(crate) fn noise(count: u32, length: usize) -> Model {
    let mut engine = Engine::new("lint", "lint");
    for number in 1..=count {
        let message: String =
            (0..length / 32 + 1).map(|part| Fingerprint::of(&RuleId::new(format!("{number}/{part}")), b"").to_string()).collect();
        let severity = if number % 2 == 0 { Severity::Error } else { Severity::Info };
        engine = engine.issue(issue("lint:rule", severity, "src/a.rs", number, &message[..length]));
    }
    Review::new().engine(engine).model()
}

/// Every small fixture with its name.
pub(crate) fn small() -> Vec<(&'static str, Model)> {
    vec![
        ("mixed", mixed()),
        ("silenced", silenced()),
        ("hostile", hostile()),
        ("odd", odd()),
        ("engines", engines(30)),
        ("empty", Review::new().empty_change().model()),
        ("nothing-ran", Review::new().model()),
        ("clean", Review::new().engine(Engine::new("secrets", "secrets")).model()),
    ]
}
