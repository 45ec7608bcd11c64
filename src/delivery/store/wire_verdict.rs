//! A gate's verdict, as it is written down.

use serde::{Deserialize, Serialize};

use crate::delivery::{CoverageRow, Gate, GateVerdict, Item, ScannerAnswer, SuiteSummary, Verdict};

use super::StoreError;
use super::wire::{oid, word};

#[derive(Serialize, Deserialize)]
pub(super) struct Judged {
    round: u32,
    head_sha: String,
    veredito: String,
    resumo: String,
    itens: Vec<String>,
    fingerprints: Vec<Option<String>>,
    #[serde(rename = "coverageMatrix", default, skip_serializing_if = "Vec::is_empty")]
    coverage_matrix: Vec<WireRow>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    suite: Option<WireSuite>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    scanners: Vec<WireScanner>,
}

#[derive(Serialize, Deserialize)]
struct WireRow {
    rule: String,
    tests: Vec<String>,
    covered: bool,
}

#[derive(Serialize, Deserialize)]
struct WireSuite {
    exit_code: Option<i32>,
    passed: u32,
    failed: u32,
    skipped: u32,
    milliseconds: u64,
}

#[derive(Serialize, Deserialize)]
struct WireScanner {
    scanner: String,
    findings: Option<u32>,
    detail: String,
}

impl Judged {
    pub(super) fn of(verdict: &GateVerdict) -> Self {
        let row = |row: &CoverageRow| WireRow { rule: row.rule.clone(), tests: row.tests.clone(), covered: row.covered };
        let suite = |suite: SuiteSummary| WireSuite {
            exit_code: suite.exit_code,
            passed: suite.passed,
            failed: suite.failed,
            skipped: suite.skipped,
            milliseconds: suite.milliseconds,
        };
        let scanner = |answer: &ScannerAnswer| WireScanner {
            scanner: answer.scanner.clone(),
            findings: answer.findings,
            detail: answer.detail.clone(),
        };
        Self {
            round: verdict.round,
            head_sha: verdict.head.to_string(),
            veredito: verdict.verdict.to_string(),
            resumo: verdict.summary.clone(),
            itens: verdict.items.iter().map(|item| item.text.clone()).collect(),
            fingerprints: verdict.items.iter().map(|item| item.fingerprint.clone()).collect(),
            coverage_matrix: verdict.matrix.iter().map(row).collect(),
            suite: verdict.suite.map(suite),
            scanners: verdict.scanners.iter().map(scanner).collect(),
        }
    }

    pub(super) fn verdict(self, gate: Gate) -> Result<GateVerdict, StoreError> {
        let row = |WireRow { rule, tests, covered }| CoverageRow { rule, tests, covered };
        let suite = |WireSuite { exit_code, passed, failed, skipped, milliseconds }| SuiteSummary {
            exit_code,
            passed,
            failed,
            skipped,
            milliseconds,
        };
        let scanner = |WireScanner { scanner, findings, detail }| ScannerAnswer { scanner, findings, detail };
        if self.itens.len() != self.fingerprints.len() {
            return Err(StoreError::Unreadable("a verdict whose items and fingerprints differ in number".to_owned()));
        }
        let item = |(text, fingerprint)| Item { text, fingerprint };
        Ok(GateVerdict {
            gate,
            verdict: word(&self.veredito, Verdict::parse)?,
            round: self.round,
            head: oid(&self.head_sha)?,
            summary: self.resumo,
            items: self.itens.into_iter().zip(self.fingerprints).map(item).collect(),
            matrix: self.coverage_matrix.into_iter().map(row).collect(),
            suite: self.suite.map(suite),
            scanners: self.scanners.into_iter().map(scanner).collect(),
        })
    }
}
