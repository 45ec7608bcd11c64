//! Where the model is: a profile, an address, a key and a model's name, from the operator's environment alone.
//!
//! The repository under review is never asked. An unknown profile, a missing key or an address that cannot be used is an error before
//! anything is sent; there is no silent fallback.

use std::fmt;

use super::profile::{Auth, Profile};

/// How many fallbacks the environment may name: `LLM_FALLBACK_1_…` to `LLM_FALLBACK_5_…`.
const FALLBACKS: usize = 5;

/// The profile that counts where only an address is given.
const DEFAULT_PROFILE: &str = "openai-compatible";

/// One model that can be asked.
#[derive(Clone, PartialEq, Eq)]
pub struct Endpoint {
    /// How it is spoken to.
    pub profile: Profile,
    /// The whole address of chat completions.
    pub url: reqwest::Url,
    /// The whole address of the list of models, where the host has one.
    pub list: Option<reqwest::Url>,
    /// The key, where one is sent.
    pub key: Option<String>,
    /// The model's name.
    pub model: String,
}

/// Shows everything but the key.
impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Endpoint").field("url", &self.url.as_str()).field("model", &self.model).finish_non_exhaustive()
    }
}

impl Endpoint {
    /// Host and model, for reports and the cache.
    pub fn identity(&self) -> String {
        format!("{}/{}", self.profile.name, self.model)
    }
}

/// The environment names a model and does not say enough about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EndpointError {
    /// No profile has the name.
    #[error("{variable} names no known profile: `{name}` (known: {known})")]
    UnknownProfile {
        /// The variable.
        variable: String,
        /// Its value.
        name: String,
        /// The known names.
        known: String,
    },
    /// A variable is missing.
    #[error("the profile `{profile}` needs {needs}")]
    Missing {
        /// The profile.
        profile: String,
        /// The variables, in words.
        needs: String,
    },
    /// The address cannot be used.
    #[error("the address of the profile `{profile}` cannot be used: {why}")]
    Address {
        /// The profile.
        profile: String,
        /// Why.
        why: String,
    },
    /// The key cannot stand in a header.
    #[error("the key of the profile `{profile}` holds characters that no header can hold")]
    Key {
        /// The profile.
        profile: String,
    },
}

/// The models that the environment names, first the one to ask first. None: no model is configured.
pub type Endpoints = Vec<Endpoint>;

/// Reads the models from the environment: `LLM_PROVIDER`, `LLM_BASE_URL`, `LLM_API_KEY` and `LLM_MODEL`, and the same for each fallback,
/// which inherits nothing from the first.
///
/// # Errors
/// What is named is not complete.
pub fn endpoints(profiles: &[Profile], variable: &dyn Fn(&str) -> Option<String>) -> Result<Endpoints, EndpointError> {
    let mut all = Vec::new();
    let prefixes = std::iter::once("LLM_".to_owned()).chain((1..=FALLBACKS).map(|number| format!("LLM_FALLBACK_{number}_")));
    for prefix in prefixes {
        let given = |name: &str| variable(&format!("{prefix}{name}")).filter(|value| !value.trim().is_empty());
        if given("PROVIDER").is_none() && given("BASE_URL").is_none() {
            continue;
        }
        all.push(Reading { profiles, variable, prefix: &prefix }.endpoint()?);
    }
    Ok(all)
}

struct Reading<'a> {
    profiles: &'a [Profile],
    variable: &'a dyn Fn(&str) -> Option<String>,
    prefix: &'a str,
}

impl Reading<'_> {
    fn value(&self, name: &str) -> Option<String> {
        (self.variable)(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty())
    }

    fn own(&self, name: &str) -> Option<String> {
        self.value(&format!("{}{name}", self.prefix))
    }

    fn endpoint(&self) -> Result<Endpoint, EndpointError> {
        let name = self.own("PROVIDER").unwrap_or_else(|| DEFAULT_PROFILE.to_owned());
        let profile = self.profiles.iter().find(|profile| profile.name == name).cloned().ok_or_else(|| {
            let known: Vec<&str> = self.profiles.iter().map(|profile| profile.name.as_str()).collect();
            EndpointError::UnknownProfile { variable: format!("{}PROVIDER", self.prefix), name, known: known.join(", ") }
        })?;
        let missing = |needs: String| EndpointError::Missing { profile: profile.name.clone(), needs };
        let model = self.own("MODEL").ok_or_else(|| missing(format!("{}MODEL", self.prefix)))?;
        let url = self.url(&profile, &model, &profile.path)?;
        let list = if profile.models.is_empty() { None } else { Some(self.url(&profile, &model, &profile.models)?) };
        let key = if profile.auth == Auth::None {
            None
        } else {
            self.own("API_KEY").or_else(|| profile.key_variables.iter().find_map(|name| self.value(name)))
        };
        if key.is_none() && matches!(profile.auth, Auth::Bearer | Auth::ApiKey) {
            let names = std::iter::once(format!("{}API_KEY", self.prefix)).chain(profile.key_variables.iter().cloned());
            return Err(missing(names.collect::<Vec<_>>().join(" or ")));
        }
        if key.as_ref().is_some_and(|key| !key.chars().all(|character| character.is_ascii_graphic())) {
            return Err(EndpointError::Key { profile: profile.name });
        }
        Ok(Endpoint { profile, url, list, key, model })
    }

    fn url(&self, profile: &Profile, model: &str, path: &str) -> Result<reqwest::Url, EndpointError> {
        let base = self.own("BASE_URL").or_else(|| profile.base_url.clone());
        let base = base
            .ok_or_else(|| EndpointError::Missing { profile: profile.name.clone(), needs: format!("{}BASE_URL", self.prefix) })?;
        let query = profile.query.as_ref().map_or_else(String::new, |query| format!("?{query}"));
        let text = format!("{}{path}{query}", self.filled(&base, profile, model)?.trim_end_matches('/'));
        let text = self.filled(&text, profile, model)?;
        let refused = |why: &str| EndpointError::Address { profile: profile.name.clone(), why: why.to_owned() };
        let url = reqwest::Url::parse(&text).map_err(|error| refused(&error.to_string()))?;
        if !matches!(url.scheme(), "https" | "http") || !url.has_host() {
            return Err(refused("it is neither http nor https"));
        }
        if !url.username().is_empty() || url.password().is_some() {
            return Err(refused("it holds a user name or a password; the key has a variable of its own"));
        }
        Ok(url)
    }

    /// The text with every `{NAME}` replaced.
    fn filled(&self, text: &str, profile: &Profile, model: &str) -> Result<String, EndpointError> {
        let mut filled = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            let (name, after) = after
                .split_once('}')
                .ok_or_else(|| EndpointError::Address { profile: profile.name.clone(), why: "a `{` has no `}`".to_owned() })?;
            let value = if name == "MODEL" { Some(model.to_owned()) } else { self.value(name) };
            let value = value.ok_or_else(|| EndpointError::Missing { profile: profile.name.clone(), needs: name.to_owned() })?;
            filled.push_str(before);
            filled.push_str(&value);
            rest = after;
        }
        Ok(filled + rest)
    }
}

#[cfg(test)]
mod tests {
    use super::super::profiles;
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Endpoints, EndpointError> {
        let value = |name: &str| variables.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned());
        endpoints(&profiles(None).expect("profiles"), &value)
    }

    #[test]
    fn without_a_word_there_is_no_model() {
        assert_eq!(read(&[]), Ok(Vec::new()));
        assert_eq!(read(&[("LLM_API_KEY", "k"), ("LLM_MODEL", "m"), ("LLM_PROVIDER", " ")]), Ok(Vec::new()));
    }

    #[test]
    fn each_profile_makes_its_address_and_finds_its_key() {
        let azure = read(&[
            ("LLM_PROVIDER", "azure-openai"),
            ("AZURE_OPENAI_ENDPOINT", "https://house.example"),
            ("AZURE_OPENAI_API_VERSION", "2024-10-21"),
            ("AZURE_OPENAI_API_KEY", "k"),
            ("LLM_MODEL", "judge"),
        ]);
        let url = "https://house.example/openai/deployments/judge/chat/completions?api-version=2024-10-21";
        let azure = azure.expect("an endpoint").remove(0);
        assert_eq!((azure.url.as_str(), azure.list), (url, None));
        let two = read(&[
            ("LLM_PROVIDER", "openai"),
            ("OPENAI_API_KEY", "native"),
            ("LLM_API_KEY", "own"),
            ("LLM_MODEL", "a"),
            ("LLM_FALLBACK_2_PROVIDER", "ollama"),
            ("LLM_FALLBACK_2_MODEL", "b"),
            ("LLM_FALLBACK_2_API_KEY", "unused"),
        ]);
        let two = two.expect("two endpoints");
        assert_eq!(two[0].key.as_deref(), Some("own"));
        assert_eq!(two[0].list.as_ref().map(reqwest::Url::as_str), Some("https://api.openai.com/v1/models"));
        assert_eq!((two[1].identity().as_str(), two[1].key.as_deref()), ("ollama/b", None));
        assert!(!format!("{two:?}").contains("own"), "the key is not shown");
    }

    #[test]
    fn what_is_not_complete_is_refused_by_name() {
        let refused = |variables: &[(&str, &str)]| read(variables).expect_err("a refusal").to_string();
        assert!(refused(&[("LLM_PROVIDER", "opnai")]).contains("known: anthropic, azure-openai"));
        assert!(refused(&[("LLM_PROVIDER", "openai"), ("LLM_MODEL", "m")]).contains("LLM_API_KEY or OPENAI_API_KEY"));
        assert!(refused(&[("LLM_PROVIDER", "openai"), ("LLM_API_KEY", "k")]).contains("LLM_MODEL"));
        assert!(refused(&[("LLM_PROVIDER", "bedrock"), ("LLM_MODEL", "m"), ("LLM_API_KEY", "k")]).contains("LLM_BASE_URL"));
        let at = |url| refused(&[("LLM_BASE_URL", url), ("LLM_MODEL", "m")]);
        for wrong in ["ftp://a/v1", "file:///etc", "https://user:word@a/v1", "nonsense", "https://a/{"] {
            assert!(at(wrong).contains("cannot be used"), "{wrong}");
        }
        assert!(refused(&[("LLM_BASE_URL", "http://a/v1"), ("LLM_MODEL", "m"), ("LLM_API_KEY", "a\nb")]).contains("header"));
    }
}
