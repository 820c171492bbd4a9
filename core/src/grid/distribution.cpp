#include "grid/distribution.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "text/number_text.hpp"
#include "text/sha256.hpp"

namespace skald::grid {
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
