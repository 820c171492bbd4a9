-- The figure: the best rate of every replicate, over the mean one at eps 1.
SELECT iif(problem = 'adult', 'Adult, logistic regression', 'MNIST, a network') AS panel, method, eps, replicate, power(2, octave - at_one) AS rate
FROM vertex JOIN (SELECT problem, method, avg(octave) AS at_one FROM vertex WHERE eps = 1 GROUP BY problem, method) USING (problem, method)
ORDER BY problem, method, eps, replicate;
