// Keeps the last draws of a run.
#pragma once

#include "run/run_hooks.hpp"

namespace skald::test {

struct LastDraws : run::SampleSink {
  void go_on_after(std::int64_t count, ConstBlock) override { before = count; }
  void keep(std::int64_t, ConstBlock theta) override { draws = theta.matrix(); }
  void flush() override {}

  Eigen::MatrixXd draws;    // d x C
  std::int64_t before = 0;  // draws before the checkpoint from which the run continued
};

}  // namespace skald::test
