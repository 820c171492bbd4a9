-- One whole client.
CREATE TEMP VIEW client AS
SELECT replicate, eps, accuracy,
       CASE WHEN noise_by = 'clients' THEN 'noise of clients' WHEN client_sampling = 'cyclic' THEN 'turns, ' || correlation
            WHEN client_sampling = 'poisson' THEN 'Poisson' ELSE 'fixed size' END AS way
FROM run_table WHERE study = 'dp_landscape_clients.tuned';

INSERT INTO claim
WITH range(way, eps, least, most) AS (
  VALUES ('turns, banded', 1, 0.005, 0.014), ('turns, banded', 3, -0.004, 0.003), ('turns, banded', 10, -0.005, 0),
         ('turns, tree', 1, 0.03, 0.045), ('turns, tree', 3, 0.005, 0.017), ('turns, tree', 10, -0.004, 0.004),
         ('turns, none', 1, 0.05, 0.07), ('turns, none', 3, 0.015, 0.025), ('turns, none', 10, 0.002, 0.007),
         ('fixed size', 1, 0.018, 0.03), ('fixed size', 3, 0.008, 0.017), ('fixed size', 10, 0.005, 0.01),
         ('noise of clients', 1, 0.55, 0.75), ('noise of clients', 3, 0.25, 0.35), ('noise of clients', 10, 0.08, 0.12))
SELECT 'clients, eps ' || printf('%g', eps) || ': Poisson sampling is ahead of ' || other.way || ' by', 'mean', least, most,
       poisson.accuracy - other.accuracy
FROM client poisson JOIN client other USING (eps, replicate) JOIN range USING (eps)
WHERE poisson.way = 'Poisson' AND other.way = range.way;

INSERT INTO claim
SELECT 'clients, eps ' || printf('%g', eps) || ': BLT noise is ahead of banded noise by', 'mean', -0.001, 0.001,
       blt.accuracy - banded.accuracy
FROM client blt JOIN client banded USING (eps, replicate) WHERE blt.way = 'turns, blt' AND banded.way = 'turns, banded';
