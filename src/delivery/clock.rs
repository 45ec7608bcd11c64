//! What time it is, and how to wait: given from outside, so that a test of leases and deadlines need not wait for them.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use async_trait::async_trait;

use super::Timestamp;

/// A clock.
#[async_trait]
pub trait Clock: Send + Sync {
    /// The time, in milliseconds since 1970-01-01 UTC.
    fn now(&self) -> Timestamp;

    /// Waits.
    async fn sleep(&self, duration: Duration);
}

/// The clock of this machine.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

#[async_trait]
impl Clock for SystemClock {
    fn now(&self) -> Timestamp {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Timestamp::try_from(since.as_millis()).unwrap_or(Timestamp::MAX)
    }

    async fn sleep(&self, duration: Duration) {
        tokio::time::sleep(duration).await;
    }
}
