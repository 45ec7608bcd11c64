//! Takes connections, within bounds: how many at once, how long a request may take to arrive, and how large it may be.

use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use super::routes::router;
use super::site::Site;

/// The bounds.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// How many connections are held at once; others wait.
    pub connections: usize,
    /// How long the head of a request may take to arrive, and an idle connection may stay.
    pub head: Duration,
}

impl Default for Limits {
    /// 2,048 connections, 10 s.
    fn default() -> Self {
        Self { connections: 2_048, head: Duration::from_secs(10) }
    }
}

/// How much of a request's head is read.
const HEAD_BYTES: usize = 32 * 1024;

/// Serves until it is dropped.
pub async fn serve(site: Site, listener: TcpListener, limits: Limits) {
    let (router, room) = (router(site), Arc::new(Semaphore::new(limits.connections)));
    loop {
        let Ok(place) = Arc::clone(&room).acquire_owned().await else { return };
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) => {
                // No file handles left, say: what ends gives some back.
                tracing::debug!(%error, "a connection could not be taken");
                tokio::time::sleep(Duration::from_millis(50)).await;
                continue;
            }
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut connection = http1::Builder::new();
            connection.timer(TokioTimer::new()).header_read_timeout(limits.head).max_buf_size(HEAD_BYTES);
            // A client that breaks the protocol or goes away is nobody's problem.
            let _ = connection.serve_connection(TokioIo::new(stream), service).await;
            drop(place);
        });
    }
}
