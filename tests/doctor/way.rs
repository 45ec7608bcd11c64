//! Git, the repository, the change, the policy, the configuration, and what is written.

use std::fs;

use crate::stage::Stage;

#[test]
fn where_all_is_well_each_area_has_a_line() {
    let stage = Stage::set();
    let answer = stage.doctor(&["--audit", stage.programs.path().join("a.json").to_str().expect("UTF-8")]);
    let expected =
        [("git", "ok"), ("repository", "ok"), ("change", "ok"), ("configuration", "ok"), ("engine", "ok"), ("engine", "ok")];
    let expected: Vec<(&str, &str)> = expected.into_iter().chain([("output", "ok"), ("temporary", "ok")]).collect();
    assert_eq!(answer.statuses(), expected);
    assert_eq!(stage.run(&["doctor", "--quiet"]).out, "");
    let page = stage.run(&["doctor"]).out;
    assert_eq!(page.lines().count(), 9, "{page}");
    assert!(page.ends_with("\nready: nothing stands in the way of a review\n"), "{page}");
}

#[test]
fn without_git_nothing_else_is_judged() {
    let stage = Stage::set();
    let seen = stage.run_on(stage.repo.path(), &["doctor"], "/no/such/directory");
    assert_eq!(seen.status, 1);
    assert!(seen.out.starts_with("failed   git: git was not found\n           help: install git"), "{}", seen.out);
    assert_eq!(seen.out.matches("skipped").count(), 4, "{}", seen.out);
    assert!(seen.out.contains("a review would end with status 1 "), "{}", seen.out);
}

#[test]
fn an_old_git_and_one_that_is_none_are_told_apart() {
    let stage = Stage::set();
    for (script, message) in [("echo git version 2.20.1", "git 2.20.1 is too old"), ("echo hello", "it names no version")] {
        stage.program("git", &format!("#!/bin/sh\n{script}\n"), 0o755);
        let answer = stage.doctor(&[]);
        let check = answer.check("git", None);
        assert_eq!(check["status"], "failed");
        assert!(check["message"].as_str().expect("text").contains(message), "{check}");
    }
}

#[test]
fn what_git_refuses_has_its_command() {
    let stage = Stage::set();
    let git = std::env::split_paths(&std::env::var_os("PATH").expect("a PATH"))
        .map(|directory| directory.join("git"))
        .find(|file| file.is_file())
        .expect("git");
    let script = format!("#!/bin/sh\nGIT_TEST_ASSUME_DIFFERENT_OWNER=1 exec {} \"$@\"\n", git.display());
    stage.program("git", &script, 0o755);
    let answer = stage.doctor(&[]);
    let command = format!("git config --global --add safe.directory {}", stage.repo.path().display());
    assert_eq!(answer.check("repository", None)["command"], command.as_str());
    assert_eq!(answer.check("change", None)["status"], "skipped");
    let page = stage.run(&["doctor"]).out;
    assert!(page.contains(&format!("run (if you trust it): {command}\n")), "{page}");
}

#[test]
fn a_shallow_clone_has_the_command_that_helps() {
    let stage = Stage::set();
    let clone = stage.repo.clone("shallow", &["--depth=1"]);
    let answer = stage.doctor_at(clone.path(), &[]);
    let check = answer.check("change", None);
    assert_eq!((&check["status"], &check["problems"][0]["code"]), (&"failed".into(), &"change/shallow".into()));
    let command: Vec<&str> = check["command"].as_str().expect("a command").split(' ').skip(1).collect();
    clone.git(["-c", "protocol.file.allow=always"].iter().chain(&command));
    assert_eq!(stage.doctor_at(clone.path(), &[]).check("change", None)["status"], "ok");
}

#[test]
fn a_base_that_is_not_there_is_told_before_anything_else_runs() {
    let stage = Stage::set();
    let answer = stage.doctor(&["--base", "mian"]);
    let check = answer.check("change", None);
    assert_eq!(check["problems"][0]["code"], "change/unknown-revision");
    assert!(check["help"][0].as_str().expect("text").contains("`main`"), "{check}");
    assert_eq!(answer.check("configuration", None)["status"], "ok", "the configuration is checked all the same");
}

#[test]
fn a_clone_that_knows_no_default_branch_is_warned() {
    let stage = Stage::set();
    stage.repo.git(["checkout", "-q", "-b", "topic"]);
    stage.repo.write("kept.txt", "three\n");
    stage.repo.commit("third");
    stage.repo.git(["checkout", "-q", "main"]);
    let clone = stage.repo.clone("single", &["--single-branch", "--branch=topic"]);
    let answer = stage.doctor_at(clone.path(), &[]);
    let check = answer.check("change", None);
    assert_eq!(check["status"], "warning", "{check}");
    let command = check["command"].as_str().expect("a command").to_owned();
    let done = std::process::Command::new("/bin/sh")
        .args(["-c", &command])
        .current_dir(clone.path())
        .envs([("GIT_CONFIG_COUNT", "1"), ("GIT_CONFIG_KEY_0", "protocol.file.allow"), ("GIT_CONFIG_VALUE_0", "always")])
        .output()
        .expect("a shell");
    assert!(done.status.success(), "{done:?}");
    let answer = stage.doctor_at(clone.path(), &[]);
    let check = answer.check("change", None);
    assert_eq!(check["status"], "ok", "{check}");
    assert!(check["message"].as_str().expect("text").contains("origin/main"), "{check}");
}

#[test]
fn objects_that_a_partial_clone_lacks_are_missed() {
    let stage = Stage::set();
    stage.repo.configure("uploadpack.allowFilter", "true");
    let clone = stage.repo.clone("partial", &["--filter=blob:none", "--no-checkout"]);
    let answer = stage.doctor_at(clone.path(), &["--base", "HEAD~1"]);
    let check = answer.check("change", None);
    assert_eq!(check["status"], "failed", "{check}");
    assert!(check["command"].as_str().expect("a command").contains("--refetch"), "{check}");
}

#[test]
fn every_problem_of_the_configuration_is_shown_with_its_place() {
    let stage = Stage::set();
    stage.configure("gaet: {}\nquality_gates:\n  scanners:\n    - engine: lnit\n");
    let answer = stage.doctor(&[]);
    let check = answer.check("configuration", None);
    let codes: Vec<&str> =
        check["problems"].as_array().expect("a list").iter().filter_map(|problem| problem["code"].as_str()).collect();
    assert_eq!(codes, ["config/unknown-key", "config/unknown-engine"]);
    assert_eq!((&check["problems"][1]["line"], &check["exit"]), (&4.into(), &5.into()));
    let page = stage.run(&["doctor"]).out;
    assert!(page.contains(" --> .aurumcode.yml:4:15\n") && page.contains("did you mean `lint`?"), "{page}");
}

#[test]
fn a_policy_is_checked_where_one_is_asked_for() {
    let mut stage = Stage::set();
    let policy = stage.programs.path().join("policy");
    fs::create_dir(&policy).expect("a folder");
    let given = policy.to_str().expect("UTF-8").to_owned();
    let answer = stage.doctor(&["--policy", &given]);
    assert_eq!(answer.check("policy", None)["problems"][0]["code"], "policy/missing");
    fs::write(policy.join(".aurumcode.yml"), "gate: {inconclusive: warn}\n").expect("a policy");
    stage.variables.push(("AURUMCODE_POLICY".into(), given.into()));
    let answer = stage.doctor(&[]);
    assert_eq!(answer.check("policy", None)["status"], "ok");
}

#[test]
fn a_file_that_cannot_be_written_is_told() {
    let stage = Stage::set();
    let folder = stage.programs.path().to_str().expect("UTF-8").to_owned();
    for file in ["/no/such/folder/audit.json", &folder] {
        let answer = stage.doctor(&["--sarif", file]);
        let check = answer.check("output", Some(file));
        assert_eq!((&check["status"], &check["exit"]), (&"failed".into(), &7.into()), "{check}");
    }
    assert_eq!(fs::read_dir(folder).expect("a folder").count(), 1, "nothing is left behind");
    assert_eq!(stage.doctor(&["--sarif", "/dev/null"]).check("output", None)["status"], "ok");
}

#[test]
fn an_empty_change_and_working_files_are_no_fault() {
    let stage = Stage::set();
    assert_eq!(stage.doctor(&["--staged"]).status, 0);
    assert_eq!(stage.doctor(&["--worktree"]).status, 0);
    let bare = stage.repo.clone("bare", &["--bare"]);
    let answer = stage.doctor_at(bare.path(), &[]);
    assert!(answer.check("repository", None)["message"].as_str().expect("text").ends_with(", without working files"));
}

#[test]
fn it_speaks_the_configured_language() {
    let stage = Stage::set();
    stage.configure("review: {language: pt-BR}\n");
    assert!(stage.run(&["doctor"]).out.contains("nada impede uma revisão"));
    assert!(stage.run(&["doctor", "--lang", "en"]).out.contains("nothing stands in the way"));
}
