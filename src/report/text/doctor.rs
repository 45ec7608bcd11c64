//! What `aurumcode doctor` says around the words of refusals and programs.

use crate::report::doctor::{Area, CheckStatus};

/// The messages of `doctor`, in one language.
#[expect(missing_debug_implementations, reason = "a table of function pointers has nothing to show")]
pub struct DoctorText {
    /// How a check ended, in one word.
    pub status: fn(CheckStatus) -> &'static str,
    /// What a check is about.
    pub area: fn(Area) -> &'static str,
    /// Behind the name of an engine whose entry is required.
    pub required: &'static str,
    /// Behind the name of one whose entry is not.
    pub optional: &'static str,
    /// How many problems a file has, which follow.
    pub problems: fn(usize) -> String,
    /// The label of a command.
    pub run: &'static str,
    /// All is well.
    pub ready: &'static str,
    /// All is well but for some warnings.
    pub ready_with: fn(usize) -> String,
    /// How many of how many checks failed, and the exit status of a review.
    pub not_ready: fn(usize, usize, u8) -> String,
    /// The repository has no working files.
    pub bare: &'static str,
    /// Its history is cut off.
    pub shallow: &'static str,
    /// The default branch of these remotes is not known, so a review compares with the previous commit.
    pub no_default_branch: fn(&str) -> String,
    /// Changed files whose content is not in the repository: how many, and one of them.
    pub missing_content: fn(usize, &str) -> String,
    /// Something that is needed first failed.
    pub not_checked: &'static str,
    /// A check passed its time: how many seconds it had.
    pub no_answer: fn(u64) -> String,
    /// The configuration or policy in this file is accepted.
    pub accepted: fn(&str) -> String,
    /// There is no configuration.
    pub no_configuration: fn(&str) -> String,
    /// These engines run and need no program.
    pub need_no_program: fn(&str) -> String,
    /// A program that was found: its name, its version, what is accepted.
    pub found: fn(&str, &str, &str) -> String,
    /// What is accepted, behind what was found instead.
    pub wanted: fn(&str) -> String,
    /// The engine does not take its rule files; takes why.
    pub rule_files_refused: fn(&str) -> String,
    /// The engine's gap would not block.
    pub does_not_block: &'static str,
    /// No engine that counts would run.
    pub nothing_would_run: &'static str,
    /// How to make one run.
    pub enable_one: &'static str,
    /// The configuration requires a model's review, and no model is named.
    pub no_model_named: &'static str,
    /// How to name one.
    pub name_a_model: &'static str,
    /// The model's answers come out of this file.
    pub model_from_file: fn(&str) -> String,
    /// This host takes the key and lists the model.
    pub model_listed: fn(&str) -> String,
    /// This host answers, and has no list of models.
    pub model_not_asked: fn(&str) -> String,
    /// This host takes the key and does not list the model.
    pub model_not_listed: fn(&str) -> String,
    /// Names of models that it does list.
    pub other_models: fn(&str) -> String,
    /// This host does not take the key, and what it says.
    pub key_refused: fn(&str, &str) -> String,
    /// How to give another key.
    pub correct_the_key: &'static str,
    /// How to name another host.
    pub correct_the_host: &'static str,
    /// A file can be written.
    pub can_be_written: &'static str,
    /// A file cannot be written, and why.
    pub cannot_be_written: fn(&str) -> String,
    /// How to give another file.
    pub another_file: &'static str,
    /// The directory for temporary files and how much room it has.
    pub room: fn(&str, &str) -> String,
    /// The same, where it is little.
    pub little_room: fn(&str, &str) -> String,
    /// Nothing can be written there, and why.
    pub no_room: fn(&str, &str) -> String,
    /// How to choose another directory.
    pub another_directory: &'static str,
}

pub(super) static EN: DoctorText = DoctorText {
    status: |status| match status {
        CheckStatus::Ok => "ok",
        CheckStatus::Warning => "warning",
        CheckStatus::Failed => "failed",
        CheckStatus::Skipped => "skipped",
    },
    area: |area| match area {
        Area::Git => "git",
        Area::Repository => "repository",
        Area::Policy => "policy",
        Area::Change => "change",
        Area::Configuration => "configuration",
        Area::Engine => "engine",
        Area::Output => "output",
        Area::Model => "model",
        Area::Temporary => "temporary files",
    },
    required: ", required",
    optional: ", optional",
    problems: |number| format!("refused, with {number} {}", if number == 1 { "problem" } else { "problems" }),
    run: "run",
    ready: "ready: nothing stands in the way of a review",
    ready_with: |warnings| format!("ready, with {warnings} {}", if warnings == 1 { "warning" } else { "warnings" }),
    not_ready: |failed, all, exit| {
        format!(
            "not ready: {failed} of {all} checks failed, and a review would end with status {exit} (`aurumcode explain exit {exit}`)"
        )
    },
    bare: "without working files",
    shallow: "a shallow clone",
    no_default_branch: |remotes| {
        format!("the default branch of {remotes} is not known here, so this is compared with the previous commit")
    },
    missing_content: |files, one| match files {
        1 => format!("the content of {one} cannot be read"),
        _ => format!("the content of {files} changed files cannot be read, such as {one}"),
    },
    not_checked: "not checked, since what it needs has failed",
    no_answer: |seconds| format!("no answer within {seconds} s"),
    accepted: |file| format!("{file} is accepted"),
    no_configuration: |file| format!("there is no {file}: the defaults apply"),
    need_no_program: |engines| format!("{engines}: no program needed"),
    found: |program, version, accepted| format!("{program} {version} ({accepted})"),
    wanted: |accepted| format!("; {accepted} is needed"),
    rule_files_refused: |why| format!("its rule files are refused: {why}"),
    does_not_block: "; a review says so and does not block",
    nothing_would_run: "no engine that counts would run",
    enable_one: "enable an engine in `quality_gates.scanners` and let `gate.sources` name it",
    no_model_named: "the configuration requires a model's review, and the environment names no model",
    name_a_model: "set LLM_PROVIDER, LLM_MODEL and LLM_API_KEY (docs/models.md), or take `review.model.required` out",
    model_from_file: |file| format!("its answers are recorded in {file}"),
    model_listed: |host| format!("{host} takes the key and knows the model"),
    model_not_asked: |host| format!("{host} answers; it lists no models, so whether it knows this one shows only in a review"),
    model_not_listed: |host| format!("{host} takes the key and does not list the model"),
    other_models: |names| format!("it lists, among others: {names}; LLM_MODEL names the model"),
    key_refused: |host, said| format!("{host} does not take the key: {said}"),
    correct_the_key: "set LLM_API_KEY, or the host's own variable, to a key that it takes (docs/models.md)",
    correct_the_host: "look at LLM_BASE_URL and at the network; `LLM_FALLBACK_1_…` names a model to ask instead (docs/models.md)",
    can_be_written: "can be written",
    cannot_be_written: |why| format!("cannot be written: {why}"),
    another_file: "give a path that can be written",
    room: |directory, room| format!("{directory}, {room} free"),
    little_room: |directory, room| {
        format!("{directory} has only {room} left; a wrapped program gets a copy of the files it looks at")
    },
    no_room: |directory, why| format!("nothing can be written to {directory}: {why}"),
    another_directory: "free some space, or set TMPDIR to a directory that can be written",
};

pub(super) static PT_BR: DoctorText = DoctorText {
    status: |status| match status {
        CheckStatus::Ok => "ok",
        CheckStatus::Warning => "aviso",
        CheckStatus::Failed => "falha",
        CheckStatus::Skipped => "pulado",
    },
    area: |area| match area {
        Area::Git => "git",
        Area::Repository => "repositório",
        Area::Policy => "política",
        Area::Change => "mudança",
        Area::Configuration => "configuração",
        Area::Engine => "engine",
        Area::Output => "saída",
        Area::Model => "modelo",
        Area::Temporary => "arquivos temporários",
    },
    required: ", obrigatória",
    optional: ", opcional",
    problems: |number| format!("recusada, com {number} {}", if number == 1 { "problema" } else { "problemas" }),
    run: "rode",
    ready: "pronto: nada impede uma revisão",
    ready_with: |warnings| format!("pronto, com {warnings} {}", if warnings == 1 { "aviso" } else { "avisos" }),
    not_ready: |failed, all, exit| {
        let failed = format!("{failed} de {all} verificações {}", if failed == 1 { "falhou" } else { "falharam" });
        format!("não está pronto: {failed}, e uma revisão terminaria com o código {exit} (`aurumcode explain exit {exit}`)")
    },
    bare: "sem arquivos de trabalho",
    shallow: "clone raso",
    no_default_branch: |remotes| {
        format!("o branch padrão de {remotes} não é conhecido aqui, então a comparação é com o commit anterior")
    },
    missing_content: |files, one| match files {
        1 => format!("o conteúdo de {one} não pode ser lido"),
        _ => format!("o conteúdo de {files} arquivos alterados não pode ser lido, como {one}"),
    },
    not_checked: "não verificado, porque falhou algo de que depende",
    no_answer: |seconds| format!("sem resposta em {seconds} s"),
    accepted: |file| format!("{file} foi aceito"),
    no_configuration: |file| format!("não há {file}: valem os padrões"),
    need_no_program: |engines| format!("{engines}: não precisam de programa externo"),
    found: |program, version, accepted| format!("{program} {version} ({accepted})"),
    wanted: |accepted| format!("; é preciso {accepted}"),
    rule_files_refused: |why| format!("os arquivos de regras são recusados: {why}"),
    does_not_block: "; a revisão avisa e não bloqueia",
    nothing_would_run: "nenhuma engine que conte rodaria",
    enable_one: "habilite uma engine em `quality_gates.scanners` e cite-a em `gate.sources`",
    no_model_named: "a configuração exige a revisão de um modelo, e o ambiente não indica nenhum",
    name_a_model: "defina LLM_PROVIDER, LLM_MODEL e LLM_API_KEY (docs/models.md), ou retire `review.model.required`",
    model_from_file: |file| format!("suas respostas estão gravadas em {file}"),
    model_listed: |host| format!("{host} aceita a chave e conhece o modelo"),
    model_not_asked: |host| format!("{host} responde; não lista modelos, então só uma revisão mostra se conhece este"),
    model_not_listed: |host| format!("{host} aceita a chave e não lista o modelo"),
    other_models: |names| format!("ele lista, entre outros: {names}; LLM_MODEL indica o modelo"),
    key_refused: |host, said| format!("{host} não aceita a chave: {said}"),
    correct_the_key: "defina LLM_API_KEY, ou a variável própria do host, com uma chave que ele aceite (docs/models.md)",
    correct_the_host: "confira LLM_BASE_URL e a rede; `LLM_FALLBACK_1_…` indica um modelo para perguntar no lugar (docs/models.md)",
    can_be_written: "pode ser gravado",
    cannot_be_written: |why| format!("não pode ser gravado: {why}"),
    another_file: "informe um caminho em que se possa gravar",
    room: |directory, room| format!("{directory}, {room} livres"),
    little_room: |directory, room| {
        format!("{directory} só tem {room} livres; um programa externo recebe uma cópia dos arquivos que examina")
    },
    no_room: |directory, why| format!("não se pode gravar em {directory}: {why}"),
    another_directory: "libere espaço ou faça TMPDIR apontar para um diretório em que se possa gravar",
};
