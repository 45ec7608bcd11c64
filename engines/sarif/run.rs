//! From one run of a scanner to findings, and to the files that it says it could not look at.

use crate::finding::{Finding, Location, RepoPath, RuleInfo, Severity, Standing, Unreviewed};
use crate::scanner::ScanError;

use super::finished::{self, Reviewed};
use super::level::{self, Words};
use super::message::{self, one_line, written};
use super::place::{self, Place, Tree};
use super::rule::{self, Cited, Rules};
use super::standing::Past;
use super::uri::Segments;
use super::wire::{self, Invocation, Notification, Region, Run, SarifResult};

/// What a run is read for.
pub(super) struct Asked<'a> {
    pub(super) reviewed: &'a Reviewed,
    /// The working directory of the repository.
    pub(super) root: Segments,
    /// `options.checkout` and `options.relative_to`.
    pub(super) checkout: Option<Segments>,
    pub(super) relative_to: Segments,
    /// Whether the reviewed content has a file at a path.
    pub(super) is_file: &'a dyn Fn(&RepoPath) -> bool,
    /// Whether the configuration leaves a path out.
    pub(super) ignored: &'a dyn Fn(&RepoPath) -> bool,
}

/// What a run says.
#[derive(Debug, Default)]
pub(super) struct Seen {
    pub(super) findings: Vec<Finding>,
    pub(super) unreviewed: Vec<Unreviewed>,
    pub(super) rules: Vec<RuleInfo>,
}

/// One run, with what its results refer to.
struct Reading<'a> {
    run: &'a Run,
    tool: &'a str,
    file: &'a RepoPath,
    rules: Rules<'a>,
    tree: Tree<'a>,
    asked: &'a Asked<'a>,
}

/// Reads the run of `tool` in `file`.
pub(super) fn read(run: &Run, tool: &str, file: &RepoPath, asked: &Asked<'_>) -> Result<Seen, ScanError> {
    let name = format!("`{file}`, {tool}");
    finished::check(run, &name, asked.reviewed)?;
    let invocations = run.invocations.as_deref().unwrap_or_default();
    let rules = run.tool.as_ref().and_then(Rules::of);
    let rules = rules.ok_or_else(|| ScanError::InvalidOutput(format!("{name}: the run names no tool")))?;
    let tree = Tree {
        is_file: asked.is_file,
        root: asked.root.clone(),
        checkout: asked.checkout.clone(),
        relative_to: asked.relative_to.clone(),
        working_directories: invocations.iter().filter_map(|invocation| invocation.working_directory.as_ref()).collect(),
        bases: run.original_uri_base_ids.as_ref(),
        artifacts: run.artifacts.as_ref(),
    };
    let reading = Reading { run, tool, file, rules, tree, asked };
    let mut seen = Seen::default();
    for notification in invocations.iter().flat_map(notifications) {
        seen.unreviewed.extend(reading.not_looked_at(notification, &name)?);
    }
    for result in run.results.iter().flatten() {
        reading.result(result, &mut seen);
    }
    Ok(seen)
}

fn notifications(invocation: &Invocation) -> impl Iterator<Item = &Notification> {
    [&invocation.tool_execution_notifications, &invocation.tool_configuration_notifications].into_iter().flatten().flatten()
}

impl Reading<'_> {
    /// The files that an error of the scanner is about; an error about anything else leaves open what it did not look at.
    fn not_looked_at(&self, notification: &Notification, name: &str) -> Result<Vec<Unreviewed>, ScanError> {
        if level::ranked(notification.level.as_deref().unwrap_or("warning")) != Severity::Error {
            return Ok(Vec::new());
        }
        let driver = self.rules.driver;
        let kind = notification.descriptor.as_ref().and_then(|reference| {
            let of_id = driver.notifications.iter().flatten().find(|kind| kind.id.is_some() && kind.id == reference.id);
            of_id.or_else(|| wire::at(driver.notifications.as_ref(), reference.index.as_ref()))
        });
        let strings = [kind.and_then(|kind| kind.message_strings.as_ref()), driver.global_message_strings.as_ref()];
        let why =
            message::line(notification.message.as_ref(), &strings).unwrap_or_else(|| "an error without a message".to_owned());
        let why = format!("{}: {}", self.tool, one_line(&why, 150));
        let mut files = Vec::new();
        for location in notification.locations.iter().flatten() {
            match location
                .physical_location
                .as_ref()
                .and_then(|place| place.artifact_location.as_ref())
                .map(|at| self.tree.place(at))
            {
                Some(Place::Reviewed(path)) => files.push(Unreviewed { path, why: why.clone() }),
                Some(Place::Unknown(_) | Place::Outside(_) | Place::None) | None => {}
            }
        }
        if files.is_empty() {
            Err(ScanError::Incomplete(format!("{name} reports an error: {}", one_line(&why, 150))))
        } else {
            Ok(files)
        }
    }

    /// Adds the findings of one result, one for each place.
    fn result(&self, result: &SarifResult, seen: &mut Seen) {
        let (cited, rule) = self.rules.of_result(result);
        let Past::There(suppressed) = Past::of(result) else { return };
        let Some(severity) = self.severity(result, &cited) else { return };
        let id = rule::id(self.tool, rule);
        seen.rules.extend(rule::info(id.clone(), &cited));
        let hides = rule::is_about_secrets(self.tool, rule, &cited);
        let message = Self::message(result, &cited);
        for (place, region) in self.places(result) {
            let told = |why: &str| format!("{message} ({why})");
            let mut finding = match place {
                Place::Reviewed(path) => Finding::new(id.clone(), severity, place::lines(path, region), message.clone()),
                Place::Unknown(path) if (self.asked.ignored)(&path) => continue,
                Place::Unknown(path) => {
                    let why = told("the reviewed content has no such file");
                    Finding::new(id.clone(), severity, place::lines(path, region), why).standing(Standing::New)
                }
                Place::Outside(uri) => self.without_place(&id, severity, told(&format!("in {}", one_line(&uri, 200)))),
                Place::None => self.without_place(&id, severity, told("the scanner names no file")),
            };
            finding.suppressed.clone_from(&suppressed);
            finding.sensitive = if hides { sensitive(region, &message) } else { Vec::new() };
            seen.findings.push(finding);
        }
    }

    /// A finding that is shown at the file that tells it, for want of a place.
    fn without_place(&self, id: &crate::finding::RuleId, severity: Severity, message: String) -> Finding {
        Finding::new(id.clone(), severity, Location::file(self.file.clone()), message).standing(Standing::New)
    }

    /// The places of a result: each physical one, else what was analysed, else none.
    fn places<'r>(&self, result: &'r SarifResult) -> Vec<(Place, Option<&'r Region>)> {
        let physical = result.locations.iter().flatten().filter_map(|location| location.physical_location.as_ref());
        let named =
            physical.filter_map(|place| Some((self.tree.place(place.artifact_location.as_ref()?), place.region.as_ref())));
        let mut places: Vec<_> = named.filter(|(place, _)| *place != Place::None).collect();
        if places.is_empty() {
            let target = result.analysis_target.as_ref().map_or(Place::None, |target| self.tree.place(target));
            places.push((target, None));
        }
        places
    }

    fn severity(&self, result: &SarifResult, cited: &Cited<'_>) -> Option<Severity> {
        let security = |properties: Option<&'_ wire::Properties>| properties?.security_severity.clone();
        let scores = [security(result.properties.as_ref()), security(cited.descriptor.and_then(|rule| rule.properties.as_ref()))];
        level::severity(&Words {
            kind: result.kind.as_deref(),
            level: result.level.as_deref(),
            overridden: self.overridden(result, cited),
            default: cited.descriptor.and_then(|rule| rule.default_configuration.as_ref()?.level.as_deref()),
            security: [scores[0].as_ref(), scores[1].as_ref()],
        })
    }

    /// The level that the invocation gave the rule (section 3.20.5).
    fn overridden(&self, result: &SarifResult, cited: &Cited<'_>) -> Option<&str> {
        let index = result.provenance.as_ref().and_then(|provenance| provenance.invocation_index.as_ref());
        let invocations = self.run.invocations.as_ref();
        let invocation = wire::at(invocations, index).or_else(|| invocations?.first().filter(|_| index.is_none()))?;
        let same = |one: &wire::Override| {
            let Some(reference) = one.descriptor.as_ref() else { return false };
            let found = self.rules.find(reference.id.as_deref(), reference.index.as_ref(), reference.tool_component.as_deref());
            matches!((found.descriptor, cited.descriptor), (Some(one), Some(other)) if std::ptr::eq(one, other))
        };
        let found = invocation.rule_configuration_overrides.iter().flatten().find(|one| same(one))?;
        found.configuration.as_ref()?.level.as_deref()
    }

    fn message(result: &SarifResult, cited: &Cited<'_>) -> String {
        let rule = cited.descriptor;
        let strings = [rule.and_then(|rule| rule.message_strings.as_ref()), cited.component.global_message_strings.as_ref()];
        let described = || {
            let texts = [rule?.short_description.as_ref(), rule?.full_description.as_ref()];
            texts.into_iter().flatten().find_map(written).map(|text| one_line(text, 300))
        };
        let message = message::line(result.message.as_ref(), &strings);
        message.or_else(described).unwrap_or_else(|| "a result without a message".to_owned())
    }
}

/// The flagged text of a secret, which the file repeats, and what the message quotes of it.
fn sensitive(region: Option<&Region>, message: &str) -> Vec<String> {
    let text = region.and_then(|region| region.snippet.as_ref()?.text.as_deref()).map(str::trim).unwrap_or_default();
    let quoted = ['\'', '"', '`'].into_iter().flat_map(|quote| message.split(quote).skip(1).step_by(2));
    let quoted = quoted.filter(|part| part.chars().count() > 2 && text.contains(part)).map(str::to_owned);
    quoted.chain([text.to_owned()]).filter(|value| !value.is_empty()).collect()
}
