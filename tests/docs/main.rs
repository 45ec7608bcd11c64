//! The pages that are generated from code are fresh.

#[path = "../support/generated.rs"]
mod generated;

use generated::assert_generated;

#[test]
fn the_exit_codes_page_is_fresh() {
    assert_generated("docs/exit-codes.md", &aurumcode::cli::exit_codes_page());
}

#[test]
fn the_errors_page_is_fresh() {
    assert_generated("docs/errors.md", &aurumcode::report::error_codes_page());
}
