-- Milliseconds of processor time per round, as in table_1.sql. The bounds leave room for other load on the machine.
CREATE TEMP VIEW cost AS
SELECT t.features AS d, coalesce(t.solver, 'fedavg') AS client, t.replicate,
       1e3 * (max(r.cpu_seconds) - min(r.cpu_seconds)) / (max(t."run.rounds") - min(t."run.rounds")) AS ms
FROM run_table t JOIN runs r ON r.id = t.run WHERE t.study = 'fedpa_table_1' GROUP BY d, client, t.replicate;

INSERT INTO claim
SELECT 'd = ' || d || ': a round of FedPA by recursion over one of FedAvg', 'mean', iif(d = 100, 0.3, 0.6), iif(d = 100, 2, 1.5), recursion.ms / fedavg.ms
FROM cost recursion JOIN cost fedavg USING (d, replicate) WHERE recursion.client = 'recursion' AND fedavg.client = 'fedavg';

INSERT INTO claim
SELECT 'd = ' || d || ': above 100, a round by dense solving over one by recursion', 'mean', iif(d = 1000, 3, 100), NULL, dense.ms / recursion.ms
FROM cost recursion JOIN cost dense USING (d, replicate) WHERE d > 100 AND recursion.client = 'recursion' AND dense.client = 'dense';

CREATE TEMP VIEW slope AS
SELECT client, replicate, ln(more.ms / less.ms) / ln(more.d * 1.0 / less.d) AS slope
FROM cost less JOIN cost more USING (client, replicate)
WHERE (less.d, more.d) IN (VALUES (10000, 100000)) OR client = 'dense' AND (less.d, more.d) IN (VALUES (1000, 4000));

INSERT INTO claim
SELECT 'slope over the last two d: ' || client, 'mean', iif(client = 'dense', 2.3, 0.9), iif(client = 'dense', 3.5, 1.6), slope FROM slope;

INSERT INTO claim
SELECT 'that of the recursion minus FedAvg''s', 'mean', -0.3, 0.3, recursion.slope - fedavg.slope
FROM slope recursion JOIN slope fedavg USING (replicate) WHERE recursion.client = 'recursion' AND fedavg.client = 'fedavg';

INSERT INTO claim
SELECT 'd = 100: a round, in ms, far below the 70 that are published', 'mean', NULL, 7, ms FROM cost WHERE d = 100;

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('FedPA', 'Table 1', 1, 'recursion as cheap as FedAvg, dense solving cubic', '', 'yes', 'in trend', 'slope over the last two d: '),
  ('FedPA', 'Table 1', 2, 'an overhead that falls with d', '', 'yes', 'contradicted', 'a round of FedPA by recursion over one of FedAvg');
