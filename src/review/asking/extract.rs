//! Finds the answer in what a model wrote: mostly the whole text, sometimes in a fence or between sentences.
//!
//! Nothing in it is rewritten or completed. The first JSON object that is a whole answer counts; where there is none there is no answer,
//! which is something else than an answer that lists nothing.

use serde::de::DeserializeOwned;

/// How many places in a text are tried.
const MAX_CANDIDATES: usize = 64;

/// A longer text is not searched; it can still be an answer as a whole.
const MAX_SEARCHED: usize = 1024 * 1024;

/// The answer, or why the text is none.
pub(super) fn extract<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    let whole = match serde_json::from_str(text.trim()) {
        Ok(reply) => return Ok(reply),
        Err(error) => error.to_string(),
    };
    if text.len() <= MAX_SEARCHED {
        let mut from = 0;
        for _ in 0..MAX_CANDIDATES {
            let Some(start) = text[from..].find('{').map(|at| from + at) else { break };
            let end = object_end(&text[start..]).map(|length| start + length);
            if let Some(reply) = end.and_then(|end| serde_json::from_str(&text[start..end]).ok()) {
                return Ok(reply);
            }
            // A whole object that is no answer is passed over; a brace in a sentence is only a brace.
            from = end.unwrap_or(start + 1);
        }
    }
    Err(format!("it is not the JSON that was asked for: {whole}"))
}

/// The length of the object that begins the text, by its braces outside of strings.
fn object_end(text: &str) -> Option<usize> {
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' if !in_string => depth += 1,
            b'}' if !in_string => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::reply::Reply;
    use super::*;
    use proptest::prelude::*;

    const ISSUE: &str = r#"{"file":"a","line":1,"severity":"error","message":"} \" { [x]"}"#;

    #[test]
    fn an_answer_is_found_wherever_it_stands() {
        let answer = format!(r#"{{"issues":[{ISSUE}],"summary":"one"}}"#);
        for text in [
            answer.clone(),
            format!("\n{answer}\n"),
            format!("```json\n{answer}\n```"),
            format!("Here you are {{as asked}}: {answer} Bye {{}}."),
            format!("a brace {{ and then {answer}"),
            format!("{{\"thoughts\":[]}} {answer} {{\"issues\":[]}}"),
        ] {
            let reply: Reply = extract(&text).expect(&text);
            assert_eq!((reply.issues.len(), reply.issues[0].message.as_str()), (1, "} \" { [x]"), "{text}");
        }
    }

    #[test]
    fn an_empty_list_is_an_answer_and_a_missing_one_is_none() {
        assert!(
            extract::<Reply>(r#"{"issues":[],"verdict":"approve","strengths":["x"],"origin":"gitleaks"}"#)
                .expect("an answer")
                .issues
                .is_empty()
        );
        for text in [
            "",
            "no issues found",
            "{}",
            "[]",
            "{\"issues\":null}",
            "{\"issues\":{}}",
            "{\"issues\":[{}]}",
            "{\"issues\":[{\"file\":\"a\",\"line\":1,\"severity\":\"fatal\",\"message\":\"x\"}]}",
            "{\"issues\":[{\"file\":\"a\",\"line\":-1,\"severity\":\"info\",\"message\":\"x\"}]}",
            "{\"issues\":[",
            "{\"issues\":[],\"issues\":[]}",
            "{\"issues\":[],\"summary\":\"a\nb\"}",
        ] {
            assert!(extract::<Reply>(text).is_err(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in "[\\{\\}\"\\\\a-z\u{e9} :,\\[\\]]{0,200}") {
            let _ = extract::<Reply>(&text);
        }
    }
}
