-- Bits that ULA needs over those of QLSD++ with a quantiser and of ELF with the largest coordinates, at the same variance bias: that of ULA is
-- proportional to its step, and so its bits to the inverse. Both chains have the same Langevin noise,
-- so that their simulated biases differ by what messages add; five problems are the replicates.
CREATE TEMP VIEW pairs AS
WITH ranked AS (
  SELECT *, dense_rank() OVER (PARTITION BY replicate ORDER BY step DESC) AS place
  FROM run_table WHERE study = 'compressed_langevin_quantised')
SELECT q.sampler, q.levels, q.keep, q.place, u.bits_up / q.bits_up AS up, (u.bits_up + u.bits_down) / (q.bits_up + q.bits_down) AS both_ways,
       u.exact_variance_bias / (u.exact_variance_bias + q.variance_bias - u.variance_bias) AS share
FROM ranked q JOIN ranked u USING (replicate, place)
WHERE q.sampler <> 'qlsd' AND u.sampler = 'qlsd';

INSERT INTO claim
SELECT 'four levels, half of the longest step: times the bits up of ULA', 'mean', 4, 6.6, up * share FROM pairs WHERE levels = 4 AND place = 1;
INSERT INTO claim
SELECT 'four levels, a quarter: times the bits up of ULA', 'mean', 4.8, 7, up * share FROM pairs WHERE levels = 4 AND place = 2;
INSERT INTO claim
SELECT 'four levels, a quarter: times the bits both ways of ULA', 'mean', 1.2, 1.9, both_ways * share FROM pairs WHERE levels = 4 AND place = 2;
INSERT INTO claim
SELECT 'four levels: times the bits both ways of ULA', 'each', 1, NULL, both_ways * share FROM pairs WHERE levels = 4;
INSERT INTO claim
SELECT 'one level, half of the longest step: times the bits both ways of ULA', 'each', NULL, 1, both_ways * share FROM pairs WHERE levels = 1 AND place = 1;
INSERT INTO claim
SELECT 'largest coordinates with error feedback, at most a half kept: times the bits up of ULA', 'each', NULL, 1.85, up * share FROM pairs WHERE sampler = 'elf';
INSERT INTO claim
SELECT 'half of the coordinates with error feedback: times the bits up of ULA', 'mean', 1.5, 1.65, up * share FROM pairs WHERE sampler = 'elf' AND keep = 0.5;
