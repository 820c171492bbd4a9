-- curve: bounds of eps; delta: bounds of delta at an eps; draws: deltas from draws of the loss.
CREATE TEMP VIEW pair AS
SELECT allocated.bins AS bins, allocated.epochs AS epochs, allocated.noise_multiplier AS z, delta, allocated.eps_low + 0 AS low, allocated.eps + 0 AS high,
       poisson.eps_low + 0 AS poisson_low, poisson.eps + 0 AS poisson_high
FROM curve allocated JOIN curve poisson USING (bins, epochs, noise_multiplier, delta)
WHERE allocated.sampling = 'random allocation' AND poisson.sampling = 'Poisson samples';

INSERT INTO claim
SELECT 'delta 1e-5, all of 60 settings: eps of random allocation at most, over that of Poisson samples at least', 'each', 0.62, 1, high / poisson_low
FROM pair WHERE delta = '1e-5';

INSERT INTO claim
SELECT 'delta 1e-5, one epoch: the same', 'each', 0.62, 0.98, high / poisson_low FROM pair WHERE delta = '1e-5' AND epochs = '1';

INSERT INTO claim
SELECT 'delta 1e-3: settings of 60 in which random allocation is certified to have less eps', 'each', 57, 59, count(*)
FROM pair WHERE delta = '1e-3' AND high < poisson_low;

INSERT INTO claim
SELECT 'delta 1e-3, 100 epochs of 10 steps, noise .5: eps of random allocation at least, less that of Poisson samples at most', 'each', 0.9, 1.1,
       low - poisson_high
FROM pair WHERE delta = '1e-3' AND bins = '10' AND epochs = '100' AND z = '0.5';

INSERT INTO claim
SELECT 'one epoch of 10 steps, noise .7, eps .25: delta of random allocation at least, over that of Poisson samples at most', 'each', 1.08, 1.1,
       allocated.delta_low / poisson.delta
FROM delta.delta allocated JOIN delta.delta poisson USING (bins, noise_multiplier, eps)
WHERE allocated.sampling = 'random allocation' AND poisson.sampling = 'Poisson samples' AND noise_multiplier = '0.7' AND eps = '0.25';

INSERT INTO claim
SELECT 'delta of draws minus the account''s, in standard errors', 'each', -4, 4, (mean - delta) / error
FROM draws.draws JOIN delta.delta USING (sampling, bins, noise_multiplier, eps);
