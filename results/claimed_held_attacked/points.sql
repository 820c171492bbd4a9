-- Marks of every method: the eps that its paper claims, the one that holds and the one that an attack
-- shows at least. An axis of logarithms has no 0: an attack that shows nothing has a mark of its own
-- below all others.
WITH audited AS (
  SELECT *,
         CASE WHEN eps = 1 OR temp = 10 OR noise_multiplier > 1 THEN 'much noise' ELSE 'little noise' END AS noise,
         CASE WHEN noise_units = 'gradient' THEN 1 WHEN noise_units = 'model' THEN 2
              WHEN sampler = 'fedpaq_private' THEN iif(r.rounds = 1, 3, 4) WHEN sampler = 'fa_ld' THEN 5
              WHEN sampler = 'scaffold' THEN 8 WHEN noise_at = 'step' THEN 7
              WHEN r.unit = 'client' THEN 9 ELSE 6 END AS place
  FROM run_table r JOIN audits USING (study, cell)
  WHERE study = 'claimed_held_attacked' AND replicate = 0),
names(place, method) AS (VALUES
  (1, 'DP-FedAvg, gradient'), (2, 'DP-FedAvg, model'), (3, 'FedPaq, one round'), (4, 'FedPaq, ten rounds'),
  (5, 'FA-LD'), (6, 'FedAvg, uploads'), (7, 'FedAvg, steps'), (8, 'SCAFFOLD, steps'), (9, 'FedAvg, clients')),
marks AS (
  SELECT place, noise, 'claimed by its paper' AS what, published_claim AS eps FROM audited
  UNION ALL SELECT place, noise, 'holds (account)', claimed_for_run FROM audited
  UNION ALL SELECT place, noise, iif(shown > 0, 'shown by an attack', 'an attack shows 0'), iif(shown > 0, shown, 0.01) FROM audited)
SELECT method, noise, what, eps FROM marks JOIN names USING (place)
WHERE eps IS NOT NULL ORDER BY noise, place, what
