-- Losses on test rows. Noise is *published*, a multiplier that claims an eps of .1, 1, 10 or 100 for a round (somewhat less where a
-- client has fewer rows), or *sound*, calibrated for an eps of the whole run.
CREATE TEMP VIEW loss AS
SELECT substr(study, 16) AS panel, run, replicate, K, S, levels, clip, frac, "run.rounds" IS NULL AS equal_iterations, nll, eps_spent,
       CASE WHEN privacy = 'none' THEN 'none' WHEN eps IS NULL THEN 'published ' || printf('%g', pow(10, round(log10(published_claim))))
            ELSE 'sound ' || printf('%g', eps) END AS noise
FROM run_table WHERE study LIKE 'private_fedpaq_figure_%';

-- Fig. 2.
CREATE TEMP VIEW steps AS SELECT * FROM loss WHERE panel = 'figure_2';

INSERT INTO claim
SELECT 'not private, equal ' || iif(many.equal_iterations, 'iterations: K = ', 'rounds: K = ') || many.K || ' minus K = ' || few.K, 'mean',
       iif(many.equal_iterations, 0, NULL), iif(many.equal_iterations, NULL, 0), many.nll - few.nll
FROM steps many JOIN steps few USING (noise, equal_iterations, replicate)
WHERE noise = 'none' AND (few.K, many.K) IN (VALUES (1, 5), (5, 20), (20, 50));

INSERT INTO claim
SELECT noise || ', frac ' || frac || ', equal rounds: K = ' || other.K || ' minus K = ' || best.K, 'mean', 0, NULL, other.nll - best.nll
FROM steps best JOIN steps other USING (noise, frac, equal_iterations, replicate)
WHERE NOT equal_iterations AND best.K = iif(noise = 'published 10', 20, 5) AND other.K <> best.K AND noise <> 'none';

INSERT INTO claim
SELECT 'published 10, K = ' || K || iif(equal_iterations, ', equal iterations', '') || ': frac ' || more.frac || ' minus ' || less.frac, 'mean',
       iif(K = 50, 2, -0.02), iif(K = 50, NULL, 0.02), more.nll - less.nll
FROM steps more JOIN steps less USING (noise, K, equal_iterations, replicate)
WHERE noise = 'published 10' AND (less.frac, more.frac) IN (VALUES (0.1, 0.2), (0.2, 0.4));

INSERT INTO claim
SELECT 'published 10, frac ' || frac || ', equal iterations: K = ' || many.K || ' minus K = ' || few.K, 'mean', iif(many.K = 5, -0.01, 0),
       iif(many.K = 5, 0.01, NULL), many.nll - few.nll
FROM steps many JOIN steps few USING (noise, frac, equal_iterations, replicate)
WHERE noise = 'published 10' AND equal_iterations AND (few.K, many.K) IN (VALUES (1, 5), (5, 20), (20, 50));

CREATE TEMP TABLE noisy_pace AS
SELECT K, frac, replicate, round, value FROM steps JOIN curves USING (run)
WHERE study = 'private_fedpaq_figure_2' AND noise = 'published 10' AND NOT equal_iterations AND metric = 'nll' AND round IN (5, 20, 100);

INSERT INTO claim
SELECT 'published 10, frac .2, after ' || CAST(round AS INTEGER) || ' rounds: K = 50 minus K = 20', 'mean', 6, NULL, many.value - few.value
FROM noisy_pace many JOIN noisy_pace few USING (frac, replicate, round)
WHERE frac = 0.2 AND many.K = 50 AND few.K = 20
UNION ALL
SELECT 'published 10, after 20 rounds, K = ' || K || ': frac ' || more.frac || ' minus ' || less.frac, 'mean', iif(K = 50, 2, -0.02),
       iif(K = 50, NULL, 0.02), more.value - less.value
FROM noisy_pace more JOIN noisy_pace less USING (K, replicate, round)
WHERE round = 20 AND (less.frac, more.frac) IN (VALUES (0.1, 0.2), (0.2, 0.4));

-- Fig. 3. Rounds have ten iterations.
CREATE TEMP VIEW takers AS SELECT * FROM loss WHERE panel = 'figure_3';

INSERT INTO claim
SELECT 'levels (more than 0): ' || other.levels || ' minus none', 'mean', iif(other.levels = 1, 0, -0.003), iif(other.levels = 1, 0.05, 0.005),
       other.nll - none.nll
FROM takers none JOIN takers other USING (noise, replicate)
WHERE noise = 'none' AND none.levels = 0 AND coalesce(other.S, 10) = 10 AND other.levels > 0;

CREATE TEMP VIEW early AS
SELECT noise, S, replicate, round, value FROM takers JOIN curves USING (run)
WHERE study = 'private_fedpaq_figure_3' AND metric = 'nll' AND round IN (5, 10, 100) AND levels = 10;

INSERT INTO claim
SELECT 'one participant minus fifty after 10 rounds: ' || noise, 'mean', 0, NULL, one.value - fifty.value
FROM early one JOIN early fifty USING (noise, replicate, round)
WHERE one.S = 1 AND fifty.S = 50 AND round = 10;

CREATE TEMP VIEW gap AS
SELECT noise, replicate, round, one.value - fifty.value AS value FROM early one JOIN early fifty USING (noise, replicate, round)
WHERE one.S = 1 AND fifty.S = 50;

INSERT INTO claim
SELECT 'that gap, ' || private.noise || ' minus not private, after ' || CAST(round AS INTEGER) || ' rounds', 'mean', column3, column4, private.value - free.value
FROM gap private JOIN gap free USING (replicate, round)
JOIN (VALUES ('published 10', 5, NULL, 0), ('published 10', 10, NULL, 0), ('published 10', 100, -0.06, 0.06),
  ('sound 30', 5, -0.31, 0.31), ('sound 30', 10, -0.31, 0.31), ('sound 30', 100, 0.3, NULL)) ON private.noise = column1 AND round = column2
WHERE free.noise = 'none';

INSERT INTO claim
SELECT 'and after 100: ' || noise, 'mean', iif(noise = 'sound 30', 0.3, 0), iif(noise = 'sound 30', NULL, 0.12), one.nll - fifty.nll
FROM takers one JOIN takers fifty USING (noise, levels, replicate)
WHERE levels = 10 AND one.S = 1 AND fifty.S = 50;

-- Fig. 4, and a bound of eps by Renyi divergences.
CREATE TEMP VIEW clips AS SELECT *, coalesce(frac, 0.2) AS share FROM loss WHERE panel = 'figure_4';

INSERT INTO claim
SELECT 'published .1, clip ' || clip || ': the loss, above that of a guess', 'mean', ln(10), NULL, nll
FROM clips WHERE noise = 'published 0.1';

INSERT INTO claim
SELECT noise || ': clip ' || other.clip || ' minus ' || best.clip, 'mean', 0, NULL, other.nll - best.nll
FROM clips best JOIN clips other USING (noise, share, replicate)
  JOIN (SELECT 'published 0.1' AS noise, 0.5 AS clip UNION ALL SELECT 'sound 3', 0.5 UNION ALL SELECT 'sound 10', 1
        UNION ALL SELECT 'sound 30', 2 UNION ALL SELECT 'sound 100', 2 UNION ALL SELECT 'published 1', 2 UNION ALL SELECT 'published 10', 2
        UNION ALL SELECT 'published 100', 2) choice USING (noise)
WHERE share = 0.2 AND best.clip = choice.clip AND other.clip <> best.clip;

INSERT INTO claim
SELECT 'sound 30, frac ' || share || ': clip ' || worst.clip || ', which is worst, minus ' || other.clip, 'mean', 0, NULL, worst.nll - other.nll
FROM clips worst JOIN clips other USING (noise, share, replicate)
WHERE noise = 'sound 30' AND worst.clip = iif(share = 0.05, 2, 0.5) AND other.clip <> worst.clip;

INSERT INTO claim
SELECT 'sound 30, frac .05: clip .5 minus 1, which is best', 'mean', 0, NULL, half.nll - one.nll
FROM clips half JOIN clips one USING (noise, share, replicate)
WHERE noise = 'sound 30' AND share = 0.05 AND half.clip = 0.5 AND one.clip = 1;

INSERT INTO claim
SELECT 'published 10, clip ' || clip || ': frac ' || other.share || ' minus .2', 'mean', -0.01, 0.01, other.nll - usual.nll
FROM clips usual JOIN clips other USING (noise, clip, replicate)
WHERE noise = 'published 10' AND usual.share = 0.2 AND other.share <> 0.2;

INSERT INTO claim
SELECT 'sound 30, clip ' || clip || ': frac .05 minus .2', 'mean', 0, NULL, less.nll - usual.nll
FROM clips usual JOIN clips less USING (noise, clip, replicate)
WHERE noise = 'sound 30' AND usual.share = 0.2 AND less.share = 0.05
UNION ALL SELECT 'sound 30, clip ' || clip || ': frac .2 minus .4', 'mean', 0, NULL, usual.nll - more.nll
FROM clips usual JOIN clips more USING (noise, clip, replicate)
WHERE noise = 'sound 30' AND usual.share = 0.2 AND more.share = 0.4
UNION ALL SELECT noise || ', frac ' || share || ': clip .5, which is worst, minus ' || other.clip, 'mean', 0, NULL, half.nll - other.nll
FROM clips half JOIN clips other USING (noise, share, replicate)
WHERE noise IN ('published 1', 'published 10') AND half.clip = 0.5 AND other.clip <> 0.5;

INSERT INTO claim
SELECT 'eps of the run at most, ' || noise || ', frac .2', 'each', least, most, eps_spent
FROM clips JOIN (SELECT 'published 0.1' AS noise, 0.9 AS least, 0.92 AS most UNION ALL SELECT 'published 1', 15, 15.5
                 UNION ALL SELECT 'published 10', 2250, 2280 UNION ALL SELECT 'published 100', 1.9e5, 2.1e5) USING (noise)
WHERE share = 0.2;

INSERT INTO claim
SELECT 'published 1, clip ' || clip || ': frac ' || other.share || ' minus .2', 'mean', iif(clip = 2, 0, -0.02), iif(clip = 2, NULL, 0.04), other.nll - usual.nll
FROM clips usual JOIN clips other USING (noise, clip, replicate)
WHERE noise = 'published 1' AND usual.share = 0.2 AND other.share <> 0.2;

-- Along the rounds.
CREATE TEMP TABLE along AS
SELECT noise, clip, share, replicate, round, value FROM clips JOIN curves USING (run)
WHERE study = 'private_fedpaq_figure_4' AND metric = 'nll' AND round IN (5, 20, 50, 100);

INSERT INTO claim
SELECT noise || ', after ' || CAST(round AS INTEGER) || ' rounds: clip ' || larger.clip || ' minus ' || smaller.clip, 'mean', column5, column6,
       larger.value - smaller.value
FROM along larger JOIN along smaller USING (noise, share, replicate, round)
JOIN (VALUES ('published 0.1', 1, 0.5, 100, 0, NULL), ('sound 3', 1, 0.5, 100, 0, NULL), ('sound 10', 1, 0.5, 50, NULL, 0),
  ('published 1', 2, 1, 5, 0, NULL), ('published 1', 2, 1, 100, NULL, 0), ('published 10', 1, 0.5, 5, NULL, 0),
  ('published 100', 1, 0.5, 5, NULL, 0), ('published 100', 2, 1, 5, NULL, 0), ('sound 100', 1, 0.5, 5, NULL, 0))
  ON noise = column1 AND larger.clip = column2 AND smaller.clip = column3 AND round = column4
WHERE share = 0.2;

INSERT INTO claim
SELECT noise || ', after ' || CAST(round AS INTEGER) || ' rounds: clip 2 minus 1', 'mean', least, most, two.value - one.value
FROM along two JOIN along one USING (noise, share, replicate, round)
  JOIN (SELECT 'published 0.1' AS noise, 1 AS least, NULL AS most UNION ALL SELECT 'sound 3', 1, NULL UNION ALL SELECT 'sound 10', 0, NULL
        UNION ALL SELECT 'published 10', NULL, 0 UNION ALL SELECT 'sound 100', NULL, 0) USING (noise)
WHERE share = 0.2 AND two.clip = 2 AND one.clip = 1;

INSERT INTO claim
SELECT noise || ', clip ' || clip || ', after ' || CAST(round AS INTEGER) || ' rounds: frac .05 minus .2', 'mean',
       iif(noise = 'sound 30', 0, -0.01), NULL, less.value - usual.value
FROM along usual JOIN along less USING (noise, clip, replicate, round)
WHERE noise IN ('published 1', 'published 10', 'sound 30') AND usual.share = 0.2 AND less.share = 0.05;

CREATE TEMP TABLE pace AS
SELECT K, equal_iterations, replicate, iif(equal_iterations, iteration, round) AS place, value FROM steps JOIN curves USING (run)
WHERE study = 'private_fedpaq_figure_2' AND noise = 'none' AND metric = 'nll';

INSERT INTO claim
SELECT 'not private, after ' || CAST(place AS INTEGER) || iif(equal_iterations, ' iterations: K = ', ' rounds: K = ') || many.K || ' minus K = ' || few.K, 'mean',
       iif(equal_iterations, 0, NULL), iif(equal_iterations, NULL, 0), many.value - few.value
FROM pace many JOIN pace few USING (equal_iterations, replicate, place)
WHERE place IN (iif(equal_iterations, 100, 5), iif(equal_iterations, 500, 20)) AND (few.K, many.K) IN (VALUES (1, 5), (5, 20), (20, 50));

-- The panels of the paper, each with the claims that its verdict rests on.
INSERT INTO panel VALUES
  ('Private FedPaq', 'Fig. 2a', 1, 'without privacy', '', 'yes', 'in trend', 'not private, equal '),
  ('Private FedPaq', 'Fig. 2a', 2, 'with the published noise', 'beyond K = 20', 'yes', 'contradicted', 'published 10, frac .2, after '),
  ('Private FedPaq', 'Fig. 2b', 1, '', '', 'yes', 'in trend', 'not private, after '),
  ('Private FedPaq', 'Fig. 2c', 1, '', '', 'yes', 'in trend', 'published 10, after 20 rounds, K = '),
  ('Private FedPaq', 'Fig. 2d', 1, '', '', 'yes', 'in trend', ', equal iterations: K = '),
  ('Private FedPaq', 'Fig. 3a', 1, '', '', 'yes', 'reproduced', 'levels (more than 0): '),
  ('Private FedPaq', 'Fig. 3b', 1, 'unstable start', '', 'yes', 'in trend', 'one participant minus fifty after 10 rounds'),
  ('Private FedPaq', 'Fig. 3b', 2, 'more so with privacy', '', 'yes', 'contradicted', 'that gap, '),
  ('Private FedPaq', 'Fig. 4a', 1, 'the loss', '', 'yes', 'reproduced', 'the loss, above that of a guess'),
  ('Private FedPaq', 'Fig. 4a', 2, 'its guarantee', '', 'yes', 'contradicted', 'eps of the run at most, '),
  ('Private FedPaq', 'Fig. 4b', 1, 'a larger clip is slower', 'where noise is strong', 'yes', 'reproduced', ' rounds: clip 2 minus 1'),
  ('Private FedPaq', 'Fig. 4b', 2, 'the same', 'otherwise', 'yes', 'contradicted', ' rounds: clip 2 minus 1'),
  ('Private FedPaq', 'Fig. 4c', 1, '.2 against .4', 'at a published 1 and C = 2', 'yes', 'in trend', 'published 1, clip '),
  ('Private FedPaq', 'Fig. 4c', 2, 'the same', 'at eps 30 for the run', 'yes', 'contradicted', ': frac .2 minus .4'),
  ('Private FedPaq', 'Fig. 4c', 3, '.05', '', 'yes', 'contradicted', ': frac .05 minus .2'),
  ('Private FedPaq', 'Fig. 4d', 1, 'C = 1 resilient', '', 'yes', 'in trend', 'sound 30, frac .05: clip .5 minus 1, which is best'),
  ('Private FedPaq', 'Fig. 4d', 2, 'C = .5 best', 'at some gamma', 'yes', 'contradicted', ': clip .5, which is worst, minus ');
