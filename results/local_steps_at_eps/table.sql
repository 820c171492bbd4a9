-- For every problem: at equal bits (a number of rounds) the best K, with those that a paired comparison
-- does not tell apart from it (5 % level, ten replicates, nothing corrected), and its accuracy; then the same over all.
WITH runs AS (SELECT model, noise, clients, rounds + 0 AS rounds, K + 0 AS K, replicate, accuracy + 0 AS accuracy FROM curve),
choices AS (
  SELECT rounds AS bits, CAST(K AS TEXT) AS name, * FROM runs
  UNION ALL SELECT 0, K || ' x ' || rounds, * FROM runs),
means AS (
  SELECT model, noise, clients, bits, name, avg(accuracy) AS mean,
         2.262 * sqrt(max(avg(accuracy * accuracy) - avg(accuracy) * avg(accuracy), 0) / 9) AS half
  FROM choices GROUP BY model, noise, clients, bits, name),
best AS (
  SELECT *, row_number() OVER (PARTITION BY model, noise, clients, bits ORDER BY mean DESC) AS place FROM means),
losses AS (
  SELECT b.model, b.noise, b.clients, b.bits, a.name AS other, first.accuracy - a.accuracy AS loss
  FROM best b
    JOIN choices first USING (model, noise, clients, bits, name)
    JOIN choices a USING (model, noise, clients, bits, replicate)
  WHERE b.place = 1 AND a.name <> b.name),
level AS (
  SELECT model, noise, clients, bits, group_concat(other, ', ') AS others FROM (
    SELECT *, avg(loss) AS mean, avg(loss * loss) - avg(loss) * avg(loss) AS variance FROM losses
    GROUP BY model, noise, clients, bits, other)
  WHERE mean <= 2.262 * sqrt(max(variance, 0) / 9) GROUP BY model, noise, clients, bits),
shown AS (
  SELECT *, name || coalesce(' (' || others || ')', '') || ': ' || substr(printf('%.3f', mean), 2) || ' ± '
              || substr(printf('%.3f', half), 2) AS text
  FROM best LEFT JOIN level USING (model, noise, clients, bits) WHERE place = 1)
SELECT model, noise AS "noise at", clients,
       max(iif(bits = 5, text, '')) AS "K at 5 rounds", max(iif(bits = 20, text, '')) AS "K at 20 rounds",
       max(iif(bits = 80, text, '')) AS "K at 80 rounds", max(iif(bits = 0, text, '')) AS "K x rounds, free"
FROM shown GROUP BY model, noise, clients ORDER BY model DESC, noise, clients
