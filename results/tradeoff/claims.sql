INSERT INTO claim
SELECT 'alike, K = 5: distance over that of K = 1, eps 30', 'mean', 0.65, 1.3, five.total_variation / one.total_variation
FROM run_table five JOIN run_table one USING (study, partition, rho, temp, replicate)
WHERE study = 'tradeoff' AND partition = 'iid' AND temp = 1 AND rho = 0.5 AND five.K = 5 AND one.K = 1;

INSERT INTO claim
SELECT 'what K = ' || many.K || ' adds to the distance, T = ' || temp || ', ' || partition, 'mean', 0, NULL, many.total_variation - one.total_variation
FROM run_table many JOIN run_table one USING (study, partition, rho, temp, replicate)
WHERE study = 'tradeoff' AND rho = 0 AND one.K = 1
  AND (partition = 'iid' AND many.K = 5 AND temp = 100 OR partition = 'dirichlet' AND many.K = 2 AND temp = 1);

INSERT INTO claim
SELECT 'K = 1: the two partitions differ by', 'each', -1e-12, 1e-12, alike.total_variation - skewed.total_variation
FROM run_table alike JOIN run_table skewed USING (study, K, rho, temp, replicate)
WHERE study = 'tradeoff' AND K = 1 AND alike.partition = 'iid' AND skewed.partition = 'dirichlet';

CREATE TEMP VIEW common AS
SELECT partition, K, temp, replicate, own.total_variation - shared.total_variation AS nearer, shared.eps_spent / own.eps_spent AS eps
FROM run_table shared JOIN run_table own USING (study, partition, K, temp, replicate)
WHERE study = 'tradeoff' AND shared.rho = 0.9 AND own.rho = 0;

INSERT INTO claim
SELECT 'eps with rho = .9 over that with rho = 0', 'each', 2.5, 3.2, eps FROM common
UNION ALL SELECT 'alike, K of 20 and more, T of 30 and more: how much nearer rho = .9 is, K = ' || K || ', T = ' || temp, 'mean', 0, NULL, nearer
FROM common WHERE partition = 'iid' AND K >= 20 AND temp >= 30;

-- bounds: the table bounds.csv, exact numbers.
CREATE TEMP VIEW ratio AS
SELECT iif(bound.K <> '', 'FA-LD', iif(sampler = 'fald', 'FALD', 'VR-FALD*')) AS theorem, rho, temp, p_c, exact.w2 AS exact, bound.w2 AS bound
FROM bounds.bounds bound JOIN bounds.bounds exact USING (sampler, K, p_c, rho, temp)
WHERE bound.number = 'bound' AND exact.number = 'exact';

INSERT INTO claim
SELECT 'theorem over exact W2, ' || theorem, 'each', 31, 2.5e6, bound / exact FROM ratio;

INSERT INTO claim
SELECT 'VR-FALD*, 20 local steps over one: the theorem', 'each', 200, NULL, many.bound / one.bound
FROM ratio many JOIN ratio one USING (theorem, rho, temp) WHERE theorem = 'VR-FALD*' AND many.p_c = '0.05' AND one.p_c = '1'
UNION ALL SELECT 'and the exact W2', 'each', 0.99, 1.03, many.exact / one.exact
FROM ratio many JOIN ratio one USING (theorem, rho, temp) WHERE theorem = 'VR-FALD*' AND many.p_c = '0.05' AND one.p_c = '1';
