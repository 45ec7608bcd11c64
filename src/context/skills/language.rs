//! Which language a file is in, by its name, and the names that people have for languages.
//!
//! The table is for selectors alone; it decides nothing about how an engine reads a file.

use crate::finding::RepoPath;

/// A language: its name, what else people call it, and the extensions or whole names of its files.
struct Language {
    name: &'static str,
    aliases: &'static [&'static str],
    extensions: &'static [&'static str],
    names: &'static [&'static str],
}

const fn language(name: &'static str, aliases: &'static [&'static str], extensions: &'static [&'static str]) -> Language {
    Language { name, aliases, extensions, names: &[] }
}

static LANGUAGES: &[Language] = &[
    Language { names: &["makefile", "gnumakefile"], ..language("make", &["makefile"], &["mk"]) },
    Language { names: &["dockerfile", "containerfile"], ..language("dockerfile", &["docker"], &["dockerfile"]) },
    language("c", &[], &["c", "h"]),
    language("cpp", &["c++", "cxx"], &["cc", "cpp", "cxx", "hh", "hpp", "hxx"]),
    language("csharp", &["c#", "cs", "dotnet"], &["cs"]),
    language("css", &[], &["css", "scss", "less"]),
    language("elixir", &[], &["ex", "exs"]),
    language("go", &["golang"], &["go"]),
    language("html", &[], &["html", "htm"]),
    language("java", &[], &["java"]),
    language("javascript", &["js", "jsx", "node"], &["cjs", "js", "jsx", "mjs"]),
    language("json", &[], &["json"]),
    language("kotlin", &["kt"], &["kt", "kts"]),
    language("markdown", &["md"], &["markdown", "md"]),
    language("php", &[], &["php"]),
    language("python", &["py", "python3"], &["py", "pyi"]),
    language("ruby", &["rb"], &["rake", "rb"]),
    language("rust", &["rs"], &["rs"]),
    language("scala", &[], &["scala"]),
    language("shell", &["bash", "sh", "zsh"], &["bash", "sh", "zsh"]),
    language("sql", &[], &["sql"]),
    language("swift", &[], &["swift"]),
    language("terraform", &["hcl", "tf"], &["tf", "tfvars"]),
    language("toml", &[], &["toml"]),
    language("typescript", &["ts", "tsx"], &["cts", "mts", "ts", "tsx"]),
    language("yaml", &["yml"], &["yaml", "yml"]),
];

/// The name of the language that people call `word`, in any case; nothing when nobody is known to.
pub(super) fn named(word: &str) -> Option<&'static str> {
    let word = word.to_lowercase();
    let found = LANGUAGES.iter().find(|language| language.name == word || language.aliases.contains(&word.as_str()));
    found.map(|language| language.name)
}

/// The language of a file, by its name.
pub(super) fn of(path: &RepoPath) -> Option<&'static str> {
    let name = path.file_name().to_string().to_lowercase();
    let extension = path.extension().map(|extension| extension.to_string().to_lowercase());
    let fits = |language: &&Language| {
        language.names.contains(&name.as_str())
            || extension.as_deref().is_some_and(|extension| language.extensions.contains(&extension))
    };
    LANGUAGES.iter().find(fits).map(|language| language.name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_aliases_meet_in_one_name() {
        for (word, path) in [("ts", "a/b.TSX"), ("Golang", "main.go"), ("py", "x.pyi"), ("docker", "Dockerfile"), ("c#", "A.cs")]
        {
            assert!(named(word).is_some() && named(word) == of(&path.into()), "{word} {path}");
        }
        assert_eq!((named("klingon"), of(&"LICENSE".into()), of(&"a.unknown".into())), (None, None, None));
    }

    #[test]
    fn no_word_and_no_extension_means_two_languages() {
        let words: Vec<&str> = LANGUAGES.iter().flat_map(|one| [&[one.name], one.aliases].concat()).collect();
        let extensions: Vec<&str> = LANGUAGES.iter().flat_map(|one| one.extensions).copied().collect();
        for list in [words, extensions] {
            let once: std::collections::BTreeSet<&str> = list.iter().copied().collect();
            assert_eq!(once.len(), list.len(), "{list:?}");
        }
    }
}
