-- The second figure: coverage of methods whose draws are independent, or nearly, by setting.
WITH shown(method, setting, name) AS (VALUES
  ('Laplace', 'tuned', 'Laplace, tuned for distance'), ('Laplace', 'whole', 'Laplace, whole clips'),
  ('Laplace, averaged, unaware', 'tuned', 'averaged, tuned for distance'),
  ('Laplace, averaged', 'tuned', 'averaged and aware, tuned for distance'),
  ('Laplace, averaged', 'whole', 'averaged and aware, whole clips'),
  ('noisy statistics', 'tuned', 'noisy statistics, tuned for distance'),
  ('noisy statistics', 'whole', 'noisy statistics, whole clips'), ('DP-PVI', 'tuned', 'DP-PVI'))
SELECT problem AS panel, name AS method, eps + 0 AS eps, replicate, coverage + 0 AS coverage
FROM curve JOIN shown USING (method, setting)
WHERE bits = '20 kbit' AND coverage <> '' AND (method <> 'DP-PVI' OR problem = 'whole clients')
ORDER BY panel, method, eps + 0, replicate
