//! The exceptions as the gate judges by them: those for the reviewed repository, each with what is known of its file today.

use std::sync::Arc;

use crate::change::{Change, ChangeError};
use crate::config::ExceptionSetting;
use crate::finding::Day;
use crate::gate;
use crate::redaction::Redactor;

use super::looking::Looking;

/// The exceptions of `settings` that are, or may be, for the repository of this name; an unknown one could be any of them.
pub(super) async fn excepted(
    settings: &[ExceptionSetting],
    repository: Option<&str>,
    today: Day,
    change: &Change,
    looking: &Looking<'_>,
    redactor: &Redactor,
) -> Result<Vec<gate::Exception>, ChangeError> {
    let same = |one: &ExceptionSetting| repository.is_none_or(|name| name.eq_ignore_ascii_case(&one.repository));
    let all: Vec<&ExceptionSetting> = settings.iter().filter(|one| same(one)).collect();
    let all_changed = all.iter().all(|one| change.changed(&one.path));
    let tree = if all_changed { Arc::default() } else { change.whole_tree().await? };
    let text = |text: &str| redactor.redact(text).into_string();
    let one = |one: &ExceptionSetting| gate::Exception {
        rule: one.rule.clone(),
        path: one.path.clone(),
        owner: text(&one.owner),
        reason: text(&one.reason),
        expires: one.expires.to_string(),
        expired: one.expires < today,
        verified: repository.is_some(),
        looked: looking.looked_through(&one.rule, &one.path, &tree),
    };
    Ok(all.into_iter().map(one).collect())
}
