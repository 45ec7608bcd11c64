//! Properties: the order of the list, and that no text makes the generator do anything but answer.

use proptest::collection::{btree_set, vec};
use proptest::prelude::*;

use crate::tree::{CARGO, Tree, engine};

/// Names that are valid and no keywords.
fn names() -> impl Strategy<Value = Vec<String>> {
    let name =
        "[a-z][a-z0-9-]{0,6}".prop_filter("a keyword", |name| syn::parse_str::<syn::Ident>(&name.replace('-', "_")).is_ok());
    btree_set(name, 1..6).prop_map(|names| names.into_iter().collect())
}

/// A tree of engines listed in the given order.
fn tree_of(names: &[String]) -> Tree {
    let tree = Tree::empty();
    tree.write("Cargo.toml", CARGO);
    tree.write("engines.toml", names.iter().map(|name| format!("[[engine]]\nname = \"{name}\"\n")).collect::<String>());
    for name in names {
        tree.write(&format!("engines/{name}/mod.rs"), engine("It looks."));
        tree.write(&format!("engines/{name}/README.md"), "# It\n");
    }
    tree
}

/// Lines of a manifest: right, almost right and wrong, with the characters that would break a line of output.
fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("[[engine]]".to_owned()),
        Just("[[tool]]".to_owned()),
        Just("name = \"alpha\"".to_owned()),
        "(name|feature|crate|nmae|engine|é) = (\"\\PC{0,6}\"|[0-9]{1,3}|true|\\[\\]|\\{\\})",
        "[a-z\\[\\]\"'=#é\u{202e}\u{7}\r\\\\ ]{0,12}",
        "name = \"(\\\\n|\\\\u202E|\\\\u001B|\\\\r){1,3}\"",
    ];
    vec(line, 0..8).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_list_is_accepted_exactly_when_it_is_sorted(
        (sorted, listed) in names().prop_flat_map(|names| (Just(names.clone()), Just(names).prop_shuffle())),
    ) {
        match tree_of(&listed).generate() {
            Ok(generated) => {
                prop_assert_eq!(&listed, &sorted);
                let places: Vec<_> = listed.iter().map(|name| generated.engines.find(&format!("name: \"{name}\","))).collect();
                prop_assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{}", generated.engines);
            }
            Err(refusals) => {
                prop_assert_ne!(&listed, &sorted);
                for refusal in &refusals {
                    prop_assert!(refusal.message.starts_with("not in alphabetical order: "), "{}", refusal);
                }
            }
        }
    }

    #[test]
    fn doing_what_the_help_says_sorts_the_list(names in names().prop_shuffle()) {
        let mut listed = names.clone();
        // Each move lifts one entry above a greater one, so that there are never more moves than pairs.
        for _ in 0..=names.len() * names.len() {
            let Err(refusals) = tree_of(&listed).generate() else { return Ok(()) };
            let words: Vec<&str> = refusals[0].help.split('`').collect();
            let (moved, above) = (words[1].to_owned(), words[3]);
            listed.retain(|name| *name != moved);
            let place = listed.iter().position(|name| name == above).unwrap();
            listed.insert(place, moved);
        }
        prop_assert!(false, "still refused: {listed:?}");
    }

    #[test]
    fn every_text_is_answered_with_places_inside_it_and_harmless_lines(text in lines()) {
        let tree = Tree::sound();
        tree.write("engines.toml", &text);
        for refusal in tree.generate().err().into_iter().flatten() {
            prop_assert_eq!(&refusal.file, "engines.toml");
            let line = text.split('\n').nth(refusal.line - 1);
            prop_assert!(line.is_some_and(|line| (1..=line.chars().count() + 1).contains(&refusal.column)), "{:?}", refusal);
            let shown = refusal.to_string();
            let lines: Vec<&str> = shown.split('\n').collect();
            prop_assert_eq!(lines.len(), 2);
            let unsafe_to_show = |c: char| c.is_control() || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
            prop_assert!(!lines.iter().any(|line| line.contains(unsafe_to_show)), "{:?}", shown);
        }
    }
}
