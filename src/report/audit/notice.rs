//! Notices in an audit.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::report;

use super::build::file;
use super::v1::File;
use super::words::Section;

/// Something to know about whose settings judged, or what informed nobody.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Notice {
    /// `working-copy-differs`, `edits-its-gate`, `new-configuration`, `overridden` or `uninformed`.
    pub(super) notice: String,
    /// The files that it is about, by path.
    pub(super) files: Vec<File>,
    /// `overridden`: the setting that does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) setting: Option<String>,
    /// `overridden`: where the repository's value stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<String>,
    /// `overridden`: whose value counts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) counts: Option<Section>,
    /// `uninformed`: the source of context that informs nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) source: Option<String>,
    /// `uninformed`: why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) why: Option<String>,
}

impl Notice {
    /// The wire form.
    pub(super) fn of(notice: &report::Notice) -> Self {
        let mut wire = Self {
            notice: notice.as_str().to_owned(),
            files: notice.files().iter().map(file).collect(),
            setting: None,
            place: None,
            counts: None,
            source: None,
            why: None,
        };
        match notice {
            report::Notice::Overridden(one) => {
                (wire.setting, wire.place) = (Some(one.setting.clone()), Some(one.place.clone()));
                wire.counts = Some(one.winner.into());
            }
            report::Notice::Uninformed { source, why } => {
                (wire.source, wire.why) = (Some(source.clone()), Some(why.clone()));
            }
            report::Notice::WorkingCopyDiffers { .. }
            | report::Notice::EditsItsGate { .. }
            | report::Notice::NewConfiguration { .. } => {}
        }
        wire
    }
}
