//! Talking to a model: the client against a real HTTP server on loopback, and the recorded models.

#[cfg(test)]
mod chain;
#[cfg(test)]
mod client;
#[cfg(test)]
mod conformance;
#[cfg(test)]
mod meter;
#[cfg(test)]
mod recorded;
#[cfg(test)]
mod server;
