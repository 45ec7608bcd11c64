//! What `aurumcode explain` says around the words of rules, errors and manuals.

/// The messages of `explain`, in one language.
#[expect(missing_debug_implementations, reason = "a table of function pointers has nothing to show")]
pub struct ExplainText {
    /// The label of a rule's engine.
    pub engine: &'static str,
    /// An engine's category.
    pub category: fn(&str) -> String,
    /// The label of a severity.
    pub severity: &'static str,
    /// In place of a severity, where the rule has no fixed one.
    pub severity_varies: &'static str,
    /// The label of a rule's tags.
    pub tags: &'static str,
    /// The label of a finding's identity.
    pub fingerprint: &'static str,
    /// The heading of the remedy.
    pub what_to_do: &'static str,
    /// The heading of what the configuration can say.
    pub configuration: &'static str,
    /// Introduces the lines of configuration about a rule.
    pub configure_rule: &'static str,
    /// Where the engine's options are described; takes its name.
    pub see_manual: fn(&str) -> String,
    /// The heading of an example.
    pub example: &'static str,
    /// An exit status and its meaning.
    pub exit_status: fn(u8, &str) -> String,
    /// The engines whose reason a token is; takes their names.
    pub can_come_from: fn(&str) -> String,
    /// What no answer means for the review.
    pub no_answer: &'static str,
    /// The binary was built without an engine; takes the feature that compiles it in.
    pub absent: fn(&str) -> String,
    /// Nothing is called so.
    pub unknown: fn(&str) -> String,
    /// What can be explained.
    pub topics: &'static str,
    /// Several things are called so; takes their names.
    pub ambiguous: fn(&str, &str) -> String,
    /// What is close; takes the names.
    pub did_you_mean: fn(&str) -> String,
    /// The engine learns its rules when it runs; takes its name.
    pub rules_at_run_time: fn(&str) -> String,
    /// A fingerprint needs an audit to be looked up in.
    pub needs_audit: &'static str,
    /// The audit does not hold the finding; takes how many it does.
    pub not_in_audit: fn(usize) -> String,
}

pub(super) static EN: ExplainText = ExplainText {
    engine: "engine",
    category: |category| format!("category `{category}`"),
    severity: "severity",
    severity_varies: "depends on what is found",
    tags: "tags",
    fingerprint: "fingerprint",
    what_to_do: "What to do",
    configuration: "Configuration",
    configure_rule: "In `.aurumcode.yml`, another severity for the rule; `enabled: false` in its place takes its findings out of the gate, \
                     and the report counts them:",
    see_manual: |engine| format!("`aurumcode explain {engine}` prints the manual of its engine, with all options."),
    example: "Example",
    exit_status: |status, meaning| format!("Exit status {status}: {meaning}."),
    can_come_from: |engines| format!("It can come from {engines}."),
    no_answer: "That is never \"nothing found\": the review is inconclusive, and blocks unless `gate.inconclusive` is `warn`.",
    absent: |feature| format!("This binary was built without it: `cargo build --features {feature}` compiles it in."),
    unknown: |topic| format!("nothing here is called `{topic}`"),
    topics: "give a rule (`<engine>:<rule>`), an error code, a reason, an exit status, an engine, or a fingerprint with `--audit FILE`",
    ambiguous: |topic, names| format!("`{topic}` can be {names}: give one of them"),
    did_you_mean: |names| format!("did you mean {names}?"),
    rules_at_run_time: |engine| {
        format!("`{engine}` learns its rules when it runs: `--audit FILE` explains those that a review has found")
    },
    needs_audit: "it looks like a fingerprint: `aurumcode explain --audit FILE <fingerprint>` looks it up in the file that \
                  `aurumcode review --audit FILE` wrote",
    not_in_audit: |findings| match findings {
        0 => "the audit holds no finding".to_owned(),
        1 => "the audit holds one finding, and it is another one".to_owned(),
        _ => format!("none of the {findings} findings in the audit is this one"),
    },
};

pub(super) static PT_BR: ExplainText = ExplainText {
    engine: "engine",
    category: |category| format!("categoria `{category}`"),
    severity: "severidade",
    severity_varies: "depende do que for encontrado",
    tags: "tags",
    fingerprint: "fingerprint",
    what_to_do: "O que fazer",
    configuration: "Configuração",
    configure_rule: "Em `.aurumcode.yml`, outra severidade para a regra; `enabled: false` no lugar dela tira os achados da regra do gate, \
                     e o relatório os conta:",
    see_manual: |engine| format!("`aurumcode explain {engine}` mostra o manual da engine, com todas as opções."),
    example: "Exemplo",
    exit_status: |status, meaning| format!("Código de saída {status}: {meaning}."),
    can_come_from: |engines| format!("Pode vir de {engines}."),
    no_answer: "Isso nunca é \"nada encontrado\": a revisão fica inconclusiva e bloqueia, a menos que `gate.inconclusive` seja `warn`.",
    absent: |feature| format!("Este binário foi compilado sem ela: `cargo build --features {feature}` a inclui."),
    unknown: |topic| format!("nada aqui se chama `{topic}`"),
    topics: "informe uma regra (`<engine>:<regra>`), um código de erro, um motivo, um código de saída, uma engine ou um fingerprint com \
             `--audit ARQUIVO`",
    ambiguous: |topic, names| format!("`{topic}` pode ser {names}: informe um deles"),
    did_you_mean: |names| format!("você quis dizer {names}?"),
    rules_at_run_time: |engine| {
        format!("`{engine}` só conhece as regras quando roda: `--audit ARQUIVO` explica as que uma revisão encontrou")
    },
    needs_audit: "parece um fingerprint: `aurumcode explain --audit ARQUIVO <fingerprint>` o procura no arquivo que \
                  `aurumcode review --audit ARQUIVO` gravou",
    not_in_audit: |findings| match findings {
        0 => "a auditoria não tem nenhum achado".to_owned(),
        1 => "a auditoria tem um achado, e é outro".to_owned(),
        _ => format!("nenhum dos {findings} achados da auditoria é este"),
    },
};
