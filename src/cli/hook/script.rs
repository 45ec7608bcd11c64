//! What stands in the hooks: plain `sh`, so that a reader sees what will run.

use super::args::HookName;

/// The line by which a hook of ours is known.
pub(super) const MARK: &str = "# Written by `aurumcode hook install`, which may replace it. `git commit --no-verify` and `git push --no-verify` pass it by.";

/// The text of a hook.
pub(super) fn text(hook: HookName) -> String {
    let body = match hook {
        HookName::PreCommit => "exec aurumcode review --staged\n",
        // Git gives a line for each branch: local name and commit, remote name and commit; a deletion has a commit of zeros.
        HookName::PrePush => {
            "status=0\n\
             while read -r _ commit _ _; do\n    \
                 case $commit in\n        \
                     *[!0]*) aurumcode review --head \"$commit\" </dev/null || status=$? ;;\n    \
                 esac\n\
             done\n\
             exit \"$status\"\n"
        }
    };
    format!(
        "#!/bin/sh\n{MARK}\n\
         command -v aurumcode >/dev/null || {{ echo \"aurumcode is not on the PATH, so nothing was reviewed\" >&2; exit 1; }}\n{body}"
    )
}
