//! A tool's README is its manual: the same sections everywhere, and the arguments that its schema has.

use aurumcode::deliberation::{absent_tools, tool_entries};

use super::small::{offers, small};

#[tokio::test]
async fn every_manual_has_its_sections_and_names_every_argument() {
    let (_repo, reviewed) = small().await;
    for (entry, offer) in tool_entries().iter().zip(offers(&reviewed)) {
        assert_eq!(entry.name, offer.spec.name);
        assert!(!entry.summary.is_empty() && !offer.cost.is_empty());
        let headings: Vec<&str> = entry.readme.lines().filter(|line| line.starts_with('#')).collect();
        assert_eq!(headings, [format!("# {}", entry.name).as_str(), "## Description", "## Arguments", "## Limits"]);
        let rows = entry.readme.lines().filter_map(|line| line.strip_prefix("| `")?.split_once('`')).map(|(name, _)| name);
        let declared = offer.spec.parameters["properties"].as_object().expect("properties");
        assert_eq!(rows.collect::<Vec<_>>(), declared.keys().map(String::as_str).collect::<Vec<_>>(), "{}", entry.name);
        assert_eq!(offer.spec.parameters["additionalProperties"], false);
    }
}

#[test]
fn the_tool_of_the_guide_is_there_with_its_feature_alone() {
    let there = tool_entries().iter().any(|entry| entry.name == "contar_linhas");
    assert_eq!(there, cfg!(feature = "exemplo"));
    assert_eq!(absent_tools().iter().any(|entry| entry.name == "contar_linhas"), !there);
}
