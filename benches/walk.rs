//! Times the listing of a repository's working files: `cargo bench --bench walk -- DIR [RUNS]`.
//!
//! It prints one line of JSON, for `scripts/bench` to set beside `rg --files`.

#![expect(
    clippy::expect_used,
    clippy::print_stdout,
    reason = "a measurement that cannot be taken stops, and its result is its output"
)]

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use aurumcode::change::{Change, Repository, Target};
use aurumcode::process::{BaseEnvironment, SystemRunner};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let directory = arguments.first().map_or(".", String::as_str);
    let runs: usize = arguments.get(1).and_then(|runs| runs.parse().ok()).unwrap_or(5);
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    let runner = Arc::new(SystemRunner::new(BaseEnvironment::pick(std::env::vars_os())));
    let mut times = Vec::new();
    let mut files = 0;
    for run in 0..=runs {
        let started = Instant::now();
        files = runtime.block_on(async {
            let repository = Repository::open(Path::new(directory), runner.clone()).await.expect("a repository");
            let change = Change::resolve(repository, Target::worktree().everything()).await.expect("a change");
            change.tree().await.expect("a listing").len()
        });
        if run > 0 {
            times.push(started.elapsed().as_secs_f64() * 1000.0);
        }
    }
    times.sort_by(f64::total_cmp);
    println!("{{\"median_ms\": {:.1}, \"files\": {files}}}", times[times.len() / 2]);
}
