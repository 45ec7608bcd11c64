//! What the `go` command sees: caches of the user, and nothing that a file of the tree or the user could change it by.
//!
//! The caches are addressed by content, and without them every dependency would be missing and the standard library be compiled anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::Deserialize;

use crate::scanner::ScanError;
use crate::scanner::wrapped::{Wrapped, json};

/// What is fixed. `GOENV=off` leaves out what the user set with `go env -w`.
const FIXED: [(&str, &str); 9] = [
    ("GOENV", "off"),
    ("GOFLAGS", ""), // could name a program to run
    ("GO111MODULE", "on"),
    ("GOWORK", "off"),
    ("GOPROXY", "off"),
    ("GOSUMDB", "off"),
    ("GOVCS", "*:off"),
    ("GOTOOLCHAIN", "local"), // a go.mod could name another one
    ("GOTELEMETRY", "off"),
];

/// The places that `go` names.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "UPPERCASE")]
struct Places {
    gomodcache: String,
    gocache: String,
    gohostos: String,
    gohostarch: String,
}

/// The environment of all runs.
pub(super) struct Environment {
    variables: BTreeMap<String, String>,
    /// The platform of the machine, as `os/arch`.
    pub(super) host: String,
}

impl Environment {
    /// Asks `go` for its places.
    pub(super) async fn ask(go: &Wrapped<'_>) -> Result<Self, ScanError> {
        let names = ["GOMODCACHE", "GOCACHE", "GOHOSTOS", "GOHOSTARCH"];
        let command = go.command_at_home()?.args(["env", "-json"]).args(names).env("GOFLAGS", "").env("GOTOOLCHAIN", "local");
        let places: Places = json(&go.run(command).await?.stdout)?;
        let own = go.empty_directory()?;
        let mut variables: BTreeMap<String, String> =
            FIXED.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        for (name, place) in [("GOMODCACHE", &places.gomodcache), ("GOCACHE", &places.gocache)] {
            // Without a home there is none.
            let place = if Path::new(place).is_absolute() { PathBuf::from(place) } else { own.join(name) };
            variables.insert(name.to_owned(), place.to_string_lossy().into_owned());
        }
        variables.insert("GOPATH".to_owned(), own.join("GOPATH").to_string_lossy().into_owned());
        Ok(Self { variables, host: format!("{}/{}", places.gohostos, places.gohostarch) })
    }

    /// The variables of a run for a platform.
    pub(super) fn of<'a>(&'a self, platform: &'a str, cgo: bool) -> impl Iterator<Item = (&'a str, &'a str)> {
        let (system, processor) = platform.split_once('/').unwrap_or((platform, ""));
        let own = [("GOOS", system), ("GOARCH", processor), ("CGO_ENABLED", if cgo { "1" } else { "0" })];
        self.variables.iter().map(|(name, value)| (name.as_str(), value.as_str())).chain(own)
    }
}
