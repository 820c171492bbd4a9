-- Kilobits that a client sends in a relaxation time, of which a run has 40, beside the exact error
-- of one node's draws. A server, whose average has the same noise in any case, is shown with every
-- graph and noise.
SELECT CASE sampler WHEN 'de_sgld' THEN 'DE-SGLD' WHEN 'extra_sgld' THEN 'EXTRA-SGLD'
                    WHEN 'diging_sgld' THEN 'DIGing-SGLD' ELSE 'a server' END AS method,
       graph, CASE noise WHEN 0 THEN 'noise of their own' ELSE 'noise from one seed' END AS nodes,
       step / (SELECT max(step) FROM run_table WHERE study = 'no_server') AS step,
       exact_w2 AS w2, bits_up / 16 / 40 / 1000 AS up
FROM run_table
  JOIN (SELECT 0 AS noise UNION SELECT 1) ON coalesce(rho, 0) = noise OR sampler = 'fald'
  JOIN (SELECT DISTINCT topology AS graph FROM run_table
        WHERE study = 'no_server' AND topology IS NOT NULL) ON graph = topology OR sampler = 'fald'
WHERE study = 'no_server' AND status = 'ok'
