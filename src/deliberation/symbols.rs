//! Where a text declares names and where it uses them, by the grammar of its language where this build has one.
//!
//! Two tools ask it. It only helps a model to find its way: nothing is decided by it.

use ast_grep_core::tree_sitter::StrDoc;
use ast_grep_core::{AstGrep, Node};
use ast_grep_language::{Language, SupportLang};

use crate::finding::RepoPath;

/// The languages whose grammars are compiled in and read a whole file. (A file of PHP is HTML first, which its grammar does not read.)
const LANGUAGES: &[SupportLang] = &[
    SupportLang::CSharp,
    SupportLang::Go,
    SupportLang::Java,
    SupportLang::JavaScript,
    SupportLang::Python,
    SupportLang::Ruby,
    SupportLang::Rust,
    SupportLang::Tsx,
    SupportLang::TypeScript,
];

/// Parts of the names of nodes whose field `name` uses a name and does not declare one.
const USES: &[&str] =
    &["argument", "invocation", "call", "access", "attribute", "expression", "import", "use_", "scoped", "qualified"];

/// A declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declared {
    /// The name.
    pub name: String,
    /// What it is, in the grammar's words.
    pub kind: String,
    /// Its line, from 1.
    pub line: u32,
}

/// Where a name stands in a text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Occurrences {
    /// Whether a grammar told declarations, uses and comments apart; else every whole word is a use.
    pub parsed: bool,
    /// The lines that declare it, from 1.
    pub declared: Vec<u32>,
    /// The lines that use it.
    pub used: Vec<u32>,
}

/// What the text declares, in its order; nothing where no grammar reads it.
pub fn declarations(path: &RepoPath, text: &str) -> Option<Vec<Declared>> {
    let root = parse(path, text)?;
    let top = root.root();
    let declared = top.dfs().filter_map(|node| {
        let parent = declares(&node)?;
        Some(Declared { name: node.text().into_owned(), kind: parent.kind().into_owned(), line: line(&node) })
    });
    Some(declared.collect())
}

/// Where `name` stands in the text.
pub fn occurrences(path: &RepoPath, text: &str, name: &str) -> Occurrences {
    let Some(root) = parse(path, text) else {
        let lines = text.lines().zip(1..).filter(|(line, _)| holds_word(line, name));
        return Occurrences { used: lines.map(|(_, number)| number).collect(), ..Occurrences::default() };
    };
    let mut found = Occurrences { parsed: true, ..Occurrences::default() };
    let top = root.root();
    for node in top.dfs().filter(|node| node.is_named_leaf() && !node.kind().contains("comment") && node.text() == name) {
        let lines = if declares(&node).is_some() { &mut found.declared } else { &mut found.used };
        lines.push(line(&node));
    }
    found.declared.dedup();
    found.used.dedup();
    found
}

/// Whether `name` stands in the line with no letter, digit or underscore at either side.
pub fn holds_word(line: &str, name: &str) -> bool {
    let of_word = |character: char| character.is_alphanumeric() || character == '_';
    line.match_indices(name).any(|(at, _)| {
        !line[..at].chars().next_back().is_some_and(of_word) && !line[at + name.len()..].chars().next().is_some_and(of_word)
    })
}

fn parse(path: &RepoPath, text: &str) -> Option<AstGrep<StrDoc<SupportLang>>> {
    let language = SupportLang::from_path(path.as_path()).filter(|language| LANGUAGES.contains(language))?;
    StrDoc::try_new(text, language).ok().map(AstGrep::doc)
}

/// The node that declares the name that `node` is.
fn declares<'r>(node: &Node<'r, StrDoc<SupportLang>>) -> Option<Node<'r, StrDoc<SupportLang>>> {
    if !node.is_named_leaf() {
        return None;
    }
    let parent = node.parent()?;
    let kind = parent.kind();
    let is_name = parent.field("name").is_some_and(|name| name.range() == node.range());
    (is_name && !USES.iter().any(|part| kind.contains(part))).then(|| parent.clone())
}

fn line(node: &Node<'_, StrDoc<SupportLang>>) -> u32 {
    u32::try_from(node.start_pos().line() + 1).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn declarations_are_told_from_uses_and_comments() {
        let table = [
            ("a.rs", "// total\nfn total() {}\nfn b() { total(); }\n"),
            ("a.py", "# total\ndef total(): pass\nb(total=total())\n"),
            ("a.js", "// total\nfunction total() {}\nconst b = total();\n"),
            ("a.go", "// total\nfunc total() {}\nfunc b() { total() }\n"),
            ("A.java", "// total\nclass A { void total() {}\nvoid b() { this.total(); } }\n"),
            ("a.rb", "# total\ndef total; end\nb = total()\n"),
            ("a.ts", "// total\nfunction total(): void {}\nconst b = total();\n"),
        ];
        for (path, text) in table {
            let found = occurrences(&RepoPath::from(path), text, "total");
            assert_eq!((found.parsed, found.declared, found.used), (true, vec![2], vec![3]), "{path}");
            let declared = declarations(&RepoPath::from(path), text).expect("a grammar");
            assert!(declared.iter().any(|one| one.name == "total" && one.line == 2), "{path}: {declared:?}");
        }
    }

    #[test]
    fn a_text_without_a_grammar_is_searched_for_whole_words() {
        let found = occurrences(&RepoPath::from("a.txt"), "total\nsubtotal\na total.\n_total\n", "total");
        assert_eq!((found.parsed, found.used), (false, vec![1, 3]));
        assert_eq!(declarations(&RepoPath::from("a.txt"), "x"), None);
    }
}
