-- The figure: noise in prefix sums over that of Poisson samples, four turns.
SELECT b AS rounds_between_turns, eps, noise, ratio
FROM (SELECT error.b AS b, error.eps AS eps,
             CASE error.noise WHEN 'previous' THEN 'one vector' WHEN 'blt' THEN 'four buffers' ELSE error.noise END AS noise,
             error.prefix_rms / poisson.prefix_rms AS ratio
      FROM curve error JOIN curve poisson USING (b, k, eps)
      WHERE k = '4' AND error.clients = 'in turn' AND error.noise IN ('independent', 'previous', 'blt', 'banded') AND poisson.clients = 'poisson'
      UNION ALL
      SELECT b, eps, 'one vector, secret turns', min(amplified.prefix_rms + 0) / poisson.prefix_rms
      FROM amplified.amplified JOIN curve poisson USING (b, k, eps) WHERE poisson.clients = 'poisson' GROUP BY eps)
ORDER BY b + 0, noise, eps + 0;
