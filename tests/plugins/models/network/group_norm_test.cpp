#include "network/group_norm.hpp"

#include <Eigen/Dense>

#include "packed_images.hpp"
#include "test.hpp"

namespace group_norm_test {

using namespace skald::network;
using simd::InstructionSet;

struct Case {
  Shape shape;
  Index groups;
  Index channels_of_group() const { return shape.channels / groups; }
  Index pixels() const { return shape.height * shape.width; }
  Index numbers() const { return channels_of_group() * pixels(); }
};

struct Results {
  Images y, dx, gradients;
};

// By the definition, with the whole matrix of derivatives of a group: of z = (x - mean) / s,
// dz_i / dx_j = ([i = j] - 1 / m - z_i z_j / m) / s.
Results expected_results(const Case& c, const Images& x, const Images& dy,
                         const Eigen::VectorXd& parameters) {
  const Index m = c.numbers(), channels = c.shape.channels;
  Results r{Images(x.rows(), kImages), Images(x.rows(), kImages),
            Images::Zero(2 * channels, kImages)};
  for (Index image = 0; image < kImages; ++image) {
    for (Index g = 0; g < c.groups; ++g) {
      const Eigen::VectorXd group = x.col(image).segment(g * m, m);
      const double mean = group.mean();
      const double s = std::sqrt((group.array() - mean).square().mean() + 1e-5);
      const Eigen::VectorXd z = (group.array() - mean) / s;
      const Eigen::MatrixXd jacobian =
          (Eigen::MatrixXd::Identity(m, m).array() - 1 / static_cast<double>(m) -
           (z * z.transpose() / static_cast<double>(m)).array()) /
          s;
      Eigen::VectorXd slopes(m);
      for (Index i = 0; i < m; ++i) {
        const Index channel = g * c.channels_of_group() + i / c.pixels(), at = g * m + i;
        r.y(at, image) = parameters(channel) * z(i) + parameters(channels + channel);
        slopes(i) = parameters(channel) * dy(at, image);
        r.gradients(channel, image) += dy(at, image) * z(i);
        r.gradients(channels + channel, image) += dy(at, image);
      }
      r.dx.col(image).segment(g * m, m) = jacobian.transpose() * slopes;
    }
  }
  return r;
}

template <class T>
Results found_results(InstructionSet set, const Case& c, const Images& x, const Images& dy,
                      const Eigen::VectorXd& parameters) {
  const Index n = lanes<T>(set);
  const Frame in{c.shape, 1, 2}, out{c.shape, 2, 2}, slopes{c.shape, 0, 3}, plain{c.shape, 0, 0};
  const Frame of_parameters{{parameters.size(), 1, 1}, 0, 0};
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  const Vector p = parameters.cast<T>();  // NOLINT: copies if T is double
  Results r{Images(x.rows(), kImages), Images(x.rows(), kImages),
            Images(parameters.size(), kImages)};
  for (Index first = 0; first < kImages; first += n) {
    const auto cells = [&](const Frame& frame) {
      return std::vector<T>(static_cast<std::size_t>(frame.cells() * n), T{7});
    };
    const auto x_cells = packed<T>(in, x, first, n), dy_cells = packed<T>(slopes, dy, first, n);
    auto y = cells(out), dx = cells(plain), gradients = cells(of_parameters);
    std::vector<T> statistics(static_cast<std::size_t>(norm_statistics(c.groups) * n));
    normalise(set, c.groups, in, x_cells.data(), p.data(), false, out, y.data(), statistics.data());
    normalise_back(set, c.groups, in, x_cells.data(), statistics.data(), p.data(), false, slopes,
                   dy_cells.data(), gradients.data(), plain, dx.data());
    unpack(out, y, first, n, r.y);
    unpack(plain, dx, first, n, r.dx);
    unpack(of_parameters, gradients, first, n, r.gradients);
    auto alone = cells(of_parameters);
    normalise_back(set, c.groups, in, x_cells.data(), statistics.data(), p.data(), false, slopes,
                   dy_cells.data(), alone.data(), plain, static_cast<T*>(nullptr));
    CHECK(std::memcmp(alone.data(), gradients.data(), alone.size() * sizeof(T)) == 0);
  }
  return r;
}

TEMPLATE_TEST_CASE("group normalisation and its gradients are right, with the same bits everywhere",
                   "", double, float) {
  const Case c = GENERATE(Case{{6, 5, 4}, 1}, Case{{6, 5, 4}, 2}, Case{{6, 5, 4}, 6},
                          Case{{8, 1, 1}, 2}, Case{{1, 3, 7}, 1});
  Images x = some_images(c.shape, 0.3);
  const Images dy = some_images(c.shape, 1.1);
  x.col(3).array() += 5;      // far from 0
  x.col(5).array() *= 1e-3;   // a variance beside which 1e-5 counts
  x.col(7).setConstant(0.5);  // none at all
  const Eigen::VectorXd parameters = some_images({2 * c.shape.channels, 1, 1}, 2.3).col(0);
  const Results expected = expected_results(c, x, dy, parameters);
  const Results first = found_results<TestType>(sets_here()[0], c, x, dy, parameters);
  // Numbers up to 6 are rounded before their mean is taken off, and then multiplied by up to
  // 1 / sqrt(1e-5) = 316; slopes are of that size, too, and sums have at most 120 numbers.
  const double epsilon = static_cast<double>(std::numeric_limits<TestType>::epsilon());
  CHECK((first.y - expected.y).cwiseAbs().maxCoeff() <= 100 * epsilon);
  CHECK((first.dx - expected.dx).cwiseAbs().maxCoeff() <= 316 * 100 * epsilon);
  CHECK((first.gradients - expected.gradients).cwiseAbs().maxCoeff() <= 120 * 100 * epsilon);
  for (const InstructionSet set : sets_here()) {
    const Results found = found_results<TestType>(set, c, x, dy, parameters);
    CHECK(found.y == first.y);
    CHECK(found.dx == first.dx);
    CHECK(found.gradients == first.gradients);
  }
}

TEST_CASE("a variance that no number holds is not taken for a large one") {
  const Case c{{2, 1, 2}, 1};
  Images x = Images::Constant(4, kImages, 1.0);
  x.row(0).setConstant(3e38);  // finite in float, but not its square
  const Eigen::VectorXd parameters = Eigen::VectorXd::Ones(4);
  for (const InstructionSet set : sets_here())
    CHECK(found_results<float>(set, c, x, x, parameters).y.array().isNaN().all());
}

}  // namespace group_norm_test
