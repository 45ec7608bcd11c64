//! Reads the team's own rule file from where judging files come from, never from the reviewed content as such.
//!
//! The configuration names the path, so the file is read with care: no link is followed, and the size is bounded.

use crate::change::{Authority, Content};
use crate::finding::RepoPath;
use crate::scanner::ScanError;

/// The largest rule file that is read: 4 MiB.
const MAX_BYTES: u64 = 4 * 1024 * 1024;

/// A rule file of the team.
#[derive(Debug)]
pub(super) struct Extra {
    /// The path, as the options give it.
    pub name: String,
    /// The content.
    pub text: String,
}

/// Reads the rule file at `path`, relative to the root; an error says which file and why.
pub(super) async fn read(judge: &Authority, path: &str) -> Result<Extra, ScanError> {
    let content = judge.read_one(&place(path), MAX_BYTES).await?;
    let text = text(&content).map_err(|why| ScanError::Execution(format!("cannot read the rule file `{path}`: {why}")))?;
    Ok(Extra { name: path.to_owned(), text })
}

/// A path of the options as one of the repository.
pub(super) fn place(path: &str) -> RepoPath {
    RepoPath::from(path.trim_start_matches("./"))
}

fn text(content: &Content<'_>) -> Result<String, String> {
    match content {
        Content::Bytes(bytes) => std::str::from_utf8(bytes).map(str::to_owned).map_err(|_| "it is not UTF-8".to_owned()),
        Content::TooLarge { .. } => Err(format!("it is larger than {MAX_BYTES} bytes")),
        Content::Missing => Err("there is no such file; correct the path".to_owned()),
        Content::Unreadable { why } => Err(why.clone()),
        Content::Submodule => Err("it is a submodule".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_text_is_taken() {
        assert_eq!(text(&Content::Bytes(b"title = 'x'".into())).as_deref(), Ok("title = 'x'"));
        let unreadable = Content::Unreadable { why: "it is a symbolic link".to_owned() };
        let refused = [
            (Content::Bytes(b"# caf\xe9".into()), "UTF-8"),
            (Content::TooLarge { size: MAX_BYTES + 1 }, "larger"),
            (Content::Missing, "no such file"),
            (Content::Submodule, "submodule"),
            (unreadable, "link"),
        ];
        for (content, why) in refused {
            assert!(text(&content).expect_err(why).contains(why), "{content:?}");
        }
    }
}
