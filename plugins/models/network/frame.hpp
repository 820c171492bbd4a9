// How the images of a group of rows lie in memory.
#pragma once

#include <algorithm>

#include "skald/block.hpp"

namespace skald::network {

struct Shape {
  Index channels = 0, height = 0, width = 0;
  Index count() const { return channels * height * width; }
};

// What a convolution or a pooling layer sees at a time, and how far it moves.
struct Window {
  Index height = 1, width = 1, stride = 1, pad = 0;
};

// Channels of lines of cells, with margins of cells around each channel. A cell holds one number of
// each row of the group: as many as the lanes of a register.
struct Frame {
  Shape shape;
  Index margin_y = 0, margin_x = 0;

  Index line() const { return shape.width + 2 * margin_x; }
  Index plane() const { return (shape.height + 2 * margin_y) * line(); }
  Index cells() const { return shape.channels * plane(); }
  bool has_margins() const { return margin_y > 0 || margin_x > 0; }
  // Number of the cell; coordinates may reach into the margins.
  Index at(Index channel, Index y, Index x) const {
    return channel * plane() + (y + margin_y) * line() + x + margin_x;
  }
  // Calls work(number of the first cell) for every line, without margins, in order.
  template <class Work>
  void for_each_line(Work&& work) const {
    for (Index c = 0; c < shape.channels; ++c) {
      for (Index y = 0; y < shape.height; ++y) work(at(c, y, 0));
    }
  }
};

// Sets the margins to zero; a cell holds `lanes` numbers.
template <class T>
void clear_margins(const Frame& frame, Index lanes, T* cells) {
  if (!frame.has_margins()) return;
  const auto clear = [&](Index begin, Index end) {
    std::fill(cells + begin * lanes, cells + end * lanes, T{0});
  };
  for (Index c = 0; c < frame.shape.channels; ++c) {
    Index begin = c * frame.plane();
    for (Index y = 0; y < frame.shape.height; ++y) {
      const Index line = frame.at(c, y, 0);
      clear(begin, line);
      begin = line + frame.shape.width;
    }
    clear(begin, (c + 1) * frame.plane());
  }
}

// Calls work(from, to) with the numbers of the first cells of lines that belong together: those of
// `channels` channels, from channel `first_in` of `in` and from `first_out` of `out` on.
template <class Work>
void for_each_line_of(Index channels, const Frame& in, Index first_in, const Frame& out,
                      Index first_out, Work&& work) {
  for (Index c = 0; c < channels; ++c) {
    for (Index y = 0; y < in.shape.height; ++y)
      work(in.at(first_in + c, y, 0), out.at(first_out + c, y, 0));
  }
}

// Copies, or adds to what is there, the cells of such channels; a cell holds `lanes` numbers.
template <class T>
void copy_channels(Index channels, Index lanes, const Frame& in, Index first_in, const T* x,
                   const Frame& out, Index first_out, T* y) {
  for_each_line_of(channels, in, first_in, out, first_out, [&](Index from, Index to) {
    std::copy_n(x + from * lanes, in.shape.width * lanes, y + to * lanes);
  });
}
template <class T>
void add_channels(Index channels, Index lanes, const Frame& in, Index first_in, const T* x,
                  const Frame& out, Index first_out, T* y) {
  for_each_line_of(channels, in, first_in, out, first_out, [&](Index from, Index to) {
    std::transform(x + from * lanes, x + (from + in.shape.width) * lanes, y + to * lanes,
                   y + to * lanes, [](T a, T b) { return b + a; });
  });
}

}  // namespace skald::network
