SELECT rows || ' rows, batches of ' || b || ', ' || change || ' (' || batch || ' to ' || other_batch || ')' AS setting,
       coordinates, advantage
FROM law WHERE batch <> other_batch ORDER BY rows + 0, change, coordinates + 0;
