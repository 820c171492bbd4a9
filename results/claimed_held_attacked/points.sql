-- Marks of every method: the eps that its paper claims, the one that holds and the one that an attack
-- shows at least (none where it shows nothing).
WITH audited AS (
  SELECT *,
         CASE WHEN eps = 1 OR temp = 10 OR noise_multiplier > 1 THEN 'much noise' ELSE 'little noise' END AS noise,
         CASE WHEN noise_units = 'gradient' THEN 1 WHEN noise_units = 'model' THEN 2
              WHEN sampler = 'fedpaq_private' THEN 3 WHEN sampler = 'fa_ld' THEN 4
              WHEN sampler = 'scaffold' THEN 7 WHEN noise_at = 'step' THEN 6
              WHEN r.unit = 'client' THEN 8 ELSE 5 END AS place
  FROM run_table r JOIN audits USING (study, cell)
  WHERE study = 'claimed_held_attacked' AND replicate = 0 AND r.rounds = 10),
names(place, method) AS (VALUES
  (1, 'DP-FedAvg, gradient'), (2, 'DP-FedAvg, model'), (3, 'private FedPaq'), (4, 'FA-LD'),
  (5, 'FedAvg, uploads'), (6, 'FedAvg, steps'), (7, 'SCAFFOLD, steps'), (8, 'FedAvg, clients')),
marks AS (
  SELECT place, noise, 'claimed by its paper' AS what, published_claim AS eps FROM audited
  UNION ALL SELECT place, noise, 'holds (account)', claimed_for_run FROM audited
  UNION ALL SELECT place, noise, 'shown by an attack', nullif(shown, 0) FROM audited)
SELECT method, noise, what, eps FROM marks JOIN names USING (place)
WHERE eps IS NOT NULL ORDER BY noise, place, what
