-- The figure: how many times the floor of its eps every replicate's squared distance is, and that of a
-- point at the exact mean, a panel for each bandwidth.
SELECT CAST(bits AS INTEGER) AS bits, method, curve.eps + 0 AS eps, replicate, distance / floor AS ratio
FROM curve JOIN reference ON curve.eps + 0 = reference.eps + 0 WHERE method <> 'FA-LD, mean alone'
UNION ALL SELECT DISTINCT CAST(bits AS INTEGER), 'exact mean', curve.eps + 0, replicate, 1 / floor
FROM curve JOIN reference ON curve.eps + 0 = reference.eps + 0 WHERE curve.eps + 0 >= 3
ORDER BY bits, method, eps, replicate
