-- The client rate that was best on validation rows, for every data set, partition and method.
WITH runs AS (
  SELECT dataset, alpha, sampler || coalesce(', server ' || nullif(server, 'sgd'), '') AS method, lr,
         accuracy, nll,
         row_number() OVER (PARTITION BY dataset, alpha, sampler, server
                            ORDER BY accuracy DESC, nll) AS place
  FROM run_table WHERE status = 'ok')
SELECT method,
       max(CASE WHEN dataset = 'mnist' AND alpha = 0.1 THEN printf('%g (%.4f)', lr, accuracy) END) AS "MNIST, alpha .1",
       max(CASE WHEN dataset = 'mnist' AND alpha = 1 THEN printf('%g (%.4f)', lr, accuracy) END) AS "MNIST, alpha 1",
       max(CASE WHEN dataset = 'fashion_mnist' AND alpha = 0.1 THEN printf('%g (%.4f)', lr, accuracy) END) AS "Fashion-MNIST, alpha .1",
       max(CASE WHEN dataset = 'fashion_mnist' AND alpha = 1 THEN printf('%g (%.4f)', lr, accuracy) END) AS "Fashion-MNIST, alpha 1"
FROM runs WHERE place = 1
GROUP BY method ORDER BY method
