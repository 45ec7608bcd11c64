//! Talking to a language model: messages, tool calls, usage, and one client for every host that speaks chat completions.
//!
//! This room knows nothing about reviews, and nothing in it decides anything: a reply is foreign text. Only redacted text is sent.
//! Where the model is and by which key it is reached comes from the operator's environment alone, never from what is under review:
//! a repository must not be able to send the diff and the key to a host of its choice.

mod contract;
mod error;
mod message;
mod spec;

mod dollars;
mod estimate;
mod meter;
mod price;

mod endpoint;
mod profile;

mod client;
mod probe;
mod request;
mod response;
mod retry;
mod transport;

mod chain;

mod capture;
mod fixture;
mod recording;
mod remembered;

pub use capture::{Capture, Captured};
pub use chain::Chain;
pub use client::ChatModel;
pub use contract::{Answer, Finish, Model, Reply, Request, Usage};
pub use dollars::{Dollars, NoAmount};
pub use endpoint::{Endpoint, EndpointError, Endpoints, endpoints};
pub use error::ModelError;
pub use estimate::{estimate, estimate_reply, estimate_request};
pub use fixture::{Fixture, FixtureError};
pub use message::{Message, SentCall, ToolCall};
pub use meter::{Forecast, Meter, Metered, Spent, Told};
pub use price::{Price, PriceError};
pub use probe::{Probe, probe};
pub use profile::{Auth, Profile, ProfileError, Structured, profiles};
pub use recording::{Kept, Recorder, Replay, ReplayError};
pub use remembered::{Counted, Memory, Remembered};
pub use retry::Retry;
pub use spec::{ToolSpec, schema_of};
