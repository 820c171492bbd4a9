// EF21: compressed differences of moves, against iterates of an independent program.
#include <Eigen/Core>

#include "optimisers/four_quadratics.hpp"
#include "run_sampler.hpp"
#include "test.hpp"

namespace ef21_test {

using Eigen::Vector3d;

namespace {

// The largest coordinate of a gradient step of all rows.
std::vector<Setting> top_1(const std::vector<Setting>& more) {
  return with({{"K", 1}, {"lr", .1}, {"compressor", "top_k"}, {"keep", 1. / 3}}, more);
}
double apart(const Vector3d& a, const Vector3d& b) { return (a - b).cwiseAbs().maxCoeff(); }

}  // namespace

TEST_CASE("EF21: iterates of an independent program, and the optimum in the end") {
  const auto iterate = [](Index n) { return after("fedpaq", top_1({{"differences", true}}), n); };
  CHECK(apart(iterate(1), {1, -.924, 1.781}) < 1e-12);
  CHECK(apart(iterate(2), {1.00941, -.808372, 1.562}) < 1e-12);
  CHECK(apart(iterate(10), {.7546923794, -.19586994, .7143637926}) < 1e-10);
  CHECK(apart(iterate(100), {.6643072823, .153636845, .3543450688}) < 1e-10);
  CHECK(apart(iterate(3000), kOptimum) < 1e-10);
}

TEST_CASE("compression without feedback and with that of errors stays away from the optimum") {
  CHECK((after("fedpaq", top_1({}), 20000) - kOptimum).norm() == Approx(.5436519902).epsilon(1e-8));
  CHECK((after("fedpaq", top_1({{"error_feedback", true}}), 20000) - kOptimum).norm() ==
        Approx(.1004869422).epsilon(1e-8));
}

TEST_CASE("EF21 rests at the optimum with every compressor that shortens") {
  for (const char* compressor : {"sparsifier", "top_k", "random_k", "sign"}) {
    INFO(compressor);
    const Vector3d end = after(
        "fedpaq", {{"K", 1}, {"lr", .05}, {"compressor", compressor}, {"differences", true}}, 4000);
    CHECK(apart(end, kOptimum) < 1e-9);
  }
}

}  // namespace ef21_test
