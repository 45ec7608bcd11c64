//! The engine: reads the files in scope, searches them on all cores, and reports.

use std::sync::Arc;

use crate::change::Content;
use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Unreviewed};
use crate::scanner::{Engine, Needs, Options, Report, Request, ScanError, Scanner, Scope, async_trait};

use super::options::{SecretsOptions, check};
use super::rules::Rules;

/// A rule file of more than this is refused.
const MAX_RULE_BYTES: u64 = 4 * 1024 * 1024;

/// The engine's line in the registry.
pub(super) fn engine() -> Engine {
    Engine {
        scanner: Box::new(Secrets),
        category: "secrets",
        origin: None,
        default_on: true,
        default_scope: Scope::Added,
        needs: Needs::default(),
        options: Options::checked::<SecretsOptions>(check),
    }
}

struct Secrets;

#[async_trait]
impl Scanner for Secrets {
    fn name(&self) -> &str {
        "secrets"
    }

    fn identity(&self) -> String {
        match Rules::assemble(None, &[]) {
            Ok(rules) => version(&rules),
            Err(error) => format!("{} with broken rules: {}", env!("CARGO_PKG_VERSION"), error.diagnostic().message),
        }
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: SecretsOptions = request.options()?;
        let rules = Arc::new(rules(request, &options).await?);
        let mut report = Report { complete: true, version: version(&rules), rules: infos(&rules), ..Report::default() };
        let (limit, searching) = (options.max_file_bytes, Arc::clone(&rules));
        let look = move |path: &RepoPath, content: Content<'_>| match content {
            Content::Bytes(bytes) => Ok(search(&searching, path, &bytes)),
            Content::TooLarge { size } => {
                Err(unreviewed(path, format!("{} is over the limit of {}", mebibytes(size), mebibytes(limit))))
            }
            other => Err(unreviewed(path, other.to_string())),
        };
        for seen in request.map(limit, look).await? {
            match seen {
                Ok(findings) => report.findings.extend(findings),
                Err(file) => report.unreviewed.push(file),
            }
        }
        Ok(report)
    }
}

/// The rules of this run: the embedded ones, and those of the file that the options name.
async fn rules(request: &Request, options: &SecretsOptions) -> Result<Rules, ScanError> {
    let assembled = match &options.rules {
        None => Rules::assemble(None, &options.disable),
        Some(name) => {
            let content = request.change.read_one(&RepoPath::from(name.as_str()), MAX_RULE_BYTES).await?;
            let Content::Bytes(bytes) = content else {
                return Err(ScanError::Execution(format!("options.rules: `{name}` cannot be read: {content}")));
            };
            let text =
                std::str::from_utf8(&bytes).map_err(|error| ScanError::Execution(format!("options.rules: `{name}`: {error}")))?;
            Rules::assemble(Some((name, text)), &options.disable)
        }
    };
    assembled.map_err(|error| {
        let diagnostic = error.diagnostic();
        let place = diagnostic.excerpt.as_ref().map(|at| format!("{}:{}:{}: ", at.file, at.line, at.column)).unwrap_or_default();
        ScanError::Execution(format!("{place}{} ({})", diagnostic.message, diagnostic.help.join("; ")))
    })
}

fn search(rules: &Rules, path: &RepoPath, bytes: &[u8]) -> Vec<Finding> {
    let mut hits = Vec::new();
    rules.scan(path, bytes, &mut hits);
    let found = hits.into_iter().map(|hit| {
        let rule = &rules.list()[hit.rule];
        let location = match hit.place {
            None => Location::file(path.clone()),
            Some((start, end)) => Location::line(path.clone(), start.line).columns(start.column, end.column).through(end.line),
        };
        let mut finding = Finding::new(RuleId::new(&rule.id), rule.severity, location, rule.message());
        finding.sensitive.extend((!hit.secret.is_empty()).then_some(hit.secret));
        finding
    });
    found.collect()
}

fn infos(rules: &Rules) -> Vec<RuleInfo> {
    let info = |rule: &super::rule::Rule| RuleInfo {
        id: RuleId::new(&rule.id),
        title: rule.description.clone(),
        help: rule.help(),
        tags: rule.tags.clone(),
    };
    rules.list().iter().map(info).collect()
}

fn version(rules: &Rules) -> String {
    format!("{}, {} rules {}", env!("CARGO_PKG_VERSION"), rules.list().len(), rules.digest())
}

fn unreviewed(path: &RepoPath, why: String) -> Unreviewed {
    Unreviewed { path: path.clone(), why }
}

#[expect(clippy::cast_precision_loss, reason = "a size for people to read")]
fn mebibytes(bytes: u64) -> String {
    format!("{:.1} MiB", bytes as f64 / (1024.0 * 1024.0))
}
