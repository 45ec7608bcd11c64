//! The `aurumcode` binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    aurumcode::cli::main(&aurumcode::scanner::registry())
}
