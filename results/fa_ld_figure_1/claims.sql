INSERT INTO claim
SELECT 'clients of equal size: the exact W2 at a synchronisation depends neither on K nor on rho (range over the mean)', 'each', NULL, 1e-8,
       (max(c.value) - min(c.value)) / avg(c.value)
FROM run_table t JOIN curves c USING (study, run)
WHERE study = 'fa_ld_figure_1' AND c.metric = 'exact_w2' GROUP BY t.alpha, t.replicate, c.iteration HAVING count(*) > 1;

CREATE TEMP VIEW reached AS
SELECT t.alpha, t.K, t.replicate, min(c.round) AS exact
FROM run_table t JOIN curves c USING (study, run)
WHERE study = 'fa_ld_figure_1' AND rho = 0 AND c.metric = 'exact_w2' AND c.value <= 1e-3 GROUP BY t.run;

INSERT INTO claim
SELECT 'rounds to an exact W2 of .001: K = 100 over K = 3000, means, alpha = ' || alpha, 'each', 17, 28.5,
       avg(exact) FILTER (WHERE K = 100) / avg(exact) FILTER (WHERE K = 3000)
FROM reached GROUP BY alpha;

INSERT INTO claim
SELECT 'rounds with K = 10000, of those with 3000', 'each', NULL, 1.01, more.exact * 1.0 / few.exact
FROM reached more JOIN reached few USING (alpha, replicate) WHERE more.K = 10000 AND few.K = 3000;

-- 300 chains; the exact W2 is below .0006 by then.
INSERT INTO claim
SELECT 'K = 10, estimated W2, mean beyond iteration 11000: alpha = ' || t.alpha, 'mean', 0.0003, 0.001, avg(c.value)
FROM run_table t JOIN curves c USING (study, run)
WHERE study = 'fa_ld_figure_1' AND t.K = 10 AND c.metric = 'w2' AND c.iteration > 11000 GROUP BY t.run;

-- interior: clients of unequal sizes, one replicate.
CREATE TEMP VIEW unequal AS
SELECT t.alpha, t.K, min(c.round) FILTER (WHERE c.value <= 1e-3) AS rounds
FROM interior.run_table t JOIN interior.curves c USING (study, run) WHERE c.metric = 'exact_w2' GROUP BY t.run;

INSERT INTO claim
SELECT 'unequal sizes: the largest K that reaches .001, alpha = ' || alpha, 'each', iif(alpha > 10, 3900, 2900), iif(alpha > 10, 4100, 3100), max(K)
FROM unequal WHERE rounds > 0 GROUP BY alpha;

INSERT INTO claim
SELECT 'and rounds with K = 100 over the fewest', 'each', 16, 28,
       max(rounds) FILTER (WHERE K = 100) * 1.0 / min(rounds)
FROM unequal GROUP BY alpha;

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('FA-LD', 'Fig. 1a', 1, 'more local steps save rounds', '', 'yes', 'in trend', 'rounds to an exact W2 of .001'),
  ('FA-LD', 'Fig. 1a', 2, 'the rise beyond K = 3000', '', 'yes', 'contradicted', 'rounds with K = 10000, of those with 3000'),
  ('FA-LD', 'Fig. 1b', 1, '', '', 'yes', 'reproduced', 'K = 10, estimated W2, mean beyond iteration 11000'),
  ('FA-LD', 'Fig. 1c', 1, '', '', 'yes', 'contradicted', 'depends neither on K nor on rho'),
  ('FA-LD', 'Fig. 1d', 1, '', '', 'yes', 'reproduced', NULL),
  ('FA-LD', 'Fig. 1e', 1, '', '', 'yes', 'reproduced', NULL);
