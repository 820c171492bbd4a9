-- For every problem, bandwidth and eps: the geometric mean of each method's distance (over the posterior's width)
-- and in brackets its coverage, where draws are independent, or nearly. First the nearest of the tuned ones, and those
-- that a paired comparison of logarithms does not tell apart from it (5 % level, nothing corrected). Forty
-- replicates: t = 2.023; twenty (Adult, softmax): 2.093.
WITH runs AS (
  SELECT problem, setting, bits, eps + 0 AS eps, method, CAST(replicate AS INTEGER) AS replicate, ln(distance) AS value,
         nullif(coverage, '') + 0 AS coverage
  FROM curve WHERE status = 'ok'),
means AS (
  SELECT problem, setting, bits, eps, method, avg(value) AS mean, avg(coverage) AS coverage
  FROM runs GROUP BY problem, setting, bits, eps, method),
ranked AS (
  SELECT *, row_number() OVER (PARTITION BY problem, bits, eps ORDER BY mean) AS place FROM means WHERE setting = 'tuned'),
losses AS (
  SELECT f.problem, f.bits, f.eps, a.method, avg(a.value - b.value) AS mean,
         iif(count(*) > 20, 2.023, 2.093) * sqrt(max(avg((a.value - b.value) * (a.value - b.value))
           - avg(a.value - b.value) * avg(a.value - b.value), 0) / (count(*) - 1)) AS half
  FROM ranked f JOIN runs b USING (problem, setting, bits, eps, method) JOIN runs a USING (problem, setting, bits, eps, replicate)
  WHERE f.place = 1 AND a.method <> f.method GROUP BY f.problem, f.bits, f.eps, a.method),
level AS (
  SELECT problem, bits, eps, group_concat(method, ', ') AS others FROM losses WHERE mean <= half GROUP BY problem, bits, eps),
nearest AS (
  SELECT problem, bits, eps, method || coalesce(' (level: ' || others || ')', '') AS nearest
  FROM ranked LEFT JOIN level USING (problem, bits, eps) WHERE place = 1)
SELECT problem, bits, eps, nearest,
  max(iif(method = 'Laplace' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "Laplace",
  max(iif(method = 'Laplace, unaware' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "unaware",
  max(iif(method = 'Laplace, averaged, unaware' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "averaged, unaware",
  max(iif(method = 'Laplace, averaged' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "averaged",
  max(iif(method = 'Laplace' AND setting = 'whole', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "whole",
  max(iif(method = 'Laplace, averaged' AND setting = 'whole', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "averaged, whole",
  max(iif(method = 'public guess' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "public guess",
  max(iif(method = 'public guess, unaware' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "unaware ",
  max(iif(method = 'public guess, averaged, unaware' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "averaged, unaware ",
  max(iif(method = 'public guess, averaged' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "averaged ",
  max(iif(method = 'public guess' AND setting = 'whole', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "whole ",
  max(iif(method = 'public guess, averaged' AND setting = 'whole', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "averaged, whole ",
  max(iif(method = 'noisy statistics' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "noisy statistics",
  max(iif(method = 'noisy statistics, public law' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "public law",
  max(iif(method = 'noisy statistics' AND setting = 'whole', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "whole  ",
  max(iif(method = 'FALD' AND setting = 'tuned', printf('%.2f', exp(mean)), '')) AS "FALD",
  max(iif(method = 'FALD''s mean, public width' AND setting = 'tuned', printf('%.2f', exp(mean)), '')) AS "its mean, public width",
  max(iif(method = 'VR-FALD*' AND setting = 'tuned', printf('%.2f', exp(mean)), '')) AS "VR-FALD*",
  max(iif(method = 'Scaffnew-Langevin' AND setting = 'tuned', printf('%.2f', exp(mean)), '')) AS "Scaffnew",
  max(iif(method = 'QLSD' AND setting = 'tuned', printf('%.2f', exp(mean)), '')) AS "QLSD",
  max(iif(method = 'DP-PVI' AND setting = 'tuned', printf('%.2f', exp(mean)) || iif(coverage IS NULL, '', printf(' (%.2f)', coverage)), '')) AS "DP-PVI"
FROM means JOIN nearest USING (problem, bits, eps)
GROUP BY problem, bits, eps ORDER BY problem, bits DESC, eps
