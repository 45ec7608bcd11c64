//! What can be wrong with a rule file, with its place.

/// Why a rule file is refused. Every variant names the place; [`RulesError::help`] gives the remedy.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(crate) enum RulesError {
    /// The file is not TOML.
    #[error("the rule file is not valid TOML: {message}")]
    Syntax {
        /// Where.
        place: Place,
        /// The parser's words.
        message: String,
    },
    /// A key that the format does not have.
    #[error("`{key}` is not a key of {table}")]
    UnknownKey {
        /// Where.
        place: Place,
        /// The key.
        key: String,
        /// The table that it stands in.
        table: &'static str,
        /// The keys that the table has.
        known: &'static [&'static str],
    },
    /// A value of another type.
    #[error("`{key}` must be {expected}, not {found}")]
    WrongType {
        /// Where.
        place: Place,
        /// The key.
        key: String,
        /// The type that the format wants.
        expected: &'static str,
        /// The type that is there.
        found: &'static str,
    },
    /// A value that the key does not take.
    #[error("{message}")]
    BadValue {
        /// Where.
        place: Place,
        /// What is wrong.
        message: String,
        /// What to write instead.
        help: String,
    },
    /// A part of the format that this engine does not have.
    #[error("{what} is not supported")]
    Unsupported {
        /// Where.
        place: Place,
        /// The part.
        what: &'static str,
        /// What to do instead.
        help: &'static str,
    },
    /// An expression that RE2 or this engine refuses.
    #[error("the expression of {owner} is not valid: {message}")]
    BadRegex {
        /// Where.
        place: Place,
        /// The rule or allow list, and the key.
        owner: String,
        /// What is wrong.
        message: String,
    },
    /// A rule is named that does not exist.
    #[error("there is no rule `{id}`")]
    UnknownRule {
        /// Where.
        place: Place,
        /// The name.
        id: String,
        /// A rule with a similar name.
        similar: Option<String>,
    },
    /// The option `disable` names a rule that does not exist. The place is in the configuration, which the host knows.
    #[error("there is no rule `{id}` to disable")]
    UnknownDisabled {
        /// The name.
        id: String,
        /// A rule with a similar name.
        similar: Option<String>,
    },
}

/// A place in a rule file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Place {
    /// The file as the user named it.
    pub file: String,
    /// The line, from 1.
    pub line: u32,
    /// The column in characters, from 1.
    pub column: u32,
}

impl RulesError {
    /// Where in the rule file the problem lies; nothing when it lies in the options.
    pub(crate) fn place(&self) -> Option<&Place> {
        match self {
            Self::Syntax { place, .. }
            | Self::UnknownKey { place, .. }
            | Self::WrongType { place, .. }
            | Self::BadValue { place, .. }
            | Self::Unsupported { place, .. }
            | Self::BadRegex { place, .. }
            | Self::UnknownRule { place, .. } => Some(place),
            Self::UnknownDisabled { .. } => None,
        }
    }

    /// What is wrong, without the place.
    pub(crate) fn message(&self) -> String {
        self.to_string()
    }

    /// What to do about it.
    pub(crate) fn help(&self) -> String {
        match self {
            Self::Syntax { .. } => "correct the file: it must be TOML 1.0, with each key once".to_owned(),
            Self::UnknownKey { key, known, .. } => {
                let meant = did_you_mean(closest(key, known.iter().copied()).as_deref());
                format!("{meant}its keys are {}", known.join(", "))
            }
            Self::WrongType { expected, .. } => format!("write {expected}"),
            Self::BadValue { help, .. } => help.clone(),
            Self::Unsupported { help, .. } => (*help).to_owned(),
            Self::BadRegex { .. } => "rules use the syntax of RE2, as in Go: no look-around, no back-references".to_owned(),
            Self::UnknownRule { similar, .. } | Self::UnknownDisabled { similar, .. } => {
                format!("{}the engine's manual lists the embedded rules", did_you_mean(similar.as_deref()))
            }
        }
    }

    /// Place, message and remedy on one line.
    pub(crate) fn line(&self) -> String {
        let place = self.place().map(|place| format!("{}:{}:{}: ", place.file, place.line, place.column)).unwrap_or_default();
        format!("{place}{}; {}", self.message(), self.help())
    }
}

fn did_you_mean(similar: Option<&str>) -> String {
    similar.map(|similar| format!("did you mean `{similar}`? ")).unwrap_or_default()
}

/// The candidate closest to `word`, if any is close enough to be meant.
pub(crate) fn closest<'c>(word: &str, candidates: impl IntoIterator<Item = &'c str>) -> Option<String> {
    let distance = |candidate: &str| strsim::damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase());
    let best = candidates.into_iter().map(|candidate| (distance(candidate), candidate)).min()?;
    (best.0 <= best.1.chars().count().div_ceil(3)).then(|| best.1.to_owned())
}
