-- skald bound's table, one row per number, as curves over local steps.
.import --csv bounds.csv bounds
SELECT CASE WHEN K <> '' THEN 'FA-LD (K)' WHEN sampler = 'fald' THEN 'FALD (1 / p_c)' ELSE 'VR-FALD* (1 / p_c)' END AS method,
       CASE WHEN K <> '' THEN K + 0 ELSE round(1 / p_c) END AS steps,
       number || ', ρ = ' || rho AS curve, w2 FROM bounds WHERE temp = 1;
