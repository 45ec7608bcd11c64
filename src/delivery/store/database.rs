//! SQLite and PostgreSQL behind one face: transactions, statements with `$n` for values, rows of whole numbers and text.
//!
//! The statements are the same for both. What differs is here: how a transaction that will write begins, and that PostgreSQL can
//! pass over a row that somebody else holds.

use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions, PgRow};
use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteRow, SqliteSynchronous};
use sqlx::{ConnectOptions, Connection as _, Postgres, Row as _, Sqlite, TypeInfo, ValueRef};

use super::StoreError;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!("src/delivery/store/migrations");

/// Gives a statement its values, in order.
macro_rules! bind {
    ($query:expr, $values:expr) => {
        $values.iter().fold($query, |query, value| match value {
            Value::Number(number) => query.bind(*number),
            Value::Text(text) => query.bind(text.clone()),
        })
    };
}
/// How many connections one process holds.
const CONNECTIONS: u32 = 4;

/// How long a statement waits for somebody else's transaction, and a connection for its turn.
const WAIT: Duration = Duration::from_secs(30);

/// How long to wait before a file that somebody else is just making is tried again.
const PAUSE: Duration = Duration::from_millis(20);

/// One of the two databases, with its tables.
#[derive(Clone)]
pub(super) enum Database {
    Sqlite(SqlitePool),
    Postgres(PgPool),
}

/// A value that a statement is given or gives back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Number(i64),
    Text(String),
}

/// A row of an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Row(Vec<Value>);

/// A transaction that writes. Dropped without [`Transaction::commit`] it has not happened.
pub(super) enum Transaction {
    Sqlite(sqlx::Transaction<'static, Sqlite>),
    Postgres(sqlx::Transaction<'static, Postgres>),
}

impl Database {
    /// The file at `path`, made when it is not there.
    pub(super) async fn sqlite(path: &Path) -> Result<Self, StoreError> {
        let options = SqliteConnectOptions::new()
            .filename(path)
            .create_if_missing(true)
            .journal_mode(SqliteJournalMode::Wal)
            .synchronous(SqliteSynchronous::Full) // a verdict that was told must survive a power cut
            .foreign_keys(true)
            .busy_timeout(WAIT)
            .disable_statement_logging();
        // A pool would try again and again; the first connection says at once why there is none.
        first_connection(&options).await?;
        let pool = SqlitePoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(WAIT).connect_lazy_with(options);
        Self::Sqlite(pool).migrated().await
    }

    /// The database at `url`, which must exist.
    pub(super) async fn postgres(url: &str) -> Result<Self, StoreError> {
        // The message of a URL that cannot be read may quote it, and with it the password.
        let options = PgConnectOptions::from_str(url)
            .map_err(|_| StoreError::Failed("the address of the store is not a PostgreSQL URL".to_owned()))?;
        let options = options.application_name("aurumcode").disable_statement_logging();
        options.connect().await?.close().await?;
        let pool = PgPoolOptions::new().max_connections(CONNECTIONS).acquire_timeout(WAIT).connect_lazy_with(options);
        Self::Postgres(pool).migrated().await
    }

    async fn migrated(self) -> Result<Self, StoreError> {
        let mut tries = 0;
        loop {
            let done = match &self {
                Self::Sqlite(pool) => MIGRATIONS.run(pool).await,
                Self::Postgres(pool) => MIGRATIONS.run(pool).await,
            };
            match done {
                Ok(()) => return Ok(self),
                // Two processes that make the same SQLite file at once: the slower one finds the tables when it looks again.
                Err(_) if tries < 3 => {
                    tries += 1;
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) => return Err(StoreError::Failed(format!("its tables could not be made: {error}"))),
            }
        }
    }

    /// Begins a transaction that will write.
    pub(super) async fn begin(&self) -> Result<Transaction, StoreError> {
        Ok(match self {
            // A transaction that begins by reading could not become one that writes while another one does.
            Self::Sqlite(pool) => Transaction::Sqlite(pool.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres(pool) => Transaction::Postgres(pool.begin().await?),
        })
    }

    /// Reads.
    pub(super) async fn rows(&self, sql: &'static str, values: &[Value]) -> Result<Vec<Row>, StoreError> {
        match self {
            Self::Sqlite(pool) => bind!(sqlx::query(sql), values).fetch_all(pool).await?.iter().map(of_sqlite).collect(),
            Self::Postgres(pool) => bind!(sqlx::query(sql), values).fetch_all(pool).await?.iter().map(of_postgres).collect(),
        }
    }

    /// Writes by one statement, and returns how many rows it touched.
    pub(super) async fn execute(&self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        Ok(match self {
            Self::Sqlite(pool) => bind!(sqlx::query(sql), values).execute(pool).await?.rows_affected(),
            Self::Postgres(pool) => bind!(sqlx::query(sql), values).execute(pool).await?.rows_affected(),
        })
    }
}

/// Connects once. Who makes a file and who opens it at the same moment meet while it changes its journal, when SQLite does not wait of
/// itself.
async fn first_connection(options: &SqliteConnectOptions) -> Result<(), sqlx::Error> {
    let begun = tokio::time::Instant::now();
    loop {
        match options.connect().await {
            Ok(connection) => return connection.close().await,
            Err(error) if is_busy(&error) && begun.elapsed() < WAIT => tokio::time::sleep(PAUSE).await,
            Err(error) => return Err(error),
        }
    }
}

/// Whether SQLite says that somebody else holds the file: `SQLITE_BUSY`, in the low byte of its code.
fn is_busy(error: &sqlx::Error) -> bool {
    let code = error.as_database_error().and_then(|error| error.code()?.parse::<u32>().ok());
    code.is_some_and(|code| code & 0xff == 5)
}

impl Transaction {
    /// Reads; `waiting` is the same statement for a database in which others may hold rows meanwhile.
    pub(super) async fn rows(
        &mut self,
        sql: &'static str,
        waiting: &'static str,
        values: &[Value],
    ) -> Result<Vec<Row>, StoreError> {
        match self {
            Self::Sqlite(inner) => bind!(sqlx::query(sql), values).fetch_all(&mut **inner).await?.iter().map(of_sqlite).collect(),
            Self::Postgres(inner) => {
                bind!(sqlx::query(waiting), values).fetch_all(&mut **inner).await?.iter().map(of_postgres).collect()
            }
        }
    }

    /// Writes, and returns how many rows it touched.
    pub(super) async fn execute(&mut self, sql: &'static str, values: &[Value]) -> Result<u64, StoreError> {
        Ok(match self {
            Self::Sqlite(inner) => bind!(sqlx::query(sql), values).execute(&mut **inner).await?.rows_affected(),
            Self::Postgres(inner) => bind!(sqlx::query(sql), values).execute(&mut **inner).await?.rows_affected(),
        })
    }

    /// Makes it have happened.
    pub(super) async fn commit(self) -> Result<(), StoreError> {
        match self {
            Self::Sqlite(inner) => inner.commit().await?,
            Self::Postgres(inner) => inner.commit().await?,
        }
        Ok(())
    }
}

macro_rules! row_reader {
    ($name:ident, $row:ty) => {
        fn $name(row: &$row) -> Result<Row, StoreError> {
            let read = |index: usize| -> Result<Value, sqlx::Error> {
                let kind = row.try_get_raw(index)?.type_info().name().to_owned();
                Ok(match kind.as_str() {
                    "TEXT" => Value::Text(row.try_get(index)?),
                    _ => Value::Number(row.try_get(index)?),
                })
            };
            Ok(Row((0..row.len()).map(read).collect::<Result<_, _>>()?))
        }
    };
}

row_reader!(of_sqlite, SqliteRow);
row_reader!(of_postgres, PgRow);

impl Row {
    /// The text in this column.
    pub(super) fn text(&self, column: usize) -> Result<&str, StoreError> {
        match self.0.get(column) {
            Some(Value::Text(text)) => Ok(text),
            other => Err(StoreError::Unreadable(format!("column {column} holds {other:?} in place of text"))),
        }
    }

    /// The number in this column.
    pub(super) fn number<T: TryFrom<i64>>(&self, column: usize) -> Result<T, StoreError> {
        let unreadable =
            |found: &Option<&Value>| StoreError::Unreadable(format!("column {column} holds {found:?} in place of a number"));
        match self.0.get(column) {
            Some(Value::Number(number)) => T::try_from(*number).map_err(|_| unreadable(&self.0.get(column))),
            other => Err(unreadable(&other)),
        }
    }
}

impl From<&str> for Value {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<String> for Value {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<i64> for Value {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Value {
    fn from(number: u32) -> Self {
        Self::Number(i64::from(number))
    }
}

impl From<u64> for Value {
    /// A count beyond 2^63 cannot come about; if it did, it would be refused by the comparison that follows.
    fn from(number: u64) -> Self {
        Self::Number(i64::try_from(number).unwrap_or(i64::MAX))
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> Self {
        match &error {
            sqlx::Error::Database(told) if told.is_unique_violation() => Self::Conflict,
            _ => Self::Failed(error.to_string()),
        }
    }
}
