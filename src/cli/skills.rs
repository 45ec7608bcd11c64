//! `aurumcode skills`: which skills there are, which of them a change calls for and why, and what a section says.

use std::fmt::Write;
use std::sync::Arc;

use crate::change::{Change, Repository, Target};
use crate::config::Section;
use crate::context::skills::{Answer, Catalogue, DOC_NAME, FOLDER, Selection};
use crate::finding::{Code, Diagnostic, RepoPath, RuleId};
use crate::process::{BaseEnvironment, SystemRunner};
use crate::redaction::harmless_line;

use super::args::{RepoArgs, SkillsCommand};
use super::authority;
use super::output::Streams;
use super::policy::policy;
use super::refusal::Refusal;
use super::run::Context;
use super::{ExitStatus, runtime, settings};

/// Lists, checks or shows.
pub(super) fn run(context: &Context<'_>, command: &SkillsCommand, streams: &mut Streams<'_>) -> Result<ExitStatus, Refusal> {
    let (args, base) = match command {
        SkillsCommand::List { of, base } => (of, base.as_deref()),
        SkillsCommand::Check(of) | SkillsCommand::Show { of, .. } => (of, None),
    };
    let (catalogue, changed) = runtime::start()?.block_on(read(context, args, base))?;
    let page = match command {
        SkillsCommand::List { .. } => list(&catalogue, &changed),
        SkillsCommand::Check(_) => check(&catalogue)?,
        SkillsCommand::Show { rule, .. } => show(&catalogue, rule)?,
    };
    context.deliver(&page, streams)
}

/// The skills of the side that has power, and the paths of the change.
async fn read(context: &Context<'_>, args: &RepoArgs, base: Option<&str>) -> Result<(Catalogue, Vec<RepoPath>), Refusal> {
    let runner = Arc::new(SystemRunner::new(BaseEnvironment::pick(context.environment.variables())));
    let repository = Repository::open(&args.repo, runner).await?;
    let policy = policy(context, args.policy.as_deref(), &repository).await?;
    let change = Change::resolve(repository, Target::commits(base, None)).await?;
    let side = authority::side(context, None, &change)?;
    let authority = change.authority(side);
    let loaded = settings::load(context, policy.as_ref(), &authority).await?;
    let listed = &loaded.settings().context.skills;
    let catalogue = Catalogue::read(listed, &authority, policy.as_ref().map(|policy| &policy.authority)).await?;
    Ok((catalogue, change.files().iter().map(|file| file.path.clone()).collect()))
}

fn list(catalogue: &Catalogue, changed: &[RepoPath]) -> String {
    let mut page = String::new();
    for selection in catalogue.select(changed) {
        let skill = selection.skill;
        let rules = if skill.rules.len() == 1 { "1 rule".to_owned() } else { format!("{} rules", skill.rules.len()) };
        let version = harmless_line(&skill.version);
        let _ = writeln!(page, "{}  ({}, version {version}, {rules})", skill.base, skill.layer.as_str());
        if !skill.description.is_empty() {
            let _ = writeln!(page, "    {}", harmless_line(&skill.description));
        }
        let _ = writeln!(page, "    {}", why(&selection));
        for word in &selection.unknown_languages {
            let _ = writeln!(page, "    the language `{}` is not known and fits nothing", harmless_line(word));
        }
    }
    if catalogue.skills.is_empty() {
        let _ = writeln!(page, "there are no skills: a skill is a file {FOLDER}/<name>/{DOC_NAME}");
    }
    for problem in &catalogue.problems {
        let (layer, path) = (problem.layer.as_str(), &problem.path);
        let _ = writeln!(page, "does not count: {path} ({layer}): {}", harmless_line(&problem.message));
    }
    page
}

fn why(selection: &Selection<'_>) -> String {
    match &selection.answer {
        Answer::Applies { because } => {
            let because: Vec<String> = because.iter().map(|(criterion, path)| format!("`{criterion}` fits {path}")).collect();
            format!("applies: {}", because.join(", "))
        }
        Answer::Listed => "applies: `review.context.skills` lists it".to_owned(),
        Answer::NoFile(criterion) => format!("does not apply: `{criterion}` fits no changed file"),
        Answer::NoCriterion => "off: it gives neither `languages` nor `paths`".to_owned(),
    }
}

/// One line when all is well, else every mistake. Giving way to the policy is none.
fn check(catalogue: &Catalogue) -> Result<String, Refusal> {
    let mistakes = catalogue.problems.iter().filter(|problem| !problem.gives_way);
    let told: Vec<Diagnostic> = mistakes
        .map(|problem| {
            let whose = if problem.layer == Section::Policy { "the central policy's " } else { "" };
            let message = format!("{whose}`{}` is no skill: {}", problem.path, problem.message);
            Diagnostic::new(Code::SKILLS_REFUSED, message).help("docs/skills.md describes the format")
        })
        .collect();
    if !told.is_empty() {
        return Err(Refusal::of(told));
    }
    let rules: usize = catalogue.skills.iter().map(|skill| skill.rules.len()).sum();
    Ok(format!("skills: {}, rules: {rules}\n", catalogue.skills.len()))
}

fn show(catalogue: &Catalogue, rule: &str) -> Result<String, Refusal> {
    let Some((skill, rule)) = catalogue.rule(&RuleId::new(rule)) else {
        let known = catalogue.skills.iter().flat_map(|skill| &skill.rules).map(|rule| rule.id.as_str());
        let near = known.max_by(|one, other| strsim::jaro(one, rule).total_cmp(&strsim::jaro(other, rule)));
        let problem = Diagnostic::new(Code::SKILLS_UNKNOWN_RULE, format!("no skill has the rule `{rule}`"));
        return Err(match near {
            Some(near) => problem.help(format!("did you mean `{near}`?")).into(),
            None => problem.help("`aurumcode skills list` lists the skills").into(),
        });
    };
    let heading = format!("{} ({}, at least {})\n{}\n", rule.id, skill.layer.as_str(), rule.severity, harmless_line(&rule.title));
    let lines: String = rule.description.lines().map(|line| format!("    {}\n", harmless_line(line))).collect();
    Ok(heading + &lines)
}
