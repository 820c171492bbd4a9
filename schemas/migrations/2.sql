-- From version 1 to version 2 of the results database: the view `failures`.
CREATE VIEW failures AS
SELECT studies.name AS study, runs.hash AS hash, runs.replicate AS replicate,
       runs.status AS status, runs.exit_signal AS exit_signal, runs.ended AS ended,
       runs.message AS message
FROM runs
JOIN studies ON studies.id = runs.study
WHERE runs.status NOT IN ('ok', 'diverged');
