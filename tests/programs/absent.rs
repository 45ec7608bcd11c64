//! Every engine that wraps a program, on a machine without that program: no answer, exit 4, and how to install it.

use std::ffi::OsString;
use std::os::unix::fs::symlink;

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::registry;

use crate::repo::Repo;

/// A directory that holds git alone.
fn only_git() -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    let path = std::env::var_os("PATH").expect("a PATH");
    let git = std::env::split_paths(&path).map(|directory| directory.join("git")).find(|file| file.is_file()).expect("git");
    symlink(git, directory.path().join("git")).expect("a link");
    directory
}

#[test]
fn without_its_program_an_engine_has_no_answer() {
    let path = only_git();
    let mut seen = 0;
    for registered in registry().engines() {
        let Some(program) = registered.engine.needs.program else { continue };
        seen += 1;
        let name = registered.entry.name;
        let repo = Repo::new();
        repo.write(".aurumcode.yml", format!("quality_gates: {{scanners: [{{engine: {name}}}]}}\n")).commit("first");
        repo.write("a.py", "x = 1\n").commit("second");
        let home = repo.home();
        let variables = [("PATH", path.path().as_os_str()), ("HOME", home.as_os_str())];
        let environment = Environment::of(variables.map(|(name, value)| (name.into(), value.into())));
        let words = ["aurumcode", "review", "--repo", repo.path().to_str().expect("UTF-8")].map(OsString::from);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut streams = Streams { out: &mut out, err: &mut err };
        let terminals = Terminals { width: Some(1000), ..Terminals::default() };
        let status = run(&registry(), words.to_vec(), &environment, terminals, &mut streams).code();
        let text = String::from_utf8_lossy(&[out, err].concat()).into_owned();
        assert_eq!(status, 4, "{name}: {text}");
        for part in [&format!("{}_unavailable", registered.engine.category), &format!("`{}` was not found", program.name)] {
            assert!(text.contains(part.as_str()), "{name}: `{part}` is not in {text}");
        }
    }
    assert!(seen > 0);
}
