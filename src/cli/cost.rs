//! What asking a model costs, for `--explain-cost` and `--max-usd`: told before each call, and summed up at the end.

use std::io::Write;
use std::sync::Arc;

use crate::finding::{Code, Diagnostic};
use crate::llm::{Forecast, Meter, Metered, Model, Price, Told, Usage};

use super::asking::ModelArgs;
use super::refusal::Refusal;
use super::run::Context;

/// The cost of one review, where it is to be told or bounded.
pub(super) struct Cost {
    meter: Meter,
    price: Price,
    told: bool,
}

impl Cost {
    /// What the command line asks for; nothing when it neither bounds the cost nor wants to know it.
    pub(super) fn new(context: &Context<'_>, args: &ModelArgs) -> Result<Option<Self>, Refusal> {
        if !args.explain_cost && args.max_usd.is_none() {
            return Ok(None);
        }
        let variable = |name: &str| context.environment.get(name).map(|value| value.to_string_lossy().into_owned());
        let price = Price::of(&variable).map_err(|error| {
            Diagnostic::new(Code::MODEL_ENVIRONMENT, error.to_string()).help("docs/models.md describes the prices")
        })?;
        let redactor = Arc::clone(&context.redactor);
        let before = move |forecast: &Forecast| {
            let Forecast { call, usage: Usage { input, output }, price: most } = forecast;
            let line = format!(
                "call {call} of the model: about {input} tokens in, and at most {most} if it writes {output} tokens ({price})\n"
            );
            // When even standard error is gone there is nobody left to tell.
            let _nobody_left = std::io::stderr().write_all(redactor.redact(&line).as_str().as_bytes());
        };
        let told: Arc<Told> = if args.explain_cost { Arc::new(before) } else { Arc::new(|_: &Forecast| {}) };
        Ok(Some(Self { meter: Meter::new(price, args.max_usd, told), price, told: args.explain_cost }))
    }

    /// The model with its calls counted.
    pub(super) fn metered(&self, model: Box<dyn Model>) -> Box<dyn Model> {
        Box::new(Metered::new(model, self.meter.clone()))
    }

    /// What all calls came to, in a line; nothing where nobody asked.
    pub(super) fn told(&self) -> Option<String> {
        let spent = self.meter.spent();
        let calls = if spent.calls == 1 { "1 call".to_owned() } else { format!("{} calls", spent.calls) };
        let Usage { input, output } = spent.usage;
        let how = if spent.estimated { ", partly estimated" } else { "" };
        self.told
            .then(|| format!("the model cost {}: {calls}, {input} tokens in, {output} out{how} ({})\n", spent.price, self.price))
    }
}
