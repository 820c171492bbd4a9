// Keeps the last draws of a run.
#pragma once

#include "cell/sample_sink.hpp"

namespace skald::test {

struct LastDraws final : SampleSink {
  void keep(std::int64_t, ConstBlock theta) override { draws = theta.matrix(); }
  void flush() override {}

  Eigen::MatrixXd draws;  // d x C
};

}  // namespace skald::test
