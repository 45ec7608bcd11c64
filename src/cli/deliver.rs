//! Where a verdict goes: standard output and the files that were asked for.
//!
//! A file that cannot be written is told and counted; it neither hides the verdict nor looks like success.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::config::Language;
use crate::finding::{Code, Diagnostic};
use crate::redaction::Redacted;
use crate::report::{self, Model, Style, Verbosity};

use super::args::{Format, ReviewArgs};
use super::output::{Streams, write_file};
use super::refusal::Refusal;
use super::run::Context;

/// The audit quotes the reviewed code, so only its owner reads it.
const AUDIT_MODE: u32 = 0o600;
/// SARIF is made to be uploaded.
const SARIF_MODE: u32 = 0o644;

/// A page is made to be passed on.
const HTML_MODE: u32 = 0o644;

/// The files that a result goes to.
#[derive(Debug, Args)]
pub struct FileArgs {
    /// Write a SARIF 2.1.0 file
    #[arg(long, value_name = "FILE")]
    pub sarif: Option<PathBuf>,
    /// Write the audit file, from which `verify` recomputes the verdict
    #[arg(long, value_name = "FILE")]
    pub audit: Option<PathBuf>,
    /// Write a page that opens from disk, with all findings
    #[arg(long, value_name = "FILE")]
    pub html: Option<PathBuf>,
}

/// Two results in one file would leave only the later one, and look like success.
pub(super) fn refuse_shared_file(args: &FileArgs) -> Result<(), Refusal> {
    let named = [("--audit", &args.audit), ("--sarif", &args.sarif), ("--html", &args.html)];
    // A device takes them all: `/dev/null`.
    let is_device = |path: &Path| std::fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir());
    let mut places: Vec<(PathBuf, &str)> = Vec::new();
    for (option, path) in named.iter().filter_map(|(option, path)| Some((*option, path.as_ref()?))) {
        let place = place(path);
        if let Some((_, other)) = places.iter().find(|(taken, _)| *taken == place && !is_device(path)) {
            let message = format!("`{other}` and `{option}` name the same file, {}", path.display());
            return Err(Diagnostic::new(Code::CLI_SAME_FILE, message).help("give each a file of its own").into());
        }
        places.push((place, option));
    }
    Ok(())
}

/// Where a file is, as far as that can be known before it exists.
fn place(path: &Path) -> PathBuf {
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let directory = directory.canonicalize().unwrap_or_else(|_| directory.to_owned());
    path.file_name().map_or_else(|| directory.clone(), |name| directory.join(name))
}

/// One finished review on its way out.
pub(super) struct Delivery<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) args: &'a ReviewArgs,
    pub(super) language: Language,
    pub(super) model: &'a Model,
}

impl Delivery<'_> {
    /// Delivers everything that was asked for; whether all of it arrived.
    pub(super) fn deliver(&self, streams: &mut Streams<'_>) -> bool {
        let mut delivered = true;
        if let Some(path) = &self.args.files.audit {
            delivered &= self.file(path, "audit", &self.json(&report::audit(self.model)), AUDIT_MODE, streams);
        }
        if let Some(path) = &self.args.files.sarif {
            delivered &= self.file(path, "SARIF file", &self.json(&report::sarif(self.model)), SARIF_MODE, streams);
        }
        if let Some(path) = &self.args.files.html {
            let page = self.context.redactor.redact(&report::html(self.model, self.language));
            delivered &= self.file(path, "page", &page, HTML_MODE, streams);
        }
        if let Err(error) = streams.print(&self.page()) {
            let problem = Diagnostic::new(Code::CLI_WRITE, format!("standard output could not be written: {error}"));
            self.context.tell(&problem.into(), streams);
            delivered = false;
        }
        delivered
    }

    fn page(&self) -> Redacted {
        let redact = |text: String| self.context.redactor.redact(&text);
        match self.args.format {
            Format::Text => redact(report::terminal(self.model, self.language, self.style())),
            Format::Markdown => redact(report::markdown(self.model, self.language)),
            Format::Github => redact(report::github(self.model)),
            Format::Json => self.json(&report::audit(self.model)),
            Format::Gitlab => self.json(&report::gitlab(self.model)),
        }
    }

    fn style(&self) -> Style {
        let color = self.args.color.decide(|| self.context.color(self.context.terminals.out));
        let verbosity = match (self.args.quiet, self.args.verbose) {
            (true, _) => Verbosity::Quiet,
            (false, true) => Verbosity::Verbose,
            (false, false) => Verbosity::Normal,
        };
        Style { color, width: self.context.width(), verbosity }
    }

    /// A JSON document, filtered without breaking it.
    fn json(&self, text: &str) -> Redacted {
        self.context.redactor.redact_json_text(text)
    }

    fn file(&self, path: &Path, what: &str, text: &Redacted, mode: u32, streams: &mut Streams<'_>) -> bool {
        let Err(error) = write_file(path, text, mode) else { return true };
        let problem = Diagnostic::new(Code::CLI_WRITE, format!("the {what} {} could not be written: {error}", path.display()))
            .help("the verdict stands; give a path that can be written");
        self.context.tell(&problem.into(), streams);
        false
    }
}
