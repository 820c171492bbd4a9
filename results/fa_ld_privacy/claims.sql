-- curve: the table fa_ld_privacy.csv, eps by loss distributions.
INSERT INTO claim
SELECT 'server, rho = 0: the distance grows with the temperature, up to T = ' || temp, 'mean', 0, NULL, growth
FROM (SELECT temp, total_variation - lag(total_variation + 0) OVER (PARTITION BY replicate ORDER BY temp + 0) AS growth
      FROM curve WHERE who = 'the server, ρ = 0')
WHERE growth IS NOT NULL;

INSERT INTO claim
SELECT 'an observer of averages has a quarter of the server''s eps at the same temperature', 'each', 0.24, 0.29,
       max(eps + 0) FILTER (WHERE who LIKE '% of averages') / max(eps + 0) FILTER (WHERE who = 'the server, ρ = 0')
FROM curve GROUP BY temp;

INSERT INTO claim
SELECT 'and its chain, K = 1, is nearer than the server''s, K = 5, T = ' || temp, 'mean', 0, NULL,
       sum(total_variation * ((who = 'the server, ρ = 0') - (who LIKE '% of averages')))
FROM curve WHERE temp IN ('30', '100') GROUP BY temp, replicate;

INSERT INTO claim
SELECT 'T = 10 with rho = 0 has less eps than T = 30 with rho = .9: the ratio', 'each', NULL, 1,
       max(eps + 0) FILTER (WHERE who = 'the server, ρ = 0' AND temp = '10')
         / max(eps + 0) FILTER (WHERE who = 'the server, ρ = 0.9' AND temp = '30')
FROM curve GROUP BY replicate;

INSERT INTO claim
SELECT 'with S = 2 an observer''s eps is lower by a factor of 2.2 to 2.4', 'each', 2.2, 2.4,
       max(eps + 0) FILTER (WHERE who = 'the server, ρ = 0') / max(eps + 0) FILTER (WHERE who LIKE 'an observer, S%')
FROM curve GROUP BY temp;

INSERT INTO claim
SELECT 'one draw at T = 3, eps 13.3, is farther away than the server''s chain at T = 3, eps 10.4', 'mean', 0, NULL,
       sum(total_variation * ((who = 'exact draws: 1') - (who = 'the server, ρ = 0')))
FROM curve WHERE temp = '3' GROUP BY replicate;

INSERT INTO claim
SELECT 'before the server, rho = .9 is nearer at the same temperature, T = ' || temp, 'mean', 0, NULL,
       sum(total_variation * ((who = 'the server, ρ = 0') - (who = 'the server, ρ = 0.9')))
FROM curve WHERE temp IN ('30', '100') GROUP BY temp, replicate;
