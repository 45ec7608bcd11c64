//! The hidden mark by which this program finds its own words again.
//!
//! It is an HTML comment on the first line, which every forge keeps and none shows. A mark alone proves nothing, since anybody can write
//! one: what it marks is ours only when the account that wrote it is ours too.

use crate::finding::Fingerprint;
use crate::redaction::{Redacted, Redactor};

/// The one comment below the pull request.
const COMMENT: &str = "<!-- aurumcode:comment -->\n";
/// A comment on a line; the finding's fingerprint follows.
const FINDING: &str = "<!-- aurumcode:finding ";
/// Behind the fingerprint: what was found is gone.
const GONE: &str = " gone";
const END: &str = " -->";

/// What stands in front of the one comment.
pub const COMMENT_MARK: &str = COMMENT;

/// `body` as the one comment.
pub fn mark_comment(body: &Redacted) -> Redacted {
    Redacted::concat([&Redacted::from_static(COMMENT), body])
}

/// `body` as the comment on the line of a finding; `gone`: that was found once. Nothing when the filter takes digits of the mark for a
/// secret: a comment that is not found again would be written again.
pub fn mark_finding(fingerprint: &Fingerprint, gone: bool, body: &Redacted, redactor: &Redactor) -> Option<Redacted> {
    let mark = format!("{FINDING}{fingerprint}{}{END}\n", if gone { GONE } else { "" });
    let filtered = redactor.redact(&mark);
    (filtered.as_str() == mark).then(|| Redacted::concat([&filtered, body]))
}

/// Whether `body` is marked as the one comment.
pub(super) fn is_comment(body: &str) -> bool {
    first_line(body) == COMMENT.trim_end()
}

/// The finding that `body` is marked with, and whether it was marked as gone.
pub(super) fn finding(body: &str) -> Option<(Fingerprint, bool)> {
    let content = first_line(body).strip_prefix(FINDING)?.strip_suffix(END)?;
    let gone = content.strip_suffix(GONE);
    Some((Fingerprint::parse(gone.unwrap_or(content))?, gone.is_some()))
}

/// A forge may change the line ends.
fn first_line(body: &str) -> &str {
    body.lines().next().unwrap_or_default().trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::RuleId;

    #[test]
    fn a_mark_is_found_again_and_only_where_it_was_put() {
        let redactor = Redactor::new();
        let body = redactor.redact("**rejected**: x");
        let comment = mark_comment(&body);
        assert!(is_comment(comment.as_str()) && is_comment(&comment.as_str().replace('\n', "\r\n")));
        let fingerprint = Fingerprint::of(&RuleId::new("e:r"), b"let a = 1;");
        for gone in [false, true] {
            let marked = mark_finding(&fingerprint, gone, &body, &redactor).expect("no secret");
            assert_eq!(finding(marked.as_str()), Some((fingerprint.clone(), gone)));
            assert!(!is_comment(marked.as_str()) && marked.as_str().ends_with(body.as_str()));
        }
        // Quoted, further down, cut, or of another program.
        let quoted = format!("> {}", comment.as_str());
        for other in
            [quoted.as_str(), "hello\n<!-- aurumcode:comment -->\n", "", "<!-- aurumcode:comment", "<!-- reviewbot -->\n"]
        {
            assert!(!is_comment(other), "{other}");
        }
        for other in ["<!-- aurumcode:finding xyz -->", "<!-- aurumcode:finding  -->", "<!-- aurumcode:finding gone -->"] {
            assert_eq!(finding(other), None, "{other}");
        }
    }

    #[test]
    fn a_mark_that_holds_a_secret_is_not_made() {
        let redactor = Redactor::new();
        let fingerprint = Fingerprint::of(&RuleId::new("e:r"), b"x");
        assert!(redactor.register(&fingerprint.as_str()[..16]));
        assert_eq!(mark_finding(&fingerprint, false, &Redacted::from_static("x"), &redactor), None);
    }
}
