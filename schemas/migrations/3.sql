-- From version 2 to version 3 of the results database: what metrics cost of a run's time.
ALTER TABLE runs ADD COLUMN metric_seconds REAL;
