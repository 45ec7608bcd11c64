//! Between the host and the rules: reads the options, hands each reviewed file to the rules, and makes findings of the hits.

use std::sync::{Arc, LazyLock};

use super::extra;
use super::options::Options;
use super::rules::Rules;
use super::scan::Hit;
use crate::change::{Authority, Content};
use crate::finding::{Finding, Location, RepoPath, RuleId, RuleInfo, Unreviewed};
use crate::scanner::{self, Engine, Needs, Report, Request, ScanError, Scanner, Scope, async_trait};

/// The embedded rules, which most runs use as they are.
static EMBEDDED: LazyLock<Result<Arc<Rules>, String>> =
    LazyLock::new(|| Rules::assemble(None, &[]).map(Arc::new).map_err(|error| error.line()));

/// What the host must know about this engine.
pub(super) fn registered() -> Engine {
    Engine {
        scanner: Box::new(Secrets),
        category: "secrets",
        origin: None,
        default_on: true,
        default_scope: Scope::Added,
        fits: &["**"],
        needs: Needs::default(),
        options: scanner::Options::checked(Options::problems),
    }
}

struct Secrets;

#[async_trait]
impl Scanner for Secrets {
    fn name(&self) -> &str {
        "secrets"
    }

    async fn run(&self, request: &Request) -> Result<Report, ScanError> {
        let options: Options = request.options()?;
        let rules = rules(&options, &request.judge).await?;
        let mut report = Report { complete: true, version: version(&rules), rules: infos(&rules), ..Report::default() };
        let (judges, limit) = (Arc::clone(&rules), options.max_file_bytes);
        let look = move |path: &RepoPath, content: Content<'_>| match content {
            Content::Bytes(bytes) => Ok(look(&judges, path, &bytes)),
            other => Err(Unreviewed { path: path.clone(), why: why(&other, limit) }),
        };
        for seen in request.map(limit, look).await? {
            match seen {
                Ok(findings) => report.findings.extend(findings),
                Err(file) => report.unreviewed.push(file),
            }
        }
        Ok(report)
    }

    fn rules(&self, options: &serde_json::Value) -> scanner::Rules {
        let known = EMBEDDED.as_ref().map(|rules| infos(rules)).unwrap_or_default();
        scanner::Rules { known, closed: options.get("rules").is_none() }
    }

    fn judging(&self, options: &serde_json::Value) -> Vec<RepoPath> {
        options.get("rules").and_then(serde_json::Value::as_str).map(extra::place).into_iter().collect()
    }

    async fn check(&self, options: &serde_json::Value, judge: &Authority) -> Result<(), ScanError> {
        rules(&scanner::typed(options)?, judge).await.map(drop)
    }

    fn identity(&self) -> String {
        EMBEDDED.as_ref().map_or_else(Clone::clone, |rules| version(rules))
    }
}

/// The rules that these options choose.
async fn rules(options: &Options, judge: &Authority) -> Result<Arc<Rules>, ScanError> {
    let extra = match &options.rules {
        Some(path) => Some(extra::read(judge, path).await?),
        None if options.disable.is_empty() => return EMBEDDED.clone().map_err(ScanError::Execution),
        None => None,
    };
    let file = extra.as_ref().map(|extra| (extra.name.as_str(), extra.text.as_str()));
    Rules::assemble(file, &options.disable).map(Arc::new).map_err(|error| ScanError::Execution(error.line()))
}

fn version(rules: &Rules) -> String {
    format!("secrets {} rules {}", env!("CARGO_PKG_VERSION"), rules.digest())
}

/// Why a file was not looked at.
fn why(content: &Content<'_>, limit: u64) -> String {
    match content {
        Content::TooLarge { size } => format!("its {size} bytes are over max_file_bytes ({limit})"),
        Content::Unreadable { why } => why.clone(),
        Content::Submodule => "it is a submodule".to_owned(),
        Content::Missing => "it is not there any more".to_owned(),
        Content::Bytes(_) => String::new(),
    }
}

/// The findings in one file.
fn look(rules: &Rules, path: &RepoPath, bytes: &[u8]) -> Vec<Finding> {
    let mut hits = Vec::new();
    rules.scan(path, bytes, &mut hits);
    let nuls = nuls_between(bytes);
    hits.into_iter().filter_map(|hit| finding(rules, path, hit, nuls)).collect()
}

fn finding(rules: &Rules, path: &RepoPath, hit: Hit, nuls: usize) -> Option<Finding> {
    let rule = rules.list().get(hit.rule)?;
    let location = match hit.place {
        Some((start, end)) => Location::line(path.clone(), start.line).through(end.line).columns(start.column, end.column),
        None => Location::file(path.clone()),
    };
    let mut finding = Finding::new(RuleId::new(&*rule.id), rule.severity, location, rule.message());
    if nuls > 0 {
        // Whoever reads the file as bytes sees each character beside a NUL; that form must not get out either.
        let nuls = "\0".repeat(nuls);
        let beside_nul = |line: &str| line.chars().map(String::from).collect::<Vec<_>>().join(&nuls);
        finding.sensitive.extend(hit.secret.lines().map(beside_nul));
    }
    finding.sensitive.push(hit.secret);
    finding.sensitive.retain(|value| !value.is_empty());
    Some(finding)
}

/// How many NUL bytes stand between two characters of ASCII for whoever reads the file as bytes.
fn nuls_between(content: &[u8]) -> usize {
    match content {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => 3,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => 1,
        _ => 0,
    }
}

fn infos(rules: &Rules) -> Vec<RuleInfo> {
    let info = |rule: &super::rule::Rule| RuleInfo {
        id: RuleId::new(&*rule.id),
        severity: Some(rule.severity),
        title: rule.description.clone(),
        help: rule.help(),
        tags: std::iter::once("CWE-798".to_owned()).chain(rule.tags.iter().filter(|tag| *tag != "CWE-798").cloned()).collect(),
    };
    rules.list().iter().map(info).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::finding::Severity;

    fn found(path: &str, bytes: &[u8]) -> Vec<Finding> {
        look(EMBEDDED.as_ref().expect("the embedded rules are valid"), &RepoPath::from(path), bytes)
    }

    /// A token that no file holds: the parts are joined here.
    fn token() -> String {
        ["ghp", "_", "x7Qk2LmZ9vT4bR8nW3yH6cJ5", "dF1gS0pAeUqi"].concat()
    }

    #[test]
    fn a_finding_says_where_and_what_and_not_the_secret() {
        let token = token();
        let findings = found("a.py", format!("\nkey = '{token}'\n").as_bytes());
        let [finding] = findings.as_slice() else { panic!("{findings:?}") };
        assert_eq!((finding.rule.as_str(), finding.severity), ("github-pat", Severity::Error));
        assert_eq!(finding.location, Location::line(RepoPath::from("a.py"), 2).columns(8, 48));
        assert_eq!(finding.sensitive, std::slice::from_ref(&token));
        assert!(finding.message.starts_with("GitHub personal access token: "), "{}", finding.message);
        assert!(!format!("{finding:?} {}", finding.message).contains(&token));
    }

    #[test]
    fn the_bytes_of_a_utf16_file_are_sensitive_as_they_are() {
        let token = token();
        let mut bytes = b"\xff\xfe".to_vec();
        bytes.extend(format!("key = {token}\n").encode_utf16().flat_map(u16::to_le_bytes));
        let findings = found("a.txt", &bytes);
        let shown = String::from_utf8_lossy(&bytes).into_owned();
        assert!(findings[0].sensitive.iter().any(|value| shown.contains(value.as_str())));
        assert!(findings[0].sensitive.contains(&token));
    }

    #[test]
    fn a_nul_byte_hides_nothing() {
        let token = token();
        let wide = format!("key = {token}\n").chars().flat_map(|c| u32::from(c).to_be_bytes()).collect::<Vec<u8>>();
        let utf32 = [b"\0\0\xfe\xff".to_vec(), wide].concat();
        for bytes in [format!("\0key = {token}\n").into_bytes(), utf32] {
            let findings = found("a.py", &bytes);
            assert_eq!(findings.len(), 1, "{bytes:?}");
            let shown = String::from_utf8_lossy(&bytes).into_owned();
            assert!(findings[0].sensitive.iter().any(|value| shown.contains(value.as_str())));
        }
        assert!(
            found("a.png", format!("\u{89}PNG\0key = {token}\n").as_bytes()).len() == 1,
            "the first bytes are not those of a picture"
        );
        let picture = [b"\x89PNG\r\n\x1a\n\0".to_vec(), format!("key = {token}\n").into_bytes()].concat();
        assert!(found("a.png", &picture).is_empty());
    }

    #[test]
    fn a_rule_about_a_path_flags_the_file_and_has_no_secret() {
        let findings = found("deploy/app.p12", b"\0\0");
        assert_eq!(findings.len(), 1);
        assert!(findings[0].location.line.is_none() && findings[0].sensitive.is_empty());
    }

    #[test]
    fn every_rule_can_be_explained() {
        let rules = EMBEDDED.as_ref().expect("the embedded rules are valid");
        for info in infos(rules) {
            assert!(!info.title.is_empty() && !info.help.is_empty(), "{}", info.id);
        }
        assert!(Secrets.identity().starts_with("secrets ") && Secrets.identity().contains(" rules "));
    }
}
