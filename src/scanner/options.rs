//! An engine's options: one Rust type from which the JSON Schema, the validation and the engine's own reading come.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::config::OptionProblem;

type Check = Box<dyn Fn(&Value) -> Vec<OptionProblem> + Send + Sync>;

/// The type of an engine's options, without its name.
pub struct Options {
    schema: fn() -> Value,
    check: Check,
}

/// The options of an engine that takes none.
#[derive(serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NoOptions {}

impl Options {
    /// No option at all: every key is refused.
    pub fn none() -> Self {
        Self::of::<NoOptions>()
    }

    /// The options that `T` describes. `T` should deny unknown fields and give defaults.
    pub fn of<T: DeserializeOwned + JsonSchema>() -> Self {
        Self::checked::<T>(|_| Vec::new())
    }

    /// The same, with a check of what a schema cannot say.
    pub fn checked<T: DeserializeOwned + JsonSchema>(check: impl Fn(&T) -> Vec<OptionProblem> + Send + Sync + 'static) -> Self {
        Self {
            schema: || schemars::SchemaGenerator::default().into_root_schema_for::<T>().to_value(),
            check: Box::new(move |value| match serde_json::from_value::<T>(value.clone()) {
                Ok(options) => check(&options),
                Err(error) => {
                    vec![OptionProblem {
                        pointer: String::new(),
                        message: error.to_string(),
                        help: "see the engine's manual".to_owned(),
                    }]
                }
            }),
        }
    }

    /// The JSON Schema of the options.
    pub fn schema(&self) -> Value {
        (self.schema)()
    }

    /// Everything that is wrong with `options`; nothing when the engine accepts them.
    pub fn validate(&self, options: &Value) -> Vec<OptionProblem> {
        (self.check)(options)
    }

    /// The same, as a function.
    pub(super) fn check(&self) -> &(dyn Fn(&Value) -> Vec<OptionProblem> + Send + Sync) {
        &*self.check
    }
}
