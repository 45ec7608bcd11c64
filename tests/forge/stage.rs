//! A repository with a pull request, and the program run on it against a forge on loopback.

use std::ffi::OsString;

use aurumcode::cli::{Environment, Streams, Terminals, run};
use aurumcode::scanner::registry;

use crate::host::{Host, Kind};
use crate::repo::Repo;

/// A repository whose branch `topic` is checked out, and a forge that knows it as pull request 7.
pub(crate) struct Stage {
    pub(crate) repo: Repo,
    pub(crate) host: Host,
    kind: Kind,
    variables: Vec<(String, OsString)>,
}

/// What a run gave.
pub(crate) struct Seen {
    pub(crate) status: u8,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// A token that the rules know, made here so that no file of the project holds one.
pub(crate) fn secret(number: usize) -> String {
    format!("ghp_x{:05}{}{}", number * 7919 % 100_000, "Kq2mVt9BzLr4Wd8Ysc", "N1Fh6Jp3GaEo")
}

/// A line with a finding that blocks.
pub(crate) fn bad_line(number: usize) -> String {
    format!("token{number} = \"{}\"\n", secret(number))
}

impl Stage {
    /// The pull request puts `files` on top of one commit.
    pub(crate) fn new(kind: Kind, files: &[(&str, &str)]) -> Self {
        let repo = Repo::new();
        repo.write("README.md", "a shop\n");
        let base = repo.commit("base");
        repo.git(["switch", "--quiet", "--create", "topic"]);
        let host = Host::start(kind, &base, &base);
        let mut stage = Self { repo, host, kind, variables: Vec::new() };
        stage.pushes(files);
        stage.sets("PATH", "/usr/local/bin:/usr/bin:/bin");
        stage.sets("HOME", stage.repo.home());
        let (api, token) = match kind {
            Kind::GitHub => ("AURUMCODE_GITHUB_API_URL", "GITHUB_TOKEN"),
            Kind::GitLab => ("AURUMCODE_GITLAB_API_URL", "GITLAB_TOKEN"),
            Kind::Gitea => ("AURUMCODE_GITEA_API_URL", "GITEA_TOKEN"),
        };
        stage.sets(api, stage.host.url.clone());
        stage.sets(token, "token-of-the-job");
        stage
    }

    /// The author pushes a commit with `files`.
    pub(crate) fn pushes(&mut self, files: &[(&str, &str)]) {
        for (path, text) in files {
            self.repo.write(path, text);
        }
        self.host.world().head = self.repo.commit("change");
    }

    pub(crate) fn sets(&mut self, name: &str, value: impl Into<OsString>) {
        self.variables.retain(|(known, _)| known != name);
        self.variables.push((name.to_owned(), value.into()));
    }

    pub(crate) fn unsets(&mut self, name: &str) {
        self.variables.retain(|(known, _)| known != name);
    }

    /// `aurumcode review --pr 7` with more arguments.
    pub(crate) fn review(&self, arguments: &[&str]) -> Seen {
        self.run(&[&["--pr", "7"], arguments].concat())
    }

    /// `aurumcode review` with arguments.
    pub(crate) fn run(&self, arguments: &[&str]) -> Seen {
        let repo = self.repo.path().to_str().expect("UTF-8");
        let fixed = ["aurumcode", "review", "--repo", repo, "--repo-slug", "acme/shop"];
        let all = fixed.iter().chain(arguments).map(OsString::from);
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let environment = Environment::of(self.variables.iter().map(|(name, value)| (name.into(), value.clone())));
        let terminals = Terminals { width: Some(1000), ..Terminals::default() };
        let streams = &mut Streams { out: &mut out, err: &mut err };
        let status = run(&registry(), all, &environment, terminals, streams).code();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("UTF-8");
        Seen { status, out: text(out), err: text(err) }
    }

    /// The text of the one comment of ours.
    pub(crate) fn comment(&self) -> String {
        let world = self.host.world();
        let ours: Vec<&str> = world
            .comments
            .iter()
            .filter(|words| words.author == crate::host::ME && words.body.starts_with("<!-- aurumcode:comment -->\n"))
            .map(|words| words.body.as_str())
            .collect();
        let [one] = ours.as_slice() else { panic!("{} comments of ours for {:?}", ours.len(), self.kind) };
        (*one).to_owned()
    }
}
