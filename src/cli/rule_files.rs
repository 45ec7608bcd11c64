//! The rule files that the options of engines name: whether a run would take them.
//!
//! `config check` and `doctor` ask before anything runs, so that a broken rule file is found where it is edited.

use crate::config::{Entry, Settings};
use crate::scanner::{Judges, Registered, Registry, ScanError};

/// The engines that are switched on and whose rule files are refused, in the order of the settings.
pub(super) async fn refused<'a>(
    settings: &'a Settings,
    registry: &'a Registry,
    judges: &Judges,
) -> Vec<(&'a Entry, &'a Registered, ScanError)> {
    let mut refused = Vec::new();
    for entry in settings.scanners.iter().filter(|entry| entry.enabled) {
        let Some(registered) = registry.get(&entry.engine) else { continue };
        if let Err(error) = registered.engine.scanner.check(&entry.options, judges.of(entry.section)).await {
            refused.push((entry, &**registered, error));
        }
    }
    refused
}
