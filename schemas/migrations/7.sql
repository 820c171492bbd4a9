-- From version 6 to version 7 of the results database.

-- Submissions: what was given to the scheduler of a cluster.
CREATE TABLE submissions (
  id           INTEGER PRIMARY KEY,
  name         TEXT NOT NULL UNIQUE,
  study        INTEGER NOT NULL REFERENCES studies (id) ON DELETE CASCADE,
  document     TEXT NOT NULL,
  scheduler    TEXT NOT NULL,
  job          TEXT NOT NULL,
  folder       TEXT NOT NULL,
  first_task   INTEGER NOT NULL,
  tasks        INTEGER NOT NULL,
  runs         INTEGER NOT NULL,
  task_seconds REAL,
  submitted    TEXT NOT NULL,
  submitted_by TEXT NOT NULL,
  cancelled    TEXT NOT NULL
) STRICT;
