//! The languages that this build can parse, and which of the embedded rules each of them runs.
//!
//! A grammar costs binary size and build time (docs/decisions has the numbers), so only those with embedded rules are compiled in.

use ast_grep_language::{Language, SupportLang};

use crate::finding::RepoPath;

/// The compiled-in languages: the name that rules write, and the folders of embedded rules. TypeScript runs JavaScript's rules,
/// and both of the languages with JSX those about JSX.
pub(super) const LANGUAGES: &[(SupportLang, &str, &[&str])] = &[
    (SupportLang::CSharp, "CSharp", &["csharp"]),
    (SupportLang::Go, "Go", &["go"]),
    (SupportLang::Java, "Java", &["java"]),
    (SupportLang::JavaScript, "JavaScript", &["javascript", "jsx"]),
    (SupportLang::Php, "Php", &["php"]),
    (SupportLang::Python, "Python", &["python"]),
    (SupportLang::Ruby, "Ruby", &["ruby"]),
    (SupportLang::Rust, "Rust", &["rust"]),
    (SupportLang::Tsx, "Tsx", &["javascript", "jsx"]),
    (SupportLang::TypeScript, "TypeScript", &["javascript"]),
];

/// The usual names of their files, for a proposal. Which language a file has, [`of_path`] says.
pub(super) const FILES: &[&str] = &["**/*.{cs,go,java,js,cjs,mjs,jsx,php,py,rb,rs,ts,cts,mts,tsx}"];

/// The language of a file by its name, if this build can parse it.
pub(super) fn of_path(path: &RepoPath) -> Option<SupportLang> {
    SupportLang::from_path(path.as_path()).filter(|language| is_compiled_in(*language))
}

/// Whether the grammar is part of this build. The others must never be asked to parse.
pub(super) fn is_compiled_in(language: SupportLang) -> bool {
    LANGUAGES.iter().any(|(known, ..)| *known == language)
}

/// The folders of embedded rules that a language runs.
pub(super) fn folders(language: SupportLang) -> &'static [&'static str] {
    LANGUAGES.iter().find(|(known, ..)| *known == language).map_or(&[], |(_, _, folders)| folders)
}

/// The names of the compiled-in languages, for a refusal.
pub(super) fn names() -> String {
    LANGUAGES.iter().map(|(_, name, _)| *name).collect::<Vec<_>>().join(", ")
}
