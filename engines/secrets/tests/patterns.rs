//! Expressions: the meaning that Go gives them, the facts, and what is refused.

use proptest::prelude::*;

use super::super::pattern::translate;

#[test]
fn expressions_mean_what_go_means() {
    // Expression, texts that match, texts that do not.
    let table: &[(&str, &[&str], &[&str])] = &[
        (r"a[[]b", &["a[b"], &["a[[]b", "ab"]),
        (r"[a&&b]", &["&", "a", "b"], &["c"]),
        (r"^[+--]$", &["+", ",", "-"], &["."]),
        (r"^[]a]$", &["]", "a"], &["b"]),
        (r"^[^]a]$", &["b"], &["]", "a"]),
        (r"^[~~x]$", &["~", "x"], &["y"]),
        (r"^[\w.-]+$", &["a-b.c_1"], &["a b"]),
        (r"^[[:alpha:][:digit:]_]+$", &["a1_"], &["-"]),
        (r"^[[:^alpha:]]$", &["1"], &["a"]),
        (r"x{,5}", &["x{,5}"], &["xx"]),
        (r"{a}", &["{a}"], &["a"]),
        (r"^a{2}$", &["aa"], &["a", "aaa"]),
        (r"^a{2,}$", &["aa", "aaa"], &["a"]),
        (r"^a{1,2}$", &["a", "aa"], &["aaa"]),
        (r"\Qa.b(\E+", &["a.b(", "a.b(("], &["axb("]),
        (r"\Qa\E", &["a"], &["b"]),
        (r"\<a\>", &["<a>"], &["a"]),
        (r"\_\-\/\@", &["_-/@"], &["x"]),
        (r"^\x41\x{42}\101$", &["ABA"], &["A"]),
        (r"^\0\012$", &["\0\n"], &["0"]),
        (r"^\d$", &["1"], &["\u{661}"]),
        (r"^\w$", &["a"], &["\u{e9}"]),
        (r"^\s$", &[" ", "\t"], &["\u{b}", "\u{a0}"]),
        (r"é\b", &[], &["é "]),
        (r"\ba\b", &["éa"], &["ba"]),
        (r"(?i)abc", &["ABC"], &["abd"]),
        (r"a(?i)b|c", &["aB", "C"], &["Ab"]),
        (r"(?i:a)b", &["Ab"], &["AB"]),
        (r"(?ii)(?)a(?i-i:b)", &["Ab"], &["AB"]),
        (r"a.b", &["axb"], &["a\nb"]),
        (r"(?s)a.b", &["a\nb"], &[]),
        (r"(?s:.)a.b", &["xaxb"], &["xa\nb"]),
        (r"(?m)^b$", &["a\nb\nc"], &["ab"]),
        (r"^b$", &["b"], &["a\nb\nc", "b\n"]),
        (r"b\z", &["ab"], &["b\n"]),
        (r"\Ab", &["b"], &["\nb"]),
        (r"(?P<n>a)(?<m>b)", &["ab"], &["a"]),
        (r"\pL+\P{L}\p{^L}", &["é11"], &["ééé"]),
        (r"[\pN]x", &["1x"], &["ax"]),
        (r"é", &["é"], &["e"]),
        (r"a|", &["", "b"], &[]),
        (r"(|a)b", &["b", "ab"], &["a"]),
        (r"(?U)a+", &["a"], &["b"]),
        (r"a+?b*?", &["a"], &["b"]),
        (r"}]", &["}]"], &["}"]),
    ];
    for (pattern, matching, others) in table {
        let regex = translate(pattern, &[]).unwrap_or_else(|error| panic!("{pattern}: {error:?}")).compile();
        let regex = regex.unwrap_or_else(|error| panic!("{pattern}: {error}"));
        for text in *matching {
            assert!(regex.is_match(text.as_bytes()), "`{pattern}` matches {text:?}");
        }
        for text in *others {
            assert!(!regex.is_match(text.as_bytes()), "`{pattern}` does not match {text:?}");
        }
    }
}

#[test]
fn what_re2_refuses_is_refused_with_its_place() {
    let table = [
        (r"a(?=b)", 1, "look-around"),
        (r"(?!a)", 0, "look-around"),
        (r"(?<=a)b", 0, "look-around"),
        (r"(?<!a)b", 0, "look-around"),
        (r"(a)\1", 3, "back-references"),
        (r"ab(c", 2, "not closed"),
        (r"ab)c", 2, "unexpected `)`"),
        (r"a[bc", 1, "not closed"),
        (r"*a", 0, "nothing to repeat"),
        (r"a|{2}", 2, "nothing to repeat"),
        (r"(?i)*", 4, "nothing to repeat"),
        (r"[a--b]", 1, "ends before it begins"),
        (r"a**", 2, "repeats a repetition"),
        (r"a{2}{3}", 4, "repeats a repetition"),
        (r"a{1001}", 1, "more than 1000"),
        (r"a{3,2}", 1, "ends before it begins"),
        (r"[z-a]", 1, "ends before it begins"),
        (r"[[:nope:]]", 1, "no character class"),
        (r"(?x)a b", 0, "no flag"),
        (r"\k<a>", 0, "no escape"),
        (r"\Z", 0, "no escape"),
        (r"a\", 1, "ends in a backslash"),
        (r"\p{}", 0, "no Unicode property"),
        (r"\xZZ", 0, "hexadecimal"),
        (r"(?P<>a)", 0, "name"),
    ];
    for (pattern, offset, message) in table {
        let error = translate(pattern, &[]).expect_err(pattern);
        assert_eq!(error.offset, offset, "{pattern}: {error:?}");
        assert!(error.message.contains(message), "{pattern}: {error:?}");
    }
    let nested = "(".repeat(200) + &")".repeat(200);
    assert!(translate(&nested, &[]).expect_err("deep").message.contains("nest"));
}

/// Expression, keywords, greatest length, may cross a line, always contains a keyword.
type Row = (&'static str, &'static [&'static str], Option<usize>, bool, bool);

#[test]
fn facts_err_on_the_safe_side() {
    let table: &[Row] = &[
        (r"\bghp_[0-9A-Za-z]{36}\b", &["ghp_"], Some(40), false, true),
        (r"(?:sk|rk)_(?:live|test)_\w{24}", &["sk_live_", "sk_test_", "rk_live_", "rk_test_"], Some(32), false, true),
        (r"(?:sk|rk)_(?:live|test)_\w{24}", &["sk_live_"], Some(32), false, false),
        (r"(?i)api[_-]?key=\d+", &["api_key", "api-key", "apikey"], None, false, true),
        (r"(?i)API_KEY", &["api_key"], Some(7), false, true),
        (r"a(?:token)?b", &["token"], Some(7), false, false),
        (r"a(?:token)+b", &["token"], None, false, true),
        (r"(?:token|secret)x", &["token"], Some(7), false, false),
        (r"(?:token|x\d+token)x", &["token"], None, false, true),
        (r"[0-9]Q~a", &["0q~", "1q~", "2q~", "3q~", "4q~", "5q~", "6q~", "7q~", "8q~", "9q~"], Some(4), false, true),
        (r"t\s{1,2}k", &[], Some(4), true, false),
        (r"[^a]", &[], Some(1), true, false),
        (r"a.c", &[], Some(3), false, false),
        (r"(?s)a.c", &[], Some(3), true, false),
        (r"a\Dc", &[], Some(3), true, false),
        (r"a\nb", &[], Some(3), true, false),
        (r"(?i)tokené", &["token"], None, true, false),
        (r"tok\ben", &["token"], Some(5), false, true),
        (r"(?:to){2}ken", &["totoken"], Some(7), false, true),
        (r"token", &[""], Some(5), false, true),
    ];
    for (pattern, keywords, longest, newline, certain) in table {
        let keywords: Vec<String> = keywords.iter().map(|keyword| (*keyword).to_owned()).collect();
        let facts = translate(pattern, &keywords).unwrap_or_else(|error| panic!("{pattern}: {error:?}"));
        assert_eq!((facts.longest, facts.newline, facts.certain), (*longest, *newline, *certain), "{pattern}");
    }
}

/// Texts that are mostly close to expressions.
fn expressions() -> impl Strategy<Value = String> {
    let parts = prop::sample::select(vec![
        "a",
        "Z",
        "9",
        "é",
        "(",
        ")",
        "(?:",
        "(?i)",
        "(?P<n>",
        "[",
        "]",
        "[^",
        "-",
        "&&",
        "{2}",
        "{,",
        "{1,3}",
        "*",
        "+",
        "?",
        "|",
        ".",
        "^",
        "$",
        "\\",
        "\\b",
        "\\w",
        "\\S",
        "\\pL",
        "\\p{",
        "\\x4",
        "\\x{e9}",
        "\\Q",
        "\\E",
        "\\1",
        "[:alpha:]",
        "<",
        " ",
        "\n",
    ]);
    prop::collection::vec(parts, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #[test]
    fn whatever_translates_also_compiles_and_keeps_its_facts(pattern in expressions(), text in "[aZ9é()\\-\n ]{0,12}") {
        if let Ok(translated) = translate(&pattern, &["a".to_owned()]) {
            let regex = translated.compile();
            prop_assert!(regex.is_ok() || pattern.contains("\\p"), "`{}`: {:?}", pattern, regex);
            for found in regex.iter().flat_map(|regex| regex.find_iter(text.as_bytes()).collect::<Vec<_>>()) {
                prop_assert!(translated.longest.is_none_or(|longest| found.len() <= longest), "`{}` in {:?}", pattern, text);
                prop_assert!(translated.newline || !found.as_bytes().contains(&b'\n'), "`{}` in {:?}", pattern, text);
                let keyword = found.as_bytes().to_ascii_lowercase().contains(&b'a');
                prop_assert!(!translated.certain || keyword, "`{}` in {:?}", pattern, text);
            }
        }
    }

    #[test]
    fn no_text_makes_the_translation_panic(pattern in ".{0,40}") {
        let _ = translate(&pattern, &[]).map(|translated| translated.compile());
    }
}
