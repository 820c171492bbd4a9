-- Kilobits that a client exchanges in a relaxation time, of which a run has 40, beside the exact
-- error. Costs are those of ten clients. ULA, which keeps everything, is shown with every share.
SELECT CASE WHEN keep = 1 THEN 'ULA'
            WHEN sampler = 'qlsd' THEN 'QLSD'
            WHEN sampler = 'qlsd_pp' THEN 'QLSD++ (DIANA)'
            WHEN sampler = 'marina_langevin' THEN 'MARINA'
            WHEN direction = 'up' THEN 'D-ELF'
            WHEN direction = 'down' THEN 'P-ELF'
            ELSE 'B-ELF' END AS method,
       share AS kept, step / (SELECT max(step) FROM run_table WHERE study = 'compressed_langevin') AS step,
       exact_w2 AS w2, bits_up / 10 / 40 / 1000 AS up, (bits_up + bits_down) / 10 / 40 / 1000 AS both,
       (variance_bias - exact_variance_bias) / exact_variance_bias_error AS z
FROM run_table JOIN (SELECT 0.1 AS share UNION SELECT 0.25 UNION SELECT 0.5) ON keep IN (share, 1)
WHERE study = 'compressed_langevin' AND status = 'ok' AND exact_w2 < 1e9
