-- The first figure: every replicate of the methods that it shows, as tuned for distance, a panel for
-- each problem and bandwidth.
WITH shown(method, name) AS (VALUES
  ('public guess, averaged, unaware', 'averaged descent, public width'), ('public guess, unaware', 'descent, public width'),
  ('Laplace, unaware', 'Laplace'), ('Laplace, averaged, unaware', 'averaged descent, noisy curvature'),
  ('FALD', 'FALD'), ('FALD''s mean, public width', 'FALD''s mean, public width'),
  ('QLSD', 'QLSD'), ('noisy statistics', 'noisy statistics'), ('DP-PVI', 'DP-PVI'))
SELECT problem || ', ' || bits AS panel, name AS method, eps + 0 AS eps, replicate, distance + 0 AS distance
FROM curve JOIN shown USING (method)
WHERE setting = 'tuned' AND (method <> 'DP-PVI' OR problem = 'whole clients')
  AND (method <> 'Laplace, averaged, unaware' OR problem IN ('Adult', 'softmax'))
ORDER BY panel, method, eps + 0, replicate
