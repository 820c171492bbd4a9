-- Clip and rate (a multiple of the clip) that `skald tune` chose for every way to protect a client and every eps,
-- from the grid that it wrote. Smaller values (≤), larger ones (≥) or both (~) are not ruled out by a test.
WITH entries AS (
  SELECT value AS entry, json_extract(value, '$.when') AS setting
  FROM studies JOIN json_each(document, '$.tuned') WHERE name = 'dp_landscape_clients.tuned'),
chosen AS (
  SELECT json_extract(setting, '$."sampler.client_sampling"') || ', ' || json_extract(setting, '$."sampler.correlation"')
           || ', noise by ' || json_extract(setting, '$."sampler.noise_by"') AS way,
         json_extract(setting, '$."privacy.eps"') AS eps,
         json_extract(entry, '$.option') = 'sampler.lr' AS is_rate,
         CASE json_extract(entry, '$.below') || json_extract(entry, '$.above')
           WHEN 'insideinside' THEN '' WHEN 'insideopen' THEN '≥ ' WHEN 'openinside' THEN '≤ ' ELSE '~ ' END
           || replace(replace(json_extract(entry, '$.value'), '= ', ''), ' * ( clip)', '') AS value
  FROM entries),
both AS (
  SELECT way, eps, max(iif(is_rate, NULL, value)) || '; ' || max(iif(is_rate, value, NULL)) || ' clip' AS choice
  FROM chosen GROUP BY way, eps)
SELECT way AS "clip; rate",
       max(iif(eps = 1, choice, NULL)) AS "eps 1",
       max(iif(eps = 3, choice, NULL)) AS "eps 3",
       max(iif(eps = 10, choice, NULL)) AS "eps 10"
FROM both GROUP BY way ORDER BY way
