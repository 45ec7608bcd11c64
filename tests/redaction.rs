//! The filter from outside: real-world text, and the properties that every sink relies on.
//!
//! Token shapes are put together at run time, so that no scanner takes this file for a leak.

#![expect(clippy::unwrap_used, reason = "a helper of a test fails like the test itself")]

use std::io::Write;

use aurumcode::redaction::{Layout, MARKER, Redacted, Redactor, StreamRedactor, harmless};
use proptest::prelude::*;
use serde_json::{Value, json};

fn redact(text: &str) -> String {
    Redactor::new().redact(text).into_string()
}

/// Letters and digits that alternate, as a generator makes them.
fn random(length: usize) -> String {
    "a7Kd92mQxZ04tLp8".chars().cycle().take(length).collect()
}

/// Each text holds `S`, which stands for a secret and must become the mark; the rest must stay.
fn hidden(secret: &str, templates: &[&str]) {
    for template in templates {
        let (text, expected) = (template.replace('§', secret), template.replace('§', MARKER));
        assert_eq!(redact(&text), expected, "{text}");
    }
}

#[test]
fn quoted_values_are_always_hidden() {
    for secret in ["hunter2", "x", "correct horse battery staple", "${FALLBACK:-hunter2}", "p@ss'w/ord;,", "zażółć"] {
        hidden(
            secret,
            &[
                r#"password = "§""#,
                r#"let api_key = "§";"#,
                r#"const TOKEN: &'static str = "§";"#,
                r#"token: Final[str] = "§""#,
                r#"  "client_secret": "§","#,
                r#"{"a":1,"dbPassword":"§","b":2}"#,
                r#"self.password = b"§""#,
                r#"os.environ["SECRET_KEY"] = "§""#,
                r#"'token' => "§","#,
                r#"spring.datasource.password="§""#,
                r#"if password == "§" {"#,
                r#"mysql --password "§" -h db"#,
                r#"<add key="x" password="§" />"#,
                r#"X-Api-Key: "§""#,
                r#"echo '{\"password\": \"§\"}'"#,
            ],
        );
    }
    assert_eq!(redact("password = 'one' + 'two' +\n  'three';"), "password = '[REDACTED]' + '[REDACTED]' +\n  '[REDACTED]';");
    assert_eq!(redact(r#"password = "" and token: ''"#), r#"password = "" and token: ''"#);
}

#[test]
fn bare_values_are_hidden_where_they_are_values() {
    for secret in ["hunter2", "letmein", "Tr0ub4dor&3", "123456", "mypassword", "ab)cd", "a.b.c", "abcd=="] {
        hidden(
            secret,
            &[
                "PASSWORD=§",
                "export DB_PASSWORD=§",
                "run -e API_TOKEN=§ image",
                "GET /login?password=§&page=2",
                "level=info password=§ user=bob",
                "Server=db;Database=x;Password=§;Timeout=3",
                "deploy --password=§ --force",
                "<password>§</password>",
                "//registry.example.com/:_password=§",
            ],
        );
    }
    for secret in ["hunter2", "letmein", "Tr0ub4dor&3", "123456"] {
        hidden(
            secret,
            &[
                "password: §",
                "  - db_password: §  # rotated",
                "password = §",
                "12 | client-secret: §",
                "- name: DB_PASSWORD\n  value: §",
                r#""X-Api-Key: §""#,
                "curl -H 'Private-Token: §' https://example.com",
                "API key: §",
            ],
        );
    }
    hidden("hunter2", &["using password: § for user bob", "deploy --token § now", "(password=§)"]);
    hidden("a7Kd92mQxZ04tLp8", &["let token = §;", "connect(user, password=§)", "{token: §}", "aws_access_key_id = §"]);
}

#[test]
fn a_bare_json_value_becomes_a_string() {
    assert_eq!(redact(r#"{"password": 12345678, "n": 1}"#), r#"{"password": "[REDACTED]", "n": 1}"#);
    assert_eq!(redact(r#"{\"password\":12345678}"#), r#"{\"password\":\"[REDACTED]\"}"#);
}

#[test]
fn shapes_decide_on_bare_values() {
    let jwt = format!("{}.{}.{}", "eyJhbGciOi", "eyJzdWIiOi", "abcdefghij");
    let der = format!("MI{}", "abcdEFGH".repeat(8));
    for secret in [jwt.as_str(), der.as_str()] {
        hidden(secret, &["let token = §;", "the token: § was refused"]);
        // Alone, neither is taken for a secret: certificates and public claims look the same.
        assert_eq!(redact(secret), secret);
        assert_eq!(redact(&format!("data = {secret}")), format!("data = {secret}"));
    }
}

#[test]
fn urls() {
    hidden(
        &random(24),
        &[
            "https://§@github.com/o/r.git",
            "https://api.example.com/v1?token=§",
            "see https://x.example/a?page=2&sig=§&ref=main.",
            "[link](https://x.example/?access_token=§)",
            "https://x.example/cb#access_token=§&state=1",
            "https://x.example/?q=§",
            "https://x.example/?a=1;session=§",
            "url=\"https://x.example/?key=§\"",
        ],
    );
    hidden(
        "bob:hunter2",
        &[
            "postgres://§@db:5432/app?sslmode=require",
            "redis://§@cache",
            "https://§@proxy.example:8080/",
            "git clone 'https://§@git.example/o/r'",
            "amqp+tls://§@host/a@b",
            "http://§@[::1]:80/",
        ],
    );
    hidden("bob:hun/ter#2", &["postgres://§@db/app"]);
    hidden("bob:hun@ter2", &["postgres://§@db/app"]);
    for text in [
        "https://github.com/o/r/pull/3/files?per_page=100&page=2#diff-1",
        "https://github.com/o/r/tree/main?ref=9f86d081884c7d659a2feaa0c55ad015a3bf4f1b",
        "https://json.schemastore.org/sarif-2.1.0.json",
        "https://esm.sh/react@18.2.0/index.js",
        "http://localhost:8080/@scope/pkg",
        "ssh://git@github.com:22/o/r.git",
        "git@github.com:o/r.git",
        "postgres://app@db/app",
        "postgres://app:${DB_PASSWORD}@db/app",
        "postgres://%s:%s@%s/app",
        "https://x.example/?token=${TOKEN}",
        "https://x.example/?token=<token>",
        "file:///home/user/a.txt",
        "http://user@example.com/",
        "git+https://example.com/foo/bar#115311855adb0789a0466714ed48a1499ffea97e",
        "https://github.com/o/r/actions?query=workflow%3ACI+branch%3Amaster",
        "https://doc.rust-lang.org/std/fmt/trait.LowerExp.html#impl-LowerExp-for-NonZero%3CT%3E",
        "[![Chat](https://img.shields.io/discord/1?logo=discord)](https://discord.gg/YHmNA3De4W)",
    ] {
        assert_eq!(redact(text), text);
    }
}

#[test]
fn headers() {
    let secret = random(30);
    hidden(
        &secret,
        &[
            "Authorization: Bearer §",
            "authorization: token §\nAccept: */*",
            "> Proxy-Authorization: Basic §",
            "curl -H \"Authorization: Bearer §\" https://x.example",
            "headers = {'Authorization': 'Bearer §'}",
            r#"{"msg":"sent Authorization: Bearer §","n":1}"#,
            r#"{\"Authorization\":\"Bearer §\"}"#,
            "request.header(\"Authorization\", \"Bearer §\")",
            "request.header(\"x-api-key\", \"§\")",
            "X-Auth-Token: §",
            "PRIVATE-TOKEN: §",
            "Authorization: §",
            "Cookie: [REDACTED]",
            "it sent bearer § to the server",
        ],
    );
    assert_eq!(redact(&format!("Cookie: a=b; sid={secret}\r\nHost: x")), "Cookie: [REDACTED]\r\nHost: x");
    assert_eq!(redact(&format!("Set-Cookie: sid={secret}; Path=/; HttpOnly")), "Set-Cookie: [REDACTED]");
    let digest = "Authorization: Digest username=\"u\", realm=\"r\", response=\"6629fae49393a053\"\nHost: x";
    assert_eq!(redact(digest), "Authorization: Digest [REDACTED]\nHost: x");
    let aws = format!("Authorization: AWS4-HMAC-SHA256 Credential={secret}/20260101/eu, Signature={secret}");
    assert_eq!(redact(&aws), "Authorization: AWS4-HMAC-SHA256 [REDACTED]");
    for text in [
        "the Authorization: header is required",
        "Authorization: Bearer <token>",
        "Authorization: Bearer ${TOKEN}",
        "cookie: true",
    ] {
        assert_eq!(redact(text), text);
    }
}

#[test]
fn known_tokens_are_hidden_anywhere() {
    let upper = "Q7RSTUVW2XYZ4567";
    let hook = format!("T0{}/B0{}/{}", &upper[..8], &upper[..8], random(24));
    for token in [
        format!("AKIA{upper}"),
        format!("ghp_{}", random(36)),
        format!("ghs_{}", random(36)),
        format!("github_pat_{}_{}", random(22), random(59)),
        format!("sk-{}", random(48)),
        format!("sk-ant-api03-{}", random(90)),
        format!("SG.{}.{}", random(22), random(43)),
        format!("xoxb-{}-{}", "123456789012", random(24)),
    ] {
        hidden(
            &token,
            &["§", "found § in a.rs", "`§`", "\u{1b}[1m§\u{1b}[0m", "a\\n§\\nb", "https://x.example/§/y", "=§", "\"§\","],
        );
    }
    assert_eq!(
        redact(&format!("POST https://hooks.slack.com/services/{hook}")),
        "POST https://hooks.slack.com/services/[REDACTED]"
    );
}

#[test]
fn private_keys() {
    let line = random(64);
    let (begin, end) = ("-----BEGIN OPENSSH PRIVATE KEY-----", "-----END OPENSSH PRIVATE KEY-----");
    let text = format!("a\n{begin}\n{line}\n{line}\n{}\n{end}\nb", random(20));
    assert_eq!(redact(&text), format!("a\n{begin}\n{MARKER}\n{MARKER}\n{MARKER}\n{end}\nb"));
    let yaml = format!("key: |\n  {begin}\n  {line}\n  {end}\nnext: 1");
    assert_eq!(redact(&yaml), format!("key: |\n  {begin}\n  {MARKER}\n  {end}\nnext: 1"));
    let putty = format!("PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2\n{line}\n{line}\nPrivate-MAC: x");
    assert_eq!(redact(&putty), format!("PuTTY-User-Key-File-3: ssh-rsa\nPrivate-Lines: 2\n{MARKER}\n{MARKER}\nPrivate-MAC: x"));
}

/// Text that programs, people and this program write every day, and that has nothing to hide.
#[test]
fn ordinary_text_stays() {
    let texts = [
        // Our own output.
        "rule secrets:github-pat - a GitHub token is in the code (severity error, threshold error, origin secrets)",
        "secrets:private-key src/auth/token.rs:12:5: a private key is in the code",
        "src/config.py:generic-api-key:12",
        "tokens_in: 70000, tokens_out: 50, cost_tokens=13314, max_token=1000000",
        "fingerprint 9f86d081884c7d659a2feaa0c55ad015",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "identity: gitleaks 8.30.1 + rules e3b0c44298fc1c14",
        "error[config/unknown-key]: there is no key `token` here, did you mean `tokens`?",
        "gitleaks 8.30.1 said: leaks found: 3",
        "approved: 3 engines looked at 12 files, nothing at or above `error`",
        // Prose.
        "Keep the password: it is needed later.",
        "The token: a string that names the user.",
        "Passwords must have 12 characters; secrets are stored in the vault.",
        "Set the key to continue. Authentication failed: invalid token",
        "Basic authentication and bearer tokens are both supported.",
        "unexpected token: identifier2",
        "password: required",
        "token: expired",
        // Code.
        "let token = self.lexer.next_token();",
        "let token = tokens[i];",
        "token: String,",
        "pub password: Option<String>,",
        "fn login(user: &str, password: &str) -> Result<Token, Error> {",
        "password = get_password()",
        "password = os.environ[\"DB_PASSWORD\"]",
        "api_key = os.getenv('API_KEY')",
        "token = None",
        "self.token = token",
        "this.apiKey = apiKey;",
        "const token = await getToken(user, 3);",
        "const { token } = props;",
        "connect(host, password=password, token=tok2)",
        "if token != expected_token {",
        "Token::Ident => self.ident(),",
        "match token { Token::Key(key) => key, _ => return }",
        "password: { type: String, required: true },",
        "interface Login { password: string; token?: string }",
        "SECRET = config.secret",
        "keyboard.key = key; monkey.author = authority",
        "for (const key of Object.keys(map)) { cache_key = hash(key) }",
        "printf(\"Enter password: \");",
        "input(\"password: \")",
        "#[derive(PartialEq)] struct TokenStream { tokens: Vec<Token> }",
        "primaryKey: true, foreign_key: users.id, publicKey: abc",
        "value = ${{ secrets.GITHUB_TOKEN }}",
        "token: ${{ secrets.GITHUB_TOKEN }}",
        "GITHUB_TOKEN: ${{ github.token }}",
        "PASSWORD=$(cat /run/secrets/db)",
        "PASSWORD=${PASSWORD}",
        "PASSWORD=$1",
        "password: {{ .Values.password }}",
        "password: <your-password>",
        "password: ********",
        "PASSWORD_FILE=/run/secrets/db_password",
        "secretName: my-secret",
        "permissions:\n  id-token: write\n  contents: read",
        "jobs:\n  call:\n    secrets: inherit",
        "PWD=/home/user",
        "println!(\"token={:?}, secret={token:#?}\", token)",
        "/// [`Token`]: ../struct.Token.html",
        "(?P<secret_key>.*?)@(?P<host>.*?)",
        "if token == \"async\" || token != '.' {",
        "token = Name.Constant",
        "    password=password, scope=scope, **kwargs)",
        "headers.authorization = build(user)",
        "[`authorization`, `age`, `etag`]",
        "<a accesskey=\"n\" href=\"x\">",
        "PWD: '/home/user'",
        // Paths and identifiers.
        "tests/fixtures/token_test.rs:10: assert!(password.is_empty())",
        "class=\"sk-loading-indicator sk-fading-circle\"",
        "commit 4b825dc642cb6eb9a060e54bf8d69288fbee4904",
        "Cargo.lock checksum = \"ca718471876992059f251e33aafc334346ada08042b7661dd1fe313a9bced557\"",
        "<a href=\"https://docs.rs/x/1.0.0/x/?search=token\">docs</a>",
    ];
    for text in texts {
        assert_eq!(redact(text), text);
    }
}

#[test]
fn registered_values_are_hidden_everywhere() {
    let redactor = Redactor::new();
    assert!(redactor.register("orchid-lamp-77"));
    assert_eq!(redactor.redact("it is orchid-lamp-77.").as_str(), "it is [REDACTED].");
    assert_eq!(redactor.redact("orchid-\nlamp\r\n-77").as_str(), "[REDACTED]\n[REDACTED]\r\n[REDACTED]");
    assert_eq!(redactor.clone().redact_bytes(b"\xfforchid-lamp-77").as_str(), "\u{fffd}[REDACTED]");
    // Too ordinary for the whole report, but not for the text of its own finding.
    assert!(!redactor.register("error"));
    assert_eq!(redactor.redact("error").as_str(), "error");
    assert_eq!(redactor.redact_with("pin error, error", ["error", "x"]).as_str(), "pin [REDACTED], [REDACTED]");
    assert_eq!(format!("{redactor:?}"), "Redactor { registered: 1 }");
}

#[test]
fn a_filter_learns_from_every_thread() {
    let redactor = Redactor::new();
    std::thread::scope(|scope| {
        for thread in 0..4 {
            let redactor = &redactor;
            scope.spawn(move || {
                for n in 0..25 {
                    redactor.register(&format!("value-{thread}-{n:02}"));
                    redactor.redact("value-0-00 value-3-24");
                }
            });
        }
    });
    assert_eq!(redactor.redact("value-0-00 value-3-24").as_str(), "[REDACTED] [REDACTED]");
}

#[test]
fn json_is_filtered_by_field_and_as_a_whole() {
    let redactor = Redactor::new();
    redactor.register("quo\"te-77\nnext");
    let token = format!("ghp_{}", random(36));
    let document = json!({
        "message": format!("found {token}"),
        "password": "hunter2",
        "pin_password": 12345678,
        "env": [{"name": "DB_PASSWORD", "value": "x"}, {"name": "HOST", "value": "db"}],
        "nested": {"text": "quo\"te-77\nnext", "json": "{\"token\": \"abc\"}"},
        "tokens_in": 70000,
        token.as_str(): 1,
        format!("ghp_{}", random(40)): 2,
        "ok": [null, true, 1.5, "plain"],
    });
    for layout in [Layout::Compact, Layout::Pretty] {
        let text = redactor.redact_json(&document, layout);
        let read: Value = serde_json::from_str(text.as_str()).unwrap();
        assert_eq!(
            read,
            json!({
                "message": "found [REDACTED]",
                "password": "[REDACTED]",
                "pin_password": "[REDACTED]",
                "env": [{"name": "DB_PASSWORD", "value": "[REDACTED]"}, {"name": "HOST", "value": "db"}],
                "nested": {"text": "[REDACTED]\n[REDACTED]", "json": "{\"token\": \"[REDACTED]\"}"},
                "tokens_in": 70000,
                "[REDACTED]": 1,
                "[REDACTED] (2)": 2,
                "ok": [null, true, 1.5, "plain"],
            })
        );
        assert_eq!(text.as_str().contains('\n'), layout == Layout::Pretty);
    }
}

#[test]
fn a_value_over_the_structure_of_a_document_leaves_it_valid() {
    let redactor = Redactor::new();
    redactor.register("one-1\",\"b\":\"two-2");
    redactor.register("\\tail-77");
    let text = redactor.redact_json(&json!({"a": "x one-1", "b": "two-2", "c": "\tail-77"}), Layout::Compact);
    assert_eq!(text.as_str(), r#"{"a":"[REDACTED]","b":"[REDACTED]","c":"[REDACTED]"}"#);
}

fn streamed(redactor: &Redactor, pieces: &[&[u8]]) -> String {
    let mut stream = StreamRedactor::new(redactor.clone(), Vec::new());
    for piece in pieces {
        stream.write_all(piece).unwrap();
        stream.flush().unwrap();
    }
    String::from_utf8(stream.finish().unwrap()).unwrap()
}

#[test]
fn a_stream_hides_what_is_split() {
    let redactor = Redactor::new();
    redactor.register("orchid-lamp-77");
    let line = random(64);
    assert_eq!(
        streamed(&redactor, &[b"a orc", b"hid-la", b"mp-77 b\n", b"PASS", b"WORD=hun", b"ter2"]),
        "a [REDACTED] b\nPASSWORD=[REDACTED]"
    );
    assert_eq!(streamed(&redactor, &[b"x orchid\n", b"-lamp-77\n", b"y\n"]), "x [REDACTED]\n[REDACTED]\ny\n");
    let key = format!("-----BEGIN PRIVATE KEY-----\n{line}\n{line}\n-----END PRIVATE KEY-----\nz\n");
    let pieces: Vec<&[u8]> = key.as_bytes().chunks(7).collect();
    assert_eq!(streamed(&redactor, &pieces), redactor.redact(&key).as_str());
    assert_eq!(streamed(&redactor, &[b"", b"caf\xc3", b"\xa9\xff\n", b""]), "café\u{fffd}\n");
}

#[test]
fn a_stream_hides_what_is_split_at_any_byte() {
    let redactor = Redactor::new();
    redactor.register("orchid-lamp-77");
    let (token, line) = (format!("ghp_{}", random(36)), random(64));
    let texts = [
        "a orchid-lamp-77 b\nc".to_owned(),
        "a orchid\n-lamp-77\nb\n".to_owned(),
        format!("see {token} here\npassword: \"hunter-2-hunter\"\ncaf\u{e9}\n"),
        format!("curl https://user:{line}@host.example/?token={token}\n"),
        format!("-----BEGIN PRIVATE KEY-----\n{line}\n{line}\n-----END PRIVATE KEY-----\nz\n"),
    ];
    for text in texts {
        let whole = redactor.redact(&text);
        assert_ne!(whole.as_str(), text, "there is something to hide");
        for first in 0..=text.len() {
            let (one, rest) = text.as_bytes().split_at(first);
            assert_eq!(streamed(&redactor, &[one, rest]), whole.as_str(), "split at {first}");
            // And once more, so that a value comes in three pieces.
            let (two, three) = rest.split_at(rest.len() / 2);
            assert_eq!(streamed(&redactor, &[one, two, three]), whole.as_str(), "split at {first} and behind");
        }
        let bytes: Vec<&[u8]> = text.as_bytes().chunks(1).collect();
        assert_eq!(streamed(&redactor, &bytes), whole.as_str(), "byte by byte");
    }
}

#[test]
fn a_stream_writes_complete_lines_at_once_and_no_part_of_one() {
    let redactor = Redactor::new();
    redactor.register("orchid-lamp-77");
    let seen = std::rc::Rc::new(std::cell::RefCell::new(Vec::new()));
    struct Shared(std::rc::Rc<std::cell::RefCell<Vec<u8>>>);
    impl Write for Shared {
        fn write(&mut self, buffer: &[u8]) -> std::io::Result<usize> {
            self.0.borrow_mut().extend_from_slice(buffer);
            Ok(buffer.len())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let now = || String::from_utf8(seen.borrow().clone()).unwrap();
    let mut stream = StreamRedactor::new(redactor, Shared(seen.clone()));
    stream.write_all(b"one\ntwo").unwrap();
    stream.flush().unwrap();
    assert_eq!(now(), "one\n");
    stream.write_all(b"\nthree orchid\n").unwrap();
    assert_eq!(now(), "one\ntwo\n", "the last line may begin a value");
    stream.write_all(b"s\n").unwrap();
    assert_eq!(now(), "one\ntwo\nthree orchid\ns\n");
    stream.write_all(b"last").unwrap();
    drop(stream);
    assert_eq!(now(), "one\ntwo\nthree orchid\ns\nlast");
}

#[test]
fn a_stream_withholds_a_line_that_is_too_long() {
    let redactor = Redactor::new();
    let long = vec![b'x'; 70_000];
    let out = streamed(&redactor, &[b"a\n", &long[..40_000], &long[40_000..], b"\nb\n", &long]);
    assert_eq!(out, "a\n[a line of more than 65536 bytes is withheld]\nb\n[a line of more than 65536 bytes is withheld]");
    let fits = vec![b'x'; 65_536];
    assert_eq!(streamed(&redactor, &[&fits]).len(), 65_536);
}

#[test]
fn a_failing_sink_is_an_error() {
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
            Err(std::io::ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }
    let mut stream = StreamRedactor::new(Redactor::new(), Full);
    assert!(stream.write_all(b"line\n").is_err());
    let mut stream = StreamRedactor::new(Redactor::new(), Full);
    stream.write_all(b"line").unwrap();
    assert!(stream.finish().is_err());
}

/// Pieces that the rules react to, in any order: far more telling than random characters.
fn fragments() -> impl Strategy<Value = String> {
    let words = prop::sample::select(vec![
        "password",
        "token",
        "api_key",
        "Authorization",
        "Cookie",
        "=",
        ":",
        " = ",
        ": ",
        "=>",
        "\"",
        "'",
        "`",
        "\\\"",
        "\\",
        "\n",
        "\r\n",
        " ",
        "\t",
        ",",
        ";",
        "&",
        "?",
        "#",
        "@",
        "://",
        "https://",
        "postgres://",
        "user:",
        "Bearer ",
        "Basic ",
        "Digest ",
        "$",
        "${",
        "}",
        "{{",
        "$(",
        "(",
        ")",
        "[",
        "]",
        "<",
        ">",
        "</",
        "--",
        "-----BEGIN RSA PRIVATE KEY-----",
        "-----END RSA PRIVATE KEY-----",
        "Private-Lines: 1",
        "AKIA",
        "sk-",
        "ghp_",
        "SG.",
        "name",
        "value",
        "[REDACTED]",
        "REDACTED]",
        "[REDACT",
        "a7Kd92mQxZ04tLp8",
        "a7Kd92mQxZ04tLp8a7Kd92mQxZ04tLp8a7Kd92mQxZ04tLp8",
        "hunter2",
        "abc",
        "1234567",
        "é",
        "漢",
        "\u{202e}",
        "null",
        "self.",
        "let ",
        "//",
        "eyJhbGciOi.eyJzdWIiOi.sig",
        "canary-91",
        "can",
        "ary-91",
        "Y2FuYXJ5LTkx",
    ]);
    prop::collection::vec(prop_oneof![9 => words.prop_map(str::to_owned), 1 => ".{0,6}"], 0..24)
        .prop_map(|pieces| pieces.concat())
}

fn without_breaks(text: &str) -> String {
    text.replace(['\r', '\n'], "")
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1024, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn filtering_again_changes_nothing(text in fragments()) {
        let redactor = Redactor::new();
        redactor.register("canary-91");
        let once = redactor.redact(&text);
        prop_assert_eq!(redactor.redact(once.as_str()), once);
    }

    #[test]
    fn the_number_of_lines_stays(text in fragments()) {
        let redactor = Redactor::new();
        redactor.register("canary-91");
        prop_assert_eq!(redactor.redact(&text).as_str().matches('\n').count(), text.matches('\n').count());
    }

    #[test]
    fn a_registered_value_never_appears(
        canary in "[!-~]{6,40}|[a-zA-Z0-9é\"\\\\ ]{6,20}",
        before in fragments(),
        after in fragments(),
        breaks in prop::collection::vec((0..40_usize, prop::sample::select(vec!["\n", "\r\n", "\n\n"])), 0..4),
    ) {
        let redactor = Redactor::new();
        prop_assume!(redactor.register(&canary));
        let mut broken = canary.trim().to_owned();
        for (at, end) in breaks {
            if broken.is_char_boundary(at.min(broken.len())) {
                broken.insert_str(at.min(broken.len()), end);
            }
        }
        let out = redactor.redact(&format!("{before}{broken}{after}"));
        prop_assert!(!without_breaks(out.as_str()).contains(canary.trim()), "{out}");

        let document = json!({"text": format!("{before}{broken}{after}"), "list": [canary], "key": {canary.as_str(): 1}});
        let text = redactor.redact_json(&document, Layout::Compact);
        let read: Value = serde_json::from_str(text.as_str()).expect("valid JSON");
        let mut strings = Vec::new();
        collect(&read, &mut strings);
        for string in strings {
            prop_assert!(!without_breaks(&string).contains(canary.trim()), "{string}");
        }
    }

    #[test]
    fn json_keeps_its_structure(texts in prop::collection::vec(fragments(), 1..6)) {
        let redactor = Redactor::new();
        redactor.register("canary-91");
        redactor.register("canary\",\"91");
        let document = json!({"a": texts, "b": {"c": texts.concat(), "n": 1}});
        for layout in [Layout::Compact, Layout::Pretty] {
            let text = redactor.redact_json(&document, layout);
            let read: Value = serde_json::from_str(text.as_str()).expect("valid JSON");
            prop_assert_eq!(read["a"].as_array().map(Vec::len), Some(texts.len()));
            prop_assert_eq!(&read["b"]["n"], &json!(1));
        }
    }

    #[test]
    fn a_stream_is_as_good_as_the_whole(lines in prop::collection::vec("[a-z ]{0,5}", 0..8), canary_at in 0..8_usize, cut in 1..9_usize) {
        let redactor = Redactor::new();
        redactor.register("canary-91");
        let mut lines = lines;
        let at = canary_at.min(lines.len());
        lines.insert(at, "x canary-91 password=hunter2 y".to_owned());
        let text = lines.join("\n");
        let pieces: Vec<&[u8]> = text.as_bytes().chunks(cut).collect();
        prop_assert_eq!(streamed(&redactor, &pieces), redactor.redact(&text).into_string());
    }

    #[test]
    fn a_stream_never_shows_a_registered_value(pieces in prop::collection::vec(fragments(), 0..6), split in 4..9_usize) {
        let redactor = Redactor::new();
        redactor.register("canary-91");
        let mut text = pieces.concat();
        text.push_str("canary-91");
        text.insert(text.len() - 9 + split, '\n');
        let out = streamed(&redactor, &text.as_bytes().chunks(5).collect::<Vec<_>>());
        prop_assert!(!without_breaks(&out).contains("canary-91"), "{}", out);
    }

    #[test]
    fn harmless_text_is_harmless(text in "(\\PC|::|##\\[|##vso\\[|\\s|\\x1b|\\x9b|\u{202e}|\r|\n){0,20}") {
        let shown = harmless(&text);
        let is_unsafe = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
        prop_assert!(!shown.contains(is_unsafe));
        prop_assert!(!shown.contains("##[") && !shown.contains("##vso["));
        prop_assert!(shown.lines().all(|line| !line.trim_start().starts_with("::")));
        prop_assert_eq!(harmless(&shown), shown.as_ref());
    }
}

#[test]
fn the_invisible_characters_are_those_of_a_path() {
    for character in ('\u{80}'..=char::MAX).filter(|character| !character.is_control()) {
        let shown = harmless(character.encode_utf8(&mut [0; 4])).starts_with("\\u{");
        assert_eq!(shown, aurumcode::finding::is_invisible(character), "{:x}", u32::from(character));
    }
}

fn collect(value: &Value, strings: &mut Vec<String>) {
    match value {
        Value::String(text) => strings.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| collect(item, strings)),
        Value::Object(fields) => {
            for (key, value) in fields {
                strings.push(key.clone());
                collect(value, strings);
            }
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

#[test]
fn redacted_text_is_text() {
    let text = Redactor::new().redact("a PASSWORD=hunter2");
    assert_eq!(text.to_string(), "a PASSWORD=[REDACTED]");
    assert_eq!(serde_json::to_value(&text).unwrap(), json!("a PASSWORD=[REDACTED]"));
    assert_eq!(Redacted::join([&text, &Redacted::from_static("b")], " ").len(), text.len() + 2);
}
