-- The figure: accuracies of every replicate over K, a panel for each problem and kind of clients.
SELECT iif(model = 'softmax', 'softmax regression, clients ', 'a network, clients ') || iif(clients = 'alike', 'alike', 'of two labels') AS panel,
       replace(noise, 'step', 'steps') || ', ' || rounds || ' rounds' AS noise, K, replicate, accuracy
FROM curve WHERE model = 'softmax' AND rounds <> '5' ORDER BY clients, noise, rounds + 0, K + 0, replicate
