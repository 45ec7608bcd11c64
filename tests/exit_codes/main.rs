//! The page of the exit statuses is generated from the code that ends the program.

#[path = "../support/generated.rs"]
mod generated;

use generated::assert_generated;

#[test]
fn the_exit_codes_page_is_fresh() {
    assert_generated("docs/exit-codes.md", &aurumcode::cli::exit_codes_page());
}
