-- curve: the table of results.sql, runs at the end of 126 Mbit, both ways.
CREATE TEMP VIEW runs AS
SELECT 'Dirichlet(' || iif(skew = '0.1', '.1', '1') || ')' AS skew, method, replicate, nll + 0 AS nll, accuracy + 0 AS accuracy, bits_up + 0 AS up,
       bits_down + 0 AS down, rounds + 0 AS rounds, gradients + 0 AS gradients
FROM curve WHERE status = 'ok';

INSERT INTO claim
WITH compared(skew, a, b, least, most) AS (VALUES
  ('Dirichlet(.1)', 'SCAFFOLD', 'FedDyn', -0.002, 0.025), ('Dirichlet(.1)', 'FedVARP', 'FedDyn', 0.01, 0.035),
  ('Dirichlet(.1)', 'FedVARP', 'SCAFFOLD', 0, 0.02),
  ('Dirichlet(.1)', 'FedAvg, server Adam', 'FedVARP', -0.01, 0.02), ('Dirichlet(.1)', 'TAMUNA', 'FedDyn', 0.02, 0.05),
  ('Dirichlet(.1)', 'FedPaq', 'FedDyn', 0.03, 0.07), ('Dirichlet(.1)', 'FedAvg', 'FedDyn', 0.03, 0.13),
  ('Dirichlet(.1)', 'FedAvg', 'FedAvg, server Adam', 0, 0.1), ('Dirichlet(.1)', 'FedAvg', 'FedPaq', -0.01, 0.08),
  ('Dirichlet(.1)', 'FedAvg, one epoch', 'FedNova, one epoch', -0.01, 0.02),
  ('Dirichlet(1)', 'FedAvg, one epoch', 'FedNova, one epoch', -0.005, 0.01),
  ('Dirichlet(1)', 'FedDyn', 'FedAvg, server Adam', -0.004, 0.006), ('Dirichlet(1)', 'FedVARP', 'FedDyn', 0.003, 0.013),
  ('Dirichlet(1)', 'FedAvg', 'FedDyn', 0.005, 0.017), ('Dirichlet(1)', 'SCAFFOLD', 'FedAvg', -0.007, 0.003),
  ('Dirichlet(1)', 'FedPaq', 'FedAvg', -0.006, 0.003), ('Dirichlet(1)', 'TAMUNA', 'FedAvg', -0.008, 0.008),
  ('Dirichlet(1)', 'FedExP', 'FedAvg', 0.015, 0.05), ('Dirichlet(1)', 'distributed SGD', 'FedAvg', 0.04, 0.06),
  ('Dirichlet(1)', 'Mime', 'FedAvg', 0.04, 0.06), ('Dirichlet(1)', 'Scaffnew', 'FedAvg', 0.05, 0.06))
SELECT skew || ': test loss of ' || a || ' less that of ' || b, 'mean', least, most, x.nll - y.nll
FROM compared JOIN runs x USING (skew) JOIN runs y USING (skew, replicate) WHERE x.method = a AND y.method = b;

INSERT INTO claim
SELECT 'Dirichlet(.1): test loss of ' || b.method || ' less that of FedDyn', 'mean', 0, NULL, b.nll - a.nll
FROM runs a JOIN runs b USING (skew, replicate)
WHERE skew = 'Dirichlet(.1)' AND a.method = 'FedDyn' AND b.method NOT IN ('FedDyn', 'SCAFFOLD');

INSERT INTO claim
SELECT 'Mbit both ways', 'each', 121, 126.1, (up + down) / 1e6 FROM runs;
INSERT INTO claim
SELECT 'bits up of a round, ' || a.method || ' over FedAvg', 'each', least, most, a.up * 1.0 / a.rounds / (b.up * 1.0 / b.rounds)
FROM runs a JOIN runs b USING (skew, replicate)
  JOIN (SELECT 'SCAFFOLD' AS who, 0.99 AS least, 1.01 AS most UNION ALL SELECT 'FedDyn', 0.99, 1.01 UNION ALL SELECT 'FedPaq', 0.13, 0.15
        UNION ALL SELECT 'TAMUNA', 0.49, 0.51 UNION ALL SELECT 'Mime', 1.99, 2.01 UNION ALL SELECT 'Scaffnew', 9.99, 10.01) ON who = a.method
WHERE b.method = 'FedAvg';
