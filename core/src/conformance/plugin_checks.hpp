// The checks of plugins of each kind but samplers (sampler_checks.hpp): whether they keep the
// promises of their headers.
#pragma once

#include <Eigen/Core>

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "conformance/check_plugin.hpp"
#include "conformance/finding.hpp"
#include "plugin_host/plugin.hpp"
#include "skald/dataset.hpp"
#include "skald/mechanism.hpp"
#include "skald/metric.hpp"
#include "skald/model.hpp"
#include "skald/partition.hpp"

namespace skald::conformance {

// Makes a new object, with the options that are being checked.
template <class Interface>
using Make = std::function<std::shared_ptr<Interface>()>;

// A table of the author's own.
struct NamedTable {
  std::string name;
  Table table;
};

// On every table of the kit that the model accepts, checks gradients against differences of the
// potential, columns, parts and prior shares, clipping, probabilities, and the statements of its
// extensions; a check that fails on several tables is reported of the first. On a table of the
// author's own, which the model must accept, the same with its first rows, and only on that one.
// Verdict::not_checked if there is no table that it accepts.
std::vector<Finding> check_model(const Make<Model>& make,
                                 const std::optional<NamedTable>& own = {});

// Some gradients and potentials on these tables, prior included: numbers that tell models apart.
// Throws std::invalid_argument if there is no table that the model accepts.
Eigen::VectorXd model_numbers(const Make<Model>& make, const std::optional<NamedTable>& own);

// Checks that the table may enter the host (problem/examined_table.hpp), and that the same stream
// gives the same table.
std::vector<Finding> check_dataset(const Make<Dataset>& make);

// Checks, on the first of the kit's tables that the partition accepts, that every training row goes
// to one client, that every client has a row, and that the same stream gives the same answer.
// Verdict::not_checked if it accepts none.
std::vector<Finding> check_partition(const Make<Partition>& make);

// Checks that the noise has the law that the mechanism states, scaled by the sensitivity; that it
// is independent between coordinates, clients and iterations, and the same for the same stream,
// chain by chain; and that a calibrated mechanism uses the multiplier that its accountant returns.
// The probability of a false alarm is below 1e-8 per call.
std::vector<Finding> check_mechanism(const Make<Mechanism>& make);

// Checks the metric at the records of a small run, including one before the first draw: each value
// must be a number or NaN and a function of the observables alone; the metric must read nothing but
// what it declares and leave what it reads unchanged. Passes on what the metric throws, except
// refusals of the run.
std::vector<Finding> check_metric(const std::string& name, Need needs, const Make<Metric>& make);

// Checks, of any kind, with `values` for the other options, that every bound and every choice makes
// an object or is refused with std::invalid_argument, and that values beyond the bounds are
// refused.
Finding check_options(const plugin_host::Plugin& plugin,
                      const std::vector<options::OptionValue>& values);

// A sampler with all sets of options with which it is checked.

// Checks each row in full, then the rows' other values, each once. If nothing of it all was
// compared with an exact answer, says so as a last finding, of Verdict::not_checked.
void check_sampler_rows(const plugin_host::Plugin& plugin, const std::vector<CheckedRow>& rows,
                        const CheckOptions& how, CheckListener& listener,
                        const ProcessorBudget& budget);

}  // namespace skald::conformance
