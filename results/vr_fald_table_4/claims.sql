CREATE TEMP VIEW score AS
SELECT sampler, replicate, accuracy, agreement, total_variation, ece, brier, nll, reference_run_potential_excess AS excess
FROM run_table WHERE study = 'vr_fald_table_4' AND agreement IS NOT NULL;  -- not of references

-- Distances from HMC's predictions: greater less smaller.
INSERT INTO claim
SELECT 'total variation: ' || far.sampler || ' is further from HMC than ' || near.sampler || ' by', 'mean', least, most, far.total_variation - near.total_variation
FROM score far JOIN score near USING (replicate)
  JOIN (SELECT 'fald' AS far, 'distributed_sgd' AS near, 0 AS least, NULL AS most UNION ALL SELECT 'fald', 'vr_fald', 0.05, NULL
        UNION ALL SELECT 'fald', 'deep_ensemble', 0.05, NULL UNION ALL SELECT 'distributed_sgd', 'vr_fald', 0, NULL
        UNION ALL SELECT 'distributed_sgd', 'deep_ensemble', 0, NULL UNION ALL SELECT 'deep_ensemble', 'vr_fald', -0.02, 0.02
        UNION ALL SELECT 'vr_fald', 'sgld', -0.02, 0.02) pair ON pair.far = far.sampler AND pair.near = near.sampler;

INSERT INTO claim
SELECT 'agreement: ' || more.sampler || ' less ' || less.sampler, 'mean', least, most, more.agreement - less.agreement
FROM score more JOIN score less USING (replicate)
  JOIN (SELECT 'hmc' AS more, 'distributed_sgd' AS less, 0 AS least, NULL AS most UNION ALL SELECT 'sgld', 'distributed_sgd', 0, NULL
        UNION ALL SELECT 'vr_fald', 'distributed_sgd', 0, NULL UNION ALL SELECT 'vr_fald', 'fald', 0, NULL
        UNION ALL SELECT 'sgld', 'vr_fald', -0.03, 0.03) pair ON pair.more = more.sampler AND pair.less = less.sampler;

-- VR-FALD* is like SGLD in all six scores; the others of them.
INSERT INTO claim
SELECT 'VR-FALD* less SGLD: accuracy', 'mean', -0.03, 0.02, vr.accuracy - sgld.accuracy
FROM score vr JOIN score sgld USING (replicate) WHERE vr.sampler = 'vr_fald' AND sgld.sampler = 'sgld'
UNION ALL
SELECT 'VR-FALD* less SGLD: ' || column1, 'mean', -0.06, 0.06,
       CASE column1 WHEN 'ECE' THEN vr.ece - sgld.ece WHEN 'Brier' THEN vr.brier - sgld.brier ELSE vr.nll - sgld.nll END
FROM score vr JOIN score sgld USING (replicate) JOIN (VALUES ('ECE'), ('Brier'), ('nll')) WHERE vr.sampler = 'vr_fald' AND sgld.sampler = 'sgld';

INSERT INTO claim
SELECT 'mean potential of ' || sampler || ' above the posterior''s', 'mean', iif(sampler = 'fald', 200, 0), iif(sampler = 'fald', NULL, 100), excess
FROM score WHERE sampler IN ('fald', 'vr_fald', 'sgld');

INSERT INTO claim
SELECT 'accuracy: ' || best.sampler || ' is ahead of ' || other.sampler || ' by', 'mean', 0, NULL, best.accuracy - other.accuracy
FROM score best JOIN score other USING (replicate)
WHERE best.sampler IN ('hmc', 'sgld') AND other.sampler IN ('deep_ensemble', 'distributed_sgd', 'fald');

INSERT INTO claim
SELECT 'ECE: ' || high.sampler || ' is above SGD by', 'mean', 0, NULL, high.ece - low.ece
FROM score high JOIN score low USING (replicate) WHERE high.sampler IN ('hmc', 'sgld', 'vr_fald') AND low.sampler = 'distributed_sgd';

INSERT INTO claim
SELECT 'ECE: VR-FALD* less HMC', 'mean', -0.04, 0.04, vr.ece - hmc.ece
FROM score vr JOIN score hmc USING (replicate) WHERE vr.sampler = 'vr_fald' AND hmc.sampler = 'hmc';

-- CIFAR-10; step times n is .1 or .03.
CREATE TEMP VIEW colour AS
SELECT accuracy, nll, sampler || CASE WHEN sampler NOT IN ('sgld', 'fald', 'vr_fald') THEN '' WHEN step > 6e-5 THEN ' at .1 / n' ELSE ' at .03 / n' END AS sampler,
       replicate, agreement, total_variation, reference_run_potential_excess AS excess
FROM table_4_cifar.run_table WHERE study = 'vr_fald_table_4_cifar' AND agreement IS NOT NULL;

INSERT INTO claim
SELECT 'CIFAR-10, total variation: ' || far.sampler || ' less ' || near.sampler, 'mean', least, most, far.total_variation - near.total_variation
FROM colour far JOIN colour near USING (replicate)
  JOIN (SELECT 'vr_fald at .1 / n' AS far, 'sgld at .1 / n' AS near, 0.05 AS least, 0.12 AS most
        UNION ALL SELECT 'vr_fald at .03 / n', 'sgld at .03 / n', -0.04, 0.04 UNION ALL SELECT 'fald at .03 / n', 'vr_fald at .03 / n', 0, NULL
        UNION ALL SELECT 'deep_ensemble', 'sgld at .1 / n', -0.03, 0.06 UNION ALL SELECT 'distributed_sgd', 'fald at .1 / n', 0, NULL) pair
    ON pair.far = far.sampler AND pair.near = near.sampler;

INSERT INTO claim
SELECT 'CIFAR-10, agreement: ' || more.sampler || ' less ' || less.sampler, 'mean', 0, NULL, more.agreement - less.agreement
FROM colour more JOIN colour less USING (replicate)
  JOIN (SELECT 'hmc' AS more, 'sgld at .1 / n' AS less UNION ALL SELECT 'sgld at .1 / n', 'vr_fald at .1 / n'
        UNION ALL SELECT 'vr_fald at .03 / n', 'fald at .03 / n') pair ON pair.more = more.sampler AND pair.less = less.sampler;

INSERT INTO claim
SELECT 'CIFAR-10, potential above the posterior''s: ' || sampler, 'mean', column2, column3, excess
FROM colour JOIN (VALUES ('vr_fald at .1 / n', 600, 800), ('vr_fald at .03 / n', 150, 300), ('sgld at .1 / n', 80, 200), ('sgld at .03 / n', 120, 220),
                         ('fald at .03 / n', 600, 850), ('deep_ensemble', -800, -600)) ON sampler = column1;

INSERT INTO claim
SELECT 'CIFAR-10, at .03 / n: VR-FALD* less SGLD, ' || column1, 'mean', column2, column3,
       CASE column1 WHEN 'accuracy' THEN vr.accuracy - sgld.accuracy WHEN 'agreement' THEN vr.agreement - sgld.agreement
                    WHEN 'nll' THEN vr.nll - sgld.nll ELSE vr.excess - sgld.excess END
FROM colour vr JOIN colour sgld USING (replicate)
  JOIN (VALUES ('accuracy', -0.03, 0.03), ('agreement', -0.1, 0.1), ('nll', -0.05, 0.05), ('potential', 0, NULL))
WHERE vr.sampler = 'vr_fald at .03 / n' AND sgld.sampler = 'sgld at .03 / n'
UNION ALL SELECT 'CIFAR-10, SGLD: potential at .03 / n less that at .1 / n', 'mean', 0, NULL, small.excess - large.excess
FROM colour small JOIN colour large USING (replicate) WHERE small.sampler = 'sgld at .03 / n' AND large.sampler = 'sgld at .1 / n';

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('VR-FALD*', 'Table 4', 1, 'SGLD and VR-FALD*', '', 'when scaled', 'in trend', 'VR-FALD* less SGLD: '),
  ('VR-FALD*', 'Table 4', 2, 'FALD, the ensemble and the order of accuracies', '', 'when scaled', 'differs', 'accuracy: '),
  ('VR-FALD*', 'Table 7', 1, 'SGLD and VR-FALD*, as in Table 4', '', 'when scaled', 'in trend', 'VR-FALD* less SGLD: '),
  ('VR-FALD*', 'Table 7', 2, 'the rest, as in Table 4', '', 'when scaled', 'differs', 'accuracy: ');
