//! SARIF.
#[path = "support/model.rs"]
mod model;
#[test]
fn dump() {
    std::fs::create_dir_all("/tmp/fmt-dump").unwrap();
    for (name, model) in [
        ("mixed", model::mixed()),
        ("hostile", model::hostile()),
        ("many", model::many(15000)),
        ("empty", model::Review::new().empty_change().model()),
        ("nothing", model::Review::new().model()),
    ] {
        std::fs::write(format!("/tmp/fmt-dump/{name}.sarif"), aurumcode::report::sarif(&model)).unwrap();
    }
}
