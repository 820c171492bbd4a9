-- h n is step * 1760; of the chains with momentum, step and friction are in units of 1 / sqrt(n) and
-- sqrt(n): epsilon is step * 41.952, friction is over 41.952. Two runs of the same law are .042 to
-- .052 apart in W2.
CREATE TEMP VIEW league AS
SELECT sampler, partition, replicate, status, round(step * 1760, 4) AS hn, round(step * 41.952, 3) AS epsilon,
       round(friction / 41.952, 2) AS friction, reference_run_w2_empirical AS w2, ess,
       ess / bits_up AS per_bit_up, ess / (bits_up + bits_down) AS per_bit
FROM run_table WHERE study = 'league_samplers';

INSERT INTO claim
SELECT sampler || ' at h = 2/n is near the floor of W2, ' || partition, 'mean', NULL, 0.057, w2
FROM league WHERE sampler IN ('qlsd_star', 'ula') AND hn = 2;

INSERT INTO claim
SELECT sampler || ' at h = 1/n is at the floor of W2, ' || partition, 'mean', NULL, 0.054, w2
FROM league WHERE sampler IN ('qlsd_star', 'qlsd_pp', 'ula') AND hn = 1;

INSERT INTO claim
SELECT sampler || ' at h = 4/n is not, ' || partition, 'mean', 0.053, NULL, w2
FROM league WHERE sampler IN ('qlsd_star', 'qlsd_pp') AND hn = 4;

INSERT INTO claim
WITH compared(text, a, a_hn, b, b_hn, b_epsilon, partition, least, most) AS (VALUES
  ('clients alike: draws of QLSD* at 2/n over those of BAOAB at .125', 'qlsd_star', 2, 'baoab', NULL, 0.125, 'iid', 4, NULL),
  ('clients alike: draws of QLSD* at 2/n over those of VR-FALD* at 1/(2 n)', 'qlsd_star', 2, 'vr_fald', 0.5, NULL, 'iid', 6, NULL),
  ('skewed labels: draws of QLSD* at 2/n over those of VR-FALD* at 1/(4 n)', 'qlsd_star', 2, 'vr_fald', 0.25, NULL, 'dirichlet', 12, NULL),
  ('skewed labels: draws of QLSD++ at 1/n over those of VR-FALD* at 1/(4 n)', 'qlsd_pp', 1, 'vr_fald', 0.25, NULL, 'dirichlet', 5, NULL),
  ('skewed labels: draws of VR-FALD* at 1/(4 n) over those of BAOAB at .03125', 'vr_fald', 0.25, 'baoab', NULL, 0.031, 'dirichlet', 1, 1.6),
  ('skewed labels: draws of VR-FALD* at 1/(4 n) over those of FALD at 1/(128 n)', 'vr_fald', 0.25, 'fald', 0.0078, NULL, 'dirichlet', 6, NULL))
SELECT text, 'mean', least, most, x.ess / y.ess
FROM compared c JOIN league x ON x.sampler = a AND x.hn = a_hn AND x.partition = c.partition
  JOIN league y ON y.sampler = b AND (y.hn = b_hn OR y.epsilon = b_epsilon AND y.friction = 0.5) AND y.partition = c.partition
               AND y.replicate = x.replicate;

INSERT INTO claim
SELECT 'skewed labels: draws per bit up, QLSD* at 2/n over VR-FALD* at 1/(4 n)', 'mean', 4, NULL, q.per_bit_up / v.per_bit_up
FROM league q JOIN league v USING (partition, replicate)
WHERE partition = 'dirichlet' AND q.sampler = 'qlsd_star' AND q.hn = 2 AND v.sampler = 'vr_fald' AND v.hn = 0.25;

INSERT INTO claim
SELECT 'skewed labels: draws per bit both ways, ' || q.sampler || ' over VR-FALD* at 1/(4 n)', 'mean', iif(q.sampler = 'qlsd_star', 2, 1), NULL,
       q.per_bit / v.per_bit
FROM league q JOIN league v USING (partition, replicate)
WHERE partition = 'dirichlet' AND v.sampler = 'vr_fald' AND v.hn = 0.25
  AND (q.sampler = 'qlsd_star' AND q.hn = 2 OR q.sampler = 'qlsd_pp' AND q.hn = 1);

INSERT INTO claim
SELECT 'skewed labels: BAOAB at .03125 is at the floor', 'mean', NULL, 0.054, w2
FROM league WHERE partition = 'dirichlet' AND sampler = 'baoab' AND epsilon = 0.031 AND friction = 0.5;

INSERT INTO claim
SELECT 'skewed labels: BAOAB is off it above .1, at ' || epsilon, 'mean', 0.053, NULL, w2
FROM league WHERE partition = 'dirichlet' AND sampler = 'baoab' AND epsilon > 0.1;

INSERT INTO claim
SELECT 'skewed labels: ' || sampler || ' is off the floor at h n = ' || hn, 'mean', 0.053, NULL, w2
FROM league WHERE partition = 'dirichlet' AND sampler IN ('fa_ld', 'dsgld', 'fsgld') AND status = 'ok';

INSERT INTO claim
SELECT 'clients alike: FA-LD with half of the clients is off the floor at h n = ' || hn, 'mean', 0.053, NULL, w2
FROM league WHERE partition = 'iid' AND sampler = 'fa_ld';

INSERT INTO claim
SELECT 'skewed labels: FALD is off the floor above h n = .06, at h n = ' || hn, 'mean', 0.053, NULL, w2
FROM league WHERE partition = 'dirichlet' AND sampler = 'fald' AND hn > 0.06;

INSERT INTO claim
SELECT 'SGNHT at .25 is at the floor, ' || partition, 'mean', NULL, 0.052, w2 FROM league WHERE sampler = 'sgnht' AND epsilon = 0.25;

INSERT INTO claim
SELECT 'draws of SGNHT at .25 over those of SGLD at 1/(16 n), ' || a.partition, 'mean', 2.5, NULL, a.ess / b.ess
FROM league a JOIN league b USING (partition, replicate)
WHERE a.sampler = 'sgnht' AND a.epsilon = 0.25 AND b.sampler = 'sgld' AND b.hn = 0.0625;
