//! Brazilian Portuguese.

use crate::finding::{LeftOutWhy, SuppressedBy};
use crate::gate::Verdict;

use super::{ReasonKind, Text, doctor, explain, html, init};

/// `1 achado`, `2 achados`. Zero takes the plural in Brazilian usage ("0 achados").
fn count(number: usize, one: &str, many: &str) -> String {
    format!("{number} {}", if number == 1 { one } else { many })
}

fn findings(number: usize) -> String {
    count(number, "achado", "achados")
}

pub(super) static PT_BR: Text = Text {
    verdict: |verdict| match verdict {
        Verdict::Approved => "aprovado",
        Verdict::Rejected => "rejeitado",
        Verdict::Inconclusive => "inconclusivo",
    },
    rejected: |number, thresholds| {
        format!("{} {} o limiar ({thresholds})", findings(number), if number == 1 { "atinge" } else { "atingem" })
    },
    no_findings: "nenhum achado",
    no_new_findings: "nenhum achado novo que conte",
    below_threshold: |thresholds| format!("nenhum achado atinge o limiar ({thresholds})"),
    empty_change: "a mudança está vazia, não há nada para revisar",
    no_findings_in_finished: "nenhum achado nas fontes que terminaram",
    no_new_findings_in_finished: "nenhum achado novo que conte nas fontes que terminaram",
    nothing_blocks_in_finished: |thresholds| format!("nenhum achado das fontes que terminaram atinge o limiar ({thresholds})"),
    nothing_asked: "nada foi examinado",
    nothing_finished: "nenhuma fonte terminou",
    not_verified: |list| format!("não verificado: {list}"),
    nothing_ran: "nenhuma fonte que conte foi consultada",
    passes_by_setting: "passa somente porque `gate.inconclusive` é `warn`",
    blocks_by_setting: "Uma revisão inconclusiva bloqueia, porque `gate.inconclusive` é `block`.",
    by_engines: |list| format!("por {list}"),
    and: "e",

    against_named: |head, base, name| format!("{head} em relação a {base} (merge base com {name})"),
    against_default_branch: |head, base, name| format!("{head} em relação a {base} (merge base com {name}, o branch padrão)"),
    against_previous: |head, base| format!("{head} em relação a {base} (o commit anterior)"),
    first_commit: |head| format!("{head} (o primeiro commit: tudo nele é novo)"),
    staged: |base| format!("o índice em relação a {base} (HEAD)"),
    staged_unborn: "o índice (ainda não há commit: tudo nele é novo)",
    worktree: |base| format!("os arquivos de trabalho em relação a {base} (HEAD)"),
    worktree_unborn: "os arquivos de trabalho (ainda não há commit: tudo neles é novo)",
    whole_tree: |head| format!("a árvore inteira de {head}"),
    files: |number| count(number, "arquivo", "arquivos"),
    added_lines: |number| format!("{number} {}", if number == 1 { "linha adicionada" } else { "linhas adicionadas" }),
    lines: |number| format!("{number} {}", if number == 1 { "linha" } else { "linhas" }),

    defaults_used: |engines, threshold| {
        format!("sem .aurumcode.yml: valem os padrões ({engines}; limiar {threshold}; sem modelo)")
    },
    defaults_without_engines: "sem .aurumcode.yml, e nenhuma engine deste binário vem ligada por padrão",

    the_base: "a base",
    working_copy_differs: |files| format!("julgado pela cópia de trabalho, que difere da base em {files}; em CI decide a base"),
    edits_its_gate: |files, base| {
        format!("esta mudança edita o próprio gate ({files}): quem julgou foi {base}, e a edição só vale depois do merge")
    },
    new_configuration: |file, base| {
        format!("{base} não tem configuração, então julgaram os padrões; {file} passa a valer depois do merge")
    },
    policy_overrides: |setting, place| format!("a política central prevalece sobre {setting} de {place}"),
    replaces_policy: |setting, place| format!("{setting} de {place} substitui a da política central, que não a exige"),
    uninformed: |source, why| format!("não informado a modelo algum: {source}: {why}"),
    of_commit: |file, commit| format!("{file} de {commit}"),

    note: "nota",
    help: "ajuda",
    reaches_threshold: |threshold, engine| format!("atinge o limiar `{threshold}` de {engine}"),
    origin: |origin| format!("origem {origin}"),
    declared_by_policy: "declarada pela política central",
    severity_changed: |from| format!("a seção `rules` da configuração mudou a severidade, que era `{from}`"),
    more_blocking: |number| format!("mais {} que {} o limiar", findings(number), if number == 1 { "atinge" } else { "atingem" }),
    below: |number| format!("{} abaixo do limiar", findings(number)),
    pre_existing: |number| count(number, "achado preexistente", "achados preexistentes"),
    rule_disabled: |number| {
        let rules = if number == 1 { "regra desligada" } else { "regras desligadas" };
        format!("{} de {rules}", findings(number))
    },
    source_not_counted: |number| {
        let sources = if number == 1 { "fonte" } else { "fontes" };
        format!("{} de {sources} fora de `gate.sources`", findings(number))
    },
    suppressed: |number| count(number, "achado suprimido", "achados suprimidos"),
    baselined: |number| format!("{} na baseline", count(number, "achado aceito", "achados aceitos")),
    excepted: |number| format!("{} sob exceção", count(number, "achado", "achados")),
    silenced_by: |by| match by {
        SuppressedBy::Comment => "suprimido por um comentário",
        SuppressedBy::EngineComment => "suprimido por um comentário na sintaxe da própria engine",
        SuppressedBy::EngineFile => "suprimido por um arquivo no formato da própria engine",
        SuppressedBy::Baseline => "aceito na baseline",
        SuppressedBy::Exception => "sob exceção",
    },
    without_reason: "sem motivo informado",
    not_heeded: "não conta, porque a política central declara esta engine",
    the_gate: "o gate",
    left_out: |why, number| match why {
        LeftOutWhy::Ignored => {
            let files = count(number, "arquivo alterado deixado", "arquivos alterados deixados");
            format!("{files} de fora por `ignore`")
        }
        LeftOutWhy::Submodule => count(number, "submódulo, que não foi examinado", "submódulos, que não foram examinados"),
        LeftOutWhy::Symlink => count(number, "link simbólico, que não é seguido", "links simbólicos, que não são seguidos"),
    },
    verbose_lists: |_| "veja com --verbose",
    more_findings: |number| format!("e mais {number}: `--audit`, `--sarif` e `--format json` trazem todos"),
    more_files: |number| format!("e mais {number}: `--audit` e `--format json` trazem todos"),

    unverified: "não verificado",
    reason: |kind| match kind {
        ReasonKind::Unavailable => "falta algo de que ela precisa",
        ReasonKind::InvalidOutput => "não foi possível ler a resposta dela",
        ReasonKind::ExecutionError => "ela falhou antes de dar uma resposta",
        ReasonKind::Incomplete => "ela não examinou tudo",
        ReasonKind::NothingRan => "nenhuma fonte que conte foi consultada",
        ReasonKind::Model => "a revisão do modelo é exigida e falta",
        ReasonKind::Limit => "a deliberação com o modelo estourou um limite",
        ReasonKind::Other => "ela não deu resposta",
    },
    remedy: |kind| match kind {
        ReasonKind::Unavailable => "instale o que falta ou use `enabled: false` para esta engine",
        ReasonKind::InvalidOutput => "confira a versão do programa e a configuração dele; `--verbose` mostra a versão",
        ReasonKind::ExecutionError => "corrija a causa indicada acima e rode de novo",
        ReasonKind::Incomplete => "rode de novo; se parar outra vez, reduza o que ela examina com `ignore` ou com as opções dela",
        ReasonKind::NothingRan => "habilite uma engine em `quality_gates.scanners` e cite-a em `gate.sources`",
        ReasonKind::Model => "corrija a causa indicada acima e execute de novo, ou não exija o modelo",
        ReasonKind::Limit => "aumente o limite em `deliberation` ou reduza a mudança",
        ReasonKind::Other => "corrija a causa indicada acima e rode de novo",
    },
    remedy_for_files: "revise-os de outra forma e inclua-os em `ignore`, ou corrija o que o motivo aponta",
    to_do: "o que fazer",
    unreviewed: |number| count(number, "arquivo que ela não conseguiu examinar", "arquivos que ela não conseguiu examinar"),
    gap_not_counted: "não torna a revisão inconclusiva: `gate.sources` não a cita",

    the_model: "o modelo",
    model_answered: |model, rounds, tokens| {
        format!("{model} revisou em {}, {}", count(rounds, "chamada", "chamadas"), count(tokens, "token", "tokens"))
    },
    no_model_reviewed: "nenhum modelo revisou",
    summary_of_model: |_| "o que o modelo diz da mudança, o que não decide nada".to_owned(),
    limitations: |number| format!("{} que o modelo não pôde julgar", count(number, "coisa", "coisas")),
    dropped_because: |why| match why {
        "place" => "não indica uma linha alterada que foi mostrada",
        "rule" => "não cita uma regra da lista",
        "proof" => "faltam evidência, impacto ou como conferir",
        "redacted" => "cita o que foi ocultado",
        "too_many" => "havia observações demais",
        "evidence_id" => "trata de um achado que não foi mostrado",
        _ => "não tem a forma pedida",
    },
    remarks: |number| format!("{} do modelo, sem poder de decisão", count(number, "observação", "observações")),
    remark_proof: |evidence, impact, check| format!("evidência: {evidence}; impacto: {impact}; como conferir: {check}"),
    proposed: |number| {
        format!("{} pelo modelo, para uma pessoa decidir", count(number, "exceção proposta", "exceções propostas"))
    },
    as_exception: |entry| format!("como exceção: {entry}"),
    refuted: |number| {
        let what = count(number, "observação do modelo retirada", "observações do modelo retiradas");
        format!("{what} numa segunda olhada")
    },
    refuted_by: |reason, quote| format!("retirada: {reason}; o código: {quote}"),
    not_admitted: |number| format!("{} do modelo", count(number, "observação não admitida", "observações não admitidas")),
    not_shown: |number| {
        count(number, "arquivo alterado que não foi mostrado ao modelo", "arquivos alterados que não foram mostrados ao modelo")
    },
    deliberation: "deliberação",
    tools_offered: "oferecidas",
    tools_requested: "pedidas",
    tools_not_requested: "não pedidas",
    engines_not_run: |list| format!("não executada, porque o modelo não a pediu: {list}"),

    details: "detalhes",
    head: "revisado",
    base: "base",
    settings: "configuração",
    built_in_defaults: "os padrões embutidos",
    engines: "engines",
    no_engine: "nenhuma foi consultada",
    answered: findings,
    no_answer: |token| format!("sem resposta [{token}]"),
    switched_off: "desligada na configuração",
    seconds: |seconds| format!("{seconds:.2} s").replace('.', ","),

    what: "O quê",
    place: "Onde",
    why: "Por quê",
    rest: "Todo o resto",

    the_run: "a execução",
    gone: |commit| format!("não foi mais encontrado em {commit}."),

    progress: |ended, total, seconds, last| {
        let last = last.map_or(String::new(), |name| format!(", a última foi {name}"));
        let (engines, done) = if total == 1 { ("engine", "terminou") } else { ("engines", "terminaram") };
        format!("{ended} de {total} {engines} {done} após {seconds} s{last}")
    },

    html: &html::PT_BR,
    doctor: &doctor::PT_BR,
    explain: &explain::PT_BR,
    init: &init::PT_BR,
};
