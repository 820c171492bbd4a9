-- For every bandwidth and eps: the mean squared distance of every method (with a 95 % interval over ten
-- replicates), the method with the least, and in brackets those that a paired comparison does not tell apart from the best
-- (5 % level, nothing corrected).
WITH logs AS (
  SELECT CAST(bits AS INTEGER) AS bits, CAST(eps AS REAL) AS eps, method, CAST(replicate AS INTEGER) AS replicate,
         CAST(distance AS REAL) AS value, K, clip, step, rounds, temp
  FROM curve WHERE method <> 'FA-LD, mean alone'),
means AS (
  SELECT bits, eps, method, avg(value) AS mean, K, clip, step, rounds, temp,
         2.262 * sqrt(max(avg(value * value) - avg(value) * avg(value), 0) / 9) AS half
  FROM logs GROUP BY bits, eps, method),
ranked AS (SELECT *, row_number() OVER (PARTITION BY bits, eps ORDER BY mean) AS place FROM means),
losses AS (
  SELECT b.bits, b.eps, a.method, avg(a.value - first.value) AS mean,
         2.262 * sqrt(max(avg((a.value - first.value) * (a.value - first.value))
           - avg(a.value - first.value) * avg(a.value - first.value), 0) / 9) AS half
  FROM ranked b JOIN logs first USING (bits, eps, method) JOIN logs a USING (bits, eps, replicate)
  WHERE b.place = 1 AND a.method <> b.method GROUP BY b.bits, b.eps, a.method),
level AS (
  SELECT bits, eps, group_concat(method, ', ') AS others FROM losses WHERE mean <= half GROUP BY bits, eps)
SELECT bits AS "bits a client", rtrim(rtrim(printf('%.1f', eps), '0'), '.') AS eps,
       max(iif(place = 1, method, '')) || coalesce(' (' || max(others) || ')', '') AS "nearest (level)",
       max(iif(method = 'FA-LD, draws', printf('%.2g ± %.2g', mean, half), '')) AS "FA-LD",
       max(iif(method = 'FedAvg', printf('%.2g ± %.2g', mean, half), '')) AS FedAvg,
       max(iif(method = 'FedPAQ', printf('%.2g ± %.2g', mean, half), '')) AS FedPAQ,
       max(iif(method = 'SCAFFOLD', printf('%.2g ± %.2g', mean, half), '')) AS SCAFFOLD,
       printf('%.2g', floor) AS "floor",
       max(iif(method = 'FA-LD, draws', 'K ' || K || ', h ' || step || ', clip ' || printf('%g', clip) || ', T ' || printf('%.2g', temp), '')) AS "chosen for FA-LD",
       max(iif(method = 'FedAvg', 'K ' || K || ', h ' || printf('%.1g', step) || ', clip ' || printf('%g', clip), '')) AS "chosen for FedAvg"
FROM ranked LEFT JOIN level USING (bits, eps) JOIN (SELECT CAST(eps AS REAL) AS eps, CAST(floor AS REAL) AS floor FROM reference) USING (eps)
GROUP BY ranked.bits, ranked.eps ORDER BY ranked.bits, ranked.eps
