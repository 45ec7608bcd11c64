//! What only the HTML report says.

/// The messages of the HTML report, in one language.
#[expect(missing_debug_implementations, reason = "a table of function pointers has nothing to show")]
pub struct HtmlText {
    /// The heading of the findings.
    pub findings: &'static str,
    /// The findings that block, as a heading.
    pub blocking: fn(usize) -> String,
    /// The label of a choice by severity.
    pub severity: &'static str,
    /// The label of a choice by engine, and the heading of the engines' column.
    pub engine: &'static str,
    /// The label of a search by file, place or rule.
    pub file_or_rule: &'static str,
    /// The choice that leaves nothing out.
    pub all: &'static str,
    /// Nothing is what the reader looks for.
    pub nothing_matches: &'static str,
    /// What source lines are called for a screen reader; the place follows.
    pub source: &'static str,
    /// The column of what an engine answered.
    pub answer: &'static str,
    /// The column of how long it took.
    pub time: &'static str,
    /// The column of which program and rules answered.
    pub version: &'static str,
    /// The column of the terms that it was judged by.
    pub terms: &'static str,
}

pub(super) static EN: HtmlText = HtmlText {
    findings: "findings",
    blocking: |number| if number == 1 { "1 finding blocks".to_owned() } else { format!("{number} findings block") },
    severity: "Severity",
    engine: "Engine",
    file_or_rule: "File or rule",
    all: "all",
    nothing_matches: "No finding is what you look for.",
    source: "Source of",
    answer: "Answer",
    time: "Time",
    version: "Version",
    terms: "Terms",
};

pub(super) static PT_BR: HtmlText = HtmlText {
    findings: "achados",
    blocking: |number| if number == 1 { "1 achado bloqueia".to_owned() } else { format!("{number} achados bloqueiam") },
    severity: "Severidade",
    engine: "Engine",
    file_or_rule: "Arquivo ou regra",
    all: "todos",
    nothing_matches: "Nenhum achado corresponde ao que você procura.",
    source: "Código de",
    answer: "Resposta",
    time: "Tempo",
    version: "Versão",
    terms: "Termos",
};
