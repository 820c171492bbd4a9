// Images as kernels of networks take them: some rows side by side, in the layout of a frame.
#pragma once

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "network/frame.hpp"
#include "network/lanes.hpp"

namespace skald::test {

inline constexpr Index kImages = 16;  // a multiple of the lanes of every register

inline std::vector<simd::InstructionSet> sets_here() {
  using simd::InstructionSet;
  std::vector<InstructionSet> sets{InstructionSet::baseline};
  if (simd::widest_instruction_set() >= InstructionSet::avx2) sets.push_back(InstructionSet::avx2);
  if (simd::widest_instruction_set() >= InstructionSet::avx512)
    sets.push_back(InstructionSet::avx512);
  return sets;
}

// One column per image, in the order channel, y, x.
using Images = Eigen::MatrixXd;

inline Images some_images(const network::Shape& shape, double phase) {
  Images images(shape.count(), kImages);
  for (Index i = 0; i < images.size(); ++i)
    images(i) = static_cast<float>(std::sin(phase + 12.9898 * static_cast<double>(i + 1)));
  return images;
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
