-- curve: the table correlated_noise.csv, exact values.
INSERT INTO claim
SELECT 'an observer of the mean', 'each', .561, .562, eps FROM curve WHERE who = 'observer of the mean';

INSERT INTO claim
SELECT 'the server, rho = .98 (above .7): eps over that of independent noise', 'each', 6.2, 6.4, high.eps / own.eps
FROM curve high JOIN curve own USING (who) WHERE who = 'server' AND own.correlation = '0' AND high.correlation + 0 > .7;

INSERT INTO claim
SELECT 'the server, pairs of ten times the own noise (correlation below -.1109): eps over that of an observer', 'each', 1, 1.01, server.eps / observer.eps
FROM curve server JOIN curve observer USING (correlation)
WHERE server.who = 'server' AND observer.who = 'observer of the mean' AND correlation + 0 < -.1109;

INSERT INTO claim
SELECT 'the server: more correlation, more eps', 'each', 0, NULL, eps - lag(eps + 0) OVER (ORDER BY correlation + 0)
FROM curve WHERE who = 'server' AND correlation + 0 > (SELECT min(correlation + 0) FROM curve)
LIMIT -1 OFFSET 1;

INSERT INTO claim
SELECT 'the server and three clients over the server alone', 'each', .99999, 1.22, both.eps / alone.eps
FROM curve both JOIN curve alone USING (correlation) WHERE both.who LIKE '%three%' AND alone.who = 'server';
