//! Programs that are missing, old, broken, mute or silent.

use std::fs;

use aurumcode::config::MAIN_FILE;
use aurumcode::scanner::registry;

use crate::stage::Stage;

const ENTRY: &str = "quality_gates:\n  scanners:\n    - engine: builtin\n    - engine: lint\n";

fn message(check: &serde_json::Value) -> &str {
    check["message"].as_str().expect("text")
}

#[test]
fn each_fault_of_a_program_is_named_with_what_mends_it() {
    type Fault = (&'static str, fn(&Stage), &'static str, bool);
    let faults: [Fault; 8] = [
        ("absent", |stage| stage.remove("lint-under-test"), "`lint-under-test` was not found on PATH; 2.1.0 or newer", true),
        ("too old", |stage| stage.program("lint-under-test", "#!/bin/sh\necho 2.0.9\n", 0o755), "2.0.9 is not accepted", true),
        ("too new", |stage| stage.program("lint-under-test", "#!/bin/sh\necho v3.0.0-rc1\n", 0o755), "is not accepted", true),
        ("mute", |stage| stage.program("lint-under-test", "#!/bin/sh\n", 0o755), "names no version", true),
        (
            "rubbish",
            |stage| stage.program("lint-under-test", "#!/bin/sh\nprintf '\\033[2Jhm\\377'\n", 0o755),
            "names no version",
            true,
        ),
        ("crash", |stage| stage.program("lint-under-test", "#!/bin/sh\nkill -9 $$\n", 0o755), "--version` failed", true),
        (
            "not executable",
            |stage| stage.program("lint-under-test", "#!/bin/sh\necho 2.4.1\n", 0o644),
            "may not be executed",
            false,
        ),
        ("no interpreter", |stage| stage.program("lint-under-test", "#!/no/such/sh\n", 0o755), "/no/such/sh", false),
    ];
    for (name, inject, expected, install) in faults {
        let stage = Stage::set();
        stage.configure(ENTRY);
        inject(&stage);
        let answer = stage.doctor(&[]);
        let check = answer.check("engine", Some("lint"));
        assert_eq!((&check["status"], &check["exit"]), (&"failed".into(), &4.into()), "{name}: {check}");
        assert!(message(check).contains(expected), "{name}: {check}");
        assert_eq!(check["command"].as_str(), install.then_some("get lint-under-test"), "{name}: {check}");
        let page = stage.run(&["doctor"]).out;
        assert!(page.contains("failed   engine lint, optional: ") && !page.contains('\u{1b}'), "{name}: {page}");
    }
}

#[test]
fn the_version_that_was_found_is_told() {
    let stage = Stage::set();
    stage.configure(&ENTRY.replace("lint\n", "lint\n      required: true\n"));
    let answer = stage.doctor(&[]);
    let check = answer.check("engine", Some("lint"));
    assert_eq!((&check["program"]["version"], &check["required"]), (&"2.4.1".into(), &true.into()));
    assert_eq!(check["program"]["accepted"], "2.1.0 or newer, before 3.0.0");
    assert!(stage.run(&["doctor"]).out.contains("ok       engine lint, required: lint-under-test 2.4.1 ("));
}

#[test]
fn what_does_not_block_is_a_warning() {
    for rest in ["gate: {inconclusive: warn}\n", "gate: {sources: [builtin]}\n"] {
        let stage = Stage::set();
        stage.configure(&format!("{ENTRY}{rest}"));
        stage.remove("lint-under-test");
        let answer = stage.doctor(&[]);
        let check = answer.check("engine", Some("lint"));
        assert_eq!(check["status"], "warning", "{rest}: {check}");
        assert!(message(check).contains("does not block"), "{check}");
    }
}

#[test]
fn an_engine_that_is_switched_off_is_not_asked() {
    let stage = Stage::set();
    let mark = stage.programs.path().join("was-asked");
    stage.program("lint-under-test", &format!("#!/bin/sh\n: > '{}'\necho 2.4.1\n", mark.display()), 0o755);
    stage.configure(&ENTRY.replace("lint\n", "lint\n      enabled: false\n"));
    let answer = stage.doctor(&[]);
    assert!(!answer.json.to_string().contains("lint-under-test"), "{:#}", answer.json);
    assert!(!mark.exists());
    stage.configure(ENTRY);
    stage.doctor(&[]);
    assert!(fs::exists(&mark).expect("a folder"), "the mark is left by whoever asks");
}

#[test]
fn a_configuration_under_which_nothing_counts_is_told() {
    for rest in ["quality_gates: {scanners: []}\n", "gate: {sources: [lint]}\nquality_gates: {scanners: [{engine: builtin}]}\n"] {
        let stage = Stage::set();
        stage.configure(rest);
        let answer = stage.doctor(&[]);
        assert!(answer.json.to_string().contains("no engine that counts would run"), "{rest}: {:#}", answer.json);
    }
}

#[test]
fn each_real_engine_with_a_program_says_how_to_install_it() {
    let registry = registry();
    let wrapped = registry.engines().iter().filter_map(|it| Some((it.entry.name, it.engine.needs.program?)));
    let mut count = 0;
    for (name, program) in wrapped {
        let text = format!("quality_gates: {{scanners: [{{engine: {name}}}]}}\n");
        if aurumcode::config::parse(MAIN_FILE, text.as_bytes(), &registry).is_err() {
            continue; // it needs options
        }
        assert!(!program.install.is_empty() && !program.install.contains('\n'), "{name}: one command");
        assert!(!program.version_arguments.is_empty() || !program.name.is_empty(), "{name}");
        count += 1;
    }
    assert!(count > 0);
}
