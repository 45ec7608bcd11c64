//! The hosts that are known by name, as data: `profiles.toml`, and what the operator adds in a file of the same form.
//!
//! A host needs no code. A name that no profile has is an error, never a guess.

use serde::Deserialize;

/// The embedded profiles.
const EMBEDDED: &str = include_str!("profiles.toml");

/// How one host is spoken to.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name that `LLM_PROVIDER` gives.
    pub name: String,
    /// The address in front of `path`, without a slash at its end; nothing: `LLM_BASE_URL` must give it.
    pub base_url: Option<String>,
    /// Where chat completions are.
    #[serde(default = "chat_completions")]
    pub path: String,
    /// Where it lists its models, behind the address in front of `path`; empty: it has no list, or none that names what `LLM_MODEL` names.
    #[serde(default = "models")]
    pub models: String,
    /// What follows the question mark of the address; nothing: there is none.
    pub query: Option<String>,
    /// The variables that hold the key when `LLM_API_KEY` does not, first one wins.
    #[serde(default)]
    pub key_variables: Vec<String>,
    /// How the key is sent.
    #[serde(default)]
    pub auth: Auth,
    /// The field that bounds the tokens of a reply.
    #[serde(default = "max_tokens")]
    pub tokens_field: String,
    /// How it is told the shape of an answer.
    #[serde(default)]
    pub structured: Structured,
    /// Whether it can be offered tools.
    #[serde(default = "yes")]
    pub tools: bool,
}

/// How a key is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Auth {
    /// In the header `Authorization`; there must be one.
    #[default]
    Bearer,
    /// In the header `Authorization`, when there is one.
    OptionalBearer,
    /// In the header `api-key`; there must be one.
    ApiKey,
    /// Not at all.
    None,
}

/// How a host is told the shape of an answer. Whatever it is told, the answer is validated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Structured {
    /// By a JSON Schema.
    #[default]
    JsonSchema,
    /// That it is to be a JSON object.
    JsonObject,
    /// Only by the prompt.
    None,
}

/// A file of profiles cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the file of model profiles cannot be read: {0}")]
pub struct ProfileError(pub String);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    profile: Vec<Profile>,
}

/// The embedded profiles and those of the operator's `file`, which win over an embedded one of the same name.
///
/// # Errors
/// The file is not of that form.
pub fn profiles(file: Option<&str>) -> Result<Vec<Profile>, ProfileError> {
    let read = |text: &str| toml::from_str::<File>(text).map_err(|error| ProfileError(error.to_string()));
    let mut all = file.map_or_else(|| Ok(Vec::new()), |text| read(text).map(|file| file.profile))?;
    for profile in read(EMBEDDED)?.profile {
        if all.iter().all(|own| own.name != profile.name) {
            all.push(profile);
        }
    }
    all.sort_by(|one, other| one.name.cmp(&other.name));
    Ok(all)
}

fn chat_completions() -> String {
    "/chat/completions".to_owned()
}

fn models() -> String {
    "/models".to_owned()
}

fn max_tokens() -> String {
    "max_tokens".to_owned()
}

const fn yes() -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_profiles_are_whole() {
        let all = profiles(None).expect("they can be read");
        let names: Vec<&str> = all.iter().map(|profile| profile.name.as_str()).collect();
        let expected = [
            "anthropic",
            "azure-openai",
            "bedrock",
            "google",
            "litellm",
            "ollama",
            "openai",
            "openai-compatible",
            "openrouter",
            "vllm",
        ];
        assert_eq!(names, expected);
        for profile in all {
            assert!(profile.path.starts_with('/'), "{}", profile.name);
            let key = !profile.key_variables.is_empty();
            assert_eq!(key, matches!(profile.auth, Auth::Bearer | Auth::ApiKey) || profile.name == "vllm", "{}", profile.name);
        }
    }

    #[test]
    fn the_operator_adds_and_replaces_and_is_told_of_mistakes() {
        let file = "[[profile]]\nname = \"openai\"\nbase_url = \"https://mirror.example/v1\"\n[[profile]]\nname = \"house\"\ntools = false\n";
        let all = profiles(Some(file)).expect("it can be read");
        assert_eq!(all.len(), 11);
        let openai = all.iter().find(|profile| profile.name == "openai").expect("there");
        assert_eq!(openai.base_url.as_deref(), Some("https://mirror.example/v1"));
        assert!(profiles(Some("[[profile]]\nname = \"x\"\nurl = \"y\"\n")).is_err());
        assert!(profiles(Some("not toml")).is_err());
    }
}
