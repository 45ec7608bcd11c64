//! The room `process`, from outside, against real programs: /bin/sh, the core utilities, setsid and perl.
//!
//! No test asserts on time. What must be gone is looked for in /proc as soon as the run has answered: a run that answers
//! before its processes are dead is the defect. `cfg(test)` tells clippy that helpers are test code too.

#[cfg(test)]
mod alone;
#[cfg(test)]
mod ends;
#[cfg(test)]
mod environment;
#[cfg(test)]
mod killing;
#[cfg(test)]
mod scripted;
#[cfg(test)]
mod start;
#[cfg(test)]
mod streams;
#[cfg(test)]
mod support;
