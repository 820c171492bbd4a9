-- Exact stationary laws: all replicates have the same value.
INSERT INTO claim
SELECT 'clients alike, rho = 0: the error at h = 1e-9 over that at 1e-7, all but S = 50 without replacement', 'each', 0.94, 1,
       fine.exact_w2 / coarse.exact_w2
FROM run_table fine JOIN run_table coarse USING (study, alpha, rho, participation, S, replicate)
WHERE study = 'fa_ld_figure_3' AND fine.step = 1e-9 AND coarse.step = 1e-7 AND alpha = 0 AND rho = 0
  AND (participation = 'with_replacement' OR S < 50);

INSERT INTO claim
SELECT 'and with rho = 1', 'each', NULL, 0.04, fine.exact_w2 / coarse.exact_w2
FROM run_table fine JOIN run_table coarse USING (study, alpha, rho, participation, S, replicate)
WHERE study = 'fa_ld_figure_3' AND fine.step = 1e-9 AND coarse.step = 1e-7 AND alpha = 0 AND rho = 1;

INSERT INTO claim
SELECT 'S = 10 without replacement, h = ' || step || ', rho = ' || rho, 'each', column3 - column4, column3 + column4, exact_w2
FROM run_table JOIN (VALUES (1e-8, 0, 0.01355, 0.0001), (1e-9, 0, 0.01355, 0.0001), (1e-8, 1, 0.0003, 0.00005), (1e-9, 1, 0.00004, 5e-6))
  ON step = column1 AND rho = column2
WHERE study = 'fa_ld_figure_3' AND alpha = 0 AND S = 10 AND participation = 'without_replacement';

INSERT INTO claim
SELECT 'unlike clients, S < 50 without replacement: the error at h = 1e-9 over that at 1e-7', 'each', NULL, 0.15,
       fine.exact_w2 / coarse.exact_w2
FROM run_table fine JOIN run_table coarse USING (study, alpha, rho, participation, S, replicate)
WHERE study = 'fa_ld_figure_3' AND fine.step = 1e-9 AND coarse.step = 1e-7 AND alpha = 1 AND participation = 'without_replacement' AND S < 50;

INSERT INTO claim
SELECT 'error of S = 50 without replacement', 'each', NULL, 2e-5, exact_w2
FROM run_table WHERE study = 'fa_ld_figure_3' AND S = 50 AND participation = 'without_replacement';

INSERT INTO claim
SELECT 'clients alike, rho = 0, h = 1e-7: the error with the next larger S over that with S (below 50) = ' || S, 'each', NULL, 0.75, next / exact_w2
FROM (SELECT *, lead(exact_w2) OVER (PARTITION BY participation, replicate ORDER BY S) AS next
      FROM run_table WHERE study = 'fa_ld_figure_3' AND alpha = 0 AND rho = 0 AND step = 1e-7)
WHERE S < 50;

INSERT INTO claim
SELECT 'simulated over exact error, where it is above 1e-3, ' || participation || ', S = ' || S, 'mean', 0.6, 1.5, w2 / exact_w2
FROM run_table
WHERE study = 'fa_ld_figure_3' AND alpha = 0 AND rho = 0 AND step = 1e-7 AND exact_w2 > 1e-3;

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('FA-LD', 'Fig. 3a', 1, '', '', 'yes', 'in trend', 'error of S = 50 without replacement'),
  ('FA-LD', 'Fig. 3b', 1, '', '', 'yes', 'in trend', 'the error with the next larger S over that with S (below 50) = '),
  ('FA-LD', 'Fig. 3c', 1, '', 'of exact stationary values', 'yes', 'in trend', 'the error at h = 1e-9 over that at 1e-7'),
  ('FA-LD', 'Fig. 3d', 1, '', '', 'yes', 'in trend', 'the error with the next larger S over that with S (below 50) = '),
  ('FA-LD', 'Fig. 3e', 1, '', 'of exact stationary values', 'yes', 'in trend', 'the error at h = 1e-9 over that at 1e-7');
