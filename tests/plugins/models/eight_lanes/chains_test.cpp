// Kernels over the chains of a client with eight lanes and with four, as pairs of doubles where the
// processor lacks such registers, beside those with two.
#include <Eigen/Dense>

#include "gaussian.cpp"  // NOLINT(bugprone-suspicious-include)
#include "logistic/dense_rows.hpp"
#include "model_checks.hpp"
#include "skald/parts/langevin/langevin_noise.hpp"
#include "skald/parts/simd/vector_math.hpp"
#include "test.hpp"

namespace eight_lanes_test {

using Eigen::MatrixXd;

// Whether a kernel writes the same numbers over those of `to` with every width.
template <class Kernel, class Arguments>
bool every_width_alike(const MatrixXd& to, Arguments with) {
  const auto left = [&](auto width) {
    MatrixXd out = to;
    with(
        [](const auto&... arguments) {
          Kernel::template run<decltype(width)::value>(arguments...);
        },
        out);
    return out;
  };
  const MatrixXd two = left(std::integral_constant<int, 2>{});
  return !same_bits(two, to) && same_bits(left(std::integral_constant<int, 4>{}), two) &&
         same_bits(left(std::integral_constant<int, 8>{}), two);
}

TEST_CASE("gradients of Gaussian clients are alike with every width") {
  for (const Index d : {5, 8, 9, 11, 12, 16, 17, 20, 63, 64, 70}) {
    for (const Index chains : {1, 4, 7}) {
      const MatrixXd theta = scattered(d, chains, 0.7), precision = scattered(padded(d), d, 1.9),
                     point = scattered(d, 1, 2.1), before = scattered(d, chains, 3.3);
      for (const bool accumulate : {false, true}) {
        const Term term{precision.data(), nullptr, point.data(), 0.3, accumulate};
        INFO(d << " " << chains << " " << accumulate);
        CHECK(every_width_alike<MultiplyBlock>(
            before, [&](auto run, MatrixXd& out) { run(term, view(theta), view(out)); }));
      }
    }
  }
}

TEST_CASE("gradients of logistic regression are alike with every width") {
  using namespace skald::logistic;
  for (const Index d : {1, 3, 8, 20, 33, 100}) {
    const ClassRows of(d, 150, 2);
    const DenseRows data(of.table, std::numeric_limits<double>::infinity());
    for (const Index chains : {1, 3}) {
      const MatrixXd theta = scattered(d, chains, 0.7), before = scattered(d, chains, 3.3);
      for (const Index count : {1, 10, 31, 32, 70}) {
        const auto places = scattered_rows(chains, count, 150);
        const Rows range = Rows::range(5, count), own{0, count, places.data(), chains};
        const auto on = [&](const Rows& rows) {
          return [&](auto run, MatrixXd& out) { run(data, rows, 0.5, view(theta), view(out)); };
        };
        INFO(d << " " << chains << " " << count);
        CHECK(every_width_alike<RangeGradient<false>>(before, on(range)));
        CHECK(every_width_alike<RangeGradient<true>>(before, on(range)));
        CHECK(every_width_alike<IndexedGradient<false>>(before, on(own)));
        CHECK(every_width_alike<IndexedGradient<true>>(before, on(own)));
      }
    }
  }
}

TEST_CASE("Langevin steps are alike with every width") {
  for (Index size = 1; size < 40; ++size) {
    const MatrixXd theta = scattered(size, 1, 0.7), gradient = scattered(size, 1, 1.9),
                   own = scattered(size, 1, 2.1), common = scattered(size, 1, 3.3);
    INFO(size);
    CHECK(every_width_alike<detail::Drift>(
        theta, [&](auto run, MatrixXd& out) { run(0.1, size, gradient.data(), out.data()); }));
    CHECK(every_width_alike<detail::CorrectedDrift>(theta, [&](auto run, MatrixXd& out) {
      run(0.1, 0.3, size, gradient.data(), own.data(), common.data(), out.data());
    }));
  }
}

struct Floor {
  template <int W>
  SKALD_INLINE static void run(Index size, double* x) {
    for (Index i = 0; i < size; i += W) {
      simd::Reals<W> argument, below;
      simd::load_first<W>(x + i, size - i, argument);
      simd::floor_of_positive<W>(argument, below);
      simd::store_first<W>(below, size - i, x + i);
    }
  }
};

TEST_CASE("floors are alike with every width") {
  const MatrixXd x = 40 * scattered(61, 1, 0.7).cwiseAbs();
  CHECK(every_width_alike<Floor>(x, [](auto run, MatrixXd& out) { run(out.size(), out.data()); }));
}

}  // namespace eight_lanes_test
