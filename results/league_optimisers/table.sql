-- Each method at the end of its bits: means over replicates with half widths of 95 % intervals
-- (t = 2.262, ten replicates), the chosen rates, and row gradients.
WITH runs AS (SELECT method, skew, nll + 0 AS nll, accuracy + 0 AS accuracy, rounds + 0 AS rounds, gradients + 0 AS gradients, bits_up + 0 AS up,
                     bits_to_half + 0 AS half, bits_to_half <> '' AS arrives, lr, server_lr, regulariser FROM curve WHERE status = 'ok'),
told AS (
  SELECT skew, method, avg(nll) AS nll,
         printf('%.4f ± %.4f', avg(nll), 2.262 * sqrt((avg(nll * nll) - avg(nll) * avg(nll)) / (count(*) - 1))) AS loss,
         printf('%.4f ± %.4f', avg(accuracy), 2.262 * sqrt((avg(accuracy * accuracy) - avg(accuracy) * avg(accuracy)) / (count(*) - 1))) AS accuracy,
         printf('%.0f', avg(rounds)) AS rounds, printf('%.0f', avg(gradients) / 1000) AS gradients, printf('%.0f', avg(up) / 1e6) AS up,
         iif(min(arrives), printf('%.0f', avg(half) / 1e6), printf('%d of %d', sum(arrives), count(*))) AS half,
         lr || iif(server_lr <> '', ', server ' || server_lr, '') || iif(regulariser <> '', ', alpha ' || regulariser, '') AS rates
  FROM runs GROUP BY skew, method)
SELECT skew AS "Dirichlet", method, loss AS "test loss", accuracy, half AS "Mbit to a loss of .5", rounds, up AS "Mbit up", gradients AS "1000 gradients", rates
FROM told ORDER BY skew, nll
