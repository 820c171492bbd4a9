#include "options/default_value.hpp"

#include "text/number_text.hpp"

namespace skald::options {

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
