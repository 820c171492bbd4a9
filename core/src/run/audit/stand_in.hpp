// What an attack puts in place of a run's model and rows.
#pragma once

#include <functional>
#include <memory>

#include "problem/federated_table.hpp"
#include "skald/model.hpp"

namespace skald::run {

// Makes a model that answers the sampler in place of the run's own, which is bound to the table.
// Both outlive it.
using StandIn = std::function<std::unique_ptr<Model>(const Model&, const problem::FederatedTable&)>;

// Makes other rows of the run's, before a model is bound to them; they are copied for that.
using OtherRows = std::function<void(problem::FederatedTable&)>;

}  // namespace skald::run
