-- The figure: accuracy of every replicate over eps on MNIST, a panel for each problem and relation.
SELECT iif(problem = 'softmax', 'softmax regression, ' || relation, 'a network, ' || relation) AS panel, method, eps, replicate, accuracy
FROM record WHERE problem <> 'adult' AND method NOT LIKE 'noise on%' ORDER BY problem DESC, relation DESC, method, eps, replicate
