-- Every reported run that protects a record, with the name of its method. "zero": Poisson samples, eps for making
-- a record empty; "replace": samples of fixed size, eps for replacing one.
SELECT replace(replace(replace(substr(study, 14), '.tuned', ''), '_adam', ''), '_momentum', '') AS problem, replicate, CAST(eps AS INTEGER) AS eps, accuracy,
       iif(data_sampling = 'without_replacement', 'replace', 'zero') AS relation,
       CASE WHEN noise_at = 'step' OR study LIKE '%momentum%' THEN 'ten noisy steps' WHEN K = 1 THEN 'one noisy gradient' ELSE 'noise on the sum of ten steps' END
         || CASE WHEN study LIKE '%adam%' THEN ', server Adam' WHEN server = 'momentum' OR study LIKE '%momentum%' THEN ', server momentum' ELSE '' END AS method
FROM run_table
WHERE study LIKE 'dp_landscape_softmax%' OR study LIKE 'dp_landscape_network%' OR study LIKE 'dp_landscape_adult%'
ORDER BY problem, relation, method, eps, replicate
