// The data of a run: what its data set holds, as its partition deals it to clients.
#pragma once

#include <cstdint>
#include <memory>

#include "grid/cell.hpp"
#include "plugin_host/plugin_host.hpp"
#include "problem/federated_table.hpp"
#include "skald/dataset.hpp"

namespace skald::run {

struct FederatedData {
  plugin_host::Owned<Dataset> dataset;  // owns what the table may borrow
  std::unique_ptr<problem::FederatedTable> table;
};

// A table of at least so many bytes is not copied: 64 workers then share one of MNIST.
inline constexpr Index kSharedTableBytes = Index{1} << 26;

// The data set's seed is that of its section, or the study's seed and the replicate; so is the
// partition's. Throws std::invalid_argument where options contradict each other or the data,
// std::runtime_error where a plugin fails; the message names the section. Tables of at least
// `shared_bytes` are not copied: client by client results differ by rounding alone, but rows of all
// clients together are numbered as they lie.
FederatedData federate(const grid::Cell& cell, std::uint64_t replicate,
                       plugin_host::PluginHost& host, Index shared_bytes = kSharedTableBytes);

}  // namespace skald::run
