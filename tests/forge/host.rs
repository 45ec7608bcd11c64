//! A forge on loopback that remembers what it is told, in the shapes of GitHub, GitLab or Gitea, and fails when a test wants it to.
//!
//! Its answers have the fields that the published descriptions require and no more than the program reads, apart from some that it must
//! pass over. What real descriptions say of the requests is asked in `described.rs`.

use std::collections::VecDeque;
use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, MutexGuard};

use serde_json::{Value, json};

/// Whose shapes it speaks in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    GitHub,
    GitLab,
    Gitea,
}

pub(crate) const KINDS: [Kind; 3] = [Kind::GitHub, Kind::GitLab, Kind::Gitea];

/// The account that the token speaks for.
pub(crate) const ME: i64 = 41;
/// Another account, whose words must never be touched.
pub(crate) const OTHER: i64 = 52;

/// A comment, on a line or not.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Words {
    pub(crate) id: i64,
    pub(crate) author: i64,
    pub(crate) body: String,
    /// The file and line, of a comment on a line.
    pub(crate) on: Option<(String, u64)>,
    pub(crate) resolved: bool,
}

/// A request as it arrived.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) head: String,
    pub(crate) body: Value,
}

/// What happens instead of the usual, once, to the next request that `method` and `part` of the path fit.
pub(crate) struct Fault {
    pub(crate) method: &'static str,
    pub(crate) part: &'static str,
    /// Whether the request is carried out all the same, as when the answer is lost on its way.
    pub(crate) carried_out: bool,
    /// Status, headers and body; nothing: the connection ends without a word.
    pub(crate) answer: Option<(u16, &'static str, String)>,
}

/// What the forge remembers.
pub(crate) struct World {
    kind: Kind,
    pub(crate) head: String,
    pub(crate) base: String,
    /// The head after the next time that somebody asks for it.
    pub(crate) moves_to: Option<String>,
    pub(crate) fork: bool,
    pub(crate) comments: Vec<Words>,
    pub(crate) inline: Vec<Words>,
    /// What was told of commits: path and body.
    pub(crate) statuses: Vec<(String, Value)>,
    pub(crate) requests: Vec<Request>,
    pub(crate) faults: VecDeque<Fault>,
    /// Whether the token may make check runs.
    pub(crate) check_runs: bool,
    /// Lines that may not be commented on.
    pub(crate) bad_line: Option<u64>,
    /// How many entries a page of a list has.
    pub(crate) page: usize,
    next: i64,
}

#[derive(Clone)]
pub(crate) struct Host {
    pub(crate) url: String,
    world: Arc<Mutex<World>>,
}

impl Host {
    pub(crate) fn start(kind: Kind, head: &str, base: &str) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port on loopback");
        let address = listener.local_addr().expect("its address");
        let end = match kind {
            Kind::GitHub => "/api/v3",
            Kind::GitLab => "/api/v4",
            Kind::Gitea => "/api/v1",
        };
        let url = format!("http://{address}{end}");
        let world = World {
            kind,
            head: head.to_owned(),
            base: base.to_owned(),
            moves_to: None,
            fork: false,
            comments: Vec::new(),
            inline: Vec::new(),
            statuses: Vec::new(),
            requests: Vec::new(),
            faults: VecDeque::new(),
            check_runs: true,
            bad_line: None,
            page: 100,
            next: 100,
        };
        let world = Arc::new(Mutex::new(world));
        let (kept, base_url) = (Arc::clone(&world), url.clone());
        std::thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let Some(request) = read(&mut stream) else { continue };
                let answer = kept.lock().expect("no test panics while it holds this").answer(request, &base_url, end);
                if let Some(answer) = answer {
                    // A client that goes away early is what some tests are about.
                    drop(stream.write_all(&answer));
                }
            }
        });
        Self { url, world }
    }

    pub(crate) fn world(&self) -> MutexGuard<'_, World> {
        self.world.lock().expect("no test panics while it holds this")
    }

    /// Somebody else writes a comment, or this program's account does.
    pub(crate) fn says(&self, author: i64, body: &str) {
        let mut world = self.world();
        world.next += 1;
        let id = world.next;
        world.comments.push(Words { id, author, body: body.to_owned(), on: None, resolved: false });
    }

    pub(crate) fn fails(&self, method: &'static str, part: &'static str, status: u16, headers: &'static str, body: &str) {
        let answer = Some((status, headers, body.to_owned()));
        self.world().faults.push_back(Fault { method, part, carried_out: false, answer });
    }

    /// The methods and paths that were asked, without those that only read.
    pub(crate) fn written(&self) -> Vec<String> {
        let world = self.world();
        let writing = world.requests.iter().filter(|request| request.method != "GET" && !request.path.contains("graphql"));
        writing.map(|request| format!("{} {}", request.method, request.path)).collect()
    }
}

impl World {
    fn answer(&mut self, request: Request, url: &str, end: &str) -> Option<Vec<u8>> {
        self.requests.push(request.clone());
        let fits = |fault: &Fault| request.method == fault.method && request.path.contains(fault.part);
        if let Some(place) = self.faults.iter().position(fits) {
            let fault = self.faults.remove(place)?;
            if fault.carried_out {
                self.route(&request, url, end);
            }
            return fault.answer.map(|(status, headers, body)| response(status, headers, &body));
        }
        let (status, headers, body) = self.route(&request, url, end);
        Some(response(status, &headers, &body.to_string()))
    }

    fn route(&mut self, request: &Request, url: &str, end: &str) -> (u16, String, Value) {
        let (path, query) = request.path.split_once('?').unwrap_or((&request.path, ""));
        if path.ends_with("/graphql") {
            return (200, String::new(), self.graphql(&request.body));
        }
        let Some(path) = path.strip_prefix(end) else { return (404, String::new(), json!({"message": "Not Found"})) };
        let parts: Vec<&str> = path.trim_matches('/').split('/').collect();
        let body = request.body["body"].as_str().unwrap_or_default().to_owned();
        let rest: Vec<&str> = match (self.kind, parts.as_slice()) {
            (_, ["user"]) => return (200, String::new(), self.account(ME)),
            (Kind::GitHub | Kind::Gitea, ["repos", "acme", "shop", rest @ ..]) => rest.to_vec(),
            (Kind::GitLab, ["projects", "acme%2Fshop", rest @ ..]) => rest.to_vec(),
            _ => return (404, String::new(), json!({"message": "Not Found"})),
        };
        match (request.method.as_str(), rest.as_slice()) {
            ("GET", ["pulls" | "merge_requests", "7"]) => {
                let pull = self.pull();
                self.head = self.moves_to.take().unwrap_or_else(|| self.head.clone());
                (200, String::new(), pull)
            }
            ("GET", ["issues", "7", "comments"]) => self.list(self.comments.clone(), query, url, path),
            ("GET", ["pulls", "7", "comments"]) => self.list(self.inline.clone(), query, url, path),
            ("GET", ["merge_requests", "7", "discussions"]) => {
                let all = self.comments.iter().chain(&self.inline).cloned().collect();
                self.list(all, query, url, path)
            }
            ("GET", ["pulls", "7", "reviews"]) => {
                let reviews = self.inline.iter().map(|words| json!({"id": words.id, "comments_count": 1, "state": "COMMENT"}));
                (200, String::new(), reviews.collect())
            }
            ("GET", ["pulls", "7", "reviews", id, "comments"]) => {
                let of = self.inline.iter().filter(|words| words.id.to_string() == **id);
                (200, String::new(), of.map(|words| self.shown(words)).collect())
            }
            ("POST", ["issues" | "merge_requests", "7", "comments" | "notes"]) => {
                let words = self.add(body, None);
                self.comments.push(words.clone());
                (201, String::new(), self.shown(&words))
            }
            ("PATCH", ["issues", "comments", id]) | ("PUT", ["merge_requests", "7", "notes", id]) => self.edit(id, body),
            ("PATCH", ["pulls", "comments", id]) => self.edit(id, body),
            ("DELETE", ["issues", "comments", id] | ["merge_requests", "7", "notes", id]) => {
                self.comments.retain(|words| words.id.to_string() != **id);
                (204, String::new(), Value::Null)
            }
            ("PUT", ["merge_requests", "7", "discussions", id]) => {
                let resolved = request.body["resolved"] == json!(true);
                let known = self.inline.iter_mut().find(|words| format!("d{}", words.id) == **id);
                known.map_or((404, String::new(), Value::Null), |words| {
                    words.resolved = resolved;
                    (200, String::new(), json!({"id": id, "notes": []}))
                })
            }
            ("POST", ["pulls", "7", "reviews"]) => self.review(&request.body),
            ("POST", ["pulls", "7", "comments"]) => self.one(&request.body, &request.body["line"]),
            ("POST", ["merge_requests", "7", "discussions"]) => {
                let position = request.body["position"].clone();
                let mut body = request.body.clone();
                body["path"] = position["new_path"].clone();
                self.one(&body, &position["new_line"])
            }
            ("POST", ["check-runs"]) if !self.check_runs => {
                (403, String::new(), json!({"message": "You must authenticate via a GitHub App."}))
            }
            ("POST", ["check-runs"]) | ("POST", ["statuses", _]) | ("PATCH", ["check-runs", _]) => {
                self.statuses.push((rest.join("/"), request.body.clone()));
                (201, String::new(), json!({"id": 900}))
            }
            _ => (404, String::new(), json!({"message": "Not Found"})),
        }
    }

    fn account(&self, id: i64) -> Value {
        let name = if id == ME { "gate" } else { "somebody" };
        json!({"id": id, "login": name, "username": name, "type": "Bot"})
    }

    fn pull(&self) -> Value {
        let repo = |name: &str| json!({"full_name": name});
        let source = if self.fork { "stranger/shop" } else { "acme/shop" };
        match self.kind {
            Kind::GitLab => json!({
                "iid": 7, "sha": self.head, "target_branch": "main", "project_id": 3, "target_project_id": 3,
                "source_project_id": if self.fork { 9 } else { 3 },
                "diff_refs": {"base_sha": self.base, "start_sha": self.base, "head_sha": self.head},
            }),
            Kind::GitHub | Kind::Gitea => json!({
                "number": 7, "state": "open", "merge_base": self.base,
                "head": {"sha": self.head, "ref": "topic", "repo": repo(source), "repo_id": if self.fork { 9 } else { 3 }},
                "base": {"sha": self.base, "ref": "main", "repo": repo("acme/shop"), "repo_id": 3},
            }),
        }
    }

    fn shown(&self, words: &Words) -> Value {
        let (path, line) = words.on.clone().unzip();
        let on = words.on.is_some();
        match self.kind {
            Kind::GitHub => json!({
                "id": words.id, "user": self.account(words.author), "body": words.body, "path": path, "line": line,
                "subject_type": "line",
            }),
            Kind::Gitea => json!({
                "id": words.id, "user": self.account(words.author), "body": words.body, "path": path,
                "position": line, "original_position": 0, "resolver": if words.resolved { self.account(OTHER) } else { Value::Null },
            }),
            Kind::GitLab => json!({
                "id": format!("d{}", words.id), "individual_note": !on,
                "notes": [{
                    "id": words.id, "body": words.body, "author": self.account(words.author), "system": false, "resolvable": on,
                    "resolved": words.resolved, "position": if on { json!({"new_path": path, "new_line": line}) } else { Value::Null },
                }],
            }),
        }
    }

    /// A page of a list, with a link to the next one.
    fn list(&self, all: Vec<Words>, query: &str, url: &str, path: &str) -> (u16, String, Value) {
        let number =
            |name: &str| query.split('&').find_map(|pair| pair.strip_prefix(name)?.strip_prefix('=')?.parse::<usize>().ok());
        let page = number("page").unwrap_or(1).max(1);
        let shown: Vec<Value> = all.iter().skip((page - 1) * self.page).take(self.page).map(|words| self.shown(words)).collect();
        let more = all.len() > page * self.page;
        let next = format!("link: <{url}{path}?page={}>; rel=\"next\", <{url}{path}?page=1>; rel=\"first\"\r\n", page + 1);
        (200, if more { next } else { String::new() }, Value::Array(shown))
    }

    fn add(&mut self, body: String, on: Option<(String, u64)>) -> Words {
        self.next += 1;
        Words { id: self.next, author: ME, body, on, resolved: false }
    }

    fn edit(&mut self, id: &str, body: String) -> (u16, String, Value) {
        let known = self.comments.iter_mut().chain(&mut self.inline).find(|words| words.id.to_string() == id);
        match known {
            Some(words) => {
                words.body = body;
                (200, String::new(), json!({"id": words.id}))
            }
            None => (404, String::new(), json!({"message": "Not Found"})),
        }
    }

    /// One bad line refuses the whole review, as GitHub does it.
    fn review(&mut self, body: &Value) -> (u16, String, Value) {
        let comments = body["comments"].as_array().cloned().unwrap_or_default();
        let line = |comment: &Value| comment["line"].as_u64().or(comment["new_position"].as_u64()).unwrap_or(0);
        if comments.iter().any(|comment| Some(line(comment)) == self.bad_line) {
            let message = json!({"message": "Unprocessable Entity", "errors": ["Line could not be resolved"]});
            return (422, String::new(), message);
        }
        for comment in &comments {
            let text = comment["body"].as_str().unwrap_or_default().to_owned();
            let words = self.add(text, Some((comment["path"].as_str().unwrap_or_default().to_owned(), line(comment))));
            self.inline.push(words);
        }
        (200, String::new(), json!({"id": 1}))
    }

    fn one(&mut self, body: &Value, line: &Value) -> (u16, String, Value) {
        let line = line.as_u64().unwrap_or(0);
        if Some(line) == self.bad_line {
            let status = if self.kind == Kind::GitLab { 400 } else { 422 };
            return (status, String::new(), json!({"message": "line is not part of the diff"}));
        }
        let text = body["body"].as_str().unwrap_or_default().to_owned();
        let words = self.add(text, Some((body["path"].as_str().unwrap_or_default().to_owned(), line)));
        self.inline.push(words.clone());
        (201, String::new(), self.shown(&words))
    }

    fn graphql(&mut self, body: &Value) -> Value {
        let query = body["query"].as_str().unwrap_or_default();
        if query.contains("viewer") {
            return json!({"data": {"viewer": {"login": "gate", "databaseId": ME}}});
        }
        let threads: Vec<Value> = self.inline.iter().map(|words| json!({
            "id": format!("T{}", words.id), "isResolved": words.resolved, "comments": {"nodes": [{"databaseId": words.id}]},
        })).collect();
        if query.contains("reviewThreads") {
            let page = json!({"nodes": threads, "pageInfo": {"hasNextPage": false, "endCursor": null}});
            return json!({"data": {"repository": {"pullRequest": {"reviewThreads": page}}}});
        }
        let thread = body["variables"]["thread"].as_str().unwrap_or_default();
        let resolve = !query.contains("unresolve");
        if let Some(words) = self.inline.iter_mut().find(|words| format!("T{}", words.id) == thread) {
            words.resolved = resolve;
        }
        json!({"data": {}})
    }
}

fn read(stream: &mut TcpStream) -> Option<Request> {
    let mut bytes = Vec::new();
    let mut block = [0; 16 * 1024];
    loop {
        let count = stream.read(&mut block).ok()?;
        bytes.extend_from_slice(&block[..count]);
        if let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") {
            let head = String::from_utf8_lossy(&bytes[..end]).into_owned();
            let lower = head.to_ascii_lowercase();
            let length = lower.lines().find_map(|line| line.strip_prefix("content-length: ")?.parse().ok()).unwrap_or(0);
            let body = &bytes[end + 4..];
            if body.len() >= length {
                let mut first = head.lines().next()?.split(' ');
                let (method, path) = (first.next()?.to_owned(), first.next()?.to_owned());
                return Some(Request { method, path, body: serde_json::from_slice(body).unwrap_or(Value::Null), head });
            }
        }
        if count == 0 {
            return None;
        }
    }
}

fn response(status: u16, headers: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {status} -\r\ncontent-type: application/json\r\n{headers}content-length: {length}\r\nconnection: close\r\n\r\n"
    );
    [head.as_bytes(), body.as_bytes()].concat()
}
