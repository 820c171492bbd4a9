// Whether a metric is what metric.hpp says of metrics.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "conformance/finding.hpp"
#include "skald/metric.hpp"

namespace skald::conformance {

using MakeMetric = std::function<std::shared_ptr<Metric>()>;

// On the records of a small run, before its first draw among them: values that are numbers or have
// none, that are functions of the observables alone, read what the metric declares and no more, and
// leave what they read as it is. Throws what the metric does, but for refusals of the run.
std::vector<Finding> check_metric(const std::string& name, Need needs, const MakeMetric& make);

}  // namespace skald::conformance
