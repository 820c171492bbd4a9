// Runs of a cell in which a unit's gradients are canaries, as an attacker sees them.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "problem/federated_table.hpp"
#include "run/audit/attack.hpp"
#include "run/audit/canary_model.hpp"
#include "skald/mechanism.hpp"

namespace skald::run {

// Who is attacked: the record or client whose rows are the canaries'. All rows of `client`, or the
// first `records` of them, each a canary of its own.
struct CanaryPlace {
  Index client = 0;
  bool whole_client = false;
  Index records = 1;
  Attack attack = Attack::canary;
};

// For each row of the table the number of its canary, or what else CanaryModel takes.
std::vector<std::int32_t> canary_rows(const CanaryPlace& place,
                                      const problem::FederatedTable& table);

// What the attacker sees, and for how long.
struct Exposure {
  Adversary adversary = Adversary::server;
  bool sees_clients = true;     // the noisy messages of clients, and not only of the server
  std::int64_t iterations = 0;  // a multiple of the sampler's stride
  std::int64_t bins = 1;        // stretches of iterations that are told apart
};

struct AttackedRuns {
  // A column for each run, which has as many chains as the cell; every quantity is summed over the
  // chains and over a stretch of iterations. For every canary and stretch: what the client's own
  // messages hold along the canary's direction, in units of their sensitivity; what the mean of
  // those of other clients does; the server's; and by how much the server's state moves.
  Eigen::MatrixXd seen;
  std::int64_t asked = 0;  // how often a sampler asked for the gradient of a canary
  double gain = 1;         // of the canaries: see Canary
};

// Makes `runs` runs of the cell from zero, with random streams that are those of `world` (below
// 2^20) and of no run of a study. Canary i has size canaries[i].size. The result is the same for
// any division of the runs into blocks, which are as large as `block_bytes` allows.
// Attack::clipping makes no runs, and a gain of 0, if the model's gradient is zero at the client's
// rows. Throws as Experiment does.
AttackedRuns attacked_runs(const grid::Cell& cell, const CanaryPlace& place,
                           const std::vector<Canary>& canaries, const Exposure& exposure,
                           std::int64_t runs, std::uint64_t world, plugin_host::PluginHost& host,
                           std::int64_t block_bytes = std::int64_t{1} << 26);

}  // namespace skald::run
