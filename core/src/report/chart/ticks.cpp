#include "report/chart/ticks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "report/chart/paper_symbols.hpp"
#include "text/number_text.hpp"

namespace skald::report {
namespace {

constexpr int kDigits = 6;  // significant digits of a label
constexpr double kSlack = 1e-9;

std::string superscript(int exponent) {
  std::string text;
  for (const char c : std::to_string(exponent)) {
    text += c == '-' ? std::string_view("⁻") : kSuperscripts[static_cast<std::size_t>(c - '0')];
  }
  return text;
}

std::string power_of_ten(int exponent) {
  if (exponent >= -2 && exponent <= 3) return text::number_text(std::pow(10.0, exponent), kDigits);
  return "10" + superscript(exponent);
}

// Returns the label of a value, scaled like the largest value on its axis.
std::string label_at(double value, double largest) {
  if (value == 0) return "0";
  const int exponent = static_cast<int>(std::floor(std::log10(largest) + kSlack));
  if (exponent < -3 || exponent >= 15) {
    return text::number_text(value / std::pow(10.0, exponent), kDigits) + "×10" +
           superscript(exponent);
  }
  if (exponent < 4) return text::number_text(value, kDigits);
  constexpr std::array<std::string_view, 4> suffixes{"k", "M", "G", "T"};
  const auto thousands = static_cast<std::size_t>(exponent / 3);
  return text::number_text(value / std::pow(1000.0, static_cast<double>(thousands)), kDigits) +
         std::string(suffixes[thousands - 1]);
}

// Returns the smallest of 1, 2 and 5 times a power of ten that is at least `width`.
double round_step(double width) {
  const double power = std::pow(10.0, std::floor(std::log10(width)));
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= width * (1 - kSlack)) return factor * power;
  }
  return 10 * power;
}

bool is_within(double value, const Range& range) {
  return value >= range.low * (1 - kSlack) && value <= range.high * (1 + kSlack);
}

// Adds 2 to 9 times 10^exponent, if within the range.
void add_minor(std::vector<Tick>& ticks, int exponent, const Range& range, bool has_labels) {
  for (int factor = 2; factor <= 9; ++factor) {
    const double at = factor * std::pow(10.0, exponent);
    if (!is_within(at, range)) continue;
    const bool is_labelled = has_labels && (factor == 2 || factor == 5);
    const bool is_plain = exponent >= -3 && exponent <= 3;
    std::string label;
    if (is_labelled) {
      label = is_plain ? text::number_text(at, kDigits)
                       : std::to_string(factor) + "×" + power_of_ten(exponent);
    }
    ticks.push_back({at, std::move(label), !is_labelled});
  }
}

}  // namespace

std::vector<Tick> linear_ticks(const Range& range, int most) {
  const double step = round_step((range.high - range.low) / (most - 1));
  const double largest = std::max(std::abs(range.low), std::abs(range.high));
  const double first = std::ceil(range.low / step - kSlack);
  const double last = std::floor(range.high / step + kSlack);
  std::vector<Tick> ticks;
  for (double k = first; k <= last; ++k) {
    const double at = text::round_to_literal(k * step);
    ticks.push_back({at, label_at(at, largest), false});
  }
  return ticks;
}

std::vector<Tick> without_labels(std::vector<Tick> ticks) {
  for (Tick& tick : ticks) tick.label.clear();
  return ticks;
}

std::vector<Tick> log_ticks(const Range& range, int most) {
  const int first = static_cast<int>(std::floor(std::log10(range.low)));
  const int last = static_cast<int>(std::floor(std::log10(range.high) + kSlack));
  const double decades = std::log10(range.high / range.low);
  const int stride = std::max(1, (last - first + most) / most);
  std::vector<Tick> ticks;
  for (int exponent = first; exponent <= last; ++exponent) {
    const double at = std::pow(10.0, exponent);
    if (is_within(at, range)) {
      const bool is_labelled = exponent % stride == 0;
      ticks.push_back({at, is_labelled ? power_of_ten(exponent) : "", !is_labelled});
    }
    if (decades <= 5) add_minor(ticks, exponent, range, decades < 2);
  }
  const auto labelled = std::count_if(ticks.begin(), ticks.end(),
                                      [](const Tick& tick) { return !tick.label.empty(); });
  return labelled < 3 && decades < 1 ? linear_ticks(range, most) : ticks;
}

}  // namespace skald::report
