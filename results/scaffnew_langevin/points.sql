-- Every setting that has a law: its exact error, and what a client sends for an effective draw in
-- vectors of 96 bits, the mean over replicates. Bits are those of one of 16 chains, draws of all.
-- An error below .001 counts as .001: BAOAB's is 0 but for rounding, which no logarithm shows.
SELECT CASE WHEN means LIKE '[[1.6216216,-3%' THEN 'alike' WHEN means LIKE '%[14.9%' THEN 'unlike'
            ELSE 'alike, ill-conditioned' END AS problem,
       CASE sampler WHEN 'fald' THEN 'FALD' WHEN 'vr_fald' THEN 'VR-FALD*' WHEN 'baoab' THEN 'BAOAB'
                    ELSE 'Scaffnew-Langevin' END AS method,
       CASE rho WHEN 1 THEN 'common' ELSE 'own' END AS noise, p_c, q_cv, friction, step,
       max(avg(exact_w2), 0.001) AS w2, avg(bits_up * 16 / 4 / 96 / ess) AS vectors
FROM run_table
WHERE study = 'scaffnew_langevin' AND status = 'ok'
GROUP BY cell HAVING count(*) = 5 AND avg(exact_w2) < 1e9
