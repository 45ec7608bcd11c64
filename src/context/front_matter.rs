//! The lines between two `---` at the beginning of a skill or of instructions: what it is called and what it is for.
//!
//! One parser for all of them, so that a byte order mark or CRLF cannot make one reader see other criteria than the next. Keys that
//! it does not know are other tools' business: folders in the Agent Skills convention (`name`, `description`) are read as they are.

use serde::Deserialize;

/// What a document says about itself.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub(super) struct FrontMatter {
    pub(super) name: Option<String>,
    pub(super) description: Option<String>,
    pub(super) version: Option<Scalar>,
    pub(super) languages: Words,
    pub(super) paths: Words,
    #[serde(rename = "applyTo")]
    pub(super) apply_to: Words,
}

/// A value that people write with or without quotes.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(super) enum Scalar {
    Text(String),
    Number(serde_json::Number),
}

impl std::fmt::Display for Scalar {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Text(text) => f.write_str(text),
            Self::Number(number) => write!(f, "{number}"),
        }
    }
}

/// A list of words, or one word.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(untagged)]
pub(super) enum Words {
    #[default]
    None,
    One(String),
    List(Vec<String>),
}

impl Words {
    /// The words, without blank ones; nothing when the key is absent.
    pub(super) fn list(self) -> Option<Vec<String>> {
        let words = match self {
            Self::None => return None,
            Self::One(word) => vec![word],
            Self::List(words) => words,
        };
        Some(words.into_iter().map(|word| word.trim().to_owned()).filter(|word| !word.is_empty()).collect())
    }
}

/// Splits a text into its front matter and the rest, with LF line ends. A text that does not begin with `---` has none.
pub(super) fn split(bytes: &[u8]) -> Result<(FrontMatter, String), String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "it is not UTF-8; save it as UTF-8".to_owned())?;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n");
    let Some(rest) = fence(&text) else { return Ok((FrontMatter::default(), text)) };
    let mut end = 0;
    for line in rest.split_inclusive('\n') {
        if line.trim_end() == "---" {
            let body = rest.get(end + line.len()..).unwrap_or_default().to_owned();
            return Ok((read(rest.get(..end).unwrap_or_default())?, body));
        }
        end += line.len();
    }
    Err("its front matter has no end; write a line `---` behind it".to_owned())
}

/// What follows a first line `---`.
fn fence(text: &str) -> Option<&str> {
    let (first, rest) = text.split_once('\n')?;
    (first.trim_end() == "---").then_some(rest)
}

fn read(text: &str) -> Result<FrontMatter, String> {
    if text.lines().all(|line| line.trim().is_empty() || line.trim_start().starts_with('#')) {
        return Ok(FrontMatter::default());
    }
    serde_yaml::from_str(text).map_err(|error| {
        let first = error.to_string().lines().next().unwrap_or_default().to_owned();
        format!("its front matter cannot be read: {first}")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(words: &[&str]) -> Option<Vec<String>> {
        Some(words.iter().map(|word| (*word).to_owned()).collect())
    }

    #[test]
    fn every_spelling_of_the_same_means_the_same() {
        let plain = "---\nname: small\nversion: 2\nlanguages: [go, py]\npaths:\n  - 'src/**'\n---\nbody\n---\nmore\n";
        let crlf = plain.replace('\n', "\r\n");
        let spellings = [plain.to_owned(), format!("\u{feff}{plain}"), crlf, plain.replace("---\nbody", "---  \nbody")];
        for text in spellings {
            let (found, body) = split(text.as_bytes()).expect("it is read");
            assert_eq!(
                (found.name.as_deref(), found.version.map(|version| version.to_string())),
                (Some("small"), Some("2".to_owned()))
            );
            assert_eq!((found.languages.list(), found.paths.list()), (words(&["go", "py"]), words(&["src/**"])), "{text:?}");
            assert_eq!(body, "body\n---\nmore\n", "{text:?}");
        }
    }

    #[test]
    fn what_other_tools_write_is_read_too() {
        let text = "---\nname: pdf\ndescription: Use when a PDF is involved\nlicense: MIT\nmetadata: {a: b}\n---\n# PDF\n";
        let (found, body) = split(text.as_bytes()).expect("it is read");
        assert_eq!(
            (found.description.as_deref(), found.languages.list(), body.as_str()),
            (Some("Use when a PDF is involved"), None, "# PDF\n")
        );
        let (found, body) = split(b"# Only text\n---\n").expect("it is read");
        assert_eq!((found, body.as_str()), (FrontMatter::default(), "# Only text\n---\n"));
        assert_eq!(split(b"---\n# nothing\n---\nx").expect("it is read").0, FrontMatter::default());
    }

    #[test]
    fn what_cannot_be_read_is_told_and_never_passed_over() {
        let table: [(&[u8], &str); 4] = [
            (b"---\nname: x\n", "no end"),
            (b"---\nname: [x\n---\n", "cannot be read"),
            (b"---\nlanguages: {a: b}\n---\n", "cannot be read"),
            (b"# \xe9\n", "UTF-8"),
        ];
        for (text, why) in table {
            let error = split(text).expect_err(why);
            assert!(error.contains(why), "{error}");
        }
    }
}
