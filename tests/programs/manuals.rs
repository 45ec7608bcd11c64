//! The manual of an engine that wraps a program shows what the engine does: its exit codes, its versions, how to install it.

use aurumcode::scanner::registry;

/// How a program is installed with one command.
const INSTALLERS: [&str; 5] = ["apt-get install ", "brew install ", "curl -fsSL https://", "go install ", "pipx install "];

#[test]
fn the_exit_codes_are_those_of_the_manual() {
    let mut wrapped = 0;
    for registered in registry().engines() {
        let Some(program) = registered.engine.needs.program else { continue };
        wrapped += 1;
        let (name, manual) = (registered.entry.name, registered.entry.readme);
        let section = manual.split("\n### ").find_map(|section| section.strip_prefix("Exit codes\n"));
        let section = section.unwrap_or_else(|| panic!("{name}: the manual has no section `### Exit codes`"));
        let table = program.exit_table();
        assert!(section.contains(&table), "{name}: the section `### Exit codes` should hold:\n\n{table}");
        let words = manual.split_whitespace().collect::<Vec<_>>().join(" ");
        for fact in [program.accepted(), program.install.to_owned()] {
            assert!(words.contains(&fact), "{name}: the manual does not say `{fact}`");
        }
        let installer = INSTALLERS.iter().find(|installer| program.install.starts_with(**installer));
        assert!(installer.is_some() && !program.install.contains(" (or "), "{name}: `{}` is not one command", program.install);
        assert!(manual.contains("\n### Suppressions\n"), "{name}: the manual has no section `### Suppressions`");
    }
    assert!(wrapped > 0);
}
