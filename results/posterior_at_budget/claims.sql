-- curve: the table of results.sql; distances are over the width of the exact posterior.
CREATE TEMP VIEW runs AS
SELECT problem, setting, bits, eps + 0 AS eps, method, replicate, distance + 0 AS distance, coverage,
       error + 0 AS error, eps_spent + 0 AS spent
FROM curve WHERE status = 'ok';

-- Logarithms of ratios of distances, within replicates.
INSERT INTO claim
WITH compared(claim, problem, bits, eps, a_setting, a_method, b_setting, b_method, least, most) AS (VALUES
  ('log of FALD''s mean with a public width over FALD''s draws: linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'tuned', 'FALD''s mean, public width', 'tuned', 'FALD', -0.45, -0.1),
  ('log of FALD''s mean with a public width over FALD''s draws: linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'tuned', 'FALD''s mean, public width', 'tuned', 'FALD', -0.35, -0.08),
  ('log of FALD''s mean with a public width over FALD''s draws: linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'tuned', 'FALD''s mean, public width', 'tuned', 'FALD', -0.4, -0.15),
  ('log of FALD''s mean with a public width over FALD''s draws: linear, 20 kbit, eps 30', 'linear', '20 kbit', 30, 'tuned', 'FALD''s mean, public width', 'tuned', 'FALD', -0.45, -0.15),
  ('log of FALD''s mean with a public width over a public guess: linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'tuned', 'FALD''s mean, public width', 'tuned', 'public guess, unaware', -0.7, -0.25),
  ('log of FALD''s mean with a public width over a public guess: linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'tuned', 'FALD''s mean, public width', 'tuned', 'public guess, unaware', -0.55, -0.05),
  ('log of FALD''s mean with a public width over a public guess: linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'tuned', 'FALD''s mean, public width', 'tuned', 'public guess, unaware', -0.6, -0.1),
  ('log of FALD''s mean with a public width over a public guess: linear, 20 kbit, eps 30', 'linear', '20 kbit', 30, 'tuned', 'FALD''s mean, public width', 'tuned', 'public guess, unaware', -0.3, 0.2),
  ('log of public guess, averaged, unaware (tuned) over public guess, unaware (tuned): linear, 20 kbit, eps 0.3', 'linear', '20 kbit', 0.3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'public guess, unaware', -0.38, -0.08),
  ('log of public guess, averaged, unaware (tuned) over public guess, unaware (tuned): linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'tuned', 'public guess, averaged, unaware', 'tuned', 'public guess, unaware', -0.57, -0.28),
  ('log of public guess, averaged, unaware (tuned) over public guess, unaware (tuned): linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'public guess, unaware', -0.49, -0.15),
  ('log of public guess, averaged, unaware (tuned) over public guess, unaware (tuned): linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'tuned', 'public guess, averaged, unaware', 'tuned', 'public guess, unaware', -0.52, -0.19),
  ('log of public guess, averaged, unaware (tuned) over public guess, unaware (tuned): linear, 20 kbit, eps 30', 'linear', '20 kbit', 30, 'tuned', 'public guess, averaged, unaware', 'tuned', 'public guess, unaware', -0.49, -0.19),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): linear, 20 kbit, eps 0.3', 'linear', '20 kbit', 0.3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.61, -0.24),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.41, -0.05),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.43, -0.07),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.48, -0.15),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): linear, 20 kbit, eps 30', 'linear', '20 kbit', 30, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.76, -0.45),
  ('log of FALD''s mean, public width (tuned) over public guess, averaged, unaware (tuned): linear, 20 kbit, eps 0.3', 'linear', '20 kbit', 0.3, 'tuned', 'FALD''s mean, public width', 'tuned', 'public guess, averaged, unaware', 0.04, 0.44),
  ('log of FALD''s mean, public width (tuned) over public guess, averaged, unaware (tuned): linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'tuned', 'FALD''s mean, public width', 'tuned', 'public guess, averaged, unaware', -0.23, 0.15),
  ('log of FALD''s mean, public width (tuned) over public guess, averaged, unaware (tuned): linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'tuned', 'FALD''s mean, public width', 'tuned', 'public guess, averaged, unaware', -0.13, 0.26),
  ('log of FALD''s mean, public width (tuned) over public guess, averaged, unaware (tuned): linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'tuned', 'FALD''s mean, public width', 'tuned', 'public guess, averaged, unaware', -0.16, 0.23),
  ('log of FALD''s mean, public width (tuned) over public guess, averaged, unaware (tuned): linear, 20 kbit, eps 30', 'linear', '20 kbit', 30, 'tuned', 'FALD''s mean, public width', 'tuned', 'public guess, averaged, unaware', 0.08, 0.48),
  ('log of public guess, averaged, unaware (tuned) over Laplace, averaged, unaware (tuned): linear, 20 kbit, eps 0.3', 'linear', '20 kbit', 0.3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'Laplace, averaged, unaware', -0.63, -0.27),
  ('log of public guess, averaged, unaware (tuned) over Laplace, averaged, unaware (tuned): linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'tuned', 'public guess, averaged, unaware', 'tuned', 'Laplace, averaged, unaware', -0.17, 0.0),
  ('log of public guess, averaged, unaware (tuned) over Laplace, averaged, unaware (tuned): linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'Laplace, averaged, unaware', -0.1, 0),
  ('log of public guess, averaged, unaware (tuned) over public guess, unaware (tuned): logistic, 20 kbit, eps 0.3', 'logistic', '20 kbit', 0.3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'public guess, unaware', 0.03, 0.31),
  ('log of public guess, averaged, unaware (tuned) over public guess, unaware (tuned): logistic, 20 kbit, eps 10', 'logistic', '20 kbit', 10, 'tuned', 'public guess, averaged, unaware', 'tuned', 'public guess, unaware', -0.53, -0.16),
  ('log of public guess, averaged, unaware (tuned) over public guess, unaware (tuned): logistic, 20 kbit, eps 30', 'logistic', '20 kbit', 30, 'tuned', 'public guess, averaged, unaware', 'tuned', 'public guess, unaware', -0.52, -0.2),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): logistic, 20 kbit, eps 1', 'logistic', '20 kbit', 1, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.47, -0.05),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): logistic, 20 kbit, eps 10', 'logistic', '20 kbit', 10, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.36, 0),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): logistic, 20 kbit, eps 30', 'logistic', '20 kbit', 30, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.51, -0.2),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): Adult, 20 kbit, eps 1', 'Adult', '20 kbit', 1, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.37, 0.27),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): Adult, 20 kbit, eps 3', 'Adult', '20 kbit', 3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.32, 0.3),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): Adult, 20 kbit, eps 10', 'Adult', '20 kbit', 10, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.33, 0.31),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): Adult, 20 kbit, eps 30', 'Adult', '20 kbit', 30, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.26, 0.32),
  ('log of public guess, averaged, unaware (tuned) over Laplace, averaged, unaware (tuned): Adult, 20 kbit, eps 1', 'Adult', '20 kbit', 1, 'tuned', 'public guess, averaged, unaware', 'tuned', 'Laplace, averaged, unaware', -0.48, -0.2),
  ('log of public guess, averaged, unaware (tuned) over Laplace, averaged, unaware (tuned): Adult, 20 kbit, eps 3', 'Adult', '20 kbit', 3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'Laplace, averaged, unaware', -0.45, -0.24),
  ('log of public guess, averaged, unaware (tuned) over Laplace, averaged, unaware (tuned): Adult, 20 kbit, eps 10', 'Adult', '20 kbit', 10, 'tuned', 'public guess, averaged, unaware', 'tuned', 'Laplace, averaged, unaware', -0.44, -0.05),
  ('log of public guess, averaged, unaware (tuned) over public guess, unaware (tuned): Adult, 20 kbit, eps 10', 'Adult', '20 kbit', 10, 'tuned', 'public guess, averaged, unaware', 'tuned', 'public guess, unaware', -0.51, -0.02),
  ('log of public guess, unaware (tuned) over public guess, averaged, unaware (tuned): softmax, 150 kbit, eps 1', 'softmax', '150 kbit', 1, 'tuned', 'public guess, unaware', 'tuned', 'public guess, averaged, unaware', -0.1, 0.1),
  ('log of public guess, unaware (tuned) over public guess, averaged, unaware (tuned): softmax, 150 kbit, eps 3', 'softmax', '150 kbit', 3, 'tuned', 'public guess, unaware', 'tuned', 'public guess, averaged, unaware', -0.1, 0.1),
  ('log of public guess, unaware (tuned) over public guess, averaged, unaware (tuned): softmax, 150 kbit, eps 10', 'softmax', '150 kbit', 10, 'tuned', 'public guess, unaware', 'tuned', 'public guess, averaged, unaware', -0.1, 0.1),
  ('log of public guess, unaware (tuned) over public guess, averaged, unaware (tuned): softmax, 150 kbit, eps 30', 'softmax', '150 kbit', 30, 'tuned', 'public guess, unaware', 'tuned', 'public guess, averaged, unaware', -0.1, 0.1),
  ('log of Laplace, averaged, unaware (tuned) over public guess, averaged, unaware (tuned): softmax, 150 kbit, eps 1', 'softmax', '150 kbit', 1, 'tuned', 'Laplace, averaged, unaware', 'tuned', 'public guess, averaged, unaware', -0.03, 0.09),
  ('log of Laplace, averaged, unaware (tuned) over public guess, averaged, unaware (tuned): softmax, 150 kbit, eps 3', 'softmax', '150 kbit', 3, 'tuned', 'Laplace, averaged, unaware', 'tuned', 'public guess, averaged, unaware', -0.02, 0.13),
  ('log of Laplace, averaged, unaware (tuned) over public guess, averaged, unaware (tuned): softmax, 150 kbit, eps 10', 'softmax', '150 kbit', 10, 'tuned', 'Laplace, averaged, unaware', 'tuned', 'public guess, averaged, unaware', -0.06, 0.08),
  ('log of Laplace, averaged, unaware (tuned) over public guess, averaged, unaware (tuned): softmax, 150 kbit, eps 30', 'softmax', '150 kbit', 30, 'tuned', 'Laplace, averaged, unaware', 'tuned', 'public guess, averaged, unaware', -0.1, 0.03),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): softmax, 150 kbit, eps 1', 'softmax', '150 kbit', 1, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.25, 0.05),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): softmax, 150 kbit, eps 3', 'softmax', '150 kbit', 3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.31, -0.02),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): softmax, 150 kbit, eps 10', 'softmax', '150 kbit', 10, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.54, -0.2),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): softmax, 150 kbit, eps 30', 'softmax', '150 kbit', 30, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.7, -0.39),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): whole clients, 20 kbit, eps 3', 'whole clients', '20 kbit', 3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.45, -0.06),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): whole clients, 20 kbit, eps 10', 'whole clients', '20 kbit', 10, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.75, -0.37),
  ('log of public guess, averaged, unaware (tuned) over FALD (tuned): whole clients, 20 kbit, eps 30', 'whole clients', '20 kbit', 30, 'tuned', 'public guess, averaged, unaware', 'tuned', 'FALD', -0.45, -0.06),
  ('log of public guess, averaged, unaware (tuned) over DP-PVI (tuned): whole clients, 20 kbit, eps 3', 'whole clients', '20 kbit', 3, 'tuned', 'public guess, averaged, unaware', 'tuned', 'DP-PVI', -0.74, -0.35),
  ('log of public guess, averaged, unaware (tuned) over DP-PVI (tuned): whole clients, 20 kbit, eps 10', 'whole clients', '20 kbit', 10, 'tuned', 'public guess, averaged, unaware', 'tuned', 'DP-PVI', -1.77, -1.39),
  ('log of public guess, averaged, unaware (tuned) over DP-PVI (tuned): whole clients, 20 kbit, eps 30', 'whole clients', '20 kbit', 30, 'tuned', 'public guess, averaged, unaware', 'tuned', 'DP-PVI', -2.27, -1.81),
  ('log of Laplace, averaged (whole) over Laplace (whole): linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'whole', 'Laplace, averaged', 'whole', 'Laplace', -0.44, -0.23),
  ('log of Laplace, averaged (whole) over Laplace (whole): linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'whole', 'Laplace, averaged', 'whole', 'Laplace', -0.59, -0.34),
  ('log of Laplace, averaged (whole) over Laplace (whole): linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'whole', 'Laplace, averaged', 'whole', 'Laplace', -0.66, -0.35),
  ('log of Laplace, averaged (whole) over Laplace (whole): linear, 20 kbit, eps 30', 'linear', '20 kbit', 30, 'whole', 'Laplace, averaged', 'whole', 'Laplace', -0.66, -0.31),
  ('log of Laplace, averaged (whole) over Laplace (whole): logistic, 20 kbit, eps 3', 'logistic', '20 kbit', 3, 'whole', 'Laplace, averaged', 'whole', 'Laplace', -0.39, -0.09),
  ('log of Laplace, averaged (whole) over Laplace (whole): logistic, 20 kbit, eps 10', 'logistic', '20 kbit', 10, 'whole', 'Laplace, averaged', 'whole', 'Laplace', -0.58, -0.23),
  ('log of Laplace, averaged (whole) over Laplace (whole): logistic, 20 kbit, eps 30', 'logistic', '20 kbit', 30, 'whole', 'Laplace, averaged', 'whole', 'Laplace', -0.62, -0.24),
  ('log of FALD over Laplace, unaware: linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'tuned', 'FALD', 'tuned', 'Laplace, unaware', -0.35, 0.15),
  ('log of FALD over Laplace, unaware: linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'tuned', 'FALD', 'tuned', 'Laplace, unaware', -0.35, 0.15),
  ('log of FALD over Laplace, unaware: linear, 20 kbit, eps 30', 'linear', '20 kbit', 30, 'tuned', 'FALD', 'tuned', 'Laplace, unaware', 0.1, 0.45),
  ('log of FALD over a public guess: linear, 2.5 kbit, eps 10', 'linear', '2.5 kbit', 10, 'tuned', 'FALD', 'tuned', 'public guess, unaware', 0.3, 0.75),
  ('log of FALD over a public guess: linear, 2.5 kbit, eps 30', 'linear', '2.5 kbit', 30, 'tuned', 'FALD', 'tuned', 'public guess, unaware', 0.9, 1.35),
  ('log of whole clips over tuned ones, Laplace: linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'whole', 'Laplace', 'tuned', 'Laplace', 1, 1.6),
  ('log of whole clips over tuned ones, Laplace: linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'whole', 'Laplace', 'tuned', 'Laplace', 0.75, 1.25),
  ('log of whole clips over tuned ones, Laplace: linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'whole', 'Laplace', 'tuned', 'Laplace', 0.3, 0.75),
  ('log of whole clips over tuned ones, Laplace: linear, 20 kbit, eps 30', 'linear', '20 kbit', 30, 'whole', 'Laplace', 'tuned', 'Laplace', 0.15, 0.55),
  ('log of noisy statistics over Laplace: linear, 20 kbit, eps 0.3', 'linear', '20 kbit', 0.3, 'tuned', 'noisy statistics', 'tuned', 'Laplace', 0.3, 1),
  ('log of noisy statistics over Laplace: linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'tuned', 'noisy statistics', 'tuned', 'Laplace', 0.9, 1.6),
  ('log of noisy statistics over Laplace: linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'tuned', 'noisy statistics', 'tuned', 'Laplace', 1, 1.6),
  ('log of noisy statistics over Laplace: linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'tuned', 'noisy statistics', 'tuned', 'Laplace', 1, 1.6),
  ('log of noisy statistics over Laplace: linear, 20 kbit, eps 30', 'linear', '20 kbit', 30, 'tuned', 'noisy statistics', 'tuned', 'Laplace', 0.8, 1.45),
  ('log of whole noisy statistics over whole Laplace: linear, 20 kbit, eps 0.3', 'linear', '20 kbit', 0.3, 'whole', 'noisy statistics', 'whole', 'Laplace', -0.75, -0.3),
  ('log of whole noisy statistics over whole Laplace: linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'whole', 'noisy statistics', 'whole', 'Laplace', 0.7, 1.3),
  ('log of whole noisy statistics over whole Laplace: linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'whole', 'noisy statistics', 'whole', 'Laplace', 0.6, 1.2),
  ('log of whole clips over tuned ones, Laplace: logistic, 20 kbit, eps 1', 'logistic', '20 kbit', 1, 'whole', 'Laplace', 'tuned', 'Laplace', 1, 1.7),
  ('log of whole clips over tuned ones, Laplace: logistic, 20 kbit, eps 3', 'logistic', '20 kbit', 3, 'whole', 'Laplace', 'tuned', 'Laplace', 0.5, 1.1),
  ('log of whole clips over tuned ones, Laplace: logistic, 20 kbit, eps 10', 'logistic', '20 kbit', 10, 'whole', 'Laplace', 'tuned', 'Laplace', -0.1, 0.2),
  ('log of whole clips over tuned ones, Laplace: logistic, 20 kbit, eps 30', 'logistic', '20 kbit', 30, 'whole', 'Laplace', 'tuned', 'Laplace', -0.2, 0.1),
  ('log of FALD over a public guess: logistic, 20 kbit, eps 10', 'logistic', '20 kbit', 10, 'tuned', 'FALD', 'tuned', 'public guess, unaware', -0.35, -0.02),
  ('log of FALD over a public guess: logistic, 20 kbit, eps 30', 'logistic', '20 kbit', 30, 'tuned', 'FALD', 'tuned', 'public guess, unaware', -0.2, 0.2),
  ('log of FALD over Laplace, unaware: logistic, 2.5 kbit, eps 30', 'logistic', '2.5 kbit', 30, 'tuned', 'FALD', 'tuned', 'Laplace, unaware', 0.4, 0.9),
  ('log of DP-PVI over a public guess: linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'tuned', 'DP-PVI', 'tuned', 'public guess, unaware', 3, 4),
  ('log of DP-PVI over a public guess: linear, 20 kbit, eps 30', 'linear', '20 kbit', 30, 'tuned', 'DP-PVI', 'tuned', 'public guess, unaware', 3.2, 4.2),
  ('log of a noisy curvature over a public one: linear, 20 kbit, eps 0.3', 'linear', '20 kbit', 0.3, 'tuned', 'Laplace, unaware', 'tuned', 'public guess, unaware', 0.15, 0.5),
  ('log of a noisy curvature over a public one: linear, 20 kbit, eps 1', 'linear', '20 kbit', 1, 'tuned', 'Laplace, unaware', 'tuned', 'public guess, unaware', -0.3, 0.2),
  ('log of a noisy curvature over a public one: linear, 20 kbit, eps 3', 'linear', '20 kbit', 3, 'tuned', 'Laplace, unaware', 'tuned', 'public guess, unaware', -0.05, 0.15),
  ('log of a noisy curvature over a public one: linear, 20 kbit, eps 10', 'linear', '20 kbit', 10, 'tuned', 'Laplace, unaware', 'tuned', 'public guess, unaware', -0.05, 0.1))
SELECT claim, 'mean', least, most, ln(a.distance / b.distance)
FROM compared c
  JOIN runs a ON a.problem = c.problem AND a.bits = c.bits AND a.eps = c.eps AND a.setting = a_setting AND a.method = a_method
  JOIN runs b ON b.problem = c.problem AND b.bits = c.bits AND b.eps = c.eps AND b.setting = b_setting AND b.method = b_method
             AND a.replicate = b.replicate;

INSERT INTO claim
SELECT 'whole clips cover 80 % (not linear: from eps 3 on), ' || method || ', ' || problem || ', ' || bits || ', eps ' || eps, 'mean', .65, .95, coverage
FROM runs WHERE setting = 'whole' AND method IN ('Laplace', 'Laplace, averaged') AND (problem = 'linear' OR eps >= 3);

INSERT INTO claim
SELECT 'tuned for distance, Laplace covers less than 80 % up to eps 10: ' || problem || ', 20 kbit, eps ' || eps, 'mean', NULL, .8, coverage
FROM runs WHERE setting = 'tuned' AND method = 'Laplace' AND bits = '20 kbit' AND problem = 'linear' AND eps <= 10;

INSERT INTO claim
SELECT 'what is spent over eps', 'each', NULL, 1.00001, spent / eps FROM runs;
