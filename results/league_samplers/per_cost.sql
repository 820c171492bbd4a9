-- Effective draws per thousand bits sent by clients, per thousand row gradients, and per second of
-- processor time, with the error, replicate by replicate. Draws and seconds are those of all four
-- chains; bits and gradients are stored per chain.
SELECT t.posterior,
       CASE t.sampler WHEN 'ula' THEN 'ULA (centralised)' WHEN 'hmc' THEN 'HMC (centralised)' WHEN 'fald' THEN 'FALD' WHEN 'fald_star' THEN 'FALD*'
                      WHEN 'vr_fald' THEN 'VR-FALD*' WHEN 'qlsd' THEN 'QLSD' WHEN 'qlsd_star' THEN 'QLSD*' WHEN 'qlsd_pp' THEN 'QLSD++'
                      WHEN 'dg_lmc' THEN 'DG-LMC' END AS sampler, coalesce(t.step, '') || coalesce(t.axda_tol, '') AS setting,
       t.replicate, t.reference_w2 AS w2, t.ess,
       1000 * t.ess / nullif(t.bits_up * 4, 0) AS per_kilobit,
       1000 * t.ess / (t.gradient_evaluations * 4) AS per_thousand_gradients,
       t.ess / r.cpu_seconds AS per_second
FROM run_table t JOIN runs r ON r.id = t.run
WHERE t.study = 'league_posteriordb' AND t.status = 'ok'
