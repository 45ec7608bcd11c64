//! What was agreed when the gates opened, as it is written down.

use std::num::NonZeroU32;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::change::Oid;
use crate::delivery::{Budget, Developer, Rule, Task, Terms, TestCommand};

#[derive(Serialize, Deserialize)]
pub(super) struct Opened {
    pub(super) head_sha: String,
    repository: String,
    branch: String,
    base: String,
    remote: Option<String>,
    max_corrections: NonZeroU32,
    budget: WireBudget,
    task: WireTask,
}

#[derive(Serialize, Deserialize)]
struct WireBudget {
    milliseconds: u64,
    tokens: u64,
    micro_usd: u64,
}

#[derive(Serialize, Deserialize)]
struct WireTask {
    id: String,
    title: String,
    description: String,
    rules: Vec<WireRule>,
    test: WireCommand,
    developer: Option<WireCommand>,
    security_relevant: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct WireRule {
    id: String,
    title: String,
    description: String,
}

#[derive(Serialize, Deserialize)]
struct WireCommand {
    command: String,
    milliseconds: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    report: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    environment: Vec<String>,
}

impl Opened {
    pub(super) fn of(terms: &Terms, head: Oid) -> Self {
        let Task { id, title, description, rules, test, developer, security_relevant } = terms.task.clone();
        let Budget { milliseconds, tokens, micro_usd } = terms.budget;
        let rule = |Rule { id, title, description }| WireRule { id, title, description };
        let command = |command, timeout: Duration, report| WireCommand {
            command,
            milliseconds: milliseconds_of(timeout),
            report,
            environment: Vec::new(),
        };
        Self {
            head_sha: head.to_string(),
            repository: terms.repository.clone(),
            branch: terms.branch.clone(),
            base: terms.base.clone(),
            remote: terms.remote.clone(),
            max_corrections: terms.max_corrections,
            budget: WireBudget { milliseconds, tokens, micro_usd },
            task: WireTask {
                id,
                title,
                description,
                rules: rules.into_iter().map(rule).collect(),
                test: command(test.command, test.timeout, test.report),
                developer: developer.map(|developer| WireCommand {
                    environment: developer.environment,
                    ..command(developer.command, developer.timeout, None)
                }),
                security_relevant,
            },
        }
    }

    pub(super) fn terms(self) -> Terms {
        let WireTask { id, title, description, rules, test, developer, security_relevant } = self.task;
        let WireBudget { milliseconds, tokens, micro_usd } = self.budget;
        let rule = |WireRule { id, title, description }| Rule { id, title, description };
        let timeout = |command: &WireCommand| Duration::from_millis(command.milliseconds);
        Terms {
            task: Task {
                id,
                title,
                description,
                rules: rules.into_iter().map(rule).collect(),
                test: TestCommand { timeout: timeout(&test), command: test.command, report: test.report },
                developer: developer.map(|given| Developer {
                    timeout: timeout(&given),
                    command: given.command,
                    environment: given.environment,
                }),
                security_relevant,
            },
            repository: self.repository,
            branch: self.branch,
            base: self.base,
            remote: self.remote,
            max_corrections: self.max_corrections,
            budget: Budget { milliseconds, tokens, micro_usd },
        }
    }
}

fn milliseconds_of(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
