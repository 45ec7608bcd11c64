//! Against what others wrote: a server that answers by GitHub's published description and refuses requests that break it, and the models
//! of a client that was generated from Forgejo's.
//!
//! Both are installed by `scripts/tools`. No description of GitLab's comes in a package; its requests are held to what `usual.rs` says.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use aurumcode::change::Oid;
use aurumcode::finding::{RepoPath, Severity};
use aurumcode::forge::{Annotation, Author, Forge, InlineComment, NewInline, Patience, Place, State, Status, open};
use aurumcode::redaction::{Redacted, Redactor};
use serde_json::{Value, json};

use crate::host::Kind;
use crate::stage::{Stage, bad_line};
use crate::tools::installed;

/// A running stand-in, which ends with the test.
struct Prism {
    child: Child,
    port: u16,
}

impl Drop for Prism {
    fn drop(&mut self) {
        drop(self.child.kill());
        drop(self.child.wait());
    }
}

impl Prism {
    /// Starts it on a description; nothing when it is not installed.
    #[expect(clippy::disallowed_methods, reason = "a test starts the stand-in itself")]
    fn start(description: &Path) -> Option<Self> {
        let program = installed("forge/node_modules/@stoplight/prism-cli/dist/index.js")?;
        let port = TcpListener::bind("127.0.0.1:0").and_then(|free| free.local_addr()).expect("a free port").port();
        let child = Command::new("node")
            .arg(program)
            .args(["mock", "--port", &port.to_string()])
            .arg(description)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("node starts");
        let mut prism = Self { child, port };
        let mut lines = BufReader::new(prism.child.stdout.take().expect("its output")).lines();
        let ready = lines.by_ref().map_while(Result::ok).any(|line| line.contains("is listening"));
        assert!(ready, "it ended before it listened");
        // Whoever writes into a full pipe stops.
        std::thread::spawn(move || lines.for_each(drop));
        Some(prism)
    }

    fn forge(&self) -> Box<dyn Forge> {
        let url = format!("http://127.0.0.1:{}", self.port);
        let variable = |name: &str| (name == "AURUMCODE_GITHUB_API_URL").then(|| url.clone());
        let place = Place::find(&variable, Some("octocat/Hello-World"), None).expect("a place");
        let patience = Patience { attempts: 1, exchange: Duration::from_secs(60), ..Patience::default() };
        open(place, Some("token-of-the-job"), patience).expect("a forge")
    }

    /// The status of an answer to a request by hand.
    fn answers(&self, path: &str, body: &str) -> u16 {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let length = body.len();
        let head = format!("POST {path} HTTP/1.1\r\nhost: x\r\naccept: application/json\r\ncontent-type: application/json\r\n");
        write!(stream, "{head}connection: close\r\ncontent-length: {length}\r\n\r\n{body}").expect("it is sent");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status")
    }
}

fn description() -> Option<PathBuf> {
    installed("forge/github.json")
}

fn text(text: &str) -> Redacted {
    Redactor::new().redact(text)
}

fn status(state: State, annotations: usize) -> Status {
    let annotation = |number: usize| Annotation {
        path: RepoPath::from("src/a.rs"),
        lines: (u32::try_from(number).expect("a line") + 1, u32::try_from(number).expect("a line") + 1),
        severity: [Severity::Error, Severity::Warning, Severity::Info][number % 3],
        title: text("secrets:jwt"),
        message: text("JSON web token"),
    };
    Status {
        state,
        title: text("rejected: 1 finding"),
        summary: Some(text("# all of it")),
        details_url: Some(text("https://forge.example/runs/1")),
        annotations: (0..annotations).map(annotation).collect(),
    }
}

fn commit() -> Oid {
    Oid::parse("6dcb09b5b57875f334f61aebed695e2e4193db5e").expect("an id")
}

#[tokio::test]
async fn github_takes_every_request_and_its_examples_are_read() {
    let Some(description) = description() else { return };
    let Some(prism) = Prism::start(&description) else { return };
    let forge = prism.forge();
    assert_eq!(forge.author().await.expect("who").expect("somebody").login, "octocat");
    let pull = forge.pull_request(1347).await.expect("a pull request");
    assert_eq!((pull.number, pull.head), (1347, commit()));
    let comments = forge.comments(1347).await.expect("comments");
    assert!(comments.iter().all(|comment| !comment.body.is_empty() && comment.author.id.is_some()) && !comments.is_empty());
    forge.comment(1347, &text("hello")).await.expect("a comment");
    forge.edit(1347, "42", &text("hello again")).await.expect("an edit");
    forge.remove(1347, "42").await.expect("a removal");
    // The description's one example is an answer to a comment, and answers are nobody's business here.
    assert_eq!(forge.inline(1347).await, Ok(Vec::new()));
    let new = |lines| NewInline { path: RepoPath::from("src/a.rs"), old_path: None, lines, body: text("look") };
    assert_eq!(forge.post_inline(&pull, &[new((3, 3)), new((4, 6))]).await, Ok(vec![true, true]));
    let comment = InlineComment {
        id: "10".to_owned(),
        thread: None,
        author: Author { id: Some(1), login: "octocat".to_owned() },
        body: "look".to_owned(),
        resolved: None,
        shown: true,
    };
    forge.settle(1347, &comment, &text("gone"), true).await.expect("a settled comment");
    forge.status(commit(), &status(State::Running, 0)).await.expect("a check run");
    for state in [State::Success, State::Failure, State::Error] {
        forge.status(commit(), &status(state, 120)).await.expect("a check run");
    }
}

#[tokio::test]
async fn github_takes_commit_statuses() {
    let Some(description) = description() else { return };
    // A GitHub that does not let this token make check runs.
    let mut document: Value =
        serde_json::from_str(&std::fs::read_to_string(&description).expect("the description")).expect("JSON");
    document["paths"].as_object_mut().expect("paths").retain(|path, _| !path.contains("check-runs"));
    let cut = tempfile::Builder::new().suffix(".json").tempfile().expect("a file");
    serde_json::to_writer(cut.as_file(), &document).expect("it is written");
    let Some(prism) = Prism::start(cut.path()) else { return };
    let forge = prism.forge();
    for state in [State::Running, State::Success, State::Failure, State::Error] {
        forge.status(commit(), &status(state, 3)).await.expect("a commit status");
    }
    // The stand-in does refuse what breaks the description.
    let path = format!("/repos/octocat/Hello-World/statuses/{}", commit());
    assert_eq!(prism.answers(&path, r#"{"state":"success"}"#), 201);
    assert_eq!(prism.answers(&path, r#"{"state":"green"}"#), 422);
}

/// Which model of Forgejo's description a request is.
fn model(method: &str, path: &str) -> &'static str {
    match method {
        "POST" if path.contains("/reviews") => "CreatePullReviewOptions",
        "POST" if path.contains("/statuses/") => "CreateStatusOption",
        "POST" => "CreateIssueCommentOption",
        _ => "EditIssueCommentOption",
    }
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a test starts python itself")]
fn forgejo_takes_every_request() {
    let Some(python) = installed("forge/python/bin/python") else { return };
    let mut stage = Stage::new(Kind::Gitea, &[("a.py", &bad_line(1))]);
    assert_eq!(stage.review(&["--publish", "--inline", "--check"]).status, 3);
    stage.pushes(&[("a.py", "x = 1\n")]);
    assert_eq!(stage.review(&["--publish", "--inline", "--check"]).status, 0);
    let sent: Vec<(String, Value)> = {
        let world = stage.host.world();
        let writing = world.requests.iter().filter(|request| matches!(request.method.as_str(), "POST" | "PATCH"));
        writing.map(|request| (model(&request.method, &request.path).to_owned(), request.body.clone())).collect()
    };
    let models: BTreeSet<&str> = sent.iter().map(|(model, _)| model.as_str()).collect();
    assert_eq!(models.len(), 4, "{models:?}");
    let check = |sent: &[(String, Value)]| {
        let mut child = Command::new(&python)
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/forge/forgejo_models.py"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("python starts");
        serde_json::to_writer(child.stdin.take().expect("its input"), sent).expect("it is sent");
        let output = child.wait_with_output().expect("it ends");
        (output.status.success(), String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
    };
    let (fits, said) = check(&sent);
    assert!(fits, "{said}");
    let wrong = [("CreateStatusOption".to_owned(), json!({"state": "success", "name": "no such field"}))];
    assert!(!check(&wrong).0, "the models do refuse");
}
