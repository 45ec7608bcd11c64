//! The matrix without a model: a test covers a rule when it cites the rule's id, in its name, in a comment on it or in its body.
//!
//! That is what the author of the test says it is for. Whether the test exists and passed, the run says; a rule that no test cites is
//! uncovered, however good the tests may be.

use std::sync::LazyLock;

use regex::Regex;

use super::{CoverageRow, Rule, SuiteRun, TestOutcome};

/// A file that may hold tests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestFile {
    /// Its path from the top.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// A test that cites a rule.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Citation {
    path: String,
    test: String,
}

/// How a definition of a test begins, in the languages whose runners are read. The first group that matched is its name.
static DEFINITION: LazyLock<Option<Regex>> = LazyLock::new(|| {
    let python = r"(?:async\s+)?def\s+(test\w*)\s*\(";
    let go = r"func\s+(?:\([^)]*\)\s*)?((?:Test|Example|Fuzz)\w*)\s*\(";
    let rust = r"(?:pub(?:\([^)]*\))?\s+)?(?:async\s+)?fn\s+(\w+)\s*(?:<[^>]*>)?\(";
    let script = r#"(?:it|test)(?:\.\w+)*\s*\(\s*(?:'([^'\n]+)'|"([^"\n]+)"|`([^`\n]+)`)"#;
    Regex::new(&format!(r"^\s*(?:{python}|{go}|{rust}|{script})")).ok()
});

/// Whether a file may hold tests, by its name or its folder; Rust keeps tests beside the code.
pub fn may_hold_tests(path: &str) -> bool {
    let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
    let name = name.to_ascii_lowercase();
    let Some((stem, end)) = name.rsplit_once('.') else { return false };
    let known = ["py", "go", "rs", "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts"].contains(&end);
    let in_a_folder = folders.split('/').any(|folder| ["test", "tests", "__tests__", "spec", "specs"].contains(&folder));
    let by_name = stem.starts_with("test_")
        || stem.starts_with("test-")
        || stem == "test"
        || [".test", ".spec", "_test", "-test", "_spec"].iter().any(|part| stem.ends_with(part));
    known && (in_a_folder || by_name || end == "rs")
}

/// One row for each rule: the tests that cite it and passed in `run`. A test that cites it and did not pass covers nothing.
pub fn cited_matrix(rules: &[Rule], files: &[TestFile], run: &SuiteRun) -> Vec<CoverageRow> {
    rules
        .iter()
        .map(|rule| {
            let ran = citations(rule, files).into_iter().flat_map(|citation| ran_as(&citation, run)).collect::<Vec<_>>();
            let passed: Vec<String> =
                ran.iter().filter(|name| run.tests.get(*name) == Some(&TestOutcome::Passed)).cloned().collect();
            let covered = !passed.is_empty();
            let mut tests = if covered { passed } else { ran };
            tests.sort_unstable();
            tests.dedup();
            CoverageRow { rule: rule.id.clone(), tests, covered }
        })
        .collect()
}

/// The tests that cite a rule, whether they ran or not, as `path: test`.
pub fn citing_tests(rule: &Rule, files: &[TestFile]) -> Vec<String> {
    let mut all: Vec<String> =
        citations(rule, files).into_iter().map(|Citation { path, test }| format!("{path}: {test}")).collect();
    all.sort_unstable();
    all.dedup();
    all
}

fn citations(rule: &Rule, files: &[TestFile]) -> Vec<Citation> {
    let mut found = Vec::new();
    for file in files {
        let lines: Vec<&str> = file.text.lines().collect();
        let tests = definitions(&file.path, &lines);
        for (number, line) in lines.iter().enumerate().filter(|(_, line)| holds_word(line, &rule.id)) {
            if let Some((_, test)) = belongs_to(number, line, &lines, &tests) {
                found.push(Citation { path: file.path.clone(), test: test.clone() });
            }
        }
        let named = tests.iter().filter(|(_, test)| holds_words(test, &rule.id));
        found.extend(named.map(|(_, test)| Citation { path: file.path.clone(), test: test.clone() }));
    }
    found.sort_unstable();
    found.dedup();
    found
}

/// The tests of a file, each with the line that it begins on.
fn definitions(path: &str, lines: &[&str]) -> Vec<(usize, String)> {
    let Some(pattern) = DEFINITION.as_ref() else { return Vec::new() };
    let is_rust = path.ends_with(".rs");
    let name = |line: &str| {
        let groups = pattern.captures(line)?;
        groups.iter().skip(1).flatten().next().map(|name| name.as_str().to_owned())
    };
    let all = lines.iter().enumerate().filter_map(|(number, line)| Some((number, name(line)?)));
    // In Rust any function could be one; a test carries an attribute that says so.
    all.filter(|(number, _)| !is_rust || is_marked_test(&lines[..*number])).collect()
}

fn is_marked_test(above: &[&str]) -> bool {
    let attributes =
        above.iter().rev().map(|line| line.trim()).take_while(|line| line.starts_with('#') || line.starts_with("//"));
    attributes.filter(|line| line.starts_with("#[")).any(|line| {
        let name = line.trim_start_matches("#[").split([']', '(']).next().unwrap_or_default();
        name == "test" || name.ends_with("::test") || name == "rstest" || name == "test_case"
    })
}

/// The test that a line belongs to: the one that begins on it, the one below a comment, else the one that it stands in.
fn belongs_to<'a>(number: usize, line: &str, lines: &[&str], tests: &'a [(usize, String)]) -> Option<&'a (usize, String)> {
    let next = tests.iter().find(|(start, _)| *start >= number);
    if let Some(test) = next
        && (test.0 == number || is_comment(line) && lines[number..test.0].iter().all(|line| is_above(line)))
    {
        return Some(test);
    }
    tests.iter().rev().find(|(start, _)| *start < number)
}

/// What may stand between a comment and the test that it is about.
fn is_above(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || is_comment(line) || line.starts_with('@') || line.starts_with("#[")
}

fn is_comment(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("//") || line.starts_with('#') && !line.starts_with("#[") || line.starts_with("/*") || line.starts_with('*')
}

/// Whether a line holds an id as a word of its own: `R1` is not in `R10`.
fn holds_word(line: &str, id: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    line.match_indices(id).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + id.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

/// Whether a test's name holds an id, whatever joins its words: `test_rn_01_sends` and `TestRN01Sends` hold `RN-01`.
fn holds_words(name: &str, id: &str) -> bool {
    let name = words(name);
    let id: String = words(id).iter().map(|word| word.text.as_str()).collect();
    // From the beginning of a word, and to the end of one. A number belongs to the letters in front of it: `r5` does not hold `R`.
    let torn = |at: usize| name.get(at).is_some_and(|word| word.joined && word.text.starts_with(|c: char| c.is_ascii_digit()));
    !id.is_empty()
        && (0..name.len()).filter(|start| !torn(*start)).any(|start| {
            let mut joined = String::new();
            name.iter().enumerate().skip(start).any(|(at, word)| {
                joined.push_str(&word.text);
                joined == id && !torn(at + 1)
            })
        })
}

/// A word of a name, in lower case.
#[derive(Default)]
struct Word {
    text: String,
    /// Whether nothing stands between it and the word in front of it.
    joined: bool,
}

/// The words of a name in lower case: split at what is neither letter nor digit, before capitals, and between letters and digits.
fn words(name: &str) -> Vec<Word> {
    let mut words = vec![Word::default()];
    let mut before: Option<char> = None;
    let mut characters = name.chars().peekable();
    while let Some(c) = characters.next() {
        if !c.is_alphanumeric() {
            words.push(Word::default());
        } else {
            let follows = characters.peek().copied();
            let begins = before.is_some_and(|before| {
                before.is_lowercase() && c.is_uppercase()
                    || before.is_uppercase() && c.is_uppercase() && follows.is_some_and(char::is_lowercase)
                    || before.is_ascii_digit() != c.is_ascii_digit()
            });
            if begins {
                words.push(Word { joined: true, ..Word::default() });
            }
            if let Some(word) = words.last_mut() {
                word.text.extend(c.to_lowercase());
            }
        }
        before = Some(c);
    }
    words.retain(|word| !word.text.is_empty());
    words
}

/// The names under which the run knows a test: what it names by file must be of that file.
fn ran_as(citation: &Citation, run: &SuiteRun) -> Vec<String> {
    let fits = |name: &&String| {
        // One case of a test with parameters, `test_a[1]`, stands for the test.
        let plain = name.strip_suffix(']').and_then(|name| name.rsplit_once('[')).map_or(name.as_str(), |(before, _)| before);
        let plain = if plain.ends_with(&citation.test) { plain } else { name.as_str() };
        let Some(before) = plain.strip_suffix(citation.test.as_str()) else {
            // A case below a test of Go, `TestA/case`.
            return name.strip_prefix(citation.test.as_str()).is_some_and(|rest| rest.starts_with('/'));
        };
        let joined = before.is_empty() || before.ends_with([':', '/', '.', ' ', '$']);
        joined && of_file(before, &citation.path)
    };
    run.tests.keys().filter(fits).cloned().collect()
}

/// Whether what stands before a test's name names no other file than this one.
fn of_file(before: &str, path: &str) -> bool {
    let file = before.split("::").next().unwrap_or_default().split(" > ").next().unwrap_or_default().trim();
    let looks_like_one = file.rsplit_once('.').is_some_and(|(_, end)| {
        ["py", "js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts"].contains(&end) && !file.contains(' ')
    });
    !looks_like_one || path.ends_with(file) || file.ends_with(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(id: &str) -> Rule {
        Rule { id: id.to_owned(), title: String::new(), description: String::new() }
    }

    fn citing(path: &str, text: &str, id: &str) -> Vec<String> {
        citing_tests(&rule(id), &[TestFile { path: path.to_owned(), text: text.to_owned() }])
    }

    #[test]
    fn a_test_cites_in_its_name_above_itself_and_in_its_body() {
        let python = "# R9 is about the file\nimport x\n\n# R1: sends\n@mark\ndef test_one():\n    pass\n\n\
            def test_two():\n    \"\"\"R2 and R3.\"\"\"\n    x()  # R4\n\ndef test_r5_sends():\n    pass\n\ndef helper():\n    # R6\n    pass\n";
        let table = [("R1", "test_one"), ("R2", "test_two"), ("R3", "test_two"), ("R4", "test_two"), ("R5", "test_r5_sends")];
        for (id, test) in table {
            assert_eq!(citing("tests/test_a.py", python, id), [format!("tests/test_a.py: {test}")], "{id}");
        }
        for id in ["R9", "R", "R10", "R7"] {
            assert_eq!(citing("tests/test_a.py", python, id), Vec::<String>::new(), "{id}");
        }
        let go = "// RN-01: refuses\nfunc TestRefuses(t *testing.T) {\n}\n\nfunc TestRN02Sends(t *testing.T) {}\n";
        assert_eq!(citing("a_test.go", go, "RN-01"), ["a_test.go: TestRefuses"]);
        assert_eq!(citing("a_test.go", go, "RN-02"), ["a_test.go: TestRN02Sends"]);
        let script = "describe('x', () => {\n  // R1\n  it('adds', () => {});\n  test(\"R2: takes\", () => {});\n});\n";
        assert_eq!(citing("a.test.ts", script, "R1"), ["a.test.ts: adds"]);
        assert_eq!(citing("a.test.ts", script, "R2"), ["a.test.ts: R2: takes"]);
        let rust = "/// R1\nfn code() {}\n\n/// R1\n#[tokio::test]\nasync fn works() {\n    // R2\n}\n";
        assert_eq!(citing("src/a.rs", rust, "R1"), ["src/a.rs: works"]);
        assert_eq!(citing("src/a.rs", rust, "R2"), ["src/a.rs: works"]);
    }

    #[test]
    fn a_row_is_covered_by_tests_that_passed() {
        let text = "def test_a():\n    # R1\n    pass\ndef test_b():\n    # R2\n    pass\ndef test_c():\n    # R3\n    pass\n";
        let files = [TestFile { path: "tests/test_x.py".to_owned(), text: text.to_owned() }];
        let tests = [
            ("tests/test_x.py::test_a[1]", TestOutcome::Passed),
            ("tests/test_x.py::TestK::test_b", TestOutcome::Skipped),
            ("tests/test_y.py::test_c", TestOutcome::Passed),
            ("tests/test_x.py::other_test_c", TestOutcome::Passed),
        ];
        let run = SuiteRun {
            exit_code: Some(0),
            tests: tests.map(|(name, outcome)| (name.to_owned(), outcome)).into(),
            ..SuiteRun::default()
        };
        let shown: Vec<_> = cited_matrix(&["R1", "R2", "R3", "R4"].map(rule), &files, &run)
            .into_iter()
            .map(|row| (row.rule, row.tests, row.covered))
            .collect();
        let row = |rule: &str, tests: &[&str], covered| {
            (rule.to_owned(), tests.iter().map(|test| (*test).to_owned()).collect::<Vec<_>>(), covered)
        };
        let expected = [
            row("R1", &["tests/test_x.py::test_a[1]"], true),
            row("R2", &["tests/test_x.py::TestK::test_b"], false),
            row("R3", &[], false),
            row("R4", &[], false),
        ];
        assert_eq!(shown, expected);
    }
}
