//! One contract, and every store that keeps it: SQLite, PostgreSQL, and the one in memory that other tests work with.

mod contract;
pub(crate) mod memory;
pub(crate) mod server;

use std::sync::Arc;

use aurumcode::delivery::{SqlStore, Store};
use tempfile::TempDir;

use contract::Two;
use memory::MemoryStore;
use server::Server;

#[tokio::test]
async fn a_sqlite_file_keeps_the_contract() {
    let directory = TempDir::new().expect("a directory");
    contract::all(async |name: &str| {
        let path = directory.path().join(name);
        let open = async || Arc::new(SqlStore::sqlite(&path).await.expect("a store")) as Arc<dyn Store>;
        Two { one: open().await, other: open().await }
    })
    .await;
}

#[tokio::test]
async fn a_postgresql_server_keeps_the_contract() {
    let Some(server) = Server::start() else { return };
    contract::all(async |name: &str| {
        server.create(name);
        let url = server.url(name);
        let open = async || Arc::new(SqlStore::postgres(&url).await.expect("a store")) as Arc<dyn Store>;
        Two { one: open().await, other: open().await }
    })
    .await;
}

#[tokio::test]
async fn the_store_of_the_tests_keeps_the_contract() {
    contract::all(async |_: &str| {
        let store = Arc::new(MemoryStore::default());
        Two { one: store.clone(), other: store }
    })
    .await;
}

#[tokio::test]
async fn two_processes_make_the_tables_once() {
    let directory = TempDir::new().expect("a directory");
    let path = directory.path().join("gates.db");
    let opened = futures_of(8, || SqlStore::sqlite(&path)).await;
    for store in opened {
        assert_eq!(store.expect("a store").list().await, Ok(Vec::new()));
    }
}

/// Runs so many of these at once.
async fn futures_of<T: Send + 'static, F: Future<Output = T>>(count: usize, make: impl Fn() -> F) -> Vec<T> {
    let mut running: Vec<_> = (0..count).map(|_| Box::pin(make())).collect();
    let mut done = Vec::new();
    std::future::poll_fn(|context| {
        running.retain_mut(|one| match one.as_mut().poll(context) {
            std::task::Poll::Ready(value) => {
                done.push(value);
                false
            }
            std::task::Poll::Pending => true,
        });
        if running.is_empty() { std::task::Poll::Ready(()) } else { std::task::Poll::Pending }
    })
    .await;
    done
}

#[tokio::test]
async fn a_store_that_cannot_be_reached_says_so_without_the_password() {
    let directory = TempDir::new().expect("a directory");
    let nowhere = directory.path().join("none").join("gates.db");
    SqlStore::sqlite(&nowhere).await.err().expect("no directory");
    for url in
        ["postgres://aurum:S3CRET-word@127.0.0.1:1/none", "postgres://aurum:S3CRET-word@[::/none", "mysql://S3CRET-word@x/y"]
    {
        let error = SqlStore::postgres(url).await.err().expect("nobody listens").to_string();
        assert!(!error.contains("S3CRET"), "{error}");
    }
}
