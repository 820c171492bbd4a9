-- bounds: the table of figure_1.csv, where the accuracies eps stand for replicates. Iterations over
-- physical time are without their logarithm.
INSERT INTO claim
SELECT 'control variates save a constant factor of communications, sqrt(1 + H b / d) = 10.05', 'each', 10.04, 10.06,
       max(number + 0) FILTER (WHERE variant = 'FALD') / max(number + 0) FILTER (WHERE variant = 'VR-FALD*')
FROM bounds WHERE bound LIKE '(A)%' GROUP BY eps;

INSERT INTO claim
SELECT 'the physical times of both have the ratio 1', 'each', 0.999, 1.001,
       max(time + 0) FILTER (WHERE variant = 'FALD') / max(time + 0) FILTER (WHERE variant = 'VR-FALD*')
FROM bounds WHERE bound LIKE '(A)%' GROUP BY eps;

INSERT INTO claim
SELECT 'iterations of FALD are proportional to 1 / eps^2, up to logarithms', 'each', 10, 12,
       number / time * eps * eps
FROM bounds WHERE bound LIKE '(B)%' AND variant = 'FALD';

INSERT INTO claim
SELECT 'iterations of VR-FALD* are proportional to 1 / eps, up to logarithms', 'each', 3.5, 4.1,
       number / time * eps
FROM bounds WHERE bound LIKE '(B)%' AND variant = 'VR-FALD*';

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('VR-FALD*', 'Fig. 1a, left', 1, '', '', 'yes', 'reproduced', 'control variates save a constant factor of communications'),
  ('VR-FALD*', 'Fig. 1a, middle', 1, '', '', 'yes', 'reproduced', 'the physical times of both have the ratio 1'),
  ('VR-FALD*', 'Fig. 1a, right', 1, '', '', 'yes', 'reproduced', 'control variates save a constant factor of communications'),
  ('VR-FALD*', 'Fig. 1b, left', 1, '', '', 'yes', 'reproduced', 'are proportional to 1 / eps'),
  ('VR-FALD*', 'Fig. 1b, middle', 1, '', '', 'yes', 'reproduced', 'are proportional to 1 / eps'),
  ('VR-FALD*', 'Fig. 1b, right', 1, '', '', 'yes', 'in trend', 'are proportional to 1 / eps');
