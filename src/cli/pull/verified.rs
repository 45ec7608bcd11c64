//! Whether the checkout is the pull request.
//!
//! Earlier steps leave reports of other programs in the working directory, and engines take them as evidence about the reviewed commit.
//! So the commit that is checked out must be the pull request's head: any other checkout is refused, never reviewed as if it were.

use crate::change::Oid;
use crate::cli::refusal::Refusal;
use crate::finding::{Code, Diagnostic};
use crate::forge::PullRequest;

use super::PullArgs;

/// Refuses a checkout of anything else than the head, and a clone without the base.
pub(super) fn verify(request: &PullRequest, args: &PullArgs, checked_out: Oid, base_known: bool) -> Result<(), Refusal> {
    let number = args.pr.unwrap_or(request.number);
    if checked_out != request.head {
        let message = format!(
            "unverified_checkout: the checkout is {}, and the head of pull request {number} is {}",
            checked_out.short(),
            request.head.short()
        );
        let command = format!("git fetch origin {0} && git checkout --detach {0}", request.head);
        return Err(Diagnostic::new(Code::FORGE_UNVERIFIED_CHECKOUT, message)
            .note("a merge of the head with the base, which CI systems check out by default, is another commit")
            .help(format!("check out the head: `{command}`"))
            .mended_by(command)
            .into());
    }
    if !base_known {
        let message = format!("the clone lacks {}, the base of pull request {number}", request.base.short());
        let command = format!("git fetch origin {}", request.base);
        return Err(Diagnostic::new(Code::FORGE_UNVERIFIED_CHECKOUT, message)
            .help(format!("fetch it: `{command}`; in CI, check out the whole history"))
            .mended_by(command)
            .into());
    }
    Ok(())
}
