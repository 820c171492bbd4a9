-- Accounts and bounds have no replicates: a row for each setting. rate: of an attack that assumes
-- nothing of the noise.
INSERT INTO claim
WITH setting AS (
  SELECT r.*, r.rounds AS length, shown, shown_by_rates AS rate, claimed, published_claim AS paper
  FROM run_table r JOIN audits USING (study, cell)
  WHERE study = 'claimed_held_attacked' AND replicate = 0 AND status = 'ok')
SELECT 'DP-FedAvg, noise on the gradient: what an attack shows over what is claimed', 'each', 1, NULL, rate / paper
FROM setting WHERE noise_units = 'gradient'
UNION ALL SELECT 'DP-FedAvg, noise on the gradient: what holds over what is claimed', 'each', 100, NULL, eps_spent / paper
FROM setting WHERE noise_units = 'gradient'
UNION ALL SELECT 'DP-FedAvg, noise on the model: what is claimed over what holds', 'each', 7, 11, paper / eps_spent
FROM setting WHERE noise_units = 'model' AND sampler = 'dp_fedavg'
UNION ALL SELECT 'private FedPaq, one round, published eps 1 (noise multiplier above 1): what holds over what is claimed', 'each', 0.8, 0.9, eps_spent / paper
FROM setting WHERE sampler = 'fedpaq_private' AND length = 1 AND noise_multiplier > 1
UNION ALL SELECT 'private FedPaq, one round, published eps 10 (noise multiplier below 1): what holds over what is claimed', 'each', 3, 4, eps_spent / paper
FROM setting WHERE sampler = 'fedpaq_private' AND length = 1 AND noise_multiplier < 1
UNION ALL SELECT 'private FedPaq, ten rounds: what holds over what is claimed for one', 'each', 1.9, 14, eps_spent / paper
FROM setting WHERE sampler = 'fedpaq_private' AND length = 10
UNION ALL SELECT 'FA-LD: what is claimed over what holds', 'each', 18, 22, paper / eps_spent
FROM setting WHERE sampler = 'fa_ld'
UNION ALL SELECT 'FedAvg, uploads, eps ' || eps || ': what the attack shows over what holds', 'each', iif(eps = 1, 0.35, 0.8), 1, shown / claimed
FROM setting WHERE sampler = 'fedavg' AND noise_at = 'upload' AND unit = 'record'
UNION ALL SELECT 'no attack shows more than the account: the ratio', 'each', NULL, 1, shown / claimed FROM setting;

INSERT INTO claim
SELECT 'DP-FedAvg, published eps 0.5 (noise multiplier above 1): accuracy with noise on the gradient minus on the model', 'mean', 0, NULL,
       gradient.accuracy - model.accuracy
FROM run_table gradient JOIN run_table model USING (study, replicate, noise_multiplier)
WHERE study = 'claimed_held_attacked' AND gradient.noise_units = 'gradient' AND model.noise_units = 'model'
  AND noise_multiplier > 1;
