-- Exact laws: one replicate, without error.
INSERT INTO claim
SELECT 'simulated minus exact variance where W2 <= .1, in standard errors', 'each', -1, 1,
       (variance_bias - exact_variance_bias) / exact_variance_bias_error
FROM run_table WHERE study = 'compressed_langevin' AND status = 'ok' AND exact_w2 <= 0.1;

CREATE TEMP VIEW law AS
SELECT iif(keep = 1, 'ula', sampler || coalesce(' ' || direction, '')) AS method, keep, exact_w2 AS w2,
       step / max(step) OVER () AS step, bits_up AS up, bits_up + bits_down AS both
FROM run_table WHERE study = 'compressed_langevin' AND status = 'ok' AND exact_w2 < 1e9;

CREATE TEMP VIEW fewest AS
SELECT method, keep, bound, min(up) AS up, min(both) AS both
FROM law JOIN (SELECT 0.1 AS bound UNION SELECT 0.01 UNION SELECT 0.001) ON w2 <= bound GROUP BY method, keep, bound;

INSERT INTO claim
SELECT 'W2 of .1 and .01 (above .005): bits of any mask over those of ULA, up and both ways', 'each', 0.99, NULL,
       min(one.up / ula.up, one.both / ula.both)
FROM fewest one JOIN fewest ula USING (bound) WHERE one.method <> 'ula' AND ula.method = 'ula' AND bound > 0.005;

INSERT INTO claim
SELECT 'W2 of .001: bits ' || way || ' of QLSD++ with half of the coordinates over those of ULA', 'each', least, most,
       iif(way = 'up', one.up / ula.up, one.both / ula.both)
FROM fewest one JOIN fewest ula USING (bound)
JOIN (SELECT 'up' AS way, 0.49 AS least, 0.51 AS most UNION ALL SELECT 'both ways', 0.74, 0.76)
WHERE one.method = 'qlsd_pp' AND one.keep = 0.5 AND ula.method = 'ula' AND bound = 0.001;

INSERT INTO claim
SELECT 'errors up to .1: least bits up of ULA or QLSD++ over those of any other setting, for its error', 'each', NULL, 1,
       (SELECT min(up) FROM law WHERE method IN ('ula', 'qlsd_pp') AND w2 <= other.w2) / other.up
FROM law other WHERE w2 <= 0.1 AND method NOT IN ('ula', 'qlsd_pp');

INSERT INTO claim
SELECT 'error of QLSD', 'each', 0.1, NULL, w2 FROM law WHERE method = 'qlsd';

INSERT INTO claim
SELECT 'bits up of MARINA over those of QLSD++ with as many coordinates', 'each', 1, NULL, marina.up / diana.up
FROM fewest marina JOIN fewest diana USING (keep, bound)
WHERE marina.method = 'marina_langevin' AND diana.method = 'qlsd_pp';

CREATE TEMP VIEW ratio AS
SELECT one.method, one.step, one.w2 / ula.w2 AS w2, one.up / ula.up AS up
FROM law one JOIN law ula USING (step) WHERE one.keep = 0.5 AND ula.method = 'ula';

INSERT INTO claim
SELECT 'half of the coordinates, step ' || step || ': error of ' || method || ' over that of ULA', 'each', column3, column4, w2
FROM ratio JOIN (VALUES (0.25, 'qlsd_pp', 3, 3.6), (0.25, 'elf down', 3, 3.6), (0.25, 'marina_langevin', 4, 4.6), (0.25, 'elf up', 4, 4.6),
  (0.25, 'elf both', 6.8, 7.4), (0.25, 'qlsd', 190, 200), (1 / 32., 'elf up', 3, 3.1), (1 / 32., 'elf down', 3, 3.1), (1 / 32., 'elf both', 5, 5.3))
  ON abs(step - column1) < 1e-6 AND method = column2;

INSERT INTO claim
SELECT 'QLSD++, step ' || step || ': bits times error over those of ULA', 'each', column2 - 0.01, column2 + 0.01, w2 * up
FROM ratio JOIN (VALUES (1 / 8., 0.92), (1 / 16., 0.66), (1 / 32., 0.56)) ON abs(step - column1) < 1e-6 WHERE method = 'qlsd_pp';

INSERT INTO claim
SELECT 'the longest step with a law, with a tenth of the coordinates, over that of ULA: ' || method, 'each', column2, column3, max(step)
FROM law JOIN (VALUES ('elf up', 0.12, 0.13), ('qlsd_pp', 0.06, 0.065)) ON method = column1
WHERE keep = 0.1 GROUP BY method;
