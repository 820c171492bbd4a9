CREATE TEMP VIEW score AS
SELECT sampler, replicate, column1 AS score,
       CASE column1 WHEN 'error' THEN 1 - accuracy WHEN 'Brier' THEN brier WHEN 'nll' THEN nll ELSE ece END AS value
FROM run_table JOIN (VALUES ('error'), ('Brier'), ('nll'), ('ECE')) WHERE study = 'vr_fald_table_3';

INSERT INTO claim
SELECT 'scaled, ' || score || ': pSGLD is below ' || other.sampler || ' by', 'mean', 0, NULL, other.value - psgld.value
FROM score psgld JOIN score other USING (score, replicate)
WHERE psgld.sampler = 'psgld'
  AND (score <> 'ECE' AND other.sampler IN ('sgld', 'fsgld') OR score IN ('Brier', 'nll') AND other.sampler = 'fald');

INSERT INTO claim
SELECT 'scaled, ' || score || ': FSGLD is above ' || other.sampler || ' by', 'mean', 0, NULL, fsgld.value - other.value
FROM score fsgld JOIN score other USING (score, replicate) WHERE fsgld.sampler = 'fsgld' AND other.sampler <> 'fsgld' AND NOT (score = 'ECE' AND other.sampler = 'sgld');

INSERT INTO claim
SELECT 'scaled, ' || score || ': ' || federated.sampler || ' minus SGLD', 'mean', least, most, federated.value - sgld.value
FROM score federated JOIN score sgld USING (score, replicate)
  JOIN (SELECT 'error' AS score, -0.016 AS least, 0.012 AS most UNION ALL SELECT 'Brier', -0.02, 0.016 UNION ALL SELECT 'nll', -0.04, 0.03
        UNION ALL SELECT 'ECE', -0.024, 0) USING (score)
WHERE federated.sampler IN ('fald', 'vr_fald') AND sgld.sampler = 'sgld';

INSERT INTO claim
SELECT 'scaled: rounds of ' || sampler, 'each', 220, 260, rounds
FROM run_table WHERE study = 'vr_fald_table_3' AND sampler IN ('fald', 'vr_fald', 'fsgld');

INSERT INTO claim
SELECT 'scaled: gradients, VR-FALD* over FALD', 'each', 3.5, 4.5, vr.gradient_evaluations / fald.gradient_evaluations
FROM run_table vr JOIN run_table fald USING (study, replicate)
WHERE study = 'vr_fald_table_3' AND vr.sampler = 'vr_fald' AND fald.sampler = 'fald';

INSERT INTO claim
SELECT 'scaled: the spread of FALD''s clients before averages minus that of VR-FALD*''s', 'mean', 0.02, NULL,
       fald."sampler.client_spread" - vr."sampler.client_spread"
FROM run_table fald JOIN run_table vr USING (study, replicate)
WHERE study = 'vr_fald_table_3' AND fald.sampler = 'fald' AND vr.sampler = 'vr_fald';

-- The start of FSGLD is where SGD has ended.
INSERT INTO claim
SELECT 'scaled: nll of FSGLD at the end minus that of its first record', 'mean', 0, NULL, nll - value
FROM run_table JOIN (SELECT run, min(iteration), value FROM curves
                     WHERE study = 'vr_fald_table_3' AND metric = 'nll' AND value IS NOT NULL GROUP BY run) USING (run)
WHERE study = 'vr_fald_table_3' AND sampler = 'fsgld';

-- table_3_full
CREATE TEMP VIEW full_score AS
SELECT sampler, replicate, column1 AS score, CASE column1 WHEN 'error' THEN 1 - accuracy WHEN 'Brier' THEN brier WHEN 'nll' THEN nll ELSE ece END AS value
FROM table_3_full.run_table JOIN (VALUES ('error'), ('Brier'), ('nll'), ('ECE')) WHERE study = 'vr_fald_table_3_full';

INSERT INTO claim
SELECT 'LeNet-5, ' || score || ': FSGLD is above ' || other.sampler || ' by', 'mean', 0, NULL, fsgld.value - other.value
FROM full_score fsgld JOIN full_score other USING (score, replicate)
WHERE fsgld.sampler = 'fsgld' AND other.sampler <> 'fsgld' AND score <> 'ECE';

INSERT INTO claim
SELECT 'LeNet-5, ' || score || ': ' || sampler || ' minus SGLD', 'mean', least, most, federated.value - sgld.value
FROM (SELECT column1 AS sampler, column2 AS score, column3 AS least, column4 AS most
      FROM (VALUES ('fald', 'Brier', -0.0019, 0.004), ('vr_fald', 'Brier', -0.0027, 0.005), ('fald', 'nll', -0.006, 0.012),
                   ('vr_fald', 'nll', -0.01, 0.012)))
  JOIN full_score federated USING (sampler, score)
  JOIN (SELECT score, replicate, value FROM full_score WHERE sampler = 'sgld') AS sgld USING (score, replicate);

INSERT INTO claim
SELECT 'LeNet-5, ECE: VR-FALD* is below ' || other.sampler || ' by', 'mean', 0, NULL, other.value - vr.value
FROM full_score vr JOIN full_score other USING (score, replicate)
WHERE vr.sampler = 'vr_fald' AND other.sampler <> 'vr_fald' AND score = 'ECE';

INSERT INTO claim
SELECT 'LeNet-5, nll: pSGLD is below FALD by', 'mean', 0, NULL, fald.value - psgld.value
FROM full_score fald JOIN full_score psgld USING (score, replicate) WHERE fald.sampler = 'fald' AND psgld.sampler = 'psgld' AND score = 'nll';

INSERT INTO claim
SELECT 'LeNet-5: gradients of VR-FALD* over those of FALD', 'each', 19, 23, vr.gradient_evaluations / fald.gradient_evaluations
FROM table_3_full.run_table vr JOIN table_3_full.run_table fald USING (study, replicate)
WHERE study = 'vr_fald_table_3_full' AND vr.sampler = 'vr_fald' AND fald.sampler = 'fald';

INSERT INTO claim
SELECT 'LeNet-5: rounds of ' || sampler, 'each', 940, 1040, rounds
FROM table_3_full.run_table WHERE study = 'vr_fald_table_3_full' AND sampler IN ('fald', 'vr_fald', 'dsgld');

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('VR-FALD*', 'Table 3', 1, 'FSGLD''s place', '', 'yes', 'in trend', ': FSGLD is above '),
  ('VR-FALD*', 'Table 3', 2, 'the federated samplers'' calibration', '', 'yes', 'in trend', 'LeNet-5, ECE: VR-FALD* is below '),
  ('VR-FALD*', 'Table 3', 3, 'FALD and VR-FALD* before SGLD in Brier score', '', 'yes', 'contradicted', ' minus SGLD'),
  ('VR-FALD*', 'Table 3', 4, 'pSGLD''s ECE', '', 'yes', 'contradicted', 'LeNet-5, ECE: VR-FALD* is below '),
  ('VR-FALD*', 'Table 6', 1, 'what it shares with Table 3, as there', '', 'yes', 'in trend', ': FSGLD is above '),
  ('VR-FALD*', 'Table 6', 2, 'the orders of Table 3 that are not found', '', 'yes', 'contradicted', ' minus SGLD');
