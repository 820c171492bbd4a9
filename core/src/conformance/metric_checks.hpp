// Whether a metric keeps the promises of metric.hpp.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/finding.hpp"
#include "skald/metric.hpp"

namespace skald::conformance {

using MakeMetric = std::function<std::shared_ptr<Metric>()>;

// Checks the metric at the records of a small run, including one before the first draw: each value
// must be a number or NaN and a function of the observables alone; the metric must read nothing but
// what it declares and leave what it reads unchanged. Passes on what the metric throws, except
// refusals of the run.
std::vector<Finding> check_metric(const std::string& name, Need needs, const MakeMetric& make);

}  // namespace skald::conformance
