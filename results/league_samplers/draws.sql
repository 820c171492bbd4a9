-- Effective draws of each setting, with the error, replicate by replicate: of seven samplers.
SELECT iif(partition = 'iid', 'clients alike', 'skewed labels') AS panel,
       CASE sampler WHEN 'qlsd_star' THEN 'QLSD*' WHEN 'qlsd_pp' THEN 'QLSD++' WHEN 'vr_fald' THEN 'VR-FALD*' WHEN 'baoab' THEN 'BAOAB'
                    WHEN 'fald' THEN 'FALD' WHEN 'fsgld' THEN 'FSGLD' WHEN 'sgnht' THEN 'SGNHT (centralised)' END AS sampler,
       coalesce(sampler || step, sampler) || coalesce(axda_tol, '') || coalesce(', friction ' || friction, '') AS setting, replicate,
       reference_run_w2_empirical AS w2, ess
FROM run_table
WHERE study = 'league_samplers' AND status = 'ok' AND sampler IN ('qlsd_star', 'qlsd_pp', 'vr_fald', 'baoab', 'fald', 'fsgld', 'sgnht')
  AND coalesce(friction, 20) > 15
