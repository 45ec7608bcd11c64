//! The statements. They are the same text for both databases; where others may hold a row meanwhile, PostgreSQL is given the second
//! of a pair, which passes it over.

pub(super) const LIST: &str = "SELECT id, sequence FROM pull_requests ORDER BY id";

pub(super) const EVENTS: &str =
    "SELECT sequence, happened_at, kind, payload FROM events WHERE pull_request = $1 ORDER BY sequence";

pub(super) const OPEN_OF_BRANCH: &str = "SELECT id FROM pull_requests WHERE repository = $1 AND branch = $2 AND is_over = 0";

pub(super) const NEXT_ID: &str = "SELECT COALESCE(MAX(id), 0) + 1 FROM pull_requests";

pub(super) const INSERT: &str = "INSERT INTO pull_requests (id, repository, branch, task, gate_status, gate_correction_count,
    max_corrections, round, head, blocked_reason, is_over, sequence)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)";

/// Compare and swap: the row changes only when it still is what was decided about.
pub(super) const SWAP: &str = "UPDATE pull_requests
    SET gate_status = $1, gate_correction_count = $2, round = $3, head = $4, blocked_reason = $5, is_over = $6, sequence = $7
    WHERE id = $8 AND gate_status = $9 AND round = $10 AND head = $11 AND sequence = $12";

pub(super) const EVENT: &str = "INSERT INTO events (pull_request, sequence, happened_at, kind, payload, idempotency_key)
    VALUES ($1, $2, $3, $4, $5, $6)";

/// The same work may follow twice, from a verdict and from a new head in its round; it is one job all the same.
pub(super) const JOB: &str = "INSERT INTO jobs (pull_request, kind, number, state, attempts, not_before, worker, leased_until)
    VALUES ($1, $2, $3, 'ready', 0, $4, '', 0)
    ON CONFLICT (pull_request, kind, number)
    DO UPDATE SET state = 'ready', attempts = 0, not_before = excluded.not_before, worker = '', leased_until = 0";

/// Work of an earlier turn is void once the turn has passed.
pub(super) const VOID: &str = "UPDATE jobs SET state = 'done', worker = ''
    WHERE pull_request = $1 AND kind <> 'comment' AND state <> 'done'";

/// The work that can be taken at some time: of one pull request ($1) or of any (0), of one repository
/// ($2) or of any (nothing), with the breaker's limit ($3).
macro_rules! open_jobs {
    ($columns:expr, $rest:expr) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM jobs
            JOIN pull_requests ON pull_requests.id = jobs.pull_request
            WHERE jobs.state <> 'done' AND ($1 = 0 OR jobs.pull_request = $1) AND ($2 = '' OR pull_requests.repository = $2)
            AND (
                jobs.kind <> 'comment' AND NOT EXISTS (
                    SELECT 1 FROM breakers
                    WHERE breakers.repository = pull_requests.repository AND breakers.blocked_in_a_row >= $3
                )
                OR jobs.kind = 'comment' AND NOT EXISTS (
                    SELECT 1 FROM jobs earlier
                    WHERE earlier.pull_request = jobs.pull_request AND earlier.kind = 'comment'
                    AND earlier.number < jobs.number AND earlier.state <> 'done'
                )
            ) ",
            $rest
        )
    };
}

macro_rules! due {
    ($end:literal) => {
        open_jobs!(
            "jobs.pull_request, jobs.kind, jobs.number, jobs.attempts",
            concat!(
                "AND (jobs.state = 'ready' AND jobs.not_before <= $4 OR jobs.state = 'running' AND jobs.leased_until <= $4)
                ORDER BY jobs.not_before, jobs.pull_request, jobs.number, jobs.kind LIMIT 1",
                $end
            )
        )
    };
}

pub(super) const DUE: &str = due!("");
pub(super) const DUE_AND_FREE: &str = due!(" FOR UPDATE OF jobs SKIP LOCKED");

pub(super) const EARLIEST: &str =
    open_jobs!("CASE WHEN jobs.state = 'ready' THEN jobs.not_before ELSE jobs.leased_until END", "ORDER BY 1 LIMIT 1");

pub(super) const HOLD: &str = "UPDATE jobs SET state = 'running', worker = $1, leased_until = $2, attempts = attempts + 1
    WHERE pull_request = $3 AND kind = $4 AND number = $5";

pub(super) const EXTEND: &str = "UPDATE jobs SET leased_until = $1
    WHERE pull_request = $2 AND kind = $3 AND number = $4 AND state = 'running' AND worker = $5 AND attempts = $6";

pub(super) const FINISH: &str = "UPDATE jobs SET state = 'done', worker = ''
    WHERE pull_request = $1 AND kind = $2 AND number = $3 AND state = 'running' AND worker = $4 AND attempts = $5";

pub(super) const POSTPONE: &str = "UPDATE jobs SET state = 'ready', worker = '', not_before = $1
    WHERE pull_request = $2 AND kind = $3 AND number = $4 AND state = 'running' AND worker = $5 AND attempts = $6";

pub(super) const BLOCKED_IN_A_ROW: &str = "SELECT blocked_in_a_row FROM breakers WHERE repository = $1";

pub(super) const COUNT_BLOCKED: &str = "INSERT INTO breakers (repository, blocked_in_a_row) VALUES ($1, 1)
    ON CONFLICT (repository) DO UPDATE SET blocked_in_a_row = breakers.blocked_in_a_row + 1";

pub(super) const REARM: &str = "INSERT INTO breakers (repository, blocked_in_a_row) VALUES ($1, 0)
    ON CONFLICT (repository) DO UPDATE SET blocked_in_a_row = 0";
