// The questions that workers answer since they need plugins. Each is told by its members, and has
// an Answer. Cells are texts that write_cell() returns. runner/worker/answers.cpp answers them.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "conformance/finding.hpp"
#include "oracles/gaussian_problem.hpp"
#include "run/audit/audit.hpp"
#include "run/checks/check_cell.hpp"
#include "run/laws/law_along_run.hpp"
#include "system/blas.hpp"

namespace skald {

struct CellAccount;
struct LabelCounts;
struct PrivacyFinding;

// Do the plugins of these cells accept their options?
struct CheckCells {
  using Answer = std::vector<std::optional<run::CellFinding>>;  // why not, for each cell
  std::vector<std::string> cells;
};

// Can the run begin?
struct TryRun {
  using Answer = run::CellFindings;
  std::string cell;
  std::uint64_t replicate = 0;
  bool is_reference = false;
};

// What prevents a finite eps?
struct FindPrivacy {
  using Answer = PrivacyFinding;
  std::string cell;
};

struct AccountCell {
  using Answer = CellAccount;
  std::string cell;
  std::int64_t replicates = 1;
};

struct AuditCell {
  using Answer = run::AuditFinding;
  std::string cell;
  run::AuditPlan plan;
};

// How far may the chain be from its target, and how far is it?
struct BoundCell {
  using Answer = run::PromisedDistance;
  std::string cell;
  std::uint64_t replicate = 0;
};

// Which client holds which labels?
struct CountLabels {
  using Answer = LabelCounts;
  std::string cell;
  std::uint64_t replicate = 0;
};

// What do the rows of the data say of the target?
struct ObserveData {
  // The training rows, client by client, in each client's order. All empty if the data have no
  // target.
  struct Answer {
    std::string name;                       // of the target's column; empty: not known
    std::vector<double> target;             // as the run had it; of classes, their numbers
    double center = 0, scale = 1;           // value in the data = center + scale * target
    std::vector<std::string> classes;       // their labels; empty: not known, or no classes
    std::vector<std::int64_t> client;       // of each row
    std::vector<std::string> client_names;  // of clients 0, 1, ...; empty: they have none
  };
  std::string cell;
  std::uint64_t replicate = 0;
};

// What is the exact posterior of these coordinates, counted from 0?
struct FindPosterior {
  // Nothing unless the posterior is Gaussian in closed form.
  using Answer = std::optional<oracles::Moments>;
  std::string cell;
  std::uint64_t replicate = 0;
  std::vector<std::int64_t> coordinates;
};

// What is the logarithm of the density that the run samples from, but for a constant?
struct DensityAt {
  using Answer = Eigen::VectorXd;  // of each draw
  std::string cell;
  std::uint64_t replicate = 0;
  Eigen::MatrixXd draws;  // d x n
};

// Which BLAS do the calls of the plugin resolve to?
struct FindBlas {
  using Answer = std::optional<Blas>;  // nothing if it needs none
  std::string kind, plugin;
};

// A library of plugins, as the runner has found it.
struct PluginLibrary {
  std::string file;
  std::string sha256;  // that it must have
};

// Does the plugin keep what its kind promises? What is found comes as CheckMessages; the answer is
// the number of findings. After it, the process ends as programs do, with status kEndedWell.
struct CheckPlugin {
  using Answer = std::int64_t;
  PluginLibrary library;            // of the plugin
  std::string options;              // a JSON object as in a grid; empty: none
  std::optional<double> tolerance;  // see conformance::CheckOptions; none: its default
  std::vector<std::string> held;    // options of a sampler that are not varied
  // Of a model: the library of the data set on which it is checked, and its options. No file: the
  // kit's tables.
  PluginLibrary dataset = {};
  std::string dataset_options = {};
  // Of a sampler: the library of one that it must be like under the same options. No file: none.
  PluginLibrary like = {};
  std::optional<double> seconds = {};  // of the processor's time; see conformance::CheckOptions
};

// Exit status of a worker that has reached the end of main() and run everything that plugins had
// registered for that. It is not 0, since a plugin may end the process with 0.
inline constexpr int kEndedWell = 113;

using Question =
    std::variant<CheckCells, TryRun, FindPrivacy, AccountCell, AuditCell, BoundCell, CountLabels,
                 ObserveData, FindPosterior, DensityAt, FindBlas, CheckPlugin>;

}  // namespace skald
