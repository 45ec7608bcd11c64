//! Cargo itself, on a small crate that is built with this project's `build.rs`: what a broken list looks like to the person who
//! broke it, and that the generated text compiles and holds what it should.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::tree::{LIST, engine, write};

const PROJECT: &str = env!("CARGO_MANIFEST_DIR");

/// A host in little: it prints both tables, and runs what they construct.
const MAIN: &str = r#"
use acme_delta::Engine;

pub struct Tool;
pub struct EngineEntry { name: &'static str, summary: &'static str, readme: &'static str, construct: fn() -> Engine }
pub struct ToolEntry { name: &'static str, summary: &'static str, readme: &'static str, construct: fn() -> Tool }
pub struct ContextEntry { name: &'static str, summary: &'static str, readme: &'static str, construct: fn() -> Tool }
pub struct AbsentEntry { name: &'static str, summary: &'static str, feature: &'static str }

include!(concat!(env!("OUT_DIR"), "/registry.rs"));
include!(concat!(env!("OUT_DIR"), "/tool_registry.rs"));
include!(concat!(env!("OUT_DIR"), "/context_registry.rs"));

fn main() {
    for EngineEntry { name, summary, readme, construct } in ENGINES {
        println!("engine {name} | {summary} | {} | {}", readme.trim(), construct().0);
    }
    for ToolEntry { name, summary, readme, construct } in TOOLS {
        let Tool = construct();
        println!("tool {name} | {summary} | {}", readme.trim());
    }
    for ContextEntry { name, summary, readme, construct } in CONTEXTS {
        let Tool = construct();
        println!("context {name} | {summary} | {}", readme.trim());
    }
    for AbsentEntry { name, summary, feature } in ABSENT.iter().chain(ABSENT_TOOLS).chain(ABSENT_CONTEXTS) {
        println!("absent {name} | {summary} | {feature}");
    }
}
"#;

const DELTA: &str = r##"
pub struct Engine(pub &'static str);
pub const SUMMARY: &str = "The third.";
pub const README: &str = "# delta";
pub fn engine() -> Engine { Engine("from the crate") }
"##;

/// The crate. It lies in cargo's directory for tests, so that the generator's dependencies are compiled once, not at each run.
struct SmallCrate {
    root: PathBuf,
}

impl SmallCrate {
    fn new() -> Self {
        let small = Self { root: Path::new(env!("CARGO_TARGET_TMPDIR")).join("small-crate") };
        for left_by_an_earlier_run in ["engines", "tools", "context"] {
            match fs::remove_dir_all(small.root.join(left_by_an_earlier_run)) {
                Err(error) if error.kind() != ErrorKind::NotFound => panic!("{error}"),
                _ => {}
            }
        }
        let cargo: toml::Table = fs::read_to_string(format!("{PROJECT}/Cargo.toml")).unwrap().parse().unwrap();
        let mut own: toml::Table = "package = { name = 'small', version = '0.1.0', edition = '2024' }\nfeatures.extra = []\n\
             dependencies.acme-delta.path = 'acme-delta'\nworkspace = {}"
            .parse()
            .unwrap();
        own.insert("build-dependencies".to_owned(), cargo["build-dependencies"].clone());
        small.write("Cargo.toml", &own.to_string());
        // The project's lock file pins the same versions; cargo drops from it what this crate does not use.
        small.write("Cargo.lock", &fs::read_to_string(format!("{PROJECT}/Cargo.lock")).unwrap());
        let build = fs::read_to_string(format!("{PROJECT}/build.rs")).unwrap();
        let path = "src/scanner/codegen/mod.rs";
        assert_eq!(build.matches(path).count(), 1);
        small.write("build.rs", &build.replace(path, &format!("{PROJECT}/{path}")));
        small.write("src/main.rs", MAIN);
        small.write("acme-delta/Cargo.toml", "[package]\nname = 'acme-delta'\nversion = '0.1.0'\nedition = '2024'\n");
        small.write("acme-delta/src/lib.rs", DELTA);
        small.write("engines.toml", LIST);
        small.write("engines/alpha/mod.rs", &engine("The first."));
        small.write("engines/alpha/README.md", "# alpha\n");
        // A module below the entry's own, as an engine has that reads a program's output.
        small.write(
            "engines/beta-two/mod.rs",
            "//! The second.\n\nmod parse;\n\npub fn engine() -> crate::Engine {\n    crate::Engine(parse::MARK)\n}\n",
        );
        small.write("engines/beta-two/parse.rs", "pub(super) const MARK: &str = \"mark-of-the-optional-engine\";\n");
        small.write("engines/beta-two/README.md", "# beta-two\n");
        small.write("tools/read_it/mod.rs", "//! Reads it.\n\npub fn tool() -> crate::Tool {\n    crate::Tool\n}\n");
        small.write("tools/read_it/README.md", "# read_it\n");
        small
    }

    fn write(&self, file: &str, text: &str) {
        write(&self.root.join(file), text);
    }

    #[expect(clippy::disallowed_methods, reason = "the test is about what cargo shows")]
    fn run(&self, features: &str) -> Output {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--quiet", "--offline", "--features", features]).current_dir(&self.root);
        cargo.env("CARGO_NET_OFFLINE", "true").env("CARGO_TERM_COLOR", "never").env("CARGO_TARGET_DIR", self.root.join("target"));
        cargo.output().unwrap()
    }

    fn binary_holds(&self, text: &str) -> bool {
        let binary = self.root.join("target/debug/small").with_extension(std::env::consts::EXE_EXTENSION);
        fs::read(binary).unwrap().windows(text.len()).any(|window| window == text.as_bytes())
    }
}

fn stdout(output: &Output) -> String {
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The lines that cargo showed for the crate of a build that must have failed.
fn errors(output: Output) -> Vec<String> {
    assert!(!output.status.success());
    let shown = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<String> =
        shown.lines().filter_map(|line| line.strip_prefix("error: small@0.1.0: ")).map(str::to_owned).collect();
    assert!(!lines.is_empty(), "{shown}");
    lines
}

/// One test, because its steps share the crate: broken, mended, with the optional engine, and with a folder put beside it.
#[test]
fn cargo_shows_where_a_list_is_broken_and_builds_it_when_mended() {
    let small = SmallCrate::new();

    small.write("engines.toml", &LIST.replacen("name", "nmae", 1).replace("\"extra\"", "\"xtra\""));
    let expected = [
        "engines.toml:1:1: error: this `[[engine]]` has no `name`",
        "  = help: add `name = \"…\"`, the name of the folder under engines/",
        "engines.toml:2:1: error: unknown key `nmae`",
        "  = help: did you mean `name`? the keys are `name`, `feature` and `crate`",
        "engines.toml:6:11: error: Cargo.toml has no feature `xtra`",
        "  = help: did you mean `extra`? else add `xtra = []` under `[features]` in Cargo.toml",
    ];
    assert_eq!(errors(small.run("")), expected);

    small.write("engines.toml", LIST);
    let (alpha, delta, tool) = (
        "engine alpha | The first. | # alpha | The first.\n",
        "engine delta | The third. | # delta | from the crate\n",
        "tool read_it | Reads it. | # read_it\n",
    );
    assert_eq!(stdout(&small.run("")), format!("{alpha}{delta}{tool}absent beta-two | The second. | extra\n"));
    assert!(!small.binary_holds("mark-of-the-optional-engine"));

    let beta = "engine beta-two | The second. | # beta-two | mark-of-the-optional-engine\n";
    assert_eq!(stdout(&small.run("extra")), format!("{alpha}{beta}{delta}{tool}"));
    assert!(small.binary_holds("mark-of-the-optional-engine"));

    small.write("engines/beta/README.md", "# Not in the list\n");
    let expected = [
        "engines.toml:5:8: error: no entry names the folder engines/beta/",
        "  = help: add `[[engine]]` with `name = \"beta\"` before `beta-two`, or remove the folder",
    ];
    assert_eq!(errors(small.run("extra")), expected);
}
