//! What people read: the terminal and the Markdown dress, in both languages, for every kind of review.

#[path = "support/model.rs"]
mod model;

use aurumcode::config::Language;
use aurumcode::report::{Style, Verbosity, markdown, terminal};

#[test]
fn look() {
    println!("{}", markdown(&model::mixed(), Language::En));
    println!("{}", markdown(&model::hostile(), Language::PtBr));
    println!("{}", terminal(&model::hostile(), Language::En, Style { color: false, width: 80, verbosity: Verbosity::Normal }));
}
