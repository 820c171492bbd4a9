// The histogram of labels by client, drawn.
#pragma once

#include <string>

#include "problem/label_histogram.hpp"

namespace skald {

// One line per client and one column of three characters per label, the darker the more of the
// client's rows have it, with sizes and totals; for a target that is no class, a bar of its size.
// Of more than `most` clients, the first ones, and a line that says how many follow.
std::string text_picture(const LabelHistogram& histogram, Index most = 40);

// The whole histogram as an SVG image: a square per client and label.
std::string svg_picture(const LabelHistogram& histogram);

// Header "client,rows,label_0,..." and one line per client.
std::string csv_text(const LabelHistogram& histogram);

}  // namespace skald
