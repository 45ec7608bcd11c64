//! Files that are made to break a parser: deep, broken, endless. Each ends, and says what it was.

use std::time::Instant;

use ast_grep_language::SupportLang;

use crate::finding::RepoPath;

use super::super::look::scan;
use super::super::rules::compile_embedded;
use super::look;

#[test]
fn deep_nesting_ends() {
    let depth = 20_000;
    for (language, open, close) in [
        (SupportLang::Python, "f(", ")"),
        (SupportLang::JavaScript, "[", "]"),
        (SupportLang::Go, "(", ")"),
        (SupportLang::Java, "f(", ")"),
        (SupportLang::Ruby, "[", "]"),
        (SupportLang::Rust, "(", ")"),
        (SupportLang::Php, "(", ")"),
        (SupportLang::CSharp, "(", ")"),
    ] {
        let rules = compile_embedded(language).unwrap();
        let rules: Vec<_> = rules.iter().map(|rule| (rule, false)).collect();
        let source = format!("{}1{}", open.repeat(depth), close.repeat(depth));
        // The bound stops it, whether it came to the end or not.
        let deadline = Instant::now() + std::time::Duration::from_secs(1);
        scan(&RepoPath::from("a"), &source, language, &rules, deadline);
    }
}

#[test]
fn a_passed_deadline_is_a_file_that_was_not_looked_at() {
    let rules = compile_embedded(SupportLang::Python).unwrap();
    let rules: Vec<_> = rules.iter().map(|rule| (rule, false)).collect();
    let scan = scan(&RepoPath::from("a"), "eval(x)", SupportLang::Python, &rules, Instant::now());
    assert!(scan.stopped.is_some() && scan.findings.is_empty());
}

#[test]
fn a_syntax_error_is_told_with_its_lines_and_the_rest_is_still_found() {
    let rules = compile_embedded(SupportLang::Python).unwrap();
    let scan = look("eval(x)\n\n)) def\n\nexec(y)\n", SupportLang::Python, &rules);
    assert!(scan.misread.iter().any(|lines| (1..=5).contains(&lines.first)), "{:?}", scan.misread);
    assert!(!scan.findings.is_empty());
    assert!(look("eval(x)\n", SupportLang::Python, &rules).misread.is_empty());
}

#[test]
fn rubbish_ends() {
    for (language, ..) in super::super::language::LANGUAGES {
        let rules = compile_embedded(*language).unwrap();
        for source in ["", "\0\0\0", "\u{202e}x\u{2066}", "((((", "\"", "/*", "<<<X", "\\u{110000}", "é\r\nü\r"] {
            look(source, *language, &rules);
        }
    }
}
