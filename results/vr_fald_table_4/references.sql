-- Agreement and total variation between the HMC references of every two replicates: the same
-- posterior, since the rows are the same, with random numbers of their own. A stored predictive
-- average is two integers (classes, test rows) and then, test row by test row, the probabilities as
-- little-endian doubles; ieee754_from_blob is one of sqlite3's own program.
WITH RECURSIVE
averages AS (
  SELECT r.replicate, a.content FROM artifacts a JOIN runs r ON r.id = a.run
  WHERE a.name = 'predictive_average'),
places(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM places WHERE i < 10 * 2000 - 1),
bytes AS (SELECT replicate, i / 10 AS test_row, i % 10 AS class, substr(content, 17 + 8 * i, 8) AS b
          FROM averages, places),
p AS MATERIALIZED (
  SELECT replicate, test_row, class,
         ieee754_from_blob(CAST(substr(b, 8, 1) || substr(b, 7, 1) || substr(b, 6, 1) || substr(b, 5, 1) ||
                                substr(b, 4, 1) || substr(b, 3, 1) || substr(b, 2, 1) || substr(b, 1, 1)
                                AS BLOB)) AS probability
  FROM bytes),
top AS MATERIALIZED (
  SELECT replicate, test_row, class, max(probability) FROM p GROUP BY replicate, test_row),
distances AS (
  SELECT x.replicate AS first, y.replicate AS second,
         sum(abs(x.probability - y.probability)) / 2 / 2000 AS total_variation,
         sum(x.probability) / 2000 AS mass
  FROM p x JOIN p y ON y.test_row = x.test_row AND y.class = x.class AND y.replicate > x.replicate
  GROUP BY 1, 2),
agreements AS (
  SELECT x.replicate AS first, y.replicate AS second, avg(x.class = y.class) AS agreement
  FROM top x JOIN top y ON y.test_row = x.test_row AND y.replicate > x.replicate
  GROUP BY 1, 2)
SELECT d.first, d.second, agreement, total_variation, mass
FROM distances d JOIN agreements a ON a.first = d.first AND a.second = d.second ORDER BY 1, 2;
