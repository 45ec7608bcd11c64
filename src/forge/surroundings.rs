//! What the CI says about the run: its page, the file of its summary, and whether a queue is asking.

use std::path::PathBuf;

use super::Service;
use super::place::service_of_ci;

/// The run, as its CI describes it. Outside CI everything is absent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Surroundings {
    /// Whose CI it is.
    pub service: Option<Service>,
    /// The page of the run.
    pub run_url: Option<String>,
    /// The file that is shown as the run's summary, written in Markdown.
    pub summary: Option<PathBuf>,
    /// Whether the run is for a queue of merges: what is reviewed is then a commit of the queue's, and no pull request's.
    pub queue: bool,
}

impl Surroundings {
    /// Reads the variables.
    pub fn read(variable: &dyn Fn(&str) -> Option<String>) -> Self {
        let service = service_of_ci(variable);
        let run_url = match service {
            Some(Service::GitHub | Service::Gitea) => {
                let parts = ["GITHUB_SERVER_URL", "GITHUB_REPOSITORY", "GITHUB_RUN_ID"].map(variable);
                match parts {
                    [Some(server), Some(repository), Some(run)] => {
                        Some(format!("{}/{repository}/actions/runs/{run}", server.trim_end_matches('/')))
                    }
                    _ => None,
                }
            }
            Some(Service::GitLab) => variable("CI_JOB_URL"),
            None => None,
        };
        let web = |url: &String| url.starts_with("https://") || url.starts_with("http://");
        let plain = |url: &String| url.bytes().all(|byte| byte.is_ascii_graphic() && !b"<>()[]\"'`".contains(&byte));
        Self {
            service,
            run_url: run_url.filter(|url| web(url) && plain(url)),
            summary: variable("GITHUB_STEP_SUMMARY").filter(|_| service.is_some()).map(PathBuf::from),
            queue: variable("GITHUB_EVENT_NAME").is_some_and(|event| event == "merge_group")
                || variable("CI_MERGE_REQUEST_EVENT_TYPE").is_some_and(|event| event == "merge_train"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Surroundings {
        Surroundings::read(&|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn each_ci_says_it_in_its_own_words() {
        assert_eq!(read(&[("GITHUB_STEP_SUMMARY", "/tmp/x")]), Surroundings::default());
        let github = [
            ("GITHUB_ACTIONS", "true"),
            ("GITHUB_SERVER_URL", "https://github.com"),
            ("GITHUB_REPOSITORY", "acme/shop"),
            ("GITHUB_RUN_ID", "77"),
            ("GITHUB_EVENT_NAME", "merge_group"),
            ("GITHUB_STEP_SUMMARY", "/runner/summary"),
        ];
        let run = read(&github);
        assert_eq!(run.run_url.as_deref(), Some("https://github.com/acme/shop/actions/runs/77"));
        assert_eq!((run.summary, run.queue), (Some(PathBuf::from("/runner/summary")), true));
        let run = read(&[("GITLAB_CI", "true"), ("CI_JOB_URL", "https://gitlab.com/acme/shop/-/jobs/5")]);
        assert_eq!((run.run_url.as_deref(), run.queue), (Some("https://gitlab.com/acme/shop/-/jobs/5"), false));
        assert!(read(&[("GITLAB_CI", "true"), ("CI_MERGE_REQUEST_EVENT_TYPE", "merge_train")]).queue);
    }

    #[test]
    fn an_address_that_could_break_out_of_a_link_is_none() {
        for url in ["https://a.example/)[x](https://b.example", "javascript:alert(1)", "https://a.example/<b>", "https://a b"] {
            assert_eq!(read(&[("GITLAB_CI", "true"), ("CI_JOB_URL", url)]).run_url, None, "{url}");
        }
    }
}
