//! What a file says about a result's past: suppressed, known from a baseline, gone.
//!
//! The result is reported all the same; whether what silences it counts is the gate's business, which heeds none of it where a
//! central policy ordered the scan. Only a result that is gone is no finding.

use crate::finding::{SuppressedBy, Suppression};

use super::message::one_line;
use super::wire::SarifResult;

/// The longest reason, in characters.
const REASON: usize = 200;

/// What is known of a result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Past {
    /// The scanner did not find it in this run (`baselineState`, section 3.27.24).
    Gone,
    /// It is there; what silences it, if anything does.
    There(Option<Suppression>),
}

impl Past {
    pub(super) fn of(result: &SarifResult) -> Self {
        let known = Suppression { by: SuppressedBy::EngineFile, reason: "in the scanner's baseline".to_owned() };
        match result.baseline_state.as_deref() {
            Some("absent") => Self::Gone,
            Some("unchanged") => Self::There(suppression(result).or(Some(known))),
            _ => Self::There(suppression(result)),
        }
    }
}

/// A result is suppressed when it has suppressions and all of them are accepted, as they are where they have no status (sections
/// 3.27.23 and 3.35.3).
fn suppression(result: &SarifResult) -> Option<Suppression> {
    let all = result.suppressions.as_deref().filter(|all| !all.is_empty())?;
    if !all.iter().all(|one| one.status.as_deref().is_none_or(|status| status == "accepted")) {
        return None;
    }
    let in_source = all.iter().find_map(|one| one.kind.as_deref()) == Some("inSource");
    let reason = all.iter().find_map(|one| one.justification.as_deref()).map(|text| one_line(text, REASON));
    let by = if in_source { SuppressedBy::EngineComment } else { SuppressedBy::EngineFile };
    Some(Suppression { by, reason: reason.unwrap_or_default() })
}
