#include "grid/axis_values.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "grid/document.hpp"
#include "text/number_text.hpp"
#include "text/sha256.hpp"

namespace skald::grid {
namespace {

AxisValues unusable(const json::JsonValue& json, std::string fault, std::string hint = {}) {
  return {{}, std::move(fault), std::move(hint), json.place};
}

std::optional<std::array<double, 3>> three_numbers(const json::JsonValue& json) {
  if (!json.is(json::JsonValue::Kind::array) || json.items.size() != 3) return std::nullopt;
  std::array<double, 3> numbers{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (!json.items[i].is(json::JsonValue::Kind::number)) return std::nullopt;
    const auto number = text::to_number(json.items[i].text);
    if (!number) return std::nullopt;
    numbers[i] = *number;
  }
  return numbers;
}

json::JsonValue made(double value, json::Place place) {
  const double rounded = text::round_to_literal(value);
  const auto integer = text::to_integer(rounded);
  json::JsonValue json =
      json::json_number(integer ? std::to_string(*integer) : text::number_text(rounded));
  json.place = place;
  return json;
}

// Values a, ..., b: `between` maps (a, b, t) to the value at t in [0, 1].
template <class Between>
AxisValues spaced(const json::JsonValue& json, double a, double b, double count, Between between) {
  const auto n = text::to_integer(count);
  if (!n || *n < 2 || *n > kMaximumAxisLength)
    return unusable(json.items[2], "needs from 2 to " + std::to_string(kMaximumAxisLength) +
                                       " values, got " + text::number_text(count));
  AxisValues made_values;
  for (std::int64_t i = 0; i < *n; ++i) {
    const double t = static_cast<double>(i) / static_cast<double>(*n - 1);
    const double value = i == 0 ? a : i == *n - 1 ? b : between(a, b, t);
    made_values.values.push_back(made(value, json.place));
  }
  return made_values;
}

AxisValues linspace(const json::JsonValue& json, double a, double b, double n) {
  return spaced(json, a, b, n,
                [](double from, double to, double t) { return from * (1 - t) + to * t; });
}

AxisValues logspace(const json::JsonValue& json, double a, double b, double n) {
  if (a <= 0 || b <= 0) {
    return unusable(json, "goes from a value above 0 to a value above 0",
                    "logspace takes values, not exponents: [1e-4, 1, 5]");
  }
  return spaced(json, a, b, n, [](double from, double to, double t) {
    return std::pow(10.0, std::log10(from) * (1 - t) + std::log10(to) * t);
  });
}

// The number of steps from a to b; NaN or below 0 if the step leads away from b.
double range_steps(double a, double b, double step) { return std::floor((b - a) / step + 1e-9); }

AxisValues range(const json::JsonValue& json, double a, double b, double step) {
  const double steps = range_steps(a, b, step);
  if (!(steps >= 0)) return unusable(json, "is an empty range", "the step leads away from the end");
  if (!(steps < static_cast<double>(kMaximumAxisLength)))
    return unusable(json,
                    "is a range of more than " + std::to_string(kMaximumAxisLength) + " values");
  AxisValues made_values;
  for (std::int64_t i = 0; i <= static_cast<std::int64_t>(steps); ++i)
    made_values.values.push_back(made(a + static_cast<double>(i) * step, json.place));
  return made_values;
}

AxisValues generated(const json::JsonValue& json) {
  const std::string forms =
      "{\"linspace\": [a, b, n]}, {\"logspace\": [a, b, n]} or {\"range\": [a, b, step]}";
  if (json.members.size() != 1) return unusable(json, "must be a list", "or " + forms);
  const auto& [word, place, arguments] = json.members.front();
  if (word != "linspace" && word != "logspace" && word != "range")
    return {{}, "cannot be made by \"" + word + "\"", "write " + forms, place};
  const auto numbers = three_numbers(arguments);
  if (!numbers) return unusable(arguments, "needs three numbers for \"" + word + "\"", forms);
  const auto [a, b, c] = *numbers;
  if (word == "linspace") return linspace(arguments, a, b, c);
  if (word == "logspace") return logspace(arguments, a, b, c);
  return range(arguments, a, b, c);
}

std::int64_t generated_length(const json::JsonValue& json) {
  if (json.members.size() != 1) return 0;
  const auto& [word, place, arguments] = json.members.front();
  const auto numbers = three_numbers(arguments);
  if (!numbers) return 0;
  const auto [a, b, c] = *numbers;
  const double count = word == "range" ? range_steps(a, b, c) + 1 : c;
  const auto length = text::to_integer(count);
  return length && *length > 0 && *length <= kMaximumAxisLength ? *length : 0;
}

}  // namespace

std::int64_t axis_length(const json::JsonValue& json) {
  if (json.is(json::JsonValue::Kind::object)) return generated_length(json);
  return json.is(json::JsonValue::Kind::array) ? std::ssize(json.items) : 1;
}

AxisValues axis_values(const json::JsonValue& json) {
  if (json.is(json::JsonValue::Kind::object)) return generated(json);
  if (!json.is(json::JsonValue::Kind::array)) return {{json}, {}, {}, {}};
  if (json.items.empty()) return unusable(json, "has no values", "an axis has at least one");
  return {json.items, {}, {}, {}};
}

namespace {

constexpr std::array<std::pair<std::string_view, Distribution::Kind>, 3> kWords{
    {{"uniform", Distribution::Kind::uniform},
     {"log_uniform", Distribution::Kind::log_uniform},
     {"integers", Distribution::Kind::integers}}};
constexpr const char* kForms =
    "a list of choices, {\"uniform\": [a, b]}, {\"log_uniform\": [a, b]} or {\"integers\": [a, b]}";

ReadDistribution not_drawable(const json::JsonValue& json, std::string fault,
                              std::string hint = {}) {
  return {{}, std::move(fault), std::move(hint), json.place};
}

std::optional<Distribution::Kind> kind_named(std::string_view word) {
  const auto found =
      std::ranges::find(kWords, word, &std::pair<std::string_view, Distribution::Kind>::first);
  return found == kWords.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::pair<double, double>> two_numbers(const json::JsonValue& json) {
  if (!json.is(json::JsonValue::Kind::array) || json.items.size() != 2) return std::nullopt;
  std::array<double, 2> numbers{};
  for (std::size_t i = 0; i < 2; ++i) {
    if (!json.items[i].is(json::JsonValue::Kind::number)) return std::nullopt;
    const auto number = text::to_number(json.items[i].text);
    if (!number || !std::isfinite(*number)) return std::nullopt;
    numbers[i] = *number;
  }
  return std::pair{numbers[0], numbers[1]};
}

ReadDistribution between(const json::JsonValue& ends, Distribution::Kind kind) {
  const auto numbers = two_numbers(ends);
  if (!numbers) return not_drawable(ends, "needs its two ends [a, b], numbers", kForms);
  const auto [low, high] = *numbers;
  if (!(low < high)) return not_drawable(ends, "goes from a smaller to a larger value");
  if (kind == Distribution::Kind::log_uniform && low <= 0) {
    return not_drawable(ends, "goes from a value above 0",
                        "log_uniform takes values, not exponents: [1e-4, 1]");
  }
  if (kind == Distribution::Kind::integers && !(text::to_integer(low) && text::to_integer(high)))
    return not_drawable(ends, "goes from an integer to an integer");
  return {{kind, {}, low, high}, {}, {}, {}};
}

// Rounds to digits that a person would write; rounding never leaves the ends.
double rounded(double value, double low, double high) {
  return std::clamp(*text::to_number(text::number_text(value, 4)), low, high);
}

json::JsonValue number(double value) {
  const auto integer = text::to_integer(value);
  return json::json_number(integer ? std::to_string(*integer) : text::number_text(value));
}

}  // namespace

json::JsonValue Distribution::value(double u) const {
  switch (kind) {
    case Distribution::Kind::choices:
      return choices[static_cast<std::size_t>(u * static_cast<double>(choices.size()))];
    case Distribution::Kind::uniform:
      return number(rounded(low + u * (high - low), low, high));
    case Distribution::Kind::log_uniform:
      return number(rounded(low * std::pow(high / low, u), low, high));
    case Distribution::Kind::integers:
      break;
  }
  return number(std::min(high, low + std::floor(u * (high - low + 1))));
}

ReadDistribution read_distribution(const json::JsonValue& json) {
  if (json.is(json::JsonValue::Kind::array)) {
    if (json.items.empty()) return not_drawable(json, "has no choices", kForms);
    return {{Distribution::Kind::choices, json.items}, {}, {}, {}};
  }
  if (!json.is(json::JsonValue::Kind::object) || json.members.size() != 1)
    return not_drawable(json, "is drawn from nothing", std::string("write ") + kForms);
  const json::JsonMember& member = json.members.front();
  if (const auto kind = kind_named(member.key)) return between(member.value, *kind);
  return {{},
          "cannot be drawn by \"" + member.key + "\"",
          std::string("write ") + kForms,
          member.key_place};
}

double uniform_number(std::int64_t seed, std::string_view option, std::int64_t draw) {
  const std::string key =
      std::to_string(seed) + "/" + std::to_string(draw) + "/" + std::string(option);
  const std::string digits = text::sha256(key).substr(0, 13);  // 52 bits
  return static_cast<double>(std::stoull(digits, nullptr, 16)) / std::pow(2.0, 52);
}

}  // namespace skald::grid
