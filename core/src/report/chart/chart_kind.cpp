#include "report/chart/chart_kind.hpp"

#include <stdexcept>
#include <vector>

namespace skald::report {
namespace {

std::string one_of(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 < words.size() ? ", " : " or ";
    text += words[i];
  }
  return text;
}

}  // namespace

const ChartKind& chart_kind(std::string_view name) {
  for (const ChartKind* kind : kChartKinds) {
    if (kind->name == name) return *kind;
  }
  throw std::invalid_argument("\"" + std::string(name) + "\" is no kind of chart; expected " +
                              chart_kind_names());
}

std::string chart_kind_names() {
  std::vector<std::string_view> names;
  for (const ChartKind* kind : kChartKinds) names.push_back(kind->name);
  return one_of(names);
}

std::string chart_kinds_with(bool ChartKind::*property) {
  std::vector<std::string_view> words;
  for (const ChartKind* kind : kChartKinds) {
    if (kind->*property) words.push_back(kind->words);
  }
  return one_of(words);
}

}  // namespace skald::report
