-- Effective draws per thousand bits sent by clients, with the error, replicate by replicate. Draws
-- are those of all four chains; bits are stored per chain.
SELECT partition, sampler, coalesce(step, '') || coalesce(axda_tol, '') AS setting, replicate,
       reference_run_w2_empirical AS w2, 1000 * ess / (4 * bits_up) AS ess_per_kilobit
FROM run_table WHERE study = 'league_samplers' AND status = 'ok' AND bits_up > 0
