#include "options/option_value.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "data/known_files.hpp"
#include "json/json.hpp"
#include "options/option_json.hpp"
#include "text/number_text.hpp"

namespace skald::options {

std::string resolve_path(std::string_view folder, std::string_view written) {
  const std::filesystem::path path(written);
  if (written.starts_with(data::kDataPrefix)) return std::string(written);
  if (path.is_absolute() || folder.empty()) return path.lexically_normal().string();
  return (std::filesystem::path(folder) / path).lexically_normal().string();
}

const OptionValue* find_value(std::span<const NamedValue> values, std::string_view name) {
  const auto found = std::find_if(values.begin(), values.end(),
                                  [name](const NamedValue& value) { return value.first == name; });
  return found == values.end() ? nullptr : &found->second;
}

std::optional<double> as_number(const OptionValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::nullopt;
}

std::string display(const OptionValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* path = std::get_if<FilePath>(&value)) return path->written;
  if (const auto* expression = std::get_if<Expression>(&value)) return expression->text;
  return json::write_json(to_json(value));
}

bool matches(const OptionValue& a, const OptionValue& b) {
  const auto x = as_number(a), y = as_number(b);
  if (!x || !y) return a == b;
  if (*x == *y) return true;
  return std::abs(*x - *y) <= 1e-12 * std::max(std::abs(*x), std::abs(*y)) && std::isfinite(*x) &&
         std::isfinite(*y);
}

bool is_required(const OptionInfo& option) { return !option.optional && !option.has_default; }

OptionValue default_of(const OptionInfo& option, std::string_view folder) {
  if (!option.has_default) return {};
  switch (option.type) {
    case OptionType::boolean:
      return option.default_boolean;
    case OptionType::integer:
      return option.default_integer;
    case OptionType::number:
      return option.default_number;
    case OptionType::text:
      return std::string(option.default_text);
    case OptionType::path:
      return FilePath{option.default_text, resolve_path(folder, option.default_text)};
    case OptionType::numbers:
      return {};
  }
  return {};
}

std::string default_text(const OptionInfo& option) {
  const OptionValue value = default_of(option, "");
  if (std::holds_alternative<std::monostate>(value)) return "";
  if (const auto* number = std::get_if<double>(&value)) return text::number_text(*number);
  return display(value);
}

}  // namespace skald::options
