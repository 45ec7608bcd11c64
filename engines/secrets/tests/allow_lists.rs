//! Allow lists: each check, each condition, each target.

use super::super::rules::Rules;
use super::examples::scan;
use crate::finding::RepoPath;

/// How many hits a rule with this allow list has in `text` at `path`.
fn hits(list: &str, path: &str, text: &str) -> usize {
    let file = format!(
        "[extend]\nuseDefault = false\n[[rules]]\nid = 'r'\nregex = 'key=([a-z]{{4}})'\nkeywords = ['key=']\n[[rules.allowlists]]\n{list}\n"
    );
    let rules = Rules::assemble(Some(("r.toml", &file)), &[]).unwrap_or_else(|error| panic!("{}", error.line()));
    scan(&rules, &RepoPath::from(path), text.as_bytes()).len()
}

#[test]
fn each_check_and_condition() {
    // List, path, text, is it reported?
    let table = [
        ("regexes = ['^zzzz$']", "a", "key=zzzz", false),
        ("regexes = ['^key=']", "a", "key=zzzz", true),
        ("regexTarget = 'match'\nregexes = ['^key=zzzz$']", "a", "key=zzzz", false),
        ("regexTarget = 'line'\nregexes = ['# test$']", "a", "key=zzzz # test", false),
        ("regexTarget = 'line'\nregexes = ['# test$']", "a", "# test\nkey=zzzz # real", true),
        ("regexTarget = 'line'\nregexes = ['^# test']", "a", "x\n# test key=zzzz\ny", false),
        ("stopwords = ['ZZ']", "a", "key=azzb", false),
        ("stopwords = ['key']", "a", "key=zzzz", true),
        ("paths = ['^tests/']", "tests/a", "key=zzzz", false),
        ("paths = ['^tests/']", "src/tests/a", "key=zzzz", true),
        ("paths = ['^tests/']\nregexes = ['zz']", "tests/a", "key=aaaa", false),
        ("paths = ['^tests/']\nregexes = ['zz']", "src/a", "key=zzzz", false),
        ("condition = 'AND'\npaths = ['^tests/']\nregexes = ['zz']", "tests/a", "key=aaaa", true),
        ("condition = 'AND'\npaths = ['^tests/']\nregexes = ['zz']", "src/a", "key=zzzz", true),
        ("condition = 'AND'\npaths = ['^tests/']\nregexes = ['zz']", "tests/a", "key=zzzz", false),
        ("condition = '&&'\nstopwords = ['a']\nregexes = ['zz']", "x", "key=zzzz", true),
        ("condition = '||'\nstopwords = ['a']\nregexes = ['zz']", "x", "key=zzzz", false),
        ("commits = ['abc']", "a", "key=zzzz", true),
        ("condition = 'AND'\ncommits = ['abc']\nregexes = ['zz']", "a", "key=zzzz", true),
        ("commits = ['abc']\nregexes = ['zz']", "a", "key=zzzz", false),
    ];
    for (list, path, text, reported) in table {
        assert_eq!(hits(list, path, text) == 1, reported, "{list}: {text:?} in {path}");
    }
}

#[test]
fn lists_of_the_file_hold_for_all_rules_or_for_those_they_name() {
    let rule = |id: &str| format!("[[rules]]\nid = '{id}'\nregex = '{id}=([a-z]{{4}})'\n");
    let count = |list: &str, path: &str| {
        let file = format!("[extend]\nuseDefault = false\n{}{}{list}", rule("one"), rule("two"));
        let rules = Rules::assemble(Some(("r.toml", &file)), &[]).unwrap_or_else(|error| panic!("{}", error.line()));
        scan(&rules, &RepoPath::from(path), b"one=zzzz two=zzzz").len()
    };
    assert_eq!(count("", "a"), 2);
    assert_eq!(count("[[allowlists]]\nregexes = ['zz']", "a"), 0);
    assert_eq!(count("[allowlist]\nregexes = ['zz']", "a"), 0);
    assert_eq!(count("[[allowlists]]\ntargetRules = ['one']\nregexes = ['zz']", "a"), 1);
    assert_eq!(count("[[allowlists]]\npaths = ['^a$']", "a"), 0);
    assert_eq!(count("[[allowlists]]\npaths = ['^a$']", "b"), 2);
    assert_eq!(count("[[allowlists]]\npaths = ['^a$']\ncondition = 'AND'\nregexes = ['nothing']", "a"), 2);
}

#[test]
fn the_line_is_bounded_in_a_file_of_one_line() {
    let list = "regexTarget = 'line'\nregexes = ['marker']";
    let near = format!("marker{} key=zzzz", " ".repeat(4000));
    let far = format!("marker{} key=zzzz", " ".repeat(5000));
    assert_eq!((hits(list, "a", &near), hits(list, "a", &far)), (0, 1));
}
