//! What is kept of a conversation, the list of tools that a prompt holds, and the names of scanners among them.

use aurumcode::deliberation::{Limits, Manifest, scanner_tool_name};

use super::script::{Does, Script, asks, hold, offers, says};

#[tokio::test]
async fn nothing_in_it_is_a_secret_or_longer_than_a_line() {
    let long = "word ".repeat(2000);
    let calls = [("hunter2hunter2", "look", "{\"path\":\"hunter2hunter2\"}"), ("b", long.as_str(), long.as_str())];
    let (offers, _) = offers(&[("look", Does::Says("found hunter2hunter2".to_owned()))]);
    let model = Script::new([asks(&calls), says("done")]);
    let held = hold(&model, &offers, Limits::default()).await;
    let text = format!("{:?}", held.transcript);
    assert!(!text.contains("hunter2") && text.len() < 6000, "{}", text.len());
    assert_eq!(held.transcript.calls[0].id.as_str(), "call-1-1");
}

#[tokio::test]
async fn another_result_is_another_digest_and_a_refused_call_is_none() {
    let digest = async |said: &str, arguments: &str| {
        let (offers, _) = offers(&[("look", Does::Says(said.to_owned()))]);
        let model = Script::new([asks(&[("a", "look", arguments)]), says("done")]);
        hold(&model, &offers, Limits::default()).await.transcript.tools_digest()
    };
    let one = digest("one", "{}").await;
    assert_eq!(one, digest("one", "{}").await);
    assert_ne!(one, digest("two", "{}").await);
    assert_eq!(digest("one", "no").await, digest("two", "no").await);
}

#[test]
fn the_list_for_the_prompt_holds_whole_entries_and_counts_the_rest() {
    let names: Vec<&'static str> = (0..200).map(|number| -> &'static str { format!("tool_{number}").leak() }).collect();
    let tools: Vec<_> = names.iter().map(|name| (*name, Does::Refuses)).collect();
    let (many, _) = offers(&tools);
    let manifest = Manifest::of(&many);
    assert_eq!(manifest.listed.len() + manifest.omitted, 200);
    assert!(manifest.omitted > 0 && manifest.text().contains(&format!("- {} more", manifest.omitted)));
    assert!(manifest.text().starts_with("- `tool_0`: Does as it is told. (cost: nothing)\n"), "{}", manifest.text());
    assert_eq!(Manifest::of(&[]).text(), "");
    assert_ne!(manifest.digest(), Manifest::of(&[]).digest());
}

#[test]
fn a_scanner_is_called_by_the_name_of_its_engine() {
    assert_eq!(scanner_tool_name("exemplo"), "scanner_exemplo");
    assert_eq!(scanner_tool_name("ast-grep"), "scanner_ast_grep");
}

#[tokio::test]
async fn the_records_of_several_conversations_are_one() {
    let (offers, _) = offers(&[("look", Does::Says("seen".to_owned())), ("other", Does::Refuses)]);
    let held = async |replies: Vec<_>| hold(&Script::new(replies), &offers, Limits::default()).await.transcript;
    let first = held(vec![asks(&[("a", "look", "{}")]), says("one")]).await;
    let second = held(vec![asks(&[("b", "look", "{}"), ("c", "other", "{}")]), says("two")]).await;
    let silent = held(vec![asks(&[("d", "look", "{}")])]).await;
    let mut whole = aurumcode::deliberation::Transcript::default();
    whole.append(first.clone());
    assert_eq!(whole, first, "the first one stands as it is");
    whole.append(second);
    assert_eq!((whole.rounds, whole.calls.iter().map(|call| call.round).collect::<Vec<_>>()), (4, vec![1, 3, 3]));
    assert_eq!((whole.requested.len(), whole.not_requested.len(), whole.outcome.as_str()), (2, 0, "answered"));
    whole.append(silent);
    assert!(whole.undecided && whole.not_requested.is_empty() && whole.outcome == "model:empty", "{whole:?}");
}
