// The data of a run: its data set, dealt to clients by its partition, and what its columns mean.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "problem/federated_table.hpp"
#include "record/coefficients.hpp"
#include "skald/dataset.hpp"
#include "skald/model.hpp"

namespace skald::run {

struct FederatedData {
  plugin_host::Owned<Dataset> dataset;  // owns what the table may borrow
  Eigen::MatrixXd features = {};        // of a sparse table, for those who do not read such ones
  std::unique_ptr<problem::FederatedTable> table;
  // The client of every test row, by the partition, or, where it divides the training rows alone,
  // by labels (problem/federated_table.hpp); -1: of none. Empty: of none at all.
  std::vector<std::int32_t> test_clients = {};
  std::vector<std::string> client_names = {};  // of clients 0, 1, ...; empty: they have none
  std::vector<std::string> notes = {};         // what is odd about the table
  // Whether only the rows show that a feature is 1 in all of them, so that its weight is an
  // intercept.
  bool reads_intercept = false;
};

// A table of at least this many bytes is not copied, so that 64 workers can share one of MNIST.
inline constexpr Index kSharedTableBytes = Index{1} << 26;

// Seeds the data set and the partition each by the seed of its section, or else by the study's seed
// and the replicate. Throws std::invalid_argument if options contradict each other or the data, and
// std::runtime_error if a plugin fails; the message names the section. Tables of at least
// `shared_bytes` are not copied: results for single clients then differ only by rounding, but rows
// of all clients together are numbered in the order of the data set.
FederatedData federate(const grid::Cell& cell, std::uint64_t replicate,
                       plugin_host::PluginHost& host, Index shared_bytes = kSharedTableBytes);

// Joins what a data set says of its columns and a model of its coefficients.

// The model is bound to the table that the data set has loaded. Returns nothing if the data set
// does not name its columns or the model does not say what its coefficients are. Throws
// std::invalid_argument if what they say does not fit the table or each other.
std::optional<record::Coefficients> coefficient_meanings(const Dataset& dataset, const Table& table,
                                                         const Model& model);

}  // namespace skald::run
