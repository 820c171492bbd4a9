-- eps of random allocation over that of Poisson samples, at delta 1e-5.
SELECT allocated.bins AS steps, allocated.epochs AS epochs, allocated.noise_multiplier AS noise_multiplier,
       allocated.eps / poisson.eps AS ratio
FROM curve allocated JOIN curve poisson USING (bins, epochs, noise_multiplier, delta)
WHERE allocated.sampling = 'random allocation' AND poisson.sampling = 'Poisson samples' AND delta = '1e-5'
ORDER BY allocated.bins + 0, allocated.epochs + 0, allocated.noise_multiplier + 0;
