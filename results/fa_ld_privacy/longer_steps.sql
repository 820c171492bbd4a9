-- Settings that are paired by replicate.
CREATE TEMP VIEW paired AS
SELECT temp, replicate, max(total_variation) FILTER (WHERE step = 5e-4) AS short, max(total_variation) FILTER (WHERE step = 1.25e-3) AS long,
       max(eps_spent) FILTER (WHERE step = 1.25e-3) / max(eps_spent) FILTER (WHERE step = 5e-4) AS eps,
       max(bits_up) FILTER (WHERE step = 1.25e-3) / max(bits_up) FILTER (WHERE step = 5e-4) AS bits
FROM run_table WHERE study = 'fa_ld_privacy_attack' AND eps_spent IS NOT NULL GROUP BY temp, replicate;

INSERT INTO claim SELECT 'eps of steps of 1.25e-3 over that of 5e-4, against an observer of averages', 'each', 0.999999, 1.000001, eps FROM paired;
INSERT INTO claim SELECT 'uploads of steps of 1.25e-3 over those of 5e-4', 'each', 0.399999, 0.400001, bits FROM paired;
INSERT INTO claim
SELECT 'total variation of steps of 1.25e-3 minus that of 5e-4, in units of the latter''s mean, T = ' || temp, 'mean', -0.5, 0.5,
       (long - short) / (SELECT avg(short) FROM paired WHERE temp = p.temp)
FROM paired p;
