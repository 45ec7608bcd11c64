//! What the generator writes for a sound tree, and which forms of a tree are sound.

use crate::tree::{Edit, LIST, Tree};

/// The text with the tree's own path as `/tree`, laid out again as if it had always been that: where a line breaks depends on
/// the length of the path.
fn portable(tree: &Tree, text: &str) -> String {
    let (head, items) = text.split_once("\n\n").unwrap();
    let file = syn::parse_file(&items.replace(tree.root().to_str().unwrap(), "/tree")).unwrap();
    let alone =
        |item| prettyplease::unparse(&syn::File { shebang: None, frontmatter: None, attrs: Vec::new(), items: vec![item] });
    let items: Vec<String> = file.items.into_iter().map(alone).collect();
    format!("{head}\n\n{}", items.join("\n"))
}

#[test]
fn the_text_lists_modules_present_and_absent_entries() {
    let tree = Tree::sound();
    let generated = tree.generate().unwrap();
    insta::assert_snapshot!("engines", portable(&tree, &generated.engines));
    insta::assert_snapshot!("tools", portable(&tree, &generated.tools));
}

#[test]
fn what_the_text_depends_on_is_watched() {
    let tree = Tree::sound();
    let watched = tree.generate().unwrap().watched;
    let expected = [
        "engines.toml",
        "Cargo.toml",
        "engines",
        "engines/alpha/mod.rs",
        "engines/alpha/README.md",
        "engines/beta-two/mod.rs",
        "engines/beta-two/README.md",
        "tools",
        "tools/read_it/mod.rs",
        "tools/read_it/README.md",
    ];
    assert_eq!(watched, expected);
    assert!(watched.iter().all(|path| tree.root().join(path).exists()));
}

#[test]
fn the_same_tree_gives_the_same_text() {
    let tree = Tree::sound();
    assert_eq!(tree.generate(), tree.generate());
}

#[test]
fn tools_are_optional() {
    let list = LIST.split("[[tool]]").next().unwrap();
    let tree = Tree::edited(&[Edit::Write("engines.toml", list.as_bytes()), Edit::Remove("tools")]);
    let generated = tree.generate().unwrap();
    assert!(generated.tools.contains("pub static TOOLS: &[ToolEntry] = &[];"), "{}", generated.tools);
    // Cargo takes a watched path that does not exist for changed in every build.
    assert!(!generated.watched.iter().any(|path| path.starts_with("tools")));
}

#[test]
fn sources_of_context_are_optional_and_listed_like_engines() {
    let generated = Tree::sound().generate().unwrap();
    assert!(generated.contexts.contains("pub static CONTEXTS: &[ContextEntry] = &[];"), "{}", generated.contexts);
    assert!(!generated.watched.iter().any(|path| path.starts_with("context")));
    let list = format!("{LIST}\n[[context]]\nname = \"team-notes\"\nfeature = \"extra\"\n");
    let tree = Tree::edited(&[
        Edit::Write("engines.toml", list.as_bytes()),
        Edit::Write("context/team-notes/mod.rs", b"//! Tells the notes.\npub fn context(_: &u8) -> u8 { 0 }"),
        Edit::Write("context/team-notes/README.md", b"# team-notes\n"),
    ]);
    let generated = tree.generate().unwrap();
    insta::assert_snapshot!("contexts", portable(&tree, &generated.contexts));
    let watched: Vec<&String> = generated.watched.iter().filter(|path| path.starts_with("context")).collect();
    assert_eq!(watched, ["context", "context/team-notes/mod.rs", "context/team-notes/README.md"]);
}

macro_rules! accepted {
    ($($name:ident: $edits:expr;)*) => {
        $(#[test]
        fn $name() {
            if let Err(refusals) = Tree::edited(&$edits).generate() {
                panic!("refused: {refusals:#?}");
            }
        })*
    };
}

use Edit::{Replace, Write};

accepted! {
    a_list_written_as_one_value: [Write("engines.toml", b"engine = [{ name = 'alpha' }, { name = 'beta-two' }]\ntool = [{ name = 'read_it' }]")];
    a_list_with_carriage_returns: [Write("engines.toml", LIST.replace('\n', "\r\n").as_bytes())];
    a_crate_written_with_a_hyphen: [Replace("engines.toml", "acme_delta", "acme-delta")];
    a_file_beside_the_folders: [Write("engines/README.md", b"# Engines\n")];
    a_block_comment_as_summary: [Replace("engines/alpha/mod.rs", "//! The first.\n//! More of it.", "/*! The first.\n * More of it. */")];
    a_licence_before_the_summary: [Replace("engines/alpha/mod.rs", "//! The first.", "// MIT\n#![cfg_attr(test, allow(unused))]\n//! The first.")];
    an_engine_named_by_a_longer_path: [Replace("engines/alpha/mod.rs", "-> Engine", "-> crate::scanner::Engine")];
    a_const_engine: [Replace("engines/alpha/mod.rs", "pub fn engine", "pub const fn engine")];
    a_tool_that_takes_something: [Replace("tools/read_it/mod.rs", "tool()", "tool(root: &std::path::Path)")];
    a_feature_that_an_optional_dependency_implies: [
        Replace("Cargo.toml", "{ path", "{ optional = true, path"),
        Replace("engines.toml", "crate = \"acme_delta\"", "crate = \"acme_delta\"\nfeature = \"acme-delta\""),
    ];
    a_feature_that_turns_the_dependency_on: [
        Replace("Cargo.toml", "{ path", "{ optional = true, path"),
        Replace("Cargo.toml", "extra = []", "extra = ['dep:acme-delta']"),
        Replace("engines.toml", "crate = \"acme_delta\"", "crate = \"acme_delta\"\nfeature = \"extra\""),
    ];
    a_feature_that_turns_the_dependency_on_through_others: [
        Replace("Cargo.toml", "{ path", "{ optional = true, path"),
        Replace("Cargo.toml", "extra = []", "extra = ['first']\nfirst = ['second', 'extra']\nsecond = ['acme-delta/fast']"),
        Replace("engines.toml", "crate = \"acme_delta\"", "crate = \"acme_delta\"\nfeature = \"extra\""),
    ];
}
