//! What `aurumcode init` says, and the comments of the configuration that it writes.

/// The messages of `init`, in one language. Comments are one line each; whoever writes them breaks them.
#[expect(missing_debug_implementations, reason = "a table of function pointers has nothing to show")]
pub struct InitText {
    /// What the file is.
    pub heading: &'static str,
    /// Above the list of engines.
    pub scanners: &'static str,
    /// How many files an engine fits, and one of them.
    pub fits: fn(usize, &str) -> String,
    /// Its program does not serve here: why, and the command that installs it.
    pub missing: fn(&str, &str) -> String,
    /// Engines that nothing speaks for; takes their names.
    pub others: fn(&str) -> String,
    /// Above `gate.fail_on`.
    pub fail_on: &'static str,
    /// Above `gate.inconclusive`.
    pub inconclusive: &'static str,
    /// Above `ignore`.
    pub ignore: &'static str,
    /// Above `review.language`.
    pub language: &'static str,
    /// The file was written, with so many engines that run.
    pub written: fn(&str, usize) -> String,
    /// The schema was written.
    pub schema: fn(&str) -> String,
    /// Engines that fit and whose program is not here; takes their names.
    pub left_out: fn(&str) -> String,
    /// What to do next.
    pub next: &'static str,
}

pub(super) static EN: InitText = InitText {
    heading: "How `aurumcode review` judges a change. `aurumcode config check` checks this file, and `aurumcode config show --origin` says what \
              it comes to. In CI the file of the base commit counts.",
    scanners: "Only the engines that are listed here run, and one that gives no answer makes the review inconclusive. `aurumcode explain \
               <engine>` prints an engine's manual with its options.",
    fits: |files, example| match files {
        1 => format!("For {example}."),
        _ => format!("For {files} files, such as {example}."),
    },
    missing: |why, install| format!("Off, since {why} here: `{install}` installs it. To switch it on, take the `# ` away:"),
    others: |names| format!("To be chosen by the team: {names}."),
    fail_on: "The lowest severity that rejects a change: info, warning or error.",
    inconclusive: "What a review does that could not verify everything: block, or warn.",
    ignore: "Paths that nobody reviews, in the manner of .gitignore. What is ignored is not verified.",
    language: "The language of reports: en or pt-BR.",
    written: |file, engines| match engines {
        1 => format!("{file} is written: 1 engine runs\n"),
        _ => format!("{file} is written: {engines} engines run\n"),
    },
    schema: |file| format!("{file} is written: editors complete and check the configuration by it\n"),
    left_out: |names| format!("left out, since their programs do not run here: {names}; the file says how to install them\n"),
    next: "next: `aurumcode doctor` says whether a review would run; then commit the file\n",
};

pub(super) static PT_BR: InitText = InitText {
    heading: "Como `aurumcode review` julga uma mudança. `aurumcode config check` confere este arquivo, e `aurumcode config show --origin` diz \
              no que ele resulta. Na CI vale o arquivo do commit base.",
    scanners: "Só rodam as engines listadas aqui, e uma que não responde deixa a revisão inconclusiva. `aurumcode explain <engine>` mostra o \
               manual da engine com as opções.",
    fits: |files, example| match files {
        1 => format!("Para {example}."),
        _ => format!("Para {files} arquivos, como {example}."),
    },
    missing: |why, install| format!("Desligada, porque aqui {why}: `{install}` instala. Para ligar, tire o `# `:"),
    others: |names| format!("A escolher pela equipe: {names}."),
    fail_on: "A menor severidade que rejeita uma mudança: info, warning ou error.",
    inconclusive: "O que faz uma revisão que não pôde verificar tudo: block (bloqueia) ou warn (avisa).",
    ignore: "Caminhos que ninguém revisa, à maneira do .gitignore. O que é ignorado não é verificado.",
    language: "O idioma dos relatórios: en ou pt-BR.",
    written: |file, engines| match engines {
        1 => format!("{file} foi gravado: 1 engine roda\n"),
        _ => format!("{file} foi gravado: {engines} engines rodam\n"),
    },
    schema: |file| format!("{file} foi gravado: com ele os editores completam e conferem a configuração\n"),
    left_out: |names| format!("ficaram de fora, porque os programas não rodam aqui: {names}; o arquivo diz como instalar\n"),
    next: "a seguir: `aurumcode doctor` diz se uma revisão rodaria; depois faça o commit do arquivo\n",
};
