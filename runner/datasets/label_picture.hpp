// The labels by client, drawn.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "problem/label_histogram.hpp"

namespace skald {

// The histogram with the test rows of every client; none where test rows belong to no client.
struct LabelCounts {
  problem::LabelHistogram labels;
  std::vector<std::int64_t> tests;
};

// For the way from a worker. The decoder throws std::runtime_error where the bytes are no counts.
std::string encode(const LabelCounts& counts);
LabelCounts decode_label_counts(std::string_view bytes);

// One line per client and one column of three characters per label, the darker the more of the
// client's rows have it, with sizes, test rows and totals; for a target that is no class, a bar of
// its size. Of more than `most` clients, the first ones, and a line that says how many follow.
std::string text_picture(const LabelCounts& counts, Index most = 40);

// The whole histogram as an SVG image: a square per client and label.
std::string svg_picture(const LabelCounts& counts);

// Header "client,rows,test_rows,label_0,..." (test_rows only where they are known) and one line per
// client.
std::string csv_text(const LabelCounts& counts);

}  // namespace skald
