-- law: the table of law.awk; draws: the same with draws.
INSERT INTO claim
SELECT '50000 rows, batches of 500, a row less: a guess from 1e6 coordinates is more often right than wrong by', 'each', 0.84, 0.85, advantage
FROM law WHERE rows = '50000' AND change = 'one less' AND coordinates = '1000000';

INSERT INTO claim
SELECT '50000 rows, batches of 500, a row more: from 1e5 coordinates', 'each', 0.97, 0.98, advantage
FROM law WHERE rows = '50000' AND change = 'one more' AND coordinates = '100000';

INSERT INTO claim
SELECT '60000 rows, batches of 256: a row more or less changes nothing', 'each', -1e-12, 1e-12, advantage FROM law WHERE rows = '60000';

INSERT INTO claim
SELECT 'draws less the law, ' || change || ', ' || coordinates || ' coordinates', 'each', -0.06, 0.06, draws - advantage FROM draws.draws;
