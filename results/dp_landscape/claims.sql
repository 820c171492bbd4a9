-- One record, against the server. Without noise eps is infinite.
CREATE TEMP VIEW record AS
SELECT substr(study, 14) AS problem, replicate, eps, iif(data_sampling = 'poisson', 'zero', 'replace') AS relation, accuracy,
       CASE WHEN noise_at = 'step' THEN 'steps' WHEN K = 1 THEN 'one gradient' ELSE 'ten steps' END AS noise
FROM run_table WHERE study IN ('dp_landscape_softmax', 'dp_landscape_network', 'dp_landscape_adult');

-- Noise in ten steps against noise on one gradient.
CREATE TEMP VIEW gain AS
SELECT problem, relation, eps, replicate, steps.accuracy - one.accuracy AS gain
FROM record steps JOIN record one USING (problem, relation, eps, replicate)
WHERE steps.noise = 'steps' AND one.noise = 'one gradient' AND eps < 100;

INSERT INTO claim
SELECT problem || ', ' || relation || ', eps ' || printf('%g', eps) || ': noise in steps is ahead of one gradient by', 'mean', 0, NULL, gain
FROM gain WHERE eps > 1 OR relation = 'zero';

INSERT INTO claim
SELECT problem || ', zero, eps ' || printf('%g', eps) || ': this gain', 'mean', least, most, gain
FROM gain JOIN (SELECT 'softmax' AS problem, 0.011 AS least, 0.035 AS most UNION ALL SELECT 'network', 0.055, 0.093
                UNION ALL SELECT 'adult', 0.0035, 0.0065) USING (problem) WHERE relation = 'zero';

INSERT INTO claim
SELECT problem || ', replace, eps 1: they are equal up to', 'mean', -0.004, 0.01, gain
FROM gain WHERE relation = 'replace' AND eps = 1;

INSERT INTO claim
SELECT problem || ', ' || noisy.relation || ', eps ' || printf('%g', noisy.eps) || ': one gradient loses to noise', 'mean', -0.002,
       iif(problem = 'softmax' AND noisy.relation = 'replace', 0.009, 0.004), free.accuracy - noisy.accuracy
FROM record free JOIN record noisy USING (problem, noise, replicate)
WHERE noise = 'one gradient' AND free.eps > 100 AND noisy.eps BETWEEN 2 AND 10;

INSERT INTO claim
SELECT 'network, eps 1: one gradient is below itself at eps 2 by', 'mean', 0.005, 0.05, two.accuracy - one.accuracy
FROM record one JOIN record two USING (problem, relation, noise, replicate)
WHERE problem = 'network' AND noise = 'one gradient' AND one.eps = 1 AND two.eps = 2;

INSERT INTO claim
SELECT problem || ', eps ' || printf('%g', eps) || ': noise on the sum of ten steps is behind one gradient by', 'mean', iif(problem = 'adult', 0, 0.02),
       iif(problem = 'adult', 0.006, 0.07), one.accuracy - ten.accuracy
FROM record one JOIN record ten USING (problem, relation, eps, replicate)
WHERE one.noise = 'one gradient' AND ten.noise = 'ten steps';

INSERT INTO claim
SELECT problem || ': zero at eps ' || printf('%g', narrow.eps) || ' is ahead of replace at eps ' || printf('%g', wide.eps) || ' by', 'mean', -0.0005, 0.005,
       narrow.accuracy - wide.accuracy
FROM record narrow JOIN record wide USING (problem, noise, replicate)
WHERE problem IN ('softmax', 'network') AND noise = 'steps' AND narrow.relation = 'zero' AND wide.relation = 'replace'
  AND (narrow.eps = 2 AND wide.eps = 5 OR narrow.eps = 5 AND wide.eps = 10);

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
