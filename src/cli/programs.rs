//! Asks the programs that engines wrap for their versions, all of them at once: for `doctor` and for `init`.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;

use crate::process::{ProcessError, Runner};
use crate::scanner::Program;
use crate::scanner::wrapped::{Unfit, Version};

/// How long a program may take to say its version: one that is slow to start (a JVM, a cold Python) takes seconds.
pub(super) const LIMIT: Duration = Duration::from_secs(15);

/// The answers, in order; nothing for an engine without a program.
pub(super) async fn ask(
    programs: impl Iterator<Item = Option<Program>>,
    command: Arc<dyn Runner>,
    limit: Duration,
) -> Vec<Option<Result<Version, Unfit>>> {
    let mut asked = JoinSet::new();
    let mut answers = Vec::new();
    for (index, program) in programs.enumerate() {
        answers.push(program.map(|program| Err(no_answer(&program, limit))));
        if let Some(program) = program {
            let command = Arc::clone(&command);
            // The runner ends a program at its deadline; that the answer then comes is not left to it.
            let guarded = async move { tokio::time::timeout(limit * 2, program.ask(&*command, limit)).await };
            asked.spawn(async move { (index, guarded.await) });
        }
    }
    while let Some(joined) = asked.join_next().await {
        if let Ok((index, Ok(answer))) = joined
            && let Some(place) = answers.get_mut(index)
        {
            *place = Some(answer);
        }
    }
    answers
}

fn no_answer(program: &Program, limit: Duration) -> Unfit {
    Unfit::Broken(ProcessError::TimedOut { program: program.name.to_owned(), after: limit }.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::fake::{Behaviour, ScriptedRunner};

    const PROGRAM: Program = Program {
        name: "lint",
        version_arguments: &["--version"],
        from: [1, 0, 0],
        below: None,
        install: "get lint",
        exits: &[],
    };

    #[tokio::test]
    async fn a_program_that_never_answers_does_not_hold_the_others_up() {
        let other = Program { name: "other", ..PROGRAM };
        let runner = ScriptedRunner::new().on("lint", &["--version"], Behaviour::Hangs).on(
            "other",
            &["--version"],
            Behaviour::prints("other 1.2.3"),
        );
        let programs = [Some(PROGRAM), None, Some(other)].into_iter();
        let answers = ask(programs, Arc::new(runner), Duration::from_millis(20)).await;
        let [Some(Err(hangs)), None, Some(Ok(version))] = answers.as_slice() else { panic!("{answers:?}") };
        assert!(hangs.to_string().contains("`lint` was still running after 0.02 s"), "{hangs}");
        assert!(!hangs.is_mended_by_installing());
        assert_eq!(version.text, "1.2.3");
    }
}
