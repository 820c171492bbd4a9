-- How far one K is ahead of another in a score, of the same draws: those of rounds 1 to 500, or of 501 to 1000.
CREATE TEMP VIEW score AS
SELECT dataset, iif(burn_in = 0, 'no warm-up', 'after a warm-up') AS draws, K, replicate, column1 AS score,
       CASE column1 WHEN 'accuracy' THEN accuracy WHEN 'Brier' THEN -brier ELSE -ece END AS value
FROM run_table JOIN (VALUES ('accuracy'), ('Brier'), ('ECE')) WHERE study = 'fa_ld_mnist';

CREATE TEMP VIEW lead AS
SELECT dataset, draws, score, ahead.K AS ahead, behind.K AS behind, ahead.value - behind.value AS value
FROM score ahead JOIN score behind USING (dataset, draws, score, replicate);

INSERT INTO claim
SELECT dataset || ', ' || draws || ', ' || score || ': K = ' || ahead || ' is ahead of 1 by', 'mean', 0, NULL, value
FROM lead WHERE behind = 1 AND ahead > 1 AND (dataset = 'mnist' OR draws = 'no warm-up' OR score <> 'ECE' OR ahead IN (10, 50));

INSERT INTO claim
SELECT 'no warm-up: ' || dataset || ', ' || score || ': K = ' || ahead || ' is ahead of 10 by', 'mean', 0, NULL, value
FROM lead WHERE draws = 'no warm-up' AND behind = 10 AND ahead IN (20, 50, 100) AND dataset = 'fashion_mnist' AND score <> 'ECE'
UNION ALL
SELECT 'no warm-up: mnist, Brier: K = ' || ahead || ' is ahead of 10 by', 'mean', 0, NULL, value
FROM lead WHERE draws = 'no warm-up' AND behind = 10 AND ahead IN (20, 100) AND dataset = 'mnist' AND score = 'Brier';

INSERT INTO claim
SELECT 'no warm-up: fashion_mnist, Brier: K = 100 is ahead of ' || behind || ' by', 'mean', 0, NULL, value
FROM lead WHERE draws = 'no warm-up' AND dataset = 'fashion_mnist' AND score = 'Brier' AND ahead = 100 AND behind IN (20, 50);

-- What is level: differences are small, whatever their sign.
INSERT INTO claim
SELECT draws || ': ' || dataset || ', ' || score || ': K = ' || ahead || ' less 20', 'mean', -0.002, 0.002, value
FROM lead WHERE dataset = 'mnist' AND score <> 'ECE' AND behind = 20 AND ahead IN (50, 100)
  OR dataset = 'mnist' AND score <> 'ECE' AND draws = 'after a warm-up' AND behind = 20 AND ahead = 10
  OR dataset = 'fashion_mnist' AND score = 'Brier' AND draws = 'after a warm-up' AND behind = 20 AND ahead IN (50, 100);

INSERT INTO claim
SELECT 'after a warm-up: mnist, ECE: K = 20 is ahead of ' || behind || ' by', 'mean', 0, NULL, value
FROM lead WHERE draws = 'after a warm-up' AND dataset = 'mnist' AND score = 'ECE' AND ahead = 20 AND behind IN (1, 10, 50, 100);

INSERT INTO claim
SELECT 'after a warm-up: fashion_mnist, Brier: K = ' || ahead || ' is ahead of 10 by', 'mean', 0, NULL, value
FROM lead WHERE draws = 'after a warm-up' AND dataset = 'fashion_mnist' AND score = 'Brier' AND ahead IN (20, 50, 100) AND behind = 10;

INSERT INTO claim
SELECT 'no warm-up: mnist, ECE: K = 10 is ahead of ' || behind || ' by', 'mean', 0, NULL, value
FROM lead WHERE draws = 'no warm-up' AND dataset = 'mnist' AND score = 'ECE' AND ahead = 10 AND behind IN (20, 50, 100);

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('FA-LD', 'Fig. 2a', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 2b', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 2c', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 2d', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 2e', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 2f', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 4a', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 4b', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 4c', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 4d', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 4f', 1, '', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 4e', 1, 'K = 1 worst', '', 'yes', 'in trend', 'is ahead of 1 by'),
  ('FA-LD', 'Fig. 4e', 2, 'the best K', '', 'yes', 'contradicted', 'after a warm-up: fashion_mnist, Brier: K = ');
