-- Exact laws: one replicate, without error; chains that diverge have no law.
CREATE TEMP VIEW nodes AS
SELECT sampler, topology, problem, own, one FROM (
  SELECT sampler, topology, seed AS problem, step, max(exact_w2) FILTER (WHERE rho = 0) AS own, max(exact_w2) FILTER (WHERE rho = 1) AS one
  FROM run_table WHERE study = 'no_server_attack' AND exact_w2 < 1e9 GROUP BY sampler, topology, seed, step)
WHERE own IS NOT NULL AND one IS NOT NULL;

INSERT INTO claim
SELECT 'five problems, ' || sampler || ' on ring and complete graph: W2 with own noise over W2 from one seed', 'each', 9, 240, own / one FROM nodes WHERE sampler <> 'de_sgld';
INSERT INTO claim SELECT 'five problems, de_sgld: the same', 'each', 0.999, 1.03, own / one FROM nodes WHERE sampler = 'de_sgld';
