//! What a person says on a page: with the token, from our own form, about what they have seen.

use aurumcode::delivery::Turn;
use reqwest::header::{COOKIE, LOCATION, ORIGIN, SET_COOKIE};

use crate::stage::{Stage, TOKEN, client};

const SECRET: &[(&str, &str)] = &[("AURUMCODE_SERVE_TOKEN", TOKEN)];

/// A pull request that QA blocked, with a branch that is really there.
async fn blocked() -> Stage {
    let mut stage = Stage::new().await;
    let state = stage.open("T-1", "Send a message").await;
    stage.blocked(&state, "the program `npm` was not found").await;
    stage
}

#[tokio::test]
async fn a_token_is_asked_for_once_and_a_person_unblocks_on_the_page() {
    let stage = blocked().await;
    let site = stage.serve(&["--allow-actions", "--lang", "en"], SECRET);
    let client = client();
    let first = client.get(site.url("/pull-requests/1")).send().await.expect("an answer");
    assert_eq!((first.status().as_u16(), first.headers()[LOCATION].to_str().ok()), (303, Some("/sign-in")));
    let wrong = client.post(site.url("/sign-in")).body("token=wrong").header("content-type", "application/x-www-form-urlencoded");
    assert_eq!(wrong.send().await.expect("an answer").status().as_u16(), 403);
    let right = client
        .post(site.url("/sign-in"))
        .body(format!("token={TOKEN}"))
        .header("content-type", "application/x-www-form-urlencoded");
    let right = right.send().await.expect("an answer");
    let cookie = right.headers()[SET_COOKIE].to_str().expect("text").to_owned();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict") && !cookie.contains(TOKEN), "{cookie}");
    let cookie = cookie.split(';').next().expect("a pair").to_owned();

    let page = client
        .get(site.url("/pull-requests/1"))
        .header(COOKIE, &cookie)
        .send()
        .await
        .expect("an answer")
        .text()
        .await
        .expect("text");
    let field = |name: &str| {
        let (_, rest) = page.split_once(&format!("name=\"{name}\" value=\"")).unwrap_or_else(|| panic!("{name}: {page}"));
        rest.split('"').next().expect("a value").to_owned()
    };
    let (proof, sequence) = (field("proof"), field("sequence"));
    let say = |proof: &str, sequence: &str, word: &str, origin: Option<&str>, cookie: Option<&str>| {
        let form = format!("proof={proof}&sequence={sequence}&word={word}&reason=");
        let mut request = client.post(site.url("/pull-requests/1/say")).body(form);
        request = request.header("content-type", "application/x-www-form-urlencoded");
        if let Some(origin) = origin {
            request = request.header(ORIGIN, origin);
        }
        if let Some(cookie) = cookie {
            request = request.header(COOKIE, cookie);
        }
        async move { request.send().await.expect("an answer").status().as_u16() }
    };
    assert_eq!(say(&proof, &sequence, "resume", None, None).await, 303, "to the page for signing in");
    assert_eq!(say("0", &sequence, "resume", None, Some(&cookie)).await, 403, "a form of another page");
    assert_eq!(say(&proof, &sequence, "resume", Some("https://evil.example"), Some(&cookie)).await, 403, "another site");
    assert_eq!(say(&proof, "1", "resume", None, Some(&cookie)).await, 409, "about what was before");
    assert_eq!(say(&proof, &sequence, "merge", None, Some(&cookie)).await, 400, "an unknown word");
    assert_eq!(say(&proof, &sequence, "approve", None, Some(&cookie)).await, 409, "nobody approves what is blocked");
    assert!(matches!(stage.store.load(1).await.expect("it").turn(), Turn::Blocked(_)));
    assert_eq!(say(&proof, &sequence, "resume", Some(&site.url("")), Some(&cookie)).await, 303);
    assert!(matches!(stage.store.load(1).await.expect("it").turn(), Turn::Gate(_)));
    assert_eq!(say(&proof, &sequence, "resume", None, Some(&cookie)).await, 409, "a second time");
}

#[tokio::test]
async fn without_the_option_nothing_is_taken() {
    let stage = blocked().await;
    let site = stage.serve(&[], &[]);
    let form = client().post(site.url("/pull-requests/1/say")).body("proof=&sequence=4&word=resume");
    let form = form.header("content-type", "application/x-www-form-urlencoded");
    assert_eq!(form.send().await.expect("an answer").status().as_u16(), 404);
    assert!(matches!(stage.store.load(1).await.expect("it").turn(), Turn::Blocked(_)));
}

#[tokio::test]
async fn what_would_let_anybody_in_is_refused_at_the_start() {
    let stage = Stage::new().await;
    type Variables<'a> = &'a [(&'a str, &'a str)];
    let table: [(&[&str], Variables<'_>, &str); 3] = [
        (&["--listen", "0.0.0.0:0"], &[], "can be reached from other machines"),
        (&["--allow-actions"], &[], "lets a page approve and reject"),
        (&[], &[("AURUMCODE_SERVE_TOKEN", "short")], "fewer than 16 characters"),
    ];
    for (options, variables, why) in table {
        let options: Vec<&str> = options.to_vec();
        // The later one of two addresses would be a mistake of its own.
        let mut command = stage.command(&[], variables);
        if options.first() == Some(&"--listen") {
            command = without_address(&stage, variables);
        }
        let output = command.args(options).output().expect("it ends");
        let told = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{told}");
        assert!(told.contains("cli/serve") && told.contains(why) && !told.contains("short\n"), "{told}");
    }
}
fn without_address(stage: &Stage, variables: &[(&str, &str)]) -> std::process::Command {
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_aurumcode"));
    command.arg("serve").arg("--repo").arg(stage.repo.path()).env_clear().env("HOME", stage.repo.home());
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default()).envs(variables.iter().copied());
    command
}
