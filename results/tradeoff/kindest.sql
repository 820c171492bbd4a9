CREATE TEMP VIEW ratios AS
SELECT CASE WHEN K <> '' THEN 'FA-LD' WHEN sampler = 'fald' THEN 'FALD' ELSE 'VR-FALD*' END AS theorem, step + 0 AS step,
       max(w2 + 0) FILTER (WHERE number = 'bound') / max(w2 + 0) FILTER (WHERE number = 'exact') AS ratio
FROM kindest WHERE w2 <> '' GROUP BY sampler, K, rho, temp, step, p_c, q_cv;

INSERT INTO claim SELECT 'FALD: the least of bound over exact W2', 'each', 13.3, 13.5, min(ratio) FROM ratios WHERE theorem = 'FALD';
INSERT INTO claim SELECT 'VR-FALD*: the least', 'each', 13.8, 13.9, min(ratio) FROM ratios WHERE theorem = 'VR-FALD*';
INSERT INTO claim SELECT 'FA-LD: the least', 'each', 411, 412, min(ratio) FROM ratios WHERE theorem = 'FA-LD';
