//! Rule files: what the format allows is read, everything else is refused with its place and a remedy.

use proptest::prelude::*;

use super::super::embedded::EMBEDDED;
use super::super::reader::{Target, read};

#[test]
fn every_key_of_the_format_is_read() {
    let text = r#"
title = "rules of acme"
description = "the team's"
minVersion = "8.25.0"

[extend]
useDefault = true
disabledRules = ["aws-access-key-id"]

[[rules]]
id = "acme-token"
description = "Acme token"
regex = '''(?i)acme[_-](?P<value>[a-z0-9]{20})'''
path = '''\.env$'''
keywords = ["ACME_", "acme-"]
entropy = 3
secretGroup = 1
tags = ["acme"]
severity = "medium"
provider = "Acme"
help = "Revoke it."

[[rules.allowlists]]
description = "tests"
condition = "AND"
regexTarget = "line"
regexes = ['''nothing''']
stopwords = ["Example"]
paths = ['''^tests/''']
commits = ["0123abc"]

[[rules]]
id = "key-store"
path = '''\.jks$'''
[rules.allowlist]
paths = ['^vendor/']

[[allowlists]]
targetRules = ["acme-token"]
stopwords = ["fixture"]
"#;
    let file = read("acme.toml", text, true).unwrap_or_else(|error| panic!("{}", error.line()));
    assert_eq!(file.use_default, Some(true));
    assert_eq!(file.disabled.iter().map(|written| written.value.as_str()).collect::<Vec<_>>(), ["aws-access-key-id"]);
    let [token, store] = file.rules.as_slice() else { panic!("two rules") };
    assert_eq!(token.keywords, ["acme_", "acme-"]);
    assert_eq!((token.entropy, token.secret_group.as_ref().map(|group| group.value)), (Some(3.0), Some(1)));
    assert_eq!(token.severity, Some(crate::finding::Severity::Warning));
    let [list] = token.allow.as_slice() else { panic!("one allow list") };
    assert!(list.all && list.commits && list.target == Target::Line);
    assert_eq!(list.stopwords, ["example"]);
    assert!(store.regex.is_none() && store.path.is_some() && store.allow.len() == 1);
    assert_eq!(file.allow[0].target_rules[0].value, "acme-token");
}

#[test]
fn what_is_not_understood_is_refused_with_its_place() {
    // File, line and column, words of the message, words of the remedy.
    let table: &[(&str, (u32, u32), &str, &str)] = &[
        ("title = 'x'\nrulez = 1", (2, 1), "`rulez` is not a key of a rule file", "did you mean `rules`?"),
        ("[[rules]]\nid = 'a'\nregexp = 'a'", (3, 1), "`regexp` is not a key of a rule", "did you mean `regex`?"),
        ("[extend]\nusedefault = true", (2, 1), "`usedefault`", "did you mean `useDefault`?"),
        ("[extend]\npath = 'x'", (2, 1), "`path` under `[extend]` is not supported", "this file"),
        ("[extend]\nurl = 'x'", (2, 1), "`url` under `[extend]` is not supported", "this file"),
        ("[extend]\nuseDefault = 'yes'", (2, 14), "`useDefault` must be true or false, not string", "write true or false"),
        ("[[rules]]\nid = 'a'\nregex = 'a'\n[[rules.required]]\nid = 'b'", (4, 9), "composite rule", "one expression"),
        ("[[rules]]\nid = 'a'\nregex = 'a(b'", (3, 11), "`a` (`regex`) is not valid: the group is not closed", "RE2"),
        ("[[rules]]\nid = 'a'\nregex = '''\nx(?=y)'''", (4, 2), "look-around", "RE2"),
        ("[[rules]]\nid = 'a'\npath = '['", (3, 9), "(`path`)", "RE2"),
        ("[[rules]]\nid = 'a'\nregex = '((((a{1000}){1000}){1000}){1000})'", (3, 9), "bytes when compiled", "RE2"),
        ("[[rules]]\nid = 'a'\nregex = 'a'\nsecretGroup = 1", (4, 15), "secretGroup", "capture group"),
        ("[[rules]]\nid = 'a'\nregex = '(a)'\nsecretGroup = 1.5", (4, 15), "no group number", "capture group"),
        ("[[rules]]\nid = 'a'\nregex = 'a'\nentropy = 9", (4, 11), "out of range", "between 0 and 8"),
        ("[[rules]]\nid = 'a'\nregex = 'a'\nentropy = 'high'", (4, 11), "must be a number, not string", "write a number"),
        ("[[rules]]\nid = 'a'\nregex = 'a'\nkeywords = 'a'", (4, 12), "must be a list of strings, not string", "list"),
        ("[[rules]]\nid = 'a'\nregex = 'a'\nkeywords = ['']", (4, 13), "empty", "remove it"),
        ("[[rules]]\nid = 'a'\nregex = 'a'\nseverity = 'huge'", (4, 12), "not a severity", "`warning`"),
        ("[[rules]]\nregex = 'a'", (1, 1), "no `id`", "kebab-case"),
        ("[[rules]]\nid = ' '\nregex = 'a'", (1, 1), "no `id`", "kebab-case"),
        ("[[rules]]\nid = 'a'\nregex = 'a'\n[[rules]]\nid = 'a'\nregex = 'b'", (5, 6), "twice", "another `id`"),
        ("[[rules]]\nid = 'a'\nid = 'b'", (3, 1), "not valid TOML", "each key once"),
        ("rules = 3", (1, 9), "must be a list of tables, not integer", "list of tables"),
        ("title = [", (1, 10), "not valid TOML", "TOML 1.0"),
        ("[allowlist]\nregexTarget = 'body'\nregexes = ['a']", (2, 15), "no regexTarget", "`secret`, `match` or `line`"),
        ("[allowlist]\ncondition = 'XOR'\nregexes = ['a']", (2, 13), "no condition", "`AND`"),
        ("[allowlist]\ndescription = 'none'", (1, 2), "checks nothing", "`regexes`"),
        ("[allowlist]\nstopwords = ['']", (2, 14), "empty", "remove it"),
        ("[allowlist]\nregexes = ['a', '(b']", (2, 18), "(`regexes`)", "RE2"),
        ("[[allowlists]]\ntargetRule = ['a']\nregexes = ['a']", (2, 1), "`targetRule`", "did you mean `targetRules`?"),
        ("[allowlist]\nregexes = ['a']\n[[allowlists]]\nregexes = ['b']", (3, 3), "both `allowlist` and `allowlists`", "move"),
        (
            "[[rules]]\nid = 'a'\nregex = 'a'\n[rules.allowlist]\ntargetRules = ['a']\nregexes = ['b']",
            (5, 1),
            "`targetRules` is not a key of an allow list",
            "its keys are",
        ),
    ];
    for (text, (line, column), message, help) in table {
        let Err(error) = read("rules.toml", text, true) else { panic!("accepted: {text}") };
        let place = error.place().expect("a place");
        assert_eq!((place.line, place.column), (*line, *column), "{}\n{text}", error.line());
        assert!(error.message().contains(message), "{}\n{text}", error.line());
        assert!(error.help().contains(help), "{}\n{text}", error.line());
        assert!(error.line().starts_with(&format!("rules.toml:{line}:{column}: ")), "{}", error.line());
    }
}

#[test]
fn a_colon_in_brackets_is_a_colon() {
    read("r.toml", "[[rules]]\nid = 'a'\nregex = 'a[:]b[[:alpha:]:]'", true).expect("RE2 reads it");
}

#[test]
fn columns_count_characters() {
    let error = read("r.toml", "[[rules]]\nid = 'a'\nregex = 'éé(?=x)'", true).expect_err("look-around");
    assert_eq!(error.place().map(|place| (place.line, place.column)), Some((3, 12)));
}

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in ".{0,200}") {
        let _ = read("r.toml", &text, true);
    }

    #[test]
    fn a_damaged_rule_file_is_read_or_refused_inside_it(start in 0usize..4000, length in 0usize..40, insert in "[\\[\\]='\"a-z0-9\n{}.\\\\]{0,12}") {
        let (name, text) = EMBEDDED[7];
        let boundary = |at: usize| (0..=at.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        let (from, to) = (boundary(start), boundary(start + length));
        let damaged = format!("{}{insert}{}", &text[..from], &text[to..]);
        if let Err(error) = read(name, &damaged, true) {
            let place = error.place().expect("a place");
            prop_assert!(place.line as usize <= damaged.split('\n').count() && place.line > 0 && place.column > 0);
            prop_assert!(!error.help().is_empty());
        }
    }
}
