-- One whole client.
CREATE TEMP VIEW client AS
SELECT replicate, eps, accuracy,
       CASE WHEN noise_by = 'clients' THEN 'noise of clients' WHEN client_sampling = 'cyclic' THEN 'turns, ' || correlation
            WHEN client_sampling = 'poisson' THEN 'Poisson' ELSE 'fixed size' END AS way
FROM run_table WHERE study = 'dp_landscape_clients';

INSERT INTO claim
WITH range(way, eps, least, most) AS (
  VALUES ('turns, banded', 1, 0, 0.005), ('turns, banded', 2, -0.003, 0.003), ('turns, banded', 5, -0.007, 0), ('turns, banded', 10, -0.005, 0),
         ('turns, tree', 1, 0.015, 0.03), ('turns, tree', 10, -0.005, 0.005),
         ('turns, none', 1, 0.02, 0.04), ('turns, none', 2, 0, NULL), ('turns, none', 5, 0, NULL), ('turns, none', 10, 0, 0.008),
         ('fixed size', 1, 0.008, 0.018), ('fixed size', 2, 0, NULL), ('fixed size', 5, 0, NULL), ('fixed size', 10, 0, 0.012),
         ('noise of clients', 1, 0.35, 0.5), ('noise of clients', 2, 0.2, NULL), ('noise of clients', 5, 0.06, NULL),
         ('noise of clients', 10, 0.03, 0.06))
SELECT 'clients, eps ' || printf('%g', eps) || ': Poisson sampling is ahead of ' || other.way || ' by', 'mean', least, most,
       poisson.accuracy - other.accuracy
FROM client poisson JOIN client other USING (eps, replicate) JOIN range USING (eps)
WHERE poisson.way = 'Poisson' AND other.way = range.way;

INSERT INTO claim
SELECT 'clients, eps ' || printf('%g', eps) || ': BLT noise is ahead of banded noise by', 'mean', iif(eps = 10, 0, -0.002), 0.002,
       blt.accuracy - banded.accuracy
FROM client blt JOIN client banded USING (eps, replicate) WHERE blt.way = 'turns, blt' AND banded.way = 'turns, banded';

-- One record of the same clients.
INSERT INTO claim
SELECT 'one record, eps 1, ' || adversary || ': a whole client behind a trusted server is ahead by', 'mean', iif(adversary = 'server', 0.5, 0.2),
       iif(adversary = 'server', 0.7, 0.3), client.accuracy - record.accuracy
FROM run_table record JOIN client USING (eps, replicate)
WHERE record.study = 'dp_landscape_records' AND eps = 1 AND client.way = 'Poisson';
