//! What asking costs: told before each call and counted after it, and a ceiling that no call may pass.
//!
//! A call reserves what it can cost at most and gives back what it did not cost, so a ceiling holds before money is spent, not after. Under
//! a ceiling the host is told how much it may write. A call of unknown cost is charged by an estimate, and one that failed at least for the
//! prompt: a host may bill both.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use async_trait::async_trait;

use super::{Dollars, Model, ModelError, Price, Reply, Request, Usage, estimate_reply, estimate_request};

/// Tokens that a reply is reckoned with before it is there, where the caller sets no bound.
const REPLY: u32 = 8192;

/// What the next call may cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Forecast {
    /// Which call, from 1.
    pub call: u32,
    /// Tokens that it reads, estimated, and writes at most.
    pub usage: Usage,
    /// The price of these.
    pub price: Dollars,
}

/// What all calls came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spent {
    /// Calls that were made, failed ones included.
    pub calls: u32,
    /// Tokens.
    pub usage: Usage,
    /// Their price.
    pub price: Dollars,
    /// Whether any of them is charged by an estimate.
    pub estimated: bool,
}

/// Who is told before a call.
pub type Told = dyn Fn(&Forecast) + Send + Sync;

/// Counts what is spent. Clones share the count.
#[derive(Clone)]
pub struct Meter {
    price: Price,
    ceiling: Option<Dollars>,
    told: Arc<Told>,
    state: Arc<Mutex<State>>,
}

#[derive(Default)]
struct State {
    spent: Spent,
    reserved: Dollars,
}

impl Meter {
    /// A meter at these prices, which refuses a call that could pass `ceiling` and tells `told` before each other one.
    pub fn new(price: Price, ceiling: Option<Dollars>, told: Arc<Told>) -> Self {
        Self { price, ceiling, told, state: Arc::default() }
    }

    /// What was spent so far.
    pub fn spent(&self) -> Spent {
        self.state().spent
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sets aside what a call can cost.
    fn reserve(&self, usage: Usage) -> Result<Forecast, ModelError> {
        let price = self.price.of_usage(usage);
        let mut state = self.state();
        let committed = state.spent.price.plus(state.reserved);
        if let Some(ceiling) = self.ceiling.filter(|ceiling| committed.plus(price) > *ceiling) {
            return Err(ModelError::Budget(format!("{ceiling}: {committed} are spent, and it may cost {price}")));
        }
        state.reserved = state.reserved.plus(price);
        state.spent.calls += 1;
        Ok(Forecast { call: state.spent.calls, usage, price })
    }

    /// Books what a call did cost.
    fn book(&self, forecast: &Forecast, usage: Usage, estimated: bool) {
        let mut state = self.state();
        state.reserved = state.reserved.minus(forecast.price);
        let spent = &mut state.spent;
        spent.price = spent.price.plus(self.price.of_usage(usage));
        spent.usage.input = spent.usage.input.saturating_add(usage.input);
        spent.usage.output = spent.usage.output.saturating_add(usage.output);
        spent.estimated |= estimated;
    }
}

/// A model whose calls a meter counts.
pub struct Metered {
    model: Box<dyn Model>,
    meter: Meter,
}

impl Metered {
    /// Counts the calls of `model`.
    pub fn new(model: Box<dyn Model>, meter: Meter) -> Self {
        Self { model, meter }
    }
}

#[async_trait]
impl Model for Metered {
    fn identity(&self) -> String {
        self.model.identity()
    }

    fn calls_tools(&self) -> bool {
        self.model.calls_tools()
    }

    async fn call(&self, request: &Request) -> Result<Reply, ModelError> {
        let output = request.max_output_tokens.unwrap_or(REPLY);
        let most = Usage { input: estimate_request(request), output: u64::from(output) };
        let forecast = self.meter.reserve(most)?;
        (self.meter.told)(&forecast);
        let bounded = self.meter.ceiling.map(|_| Request { max_output_tokens: Some(output), ..request.clone() });
        let result = self.model.call(bounded.as_ref().unwrap_or(request)).await;
        match &result {
            Ok(reply) => {
                let estimate = Usage { output: estimate_reply(reply), ..most };
                self.meter.book(&forecast, reply.usage.unwrap_or(estimate), reply.usage.is_none());
            }
            Err(error) => self.meter.book(&forecast, charged(error, most), true),
        }
        result
    }
}

/// What a call that gave no reply is charged for.
fn charged(error: &ModelError, most: Usage) -> Usage {
    match error {
        ModelError::Truncated => most,
        ModelError::NoTools | ModelError::Recorded(_) | ModelError::Budget(_) | ModelError::Status { .. } => Usage::default(),
        ModelError::Transport(_)
        | ModelError::Deadline
        | ModelError::TooLarge { .. }
        | ModelError::Malformed(_)
        | ModelError::Provider(_)
        | ModelError::Empty
        | ModelError::Refused(_) => Usage { output: 0, ..most },
    }
}
