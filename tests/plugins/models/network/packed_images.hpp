// Images as kernels of networks take them: some rows side by side, in the layout of a frame.
#pragma once

#include <Eigen/Dense>
#include <vector>

#include "model_checks.hpp"
#include "network/frame.hpp"
#include "network/lanes.hpp"

namespace skald::test {

inline constexpr Index kImages = 16;  // a multiple of the lanes of every register

// One column per image, in the order channel, y, x.
using Images = Eigen::MatrixXd;

inline Images some_images(const network::Shape& shape, double phase) {
  return scattered(shape.count(), kImages, phase).cast<float>().cast<double>();
}

// The images [first, first + lanes) in the layout of a frame; its margins are zeros.
template <class T>
std::vector<T> packed(const network::Frame& frame, const Images& images, Index first, Index lanes) {
  std::vector<T> cells(static_cast<std::size_t>(frame.cells() * lanes), T{0});
  Index feature = 0;
  frame.for_each_line([&](Index line) {
    for (Index x = 0; x < frame.shape.width; ++x, ++feature) {
      for (Index r = 0; r < lanes; ++r) {
        cells[static_cast<std::size_t>((line + x) * lanes + r)] =
            static_cast<T>(images(feature, first + r));
      }
    }
  });
  return cells;
}

template <class T>
void unpack(const network::Frame& frame, const std::vector<T>& cells, Index first, Index lanes,
            Images& images) {
  Index feature = 0;
  frame.for_each_line([&](Index line) {
    for (Index x = 0; x < frame.shape.width; ++x, ++feature) {
      for (Index r = 0; r < lanes; ++r) {
        images(feature, first + r) =
            static_cast<double>(cells[static_cast<std::size_t>((line + x) * lanes + r)]);
      }
    }
  });
}

}  // namespace skald::test
