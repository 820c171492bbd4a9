-- One seed, hence no interval: the bounds leave room for two standard errors of 10 000 test images.
INSERT INTO claim
SELECT 'test accuracy of ' || model, 'each', least, most, accuracy
FROM run_table JOIN (SELECT 'softmax' AS model, 0.9155 AS least, 0.9263 AS most UNION ALL SELECT 'lenet5', 0.9866, 0.9908) USING (model)
WHERE study = 'mnist_sgd';

INSERT INTO claim
SELECT 'epochs of ' || model, 'each', epochs - 0.01, epochs + 0.01, gradient_evaluations / 60000
FROM run_table JOIN (SELECT 'softmax' AS model, 12 AS epochs UNION ALL SELECT 'lenet5', 4) USING (model)
WHERE study = 'mnist_sgd';

INSERT INTO claim
SELECT 'LeNet-5 is ahead of softmax regression in accuracy by', 'each', 0.06, NULL, deep.accuracy - shallow.accuracy
FROM run_table deep JOIN run_table shallow USING (study, replicate)
WHERE study = 'mnist_sgd' AND deep.model = 'lenet5' AND shallow.model = 'softmax';
