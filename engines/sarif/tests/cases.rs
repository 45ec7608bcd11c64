//! Each folder of `testdata` holds a file, what it is read with, and what comes of it. `AURUM_UPDATE=1` writes the last.

use std::fs;
use std::path::Path;

use super::stage::{Stage, shown};

#[test]
#[expect(clippy::disallowed_methods, reason = "the test that writes what it expects when it is told to")]
fn each_case_is_read_as_it_says() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("engines/sarif/testdata");
    let mut folders: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders.retain(|folder| !folder.ends_with("manual"));
    assert!(folders.len() > 20);
    let mut wrong = Vec::new();
    for folder in folders {
        let stage = fs::read(folder.join("asked.json")).unwrap();
        let stage: Stage = serde_json::from_slice(&stage).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
        let text = shown(stage.read(&fs::read(folder.join("report.sarif")).unwrap()));
        let expected = folder.join("expected.txt");
        if std::env::var_os("AURUM_UPDATE").is_some() {
            fs::write(&expected, &text).unwrap();
        }
        if fs::read_to_string(&expected).unwrap_or_default() != text {
            wrong.push(format!("{}:\n{text}", folder.display()));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
