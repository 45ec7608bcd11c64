//! Runs every case of every tool.

use std::fs;
use std::path::Path;

use aurumcode::deliberation::validate_arguments;

use super::generated::assert_generated;
use super::small::{offers, small};

#[tokio::test]
async fn every_tool_answers_its_cases_as_recorded() {
    let (_repo, reviewed) = small().await;
    let mut count = 0;
    for offer in offers(&reviewed) {
        let name = &offer.spec.name;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tools").join(name).join("testdata");
        let mut cases: Vec<_> =
            fs::read_dir(&folder).expect("every tool has cases").map(|entry| entry.expect("a case").path()).collect();
        cases.sort();
        assert!(cases.len() > 1, "{name}");
        for case in cases {
            count += 1;
            let arguments = fs::read_to_string(case.join("arguments.json")).expect("arguments");
            let answer = match validate_arguments(&offer.spec.parameters, &arguments) {
                Err(why) => format!("refused: {why}\n"),
                Ok(arguments) => match offer.tool.run(arguments).await {
                    Ok(result) => format!("summary: {}\n\n{}", result.summary, result.content.trim_end().to_owned() + "\n"),
                    Err(error) => format!("refused: {error}\n"),
                },
            };
            let file = case.join("expected.txt");
            let written = file.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("inside the project").display().to_string();
            assert_generated(&written, &answer);
        }
    }
    assert!(count > 30);
}

#[tokio::test]
async fn the_same_question_has_the_same_answer_and_digest() {
    let (_repo, reviewed) = small().await;
    for offer in offers(&reviewed).iter().filter(|offer| offer.spec.parameters["required"].is_null()) {
        let run = async || offer.tool.run(serde_json::json!({})).await.expect("an answer");
        let (one, other) = (run().await, run().await);
        assert_eq!(one, other, "{}", offer.spec.name);
        assert!(!one.summary.contains('\n'));
    }
}
