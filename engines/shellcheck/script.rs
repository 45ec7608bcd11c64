//! Whether a file is a shell script that the program understands.

use bstr::ByteSlice;

use crate::finding::RepoPath;

/// The shells whose scripts it reads.
const SHELLS: [&[u8]; 7] = [b"sh", b"bash", b"dash", b"ksh", b"ash", b"bats", b"busybox"];

/// Names that say so without a first line.
const EXTENSIONS: [&str; 5] = ["sh", "bash", "dash", "ksh", "bats"];

/// Whether the first line names such a shell; without one, the name decides.
pub(super) fn is_script(path: &RepoPath, bytes: &[u8]) -> bool {
    match interpreter(bytes) {
        Some(interpreter) => SHELLS.contains(&interpreter),
        None => has_name(path),
    }
}

/// Whether the name is that of a shell script.
pub(super) fn has_name(path: &RepoPath) -> bool {
    path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known))
}

/// The name of the program in a first line `#!/bin/sh` or `#!/usr/bin/env -S bash -e`.
fn interpreter(bytes: &[u8]) -> Option<&[u8]> {
    let line = bytes.strip_prefix(b"#!")?.lines().next().unwrap_or_default();
    let mut words = line.fields().map(|word| word.rsplit_str("/").next().unwrap_or_default());
    let first = words.next().unwrap_or_default();
    if first != b"env" {
        return Some(first);
    }
    // Options of env, and variables that it sets.
    Some(words.find(|word| !word.starts_with(b"-") && !word.contains(&b'=')).unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_decides_and_then_the_name() {
        for (name, text, expected) in [
            ("run", "#!/bin/sh\n", true),
            ("run", "#! /usr/bin/env bash\r\n", true),
            ("run", "#!/usr/bin/env -S A=b ksh -e\n", true),
            ("run", "#!/bin/busybox sh\n", true),
            ("a.sh", "echo\n", true),
            ("a.bats", "", true),
            ("a.sh", "#!/usr/bin/env python3\n", false),
            ("a.sh", "#!/bin/zsh\n", false),
            ("a.sh", "#!", false),
            ("a.py", "", false),
            ("sh", "echo\n", false),
            (".sh", "echo\n", false),
        ] {
            assert_eq!(is_script(&name.into(), text.as_bytes()), expected, "{name}: {text}");
        }
    }
}
