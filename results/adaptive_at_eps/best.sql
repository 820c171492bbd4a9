-- Tables made of `record` (record.sql): the best rate of a problem, a method and an eps is the lowest point of the parabola through the rate of the least
-- mean loss and its neighbours, over log2 of the rate, in each replicate.
CREATE VIEW run AS
SELECT problem, method, eps + 0 AS eps, replicate + 0 AS replicate, log2(rate + 0) AS octave, nll + 0 AS nll FROM record;

CREATE TABLE best AS
SELECT problem, method, eps, octave FROM (
  SELECT problem, method, eps, octave, row_number() OVER (PARTITION BY problem, method, eps ORDER BY avg(nll)) AS place
  FROM run GROUP BY problem, method, eps, octave)
WHERE place = 1;

CREATE TABLE vertex AS
SELECT best.problem, best.method, best.eps, middle.replicate, middle.nll AS nll, best.octave + max(-1.5, min(1.5, 0.5 * (below.nll - above.nll) / (below.nll - 2 * middle.nll + above.nll))) AS octave
FROM best JOIN run middle USING (problem, method, eps, octave)
     JOIN run below ON below.problem = best.problem AND below.method = best.method AND below.eps = best.eps
                       AND below.replicate = middle.replicate AND round(below.octave - best.octave, 6) = -1
     JOIN run above ON above.problem = best.problem AND above.method = best.method AND above.eps = best.eps
                       AND above.replicate = middle.replicate AND round(above.octave - best.octave, 6) = 1;

-- By how many powers of eps the best rate grows, in each replicate, by least squares.
CREATE TABLE slope AS
SELECT problem, method, replicate, count(*) AS n,
       (avg(octave * log2(eps)) - avg(octave) * avg(log2(eps))) / (avg(log2(eps) * log2(eps)) - avg(log2(eps)) * avg(log2(eps))) AS power
FROM vertex GROUP BY problem, method, replicate;
