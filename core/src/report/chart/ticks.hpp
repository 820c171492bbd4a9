// Positions and labels of the ticks of an axis.
#pragma once

#include <string>
#include <vector>

namespace skald::report {

struct Range {
  double low = 0, high = 1;  // low < high
};

struct Tick {
  double at = 0;
  std::string label;
  bool is_minor = false;  // without a label
};

// Returns ticks at multiples of 1, 2 or 5 times a power of ten, at most `most` of them within the
// range. Labels from 10^4 on have a suffix (k, M, G, T); below 10^-3 and beyond 10^15 they have a
// power of ten ("2×10⁻⁵").
std::vector<Tick> linear_ticks(const Range& range, int most = 6);

// Returns the ticks of an axis whose labels stand at another panel.
std::vector<Tick> without_labels(std::vector<Tick> ticks);

// Returns ticks for a logarithmic axis, 0 < range.low: powers of ten, at most `most` of them with
// labels. In a range of less than two decades, 2 and 5 times these have labels too. A range in
// which fewer than three of all these lie has linear_ticks().
std::vector<Tick> log_ticks(const Range& range, int most = 6);

}  // namespace skald::report
