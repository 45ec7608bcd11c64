//! One test for each refusal: the edit that breaks a sound tree, and every line that is then shown.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::tree::Edit::{self, Remove, Replace, Write};
use crate::tree::Tree;

fn shown(tree: &Tree) -> String {
    match tree.generate() {
        Ok(generated) => panic!("not refused:\n{}", generated.engines),
        Err(refusals) => refusals.iter().map(|refusal| format!("{refusal}\n")).collect(),
    }
}

fn assert_refused(edits: &[Edit<'_>], expected: &[&str]) {
    let shown = shown(&Tree::edited(edits));
    assert_eq!(shown.lines().collect::<Vec<_>>(), expected, "\n{shown}");
}

macro_rules! refused {
    ($($name:ident: $edits:expr => $expected:expr;)*) => { $(#[test] fn $name() { assert_refused(&$edits, &$expected); })* };
}

// The list itself.
refused! {
    not_toml: [Replace("engines.toml", "\"alpha\"", "alpha")] => [
        "engines.toml:2:8: error: not valid TOML: string values must be quoted, expected literal string",
        "  = help: correct the TOML; an entry is a line `[[engine]]`, `[[tool]]` or `[[context]]`, then `name = \"…\"`",
    ];
    not_toml_in_two_places: [Replace("engines.toml", "\"alpha\"", "alpha"), Replace("engines.toml", "[[tool]]", "[[tool]")] => [
        "engines.toml:2:8: error: not valid TOML: string values must be quoted, expected literal string",
        "  = help: correct the TOML; an entry is a line `[[engine]]`, `[[tool]]` or `[[context]]`, then `name = \"…\"`",
        "engines.toml:12:8: error: not valid TOML: unclosed array table, expected `]`",
        "  = help: correct the TOML; an entry is a line `[[engine]]`, `[[tool]]` or `[[context]]`, then `name = \"…\"`",
    ];
    a_key_twice: [Replace("engines.toml", "feature = \"extra\"", "feature = \"extra\"\nfeature = \"extra\"")] => [
        "engines.toml:7:1: error: not valid TOML: duplicate key",
        "  = help: correct the TOML; an entry is a line `[[engine]]`, `[[tool]]` or `[[context]]`, then `name = \"…\"`",
    ];
    no_list: [Remove("engines.toml")] => [
        "engines.toml:1:1: error: the file is missing",
        "  = help: create it: it is the closed list of engines, tools and sources of context",
    ];
    a_list_that_is_not_utf_8: [Write("engines.toml", b"# \xc3\xa9\n# \xc3\xa9\xff\n")] => [
        "engines.toml:2:4: error: not UTF-8 from here on",
        "  = help: make it a readable UTF-8 file",
    ];
    an_empty_file: [Write("engines.toml", b"")] => [
        "engines.toml:1:1: error: the list of engines is empty",
        "  = help: add an `[[engine]]` table with a `name`: a binary without engines could verify nothing",
        "engines.toml:1:1: error: no entry names the folder engines/alpha/",
        "  = help: add `[[engine]]` with `name = \"alpha\"` here, or remove the folder",
        "engines.toml:1:1: error: no entry names the folder engines/beta-two/",
        "  = help: add `[[engine]]` with `name = \"beta-two\"` here, or remove the folder",
        "engines.toml:1:1: error: no entry names the folder tools/read_it/",
        "  = help: add `[[tool]]` with `name = \"read_it\"` here, or remove the folder",
    ];
    an_empty_list: [Write("engines.toml", b"# None.\nengine = []\n")] => [
        "engines.toml:2:1: error: the list of engines is empty",
        "  = help: add an `[[engine]]` table with a `name`: a binary without engines could verify nothing",
        "engines.toml:3:1: error: no entry names the folder engines/alpha/",
        "  = help: add `[[engine]]` with `name = \"alpha\"` here, or remove the folder",
        "engines.toml:3:1: error: no entry names the folder engines/beta-two/",
        "  = help: add `[[engine]]` with `name = \"beta-two\"` here, or remove the folder",
        "engines.toml:3:1: error: no entry names the folder tools/read_it/",
        "  = help: add `[[tool]]` with `name = \"read_it\"` here, or remove the folder",
    ];
    a_list_of_tools_only: [Write("engines.toml", b"[[tool]]\nname = \"read_it\"\n")] => [
        "engines.toml:1:1: error: the list of engines is empty",
        "  = help: add an `[[engine]]` table with a `name`: a binary without engines could verify nothing",
        "engines.toml:3:1: error: no entry names the folder engines/alpha/",
        "  = help: add `[[engine]]` with `name = \"alpha\"` here, or remove the folder",
        "engines.toml:3:1: error: no entry names the folder engines/beta-two/",
        "  = help: add `[[engine]]` with `name = \"beta-two\"` here, or remove the folder",
    ];
    a_misspelt_key: [Replace("engines.toml", "feature", "featrue")] => [
        "engines.toml:6:1: error: unknown key `featrue`",
        "  = help: did you mean `feature`? the keys are `name`, `feature` and `crate`",
    ];
    a_key_like_no_other: [Replace("engines.toml", "name = \"beta-two\"", "enabled = true\nname = \"beta-two\"")] => [
        "engines.toml:5:1: error: unknown key `enabled`",
        "  = help: the keys are `name`, `feature` and `crate`",
    ];
    a_key_behind_letters_of_several_bytes: [Write("engines.toml", "engine = [{ \"é\u{1f980}\" = 1, name = \"alpha\" }]".as_bytes())] => [
        "engines.toml:1:13: error: unknown key `é🦀`",
        "  = help: the keys are `name`, `feature` and `crate`",
        "engines.toml:1:40: error: no entry names the folder engines/beta-two/",
        "  = help: add `[[engine]]` with `name = \"beta-two\"` here, or remove the folder",
        "engines.toml:1:40: error: no entry names the folder tools/read_it/",
        "  = help: add `[[tool]]` with `name = \"read_it\"` here, or remove the folder",
    ];
    a_misspelt_table: [Replace("engines.toml", "[[tool]]", "[[tools]]")] => [
        "engines.toml:12:3: error: unknown table `tools`",
        "  = help: did you mean `tool`? the tables are `[[engine]]`, `[[tool]]` and `[[context]]`",
    ];
    a_key_outside_the_tables: [Replace("engines.toml", "[[engine]]\nname = \"alpha\"", "version = 1\n[[engine]]\nname = \"alpha\"")] => [
        "engines.toml:1:1: error: unknown key `version`",
        "  = help: the tables are `[[engine]]`, `[[tool]]` and `[[context]]`",
    ];
    a_single_table: [Write("engines.toml", b"[engine]\nname = \"alpha\"\n")] => [
        "engines.toml:1:1: error: `engine` must be a list of tables, not a table",
        "  = help: write `[[engine]]`, with two brackets, once for each engine",
    ];
    a_list_of_names: [Write("engines.toml", b"engine = [\"alpha\", \"beta-two\"]\n")] => [
        "engines.toml:1:11: error: each element of `engine` must be a table, not a string",
        "  = help: write `[[engine]]`, with two brackets, once for each engine",
        "engines.toml:1:20: error: each element of `engine` must be a table, not a string",
        "  = help: write `[[engine]]`, with two brackets, once for each engine",
    ];
    a_name_that_is_no_string: [Replace("engines.toml", "\"alpha\"", "3")] => [
        "engines.toml:2:8: error: `name` must be a string, not an integer",
        "  = help: write `name = \"…\"`",
    ];
    a_feature_that_is_no_string: [Replace("engines.toml", "\"extra\"", "true")] => [
        "engines.toml:6:11: error: `feature` must be a string, not a boolean",
        "  = help: write `feature = \"…\"`",
    ];
    a_crate_that_is_no_string: [Replace("engines.toml", "\"acme_delta\"", "[\"acme_delta\"]")] => [
        "engines.toml:10:9: error: `crate` must be a string, not an array",
        "  = help: write `crate = \"…\"`",
    ];
    no_name: [Replace("engines.toml", "name = \"beta-two\"\n", "")] => [
        "engines.toml:4:1: error: this `[[engine]]` has no `name`",
        "  = help: add `name = \"…\"`, the name of the folder under engines/",
    ];
}

// The names.
refused! {
    an_engine_twice: [Replace("engines.toml", "\"beta-two\"", "\"alpha\""), Remove("engines/beta-two")] => [
        "engines.toml:5:8: error: the engine `alpha` is listed twice",
        "  = help: remove this entry or the one in line 2",
    ];
    an_upper_case_name: [Replace("engines.toml", "\"alpha\"", "\"Alpha\""), Remove("engines/alpha")] => [
        "engines.toml:2:8: error: `Alpha` is not the name of an entry in `[[engine]]`: that is `[a-z][a-z0-9-]*`",
        "  = help: use a lower-case letter, then lower-case letters, digits and `-`",
    ];
    an_engine_named_like_a_tool: [Replace("engines.toml", "beta-two", "beta_two"), Remove("engines/beta-two")] => [
        "engines.toml:5:8: error: `beta_two` is not the name of an entry in `[[engine]]`: that is `[a-z][a-z0-9-]*`",
        "  = help: use a lower-case letter, then lower-case letters, digits and `-`",
    ];
    a_tool_named_like_an_engine: [Replace("engines.toml", "read_it", "read-it"), Remove("tools/read_it")] => [
        "engines.toml:13:8: error: `read-it` is not the name of an entry in `[[tool]]`: that is `[a-z][a-z0-9_]*`",
        "  = help: use a lower-case letter, then lower-case letters, digits and `_`",
    ];
    a_name_that_leads_elsewhere: [Replace("engines.toml", "\"alpha\"", "\"../alpha\""), Remove("engines/alpha")] => [
        "engines.toml:2:8: error: `../alpha` is not the name of an entry in `[[engine]]`: that is `[a-z][a-z0-9-]*`",
        "  = help: use a lower-case letter, then lower-case letters, digits and `-`",
    ];
    an_empty_name: [Replace("engines.toml", "\"alpha\"", "\"\""), Remove("engines/alpha")] => [
        "engines.toml:2:8: error: `` is not the name of an entry in `[[engine]]`: that is `[a-z][a-z0-9-]*`",
        "  = help: use a lower-case letter, then lower-case letters, digits and `-`",
    ];
    a_name_that_would_break_the_line: [Replace("engines.toml", "\"alpha\"", "\"a\\n\\u202Eb\\u001B[1m\""), Remove("engines/alpha")] => [
        "engines.toml:2:8: error: `a\\n\\u{202e}b\\u{1b}[1m` is not the name of an entry in `[[engine]]`: that is `[a-z][a-z0-9-]*`",
        "  = help: use a lower-case letter, then lower-case letters, digits and `-`",
    ];
    a_keyword: [Replace("engines.toml", "\"alpha\"", "\"as\""), Remove("engines/alpha")] => [
        "engines.toml:2:8: error: `as` is a keyword of Rust and cannot name a module",
        "  = help: choose another name, for the entry and for its folder",
    ];
    engines_out_of_order: [
        Write("engines.toml", b"[[engine]]\nname = \"delta\"\ncrate = \"acme_delta\"\n[[engine]]\nname = \"alpha\"\n[[engine]]\nname = \"beta-two\"\n[[tool]]\nname = \"read_it\"\n"),
    ] => [
        "engines.toml:5:8: error: not in alphabetical order: `alpha` comes after `delta`",
        "  = help: move the entry of `alpha` above the one of `delta`",
        "engines.toml:7:8: error: not in alphabetical order: `beta-two` comes after `delta`",
        "  = help: move the entry of `beta-two` above the one of `delta`",
    ];
    tools_out_of_order: [
        Replace("engines.toml", "name = \"read_it\"", "name = \"read_it\"\n[[tool]]\nname = \"list_it\""),
        Write("tools/list_it/mod.rs", b"//! Lists it.\npub fn tool() -> u8 { 0 }"),
        Write("tools/list_it/README.md", b""),
    ] => [
        "engines.toml:15:8: error: not in alphabetical order: `list_it` comes after `read_it`",
        "  = help: move the entry of `list_it` above the one of `read_it`",
    ];
}

// The folders.
refused! {
    no_folder: [Remove("engines/alpha")] => [
        "engines.toml:2:8: error: the engine `alpha` has no folder engines/alpha/",
        "  = help: create engines/alpha/mod.rs and engines/alpha/README.md",
    ];
    no_folder_but_one_of_a_similar_name: [Replace("engines.toml", "\"alpha\"", "\"alhpa\"")] => [
        "engines.toml:2:8: error: the engine `alhpa` has no folder engines/alhpa/",
        "  = help: did you mean `alpha`? else create engines/alhpa/mod.rs and engines/alhpa/README.md",
        "engines.toml:5:8: error: no entry names the folder engines/alpha/",
        "  = help: add `[[engine]]` with `name = \"alpha\"` before `beta-two`, or remove the folder",
    ];
    a_file_for_a_folder: [Remove("engines/alpha"), Write("engines/alpha", b"")] => [
        "engines.toml:2:8: error: the engine `alpha` has no folder engines/alpha/",
        "  = help: create engines/alpha/mod.rs and engines/alpha/README.md",
    ];
    no_folder_of_folders: [Remove("engines")] => [
        "engines.toml:2:8: error: the engine `alpha` has no folder engines/alpha/",
        "  = help: create engines/alpha/mod.rs and engines/alpha/README.md",
        "engines.toml:5:8: error: the engine `beta-two` has no folder engines/beta-two/",
        "  = help: create engines/beta-two/mod.rs and engines/beta-two/README.md",
    ];
    a_file_for_the_folder_of_folders: [Remove("tools"), Write("tools", b"")] => [
        "engines.toml:13:8: error: the tool `read_it` has no folder tools/read_it/",
        "  = help: create tools/read_it/mod.rs and tools/read_it/README.md",
        "tools:1:1: error: cannot be listed: Not a directory (os error 20)",
        "  = help: make it a readable directory",
    ];
    no_module: [Remove("engines/alpha/mod.rs")] => [
        "engines.toml:2:8: error: engines/alpha/mod.rs is missing",
        "  = help: create it with `pub fn engine() -> Engine`",
    ];
    no_manual: [Remove("tools/read_it/README.md")] => [
        "engines.toml:13:8: error: tools/read_it/README.md is missing",
        "  = help: write it: it is the manual that the binary carries",
    ];
    neither: [Remove("engines/alpha/mod.rs"), Remove("engines/alpha/README.md")] => [
        "engines.toml:2:8: error: engines/alpha/README.md is missing",
        "  = help: write it: it is the manual that the binary carries",
        "engines.toml:2:8: error: engines/alpha/mod.rs is missing",
        "  = help: create it with `pub fn engine() -> Engine`",
    ];
    a_module_that_is_not_utf_8: [Write("engines/alpha/mod.rs", b"//! A.\n//! \xff")] => [
        "engines/alpha/mod.rs:2:5: error: not UTF-8 from here on",
        "  = help: make it a readable UTF-8 file",
    ];
    a_manual_that_is_not_utf_8: [Write("engines/alpha/README.md", b"\xff")] => [
        "engines/alpha/README.md:1:1: error: not UTF-8 from here on",
        "  = help: make it a readable UTF-8 file",
    ];
    a_manual_that_is_a_folder: [Remove("engines/alpha/README.md"), Write("engines/alpha/README.md/x", b"")] => [
        "engines/alpha/README.md:1:1: error: cannot be read: Is a directory (os error 21)",
        "  = help: make it a readable UTF-8 file",
    ];
    a_folder_that_no_entry_names: [Write("engines/another/x", b"")] => [
        "engines.toml:5:8: error: no entry names the folder engines/another/",
        "  = help: add `[[engine]]` with `name = \"another\"` before `beta-two`, or remove the folder",
    ];
    a_last_folder_that_no_entry_names: [Write("tools/write_it/x", b"")] => [
        "engines.toml:14:1: error: no entry names the folder tools/write_it/",
        "  = help: add `[[tool]]` with `name = \"write_it\"` here, or remove the folder",
    ];
    a_folder_whose_name_would_break_the_line: [Write("engines/a\nb\u{202e}/x", b"")] => [
        "engines.toml:2:8: error: no entry names the folder engines/a\\nb\\u{202e}/",
        "  = help: rename it to the form `[a-z][a-z0-9-]*` and add its `[[engine]]`, or remove it",
    ];
    a_folder_that_no_entry_can_name: [Write("engines/Old engines/x", b"")] => [
        "engines.toml:2:8: error: no entry names the folder engines/Old engines/",
        "  = help: rename it to the form `[a-z][a-z0-9-]*` and add its `[[engine]]`, or remove it",
    ];
}

// The modules.
refused! {
    a_module_that_does_not_parse: [Replace("engines/alpha/mod.rs", "::Engine;", "::Engine")] => [
        "engines/alpha/mod.rs:6:1: error: does not parse as Rust: expected `;`",
        "  = help: correct the module: it must be Rust of the edition that cargo compiles",
    ];
    a_module_with_an_open_bracket: [Replace("engines/alpha/mod.rs", "\n}", "")] => [
        "engines/alpha/mod.rs:6:27: error: does not parse as Rust: cannot parse string into token stream",
        "  = help: correct the module: it must be Rust of the edition that cargo compiles",
    ];
    an_empty_module: [Write("engines/alpha/mod.rs", b"")] => [
        "engines/alpha/mod.rs:1:1: error: the module has no summary",
        "  = help: begin the module with `//! ` and one sentence: it is the engine's summary",
        "engines/alpha/mod.rs:1:1: error: the module has no function `engine`",
        "  = help: write `pub fn engine() -> Engine` in this file: a re-export does not count",
    ];
    no_summary: [Replace("engines/alpha/mod.rs", "//! The first.\n//! More of it.", "// The first.")] => [
        "engines/alpha/mod.rs:1:1: error: the module has no summary",
        "  = help: begin the module with `//! ` and one sentence: it is the engine's summary",
    ];
    an_empty_summary: [Replace("engines/alpha/mod.rs", "//! The first.", "//!")] => [
        "engines/alpha/mod.rs:1:1: error: the module has no summary",
        "  = help: begin the module with `//! ` and one sentence: it is the engine's summary",
    ];
    a_summary_from_elsewhere: [
        Replace("engines/alpha/mod.rs", "//! The first.\n//! More of it.", "#![doc = include_str!(\"README.md\")]"),
    ] => [
        "engines/alpha/mod.rs:1:1: error: the module has no summary",
        "  = help: begin the module with `//! ` and one sentence: it is the engine's summary",
    ];
    no_entry_function: [Replace("engines/alpha/mod.rs", "pub fn engine", "pub fn motor")] => [
        "engines/alpha/mod.rs:1:1: error: the module has no function `engine`",
        "  = help: write `pub fn engine() -> Engine` in this file: a re-export does not count",
    ];
    a_tool_without_entry_function: [Replace("tools/read_it/mod.rs", "pub fn tool", "pub fn engine")] => [
        "tools/read_it/mod.rs:1:1: error: the module has no function `tool`",
        "  = help: write `pub fn tool(…) -> …` in this file: a re-export does not count",
    ];
    a_re_export_for_the_entry_function: [Write("engines/alpha/mod.rs", b"//! It looks.\nmod inner;\npub use inner::engine;\n")] => [
        "engines/alpha/mod.rs:1:1: error: the module has no function `engine`",
        "  = help: write `pub fn engine() -> Engine` in this file: a re-export does not count",
    ];
    a_private_entry_function: [Replace("engines/alpha/mod.rs", "pub fn", "fn")] => [
        "engines/alpha/mod.rs:6:4: error: the function `engine` is not `pub`",
        "  = help: write it as `pub fn engine() -> Engine`",
    ];
    an_entry_function_for_the_crate_only: [Replace("engines/alpha/mod.rs", "pub fn", "pub(crate) fn")] => [
        "engines/alpha/mod.rs:6:15: error: the function `engine` is not `pub`",
        "  = help: write it as `pub fn engine() -> Engine`",
    ];
    an_engine_that_takes_something: [Replace("engines/alpha/mod.rs", "engine()", "engine(root: &str)")] => [
        "engines/alpha/mod.rs:6:8: error: the function `engine` has the wrong signature",
        "  = help: write it as `pub fn engine() -> Engine`",
    ];
    an_engine_that_is_something_else: [Replace("engines/alpha/mod.rs", "-> Engine", "-> Option<Engine>")] => [
        "engines/alpha/mod.rs:6:8: error: the function `engine` has the wrong signature",
        "  = help: write it as `pub fn engine() -> Engine`",
    ];
    an_engine_of_several_types: [Replace("engines/alpha/mod.rs", "engine()", "engine<T>()")] => [
        "engines/alpha/mod.rs:6:8: error: the function `engine` has the wrong signature",
        "  = help: write it as `pub fn engine() -> Engine`",
    ];
    an_engine_that_answers_nothing: [Replace("engines/alpha/mod.rs", " -> Engine", "")] => [
        "engines/alpha/mod.rs:6:8: error: the function `engine` has the wrong signature",
        "  = help: write it as `pub fn engine() -> Engine`",
    ];
    an_engine_to_wait_for: [Replace("engines/alpha/mod.rs", "pub fn", "pub async fn")] => [
        "engines/alpha/mod.rs:6:14: error: the function `engine` has the wrong signature",
        "  = help: write it as `pub fn engine() -> Engine`",
    ];
    an_unsafe_engine: [Replace("engines/alpha/mod.rs", "pub fn", "pub unsafe fn")] => [
        "engines/alpha/mod.rs:6:15: error: the function `engine` has the wrong signature",
        "  = help: write it as `pub fn engine() -> Engine`",
    ];
    an_engine_with_a_foreign_calling_convention: [Replace("engines/alpha/mod.rs", "pub fn", "pub extern \"C\" fn")] => [
        "engines/alpha/mod.rs:6:19: error: the function `engine` has the wrong signature",
        "  = help: write it as `pub fn engine() -> Engine`",
    ];
    a_tool_that_answers_nothing: [Replace("tools/read_it/mod.rs", " -> crate::Tool", "")] => [
        "tools/read_it/mod.rs:3:8: error: the function `tool` has the wrong signature",
        "  = help: write it as `pub fn tool(…) -> …`",
    ];
}

// Cargo.toml.
refused! {
    no_package: [Remove("Cargo.toml")] => [
        "Cargo.toml:1:1: error: the file is missing",
        "  = help: run cargo in the directory of a package",
    ];
    a_package_that_is_not_toml: [Replace("Cargo.toml", "[features]", "[features")] => [
        "Cargo.toml:4:10: error: not valid TOML: unclosed table, expected `]`",
        "  = help: correct it: cargo reads the same file",
    ];
    no_such_feature: [Replace("engines.toml", "\"extra\"", "\"experimental\"")] => [
        "engines.toml:6:11: error: Cargo.toml has no feature `experimental`",
        "  = help: add `experimental = []` under `[features]` in Cargo.toml",
    ];
    a_misspelt_feature: [Replace("engines.toml", "\"extra\"", "\"extar\"")] => [
        "engines.toml:6:11: error: Cargo.toml has no feature `extar`",
        "  = help: did you mean `extra`? else add `extar = []` under `[features]` in Cargo.toml",
    ];
    no_such_dependency: [Replace("engines.toml", "\"acme_delta\"", "\"serde\"")] => [
        "engines.toml:10:9: error: Cargo.toml has no dependency `serde`",
        "  = help: add `serde` under `[dependencies]` in Cargo.toml",
    ];
    a_misspelt_dependency: [Replace("engines.toml", "\"acme_delta\"", "\"acme_detla\"")] => [
        "engines.toml:10:9: error: Cargo.toml has no dependency `acme_detla`",
        "  = help: did you mean `acme-delta`? else add `acme_detla` under `[dependencies]` in Cargo.toml",
    ];
    a_dependency_for_tests_only: [Replace("Cargo.toml", "[dependencies]", "[dev-dependencies]")] => [
        "engines.toml:10:9: error: Cargo.toml has no dependency `acme_delta`",
        "  = help: add `acme_delta` under `[dependencies]` in Cargo.toml",
    ];
    a_dependency_whose_name_rust_code_cannot_write: [
        Replace("Cargo.toml", "acme-delta =", "self ="), Replace("engines.toml", "\"acme_delta\"", "\"self\""),
    ] => [
        "engines.toml:10:9: error: `self` cannot be the name of a crate in Rust code",
        "  = help: rename the dependency in Cargo.toml with its key `package`",
    ];
    a_crate_and_a_folder: [
        Write("engines/delta/mod.rs", b"//! It looks.\npub fn engine() -> Engine { todo!() }"), Write("engines/delta/README.md", b""),
    ] => [
        "engines.toml:10:9: error: `delta` comes from the crate `acme_delta`, but engines/delta/ exists too",
        "  = help: remove the key `crate` or the folder",
    ];
    an_optional_dependency_without_feature: [Replace("Cargo.toml", "{ path", "{ optional = true, path")] => [
        "engines.toml:10:9: error: the dependency `acme-delta` is optional, and no feature of this entry turns it on",
        "  = help: add a `feature` that has `dep:acme-delta` in Cargo.toml, or make the dependency unconditional",
    ];
    an_optional_dependency_with_a_feature_that_does_not_turn_it_on: [
        Replace("Cargo.toml", "{ path", "{ optional = true, path"),
        Replace("Cargo.toml", "extra = []", "extra = ['acme-delta?/fast', 'extra']\nother = ['dep:acme-delta']"),
        Replace("engines.toml", "crate = \"acme_delta\"", "crate = \"acme_delta\"\nfeature = \"extra\""),
    ] => [
        "engines.toml:10:9: error: the dependency `acme-delta` is optional, and no feature of this entry turns it on",
        "  = help: add a `feature` that has `dep:acme-delta` in Cargo.toml, or make the dependency unconditional",
    ];
}

// Sources of context, of which a tree needs none: the same checks.
macro_rules! context_refused {
    ($($name:ident: $edits:expr => $expected:expr;)*) => { $(#[test] fn $name() {
        let sound = [
            Replace("engines.toml", "name = \"read_it\"\n", "name = \"read_it\"\n\n[[context]]\nname = \"notes\"\n"),
            Write("context/notes/mod.rs", b"//! Tells the notes.\npub fn context(_: &u8) -> u8 { 0 }"),
            Write("context/notes/README.md", b"# notes\n"),
        ];
        assert_eq!(Tree::edited(&sound).generate().map(drop), Ok(()));
        let broken: Vec<Edit<'_>> = sound.into_iter().chain($edits).collect();
        assert_refused(&broken, &$expected);
    })* };
}

context_refused! {
    a_source_named_like_a_tool: [
        Replace("engines.toml", "\"notes\"", "\"team_notes\""), Remove("context/notes"),
    ] => [
        "engines.toml:16:8: error: `team_notes` is not the name of an entry in `[[context]]`: that is `[a-z][a-z0-9-]*`",
        "  = help: use a lower-case letter, then lower-case letters, digits and `-`",
    ];
    a_source_twice: [Replace("engines.toml", "\"notes\"\n", "\"notes\"\n[[context]]\nname = \"notes\"\n")] => [
        "engines.toml:18:8: error: the context `notes` is listed twice",
        "  = help: remove this entry or the one in line 16",
    ];
    sources_out_of_order: [
        Replace("engines.toml", "\"notes\"\n", "\"notes\"\n[[context]]\nname = \"house\"\n"),
        Write("context/house/mod.rs", b"//! Tells of the house.\npub fn context() -> u8 { 0 }"),
        Write("context/house/README.md", b""),
    ] => [
        "engines.toml:18:8: error: not in alphabetical order: `house` comes after `notes`",
        "  = help: move the entry of `house` above the one of `notes`",
    ];
    a_source_with_an_unknown_key: [Replace("engines.toml", "\"notes\"\n", "\"notes\"\ncurated = true\n")] => [
        "engines.toml:17:1: error: unknown key `curated`",
        "  = help: the keys are `name`, `feature` and `crate`",
    ];
    a_source_without_name: [Replace("engines.toml", "name = \"notes\"\n", "")] => [
        "engines.toml:15:1: error: this `[[context]]` has no `name`",
        "  = help: add `name = \"…\"`, the name of the folder under context/",
    ];
    a_single_table_of_context: [Replace("engines.toml", "[[context]]", "[context]")] => [
        "engines.toml:15:1: error: `context` must be a list of tables, not a table",
        "  = help: write `[[context]]`, with two brackets, once for each context",
    ];
    a_source_without_folder: [Remove("context/notes")] => [
        "engines.toml:16:8: error: the context `notes` has no folder context/notes/",
        "  = help: create context/notes/mod.rs and context/notes/README.md",
    ];
    a_source_without_module: [Remove("context/notes/mod.rs")] => [
        "engines.toml:16:8: error: context/notes/mod.rs is missing",
        "  = help: create it with `pub fn context(…) -> …`",
    ];
    a_source_without_manual: [Remove("context/notes/README.md")] => [
        "engines.toml:16:8: error: context/notes/README.md is missing",
        "  = help: write it: it is the manual that the binary carries",
    ];
    a_source_without_summary: [Write("context/notes/mod.rs", b"pub fn context() -> u8 { 0 }")] => [
        "context/notes/mod.rs:1:1: error: the module has no summary",
        "  = help: begin the module with `//! ` and one sentence: it is the context's summary",
    ];
    a_source_without_function: [Write("context/notes/mod.rs", b"//! Tells.\npub fn notes() -> u8 { 0 }")] => [
        "context/notes/mod.rs:1:1: error: the module has no function `context`",
        "  = help: write `pub fn context(…) -> …` in this file: a re-export does not count",
    ];
    a_source_that_answers_nothing: [Write("context/notes/mod.rs", b"//! Tells.\npub fn context() {}")] => [
        "context/notes/mod.rs:2:8: error: the function `context` has the wrong signature",
        "  = help: write it as `pub fn context(…) -> …`",
    ];
    a_source_whose_function_is_private: [Write("context/notes/mod.rs", b"//! Tells.\nfn context() -> u8 { 0 }")] => [
        "context/notes/mod.rs:2:4: error: the function `context` is not `pub`",
        "  = help: write it as `pub fn context(…) -> …`",
    ];
    a_folder_of_context_that_no_entry_names: [Write("context/wiki/x", b"")] => [
        "engines.toml:17:1: error: no entry names the folder context/wiki/",
        "  = help: add `[[context]]` with `name = \"wiki\"` here, or remove the folder",
    ];
    a_source_with_no_such_feature: [Replace("engines.toml", "\"notes\"\n", "\"notes\"\nfeature = \"extar\"\n")] => [
        "engines.toml:17:11: error: Cargo.toml has no feature `extar`",
        "  = help: did you mean `extra`? else add `extar = []` under `[features]` in Cargo.toml",
    ];
    a_source_of_no_dependency: [Replace("engines.toml", "\"notes\"\n", "\"notes\"\ncrate = \"serde\"\n"), Remove("context/notes")] => [
        "engines.toml:17:9: error: Cargo.toml has no dependency `serde`",
        "  = help: add `serde` under `[dependencies]` in Cargo.toml",
    ];
}

// Several at once: all are shown, by file and line.
refused! {
    every_refusal_is_shown: [
        Replace("engines.toml", "\"extra\"", "\"xtra\""),
        Remove("engines/alpha/README.md"),
        Replace("engines/alpha/mod.rs", "//! The first.\n//! More of it.", ""),
        Replace("engines/alpha/mod.rs", "pub fn", "fn"),
        Write("tools/another/x", b""),
        Replace("Cargo.toml", "acme-delta =", "acme-other ="),
    ] => [
        "engines.toml:2:8: error: engines/alpha/README.md is missing",
        "  = help: write it: it is the manual that the binary carries",
        "engines.toml:6:11: error: Cargo.toml has no feature `xtra`",
        "  = help: did you mean `extra`? else add `xtra = []` under `[features]` in Cargo.toml",
        "engines.toml:10:9: error: Cargo.toml has no dependency `acme_delta`",
        "  = help: add `acme_delta` under `[dependencies]` in Cargo.toml",
        "engines.toml:13:8: error: no entry names the folder tools/another/",
        "  = help: add `[[tool]]` with `name = \"another\"` before `read_it`, or remove the folder",
        "engines/alpha/mod.rs:1:1: error: the module has no summary",
        "  = help: begin the module with `//! ` and one sentence: it is the engine's summary",
        "engines/alpha/mod.rs:5:4: error: the function `engine` is not `pub`",
        "  = help: write it as `pub fn engine() -> Engine`",
    ];
}

#[test]
fn a_tree_whose_path_rust_code_cannot_write() {
    let expected = "engines.toml:1:1: error: the path of the tree cannot be written in Rust code\n  \
                    = help: move the tree to a directory whose whole path is UTF-8: Rust code names the modules by it\n";
    assert_eq!(shown(&Tree::sound_in(OsStr::from_bytes(b"tr\xffee"))), expected);
}
