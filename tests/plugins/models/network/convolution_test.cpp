#include "network/convolution.hpp"

#include <Eigen/Dense>

#include "network/pooling.hpp"
#include "packed_images.hpp"
#include "test.hpp"

namespace {

using namespace skald::network;
using simd::InstructionSet;

struct Case {
  Shape in;
  Index outputs;
  Window window;
  Shape out() const {
    return {outputs, (in.height + 2 * window.pad - window.height) / window.stride + 1,
            (in.width + 2 * window.pad - window.width) / window.stride + 1};
  }
  Index taps() const { return in.channels * window.height * window.width; }
};

// Calls work(output, input, weight) with the numbers of every product of the definition.
template <class Work>
void for_each_product(const Case& c, Work&& work) {
  const Shape out = c.out();
  for (Index o = 0; o < out.channels; ++o) {
    for (Index oy = 0; oy < out.height; ++oy) {
      for (Index ox = 0; ox < out.width; ++ox) {
        for (Index i = 0; i < c.in.channels; ++i) {
          for (Index ky = 0; ky < c.window.height; ++ky) {
            for (Index kx = 0; kx < c.window.width; ++kx) {
              const Index y = oy * c.window.stride + ky - c.window.pad;
              const Index x = ox * c.window.stride + kx - c.window.pad;
              if (y < 0 || x < 0 || y >= c.in.height || x >= c.in.width) continue;
              work((o * out.height + oy) * out.width + ox, (i * c.in.height + y) * c.in.width + x,
                   ((o * c.in.channels + i) * c.window.height + ky) * c.window.width + kx);
            }
          }
        }
      }
    }
  }
}

// What the three kernels give, image by image.
struct Results {
  Images y, dx, weight_gradients, bias_gradients;
};

Results expected_results(const Case& c, const Images& x, const Images& dy,
                         const Eigen::VectorXd& weights, const Eigen::VectorXd& bias) {
  const Shape out = c.out();
  const Index pixels = out.height * out.width;
  Results r{Images(out.count(), kImages), Images::Zero(c.in.count(), kImages),
            Images::Zero(weights.size(), kImages), Images::Zero(out.channels, kImages)};
  for (Index k = 0; k < out.count(); ++k) {
    r.y.row(k).setConstant(bias(k / pixels));
    r.bias_gradients.row(k / pixels) += dy.row(k);
  }
  for_each_product(c, [&](Index output, Index input, Index weight) {
    r.y.row(output) += weights(weight) * x.row(input);
    r.dx.row(input) += weights(weight) * dy.row(output);
    r.weight_gradients.row(weight) += dy.row(output).cwiseProduct(x.row(input));
  });
  return r;
}

template <class T>
Results found_results(InstructionSet set, const Case& c, const Images& x, const Images& dy,
                      const Eigen::VectorXd& weights, const Eigen::VectorXd& bias) {
  const Shape out = c.out();
  const Index n = lanes<T>(set);
  const Frame in_frame{c.in, c.window.pad, c.window.pad}, out_frame{out, 0, 0}, plain{c.in, 0, 0};
  const Frame slopes{out, 0, back_margin(c.window)};
  const Frame weight_frame{{weights.size(), 1, 1}, 0, 0}, bias_frame{{out.channels, 1, 1}, 0, 0};
  using Vector = Eigen::Matrix<T, Eigen::Dynamic, 1>;
  const Vector w = weights.cast<T>(), b = bias.cast<T>();  // NOLINT: copies if T is double
  Results r{Images(out.count(), kImages), Images(c.in.count(), kImages),
            Images(weights.size(), kImages), Images(out.channels, kImages)};
  for (Index first = 0; first < kImages; first += n) {
    const auto cells = [&](const Frame& frame) {
      return std::vector<T>(static_cast<std::size_t>(frame.cells() * n), T{7});
    };
    const auto x_cells = packed<T>(in_frame, x, first, n),
               dy_cells = packed<T>(slopes, dy, first, n);
    auto y = cells(out_frame), dx = cells(plain), dw = cells(weight_frame), db = cells(bias_frame);
    convolve(set, c.window, in_frame, x_cells.data(), w.data(), b.data(), false, out_frame,
             y.data());
    convolve_back(set, c.window, slopes, dy_cells.data(), w.data(), false, plain, dx.data());
    convolution_gradients(set, c.window, in_frame, x_cells.data(), slopes, dy_cells.data(),
                          dw.data(), db.data());
    unpack(out_frame, y, first, n, r.y);
    unpack(plain, dx, first, n, r.dx);
    unpack(weight_frame, dw, first, n, r.weight_gradients);
    unpack(bias_frame, db, first, n, r.bias_gradients);
  }
  return r;
}

bool all_close(const Results& a, const Results& b, double tolerance) {
  return (a.y - b.y).cwiseAbs().maxCoeff() <= tolerance &&
         (a.dx - b.dx).cwiseAbs().maxCoeff() <= tolerance &&
         (a.weight_gradients - b.weight_gradients).cwiseAbs().maxCoeff() <= tolerance &&
         (a.bias_gradients - b.bias_gradients).cwiseAbs().maxCoeff() <= tolerance;
}

bool all_equal(const Results& a, const Results& b) {
  return a.y == b.y && a.dx == b.dx && a.weight_gradients == b.weight_gradients &&
         a.bias_gradients == b.bias_gradients;
}

}  // namespace

TEMPLATE_TEST_CASE("convolutions and their gradients are right, with the same bits everywhere", "",
                   double, float) {
  // Blocks of every width and their rests; strides that leave cells unseen.
  const Case c = GENERATE(Case{{1, 9, 11}, 7, {5, 5, 1, 0}}, Case{{3, 7, 6}, 4, {3, 3, 1, 1}},
                          Case{{7, 5, 9}, 3, {2, 3, 2, 1}}, Case{{2, 11, 8}, 2, {3, 7, 3, 2}},
                          Case{{5, 4, 5}, 6, {1, 1, 1, 0}}, Case{{2, 6, 7}, 1, {1, 1, 2, 0}},
                          Case{{1, 5, 5}, 2, {5, 5, 1, 4}}, Case{{2, 5, 9}, 3, {2, 2, 3, 0}});
  const Images x = some_images(c.in, 0.3), dy = some_images(c.out(), 1.1);
  const Eigen::VectorXd weights = some_images({c.outputs * c.taps(), 1, 1}, 2.3).col(0);
  const Eigen::VectorXd bias = some_images({c.outputs, 1, 1}, 3.7).col(0);
  // Sums of at most 200 products of numbers in [-1, 1], rounded one by one.
  const double tolerance =
      200 * 100 * static_cast<double>(std::numeric_limits<TestType>::epsilon());
  const Results expected = expected_results(c, x, dy, weights, bias);
  const Results first = found_results<TestType>(sets_here()[0], c, x, dy, weights, bias);
  CHECK(all_close(first, expected, tolerance));
  for (const InstructionSet set : sets_here())
    CHECK(all_equal(found_results<TestType>(set, c, x, dy, weights, bias), first));
}

TEST_CASE("pooling takes means and maxima, and passes slopes on to where they came from") {
  const Shape in{2, 5, 7}, out{2, 2, 3};
  const Window window{2, 3, 2, 0};
  const Frame in_frame{in, 1, 2}, out_frame{out, 0, 0}, plain{in, 0, 0};
  Images x = some_images(in, 0.4), dy = some_images(out, 0.9);
  x.row(0).setConstant(0.75);  // twice the largest of its window: the first one counts
  x.row(8).setConstant(0.75);
  x.row(1).setConstant(-2);
  x.row(2).setConstant(-2);
  x.row(7).setConstant(-2);
  x.row(9).setConstant(-2);
  for (const Index at : {35, 37, 42, 44}) x.row(at).setConstant(-2);
  x.row(36).setConstant(-0.0);  // equal to the next, which is as large
  x.row(43).setConstant(0.0);
  for (const Pooling pooling : {Pooling::average, Pooling::maximum}) {
    Images y = Images::Zero(out.count(), kImages), dx = Images::Zero(in.count(), kImages);
    for (Index r = 0; r < kImages; ++r) {
      for (Index k = 0; k < out.count(); ++k) {
        const Index c = k / 6, oy = k / 3 % 2, ox = k % 3;
        Index best = (c * 5 + 2 * oy) * 7 + 2 * ox;
        double sum = 0;
        for (Index ky = 0; ky < 2; ++ky) {
          for (Index kx = 0; kx < 3; ++kx) {
            const Index at = (c * 5 + 2 * oy + ky) * 7 + 2 * ox + kx;
            if (x(at, r) > x(best, r)) best = at;
            sum += x(at, r);
            if (pooling == Pooling::average) dx(at, r) += dy(k, r) / 6;
          }
        }
        y(k, r) = pooling == Pooling::average ? sum / 6 : x(best, r);
        if (pooling == Pooling::maximum) dx(best, r) += dy(k, r);
      }
    }
    for (const InstructionSet set : sets_here()) {
      const Index n = lanes<double>(set);
      Images found_y(out.count(), kImages), found_dx(in.count(), kImages);
      for (Index first = 0; first < kImages; first += n) {
        const auto x_cells = packed<double>(in_frame, x, first, n);
        const auto dy_cells = packed<double>(out_frame, dy, first, n);
        std::vector<double> y_cells(dy_cells.size()),
            dx_cells(static_cast<std::size_t>(plain.cells() * n), 7);
        pool(set, pooling, window, in_frame, x_cells.data(), out_frame, y_cells.data());
        pool_back(set, pooling, window, in_frame, x_cells.data(), out_frame, y_cells.data(),
                  out_frame, dy_cells.data(), plain, dx_cells.data());
        unpack(out_frame, y_cells, first, n, found_y);
        unpack(plain, dx_cells, first, n, found_dx);
      }
      CHECK((found_y - y).cwiseAbs().maxCoeff() <= 1e-15);
      CHECK((found_dx - dx).cwiseAbs().maxCoeff() <= 1e-15);
    }
  }
}

TEMPLATE_TEST_CASE("maxima of infinite and of far apart numbers are exact, and show no numbers", "",
                   double, float) {
  using Limits = std::numeric_limits<TestType>;
  const double infinity = Limits::infinity(), largest = static_cast<double>(Limits::max());
  const double none = Limits::quiet_NaN();
  struct Maximum {
    double cells[4], value;
  };
  const std::vector<Maximum> maxima{{{1, infinity, 2, 3}, infinity},
                                    {{infinity, infinity, 2, 3}, infinity},
                                    {{-infinity, 2, 1, -infinity}, 2},
                                    {{-infinity, -infinity, -infinity, -infinity}, -infinity},
                                    {{-infinity, infinity, 0, infinity}, infinity},
                                    {{-largest, largest, -1, 0}, largest},
                                    {{largest, -largest, -1, 0}, largest},
                                    {{none, 1, 2, 3}, none},
                                    {{1, 2, 3, -none}, none},
                                    {{infinity, none, 2, infinity}, none},
                                    {{-1, -none, 2, -infinity}, none}};
  const Frame in{{1, 2, 2}, 0, 0}, out{{1, 1, 1}, 0, 0};
  for (const InstructionSet set : sets_here()) {
    const auto n = static_cast<std::size_t>(lanes<TestType>(set));
    for (const Maximum& m : maxima) {
      std::vector<TestType> x, y(n);
      for (const double cell : m.cells) x.insert(x.end(), n, static_cast<TestType>(cell));
      pool(set, Pooling::maximum, {2, 2, 2, 0}, in, x.data(), out, y.data());
      for (const TestType found : y) {
        CHECK(std::isnan(found) == std::isnan(m.value));
        CHECK((std::isnan(found) || found == static_cast<TestType>(m.value)));
      }
    }
  }
}
