-- The gates of pull requests. One text for SQLite and PostgreSQL: whole numbers are BIGINT, everything else is TEXT.

-- Where each pull request stands: what its events add up to, for lists and for the comparison that precedes every change.
CREATE TABLE pull_requests (
    id BIGINT NOT NULL PRIMARY KEY,
    repository TEXT NOT NULL,
    branch TEXT NOT NULL,
    task TEXT NOT NULL,
    gate_status TEXT NOT NULL CHECK (gate_status IN ('awaiting_qa', 'awaiting_secops', 'awaiting_user')),
    gate_correction_count BIGINT NOT NULL CHECK (gate_correction_count >= 0),
    max_corrections BIGINT NOT NULL CHECK (max_corrections > 0),
    round BIGINT NOT NULL CHECK (round > 0),
    head TEXT NOT NULL,
    blocked_reason TEXT NOT NULL,
    is_over BIGINT NOT NULL CHECK (is_over IN (0, 1)),
    sequence BIGINT NOT NULL CHECK (sequence > 0)
);

-- A branch has one pull request at a time.
CREATE UNIQUE INDEX pull_requests_open ON pull_requests (repository, branch) WHERE is_over = 0;

-- What happened. Rows are added and never changed; the numbers of a pull request have no gaps.
CREATE TABLE events (
    pull_request BIGINT NOT NULL REFERENCES pull_requests (id),
    sequence BIGINT NOT NULL CHECK (sequence > 0),
    happened_at BIGINT NOT NULL,
    kind TEXT NOT NULL,
    payload TEXT NOT NULL,
    idempotency_key TEXT NOT NULL,
    PRIMARY KEY (pull_request, sequence),
    UNIQUE (pull_request, idempotency_key)
);

-- What is to be done. A job is written in the transaction of the events that it follows from.
CREATE TABLE jobs (
    pull_request BIGINT NOT NULL REFERENCES pull_requests (id),
    kind TEXT NOT NULL CHECK (kind IN ('qa', 'secops', 'correct', 'comment')),
    number BIGINT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('ready', 'running', 'done')),
    attempts BIGINT NOT NULL CHECK (attempts >= 0),
    not_before BIGINT NOT NULL,
    worker TEXT NOT NULL,
    leased_until BIGINT NOT NULL,
    PRIMARY KEY (pull_request, kind, number)
);

CREATE INDEX jobs_waiting ON jobs (state, not_before);

-- How many pull requests of a repository were blocked in a row. At the limit nothing is taken before a person rearms it.
CREATE TABLE breakers (
    repository TEXT NOT NULL PRIMARY KEY,
    blocked_in_a_row BIGINT NOT NULL CHECK (blocked_in_a_row >= 0)
);
