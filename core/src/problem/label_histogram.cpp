#include "problem/label_histogram.hpp"

#include "text/quoted.hpp"

namespace skald::problem {

LabelHistogram label_histogram(const FederatedTable& table) {
  const Index classes = table.table().classes;
  LabelHistogram counts = LabelHistogram::Zero(table.clients(), std::max<Index>(classes, 1));
  for (Index c = 0; c < table.clients(); ++c) {
    const Rows rows = table.rows(c);
    for (Index r = 0; r < rows.count; ++r) {
      const auto row = static_cast<std::size_t>(rows.row(0, r));
      ++counts(c, classes > 0 ? static_cast<Index>(table.table().target[row]) : 0);
    }
  }
  return counts;
}

std::vector<std::int64_t> test_sizes(const FederatedTable& table) {
  if (table.test_client().empty()) return {};
  std::vector<std::int64_t> sizes(static_cast<std::size_t>(table.clients()));
  for (const std::int32_t client : table.test_client()) {
    if (client >= 0) ++sizes[static_cast<std::size_t>(client)];
  }
  return sizes;
}

std::string to_json(const LabelHistogram& histogram, Index classes,
                    const std::vector<std::string>& names) {
  std::string text = "{\"clients\": " + std::to_string(histogram.rows()) +
                     ", \"labels\": " + std::to_string(classes) + ", \"counts\": [";
  for (Index c = 0; c < histogram.rows(); ++c) {
    text += c > 0 ? ", [" : "[";
    for (Index y = 0; y < histogram.cols(); ++y)
      text += (y > 0 ? ", " : "") + std::to_string(histogram(c, y));
    text += ']';
  }
  text += ']';
  for (std::size_t c = 0; c < names.size(); ++c)
    text += (c == 0 ? ", \"names\": [" : ", ") + text::json_string(names[c]);
  return text + (names.empty() ? "}" : "]}");
}

}  // namespace skald::problem
