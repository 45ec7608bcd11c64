//! The conversation with a model: its rounds, its limits, its refusals, and what the transcript says of them.

#[cfg(test)]
mod calls;
#[cfg(test)]
mod limits;
#[cfg(test)]
mod script;
#[cfg(test)]
mod transcript;
